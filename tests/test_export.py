"""Exported matches: the file, and what its check finds out."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plakoto_bot.ai.verdicts import GameAnalysis, MatchAnalysis, Turn
from plakoto_bot.engine import game
from plakoto_bot.engine.dice import DiceSource, commitment
from plakoto_bot.engine.events import Event
from plakoto_bot.engine.position import Dice, Side
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.rulesets import RULESETS, ruleset
from plakoto_bot.errors import NotationError
from plakoto_bot.export import (
    FORMAT,
    FORMAT_ANALYSED,
    Export,
    ExportedGame,
    export_analysis,
    export_events,
    format_export,
    parse_export,
    read_analysis,
    verify_export,
)
from plakoto_bot.written_events import KINDS

SOURCE = DiceSource(bytes(range(32)), accepted_by=1234567890123456789, match=42)


def played(
    number: int, rules: Ruleset, starter: Side | None, resigns_at: int | None
) -> tuple[str, list[Event], Side | None]:
    """A game in which everybody makes the last play listed, and perhaps resigns at some ply."""
    state = game.new_game(rules, starter)
    state, events = game.open_game(state, lambda roll: SOURCE.roll(number, roll))
    while state.outcome is None:
        if resigns_at is not None and state.ply >= resigns_at:
            state, more = game.resign(state, state.position.turn)
        else:
            play = game.legal_plays(state)[-1]
            state, more = game.play_turn(state, play, lambda roll: SOURCE.roll(number, roll))
        events += more
    return str(state.outcome), events, state.outcome.winner


def sample(preset: str = "classic", name: str = "plakoto") -> Export:
    """A match of two games: the first played to its end, the second opened by its winner and resigned."""
    rules = ruleset(name, preset)
    first, first_events, winner = played(1, rules, None, None)
    second, second_events, _ = played(2, rules, winner, 5)
    return Export(
        format=FORMAT,
        match=SOURCE.match,
        game=name,
        rules=preset,
        white="100000000000000001",
        black="100000000000000002",
        commitment=commitment(SOURCE.seed),
        seed=SOURCE.seed.hex(),
        accepted_by=str(SOURCE.accepted_by),
        games=(
            ExportedGame(number=1, outcome=first, events=export_events(first_events)),
            ExportedGame(number=2, outcome=second, events=export_events(second_events)),
        ),
    )


every_ruleset = pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name, presets in RULESETS.items() for preset in presets]
)


def tampered(change: Callable[[Any], object]) -> str:
    """What verification says of the sample after ``change`` to its JSON."""
    document = json.loads(format_export(sample()))
    change(document)
    verdict = verify_export(parse_export(json.dumps(document)))
    assert not verdict.ok
    assert verdict.lines[-1].startswith("WRONG: ")
    return verdict.lines[-1]


def first_of(document: Any, kind: str) -> Any:
    return next(event for event in document["games"][0]["events"] if event["kind"] == kind)


def analysed() -> Export:
    """The sample with an analysis, such as it is."""
    turn = Turn(Side.BLACK, Dice(5, 2), 12, "24/17", "24/19 24/22", -0.25, 0.125, 0.0625, 0.75)
    unplayed = replace(turn, played=None, equity=0.125)
    games = (GameAnalysis(1, "plakoto", 0.5, (turn,), 1.0), GameAnalysis(2, "plakoto", 0.25, (turn, unplayed), None))
    analysis = export_analysis(MatchAnalysis("plakoto 1-abc", games))
    return sample().model_copy(update={"format": FORMAT_ANALYSED, "analysis": analysis})


def test_an_analysis_survives_being_written_and_read_and_says_what_follows_from_it() -> None:
    export = analysed()
    again = parse_export(format_export(export))
    assert again == export
    assert again.analysis
    assert export_analysis(read_analysis(again.analysis)) == again.analysis
    first = again.analysis.games[0].turns[0]
    assert (first.lost, first.mark) == (0.375, "blunder")
    assert again.analysis.white.error_rate is None
    black = again.analysis.black
    assert (black.decisions, black.error_rate, black.grade, black.blunders) == (2, 375, "beginner", 2)


def test_a_file_with_an_analysis_is_verified_like_one_without() -> None:
    assert verify_export(analysed()) == verify_export(sample())


def test_a_file_without_an_analysis_stays_as_it_was_before_there_were_any() -> None:
    assert "analysis" not in format_export(sample())
    assert json.loads(format_export(sample()))["format"] == "plakoto-match-1"


@pytest.mark.parametrize("form", [FORMAT, FORMAT_ANALYSED])
def test_the_format_must_say_whether_there_is_an_analysis(form: str) -> None:
    document = json.loads(format_export(analysed() if form == FORMAT else sample()))
    with pytest.raises(NotationError, match="is the format with an analysis"):
        parse_export(json.dumps({**document, "format": form}))


@every_ruleset
def test_a_file_survives_being_written_and_read(name: str, preset: str) -> None:
    export = sample(preset, name)
    assert parse_export(format_export(export)) == export
    assert format_export(parse_export(format_export(export))) == format_export(export)


@every_ruleset
def test_a_true_file_is_verified(name: str, preset: str) -> None:
    export = sample(preset, name)
    verdict = verify_export(export)
    assert verdict.ok
    assert verdict.lines[0].startswith(f"the seed gives the commitment {export.commitment}")
    assert [line.split(":")[0] for line in verdict.lines[1:]] == ["game 1", "game 2"]
    assert verdict.lines[1].endswith(f"result {export.games[0].outcome}")


def test_another_seed_is_found_out() -> None:
    assert "the seed does not give the commitment" in tampered(lambda document: document.update(seed="00" * 32))


def test_another_commitment_is_found_out() -> None:
    assert "the seed does not give the commitment" in tampered(lambda document: document.update(commitment="00" * 32))


@pytest.mark.parametrize(("field", "value"), [("accepted_by", "1234567890123456780"), ("match", 43)])
def test_another_acceptance_or_match_gives_other_rolls(field: str, value: object) -> None:
    assert "and the seed gives" in tampered(lambda document: document.update({field: value}))


def test_another_roll_is_found_out() -> None:
    assert "WRONG: game 1: roll 2 is written '66' and the seed gives" in tampered(
        lambda document: first_of(document, "roll").update(text="66")
    )


def test_an_illegal_play_is_found_out() -> None:
    assert "(P7)" in tampered(lambda document: first_of(document, "play").update(text="pass"))


def test_an_unreadable_play_is_found_out() -> None:
    assert "cannot read play 'gibberish'" in tampered(
        lambda document: first_of(document, "play").update(text="gibberish")
    )


def test_a_play_by_the_wrong_side_is_found_out() -> None:
    def change(document: Any) -> None:
        event = first_of(document, "play")
        event["side"] = "b" if event["side"] == "w" else "w"

    assert "expected a play by" in tampered(change)


def test_a_resignation_by_nobody_is_found_out() -> None:
    assert "expected a resign by" in tampered(lambda document: document["games"][1]["events"][-1].update(side=None))


def test_another_outcome_is_found_out() -> None:
    def change(document: Any) -> None:
        document["games"][0]["outcome"] = "draw"

    assert "and the file says 'draw'" in tampered(change)


def test_a_game_cut_short_is_found_out() -> None:
    def change(document: Any) -> None:
        document["games"][0]["events"].pop()
        document["games"][0]["outcome"] = "None"

    assert "the events stop before the game is over" in tampered(change)


def test_events_after_the_end_are_found_out() -> None:
    def change(document: Any) -> None:
        document["games"][0]["events"].append({"kind": "end", "side": None, "text": ""})

    assert "over" in tampered(change)


def test_a_left_out_roll_is_found_out() -> None:
    def change(document: Any) -> None:
        events = document["games"][0]["events"]
        events.remove(first_of(document, "roll"))

    assert "WRONG: game 1: event" in tampered(change)


def test_games_out_of_order_are_found_out() -> None:
    """Otherwise a lucky game number could be looked for once the seed is known."""
    assert "game 2: is numbered 2 and comes as number 1" in tampered(lambda document: document["games"].pop(0))


def test_the_loser_may_not_open_the_next_game() -> None:
    def change(document: Any) -> None:
        for event in document["games"][1]["events"]:
            event["side"] = "b" if event["side"] == "w" else "w"

    assert "game 2: event 1 (roll)" in tampered(change)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda document: document.pop("seed"), "'seed'"),
        (lambda document: document.update(seed="AB" * 32), "'seed'"),
        (lambda document: document.update(seed="00" * 31), "'seed'"),
        (lambda document: document.update(match=0), "'match'"),
        (lambda document: document.update(match="42"), "'match'"),
        (lambda document: document.update(match=2**63), "'match'"),
        (lambda document: document.update(accepted_by="-1"), "'accepted_by'"),
        (lambda document: document.update(accepted_by="007"), "'accepted_by'"),
        (lambda document: document.update(accepted_by="٣"), "'accepted_by'"),
        (lambda document: document.update(accepted_by=7), "'accepted_by'"),
        (lambda document: document.update(format="plakoto-match-9"), "'format'"),
        (lambda document: document.update(games=[]), "'games'"),
        (lambda document: document.update(extra=1), "'extra'"),
        (lambda document: document.update({"a\nb" * 100: 1}), "'a\\nb"),
        (lambda document: document["games"][0]["events"][0].update(kind="cheat"), "'games.0.events.0.kind'"),
        (lambda document: document["games"][0]["events"][0].update(text="x" * 300), "'games.0.events.0.text'"),
    ],
)
def test_a_file_of_another_form_is_refused_naming_the_place(change: Callable[[Any], object], place: str) -> None:
    document = json.loads(format_export(sample()))
    change(document)
    with pytest.raises(NotationError) as caught:
        parse_export(json.dumps(document))
    assert f"an exported match ({place}" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text", ["", "not JSON", "[]", "null", "42", "{", "[" * 100_000, '{"a":' * 100_000, "\x00", "\ud800"]
)
def test_what_is_no_export_at_all_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected an exported match"):
        parse_export(text)


@pytest.mark.parametrize(("name", "preset"), [("chess", "classic"), ("plakoto", "house"), ("fevga", "no-hit-and-run")])
def test_an_unknown_game_or_preset_is_refused(name: str, preset: str) -> None:
    document = json.loads(format_export(sample()))
    document.update(game=name, rules=preset)
    with pytest.raises(NotationError, match="a game and preset known here"):
        parse_export(json.dumps(document))


# --- the worked example of docs/fair-dice.md -----------------------------------------------------------------------

FAIR_DICE = (Path(__file__).parent.parent / "docs" / "fair-dice.md").read_text(encoding="utf-8")


def documented_file() -> str:
    return FAIR_DICE.split("```json\n")[1].split("```")[0]


def test_the_documented_file_is_true_and_in_the_form_we_write() -> None:
    export = parse_export(documented_file())
    assert verify_export(export).ok
    assert format_export(export) == documented_file()


def test_the_documented_numbers_are_right() -> None:
    export = parse_export(documented_file())
    seed = bytes.fromhex(export.seed)
    key = hmac.digest(seed, export.accepted_by.encode("ascii"), "sha256")
    assert f"| commitment | `{commitment(seed)}` |" in FAIR_DICE
    assert f"| key | `{key.hex()}` |" in FAIR_DICE

    rows = re.findall(r"\| `(\d+):(\d+):(\d+):0` \| `([0-9a-f]{8})` \| (\d) (\d) \|", FAIR_DICE)
    assert len(rows) == 4
    for match, number, roll, digest, first, second in rows:
        assert hmac.digest(key, f"{match}:{number}:{roll}:0".encode("ascii"), "sha256").hex().startswith(digest)
        dice = DiceSource(seed, int(export.accepted_by), int(match)).roll(int(number), int(roll))
        assert dice == (int(first), int(second))


def test_every_kind_of_event_is_documented() -> None:
    assert [kind for kind in KINDS if f"| `{kind}` |" not in FAIR_DICE] == []
