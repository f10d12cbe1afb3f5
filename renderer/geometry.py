"""Where everything is in the picture. All lengths in pixels of the finished image, origin top left."""

from __future__ import annotations

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle; right and bottom lie just outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


WIDTH, HEIGHT = 1040, 780

CHECKER = 62  # diameter
PITCH = 66  # width of one column
RAIL = 46  # height of the rails at top and bottom, which carry the point numbers
HALF = 344  # height of a column: half the field
STACK = 282  # length of a full stack, from the rail towards the middle
POINT = 288  # length of a point's triangle
INLAY = 2  # width of the line inlaid round a point
HOME_MARK = 6  # height of the strip on the rail that marks a home board
EDGE = 2  # between the rail and the first checker
PIN_SHOWS = 42  # how much of a pinned checker its cover leaves free
GHOST_SHOWS = 40  # how much of the mark for checkers that left is free of the stack, however high that is

FIELD = Box(24, RAIL, 24 + 13 * PITCH, HEIGHT - RAIL)
LEFT = Box(FIELD.left, FIELD.top, FIELD.left + 6 * PITCH, FIELD.bottom)
BAR = Box(LEFT.right, FIELD.top, LEFT.right + PITCH, FIELD.bottom)
RIGHT = Box(BAR.right, FIELD.top, FIELD.right, FIELD.bottom)
MIDDLE = HEIGHT // 2

PANEL_LEFT, PANEL_RIGHT = 898, 1024
#: Indexed by whether they belong to the viewer: the opponent's at the top, the viewer's at the bottom.
PLATES = (
    Box(PANEL_LEFT, 16, PANEL_RIGHT, 102),
    Box(PANEL_LEFT, HEIGHT - 102, PANEL_RIGHT, HEIGHT - 16),
)
PIPS = Box(48, 16, 118, 46)  # where a plate's pips stand, from its upper left corner
TRAYS = (
    Box(PANEL_LEFT, 110, PANEL_RIGHT, 336),
    Box(PANEL_LEFT, HEIGHT - 336, PANEL_RIGHT, HEIGHT - 110),
)
SCORE = Box(PANEL_LEFT, 344, PANEL_RIGHT, HEIGHT - 344)

DIE = 78
DIE_GAP = 14


def is_top(point: int) -> bool:
    """Whether the viewer's ``point`` hangs from the upper rail."""
    return point > 12


def is_light(point: int) -> bool:
    """Points alternate round the board, so that those facing each other differ too."""
    return point % 2 == 0


def column_left(point: int) -> int:
    """Left edge of the column of the viewer's ``point``: 1 at the bottom right, 24 above it."""
    from_left = point - 13 if is_top(point) else 12 - point
    return FIELD.left + (from_left + from_left // 6) * PITCH


def home_mark(first: int, last: int) -> Box:
    """The strip on the rail that marks a home board between two of its points, the outermost."""
    left = min(column_left(first), column_left(last))
    right = max(column_left(first), column_left(last)) + PITCH
    top = RAIL - 9 if is_top(first) else HEIGHT - RAIL + 9 - HOME_MARK
    return Box(left + 3, top, right - 3, top + HOME_MARK)


def column_top(top: bool) -> int:
    """Upper edge of a column."""
    return FIELD.top if top else FIELD.top + HALF


def stack_offsets(total: int, under: int = 0, *, ghost: bool = False) -> list[float]:
    """How far from the rail each of ``total`` checkers begins, the one at the rail first.

    Up to five lie almost side by side; more share the same length. ``under`` is 1 when the first is a pinned
    one, of which its cover leaves PIN_SHOWS free. A ``ghost``, the mark for checkers that left, comes last.
    """
    full = (STACK - CHECKER) / 4
    lead = PIN_SHOWS if under else 0
    free = total - under
    room = STACK - CHECKER - lead
    step = min(full, room / max(free - 1 + ghost, 1))
    beyond = max(step, GHOST_SHOWS)
    if ghost and free > 1:
        step = min(step, (room - beyond) / (free - 1))
    offsets = ([0.0] if under else []) + [lead + index * step for index in range(free)]
    if ghost:
        offsets.append(offsets[-1] + beyond if offsets else 0.0)
    return offsets


def die_lefts(count: int) -> list[int]:
    """Left edges of ``count`` dice, centred in the right half."""
    width = count * DIE + (count - 1) * DIE_GAP
    left = (RIGHT.left + RIGHT.right - width) // 2
    return [left + index * (DIE + DIE_GAP) for index in range(count)]
