"""Playing: moves by command or typed, the board, the list of games, giving up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.challenge import place_of
from cogs.endings import resign_controls
from cogs.members import find_members
from cogs.presenters import games_by_number, games_text, resign_question
from cogs.replies import MatchNumber, Refused, answered, say
from plakoto_bot import texts
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.notation import format_play, shorten_play
from plakoto_bot.services.errors import NoGameHere
from plakoto_bot.services.games import Place
from plakoto_bot.storage.records import GameRecord
from plakoto_bot.turn_line import turn_line

if TYPE_CHECKING:
    from cogs.client import PlakotoBot

#: Discord's limit on suggestions and on the length of one.
_MOST_SUGGESTIONS = 25
_LONGEST_SUGGESTION = 100

_WHICH = "The game's number, where several run in this channel"


class PlayCog(commands.Cog):
    """Everything a player does in a running game."""

    def __init__(self, bot: PlakotoBot) -> None:
        self._bot = bot

    @commands.hybrid_command(description="Make your move, such as 24/18 24/23", aliases=["m", "play"])
    @commands.guild_only()
    @app_commands.describe(play="Steps from your side: 24/18 24/23, 6/2(2), 5/off")
    @answered
    async def move(self, ctx: commands.Context[PlakotoBot], *, play: str) -> None:
        """Make a play in the channel's game."""
        await make_typed_play(ctx, play)

    @move.autocomplete("play")
    async def _plays(
        self, interaction: discord.Interaction[PlakotoBot], current: str
    ) -> list[app_commands.Choice[str]]:
        """The legal plays that match what is typed so far."""
        if interaction.guild_id is None or interaction.channel_id is None:
            return []
        place = Place(interaction.guild_id, interaction.channel_id)
        try:
            game = await interaction.client.games.game_here(place, interaction.user.id)
        except NoGameHere:
            return []
        if game.match.player(game.state.position.turn) != interaction.user.id:
            return []
        return [app_commands.Choice(name=play, value=play) for play in suggestions(game, current)]

    @commands.hybrid_command(description="The best plays, on your turn in an unrated game; only you see them")
    @commands.guild_only()
    @answered
    async def hint(self, ctx: commands.Context[PlakotoBot]) -> None:
        """Show the best plays of the caller's roll in this channel."""
        here = await ctx.bot.games.game_here(place_of(ctx), ctx.author.id)
        game = await ctx.bot.opponent.to_advise(here.id, here.state.ply, ctx.author.id)
        if ctx.interaction is None and game.match.level is None:
            raise Refused(texts.HINT_TYPED)
        ctx.bot.allowance.require(ctx.author.id)
        await say(ctx, **await ctx.bot.table.hint(game))

    @commands.hybrid_command(description="Show the board from your side, for your eyes only")
    @commands.guild_only()
    @app_commands.describe(number=_WHICH)
    @answered
    async def board(self, ctx: commands.Context[PlakotoBot], number: MatchNumber = 0) -> None:
        """Show the board of the caller's game here, or another game's of this channel to somebody who watches."""
        game = await _game_to_show(ctx, number)
        ctx.bot.allowance.require(ctx.author.id)
        # Should the channel not have been told the last turn, now is the time.
        await ctx.bot.table.refresh(game.id)
        # Everybody sees the answer to typed words, and controls that all can see belong under the turn alone.
        whispered = ctx.interaction is not None
        started = await _start_clock_for_absent(ctx, game.id)
        board = await ctx.bot.table.private_board(game.id, ctx.author.id, controls=whispered)
        if started is not None and started.deadline is not None:
            late = started.match.player(started.state.position.turn)
            board["content"] += f"\n{texts.absent(late, started.deadline, started.match.length)}"
        await say(ctx, **board)
        await ctx.bot.table.mend_picture(game.id)
        if started is not None:
            await ctx.bot.table.correct_clocks([started])

    @commands.hybrid_command(description="List your games in this server")
    @commands.guild_only()
    @answered
    async def games(self, ctx: commands.Context[PlakotoBot]) -> None:
        """List the caller's running games."""
        games = await ctx.bot.games.games_of(place_of(ctx).guild_id, ctx.author.id)
        if games:
            await say(ctx, games_text(games, ctx.author.id))
        else:
            await say(ctx, texts.NO_GAMES)

    @commands.hybrid_command(description="Give up your game in this channel (asks first)")
    @commands.guild_only()
    @answered
    async def resign(self, ctx: commands.Context[PlakotoBot]) -> None:
        """Ask whether the caller really resigns."""
        game = await ctx.bot.games.game_here(place_of(ctx), ctx.author.id)
        side = game.match.side_of(ctx.author.id)
        assert side is not None, "game_here finds only the person's own games"
        await say(ctx, resign_question(game, side), view=resign_controls(game, ctx.author.id))

    @commands.hybrid_command(description="Moderators: end a stuck game or match without points")
    @commands.guild_only()
    @app_commands.describe(number=_WHICH)
    @answered
    async def end(self, ctx: commands.Context[PlakotoBot], number: MatchNumber = 0) -> None:
        """End the channel's game, or the one named. Discord shows the command to all, since it knows no such role."""
        await _require_moderator(ctx)
        game = _choose(await ctx.bot.games.games_here(place_of(ctx)), number)
        await ctx.bot.games.end(game.id)
        trouble = await ctx.bot.table.refresh(game.id)
        await say(ctx, trouble or texts.ENDED.format(number=game.match.id))


async def _game_to_show(ctx: commands.Context[PlakotoBot], number: int) -> GameRecord:
    """The game with that match number; if none is named, the caller's own, or the only one of the channel."""
    place = place_of(ctx)
    games = await ctx.bot.games.games_here(place)
    if not games:
        # Refuses, and says where else the caller plays.
        return await ctx.bot.games.game_here(place, ctx.author.id)
    own = next((game for game in games if game.match.side_of(ctx.author.id) is not None), None)
    if own is not None and number in (0, own.match.id):
        return own
    found = [game for game in games if number in (0, game.match.id)]
    if len(found) != 1:
        raise Refused(texts.WHICH_BOARD.format(number=games[0].match.id, choices=games_by_number(games)))
    return found[0]


async def _start_clock_for_absent(ctx: commands.Context[PlakotoBot], game_id: int) -> GameRecord | None:
    """Start a clock where none runs, the caller waits, and the player on roll has left; the game where one starts."""
    game = await ctx.bot.games.game(game_id)
    turn = game.state.position.turn
    late, waiting = game.match.player(turn), game.match.player(turn.other)
    if game.state.outcome or game.bot_to_play or game.deadline is not None:
        return None
    if ctx.author.id != waiting or ctx.guild is None:
        return None
    found = await find_members(ctx.guild, [late])
    # When Discord does not say, nobody has left.
    if found is None or late in found:
        return None
    return await ctx.bot.clocks.start_for_absent(game_id, game.state.ply)


async def _require_moderator(ctx: commands.Context[PlakotoBot]) -> None:
    """Refuse whoever may not manage messages here and has not the role that the server chose."""
    role = (await ctx.bot.settings.of_server(place_of(ctx).guild_id)).moderator_role
    chosen = role is not None and isinstance(ctx.author, discord.Member) and ctx.author.get_role(role) is not None
    if not (ctx.permissions.manage_messages or chosen):
        raise Refused(texts.moderators_only(role))


def _choose(games: list[GameRecord], number: int) -> GameRecord:
    """The only game, or the one with that match number; 0 when none is named."""
    found = [game for game in games if number in (0, game.match.id)]
    if not found:
        raise Refused(texts.NOTHING_TO_END if games or number else texts.NO_GAMES_HERE)
    if len(found) > 1:
        raise Refused(texts.WHICH_GAME.format(choices=games_by_number(found)))
    return found[0]


async def make_typed_play(ctx: commands.Context[PlakotoBot], text: str) -> None:
    """Make a play given as text, in whatever way it came."""
    reply_to = ctx.message.reference.message_id if ctx.message.reference else None
    with turn_line(), ctx.bot.table.foresight() as foresight:
        game = await ctx.bot.games.play_text(
            place_of(ctx), ctx.author.id, text, reply_to=reply_to, foresee=foresight.see
        )
        if ctx.interaction:
            await say(ctx, texts.PLAYED)
        trouble = await ctx.bot.table.refresh(game.id, foresight=foresight)
        if trouble:
            await say(ctx, trouble)


def suggestions(game: GameRecord, current: str) -> list[str]:
    """The legal plays that have every step typed so far, the last one perhaps unfinished."""
    typed = current.lower().replace("-", "/").replace(">", "/").replace(",", " ").split()
    state = game.state
    found = []
    for play in sorted(legal_plays(state), reverse=True):
        text = format_play(state.rules, state.position, play)
        short = shorten_play(text)
        if len(short) <= _LONGEST_SUGGESTION and any(_matches(way.split(), typed) for way in _ways(text, short)):
            found.append(short)
    return found[:_MOST_SUGGESTIONS]


def _ways(text: str, short: str) -> tuple[str, ...]:
    """How people may write one play: step by step, one checker's points in a row, or only its first and last point."""
    ends = " ".join(re.sub(r"^(\w+)/.*/(\w+)$", r"\1/\2", part) for part in short.replace("*", "").split())
    return text.replace("*", ""), short.replace("*", ""), ends


def _matches(steps: list[str], typed: list[str]) -> bool:
    left = list(steps)
    for part in typed:
        match = next((step for step in left if step.startswith(part.replace("*", ""))), None)
        if match is None:
            return False
        left.remove(match)
    return True
