"""Every error this project raises on purpose.

    PlakotoError
    ├── NotationError (also ValueError)   text that cannot be read
    │   └── AmbiguousPlay                 a play that can be read in two ways
    ├── RuleError                         the rules of the game say no
    │   ├── IllegalPlay                   a play the position does not allow (engine/refusals.py)
    │   └── WrongPhase                    the game is not at that stage
    ├── ServiceError                      the bot's own affairs say no (see domain/errors.py)
    ├── StorageError                      the database cannot be used
    └── ConfigError                       a setting is wrong

``str(error)`` is one lower-case English sentence for a log line, with the input that caused it. What a
player reads is chosen from the error's class and fields (``cogs/kit/refusals.py``), never from this text.
"""

import re


class PlakotoError(Exception):
    """Base of every error raised on purpose."""


class NotationError(PlakotoError, ValueError):
    """Text that is not a position line, roll or play.

    ``text`` is the offending input (shortened), ``column`` the zero-based place in it where reading stopped,
    ``expected`` says what would have been right there.
    """

    SHOWN = 80

    def __init__(self, text: str, column: int, expected: str, field: str = "text") -> None:
        self.text = text if len(text) <= self.SHOWN else text[: self.SHOWN] + "..."
        self.column = column
        self.expected = expected
        self.field = field
        super().__init__(f"cannot read {field} {self.text!r} at column {column}: expected {expected}")


class AmbiguousPlay(NotationError):
    """An abbreviated play that leads to different positions depending on how it is read; two ``readings``."""

    def __init__(self, text: str, readings: tuple[str, str]) -> None:
        self.readings = readings
        super().__init__(text, 0, f"either {readings[0]} or {readings[1]}", "play")


class RuleError(PlakotoError):
    """The rules of the game refuse something."""


class WrongPhase(RuleError):
    """The game is not at the stage that the action needs (``expected`` against ``actual``)."""

    def __init__(self, expected: str, actual: str) -> None:
        self.expected = expected
        self.actual = actual
        super().__init__(f"the game is not at that stage: expected {expected}, it is {actual}")


class ServiceError(PlakotoError):
    """Base of what the services refuse; the subclasses are in ``plakoto_bot.domain.errors``.

    For the log it is the name of its class in words, and what it is about.
    """

    def __init__(self, about: str) -> None:
        name = re.sub("(?<=[a-z])(?=[A-Z])", " ", type(self).__name__).lower()
        super().__init__(f"{name}: {about}")


class StorageError(PlakotoError):
    """The database at ``url`` cannot be used; ``reason`` says why and what to do."""

    def __init__(self, url: str, reason: str) -> None:
        self.url = url
        self.reason = reason
        super().__init__(f"cannot use the database {url}: {reason}")


class ConfigError(PlakotoError):
    """The setting ``variable`` is wrong; ``reason`` says how to mend it."""

    def __init__(self, variable: str, reason: str) -> None:
        self.variable = variable
        self.reason = reason
        super().__init__(f"setting {variable}: {reason}")
