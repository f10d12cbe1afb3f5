"""One bot a database: the second one is refused by the first one's name, whatever the first one's end was."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from plakoto_bot.errors import StorageError
from plakoto_bot.storage.sqlite.lock import sole_use


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'data' / 'plakoto.db'}"


def test_the_second_is_refused_and_told_who_the_first_is(tmp_path: Path) -> None:
    with sole_use(url(tmp_path)), pytest.raises(StorageError) as caught, sole_use(url(tmp_path)):
        pass
    said = str(caught.value)
    assert f"process {os.getpid()} on {socket.gethostname()}, since 2" in said
    assert "plakoto.db" in said


def test_after_the_first_the_next_may(tmp_path: Path) -> None:
    for _ in range(2):
        with sole_use(url(tmp_path)):
            pass


def test_a_note_left_behind_stops_nobody(tmp_path: Path) -> None:
    # As after a power cut, or a restart in a container where every bot has the same process number.
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "plakoto.db.lock").write_text(f'{{"pid": {os.getpid()}, "host": "h", "since": 1}}')
    with sole_use(url(tmp_path)):
        pass


@pytest.mark.parametrize("note", ["", "no note", "[]", '{"pid": "x"}', '{"pid": 1, "host": "h", "since": 1e99}'])
def test_a_note_that_cannot_be_read_refuses_all_the_same(tmp_path: Path, note: str) -> None:
    with sole_use(url(tmp_path)):
        (tmp_path / "data" / "plakoto.db.lock").write_text(note)
        with pytest.raises(StorageError, match="another bot has it in use"), sole_use(url(tmp_path)):
            pass


def test_two_databases_do_not_mind_each_other(tmp_path: Path) -> None:
    with sole_use(url(tmp_path / "one")), sole_use(url(tmp_path / "two")):
        pass


def test_a_database_in_memory_needs_no_lock() -> None:
    with sole_use("sqlite+aiosqlite://"), sole_use("sqlite+aiosqlite://"):
        pass


def test_a_folder_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StorageError, match="can be written"), sole_use(url(tmp_path)):
        pass
