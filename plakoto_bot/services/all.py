"""All services over one database, as the bot is given them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from plakoto_bot.ai.workers import Thinking, Workers
from plakoto_bot.domain.limits import DEFAULT_BOT_GAMES
from plakoto_bot.services.analyses import AnalysisService
from plakoto_bot.services.clocks import ClockService
from plakoto_bot.services.games import GameService
from plakoto_bot.services.history import HistoryService
from plakoto_bot.services.opponent import OpponentService
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
    opponent: OpponentService
    thinking: Thinking

    @classmethod
    def over(
        cls,
        database: Database,
        *,
        now: Callable[[], int],
        new_seed: Callable[[], bytes],
        bot_games: int = DEFAULT_BOT_GAMES,
        thinking: Thinking | None = None,
    ) -> Self:
        """The services of one database. ``now`` gives seconds since 1970, ``new_seed`` 32 secret bytes.

        ``thinking`` is where the bot's own plays and analyses are computed, by default in processes that start when
        there are any; whoever stops using the services closes them. ``bot_games`` is how many matches against the bot
        one server may run at once.
        """
        games = GameService(database, now=now, new_seed=new_seed, bot_games=bot_games)
        thinking = thinking or Workers()
        return cls(
            games=games,
            clocks=ClockService(database, now=now),
            settings=SettingsService(database),
            personal=PersonalService(database, now=now),
            people=PeopleService(database),
            scores=ScoreService(database, now=now),
            history=HistoryService(database),
            analyses=AnalysisService(database, now=now, thinking=thinking),
            opponent=OpponentService(database, games, thinking, allowed=bot_games),
            thinking=thinking,
        )

    async def close(self) -> None:
        """Stop what is computed in the background; nothing of it is lost that cannot be asked for again."""
        await self.analyses.close()
        await self.thinking.close()
