"""Why a play is refused, in English."""

from plakoto_bot.engine.moves import format_place, format_play
from plakoto_bot.engine.packed import BAR
from plakoto_bot.engine.refusals import IllegalPlay, Refusal, RefusalKind
from plakoto_bot.errors import PlakotoError
from plakoto_bot.words.common import counted

#: How many dice a play uses, in a sentence.
_COUNT = ("no die", "one die", "two dice", "three dice", "four dice")
#: Of one step first, then of a whole play, then of what was written. ``_known`` says what the names stand for.
_SENTENCES = {
    RefusalKind.GAME_ENDED: "{example} already ends the game",
    RefusalKind.DIE_USED: "{step} needs a {step.die}, which is already played",
    RefusalKind.DIE_NOT_ROLLED: "{step} needs a {step.die}, which was not rolled",
    RefusalKind.DIE_NOT_NEXT: "{step} needs a {step.die}, and the {die} has to be played before it",
    RefusalKind.NO_CHECKER: "{step}: you have no checker on {source}",
    RefusalKind.CLOSED: "{step}: the {step.die} lands on {target}, closed by {closing}",
    RefusalKind.NOT_HOME: "{step}: you bear off only when all your checkers are home, and one is on {place}",
    RefusalKind.NOT_FARTHEST: "{step}: a {step.die} bears off only the farthest checker, and that is on {place}",
    RefusalKind.PINNED: "{step}: your checker on {source} is pinned and cannot move",
    RefusalKind.ON_OWN_PIN: "{step}: the {step.die} lands on the checker that pins yours, and that point is closed",
    RefusalKind.BAR_FIRST: "{step}: {own} on the bar must come in before any other moves with the {step.die}",
    RefusalKind.JUST_HIT: "{step}: the checker on {source} has just hit at home and may not move again this turn",
    RefusalKind.START_HELD: (
        "{step}: no second checker leaves your start before the first has passed the opponent's start"
    ),
    RefusalKind.QUARTER_FULL: "{step}: with the {step.die} you would hold all six points of your starting quarter",
    RefusalKind.TOO_FEW_DICE: "this plays {few} where {many} can be played, as in {example}",
    RefusalKind.SMALLER_DIE: "only one die can be played, and it must be the larger, the {die}",
    RefusalKind.SHUT_IN: (
        "every opposing checker stays shut in behind your six points in a row, and you must open them, as in {example}"
    ),
    RefusalKind.TOO_MANY_STEPS: "that is {count} steps, and this roll gives {most}",
    RefusalKind.BACKWARDS: "{hop} does not go towards home, which is from 24 down to 1 and off",
    RefusalKind.DISTANCE: "{hop} is {pips}, which a roll of {dice.first}-{dice.second} cannot make",
    RefusalKind.NOT_TOGETHER: "a roll of {dice.first}-{dice.second} cannot make all of these steps together",
}


def refusal(error: IllegalPlay) -> str:
    """The reason for the mover, without a capital and a full stop; it names the step in the mover's numbering."""
    return _SENTENCES[error.refusal.kind].format_map(_known(error.refusal))


def explained(error: PlakotoError) -> str:
    """An error as the command line shows it: a refused play with its reason in full."""
    if isinstance(error, IllegalPlay):
        return f"illegal play in {str(error.position)!r}: {refusal(error)} ({error.rule})"
    return str(error)


def _known(why: Refusal) -> dict[str, object]:
    """What sentences can speak of; a step, a hop or a roll only where there is one."""
    count = why.count
    known: dict[str, object] = {name: getattr(why, name) for name in ("step", "die", "dice", "count", "most")}
    known |= {"place": _place(why.place), "example": format_play(why.example)}
    known |= {"few": _dice(count), "many": _dice(len(why.example))}
    known["closing"] = f"{count} opposing checkers" if count > 1 else "an opposing checker"
    known["own"] = "your checker" if count == 1 else f"your {count} checkers"
    if why.step:
        known |= {"source": _place(why.step.source), "target": _place(why.step.target)}
    if why.hop:
        known |= {"hop": "/".join(map(format_place, why.hop)), "pips": counted(why.hop[0] - why.hop[1], "pip")}
    return known


def _place(place: int) -> str:
    return "the bar" if place == BAR else f"your {place} point"


def _dice(count: int) -> str:
    return _COUNT[count] if count < len(_COUNT) else f"{count} dice"
