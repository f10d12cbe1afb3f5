"""The commands about who plays how well here, and what was played: leaderboard, profiles and finished matches."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.finished.history import history_message
from cogs.kit.app import App, Ctx, Press
from cogs.kit.commands import Feature, Kind, answered
from cogs.kit.controls import PageButton, controls_of
from cogs.kit.members import find_members, remember
from cogs.kit.message import Message
from cogs.kit.pictures import attachment
from cogs.kit.places import guild_of, place_of
from cogs.kit.refusals import Refused
from cogs.kit.replies import redraw, tell
from plakoto_bot.domain import dice_check
from plakoto_bot.domain.standings import ALL_TIME, LEAST_MATCHES, Standing
from plakoto_bot.services.standings import LeaderboardPage, Profile
from plakoto_bot.words import common, finished
from plakoto_bot.words.names import shown_name
from renderer.graph import describe_graph, render_graph

#: How often a page is filled up again after people on it turned out to have left.
_ROUNDS = 5
Period = Literal["all-time", "this-month"]
Person = discord.Member | discord.User

#: None, for parameters whose types do not say so: with «Member | None» discord.py takes a typed name that is nobody's
#: for None, and the caller's own profile would be shown without a word.
_UNNAMED: Any = commands.parameter(default=None)


class StandingsCog(Feature):
    """``/leaderboard``, ``/profile`` and ``/history``."""

    @commands.hybrid_command(description="The best players of this server", aliases=["top"])
    @commands.guild_only()
    @app_commands.describe(
        game="Which game; without it, the usual one of this server", period="Of all time or this month"
    )
    @answered
    async def leaderboard(self, ctx: Ctx, game: Kind = _UNNAMED, period: Period = "all-time") -> None:
        """Show the first page of the leaderboard."""
        self.app.allowance.require(ctx.author.id)
        kind = game or (await self.app.services.choices.of_server(place_of(ctx).guild_id)).kind
        which = ALL_TIME if period == "all-time" else self.app.services.standings.this_month()
        assert ctx.guild is not None, "place_of has refused direct messages"
        await tell(ctx, leaderboard_message(await present_leaderboard(self.app, ctx.guild, kind, which, 0)))

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
            raise Refused(finished.AGAINST_ONESELF)
        self.app.allowance.require(ctx.author.id)
        name = await self._name(who)
        profile = await self.app.services.standings.profile(guild_id, who.id, opponent, game)
        if not profile.standings and not sum(profile.dice):
            raise Refused(finished.NO_SCORES_SELF if who == ctx.author else finished.NO_SCORES.format(who=name))
        against_name = None if against is None else shown_name(against.display_name, against.id)
        await tell(ctx, await profile_message(profile, name, against_name))

    @commands.hybrid_command(description="Finished matches of somebody: results, files and boards")
    @commands.guild_only()
    @app_commands.describe(person="Whose; without it, yours")
    @answered
    async def history(self, ctx: Ctx, person: discord.Member | discord.User = _UNNAMED) -> None:
        """List somebody's finished matches."""
        guild_id = place_of(ctx).guild_id
        who = person or ctx.author
        name = await self._name(who)
        page = await self.app.services.history.page(guild_id, who.id)
        if not page.matches:
            raise Refused(finished.NO_HISTORY_SELF if who == ctx.author else finished.NO_HISTORY.format(who=name))
        await tell(ctx, history_message(page, name))

    async def _name(self, who: Person) -> str:
        """What somebody of this server is called, safe to show, and noted; refused for anybody else."""
        if not isinstance(who, discord.Member):
            raise Refused(finished.NOT_IN_SERVER.format(who=common.mention(who.id)))
        await remember(self.app.services.people, who)
        return shown_name(who.display_name, who.id)


class LeaderboardButton(PageButton, form="leaderboard:{kind}:{period}:{page}"):
    """Another page of a leaderboard. The server is that of the press, so no id can open another one's."""

    async def act(self, app: App, press: Press) -> None:
        app.allowance.require(press.user.id)
        kind, period, number = self.values["kind"], self.values["period"], self.values["page"]
        await redraw(press, leaderboard_message(await present_leaderboard(app, guild_of(press), kind, period, number)))


async def present_leaderboard(app: App, guild: discord.Guild, kind: str, period: str, number: int) -> LeaderboardPage:
    """A page of the leaderboard with members only, under their present names; ``number`` counts from 0.

    When Discord does not say who is a member, the page goes by what was known before.
    """
    people, standings = app.services.people, app.services.standings
    page = await standings.leaderboard(guild.id, kind, period, number)
    for _ in range(_ROUNDS):
        found = await find_members(guild, page.to_check) if page.to_check else None
        if found is None or not await people.looked_for(guild.id, found, page.to_check - found.keys()):
            break
        page = await standings.leaderboard(guild.id, kind, period, number)
    return page


def leaderboard_message(page: LeaderboardPage) -> Message:
    """A page of the leaderboard with the buttons to its neighbours."""
    beside = LeaderboardButton.beside(page.page, page.pages, kind=page.kind, period=page.period)
    return Message(leaderboard_text(page), controls=controls_of(*beside))


def leaderboard_text(page: LeaderboardPage) -> str:
    """A page of the leaderboard, or why it is empty."""
    if not page.lines:
        return finished.nobody_ranked(page.kind, page.period, LEAST_MATCHES)
    lines = [finished.leaderboard_title(page.kind, page.period, page.page, page.pages)]
    for rank, ranked in enumerate(page.lines, page.first_rank):
        standing = ranked.standing
        name = shown_name(ranked.name, standing.user_id)
        lines.append(finished.leaderboard_line(rank, name, standing.rating, record_of(standing)))
    return "\n".join(lines)


async def profile_message(profile: Profile, name: str, opponent: str | None) -> Message:
    """A profile; ``name`` and ``opponent`` are safe to show. Without rated matches there is no picture."""
    text = _text(profile, name, opponent)
    if not profile.ratings:
        return Message(text)
    matches = next(one.matches for one in profile.standings if one.kind == profile.graph_kind)
    picture = await asyncio.to_thread(render_graph, profile.ratings, matches)
    return Message(text, files=[attachment(picture, describe_graph(profile.ratings, profile.graph_kind), "rating")])


def _text(profile: Profile, name: str, opponent: str | None) -> str:
    lines = [finished.profile_title(name)]
    lines += [finished.profile_line(one.kind, one.rating, record_of(one)) for one in profile.standings]
    if profile.against is not None and opponent is not None:
        duel = profile.against
        lines.append(finished.head_to_head(opponent, duel.matches, duel.wins, duel.points, duel.against))
    if sum(profile.dice):
        lines.append(finished.dice_counts(profile.dice, _how_usual(profile.dice)))
    if profile.ratings:
        lines.append(finished.GRAPH_BELOW.format(kind=profile.graph_kind.capitalize()))
    else:
        lines.append(finished.NO_GRAPH.format(kind=profile.graph_kind.capitalize()))
    return "\n".join(lines)


def _how_usual(rolled: tuple[int, ...]) -> str:
    value = dice_check.chi_square(rolled)
    match dice_check.how_usual(rolled):
        case dice_check.HowUsual.TOO_FEW:
            return finished.dice_too_few(dice_check.LEAST_DICE)
        case dice_check.HowUsual.USUAL:
            return finished.dice_usual(value, dice_check.USUAL)
        case dice_check.HowUsual.UNUSUAL:
            return finished.dice_unusual(value, dice_check.USUAL)
        case dice_check.HowUsual.RARE:
            return finished.dice_rare(value, dice_check.RARE)


def record_of(standing: Standing) -> str:
    """The matches, wins and points of one person in one kind of match, and how the last ones went."""
    numbers = (standing.matches, standing.wins, standing.points, standing.mars, standing.mothers, standing.streak)
    return finished.record(*numbers)
