"""The plays of Plakoto once more, written from the numbered rules without regard to speed, to check the engine against.

Nothing of the engine's search or packing is used: a board is a tuple of 26 strings, one a point in White's
numbering, each the checkers on it from bottom to top ("BWW" is a black checker pinned under two white ones).
Place 0 holds what White has borne off, place 25 what Black has, so both sides just walk towards their own end.
"""

from __future__ import annotations

from typing import NamedTuple

from plakoto_bot.engine.position import Position, Side

Board = tuple[str, ...]
#: Board and outcome ("-", "w2", "draw" ...) at the end of a play.
Result = tuple[Board, str]

PLACES = 26


class Played(NamedTuple):
    """Where some steps have led: the dice not yet played, those played, and the outcome if one ended the game."""

    board: Board
    left: tuple[int, ...]
    played: tuple[int, ...]
    outcome: str


def board_of(position: Position) -> Board:
    places = [""] * PLACES
    for number in range(1, 25):
        owner, count, pin = position.point(number)
        if owner is not None:
            top, below = "WB" if owner is Side.WHITE else "BW"
            places[number] = (below if pin else "") + top * count
    places[0] = "W" * position.side(Side.WHITE).off
    places[25] = "B" * position.side(Side.BLACK).off
    return tuple(places)


def results(position: Position, preset: str) -> set[Result]:
    """Every board and outcome a legal play of the roll leads to; the board as it is, when no step is legal."""
    assert position.dice is not None
    colour = "WB"[position.turn]
    first, second = position.dice
    start = board_of(position)
    dice = (first,) * 4 if first == second else (first, second)
    ends = _all_ends(Played(start, dice, (), "-"), colour, preset)

    # P7: as many dice as any order allows. A mother result (P8) ends the turn there and then.
    longest = max(len(end.played) for end in ends)
    legal = {end for end in ends if len(end.played) == longest or end.outcome != "-"}
    either = all(steps_with(start, colour, die) for die in dice)
    if longest == 1 and first != second and either:
        larger = max(dice)
        legal = {end for end in legal if end.played == (larger,) or end.outcome != "-"}
    return {(end.board, _final_outcome(end, colour, preset)) for end in legal}


def _all_ends(start: Played, colour: str, preset: str) -> set[Played]:
    """Where each order of steps stops, because no die can be played or the game has ended."""
    ends: set[Played] = set()
    pending = {start}
    while pending:
        now = pending.pop()
        following = (
            set()
            if now.outcome != "-"
            else {
                _one_step(now, colour, source, die, preset)
                for die in now.left
                for source in steps_with(now.board, colour, die)
            }
        )
        pending |= following
        if not following:
            ends.add(now)
    return ends


def _one_step(now: Played, colour: str, source: int, die: int, preset: str) -> Played:
    left = list(now.left)
    left.remove(die)
    board = moved(now.board, colour, source, die)
    outcome = "-" if preset == "end-of-turn" else mother_outcome(board, colour, preset)
    return Played(board, tuple(left), (*now.played, die), outcome)


def steps_with(board: Board, colour: str, die: int) -> list[int]:
    """The points from which one step with this die is legal."""
    return [source for source in range(1, 25) if _legal_step(board, colour, source, die)]


def _legal_step(board: Board, colour: str, source: int, die: int) -> bool:
    enemy = "B" if colour == "W" else "W"
    if not board[source].endswith(colour):
        return False  # nothing of ours on top: no checker there, or a pinned one (P5)
    target = source - die if colour == "W" else source + die
    if 1 <= target <= 24:
        return board[target] in ("", enemy) or board[target].endswith(colour)  # P3, P4
    # P9: a pinned checker stands where it stands, so look for the colour anywhere in the pile.
    distances = [_pips(point, colour) for point in range(1, 25) if colour in board[point]]
    return max(distances) <= 6 and (die == _pips(source, colour) or _pips(source, colour) == max(distances))


def _pips(point: int, colour: str) -> int:
    return point if colour == "W" else 25 - point


def moved(board: Board, colour: str, source: int, die: int) -> Board:
    """The board after the top checker of ``source`` took one step."""
    target = max(source - die, 0) if colour == "W" else min(source + die, 25)
    places = list(board)
    places[source] = places[source][:-1]
    places[target] += colour
    return tuple(places)


def mother_outcome(board: Board, colour: str, preset: str) -> str:
    """P8, for the side that has just moved."""
    own_start, enemy_start = (24, 1) if colour == "W" else (1, 24)
    enemy = "B" if colour == "W" else "W"
    enemy_mother_pinned = board[enemy_start].startswith(enemy + colour)
    own_mother_pinned = board[own_start].startswith(colour + enemy)
    if not enemy_mother_pinned:
        return "-"
    if preset == "instant" or colour not in board[own_start]:
        return f"{colour.lower()}2"
    return "draw" if own_mother_pinned else "-"


def _final_outcome(end: Played, colour: str, preset: str) -> str:
    enemy = "B" if colour == "W" else "W"
    all_off = {"W": end.board[0], "B": end.board[25]}
    if len(all_off[colour]) == 15:
        return f"{colour.lower()}{1 if all_off[enemy] else 2}"  # P10
    mother = mother_outcome(end.board, colour, preset)
    if mother != "-":
        return mother
    movable = any(steps_with(end.board, side, die) for side in "WB" for die in range(1, 7))
    return "-" if movable else "draw"  # P11
