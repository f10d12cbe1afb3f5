"""Who may play whom: block lists and the choice of who may challenge one."""

from __future__ import annotations

from plakoto_bot.names import DELETED_ID
from plakoto_bot.services.errors import Unwelcome
from plakoto_bot.services.settings import preferences_of
from plakoto_bot.storage.repositories import Transaction


async def require_no_block(transaction: Transaction, user_id: int, other_id: int) -> None:
    """Refuse what ``user_id`` wants to begin with ``other_id`` if either has blocked the other."""
    if other_id in (await preferences_of(transaction, user_id)).blocked:
        raise Unwelcome(other_id, "blocked-by-you")
    if user_id in (await preferences_of(transaction, other_id)).blocked:
        raise Unwelcome(other_id, "blocked")


async def require_welcome(transaction: Transaction, guild_id: int, challenger_id: int, opponent_id: int) -> None:
    """Refuse a challenge that the opponent has chosen not to receive."""
    if opponent_id == DELETED_ID:
        raise Unwelcome(opponent_id, "deleted")
    await require_no_block(transaction, challenger_id, opponent_id)
    wish = (await preferences_of(transaction, opponent_id)).challenges
    if wish == "nobody":
        raise Unwelcome(opponent_id, "nobody")
    if wish == "played" and not await transaction.have_played(guild_id, challenger_id, opponent_id):
        raise Unwelcome(opponent_id, "played")
