"""One line in the log for each turn: what was played where and by whom, and how long each part of it took.

Whoever answers a player opens the line with ``turn_line``; what happens meanwhile in the same task adds to it.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter

log = logging.getLogger(__name__)

_current: ContextVar[dict[str, object] | None] = ContextVar("turn_line", default=None)
_PLAYED = "play"


@contextmanager
def turn_line() -> Iterator[None]:
    """Log the turn that is made meanwhile, if one is."""
    fields: dict[str, object] = {}
    before = _current.set(fields)
    try:
        yield
    finally:
        _current.reset(before)
        if _PLAYED in fields:
            log.info("turn", extra={"fields": fields})


def note_turn(*, guild: int, channel: int, game: int, ply: int, player: int, play: str, dice: str) -> None:
    """Note which turn was made."""
    fields = _current.get()
    if fields is not None:
        made = {"guild": guild, "channel": channel, "game": game, "ply": ply, "player": player}
        # In front of the times that are noted already.
        times = dict(fields)
        fields.clear()
        fields.update(made | {_PLAYED: play, "dice": dice} | times)


@contextmanager
def timed(part: str) -> Iterator[None]:
    """Add the milliseconds that pass meanwhile to those of this part of the turn; parts stand as they were begun."""
    start, name = perf_counter(), f"{part}_ms"
    fields = _current.get()
    if fields is not None:
        fields.setdefault(name, 0.0)
    try:
        yield
    finally:
        if fields is not None:
            before = fields[name]
            assert isinstance(before, float)
            fields[name] = round(before + (perf_counter() - start) * 1000, 1)
