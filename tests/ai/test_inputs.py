"""What the networks see, on positions small enough to count by hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from plakoto_bot.ai.inputs import COLUMNS, LEADS, LEVELS, inputs
from plakoto_bot.engine.notation import parse_position

#: First columns of the blocks of a side.
PINNED = 25 * len(LEVELS)
OFF = PINNED + 25
SHOTS = OFF + 15
STOPPED = SHOTS + 12
STUCK = STOPPED + 6
RUNS = STUCK + 6
LAST = RUNS + 6
SIDE = LAST + 26


def seen(line: str, *, other: bool = False) -> NDArray[np.float32]:
    """One side's columns: of the player who has just played, or of the other."""
    row: NDArray[np.float32] = inputs([parse_position(line)])[0]
    assert row.shape == (COLUMNS,)
    return row[SIDE : 2 * SIDE] if other else row[:SIDE]


def on(columns: NDArray[np.float32], first: int, size: int) -> list[int]:
    """Which of a block's columns are set."""
    return [int(index) for index in np.flatnonzero(columns[first : first + size])]


def test_counts_are_seen_by_place_and_level() -> None:
    columns = seen("portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 b -")
    places = [[place + 1 for place in on(columns, 25 * level, 25)] for level in range(len(LEVELS))]
    assert places == [[6, 8, 13, 24], [6, 8, 13, 24], [6, 8, 13], [6, 13], [], [], []]


def test_a_pinned_checker_is_seen_as_pinned_and_not_as_free() -> None:
    white = seen("plakoto W14,22,B15w - 0/0 b -")
    assert [place + 1 for place in on(white, PINNED, 25)] == [1]
    assert [place + 1 for place in on(white, 0, 25)] == [24]
    black = seen("plakoto W14,22,B15w - 0/0 b -", other=True)
    assert on(black, PINNED, 25) == []


def test_checkers_off_are_counted_one_by_one() -> None:
    columns = seen("portes B13,22,W12 - 3/2 b -")
    assert on(columns, OFF, 15) == [0, 1, 2]


def test_blots_are_seen_at_their_distance_from_checkers_that_can_move() -> None:
    white = seen("plakoto W13,W1,W1,20,B15 - 0/0 b -")
    assert on(white, SHOTS, 12) == []
    white = seen("plakoto W13,1,W1,15,W1,4,B15 - 0/0 b -")
    assert [distance + 1 for distance in on(white, SHOTS, 12)] == [5]


def test_a_checker_on_the_bar_shoots_too() -> None:
    white = seen("portes W2,4,B5,1,B3,3,W5,B5,3,W3,W1,W4,4,B1 B1 0/0 b -")
    # On the 7 point, from the bar 7 pips and from the 1 point 6 away.
    assert [distance + 1 for distance in on(white, SHOTS, 12)] == [6, 7]


def test_closed_points_stop_the_last_checker_and_make_runs() -> None:
    white, black = (seen("fevga W14,11,B9,W1,B1,B1,B1,B1,B1,B1,4 - 0/0 b -", other=other) for other in (False, True))
    assert on(black, RUNS, 6) == [0, 1, 2, 3, 4]
    assert on(white, RUNS, 6) == []


def test_dice_that_the_last_checker_or_no_checker_can_play_are_seen() -> None:
    start_only = seen("plakoto W15,B2,2,B2,18,B11 - 0/0 b -")
    assert [die + 1 for die in on(start_only, STOPPED, 6)] == [1, 4]
    assert [die + 1 for die in on(start_only, STUCK, 6)] == [1, 4]
    others_too = seen("plakoto W14,B2,2,B2,9,W1,8,B11 - 0/0 b -")
    assert [die + 1 for die in on(others_too, STOPPED, 6)] == [1, 4]
    assert on(others_too, STUCK, 6) == []


def test_a_checker_on_a_pinned_one_closes_its_point_and_is_no_blot() -> None:
    line = "plakoto W14,1,B1w,20,B14 - 0/0 b -"
    assert [die + 1 for die in on(seen(line), STOPPED, 6)] == [2]
    assert on(seen(line, other=True), SHOTS, 12) == []


def test_the_race_is_seen_from_both_sides() -> None:
    row = inputs([parse_position("portes B14,22,W14 - 1/1 b -")])[0]
    ahead = row[2 * SIDE : 2 * SIDE + len(LEADS)]
    assert [lead for lead, flag in zip(LEADS, ahead, strict=True) if flag] == [lead for lead in LEADS if lead <= 0]
    assert row[2 * SIDE + len(LEADS)] == 0  # no contact
    assert row[-2:].tolist() == [14 / 64, 14 / 64]
