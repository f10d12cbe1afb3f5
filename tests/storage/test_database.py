"""The database file: what is refused and stays as it was, what is kept, and that a write is all or nothing."""

# ruff: noqa: ASYNC240 - a test may wait for a small file

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.errors import StorageError
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database, open_database
from plakoto_bot.storage.tables import metadata
from tests.conftest import Clock

HERE = ServerChannel(1, 2)
#: SQLite's, in bytes; what a page is for stands at its beginning.
_PAGE = 4096


def url_of(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def refusal(file: Path) -> str:
    """What opening ``file`` is refused with; its bytes must be the same before and after."""
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(StorageError) as caught:
        await open_database(url_of(file))
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    if before is not None:
        assert file.read_bytes() == before
    return caught.value.reason


@pytest.fixture
async def used_file(tmp_path: Path, services: Services, database: Database) -> Path:
    """A database file with a running game in it, closed again."""
    match = await services.challenges.open(HERE, 10, 20)
    await services.challenges.accept(match.id, 20, 12345)
    await database.close()
    return tmp_path / "data" / "plakoto.db"


# --- files that are refused ----------------------------------------------------------------------------------


async def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "notes.db"
    file.write_text("Remember the milk. " * 100)
    assert "not a database" in await refusal(file)


async def test_a_damaged_database_is_refused_and_kept(used_file: Path) -> None:
    content = bytearray(used_file.read_bytes())
    middle = len(content) // 2 // _PAGE * _PAGE
    content[middle : middle + 400] = bytes(byte ^ 0xFF for byte in content[middle : middle + 400])
    used_file.write_bytes(content)
    assert "damaged" in await refusal(used_file)


async def test_a_database_cut_short_is_refused_and_kept(used_file: Path) -> None:
    content = used_file.read_bytes()
    used_file.write_bytes(content[: len(content) // 2])
    assert "backup" in await refusal(used_file)


async def test_a_database_of_a_newer_version_is_refused_and_kept(used_file: Path) -> None:
    with closing(sqlite3.connect(used_file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in await refusal(used_file)


@pytest.mark.parametrize("table", ["events", "invoices"])
async def test_the_database_of_another_program_is_refused_and_kept(tmp_path: Path, table: str) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"CREATE TABLE {table} (id INTEGER)")
    assert table in await refusal(file)


async def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert "Check that the folder and the file can be written" in await refusal(tmp_path)


async def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    await refusal(tmp_path / "data" / "plakoto.db")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder known that takes no files even of a superuser")
async def test_a_folder_that_takes_no_files_is_refused() -> None:
    await refusal(Path("/proc/self/plakoto/plakoto.db"))


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
async def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "can be written" in await refusal(tmp_path / "plakoto.db")


@pytest.mark.parametrize(
    "url", ["", "plakoto.db", "sqlite:///plakoto.db", "nosuch://host/plakoto", "postgresql+nosuch://host/plakoto"]
)
async def test_an_address_that_cannot_be_used_is_a_storage_error_and_makes_no_file(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StorageError):
        await open_database(url)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["postgresql+nosuch://bob:hunter2@host/plakoto", "postgresql bob:hunter2@host"])
async def test_a_password_in_the_address_is_never_shown(url: str) -> None:
    with pytest.raises(StorageError) as caught:
        await open_database(url)
    assert "hunter2" not in str(caught.value)


# --- files that are used -------------------------------------------------------------------------------------


async def test_a_missing_folder_and_file_are_made(tmp_path: Path) -> None:
    file = tmp_path / "new" / "deeper" / "plakoto.db"
    await (await open_database(url_of(file))).close()
    assert file.is_file()


async def test_a_reopened_database_holds_all_it_held(
    used_file: Path, clock: Clock, services: Services, database_url: str
) -> None:
    reopened = await open_database(database_url)
    again = Services.over(reopened, now=clock, new_seed=lambda: bytes(32))
    game = await again.games.game(1)
    view = await again.telling.news(1)
    assert game.match.status is MatchStatus.RUNNING
    assert game.match.seed == (1).to_bytes(32, "big")
    assert len(view.events) == game.events > 0
    with closing(sqlite3.connect(used_file)) as connection:
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
    await reopened.close()


async def test_migrations_lead_to_the_tables_in_the_code(database: Database, database_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    engine = create_async_engine(database_url)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_migrated_and_fresh_tables_have_the_same_columns_checks_and_indexes(
    database: Database, database_url: str
) -> None:
    def schema(connection: Connection) -> set[str]:
        rows = connection.exec_driver_sql(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name NOT LIKE 'alembic%'"
            " AND tbl_name NOT LIKE 'sqlite%'"
        )
        return {" ".join(sorted(row[0].replace(",", " ").replace('"', "").split())) for row in rows}

    migrated = create_async_engine(database_url)
    fresh = create_async_engine("sqlite+aiosqlite://")
    async with migrated.connect() as old, fresh.begin() as new:
        await new.run_sync(metadata.create_all)
        assert await old.run_sync(schema) == await new.run_sync(schema)
    await migrated.dispose()
    await fresh.dispose()


async def test_readers_do_not_block_and_references_are_checked(database: Database) -> None:
    async with database.read() as transaction:
        connection = transaction.matches._connection
        assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar_one() == "wal"
        assert (await connection.exec_driver_sql("PRAGMA foreign_keys")).scalar_one() == 1
        assert (await connection.exec_driver_sql("PRAGMA busy_timeout")).scalar_one() > 0
        assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar_one() == 2


# --- transactions --------------------------------------------------------------------------------------------


async def test_an_error_in_a_transaction_undoes_all_of_it(database: Database, services: Services) -> None:
    match = await services.challenges.open(HERE, 10, 20)

    async def stops_half_way() -> None:
        async with database.write() as transaction:
            await transaction.matches.save(replace(match, status=MatchStatus.DECLINED))
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        await stops_half_way()
    assert (await services.games.match(match.id)).status is MatchStatus.OPEN


async def test_a_cancelled_transaction_is_undone_and_blocks_nobody(database: Database, services: Services) -> None:
    match = await services.challenges.open(HERE, 10, 20)
    inside = asyncio.Event()

    async def never_ends() -> None:
        async with database.write() as transaction:
            await transaction.matches.save(replace(match, status=MatchStatus.DECLINED))
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(never_ends())
    await inside.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert (await services.challenges.withdraw(match.id, 10)).status is MatchStatus.WITHDRAWN


async def test_two_processes_on_one_file_wait_for_each_other(
    database: Database, services: Services, database_url: str, clock: Clock
) -> None:
    other_database = await open_database(database_url)
    other = Services.over(other_database, now=clock, new_seed=lambda: bytes(32))
    made = await asyncio.gather(
        *(
            service.challenges.open(ServerChannel(1, channel), 10, 20)
            for channel in range(4)
            for service in (services, other)
        ),
        return_exceptions=True,
    )
    await other_database.close()
    # Each channel takes the challenge once; the second time it is the same challenge again.
    refused = [result for result in made if isinstance(result, BaseException)]
    assert len(refused) == 4
    assert {str(error) for error in refused} <= {"cannot challenge: SAME", "cannot challenge: TOO_MANY"}


async def test_who_waits_for_another_process_can_give_up(database: Database, services: Services) -> None:
    other = sqlite3.connect(str(database._engine.url.database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(services.challenges.open(HERE, 10, 20))
    # As a bot does that is told to stop meanwhile.
    await asyncio.wait({waiting}, timeout=0.1)
    waiting.cancel()
    async with asyncio.timeout(5):
        await asyncio.wait({waiting})
        await database.close()
    other.execute("ROLLBACK")
    other.close()
    assert waiting.cancelled()


async def test_a_number_once_published_never_comes_back(database: Database, services: Services) -> None:
    first = await services.challenges.open(HERE, 10, 20)
    async with database.write() as transaction:
        await transaction.matches._connection.exec_driver_sql(f"DELETE FROM matches WHERE id = {first.id}")
    second = await services.challenges.open(HERE, 10, 20)
    assert second.id > first.id
