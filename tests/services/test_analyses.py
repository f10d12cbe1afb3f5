"""Analyses: made once, one at a time in a server and for a person, kept with the match, gone with the people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from plakoto_bot.ai.verdicts import GRADES, form
from plakoto_bot.ai.workers import Workers
from plakoto_bot.domain.errors import AnalysisRunning, MatchNotFound, NotFinished, NothingPlayed
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.kinds import KINDS, presets_of
from plakoto_bot.engine.position import Side
from plakoto_bot.export import FORMAT, FORMAT_ANALYSED, export_analysis, format_export, parse_export, verify_export
from plakoto_bot.services.analyses import SECONDS_BETWEEN_WORDS, TURNS_AT_ONCE, AnalysisService, Job, Report
from plakoto_bot.services.services import Services
from plakoto_bot.storage.analyses import StoredAnalysis
from plakoto_bot.storage.database import Database
from tests.conftest import Clock

USUAL = Proposal()
ANN, BEN, CLEO, BOT = 1001, 1002, 1003, 1099
HERE, THERE = ServerChannel(1, 2), ServerChannel(3, 4)


class AtOnce:
    """Thoughts are had in the test's own process."""

    async def run(self, _asker: int, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    async def close(self) -> None:
        """There is nothing to close."""


class Held(AtOnce):
    """Thoughts that wait until they are let go."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def run(self, asker: int, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        await self.go.wait()
        return await super().run(asker, function, *args, **kwargs)


class Broken(AtOnce):
    """No thought comes to an end."""

    async def run(self, _asker: int, _function: Callable[..., Any], /, *_args: Any, **_kwargs: Any) -> Any:
        raise RuntimeError("no thought today")


@pytest.fixture
def held() -> Held:
    return Held()


@pytest.fixture
def analyses(database: Database, clock: Clock, held: Held) -> AnalysisService:
    return AnalysisService(database, now=clock, thinking=held)


async def begun(services: Services, place: ServerChannel = HERE, terms: Proposal = USUAL, white: int = ANN) -> Game:
    match = await services.challenges.open(place, white, BEN, terms)
    return await services.challenges.accept(match.id, BEN, 77)


async def finished(services: Services, place: ServerChannel = HERE, terms: Proposal = USUAL, plies: int = 5) -> int:
    """A match that Ann has lost against Ben; its number."""
    game = await begun(services, place, terms)
    while game.state.outcome is None and game.state.ply < plies:
        mover = game.match.player(game.on_roll)
        game = await services.turns.play(game.id, game.state.ply, mover, legal_plays(game.state)[-1])
    if game.state.outcome is None:
        await services.endings.resign(game.id, ANN, whole_match=terms.length > 1)
    return game.match.id


async def ended(job: Job) -> None:
    """Wait until an analysis has ended; raises what went wrong."""
    end = asyncio.Event()

    async def listen(job: Job) -> None:
        if job.ended:
            end.set()

    await job.follow(listen)
    await end.wait()
    if job.error:
        raise job.error


async def made(analyses: AnalysisService, held: Held, match_id: int, place: ServerChannel = HERE) -> Report:
    held.go.set()
    await ended(await analyses.begin(place.guild_id, match_id, ANN))
    report = await analyses.report(place.guild_id, match_id)
    assert report is not None
    return report


# --- what is made and kept -----------------------------------------------------------------------------------


async def test_an_analysis_is_kept_with_the_match(
    services: Services, analyses: AnalysisService, held: Held, database: Database, clock: Clock
) -> None:
    number = await finished(services)
    assert await analyses.report(HERE.guild_id, number) is None
    report = await made(analyses, held, number)
    assert report.match.id == number
    assert form(report.analysis, Side.WHITE).decisions > 0
    later = AnalysisService(database, now=clock, thinking=Broken())
    assert await later.report(HERE.guild_id, number) == report


@pytest.mark.parametrize(("kind", "preset"), [(kind, preset) for kind in KINDS for preset in presets_of(kind)])
async def test_matches_of_every_kind_under_every_rules(
    services: Services, analyses: AnalysisService, held: Held, kind: str, preset: str
) -> None:
    report = await made(analyses, held, await finished(services, terms=Proposal(kind, preset, 3)))
    assert len(report.analysis.games) == len(report.games)
    assert [game.game for game in report.analysis.games] == [game.state.rules.layout.name for game in report.games]


async def test_the_turns_of_an_analysis_are_those_of_the_history(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    number = await finished(services, plies=8)
    (game,) = (await made(analyses, held, number)).analysis.games
    for place, turn in enumerate(game.turns, 1):
        moment = await services.history.moment(HERE.guild_id, number, 1, place)
        assert (moment.state.position.turn, moment.state.position.dice) == (turn.side, turn.dice)
        assert moment.judged == (game.turns[place - 2] if place > 1 else None)


async def test_a_game_from_a_position_with_a_roll(services: Services, analyses: AnalysisService, held: Held) -> None:
    number = await finished(services, terms=Proposal(position="plakoto W15,22,B15 - 0/0 b 54"))
    (game,) = (await made(analyses, held, number)).analysis.games
    assert (game.turns[0].side, game.turns[0].luck) == (Side.BLACK, 0)
    moment = await services.history.moment(HERE.guild_id, number, 1, 1)
    assert moment.state.position.dice == game.turns[0].dice


async def test_a_match_against_the_bot_is_analysed_like_any_other(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    match = await services.challenges.open(HERE, ANN, BOT, Proposal(level="strong"))
    game = await services.challenges.accept(match.id, BOT, 77)
    while game.state.ply < 8:
        await services.opponent.play(game.id)
        game = await services.games.game(game.id)
        game = await services.turns.play(game.id, game.state.ply, ANN, legal_plays(game.state)[0])
    await services.endings.resign(game.id, ANN)
    report = await made(analyses, held, match.id)
    assert all(form(report.analysis, side).decisions > 1 for side in Side)


async def test_a_match_that_was_stopped_at_once_has_little_to_tell(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    game = await begun(services)
    await services.endings.end(game.id)
    report = await made(analyses, held, game.match.id)
    assert report.analysis.games[0].end is None
    assert form(report.analysis, Side.WHITE).error_rate is None


async def test_a_process_of_its_own_finds_out_the_same(
    services: Services, analyses: AnalysisService, held: Held, database: Database, clock: Clock
) -> None:
    number = await finished(services)
    workers = Workers(1)
    apart = AnalysisService(database, now=clock, thinking=workers)
    try:
        await ended(await apart.begin(HERE.guild_id, number, ANN))
    finally:
        await workers.close()
    report = await apart.report(HERE.guild_id, number)
    async with database.write() as transaction:
        await transaction.analyses.save(number, StoredAnalysis("none", "{}", 0))
    assert await made(analyses, held, number) == report


async def test_other_networks_judge_anew(
    services: Services, analyses: AnalysisService, held: Held, database: Database
) -> None:
    report = await made(analyses, held, await finished(services))
    async with database.write() as transaction:
        stored = await transaction.analyses.get(report.match.id)
        assert stored is not None
        old = StoredAnalysis("networks of old", stored.document, stored.made_at)
        await transaction.analyses.save(report.match.id, old)
    assert await analyses.report(HERE.guild_id, report.match.id) is None
    assert await made(analyses, held, report.match.id) == report


# --- who may ask, and when -----------------------------------------------------------------------------------


async def test_without_a_number_it_is_the_match_one_finished_last_in_the_server(
    services: Services, analyses: AnalysisService, clock: Clock
) -> None:
    with pytest.raises(NothingPlayed):
        await analyses.last_of(HERE.guild_id, ANN)
    first = await finished(services)
    clock.seconds += 10
    await finished(services, THERE)
    assert await analyses.last_of(HERE.guild_id, ANN) == first
    with pytest.raises(NothingPlayed):
        await analyses.last_of(HERE.guild_id, CLEO)


async def test_matches_of_other_servers_and_unfinished_ones_are_refused(
    services: Services, analyses: AnalysisService
) -> None:
    number = await finished(services)
    game = await begun(services)
    for ask in (analyses.report(THERE.guild_id, number), analyses.begin(THERE.guild_id, number, ANN)):
        with pytest.raises(MatchNotFound):
            await ask
    for ask in (analyses.report(HERE.guild_id, game.match.id), analyses.begin(HERE.guild_id, game.match.id, ANN)):
        with pytest.raises(NotFinished):
            await ask


async def test_who_asks_again_joins_and_another_match_has_to_wait(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    first, second = await finished(services), await finished(services)
    job = await analyses.begin(HERE.guild_id, first, ANN)
    assert await analyses.begin(HERE.guild_id, first, ANN) is job
    assert await analyses.begin(HERE.guild_id, first, CLEO) is job
    with pytest.raises(AnalysisRunning) as caught:
        await analyses.begin(HERE.guild_id, second, ANN)
    assert caught.value.match.id == first
    held.go.set()
    await ended(job)
    await ended(await analyses.begin(HERE.guild_id, second, ANN))


async def test_a_server_has_one_at_a_time_and_waits_for_no_other_server(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    first, second = await finished(services), await finished(services)
    elsewhere = await finished(services, THERE)
    jobs = [
        await analyses.begin(HERE.guild_id, first, ANN),
        await analyses.begin(HERE.guild_id, second, BEN),
        await analyses.begin(THERE.guild_id, elsewhere, CLEO),
    ]
    assert [job.waiting for job in jobs] == [False, True, False]
    held.go.set()
    await ended(jobs[0])
    assert jobs[1].waiting or not jobs[1].done
    for job in jobs:
        await ended(job)
        assert job.done == job.total > 0


async def test_who_follows_hears_now_and_then_how_many_turns_are_done(
    services: Services, database: Database, clock: Clock
) -> None:
    class Slow(AtOnce):
        """Each piece takes two seconds."""

        async def run(self, asker: int, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
            await asyncio.sleep(0)
            clock.seconds += 2
            return await super().run(asker, function, *args, **kwargs)

    heard = []

    async def listen(job: Job) -> None:
        heard.append((clock.seconds, job.done))

    analyses = AnalysisService(database, now=clock, thinking=Slow())
    job = await analyses.begin(HERE.guild_id, await finished(services, plies=40), ANN)
    begun_at = clock.seconds
    await job.follow(listen)
    await ended(job)
    times = [begun_at, *(seconds for seconds, _ in heard)]
    assert all(later - earlier >= SECONDS_BETWEEN_WORDS for earlier, later in pairwise(times[:-1]))
    assert [done for _, done in heard[:-1]] == [3 * TURNS_AT_ONCE, 6 * TURNS_AT_ONCE]
    assert heard[-1][1] == job.done == job.total == 41
    await job.follow(listen)
    assert heard[-1] == heard[-2], "who comes late hears of the end at once"


async def test_what_goes_wrong_is_told_and_it_can_be_asked_for_again(
    services: Services, database: Database, clock: Clock, analyses: AnalysisService, held: Held
) -> None:
    number = await finished(services)
    broken = AnalysisService(database, now=clock, thinking=Broken())
    for _ in range(2):
        job = await broken.begin(HERE.guild_id, number, ANN)
        with pytest.raises(RuntimeError, match="no thought today"):
            await ended(job)
    await made(analyses, held, number)


async def test_what_is_given_up_at_a_stop_can_be_asked_for_again(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    number = await finished(services)
    job = await analyses.begin(HERE.guild_id, number, ANN)
    await analyses.close()
    assert not job.ended
    assert await analyses.report(HERE.guild_id, number) is None
    await made(analyses, held, number)


# --- the file, and one's data --------------------------------------------------------------------------------


async def test_the_export_holds_the_analysis_and_is_still_verified(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    number = await finished(services)
    before = await services.exports.export(HERE, number)
    assert (before.format, before.analysis) == (FORMAT, None)
    await made(analyses, held, number)
    export = await services.exports.export(HERE, number)
    assert export.format == FORMAT_ANALYSED
    assert export.analysis is not None
    assert export.analysis.white.decisions > 0
    assert parse_export(format_export(export)) == export
    assert verify_export(export) == verify_export(before)
    assert verify_export(export).ok


async def test_deletion_takes_the_analyses_of_ones_matches(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    mine, theirs = await finished(services), (await begun(services, white=CLEO)).match.id
    await services.endings.resign((await services.games.current(theirs)).id, CLEO)
    for number in (mine, theirs):
        await made(analyses, held, number)
    await services.personal.delete(ANN)
    assert await analyses.report(HERE.guild_id, mine) is None
    assert await analyses.report(HERE.guild_id, theirs) is not None
    await made(analyses, held, mine)


async def test_what_is_deleted_meanwhile_is_not_stored_after_all(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    number = await finished(services)
    job = await analyses.begin(HERE.guild_id, number, ANN)
    await services.personal.delete(ANN)
    held.go.set()
    await ended(job)
    assert await analyses.report(HERE.guild_id, number) is None


async def test_ones_data_hold_what_was_found_out_about_oneself_and_nothing_about_others(
    services: Services, analyses: AnalysisService, held: Held
) -> None:
    report = await made(analyses, held, await finished(services))
    for person, side in ((ANN, Side.WHITE), (BEN, Side.BLACK)):
        (match,) = (await services.personal.export(person))["matches"]
        own = [turn for turn in report.analysis.games[0].turns if turn.side is side]
        (game,) = match["analysis"]["games"]
        assert [turn["played"] for turn in game["turns"]] == [turn.played for turn in own]
        assert match["analysis"]["form"]["decisions"] == form(report.analysis, side).decisions
        assert not {"white", "black"} & set(match["analysis"])
        documented = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text(encoding="utf-8")
        for key in (*match["analysis"], *match["analysis"]["form"], *game, *game["turns"][0]):
            assert f"`{key}`" in documented, key


async def test_every_field_of_the_file_is_documented(services: Services, analyses: AnalysisService, held: Held) -> None:
    report = await made(analyses, held, await finished(services))
    documented = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")
    document = export_analysis(report.analysis).model_dump()
    (game,) = document["games"]
    for key in (*document, *document["white"], *game, *game["turns"][0]):
        assert f"{key}`" in documented or f"`{key}[]" in documented, key
    for limit, word in GRADES:
        assert f"| {limit:.0f} | {word} |" in documented
