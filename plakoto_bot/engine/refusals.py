"""Why a play is refused, as a value: sentences are made of it elsewhere, in any language."""

from dataclasses import dataclass
from enum import StrEnum

from plakoto_bot.engine.moves import PASS, Play, Step
from plakoto_bot.engine.position import Dice, Position
from plakoto_bot.errors import RuleError


class RefusalKind(StrEnum):
    """What is wrong with a play, and in brackets what else is known of it beside the step."""

    # One step.
    GAME_ENDED = "game-ended"  # the steps before it end the game (example)
    DIE_USED = "die-used"
    DIE_NOT_ROLLED = "die-not-rolled"
    DIE_NOT_NEXT = "die-not-next"  # another die comes first (die)
    NO_CHECKER = "no-checker"
    CLOSED = "closed"  # by opposing checkers (count)
    NOT_HOME = "not-home"  # bearing off with a checker outside (place)
    NOT_FARTHEST = "not-farthest"  # bearing off with a die too large, and another checker is farther (place)
    PINNED = "pinned"
    ON_OWN_PIN = "on-own-pin"  # lands on the checker that pins one's own
    BAR_FIRST = "bar-first"  # checkers on the bar come in first (count)
    JUST_HIT = "just-hit"
    START_HELD = "start-held"
    QUARTER_FULL = "quarter-full"
    # The whole play.
    TOO_FEW_DICE = "too-few-dice"  # dice played, and a play of more (count, example)
    SMALLER_DIE = "smaller-die"  # the larger has to be played (die)
    SHUT_IN = "shut-in"  # a play that opens the wall (example)
    # What was written, before it is a play.
    TOO_MANY_STEPS = "too-many-steps"  # steps written and dice there are (count, most)
    BACKWARDS = "backwards"  # a hop away from home (hop)
    DISTANCE = "distance"  # a hop that the roll cannot make (hop, dice)
    NOT_TOGETHER = "not-together"  # hops that the roll cannot make together (dice)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refusal: the paragraph ``rule`` of docs/rules.md and what its kind knows. Places are the mover's own."""

    kind: RefusalKind
    rule: str
    step: Step | None = None
    die: int = 0
    count: int = 0
    most: int = 0
    place: int = 0
    example: Play = PASS
    hop: tuple[int, int] | None = None
    dice: Dice | None = None


class IllegalPlay(RuleError):
    """A play the rules refuse; ``refusal`` says why, and ``rule``, ``step`` and ``die`` are its own.

    ``rule`` is the paragraph of docs/rules.md (``P5``); ``step`` and ``die`` are None where the whole play is at fault.
    What was written and is no play at all has ``play`` ``()``. ``words/refusals.py`` has the sentences.
    """

    def __init__(self, position: Position, play: tuple[Step, ...], refusal: Refusal) -> None:
        self.position = position
        self.play = play
        self.refusal = refusal
        self.rule = refusal.rule
        self.step = refusal.step
        self.die = refusal.step.die if refusal.step else None
        steps = " ".join(map(str, play)) or "/".join(map(str, refusal.hop or ())) or "-"
        super().__init__(f"illegal play in {str(position)!r}: {steps} is refused as {refusal.kind} ({refusal.rule})")
