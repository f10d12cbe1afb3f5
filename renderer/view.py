"""What a picture of the board is to show."""

from __future__ import annotations

from dataclasses import dataclass

from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.position import Position, Side
from plakoto_bot.engine.rules import Outcome


@dataclass(frozen=True, slots=True)
class BoardView:
    """A position as one player sees it; ``position.dice`` are the dice shown.

    ``viewer`` has the own home at the bottom right and reads the own numbering on the points. ``played`` holds
    the dice used so far this turn (a double has four). ``last_play`` is in ``last_mover``'s own numbering, and ``hits``
    of the checkers on the other side's bar were hit by it.
    ``score`` is games or points won by White and Black, shown when given. With an ``outcome`` the game is over: nobody
    is on roll and no dice lie on the board.
    """

    position: Position
    viewer: Side
    played: tuple[int, ...] = ()
    last_play: Play = ()
    last_mover: Side | None = None
    score: tuple[int, int] | None = None
    match_length: int | None = None
    hits: int = 0
    outcome: Outcome | None = None

    @property
    def on_roll(self) -> Side | None:
        """The side whose turn it is, None when the game is over."""
        return self.position.turn if self.outcome is None else None

    @property
    def dice(self) -> tuple[tuple[int, bool], ...]:
        """Each die in the order rolled (four of a double) and whether it is already played."""
        roll = self.position.dice
        if roll is None or self.outcome is not None:
            return ()
        left = list(self.played)
        shown = []
        for die in roll.steps if roll.is_double else roll:
            used = die in left
            if used:
                left.remove(die)
            shown.append((die, used))
        return tuple(shown)

    def place_of(self, side: Side, point: int) -> int:
        """The viewer's number for ``side``'s own ``point`` (1-24)."""
        layout = self.position.layout
        return layout.to_white(self.viewer, layout.to_white(side, point))
