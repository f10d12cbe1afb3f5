"""Analyses of finished matches: made in the background when somebody asks, and kept with the match.

Nothing is stored before an analysis is done, so whatever a restart interrupts can simply be asked for again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from plakoto_bot.ai.analysis import judge, put_together, questions, version_of
from plakoto_bot.ai.verdicts import GameAnalysis, MatchAnalysis
from plakoto_bot.ai.workers import Thinking
from plakoto_bot.engine.match import games_of
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.export import ExportedAnalysis, export_analysis, read_analysis
from plakoto_bot.services.errors import AnalysisRunning, NothingPlayed
from plakoto_bot.services.history import HistoryService
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.records import GameRecord, MatchRecord, StoredAnalysis

#: Turns judged in one go: a fraction of a second, after which whoever else waits for a worker has a turn.
TURNS_AT_ONCE = 6
#: How often those who wait are told at most how far it is.
SECONDS_BETWEEN_WORDS = 5

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Report:
    """A finished match with its games and what was found out about them."""

    match: MatchRecord
    games: tuple[GameRecord, ...]
    analysis: MatchAnalysis


@dataclass(eq=False, slots=True)
class Job:
    """An analysis that is being made for ``user_id``: ``done`` of ``total`` turns are judged, 0 before it has begun.

    ``waiting``: for another one of the same server. ``ended``: it is stored, or ``error`` says why not.
    """

    match: MatchRecord
    user_id: int
    waiting: bool
    told_at: int
    done: int = 0
    total: int = 0
    ended: bool = False
    error: Exception | None = None
    listeners: list[Listener] = field(default_factory=list)

    async def follow(self, listener: Listener) -> None:
        """Have somebody told now and then how far it is, and in the end that it has ended."""
        if self.ended:
            await listener(self)
        else:
            self.listeners.append(listener)

    async def tell(self) -> None:
        """Tell whoever follows."""
        for listener in self.listeners:
            await listener(self)


#: Is told how a job stands; raises nothing.
Listener = Callable[[Job], Awaitable[None]]


class AnalysisService:
    """Analyses of all servers. ``now`` gives seconds since 1970, ``thinking`` does the work, for servers in turn."""

    def __init__(self, database: Database, *, now: Callable[[], int], thinking: Thinking) -> None:
        self._database = database
        self._history = HistoryService(database)
        self._now = now
        self._thinking = thinking
        self._jobs: dict[int, tuple[Job, asyncio.Task[None]]] = {}

    async def last_of(self, guild_id: int, user_id: int) -> int:
        """The number of the match that a person finished last in a server."""
        async with self._database.read() as transaction:
            match = await transaction.last_finished_of(guild_id, user_id)
        if match is None:
            raise NothingPlayed(user_id)
        return match.id

    async def report(self, guild_id: int, match_id: int) -> Report | None:
        """The analysis of a finished match of a server; None if there is none by the present networks."""
        match, games = await self._history.match(guild_id, match_id)
        async with self._database.read() as transaction:
            stored = await transaction.analysis(match_id)
        if stored is None or stored.version != version_of(games_of(match.kind)):
            return None
        return Report(match, tuple(games), read_analysis(ExportedAnalysis.model_validate_json(stored.document)))

    async def begin(self, guild_id: int, match_id: int, user_id: int) -> Job:
        """Begin the analysis of a finished match of a server, or join the one that is being made.

        Whoever waits for the analysis of another match is refused with AnalysisRunning.
        """
        match, games = await self._history.match(guild_id, match_id)
        if match_id in self._jobs:
            return self._jobs[match_id][0]
        for job, _ in self._jobs.values():
            if job.user_id == user_id:
                raise AnalysisRunning(job.match)
        # One analysis at a time in a server; those of several servers get some turns each, as the workers see to.
        ahead = [task for job, task in self._jobs.values() if job.match.guild_id == guild_id]
        job = Job(match, user_id, waiting=bool(ahead), told_at=self._now())
        self._jobs[match_id] = job, asyncio.create_task(self._make(job, games, ahead))
        return job

    async def close(self) -> None:
        """Give up what is being made; it can be asked for again."""
        tasks = [task for _, task in self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._jobs.clear()  # a task that had not begun leaves its job behind

    async def _make(self, job: Job, games: list[GameRecord], ahead: list[asyncio.Task[None]]) -> None:
        try:
            if ahead:
                await asyncio.wait(ahead)
                job.waiting = False
            await self._store(job.match, await self._judge(job, games))
        except Exception as error:
            log.warning("the analysis of match %s has failed: %s", job.match.id, error)
            job.error = error
        finally:
            self._jobs.pop(job.match.id, None)
        job.ended = True
        await job.tell()

    async def _judge(self, job: Job, games: list[GameRecord]) -> MatchAnalysis:
        server = job.match.guild_id
        position = parse_position(job.match.position) if job.match.position else None
        asked = []
        for game in games:
            async with self._database.read() as transaction:
                events = await transaction.events(game.id)
            asked.append(questions(game.state.rules, events, game.starter, position))
        job.total = sum(map(len, asked))
        found: list[GameAnalysis] = []
        for game, turns in zip(games, asked, strict=True):
            judged = []
            for first in range(0, len(turns), TURNS_AT_ONCE):
                some = turns[first : first + TURNS_AT_ONCE]
                judged.append(await self._thinking.run(server, judge, game.state.rules, some))
                job.done += len(some)
                if self._now() - job.told_at >= SECONDS_BETWEEN_WORDS:
                    job.told_at = self._now()
                    await job.tell()
            rules = game.state.rules
            found.append(put_together(game.number, rules.layout.name, judged, game.state.outcome))
        return MatchAnalysis(version_of(games_of(job.match.kind)), tuple(found))

    async def _store(self, match: MatchRecord, analysis: MatchAnalysis) -> None:
        document = export_analysis(analysis).model_dump_json()
        async with self._database.write() as transaction:
            now = await transaction.match(match.id)
            # Whoever had their data deleted meanwhile had this deleted too.
            if now is not None and (now.challenger_id, now.opponent_id) == (match.challenger_id, match.opponent_id):
                await transaction.save_analysis(match.id, StoredAnalysis(analysis.version, document, self._now()))
