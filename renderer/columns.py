"""What stands on a point or on the bar, with the marks on it, in full colour (RGBA)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from plakoto_bot.engine.position import Side
from renderer import geometry as g
from renderer import pieces
from renderer.drawing import font, polygon, shape
from renderer.surface import triangle
from renderer.themes import THEME, CheckerColours

#: How far the dashed ring reaches inwards, with its outline.
_DASH = 10


class Column(NamedTuple):
    """What stands on one point or on one side's half of the bar; the key of its sprite.

    ``light`` is the point's colour, None for the bar. ``arrived`` and ``left`` count the checkers that the last
    play put here or took away; ``pin_arrived`` says that it put the one that is pinned by now, ``hit`` counts those
    that it sent to the bar. ``mother`` says that the owner's mother stands here alone, ``pinned_mother`` that the
    pinned checker is a mother.
    """

    top: bool
    light: bool | None
    owner: Side | None
    checkers: int
    pin: bool = False
    mother: bool = False
    pinned_mother: bool = False
    arrived: int = 0
    left: int = 0
    pin_arrived: bool = False
    hit: int = 0


@cache
def ground(top: bool, light: bool | None) -> Image.Image:
    """What lies under a column, without its grain."""
    size = (g.PITCH, g.HALF)
    if light is None:
        return Image.new("RGB", size, THEME.frame)
    under = Image.new("RGB", size, THEME.field)
    for inset, colour in ((0, THEME.inlay), (g.INLAY, THEME.light_point if light else THEME.dark_point)):
        corners = triangle(0, 0 if top else g.HALF, top, inset)
        under.paste(colour, mask=polygon(size, corners))
    return under


def stack(key: Column) -> Image.Image:
    """The checkers of a column and the marks on them, RGBA, from the rail towards the middle."""
    overlay = Image.new("RGBA", (g.PITCH, g.HALF))
    under = int(key.pin)
    standing = under + key.checkers
    offsets = g.stack_offsets(standing, under, ghost=key.left > 0)
    places = [_place(key, offset) for offset in offsets]
    if key.left:
        _mark_left(overlay, places[-1], key, offsets)
    if key.owner is None:
        return overlay
    for index, at in enumerate(places[:standing]):
        if index < under:
            _lay_checker(overlay, key.owner.other, at, arrived=key.pin_arrived)
            _mark_pinned(overlay, at, key)
        else:
            _lay_checker(overlay, key.owner, at, arrived=index >= standing - key.arrived)
            if index >= standing - key.hit:
                overlay.alpha_composite(_hit_ring(), at)
    _mark_last(overlay, places[standing - 1], key, THEME.checkers[key.owner])
    return overlay


def _place(key: Column, offset: float) -> tuple[int, int]:
    distance = round(offset) + g.EDGE
    return (g.PITCH - g.CHECKER) // 2, distance if key.top else g.HALF - distance - g.CHECKER


def _mark_left(overlay: Image.Image, at: tuple[int, int], key: Column, offsets: list[float]) -> None:
    """One dashed ring for all that left, to lie behind the stack; if several did, their number where it stays free."""
    overlay.alpha_composite(_moved_ring(dashed=True), at)
    if key.left > 1:
        shows = offsets[-1] - offsets[-2] if len(offsets) > 1 else g.CHECKER
        inwards = min((shows + _DASH) / 2, g.CHECKER / 2)
        middle = (at[0] + g.CHECKER / 2, at[1] + (g.CHECKER - inwards if key.top else inwards))
        pen = ImageDraw.Draw(overlay)
        pen.text(
            middle,
            f"\N{MINUS SIGN}{key.left}",
            THEME.badge_ink,
            font(29),
            "mm",
            stroke_width=3,
            stroke_fill=THEME.outline,
        )


def _lay_checker(overlay: Image.Image, side: Side, at: tuple[int, int], *, arrived: bool) -> None:
    # A shadow may reach beyond the column, where it is cut off.
    x, y = at[0] - pieces.SHADOW, at[1] - pieces.SHADOW
    overlay.alpha_composite(pieces.checker_shadow(), (max(x, 0), max(y, 0)), (max(-x, 0), max(-y, 0)))
    overlay.alpha_composite(pieces.checker(THEME.checkers[side]), at)
    if arrived:
        overlay.alpha_composite(_moved_ring(dashed=False), at)


def _mark_pinned(overlay: Image.Image, at: tuple[int, int], key: Column) -> None:
    """A red rim, and a badge on the part of a pinned checker that its cover leaves free."""
    overlay.alpha_composite(pieces.ring(THEME.pin, THEME.badge_ink, 4, edge=2), at)
    if key.pinned_mother:
        assert key.owner is not None
        mark = pieces.crown(THEME.checkers[key.owner.other].crown, THEME.outline, 44)
    else:
        mark = pieces.pin_badge(THEME.badge, THEME.badge_ink, 34)
    edge = (g.PIN_SHOWS - mark.height) // 2
    y = at[1] + edge if key.top else at[1] + g.CHECKER - edge - mark.height
    overlay.alpha_composite(mark, (at[0] + (g.CHECKER - mark.width) // 2, y))


def _mark_last(overlay: Image.Image, at: tuple[int, int], key: Column, colours: CheckerColours) -> None:
    """The mother's crown, or the number of a stack that is too high to be counted at a glance."""
    middle = (at[0] + g.CHECKER // 2, at[1] + g.CHECKER // 2)
    if key.mother:
        mark = pieces.crown(colours.crown, THEME.outline, 46)
        overlay.alpha_composite(mark, (middle[0] - mark.width // 2, middle[1] - mark.height // 2 - 1))
    if key.checkers > 5:
        disc = _disc()
        overlay.paste(colours.face, (middle[0] - disc.width // 2, middle[1] - disc.height // 2), disc)
        ImageDraw.Draw(overlay).text(middle, str(key.checkers), colours.ink, font(36), "mm")


@cache
def _moved_ring(*, dashed: bool) -> Image.Image:
    return pieces.ring(THEME.moved, THEME.outline, 7 if dashed else 5.5, dashed=dashed)


@cache
def _disc() -> Image.Image:
    """The mask of what lies under the number of a high stack."""
    return shape((44, 44), lambda pen: pen.circle(22, 22, 21.5))


@cache
def _hit_ring() -> Image.Image:
    return pieces.ring(THEME.pin, THEME.outline, 5.5)
