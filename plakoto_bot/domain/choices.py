"""What an admin chose for a server and a person for themselves, and what follows where nothing was chosen."""

from dataclasses import dataclass
from enum import StrEnum

from plakoto_bot.domain.clock import DEFAULT_PACE
from plakoto_bot.domain.match import Match
from plakoto_bot.engine.position import Side


class ChallengesFrom(StrEnum):
    """Who may challenge a person."""

    EVERYONE = "everyone"
    PLAYED = "played"  # whom they have played
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's choices. No ``channels`` means: everywhere.

    ``preset`` None is the usual one of its kind of match. ``bot_games`` is how many matches against the bot may run at
    once, None for as many as the host allows; ``bot_pause`` lets the bot wait before it plays, so that people can
    follow.
    """

    channels: tuple[int, ...] = ()
    threads: bool = False
    kind: str = "plakoto"
    length: int = 1
    preset: str | None = None
    pace: str = DEFAULT_PACE
    moderator_role: int | None = None
    auto_forced: bool = True
    bot_games: int | None = None
    bot_pause: bool = False

    def most_bot_games(self, allowed: int) -> int:
        """How many matches against the bot may run at once, where the host allows so many."""
        return allowed if self.bot_games is None else min(self.bot_games, allowed)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices, in every server. ``auto_forced`` None leaves it to the server."""

    reminders: bool = True
    pings: bool = True
    auto_forced: bool | None = None
    challenges: ChallengesFrom = ChallengesFrom.EVERYONE
    blocked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchChoices:
    """What was chosen for a match: by its server's admins, and by White and Black for themselves."""

    server: ServerSettings = ServerSettings()
    players: tuple[Preferences, Preferences] = (Preferences(), Preferences())

    def manual_sides(self, match: Match) -> frozenset[Side]:
        """The sides whose players make even their only play themselves; never the bot's own."""
        return frozenset(side for side in Side if side is not match.bot_side and not self._automatic(side))

    def quiet_players(self, match: Match) -> frozenset[int]:
        """The players who do not want to be pinged; the bot itself is one."""
        quiet = (side for side in Side if not self.players[side].pings or side is match.bot_side)
        return frozenset(match.player(side) for side in quiet)

    def _automatic(self, side: Side) -> bool:
        own = self.players[side].auto_forced
        return self.server.auto_forced if own is None else own
