"""Asking somebody for a game."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.challenge.cards import update_card
from cogs.challenge.controls import put_up
from cogs.challenge.threads import wants_thread
from cogs.kit.app import Ctx
from cogs.kit.commands import Feature, Kind, answered_publicly, repeatedly
from cogs.kit.places import place_of, require_channel, require_permissions
from cogs.kit.refusals import Refused
from plakoto_bot.ai.player import DEFAULT_LEVEL
from plakoto_bot.domain.choices import ServerSettings
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.kinds import DEFAULT_LENGTHS
from plakoto_bot.words import common, refusals

Points = Literal[1, 3, 5, 7]
Preset = Literal["classic", "end-of-turn", "instant", "no-hit-and-run"]
Pace = Literal["blitz", "live", "day", "relaxed", "none"]
Level = Literal["beginner", "casual", "strong", "expert"]


class ChallengeCog(Feature):
    """``/challenge``, and closing challenges that nobody answered."""

    @commands.hybrid_command(description="Challenge somebody, or anybody, to a game or a match")
    @commands.guild_only()
    @app_commands.describe(
        opponent="Who is to play you, I myself if you like; leave it out and anyone may accept",
        game="One game, or tavli: Portes, Plakoto and Fevga in turn",
        points="How many points win the match",
        rules="House rules",
        pace="How long a turn may take",
        level="How well I play, if I am the opponent",
        rated="Whether the match changes ratings",
        position="A position line to start from; one unrated game",
    )
    @answered_publicly
    async def challenge(
        self,
        ctx: Ctx,
        opponent: discord.Member | discord.User | None = None,
        game: Kind | None = None,
        points: Points | None = None,
        rules: Preset | None = None,
        pace: Pace | None = None,
        level: Level | None = None,
        rated: bool = True,
        *,
        position: str | None = None,
    ) -> None:
        """Put a challenge into the channel."""
        place = place_of(ctx)
        chosen = await self.app.services.choices.of_server(place.guild_id)
        require_channel(chosen, ctx.channel)
        # ctx.bot_permissions would say what the answer to a command may hold, which is more than later messages may.
        held = ctx.interaction.app_permissions if ctx.interaction else ctx.bot_permissions
        require_permissions(held, ctx.channel, thread=wants_thread(chosen, ctx.channel))
        assert ctx.bot.user is not None, "commands come when it is logged in"
        opponent_id = opponent.id if opponent else None
        if opponent_id == ctx.bot.user.id or (opponent is None and level):
            opponent_id, level = ctx.bot.user.id, level or DEFAULT_LEVEL
        else:
            _require_fair_opponent(ctx.channel, opponent, level)
        terms = terms_of(chosen, game, points, rules, pace, rated, position, level)
        match = await self.app.services.challenges.open(place, ctx.author.id, opponent_id, terms)
        await put_up(self.app, ctx, match)

    @repeatedly(60)
    async def sweep(self) -> None:
        """Close overdue challenges."""
        with self.app.work.begun():
            for match in await self.app.services.challenges.expire():
                await update_card(self.app, match)


def terms_of(
    chosen: ServerSettings,
    game: str | None,
    points: int | None,
    rules: str | None,
    pace: str | None,
    rated: bool,
    position: str | None,
    level: str | None,
) -> Proposal:
    """The terms of a challenge: what was said, and the server's choice or the custom for the rest."""
    kind = game or chosen.kind
    # A server's usual length and rules belong to its usual game; a position says itself which game it is of.
    usual = kind == chosen.kind and position is None
    length = points or (chosen.length if usual else DEFAULT_LENGTHS.get(kind, 1))
    preset = rules or (chosen.preset if usual else None)
    return Proposal(kind, preset, length, pace or chosen.pace, rated, position, level)


def _require_fair_opponent(
    channel: discord.abc.MessageableChannel, opponent: discord.Member | discord.User | None, level: str | None
) -> None:
    """Only people of this server who can see the channel can be challenged, and they play as well as they play."""
    if opponent is None:
        return
    if level is not None:
        raise Refused(refusals.LEVEL_OF_PERSON)
    if opponent.bot:
        raise Refused(refusals.CHALLENGE_BOT)
    if not isinstance(opponent, discord.Member):
        raise Refused(refusals.CHALLENGE_NOT_MEMBER.format(opponent=common.mention(opponent.id)))
    if (
        isinstance(channel, discord.abc.GuildChannel | discord.Thread)
        and not channel.permissions_for(opponent).view_channel
    ):
        raise Refused(refusals.CHALLENGE_CANNOT_SEE.format(opponent=common.mention(opponent.id)))
