"""Views and pictures that several tests look at."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from hypothesis import strategies as st
from PIL import Image, ImageChops

from plakoto_bot.engine.moves import Play, step_from
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason
from plakoto_bot.engine.rulesets import RULESETS
from renderer import geometry as g
from renderer.board import render_board
from renderer.view import BoardView
from tests.engine.strategies import positions


def view(line: str, viewer: Side = Side.WHITE, **more: object) -> BoardView:
    """A view of a position line."""
    return replace(BoardView(parse_position(line), viewer), **more)  # type: ignore[arg-type]


def picture(shown: BoardView) -> Image.Image:
    """What a player sees, in full colour."""
    return Image.open(BytesIO(render_board(shown))).convert("RGB")


def column(shown: Image.Image, point: int) -> Image.Image:
    """The column of the viewer's ``point``."""
    left, top = g.column_left(point), g.column_top(g.is_top(point))
    return shown.crop((left, top, left + g.PITCH, top + g.HALF))


def differing(one: Image.Image, other: Image.Image, by: int = 40) -> int:
    """How many pixels differ plainly: by more than ``by`` (of 255) in some channel."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[by + 1 :])


def coloured(shown: Image.Image, colour: tuple[int, int, int]) -> int:
    """How many pixels are about of one colour."""
    return shown.width * shown.height - differing(shown, Image.new("RGB", shown.size, colour), by=20)


def middle_of_checker(point: int, index: int = 0) -> tuple[int, int]:
    """Pixel in the middle of the checker at ``index`` (0 at the rail) of a stack of at most five without a pin."""
    distance = round(g.stack_offsets(5)[index]) + g.EDGE + g.CHECKER // 2
    x = g.column_left(point) + g.PITCH // 2
    return x, g.FIELD.top + distance if g.is_top(point) else g.FIELD.bottom - distance


_steps = st.builds(step_from, st.integers(1, 25), st.integers(1, 6))
plays: st.SearchStrategy[Play] = st.lists(_steps, max_size=4).map(tuple)

#: Any position of any game from either side, with any last play, score and dice used.
views = st.builds(
    BoardView,
    st.one_of(*(positions(game, rolled) for game in RULESETS for rolled in (True, False))),
    st.sampled_from(Side),
    st.lists(st.integers(1, 6), max_size=4).map(tuple),
    plays,
    st.sampled_from([None, *Side]),
    st.one_of(st.none(), st.tuples(st.integers(0, 99), st.integers(0, 99))),
    st.one_of(st.none(), st.integers(1, 99)),
    st.integers(0, 4),
    st.one_of(
        st.none(),
        st.builds(Outcome, st.sampled_from(Side), st.integers(1, 2), st.sampled_from(Reason)),
        st.builds(Outcome, st.none(), st.just(0), st.sampled_from(Reason)),
    ),
)
