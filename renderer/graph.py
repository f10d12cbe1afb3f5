"""How a rating went, as a PNG picture in the wood of the board, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from threading import RLock

from PIL import Image, ImageDraw

from renderer.alt_text import shortened
from renderer.drawing import FINE, font
from renderer.geometry import Box
from renderer.themes import THEME
from renderer.wood import wood

WIDTH, HEIGHT = 1040, 620
#: Largest file, in bytes.
LIMIT = 80_000

_SIZE = (WIDTH, HEIGHT)
_PLOT = Box(150, 34, WIDTH - 150, HEIGHT - 84)
_COLOURS = 64
#: Rating points between two lines, the first that leaves few enough of them.
_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_MOST_LINES = 5
#: Dots are drawn where they stand this many pixels apart.
_DOT_GAP = 24
#: Least rating points from bottom to top, so that a small change does not look like a large one.
_LEAST_SPAN = 40

# FreeType and Pillow's palette lookup keep state between calls: one thread at a time draws.
_LOCK = RLock()


def render_graph(ratings: Sequence[float], matches: int) -> bytes:
    """The picture of a rating before and after each of the last of ``matches`` matches; 1040 x 620 pixels.

    Safe in threads.
    """
    with _LOCK:
        picture = _compose(ratings, matches).quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    buffer = BytesIO()
    picture.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def describe_graph(ratings: Sequence[float], kind: str) -> str:
    """The picture in words, for people who do not see it."""
    matches = len(ratings) - 1
    last = ", ".join(f"{rating:.0f}" for rating in ratings[-10:])
    return shortened(
        f"Line graph of the {kind.capitalize()} rating over {matches} rated match{'es' if matches != 1 else ''}: "
        f"from {ratings[0]:.0f} to {ratings[-1]:.0f}, highest {max(ratings):.0f}, lowest {min(ratings):.0f}. "
        f"The last values: {last}."
    )


def grid(low: float, high: float) -> range:
    """The ratings at which lines are drawn, from at or below ``low`` to at or above ``high``."""
    if high - low < _LEAST_SPAN:
        middle = (low + high) / 2
        low, high = middle - _LEAST_SPAN / 2, middle + _LEAST_SPAN / 2
    for step in _STEPS:
        first, last = int(low // step) * step, -int(-high // step) * step
        if (last - first) // step <= _MOST_LINES:
            break
    return range(first, last + 1, step)


def _compose(ratings: Sequence[float], matches: int) -> Image.Image:
    picture = _ground().copy()
    draw = ImageDraw.Draw(picture)
    lines = grid(min(ratings), max(ratings))

    def place(index: int, rating: float) -> tuple[float, float]:
        across = index / max(1, len(ratings) - 1)
        up = (rating - lines[0]) / (lines[-1] - lines[0])
        return _PLOT.left + 22 + across * (_PLOT.width - 44), _PLOT.bottom - up * _PLOT.height

    for value in lines:
        y = place(0, value)[1]
        draw.line([(_PLOT.left, y), (_PLOT.right - 1, y)], THEME.frame, 2)
        draw.text((_PLOT.left - 16, y), str(value), THEME.number, font(38), "rm")
    dots = [place(index, rating) for index, rating in enumerate(ratings)]
    for colour, width in ((THEME.outline, 14.0), (THEME.checkers[0].face, 7.0)):
        picture.paste(colour, mask=_trace(dots, width))
    last = dots[-1]
    draw.text((_PLOT.right + 14, last[1]), f"{ratings[-1]:.0f}", THEME.turn, font(46), "lm")
    _label_matches(draw, matches - len(ratings) + 1, matches)
    return picture


def _trace(dots: list[tuple[float, float]], width: float) -> Image.Image:
    """The mask of a line through all dots, with each dot where there is room and always the last."""
    room = len(dots) < 2 or dots[1][0] - dots[0][0] >= _DOT_GAP
    mask = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
    pen = ImageDraw.Draw(mask)
    pen.line([(x * FINE, y * FINE) for x, y in dots], 255, round(width * FINE), "curve")
    for x, y in dots if room else dots[-1:]:
        pen.circle((x * FINE, y * FINE), (width / 2 + 5) * FINE, 255)
    return mask.reduce(FINE)


def _label_matches(draw: ImageDraw.ImageDraw, first: int, last: int) -> None:
    y = _PLOT.bottom + 44
    draw.text(((_PLOT.left + _PLOT.right) / 2, y), "rated matches", THEME.label, font(34), "mm")
    draw.text((_PLOT.left + 22, y), str(first), THEME.number, font(36), "mm")
    draw.text((_PLOT.right - 22, y), str(last), THEME.number, font(36), "mm")


@cache
def _ground() -> Image.Image:
    """The frame and the field; copied, never drawn upon."""
    picture = wood(_SIZE, THEME.frame, seed=11, depth=0.2, figure=0.5, rings=2)
    picture.paste(wood(_PLOT.size, THEME.field, seed=5, depth=0.07, figure=0.5, rings=2), _PLOT)
    draw = ImageDraw.Draw(picture)
    for out in range(1, 4):
        left, top, right, bottom = _PLOT.left - out, _PLOT.top - out, _PLOT.right - 1 + out, _PLOT.bottom - 1 + out
        draw.line([(left, bottom), (left, top), (right, top)], THEME.frame_dark)
        draw.line([(left, bottom), (right, bottom), (right, top)], THEME.frame_light)
    return picture
