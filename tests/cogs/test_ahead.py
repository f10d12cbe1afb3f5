"""Work that is done ahead or let go of early. It could stop without anybody noticing, but for time and memory."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.env import Env
from sqlalchemy import Engine, event

from cogs.client import PlakotoBot
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.transaction import Transaction
from tests.cogs.conftest import World, button

MANY = "plakoto W5,2,W2,2,W2,2,W2,2,W2,2,W2,7,B15 - 0/0 w 21"


#: What a press brings with it and discord.py ties into circles: the controls and the message that it was made under.
KEPT = (discord.ui.Item, discord.Message)


class LateCommit(Database):
    """A real database that commits nothing before ``go`` is set."""

    go: asyncio.Event | None = None

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        async with super().write() as transaction:
            yield transaction
            if self.go is not None:
                await self.go.wait()


@pytest.fixture
async def database(database: Database) -> AsyncIterator[LateCommit]:
    made = LateCommit(database._engine)
    yield made
    await made.close()


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> list[Image.Image]:
    """Every picture that was encoded."""
    encoded: list[Image.Image] = []
    encode = Image.Image.tobytes

    def note(picture: Image.Image, *arguments: Any) -> bytes:
        encoded.append(picture)
        return encode(picture, *arguments)

    monkeypatch.setattr(Image.Image, "tobytes", note)
    return encoded


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """Every statement that the database was given."""
    given: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        given.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield given
    event.remove(Engine, "before_cursor_execute", note)


@pytest.fixture
def made_since() -> Iterator[Callable[[type], int]]:
    """How many objects of a kind were made since and are still there, where nothing looks for garbage."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield lambda kind: sum(isinstance(thing, kind) for thing in gc.get_objects())
    gc.enable()
    gc.unfreeze()


# --- ahead ---------------------------------------------------------------------------------------------------


async def test_a_turns_board_is_drawn_while_the_disk_is_waited_for(
    world: World, database: LateCommit, pictures: list[Image.Image]
) -> None:
    turn = await world.start_game()
    value, before, posted = world.menu().options[0].value, len(pictures), len(world.posts())
    patience, world.env.settle_timeout = world.env.settle_timeout, 0.95
    database.go = asyncio.Event()
    with suppress(TimeoutError):  # nobody can answer yet
        await world.at_once(turn, (world.on_roll, value))
    async with asyncio.timeout(60):
        while len(pictures) == before:
            with suppress(TimeoutError):
                await world.env.settle()
    assert len(world.posts()) == posted, "nobody is told of a turn that is not stored"
    assert (await world.game()).state.ply == 0
    world.env.settle_timeout = patience
    database.go.set()
    await world.env.settle()
    assert len(world.posts()) == posted + 1
    assert len(pictures) == before + 1, "and it is the one that is shown"


@pytest.mark.parametrize("way", ["menu", "command", "typed", "steps"])
async def test_a_turn_is_drawn_once_and_not_read_again(
    world: World, pictures: list[Image.Image], statements: list[str], way: str
) -> None:
    await world.start_game()
    turn = await world.put(MANY if way == "steps" else "plakoto W15,22,B15 - 0/0 w 51")
    if way == "steps":
        await world.pick(world.ann)
        await world.ann.select(world.again(turn), values=[world.menu(world.again(turn)).options[0].value])
    pictures.clear()
    statements.clear()
    if way == "menu":
        await world.pick(world.ann)
    elif way == "command":
        await world.ann.slash(world.channel, "move", play="24/18")
    elif way == "typed":
        await world.ann.send(world.channel, f"{world.bot.mention} 24/18")
    else:
        await world.ann.click(world.again(turn), label="Confirm")
    assert (await world.game()).state.ply == 1
    await world.env.settle()
    assert len(pictures) == 1
    made = max(number for number, statement in enumerate(statements) if statement.startswith("INSERT INTO events"))
    noted = next(
        number
        for number, statement in enumerate(statements[made:], made)
        if "shown" in statement and statement.startswith("UPDATE games")
    )
    assert not [statement for statement in statements[made:noted] if "FROM events" in statement]


async def test_the_bots_answer_is_in_the_only_picture_of_a_turn(world: World, pictures: list[Image.Image]) -> None:
    await world.ann.slash(world.channel, "challenge", level="strong")
    pictures.clear()
    await world.pick(world.ann)
    assert world.last.content.count(" played **") >= 2
    assert len(pictures) == 1


async def test_what_most_boards_need_is_drawn_before_anybody_plays_and_the_pens_go_with_the_bot(
    env: Env, new_bot: Callable[[], PlakotoBot]
) -> None:
    before = set(threading.enumerate())
    await env.restart_bot(new_bot())
    running = {thread for thread in set(threading.enumerate()) - before if thread.name.startswith("drawing")}
    assert running, "although nobody has asked for a board yet"
    assert isinstance(env.bot, PlakotoBot)
    await env.bot.close()
    for thread in running:
        await asyncio.to_thread(thread.join, 60)
        assert not thread.is_alive()


# --- let go --------------------------------------------------------------------------------------------------


async def test_closing_leaves_nothing_going_on(world: World) -> None:
    await world.start_game()
    loops = {task for task in asyncio.all_tasks() if "Loop._loop" in repr(task.get_coro())}
    assert len(loops) >= 4, "clocks, messages to tell again, challenges, turns of the bot"
    await world.client.close()
    await asyncio.wait(loops, timeout=10)
    assert all(task.done() for task in loops)


@pytest.mark.parametrize("what", ["board", "step", "turn", "stale"])
async def test_nothing_of_a_press_is_left_for_the_search_for_garbage(
    world: World, made_since: Callable[[type], int], what: str
) -> None:
    turn = await world.start_game()
    mover, value = world.on_roll, world.menu().options[0].value
    if what == "step":
        turn = await world.put(MANY)
    if what == "stale":
        await world.pick()

    async def press() -> None:
        if what == "board":
            await world.at_once(turn, (mover, button(turn, "My board")))
        elif what == "step":
            await world.at_once(turn, (world.ann, world.menu(world.again(turn)).options[0].value))
            await world.at_once(turn, (world.ann, button(world.again(turn), "Undo")))
        elif what == "stale":
            await world.at_once(turn, (mover, value))
        else:
            await world.at_once(world.last, (world.on_roll, world.menu().options[0].value))

    await press()
    before = [made_since(kind) for kind in KEPT]
    for _ in range(3):
        await press()
    assert [made_since(kind) for kind in KEPT] == before


@pytest.mark.parametrize("command", ["board", "resign", "preferences"])
async def test_nothing_of_what_stands_under_an_answer_is_left_either(
    world: World, made_since: Callable[[type], int], command: str
) -> None:
    await world.start_game()
    await world.on_roll.slash(world.channel, command)
    before = made_since(discord.ui.Item)
    for _ in range(3):
        await world.on_roll.slash(world.channel, command)
    assert made_since(discord.ui.Item) == before
