"""A backup is one whole state of the database, made while the bot writes, and never in place of another file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.errors import StorageError
from plakoto_bot.services.endings import EndingService
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database, open_database
from plakoto_bot.storage.sqlite.backup import back_up
from plakoto_bot.storage.sqlite.lock import sole_use
from tests.conftest import Clock

HERE = ServerChannel(1, 2)
ANN, BEN = 10, 11


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


async def a_game(services: Services, channel: int = 2) -> int:
    match = await services.challenges.open(ServerChannel(1, channel), ANN, BEN)
    return (await services.challenges.accept(match.id, BEN, 100 + channel)).id


async def test_the_copy_is_the_database_with_its_last_commit(
    services: Services, database_url: str, tmp_path: Path, clock: Clock
) -> None:
    game_id = await a_game(services)
    target = tmp_path / "copy.db"
    # The bot runs, with its database locked and its last commits beside the file.
    with sole_use(database_url):
        size = await asyncio.to_thread(back_up, database_url, target)
    assert size == target.stat().st_size
    assert names(tmp_path) == {"data", "copy.db"}, "nothing of the making is left"
    restored = await open_database(f"sqlite+aiosqlite:///{target}")
    try:
        async with restored.read() as transaction:
            game = await transaction.games.get(game_id)
            assert game is not None
            events = await transaction.events.of_game(game_id)
        assert game == await services.games.game(game_id)
        assert len(events) == game.events
    finally:
        await restored.close()


async def test_a_copy_made_while_the_bot_writes_is_one_state_of_it(
    services: Services, database_url: str, tmp_path: Path
) -> None:
    """Whatever the moment, each game has the number of events that it says it has."""
    writing = True

    async def write() -> None:
        channel = 10
        while writing:
            channel += 1
            await a_game(services, channel)

    task = asyncio.create_task(write())
    for number in range(5):
        target = tmp_path / f"{number}.db"
        await asyncio.to_thread(back_up, database_url, target)
        with closing(sqlite3.connect(target)) as copy:
            torn = copy.execute(
                "SELECT games.id FROM games JOIN matches ON matches.id = games.match_id WHERE games.events != "
                "(SELECT count(*) FROM events WHERE events.game_id = games.id)"
            ).fetchall()
        assert torn == []
    writing = False
    await task


async def test_a_backup_can_be_played_on_from(services: Services, database_url: str, tmp_path: Path) -> None:
    game_id = await a_game(services)
    target = tmp_path / "copy.db"
    await asyncio.to_thread(back_up, database_url, target)
    copied = await open_database(f"sqlite+aiosqlite:///{target}")
    try:
        there = EndingService(copied, now=lambda: 1_800_000_100)
        resigned = await there.resign(game_id, ANN)
        assert resigned.state.outcome is not None
        assert (await services.games.game(game_id)).state.outcome is None, "the bot's own is another file"
    finally:
        await copied.close()


@pytest.mark.parametrize("there", ["file", "folder", "dangling link"])
async def test_nothing_is_overwritten(database: Database, database_url: str, tmp_path: Path, there: str) -> None:
    target = tmp_path / "copy.db"
    if there == "file":
        target.write_text("precious")
    elif there == "folder":
        target.mkdir()
    else:
        target.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StorageError, match="not overwritten"):
        back_up(database_url, target)
    if there == "file":
        assert target.read_text() == "precious"
    assert not (tmp_path / "elsewhere").exists()


async def test_only_its_owner_can_read_it(database: Database, database_url: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    back_up(database_url, target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


async def test_a_damaged_database_makes_no_backup(database: Database, database_url: str, tmp_path: Path) -> None:
    await database.close()
    file = tmp_path / "data" / "plakoto.db"
    page = 4096
    with file.open("r+b") as damaged:
        damaged.seek(3 * page)
        damaged.write(os.urandom(8 * page))
    with pytest.raises(StorageError, match="no backup was made"):
        back_up(database_url, tmp_path / "copy.db")
    assert names(tmp_path) == {"data"}


def test_a_database_that_is_not_there_is_named_and_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    with pytest.raises(StorageError, match=r"missing\.db.*DATABASE_URL"):
        back_up(f"sqlite+aiosqlite:///{missing}", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_folder_that_is_not_there_is_named(database: Database, database_url: str, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no backup was made"):
        back_up(database_url, tmp_path / "nowhere" / "copy.db")


def test_what_is_no_file_is_refused_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StorageError) as caught:
        back_up("postgresql+asyncpg://bot:secret@db/plakoto", tmp_path / "copy.db")
    assert "secret" not in str(caught.value)
