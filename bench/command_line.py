"""How fast the command line starts: ``python -m bench.command_line``.

Whole processes side by side and in turn: ``python -m plakoto_bot plays`` with one line against a Python that only
imports the engine. Compared is the least time of each, as what else the machine does only ever adds to it. Exit status
1 when the command line takes longer than ``LIMIT`` times as long.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15
LIMIT = 1.6
ROOT = Path(__file__).parent.parent
LINE = b"plakoto W15,22,B15 - 0/0 w 51\n"
COMMAND = ("-m", "plakoto_bot", "plays")
ENGINE = ("-c", "import plakoto_bot.engine.rulesets, plakoto_bot.engine.notation")


def main() -> int:
    """Measure, print one line and judge it."""
    rounds = [(_seconds(COMMAND), _seconds(ENGINE)) for _ in range(ROUNDS)]
    command, engine = map(min, zip(*rounds, strict=True))
    ratio = command / engine
    missed = ratio > LIMIT
    print(
        f"command line: plays in {command * 1000:.0f} ms, {ratio:.2f} times the engine's own {engine * 1000:.0f} ms "
        f"(limit {LIMIT}){' MISSED' if missed else ''}"
    )
    return 1 if missed else 0


def _seconds(arguments: tuple[str, ...]) -> float:
    """How long one process takes, from before its start until it has ended."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], input=LINE, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
