"""A position as a PNG picture, from the side of one player."""

from __future__ import annotations

from collections import Counter

from PIL import Image

from plakoto_bot.engine.packed import BAR, OFF
from plakoto_bot.engine.position import Side
from renderer import geometry as g
from renderer import sprites
from renderer.alt_text import mother_point
from renderer.columns import Column
from renderer.png import encode
from renderer.sprites import Sprite
from renderer.view import BoardView

#: Largest file, in bytes.
LIMIT = 80_000


def warm_up() -> None:
    """Load the font and draw what is drawn once (under a second); the first picture does it otherwise."""
    sprites.warm_up()


def render_board(view: BoardView) -> bytes:
    """The picture as PNG, 1040 x 780 pixels. The same view always gives the same bytes; safe in threads."""
    picture = compose(view)
    data = encode(picture)
    return data if len(data) <= LIMIT else encode(picture, small=True)


def compose(view: BoardView) -> Image.Image:
    """The picture as a palette image: sprites pasted on a copy of the empty board."""
    picture = sprites.empty_board()
    moved = _movements(view)
    for point in range(1, 25):
        _paste(picture, _column(view, moved, point), g.column_left(point), g.column_top(g.is_top(point)))
    for side in Side:
        _paste(picture, _bar(view, moved, side), g.BAR.left, g.column_top(side is view.viewer))
        _paste(picture, sprites.home(side, g.home_mark(view.place_of(side, 6), view.place_of(side, 1))))
        near = side is view.viewer
        checkers = view.position.side(side)
        if view.outcome is not None and view.outcome.winner in (side, None):
            _paste(picture, sprites.verdict(near, side, checkers.pips, view.outcome))
        else:
            on_roll = side is view.on_roll
            _paste(picture, sprites.plate(near, side, on_roll))
            _paste(picture, sprites.pips(checkers.pips, on_roll), *g.PLATES[near][:2])
        arrived = moved[OFF] if side is view.last_mover else 0
        if checkers.off:
            _paste(picture, sprites.tray(near, side, checkers.off, min(arrived, checkers.off)))
    dice = view.dice
    for left, (value, used) in zip(g.die_lefts(len(dice)), dice, strict=True):
        _paste(picture, sprites.die(value, view.position.turn, used), left, g.MIDDLE - g.DIE // 2)
    if view.score is not None:
        _paste(picture, sprites.tally(view.viewer, view.score, view.match_length))
    return picture


def _paste(picture: Image.Image, sprite: Sprite | None, left: int = 0, top: int = 0) -> None:
    if sprite is not None:
        picture.paste(sprite.image, (left + sprite.left, top + sprite.top), sprite.mask)


def _movements(view: BoardView) -> Counter[int]:
    """How many more checkers the last play brought to each place (less than 0: took from it).

    Points are the viewer's; OFF and BAR are the last mover's.
    """
    moved: Counter[int] = Counter()
    if view.last_mover is not None:
        for step in view.last_play:
            for place, change in ((step.source, -1), (step.target, 1)):
                moved[place if place in (OFF, BAR) else view.place_of(view.last_mover, place)] += change
    return moved


def _column(view: BoardView, moved: Counter[int], point: int) -> Sprite | None:
    position, layout = view.position, view.position.layout
    owner, count, pin = position.point(layout.to_white(view.viewer, point))
    change = moved[point]
    if owner is None and change >= 0:
        return None
    arrivals = max(change, 0)
    mine = owner is view.last_mover
    return sprites.column(
        Column(
            g.is_top(point),
            g.is_light(point),
            owner,
            count,
            pin,
            mother=owner is not None and count == 1 and point == mother_point(view, owner),
            pinned_mother=pin and owner is not None and point == mother_point(view, owner.other),
            arrived=min(arrivals, count) if mine else 0,
            left=max(-change, 0),
            pin_arrived=pin and not mine and arrivals > 0,
        )
    )


def _bar(view: BoardView, moved: Counter[int], side: Side) -> Sprite | None:
    """A side's checkers on the bar, beside the half of the board in which they come in."""
    count = view.position.side(side).bar
    mine = side is view.last_mover
    left = max(-moved[BAR], 0) if mine else 0
    hit = 0 if mine or view.last_mover is None else min(view.hits, count)
    if not count and not left:
        return None
    return sprites.column(Column(side is view.viewer, None, side if count else None, count, left=left, hit=hit))
