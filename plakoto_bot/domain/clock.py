"""Pace and clocks: how long a turn may take, and what follows when it takes longer.

Times are seconds since 1970. At the deadline the waiting player may claim the win; unclaimed for as long again, the
match is closed.
"""

from dataclasses import dataclass, replace

#: Seconds a turn by the name of the pace; None: no clock.
PACES: dict[str, int | None] = {
    "blitz": 2 * 60,
    "live": 10 * 60,
    "day": 24 * 60 * 60,
    "relaxed": 3 * 24 * 60 * 60,
    "none": None,
}
DEFAULT_PACE = "relaxed"
#: Where no clock was agreed on, and the player on roll has left the server.
ABSENT_PACE = "relaxed"

#: What every running clock has at least when the bot comes back, since time does not run out while it is away.
GRACE_SECONDS = 10 * 60


@dataclass(frozen=True, slots=True)
class Clock:
    """The times of one turn; all None where no clock runs.

    ``remind_at`` is when a quarter of the time is left, None once the reminder is out; ``overdue_at`` when it was
    announced that the ``deadline`` has passed.
    """

    remind_at: int | None = None
    deadline: int | None = None
    overdue_at: int | None = None

    def is_over(self, now: int) -> bool:
        """Whether the time has run out."""
        return self.deadline is not None and self.deadline <= now

    def give_up_at(self, pace: str) -> int:
        """When a match whose time is over, as announced, is closed unless somebody claims the win."""
        assert self.overdue_at is not None, "asked only for games announced as overdue"
        return self.overdue_at + seconds_of(pace)


NO_CLOCK = Clock()


def seconds_of(pace: str) -> int:
    """Seconds a turn, also where a clock was started only since the player on roll has left."""
    seconds = PACES[pace] or PACES[ABSENT_PACE]
    assert seconds is not None, "an absent player has a clock"
    return seconds


def turn_clock(pace: str, now: int) -> Clock:
    """The clock of a turn that begins now; none where the pace has none."""
    seconds = PACES[pace]
    return NO_CLOCK if seconds is None else clock_until(now + seconds, now)


def clock_until(deadline: int, now: int) -> Clock:
    """A clock that ends at ``deadline``, with a reminder when a quarter of the time from now is left."""
    return Clock(remind_at=deadline - (deadline - now) // 4, deadline=deadline)


def absent_clock(now: int) -> Clock:
    """The clock of somebody who has left while none ran."""
    return clock_until(now + seconds_of(ABSENT_PACE), now)


def with_grace(clock: Clock, now: int) -> Clock:
    """The clock with ten minutes at least from now; the same one where it has them."""
    return clock if _has_grace(clock, now) else clock_until(now + GRACE_SECONDS, now)


def resumed(clock: Clock, paused_at: int, now: int) -> Clock:
    """A clock that stood still since ``paused_at``: it goes on where it stood, with ten minutes at least."""
    assert clock.deadline is not None, "only a clock that runs is stopped"
    deadline = max(clock.deadline + now - paused_at, now + GRACE_SECONDS)
    return clock if deadline == clock.deadline else clock_until(deadline, now)


def reminded(clock: Clock) -> Clock:
    """The clock once the reminder is out."""
    return replace(clock, remind_at=None)


def announced(clock: Clock, now: int) -> Clock:
    """The clock once it was said that the time is over."""
    return replace(clock, remind_at=None, overdue_at=now)


def _has_grace(clock: Clock, now: int) -> bool:
    return clock.deadline is None or clock.deadline >= now + GRACE_SECONDS
