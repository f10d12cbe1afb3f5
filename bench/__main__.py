"""Every benchmark, each in a process of its own: ``python -m bench``. Fails when one misses its limit."""

from __future__ import annotations

import subprocess
import sys

BENCHMARKS = (
    "bench.engine",
    "bench.command_line",
    "bench.renderer",
    "bench.turn",
    "bench.load",
    "bench.standings",
    "bench.analysis",
    "bench.thinking",
    "bench.press",
    "bench.wire",
)


def main() -> int:
    """Run all of them and return 1 if any failed."""
    results = [subprocess.run([sys.executable, "-m", name], check=False).returncode for name in BENCHMARKS]
    return 1 if any(results) else 0


if __name__ == "__main__":
    sys.exit(main())
