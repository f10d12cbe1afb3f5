"""What every service is made of."""

from collections.abc import Callable

from plakoto_bot.storage.database import Database


class Service:
    """Works on one database."""

    def __init__(self, database: Database) -> None:
        self._database = database


class TimedService(Service):
    """Works on one database by a clock: ``now`` gives seconds since 1970."""

    def __init__(self, database: Database, *, now: Callable[[], int]) -> None:
        super().__init__(database)
        self._now = now
