"""A database written before events named the dice that bear off: migrated, and back again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from plakoto_bot.engine.game import apply_event, new_game
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.export import export_events
from plakoto_bot.storage import migrate
from plakoto_bot.storage.database import open_database
from plakoto_bot.written_events import write_event

#: Whole games of each kind, some from positions, and some that were resigned, stopped or still run.
WRITTEN = Path(__file__).parent.parent / "data" / "written_by_0004.sql"

Row = tuple[int, int, str, str | None, str]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    file = tmp_path / "plakoto.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(WRITTEN.read_text(encoding="utf-8"))
    return file


def rows(file: Path) -> list[Row]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT game_id, number, kind, side, text FROM events ORDER BY 1, 2").fetchall()


def change(file: Path, statement: str, values: Iterable[tuple[object, ...]]) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany(statement, values)


async def migrated(file: Path) -> list[Row]:
    await (await open_database(f"sqlite+aiosqlite:///{file}")).close()
    return rows(file)


def downgraded(file: Path) -> list[Row]:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0004")
    engine.dispose()
    return rows(file)


async def test_every_migrated_game_replays_to_its_snapshot_and_is_exported_as_before(old: Path) -> None:
    before = rows(old)
    database = await open_database(f"sqlite+aiosqlite:///{old}")
    exported = []
    async with database.read() as transaction:
        number = 1
        while game := await transaction.games.get(number):
            events = await transaction.events.of_game(number)
            position = parse_position(game.match.terms.position) if game.match.terms.position else None
            state = new_game(game.state.rules, game.starter, position)
            for event in events:
                state = apply_event(state, event)
            assert state == game.state
            exported += [
                (number, index, event.kind, event.side, event.text)
                for index, event in enumerate(export_events(events), 1)
            ]
            assert [row[2:] for row in rows(old) if row[0] == number] == list(map(write_event, events))
            number += 1
    await database.close()
    assert exported == before


async def test_only_plays_that_need_it_are_changed_and_a_downgrade_takes_it_back(old: Path) -> None:
    before = rows(old)
    after = await migrated(old)
    changed = [new for was, new in zip(before, after, strict=True) if was != new]
    assert changed
    assert all(kind in ("play", "forced") and "/off:" in text for _, _, kind, _, text in changed)
    assert downgraded(old) == before


@pytest.mark.parametrize(
    ("roll", "play", "named"),
    [
        ("63", "3/off(2)", "3/off:6 3/off"),
        ("36", "4/off 6/3", "4/off:6 6/3"),
        ("63", "6/3 3/off", "6/3 3/off:6"),
        ("65", "3/off", "3/off:6"),
        ("63", "3/off", "3/off"),
        ("66", "3/off(2) 1/off", "3/off:6(2) 1/off:6"),
        ("66", "6/off(4)", "6/off(4)"),
        ("44", "bar/21* 21/17 17/13 13/9*", "bar/21* 21/17 17/13 13/9*"),
    ],
)
async def test_the_die_is_that_of_the_roll_before(old: Path, roll: str, play: str, named: str) -> None:
    change(old, "INSERT INTO events VALUES (8, ?, ?, 'w', ?, 0)", [(900, "roll", roll), (901, "play", play)])
    assert (8, 901, "play", "w", named) in await migrated(old)
    assert (8, 901, "play", "w", play) in downgraded(old)


async def test_more_plays_than_are_read_at_once_are_all_rewritten(old: Path) -> None:
    plays = [(number, kind, text) for number in range(1000, 14_000, 2) for kind, text in (("roll", "65"), ("play", ""))]
    change(
        old,
        "INSERT INTO events VALUES (8, ?, ?, 'w', ?, 0)",
        [(n + (k == "play"), k, t or "4/off 2/off") for n, k, t in plays],
    )
    after = await migrated(old)
    assert sum(text == "4/off:6 2/off:5" for *_, text in after) == 6500
    assert not any(text == "4/off 2/off" for *_, text in after)
