"""Many people at many tables, each of whom presses as soon as it is their turn."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable

from plakoto_bot.words import refusals as refusals_words
from tests.e2e.discord_server.server import DiscordServer
from tests.e2e.discord_server.state import Interaction, Message
from tests.e2e.table import Table, playing_control

#: Seconds until somebody who pressed too often presses again.
_A_WHILE = 1.5


class Crowd:
    """The players of some tables. ``presses`` is all that they pressed, ``last_press`` the newest by channel."""

    def __init__(self, server: DiscordServer, tables: Iterable[Table], choose: random.Random) -> None:
        self.tables = {table.channel.id: table for table in tables}
        self.presses: list[Interaction] = []
        self.last_press: dict[int, Interaction] = {}
        self._choose = choose
        self._playing = False
        #: Called for each new board, before its player presses.
        self.seen: Callable[[Message], None] = lambda _board: None
        server.world.posted.append(self._posted)
        server.world.edited.append(self._edited)

    def begin(self) -> None:
        """From now on they play: whoever sees that it is their turn presses at once."""
        self._playing = True

    def pause(self) -> None:
        """Nobody presses any more."""
        self._playing = False

    def press(self, table: Table, board: Message | None = None) -> None:
        """Whoever is called by a table's newest board presses."""
        board = board or table.board
        pressed = table.next_press(board, self._choose) if board is not None else None
        if pressed is not None:
            self.presses.append(pressed)
            self.last_press[table.channel.id] = pressed
            asyncio.get_running_loop().call_later(_A_WHILE, self._press_again, table, pressed)

    def _press_again(self, table: Table, pressed: Interaction) -> None:
        """Whoever was told that this was a lot at once has waited as they were told to."""
        too_fast = any(message.content == refusals_words.TOO_FAST for message in pressed.seen)
        if self._playing and too_fast and self.last_press[table.channel.id] is pressed:
            self.press(table)

    def _posted(self, message: Message) -> None:
        table = self.tables.get(message.channel.id)
        if table is None or not message.is_board:
            return
        self.seen(message)
        if self._playing:
            self.press(table, message)

    def _edited(self, message: Message) -> None:
        table = self.tables.get(message.channel.id)
        control = playing_control(message)
        # A menu of whole plays is never redrawn; steps are, after each of them.
        if table is not None and self._playing and control is not None and not control["custom_id"].startswith(_WHOLE):
            self.press(table, message)


_WHOLE = "plakoto:play:"
