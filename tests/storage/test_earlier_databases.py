"""Databases and exported files of earlier versions can still be read, played on and verified.

tests/data/earlier holds them, with what the version that wrote them said of them in ``expected.json``.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from typing import Any

import pytest

from plakoto_bot.domain.game import Game
from plakoto_bot.domain.progress import replayed
from plakoto_bot.engine.events import Event
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.kinds import KINDS
from plakoto_bot.export import format_export, parse_export, verify_export
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database, open_database
from plakoto_bot.written_events import write_event
from tests.thinking import PipCounting

EARLIER = Path(__file__).parent.parent / "data" / "earlier"
#: When the stored database was last used, in seconds since 1970.
LAST_USED = 1_796_000_000


# --- what the tests know of the code: an opened database, one game with its events, and what is said of each --------


@dataclass(frozen=True, slots=True)
class Opened:
    """A database and the services over it."""

    database: Database
    services: Services


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[Opened]:
    """Open a database file as the bot does, migrating it."""
    database = await open_database(f"sqlite+aiosqlite:///{file}")
    services = Services.over(database, now=lambda: LAST_USED, new_seed=lambda: bytes(32), thinking=PipCounting())
    try:
        yield Opened(database, services)
    finally:
        await services.close()
        await database.close()


async def stored_game(here: Opened, game_id: int) -> tuple[Game, list[Event]]:
    """A game as it is stored, and its events."""
    async with here.database.read() as transaction:
        game = await transaction.games.get(game_id)
        assert game is not None
        return game, await transaction.events.of_game(game_id)


def game_facts(game: Game, events: list[Event]) -> dict[str, Any]:
    """What is expected to stay as it is of a game."""
    # As they were written then, which is how exported files have them still.
    written = [write_event(event, with_dice=False) for event in events]
    lines = [f"{kind} {side or '-'} {text}" for kind, side, text in written]
    state, outcome = game.state, game.state.outcome
    return {
        "match": game.match.id,
        "number": game.number,
        "rules": f"{state.rules.layout.name} {state.rules.preset}",
        "starter": None if game.starter is None else game.starter.letter,
        "position": str(state.position),
        "ply": state.ply,
        "rolls": state.rolls,
        "outcome": str(outcome) if outcome else None,
        "reason": str(outcome.reason) if outcome else None,
        "events": dict(sorted(Counter(kind for kind, _, _ in written).items())),
        "events_sha256": hashlib.sha256("\n".join(lines).encode()).hexdigest(),
        "shown": game.shown,
        "message": game.message_id,
        "side_messages": list(game.side_messages),
        "offers": list(game.offers),
        "times": [game.started_at, game.ended_at, game.clock.remind_at, game.clock.deadline, game.clock.overdue_at],
    }


async def match_facts(here: Opened, match_id: int) -> dict[str, Any]:
    """What is expected to stay as it is of a match or challenge, with the verdict on its export once it is over."""
    match = await here.services.games.match(match_id)
    facts: dict[str, Any] = {
        "place": [match.place.guild_id, match.place.channel_id, match.card_id],
        "players": [match.challenger_id, match.opponent_id],
        "terms": list(astuple(match.terms)),
        "status": str(match.status),
        "score": list(match.score),
        "winner": None if match.winner is None else match.winner.letter,
        "ended_by": match.ended_by,
        "times": [match.created_at, match.expires_at, match.ended_at, match.paused_at],
    }
    if match.status == "finished":
        export = await here.services.exports.export(match.place, match_id)
        verdict = verify_export(parse_export(format_export(export)))
        facts["export"] = {"format": export.format, "ok": verdict.ok, "lines": list(verdict.lines)}
    return facts


async def people_facts(here: Opened, guilds: list[int], people: list[int]) -> dict[str, Any]:
    """What is expected to stay as it is of servers and people: choices, leaderboards, profiles, names."""
    services = here.services
    facts: dict[str, Any] = {"settings": {}, "preferences": {}, "leaderboards": {}, "profiles": {}, "names": {}}
    for person in people:
        facts["preferences"][str(person)] = asdict(await services.choices.of_person(person))
    for guild in guilds:
        facts["settings"][str(guild)] = asdict(await services.choices.of_server(guild))
        names = await services.people.names(guild, people)
        facts["names"][str(guild)] = {str(person): name for person, name in names.items()}
        for kind in KINDS:
            for period in ("all", services.standings.this_month()):
                board = await services.standings.leaderboard(guild, kind, period)
                lines = [[asdict(ranked.standing), ranked.name] for ranked in board.lines]
                if lines:
                    facts["leaderboards"][f"{guild} {kind} {period}"] = lines
        for person in people:
            profile = await services.standings.profile(guild, person, against=people[0])
            facts["profiles"][f"{guild} {person}"] = asdict(profile)
    return json.loads(json.dumps(facts))  # type: ignore[no-any-return]


async def play_on(here: Opened, game: Game) -> Game:
    """Make the first legal play for whoever is on roll."""
    player = game.match.player(game.on_roll)
    return await here.services.turns.play(game.id, game.state.ply, player, legal_plays(game.state)[0])


# --- the tests ------------------------------------------------------------------------------------------------------


def expected() -> dict[str, Any]:
    return json.loads((EARLIER / "expected.json").read_text())  # type: ignore[no-any-return]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A copy of the stored database, which the tests may change."""
    copy = tmp_path / "earlier.db"
    copy.write_bytes(gzip.decompress((EARLIER / "database.db.gz").read_bytes()))
    return copy


async def test_every_game_is_what_its_events_lead_to_and_what_it_was(file: Path) -> None:
    async with opened(file) as here:
        for game_id, facts in expected()["games"].items():
            game, events = await stored_game(here, int(game_id))

            assert replayed(game, events) == game.state, f"game {game_id}"
            assert game_facts(game, events) == facts, f"game {game_id}"


async def test_every_match_is_what_it_was_and_its_export_is_verified(file: Path) -> None:
    async with opened(file) as here:
        for match_id, facts in expected()["matches"].items():
            found = await match_facts(here, int(match_id))

            assert found == facts, f"match {match_id}"
            assert found.get("export", {"ok": True})["ok"], f"match {match_id}"


async def test_choices_standings_and_names_are_what_they_were(file: Path) -> None:
    before = expected()
    async with opened(file) as here:
        found = await people_facts(here, before["guilds"], before["users"])

    for part, facts in found.items():
        assert facts == before["people"][part], part


async def test_every_running_game_can_be_played_on(file: Path) -> None:
    running = [int(game_id) for game_id, facts in expected()["games"].items() if facts["outcome"] is None]
    assert running
    async with opened(file) as here:
        for game_id in running:
            game, _ = await stored_game(here, game_id)
            after = await play_on(here, game)

            stored, events = await stored_game(here, game_id)
            assert stored == after
            assert stored.state.ply > game.state.ply
            assert replayed(stored, events) == stored.state


@pytest.mark.parametrize("name", sorted(expected()["files"]))
def test_exported_files_are_verified_as_they_were(name: str) -> None:
    text = (EARLIER / name).read_text()
    export = parse_export(text)
    verdict = verify_export(export)

    assert verdict.ok
    assert list(verdict.lines) == expected()["files"][name]
    assert format_export(export) == text
