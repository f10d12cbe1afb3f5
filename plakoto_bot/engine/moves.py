"""Steps and plays: one checker moved with one die, and a whole turn of them."""

from typing import NamedTuple

from plakoto_bot.engine.packed import BAR, OFF, at


class Step(NamedTuple):
    """One checker, one die, in the mover's own numbering. ``target`` is 0 when it is borne off."""

    source: int
    target: int
    die: int

    def __str__(self) -> str:
        return f"{format_place(self.source)}/{format_place(self.target)}"


#: A whole turn in the order played; ``()`` is a pass.
Play = tuple[Step, ...]

PASS: Play = ()


def format_place(place: int) -> str:
    """``24``, ``bar`` or ``off``."""
    return {BAR: "bar", OFF: "off"}.get(place) or str(place)


def step_from(source: int, die: int) -> Step:
    """The step of the checker on ``source`` with ``die``; beyond the last point it is borne off."""
    return Step(source, max(source - die, OFF), die)


#: For each die: mask of the source -> the step, and what it adds to the mover's packed counts.
STEPS: dict[int, dict[int, tuple[Step, int]]] = {
    die: {at(source): (step_from(source, die), at(max(source - die, OFF)) - at(source)) for source in range(1, BAR + 1)}
    for die in range(1, 7)
}


def format_play(play: Play) -> str:
    """The bare steps, ``24/19 24/23``, or ``pass``; ``notation.format_play`` also marks pins and hits."""
    return " ".join(map(str, play)) or "pass"
