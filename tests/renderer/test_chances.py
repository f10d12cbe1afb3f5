"""The picture of the chances through a game."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from plakoto_bot.engine.position import Side
from renderer.alt_text import LIMIT as LONGEST
from renderer.chances import Loss, describe_chances, render_chances
from renderer.plot import HEIGHT, LIMIT, PLOT, WIDTH
from renderer.themes import THEME, Colour, contrast

CHANCES = st.lists(st.floats(0, 1), min_size=1, max_size=400)


@settings(max_examples=20)
@given(CHANCES, st.lists(st.tuples(st.integers(1, 400), st.sampled_from(Side), st.floats(0.02, 4)), max_size=40))
def test_any_game_is_a_small_palette_png(chances: list[float], lost: list[tuple[int, Side, float]]) -> None:
    losses = [Loss(turn, side, points, points >= 0.08) for turn, side, points in lost if turn < len(chances)]
    data = render_chances(chances, losses)
    with Image.open(BytesIO(data)) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (WIDTH, HEIGHT))
    assert len(data) <= LIMIT
    assert len(describe_chances(chances, losses, "Plakoto")) <= LONGEST


def found(chances: list[float], losses: list[Loss], colour: Colour) -> list[tuple[int, int]]:
    """Where in the plot a colour is."""
    with Image.open(BytesIO(render_chances(chances, losses))) as picture:
        shown = picture.convert("RGB")
    places = []
    for x in range(PLOT.left, PLOT.right):
        for y in range(PLOT.top, PLOT.bottom):
            pixel = shown.getpixel((x, y))
            assert isinstance(pixel, tuple)
            if all(abs(a - b) < 25 for a, b in zip(pixel, colour, strict=True)):
                places.append((x, y))
    return places


def test_the_line_is_up_where_white_is_likely_to_win() -> None:
    face = THEME.checkers[Side.WHITE].face
    heights = [sum(y for _, y in dots) / len(dots) for dots in (found([c, c], [], face) for c in (0.9, 0.5, 0.1))]
    assert heights[0] < heights[1] < heights[2]
    assert heights[1] == pytest.approx((PLOT.top + PLOT.bottom) / 2, abs=3)


def test_what_was_lost_comes_from_its_players_edge_and_a_blunder_is_more_than_a_longer_bar() -> None:
    black, middle = THEME.checkers[Side.BLACK].face, (PLOT.top + PLOT.bottom) / 2
    error, blunder = (
        [(x, y) for x, y in found([0.9] * 5, [Loss(2, Side.BLACK, 0.07, bad)], black) if y > middle]
        for bad in (False, True)
    )
    assert PLOT.bottom - 60 < min(y for _, y in error) < PLOT.bottom - 10
    assert {x for x, _ in blunder} > {x for x, _ in error}, "the knob tells them apart without colour"
    white = found([0.1] * 5, [Loss(2, Side.WHITE, 0.07, blunder=False)], THEME.checkers[Side.WHITE].face)
    assert any(y < PLOT.top + 20 for _, y in white)


def test_bars_and_line_stand_out_from_the_field() -> None:
    for side in Side:
        colours = THEME.checkers[side]
        assert max(contrast(colours.face, THEME.field), contrast(colours.ring or colours.edge, THEME.field)) >= 3


def test_in_words() -> None:
    losses = [
        Loss(1, Side.WHITE, 0.1, blunder=True),
        Loss(2, Side.BLACK, 0.03, blunder=False),
        Loss(3, Side.WHITE, 0.2, blunder=True),
    ]
    assert describe_chances([0.5, 0.4, 0.62, 1.0], losses, "Plakoto") == (
        "Line graph of White's chance to win through Plakoto, 3 turns. It begins at 50%, is 40% after turn 1, "
        "62% after turn 2 and ends at 100%. White's blunders: turns 1, 3. Black's errors: turn 2."
    )
    assert "1 turn. It begins at 50% and ends at 40%." in describe_chances([0.5, 0.4], [], "Plakoto")
