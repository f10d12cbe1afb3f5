"""Checkers, dice and the marks laid on them, in full colour with smooth edges (RGBA)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PIL import Image, ImageFilter

from renderer import geometry as g
from renderer.drawing import Pen, cut, shape, slope
from renderer.themes import CheckerColours, Colour

#: How far a shadow reaches beyond its piece, in pixels; shadows fall a little downwards.
SHADOW = 5

_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


@cache
def checker(colours: CheckerColours, diameter: int = g.CHECKER) -> Image.Image:
    """One checker from above: edge, raised rim, groove, face and perhaps a ring in it."""
    size = (diameter, diameter)
    middle, unit = diameter / 2, diameter / g.CHECKER

    def disc(inset: float) -> Image.Image:
        return shape(size, lambda pen: pen.circle(middle - 0.125, middle - 0.125, middle - inset * unit))

    face = slope(size, colours.shade, colours.face)
    picture = cut(colours.edge, disc(0.25))
    picture.paste(slope(size, colours.rim_light, colours.rim_dark), mask=disc(1.8))
    picture.paste(slope(size, colours.rim_dark, colours.rim_light), mask=disc(7))
    picture.paste(face, mask=disc(8.5))
    if colours.ring:
        picture.paste(colours.ring, mask=disc(12.5))
        picture.paste(face, mask=disc(17))
    return picture


@cache
def checker_shadow() -> Image.Image:
    """To be laid SHADOW pixels left of and above a checker."""
    middle = g.CHECKER / 2 + SHADOW
    return _shadow(g.CHECKER, lambda pen: pen.circle(middle, middle + 2, g.CHECKER / 2, _SHADE))


@cache
def die_shadow() -> Image.Image:
    """To be laid SHADOW pixels left of and above a die."""
    far = SHADOW + g.DIE
    return _shadow(g.DIE, lambda pen: pen.box((SHADOW, SHADOW + 3, far, far + 2), 15, _SHADE))


_SHADE = 130


def _shadow(side: int, draw: Callable[[Pen], None]) -> Image.Image:
    size = (side + 2 * SHADOW, side + 2 * SHADOW)
    return cut((16, 8, 4), shape(size, draw).filter(ImageFilter.GaussianBlur(2)))


def ring(colour: Colour, outline: Colour, width: float, *, edge: float = 1.5, dashed: bool = False) -> Image.Image:
    """A ring the size of a checker, ``width`` pixels wide with an ``edge`` on either side; dashed for one that left."""
    size = (g.CHECKER, g.CHECKER)
    middle = g.CHECKER / 2

    def draw(pen: Pen, outer: float, inner: float) -> None:
        if dashed:
            for start in range(0, 360, 45):
                pen.sector(middle, middle, outer, start, start + 28)
        else:
            pen.circle(middle, middle, outer)
        pen.circle(middle, middle, inner, 0)

    picture = cut(outline, shape(size, lambda pen: draw(pen, middle - 0.5, middle - 0.5 - width - 2 * edge)))
    picture.paste(colour, mask=shape(size, lambda pen: draw(pen, middle - 0.5 - edge, middle - 0.5 - edge - width)))
    return picture


def crown(colour: Colour, outline: Colour, width: int) -> Image.Image:
    """The mother's mark."""
    height = width * 3 // 4

    def draw(pen: Pen, grow: float) -> None:
        pen.polygon(
            [
                (4 - grow, height - 3 + grow),
                (2 - grow, height * 0.28 - grow),
                (width * 0.29, height * 0.55 - grow),
                (width * 0.5, 3 - 1.6 * grow),
                (width * 0.71, height * 0.55 - grow),
                (width - 2 + grow, height * 0.28 - grow),
                (width - 4 + grow, height - 3 + grow),
            ]
        )

    picture = cut(outline, shape((width, height), lambda pen: draw(pen, 2)))
    picture.paste(colour, mask=shape((width, height), lambda pen: draw(pen, -0.5)))
    return picture


def pin_badge(colour: Colour, ink: Colour, side: int) -> Image.Image:
    """A round badge with a drawing pin, for a pinned checker."""
    size, middle, unit = (side, side), side / 2, side / 30

    def pin(pen: Pen) -> None:
        for left, top, right, bottom in ((9, 6, 21, 10), (11.5, 9, 18.5, 15), (8, 14, 22, 18), (13.8, 17, 16.2, 25)):
            pen.box((left * unit, top * unit, right * unit, bottom * unit))

    picture = cut(ink, shape(size, lambda pen: pen.circle(middle, middle, middle - 0.3)))
    picture.paste(colour, mask=shape(size, lambda pen: pen.circle(middle, middle, middle - 2.2)))
    picture.paste(ink, mask=shape(size, pin))
    return picture


def die(value: int, colours: CheckerColours, *, used: bool) -> Image.Image:
    """A die in its owner's colours; a used one is faded so that the board shows through."""
    side = g.DIE
    size = (side, side)

    def square(inset: float, radius: float) -> Image.Image:
        return shape(size, lambda pen: pen.box((inset, inset, side - inset, side - inset), radius))

    def pips(pen: Pen) -> None:
        for x, y in _PIPS[value]:
            pen.circle(side * (0.5 + 0.25 * x), side * (0.5 + 0.25 * y), side * 0.093)

    picture = cut(colours.edge, square(0, 15))
    picture.paste(slope(size, colours.rim_light, colours.rim_dark), mask=square(1.5, 14))
    picture.paste(slope(size, colours.face, colours.shade), mask=square(5, 12))
    picture.paste(colours.ring or colours.ink, mask=shape(size, pips))
    if used:
        picture.putalpha(picture.getchannel("A").point([alpha * 2 // 5 for alpha in range(256)]))
    return picture
