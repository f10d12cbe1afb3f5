"""Statements about games."""

from collections.abc import Collection

from sqlalchemy import bindparam, func, insert, select, update

from plakoto_bot.domain.choices import MatchChoices
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.match import Match
from plakoto_bot.domain.progress import Opening
from plakoto_bot.engine.notation import format_position
from plakoto_bot.engine.position import Side
from plakoto_bot.storage.repository import Repository
from plakoto_bot.storage.rows import game_columns, read_choices, read_game
from plakoto_bot.storage.shared_statements import GAMES, RUNNING, takes_part
from plakoto_bot.storage.tables import games, guild_settings, matches, preferences

# What every turn runs is put together once: that takes as long as running it.
_GAME = GAMES.where(games.c.id == bindparam("game"))
_WHITE, _BLACK = preferences.alias("white"), preferences.alias("black")
_GAME_WITH_CHOICES = (
    _GAME.add_columns(
        guild_settings.c.settings, _WHITE.c.preferences.label("white"), _BLACK.c.preferences.label("black")
    )
    .outerjoin(guild_settings, guild_settings.c.guild_id == matches.c.guild_id)
    .outerjoin(_WHITE, _WHITE.c.user_id == matches.c.challenger_id)
    .outerjoin(_BLACK, _BLACK.c.user_id == matches.c.opponent_id)
)
_RUNNING = GAMES.where(RUNNING).order_by(games.c.id)
_CHANGE = update(games).where(games.c.id == bindparam("game_id"))
_SHOWN = update(games).where(games.c.id == bindparam("game_id"), games.c.shown < bindparam("told"))


class GameRepository(Repository):
    """Games within one transaction."""

    async def add(self, match: Match, opening: Opening, now: int) -> Game:
        """Insert a game that begins, as it was before anything happened, and return it."""
        new = opening.new
        statement = insert(games).values(
            match_id=match.id,
            number=opening.number,
            game=new.rules.layout.name,
            starter=None if opening.starter is None else opening.starter.letter,
            position=format_position(new.position),
            ply=new.ply,
            rolls=new.rolls,
            events=0,
            shown=0,
            told_from=0,
            started_at=now,
        )
        game_id = (await self._connection.execute(statement.returning(games.c.id))).scalar_one()
        return Game(game_id, match, opening.number, new, 0, 0, 0, None, True, now, None, opening.starter)

    async def save(self, game: Game) -> None:
        """Store how far a game has got."""
        await self._connection.execute(_CHANGE, {"game_id": game.id, **game_columns(game)})

    async def get(self, game_id: int) -> Game | None:
        """The game with this id, with its match."""
        row = await self._one(_GAME, game=game_id)
        return read_game(row) if row else None

    async def with_choices(self, game_id: int) -> tuple[Game, MatchChoices] | None:
        """The game with this id, and all that was chosen for it."""
        row = await self._one(_GAME_WITH_CHOICES, game=game_id)
        return (read_game(row), read_choices(row)) if row else None

    async def of_match(self, match_id: int) -> list[Game]:
        """All games of a match in order."""
        return await self._games(GAMES.where(games.c.match_id == match_id).order_by(games.c.number))

    async def following(self, game: Game) -> int | None:
        """Id of the game of the match that came after this one."""
        statement = select(games.c.id).where(games.c.match_id == game.match.id, games.c.number == game.number + 1)
        return (await self._connection.execute(statement)).scalar_one_or_none()

    async def running_of(
        self, user_id: int, *, guild_id: int | None = None, channel_id: int | None = None
    ) -> list[Game]:
        """Running games of one person, in one server or one channel, oldest first."""
        statement = _RUNNING.where(takes_part(user_id))
        if guild_id is not None:
            statement = statement.where(matches.c.guild_id == guild_id)
        if channel_id is not None:
            statement = statement.where(matches.c.channel_id == channel_id)
        return await self._games(statement)

    async def running_in(self, channel_id: int) -> list[Game]:
        """Running games of a channel, oldest first."""
        return await self._games(_RUNNING.where(matches.c.channel_id == channel_id))

    async def against_bot(self) -> list[Game]:
        """Running games against the bot in all servers, oldest first; paused ones are left out."""
        return await self._games(_RUNNING.where(matches.c.level.is_not(None), matches.c.paused_at.is_(None)))

    async def count_running(self) -> int:
        """How many games run, in all servers."""
        return await self._count(GAMES.where(RUNNING).with_only_columns(func.count()))

    async def untold(self) -> list[int]:
        """Ids of the games of which the channel has not been told everything."""
        statement = select(games.c.id).where(games.c.shown < games.c.events).order_by(games.c.id)
        return list((await self._connection.execute(statement)).scalars())

    async def mark_shown(self, game: Game, message_id: int, *, pictured: bool = True) -> None:
        """Note that a message told the channel of a game as it is in ``game``; no other has controls now.

        ``pictured``: it shows the board.
        """
        message = {"message_id": message_id, "pictured": pictured, "side_messages": ""}
        told = {"told": game.events, "shown": game.events, "told_from": game.shown}
        await self._connection.execute(_SHOWN, {"game_id": game.id, **told, **message})

    async def mark_pictured(self, game: Game) -> None:
        """Note that the newest message shows the board now."""
        statement = _CHANGE.where(games.c.message_id == game.message_id)
        await self._connection.execute(statement, {"game_id": game.id, "pictured": True})

    async def set_side_messages(self, game_id: int, message_ids: Collection[int]) -> None:
        """Note the messages beside that of the turn that have controls."""
        text = " ".join(map(str, message_ids))
        await self._connection.execute(_CHANGE, {"game_id": game_id, "side_messages": text})

    async def set_offer(self, game_id: int, side: Side, ply: int | None) -> None:
        """Note at which ply ``side`` has offered to lose the game for one point."""
        await self._connection.execute(_CHANGE, {"game_id": game_id, f"{side.name.lower()}_offer": ply})
