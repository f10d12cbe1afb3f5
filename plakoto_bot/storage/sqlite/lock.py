"""One bot a database: a lock of the operating system beside the SQLite file.

The system takes the lock back when its process ends, however it ends, so none is ever stale and no process number is
compared, which would say nothing between containers. The file stays: removing it would let two processes lock two files
of one name.

The filelock package would take over only the call of ``flock``: it does not say who holds a lock, so opening the file,
signing it and reading whose it is would stay here, and where a system has no ``flock`` it can fall back to a file that
outlives its process. Linux and macOS have ``fcntl``.
"""

import contextlib
import fcntl
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from plakoto_bot.errors import StorageError
from plakoto_bot.storage.sqlite.file import file_of

#: Somebody else's words are shown up to this length only.
_LONGEST_NOTE = 500


@contextmanager
def sole_use(url: str) -> Iterator[None]:
    """Keep other bots off a database file; StorageError names the one that has it. Others have no such lock."""
    file = file_of(url)
    if file is None:
        yield
        return
    lock = file.with_name(f"{file.name}.lock")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Not inheritable: a child that outlives the bot would keep the lock.
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        reason = f"{error.strerror} ({lock}). Check that the folder and the file can be written by this user"
        raise StorageError(str(file), reason) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StorageError(str(file), f"{_holder(descriptor)} has it in use. Stop that one first") from None
        except OSError as error:
            raise StorageError(str(file), f"{error.strerror}: keep it on a disk of this machine") from error
        _sign(descriptor)
        yield
    finally:
        os.close(descriptor)


def _sign(descriptor: int) -> None:
    """Say in the file who holds it, for the one who is refused."""
    note = {"pid": os.getpid(), "host": socket.gethostname(), "since": int(time.time())}
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(note).encode(), 0)


def _holder(descriptor: int) -> str:
    """Who signed the file; it may be empty for the moment between locking and signing."""
    with contextlib.suppress(ValueError, KeyError, TypeError, OverflowError, OSError):
        note = json.loads(os.pread(descriptor, _LONGEST_NOTE, 0))
        since = datetime.fromtimestamp(int(note["since"]), UTC)
        return f"another bot (process {int(note['pid'])} on {note['host']!s}, since {since:%Y-%m-%d %H:%M:%S} UTC)"
    return "another bot"
