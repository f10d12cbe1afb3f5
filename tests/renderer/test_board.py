"""The picture, looked at as a player does: what it is, what can be told apart on it, and that it stays so."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import cast

import pytest
from hypothesis import given, settings
from PIL import Image

from plakoto_bot.engine import packed
from plakoto_bot.engine.moves import Step
from plakoto_bot.engine.position import Checkers, Side, start_position
from plakoto_bot.engine.rules import Outcome, Reason
from renderer import geometry as g
from renderer.board import LIMIT, compose, render_board, warm_up
from renderer.themes import THEME, Colour, contrast
from renderer.view import BoardView
from tests.renderer.views import coloured, column, differing, middle_of_checker, picture, view, views

START = "plakoto W15,22,B15 - 0/0 {} 53"
PINS = "plakoto W6,5,B3w,2,W8b,8,B4,4,B7 - 0/0 w 64"
NO_PINS = "plakoto W7,5,B3,2,W8,8,B5,4,B7 - 0/0 w 64"
MOTHERS = "plakoto W1,4,W3,12,W11,B14,3,B1 - 0/0 w 64"
BEARING_OFF = "plakoto B3,B1,B2,15,W2,W2,W1,W2,2 - 8/9 w 64"


def near(colour: object, expected: tuple[int, int, int]) -> bool:
    """Whether a pixel has about the colour that it should have."""
    assert isinstance(colour, tuple)
    return all(abs(a - b) < 40 for a, b in zip(colour, expected, strict=True))


IVORY, EBONY = (238, 222, 190), (24, 20, 20)


def test_picture_is_a_landscape_png_of_four_to_three() -> None:
    with Image.open(BytesIO(render_board(view(START.format("w"))))) as shown:
        assert shown.format == "PNG"
        assert shown.width >= 1000
        assert shown.height >= 750
        assert shown.width * 3 == shown.height * 4


@settings(max_examples=40)
@given(views)
def test_any_view_is_drawn_within_the_size_limit(shown: BoardView) -> None:
    assert len(render_board(shown)) <= LIMIT


def test_file_over_the_limit_is_packed_harder(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = render_board(view(PINS))
    monkeypatch.setattr("renderer.board.LIMIT", len(quick) - 1)
    small = render_board(view(PINS))
    assert len(small) < len(quick)
    assert Image.open(BytesIO(small)).convert("RGB").tobytes() == picture(view(PINS)).tobytes()


def test_same_view_gives_the_same_bytes_also_after_other_pictures() -> None:
    first = render_board(view(START.format("w")))
    for line in (PINS, MOTHERS, BEARING_OFF, START.format("b")):
        render_board(view(line, Side.BLACK, score=(3, 4), match_length=5))
    assert render_board(view(START.format("w"))) == first


def test_drawing_upon_a_picture_leaves_the_next_one_alone() -> None:
    before = render_board(view(PINS))
    spoilt = compose(view(PINS))
    spoilt.paste(0, (0, 0, g.WIDTH, g.HEIGHT))
    assert render_board(view(PINS)) == before


def test_threads_give_the_same_bytes_as_one() -> None:
    shown = [view(line, side) for line in (START.format("w"), PINS, MOTHERS, BEARING_OFF) for side in Side] * 4
    alone = [render_board(one) for one in shown]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(render_board, shown)) == alone


def test_nothing_is_read_from_disk_once_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up()

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the disk was asked")

    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr("io.open", refuse)
    for score in ((0, 0), (12, 99)):
        assert render_board(view("plakoto W9,4,W6,17,B15 - 0/0 w 61", score=score, match_length=99))


def test_warming_up_changes_no_picture() -> None:
    before = render_board(view(MOTHERS))
    warm_up()
    assert render_board(view(MOTHERS)) == before


# --- whose side ----------------------------------------------------------------------------------------------


def owner_of_stack(shown: Image.Image, point: int) -> Side:
    """Whose checkers a high stack looks like: their faces cover more of it."""
    return max(Side, key=lambda side: coloured(column(shown, point), THEME.checkers[side].face))


def test_own_checkers_begin_top_right_for_either_player() -> None:
    white, black = picture(view(START.format("w"))), picture(view(START.format("b"), Side.BLACK))
    assert owner_of_stack(white, 24) is Side.WHITE
    assert owner_of_stack(black, 24) is Side.BLACK
    # The same pixels hold a stack of fifteen, whichever side looks.
    bare = picture(view("plakoto 11,W15,B15,11 - 0/0 w 53"))
    assert differing(column(white, 24), column(bare, 24)) > 10_000
    assert differing(column(black, 24), column(bare, 24)) > 10_000
    assert differing(column(white, 12), column(black, 12)) == 0


@pytest.mark.parametrize("point", [1, 6, 7, 12, 13, 18, 19, 23])
def test_each_side_sees_its_own_point_at_the_same_place(point: int) -> None:
    other = 12 if point != 12 else 5
    lone = {side: start_position(view(START.format("w")).position.layout, side) for side in Side}
    shown = {}
    for side in Side:
        counts = packed.pack({point: 1, packed.OFF: 14})
        theirs = packed.pack({25 - other: 1, packed.OFF: 14})
        pair = (Checkers(counts, 0), Checkers(theirs, 0))
        white, black = pair if side is Side.WHITE else pair[::-1]
        shown[side] = picture(BoardView(replace(lone[side], white=white, black=black), side))
    x, y = middle_of_checker(point)
    assert near(shown[Side.WHITE].getpixel((x, y)), IVORY)
    assert near(shown[Side.BLACK].getpixel((x, y)), EBONY)


def test_home_is_bottom_right_and_numbers_run_towards_it() -> None:
    assert g.column_left(1) == max(g.column_left(point) for point in range(1, 25))
    assert g.column_left(1) == g.column_left(24)
    assert g.column_left(12) == g.column_left(13) == min(g.column_left(point) for point in range(1, 25))
    assert [g.is_top(point) for point in (1, 12, 13, 24)] == [False, False, True, True]


def test_side_on_roll_is_marked_also_without_dice() -> None:
    white = picture(view("plakoto W15,22,B15 - 0/0 w -"))
    black = picture(view("plakoto W15,22,B15 - 0/0 b -"))
    for plate in g.PLATES:
        assert differing(white.crop(plate), black.crop(plate)) > 500


# --- checkers and their marks --------------------------------------------------------------------------------


def test_sides_differ_by_more_than_colour() -> None:
    shown = picture(view("plakoto 12,W1,B1,10 - 14/14 w -"))
    grey = shown.convert("L")

    def profile(point: int) -> list[int]:
        x, y = middle_of_checker(point)
        return [int(grey.getpixel((x + dx, y))) for dx in range(20)]  # type: ignore[arg-type]

    plain, ringed = profile(12), profile(11)
    assert max(plain) - min(plain) < 40
    assert max(ringed) - min(ringed) > 100


def plain_colours(shown: Image.Image, box: tuple[int, int, int, int]) -> list[Colour]:
    """The colours that cover at least a twentieth of an area each."""
    area = shown.crop(box)
    size = area.width * area.height
    return [cast("Colour", colour) for count, colour in area.getcolors(size) or [] if count * 20 >= size]


@pytest.mark.parametrize("point", [13, 14], ids=["white", "black"])
def test_checkers_as_drawn_stand_out_three_to_one_from_all_they_can_stand_on(point: int) -> None:
    shown = picture(view("plakoto 10,B1,W1,12 - 14/14 w -"))
    x, y = middle_of_checker(point)
    faces = plain_colours(shown, (x - 9, y - 9, x + 9, y + 9))
    left = g.PITCH // 2 - 8
    rails = [
        (g.column_left(p) + left, 3 + g.FIELD.top, g.column_left(p) + left + 16, g.FIELD.top + 80) for p in (23, 24)
    ]
    middle = (g.RIGHT.left, g.MIDDLE - 40, g.RIGHT.right, g.MIDDLE + 40)
    grounds = [colour for box in (*rails, middle) for colour in plain_colours(shown, box)]
    assert len(grounds) >= 6
    assert min(contrast(face, ground) for face in faces for ground in grounds) >= 3


def test_pinned_checker_shows_from_under_its_cover() -> None:
    pinned, free = picture(view(PINS)), picture(view(NO_PINS))
    for point in (18, 15):
        assert differing(column(pinned, point), column(free, point)) > 500
    # At the rail one sees the pinned one's own colour, left and right of the badge.
    white_below = g.column_left(18) + g.PITCH // 2 - 18, g.FIELD.top + g.EDGE + 22
    black_below = g.column_left(15) + g.PITCH // 2 - 20, g.FIELD.top + g.EDGE + 20
    assert near(pinned.getpixel(white_below), IVORY)
    assert near(pinned.getpixel(black_below), EBONY)


@pytest.mark.parametrize("cover", range(1, 15))
def test_pinned_checker_shows_under_any_number_of_covers(cover: int) -> None:
    pinned = picture(view(f"plakoto 9,W{cover}b,14 - {15 - cover}/14 w 64"))
    free = picture(view(f"plakoto 9,W{cover},13,B1 - {15 - cover}/14 w 64"))
    assert differing(column(pinned, 15), column(free, 15)) > 400
    assert coloured(column(pinned, 15), THEME.badge) > 300


def test_mother_alone_on_her_start_wears_a_mark() -> None:
    mothers = picture(view(MOTHERS))
    others = picture(view("plakoto 1,W1,3,W3,12,W11,B14,2,B1,1 - 0/0 w 64"))

    def marked(shown: Image.Image, point: int, side: Side) -> int:
        return coloured(column(shown, point), THEME.checkers[side].crown)

    assert marked(mothers, 24, Side.WHITE) > 300
    assert marked(mothers, 1, Side.BLACK) > 300
    assert marked(others, 23, Side.WHITE) < 50
    assert marked(others, 2, Side.BLACK) < 50


def test_two_on_the_start_are_no_mother() -> None:
    two = picture(view("plakoto W2,4,W3,12,W10,B13,3,B2 - 0/0 w 64"))
    assert coloured(column(two, 24), THEME.checkers[Side.WHITE].crown) < 50


def test_stack_has_a_number_from_the_sixth_checker_on() -> None:
    five = picture(view("plakoto 23,W5 - 10/15 w -"))
    six = picture(view("plakoto 23,W6 - 9/15 w -"))
    ink = (52, 32, 18)
    x, y = middle_of_checker(1, 4)
    face = (x - 17, y - 17, x + 17, y + 17)
    assert coloured(five.crop(face), ink) == 0
    assert coloured(six.crop(face), ink) > 80


def test_every_height_of_stack_looks_different_and_stays_in_its_column() -> None:
    seen = set()
    for count in range(1, 16):
        shown = picture(view(f"plakoto 23,W{count} - {15 - count}/15 w -"))
        seen.add(column(shown, 1).tobytes())
        assert column(shown, 2).tobytes() == column(picture(view("plakoto 23,W1 - 14/15 w -")), 2).tobytes()
    assert len(seen) == 15


# --- dice, trays, last play, score ---------------------------------------------------------------------------


def dice_area(shown: BoardView) -> Image.Image:
    return picture(shown).crop((g.RIGHT.left, g.MIDDLE - g.DIE // 2, g.RIGHT.right, g.MIDDLE + g.DIE // 2))


def test_played_die_is_greyed_and_the_other_is_not() -> None:
    whole = view("plakoto W15,22,B15 - 0/0 w 53")
    first, second = g.die_lefts(2)
    before, after = picture(whole), picture(replace(whole, played=(3,)))
    box = (g.MIDDLE - g.DIE // 2, g.MIDDLE + g.DIE // 2)
    kept, greyed = (first, box[0], first + g.DIE, box[1]), (second, box[0], second + g.DIE, box[1])
    assert before.crop(kept).tobytes() == after.crop(kept).tobytes()
    assert differing(before.crop(greyed), after.crop(greyed)) > 3000


def test_double_shows_four_dice_and_greys_them_one_by_one() -> None:
    shown = view("plakoto W15,22,B15 - 0/0 w 33")
    areas = [dice_area(replace(shown, played=(3,) * used)) for used in range(5)]
    for one, next_one in pairwise(areas):
        assert 3000 < differing(one, next_one) < 7000
    assert len(shown.dice) == 4


def test_no_dice_before_the_roll() -> None:
    assert view("plakoto W15,22,B15 - 0/0 w -").dice == ()
    rolled, waiting = view("plakoto W15,22,B15 - 0/0 w 53"), view("plakoto W15,22,B15 - 0/0 w -")
    assert differing(dice_area(rolled), dice_area(waiting)) > 6000


def test_trays_show_what_is_off() -> None:
    some, none = picture(view(BEARING_OFF)), picture(view("plakoto B15,22,W15 - 0/0 w 64"))
    for tray in g.TRAYS:
        assert differing(some.crop(tray), none.crop(tray)) > 1000


def test_last_play_marks_where_from_and_where_to() -> None:
    quiet = view("plakoto W14,4,W1,17,B15 - 0/0 b 21", Side.BLACK)
    played = replace(quiet, last_play=(Step(24, 19, 5),), last_mover=Side.WHITE)
    before, after = picture(quiet), picture(played)
    blue = (74, 184, 255)
    # White's 24 and 19 are Black's 1 and 6.
    for point in (1, 6):
        assert coloured(column(after, point), blue) > 150
    for point in set(range(1, 25)) - {1, 6}:
        assert column(before, point).tobytes() == column(after, point).tobytes()


def top_checker(standing: int, point: int, *, ghost: bool, pin: bool = False) -> tuple[int, int, int, int]:
    """The face of a stack's last checker, in its column."""
    offset = g.stack_offsets(standing + pin, int(pin), ghost=ghost)[standing + pin - 1]
    distance = round(offset) + g.EDGE + g.CHECKER // 2
    x, y = g.PITCH // 2, distance if g.is_top(point) else g.HALF - distance
    return (x - 15, y - 15, x + 15, y + 15)


MOVED_ON = (Step(24, 19, 5), Step(24, 18, 6), Step(24, 19, 5), Step(24, 19, 5))


@pytest.mark.parametrize("departed", range(1, 5))
@pytest.mark.parametrize("standing", range(6, 15))
@pytest.mark.parametrize("viewer", Side)
@pytest.mark.parametrize("pin", [False, True], ids=["plain", "pinning"])
def test_number_of_a_stack_that_was_just_left_is_as_plain_as_ever(
    viewer: Side, standing: int, departed: int, pin: bool
) -> None:
    line = f"plakoto W{standing}{'b' * pin},22,B{14 if pin else 15} - {15 - standing}/0 b 43"
    quiet = view(line, viewer)
    point = 24 if viewer is Side.WHITE else 1
    before = column(picture(quiet), point)
    after = column(picture(replace(quiet, last_play=MOVED_ON[:departed], last_mover=Side.WHITE)), point)
    number = before.crop(top_checker(standing, point, ghost=False, pin=pin))
    assert number.tobytes() == after.crop(top_checker(standing, point, ghost=True, pin=pin)).tobytes()
    assert coloured(number, THEME.checkers[Side.WHITE].ink) > 60
    assert coloured(after, THEME.moved) > 100
    # How many there were, if several, in the part of the ring that the stack leaves free.
    assert (coloured(after, THEME.badge_ink) - coloured(before, THEME.badge_ink) > 60) == (departed > 1)


@pytest.mark.parametrize("standing", range(15))
@pytest.mark.parametrize("under", [0, 1])
def test_checkers_that_left_take_no_more_room_than_one(standing: int, under: int) -> None:
    if under and not standing:
        return
    *places, ghost = g.stack_offsets(standing + under, under, ghost=True)
    assert len(places) == standing + under
    assert ghost + g.CHECKER <= g.STACK + 0.001
    assert not places or ghost - places[-1] >= g.GHOST_SHOWS - 0.001
    if standing <= 5:
        assert all(high - low >= g.GHOST_SHOWS - 6 for low, high in pairwise(places))


def test_stack_of_five_that_was_just_left_is_hardly_pressed_together() -> None:
    steps = [high - low for low, high in pairwise(g.stack_offsets(5, ghost=True))]
    assert min(steps) >= 0.7 * g.CHECKER


def test_several_that_left_an_empty_point_are_counted() -> None:
    quiet = view("plakoto 3,W15,19,B15 - 0/0 b 43")
    one, two, three = (
        column(picture(replace(quiet, last_play=(Step(24, 21, 3),) * left, last_mover=Side.WHITE)), 24)
        for left in (1, 2, 3)
    )
    assert coloured(one, THEME.badge_ink) == 0
    assert coloured(two, THEME.badge_ink) > 60
    assert 20 < differing(two, three) < 600


# --- the end -------------------------------------------------------------------------------------------------

OVER = "plakoto B2,B2,21,B2 - 15/9 {} {}"


@pytest.mark.parametrize("winner", Side)
@pytest.mark.parametrize("viewer", Side)
def test_finished_game_marks_the_winner_and_no_turn(winner: Side, viewer: Side) -> None:
    outcome = Outcome(winner, 2, Reason.MARS)
    shown = [picture(view(OVER.format(turn, "-"), viewer, outcome=outcome)) for turn in "wb"]
    assert shown[0].tobytes() == shown[1].tobytes()
    won, lost = (shown[0].crop(g.PLATES[side is viewer]) for side in (winner, winner.other))
    assert coloured(won, THEME.turn) > 4000
    assert coloured(lost, THEME.turn) == 0
    one_point = picture(view(OVER.format("w", "-"), viewer, outcome=replace(outcome, points=1)))
    assert differing(one_point.crop(g.PLATES[winner is viewer]), won) > 50


@pytest.mark.parametrize("reason", [Reason.DEAD, Reason.BOTH_MOTHERS, Reason.ENDED])
def test_game_without_a_winner_says_so_on_both_plates(reason: Reason) -> None:
    running = picture(view(OVER.format("w", "-")))
    over = picture(view(OVER.format("w", "-"), outcome=Outcome(None, 0, reason)))
    for plate in g.PLATES:
        assert coloured(over.crop(plate), THEME.turn) == 0
        assert differing(over.crop(plate), running.crop(plate)) > 400


def test_no_dice_lie_on_the_board_of_a_finished_game() -> None:
    resigned = view(OVER.format("w", "53"), outcome=Outcome(Side.BLACK, 1, Reason.RESIGNED))
    assert resigned.dice == ()
    assert differing(dice_area(resigned), dice_area(replace(resigned, outcome=None))) > 6000


def test_checkers_borne_off_in_the_last_play_are_marked_in_the_tray() -> None:
    quiet = view(BEARING_OFF, Side.BLACK)
    played = replace(quiet, last_play=(Step(6, 0, 6), Step(4, 0, 4)), last_mover=Side.WHITE)
    theirs, mine = g.TRAYS
    assert coloured(picture(played).crop(theirs), (74, 184, 255)) > 200
    assert coloured(picture(quiet).crop(theirs), (74, 184, 255)) == 0
    assert picture(played).crop(mine).tobytes() == picture(quiet).crop(mine).tobytes()


def test_halfway_point_of_a_running_checker_is_not_marked() -> None:
    quiet = view("plakoto W14,6,W1,15,B15 - 0/0 b 21")
    played = replace(quiet, last_play=(Step(24, 22, 2), Step(22, 17, 5)), last_mover=Side.WHITE)
    assert column(picture(quiet), 22).tobytes() == column(picture(played), 22).tobytes()
    assert differing(column(picture(quiet), 17), column(picture(played), 17)) > 150


def test_score_is_shown_when_given() -> None:
    bare = view(START.format("w"))
    boxes = [picture(replace(bare, score=score, match_length=5)).crop(g.SCORE) for score in ((0, 0), (0, 1), (1, 0))]
    boxes.append(picture(bare).crop(g.SCORE))
    assert len({box.tobytes() for box in boxes}) == 4


# --- other games ---------------------------------------------------------------------------------------------

PORTES = "portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 w 53"
FEVGA = "fevga W15,11,B15,11 - 0/0 w 53"
RED, BLUE = THEME.pin, THEME.moved


def bar_half(shown: Image.Image, top: bool) -> Image.Image:
    return shown.crop((g.BAR.left, g.column_top(top), g.BAR.right, g.column_top(top) + g.HALF))


@pytest.mark.parametrize("viewer", Side)
def test_hit_checkers_wait_beside_the_home_in_which_they_come_in(viewer: Side) -> None:
    empty = picture(view("portes 12,W13,B13,10 - 2/2 w 53", viewer))
    for side, line in (
        (Side.WHITE, "portes 12,W13,B13,10 W2 0/2 w 53"),
        (Side.BLACK, "portes 12,W13,B13,10 B2 2/0 w 53"),
    ):
        shown = picture(view(line, viewer))
        # One enters in the opponent's home board, which is at the top for the viewer.
        assert differing(bar_half(shown, side is viewer), bar_half(empty, side is viewer)) > 3000
        assert differing(bar_half(shown, side is not viewer), bar_half(empty, side is not viewer)) == 0


def test_a_checker_that_came_in_from_the_bar_is_marked_at_both_ends() -> None:
    quiet = view("portes 2,W1,9,W13,B15,10 - 1/0 b -")
    played = replace(quiet, last_play=(Step(25, 22, 3),), last_mover=Side.WHITE)
    before, after = picture(quiet), picture(played)
    assert coloured(bar_half(before, True), BLUE) == 0
    assert coloured(bar_half(after, True), BLUE) > 150
    assert coloured(column(after, 22), BLUE) > 150


@pytest.mark.parametrize("viewer", Side)
@pytest.mark.parametrize("waiting", [2, 3])
def test_only_checkers_hit_by_the_last_play_have_a_red_rim(viewer: Side, waiting: int) -> None:
    """One of those on the bar may have been there before."""
    quiet = view(f"portes 12,W13,B11,10 B{waiting} 2/{4 - waiting} b 53", viewer)
    counts = [
        coloured(bar_half(picture(replace(quiet, last_mover=Side.WHITE, hits=hits)), viewer is Side.BLACK), RED)
        for hits in range(waiting + 1)
    ]
    assert counts[0] == 0
    assert all(more - fewer > 200 for fewer, more in pairwise(counts))
    mine = picture(replace(quiet, last_mover=Side.BLACK, hits=1))
    assert coloured(bar_half(mine, viewer is Side.BLACK), RED) == 0


@pytest.mark.parametrize("viewer", Side)
def test_fevga_begins_top_right_and_bottom_left(viewer: Side) -> None:
    shown = picture(view(FEVGA, viewer))
    assert owner_of_stack(shown, 24) is viewer
    assert owner_of_stack(shown, 12) is viewer.other
    elsewhere = picture(view("fevga 12,B15,W15,10 - 0/0 w 53", viewer))
    for point in set(range(1, 25)) - {11, 12, 23, 24}:
        assert column(shown, point).tobytes() == column(elsewhere, point).tobytes()


def strip(shown: Image.Image, left: int, top: bool) -> list[tuple[int, Colour]]:
    """The colours of the strip on the rail whose first point begins at ``left``."""
    y = g.home_mark(24 if top else 1, 19 if top else 6).top
    area = shown.crop((left + 10, y + 1, left + 6 * g.PITCH - 10, y + g.HOME_MARK - 1))
    return cast("list[tuple[int, Colour]]", area.getcolors(area.width * area.height))


@pytest.mark.parametrize(
    ("line", "theirs"),
    [("plakoto W15,22,B15 - 0/0 w 53", g.RIGHT.left), (PORTES, g.RIGHT.left), (FEVGA, g.LEFT.left)],
    ids=["plakoto", "portes", "fevga"],
)
@pytest.mark.parametrize("viewer", Side)
def test_each_home_is_marked_in_its_sides_colours(line: str, theirs: int, viewer: Side) -> None:
    """The viewer's own at the bottom right; the opponent's above it, but in Fevga at the top left."""
    shown = picture(view(line, viewer))
    faces = {Side.WHITE: IVORY, Side.BLACK: EBONY}
    for left, top, side in ((g.RIGHT.left, False, viewer), (theirs, True, viewer.other)):
        colours = strip(shown, left, top)
        assert sum(count for count, colour in colours if near(colour, faces[side])) > 300
    nothing = g.LEFT.left + g.RIGHT.left - theirs
    assert not any(near(colour, face) for _, colour in strip(shown, nothing, True) for face in faces.values())


def test_the_arrow_leads_home_for_either_viewer_in_every_game() -> None:
    """It shows the viewer's own way, which is the same in all games: from 24 over 13 and 12 to 1."""
    arrow = (g.LEFT.left, g.MIDDLE - 45, g.LEFT.right, g.MIDDLE + 45)
    shown = [picture(view(line, side)).crop(arrow) for line in (START.format("w"), PORTES, FEVGA) for side in Side]
    assert len({one.tobytes() for one in shown}) == 1
    tip = shown[0].crop((shown[0].width - 80, 45, shown[0].width, 90))
    assert coloured(tip, (255, 205, 92)) > 200


@pytest.mark.parametrize("viewer", Side)
def test_what_fevga_has_borne_off_lies_beside_its_sides_plate(viewer: Side) -> None:
    some = picture(view("fevga W6,11,B6,11 - 9/9 w 64", viewer))
    none = picture(view("fevga W15,11,B15,11 - 0/0 w 64", viewer))
    white, black = (some.crop(g.TRAYS[side is viewer]) for side in Side)
    assert differing(white, none.crop(g.TRAYS[viewer is Side.WHITE])) > 1000
    assert differing(black, none.crop(g.TRAYS[viewer is Side.BLACK])) > 500
    assert differing(white, black) > 1000


@pytest.mark.parametrize("viewer", Side)
def test_a_last_play_of_fevga_is_marked_where_the_viewer_sees_it(viewer: Side) -> None:
    # White's 24 and 19 are Black's 12 and 7.
    quiet = view("fevga W14,4,W1,6,B15,11 - 0/0 b 21", viewer)
    played = picture(replace(quiet, last_play=(Step(24, 19, 5),), last_mover=Side.WHITE))
    marked = {point for point in range(1, 25) if coloured(column(played, point), BLUE) > 150}
    assert marked == ({24, 19} if viewer is Side.WHITE else {12, 7})
