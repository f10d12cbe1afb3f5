"""What follows from choices, of a server and of people."""

from __future__ import annotations

import pytest

from plakoto_bot.domain.choices import MatchChoices, Preferences, ServerSettings
from plakoto_bot.engine.position import Side
from tests.domain.values import ANN, BEN, some_match, some_terms

AGAINST_BOT = some_match(terms=some_terms(level="strong"))


@pytest.mark.parametrize(("chosen", "allowed", "most"), [(None, 20, 20), (5, 20, 5), (50, 20, 20), (0, 20, 0)])
def test_a_server_has_as_many_matches_against_the_bot_as_it_chose_within_what_is_allowed(
    chosen: int | None, allowed: int, most: int
) -> None:
    assert ServerSettings(bot_games=chosen).most_bot_games(allowed) == most


@pytest.mark.parametrize(
    ("server", "own", "manual"),
    [(True, None, False), (False, None, True), (True, False, True), (False, True, False), (True, True, False)],
)
def test_a_persons_choice_goes_before_the_servers(server: bool, own: bool | None, manual: bool) -> None:
    choices = MatchChoices(ServerSettings(auto_forced=server), (Preferences(), Preferences(auto_forced=own)))
    assert (Side.BLACK in choices.manual_sides(some_match())) is manual
    assert (Side.WHITE in choices.manual_sides(some_match())) is not server


def test_the_bot_never_has_to_make_its_only_play_itself() -> None:
    choices = MatchChoices(ServerSettings(auto_forced=False))
    assert choices.manual_sides(some_match()) == {Side.WHITE, Side.BLACK}
    assert choices.manual_sides(AGAINST_BOT) == {Side.WHITE}


def test_who_wants_no_pings_and_the_bot_are_quiet() -> None:
    assert MatchChoices().quiet_players(some_match()) == frozenset()
    assert MatchChoices().quiet_players(AGAINST_BOT) == {BEN}
    quiet_ann = MatchChoices(players=(Preferences(pings=False), Preferences()))
    assert quiet_ann.quiet_players(some_match()) == {ANN}
    assert quiet_ann.quiet_players(AGAINST_BOT) == {ANN, BEN}
