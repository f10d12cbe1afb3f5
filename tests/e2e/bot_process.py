"""``python bot.py`` as a process of its own, which can be stopped kindly or killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Self

from tests.e2e.discord_server.server import TOKEN, DiscordServer

_ROOT = Path(__file__).parents[2]
_KEPT = ("PATH", "HOME", "SYSTEMROOT", "LANG")


class BotProcess:
    """The bot over the database and the log in ``folder``, connected to ``server``.

    ``program`` may be another bot, to compare with.
    """

    def __init__(
        self, server: DiscordServer, folder: Path, *, program: Path = _ROOT / "bot.py", **settings: str
    ) -> None:
        self._server = server
        self.folder = folder
        self._program = program
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None

    @property
    def database_url(self) -> str:
        """Where its games are."""
        return f"sqlite+aiosqlite:///{self.folder / 'plakoto.db'}"

    @property
    def log(self) -> str:
        """All that it has said, in all its lives."""
        return (self.folder / "bot.log").read_text(encoding="utf-8")

    @property
    def pid(self) -> int:
        """Of the running process."""
        assert self._process is not None
        return self._process.pid

    async def launch(self) -> None:
        """Start it and do not wait for anything."""
        settings = {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": self._server.address,
            "DATABASE_URL": self.database_url,
            "PYTHONWARNINGS": "error,ignore:'audioop' is deprecated:DeprecationWarning",
        }
        with (self.folder / "bot.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(self._program),
                cwd=self.folder,
                env={name: value for name, value in os.environ.items() if name in _KEPT} | settings | self._settings,
                stdout=log,
                stderr=log,
            )

    async def start(self) -> None:
        """Start it and wait until it listens to Discord."""
        gateway = self._server.gateway
        before = gateway.identified
        await self.launch()
        listens = asyncio.ensure_future(
            self._server.world.until(lambda: gateway.identified > before and gateway.connected, seconds=60)
        )
        ended = asyncio.ensure_future(self.ended(120))
        await asyncio.wait((listens, ended), return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if not listens.done():
            listens.cancel()
            raise RuntimeError(f"the bot ended by itself: {self.log[-2000:]}")
        await listens

    async def kill(self) -> None:
        """As the machine's power fails: without a word."""
        self.signal(signal.SIGKILL)
        await self.ended()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal; one that has ended by itself gets none."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(number)

    async def ended(self, seconds: float = 20) -> int:
        """Wait for its end; the exit status."""
        assert self._process is not None
        async with asyncio.timeout(seconds):
            return await self._process.wait()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()
