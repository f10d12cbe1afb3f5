"""Plays that can be read without the roll before them: a larger die that bore a checker off is named, ``3/off:6``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

#: Plays read and rewritten at once.
_BATCH = 5_000

_SELECT = """
    SELECT plays.game_id, plays.number, plays.text, rolls.text
    FROM events AS plays
    JOIN events AS rolls ON rolls.game_id = plays.game_id AND rolls.number = plays.number - 1
    WHERE plays.kind IN ('play', 'forced') AND plays.text LIKE '%/off%'
    AND (plays.game_id, plays.number) > (:game, :number)
    ORDER BY plays.game_id, plays.number LIMIT :most
"""
_UPDATE = "UPDATE events SET text = :text WHERE game_id = :game AND number = :number"


def upgrade() -> None:
    """Name the dice. What comes before a play is its roll, or the position line that its game began from."""
    _rewrite(lambda play, roll: _with_dice(play, roll[-2:]))


def downgrade() -> None:
    """Leave them away again."""
    _rewrite(lambda play, _: _write(re.sub(":[1-6]", "", step) for step in _each(play)))


def _rewrite(change: Callable[[str, str], str]) -> None:
    connection = op.get_bind()
    game, number = 0, 0
    while True:
        rows = connection.execute(sa.text(_SELECT), {"game": game, "number": number, "most": _BATCH}).all()
        changed = [
            {"game": row[0], "number": row[1], "text": text}
            for row in rows
            if (text := change(row[2], row[3])) != row[2]
        ]
        if changed:
            connection.execute(sa.text(_UPDATE), changed)
        if len(rows) < _BATCH:
            return
        game, number = rows[-1][0], rows[-1][1]


def _with_dice(play: str, dice: str) -> str:
    """The play with the dice named that its steps do not tell.

    Where both of two dice fit both of two steps the larger comes first: if either order is legal, that one is. A lone
    step takes the die of its length where it was rolled, since a farther checker that is pinned can forbid the larger.
    """
    steps = _each(play)
    lengths = [_length(step) for step in steps]
    larger, smaller = sorted(map(int, dice), reverse=True)
    if lengths == [smaller]:
        return play
    one_way = larger == smaller or len(steps) == 1
    for way in [(larger,) * len(steps)] if one_way else [(larger, smaller), (smaller, larger)]:
        if len(way) == len(steps) and all(map(_fits, steps, lengths, way)):
            return _write(map(_named, steps, lengths, way))
    return play


def _each(play: str) -> list[str]:
    """The steps one by one, those written once for several times repeated."""
    steps = []
    for part in play.split(" "):
        step, _, times = part.partition("(")
        steps += [step] * int(times.rstrip(")") or 1)
    return steps


def _length(step: str) -> int:
    source, target = step.rstrip("*").split("/")
    return (25 if source == "bar" else int(source)) - (0 if target == "off" else int(target))


def _fits(step: str, length: int, die: int) -> bool:
    return die == length or ("/off" in step and die > length)


def _named(step: str, length: int, die: int) -> str:
    return step if die == length else f"{step.rstrip('*')}:{die}{'*' * step.endswith('*')}"


def _write(steps: Iterable[str]) -> str:
    runs = [(step, len(list(run))) for step, run in groupby(steps)]
    return " ".join(step if times == 1 else f"{step}({times})" for step, times in runs)
