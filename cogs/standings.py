"""Who plays how well here, and what was played: leaderboard, profiles and finished matches."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.archive import history_message, leaderboard_message
from cogs.challenge import Kind, place_of
from cogs.members import present_board, remember
from cogs.replies import Refused, answered, say
from cogs.standing_presenters import profile_text
from plakoto_bot import texts
from plakoto_bot.names import shown_name
from plakoto_bot.services.scores import Profile
from plakoto_bot.services.standings import ALL_TIME
from renderer.graph import describe_graph, render_graph

if TYPE_CHECKING:
    from cogs.client import PlakotoBot

Period = Literal["all-time", "this-month"]
Person = discord.Member | discord.User

#: None, for parameters whose types do not say so: with «Member | None» discord.py takes a typed name that is nobody's
#: for None, and the caller's own profile would be shown without a word.
_UNNAMED: Any = commands.parameter(default=None)

#: Presses after which the name of who pressed is noted; turns go by without.
_NOTED = ("plakoto:accept:", "plakoto:rematch:")


class StandingsCog(commands.Cog):
    """Reads standings; also notes the names of people who act, since leaderboards need them."""

    def __init__(self, bot: PlakotoBot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[PlakotoBot]) -> None:
        """Note the name of whoever commands, accepts or asks for a rematch: nobody plays without one of these."""
        data: Mapping[str, object] = interaction.data or {}
        pressed = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.application_command or pressed.startswith(_NOTED):
            await remember(self._bot, interaction.user)

    @commands.hybrid_command(description="The best players of this server", aliases=["top"])
    @commands.guild_only()
    @app_commands.describe(
        game="Which game; without it, the usual one of this server", period="Of all time or this month"
    )
    @answered
    async def leaderboard(
        self, ctx: commands.Context[PlakotoBot], game: Kind = _UNNAMED, period: Period = "all-time"
    ) -> None:
        """Show the first page of the leaderboard."""
        ctx.bot.allowance.require(ctx.author.id)
        kind = game or (await ctx.bot.settings.of_server(place_of(ctx).guild_id)).kind
        which = ALL_TIME if period == "all-time" else ctx.bot.scores.this_month()
        assert ctx.guild is not None, "place_of has refused direct messages"
        await say(ctx, **leaderboard_message(await present_board(ctx.bot, ctx.guild, kind, which, 0)))

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
        ctx: commands.Context[PlakotoBot],
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
        ctx.bot.allowance.require(ctx.author.id)
        name = await _name(ctx, who)
        profile = await ctx.bot.scores.profile(guild_id, who.id, opponent, game)
        if not profile.standings and not sum(profile.dice):
            raise Refused(texts.NO_SCORES_SELF if who == ctx.author else texts.NO_SCORES.format(who=name))
        text = profile_text(profile, name, None if against is None else shown_name(against.display_name, against.id))
        await say(ctx, text, **await _graph(profile))

    @commands.hybrid_command(description="Finished matches of somebody: results, files and boards")
    @commands.guild_only()
    @app_commands.describe(person="Whose; without it, yours")
    @answered
    async def history(
        self, ctx: commands.Context[PlakotoBot], person: discord.Member | discord.User = _UNNAMED
    ) -> None:
        """List somebody's finished matches."""
        guild_id = place_of(ctx).guild_id
        who = person or ctx.author
        name = await _name(ctx, who)
        page = await ctx.bot.history.page(guild_id, who.id)
        if not page.matches:
            raise Refused(texts.NO_HISTORY_SELF if who == ctx.author else texts.NO_HISTORY.format(who=name))
        await say(ctx, **history_message(page, name))


async def _name(ctx: commands.Context[PlakotoBot], who: Person) -> str:
    """What somebody of this server is called, safe to show, and noted; refused for anybody else."""
    if not isinstance(who, discord.Member):
        raise Refused(texts.NOT_IN_SERVER.format(who=texts.mention(who.id)))
    await remember(ctx.bot, who)
    return shown_name(who.display_name, who.id)


async def _graph(profile: Profile) -> dict[str, Any]:
    """The picture of a rating as an argument of a message; none without rated matches."""
    if not profile.ratings:
        return {}
    matches = next(one.matches for one in profile.standings if one.kind == profile.graph_kind)
    picture = await asyncio.to_thread(render_graph, profile.ratings, matches)
    alt = describe_graph(profile.ratings, profile.graph_kind)
    return {"file": discord.File(io.BytesIO(picture), filename="rating.png", description=alt)}
