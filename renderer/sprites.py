"""Everything laid on the empty board, in the one palette that all of it shares.

A sprite is composed in full colour over the part of the board it will lie on, then reduced to the palette, so
its edges and shadows are smooth. Sprites are made when first needed and kept, within bounds.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from threading import RLock
from typing import NamedTuple

from PIL import Image

from plakoto_bot.engine.packed import BAR, CHECKERS
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome
from renderer import columns, panel, pieces, surface
from renderer import geometry as g
from renderer.columns import Column
from renderer.themes import THEME

#: Shares of the palette. Fewer colours make longer runs and with them smaller files.
BOARD_COLOURS, PIECE_COLOURS = 40, 60

#: Fainter parts of a shadow (0-255) are left to the board's own grain.
_FAINTEST = 26

#: With every checker on the bar.
_MOST_PIPS = CHECKERS * BAR

# Pillow's palette lookup and FreeType keep state between calls: one thread at a time makes sprites.
_LOCK = RLock()


class Sprite(NamedTuple):
    """A palette image, the mask of its pixels that count (None: all), and its place in the column or picture."""

    image: Image.Image
    mask: Image.Image | None
    left: int
    top: int


def empty_board() -> Image.Image:
    """A fresh copy of the empty board, to be pasted upon. The kept one is never handed out."""
    return _layers()[1].copy()


def warm_up() -> None:
    """Draw the board and the commonest sprites: of a hundred columns in games, two or three are not among them."""
    for top, light in product((True, False), (True, False)):
        for left in (1, 2):
            column(Column(top, light, None, 0, left=left))
        for owner, count in product(Side, range(1, CHECKERS + 1)):
            for arrived, left in ((0, 0), (1, 0), (0, 1)):
                column(Column(top, light, owner, count, arrived=arrived, left=left))
        for owner, count, arrived in product(Side, range(1, 5), (0, 1)):
            column(Column(top, light, owner, count, pin=True, arrived=arrived))
    for value, side, used in product(range(1, 7), Side, (False, True)):
        die(value, side, used)
    for near, side, on_roll in product((True, False), Side, (True, False)):
        plate(near, side, on_roll)
    for count, on_roll in product(range(_MOST_PIPS + 1), (True, False)):
        pips(count, on_roll)


# --- the empty board and the palette -------------------------------------------------------------------------


def _layers() -> tuple[Image.Image, Image.Image]:
    """The empty board in full colour and in the shared palette; drawn by whoever comes first, the others wait."""
    with _LOCK:
        return _draw_layers()


@cache
def _draw_layers() -> tuple[Image.Image, Image.Image]:
    full = surface.empty_board(THEME)
    reduced = full.quantize(palette=_palette(full), dither=Image.Dither.NONE)
    reduced.load()
    return full, reduced


def _palette(full: Image.Image) -> Image.Image:
    """A share for the board, a share for all that is laid on it, and the colours that must be exact."""
    exact = [THEME.field, THEME.light_point, THEME.dark_point, THEME.inlay, THEME.well, THEME.brass]
    exact += [THEME.pin, THEME.badge, THEME.moved, THEME.turn, THEME.home_number, THEME.number, THEME.badge_ink]
    exact += [colour for colours in THEME.checkers for colour in (colours.face, colours.ink, colours.crown)]
    entries = [
        *_entries(full, BOARD_COLOURS),
        *_entries(_sample_sheet(full), PIECE_COLOURS),
        *(value for colour in exact for value in colour),
    ]
    palette = Image.new("P", (1, 1))
    palette.putpalette(entries)
    return palette


def _entries(picture: Image.Image, count: int) -> list[int]:
    """The ``count`` colours that serve a picture best, as a flat list."""
    return (picture.quantize(count, Image.Quantize.MEDIANCUT, kmeans=1).getpalette() or [])[: count * 3]


def _sample_sheet(full: Image.Image) -> Image.Image:
    """One of each kind of thing that is laid on the board."""
    sheet = Image.new("RGB", (560, 700), THEME.field)
    for index, (light, owner) in enumerate(product((True, False), Side)):
        key = Column(True, light, owner, 5, pin=True, mother=True, arrived=1, left=1)
        sheet.paste(_over(columns.ground(True, light), columns.stack(key)), (index * 2 * g.PITCH, 0))
    for side, used in product(Side, (False, True)):
        piece = pieces.die(5, THEME.checkers[side], used=used)
        sheet.paste(piece, (side * 200 + used * 90, 360), piece)
    for side in Side:
        on_roll = side is Side.WHITE
        left, top = 410, 350 + side * 100
        sheet.paste(panel.plate(full, True, side, on_roll), (left, top))
        sheet.paste(panel.pips(167, on_roll), (left + g.PIPS.left, top + g.PIPS.top))
        sheet.paste(panel.tray(full, True, side, 15, 1), (side * 140, 450))
    return sheet


def _reduced(picture: Image.Image, overlay: Image.Image | None, left: int, top: int) -> Sprite:
    """A finished sprite; the pixels that count are those where the overlay covers anything."""
    image = picture.quantize(palette=_layers()[1], dither=Image.Dither.NONE)
    image.load()
    mask = None
    if overlay is not None:
        mask = overlay.getchannel("A").point([0] * _FAINTEST + [255] * (256 - _FAINTEST), "1")
    return Sprite(image, mask, left, top)


def _over(ground: Image.Image, overlay: Image.Image) -> Image.Image:
    picture = ground.copy()
    picture.paste(overlay, mask=overlay)
    return picture


# --- sprites, kept within bounds: all of them full are about 40 MB --------------------------------------


@lru_cache(maxsize=1024)
def column(key: Column) -> Sprite:
    """The sprite of a column; its place is relative to the column's upper left corner."""
    with _LOCK:
        overlay = columns.stack(key)
        box = overlay.getbbox() or (0, 0, 1, 1)
        return _reduced(_over(columns.ground(key.top, key.light), overlay).crop(box), overlay.crop(box), *box[:2])


@lru_cache(maxsize=32)
def die(value: int, side: Side, used: bool) -> Sprite:
    """A die; its place is relative to its upper left corner and makes room for the shadow."""
    with _LOCK:
        piece = pieces.die(value, THEME.checkers[side], used=used)
        overlay = Image.new("RGBA", pieces.die_shadow().size)
        if not used:
            overlay.alpha_composite(pieces.die_shadow())
        overlay.alpha_composite(piece, (pieces.SHADOW, pieces.SHADOW))
        ground = Image.new("RGB", overlay.size, THEME.field)
        return _reduced(_over(ground, overlay), overlay, -pieces.SHADOW, -pieces.SHADOW)


@cache
def plate(near: bool, side: Side, on_roll: bool) -> Sprite:
    """One side's plate without its pips, lit up while it is on roll."""
    with _LOCK:
        return _reduced(panel.plate(_layers()[0], near, side, on_roll), None, *g.PLATES[near][:2])


@cache
def pips(count: int, on_roll: bool) -> Sprite:
    """A side's pips; their place is relative to the upper left corner of its plate."""
    with _LOCK:
        return _reduced(panel.pips(count, on_roll), None, *g.PIPS[:2])


@lru_cache(maxsize=32)
def verdict(near: bool, side: Side, pips: int, outcome: Outcome) -> Sprite:
    """The plate of the side that has won, or of either when nobody has."""
    with _LOCK:
        return _reduced(panel.verdict(_layers()[0], near, side, pips, outcome), None, *g.PLATES[near][:2])


@lru_cache(maxsize=128)
def tray(near: bool, side: Side, off: int, arrived: int) -> Sprite:
    """One side's tray with what it has borne off, ``arrived`` of it in the last play."""
    with _LOCK:
        return _reduced(panel.tray(_layers()[0], near, side, off, arrived), None, *g.TRAYS[near][:2])


@lru_cache(maxsize=16)
def home(side: Side, box: g.Box) -> Sprite:
    """The strip in a side's colours along its home board."""
    with _LOCK:
        return _reduced(panel.home(_layers()[0], side, box), None, *box[:2])


@lru_cache(maxsize=128)
def tally(viewer: Side, score: tuple[int, int], match_length: int | None) -> Sprite:
    """The score, the opponent's above the viewer's, and how many points the match goes to."""
    with _LOCK:
        return _reduced(panel.tally(_layers()[0], viewer, score, match_length), None, *g.SCORE[:2])
