"""Parts that several repositories' statements share."""

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_, select

from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.storage.tables import games, matches

#: The columns of a match, named ``match_*``, beside which those of another table may stand.
MATCH = tuple(column.label(f"match_{column.name}") for column in matches.c)
#: Games with their matches.
GAMES: Select[Any] = select(*games.c, *(column for column in MATCH if column.name != "match_id")).join(
    matches, games.c.match_id == matches.c.id
)

RUNNING = and_(matches.c.status == MatchStatus.RUNNING, games.c.outcome.is_(None))


def takes_part(user_id: int) -> ColumnElement[bool]:
    """Matches and challenges by or to a person."""
    return or_(matches.c.challenger_id == user_id, matches.c.opponent_id == user_id)


def finished_by(guild_id: int, user_id: int) -> ColumnElement[bool]:
    """Matches that a person has finished in a server."""
    finished = matches.c.status == MatchStatus.FINISHED
    return and_(finished, matches.c.guild_id == guild_id, takes_part(user_id))
