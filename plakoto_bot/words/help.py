"""Help and the rules."""

RULES_TITLES = {
    "plakoto": "Plakoto in two minutes",
    "portes": "Portes in two minutes",
    "fevga": "Fevga in two minutes",
    "tavli": "A Tavli match",
}
RULES = {
    "plakoto": """\
**Goal** Bring your fifteen checkers from your 24 point home to your points 6-1, then bear them all off. Your opponent \
comes the other way.
**Moving** Each die is a step of its own; a double gives four. Play as many dice as you can; if only one of two can be \
played, the larger. You may land on empty points, your own checkers, or **one** opposing checker.
**Pinning** Landing on a lone checker pins it: it cannot move until your last cover leaves. Two checkers, or one on a \
pin, close a point.
**The mother** is the last checker on its starting point. Pin the other mother when your own start is empty (or clear \
it while the pin holds) and you win **2 points**. Both mothers pinned: a draw.
**Bearing off** when all you have left is home: the exact die, or a larger one from your farthest checker. A pinned \
checker counts where it stands.
**Score** 1 point, or 2 (mars) if the loser bore off none.
""",
    "portes": """\
**Goal** Bring your fifteen checkers home to your points 6-1, then bear them all off. Your opponent comes the other way.
**Moving** Each die is a step of its own; a double gives four. Play as many dice as you can; if only one of two can be \
played, the larger. You may land on empty points, your own checkers, or **one** opposing checker.
**Hitting** Landing on a lone checker sends it to the bar. Whoever has a checker on the bar must bring it in first: \
a die of 4 enters on the 21 point. Two checkers close a point.
**Bearing off** when all you have left is home: the exact die, or a larger one from your farthest checker.
**Score** 1 point, or 2 (mars) if the loser bore off none. No cube, no triple.
""",
    "fevga": """\
**Goal** Bring your fifteen checkers from your 24 point round the board to your points 6-1, then bear them all off. \
Both move the **same way**, from opposite corners; nothing is hit or pinned.
**Moving** Each die is a step of its own; a double gives four. Play as many dice as you can; if only one of two can be \
played, the larger. **One** checker closes a point.
**The runner** Until your first checker has passed your opponent's start (stands on your 11 point or lower), no other \
may leave your start.
**Your own quarter** You may never hold all six points 19-24. Six in a row elsewhere is fine, but if your opponent is \
shut in right behind it with everything left, you must open it when you can.
**Bearing off and score** as in the other games: 1 point, or 2 if the loser bore off none.
""",
    "tavli": """\
Portes, Plakoto and Fevga in turn, round and round, until somebody has the points agreed on: 1, 3, 5 or 7.
Every game scores 1 point, or 2. The winner of a game opens the next one; after a drawn game nobody scores and a fresh \
opening contest decides.
""",
}
RULES_PRESETS = {
    "plakoto": """\
`classic` mothers are judged after every step (the usual rule)
`end-of-turn` mothers are judged when the turn is over
`instant` pinning the mother wins at once, even with checkers on your own start; no draw""",
    "portes": """\
`classic` the usual rule
`no-hit-and-run` a checker that hits in its own home board stays there for the turn""",
}
HELP_TITLE = "How to play"
HELP = (
    (
        "/challenge",
        "`/challenge opponent:@Ben`, `/challenge` to anybody, `/challenge level:casual` to me; `game:tavli`, ...",
    ),
    ("/move", "`/move 24/18 24/23` · or mention me and write `24/18 24/23` · or reply to the board with that"),
    ("/hint", "the three best plays, when it is your turn in an unrated game; only you see them"),
    ("/board", "your board, for your eyes only, with the controls on your turn; to watch another: `/board number:12`"),
    ("/games", "your games in this server, with links"),
    ("/resign", "give up the game, the game for one point, or the match (asks first)"),
    ("/leaderboard", "the best of this server: `/leaderboard game:tavli period:this-month`"),
    ("/profile", "ratings, record and dice: `/profile`, `/profile person:@Ben`, `/profile against:@Ben`"),
    ("/history", "finished matches, their files and boards: `/history`, `/history person:@Ben`"),
    ("/analyse", "errors, luck and chances in a finished match: `/analyse`, `/analyse match:12`"),
    ("/verify", "check every roll of a finished match: `/verify`, `/verify match:12`"),
    ("/rules", "a game in two minutes, and its house rules: `/rules`, `/rules game:fevga`"),
    ("/preferences", "yours: reminders, pings, forced plays, who may challenge you, whom you block"),
    ("/privacy", "everything stored about you as a file, or have it deleted"),
    ("/settings", "admins: channels, threads, the usual game, the moderators' role"),
    ("/end", "moderators: end a stuck game without points; `/end number:12` where several run"),
    ("/help", "this list"),
)
HELP_NOTATION = (
    "Points are numbered from **your** side: you start on 24 and home is 6-1. `24/18` one checker with both dice, "
    "`6/2(2)` the same step twice, `5/off` borne off. Spaces or commas between steps, any order, `/` or `-`."
)
