"""What stands under a turn: every play in one menu, or one step at a time; the own board, and hints."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any, ClassVar, Self

import discord
from discord.ui import Button, Select, View

from cogs.challenge.controls import MatchButton
from cogs.ending.controls import claim_controls
from cogs.finished.analysis import AnalyseButton
from cogs.kit.app import App, Press
from cogs.kit.board_views import game_view, viewer_of
from cogs.kit.codec import read_steps, write_steps
from cogs.kit.controls import MENU_SIZE, ActionButton, Control, controls_of, menu_of, picked, redraw_and_tell
from cogs.kit.message import Message
from cogs.kit.refusals import sentence_for
from cogs.kit.replies import LOST, editor, redraw, tell
from cogs.kit.sentences import link_to
from cogs.turn.messages import (
    call_text,
    hint_text,
    own_board_text,
    pinged_players,
    small_print,
    turn_text,
    waiting_text,
    what_happened,
)
from plakoto_bot.domain.errors import GameOver, StaleAction
from plakoto_bot.domain.game import Game, GameNews
from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.domain.turns import require_turn
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.moves import Play, Step
from plakoto_bot.engine.notation import format_play, shorten_play
from plakoto_bot.turn_log import turn_line
from plakoto_bot.words import refusals, turns

#: Discord's ids of components in a message are below this.
_MARKS = 2**31


def turn_controls(game: Game, taken: Play = (), page: int = 0, mark: int | None = None) -> View:
    """What stands under a turn: all plays in one menu, or where they are too many one step at a time.

    ``mark`` tells a menu drawn anew from the one before it, whose pick a client might otherwise still show.
    """
    turn: dict[str, Any] = {"game": game.id, "ply": game.state.ply}
    view = controls_of()
    if not game.bot_to_play:
        plays = legal_plays(game.state)
        if len(plays) <= MENU_SIZE:
            view.add_item(PlayMenu.of(game, plays))
        else:
            steps = game.state.rules.next_steps(game.state.position, taken)
            if steps:
                view.add_item(StepMenu.of(game, taken, page, steps, mark))
            for action in _step_actions(taken, page, steps):
                view.add_item(StepButton.of(action, **turn, taken=taken, page=page))
    view.add_item(BoardButton(Button(label="My board"), **turn))
    if game.match.terms.level is not None and not game.bot_to_play:
        view.add_item(HintButton(Button(label="Hint"), **turn))
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


class PlayMenu(Control[Select[View]], form="play:{game}:{ply}"):
    """Every play of a roll; picking one plays it."""

    @classmethod
    def of(cls, game: Game, plays: tuple[Play, ...]) -> Self:
        """The menu of one turn."""
        state = game.state
        written = {play: format_play(state.rules, state.position, play) for play in sorted(plays, reverse=True)}
        labels = {write_steps(play): shorten_play(text) for play, text in written.items()}
        return cls(menu_of("Choose your play", labels), game=game.id, ply=state.ply)

    async def act(self, app: App, press: Press) -> None:
        await _play(app, press, self.values, read_steps(picked(press)[0]))


class StepMenu(Control[Select[View]], form="step:{game}:{ply}:{taken}:{page}"):
    """The next step of a play; picking one shows the board after it."""

    @classmethod
    def of(cls, game: Game, taken: Play, page: int, steps: tuple[Step, ...], mark: int | None) -> Self:
        """One page of the steps that may come next."""
        rules = game.state.rules
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
        which = ("first", "second", "third", "fourth")[min(len(taken), 3)]
        menu: Select[View] = Select(placeholder=f"Choose your {which} step", options=options, id=mark)
        return cls(menu, game=game.id, ply=game.state.ply, taken=taken, page=page)

    async def act(self, app: App, press: Press) -> None:
        await _step(app, press, self.values, read_steps(picked(press)[0]), 0)


class StepButton(ActionButton, form="{action}:{game}:{ply}:{taken}:{page}"):
    """*Confirm*, *Undo* and the pages of a long menu of steps."""

    LOOKS: ClassVar = {
        "confirm": ("Confirm", discord.ButtonStyle.success),
        "undo": "Undo",
        "back": "◀ Earlier steps",
        "more": "More steps ▶",
    }

    async def act(self, app: App, press: Press) -> None:
        taken: Play = self.values["taken"]
        match self.values["action"]:
            case "confirm":
                values = self.values
                news = await _own_turn(app, press, values)
                await _play(app, press, values, taken, _text(press, news))
            case "undo":
                await _step(app, press, self.values, taken[:-1], 0)
            case action:
                await _step(app, press, self.values, taken, self.values["page"] + (1 if action == "more" else -1))


class BoardButton(Control[Button[View]], form="board:{game}:{ply}"):
    """The board from the presser's own side, for their eyes only."""

    async def act(self, app: App, press: Press) -> None:
        app.allowance.require(press.user.id)
        await tell(press, await private_board(app, self.values["game"], press.user.id))
        await app.delivery.mend_picture(self.values["game"])


class HintButton(Control[Button[View]], form="hint:{game}:{ply}"):
    """The best plays, for the eyes of the player on roll only; stands where the bot is the opponent."""

    async def act(self, app: App, press: Press) -> None:
        game = await app.services.opponent.to_advise(self.values["game"], self.values["ply"], press.user.id)
        app.allowance.require(press.user.id)
        await tell(press, await hint(app, game))


class TurnMessages:
    """What the messages of turns and of the end of a game look like, as delivery asks for it."""

    def text(self, view: GameNews, tried: Play = ()) -> str:
        """What happened and who is called, or who won; with ``tried``, the steps of an unfinished play."""
        return turn_text(view, tried)

    def controls(self, game: Game) -> View | None:
        """Its turn's controls, those of a finished match, or nothing if a next game follows."""
        if game.state.outcome is None:
            return turn_controls(game)
        if game.match.status is MatchStatus.RUNNING:
            return None
        match_id = game.match.id
        return controls_of(MatchButton.of("rematch", match=match_id), AnalyseButton.of("analyse", match=match_id))

    def pings(self, view: GameNews) -> tuple[int, ...]:
        """The one player who is called, or nobody."""
        return pinged_players(view)


async def _play(app: App, press: Press, turn: dict[str, Any], play: Play, text: str | None = None) -> None:
    """Make a play; the press is answered by taking the controls away, the turn by a new message.

    ``text`` is what the message that was pressed says from then on, if not the same.
    """
    with turn_line(), app.delivery.early_draft() as early:
        game = await app.services.turns.play(turn["game"], turn["ply"], press.user.id, play, preview=early.preview)
        await redraw_and_tell(app, press, game, Message(text), early)


async def _own_turn(app: App, press: Press, turn: dict[str, Any]) -> GameNews:
    """The turn of whoever pressed, with what its message tells, in one look: between two somebody could play."""
    news = await app.services.telling.newest(turn["game"])
    require_turn(news.game, press.user.id, turn["ply"])
    return news


async def _step(app: App, press: Press, turn: dict[str, Any], taken: Play, page: int) -> None:
    """Show the board after some steps of a play. Nothing is stored before *Confirm*."""
    news = await _own_turn(app, press, turn)
    game = news.game
    app.allowance.require(press.user.id)
    files = await app.pictures.files(game_view(game, viewer_of(game), news.last_play, taken))
    controls = turn_controls(game, taken, page, mark=press.id % _MARKS)
    if await redraw(press, Message(_text(press, news, taken), files=files, controls=controls)) and press.message:
        await app.delivery.note_tried(game, press.message.id, taken, pictured=bool(files))


def _text(press: Press, news: GameNews, taken: Play = ()) -> str:
    """What the message that was pressed says, the turn's or somebody's own, with the steps that are tried out."""
    if press.message is not None and press.message.flags.ephemeral:
        return own_board_text(news.game, taken)
    return turn_text(news, taken)


async def private_board(app: App, game_id: int, user_id: int, *, controls: bool = True) -> Message:
    """The board from one person's side; with controls when it is their turn.

    Who waits for somebody whose time is over can claim the win there too, whatever became of the word that said so.
    """
    view = await app.services.telling.news(game_id)
    game = view.game
    on_turn = game.state.outcome is None and user_id == game.match.player(game.on_roll)
    may_claim = app.services.clocks.may_claim(game, user_id)
    if game.state.outcome:
        text = what_happened(view)
    else:
        text = call_text(game) if on_turn and controls else waiting_text(game)
        if may_claim:
            late = game.match.player(game.on_roll)
            text = f"{text}\n{turns.overdue(late, user_id, game.match.terms.length)}"
    pictures = await app.pictures.files(game_view(game, viewer_of(game, user_id), view.last_play))
    if not pictures:
        text = f"{text}\n{refusals.NO_PICTURE}"
    # Nobody else is asked by a claim, so it may stand where everybody sees it.
    claim = claim_controls(game) if may_claim else None
    under = turn_controls(game) if on_turn and controls else claim
    return Message(f"{text}\n{small_print(game)}", files=pictures, controls=under)


async def hint(app: App, game: Game) -> Message:
    """The best plays of the roll in hand and the board after the best."""
    best = await app.services.opponent.advise(game)
    files = await app.pictures.files(game_view(game, viewer_of(game), None, best[0].play))
    return Message(hint_text(game, best), files=files)


async def refuse_old_board(press: Press, error: StaleAction | GameOver) -> None:
    """Say why not and show the present board; the old one loses its controls."""
    app = press.client.app
    sentence = sentence_for(error, press.user.id)
    if not app.allowance.may_draw(press.user.id):
        await tell(press, sentence)
        return
    game = error.game
    if isinstance(error, GameOver) and game.match.status is MatchStatus.RUNNING:
        game = await app.services.games.current(game.match.id)
        sentence = turns.match_goes_on_there(game.number, link_to(game))
    board = await private_board(app, game.id, press.user.id)
    board = replace(board, text=f"{sentence}\n{board.text}")
    if press.message and press.message.flags.ephemeral:
        # What only this person sees becomes the present board.
        await redraw(press, board)
        return
    await tell(press, board)
    if press.message and press.message.id != game.message_id:
        with contextlib.suppress(*LOST):
            await editor(press.message.edit)(Message())
