"""Buttons that end a game or a match without a play: giving up, offering to, and claiming a win on time."""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord.ui import Button, View

from cogs.ending.messages import offer_text
from cogs.kit.app import App, Press
from cogs.kit.codec import COUNT, ID, IdForm, choice
from cogs.kit.controls import ActionButton, Control, PersonalControl, controls_of, redraw_and_tell, tell_channel
from cogs.kit.message import Message
from cogs.kit.replies import redraw, tell
from plakoto_bot import texts
from plakoto_bot.engine.game import resignation
from plakoto_bot.storage.records import GameRecord


def _ids(*actions: str) -> IdForm:
    return IdForm("{action}:{game}:{ply}:{user}", action=choice(*actions), game=ID, ply=COUNT, user=ID)


class _AskedButton(PersonalControl[Button[View]], ActionButton):
    """A button that one person was asked to press."""

    def not_yours(self) -> str:
        return texts.NOT_ASKED.format(who=texts.mention(self.values["user"]))


class ResignButton(_AskedButton, ids=_ids("resign", "offer", "giveup", "keep")):
    """The answers to «resign?»."""

    LOOKS: ClassVar = {
        "resign": ("Resign", discord.ButtonStyle.danger),
        "offer": ("Offer 1 point", discord.ButtonStyle.primary),
        "giveup": ("Resign the match", discord.ButtonStyle.danger),
        "keep": "Play on",
    }

    async def answer(self, app: App, press: Press) -> None:
        action = self.values["action"]
        if action == "keep":
            await redraw(press, Message(texts.RESIGN_KEPT))
        elif action == "offer":
            await _offer(app, press, self.values["game"], self.values["ply"])
        else:
            game = await app.services.games.resign(self.values["game"], press.user.id, whole_match=action == "giveup")
            await redraw(press, Message(texts.RESIGN_DONE))
            await tell_channel(app, press, game)


async def _offer(app: App, press: Press, game_id: int, ply: int) -> None:
    """Post the offer; it counts once it is posted."""
    games, user_id = app.services.games, press.user.id
    game = await games.may_offer(game_id, ply, user_id)
    posted = False
    try:
        opponent = game.match.opponent_of(user_id)
        pings = (opponent,) if (await app.services.settings.of_person(opponent)).pings else ()
        offer = Message(offer_text(game, user_id), controls=offer_controls(game, user_id), pings=pings)
        trouble = await app.delivery.announce(game, offer)
        posted = trouble is None
    finally:
        if not posted:
            await games.take_offer_back(game_id, ply, user_id)
    if trouble is None:
        await redraw(press, Message(texts.OFFER_MADE))
    else:
        await tell(press, texts.OFFER_NOT_MADE.format(why=trouble))


def resign_controls(game: GameRecord, user_id: int) -> View:
    """What stands under «resign?»: what it costs decides which ways there are."""
    side = game.match.side_of(user_id)
    assert side is not None, "only a player is asked"
    actions = ["resign"]
    # With one point the match is lost as well as with two where the opponent needs no more.
    needed = game.match.length - game.match.score[side.other]
    # The bot takes no offers: against it nothing but the tally depends on a point.
    if game.match.level is None and resignation(game.state, side).points > 1 and needed > 1:
        actions.append("offer")
    if game.match.length > 1:
        actions.append("giveup")
    asked: dict[str, Any] = {"game": game.id, "ply": game.state.ply, "user": user_id}
    return controls_of(*(ResignButton.of(action, **asked) for action in (*actions, "keep")))


class OfferButton(_AskedButton, ids=_ids("take", "refuse")):
    """The answers to an offer of one point, for the opponent."""

    LOOKS: ClassVar = {
        "take": ("Take 1 point", discord.ButtonStyle.success),
        "refuse": "Play on",
    }

    async def answer(self, app: App, press: Press) -> None:
        who = texts.mention(press.user.id)
        if self.values["action"] == "refuse":
            await redraw(press, Message(texts.OFFER_REFUSED.format(who=who)))
            return
        game = await app.services.games.accept_offer(self.values["game"], self.values["ply"], press.user.id)
        await redraw_and_tell(app, press, game, Message(texts.OFFER_TAKEN.format(who=who)))


def offer_controls(game: GameRecord, user_id: int) -> View:
    """What stands under the offer that ``user_id`` makes."""
    asked: dict[str, Any] = {"game": game.id, "ply": game.state.ply, "user": game.match.opponent_of(user_id)}
    return controls_of(*(OfferButton.of(action, **asked) for action in OfferButton.LOOKS))


class ClaimButton(_AskedButton, ids=_ids("claim")):
    """*Claim the win*, for the player whose opponent has let the time run out."""

    LOOKS: ClassVar = {"claim": ("Claim the win", discord.ButtonStyle.success)}

    async def answer(self, app: App, press: Press) -> None:
        game = await app.services.games.claim_on_time(self.values["game"], self.values["ply"], press.user.id)
        await redraw_and_tell(app, press, game, Message())


def claim_controls(game: GameRecord) -> View:
    """What stands under the word that the time is over."""
    waiting = game.match.player(game.state.position.turn.other)
    return controls_of(ClaimButton.of("claim", game=game.id, ply=game.state.ply, user=waiting))


#: To be registered with the bot.
ENDING_CONTROLS: tuple[type[Control[Any]], ...] = (ResignButton, OfferButton, ClaimButton)
