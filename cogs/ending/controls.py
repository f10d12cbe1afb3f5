"""Buttons that end a game or a match without a play: giving up, offering to, and claiming a win on time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Self

import discord
from discord.ui import Button, Item, View

from cogs.controls import CONTROLS, GAME_ID, Control, redraw_and_tell, tell_channel
from cogs.presenters import offer_text
from cogs.replies import redraw, tell
from plakoto_bot import texts
from plakoto_bot.engine.game import resignation
from plakoto_bot.storage.records import GameRecord

if TYPE_CHECKING:
    from cogs.controls import Press


class _PersonalButton(Control[Button[View]], template="$^"):
    """A button that one person was asked to press; ``user_id`` is theirs and stands in the id."""

    LOOKS: ClassVar[dict[str, tuple[str, discord.ButtonStyle]]]

    def __init__(self, action: str, game_id: int, ply: int, user_id: int) -> None:
        label, style = self.LOOKS[action]
        super().__init__(Button(label=label, style=style, custom_id=f"plakoto:{action}:{game_id}:{ply}:{user_id}"))
        self.action = action
        self.game_id = game_id
        self.ply = ply
        self.user_id = user_id

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["action"], int(match["game"]), int(match["ply"]), int(match["user"]))

    async def act(self, press: Press) -> None:
        if press.user.id == self.user_id:
            await self.answer(press)
        else:
            await tell(press, texts.NOT_ASKED.format(who=texts.mention(self.user_id)))

    async def answer(self, press: Press) -> None:
        """Do what the button says for the one who was asked."""
        raise NotImplementedError


class ResignButton(_PersonalButton, template=rf"plakoto:(?P<action>resign|offer|giveup|keep):{GAME_ID}:(?P<user>\d+)"):
    """The answers to «resign?»."""

    LOOKS: ClassVar = {
        "resign": ("Resign", discord.ButtonStyle.danger),
        "offer": ("Offer 1 point", discord.ButtonStyle.primary),
        "giveup": ("Resign the match", discord.ButtonStyle.danger),
        "keep": ("Play on", discord.ButtonStyle.secondary),
    }

    async def answer(self, press: Press) -> None:
        games = press.client.games
        if self.action == "keep":
            await redraw(press, content=texts.RESIGN_KEPT, view=None)
        elif self.action == "offer":
            await self._offer(press)
        else:
            game = await games.resign(self.game_id, press.user.id, whole_match=self.action == "giveup")
            await redraw(press, content=texts.RESIGN_DONE, view=None)
            await tell_channel(press, game)

    async def _offer(self, press: Press) -> None:
        """Post the offer; it counts once it is posted."""
        bot, user_id = press.client, press.user.id
        game = await bot.games.may_offer(self.game_id, self.ply, user_id)
        posted = False
        try:
            opponent = game.match.opponent_of(user_id)
            pinged = opponent if (await bot.settings.of_person(opponent)).pings else None
            text, view = offer_text(game, user_id), offer_controls(game, user_id)
            trouble = await bot.table.announce(game, text, view, pinged=pinged)
            posted = trouble is None
        finally:
            if not posted:
                await bot.games.take_offer_back(self.game_id, self.ply, user_id)
        if trouble is None:
            await redraw(press, content=texts.OFFER_MADE, view=None)
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
    view = View(timeout=None)
    for action in (*actions, "keep"):
        view.add_item(ResignButton(action, game.id, game.state.ply, user_id))
    return view


class OfferButton(_PersonalButton, template=rf"plakoto:(?P<action>take|refuse):{GAME_ID}:(?P<user>\d+)"):
    """The answers to an offer of one point, for the opponent."""

    LOOKS: ClassVar = {
        "take": ("Take 1 point", discord.ButtonStyle.success),
        "refuse": ("Play on", discord.ButtonStyle.secondary),
    }

    async def answer(self, press: Press) -> None:
        if self.action == "refuse":
            await redraw(press, content=texts.OFFER_REFUSED.format(who=texts.mention(press.user.id)), view=None)
            return
        game = await press.client.games.accept_offer(self.game_id, self.ply, press.user.id)
        await redraw_and_tell(
            press, game, content=texts.OFFER_TAKEN.format(who=texts.mention(press.user.id)), view=None
        )


def offer_controls(game: GameRecord, user_id: int) -> View:
    """What stands under the offer that ``user_id`` makes."""
    view = View(timeout=None)
    for action in OfferButton.LOOKS:
        view.add_item(OfferButton(action, game.id, game.state.ply, game.match.opponent_of(user_id)))
    return view


class ClaimButton(_PersonalButton, template=rf"plakoto:(?P<action>claim):{GAME_ID}:(?P<user>\d+)"):
    """*Claim the win*, for the player whose opponent has let the time run out."""

    LOOKS: ClassVar = {"claim": ("Claim the win", discord.ButtonStyle.success)}

    async def answer(self, press: Press) -> None:
        game = await press.client.games.claim_on_time(self.game_id, self.ply, press.user.id)
        await redraw_and_tell(press, game, view=None)


def claim_controls(game: GameRecord) -> View:
    """What stands under the word that the time is over."""
    waiting = game.match.player(game.state.position.turn.other)
    view = View(timeout=None)
    view.add_item(ClaimButton("claim", game.id, game.state.ply, waiting))
    return view


#: Every control of a running game, to be registered with the bot.
GAME_CONTROLS: tuple[type[Control[Any]], ...] = (*CONTROLS, ResignButton, OfferButton, ClaimButton)
