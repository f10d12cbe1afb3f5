"""Packed boards against plain dictionaries."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plakoto_bot.engine import packed
from plakoto_bot.engine.packed import BAR, OFF

boards = st.dictionaries(st.integers(OFF, BAR), st.integers(1, 15), max_size=26)


@given(boards)
def test_counts_come_back(board: dict[int, int]) -> None:
    assert {place: packed.count(packed.pack(board), place) for place in range(26)} == {
        place: board.get(place, 0) for place in range(26)
    }


@given(boards)
def test_masks_name_the_points_with_one_and_with_two_checkers(board: dict[int, int]) -> None:
    on_points = {place: count for place, count in board.items() if 1 <= place <= 24}
    assert list(packed.places(packed.occupied(packed.pack(board)))) == sorted(on_points)
    assert list(packed.places(packed.stacked(packed.pack(board)))) == sorted(p for p, n in on_points.items() if n > 1)


@given(boards)
def test_the_farthest_is_the_highest_place_on_board_or_bar(board: dict[int, int]) -> None:
    assert packed.farthest(packed.pack(board)) == max((place for place in board if place != OFF), default=0)


@given(boards)
def test_outside_is_all_beyond_the_home_board(board: dict[int, int]) -> None:
    assert bool(packed.pack(board) & packed.OUTSIDE) == any(place > 6 for place in board)


@given(boards)
def test_the_opposite_board_numbers_the_points_from_the_other_end(board: dict[int, int]) -> None:
    turned = packed.opposite(packed.pack(board))
    assert turned == packed.pack({25 - place: count for place, count in board.items()})
    assert packed.opposite(turned) == packed.pack(board)
