"""How long a picture takes and how large it gets: ``python -m bench.renderer``. Exit status 1 when a limit is missed.

Peer: the picture of a 2048 board that the PyPI package discord-games draws, if it is installed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from random import Random
from statistics import median
from time import perf_counter

from plakoto_bot.engine.moves import PASS
from plakoto_bot.engine.position import Dice, start_position
from plakoto_bot.engine.rulesets import ruleset
from renderer.board import compose, render_board, warm_up
from renderer.png import encode
from renderer.view import BoardView

POSITIONS = 50
ROUNDS = 5
LIMIT_PEER = 0.25
LIMIT_ENCODE = 2.0
LIMIT_KB = 80.0


def views(seed: int = 2048) -> list[BoardView]:
    """Positions of random games, every third turn, with dice, the last play and a score to show."""
    random = Random(seed)
    rules = ruleset("plakoto")
    found: list[BoardView] = []
    while len(found) < POSITIONS:
        position, last = start_position(rules.layout), PASS
        for ply in range(400):
            position = position.rolled(Dice(random.randint(1, 6), random.randint(1, 6)))
            if ply % 3 == 2:
                mover = position.turn.other
                found.append(BoardView(position, position.turn, (), last, mover, (ply % 5, ply % 3), 7))
            last = random.choice(rules.legal_plays(position))
            position, outcome = rules.apply_play(position, last)
            if outcome is not None:
                break
    return [found[index * len(found) // POSITIONS] for index in range(POSITIONS)]


def milliseconds(actions: list[Callable[[], object]]) -> float:
    """The median over all actions of each one's median over a few rounds."""
    medians = []
    for action in actions:
        times = []
        for _ in range(ROUNDS):
            begin = perf_counter()
            action()
            times.append(perf_counter() - begin)
        medians.append(median(times))
    return 1000 * median(medians)


def peer() -> float | None:
    """Milliseconds per megapixel of discord-games' 2048 picture, None when it is not installed."""
    try:
        from discord_games.twenty_48 import Twenty48
        from PIL import Image
    except ImportError:
        return None
    draw = Twenty48.render_image.__wrapped__  # the drawing itself, without the thread that the method starts
    game = Twenty48(render_image=True)
    random = Random(1)
    game.board = [[random.choice([0, 2, 4, 8, 16, 32, 64, 128]) for _ in range(4)] for _ in range(4)]
    sizes: list[int] = []

    def picture() -> None:
        file = draw(game)
        width, height = Image.open(BytesIO(file.fp.read())).size
        sizes.append(width * height)

    taken = milliseconds([picture] * 20)
    return taken / (sizes[0] / 1e6)


def main() -> int:
    """Measure, print, and return the exit status."""
    begin = perf_counter()
    warm_up()
    warm = perf_counter() - begin
    shown = views()
    files = [render_board(view) for view in shown]
    finished = [compose(view) for view in shown]
    whole = milliseconds([partial(render_board, view) for view in shown])
    alone = milliseconds([partial(encode, image) for image in finished])
    megapixels = finished[0].width * finished[0].height / 1e6
    largest = max(map(len, files)) / 1000
    other = peer()
    per_megapixel = whole / megapixels
    ratio = per_megapixel / other if other else None
    against = f"{ratio:.2f} (limit {LIMIT_PEER})" if ratio is not None else "not measured (needs discord-games)"
    print(
        f"renderer: {whole:.1f} ms ({per_megapixel:.1f} ms/MP), ratio to peer {against}, "
        f"ratio to encode {whole / alone:.2f} (limit {LIMIT_ENCODE}), largest {largest:.0f} KB (limit {LIMIT_KB:.0f})"
    )
    print(f"encode alone: {alone:.1f} ms; peer: {f'{other:.1f} ms/MP' if other else '-'}; warm-up {warm:.2f} s")
    missed = (ratio or 0) > LIMIT_PEER or whole / alone > LIMIT_ENCODE or largest > LIMIT_KB
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
