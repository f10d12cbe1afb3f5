"""Throw changing text at one of the targets for a while, guided by which code it reaches (atheris, libFuzzer).

    python -m fuzz TARGET [libFuzzer options, such as -max_total_time=60 or a folder of seeds]

The first failure ends it and is written to a file that can be given as an argument to see it again.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["plakoto_bot", "fuzz.targets"]):
    from fuzz.targets import TARGETS

#: Files that each target begins with, by its name.
SEEDS = Path(__file__).parent / "seeds"
#: What one run learns is there for the next, and what failed too.
WORK = Path(".fuzz")


def main(arguments: list[str]) -> None:
    """Fuzz; libFuzzer ends the process."""
    if len(arguments) < 2 or arguments[1] not in TARGETS:
        sys.exit(f"usage: python -m fuzz {'|'.join(TARGETS)} [options of libFuzzer]")
    target = TARGETS[arguments[1]]

    def one_input(data: bytes) -> None:
        # Bytes that are no text become halves of characters, which are text to Python.
        target(data.decode("utf-8", errors="surrogateescape"))

    # What it learns goes into the first folder. Ten seconds for one input is a failure too.
    learned = WORK / arguments[1]
    learned.mkdir(parents=True, exist_ok=True)
    usual = [f"-artifact_prefix={WORK}/{arguments[1]}-", "-timeout=10"]
    atheris.Setup([arguments[0], *usual, *arguments[2:], str(learned), str(SEEDS / arguments[1])], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
