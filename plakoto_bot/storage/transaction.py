"""One open transaction: a repository a noun. Nothing here commits."""

from sqlalchemy.ext.asyncio import AsyncConnection

from plakoto_bot.storage.analyses import AnalysisRepository
from plakoto_bot.storage.choices import ChoiceRepository
from plakoto_bot.storage.clocks import ClockRepository
from plakoto_bot.storage.events import EventRepository
from plakoto_bot.storage.games import GameRepository
from plakoto_bot.storage.matches import MatchRepository
from plakoto_bot.storage.people import PeopleRepository
from plakoto_bot.storage.standings import StandingsRepository


class Transaction:
    """Reads and writes of one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.matches = MatchRepository(connection)
        self.games = GameRepository(connection)
        self.events = EventRepository(connection)
        self.clocks = ClockRepository(connection)
        self.standings = StandingsRepository(connection)
        self.people = PeopleRepository(connection)
        self.choices = ChoiceRepository(connection)
        self.analyses = AnalysisRepository(connection)
