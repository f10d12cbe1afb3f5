"""``python -m mutants``: draws changes by a seed, runs the tests on each and prints which of them nobody noticed."""

from __future__ import annotations

import argparse
import difflib
import math
import os
import queue
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import perf_counter

from mutants.mutate import Mutation, is_valid, mutations

ROOT = Path(__file__).resolve().parent.parent

#: What is changed, and the tests that are to notice, in the order in which they are run until one fails.
TESTS: dict[str, tuple[str, ...]] = {
    "plakoto_bot/domain": ("tests/domain", "tests/services", "tests/storage", "tests/cogs", "tests/test_export.py"),
    "plakoto_bot/services": ("tests/services", "tests/cogs", "tests/test_cli.py"),
    "plakoto_bot/storage": ("tests/storage", "tests/services", "tests/cogs", "tests/test_cli.py"),
    "cogs": ("tests/cogs", "tests/test_bot.py", "tests/e2e/test_stop.py", "tests/e2e/test_start.py"),
}
_LEFT_OUT = "plakoto_bot/storage/migrations"
_NOT_COPIED = shutil.ignore_patterns(
    ".git", ".*venv", ".*_cache", ".hypothesis", ".fuzz", "__pycache__", "*.db", "*.db-*", "data.db"
)


@dataclass(frozen=True)
class Drawn:
    """A change to one file of the tree."""

    file: str
    mutation: Mutation

    @property
    def place(self) -> str:
        return f"{self.file}:{self.mutation.line}"

    def diff(self) -> str:
        """The change as a patch."""
        before = (ROOT / self.file).read_bytes()
        old, new = (text.decode().splitlines() for text in (before, self.mutation.apply(before)))
        return "\n".join(difflib.unified_diff(old, new, self.file, self.file, lineterm="", n=2))


@dataclass(frozen=True)
class Result:
    """What became of one change: ``by`` is what noticed it, None where nothing did."""

    drawn: Drawn
    by: str | None
    seconds: float


def main() -> int:
    """Do what the command line says; 1 where the tests fail on the code as it is."""
    options = _options()
    drawn = draw(options.seed, options.number, options.only)
    if options.list:
        for one in drawn:
            print(f"{one.place}: {one.mutation.kind}\n{one.diff()}\n")
        return 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [Path(folder) / str(number) for number in range(options.jobs)]
        for copy in copies:
            shutil.copytree(ROOT, copy, ignore=_NOT_COPIED)
        if not options.trust:
            wanted = dict.fromkeys(test for one in drawn for test in _tests_of(one.file))
            if failed := run_tests(copies[0], tuple(wanted), options.seed, options.limit):
                print(f"nothing was changed, and the tests fail already: {failed}")
                return 1
        free: queue.Queue[Path] = queue.Queue()
        for copy in copies:
            free.put(copy)

        def try_one(one: Drawn) -> Result:
            copy = free.get()
            try:
                return run(copy, one, options.seed, options.limit)
            finally:
                free.put(copy)

        results = []
        with ThreadPoolExecutor(options.jobs) as workers:
            for number, result in enumerate(workers.map(try_one, drawn), 1):
                results.append(result)
                word = f"caught by {result.by}" if result.by else "SURVIVED"
                kind = result.drawn.mutation.kind
                print(f"{number:>4} {result.drawn.place}  {kind}: {word} ({result.seconds:.0f} s)", flush=True)
                if result.by is None:
                    print(result.drawn.diff(), flush=True)
    _report(results)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=120, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=1, help="which ones are drawn")
    parser.add_argument("--only", action="append", help="a file or folder; may be given several times")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at once, each in a copy of its own")
    parser.add_argument(
        "--limit", type=int, default=180, help="seconds that one test may take before it counts as hung"
    )
    parser.add_argument("--trust", action="store_true", help="do not run the tests on the unchanged code first")
    parser.add_argument("--list", action="store_true", help="only show what would be tried")
    return parser.parse_args()


def draw(seed: int, number: int, only: list[str] | None = None) -> list[Drawn]:
    """The changes that a seed stands for, all equally likely, by place."""
    every = [
        Drawn(name, mutation)
        for name in _files()
        if not only or any(name.startswith(start.rstrip("/")) for start in only)
        for mutation in mutations((ROOT / name).read_bytes())
    ]
    shuffled = random.Random(seed).sample(every, len(every))
    valid = (one for one in shuffled if is_valid(one.mutation.apply((ROOT / one.file).read_bytes())))
    return sorted(islice(valid, number), key=lambda one: (one.file, one.mutation))


def _files() -> list[str]:
    files = [file for folder in TESTS for file in (ROOT / folder).rglob("*.py")]
    return sorted(name for file in files if not (name := str(file.relative_to(ROOT))).startswith(_LEFT_OUT))


def _tests_of(file: str) -> tuple[str, ...]:
    tests = next(tests for folder, tests in TESTS.items() if file.startswith(f"{folder}/"))
    return tuple(test for test in tests if (ROOT / test).exists())


def run(copy: Path, drawn: Drawn, seed: int, limit: int) -> Result:
    """Make a change in a copy of the tree, run its tests there and take it back."""
    start = perf_counter()
    original, file = ROOT / drawn.file, copy / drawn.file
    file.write_bytes(drawn.mutation.apply(original.read_bytes()))
    try:
        by = run_tests(copy, _tests_of(drawn.file), seed, limit)
    finally:
        # With the time of the original, by which Python knows what it has compiled.
        shutil.copy2(original, file)
    return Result(drawn, by, perf_counter() - start)


#: Pytest, once what is drawn only once is there: on a busy machine a test's patience may run out meanwhile.
_PYTEST = "import sys, pytest, renderer.board as board; board.warm_up(); sys.exit(pytest.main(sys.argv[1:]))"


def run_tests(copy: Path, tests: tuple[str, ...], seed: int, limit: int) -> str | None:
    """The first test that fails twice or takes longer than ``limit`` seconds; None if there is none."""
    for test in tests:
        fickle: list[str] = []
        while failed := _run(copy, test, seed, limit, fickle):
            # On a busy machine one may fail for want of time.
            if "::" not in failed or failed in fickle or _run(copy, failed, seed, limit, []):
                return failed
            fickle.append(failed)
    return None


def _run(copy: Path, test: str, seed: int, limit: int, left_out: list[str]) -> str | None:
    """The first of these tests that fails, and ``test`` itself where it is not known which that was."""
    command = [sys.executable, "-c", _PYTEST, "-x", "-q", "-n", "0", "-p", "no:cacheprovider", test]
    command += ["-o", f"faulthandler_timeout={limit}", "-o", "faulthandler_exit_on_timeout=true"]
    command += [f"--hypothesis-seed={seed}", *(f"--deselect={name}" for name in left_out)]
    # A group of its own, so that nothing a test has started outlives it.
    process = subprocess.Popen(
        command, cwd=copy, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        output, _ = process.communicate(timeout=20 * limit)
    except subprocess.TimeoutExpired:
        return test
    finally:
        _end(process)
    if not process.returncode:
        return None
    failed = (line for line in output.splitlines() if line.startswith(("FAILED tests/", "ERROR tests/")))
    first = next(failed, None)
    return first.split(" ", 1)[1].split(" - ")[0] if first else test


def _end(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def interval(caught: int, tried: int) -> tuple[float, float]:
    """Where the share of all changes that are caught lies with 95 % confidence (Wilson's interval)."""
    z, share = 1.96, caught / tried
    centre = (share + z * z / (2 * tried)) / (1 + z * z / tried)
    spread = z / (1 + z * z / tried) * math.sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    return max(0.0, centre - spread), min(1.0, centre + spread)


def _report(results: list[Result]) -> None:
    print()
    for folder in (*TESTS, ""):
        of_folder = [result for result in results if result.drawn.file.startswith(folder)]
        if of_folder:
            caught = sum(result.by is not None for result in of_folder)
            low, high = interval(caught, len(of_folder))
            name = folder or "all"
            print(
                f"{name:<22} {caught:>3} of {len(of_folder):>3} caught, {caught / len(of_folder):.0%} "
                f"(95 % interval {low:.0%} to {high:.0%})"
            )


if __name__ == "__main__":
    sys.exit(main())
