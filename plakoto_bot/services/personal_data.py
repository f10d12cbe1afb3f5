"""What is stored about one person: handing it out, and deleting it. Documented for people in docs/privacy.md."""

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.engine import game as engine
from plakoto_bot.engine.events import Stake
from plakoto_bot.export import ExportedAnalysis
from plakoto_bot.services.progress import carry_on
from plakoto_bot.services.service import TimedService
from plakoto_bot.storage.people import Rows

FORMAT = "plakoto-personal-data-1"


@dataclass(frozen=True, slots=True)
class Deletion:
    """What the channels are still to be told after a deletion: ids of forfeited games, and closed challenges."""

    games: tuple[int, ...]
    challenges: tuple[Match, ...]


class PersonalService(TimedService):
    """Exports and deletes a person's data, in all servers. ``now`` gives seconds since 1970."""

    async def running(self, user_id: int) -> int:
        """In how many games the person plays now, anywhere. Raises nothing."""
        async with self._database.read() as transaction:
            return len(await transaction.games.running_of(user_id))

    async def export(self, user_id: int) -> dict[str, Any]:
        """Everything about one person as a JSON document; others appear in it as ids only. Raises nothing."""
        async with self._database.read() as transaction:
            rows = await transaction.people.rows_about(user_id)
        return {
            "format": FORMAT,
            "user": str(user_id),
            "made_at": _time(self._now()),
            "preferences": next((_choices(row["preferences"]) for row in rows["preferences"]), None),
            "names": [_own(row) for row in rows["people"]],
            "ratings": [_own(row) for row in rows["standings"]],
            "results": [_own(row) for row in rows["results"]],
            "dice": [_own(row) for row in rows["die_counts"]],
            "matches": _matches(user_id, rows),
        }

    async def delete(self, user_id: int) -> Deletion:
        """Forfeit the person's games, close their challenges and forget them, in one transaction.

        Others keep the matches played against them, with ``DELETED_ID`` in the person's place. Raises nothing.
        """
        async with self._database.write() as transaction:
            games = await transaction.games.running_of(user_id)
            for game in games:
                side = game.match.side_of(user_id)
                assert side is not None, "only the person's own games are found"
                await carry_on(transaction, game, *engine.resign(game.state, side, Stake.MATCH), self._now())
            challenges = await transaction.matches.open_with(user_id)
            for match in challenges:
                own = match.challenger_id == user_id
                status = MatchStatus.WITHDRAWN if own else MatchStatus.DECLINED
                await transaction.matches.save(replace(match, status=status))
            await transaction.people.forget(user_id)
            closed = [await transaction.matches.get(match.id) for match in challenges]
            return Deletion(tuple(game.id for game in games), tuple(match for match in closed if match))


def _matches(user_id: int, rows: dict[str, Rows]) -> list[dict[str, Any]]:
    """Matches with their games, and in these what the person rolled and played."""
    did: dict[int, list[str]] = {}
    for event in rows["events"]:
        did.setdefault(event["game_id"], []).append(f"{event['kind']} {event['text']}".strip())
    games: dict[int, list[dict[str, Any]]] = {}
    for game in rows["games"]:
        games.setdefault(game["match_id"], []).append(
            {
                "number": game["number"],
                "game": game["game"],
                "started_at": _time(game["started_at"]),
                "ended_at": _time(game["ended_at"]),
                "outcome": game["outcome"],
                "reason": game["reason"],
                "did": did.get(game["id"], []),
            }
        )
    documents = {row["match_id"]: row["document"] for row in rows["analyses"]}
    return [_match(user_id, match, games.get(match["id"], []), documents.get(match["id"])) for match in rows["matches"]]


def _match(user_id: int, match: dict[str, Any], games: list[dict[str, Any]], document: str | None) -> dict[str, Any]:
    white = match["challenger_id"] == user_id
    other = match["opponent_id"] if white else match["challenger_id"]
    points = {True: match["white_points"], False: match["black_points"]}
    return {
        "number": match["id"],
        "server": str(match["guild_id"]),
        "channel": str(match["channel_id"]),
        "game": match["kind"],
        "rules": match["preset"],
        "length": match["length"],
        "pace": match["pace"],
        "rated": match["rated"],
        "position": match["position"],
        "level": match["level"],
        "status": match["status"],
        "side": "white" if white else "black",
        "opponent": None if other is None else str(other),
        "points": points[white],
        "against": points[not white],
        "winner": {"w": "white", "b": "black"}.get(match["winner"]),
        "ended_by": match["ended_by"],
        "created_at": _time(match["created_at"]),
        "ended_at": _time(match["ended_at"]),
        "games": games,
        "analysis": None
        if document is None
        else _judged(document, *(("white", "black") if white else ("black", "white"))),
    }


def _judged(document: str, side: str, other: str) -> dict[str, Any]:
    """What the analysis of a match says of one side."""
    analysis = ExportedAnalysis.model_validate_json(document).model_dump(mode="json", exclude={other})
    analysis["form"] = analysis.pop(side)
    for game in analysis["games"]:
        game["turns"] = [turn for turn in game["turns"] if turn.pop("side") == side[0]]
    return analysis


def _choices(stored: str) -> dict[str, Any]:
    """A person's choices as they are stored, ids as text."""
    choices: dict[str, Any] = json.loads(stored)
    return choices | {"blocked": [str(user_id) for user_id in choices.get("blocked", ())]}


def _own(row: dict[str, Any]) -> dict[str, Any]:
    """A row without the person's own id; other ids as text, since JSON's numbers are too small for them."""
    renamed = {"guild_id": "server", "kind": "game", "match_id": "match", "opponent_id": "opponent"}
    return {renamed.get(name, name): _plain(name, value) for name, value in row.items() if name != "user_id"}


def _plain(name: str, value: Any) -> Any:
    if name in ("guild_id", "opponent_id"):
        return str(value)
    return _time(value) if name.endswith("_at") else value


def _time(seconds: int | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat()
