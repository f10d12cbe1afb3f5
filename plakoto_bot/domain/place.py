"""Where something is said or played."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class ServerChannel:
    """A channel or thread of a server."""

    guild_id: int
    channel_id: int


#: Every kind of place there is. Who only passes a place on need not know which kind it is.
Place: TypeAlias = ServerChannel
