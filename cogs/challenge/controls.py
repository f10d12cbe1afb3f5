"""Buttons on a challenge's card, and *Rematch* under a result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import discord

from cogs.challenge.cards import card, close_others, update_card
from cogs.challenge.threads import move_to_thread, wants_thread
from cogs.challenge.with_bot import begin_with_bot
from cogs.kit.app import App, Press
from cogs.kit.codec import ID, IdForm, choice
from cogs.kit.controls import ActionButton, Control, controls_of, tell_channel
from cogs.kit.deferral import LOST
from cogs.kit.members import find_members
from cogs.kit.message import Message
from cogs.kit.places import guild_of, require_channel, require_permissions
from cogs.kit.refusals import Refused, sentence_for
from cogs.kit.replies import redraw, show, tell
from plakoto_bot import texts
from plakoto_bot.names import DELETED_ID
from plakoto_bot.services.errors import CannotChallenge, ChallengeClosed
from plakoto_bot.storage.records import MatchRecord, MatchStatus


class MatchButton(
    ActionButton,
    ids=IdForm("{action}:{match}:0", action=choice("accept", "decline", "withdraw", "rematch"), match=ID),
):
    """Answers on a challenge's card, and *Rematch* under a result."""

    LOOKS: ClassVar = {
        "accept": ("Accept", discord.ButtonStyle.success),
        "decline": ("Decline", discord.ButtonStyle.danger),
        "withdraw": "Withdraw",
        "rematch": ("Rematch", discord.ButtonStyle.primary),
    }

    async def act(self, app: App, press: Press) -> None:
        games, match_id = app.services.games, self.values["match"]
        match self.values["action"]:
            case "accept":
                await _accept(app, press, match_id, on_card=True)
            case "rematch":
                await _rematch(app, press, match_id)
            case "decline":
                await redraw(press, card(await games.decline(match_id, press.user.id)))
            case _:
                await redraw(press, card(await games.withdraw(match_id, press.user.id)))

    @classmethod
    def begins_match(cls, custom_id: str) -> bool:
        """Whether whoever presses a control with this id may begin a match."""
        found = cls.ids.pattern.fullmatch(custom_id)
        return found is not None and found["action"] in ("accept", "rematch")


#: To be registered with the bot.
CHALLENGE_CONTROLS: tuple[type[Control[Any]], ...] = (MatchButton,)


def open_card(match: MatchRecord) -> Message:
    """The card of an open challenge; pings the one who is challenged."""
    actions = ("accept", "withdraw") if match.opponent_id is None else ("accept", "decline", "withdraw")
    controls = controls_of(*(MatchButton.of(action, match=match.id) for action in actions))
    return replace(card(match), controls=controls, pings=() if match.opponent_id is None else (match.opponent_id,))


async def _accept(app: App, press: Press, match_id: int, *, on_card: bool) -> None:
    """Accept a challenge, on whose own card that was pressed or not."""
    threaded = await _require_room(app, press)
    games = app.services.games
    match = await games.match(match_id)
    if match.status is MatchStatus.OPEN and await _has_left(press, match.challenger_id):
        await games.cancel(match_id)
        await update_card(app, await games.match(match_id))
        raise Refused(texts.CHALLENGER_LEFT.format(who=texts.mention(match.challenger_id)))
    game = await games.accept(match_id, press.user.id, press.id)
    if on_card:
        await redraw(press, card(game.match))
    else:
        await tell(press, texts.ACCEPTED)
        await update_card(app, game.match)
    if threaded:
        assert press.message is not None, "a button stands under a message"
        await move_to_thread(app, press.channel, game, game.match.card_id or press.message.id, press.user)
    await close_others(app, game.match)
    await tell_channel(app, press, game)


async def _rematch(app: App, press: Press, match_id: int) -> None:
    await _require_room(app, press)
    games = app.services.games
    old = await games.match(match_id)
    side = old.side_of(press.user.id)
    if side is not None and old.level is None and await _has_left(press, old.player(side.other)):
        raise Refused(texts.CHALLENGE_NOT_MEMBER.format(opponent=texts.mention(old.player(side.other))))
    try:
        match = await games.rematch(match_id, press.user.id)
    except CannotChallenge as error:
        # Both pressed it: the second press is the answer to the first. A challenge under other rules is none.
        if error.reason != "crossed" or error.match is None:
            raise
        if error.match.preset != old.preset:
            raise
        await _accept(app, press, error.match.id, on_card=False)
        return
    if match.level is not None:
        # The result keeps its buttons: the game that was played can still be analysed.
        await tell(press, texts.ACCEPTED)
        trouble = await begin_with_bot(app, press.channel, match, press.user)
        if trouble:
            await tell(press, trouble)
        return
    try:
        posted = await show(press, open_card(match))
    except LOST:
        await games.cancel(match.id)
        raise
    await games.note_card(match.id, posted.id)


async def _require_room(app: App, press: Press) -> bool:
    """Refuse if the bot lacks a permission to run a match here; whether the match gets a thread of its own."""
    chosen = await app.services.settings.of_server(guild_of(press).id)
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
