"""Positions, dice and plays as text (docs/notation.md)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plakoto_bot.engine.moves import PASS, Step
from plakoto_bot.engine.notation import (
    format_play,
    format_position,
    parse_dice,
    parse_play,
    parse_position,
    shorten_play,
)
from plakoto_bot.engine.position import Dice, PointView, Position, Side
from plakoto_bot.engine.refusals import IllegalPlay
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.rulesets import RULESETS, ruleset
from plakoto_bot.errors import AmbiguousPlay, NotationError
from plakoto_bot.words.illegal_plays import explained
from plakoto_bot.words.illegal_plays import refusal as sentence
from tests.engine.strategies import position_lines, positions, rulesets, situations

CLASSIC = ruleset("plakoto")


def read(line: str, text: str) -> str:
    """The play that ``text`` means, written in full."""
    position = parse_position(line)
    return format_play(CLASSIC, position, parse_play(CLASSIC, position, text))


def refusal(line: str, text: str) -> IllegalPlay:
    with pytest.raises(IllegalPlay) as caught:
        parse_play(CLASSIC, parse_position(line), text)
    return caught.value


any_position = st.one_of(*(positions(game, rolled) for game in RULESETS for rolled in (True, False)))
any_situation = st.one_of(*map(situations, RULESETS))


# --- position lines ----------------------------------------------------------------------------------------------


@given(any_position)
def test_every_position_survives_being_written_and_read(position: Position) -> None:
    assert parse_position(format_position(position)) == position


@given(st.one_of(*(position_lines(game, rolled) for game in RULESETS for rolled in (True, False))))
def test_every_line_survives_being_read_and_written(line: str) -> None:
    assert format_position(parse_position(line)) == line


@given(any_position)
def test_str_of_a_position_is_its_line(position: Position) -> None:
    assert str(position) == format_position(position)


def test_a_line_says_who_is_where() -> None:
    position = parse_position("plakoto W11,B1w,3,B3,12,W2b,4,B9 - 1/1 b 53")
    assert position.point(24) == PointView(Side.WHITE, 11, False)
    assert position.point(23) == PointView(Side.BLACK, 1, True)
    assert position.point(6) == PointView(Side.WHITE, 2, True)
    assert position.point(22) == PointView(None, 0, False)
    assert (position.white.off, position.black.off) == (1, 1)
    assert position.black.is_pinned(25 - 6)
    assert position.turn is Side.BLACK
    assert position.dice == Dice(5, 3)


#: A line, the field at fault, the column where that field or entry begins and a part of what is expected there.
BAD_LINES = [
    ("", "position", 0, "six fields (game placement bar off turn dice) separated by one space"),
    ("plakoto W15,22,B15 - 0/0 w", "position", 26, "six fields"),
    ("plakoto W15,22,B15 - 0/0 w - ", "position", 29, "six fields"),
    ("plakoto  W15,22,B15 - 0/0 w -", "position", 29, "six fields"),
    ("chess W15,22,B15 - 0/0 w -", "game", 0, "one of plakoto"),
    ("Plakoto W15,22,B15 - 0/0 w -", "game", 0, "one of plakoto"),
    ("plakoto W15,21,B15 - 0/0 w -", "placement", 8, "24 points, not 23"),
    ("plakoto W15,23,B15 - 0/0 w -", "placement", 15, "this goes past the last"),
    ("plakoto W15,22,B15,99 - 0/0 w -", "placement", 19, "this goes past the last"),
    ("plakoto W15,10,12,B15 - 0/0 w -", "placement", 15, "runs of empty points are one number"),
    ("plakoto W15,0,22,B15 - 0/0 w -", "placement", 12, "entries such as"),
    ("plakoto W15,022,B15 - 0/0 w -", "placement", 12, "entries such as"),
    ("plakoto W15,22,B15, - 0/0 w -", "placement", 19, "entries such as"),
    ("plakoto W15,22,B0 - 0/0 w -", "placement", 15, "entries such as"),
    ("plakoto W15,22,B16 - 0/0 w -", "placement", 15, "entries such as"),
    ("plakoto W15,22,X15 - 0/0 w -", "placement", 15, "entries such as"),
    ("plakoto W15,22,b15 - 0/0 w -", "placement", 15, "entries such as"),
    ("plakoto W14b,22,B14b - 0/0 w -", "placement", 16, "entries such as"),
    ("plakoto W14B,22,B14 - 0/0 w -", "placement", 8, "entries such as"),
    ("plakoto W14W1,22,B15 - 0/0 w -", "placement", 8, "entries such as"),
    ("plakoto W١٥,22,B15 - 0/0 w -", "placement", 8, "entries such as"),
    ("plakoto W15,2²,B15 - 0/0 w -", "placement", 12, "entries such as"),
    ("plakoto W14,22,B15 - 0/0 w -", "placement", 8, "15 white checkers on board, bar and off together, not 14"),
    ("plakoto W15,22,B14 - 0/0 w -", "placement", 8, "15 black checkers on board, bar and off together, not 14"),
    ("plakoto W15,22,B15 - 1/0 w -", "placement", 8, "15 white checkers on board, bar and off together, not 16"),
    ("plakoto W15,22,B15w - 0/0 w -", "placement", 8, "15 white checkers on board, bar and off together, not 16"),
    ("plakoto W14,22,B15 W1 0/0 w -", "bar", 19, "'-' (plakoto has no bar)"),
    ("plakoto W15,22,B15 0 0/0 w -", "bar", 19, "'-' (plakoto has no bar)"),
    ("plakoto W15,22,B15  0/0 w -", "bar", 19, "'-' (plakoto has no bar)"),
    ("fevga W14,11,B15,11 W1 0/0 w -", "bar", 20, "'-' (fevga has no bar)"),
    ("portes 12,W14,10,B15 w1 0/0 w -", "bar", 21, "'-' or the checkers on the bar, such as W2 or W1B2"),
    ("portes 12,W14,10,B14 B1W1 0/0 w -", "bar", 21, "such as W2 or W1B2"),
    ("portes 12,W14,10,B15 W0 0/0 w -", "bar", 21, "such as W2 or W1B2"),
    ("portes 12,W14,10,B15 W16 0/0 w -", "bar", 21, "such as W2 or W1B2"),
    ("portes 12,W14,10,B15 W01 0/0 w -", "bar", 21, "such as W2 or W1B2"),
    ("portes 12,W14,10,B15  0/0 w -", "bar", 21, "such as W2 or W1B2"),
    ("portes 12,W14,10,B15 W1 1/0 w -", "placement", 7, "15 white checkers on board, bar and off together, not 16"),
    ("portes 12,W14b,10,B14 W1 0/0 w -", "placement", 10, "one colour on a point (portes has no pins)"),
    ("fevga W15b,11,B14,11 - 0/0 w -", "placement", 6, "one colour on a point (fevga has no pins)"),
    ("plakoto W15,22,B15 - 0 w -", "off", 21, "White/Black, such as 0/0"),
    ("plakoto W15,22,B15 - 0/00 w -", "off", 21, "White/Black, such as 0/0"),
    ("plakoto W15,22,B15 - 0/-1 w -", "off", 21, "White/Black, such as 0/0"),
    ("plakoto W15,22,B15 - 0/0/0 w -", "off", 21, "White/Black, such as 0/0"),
    ("plakoto W15,22,B15 - 0/٣ w -", "off", 21, "White/Black, such as 0/0"),
    ("plakoto W15,22,B15 - 0/0 W -", "turn", 25, "w or b"),
    ("plakoto W15,22,B15 - 0/0 x -", "turn", 25, "w or b"),
    ("plakoto W15,22,B15 - 0/0 w 07", "dice", 27, "two digits from 1 to 6"),
    ("plakoto W15,22,B15 - 0/0 w 10", "dice", 27, "two digits from 1 to 6"),
    ("plakoto W15,22,B15 - 0/0 w 123", "dice", 27, "two digits from 1 to 6"),
    ("plakoto W15,22,B15 - 0/0 w 6", "dice", 27, "two digits from 1 to 6"),
    ("plakoto W15,22,B15 - 0/0 w ٣٣", "dice", 27, "two digits from 1 to 6"),
    ("plakoto W15,22,B15 - 0/0 w 51\n", "dice", 27, "two digits from 1 to 6"),
    ("plakoto W15,22,B15\t- 0/0 w -", "position", 28, "six fields"),
]


@pytest.mark.parametrize(("line", "field", "column", "expected"), BAD_LINES)
def test_a_bad_line_is_refused_with_its_field_and_column(line: str, field: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(line)
    error = caught.value
    assert (error.field, error.column, error.text) == (field, column, line)
    assert expected in error.expected
    assert repr(line) in str(error)
    assert str(error).startswith(f"cannot read {field} ")


def test_a_long_bad_line_is_not_echoed_in_full() -> None:
    with pytest.raises(NotationError) as caught:
        parse_position("W" * 100_000)
    assert len(str(caught.value)) < 300


@given(st.text(max_size=60) | st.text("plakotresfvgWBwb0123456789,-/ ", max_size=60))
def test_rubbish_for_a_position_raises_nothing_but_notation_errors(text: str) -> None:
    try:
        position = parse_position(text)
    except NotationError:
        return
    assert format_position(position) == text


@pytest.mark.parametrize("text", ["", "5", "07", "70", "5 1", "5-1", "511", "²1", "٣٣", "51\n", "-"])
def test_bad_dice_are_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_dice(text)
    assert caught.value.field == "dice"


def test_dice_keep_the_order_rolled() -> None:
    assert parse_dice("25") == Dice(2, 5)
    assert str(parse_dice("25")) == "25"


# --- plays that are read -------------------------------------------------------------------------------------------

OPENING = "plakoto W15,22,B15 - 0/0 w 51"
DOUBLE = "plakoto W15,22,B15 - 0/0 w 33"
BEAR_OFF = "plakoto B15,17,W2,W1,3,W1 - 11/0 w 52"
LONE_BLACK_ON_5 = "plakoto W14,16,W1,1,B1,3,B14 - 0/0 w 21"


@pytest.mark.parametrize("game", RULESETS)
@settings(max_examples=200)
@given(st.data())
def test_every_legal_play_survives_being_written_and_read(game: str, data: st.DataObject) -> None:
    position, rules = data.draw(situations(game))
    for play in rules.legal_plays(position)[:40]:
        assert parse_play(rules, position, format_play(rules, position, play)) == play


@pytest.mark.parametrize(
    ("line", "text", "meant"),
    [
        (OPENING, "24/19 24/23", "24/19 24/23"),
        (OPENING, "24/23 24/19", "24/23 24/19"),
        (OPENING, "24/19,24/23", "24/19 24/23"),
        (OPENING, " 24/19 ,  24/23 ", "24/19 24/23"),
        (OPENING, "24/19; 24/23", "24/19 24/23"),
        (OPENING, "`24/19 24/23`", "24/19 24/23"),
        (OPENING, "24-19 24-23", "24/19 24/23"),
        (OPENING, "24>19 24>23", "24/19 24/23"),
        (OPENING, "24 / 19 24 - 23", "24/19 24/23"),
        (OPENING, "24/ 19 24 /23", "24/19 24/23"),
        (OPENING, "24–19 24—23", "24/19 24/23"),
        (OPENING, "24→19 24→23", "24/19 24/23"),
        (OPENING, "24/19/18", "24/19 19/18"),
        (OPENING, "24/19 19/18", "24/19 19/18"),
        (OPENING, "19/18 24/19", "24/19 19/18"),
        (OPENING, "24/19*/18*", "24/19 19/18"),
        (DOUBLE, "24/21(4)", "24/21(4)"),
        (DOUBLE, "24/21(2) 21/18(2)", "24/21(2) 21/18(2)"),
        (DOUBLE, "21/18(2) 24/21(2)", "24/21 21/18 24/21 21/18"),
        (DOUBLE, "24/18(2)", "24/21 21/18 24/21 21/18"),
        (DOUBLE, "24/12", "24/21 21/18 18/15 15/12"),
        (DOUBLE, "24/15 24/21", "24/21 21/18 18/15 24/21"),
        (BEAR_OFF, "5/OFF 6/4", "5/off 6/4"),
        (BEAR_OFF, "5/o 6/4", "5/off 6/4"),
        (BEAR_OFF, "5/off, 6/4", "5/off 6/4"),
        (LONE_BLACK_ON_5, "7/5 24/23", "7/5* 24/23"),
        (LONE_BLACK_ON_5, "7/5* 24/23", "7/5* 24/23"),
        (LONE_BLACK_ON_5, "7/5 24/23*", "7/5* 24/23"),
        (LONE_BLACK_ON_5, "7/5*/4", "7/5* 5/4"),
        ("plakoto W15,B2,3,B2,17,B11 - 0/0 w 51", "pass", "pass"),
        ("plakoto W15,B2,3,B2,17,B11 - 0/0 w 51", " PASS ", "pass"),
    ],
)
def test_forms_of_a_play(line: str, text: str, meant: str) -> None:
    assert read(line, text) == meant


def test_an_abbreviated_step_takes_the_way_that_is_open() -> None:
    # 23 is closed, so 24/18 goes over 19.
    assert read("plakoto W15,B2,21,B13 - 0/0 w 51", "24/18") == "24/19 19/18"


def test_two_ways_to_the_same_position_are_no_ambiguity() -> None:
    assert read(OPENING, "24/18") in ("24/19 19/18", "24/23 23/18")


@pytest.mark.parametrize(
    ("line", "text", "readings"),
    [
        # From 7 to 4 over 6, where a black checker stands, or over 5.
        ("portes W14,16,W1,B1,4,B14 - 0/0 w 21", "7/4", {"7/5 5/4", "7/6* 6/4"}),
        ("portes W14,16,W1,B1,B1,3,B13 - 0/0 w 21", "7/4", {"7/5* 5/4", "7/6* 6/4"}),
        # In by the 2 or by the 1.
        ("portes 1,B1,10,W14,10,B14 W1 0/0 w 21", "bar/22", {"bar/23* 23/22", "bar/24 24/22"}),
        # The last checker off over 2, where a black one stands, or over 3.
        ("portes B14,19,W1,1,B1,1 - 14/0 w 32", "4/off", {"4/2* 2/off", "4/1 1/off"}),
    ],
)
def test_a_play_with_two_meanings_is_refused_with_both(line: str, text: str, readings: set[str]) -> None:
    position, rules = parse_position(line), ruleset("portes")
    with pytest.raises(AmbiguousPlay) as caught:
        parse_play(rules, position, text)
    assert set(caught.value.readings) == readings
    first, second = caught.value.readings
    assert str(caught.value).endswith(f"expected either {first} or {second}")
    for reading in readings:
        assert format_play(rules, position, parse_play(rules, position, reading)) == reading


def test_two_ways_that_hit_nothing_are_no_ambiguity() -> None:
    position, rules = parse_position("portes W14,16,W1,5,B15 - 0/0 w 21"), ruleset("portes")
    assert format_play(rules, position, parse_play(rules, position, "7/4")) in ("7/5 5/4", "7/6 6/4")


@pytest.mark.parametrize(
    ("line", "text", "meant"),
    [
        ("portes W1,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 W1 0/0 w 64", "bar/21 13/7", "bar/21 13/7"),
        ("portes W1,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 W1 0/0 w 64", "13/7, BAR-21", "bar/21 13/7"),
        ("portes W1,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 W1 0/0 w 64", "25/21/15", "bar/21 21/15"),
        ("portes W1,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 W1 0/0 w 64", "bar/15", "bar/21 21/15"),
        ("portes 22,B1,W13 W2 0/14 w 11", "bar/24(2) 24/23(2)", "bar/24(2) 24/23(2)"),
        ("portes W14,16,W1,B1,B1,3,B13 - 0/0 w 21", "7/5*/4", "7/5* 5/4"),
        ("portes W13,16,W2,B1,4,B14 - 0/0 w 11", "7/6(2) 6/5(2)", "7/6* 7/6 6/5(2)"),
        ("fevga W14,10,W1,B15,11 - 0/0 w 21", "24/23 13/11", "13/11 24/23"),
        ("fevga W15,11,B15,11 - 0/0 b 55", "24/4", "24/19 19/14 14/9 9/4"),
    ],
)
def test_plays_of_other_games(line: str, text: str, meant: str) -> None:
    position = parse_position(line)
    rules = ruleset(position.layout.name)
    assert format_play(rules, position, parse_play(rules, position, text)) == meant


@given(positions(), rulesets, st.integers(1, 24), st.integers(0, 23))
def test_in_plakoto_no_step_is_ambiguous(position: Position, rules: Ruleset, source: int, target: int) -> None:
    """What is pinned half-way is free again, so only the ends of a checker's way count."""
    try:
        parse_play(rules, position, f"{source}/{target}")
    except AmbiguousPlay:
        pytest.fail("two readings")
    except (IllegalPlay, NotationError):
        pass


# --- plays that are refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 0),
        ("   ", 0),
        ("24", 0),
        ("24/", 0),
        ("/18", 0),
        ("24//18", 0),
        ("24/19 hello", 6),
        ("  24 / 19,  hello", 12),
        ("24/19 24/23 (2)", 12),
        ("24/19 24/23(5)", 6),
        ("24/19 24/23(0)", 6),
        ("24/19 24/23()", 6),
        ("24/199", 0),
        ("24/26", 0),
        ("99/1", 0),
        ("٢٤/١٩", 0),
        ("24/1²", 0),
        ("24/19 + 24/23", 6),
        ("pass pass", 0),
        ("24/19 pass", 6),
        ("1" * 2000, 100),
        ("24/23 " * 400, 100),
    ],
)
def test_what_is_no_play_is_refused_where_it_goes_wrong(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_play(CLASSIC, parse_position(OPENING), text)
    assert (caught.value.field, caught.value.column) == ("play", column)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("line", "text", "rule", "step", "reason"),
    [
        (OPENING, "24/20 24/23", "P6", None, "24/20 is 4 pips, which a roll of 5-1 cannot make"),
        (OPENING, "24/22", "P6", None, "24/22 is 2 pips, which a roll of 5-1 cannot make"),
        (OPENING, "24/19(2)", "P7", None, "a roll of 5-1 cannot make all of these steps together"),
        (OPENING, "24/23 24/23 24/23", "P7", None, "that is 3 steps, and this roll gives 2"),
        (OPENING, "19/24 24/23", "P1", None, "19/24 does not go towards home, which is from 24 down to 1 and off"),
        (OPENING, "off/5", "P1", None, "off/5 does not go towards home, which is from 24 down to 1 and off"),
        (OPENING, "24/24", "P1", None, "24/24 does not go towards home, which is from 24 down to 1 and off"),
        (OPENING, "23/22 24/19", "P6", Step(23, 22, 1), "23/22: you have no checker on your 23 point"),
        (OPENING, "bar/20 24/23", "P6", Step(25, 20, 5), "bar/20: you have no checker on the bar"),
        (
            "plakoto W15,5,B2,16,B13 - 0/0 w 61",
            "24/18 24/23",
            "P4",
            Step(24, 18, 6),
            "24/18: the 6 lands on your 18 point, closed by 2 opposing checkers",
        ),
    ],
)
def test_a_refused_play_names_rule_step_and_reason(
    line: str, text: str, rule: str, step: Step | None, reason: str
) -> None:
    fault = refusal(line, text)
    assert (fault.rule, fault.step, sentence(fault)) == (rule, step, reason)
    assert fault.die == (step.die if step else None)
    assert explained(fault) == f"illegal play in {line!r}: {reason} ({rule})"
    assert str(fault).startswith(f"illegal play in {line!r}: ")
    assert str(fault).endswith(f" is refused as {fault.refusal.kind} ({rule})")


def test_a_refusal_is_in_the_movers_numbering() -> None:
    # White holds White's 7, which Black calls 18.
    fault = refusal("plakoto W13,16,W2,5,B15 - 0/0 b 61", "24/18 24/23")
    assert sentence(fault) == "24/18: the 6 lands on your 18 point, closed by 2 opposing checkers"


def test_the_fault_reported_is_of_the_order_that_gets_farthest() -> None:
    # 24/19 is possible and then 19/18 is closed: that is the news, not that there is no checker on 19 at first.
    fault = refusal("plakoto W15,5,B2,16,B13 - 0/0 w 51", "19/18 24/19")
    assert (fault.step, fault.rule) == (Step(19, 18, 1), "P4")


def test_pass_is_refused_while_a_step_is_legal() -> None:
    fault = refusal(OPENING, "pass")
    assert fault.play == PASS
    assert fault.rule == "P7"
    assert sentence(fault).startswith("this plays no die where two dice can be played, as in 24/")


play_like = st.text("0123456789/->*(),; barofpsBO²٣–", max_size=40)


@given(any_situation, st.text(max_size=40) | play_like | st.lists(play_like, max_size=300).map(" ".join))
def test_rubbish_for_a_play_raises_nothing_but_notation_errors_and_illegal_plays(
    situation: tuple[Position, Ruleset], text: str
) -> None:
    position, rules = situation
    try:
        play = parse_play(rules, position, text)
    except (NotationError, IllegalPlay):
        return
    rules.check_play(position, play)


_hop = st.tuples(st.integers(0, 25), st.integers(0, 25)).map(lambda hop: f"{hop[0]}/{hop[1]}")
written = st.lists(_hop, min_size=1, max_size=4).map(" ".join)


@given(any_situation, written)
def test_whatever_steps_are_written_a_play_that_is_read_is_legal(
    situation: tuple[Position, Ruleset], text: str
) -> None:
    position, rules = situation
    try:
        play = parse_play(rules, position, text)
    except (IllegalPlay, NotationError):
        return
    rules.check_play(position, play)


# --- the documentation ---------------------------------------------------------------------------------------------

#: The paragraphs of each kind, and one more.
LAST = {"P": 12, "O": 8, "F": 8, "T": 5}
DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("page", ["rules.md", "notation.md"])
def test_position_lines_in_the_documentation_can_be_read(page: str) -> None:
    pattern = r"(?:plakoto|portes|fevga) \S+,\S+ \S+ \d+/\d+ [wb] [1-6-]+"
    lines = re.findall(pattern, (DOCS / page).read_text(encoding="utf-8"))
    assert {line.split()[0] for line in lines} == set(RULESETS)
    for line in lines:
        if "W15,21,B15" not in line:  # the one shown as wrong
            assert format_position(parse_position(line)) == line


@pytest.mark.parametrize("preset", sorted({preset for presets in RULESETS.values() for preset in presets}))
def test_every_preset_is_documented(preset: str) -> None:
    assert f"| `{preset}`" in (DOCS / "rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "paragraph", [f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last)]
)
def test_every_paragraph_is_documented(paragraph: str) -> None:
    assert f"**{paragraph} " in (DOCS / "rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("written", "short"),
    [
        ("24/18 18/13", "24/18/13"),
        ("24/20* 20/18", "24/20*/18"),
        ("24/18 24/19", "24/18 24/19"),
        ("8/5 7/4 5/2 4/1", "8/5 7/4 5/2 4/1"),
        ("24/23(2) 23/22", "24/23(2) 23/22"),
        ("7/1 1/off", "7/1/off"),
        ("pass", "pass"),
    ],
)
def test_steps_of_one_checker_in_a_row_are_joined_for_show(written: str, short: str) -> None:
    assert shorten_play(written) == short


@given(positions())
def test_a_shortened_play_is_read_as_the_same_play(position: Position) -> None:
    rules = ruleset(position.layout.name)
    for play in rules.legal_plays(position):
        read = parse_play(rules, position, shorten_play(format_play(rules, position, play)))
        assert rules.after(position, read) == rules.after(position, play)


@pytest.mark.parametrize("text", ["hello", "24/99"])
def test_a_hint_names_the_bar_only_where_the_game_has_one(text: str) -> None:
    portes = "portes W13,16,W1,1,B1,3,B14 W1 0/0 w 21"
    for line, has_bar in ((OPENING, False), ("fevga W15,11,B15,11 - 0/0 w 51", False), (portes, True)):
        position = parse_position(line)
        with pytest.raises(NotationError) as caught:
            parse_play(ruleset(position.layout.name), position, text)
        assert ("bar" in caught.value.expected) == has_bar
