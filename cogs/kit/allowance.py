"""How often one person may have the bot draw: a few times at once, and once a second in the long run.

What is too much is refused and not kept for later. Making a move is never counted: the game itself allows only one.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from cogs.kit.refusals import Refused
from plakoto_bot.words import refusals

#: Four steps of a double, taking them back and choosing others, three presses a second.
AT_ONCE = 10
SECONDS_EACH = 1.0
#: Whom nothing is held against any more is forgotten when so many are remembered.
_MANY = 10_000


class Allowance:
    """Counts by person. ``now`` gives seconds from any start; in the playground the usual clocks stand still."""

    def __init__(self, now: Callable[[], float] = perf_counter) -> None:
        self._now = now
        # Until when everything that a person had drawn is paid for, at SECONDS_EACH.
        self._paid_until: dict[int, float] = {}

    def __len__(self) -> int:
        """How many people are remembered."""
        return len(self._paid_until)

    def may_draw(self, user_id: int) -> bool:
        """Whether this person may have something drawn now; if so, it is counted."""
        now = self._now()
        paid_until = max(now, self._paid_until.get(user_id, now))
        if paid_until - now > (AT_ONCE - 1) * SECONDS_EACH:
            return False
        if len(self._paid_until) >= _MANY:
            self._paid_until = {person: until for person, until in self._paid_until.items() if until > now}
        self._paid_until[user_id] = paid_until + SECONDS_EACH
        return True

    def require(self, user_id: int) -> None:
        """Refuse whoever may not have anything drawn now."""
        if not self.may_draw(user_id):
            raise Refused(refusals.TOO_FAST)
