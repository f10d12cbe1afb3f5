"""Put a trained network into the bot, with its card: ``python -m training.ship plakoto``."""

from __future__ import annotations

import argparse
import json

from plakoto_bot.ai import network
from plakoto_bot.ai.inputs import COLUMNS, VERSION
from training import bench, checkpoint, export
from training.boards import GAMES
from training.checkpoint import FOLDER


def main() -> None:
    """Write ``weights/<game>.npz``, then measure it and write what it is into ``weights/<game>.json``."""
    parser = argparse.ArgumentParser(prog="training.ship", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=10_000, help="games of each match that the card reports")
    options = parser.parse_args()
    run = checkpoint.load(FOLDER / f"{options.game}.npz")
    export.shipped(run.first, run.second).save(network.WEIGHTS / f"{options.game}.npz")
    rows = [*bench.ladder_rows(options.game, options.games)]
    if options.game == "portes":
        rows += bench.gnubg_rows(options.games // bench.SLOW)
    card = {
        "game": options.game,
        "inputs": {"version": VERSION, "columns": COLUMNS},
        "hidden units": run.first.shape[1],
        "trained on": {"games": run.games, "positions": run.plies, "minutes on a shared core": round(run.seconds / 60)},
        "points a game, 95% interval": {row.what.partition(": ")[2]: row.figure for row in rows},
    }
    text = json.dumps(card, indent=2, ensure_ascii=False)
    (network.WEIGHTS / f"{options.game}.json").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
