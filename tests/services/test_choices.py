"""What servers and people choose, and what follows for games; who may play whom."""

from __future__ import annotations

import asyncio

import pytest

from plakoto_bot.engine.game import legal_plays
from plakoto_bot.services.all import Services
from plakoto_bot.services.errors import CannotAccept, TooManyBlocked, UnknownPreset, Unwelcome
from plakoto_bot.services.games import Place, Terms
from plakoto_bot.services.settings import MOST_BLOCKED, Preferences, ServerSettings

ANN, BEN, CLEO = 1001, 1002, 1003
HERE = Place(1, 2)
#: White is to play; whatever Black rolls then, bearing off the last checker is the only play.
LAST_CHECKER = "plakoto B1,17,W3,W3,W3,W2,W2,1 - 2/14 w 65"


async def test_nothing_chosen_means_the_usual(services: Services) -> None:
    assert await services.settings.of_server(1) == ServerSettings()
    assert await services.settings.of_person(ANN) == Preferences()


async def test_choices_of_a_server_and_of_a_person_are_their_own(services: Services) -> None:
    await services.settings.change_server(1, threads=True)
    await services.settings.change_person(ANN, pings=False)
    assert not (await services.settings.of_server(2)).threads
    assert (await services.settings.of_person(BEN)).pings


async def test_rules_of_another_game_are_refused_and_nothing_is_changed(services: Services) -> None:
    with pytest.raises(UnknownPreset):
        await services.settings.change_server(1, kind="fevga", preset="instant", pace="day")
    assert await services.settings.of_server(1) == ServerSettings()


async def test_changes_at_the_same_time_are_all_kept(services: Services) -> None:
    await asyncio.gather(
        services.settings.change_person(ANN, pings=False),
        services.settings.change_person(ANN, reminders=False),
        services.settings.toggle_blocks(ANN, [BEN]),
        services.settings.toggle_blocks(ANN, [CLEO]),
    )
    now = await services.settings.of_person(ANN)
    assert (now.pings, now.reminders, set(now.blocked)) == (False, False, {BEN, CLEO})


async def test_a_full_block_list_takes_nobody_more_but_lets_people_go(services: Services) -> None:
    await services.settings.toggle_blocks(ANN, range(1, MOST_BLOCKED + 1))
    with pytest.raises(TooManyBlocked):
        await services.settings.toggle_blocks(ANN, [BEN])
    assert len((await services.settings.toggle_blocks(ANN, [1, 2])).blocked) == MOST_BLOCKED - 2


@pytest.mark.parametrize(
    ("server", "person", "made"),
    [(True, None, True), (False, None, False), (True, False, False), (False, True, True)],
)
async def test_a_forced_play_is_made_unless_the_player_or_else_the_server_says_no(
    services: Services, server: bool, person: bool | None, made: bool
) -> None:
    await services.settings.change_server(HERE.guild_id, auto_forced=server)
    await services.settings.change_person(BEN, auto_forced=person)
    match = await services.games.challenge(HERE, ANN, BEN, Terms(position=LAST_CHECKER))
    game = await services.games.accept(match.id, BEN, 77)
    game = await services.games.play(game.id, game.state.ply, ANN, legal_plays(game.state)[0])
    assert (game.state.outcome is not None) == made


async def test_a_match_moves_only_before_its_channel_was_told(services: Services) -> None:
    match = await services.games.challenge(HERE, ANN, BEN)
    game = await services.games.accept(match.id, BEN, 77)
    assert await services.games.move_to(match.id, 5)
    assert (await services.games.game_here(Place(1, 5), ANN)).id == game.id
    await services.games.mark_shown(await services.games.view(game.id), 99)
    assert not await services.games.move_to(match.id, 6)
    assert (await services.games.match(match.id)).channel_id == 5


# --- who may play whom ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", ["nobody", "played"])
async def test_an_open_challenge_is_open_to_those_whom_one_would_not_hear(services: Services, wish: str) -> None:
    await services.settings.change_person(ANN, challenges=wish)
    with pytest.raises(Unwelcome) as refused:
        await services.games.challenge(HERE, BEN, ANN)
    assert refused.value.reason == wish
    match = await services.games.challenge(HERE, ANN, None)
    await services.games.accept(match.id, BEN, 77)


async def test_a_block_is_in_the_way_from_either_side(services: Services) -> None:
    challenge = await services.games.challenge(HERE, ANN, None)
    await services.settings.toggle_blocks(ANN, [BEN])
    with pytest.raises(CannotAccept):
        await services.games.accept(challenge.id, BEN, 77)
    for challenger, opponent, reason in ((BEN, ANN, "blocked"), (ANN, BEN, "blocked-by-you")):
        with pytest.raises(Unwelcome) as refused:
            await services.games.challenge(HERE, challenger, opponent)
        assert refused.value.reason == reason
    await services.games.accept(challenge.id, CLEO, 77)


async def test_a_challenge_made_before_the_block_can_be_declined_but_not_accepted(services: Services) -> None:
    challenge = await services.games.challenge(HERE, BEN, ANN)
    await services.settings.toggle_blocks(ANN, [BEN])
    with pytest.raises(Unwelcome) as refused:
        await services.games.accept(challenge.id, ANN, 77)
    assert refused.value.reason == "blocked-by-you"
    await services.games.decline(challenge.id, ANN)
