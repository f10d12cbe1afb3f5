"""The commands about who plays how well here, and what was played: leaderboard, profiles and finished matches."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.finished.history import history_message
from cogs.finished.leaderboard import leaderboard_message, present_leaderboard
from cogs.finished.profile import profile_message
from cogs.kit.app import App, Ctx
from cogs.kit.commands import Kind, answered
from cogs.kit.members import remember
from cogs.kit.places import place_of
from cogs.kit.refusals import Refused
from cogs.kit.replies import say
from plakoto_bot import texts
from plakoto_bot.names import shown_name
from plakoto_bot.services.standings import ALL_TIME

Period = Literal["all-time", "this-month"]
Person = discord.Member | discord.User

#: None, for parameters whose types do not say so: with «Member | None» discord.py takes a typed name that is nobody's
#: for None, and the caller's own profile would be shown without a word.
_UNNAMED: Any = commands.parameter(default=None)


class StandingsCog(commands.Cog):
    """``/leaderboard``, ``/profile`` and ``/history``."""

    def __init__(self, app: App) -> None:
        self._app = app

    @commands.hybrid_command(description="The best players of this server", aliases=["top"])
    @commands.guild_only()
    @app_commands.describe(
        game="Which game; without it, the usual one of this server", period="Of all time or this month"
    )
    @answered
    async def leaderboard(self, ctx: Ctx, game: Kind = _UNNAMED, period: Period = "all-time") -> None:
        """Show the first page of the leaderboard."""
        self._app.allowance.require(ctx.author.id)
        kind = game or (await self._app.services.settings.of_server(place_of(ctx).guild_id)).kind
        which = ALL_TIME if period == "all-time" else self._app.services.scores.this_month()
        assert ctx.guild is not None, "place_of has refused direct messages"
        await say(ctx, leaderboard_message(await present_leaderboard(self._app, ctx.guild, kind, which, 0)))

    @commands.hybrid_command(description="Ratings, record and dice of somebody, or how two people stand")
    @commands.guild_only()
    @app_commands.describe(
        person="Whose; without it, yours",
        against="An opponent, to see how the two stand against each other",
        game="Which rating the graph shows; without it, the one with the most matches",
    )
    @answered
    async def profile(
        self,
        ctx: Ctx,
        person: discord.Member | discord.User = _UNNAMED,
        against: discord.Member | discord.User = _UNNAMED,
        game: Kind = _UNNAMED,
    ) -> None:
        """Show what somebody has done."""
        guild_id = place_of(ctx).guild_id
        who = person or ctx.author
        opponent = None if against is None else against.id
        if opponent == who.id:
            raise Refused(texts.AGAINST_ONESELF)
        self._app.allowance.require(ctx.author.id)
        name = await self._name(who)
        profile = await self._app.services.scores.profile(guild_id, who.id, opponent, game)
        if not profile.standings and not sum(profile.dice):
            raise Refused(texts.NO_SCORES_SELF if who == ctx.author else texts.NO_SCORES.format(who=name))
        against_name = None if against is None else shown_name(against.display_name, against.id)
        await say(ctx, await profile_message(profile, name, against_name))

    @commands.hybrid_command(description="Finished matches of somebody: results, files and boards")
    @commands.guild_only()
    @app_commands.describe(person="Whose; without it, yours")
    @answered
    async def history(self, ctx: Ctx, person: discord.Member | discord.User = _UNNAMED) -> None:
        """List somebody's finished matches."""
        guild_id = place_of(ctx).guild_id
        who = person or ctx.author
        name = await self._name(who)
        page = await self._app.services.history.page(guild_id, who.id)
        if not page.matches:
            raise Refused(texts.NO_HISTORY_SELF if who == ctx.author else texts.NO_HISTORY.format(who=name))
        await say(ctx, history_message(page, name))

    async def _name(self, who: Person) -> str:
        """What somebody of this server is called, safe to show, and noted; refused for anybody else."""
        if not isinstance(who, discord.Member):
            raise Refused(texts.NOT_IN_SERVER.format(who=texts.mention(who.id)))
        await remember(self._app.services.people, who)
        return shown_name(who.display_name, who.id)
