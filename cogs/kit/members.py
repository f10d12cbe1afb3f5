"""Who is in a server and what they are called, without the privileged members intent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection

import discord

from cogs.kit.replies import LOST
from plakoto_bot.services.people import PeopleService

log = logging.getLogger(__name__)

#: Discord looks for at most so many people at once without the members intent.
_MOST_AT_ONCE = 100
#: Seconds to wait for Discord: the answer to a command is due within three.
_PATIENCE = 1.5


async def remember(people: PeopleService, person: discord.User | discord.Member) -> None:
    """Note what somebody who acts in a server is called there. Without their name everything else still works."""
    if isinstance(person, discord.Member):
        try:
            await people.saw(person.guild.id, person.id, person.display_name)
        except Exception:
            log.exception("could not note the name of %s in server %s", person.id, person.guild.id)


async def find_members(guild: discord.Guild, user_ids: Collection[int]) -> dict[int, str] | None:
    """Which of at most 100 people are members, with their names; None when Discord does not say in time."""
    wanted = list(user_ids)[:_MOST_AT_ONCE]
    try:
        async with asyncio.timeout(_PATIENCE):
            # The limit has to be given: it is 5 otherwise.
            members = await guild.query_members(user_ids=wanted, limit=_MOST_AT_ONCE, cache=False)
    except (TimeoutError, discord.ClientException, *LOST) as error:
        log.warning("server %s: could not look for members: %r", guild.id, error)
        return None
    return {member.id: member.display_name for member in members}
