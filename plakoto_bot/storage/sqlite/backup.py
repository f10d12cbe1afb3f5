"""A copy of the database while the bot runs: whole, checked, and a file by itself."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from plakoto_bot.errors import StorageError
from plakoto_bot.storage.sqlite.file import file_of

#: Pages copied between two looks at whether somebody writes; a write in between starts the copy again.
_ALL_PAGES = -1
_BUSY_SECONDS = 30.0


def back_up(url: str, target: Path) -> int:
    """Copy the database to ``target``, which must not exist; the number of bytes. StorageError says why not.

    SQLite copies one state of it, in one go and without keeping the bot from writing. Nobody sees a half-made copy
    under its name: it is written and checked beside it first.
    """
    source = file_of(url)
    if source is None:
        raise StorageError(
            url.rpartition("@")[2], "only SQLite files are backed up like this; use the server's own tools"
        )
    if not source.is_file():
        raise StorageError(str(source), "there is no such file. Set DATABASE_URL as the bot has it")
    if target.exists() or target.is_symlink():
        raise StorageError(str(target), "it exists already and is not overwritten. Name another file")
    partial = target.with_name(f"{target.name}.partial")
    try:
        # Games hold no secrets of the host, but of the players: nobody else on the machine reads them.
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        _copy(source, partial)
        partial.rename(target)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(str(target), f"no backup was made: {error}") from error
    finally:
        partial.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(source: Path, target: Path) -> None:
    # Read only, so that a mistaken address never makes a database.
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)) as running,
        closing(sqlite3.connect(target)) as copy,
    ):
        running.backup(copy, pages=_ALL_PAGES)
        # The bot's file has another one beside it, where its last changes are; a backup is one file.
        copy.execute("PRAGMA journal_mode = DELETE")
        (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged ({verdict}); is the database?")
        if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise sqlite3.DatabaseError("the copy has rows whose match or game is missing; is the database damaged?")
    with target.open("rb") as written:
        os.fsync(written.fileno())
