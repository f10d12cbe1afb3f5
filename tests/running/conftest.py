"""The bot as a process of its own, and what it says."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.running.discord_door import TOKEN, Door, open_door

BOT = Path(__file__).parents[2] / "bot.py"
#: What a healthy machine needs a small part of; it only keeps a hanging test from hanging for good.
PATIENCE = 60


class Process:
    """A running ``python bot.py``; ``said`` is what it has logged."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.said = ""
        self._heard = asyncio.Condition()
        self._listening = asyncio.create_task(self._listen())

    @property
    def pid(self) -> int:
        return self._process.pid

    async def _listen(self) -> None:
        assert self._process.stderr is not None
        async for line in self._process.stderr:
            async with self._heard:
                self.said += line.decode()
                self._heard.notify_all()

    async def says(self, words: str) -> str:
        """Wait until a line holds ``words``; that line."""
        async with asyncio.timeout(PATIENCE), self._heard:
            await self._heard.wait_for(lambda: words in self.said or self._process.returncode is not None)
        return next(line for line in self.said.splitlines() if words in line)

    async def health_address(self) -> str:
        found = re.search(r"http://\S+/health", await self.says("/health"))
        assert found is not None
        return found[0]

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def status(self) -> int:
        """Wait for its end; the exit status."""
        async with asyncio.timeout(PATIENCE):
            status = await self._process.wait()
            await self._listening
        return status

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self.status()


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    async with open_door() as opened:
        yield opened


class Host:
    """Starts bots in one folder, as somebody does who hosts them, and ends those that are left."""

    def __init__(self, folder: Path, door: Door) -> None:
        self.folder = folder
        self._door = door
        self._started: list[Process] = []

    @property
    def database(self) -> Path:
        return self.folder / "data" / "plakoto.db"

    async def start(self, **settings: str) -> Process:
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
        usual = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": self._door.address, "PYTHONDONTWRITEBYTECODE": "1"}
        process = Process(
            await asyncio.create_subprocess_exec(
                sys.executable, str(BOT), cwd=self.folder, env=kept | usual | settings, stderr=asyncio.subprocess.PIPE
            )
        )
        self._started.append(process)
        return process

    async def end_all(self) -> None:
        for process in self._started:
            await process.kill()


@pytest.fixture
async def host(tmp_path: Path, door: Door) -> AsyncIterator[Host]:
    hosting = Host(tmp_path, door)
    yield hosting
    await hosting.end_all()
