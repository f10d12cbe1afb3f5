"""``python bot.py`` as a process of its own, which can be stopped kindly or killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Self

from tests.e2e.discord_server.server import TOKEN, DiscordServer

BOT = Path(__file__).parents[2] / "bot.py"
_KEPT = ("PATH", "HOME", "SYSTEMROOT", "LANG")
#: What a healthy machine needs a small part of; it only keeps a hanging test from hanging for good.
_PATIENCE = 60
#: Bytes of the longest line that is read: with LOG_LEVEL=DEBUG a whole server is on one.
_LONGEST_LINE = 1 << 24


class BotProcess:
    """The bot over the database in ``folder``, connected to ``server``; ``log`` is all it said, in all its lives.

    ``program`` may be another bot, to compare with.
    """

    def __init__(self, server: DiscordServer, folder: Path, *, program: Path = BOT, **settings: str) -> None:
        self._server = server
        self.folder = folder
        self._program = program
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._heard = asyncio.Condition()
        self.log = ""

    @property
    def database(self) -> Path:
        """The file its games are in."""
        return self.folder / "plakoto.db"

    @property
    def database_url(self) -> str:
        """Where its games are."""
        return f"sqlite+aiosqlite:///{self.database}"

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
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(self._program),
            cwd=self.folder,
            env={name: value for name, value in os.environ.items() if name in _KEPT} | settings | self._settings,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=_LONGEST_LINE,
        )
        self._listening = asyncio.create_task(self._listen(self._process))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            async with self._heard:
                self.log += line.decode()
                self._heard.notify_all()
        await process.wait()
        async with self._heard:
            self._heard.notify_all()

    async def start(self) -> None:
        """Start it and wait until it listens to Discord."""
        gateway = self._server.gateway
        before = gateway.identified
        await self.launch()
        listens = asyncio.ensure_future(
            self._server.world.until(lambda: gateway.identified > before and gateway.connected, seconds=_PATIENCE)
        )
        assert self._listening is not None
        await asyncio.wait((listens, self._listening), return_when=asyncio.FIRST_COMPLETED)
        if not listens.done():
            listens.cancel()
            raise RuntimeError(f"the bot ended by itself: {self.log[-2000:]}")
        await listens

    async def says(self, words: str) -> str:
        """Wait until it has said ``words``; the first line that holds them. AssertionError if it ended without."""
        async with asyncio.timeout(_PATIENCE), self._heard:
            assert self._process is not None
            running = self._process
            await self._heard.wait_for(lambda: words in self.log or running.returncode is not None)
        assert words in self.log, f"it never said {words!r}: {self.log[-2000:]}"
        return next(line for line in self.log.splitlines() if words in line)

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
        """Wait for its end and its last word; the exit status."""
        assert self._process is not None
        assert self._listening is not None
        async with asyncio.timeout(seconds):
            # Shielded, so that whoever waits no longer does not end the listening.
            await asyncio.shield(self._listening)
            return await self._process.wait()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()
