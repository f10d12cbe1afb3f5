"""Analyses as people see them: asking, waiting, the pages, and what comes in between."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from simcord.env import Env

from cogs.client import PlakotoBot
from plakoto_bot.ai.evaluation import rate_plays
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.export import parse_export, verify_export
from plakoto_bot.services.analyses import AnalysisService
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database
from plakoto_bot.words import analyses as analyses_words
from tests.cogs.conftest import World, answer, button
from tests.cogs.test_standings import controls_of, finish, history, pick, shown
from tests.conftest import Clock
from tests.services.test_analyses import AtOnce

PROGRESS = "Analysing match #"
EDIT = "/webhooks/*/*/messages/*"


class Worker(AtOnce):
    """Analyses by the networks, computed at once, or piece by piece when the test says so."""

    def __init__(self) -> None:
        self.env: Env | None = None
        self.fails = False
        self._pieces = asyncio.Semaphore(0)

    async def run(self, asker: int, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        if self.env is not None:
            await self.env.external_wait(self._pieces.acquire(), reason="the test says when")
        if self.fails:
            raise RuntimeError("injected by test")
        return await super().run(asker, function, *args, **kwargs)

    async def let_go(self, pieces: int) -> None:
        """Let so many pieces be done."""
        assert self.env is not None
        for _ in range(pieces):
            self._pieces.release()
        await self.env.settle()


@pytest.fixture
def worker() -> Worker:
    return Worker()


@pytest.fixture
def services(services: Services, database: Database, clock: Clock, worker: Worker) -> Services:
    return replace(services, analyses=AnalysisService(database, now=clock, thinking=worker))


async def analysed(world: World, match_id: int | None = None) -> simcord.ResponseMessage:
    """What Ann sees in the end of an analysis that takes no time."""
    options = {} if match_id is None else {"match": match_id}
    told = shown(await world.ann.slash(world.channel, "analyse", **options))
    assert "Analysis of #" in told.content
    return told


def edits(world: World) -> list[str]:
    """What private messages were changed to."""
    found = [
        request for request in world.env.http_requests if request.method == "PATCH" and "/webhooks/" in request.path
    ]
    return [str((request.json or {}).get("content")) for request in found]


def described(told: simcord.ResponseMessage) -> str:
    (picture,) = told.message.attachments
    assert picture.description
    assert len(picture.description) <= 1024
    return picture.description


# --- asking --------------------------------------------------------------------------------------------------


async def test_without_a_number_ones_last_match_is_analysed(world: World) -> None:
    await finish(world, world.ben)
    world.clock.seconds += 10
    await finish(world, world.ben, plies=12)
    told = await analysed(world)
    assert "Analysis of #2 Plakoto" in told.content
    for actor in (world.ann, world.ben):
        assert re.search(rf"<@{actor.id}> · error rate \*\*\d+\.\d\*\*, \w+", told.content)
    assert len(re.findall(r"luck [+-]\d\.\d\d", told.content)) == 2
    assert "by resignation" in told.content
    assert described(told).startswith("Line graph of White's chance to win through Plakoto, 14 turns.")
    assert controls_of(told) == ["Worst plays"]


async def test_any_finished_match_of_the_server_can_be_named_by_anybody(world: World) -> None:
    number = await finish(world, world.ben)
    told = shown(await world.cleo.slash(world.channel, "analyse", match=number))
    assert f"Analysis of #{number}" in told.content


async def test_it_is_made_once_and_shown_at_once_from_then_on(world: World, worker: Worker) -> None:
    await finish(world, world.ben)
    first = (await analysed(world)).content
    worker.fails = True
    await world.restart()
    assert (await analysed(world)).content == first


async def test_refusals_say_what_to_do(world: World) -> None:
    assert "have not finished a match" in answer(await world.cleo.slash(world.channel, "analyse"))
    assert "no match #99" in answer(await world.ann.slash(world.channel, "analyse", match=99))
    await world.start_game()
    running = answer(await world.ann.slash(world.channel, "analyse", match=1))
    assert "still goes on" in running
    assert "analysed as soon as it is over" in running


async def test_other_servers_see_nothing(world: World) -> None:
    number = await finish(world, world.ben)
    guild = world.env.create_guild(name="Elsewhere")
    there = guild.create_text_channel("games")
    dora = guild.add_member(world.env.create_user("dora"))
    assert "no match #" in answer(await dora.slash(there, "analyse", match=number))


@pytest.mark.parametrize("command", ["analyse", "analyze 1"])
async def test_it_can_be_typed_and_the_answer_is_no_ping(world: World, command: str) -> None:
    await finish(world, world.ben)
    await world.ann.send(world.channel, f"{world.bot.mention} {command}")
    assert "Analysis of #1" in world.last.content
    assert world.last.attachments[0].description
    assert world.posts()[-1]["allowed_mentions"]["parse"] == []


async def test_the_result_of_a_match_and_the_history_have_a_button(world: World) -> None:
    await world.start_game()
    await world.services.endings.resign((await world.game()).id, world.ben.id)
    await world.restart()
    assert world.buttons() == ["Rematch", "Analyse"]
    for actor in (world.ann, world.cleo):
        assert "Analysis of #1" in shown(await actor.click(world.last, label="Analyse")).content
    assert "Rematch" in world.buttons(), "the result stays as it is"
    card = await pick(world, await history(world), 1)
    assert "Analysis of #1" in shown(await world.ann.click(card, label="Analyse")).content


async def test_between_two_games_of_a_match_there_is_nothing_to_analyse(world: World) -> None:
    match = await world.services.challenges.open(world.place, world.ann.id, world.ben.id, Proposal(length=3))
    game = await world.services.challenges.accept(match.id, world.ben.id, 1)
    await world.services.endings.resign(game.id, world.ben.id)
    await world.restart()
    assert all("Analyse" not in world.buttons(message) for message in world.channel.history())


# --- waiting -------------------------------------------------------------------------------------------------


async def test_progress_is_told_no_oftener_than_every_few_seconds(world: World, worker: Worker) -> None:
    await finish(world, world.ben, plies=40)
    worker.env = world.env
    told = shown(await world.ann.slash(world.channel, "analyse"))
    assert PROGRESS in told.content
    assert controls_of(told) == ["Show"]
    for _ in range(7):
        world.clock.seconds += 1
        await worker.let_go(1)
    said = edits(world)
    assert "Analysis of #1" in said[-1]
    assert [text.partition(" ... ")[2] for text in said[:-1]] == ["30 of 42 turns are done."]


async def test_asking_again_meanwhile_shows_how_far_it_is(world: World, worker: Worker) -> None:
    first, second = await finish(world, world.ben), await finish(world, world.ben)
    worker.env = world.env
    await world.ann.slash(world.channel, "analyse", match=first)
    told = shown(await world.ann.slash(world.channel, "analyse", match=first))
    assert f"{PROGRESS}{first}" in told.content
    assert f"match #{first}" in answer(await world.ann.slash(world.channel, "analyse", match=second))
    waiting = shown(await world.ben.slash(world.channel, "analyse", match=second))
    assert "as soon as another one" in waiting.content
    await worker.let_go(1)
    assert f"Analysis of #{first}" in told.content
    assert f"Analysis of #{second}" not in waiting.content
    await worker.let_go(1)
    assert f"Analysis of #{second}" in waiting.content


async def test_after_a_restart_the_word_that_it_is_being_made_leads_on(
    world: World, worker: Worker, services: Services, database: Database, clock: Clock
) -> None:
    await finish(world, world.ben)
    worker.env = world.env
    told = shown(await world.ann.slash(world.channel, "analyse"))
    # Another process: it knows nothing of what the one before was at.
    anew = replace(services, analyses=AnalysisService(database, now=clock, thinking=Worker()))
    await world.env.restart_bot(PlakotoBot(anew))
    assert PROGRESS in told.content
    await world.ann.click(told, label="Show")
    assert "Analysis of #1" in told.content
    assert controls_of(told) == ["Worst plays"]


async def test_pressing_show_before_it_is_done_tells_how_far_it_is(world: World, worker: Worker) -> None:
    await finish(world, world.ben, plies=12)
    worker.env = world.env
    told = shown(await world.ann.slash(world.channel, "analyse"))
    await worker.let_go(1)
    await world.ann.click(told, label="Show")
    assert "6 of 13 turns are done" in told.content
    await worker.let_go(2)
    assert "Analysis of #1" in told.content


async def test_what_goes_wrong_is_said_and_it_can_be_tried_again(world: World, worker: Worker) -> None:
    await finish(world, world.ben)
    worker.fails = True
    told = shown(await world.ann.slash(world.channel, "analyse"))
    assert "Something went wrong on my side" in told.content
    worker.fails = False
    await world.ann.click(told, label="Show")
    assert "Analysis of #1" in told.content


async def test_a_message_that_can_no_longer_change_does_no_harm(world: World) -> None:
    await finish(world, world.ben)
    world.env.inject_error("PATCH", EDIT, status=401, code=50027, times=None)
    told = shown(await world.ann.slash(world.channel, "analyse"))
    assert PROGRESS in told.content
    world.env.backend.faults.clear()
    await world.ann.click(told, label="Show")
    assert "Analysis of #1" in told.content


async def test_a_player_who_leaves_in_these_seconds_is_not_judged(world: World, worker: Worker) -> None:
    await finish(world, world.ben)
    worker.env = world.env
    told = shown(await world.ann.slash(world.channel, "analyse"))
    await world.services.personal.delete(world.ben.id)
    await worker.let_go(1)
    assert told.content == analyses_words.ANALYSIS_GONE
    await worker.let_go(1)
    await world.ann.click(told, label="Show")
    assert "deleted player" in told.content


# --- pages ---------------------------------------------------------------------------------------------------


async def test_the_worst_plays_are_gone_through_beside_the_best(world: World) -> None:
    number = await finish(world, world.ben, plies=30)
    told = await analysed(world)
    await world.ann.click(told, label="Worst plays")
    await world.restart()
    lost, seen = [], set()
    for place in range(1, 6):
        assert f"{place} of 5" in told.content
        match = re.search(r"lost \*\*(\d\.\d{3})\*\* points: an? [*\w]+", told.content)
        assert match
        lost.append(float(match[1]))
        assert re.search(r"Played: \*\*.+\*\* · best: \*\*.+\*\*", told.content)
        words = described(told)
        assert words.startswith("Two boards side by side. Left, the play made: ")
        seen.add(words)
        assert button(told, "◀ Back").disabled == (place == 1)
        assert button(told, "Next ▶").disabled == (place == 5)
        if place < 5:
            await world.ann.click(told, label="Next ▶")
    assert lost == sorted(lost, reverse=True)
    assert len(seen) == 5
    report = await world.services.analyses.report(world.guild.id, number)
    assert report
    worst = max(turn.lost for turn in report.analysis.games[0].turns)
    assert lost[0] == pytest.approx(worst, abs=0.0006)
    await world.ann.click(told, label="◀ Back")
    assert "4 of 5" in told.content
    board = shown(await world.ann.click(told, label="Board at any turn"))
    assert re.search(r"turn (\d+) ", told.content)[1] == re.search(r"turn (\d+) of", board.content)[1]  # type: ignore[index]
    await world.ann.click(told, label="Chances")
    assert "Analysis of #1" in told.content
    assert described(told).startswith("Line graph")


async def test_the_board_after_a_play_says_what_would_have_been_best(world: World) -> None:
    await finish(world, world.ben, plies=20)
    told = await analysed(world)
    await world.ann.click(told, label="Worst plays")
    turn = int(re.search(r"turn (\d+) ", told.content)[1])  # type: ignore[index]
    lost = re.search(r"lost \*\*(\d\.\d{3})", told.content)[1]  # type: ignore[index]
    board = shown(await world.ann.click(told, label="Board at any turn"))
    await world.ann.click(board, label="Next ▶")
    assert f"turn {turn + 1} of" in board.content
    assert "Best was **" in board.content
    assert f"this lost {lost} points" in board.content


async def test_each_game_of_a_match_has_its_graph(world: World) -> None:
    match = await world.services.challenges.open(
        world.place, world.ann.id, world.ben.id, Proposal(kind="tavli", length=5)
    )
    await world.services.challenges.accept(match.id, world.ben.id, 1)
    for _ in range(3):
        (game,) = await world.services.games.games_here(world.place)
        await world.services.endings.resign(game.id, world.ben.id)
    told = await analysed(world)
    for number, name in enumerate(("Portes", "Plakoto", "Fevga"), 1):
        assert f"**Game {number} of 3, {name}**" in told.content
        assert f"game {number}: {name}" in described(told)
        assert ("Game before" in controls_of(told)) == (number > 1)
        assert ("Next game" in controls_of(told)) == (number < 3)
        if number < 3:
            await world.ann.click(told, label="Next game")
    await world.ann.click(told, label="Game before")
    assert "**Game 2 of 3, Plakoto**" in told.content


async def test_where_nobody_lost_anything_there_are_no_worst_plays(world: World) -> None:
    match = await world.services.challenges.open(world.place, world.ann.id, world.ben.id)
    game = await world.services.challenges.accept(match.id, world.ben.id, 1)
    await world.services.endings.end(game.id)
    told = await analysed(world)
    assert controls_of(told) == []
    assert told.content.count("nothing to decide") == 2
    assert analyses_words.NO_WORST not in told.content


async def test_whoever_only_made_best_plays_is_told_so(world: World) -> None:
    match = await world.services.challenges.open(world.place, world.ann.id, world.ben.id)
    game = await world.services.challenges.accept(match.id, world.ben.id, 1)
    on_roll = game.match.player(game.on_roll)
    best, *others = rate_plays(game.state.rules, game.state.position)
    assert others
    await world.services.turns.play(game.id, game.state.ply, on_roll, best.play)
    await world.services.endings.end(game.id)
    told = await analysed(world)
    assert controls_of(told) == []
    assert analyses_words.NO_WORST in told.content


async def test_the_file_of_the_match_holds_the_analysis(world: World) -> None:
    await finish(world, world.ben)
    await analysed(world)
    result = await world.ann.slash(world.channel, "verify")
    assert "✅" in answer(result)
    (file,) = shown(result).message.attachments
    export = parse_export((await file.read()).decode())
    assert export.analysis
    assert export.analysis.games[0].turns
    assert verify_export(export).ok


async def test_no_control_of_an_unfinished_match_shows_anything(world: World) -> None:
    match = await world.services.challenges.open(world.place, world.ann.id, world.ben.id)
    await world.services.challenges.accept(match.id, world.ben.id, 1)
    view = discord.ui.View(timeout=None)
    ids = ("plakoto:analyse:1", "plakoto:analysis:1", "plakoto:analysis-graph:1:1", "plakoto:worst-open:1:1")
    for custom_id in ids:
        view.add_item(discord.ui.Button(label=custom_id, custom_id=custom_id))
    target = world.env.bot.get_channel(world.channel.id)
    assert isinstance(target, discord.TextChannel)
    message = await target.send("forged", view=view)
    await world.env.settle()
    for custom_id in ids:
        assert "still goes on" in answer(await world.cleo.click(message, custom_id=custom_id))
