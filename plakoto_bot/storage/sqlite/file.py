"""Which file a database address names."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from plakoto_bot.errors import StorageError


def parse_url(url: str) -> URL:
    """The parts of a database address. Raises: StorageError."""
    try:
        return make_url(url)
    except ArgumentError as error:
        raise StorageError(
            url.rpartition("@")[2], "this is no database address such as sqlite+aiosqlite:///data/plakoto.db"
        ) from error


def file_of(url: str | URL) -> Path | None:
    """The file of a SQLite database; None for one in memory or on a server."""
    parsed = url if isinstance(url, URL) else parse_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return None
    return None if parsed.database.startswith((":memory:", "file:")) else Path(parsed.database)
