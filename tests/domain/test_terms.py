"""What is agreed on before a match."""

from __future__ import annotations

from typing import Any

import pytest

from plakoto_bot.domain.terms import BadPosition, CannotPlayTerms, Proposal, Terms, UnknownPreset, WhyNoTerms, settled
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.errors import NotationError, RuleError, WrongPhase
from tests.domain.values import BEARING_OFF, some_terms


def test_every_default_is_filled_in() -> None:
    assert settled(Proposal()) == Terms("plakoto", "classic", 1, "none", rated=True)


def test_what_was_asked_for_is_kept() -> None:
    proposal = Proposal(kind="tavli", preset="instant", length=5, pace="day", rated=False)
    assert settled(proposal) == Terms("tavli", "instant", 5, "day", rated=False)


def test_a_match_against_the_bot_is_not_rated() -> None:
    terms = settled(Proposal(level="strong", length=3))
    assert (terms.level, terms.rated, terms.length) == ("strong", False, 3)


def test_a_position_is_a_single_unrated_game_of_the_kind_that_it_says() -> None:
    terms = settled(Proposal(kind="tavli", length=2, position=BEARING_OFF))
    assert (terms.kind, terms.length, terms.rated, terms.position) == ("plakoto", 1, False, BEARING_OFF)
    assert terms.start() == parse_position(BEARING_OFF)
    assert settled(Proposal()).start() is None


@pytest.mark.parametrize(
    ("line", "error"),
    [("nonsense", NotationError), ("plakoto 23,B15 - 15/0 b 31", WrongPhase)],
)
def test_a_position_that_cannot_be_played_on_is_refused(line: str, error: type[Exception]) -> None:
    with pytest.raises(BadPosition) as caught:
        settled(Proposal(position=line))
    assert isinstance(caught.value.error, error)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"length": 0}, WhyNoTerms.LENGTH),
        ({"length": 2}, WhyNoTerms.LENGTH),
        ({"pace": "hourly"}, WhyNoTerms.PACE),
    ],
)
def test_lengths_and_paces_that_are_not_offered_are_refused(changes: dict[str, Any], reason: WhyNoTerms) -> None:
    with pytest.raises(CannotPlayTerms) as caught:
        settled(Proposal(**changes))
    assert caught.value.reason is reason


def test_a_preset_of_another_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownPreset) as caught:
        settled(Proposal(kind="fevga", preset="instant"))
    assert (caught.value.kind, caught.value.preset, caught.value.presets) == ("fevga", "instant", ("classic",))


def test_a_kind_of_match_that_does_not_exist_is_refused() -> None:
    with pytest.raises(RuleError, match="chess"):
        settled(Proposal(kind="chess"))


def test_each_game_of_a_match_has_the_preset_if_it_knows_it() -> None:
    terms = some_terms(kind="tavli", preset="instant", length=5)
    rules = [terms.rules(number) for number in (1, 2, 3, 5)]
    assert [(one.layout.name, one.preset) for one in rules] == [
        ("portes", "classic"),
        ("plakoto", "instant"),
        ("fevga", "classic"),
        ("plakoto", "instant"),
    ]


@pytest.mark.parametrize(
    "proposal",
    [Proposal(), Proposal("tavli", "instant", 5, "day"), Proposal(position=BEARING_OFF), Proposal(level="strong")],
)
def test_terms_asked_for_anew_are_the_same_terms(proposal: Proposal) -> None:
    terms = settled(proposal)
    assert settled(terms.as_proposal()) == terms
