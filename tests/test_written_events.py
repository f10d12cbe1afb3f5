"""Events as text: what was written is read again, alone from the database and one after another from a file."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plakoto_bot.engine import game
from plakoto_bot.engine.events import (
    Began,
    Contest,
    Event,
    Played,
    Resigned,
    Rolled,
    Stake,
    Stopped,
    StopReason,
    TimedOut,
    play_text,
)
from plakoto_bot.engine.game import Roller
from plakoto_bot.engine.moves import PASS, Step
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.rulesets import RULESETS, ruleset
from plakoto_bot.errors import NotationError
from plakoto_bot.written_events import KINDS, Written, read_event, read_events, write_event

W, B = Side.WHITE, Side.BLACK
LINE = "plakoto W15,22,B15 - 0/0 w 54"


def rolls(chance: Random) -> Roller:
    return lambda _: Dice(chance.randint(1, 6), chance.randint(1, 6))


@settings(max_examples=30)
@given(
    st.sampled_from([rules for presets in RULESETS.values() for rules in presets.values()]),
    st.integers(0, 2**32),
    st.integers(0, 400),
)
def test_the_events_of_a_game_survive_being_written_and_read(rules: Ruleset, seed: int, most: int) -> None:
    chance = Random(seed)
    state, events = game.open_game(game.new_game(rules), rolls(chance))
    while state.outcome is None and state.ply < most:
        state, more = game.play_turn(state, chance.choice(game.legal_plays(state)), rolls(chance))
        events += more
    assert [read_event(*write_event(event)) for event in events] == events

    again = read_events(write_event(event, with_dice=False) for event in events)
    assert game.replay(rules, again) == state
    for event, read in zip(events, again, strict=True):
        if isinstance(event, Played) and len(event.play) == 1:
            # Of the last checker the file does not say whether the larger die or its own bore it off.
            assert isinstance(read, Played)
            assert (read.side, read.forced, play_text(read)) == (event.side, event.forced, play_text(event))
        else:
            assert read == event


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (Began(parse_position(LINE)), Written("begin", None, LINE)),
        (Contest(Dice(3, 5)), Written("contest", None, "35")),
        (Rolled(B, Dice(6, 6)), Written("roll", "b", "66")),
        (Played(W, PASS, forced=True), Written("forced", "w", "pass")),
        (Played(W, (Step(25, 21, 4), Step(21, 18, 3)), marked=(1,)), Written("play", "w", "bar/21 21/18*")),
        (Played(B, (Step(6, 2, 4),) * 4, marked=(0,)), Written("play", "b", "6/2* 6/2(3)")),
        (Played(B, (Step(3, 0, 6),) * 3 + (Step(6, 0, 6),)), Written("play", "b", "3/off:6(3) 6/off")),
        (Played(B, (Step(3, 0, 6), Step(3, 0, 3))), Written("play", "b", "3/off:6 3/off")),
        (Resigned(W, Stake.GAME), Written("resign", "w", "")),
        (Resigned(W, Stake.ONE_POINT), Written("resign", "w", "1")),
        (Resigned(B, Stake.MATCH), Written("resign", "b", "match")),
        (TimedOut(B), Written("time", "b", "")),
        (Stopped(StopReason.ENDED), Written("end", None, "")),
        (Stopped(StopReason.UNCLAIMED), Written("end", None, "unclaimed")),
    ],
)
def test_each_kind_of_event_as_the_database_holds_it(event: Event, written: Written) -> None:
    assert write_event(event) == written
    assert read_event(*written) == event


def test_a_file_never_names_a_die() -> None:
    play = (Step(3, 0, 6), Step(3, 0, 3))
    assert write_event(Played(B, play), with_dice=False) == Written("play", "b", "3/off(2)")


@pytest.mark.parametrize(
    ("dice", "text", "used"),
    [
        ((6, 3), "3/off(2)", (6, 3)),
        ((3, 6), "4/off 6/3", (6, 3)),
        ((6, 3), "6/3 3/off", (3, 6)),
        ((6, 5), "3/off", (6,)),
        ((6, 3), "3/off", (3,)),
        ((6, 6), "3/off(2) 1/off", (6, 6, 6)),
        ((2, 1), "24/22 24/23", (2, 1)),
        # Not legal with this roll: the steps keep their lengths for the rules to refuse.
        ((2, 1), "24/20", (4,)),
        ((2, 1), "5/off", (5,)),
        ((2, 1), "24/22 24/23 23/22", (2, 1, 1)),
    ],
)
def test_the_roll_before_a_play_settles_its_dice(dice: tuple[int, int], text: str, used: tuple[int, ...]) -> None:
    event = read_event("play", "w", text, Dice(*dice))
    assert isinstance(event, Played)
    assert tuple(step.die for step in event.play) == used


def test_a_lone_step_below_a_pinned_checker_used_the_die_of_its_length() -> None:
    """The 6 bears off nothing: the farthest checker is pinned. So the file can only mean the 3."""
    position = parse_position("plakoto B13,18,B1w,1,W1,1,B1 - 13/0 w 63")
    rules = ruleset("plakoto")
    assert (Step(3, 0, 3),) in rules.legal_plays(position)
    assert (Step(3, 0, 6),) not in rules.legal_plays(position)
    assert read_event("play", "w", "3/off", position.dice) == Played(W, (Step(3, 0, 3),))


def test_a_game_that_begins_with_its_dice_is_read_with_them() -> None:
    begun = "portes 20,W3,W3,W4,B5 - 5/10 w 64"
    events = read_events([Written("begin", None, begun), Written("play", "w", "4/off 3/off")])
    assert events[1] == Played(W, (Step(4, 0, 6), Step(3, 0, 4)))


@pytest.mark.parametrize(
    ("kind", "side", "text"),
    [
        ("cheat", "w", ""),
        ("begin", None, "plakoto"),
        ("begin", "w", LINE),
        ("contest", "w", "52"),
        ("contest", None, "5"),
        ("roll", None, "52"),
        ("roll", "x", "52"),
        ("roll", "w", "77"),
        ("play", None, "24/23"),
        ("play", "w", ""),
        ("play", "w", "24/23  24/22"),
        ("play", "w", "PASS"),
        ("play", "w", "24/24"),
        ("play", "w", "23/24"),
        ("play", "w", "25/24"),
        ("play", "w", "24/bar"),
        ("play", "w", "0/off"),
        ("play", "w", "24/23:1"),
        ("play", "w", "3/off:3"),
        ("play", "w", "3/off:2"),
        ("play", "w", "3/off:7"),
        ("play", "w", "24/23(5)"),
        ("play", "w", "24/23(4) 23/22"),
        ("forced", "w", "٣/off"),
        ("play", "w", "24/23\n"),
        ("play", "w", "24/23 " * 1000),
        ("resign", None, ""),
        ("resign", "w", "2"),
        ("time", "w", "1"),
        ("time", None, ""),
        ("end", "b", ""),
        ("end", None, "1"),
    ],
)
def test_what_is_no_event_is_refused(kind: str, side: str | None, text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_event(kind, side, text)
    assert len(str(caught.value)) < 300


def test_a_file_that_names_a_die_is_refused() -> None:
    with pytest.raises(NotationError):
        read_event("play", "w", "3/off:6", Dice(6, 1))


@given(st.sampled_from(KINDS), st.sampled_from(("w", "b", None)), st.text(max_size=12))
def test_any_text_is_an_event_or_refused(kind: str, side: str | None, text: str) -> None:
    try:
        event = read_event(kind, side, text)
    except NotationError:
        return
    assert read_event(*write_event(event)) == event
