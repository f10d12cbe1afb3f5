"""How long the plays of a whole turn take, beside PyPI's gym-backgammon: ``python -m bench.engine``.

Plakoto's are compared on games of its own with the peer's backgammon on games of the peer's own, since the rules
differ. Portes is backgammon without the cube, so both list the plays of the same positions. Fevga's are compared with
those of Portes. What is compared is timed in turn, a slice of positions each, and each keeps its fastest pass, so that
noise on the machine hits both alike. The steps offered to a player who plays one at a time are compared with those of
the reference in ``tests/engine/next_steps.py``. Exit status 1 when a limit is missed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from time import perf_counter
from types import ModuleType
from typing import Any

from plakoto_bot.engine.game import new_game
from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.position import Dice, Position, Side
from plakoto_bot.engine.rules import Ruleset, dice_of
from plakoto_bot.engine.rulesets import ruleset
from tests.engine.next_steps import next_steps

GAMES = 200
ROUNDS = 5
#: Our mean time may be at most this part of the other's.
LIMIT_PLAKOTO = 0.60
LIMIT_PORTES = 0.50
LIMIT_FEVGA = 1.00
LIMIT_STEPS = 0.33

#: A roll with more plays than this is played step by step: they do not fit in one of Discord's menus.
MENU = 25
#: Such rolls of each game that are timed.
LONG_ROLLS = 40


def main() -> int:
    """Measure, print one line a game, and return 1 when a limit is missed or the peer is not there."""
    peer = load_peer()
    if peer is None:
        print("engine: the peer is missing, install it with: pip install -r bench/requirements.txt", file=sys.stderr)
        return 1
    found = {game: decisions(ruleset(game)) for game in ("plakoto", "portes", "fevga")}
    plakoto, portes_listings, fevga = (listings(ruleset(game), positions) for game, positions in found.items())
    same = [peer_listing(peer, position) for position in found["portes"]]
    begun = [turn for game, positions in found.items() for turn in beginnings(ruleset(game), positions)]
    steps = [partial(rules.next_steps, position, taken) for rules, position, taken in begun]
    naive = [partial(next_steps, rules, position, taken) for rules, position, taken in begun]
    held = [
        compare("plakoto", plakoto, "the peer's backgammon", peer_decisions(peer), LIMIT_PLAKOTO),
        compare("portes", portes_listings, "the peer on the same positions", same, LIMIT_PORTES),
        compare("fevga", fevga, "portes", portes_listings, LIMIT_FEVGA),
        compare("next steps", steps, "the reference", naive, LIMIT_STEPS),
    ]
    return 0 if all(held) else 1


Listing = Callable[[], object]


def compare(name: str, ours: Sequence[Listing], other: str, theirs: Sequence[Listing], limit: float) -> bool:
    """Time both, print one line and say whether the limit holds."""
    mine, yours = fastest(ours, theirs)
    ratio = mine / yours
    verdict = "" if ratio <= limit else " MISSED"
    print(f"engine: {name} {mine:.1f} us, {other} {yours:.1f} us, ratio {ratio:.2f} (limit {limit:.2f}){verdict}")
    return ratio <= limit


def decisions(rules: Ruleset) -> list[Position]:
    """The position of every roll of seeded random games."""
    chance = Random(1)
    positions: list[Position] = []
    for number in range(GAMES):
        position = new_game(rules, Side(number % 2)).position
        outcome = None
        while outcome is None:
            position = position.rolled(Dice(chance.randint(1, 6), chance.randint(1, 6)))
            positions.append(position)
            position, outcome = rules.apply_play(position, chance.choice(rules.legal_plays(position)))
    return positions


def listings(rules: Ruleset, positions: list[Position]) -> list[Listing]:
    """One call of ``legal_plays`` for each position."""
    return [lambda position=position: rules.legal_plays(position) for position in positions]  # type: ignore[misc]


def beginnings(rules: Ruleset, positions: list[Position]) -> list[tuple[Ruleset, Position, Play]]:
    """What a player who plays one step at a time has taken: nothing, one step more each time, and a whole play."""
    chance = Random(2)
    long = [position for position in positions if len(rules.legal_plays(position)) > MENU]
    begun: list[tuple[Ruleset, Position, Play]] = []
    for position in long[:: len(long) // LONG_ROLLS][:LONG_ROLLS]:
        play = chance.choice(rules.legal_plays(position))
        begun += [(rules, position, play[:length]) for length in range(len(play) + 1)]
    return begun


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


def peer_listing(peer: Any, position: Position) -> Listing:
    """One call of the peer's ``get_valid_plays`` for a position of Portes."""
    board = peer.Backgammon()
    players = {Side.WHITE: peer.WHITE, Side.BLACK: peer.BLACK}
    points = [position.point(number) for number in range(1, 25)]
    board.board = [(point.checkers, None if point.owner is None else players[point.owner]) for point in points]
    for side, player in players.items():
        board.bar[player], board.off[player] = position.side(side).bar, position.side(side).off
    board.players_positions = board.get_players_positions()
    player = players[position.turn]
    sign = -1 if player == peer.WHITE else 1
    first, second = dice_of(position)
    return lambda: board.get_valid_plays(player, (sign * first, sign * second))


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
