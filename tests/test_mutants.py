"""The small changes that ``make mutants`` makes to the code."""

from __future__ import annotations

import pytest

from mutants.__main__ import interval
from mutants.mutate import is_valid, mutations


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("x = (a) == (b)", {"x = (a) != (b)"}),
        ("x = a not in b", {"x = a in b"}),
        ("x = a is not b", {"x = a is b"}),
        ("x = a < b < c", {"x = a <= b < c", "x = a < b <= c"}),
        ("x = a and b", {"x = a or b"}),
        ("x = not a", {"x = a"}),
        ("x = ä + 1", {"x = ä + 2"}),
        ("x = True", {"x = False"}),
        ("f(a, b)", {"pass", "f(b, a)"}),
        ("await f(a, b=c)", {"pass", "await f(a, )"}),
        ("x = f(a, text='words')", set()),
        ("x.y = z", {"pass"}),
        ("x: dict[str, int] = y", set()),
        ("assert a == b", set()),
        ("log.info('%s', a, b)", set()),
        ("x = f'{a == b}'", set()),
        ("return a", {"return None"}),
        ("'''Words.'''", set()),
    ],
)
def test_a_line_is_changed_in_every_way_and_nothing_else_is(line: str, changed: set[str]) -> None:
    head = "async def g():\n    '''What it does.'''\n    yield 'nothing'\n    "
    if line.startswith("return"):
        head = "def g():\n    "
    source = f"{head}{line}\n".encode()
    made = {found.apply(source).decode() for found in mutations(source)}
    assert made == {f"{head}{new}\n" for new in changed}
    assert all(is_valid(new.encode()) for new in made)


def test_a_guard_and_the_whole_of_a_function_can_go() -> None:
    source = b"def g(a):\n    if a > b:\n        raise x\n    c = a\n"
    made = {(found.kind, found.line) for found in mutations(source)}
    assert made == {("guard removed", 2), ("condition negated", 2), ("comparison", 2), ("returns early", 2)}
    (early,) = (found for found in mutations(source) if found.kind == "returns early")
    assert early.apply(source) == b"def g(a):\n    return None\n    if a > b:\n        raise x\n    c = a\n"


def test_the_interval_is_that_of_wilson() -> None:
    low, high = interval(114, 120)
    assert (round(low, 3), round(high, 3)) == (0.895, 0.977)
    assert interval(1, 1)[1] == 1.0
