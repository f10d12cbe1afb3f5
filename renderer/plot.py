"""The paper that graphs are drawn on, in the wood of the board, and the line drawn on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from threading import RLock

from PIL import Image, ImageDraw

from renderer.drawing import FINE
from renderer.geometry import Box
from renderer.themes import THEME
from renderer.wood import wood

WIDTH, HEIGHT = 1040, 620
#: Largest file, in bytes.
LIMIT = 80_000
#: Where the graph is; what stands round it is on the frame.
PLOT = Box(150, 34, WIDTH - 150, HEIGHT - 84)

_SIZE = (WIDTH, HEIGHT)
_COLOURS = 64

# FreeType and Pillow's palette lookup keep state between calls: one thread at a time draws.
_LOCK = RLock()


def render_plot(draw: Callable[[Image.Image], None]) -> bytes:
    """The PNG of what ``draw`` puts on an empty plot; 1040 x 620 pixels. Safe in threads."""
    with _LOCK:
        picture = _ground().copy()
        draw(picture)
        picture = picture.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    buffer = BytesIO()
    picture.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def draw_line(picture: Image.Image, dots: list[tuple[float, float]], shown: list[tuple[float, float]]) -> None:
    """A line through all ``dots``, with a dot at those that are ``shown``."""
    for colour, width in ((THEME.outline, 14.0), (THEME.checkers[0].face, 7.0)):
        mask = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
        pen = ImageDraw.Draw(mask)
        pen.line([(x * FINE, y * FINE) for x, y in dots], 255, round(width * FINE), "curve")
        for x, y in shown:
            pen.circle((x * FINE, y * FINE), (width / 2 + 5) * FINE, 255)
        picture.paste(colour, mask=mask.reduce(FINE))


@cache
def _ground() -> Image.Image:
    """The frame and the field; copied, never drawn upon."""
    picture = wood(_SIZE, THEME.frame, seed=11, depth=0.2, figure=0.5, rings=2)
    picture.paste(wood(PLOT.size, THEME.field, seed=5, depth=0.07, figure=0.5, rings=2), PLOT)
    draw = ImageDraw.Draw(picture)
    for out in range(1, 4):
        left, top, right, bottom = PLOT.left - out, PLOT.top - out, PLOT.right - 1 + out, PLOT.bottom - 1 + out
        draw.line([(left, bottom), (left, top), (right, top)], THEME.frame_dark)
        draw.line([(left, bottom), (right, bottom), (right, top)], THEME.frame_light)
    return picture
