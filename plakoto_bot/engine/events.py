"""What can happen in a game, as values. A game is the list of its events (``engine/game.py`` folds them)."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby

from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.position import Dice, Position, Side


class Stake(Enum):
    """What a side gives up when it resigns."""

    GAME = auto()  # what the game costs at that moment (T4)
    ONE_POINT = auto()  # an accepted offer to lose the game for one point
    MATCH = auto()


class StopReason(Enum):
    """Why a game was stopped without points."""

    ENDED = auto()  # by a moderator, or its channel is gone
    UNCLAIMED = auto()  # a turn ran out of time and nobody claimed the win


@dataclass(frozen=True, slots=True)
class Began:
    """The game begins from this position instead of the usual start; it may have dice, which are the first to play."""

    position: Position


@dataclass(frozen=True, slots=True)
class Contest:
    """A roll of the opening contest, White's die first."""

    dice: Dice

    @property
    def starter(self) -> Side | None:
        """Who begins; None for equal dice, which decide nothing."""
        if self.dice.is_double:
            return None
        return Side.WHITE if self.dice.first > self.dice.second else Side.BLACK


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice that ``side`` plays next."""

    side: Side
    dice: Dice


@dataclass(frozen=True, slots=True)
class Played:
    """A whole turn of ``side``, in the order played; ``()`` is a pass.

    ``forced``: it was the only legal play and made for the player. ``marked`` has the indexes of the steps that hit
    or pin.
    """

    side: Side
    play: Play
    forced: bool = False
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Resigned:
    """``side`` gave up."""

    side: Side
    stake: Stake


@dataclass(frozen=True, slots=True)
class TimedOut:
    """``side`` let its time run out, and the win was claimed."""

    side: Side


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game was stopped without points."""

    reason: StopReason


Event = Began | Contest | Rolled | Played | Resigned | TimedOut | Stopped


def play_text(played: Played) -> str:
    """The play as people read it, hits and pins marked: ``24/19 24/23*``, ``6/2(4)``, ``pass``."""
    return write_play(played.play, played.marked)


def write_play(play: Play, marked: Collection[int] = (), *, with_dice: bool = False) -> str:
    """A play in the mover's numbering, ``*`` after the ``marked`` steps, equal steps in a row written once.

    ``with_dice`` names the die of a checker borne off with a larger one than its point needs: ``3/off:6``. Every other
    step says its die by its length.
    """
    steps = []
    for index, step in enumerate(play):
        die = f":{step.die}" if with_dice and step.die != step.source - step.target else ""
        steps.append(f"{step}{die}{'*' if index in marked else ''}")
    runs = [(step, len(list(run))) for step, run in groupby(steps)]
    return " ".join(step if times == 1 else f"{step}({times})" for step, times in runs) or "pass"
