"""What is stored about a person: the export, and what deletion takes away and what it leaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from plakoto_bot.domain.choices import Preferences
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.people import DELETED_ID
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.export import verify_export
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database
from plakoto_bot.storage.tables import metadata, people

ANN, BEN, CLEO = 1001, 1002, 1003
HERE, THERE = ServerChannel(1, 2), ServerChannel(3, 4)


async def begin(services: Services, place: ServerChannel, white: int, black: int, length: int = 1) -> Game:
    match = await services.challenges.open(place, white, black, Proposal(length=length))
    return await services.challenges.accept(match.id, black, 77)


async def play(services: Services, game: Game, turns: int) -> Game:
    for _ in range(turns):
        mover = game.match.player(game.on_roll)
        game = await services.turns.play(game.id, game.state.ply, mover, legal_plays(game.state)[0])
    return game


async def finished(services: Services, place: ServerChannel = HERE) -> Game:
    """A rated match that Ann has lost against Ben."""
    game = await play(services, await begin(services, place, ANN, BEN), 6)
    return await services.endings.resign(game.id, ANN)


async def everything(database: Database) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables."""
    async with database.read() as transaction:
        connection = transaction.matches._connection
        return {
            name: [row._asdict() for row in await connection.execute(select(table))]
            for name, table in metadata.tables.items()
        }


async def test_the_export_holds_all_that_is_known_and_others_only_as_ids(services: Services) -> None:
    await finished(services)
    await finished(services, THERE)
    await services.challenges.open(HERE, CLEO, ANN)
    await services.choices.change_person(ANN, blocked=(CLEO,))
    document = await services.personal.export(ANN)
    assert document["preferences"]["blocked"] == [str(CLEO)]
    assert {(row["server"], row["period"]) for row in document["ratings"]} == {
        (server, period) for server in ("1", "3") for period in ("all", "2027-01")
    }
    assert [(row["match"], row["opponent"], row["won"]) for row in document["results"]] == [
        (1, str(BEN), False),
        (2, str(BEN), False),
    ]
    assert {row["server"] for row in document["dice"]} == {"1", "3"}
    first, _, challenge = document["matches"]
    assert (first["side"], first["opponent"], first["winner"]) == ("white", str(BEN), "black")
    assert (challenge["side"], challenge["opponent"], challenge["status"]) == ("black", str(CLEO), "open")
    (game,) = first["games"]
    assert game["did"][-1] == "resign"
    assert sum(line.startswith(("play", "forced")) for line in game["did"]) >= 2


async def test_every_key_of_the_export_is_documented(services: Services, database: Database) -> None:
    await finished(services)
    await services.choices.change_person(ANN, pings=False)
    async with database.write() as transaction:
        await transaction.matches._connection.execute(insert(people).values(guild_id=1, user_id=ANN, name="Ann"))
    documented = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text(encoding="utf-8")
    for key in keys(await services.personal.export(ANN)):
        assert f"`{key}`" in documented, key


def keys(document: Any) -> set[str]:
    """Every key at any depth."""
    if isinstance(document, dict):
        return set(document) | {key for value in document.values() for key in keys(value)}
    return {key for value in document for key in keys(value)} if isinstance(document, list) else set()


async def test_the_export_tells_nobody_the_seed_or_the_plays_of_others(
    services: Services, new_seed: Callable[[], bytes]
) -> None:
    game = await play(services, await begin(services, HERE, ANN, BEN), 4)
    document = await services.personal.export(ANN)
    assert game.match.seed.hex() not in str(document)
    assert "seed" not in str(document)
    shown = sum(line.startswith(("play", "forced")) for line in document["matches"][0]["games"][0]["did"])
    assert shown < game.state.ply


async def test_somebody_unknown_gets_an_empty_export(services: Services) -> None:
    document = await services.personal.export(CLEO)
    assert document["preferences"] is None
    assert all(document[name] == [] for name in ("names", "ratings", "results", "dice", "matches"))


async def test_after_deletion_the_id_is_nowhere(services: Services, database: Database) -> None:
    await finished(services)
    await begin(services, HERE, ANN, BEN, length=3)
    await services.challenges.open(THERE, ANN, None)
    await services.challenges.open(THERE, CLEO, ANN)
    await services.choices.change_person(ANN, pings=False)
    await services.personal.delete(ANN)
    rows = await everything(database)
    assert str(ANN) not in str({name: table for name, table in rows.items() if name != "events"})
    assert rows["preferences"] == []
    assert await services.choices.of_person(ANN) == Preferences()


async def test_others_keep_their_results_ratings_and_events(services: Services, database: Database) -> None:
    await finished(services)
    before = await everything(database)
    await services.personal.delete(ANN)
    after = await everything(database)
    for name in ("standings", "die_counts"):
        assert after[name] == [row for row in before[name] if row["user_id"] == BEN]
    assert after["results"] == [
        {**row, "opponent_id": DELETED_ID} for row in before["results"] if row["user_id"] == BEN
    ]
    assert after["events"] == before["events"]
    assert verify_export(await services.exports.export(HERE, None)).ok


async def test_running_games_are_lost_and_count_for_the_opponent(services: Services) -> None:
    game = await play(services, await begin(services, HERE, ANN, BEN, length=3), 6)
    farewell = await services.personal.delete(ANN)
    assert farewell.games == (game.id,)
    match = await services.games.match(game.match.id)
    assert match.status is MatchStatus.FINISHED
    assert match.winner is not None
    assert match.player(match.winner) == BEN
    (result,) = (await services.personal.export(BEN))["results"]
    assert result["won"]
    assert result["rating_after"] > result["rating_before"]


async def test_challenges_by_the_person_are_withdrawn_and_those_to_them_declined(services: Services) -> None:
    own = await services.challenges.open(HERE, ANN, None)
    theirs = await services.challenges.open(HERE, BEN, ANN)
    other = await services.challenges.open(HERE, BEN, CLEO)
    farewell = await services.personal.delete(ANN)
    assert [(match.id, match.status) for match in farewell.challenges] == [
        (own.id, MatchStatus.WITHDRAWN),
        (theirs.id, MatchStatus.DECLINED),
    ]
    assert (await services.games.match(other.id)).status is MatchStatus.OPEN


async def test_two_deleted_players_of_one_match_do_no_harm(services: Services) -> None:
    await finished(services)
    await services.personal.delete(ANN)
    await services.personal.delete(BEN)
    match = await services.games.match(1)
    assert (match.challenger_id, match.opponent_id) == (DELETED_ID, DELETED_ID)
    assert verify_export(await services.exports.export(HERE, None)).ok


async def test_a_block_against_somebody_outlives_their_deletion(services: Services) -> None:
    await services.choices.change_person(BEN, blocked=(ANN,))
    await services.personal.delete(ANN)
    assert (await services.choices.of_person(BEN)).blocked == (ANN,)
