"""How much of something there may be at once."""

#: Matches against the bot that run in one server at once, where neither the host nor its admins chose.
DEFAULT_BOT_GAMES = 20
#: Challenges by one person in one server that are open at once.
MOST_OPEN_CHALLENGES = 5
#: Challenges by one person to one other that came to nothing, within this time, before a further one is refused.
MOST_OFTEN = 3
OFTEN_SECONDS = 60 * 60
#: People on one block list: what fits into the column that keeps a person's choices, many times over.
MOST_BLOCKED = 100
#: Messages beside that of the turn whose controls go with it: two offers and a claim, and some more claims where the
#: clock was set again.
MOST_SIDE_MESSAGES = 8
