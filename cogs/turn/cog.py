"""The commands of a running game: moves by command or typed, hints, the board, the list of games."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from cogs.kit.app import App, Ctx, Press
from cogs.kit.commands import WHICH_GAME, Feature, MatchNumber, answered
from cogs.kit.members import find_members
from cogs.kit.places import place_of
from cogs.kit.refusals import Refused
from cogs.kit.replies import tell
from cogs.kit.sentences import games_by_number
from cogs.turn.controls import hint, private_board
from cogs.turn.messages import games_text
from cogs.turn.typed import make_typed_play, suggestions
from plakoto_bot.domain.errors import NoGameHere
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.words import answers, refusals, turns


class TurnCog(Feature):
    """Everything a player does in a running game."""

    @commands.hybrid_command(description="Make your move, such as 24/18 24/23", aliases=["m", "play"])
    @commands.guild_only()
    @app_commands.describe(play="Steps from your side: 24/18 24/23, 6/2(2), 5/off")
    @answered
    async def move(self, ctx: Ctx, *, play: str) -> None:
        """Make a play in the channel's game."""
        await make_typed_play(ctx, play)

    @move.autocomplete("play")
    async def _plays(self, interaction: Press, current: str) -> list[app_commands.Choice[str]]:
        """The legal plays that match what is typed so far."""
        if interaction.guild_id is None or interaction.channel_id is None:
            return []
        place = ServerChannel(interaction.guild_id, interaction.channel_id)
        try:
            game = await self.app.services.games.game_here(place, interaction.user.id)
        except NoGameHere:
            return []
        if game.match.player(game.on_roll) != interaction.user.id:
            return []
        return [app_commands.Choice(name=play, value=play) for play in suggestions(game, current)]

    @commands.hybrid_command(description="The best plays, on your turn in an unrated game; only you see them")
    @commands.guild_only()
    @answered
    async def hint(self, ctx: Ctx) -> None:
        """Show the best plays of the caller's roll in this channel."""
        here = await self.app.services.games.game_here(place_of(ctx), ctx.author.id)
        game = await self.app.services.opponent.to_advise(here.id, here.state.ply, ctx.author.id)
        if ctx.interaction is None and game.match.terms.level is None:
            raise Refused(refusals.HINT_TYPED)
        self.app.allowance.require(ctx.author.id)
        await tell(ctx, await hint(self.app, game))

    @commands.hybrid_command(description="Show the board from your side, for your eyes only")
    @commands.guild_only()
    @app_commands.describe(number=WHICH_GAME)
    @answered
    async def board(self, ctx: Ctx, number: MatchNumber = 0) -> None:
        """Show the board of the caller's game here, or another game's of this channel to somebody who watches."""
        game = await _game_to_show(self.app, ctx, number)
        self.app.allowance.require(ctx.author.id)
        # Should the channel not have been told the last turn, now is the time.
        await self.app.delivery.refresh(game.id)
        # Everybody sees the answer to typed words, and controls that all can see belong under the turn alone.
        whispered = ctx.interaction is not None
        started = await _start_clock_for_absent(self.app, ctx, game.id)
        board = await private_board(self.app, game.id, ctx.author.id, controls=whispered)
        if started is not None and started.clock.deadline is not None:
            late = started.match.player(started.on_roll)
            absent = turns.absent(late, started.clock.deadline, started.match.terms.length)
            board = replace(board, text=f"{board.text}\n{absent}")
        await tell(ctx, board)
        await self.app.delivery.mend_picture(game.id)
        if started is not None:
            await self.app.delivery.correct_clocks([started])

    @commands.hybrid_command(description="List your games in this server")
    @commands.guild_only()
    @answered
    async def games(self, ctx: Ctx) -> None:
        """List the caller's running games."""
        games = await self.app.services.games.games_of(place_of(ctx).guild_id, ctx.author.id)
        if games:
            await tell(ctx, games_text(games, ctx.author.id))
        else:
            await tell(ctx, answers.NO_GAMES)


async def _game_to_show(app: App, ctx: Ctx, number: int) -> Game:
    """The game with that match number; if none is named, the caller's own, or the only one of the channel."""
    place = place_of(ctx)
    games = await app.services.games.games_here(place)
    if not games:
        # Refuses, and says where else the caller plays.
        return await app.services.games.game_here(place, ctx.author.id)
    own = next((game for game in games if game.match.side_of(ctx.author.id) is not None), None)
    if own is not None and number in (0, own.match.id):
        return own
    found = [game for game in games if number in (0, game.match.id)]
    if len(found) != 1:
        raise Refused(refusals.WHICH_BOARD.format(number=games[0].match.id, choices=games_by_number(games)))
    return found[0]


async def _start_clock_for_absent(app: App, ctx: Ctx, game_id: int) -> Game | None:
    """Start a clock where none runs, the caller waits, and the player on roll has left; the game where one starts."""
    game = await app.services.games.game(game_id)
    turn = game.on_roll
    late, waiting = game.match.player(turn), game.match.player(turn.other)
    if game.state.outcome or game.bot_to_play or game.clock.deadline is not None:
        return None
    if ctx.author.id != waiting or ctx.guild is None:
        return None
    found = await find_members(ctx.guild, [late])
    # When Discord does not say, nobody has left.
    if found is None or late in found:
        return None
    return await app.services.clocks.start_for_absent(game_id, game.state.ply)
