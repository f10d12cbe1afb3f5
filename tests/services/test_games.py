"""What the services promise whoever calls them, whatever Discord does: who may do what, once, and only here."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plakoto_bot.domain.challenge import CHALLENGE_SECONDS
from plakoto_bot.domain.errors import (
    AlreadyPlaying,
    CannotChallenge,
    ChallengeClosed,
    GameNotFound,
    GameOver,
    MatchNotFound,
    NoGameHere,
    NotAPlayer,
    NotFinished,
    NotForYou,
    NothingFinished,
    NotYourTurn,
    StaleAction,
)
from plakoto_bot.domain.game import Game, GameNews
from plakoto_bot.domain.limits import MOST_OPEN_CHALLENGES
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal, UnknownPreset
from plakoto_bot.engine.dice import commitment
from plakoto_bot.engine.events import Event, Played, Resigned, Stopped
from plakoto_bot.engine.game import legal_plays, replay
from plakoto_bot.engine.moves import Step
from plakoto_bot.engine.notation import format_play
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.refusals import IllegalPlay
from plakoto_bot.engine.rulesets import RULESETS
from plakoto_bot.errors import NotationError, RuleError
from plakoto_bot.export import format_export, parse_export, verify_export
from plakoto_bot.services.services import Services
from plakoto_bot.services.turns import TurnService
from plakoto_bot.storage.database import open_database
from tests.conftest import Clock

ANN, BEN, CLEO = 10, 20, 30
HERE, THERE, ABROAD = ServerChannel(1, 100), ServerChannel(1, 101), ServerChannel(2, 200)


async def start(services: Services, place: ServerChannel = HERE, white: int = ANN, black: int = BEN) -> Game:
    match = await services.challenges.open(place, white, black)
    return await services.challenges.accept(match.id, black, 777)


def on_roll(game: Game) -> int:
    return game.match.player(game.on_roll)


def waiting(game: Game) -> int:
    return game.match.player(game.on_roll.other)


async def play_first(services: Services, game: Game) -> Game:
    return await services.turns.play(game.id, game.state.ply, on_roll(game), legal_plays(game.state)[0])


async def play_out(services: Services, game: Game, chooser: random.Random) -> Game:
    while game.state.outcome is None:
        play = chooser.choice(legal_plays(game.state))
        game = await services.turns.play(game.id, game.state.ply, on_roll(game), play)
    return game


# --- challenges ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", list(RULESETS["plakoto"]))
async def test_a_challenge_keeps_its_rules_and_promise_when_accepted(services: Services, preset: str) -> None:
    match = await services.challenges.open(HERE, ANN, BEN, Proposal(preset=preset))
    promised = commitment(match.seed)
    game = await services.challenges.accept(match.id, BEN, 777)
    assert game.state.rules.preset == preset
    assert commitment(game.match.seed) == promised
    assert (game.match.player(Side.WHITE), game.match.player(Side.BLACK)) == (ANN, BEN)
    assert game.match.accepted_by == 777


async def test_the_accepting_interaction_decides_the_dice_too(services: Services) -> None:
    first = await services.challenges.open(HERE, ANN, BEN)
    second = await services.challenges.open(THERE, ANN, BEN)
    one, other = await services.challenges.accept(first.id, BEN, 1), await services.challenges.accept(second.id, BEN, 2)
    rolls = [[str(game.match.dice.roll(1, number)) for number in range(1, 20)] for game in (one, other)]
    assert rolls[0] != rolls[1]


async def test_unknown_rules_open_no_challenge(services: Services) -> None:
    with pytest.raises(UnknownPreset):
        await services.challenges.open(HERE, ANN, BEN, Proposal(preset="house-of-cards"))
    with pytest.raises(RuleError):
        await services.challenges.open(HERE, ANN, BEN, Proposal(kind="chess"))
    assert (await services.challenges.open(HERE, ANN, BEN)).status is MatchStatus.OPEN


@pytest.mark.parametrize("number", [2, 10])
async def test_an_open_challenge_accepted_by_many_at_once_is_one_game(services: Services, number: int) -> None:
    match = await services.challenges.open(HERE, ANN, None)
    results = await asyncio.gather(
        *(services.challenges.accept(match.id, user, user) for user in range(100, 100 + number)), return_exceptions=True
    )
    accepted = [result for result in results if isinstance(result, Game)]
    closed = [result for result in results if isinstance(result, ChallengeClosed)]
    assert (len(accepted), len(closed)) == (1, number - 1)
    assert (await services.games.match(match.id)).opponent_id == accepted[0].match.opponent_id
    assert len(await services.games.games_here(HERE)) == 1


async def test_accepting_two_challenges_at_once_starts_one_game_a_channel(services: Services) -> None:
    matches = [await services.challenges.open(HERE, user, None) for user in (ANN, BEN)]
    results = await asyncio.gather(
        *(services.challenges.accept(match.id, CLEO, 1) for match in matches), return_exceptions=True
    )
    assert [type(result) for result in results if isinstance(result, BaseException)] == [AlreadyPlaying]
    assert len(await services.games.games_here(HERE)) == 1


async def test_accept_against_withdraw_has_one_winner(services: Services) -> None:
    match = await services.challenges.open(HERE, ANN, BEN)
    results = await asyncio.gather(
        services.challenges.withdraw(match.id, ANN),
        services.challenges.accept(match.id, BEN, 1),
        services.challenges.decline(match.id, BEN),
        return_exceptions=True,
    )
    assert [type(result) for result in results if isinstance(result, BaseException)] == [ChallengeClosed] * 2


@pytest.mark.parametrize("answer", ["accept", "decline", "withdraw"])
@pytest.mark.parametrize("before", ["accept", "decline", "withdraw", "expire"])
async def test_an_answered_challenge_is_closed(services: Services, clock: Clock, before: str, answer: str) -> None:
    match = await services.challenges.open(HERE, ANN, BEN)

    def give(name: str) -> Awaitable[object]:
        if name == "accept":
            return services.challenges.accept(match.id, BEN, 1)
        return (
            services.challenges.decline(match.id, BEN)
            if name == "decline"
            else services.challenges.withdraw(match.id, ANN)
        )

    if before == "expire":
        clock.seconds += CHALLENGE_SECONDS
    else:
        await give(before)
    status = (await services.games.match(match.id)).status
    with pytest.raises(ChallengeClosed):
        await give(answer)
    assert (await services.games.match(match.id)).status is status


async def test_challenges_expire_to_the_second_and_are_swept_once(services: Services, clock: Clock) -> None:
    match = await services.challenges.open(HERE, ANN, BEN)
    clock.seconds += CHALLENGE_SECONDS - 1
    assert await services.challenges.expire() == []
    clock.seconds += 1
    assert [swept.id for swept in await services.challenges.expire()] == [match.id]
    assert await services.challenges.expire() == []
    assert (await services.games.match(match.id)).status is MatchStatus.EXPIRED


async def test_a_challenge_whose_time_is_over_stands_in_no_way_before_it_is_swept(
    services: Services, clock: Clock
) -> None:
    await services.challenges.open(HERE, ANN, BEN)
    for number in range(MOST_OPEN_CHALLENGES - 1):
        await services.challenges.open(HERE, ANN, 100 + number)
    clock.seconds += CHALLENGE_SECONDS
    again = await services.challenges.open(HERE, ANN, BEN)
    assert again.status is MatchStatus.OPEN
    assert len(await services.challenges.expire()) == MOST_OPEN_CHALLENGES


async def test_only_the_right_people_answer(services: Services) -> None:
    match = await services.challenges.open(HERE, ANN, BEN)
    open_match = await services.challenges.open(THERE, ANN, None)
    attempts: list[Callable[[], Awaitable[object]]] = [
        lambda: services.challenges.accept(match.id, ANN, 1),
        lambda: services.challenges.accept(match.id, CLEO, 1),
        lambda: services.challenges.decline(match.id, ANN),
        lambda: services.challenges.decline(match.id, CLEO),
        lambda: services.challenges.withdraw(match.id, BEN),
        lambda: services.challenges.withdraw(match.id, CLEO),
        lambda: services.challenges.accept(open_match.id, ANN, 1),
        lambda: services.challenges.decline(open_match.id, CLEO),
        lambda: services.challenges.withdraw(open_match.id, CLEO),
    ]
    for attempt in attempts:
        with pytest.raises(NotForYou):
            await attempt()
    for number in (match.id, open_match.id):
        assert (await services.games.match(number)).status is MatchStatus.OPEN


async def test_the_sixth_open_challenge_is_refused_and_one_withdrawn_makes_room(services: Services) -> None:
    made = [await services.challenges.open(HERE, ANN, 100 + number) for number in range(MOST_OPEN_CHALLENGES)]
    with pytest.raises(CannotChallenge, match="TOO_MANY"):
        await services.challenges.open(HERE, ANN, BEN)
    await services.challenges.open(ABROAD, ANN, BEN)  # another server has its own five
    await services.challenges.withdraw(made[0].id, ANN)
    await services.challenges.open(HERE, ANN, BEN)


async def test_the_same_challenge_twice_and_a_crossed_one_are_refused(services: Services) -> None:
    match = await services.challenges.open(HERE, ANN, BEN)
    with pytest.raises(CannotChallenge, match="SAME") as same:
        await services.challenges.open(HERE, ANN, BEN, Proposal(preset="instant"))
    with pytest.raises(CannotChallenge, match="CROSSED") as crossed:
        await services.challenges.open(HERE, BEN, ANN)
    assert same.value.match is not None
    assert crossed.value.match is not None
    assert same.value.match.id == crossed.value.match.id == match.id
    await services.challenges.open(THERE, BEN, ANN)


async def test_the_same_challenge_many_times_at_once_is_made_once(services: Services) -> None:
    results = await asyncio.gather(
        *(services.challenges.open(HERE, ANN, BEN) for _ in range(8)), return_exceptions=True
    )
    assert sum(not isinstance(result, BaseException) for result in results) == 1


async def test_one_plays_at_most_one_game_in_a_channel_but_more_elsewhere(services: Services) -> None:
    await start(services)
    for challenger, opponent in ((ANN, CLEO), (CLEO, ANN), (CLEO, BEN), (ANN, BEN), (ANN, None)):
        with pytest.raises(AlreadyPlaying):
            await services.challenges.open(HERE, challenger, opponent)
    await start(services, THERE)
    await start(services, ABROAD)


async def test_an_open_challenge_lapses_while_its_challenger_plays(services: Services) -> None:
    old = await services.challenges.open(HERE, ANN, None)
    game = await start(services)
    with pytest.raises(AlreadyPlaying):
        await services.challenges.accept(old.id, CLEO, 1)
    await services.endings.end(game.id)
    await services.challenges.accept(old.id, CLEO, 1)


async def test_a_card_that_could_not_be_shown_takes_nothing_back_once_answered(services: Services) -> None:
    match = await services.challenges.open(HERE, ANN, BEN)
    await services.challenges.accept(match.id, BEN, 1)
    await services.challenges.cancel(match.id)
    assert (await services.games.match(match.id)).status is MatchStatus.RUNNING


async def test_a_rematch_is_for_the_two_players_under_the_same_rules(services: Services) -> None:
    old = await services.challenges.open(HERE, ANN, BEN, Proposal(preset="instant"))
    game = await services.challenges.accept(old.id, BEN, 1)
    await services.endings.resign(game.id, ANN)
    with pytest.raises(NotForYou):
        await services.challenges.rematch(old.id, CLEO)
    again = await services.challenges.rematch(old.id, BEN)
    assert (again.challenger_id, again.opponent_id, again.terms.preset) == (BEN, ANN, "instant")
    assert again.seed != old.seed


@pytest.mark.parametrize("opponent", [None, BEN])
async def test_there_is_no_rematch_of_a_challenge_that_nobody_accepted(
    services: Services, opponent: int | None
) -> None:
    asked = await services.challenges.open(HERE, ANN, opponent)
    with pytest.raises(MatchNotFound):
        await services.challenges.rematch(asked.id, ANN)


# --- turns ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [5, 50])
async def test_the_same_play_many_times_at_once_is_made_once(services: Services, number: int) -> None:
    game = await start(services)
    play = legal_plays(game.state)[0]
    results = await asyncio.gather(
        *(services.turns.play(game.id, 0, on_roll(game), play) for _ in range(number)), return_exceptions=True
    )
    assert sum(isinstance(result, Game) for result in results) == 1
    late = [result for result in results if isinstance(result, BaseException)]
    assert {type(error) for error in late} == {StaleAction}
    after = await services.games.game(game.id)
    assert after.state.ply == 1
    assert (
        sum(isinstance(event, Played) and not event.forced for event in (await services.telling.news(game.id)).events)
        == 1
    )


async def test_the_same_play_in_two_processes_at_once_is_made_once(
    services: Services, clock: Clock, database_url: str
) -> None:
    game = await start(services)
    other_database = await open_database(database_url)
    other = TurnService(other_database, now=clock)
    play = legal_plays(game.state)[0]
    results = await asyncio.gather(
        *(service.play(game.id, 0, on_roll(game), play) for _ in range(10) for service in (services.turns, other)),
        return_exceptions=True,
    )
    await other_database.close()
    assert sum(isinstance(result, Game) for result in results) == 1
    assert {type(error) for error in results if isinstance(error, BaseException)} == {StaleAction}
    assert (await services.games.game(game.id)).state.ply == 1


async def test_different_plays_of_one_turn_at_once_are_one_play(services: Services) -> None:
    game = await start(services)
    plays = legal_plays(game.state)
    results = await asyncio.gather(
        *(services.turns.play(game.id, 0, on_roll(game), play) for play in plays),
        *(services.turns.play_text(HERE, on_roll(game), "pass") for _ in range(3)),
        services.turns.play(game.id, 0, waiting(game), plays[0]),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Game) for result in results) == 1
    assert (await services.games.game(game.id)).state.ply == 1


async def test_a_stranger_and_the_waiting_player_cannot_move_by_any_way(services: Services) -> None:
    game = await start(services)
    play = legal_plays(game.state)[0]
    with pytest.raises(NotAPlayer):
        await services.turns.play(game.id, 0, CLEO, play)
    with pytest.raises(NotAPlayer):
        await services.games.turn_of(game.id, 0, CLEO)
    with pytest.raises(NoGameHere):
        await services.turns.play_text(HERE, CLEO, "24/18")
    with pytest.raises(NotYourTurn):
        await services.turns.play(game.id, 0, waiting(game), play)
    with pytest.raises(NotYourTurn):
        await services.games.turn_of(game.id, 0, waiting(game))
    with pytest.raises(NotYourTurn):
        await services.turns.play_text(HERE, waiting(game), "24/18")
    with pytest.raises(NotAPlayer):
        await services.endings.resign(game.id, CLEO)
    assert (await services.games.game(game.id)) == game


@pytest.mark.parametrize("ply", [-1, 1, 7, 2**40])
async def test_a_play_for_another_turn_is_stale(services: Services, ply: int) -> None:
    game = await start(services)
    with pytest.raises(StaleAction) as caught:
        await services.turns.play(game.id, ply, on_roll(game), legal_plays(game.state)[0])
    assert (caught.value.expected, caught.value.actual) == (ply, 0)


@pytest.mark.parametrize("play", [(), (Step(24, 23, 1),) * 5, (Step(99, 93, 6),), (Step(1, 0, 6),), (Step(24, 1, 2),)])
async def test_a_made_up_play_is_refused_and_keeps_the_turn(services: Services, play: tuple[Step, ...]) -> None:
    game = await start(services)
    with pytest.raises(IllegalPlay):
        await services.turns.play(game.id, 0, on_roll(game), play)
    assert await services.games.game(game.id) == game


@pytest.mark.parametrize(
    "text", ["", " ", "hello", "24", "24/", "x" * 2000, "24/23 " * 300, "0/0", "24/24", "🎲", "\x00"]
)
async def test_rubbish_is_refused_and_keeps_the_turn(services: Services, text: str) -> None:
    game = await start(services)
    with pytest.raises((NotationError, IllegalPlay)):
        await services.turns.play_text(HERE, on_roll(game), text)
    assert await services.games.game(game.id) == game


async def test_nothing_moves_in_a_game_that_is_over(services: Services) -> None:
    game = await start(services)
    await services.endings.resign(game.id, waiting(game))
    with pytest.raises(GameOver):
        await services.turns.play(game.id, 0, on_roll(game), legal_plays(game.state)[0])
    with pytest.raises(GameOver):
        await services.endings.resign(game.id, ANN)
    with pytest.raises(GameOver):
        await services.endings.end(game.id)
    with pytest.raises(NoGameHere):
        await services.turns.play_text(HERE, ANN, "24/18")


async def test_resigning_and_playing_at_once_leave_a_game_that_is_over_once(services: Services) -> None:
    game = await start(services)
    await asyncio.gather(
        services.endings.resign(game.id, ANN),
        services.endings.resign(game.id, BEN),
        services.endings.end(game.id),
        services.turns.play(game.id, 0, on_roll(game), legal_plays(game.state)[0]),
        return_exceptions=True,
    )
    ends = [event for event in (await services.telling.news(game.id)).events if isinstance(event, (Resigned, Stopped))]
    assert len(ends) == 1
    assert (await services.games.game(game.id)).match.status is MatchStatus.FINISHED


async def test_games_that_do_not_exist_are_named(services: Services) -> None:
    with pytest.raises(GameNotFound):
        await services.turns.play(4711, 0, ANN, ())
    with pytest.raises(MatchNotFound):
        await services.challenges.accept(4711, ANN, 1)
    with pytest.raises(MatchNotFound):
        await services.challenges.rematch(4711, ANN)


async def test_two_games_of_one_channel_do_not_mix(services: Services) -> None:
    first = await start(services)
    second = await start(services, HERE, CLEO, 40)
    moved = await play_first(services, second)
    assert moved.id == second.id
    assert await services.games.game(first.id) == first
    with pytest.raises(NotAPlayer):
        await services.turns.play(first.id, 0, on_roll(second), legal_plays(first.state)[0])
    assert {game.id for game in await services.games.games_here(HERE)} == {first.id, second.id}


# --- servers -------------------------------------------------------------------------------------------------


async def test_another_server_sees_none_of_it(services: Services) -> None:
    game = await start(services)
    assert await services.games.games_here(ABROAD) == []
    assert await services.games.games_of(ABROAD.guild_id, ANN) == []
    with pytest.raises(NoGameHere) as caught:
        await services.games.game_here(ABROAD, ANN)
    assert caught.value.elsewhere == ()
    with pytest.raises(NoGameHere):
        await services.turns.play_text(ABROAD, on_roll(game), "24/18 24/23")
    await services.endings.resign(game.id, ANN)
    with pytest.raises(MatchNotFound):
        await services.exports.export(ABROAD, game.match.id)
    with pytest.raises(NothingFinished):
        await services.exports.export(ABROAD, None)


async def test_the_own_server_names_the_games_in_other_channels(services: Services) -> None:
    game = await start(services)
    with pytest.raises(NoGameHere) as caught:
        await services.games.game_here(THERE, ANN)
    assert [other.id for other in caught.value.elsewhere] == [game.id]


# --- the end -------------------------------------------------------------------------------------------------


async def test_the_seed_of_a_running_match_stays_secret(services: Services) -> None:
    game = await start(services)
    with pytest.raises(NotFinished) as caught:
        await services.exports.export(HERE, game.match.id)
    assert game.match.seed.hex() not in str(caught.value)
    with pytest.raises(NothingFinished):
        await services.exports.export(HERE, None)


async def test_a_challenge_that_was_never_accepted_has_nothing_to_verify(services: Services) -> None:
    match = await services.challenges.open(HERE, ANN, BEN)
    await services.challenges.decline(match.id, BEN)
    with pytest.raises(MatchNotFound):
        await services.exports.export(HERE, match.id)


async def test_a_deleted_channel_ends_its_games_and_frees_nobody_elsewhere(services: Services) -> None:
    gone = await start(services)
    kept = await start(services, THERE)
    challenge = await services.challenges.open(HERE, CLEO, None)
    await services.endings.close_channel(HERE.channel_id)
    await services.endings.close_channel(HERE.channel_id)
    assert (await services.games.game(gone.id)).state.outcome is not None
    assert (await services.games.game(kept.id)).state.outcome is None
    assert (await services.games.match(challenge.id)).status is MatchStatus.WITHDRAWN
    assert gone.id not in await services.telling.untold()


async def test_before_the_end_of_a_game_was_told_the_match_had_not_its_points(services: Services) -> None:
    match = await services.challenges.open(HERE, ANN, BEN, Proposal("plakoto", length=3))
    first = await services.challenges.accept(match.id, BEN, 777)
    await services.telling.mark_told(await services.telling.news(first.id), 1)
    await services.endings.resign(first.id, BEN)
    view = await services.telling.news(first.id)
    assert view.game.match.score[0] > 0
    before = (await services.telling.before(view)).game
    assert before.match.score == (0, 0)
    assert before.state == first.state


async def test_what_the_channel_was_told_never_goes_back(services: Services) -> None:
    game = await start(services)
    old = await services.telling.news(game.id)
    await play_first(services, game)
    new = await services.telling.news(game.id)
    await services.telling.mark_told(new, 2)
    await services.telling.mark_told(old, 1)
    after = await services.games.game(game.id)
    assert (after.shown, after.message_id) == (new.game.events, 2)
    assert await services.telling.untold() == []


@pytest.mark.parametrize("kind", ["plakoto", "portes", "fevga"])
@pytest.mark.parametrize("told_every", [1, 3])
async def test_what_is_foreseen_of_a_turn_is_what_becomes_of_it(services: Services, kind: str, told_every: int) -> None:
    """The channel is told what was foreseen, so that has to be what it would read once the turn is committed."""
    chooser = random.Random(kind)
    await services.choices.change_person(BEN, pings=False)
    match = await services.challenges.open(HERE, ANN, BEN, Proposal(kind, pace="blitz"))
    game = await services.challenges.accept(match.id, BEN, 777)
    turn = 0
    while game.state.outcome is None:
        turn += 1
        play, foreseen = chooser.choice(legal_plays(game.state)), list[GameNews]()
        if turn % 2:
            game = await services.turns.play(game.id, game.state.ply, on_roll(game), play, preview=foreseen.append)
        else:
            text = format_play(game.state.rules, game.state.position, play)
            game = await services.turns.play_text(HERE, on_roll(game), text, preview=foreseen.append)
        assert game == await services.games.game(game.id)
        view = await services.telling.news(game.id)
        assert foreseen == ([] if game.state.outcome else [view])
        if turn % told_every == 0:
            await services.telling.mark_told(view, 100 + turn)
    assert turn > 20


async def test_nothing_is_foreseen_of_a_play_that_is_refused(services: Services) -> None:
    game = await start(services)
    foreseen = list[GameNews]()
    for user, ply, play in ((CLEO, 0, legal_plays(game.state)[0]), (on_roll(game), 0, ()), (on_roll(game), 1, ())):
        with pytest.raises((NotAPlayer, IllegalPlay, StaleAction)):
            await services.turns.play(game.id, game.state.ply + ply, user, play, preview=foreseen.append)
    assert foreseen == []


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.binary(min_size=32, max_size=32),
    interaction=st.integers(1, 2**63 - 1),
    preset=st.sampled_from(sorted(RULESETS["plakoto"])),
    choices=st.randoms(use_true_random=False),
)
def test_events_give_the_stored_state_again_and_every_roll_verifies(
    seed: bytes, interaction: int, preset: str, choices: random.Random
) -> None:
    async def whole_game(folder: Path) -> None:
        database = await open_database(f"sqlite+aiosqlite:///{folder / 'plakoto.db'}")
        services = Services.over(database, now=Clock(), new_seed=lambda: seed)
        match = await services.challenges.open(HERE, ANN, BEN, Proposal(preset=preset))
        game = await services.challenges.accept(match.id, BEN, interaction)
        told: list[Event] = []
        for _ in range(choices.randrange(12)):
            if game.state.outcome:
                break
            game = await services.turns.play(
                game.id, game.state.ply, on_roll(game), choices.choice(legal_plays(game.state))
            )
            told = list((await services.telling.news(game.id)).events)
            assert replay(game.state.rules, told) == game.state
        if game.state.outcome is None:
            await services.endings.resign(game.id, choices.choice([ANN, BEN]))
        export = await services.exports.export(HERE, match.id)
        assert parse_export(format_export(export)) == export
        verdict = verify_export(export)
        assert verdict.ok, verdict.lines
        await database.close()

    with TemporaryDirectory() as folder:
        asyncio.run(whole_game(Path(folder)))


async def test_a_whole_game_verifies_and_a_changed_roll_does_not(services: Services) -> None:
    game = await play_out(services, await start(services), random.Random(7))
    view = await services.telling.news(game.id)
    assert replay(game.state.rules, view.events) == game.state
    export = await services.exports.export(HERE, None)
    assert verify_export(export).ok
    events = list(export.games[0].events)
    index = next(index for index, event in enumerate(events) if event.kind == "roll")
    events[index] = events[index].model_copy(update={"text": "66" if events[index].text != "66" else "11"})
    forged = export.model_copy(update={"games": (export.games[0].model_copy(update={"events": tuple(events)}),)})
    assert not verify_export(forged).ok
