"""How a rating went, as a PNG picture in the wood of the board, and in words."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderer.alt_text import shortened
from renderer.drawing import font
from renderer.plot import PLOT, draw_line, render_plot
from renderer.themes import THEME

#: Rating points between two lines, the first that leaves few enough of them.
_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_MOST_LINES = 5
#: Dots are drawn where they stand this many pixels apart.
_DOT_GAP = 24
#: Least rating points from bottom to top, so that a small change does not look like a large one.
_LEAST_SPAN = 40


def render_graph(ratings: Sequence[float], matches: int) -> bytes:
    """The picture of a rating before and after each of the last of ``matches`` matches. Safe in threads."""
    return render_plot(lambda picture: _draw(picture, ratings, matches))


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


def _draw(picture: Image.Image, ratings: Sequence[float], matches: int) -> None:
    draw = ImageDraw.Draw(picture)
    lines = grid(min(ratings), max(ratings))

    def place(index: int, rating: float) -> tuple[float, float]:
        across = index / max(1, len(ratings) - 1)
        up = (rating - lines[0]) / (lines[-1] - lines[0])
        return PLOT.left + 22 + across * (PLOT.width - 44), PLOT.bottom - up * PLOT.height

    for value in lines:
        y = place(0, value)[1]
        draw.line([(PLOT.left, y), (PLOT.right - 1, y)], THEME.frame, 2)
        draw.text((PLOT.left - 16, y), str(value), THEME.number, font(38), "rm")
    dots = [place(index, rating) for index, rating in enumerate(ratings)]
    room = len(dots) < 2 or dots[1][0] - dots[0][0] >= _DOT_GAP
    draw_line(picture, dots, dots if room else dots[-1:])
    last = dots[-1]
    draw.text((PLOT.right + 14, last[1]), f"{ratings[-1]:.0f}", THEME.turn, font(46), "lm")
    _label_matches(draw, matches - len(ratings) + 1, matches)


def _label_matches(draw: ImageDraw.ImageDraw, first: int, last: int) -> None:
    y = PLOT.bottom + 44
    draw.text(((PLOT.left + PLOT.right) / 2, y), "rated matches", THEME.label, font(34), "mm")
    draw.text((PLOT.left + 22, y), str(first), THEME.number, font(36), "mm")
    draw.text((PLOT.right - 22, y), str(last), THEME.number, font(36), "mm")
