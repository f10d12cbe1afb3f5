"""How long the plays of a whole turn take: ours for Plakoto against PyPI's gym-backgammon for backgammon.

Both list the distinct plays at every decision of 200 random games of their own. The two are timed in turn, a slice
of positions each, and each keeps its fastest pass, so that noise on the machine hits both alike.

    python -m bench.engine
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from time import perf_counter
from types import ModuleType
from typing import Any

from plakoto_bot.engine.game import new_game
from plakoto_bot.engine.games import ruleset
from plakoto_bot.engine.position import Dice, Position, Side

GAMES = 200
ROUNDS = 5
#: Our mean time may be at most this part of the peer's.
LIMIT = 0.60

RULES = ruleset("plakoto")


def main() -> int:
    """Measure, print one line, and return 1 when the limit is missed or the peer is not there."""
    peer = load_peer()
    if peer is None:
        print("engine: the peer is missing, install it with: pip install -r bench/requirements.txt", file=sys.stderr)
        return 1
    ours, theirs = fastest(our_decisions(), peer_decisions(peer))
    ratio = ours / theirs
    verdict = "" if ratio <= LIMIT else " MISSED"
    print(f"engine: {ours:.1f} us against {theirs:.1f} us, ratio {ratio:.2f} (limit {LIMIT:.2f}){verdict}")
    return 0 if ratio <= LIMIT else 1


Listing = Callable[[], object]


def our_decisions() -> list[Listing]:
    """One call of ``legal_plays`` for every roll of seeded random games of Plakoto."""
    chance = Random(1)
    positions: list[Position] = []
    for number in range(GAMES):
        position = new_game(RULES, Side(number % 2)).position
        outcome = None
        while outcome is None:
            position = position.rolled(Dice(chance.randint(1, 6), chance.randint(1, 6)))
            positions.append(position)
            position, outcome = RULES.apply_play(position, chance.choice(RULES.legal_plays(position)))
    return [lambda position=position: RULES.legal_plays(position) for position in positions]  # type: ignore[misc]


def load_peer() -> ModuleType | None:
    """The peer's rules, one file without imports of its own; the package around it needs a display library."""
    package = find_spec("gym_backgammon")
    if package is None or package.origin is None:
        return None
    spec = spec_from_file_location("peer", Path(package.origin).parent / "envs" / "backgammon.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def peer_decisions(peer: Any) -> list[Listing]:
    """One call of ``get_valid_plays`` for every roll of seeded random games of the peer's backgammon."""
    chance = Random(1)
    listings: list[Listing] = []
    for number in range(GAMES):
        board = peer.Backgammon()
        player = number % 2
        while board.get_winner() is None:
            sign = -1 if player == peer.WHITE else 1
            roll = (sign * chance.randint(1, 6), sign * chance.randint(1, 6))
            kept = peer.Backgammon()
            kept.restore_state(board.save_state())
            listings.append(lambda kept=kept, player=player, roll=roll: kept.get_valid_plays(player, roll))  # type: ignore[misc]
            # Sorted by text, since a set has no order that a seed could repeat and places are numbers and words.
            plays = sorted(board.get_valid_plays(player, roll), key=repr)
            if plays:
                board.execute_play(player, chance.choice(plays))
            player = board.get_opponent(player)
    return listings


def fastest(*both: Sequence[Listing]) -> tuple[float, ...]:
    """Mean microseconds a call of each sequence, from its fastest pass."""
    best = [float("inf")] * len(both)
    for _ in range(ROUNDS):
        totals = [0.0] * len(both)
        slices = 50
        for part in range(slices):
            for index, listings in enumerate(both):
                chosen = listings[part::slices]
                start = perf_counter()
                for listing in chosen:
                    listing()
                totals[index] += perf_counter() - start
        best = [min(pair) for pair in zip(best, totals, strict=True)]
    return tuple(1e6 * total / len(listings) for total, listings in zip(best, both, strict=True))


if __name__ == "__main__":
    sys.exit(main())
