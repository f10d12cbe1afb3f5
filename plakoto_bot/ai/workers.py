"""Processes that think, so that the event loop never waits for a thought.

A search takes up to half a second of pure computing, during which a thread would hold the interpreter's lock again and
again. Each worker is a Python of its own that reads pickled ``(function, arguments)`` from its standard input and
answers with the pickled result on its standard output. It ends when its input does, so no worker outlives the bot,
however that ends; the pools of the standard library leave theirs behind when the bot is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

#: Where ``plakoto_bot`` is found, from whatever folder the bot was started.
_ROOT = Path(__file__).parents[2]
_MOST_WORKERS = 4
#: One core is left for the bot itself.
_WORKERS = max(1, min(_MOST_WORKERS, (os.cpu_count() or 1) - 1))
#: A worker takes one core: it must not spread its sums over all of them.
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
#: To let the bot's own process go first.
_NICE = 10
#: A worker that died is replaced, and what it was at is tried once more.
_TRIES = 2
_CLOSED = "there is no more thinking: the bot is being stopped"


class WorkerError(RuntimeError):
    """What went wrong in a worker, as it printed it."""


class Thinking(Protocol):
    """Where functions are computed: in processes, or in a test at once."""

    async def run(self, asker: int, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns. ``asker`` is the server it is for, each of which gets its turn."""

    async def close(self) -> None:
        """Stop; safe to repeat."""


class FairQueue:
    """Who may go next: askers in turn, and what one of them waits for in the order it came."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    def join(self, asker: int) -> asyncio.Future[None]:
        """A place in the queue; done when it is its turn."""
        place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker, deque()).append(place)
        return place

    def next(self) -> bool:
        """Let the next one go; False when nobody waits."""
        while self._waiting:
            asker, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[asker] = places  # behind all the others
            if not place.done():  # who was cancelled waits no more
                place.set_result(None)
                return True
        return False


class Workers:
    """A few processes, each started when there is a thought that the others have no time for."""

    def __init__(self, most: int = _WORKERS) -> None:
        self._free = most
        self._queue = FairQueue()
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._threads = ThreadPoolExecutor(most, "thinking")
        self._closed = False

    async def run(self, asker: int, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns, which a worker must be able to import; WorkerError if it raises anything."""
        await self._take_turn(asker)
        if self._closed:
            raise WorkerError(_CLOSED)
        answer = asyncio.get_running_loop().run_in_executor(self._threads, self._ask, function, args, kwargs)
        answer.add_done_callback(lambda _: self._release())
        # Who no longer wants the answer leaves the worker to finish it: stopped midway it would answer the next.
        result: T = await asyncio.shield(answer)
        return result

    async def close(self) -> None:
        """End the processes, whatever they are at."""
        self._closed = True
        for worker in list(self._all):
            worker.kill()
        await asyncio.to_thread(self._threads.shutdown)
        for worker in self._all:
            worker.reap()
        self._all.clear()

    async def _take_turn(self, asker: int) -> None:
        if self._free:
            self._free -= 1
            return
        place = self._queue.join(asker)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._release()
            raise

    def _release(self) -> None:
        if not self._queue.next():
            self._free += 1

    def _ask(self, *question: Any) -> Any:
        """In a thread, of which there are as many as workers."""
        for _ in range(_TRIES):
            if self._closed:
                break
            worker = self._idle.pop() if self._idle else self._start()
            try:
                result, trouble = worker.ask(*question)
            except (EOFError, OSError, pickle.UnpicklingError):
                self._all.discard(worker)
                worker.kill()
                worker.reap()
                continue
            self._idle.append(worker)
            if trouble is not None:
                raise WorkerError(trouble)
            return result
        raise WorkerError(_CLOSED if self._closed else "the process ended before it had an answer")

    def _start(self) -> _Worker:
        worker = _Worker()
        self._all.add(worker)
        if self._closed:  # just now, so nobody else will end it
            worker.kill()
        return worker


class _Worker:
    """One process, seen from the bot."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=_ROOT,
            env=os.environ | _ONE_THREAD,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, *question: Any) -> tuple[Any, str | None]:
        """The result, or what went wrong; EOFError or OSError if the process is gone."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump(question, self._process.stdin)
        self._process.stdin.flush()
        answer: tuple[Any, str | None] = pickle.load(self._process.stdout)
        return answer

    def kill(self) -> None:
        """End the process, which unblocks whoever waits for its answer."""
        self._process.kill()

    def reap(self) -> None:
        """Close what belonged to the process, once it was killed."""
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # a question that it never read
                pipe.close()


def main() -> None:
    """The process itself: answer until the input ends."""
    # Ctrl-C and a service manager's stop reach the bot too, which then closes our input.
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever is printed must not stand between answers: it goes where errors go, and does so at once.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr
    while True:
        try:
            function, args, kwargs = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer: tuple[object, str | None]
        try:
            answer = function(*args, **kwargs), None
        except Exception:
            answer = None, traceback.format_exc()
        try:
            pickle.dump(answer, answers)
            answers.flush()
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()
