"""Smooth shapes, slopes of colour and letters: what all the artwork is drawn with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont, ImageOps

from renderer.themes import Colour

#: Shapes are drawn this many times larger than they are shown, which makes their edges smooth.
FINE = 4


class Pen:
    """Draws on a mask FINE times as large as shown; its methods take shown pixels. ``fill`` 255 covers, 0 cuts out."""

    def __init__(self, mask: Image.Image) -> None:
        self._draw = ImageDraw.Draw(mask)

    def circle(self, x: float, y: float, radius: float, fill: int = 255) -> None:
        """A disc about a centre."""
        self._draw.ellipse(_fine((x - radius, y - radius, x + radius, y + radius)), fill)

    def sector(self, x: float, y: float, radius: float, start: float, end: float) -> None:
        """A slice of a disc, clockwise, in degrees from three o'clock."""
        self._draw.pieslice(_fine((x - radius, y - radius, x + radius, y + radius)), start, end, 255)

    def arc(self, box: tuple[float, float, float, float], start: float, end: float, width: float) -> None:
        """A bent line inside the ellipse of ``box``, in degrees as for ``sector``."""
        self._draw.arc(_fine(box), start, end, 255, round(width * FINE))

    def line(self, corners: tuple[float, float, float, float], width: float) -> None:
        """A straight line between two points."""
        self._draw.line(_fine(corners), 255, round(width * FINE))

    def polygon(self, corners: Iterable[tuple[float, float]]) -> None:
        """A filled outline."""
        self._draw.polygon([(x * FINE, y * FINE) for x, y in corners], 255)

    def box(self, box: tuple[float, float, float, float], radius: float = 0, fill: int = 255) -> None:
        """A rectangle with rounded corners; right and bottom lie just outside it."""
        left, top, right, bottom = _fine(box)
        self._draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * FINE, fill)


def _fine(values: Iterable[float]) -> list[float]:
    return [value * FINE for value in values]


def shape(size: tuple[int, int], draw: Callable[[Pen], None]) -> Image.Image:
    """A mask of ``size`` with smooth edges of what ``draw`` fills."""
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE))
    draw(Pen(mask))
    return mask.reduce(FINE)


def polygon(size: tuple[int, int], corners: Iterable[tuple[float, float]]) -> Image.Image:
    """A mask of ``size`` with one filled outline."""
    return shape(size, lambda pen: pen.polygon(corners))


def slope(size: tuple[int, int], top: Colour, bottom: Colour) -> Image.Image:
    """A change of colour from top to bottom. Each row is of one colour, which costs almost nothing in a PNG file."""
    return ImageOps.colorize(Image.linear_gradient("L").resize(size), top, bottom)


def cut(picture: Image.Image | Colour, mask: Image.Image) -> Image.Image:
    """The part of a picture, or of a colour, that a mask leaves: RGBA."""
    layer = picture.copy() if isinstance(picture, Image.Image) else Image.new("RGB", mask.size, picture)
    layer.putalpha(mask)
    return layer


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Roboto Bold of ``size`` pixels."""
    return ImageFont.truetype(BytesIO(_roboto()), size)


@cache
def _roboto() -> bytes:
    """The font file, read once from its package."""
    return (files("font_roboto") / "files" / "Roboto-Bold.ttf").read_bytes()
