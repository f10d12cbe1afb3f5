"""How strong and how fast the bot is, beside the limits: ``python -m training.bench``.

Matches are played with the weights that are shipped, both seats, common dice; the compiled players choose what the
bot chooses (``training.check``). Figures after ± are half the 95% interval. Times are of the bot's own code, in
processor seconds, which other work on the machine does not stretch.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from plakoto_bot.ai.evaluation import Evaluator, rate_plays, rate_plays_deep
from plakoto_bot.engine.position import ROLLS, Position, start_position
from plakoto_bot.engine.rulesets import ruleset
from training import arena, checkpoint, export, gnubg, ladder
from training.arena import Player
from training.boards import GAMES
from training.checkpoint import FOLDER
from training.ladder import HEURISTIC, ONE_PLY, PIPS, RANDOM, TWO_PLY

#: Matches of slow players have so many times fewer games.
SLOW = 5


@dataclass(frozen=True)
class Row:
    """One figure; ``good`` is None where there is no limit."""

    what: str
    figure: str
    limit: str = ""
    good: bool | None = None


def _player(game: str, kind: int) -> Player:
    return export.trained(Evaluator.load(game).network, kind)


def ladder_rows(game: str, games: int) -> Iterator[Row]:
    """One ply against each step of the ladder, and two plies against one."""
    own = _player(game, ONE_PLY)
    for kind in (RANDOM, PIPS, HEURISTIC):
        result = arena.match(game, own, arena.simple(kind), games)
        limit, good = ("at least +1.55", result.mean >= 1.55) if (game, kind) == ("plakoto", PIPS) else ("", None)
        yield Row(f"{game}: strong against {ladder.NAMES[kind]}", str(result), limit, good)
    earlier = FOLDER / f"{game}-earlier.npz"
    if earlier.exists():
        run = checkpoint.load(earlier)
        result = arena.match(game, own, Player(ONE_PLY, run.first, run.second), games)
        yield Row(f"{game}: strong against itself after {run.games:,} games", str(result))
    result = arena.match(game, _player(game, TWO_PLY), own, games // SLOW)
    yield Row(f"{game}: expert against strong", str(result), "interval above 0", result.mean > result.half)


def gnubg_rows(games: int) -> Iterator[Row]:
    """Portes against GNU Backgammon, where it is installed."""
    for kind, least in ((ONE_PLY, -0.25), (TWO_PLY, -0.15)):
        what = f"portes: {ladder.NAMES[kind]} against GNU Backgammon 0-ply"
        if not gnubg.program():
            yield Row(what, f"skipped, not installed: {gnubg.INSTALL}")
            continue
        result = gnubg.match(_player("portes", kind), games)
        yield Row(what, str(result), f"at least {least}", result.mean >= least)


def time_rows(game: str) -> Iterator[Row]:
    """Decisions in games that the bot plays against itself."""
    rules = ruleset(game)
    rate_plays(rules, start_position(rules.layout).rolled(ROLLS[0]))  # reads the weights
    positions = list(_own_game(game, 1)) + list(_own_game(game, 2))
    strong = _timed(positions, lambda position: rate_plays(rules, position))
    mean = float(np.mean(strong)) * 1000
    yield Row(f"{game}: strong decides in, mean", f"{mean:.1f} ms", "at most 10 ms", mean <= 10)
    expert = _timed(positions, lambda position: rate_plays_deep(rules, position))
    late = float(np.percentile(expert, 95)) * 1000
    yield Row(f"{game}: expert decides in, 95th percentile", f"{late:.0f} ms", "at most 500 ms", late <= 500)


def _own_game(game: str, seed: int) -> Iterator[Position]:
    rules = ruleset(game)
    rolls = np.random.default_rng(seed)
    position = start_position(rules.layout)
    while True:
        rolled = position.rolled(ROLLS[rolls.choice(21, p=[1 / 36 if roll.is_double else 1 / 18 for roll in ROLLS])])
        yield rolled
        best = rate_plays(rules, rolled)[0]
        if best.outcome:
            return
        position = best.position


def _timed(positions: list[Position], work: Callable[[Position], object]) -> list[float]:
    times = []
    for position in positions:
        began = time.process_time()
        work(position)
        times.append(time.process_time() - began)
    return times


def main() -> None:
    """Print every figure beside its limit; exits with an error where one is missed."""
    parser = argparse.ArgumentParser(prog="training.bench", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    options = parser.parse_args()
    missed = 0
    print(f"{'what':58}{'figure':34}limit")
    for game in GAMES:
        for rows in (time_rows(game), ladder_rows(game, options.games)):
            missed += _print(rows)
    missed += _print(gnubg_rows(options.games // SLOW))
    raise SystemExit(missed > 0)


def _print(rows: Iterator[Row]) -> int:
    missed = 0
    for row in rows:
        verdict = "" if row.good is None else "  ok" if row.good else "  MISSED"
        print(f"{row.what:58}{row.figure:34}{row.limit}{verdict}", flush=True)
        missed += row.good is False
    return missed


if __name__ == "__main__":
    main()
