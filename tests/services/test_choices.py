"""What servers and people choose, and what follows for games; who may play whom."""

from __future__ import annotations

import asyncio

import pytest

from plakoto_bot.domain.choices import ChallengesFrom, Preferences, ServerSettings
from plakoto_bot.domain.errors import CannotAccept, TooManyBlocked, Unwelcome, WhyUnwelcome
from plakoto_bot.domain.limits import MOST_BLOCKED
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal, UnknownPreset
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.services.services import Services

ANN, BEN, CLEO = 1001, 1002, 1003
HERE = ServerChannel(1, 2)
#: White is to play; whatever Black rolls then, bearing off the last checker is the only play.
LAST_CHECKER = "plakoto B1,17,W3,W3,W3,W2,W2,1 - 2/14 w 65"


async def test_nothing_chosen_means_the_usual(services: Services) -> None:
    assert await services.choices.of_server(1) == ServerSettings()
    assert await services.choices.of_person(ANN) == Preferences()


async def test_choices_of_a_server_and_of_a_person_are_their_own(services: Services) -> None:
    await services.choices.change_server(1, threads=True)
    await services.choices.change_person(ANN, pings=False)
    assert not (await services.choices.of_server(2)).threads
    assert (await services.choices.of_person(BEN)).pings


async def test_rules_of_another_game_are_refused_and_nothing_is_changed(services: Services) -> None:
    with pytest.raises(UnknownPreset):
        await services.choices.change_server(1, kind="fevga", preset="instant", pace="day")
    assert await services.choices.of_server(1) == ServerSettings()


async def test_changes_at_the_same_time_are_all_kept(services: Services) -> None:
    await asyncio.gather(
        services.choices.change_person(ANN, pings=False),
        services.choices.change_person(ANN, reminders=False),
        services.choices.toggle_blocks(ANN, [BEN]),
        services.choices.toggle_blocks(ANN, [CLEO]),
    )
    now = await services.choices.of_person(ANN)
    assert (now.pings, now.reminders, set(now.blocked)) == (False, False, {BEN, CLEO})


async def test_a_full_block_list_takes_nobody_more_but_lets_people_go(services: Services) -> None:
    await services.choices.toggle_blocks(ANN, range(1, MOST_BLOCKED + 1))
    with pytest.raises(TooManyBlocked):
        await services.choices.toggle_blocks(ANN, [BEN])
    assert len((await services.choices.toggle_blocks(ANN, [1, 2])).blocked) == MOST_BLOCKED - 2


@pytest.mark.parametrize(
    ("server", "person", "made"),
    [(True, None, True), (False, None, False), (True, False, False), (False, True, True)],
)
async def test_a_forced_play_is_made_unless_the_player_or_else_the_server_says_no(
    services: Services, server: bool, person: bool | None, made: bool
) -> None:
    await services.choices.change_server(HERE.guild_id, auto_forced=server)
    await services.choices.change_person(BEN, auto_forced=person)
    match = await services.challenges.open(HERE, ANN, BEN, Proposal(position=LAST_CHECKER))
    game = await services.challenges.accept(match.id, BEN, 77)
    game = await services.turns.play(game.id, game.state.ply, ANN, legal_plays(game.state)[0])
    assert (game.state.outcome is not None) == made


async def test_a_match_moves_only_before_its_channel_was_told(services: Services) -> None:
    match = await services.challenges.open(HERE, ANN, BEN)
    game = await services.challenges.accept(match.id, BEN, 77)
    assert await services.challenges.move_to(match.id, ServerChannel(1, 5))
    assert (await services.games.game_here(ServerChannel(1, 5), ANN)).id == game.id
    await services.telling.mark_told(await services.telling.news(game.id), 99)
    assert not await services.challenges.move_to(match.id, ServerChannel(1, 6))
    assert (await services.games.match(match.id)).place == ServerChannel(1, 5)


# --- who may play whom ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "reason"),
    [(ChallengesFrom.NOBODY, WhyUnwelcome.NOBODY), (ChallengesFrom.PLAYED, WhyUnwelcome.PLAYED)],
)
async def test_an_open_challenge_is_open_to_those_whom_one_would_not_hear(
    services: Services, wish: ChallengesFrom, reason: WhyUnwelcome
) -> None:
    await services.choices.change_person(ANN, challenges=wish)
    with pytest.raises(Unwelcome) as refused:
        await services.challenges.open(HERE, BEN, ANN)
    assert refused.value.reason is reason
    match = await services.challenges.open(HERE, ANN, None)
    await services.challenges.accept(match.id, BEN, 77)


async def test_a_block_is_in_the_way_from_either_side(services: Services) -> None:
    challenge = await services.challenges.open(HERE, ANN, None)
    await services.choices.toggle_blocks(ANN, [BEN])
    with pytest.raises(CannotAccept):
        await services.challenges.accept(challenge.id, BEN, 77)
    for challenger, opponent, reason in ((BEN, ANN, WhyUnwelcome.BLOCKED), (ANN, BEN, WhyUnwelcome.BLOCKED_BY_YOU)):
        with pytest.raises(Unwelcome) as refused:
            await services.challenges.open(HERE, challenger, opponent)
        assert refused.value.reason is reason
    await services.challenges.accept(challenge.id, CLEO, 77)


async def test_a_challenge_made_before_the_block_can_be_declined_but_not_accepted(services: Services) -> None:
    challenge = await services.challenges.open(HERE, BEN, ANN)
    await services.choices.toggle_blocks(ANN, [BEN])
    with pytest.raises(Unwelcome) as refused:
        await services.challenges.accept(challenge.id, ANN, 77)
    assert refused.value.reason is WhyUnwelcome.BLOCKED_BY_YOU
    await services.challenges.decline(challenge.id, ANN)
