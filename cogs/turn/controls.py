"""Buttons and menus under messages. They keep no state: all they need is in their ids, so they outlive restarts.

Ids are ``plakoto:<action>:<match or game>:<ply>[:...]``. Steps of an unfinished play are written ``24.5_23.1``:
source point and die.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import discord
from discord.ext import commands
from discord.ui import Button, DynamicItem, Item, Select, View

from cogs.deferral import deferred_if_slow
from cogs.members import find_members
from cogs.opponent import begin_with_bot
from cogs.presenters import challenge_embed, challenge_text, link_to, stepped_text, told_before
from cogs.release import release_press
from cogs.replies import LOST, Refused, redraw, require_channel, require_permissions, sentence_for, show, tell
from cogs.threads import move_to_thread, wants_thread
from plakoto_bot import texts
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.moves import Play, Step, step_from
from plakoto_bot.engine.notation import format_play, shorten_play
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.names import DELETED_ID
from plakoto_bot.services.errors import CannotChallenge, ChallengeClosed, GameOver, StaleAction
from plakoto_bot.storage.records import GameRecord, MatchRecord, MatchStatus
from plakoto_bot.turn_line import turn_line

if TYPE_CHECKING:
    from cogs.client import PlakotoBot
    from cogs.draft import Foresight

    Press = discord.Interaction[PlakotoBot]

#: Discord's ids of components in a message are below this.
_MARKS = 2**31

#: Discord's limit on the options of one menu.
MENU_SIZE = 25

GAME_ID = r"(?P<game>\d+):(?P<ply>\d+)"
_TAKEN = r"(?P<taken>[\d._]*):(?P<page>\d+)"

ItemT = TypeVar("ItemT", bound=Item[Any])


class Control(DynamicItem[ItemT], template="$^"):
    """Base of every control: whatever goes wrong in ``act``, the person who pressed reads a sentence."""

    @abstractmethod
    async def act(self, press: Press) -> None:
        """Do what the control is for; may raise anything."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press, in time. discord.py would only log an exception from here."""
        try:
            async with deferred_if_slow(interaction):
                try:
                    with interaction.client.work.begun():
                        await self._answer(interaction)
                except Exception as fault:
                    await tell(interaction, sentence_for(fault))
        finally:
            release_press(interaction, self.view)

    async def _answer(self, press: Press) -> None:
        try:
            await self.act(press)
        except Exception as error:
            await _refuse(press, error)


async def _refuse(press: Press, error: Exception) -> None:
    """Say why not; who pressed an old board also gets the present one, and the old one loses its controls."""
    sentence = sentence_for(error, press.user.id)
    if isinstance(error, ChallengeClosed):
        # A card stays where it was when its match has gone to a thread.
        own = press.message is not None and press.message.id == error.match.card_id
        await press.client.table.update_card(error.match, press.channel_id if own else None)
    if not isinstance(error, StaleAction | GameOver) or not press.client.allowance.may_draw(press.user.id):
        await tell(press, sentence)
        return
    game = error.game
    if isinstance(error, GameOver) and game.match.status is MatchStatus.RUNNING:
        game = await press.client.games.current(game.match.id)
        sentence = texts.match_goes_on_there(game.number, link_to(game))
    board = await press.client.table.private_board(game.id, press.user.id)
    board["content"] = f"{sentence}\n{board['content']}"
    if press.message and press.message.flags.ephemeral:
        # What only this person sees becomes the present board.
        await redraw(press, attachments=board.pop("files"), **({"view": None} | board))
        return
    await tell(press, **board)
    if press.message and press.message.id != game.message_id:
        with contextlib.suppress(*LOST):
            await press.message.edit(view=None)


# --- challenges ----------------------------------------------------------------------------------------------


class MatchButton(
    Control[Button[View]], template=r"plakoto:(?P<action>accept|decline|withdraw|rematch):(?P<match>\d+):0"
):
    """Answers on a challenge's card, and *Rematch* under a result."""

    LOOKS: ClassVar = {
        "accept": ("Accept", discord.ButtonStyle.success),
        "decline": ("Decline", discord.ButtonStyle.danger),
        "withdraw": ("Withdraw", discord.ButtonStyle.secondary),
        "rematch": ("Rematch", discord.ButtonStyle.primary),
    }

    def __init__(self, action: str, match_id: int) -> None:
        label, style = self.LOOKS[action]
        super().__init__(Button(label=label, style=style, custom_id=f"plakoto:{action}:{match_id}:0"))
        self.action = action
        self.match_id = match_id

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(match["action"], int(match["match"]))

    async def act(self, press: Press) -> None:
        games = press.client.games
        if self.action == "accept":
            await self._accept(press, self.match_id)
        elif self.action == "rematch":
            await self._rematch(press)
        else:
            answer = games.decline if self.action == "decline" else games.withdraw
            match = await answer(self.match_id, press.user.id)
            await redraw(press, content=challenge_text(match), embed=challenge_embed(match), view=None)

    async def _accept(self, press: Press, match_id: int) -> None:
        threaded = await _require_room(press)
        games = press.client.games
        match = await games.match(match_id)
        if match.status is MatchStatus.OPEN and await _has_left(press, match.challenger_id):
            await games.cancel(match_id)
            await press.client.table.update_card(await games.match(match_id))
            raise Refused(texts.CHALLENGER_LEFT.format(who=texts.mention(match.challenger_id)))
        game = await games.accept(match_id, press.user.id, press.id)
        if match_id == self.match_id:
            await redraw(press, content=challenge_text(game.match), embed=challenge_embed(game.match), view=None)
        else:
            await tell(press, texts.ACCEPTED)
            await press.client.table.update_card(game.match)
        if threaded:
            assert press.message is not None, "a button stands under a message"
            await move_to_thread(press.client, press.channel, game, game.match.card_id or press.message.id, press.user)
        await press.client.table.close_others(game.match)
        await tell_channel(press, game)

    async def _rematch(self, press: Press) -> None:
        await _require_room(press)
        games = press.client.games
        old = await games.match(self.match_id)
        side = old.side_of(press.user.id)
        if side is not None and old.level is None and await _has_left(press, old.player(side.other)):
            raise Refused(texts.CHALLENGE_NOT_MEMBER.format(opponent=texts.mention(old.player(side.other))))
        try:
            match = await games.rematch(self.match_id, press.user.id)
        except CannotChallenge as error:
            # Both pressed it: the second press is the answer to the first. A challenge under other rules is none.
            if error.reason != "crossed" or error.match is None:
                raise
            if error.match.preset != old.preset:
                raise
            await self._accept(press, error.match.id)
            return
        if match.level is not None:
            # The result keeps its buttons: the game that was played can still be analysed.
            await tell(press, texts.ACCEPTED)
            trouble = await begin_with_bot(press.client, press.channel, match, press.user)
            if trouble:
                await tell(press, trouble)
            return
        try:
            card = await show(press, **challenge_message(match))
        except LOST:
            await games.cancel(match.id)
            raise
        await games.note_card(match.id, card.id)


async def _require_room(press: Press) -> bool:
    """Refuse if the bot lacks a permission to run a match here; whether the match gets a thread of its own."""
    assert press.guild_id is not None, "challenges live in servers"
    chosen = await press.client.settings.of_server(press.guild_id)
    require_channel(chosen, press.channel)
    threaded = wants_thread(chosen, press.channel)
    require_permissions(press.app_permissions, press.channel, thread=threaded)
    return threaded


async def _has_left(press: Press, user_id: int) -> bool:
    """Whether somebody is surely no member of the server any more; not when Discord does not say."""
    assert press.guild is not None, "challenges live in servers"
    if user_id == DELETED_ID:
        return False
    found = await find_members(press.guild, [user_id])
    return found is not None and user_id not in found


def challenge_message(match: MatchRecord) -> dict[str, Any]:
    """The card of an open challenge as the arguments of a message; pings the one who is challenged."""
    view = View(timeout=None)
    actions = ("accept", "withdraw") if match.opponent_id is None else ("accept", "decline", "withdraw")
    for action in actions:
        view.add_item(MatchButton(action, match.id))
    pinged = [] if match.opponent_id is None else [discord.Object(match.opponent_id)]
    return {
        "content": challenge_text(match),
        "embed": challenge_embed(match),
        "view": view,
        "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, users=pinged),
    }


# --- turns ---------------------------------------------------------------------------------------------------


def turn_controls(game: GameRecord, taken: Play = (), page: int = 0, mark: int | None = None) -> View:
    """What stands under a turn: all plays in one menu, or where they are too many one step at a time.

    ``mark`` tells a menu drawn anew from the one before it, whose pick a client might otherwise still show.
    """
    view = View(timeout=None)
    if game.bot_to_play:
        return view.add_item(BoardButton(game.id, game.state.ply))
    plays = legal_plays(game.state)
    if len(plays) <= MENU_SIZE:
        view.add_item(PlayMenu.of(game, plays))
    else:
        steps = game.state.rules.next_steps(game.state.position, taken)
        if steps:
            view.add_item(StepMenu.of(game, taken, page, steps, mark))
        for action in _step_actions(taken, page, steps):
            view.add_item(StepButton(action, game.id, game.state.ply, taken, page))
    view.add_item(BoardButton(game.id, game.state.ply))
    if game.match.level is not None:
        view.add_item(HintButton(game.id, game.state.ply))
    return view


def _step_actions(taken: Play, page: int, steps: tuple[Step, ...]) -> list[str]:
    actions = []
    if not steps:
        actions.append("confirm")
    if taken:
        actions.append("undo")
    if page > 0:
        actions.append("back")
    if len(steps) > (page + 1) * MENU_SIZE:
        actions.append("more")
    return actions


def write_steps(steps: Play) -> str:
    """Steps as they stand in ids."""
    return "_".join(f"{step.source}.{step.die}" for step in steps)


def read_steps(text: str) -> Play:
    """The steps of ``write_steps``."""
    pairs = (part.split(".") for part in text.split("_") if part)
    return tuple(step_from(int(source), int(die)) for source, die in pairs)


class PlayMenu(Control[Select[View]], template=rf"plakoto:play:{GAME_ID}"):
    """Every play of a roll; picking one plays it."""

    def __init__(self, game_id: int, ply: int, options: list[discord.SelectOption]) -> None:
        custom_id = f"plakoto:play:{game_id}:{ply}"
        super().__init__(Select(custom_id=custom_id, placeholder="Choose your play", options=options))
        self.game_id = game_id
        self.ply = ply

    @classmethod
    def of(cls, game: GameRecord, plays: tuple[Play, ...]) -> Self:
        """The menu of one turn."""
        state = game.state
        options = [
            discord.SelectOption(
                label=shorten_play(format_play(state.rules, state.position, play)), value=write_steps(play)
            )
            for play in sorted(plays, reverse=True)
        ]
        return cls(game.id, state.ply, options)

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The menu that was used."""
        return cls(int(match["game"]), int(match["ply"]), [])

    async def act(self, press: Press) -> None:
        await _play(press, self.game_id, self.ply, read_steps(_picked(press)))


class StepMenu(Control[Select[View]], template=rf"plakoto:step:{GAME_ID}:{_TAKEN}"):
    """The next step of a play; picking one shows the board after it."""

    def __init__(
        self,
        game_id: int,
        ply: int,
        taken: Play,
        page: int,
        options: list[discord.SelectOption],
        mark: int | None = None,
    ) -> None:
        custom_id = f"plakoto:step:{game_id}:{ply}:{write_steps(taken)}:{page}"
        which = ("first", "second", "third", "fourth")[min(len(taken), 3)]
        super().__init__(Select(custom_id=custom_id, placeholder=f"Choose your {which} step", options=options, id=mark))
        self.game_id = game_id
        self.ply = ply
        self.taken = taken

    @classmethod
    def of(cls, game: GameRecord, taken: Play, page: int, steps: tuple[Step, ...], mark: int | None) -> Self:
        """One page of the steps that may come next."""
        rules: Ruleset = game.state.rules
        position = rules.after(game.state.position, taken)
        shown = sorted(steps, reverse=True)[page * MENU_SIZE : (page + 1) * MENU_SIZE]
        options = [
            discord.SelectOption(
                label=format_play(rules, position, (step,)),
                value=write_steps((*taken, step)),
                description=f"with the {step.die}",
            )
            for step in shown
        ]
        return cls(game.id, game.state.ply, taken, page, options, mark)

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The menu that was used."""
        return cls(int(match["game"]), int(match["ply"]), read_steps(match["taken"]), int(match["page"]), [])

    async def act(self, press: Press) -> None:
        await _step(press, self.game_id, self.ply, read_steps(_picked(press)), 0)


class StepButton(Control[Button[View]], template=rf"plakoto:(?P<action>confirm|undo|back|more):{GAME_ID}:{_TAKEN}"):
    """*Confirm*, *Undo* and the pages of a long menu of steps."""

    LOOKS: ClassVar = {
        "confirm": ("Confirm", discord.ButtonStyle.success),
        "undo": ("Undo", discord.ButtonStyle.secondary),
        "back": ("◀ Earlier steps", discord.ButtonStyle.secondary),
        "more": ("More steps ▶", discord.ButtonStyle.secondary),
    }

    def __init__(self, action: str, game_id: int, ply: int, taken: Play, page: int) -> None:
        label, style = self.LOOKS[action]
        custom_id = f"plakoto:{action}:{game_id}:{ply}:{write_steps(taken)}:{page}"
        super().__init__(Button(label=label, style=style, custom_id=custom_id))
        self.action = action
        self.game_id = game_id
        self.ply = ply
        self.taken = taken
        self.page = page

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        taken = read_steps(match["taken"])
        return cls(match["action"], int(match["game"]), int(match["ply"]), taken, int(match["page"]))

    async def act(self, press: Press) -> None:
        if self.action == "confirm":
            await _play(press, self.game_id, self.ply, self.taken)
        elif self.action == "undo":
            await _step(press, self.game_id, self.ply, self.taken[:-1], 0)
        else:
            page = self.page + (1 if self.action == "more" else -1)
            await _step(press, self.game_id, self.ply, self.taken, page)


class BoardButton(Control[Button[View]], template=rf"plakoto:board:{GAME_ID}"):
    """The board from the presser's own side, for their eyes only."""

    def __init__(self, game_id: int, ply: int) -> None:
        super().__init__(Button(label="My board", custom_id=f"plakoto:board:{game_id}:{ply}"))
        self.game_id = game_id

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(int(match["game"]), int(match["ply"]))

    async def act(self, press: Press) -> None:
        press.client.allowance.require(press.user.id)
        await tell(press, **await press.client.table.private_board(self.game_id, press.user.id))
        await press.client.table.mend_picture(self.game_id)


class HintButton(Control[Button[View]], template=rf"plakoto:hint:{GAME_ID}"):
    """The best plays, for the eyes of the player on roll only; stands where the bot is the opponent."""

    def __init__(self, game_id: int, ply: int) -> None:
        super().__init__(Button(label="Hint", custom_id=f"plakoto:hint:{game_id}:{ply}"))
        self.game_id = game_id
        self.ply = ply

    @classmethod
    async def from_custom_id(cls, _press: discord.Interaction[Any], _item: Item[Any], match: re.Match[str], /) -> Self:
        """The button that was pressed."""
        return cls(int(match["game"]), int(match["ply"]))

    async def act(self, press: Press) -> None:
        game = await press.client.opponent.to_advise(self.game_id, self.ply, press.user.id)
        press.client.allowance.require(press.user.id)
        await tell(press, **await press.client.table.hint(game))


#: To be registered with the bot, so that controls of any age are answered; endings.py adds its own.
CONTROLS: tuple[type[Control[Any]], ...] = (MatchButton, PlayMenu, StepMenu, StepButton, BoardButton, HintButton)


def picked(press: Press) -> list[str]:
    """What was chosen in the menu, as Discord sends it: values, or the ids of people and places."""
    assert press.data is not None
    return [str(value) for value in press.data["values"]]  # type: ignore[typeddict-item]


def guild_of(press: Press) -> discord.Guild:
    """The server of a press; a control under a message of ours is never pressed anywhere else."""
    if press.guild is None:
        raise commands.NoPrivateMessage
    return press.guild


def _picked(press: Press) -> str:
    return picked(press)[0]


async def _play(press: Press, game_id: int, ply: int, play: Play) -> None:
    """Make a play; the press is answered by taking the controls away, the turn by a new message."""
    with turn_line(), press.client.table.foresight() as foresight:
        game = await press.client.games.play(game_id, ply, press.user.id, play, foresee=foresight.see)
        told = told_before(press.message.content) if press.message else None
        await redraw_and_tell(press, game, foresight, content=told, view=None)


async def _step(press: Press, game_id: int, ply: int, taken: Play, page: int) -> None:
    """Show the board after some steps of a play. Nothing is stored before *Confirm*."""
    game = await press.client.games.turn_of(game_id, ply, press.user.id)
    press.client.allowance.require(press.user.id)
    await redraw(
        press,
        content=stepped_text(press.message.content if press.message else "", game, taken),
        attachments=await press.client.table.stepped_board(game, taken),
        view=turn_controls(game, taken, page, mark=press.id % _MARKS),
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def redraw_and_tell(press: Press, game: GameRecord, foresight: Foresight | None = None, **changes: Any) -> None:
    """Change the message that was pressed and show the channel where the game stands, both at once."""
    clearing = asyncio.create_task(_clear(press, changes))
    # The press is answered first: Discord waits three seconds for that, and for a message as long as it takes.
    await asyncio.sleep(0)
    try:
        trouble = await press.client.table.refresh(game.id, foresight=foresight, clearing=clearing)
    finally:
        await clearing
    if trouble:
        await tell(press, trouble)


async def _clear(press: Press, changes: dict[str, Any]) -> int | None:
    """Change the message that was pressed; its id, if Discord took that."""
    return press.message.id if await redraw(press, **changes) and press.message else None


async def tell_channel(press: Press, game: GameRecord) -> None:
    """Show the channel where the game stands."""
    trouble = await press.client.table.refresh(game.id)
    if trouble:
        await tell(press, trouble)
