"""Whether all is well, for whoever hosts the bot: ``GET /health`` on a port of its own."""

import asyncio
import contextlib
import logging
import resource
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from aiohttp import web

from plakoto_bot.errors import ConfigError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lag:
    """By how many milliseconds at most the event loop was late half of the last minute, and 99 hundredths of it."""

    p50: float
    p99: float


@dataclass(frozen=True, slots=True)
class Health:
    """What ``/health`` answers.

    ``ready``: connected to Discord, with a database that answers. ``gateway_ms`` is the last heartbeat's way to Discord
    and back, ``last_commit`` seconds since 1970; both None before the first. ``memory_mb`` is resident memory.
    """

    ready: bool
    gateway_ms: float | None
    games: int | None
    last_commit: float | None
    loop_lag_ms: Lag
    memory_mb: float


class LoopLag:
    """Measures by how much the event loop is late, with a timer every 50 ms."""

    STEP = 0.05
    #: One minute of timers.
    KEPT = 1200

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=self.KEPT)

    async def run(self) -> None:
        """Measure until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + self.STEP
            await asyncio.sleep(self.STEP)
            self.note(loop.time() - due)

    def note(self, late: float) -> None:
        """Note that a timer was late by so many seconds, and with it those that were due meanwhile.

        A loop that stood still for a second kept twenty timers waiting, not one.
        """
        self._seconds.append(max(0.0, late))
        while (late := late - self.STEP) > 0:
            self._seconds.append(late)

    def last_minute(self) -> Lag:
        """The lag of the last minute; nothing measured is no lag."""
        late = sorted(self._seconds) or [0.0]
        p50, p99 = (round(late[int((len(late) - 1) * part)] * 1000, 2) for part in (0.50, 0.99))
        return Lag(p50, p99)


def memory_mb() -> float:
    """Resident memory of this process in megabytes; the most it ever was where the system does not tell.

    psutil knows it everywhere, but is a compiled package without types of its own: too much for one number.
    """
    with contextlib.suppress(OSError, StopIteration):
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("VmRSS"))
        return round(int(line.split()[1]) / 1024, 1)
    # Kilobytes, but bytes on macOS.
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)


@asynccontextmanager
async def served(host: str, port: int, health: Callable[[], Awaitable[Health]]) -> AsyncIterator[int]:
    """Answer ``/health`` meanwhile, with status 503 while the bot is not ready. Gives the port; 0 takes a free one."""

    async def answer(_request: web.Request) -> web.Response:
        now = await health()
        return web.json_response(asdict(now), status=200 if now.ready else 503, headers={"Cache-Control": "no-store"})

    app = web.Application()
    app.router.add_get("/health", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise ConfigError(
                "HEALTH_PORT", f"cannot listen on {host} port {port} ({error.strerror or error})"
            ) from error
        (address, *_) = runner.addresses
        log.info("health: http://%s:%s/health", address[0], address[1])
        yield int(address[1])
    finally:
        await runner.cleanup()
