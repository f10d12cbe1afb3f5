"""Buttons on a challenge's card, and *Rematch* under a result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import discord
from discord.ext import commands

from cogs.challenge.cards import card, close_others, update_card
from cogs.challenge.threads import move_to_thread, wants_thread
from cogs.kit.app import App, Ctx, Press
from cogs.kit.controls import ActionButton, controls_of, tell_channel
from cogs.kit.members import find_members, remember
from cogs.kit.message import Message, to_send
from cogs.kit.places import guild_of, require_channel, require_permissions
from cogs.kit.refusals import Refused, sentence_for
from cogs.kit.replies import LOST, redraw, show, tell
from plakoto_bot.domain.errors import CannotChallenge, ChallengeClosed, WhyNoChallenge
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.people import DELETED_ID
from plakoto_bot.errors import PlakotoError
from plakoto_bot.words import challenges, common, refusals


class MatchButton(ActionButton, form="{action}:{match}:0"):
    """Answers on a challenge's card, and *Rematch* under a result."""

    LOOKS: ClassVar = {
        "accept": ("Accept", discord.ButtonStyle.success),
        "decline": ("Decline", discord.ButtonStyle.danger),
        "withdraw": "Withdraw",
        "rematch": ("Rematch", discord.ButtonStyle.primary),
    }

    async def act(self, app: App, press: Press) -> None:
        match_id = self.values["match"]
        match self.values["action"]:
            case "accept":
                await _accept(app, press, match_id, on_card=True)
            case "rematch":
                await _rematch(app, press, match_id)
            case "decline":
                await redraw(press, card(await app.services.challenges.decline(match_id, press.user.id)))
            case _:
                await redraw(press, card(await app.services.challenges.withdraw(match_id, press.user.id)))

    @classmethod
    def begins_match(cls, custom_id: str) -> bool:
        """Whether whoever presses a control with this id may begin a match."""
        found = cls.ids.pattern.fullmatch(custom_id)
        return found is not None and found["action"] in ("accept", "rematch")


def open_card(match: Match) -> Message:
    """The card of an open challenge; pings the one who is challenged."""
    actions = ("accept", "withdraw") if match.opponent_id is None else ("accept", "decline", "withdraw")
    controls = controls_of(*(MatchButton.of(action, match=match.id) for action in actions))
    return replace(card(match), controls=controls, pings=() if match.opponent_id is None else (match.opponent_id,))


async def _accept(app: App, press: Press, match_id: int, *, on_card: bool) -> None:
    """Accept a challenge, on whose own card that was pressed or not."""
    threaded = await _require_room(app, press)
    services = app.services
    match = await services.games.match(match_id)
    if match.status is MatchStatus.OPEN and await _has_left(press, match.challenger_id):
        await services.challenges.cancel(match_id)
        await update_card(app, await services.games.match(match_id))
        raise Refused(refusals.CHALLENGER_LEFT.format(who=common.mention(match.challenger_id)))
    game = await services.challenges.accept(match_id, press.user.id, press.id)
    if on_card:
        await redraw(press, card(game.match))
    else:
        await tell(press, challenges.ACCEPTED)
        await update_card(app, game.match)
    if threaded:
        assert press.message is not None, "a button stands under a message"
        await move_to_thread(app, press.channel, game, game.match.card_id or press.message.id, press.user)
    await close_others(app, game.match)
    await tell_channel(app, press, game)


async def _rematch(app: App, press: Press, match_id: int) -> None:
    await _require_room(app, press)
    old = await app.services.games.match(match_id)
    side = old.side_of(press.user.id)
    if side is not None and old.terms.level is None and await _has_left(press, old.player(side.other)):
        raise Refused(refusals.CHALLENGE_NOT_MEMBER.format(opponent=common.mention(old.player(side.other))))
    try:
        match = await app.services.challenges.rematch(match_id, press.user.id)
    except CannotChallenge as error:
        # Both pressed it: the second press is the answer to the first. A challenge under other rules is none.
        if error.reason is not WhyNoChallenge.CROSSED or error.match is None:
            raise
        if error.match.terms.preset != old.terms.preset:
            raise
        await _accept(app, press, error.match.id, on_card=False)
        return
    # The result keeps its buttons: the game that was played can still be analysed.
    await put_up(app, press, match)


async def put_up(app: App, asked: Ctx | Press, match: Match) -> None:
    """Show a new challenge where somebody asked for it; one to the bot is accepted at once."""
    if match.terms.level is not None:
        if not isinstance(asked, commands.Context) or asked.interaction:
            # In front of the board, which is to be the newest message.
            await tell(asked, challenges.ACCEPTED)
        await _begin_with_bot(app, asked, match)
        return
    try:
        posted = await show(asked, open_card(match))
    except LOST:
        await app.services.challenges.cancel(match.id)
        raise
    await app.services.challenges.note_card(match.id, posted.id)


async def _begin_with_bot(app: App, asked: Ctx | Press, match: Match) -> None:
    """Post the card of a challenge to the bot, accept it and begin.

    The card's id fixes the dice. It is a message like any other, not the answer to a command, so that Discord numbers
    it when the promise is in it and not before.
    """
    assert match.opponent_id is not None, "a challenge to the bot names it"
    channel: Any = asked.channel
    try:
        posted = await channel.send(**to_send(card(match)))
        await app.services.challenges.note_card(match.id, posted.id)
        game = await app.services.challenges.accept(match.id, match.opponent_id, posted.id)
    except (PlakotoError, *LOST):
        await app.services.challenges.cancel(match.id)
        await update_card(app, await app.services.games.match(match.id))
        raise
    await remember(app.services.people, channel.guild.me)
    if wants_thread(await app.services.choices.of_server(match.guild_id), channel):
        person = asked.author if isinstance(asked, commands.Context) else asked.user
        await move_to_thread(app, channel, game, posted.id, person)
    await close_others(app, game.match)
    await tell_channel(app, asked, game)


async def _require_room(app: App, press: Press) -> bool:
    """Refuse if the bot lacks a permission to run a match here; whether the match gets a thread of its own."""
    chosen = await app.services.choices.of_server(guild_of(press).id)
    require_channel(chosen, press.channel)
    threaded = wants_thread(chosen, press.channel)
    require_permissions(press.app_permissions, press.channel, thread=threaded)
    return threaded


async def _has_left(press: Press, user_id: int) -> bool:
    """Whether somebody is surely no member of the server any more; not when Discord does not say."""
    if user_id == DELETED_ID:
        return False
    found = await find_members(guild_of(press), [user_id])
    return found is not None and user_id not in found


async def refuse_closed(press: Press, error: ChallengeClosed) -> None:
    """Say why not, and show on the card what became of the challenge."""
    # A card stays where it was when its match has gone to a thread.
    own = press.message is not None and press.message.id == error.match.card_id
    await update_card(press.client.app, error.match, press.channel_id if own else None)
    await tell(press, sentence_for(error, press.user.id))
