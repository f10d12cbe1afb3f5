"""The processes that think: real ones, which answer, are replaced, take turns and never outlive the bot."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from plakoto_bot.ai.player import choose_play
from plakoto_bot.ai.workers import FairQueue, WorkerError, Workers
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.rulesets import ruleset

ROOT = Path(__file__).parents[2]
#: A bot with one worker, which tells the worker's number and then is killed.
KILLED_BOT = """
import asyncio, os, signal
from plakoto_bot.ai.workers import Workers

async def main():
    print(await Workers(1).run(1, os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    """One process at most."""
    one = Workers(1)
    yield one
    await one.close()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_play_is_chosen_in_another_process(workers: Workers) -> None:
    position = parse_position("plakoto W15,22,B15 - 0/0 w 65")
    rules = ruleset("plakoto")
    assert await workers.run(1, choose_play, rules, position, "strong", "") in rules.legal_plays(position)
    assert await workers.run(1, os.getpid) != os.getpid()


async def test_the_process_stays_and_serves_all(workers: Workers) -> None:
    pids = await asyncio.gather(*(workers.run(asker, os.getpid) for asker in range(10)))
    assert len(set(pids)) == 1


async def test_an_error_in_a_thought_is_told_and_harms_nothing(workers: Workers) -> None:
    pid = await workers.run(1, os.getpid)
    with pytest.raises(WorkerError, match="ValueError: invalid literal"):
        await workers.run(1, int, "twelve")
    assert await workers.run(1, os.getpid) == pid


async def test_what_a_thought_prints_is_no_answer(workers: Workers, capfd: pytest.CaptureFixture[str]) -> None:
    await workers.run(1, print, "hello")
    assert await workers.run(1, int, "12") == 12
    assert capfd.readouterr() == ("", "hello\n")


async def test_a_process_that_was_killed_is_replaced_and_the_question_asked_again(workers: Workers) -> None:
    first = await workers.run(1, os.getpid)
    os.kill(first, signal.SIGKILL)
    assert await workers.run(1, os.getpid) != first


async def test_a_thought_that_kills_every_process_is_given_up(workers: Workers) -> None:
    with pytest.raises(WorkerError, match="ended before"):
        await workers.run(1, os.abort)
    assert await workers.run(1, int, "12") == 12


async def test_ctrl_c_is_for_the_bot_to_hear(workers: Workers) -> None:
    pid = await workers.run(1, os.getpid)
    os.kill(pid, signal.SIGINT)
    os.kill(pid, signal.SIGTERM)
    assert await workers.run(1, os.getpid) == pid


async def test_an_answer_nobody_wants_any_more_is_not_given_to_the_next(workers: Workers) -> None:
    unwanted = asyncio.create_task(workers.run(1, pow, 3, 200_000))
    waiting = asyncio.create_task(workers.run(1, int, "1"))
    await asyncio.sleep(0)
    unwanted.cancel()
    waiting.cancel()
    assert await asyncio.gather(*(workers.run(1, int, str(number)) for number in range(5))) == list(range(5))
    assert unwanted.cancelled()
    assert waiting.cancelled()


async def test_closing_ends_the_processes_even_in_the_middle_of_a_thought() -> None:
    workers = Workers(2)
    pids = await asyncio.gather(*(workers.run(1, os.getpid) for _ in range(2)))
    endless = asyncio.create_task(workers.run(1, signal.pause))
    await asyncio.sleep(0)
    await workers.close()
    with pytest.raises(WorkerError, match="being stopped"):
        await endless
    assert not any(is_running(pid) for pid in pids)
    with pytest.raises(WorkerError, match="being stopped"):
        await workers.run(1, os.getpid)
    await workers.close()


def test_no_process_outlives_a_bot_that_is_killed() -> None:
    bot = subprocess.Popen([sys.executable, "-c", KILLED_BOT], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert bot.stdout
    # The worker holds the other end of this pipe no more than the bot does once both have ended.
    pid = int(bot.stdout.readline())
    assert bot.wait() == -signal.SIGKILL
    bot.stdout.close()
    for _ in range(2):
        waited = subprocess.run(["tail", f"--pid={pid}", "-f", "/dev/null"], timeout=20, check=False)
    assert waited.returncode == 0


# --- whose turn it is ----------------------------------------------------------------------------------------


async def test_servers_take_turns_and_each_is_served_in_order() -> None:
    queue, served = FairQueue(), []

    async def wait(asker: int, what: str) -> None:
        await queue.join(asker)
        served.append(what)

    crowd = [asyncio.create_task(wait(1, f"one {number}")) for number in range(4)]
    await asyncio.sleep(0)
    late = [asyncio.create_task(wait(asker, f"other {asker}")) for asker in (2, 3)]
    await asyncio.sleep(0)
    for _ in range(6):
        assert queue.next()
        await asyncio.sleep(0)
    assert not queue.next()
    assert served == ["one 0", "other 2", "other 3", "one 1", "one 2", "one 3"]
    await asyncio.gather(*crowd, *late)


async def test_who_gave_up_waiting_holds_nobody_up() -> None:
    queue = FairQueue()
    gone, stays = queue.join(1), queue.join(2)
    gone.cancel()
    assert queue.next()
    assert stays.done()
    assert not queue.next()


async def test_a_server_with_many_games_does_not_hold_up_another(workers: Workers) -> None:
    order: list[int] = []

    async def think(asker: int) -> None:
        await workers.run(asker, int, "1")
        order.append(asker)

    await asyncio.gather(*(think(1) for _ in range(6)), think(2))
    assert order.index(2) <= 2
