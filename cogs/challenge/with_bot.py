"""Beginning a match with the bot itself, which accepts a challenge at once."""

from __future__ import annotations

from typing import Any

from cogs.challenge.cards import card, close_others, update_card
from cogs.challenge.threads import Person, move_to_thread, wants_thread
from cogs.kit.app import App
from cogs.kit.deferral import LOST
from cogs.kit.members import remember
from cogs.kit.message import to_send
from plakoto_bot.errors import PlakotoError
from plakoto_bot.storage.records import MatchRecord


async def begin_with_bot(app: App, channel: Any, match: MatchRecord, person: Person) -> str | None:
    """Post the card of a challenge to the bot by ``person``, accept it and begin; a sentence if it cannot be shown.

    The card's id fixes the dice. It is a message like any other, not the answer to a command, so that Discord numbers
    it when the promise is in it and not before.
    """
    assert match.opponent_id is not None, "a challenge to the bot names it"
    try:
        posted = await channel.send(**to_send(card(match)))
        await app.services.games.note_card(match.id, posted.id)
        game = await app.services.games.accept(match.id, match.opponent_id, posted.id)
    except (PlakotoError, *LOST):
        await app.services.games.cancel(match.id)
        await update_card(app, await app.services.games.match(match.id))
        raise
    await remember(app.services.people, channel.guild.me)
    if wants_thread(await app.services.settings.of_server(match.guild_id), channel):
        await move_to_thread(app, channel, game, posted.id, person)
    await close_others(app, game.match)
    return await app.delivery.refresh(game.id)
