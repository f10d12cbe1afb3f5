"""The picture in words, for people who do not see it."""

from __future__ import annotations

from collections.abc import Iterator

from plakoto_bot.engine.moves import format_play
from plakoto_bot.engine.packed import CHECKERS, START
from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason
from renderer.view import BoardView

#: Discord's longest alt text, in characters.
LIMIT = 1024

NAMES = ("White", "Black")


def describe_board(view: BoardView) -> str:
    """The position in full sentences, every point by the viewer's number; never longer than LIMIT."""
    position = view.position
    sentences = [f"{position.layout.name.title()} board from {NAMES[view.viewer]}'s side{_way(view)}", _turn(view)]
    sentences += [_side(view, side) for side in (view.viewer, view.viewer.other)]
    if view.last_mover is not None:
        mover = NAMES[view.last_mover]
        numbering = "" if view.last_mover is view.viewer else f" in {mover}'s own numbering"
        hitting = f", hitting {view.hits}" if view.hits else ""
        # The steps of a turn that is not over are only being tried out.
        trying = bool(view.played) and view.last_mover is view.position.turn
        steps = f"{format_play(view.last_play)}{numbering}{hitting}"
        did = f"{'is trying' if trying else 'just played'} {steps}" if view.last_play else "could not move"
        sentences.append(f"{mover} {did}")
    if view.score is not None:
        match = f" in a match to {view.match_length}" if view.match_length else ""
        sentences.append(f"Score: White {view.score[Side.WHITE]}, Black {view.score[Side.BLACK]}{match}")
    return shortened(". ".join(sentences) + ".")


def shortened(text: str) -> str:
    """The text itself, or its beginning and an ellipsis when it is longer than LIMIT."""
    return text if len(text) <= LIMIT else text[: LIMIT - 3] + "..."


def mother_point(view: BoardView, side: Side) -> int:
    """The viewer's number of the point on which ``side``'s mother stands, 0 in games without one.

    There is a mother where pinning is played and all checkers begin on one point.
    """
    layout = view.position.layout
    for point, count in layout.start:
        if layout.has_pins and count == CHECKERS:
            return view.place_of(side, point)
    return 0


def _way(view: BoardView) -> str:
    """How the opponent moves, where both do not simply move towards each other."""
    other = view.viewer.other
    last = view.place_of(other, 1)
    return "" if last == START else f"; {NAMES[other]} moves the same way round, to a home of {last + 5} to {last}"


def _turn(view: BoardView) -> str:
    if view.outcome is not None:
        return _result(view.outcome)
    name = NAMES[view.position.turn]
    dice = view.dice
    if not dice:
        return f"{name} to roll"
    played = [str(value) for value, used in dice if used]
    already = f", {' and '.join(played)} already played" if played else ""
    return f"{name} to play {'-'.join(str(value) for value, _ in dice)}{already}"


def _result(outcome: Outcome) -> str:
    if outcome.winner is None:
        return "The game is over without a winner" if outcome.reason is Reason.ENDED else "The game is drawn"
    return f"{NAMES[outcome.winner]} has won {outcome.points} point{'s' if outcome.points != 1 else ''}"


def _side(view: BoardView, side: Side) -> str:
    checkers = view.position.side(side)
    parts = [", ".join(_points(view, side)) or "nothing on the board"]
    if checkers.bar:
        parts.append(f"{checkers.bar} on the bar")
    parts += [f"{checkers.off} off", f"{checkers.pips} pips"]
    return f"{NAMES[side]}: {'; '.join(parts)}"


def _points(view: BoardView, side: Side) -> Iterator[str]:
    """``3 on 24`` for each point that ``side`` stands on, from the viewer's 24 down."""
    layout = view.position.layout
    mother = mother_point(view, side)
    for point in range(24, 0, -1):
        owner, count, pin = view.position.point(layout.to_white(view.viewer, point))
        if owner is side:
            notes = ["pinning one"] * pin + ["mother"] * (count == 1 and point == mother)
            yield f"{count} on {point}" + (f" ({', '.join(notes)})" if notes else "")
        elif pin:
            yield f"1 on {point} (pinned{', mother' if point == mother else ''})"
