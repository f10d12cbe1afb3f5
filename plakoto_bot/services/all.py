"""All services over one database, as the bot is given them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from plakoto_bot.services.analyses import AnalysisService, InThread
from plakoto_bot.services.clocks import ClockService
from plakoto_bot.services.games import GameService
from plakoto_bot.services.history import HistoryService
from plakoto_bot.services.people import PeopleService
from plakoto_bot.services.personal import PersonalService
from plakoto_bot.services.scores import ScoreService
from plakoto_bot.services.settings import SettingsService
from plakoto_bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Services:
    """What people and time can do, a service for each part."""

    games: GameService
    clocks: ClockService
    settings: SettingsService
    personal: PersonalService
    people: PeopleService
    scores: ScoreService
    history: HistoryService
    analyses: AnalysisService

    @classmethod
    def over(cls, database: Database, *, now: Callable[[], int], new_seed: Callable[[], bytes]) -> Self:
        """The services of one database. ``now`` gives seconds since 1970, ``new_seed`` 32 secret bytes."""
        return cls(
            games=GameService(database, now=now, new_seed=new_seed),
            clocks=ClockService(database, now=now),
            settings=SettingsService(database),
            personal=PersonalService(database, now=now),
            people=PeopleService(database),
            scores=ScoreService(database, now=now),
            history=HistoryService(database),
            analyses=AnalysisService(database, now=now, thinking=InThread()),
        )
