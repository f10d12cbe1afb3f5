"""Text of any kind is read or refused, and nothing else happens. ``make fuzz`` tries more of it, and longer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fuzz.targets import BOARDS, TARGETS, read_dice, read_export, read_play, read_position, read_written
from plakoto_bot.engine.notation import parse_play, parse_position
from plakoto_bot.engine.rulesets import ruleset
from plakoto_bot.errors import NotationError
from plakoto_bot.export import LONGEST, format_export, parse_export
from plakoto_bot.written_events import KINDS
from tests.test_export import sample

#: Text that is nearly a position line or a play.
_ENTRIES = st.from_regex(r"[WB]?[0-9]{0,2}[wb]?", fullmatch=True)
_LINES = st.builds(
    lambda *fields: " ".join(fields),
    st.sampled_from(("plakoto", "portes", "fevga", "tavli", "")),
    st.lists(_ENTRIES, max_size=26).map(",".join),
    st.sampled_from(("-", "W1", "B2", "W1B15", "W0", "")),
    st.from_regex(r"[0-9]{1,3}/[0-9]{1,3}", fullmatch=True),
    st.sampled_from(("w", "b", "-")),
    st.sampled_from(("-", "66", "51", "07")),
)
_PLACES = st.sampled_from((*map(str, range(27)), "bar", "off", "o"))
_STEPS = st.builds(
    lambda places, between, hit, times: between.join(places) + hit + times,
    st.lists(_PLACES, min_size=1, max_size=5),
    st.sampled_from(("/", "-", ">", " / ", "*/")),
    st.sampled_from(("", "*")),
    st.sampled_from(("", "(2)", "(4)", "(9)")),
)
_PLAYS = st.lists(_STEPS, max_size=5).map(" ".join)


@given(st.text() | _LINES)
@example("plakoto " + "1," * 50_000 + "1 - 0/0 w -")
def test_any_position_line_is_read_or_refused(text: str) -> None:
    read_position(text)


@given(st.sampled_from(BOARDS), st.integers(0, 60), st.text(max_size=3), st.integers(0, 3))
def test_a_position_line_with_a_slip_is_read_or_refused(line: str, at: int, put: str, cut: int) -> None:
    read_position(line[:at] + put + line[at + cut :])


@given(st.text(max_size=5))
@example("11\n")
@example("１１")
def test_any_roll_is_read_or_refused(text: str) -> None:
    read_dice(text)


@given(st.text() | _PLAYS)
def test_any_play_is_read_or_refused(text: str) -> None:
    read_play(text)


_EVENTS = st.builds(
    lambda kind, side, text: f"{kind} {side} {text}",
    st.sampled_from(KINDS),
    st.sampled_from("wb-"),
    st.sampled_from(("", "1", "match", "unclaimed", "61", "66", "3/off:6(2)", "3/off(2)", BOARDS[5])) | _PLAYS,
)


@given(st.text() | st.lists(_EVENTS, max_size=6).map("\n".join))
@example("roll w 61\nplay w 6/off 1/off\nplay w 1/off")
def test_any_written_events_are_read_or_refused(text: str) -> None:
    read_written(text)


def _changed(document: Any, chance: Any) -> Any:
    """The document with one value somewhere in it replaced."""
    if isinstance(document, dict) and document and chance.random() < 0.9:
        key = chance.choice(sorted(document))
        return document | {key: _changed(document[key], chance)}
    if isinstance(document, list) and document and chance.random() < 0.9:
        at = chance.randrange(len(document))
        return [*document[:at], _changed(document[at], chance), *document[at + 1 :]]
    junk: tuple[Any, ...] = (
        None,
        True,
        -1,
        0,
        2**70,
        1.5,
        "",
        "x",
        "\ud800",
        "66",
        "24/18",
        "w",
        [],
        {},
        [[]] * 3,
        BOARDS[0],
        "tavli",
    )
    return chance.choice(junk)


SAMPLE = json.loads(format_export(sample()))


@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_any_file_of_a_match_is_read_or_refused(chance: Any, changes: int) -> None:
    document = SAMPLE
    for _ in range(changes):
        document = _changed(document, chance)
    read_export(json.dumps(document))


@given(st.text() | st.recursive(st.none() | st.text(), st.lists).map(json.dumps))
@example("[" * 100_000)
@example('{"a":' * 100_000)
@example("\ud800")
def test_any_text_is_no_file_of_a_match(text: str) -> None:
    with pytest.raises(NotationError):
        parse_export(text)
    read_export(text)


# --- what is too long is refused before it is read -----------------------------------------------------------


@pytest.mark.parametrize("name", ["position", "dice", "play", "export", "events"])
@pytest.mark.parametrize("piece", [" ", "1", "24/18 ", "1,", "\n", "/", "24/", "[", "*", "(", " /"])
def test_a_million_characters_are_refused_at_once(name: str, piece: str) -> None:
    # Reading them step by step would take hours with an expression that looks at every pair of places.
    TARGETS[name](piece * (1_000_000 // len(piece)))
    TARGETS[name](f"{piece * (1_000_000 // len(piece))}24/18")
    TARGETS[name](f"play w {piece * (1_000_000 // len(piece))}")


def test_what_is_too_long_is_told_so() -> None:
    rules, position = ruleset("plakoto"), parse_position(BOARDS[0])
    for read, most in (
        (parse_position, "200 characters"),
        (lambda text: parse_play(rules, position, text), "100 characters"),
        (parse_export, f"{LONGEST} characters"),
    ):
        with pytest.raises(NotationError, match=most) as caught:
            read("1" * (LONGEST + 1))
        assert len(str(caught.value)) < 300
