"""What the networks see of a position: numbers computed for many positions at once.

Everything is seen by the player who has *just played*, its "own" side against the "other". Each side gives, in its own
numbering:

* for 1, 2, 3, 4, 6, 8 and 12: on which of the places 1-25 (25 is the bar) it has so many free checkers or more;
* on which places it has a pinned checker;
* for 1 to 15: whether so many are off;
* for 1 to 12: whether a blot of its own is so many pips in front of an opposing checker that can move;
* for each die: whether its last free checker is stopped by a closed point, and whether the die moves none at all;
* for 2 to 7: whether it has closed so many points in a row;
* on which place its last checker stands (0 when all are off).

Then for both together: whether the other is behind by so many pips or more (from -90 to 90 in steps of 6), whether
there is still contact, and the pips of each side divided by 64.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plakoto_bot.engine.position import Layout, Position

#: Changes whenever the columns or their meaning change: weights fit one version only.
VERSION = 1

LEVELS = (1, 2, 3, 4, 6, 8, 12)
SHOTS = 12
RUNS = range(2, 8)
LEADS = range(-90, 91, 6)
PIP_SCALE = 1 / 64

_SIDE = 25 * (len(LEVELS) + 1) + 15 + SHOTS + 12 + len(RUNS) + 26
#: Columns of ``inputs``.
COLUMNS = 2 * _SIDE + len(LEADS) + 3

_BYTES = 13
_PLACES = np.arange(26)

Flags = NDArray[np.bool_]


def inputs(positions: Sequence[Position]) -> NDArray[np.float32]:
    """The inputs (n, COLUMNS) of positions of one game between two turns, by the player not on roll."""
    layout = positions[0].layout
    across = np.array([_across(layout, place) for place in range(26)])
    sides = [(position.other, position.own) for position in positions]
    own = _unpack([side.counts for side, _ in sides])
    other = _unpack([side.counts for _, side in sides])
    own_pinned = _unpack([side.pinned for side, _ in sides]).astype(np.bool_)
    other_pinned = _unpack([side.pinned for _, side in sides]).astype(np.bool_)
    own_free, other_free = _free(own, own_pinned), _free(other, other_pinned)
    own_closed = _closed(layout, own, own_free, other_pinned[:, across])
    other_closed = _closed(layout, other, other_free, own_pinned[:, across])

    own_pips, other_pips = own @ _PIPS, other @ _PIPS
    own_last, other_last = _last(own[:, 1:] > 0), _last(other[:, 1:] > 0)
    lead = (other_pips - own_pips)[:, None] >= np.array(LEADS)
    same_way = layout.across(1) == 13
    contact = np.maximum(own_last, other_last) > 12 if same_way else own_last + other_last >= 25
    blocks = [
        *_side(layout, own, own_pinned, own_free, own_closed, own_last, other_free[:, across], other_closed[:, across]),
        *_side(
            layout,
            other,
            other_pinned,
            other_free,
            other_closed,
            other_last,
            own_free[:, across],
            own_closed[:, across],
        ),
        lead,
        contact[:, None],
    ]
    result = np.empty((len(positions), COLUMNS), dtype=np.float32)
    np.concatenate(blocks, axis=1, out=result[:, :-2], casting="unsafe")
    result[:, -2] = own_pips * PIP_SCALE
    result[:, -1] = other_pips * PIP_SCALE
    return result


_PIPS = np.where(_PLACES > 0, _PLACES, 0).astype(np.int64)


def _across(layout: Layout, place: int) -> int:
    """Where the other side counts one's own place; the place of its off, which is never looked at, where nowhere."""
    if 1 <= place <= 24:
        return layout.across(place)
    return 25 if place == 0 and layout.has_bar else 0


def _unpack(packed: list[int]) -> NDArray[np.uint8]:
    """Packed boards as (n, 26) counts."""
    raw = np.frombuffer(b"".join([board.to_bytes(_BYTES, "little") for board in packed]), dtype=np.uint8)
    pairs = raw.reshape(-1, _BYTES)
    return np.stack((pairs & 15, pairs >> 4), axis=2).reshape(-1, 2 * _BYTES)


def _free(counts: NDArray[np.uint8], pinned: Flags) -> Flags:
    """Where a side has checkers on board or bar that are not pinned."""
    free = (counts > 0) & ~pinned
    free[:, 0] = False
    return free


def _closed(layout: Layout, counts: NDArray[np.uint8], free: Flags, pinning: Flags) -> Flags:
    """The points a side closes to the other; ``pinning``: where the other has a pinned checker."""
    if not (layout.has_pins or layout.has_bar):
        closed = free.copy()
    else:
        closed = counts > 1
        if layout.has_pins:
            closed |= free & pinning
    closed[:, 0] = closed[:, 25] = False
    return closed


def _last(held: Flags) -> NDArray[np.int64]:
    """The highest place held, from flags of the places from 1; 0 when there is none."""
    return np.where(held.any(axis=1), held.shape[1] - held[:, ::-1].argmax(axis=1), 0)


def _side(
    layout: Layout,
    counts: NDArray[np.uint8],
    pinned: Flags,
    free: Flags,
    closed: Flags,
    last: NDArray[np.int64],
    threats: Flags,
    barred: Flags,
) -> list[Flags]:
    """The columns of one side, in blocks.

    ``threats``: the other's free checkers, ``barred``: the points it closes, both in this side's numbering.
    """
    size = len(counts)
    board = counts[:, 1:]
    blocks = [free[:, 1:], *(board >= level for level in LEVELS[1:]), pinned[:, 1:]]
    blocks.append(counts[:, :1] > np.arange(15))

    shots = np.zeros((size, SHOTS), dtype=np.bool_)
    if layout.has_pins or layout.has_bar:
        blots = free & ~closed
        blots[:, 25] = False
        for distance in range(1, SHOTS + 1):
            shots[:, distance - 1] = (blots[:, distance:] & threats[:, :-distance]).any(axis=1)
    blocks.append(shots)

    landing = ~(barred | pinned)
    landing[:, 0] = landing[:, 25] = False
    rear = _last(free[:, 1:])
    rows = np.arange(size)
    stopped = np.zeros((size, 6), dtype=np.bool_)
    stuck = np.ones((size, 6), dtype=np.bool_)
    for die in range(1, 7):
        stopped[:, die - 1] = (rear > die) & ~landing[rows, np.maximum(rear - die, 0)]
        stuck[:, die - 1] = ~(free[:, die:] & landing[:, :-die]).any(axis=1)
    blocks += [stopped, stuck]

    row = closed
    runs = np.zeros((size, len(RUNS)), dtype=np.bool_)
    for index in range(len(RUNS)):
        row = row[:, 1:] & closed[:, : -index - 1]
        runs[:, index] = row.any(axis=1)
    blocks += [runs, last[:, None] == _PLACES]
    return blocks
