"""Hypothesis strategies: positions of every game in which something is at stake."""

from __future__ import annotations

from hypothesis import strategies as st

from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Position
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.rulesets import RULESETS, ruleset

Pile = tuple[str, int, bool]  # owner, checkers of the owner, whether one checker of the other side is pinned below

presets = st.sampled_from(["classic", "end-of-turn", "instant"])
rulesets = presets.map(lambda preset: ruleset("plakoto", preset))
dice = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda pair: f"{pair[0]}{pair[1]}")


def position_line(
    piles: dict[int, Pile], off: tuple[int, int], turn: str, roll: str, game: str = "plakoto", bar: str = "-"
) -> str:
    """A position line written by hand, so that tests need not trust the engine's own writer."""
    entries: list[str] = []
    empty = 0
    for number in range(24, 0, -1):
        if number not in piles:
            empty += 1
            continue
        if empty:
            entries.append(str(empty))
        empty = 0
        owner, count, pin = piles[number]
        below = ("b" if owner == "W" else "w") if pin else ""
        entries.append(f"{owner}{count}{below}")
    if empty:
        entries.append(str(empty))
    return f"{game} {','.join(entries)} {bar} {off[0]}/{off[1]} {turn} {roll}"


def _piles(highest: int = 3) -> st.SearchStrategy[Pile]:
    return st.tuples(st.sampled_from("WB"), st.integers(1, highest), st.booleans())


def _lone() -> st.SearchStrategy[Pile]:
    return st.tuples(st.sampled_from("WB"), st.just(1), st.booleans())


def _of(owner: str, highest: int = 3) -> st.SearchStrategy[Pile]:
    return st.tuples(st.just(owner), st.integers(1, highest), st.booleans())


def _board(
    points: st.SearchStrategy[int], piles: st.SearchStrategy[Pile], most: int
) -> st.SearchStrategy[dict[int, Pile]]:
    return st.dictionaries(points, piles, max_size=most)


_anywhere = st.integers(1, 24)

#: Both starting points nearly empty, with attackers in reach.
_mothers = st.builds(
    lambda others, start, ace: {**others, 24: start, 1: ace},
    _board(st.one_of(st.integers(2, 13), st.integers(12, 23)), _piles(2), 8),
    st.one_of(_lone(), _of("W")),
    st.one_of(_lone(), _of("B")),
)
#: White all home (pins among them), Black anywhere; and the mirror image.
_white_home = st.builds(
    lambda others, home: {**others, **home},
    _board(_anywhere, st.tuples(st.just("B"), st.integers(1, 3), st.just(False)), 5),
    _board(st.integers(1, 6), _piles(), 6),
)
_black_home = st.builds(
    lambda others, home: {**others, **home},
    _board(_anywhere, st.tuples(st.just("W"), st.integers(1, 3), st.just(False)), 5),
    _board(st.integers(19, 24), _piles(), 6),
)
#: Long walls of closed points with a few lone checkers between them.
_blocked = st.builds(
    lambda wall, owner, others: {**dict.fromkeys(wall, (owner, 2, False)), **others},
    st.lists(_anywhere, min_size=4, max_size=7, unique=True),
    st.sampled_from("WB"),
    _board(_anywhere, _lone(), 6),
)
#: A lone checker before a wall: often only one die can be played.
_hemmed_in = st.builds(
    lambda wall, owner: {**dict.fromkeys(wall, ("B" if owner == "W" else "W", 2, False)), 12: (owner, 1, False)},
    st.lists(_anywhere, min_size=4, max_size=7, unique=True),
    st.sampled_from("WB"),
)
_scattered = _board(_anywhere, _piles(), 12)
_few = _board(_anywhere, _lone(), 3)


#: Fevga: the first steps from both starts, White's on 24 and Black's on 12.
_leaving = st.builds(
    lambda white, black, others: {**others, **white, **black},
    st.builds(lambda point, count: {24: ("W", count, False), point: ("W", 1, False)}, st.integers(8, 23), st.just(14)),
    st.builds(lambda point, count: {12: ("B", count, False), point: ("B", 1, False)}, st.integers(1, 23), st.just(14)),
    st.just({}),
)
#: Fevga: the last checker on the start and the others home, which one double may bring round and off.
_straggler = st.builds(
    lambda home, count: {**home, 24: ("W", count, False)}, _board(st.integers(1, 8), _of("W"), 5), st.integers(1, 2)
)
#: Fevga: White holds most of its starting quarter.
_quarter = st.builds(
    lambda others, piles, gap: {
        **others,
        **{24 - index: ("W", count, False) for index, count in enumerate(piles) if index != gap},
    },
    _board(st.integers(1, 18), _piles(2), 6),
    st.lists(st.integers(1, 3), min_size=6, max_size=6),
    st.integers(1, 6),
)


@st.composite
def _shut_in(draw: st.DrawFn) -> dict[int, Pile]:
    """Fevga: one side's last checkers on one point and six of the other's right before it, and spare checkers."""
    number, count = draw(st.integers(1, 24)), draw(st.integers(1, 15))
    prisoner, guard = draw(st.sampled_from([("W", "B"), ("B", "W")]))
    spare = draw(_board(_anywhere, _of(guard, 2), 3))
    wall = {(number - step - 1) % 24 + 1: (guard, draw(st.integers(1, 2)), False) for step in range(1, 7)}
    return {**spare, **wall, number: (prisoner, count, False)}


#: Portes: White closing in on blots in its own home board, with enough behind them for a double; and the mirror image.
_home_fight = st.builds(
    lambda hunters, blots, owner: {
        (number if owner == "W" else 25 - number): (owner if hunting else ("B" if owner == "W" else "W"), count, False)
        for hunting, piles in ((True, hunters), (False, blots))
        for number, count in piles.items()
    },
    st.dictionaries(st.integers(1, 12), st.integers(1, 3), min_size=2, max_size=6),
    st.dictionaries(st.integers(1, 6), st.just(1), min_size=1, max_size=3),
    st.sampled_from(["W", "B"]),
)

_COMMON = (_scattered, _white_home, _blocked, _hemmed_in, _few)
_BOARDS = {
    "plakoto": st.one_of(*_COMMON, _mothers, _black_home),
    "portes": st.one_of(*_COMMON, _black_home, _home_fight),
    "fevga": st.one_of(*_COMMON, _leaving, _straggler, _quarter, _shut_in()),
}


@st.composite
def positions(draw: st.DrawFn, game: str = "plakoto", rolled: bool = True) -> Position:
    """A position with the game still on, fifteen checkers a side, any dice (or none if not ``rolled``)."""
    return parse_position(draw(position_lines(game, rolled=rolled)))


def situations(game: str) -> st.SearchStrategy[tuple[Position, Ruleset]]:
    """A position of one game and one of its rulesets."""
    return st.tuples(positions(game), st.sampled_from(list(RULESETS[game].values())))


@st.composite
def position_lines(draw: st.DrawFn, game: str = "plakoto", rolled: bool = True) -> str:
    piles: dict[int, Pile] = {}
    used = {"W": 0, "B": 0}
    for number, (owner, count, pin) in draw(_BOARDS[game]).items():
        other = "B" if owner == "W" else "W"
        count = min(count, 15 - used[owner])
        pin = pin and used[other] < 15 and game == "plakoto"
        if count:
            piles[number] = (owner, count, pin)
            used[owner] += count
            used[other] += pin
    off = []
    bar = ""
    for owner in "WB":
        rest = 15 - used[owner]
        if game == "portes" and rest and (waiting := draw(st.integers(0, min(rest, 3)))):
            bar += f"{owner}{waiting}"
            rest -= waiting
        # What is left over is off, or stands on one of the points that are free or the owner's.
        places = [number for number in range(1, 25) if number not in piles or piles[number][0] == owner]
        all_off = rest == 15
        place = draw(st.sampled_from(places)) if all_off or (rest and draw(st.booleans())) else 0
        if place:
            _, count, pin = piles.get(place, (owner, 0, False))
            piles[place] = (owner, count + rest, pin)
        off.append(0 if place else rest)
    roll = draw(dice) if rolled else "-"
    return position_line(piles, (off[0], off[1]), draw(st.sampled_from("wb")), roll, game, bar or "-")
