"""A database written before it was noted what the newest message about each game tells: migrated, and back again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from plakoto_bot.storage import migrate
from tests.storage.test_migrations import WRITTEN

GAME = 8


def config_of(file: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    return config


def migration() -> tuple[str, str]:
    """The revision that notes it, and the one before."""
    scripts = ScriptDirectory.from_config(config_of(Path()))
    (found,) = (script for script in scripts.walk_revisions() if script.path.endswith("_told_from.py"))
    assert isinstance(found.down_revision, str)
    return found.revision, found.down_revision


def bring(file: Path, to: Callable[[Config, str], None], revision: str) -> None:
    config = config_of(file)
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        to(config, revision)
    engine.dispose()


def rows(file: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(statement).fetchall()


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """A database as the migration finds it."""
    file = tmp_path / "plakoto.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(WRITTEN.read_text(encoding="utf-8"))
    bring(file, command.upgrade, migration()[1])
    return file


@pytest.mark.parametrize(
    ("kinds", "shown", "told_from"),
    [
        # The message after a turn begins with the play that was chosen, and tells all that followed.
        ("contest roll play roll", 4, 2),
        ("contest roll play roll play roll", 6, 4),
        ("contest roll play roll forced roll forced roll", 8, 2),
        # What was not told yet is not in it.
        ("contest roll play roll play roll", 4, 2),
        ("contest roll play roll play roll", 5, 4),
        ("contest roll play roll resign", 5, 2),
        # Before the first play everything is in the first message.
        ("contest roll", 2, 0),
        ("contest roll forced roll play roll", 4, 0),
        ("contest roll play roll", 0, 0),
    ],
)
def test_the_newest_message_is_taken_to_begin_with_the_last_play_that_was_told(
    before: Path, kinds: str, shown: int, told_from: int
) -> None:
    with closing(sqlite3.connect(before)) as connection, connection:
        connection.execute("DELETE FROM events WHERE game_id = ?", (GAME,))
        connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?, 'w', '', 0)",
            [(GAME, number, kind) for number, kind in enumerate(kinds.split(), 1)],
        )
        connection.execute("UPDATE games SET shown = ? WHERE id = ?", (shown, GAME))
    bring(before, command.upgrade, migration()[0])
    assert rows(before, f"SELECT shown, told_from, pictured FROM games WHERE id = {GAME}") == [(shown, told_from, 1)]


def test_every_game_has_it_and_a_downgrade_takes_it_back(before: Path) -> None:
    revision, earlier = migration()
    games, schema = (
        rows(before, "SELECT * FROM games"),
        rows(before, "SELECT name, type FROM pragma_table_info('games')"),
    )
    bring(before, command.upgrade, revision)
    noted = rows(before, "SELECT told_from, shown, pictured FROM games")
    assert len(noted) == len(games) > 1
    assert all(pictured == 1 and 0 <= int(str(told)) <= int(str(shown)) for told, shown, pictured in noted)
    bring(before, command.downgrade, earlier)
    assert rows(before, "SELECT * FROM games") == games
    assert rows(before, "SELECT name, type FROM pragma_table_info('games')") == schema
