"""Times in the file of one's data are written for people, wherever they stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from plakoto_bot.services.services import Services
from tests.services.test_personal import ANN, finished


def times(document: Any) -> Iterator[tuple[str, object]]:
    """Everything in a document whose name says that it is a time, and what stands there."""
    parts = document.items() if isinstance(document, dict) else enumerate(document)
    for name, value in parts:
        if str(name).endswith("_at"):
            yield str(name), value
        elif isinstance(value, dict | list):
            yield from times(value)


async def test_every_time_can_be_read(services: Services) -> None:
    await finished(services)
    await services.people.saw(1, ANN, "ann")
    document = await services.personal.export(ANN)
    found = list(times(document))
    assert len({name for name, _ in found}) >= 4
    for name, value in found:
        assert value is None or datetime.fromisoformat(str(value)).year == 2027, name
