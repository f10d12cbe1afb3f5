"""The commands that end a game without a play."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ending.controls import resign_question
from cogs.kit.app import App, Ctx
from cogs.kit.commands import WHICH_GAME, Feature, MatchNumber, answered
from cogs.kit.places import place_of
from cogs.kit.refusals import Refused
from cogs.kit.replies import tell
from cogs.kit.sentences import games_by_number
from plakoto_bot.domain.game import Game
from plakoto_bot.words import answers, refusals


class EndingCog(Feature):
    """``/resign``, and ``/end`` for moderators."""

    @commands.hybrid_command(description="Give up your game in this channel (asks first)")
    @commands.guild_only()
    @answered
    async def resign(self, ctx: Ctx) -> None:
        """Ask whether the caller really resigns."""
        game = await self.app.services.games.game_here(place_of(ctx), ctx.author.id)
        await tell(ctx, resign_question(game, ctx.author.id))

    @commands.hybrid_command(description="Moderators: end a stuck game or match without points")
    @commands.guild_only()
    @app_commands.describe(number=WHICH_GAME)
    @answered
    async def end(self, ctx: Ctx, number: MatchNumber = 0) -> None:
        """End the channel's game, or the one named. Discord shows the command to all, since it knows no such role."""
        await _require_moderator(self.app, ctx)
        game = _choose(await self.app.services.games.games_here(place_of(ctx)), number)
        await self.app.services.endings.end(game.id)
        trouble = await self.app.delivery.refresh(game.id)
        await tell(ctx, trouble or answers.ENDED.format(number=game.match.id))


async def _require_moderator(app: App, ctx: Ctx) -> None:
    """Refuse whoever may not manage messages here and has not the role that the server chose."""
    role = (await app.services.choices.of_server(place_of(ctx).guild_id)).moderator_role
    chosen = role is not None and isinstance(ctx.author, discord.Member) and ctx.author.get_role(role) is not None
    if not (ctx.permissions.manage_messages or chosen):
        raise Refused(refusals.moderators_only(role))


def _choose(games: list[Game], number: int) -> Game:
    """The only game, or the one with that match number; 0 when none is named."""
    found = [game for game in games if number in (0, game.match.id)]
    if not found:
        raise Refused(refusals.NOTHING_TO_END if games or number else answers.NO_GAMES_HERE)
    if len(found) > 1:
        raise Refused(refusals.WHICH_GAME.format(choices=games_by_number(found)))
    return found[0]
