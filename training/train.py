"""Train the network of one game: ``python -m training.train plakoto --minutes 30``.

The run goes on from its last checkpoint. How many games it has in all follows from the minutes at a nominal speed,
so that equal seeds and plans give equal weights on any machine of the same kind.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from training import arena, boards, checkpoint, selfplay
from training.arena import Player, Result
from training.checkpoint import FOLDER, Run
from training.ladder import HEURISTIC, ONE_PLY, PIPS

#: Games in a nominal second.
SPEED = {"plakoto": 800, "portes": 1200, "fevga": 700}

RATE, LAST_RATE = 0.05, 0.0005
TRACE = 0.6

#: Games between two looks at rate and trace, and between two checkpoints.
CHUNK, KEPT = 1000, 25_000
#: Games after which a checkpoint stays as an opponent for later ones.
EARLIER = 100_000


def plan(progress: float) -> tuple[float, float]:
    """Learning rate and lambda after the given part of all games: the rate falls evenly by factors, lambda to 0."""
    return RATE * (LAST_RATE / RATE) ** progress, max(0.0, TRACE * (1 - 2 * progress))


def train(run: Run, total: int) -> Iterator[None]:
    """Play until ``total`` games are played; yields now and then."""
    game, start = boards.GAMES.index(run.game), boards.start(run.game)
    room = selfplay.room(run.first.shape[1])
    while run.games < total:
        began = time.perf_counter()
        rate, trace = plan(run.games / total)
        size = min(CHUNK, total - run.games)
        run.plies += selfplay.train(game, start, run.first, run.second, run.random, size, rate, trace, room)
        run.games += size
        run.seconds += time.perf_counter() - began
        yield


def strength(run: Run, games: int) -> dict[str, Result]:
    """Points a game, one ply deep, against the ladder."""
    own = Player(ONE_PLY, run.first, run.second)
    others = {"pips": arena.simple(PIPS), "heuristic": arena.simple(HEURISTIC)}
    earlier = FOLDER / f"{run.game}-earlier.npz"
    if earlier.exists() and run.games > EARLIER:
        before = checkpoint.load(earlier)
        others["earlier"] = Player(ONE_PLY, before.first, before.second)
    return {name: arena.match(run.game, own, other, games) for name, other in others.items()}


def main() -> None:
    """Train, and print a line of progress after each checkpoint."""
    parser = argparse.ArgumentParser(prog="training.train", description=__doc__)
    parser.add_argument("game", choices=boards.GAMES)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--hidden", type=int, default=128, help="hidden units, a multiple of 64")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total = int(options.minutes * 60 * SPEED[options.game])
    path = FOLDER / f"{options.game}.npz"
    run = checkpoint.load(path) if path.exists() else checkpoint.begin(options.game, options.hidden, options.seed)
    print(
        f"{run.game}: {run.games:,} of {total:,} games played, {run.first.shape[1]} hidden units ({path})", flush=True
    )
    saved_games, saved_seconds = run.games, run.seconds
    for _ in train(run, total):
        if run.games == EARLIER:
            run.save(FOLDER / f"{run.game}-earlier.npz")
        if run.games - saved_games >= KEPT or run.games == total:
            run.save(path)
            speed = (run.games - saved_games) / (run.seconds - saved_seconds)
            saved_games, saved_seconds = run.games, run.seconds
            rate, trace = plan(run.games / total)
            figures = "  ".join(f"{name} {result.mean:+.3f}" for name, result in strength(run, 1000).items())
            clock = f"{run.seconds / 60:.1f} min"
            print(
                f"{run.games:>9,} games  {clock}  {speed:.0f} games/s  rate {rate:.4f}  lambda {trace:.2f}  {figures}",
                flush=True,
            )


if __name__ == "__main__":
    main()
