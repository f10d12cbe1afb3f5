"""The picture of a rating."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from renderer.graph import describe_graph, grid, render_graph
from renderer.plot import HEIGHT, LIMIT, WIDTH
from renderer.themes import THEME, contrast

RATINGS = st.lists(st.floats(0, 5000), min_size=2, max_size=501)


@settings(max_examples=30)
@given(RATINGS)
def test_any_ratings_are_a_small_palette_png(ratings: list[float]) -> None:
    data = render_graph(ratings, len(ratings) - 1)
    with Image.open(BytesIO(data)) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (WIDTH, HEIGHT))
    assert len(data) <= LIMIT


@given(st.floats(0, 5000), st.floats(0, 5000))
def test_the_grid_encloses_all_ratings_with_few_lines(one: float, other: float) -> None:
    low, high = sorted((one, other))
    lines = grid(low, high)
    assert lines[0] <= low
    assert lines[-1] >= high
    assert 2 <= len(lines) <= 7
    assert lines[-1] - lines[0] >= 40


def test_the_line_goes_up_when_the_rating_does() -> None:
    with Image.open(BytesIO(render_graph([1500, 1500, 1540], 2))) as picture:
        shown = picture.convert("RGB")
    face = THEME.checkers[0].face

    def height(x: int) -> float:
        found = []
        for y in range(40, HEIGHT - 70):
            pixel = shown.getpixel((x, y))
            assert isinstance(pixel, tuple)
            if all(abs(a - b) < 30 for a, b in zip(pixel, face, strict=True)):
                found.append(y)
        return sum(found) / len(found)

    assert height(180) == pytest.approx(height(300), abs=2)
    assert height(860) < height(700) < height(560)


def test_the_line_stands_out_from_the_field() -> None:
    assert contrast(THEME.checkers[0].face, THEME.field) >= 3
    assert contrast(THEME.number, THEME.frame) >= 4.5


def test_many_threads_draw_the_same_picture() -> None:
    with ThreadPoolExecutor(4) as threads:
        pictures = set(threads.map(lambda _: render_graph([1500, 1510, 1505], 2), range(8)))
    assert len(pictures) == 1


def test_in_words() -> None:
    assert describe_graph([1500, 1510.4, 1490.6], "tavli") == (
        "Line graph of the Tavli rating over 2 rated matches: from 1500 to 1491, highest 1510, lowest 1491. "
        "The last values: 1500, 1510, 1491."
    )
    assert "over 1 rated match:" in describe_graph([1500, 1510], "plakoto")
