"""Buttons that end a game or a match without a play: giving up, offering to, and claiming a win on time."""

from __future__ import annotations

from typing import Any, ClassVar

import discord
from discord.ui import Button, View

from cogs.kit.app import App, Press
from cogs.kit.controls import ActionButton, PersonalControl, controls_of, redraw_and_tell, tell_channel
from cogs.kit.message import Message
from cogs.kit.replies import redraw, tell
from plakoto_bot.domain.game import Game
from plakoto_bot.engine.game import resignation
from plakoto_bot.words import answers, common, refusals

#: Which game at which ply, and who is asked.
_FORM = "{action}:{game}:{ply}:{user}"


class _AskedButton(PersonalControl[Button[View]], ActionButton):
    """A button that one person was asked to press."""

    def not_yours(self) -> str:
        return refusals.NOT_ASKED.format(who=common.mention(self.values["user"]))


class ResignButton(_AskedButton, form=_FORM):
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
            await redraw(press, Message(answers.RESIGN_KEPT))
        elif action == "offer":
            await _offer(app, press, self.values["game"], self.values["ply"])
        else:
            game = await app.services.endings.resign(self.values["game"], press.user.id, whole_match=action == "giveup")
            await redraw(press, Message(answers.RESIGN_DONE))
            await tell_channel(app, press, game)


async def _offer(app: App, press: Press, game_id: int, ply: int) -> None:
    """Post the offer; it counts once it is posted."""
    endings, user_id = app.services.endings, press.user.id
    game = await endings.offer(game_id, ply, user_id)
    posted = False
    try:
        opponent = game.match.opponent_of(user_id)
        pings = (opponent,) if (await app.services.choices.of_person(opponent)).pings else ()
        text = answers.OFFER.format(opponent=common.mention(opponent), who=common.mention(user_id))
        asked: dict[str, Any] = {"game": game.id, "ply": ply, "user": opponent}
        controls = controls_of(*(OfferButton.of(action, **asked) for action in OfferButton.LOOKS))
        trouble = await app.delivery.announce(game, Message(text, controls=controls, pings=pings))
        posted = trouble is None
    finally:
        if not posted:
            await endings.take_offer_back(game_id, ply, user_id)
    if trouble is None:
        await redraw(press, Message(answers.OFFER_MADE))
    else:
        await tell(press, answers.OFFER_NOT_MADE.format(why=trouble))


def resign_question(game: Game, user_id: int) -> Message:
    """«Resign?»: what it costs, which decides which ways there are."""
    side, opponent = game.match.side_of(user_id), game.match.opponent_of(user_id)
    assert side is not None, "only a player is asked"
    points = resignation(game.state, side).points
    text = answers.RESIGN_QUESTION.format(opponent=common.mention(opponent), points=common.points(points))
    actions = ["resign"]
    # With one point the match is lost as well as with two where the opponent needs no more.
    needed = game.match.terms.length - game.match.score[side.other]
    # The bot takes no offers: against it nothing but the tally depends on a point.
    if game.match.terms.level is None and points > 1 and needed > 1:
        actions.append("offer")
    if game.match.terms.length > 1:
        actions.append("giveup")
    asked: dict[str, Any] = {"game": game.id, "ply": game.state.ply, "user": user_id}
    return Message(text, controls=controls_of(*(ResignButton.of(action, **asked) for action in (*actions, "keep"))))


class OfferButton(_AskedButton, form=_FORM):
    """The answers to an offer of one point, for the opponent."""

    LOOKS: ClassVar = {"take": ("Take 1 point", discord.ButtonStyle.success), "refuse": "Play on"}

    async def answer(self, app: App, press: Press) -> None:
        who = common.mention(press.user.id)
        if self.values["action"] == "refuse":
            await redraw(press, Message(answers.OFFER_REFUSED.format(who=who)))
            return
        game = await app.services.endings.accept_offer(self.values["game"], self.values["ply"], press.user.id)
        await redraw_and_tell(app, press, game, Message(answers.OFFER_TAKEN.format(who=who)))


class ClaimButton(_AskedButton, form=_FORM):
    """*Claim the win*, for the player whose opponent has let the time run out."""

    LOOKS: ClassVar = {"claim": ("Claim the win", discord.ButtonStyle.success)}

    async def answer(self, app: App, press: Press) -> None:
        game = await app.services.endings.claim_on_time(self.values["game"], self.values["ply"], press.user.id)
        await redraw_and_tell(app, press, game, Message())


def claim_controls(game: Game) -> View:
    """What stands under the word that the time is over."""
    waiting = game.match.player(game.on_roll.other)
    return controls_of(ClaimButton.of("claim", game=game.id, ply=game.state.ply, user=waiting))
