"""Fixtures shared by all tests: a real database in a temporary folder, fixed chance, a clock that is set by hand."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from plakoto_bot.services.games import GameService
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database, open_database
from tests.thinking import PipCounting

# No test is timed: how long an example takes says more about the machine than about the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
#: Chosen by ``make fuzz``: what Hypothesis tries is multiplied.
settings.register_profile("fuzz", max_examples=2_000, deadline=None)


class OneByOne(LoadScopeScheduling):  # type: ignore[misc]  # xdist comes without types
    """Whichever process is done takes the next test, so that none is left with a long file at the end.

    All of tests/training go to one process, first: each process compiles the training's engine anew, which takes longer
    than its tests. xdist's own marker for that, xdist_group, does nothing under this version of pytest.
    """

    def _split_scope(self, nodeid: str) -> str:
        return "training" if nodeid.startswith("tests/training/") else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return OneByOne(config, log)


@dataclass
class Clock:
    """Seconds since 1970, moved on by the test."""

    seconds: int = 1_800_000_000

    def __call__(self) -> int:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'data' / 'plakoto.db'}"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that has been through all migrations, once for all tests."""
    file = tmp_path_factory.mktemp("empty") / "plakoto.db"

    async def migrate() -> None:
        await (await open_database(f"sqlite+aiosqlite:///{file}")).close()

    # In a thread, since pytest-asyncio may have a loop of its own in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, migrate()).result()
    return file


@pytest.fixture
async def database(database_url: str, empty_database: Path, tmp_path: Path) -> AsyncIterator[Database]:
    (tmp_path / "data").mkdir()
    shutil.copy(empty_database, tmp_path / "data" / "plakoto.db")
    opened = await open_database(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def new_seed() -> Callable[[], bytes]:
    """Seeds 000...1, 000...2 and so on: every test sees the same rolls."""
    numbers = count(1)
    return lambda: next(numbers).to_bytes(32, "big")


@pytest.fixture
def thinking() -> PipCounting:
    return PipCounting()


@pytest.fixture
def services(database: Database, clock: Clock, new_seed: Callable[[], bytes], thinking: PipCounting) -> Services:
    return Services.over(database, now=clock, new_seed=new_seed, thinking=thinking)


@pytest.fixture
def games(services: Services) -> GameService:
    return services.games
