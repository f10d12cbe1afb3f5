"""All services over one database, as the bot is given them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from plakoto_bot.ai.workers import Thinking, Workers
from plakoto_bot.domain.limits import DEFAULT_BOT_GAMES
from plakoto_bot.services.analyses import AnalysisService
from plakoto_bot.services.challenges import ChallengeService
from plakoto_bot.services.choices import ChoiceService
from plakoto_bot.services.clocks import ClockService
from plakoto_bot.services.endings import EndingService
from plakoto_bot.services.exports import ExportService
from plakoto_bot.services.games import GameService
from plakoto_bot.services.history import HistoryService
from plakoto_bot.services.opponent import OpponentService
from plakoto_bot.services.people import PeopleService
from plakoto_bot.services.personal_data import PersonalService
from plakoto_bot.services.standings import StandingsService
from plakoto_bot.services.telling import TellingService
from plakoto_bot.services.turns import TurnService
from plakoto_bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Services:
    """What people and time can do, a service for each part."""

    challenges: ChallengeService
    turns: TurnService
    endings: EndingService
    games: GameService
    telling: TellingService
    clocks: ClockService
    opponent: OpponentService
    standings: StandingsService
    history: HistoryService
    exports: ExportService
    analyses: AnalysisService
    choices: ChoiceService
    people: PeopleService
    personal: PersonalService
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
        thinking = thinking or Workers()
        games, turns = GameService(database), TurnService(database, now=now)
        return cls(
            challenges=ChallengeService(database, now=now, new_seed=new_seed, bot_games=bot_games),
            turns=turns,
            endings=EndingService(database, now=now),
            games=games,
            telling=TellingService(database),
            clocks=ClockService(database, now=now),
            opponent=OpponentService(database, games, turns, thinking, allowed=bot_games),
            standings=StandingsService(database, now=now),
            history=HistoryService(database),
            exports=ExportService(database),
            analyses=AnalysisService(database, now=now, thinking=thinking),
            choices=ChoiceService(database),
            people=PeopleService(database),
            personal=PersonalService(database, now=now),
            thinking=thinking,
        )

    async def close(self) -> None:
        """Stop what is computed in the background; nothing of it is lost that cannot be asked for again."""
        await self.analyses.close()
        await self.thinking.close()
