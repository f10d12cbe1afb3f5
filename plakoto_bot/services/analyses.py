"""Analyses of finished matches: made in the background when somebody asks, and kept with the match.

Nothing is stored before an analysis is done, so whatever a restart interrupts can simply be asked for again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from plakoto_bot.ai.analysis import judge, put_together, questions, version_of
from plakoto_bot.ai.player import levels_for
from plakoto_bot.ai.verdicts import GameAnalysis, MatchAnalysis
from plakoto_bot.ai.workers import Thinking
from plakoto_bot.domain.errors import AnalysisRunning, NothingPlayed, NotJudged
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match
from plakoto_bot.engine.kinds import games_of
from plakoto_bot.export import ExportedAnalysis, export_analysis, read_analysis
from plakoto_bot.services.history import HistoryService
from plakoto_bot.services.service import TimedService
from plakoto_bot.storage.analyses import StoredAnalysis
from plakoto_bot.storage.database import Database

#: Turns judged in one go: a fraction of a second, after which whoever else waits for a worker has a turn.
TURNS_AT_ONCE = 6
#: How often those who wait are told at most how far it is.
SECONDS_BETWEEN_WORDS = 5

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Report:
    """A finished match with its games and what was found out about them."""

    match: Match
    games: tuple[Game, ...]
    analysis: MatchAnalysis


@dataclass(eq=False, slots=True)
class Job:
    """An analysis that is being made for ``user_id``: ``done`` of ``total`` turns are judged, 0 before it has begun.

    ``waiting``: for another one of the same server. ``ended``: it is stored, or ``error`` says why not.
    """

    match: Match
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


class AnalysisService(TimedService):
    """Analyses of all servers. ``now`` gives seconds since 1970, ``thinking`` does the work, for servers in turn."""

    def __init__(self, database: Database, *, now: Callable[[], int], thinking: Thinking) -> None:
        super().__init__(database, now=now)
        self._history = HistoryService(database)
        self._thinking = thinking
        self._jobs: dict[int, tuple[Job, asyncio.Task[None]]] = {}

    async def last_of(self, guild_id: int, user_id: int) -> int:
        """The number of the match that a person finished last in a server. Raises: NothingPlayed."""
        async with self._database.read() as transaction:
            match = await transaction.matches.last_finished_by(guild_id, user_id)
        if match is None:
            raise NothingPlayed(user_id)
        return match.id

    async def report(self, guild_id: int, match_id: int) -> Report | None:
        """The analysis of a finished match of a server; None if there is none by the present networks.

        Raises: MatchNotFound, NotFinished, NotJudged.
        """
        match, games = await self._history.match(guild_id, match_id)
        _require_judged(match)
        async with self._database.read() as transaction:
            stored = await transaction.analyses.get(match_id)
        if stored is None or stored.version != version_of(games_of(match.terms.kind)):
            return None
        return Report(match, tuple(games), read_analysis(ExportedAnalysis.model_validate_json(stored.document)))

    async def begin(self, guild_id: int, match_id: int, user_id: int) -> Job:
        """Begin the analysis of a finished match of a server, or join the one that is being made.

        Raises: AnalysisRunning (the person waits for that of another match), MatchNotFound, NotFinished, NotJudged.
        """
        match, games = await self._history.match(guild_id, match_id)
        _require_judged(match)
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
        """Give up what is being made; it can be asked for again. Raises nothing."""
        tasks = [task for _, task in self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._jobs.clear()  # a task that had not begun leaves its job behind

    async def _make(self, job: Job, games: list[Game], ahead: list[asyncio.Task[None]]) -> None:
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

    async def _judge(self, job: Job, games: list[Game]) -> MatchAnalysis:
        server = job.match.guild_id
        position = job.match.terms.start()
        asked = []
        for game in games:
            async with self._database.read() as transaction:
                events = await transaction.events.of_game(game.id)
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
        return MatchAnalysis(version_of(games_of(job.match.terms.kind)), tuple(found))

    async def _store(self, match: Match, analysis: MatchAnalysis) -> None:
        document = export_analysis(analysis).model_dump_json()
        async with self._database.write() as transaction:
            now = await transaction.matches.get(match.id)
            # Whoever had their data deleted meanwhile had this deleted too.
            if now is not None and now.has_same_players(match):
                await transaction.analyses.save(match.id, StoredAnalysis(analysis.version, document, self._now()))


def _require_judged(match: Match) -> None:
    """Refuse a match of which a game has no weights. Raises: NotJudged."""
    for game in games_of(match.terms.kind):
        if not levels_for(game):
            raise NotJudged(game)
