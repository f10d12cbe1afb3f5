"""The ids of buttons and menus: ``plakoto:<action>:<match or game>:<ply>[:...]``, written and read in one place.

A control says how its id is put together and what may stand in each place; messages of any age keep such ids, so a form
that was once sent is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from plakoto_bot.engine.moves import Play, step_from

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """What may stand in one place of an id: a pattern of its text, and the way to that text and back."""

    pattern: str
    read: Callable[[str], T]
    write: Callable[[T], str] = str


def choice(*values: str) -> Field[str]:
    """One of these words."""
    return Field("|".join(map(re.escape, values)), str)


def number(digits: int) -> Field[int]:
    """A whole number of at most so many digits."""
    return Field(rf"\d{{1,{digits}}}", int)


def write_steps(steps: Play) -> str:
    """Steps of an unfinished play as ``24.5_23.1``: source point and die."""
    return "_".join(f"{step.source}.{step.die}" for step in steps)


def read_steps(text: str) -> Play:
    """The steps of ``write_steps``."""
    pairs = (part.split(".") for part in text.split("_") if part)
    return tuple(step_from(int(source), int(die)) for source, die in pairs)


#: An id of Discord's, of a match or of a game.
ID = number(20)
#: How many plays a game has seen, a page, a turn, or the number of a game in its match.
COUNT = number(6)
#: The steps that were tried out, none to four.
STEPS = Field(r"(?:\d{1,2}\.\d(?:_\d{1,2}\.\d){0,3})?", read_steps, write_steps)
#: What a name in a form stands for where the control does not say otherwise.
_USUAL: Mapping[str, Field[Any]] = {
    **dict.fromkeys(("game", "match", "user"), ID),
    **dict.fromkeys(("ply", "page", "turn", "place", "number"), COUNT),
    "taken": STEPS,
    "kind": Field("[a-z]+", str),
    "period": Field(r"all|\d{4}-\d\d", str),
}


class IdForm:
    """How the ids of one control are put together, such as ``play:{game}:{ply}``.

    ``fields`` are those of names that mean nothing else anywhere, such as what a button does.
    """

    def __init__(self, form: str, **fields: Field[Any]) -> None:
        self._form = f"plakoto:{form}"
        self._fields = {name: fields.get(name) or _USUAL[name] for name in re.findall(r"{(\w+)}", form)}
        pattern = re.escape(self._form)
        for name, field in self._fields.items():
            pattern = pattern.replace(re.escape(f"{{{name}}}"), f"(?P<{name}>{field.pattern})")
        self.pattern = re.compile(pattern)

    def write(self, values: Mapping[str, Any]) -> str:
        """The id that holds these values; ValueError for values that it could not be read back from."""
        if values.keys() != self._fields.keys():
            raise ValueError(f"{self._form} takes {sorted(self._fields)}, not {sorted(values)}")
        written = self._form.format(**{name: field.write(values[name]) for name, field in self._fields.items()})
        if not self.pattern.fullmatch(written):
            raise ValueError(f"{written} is no id of the form {self._form}")
        return written

    def read(self, match: re.Match[str]) -> dict[str, Any]:
        """The values of an id that ``pattern`` matches."""
        return {name: field.read(match[name]) for name, field in self._fields.items()}
