"""From rows to values of the domain and back."""

from dataclasses import asdict
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Row

from plakoto_bot.domain.choices import MatchChoices, Preferences, ServerSettings
from plakoto_bot.domain.clock import Clock
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import EndedBy, Match, MatchStatus
from plakoto_bot.domain.place import Place, ServerChannel
from plakoto_bot.domain.terms import Terms
from plakoto_bot.engine.game import GameState
from plakoto_bot.engine.notation import format_position, parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason

AnyRow = Row[*tuple[Any, ...]]

# What is stored of choices leaves unknown names aside: they are those of a later version.
_SETTINGS = TypeAdapter(ServerSettings)
_PREFERENCES = TypeAdapter(Preferences)


def place_columns(place: Place) -> dict[str, int]:
    """Where something is, as columns."""
    return {"guild_id": place.guild_id, "channel_id": place.channel_id}


def match_columns(match: Match) -> dict[str, Any]:
    """All of a match but its number, as columns."""
    return {
        **place_columns(match.place),
        "card_id": match.card_id,
        "challenger_id": match.challenger_id,
        "opponent_id": match.opponent_id,
        **asdict(match.terms),
        "seed": match.seed,
        "accepted_by": match.accepted_by,
        "status": match.status,
        "created_at": match.created_at,
        "expires_at": match.expires_at,
        "ended_at": match.ended_at,
        "white_points": match.score[Side.WHITE],
        "black_points": match.score[Side.BLACK],
        "winner": None if match.winner is None else match.winner.letter,
        "ended_by": match.ended_by,
        "paused_at": match.paused_at,
    }


def read_match(row: AnyRow) -> Match:
    """The match of a row of ``match_*`` columns (see ``statements.MATCH``)."""
    return Match(
        id=row.match_id,
        place=ServerChannel(row.match_guild_id, row.match_channel_id),
        card_id=row.match_card_id,
        challenger_id=row.match_challenger_id,
        opponent_id=row.match_opponent_id,
        terms=Terms(
            row.match_kind,
            row.match_preset,
            row.match_length,
            row.match_pace,
            row.match_rated,
            row.match_position,
            row.match_level,
        ),
        seed=row.match_seed,
        accepted_by=row.match_accepted_by,
        status=MatchStatus(row.match_status),
        created_at=row.match_created_at,
        expires_at=row.match_expires_at,
        ended_at=row.match_ended_at,
        score=(row.match_white_points, row.match_black_points),
        winner=read_side(row.match_winner),
        ended_by=None if row.match_ended_by is None else EndedBy(row.match_ended_by),
        paused_at=row.match_paused_at,
    )


def read_game(row: AnyRow) -> Game:
    """The game of a row that has the columns of its match too."""
    match = read_match(row)
    rules = match.terms.rules(row.number)
    outcome = read_outcome(row.outcome, row.reason) if row.outcome else None
    return Game(
        id=row.id,
        match=match,
        number=row.number,
        state=GameState(rules, parse_position(row.position), row.ply, row.rolls, opened=True, outcome=outcome),
        events=row.events,
        shown=row.shown,
        told_from=row.told_from,
        message_id=row.message_id,
        pictured=row.pictured,
        started_at=row.started_at,
        ended_at=row.ended_at,
        starter=read_side(row.starter),
        clock=Clock(row.remind_at, row.deadline, row.overdue_at),
        offers=(row.white_offer, row.black_offer),
        side_messages=tuple(map(int, row.side_messages.split())),
    )


def game_columns(game: Game) -> dict[str, Any]:
    """What changes of a game as it goes on, as columns."""
    state = game.state
    return {
        "position": format_position(state.position),
        "ply": state.ply,
        "rolls": state.rolls,
        "outcome": str(state.outcome) if state.outcome else None,
        "reason": state.outcome.reason.value if state.outcome else None,
        "events": game.events,
        "ended_at": game.ended_at,
        **clock_columns(game.clock),
    }


def clock_columns(clock: Clock) -> dict[str, int | None]:
    """The times of a turn, as columns."""
    return {"remind_at": clock.remind_at, "deadline": clock.deadline, "overdue_at": clock.overdue_at}


def read_outcome(text: str, reason: str) -> Outcome:
    """An outcome written as ``w2`` or ``draw``, and how it came about."""
    winner = None if text == "draw" else read_side(text[0])
    return Outcome(winner, 0 if winner is None else int(text[1]), Reason(reason))


def read_side(letter: str | None) -> Side | None:
    """The side of a letter."""
    return None if letter is None else Side("wb".index(letter))


def read_settings(text: str | None) -> ServerSettings:
    """A server's choices."""
    return _SETTINGS.validate_json(text) if text else ServerSettings()


def write_settings(settings: ServerSettings) -> str:
    """A server's choices as they are stored."""
    return _SETTINGS.dump_json(settings).decode()


def read_preferences(text: str | None) -> Preferences:
    """A person's choices."""
    return _PREFERENCES.validate_json(text) if text else Preferences()


def write_preferences(preferences: Preferences) -> str:
    """A person's choices as they are stored."""
    return _PREFERENCES.dump_json(preferences).decode()


def read_choices(row: AnyRow) -> MatchChoices:
    """What was chosen for the match of a row."""
    players = (read_preferences(row.white), read_preferences(row.black))
    return MatchChoices(read_settings(row.settings), players)
