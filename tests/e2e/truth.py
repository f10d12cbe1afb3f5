"""What has to hold whatever happened: the database is whole, and people see what it says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cogs.kit.codec import read_steps
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.engine.events import Event, Played, play_text
from plakoto_bot.engine.game import GameState, apply_event, new_game
from plakoto_bot.engine.notation import format_play
from plakoto_bot.storage.database import open_database
from tests.e2e.discord_server.state import Interaction, Message
from tests.e2e.table import Table


@dataclass(frozen=True, slots=True)
class Recorded:
    """One game as the database has it, and the state before each of its plays as its events tell it."""

    record: Game
    plays: tuple[tuple[GameState, Played], ...]

    @property
    def nonce(self) -> str:
        """What the message of its newest turn is known by."""
        return f"plakoto:{self.record.id}:{self.record.events}"


async def games_of(database_url: str, after: int = 0) -> list[Recorded]:
    """Every game whose id is larger than ``after``, oldest first.

    That the file is whole and that each game's events replay to its snapshot is checked on the way.
    """
    database = await open_database(database_url)
    found = []
    try:
        async with database.read() as transaction:
            number = after + 1
            while record := await transaction.games.get(number):
                found.append(_replayed(record, await transaction.events.of_game(number)))
                number += 1
    finally:
        await database.close()
    return found


def _replayed(record: Game, events: list[Event]) -> Recorded:
    assert len(events) == record.events
    state = new_game(record.state.rules, record.starter)
    plays = []
    for event in events:
        if isinstance(event, Played):
            plays.append((state, event))
        state = apply_event(state, event)
    assert state == record.state, f"game {record.id}: its events do not lead to its snapshot"
    assert len(plays) == record.state.ply, f"game {record.id}: a ply is missing or there twice"
    return Recorded(record, tuple(plays))


def game_at(table: Table, games: Iterable[Recorded]) -> Recorded:
    """The newest game of a table."""
    return [game for game in games if game.record.match.place.channel_id == table.channel.id][-1]


def require_kept(presses: Iterable[Interaction], games: Iterable[Recorded]) -> None:
    """Every play whose press was answered by taking its controls away is in the database, as it was chosen."""
    by_id = {game.record.id: game for game in games}
    for press in presses:
        if not press.redrew or press.message is None or not press.message.is_board:
            continue
        _, action, game_id, ply, *rest = press.data["custom_id"].split(":")
        if action not in ("play", "confirm"):
            continue
        state, event = by_id[int(game_id)].plays[int(ply)]
        steps = read_steps(press.data["values"][0] if action == "play" else rest[0])
        assert not event.forced
        assert play_text(event) == format_play(state.rules, state.position, steps), f"press {press.id} was changed"


def game_of(board: Message) -> int:
    """The id of the game that a board belongs to."""
    assert board.nonce is not None
    return int(board.nonce.split(":")[1])


def shown(table: Table, game: Recorded) -> bool:
    """Whether the newest board of the channel is that of the database, with controls that still count."""
    board = table.board
    if board is None or board.nonce != game.nonce:
        return False
    if game.record.state.outcome is None:
        return counts(board, game)
    return game.record.match.status is MatchStatus.RUNNING or board.control("rematch") is not None


def counts(board: Message, game: Recorded) -> bool:
    """Whether the controls under a board are for the turn that the game is at."""
    return {tuple(item["custom_id"].split(":")[2:4]) for item in board.controls} == {
        (str(game.record.id), str(game.record.state.ply))
    }


def boards(table: Table) -> list[Message]:
    """All messages of turns and results in a channel."""
    return [message for message in table.channel.messages.values() if message.is_board]
