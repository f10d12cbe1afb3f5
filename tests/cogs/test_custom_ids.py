"""Messages of any age keep their ids: each that was ever sent is known to one control and written the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from discord.ui import Button
from hypothesis import given
from hypothesis import strategies as st

from cogs.kit.codec import COUNT, ID, STEPS, IdForm, choice
from cogs.kit.controls import CONTROLS, Control
from plakoto_bot.engine.moves import Play, step_from

#: One a line, as the bot wrote them before anything was changed.
SENT = (Path(__file__).parents[1] / "data" / "custom_ids.txt").read_text().split()


def known_by(custom_id: str) -> list[tuple[type[Control[Any]], re.Match[str]]]:
    """The controls that take an id for theirs."""
    found = ((control, control.ids.pattern.fullmatch(custom_id)) for control in CONTROLS)
    return [(control, match) for control, match in found if match is not None]


@pytest.mark.parametrize("custom_id", SENT)
async def test_an_id_that_was_sent_once_is_known_to_one_control_and_written_back_the_same(custom_id: str) -> None:
    ((control, match),) = known_by(custom_id)
    interaction: Any = None
    pressed = await control.from_custom_id(interaction, Button(), match)
    assert pressed.custom_id == custom_id


FORM = IdForm("{action}-it:{game}:{taken}:{page}", action=choice("try", "do"), game=ID, taken=STEPS, page=COUNT)

plays = st.lists(st.builds(step_from, st.integers(1, 25), st.integers(1, 6)), max_size=4).map(tuple)


@given(st.sampled_from(["try", "do"]), st.integers(0, 2**64 - 1), plays, st.integers(0, 999_999))
def test_what_is_written_into_an_id_is_read_from_it(action: str, game: int, taken: Play, page: int) -> None:
    values = {"action": action, "game": game, "taken": taken, "page": page}
    match = FORM.pattern.fullmatch(FORM.write(values))
    assert match is not None
    assert FORM.read(match) == values


@pytest.mark.parametrize(
    "wrong",
    [{"action": "undo"}, {"game": -1}, {"page": 10**6}, {"page": 10**6, "more": 1}, {"taken": (step_from(24, 5),) * 5}],
)
def test_an_id_that_could_not_be_read_is_not_written(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no id|takes"):
        FORM.write({"action": "do", "game": 1, "taken": (), "page": 0} | wrong)
