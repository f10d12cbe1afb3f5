"""Wood grain, made from seeded noise: the same on every machine and at every start."""

from __future__ import annotations

from math import pi, sin
from random import Random

from PIL import Image, ImageOps

from renderer.themes import Colour

#: Height of a line of grain in pixels, and how many tones there are. Few tones, in equal rows and long
#: horizontal runs, keep the finished file small; that is also why the grain never runs upright.
ROW = 3
TONES = 3


def wood(
    size: tuple[int, int], colour: Colour, seed: int, depth: float, figure: float = 0, rings: float = 0
) -> Image.Image:
    """A plank of ``size`` pixels with its grain from left to right.

    ``depth`` is how far the tones go from ``colour``, as a share of it. ``figure`` is the share of growth rings
    in the grain (``rings`` of them between the extremes of the noise), the rest being pores.
    """
    width, height = size
    random = Random(seed)
    coarse = (width, -(-height // ROW))
    # Growth rings: contour lines of a smooth field that is stretched along the plank.
    field = _noise(random, max(2, width // 300), max(3, height // 95)).resize(coarse, Image.Resampling.BICUBIC)
    lines = field.point([round(127.5 + 127.5 * sin(value / 255 * 2 * pi * rings)) for value in range(256)])
    # Pores: each row a little different, changing slowly along it.
    pores = _noise(random, max(1, width // 300), coarse[1]).resize(coarse, Image.Resampling.BICUBIC)
    step = 255 / (TONES - 1)
    grain = Image.blend(pores, lines, figure).point([round(round(value / step) * step) for value in range(256)])
    grain = grain.resize((width, coarse[1] * ROW), Image.Resampling.NEAREST).crop((0, 0, width, height))
    return ImageOps.colorize(grain, _times(colour, 1 - depth), _times(colour, 1 + depth), colour)


def _noise(random: Random, width: int, height: int) -> Image.Image:
    return Image.frombytes("L", (width, height), random.randbytes(width * height))


def _times(colour: Colour, factor: float) -> Colour:
    red, green, blue = (min(255, round(value * factor)) for value in colour)
    return red, green, blue
