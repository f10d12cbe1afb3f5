"""The plays of every game once more, written from the numbered rules without regard to speed, to check the engine.

Nothing of the engine's search or packing is used: a board is a tuple of 28 strings, one a point in White's
numbering, each the checkers on it from bottom to top ("BWW" is a black checker pinned under two white ones).
Place 0 holds what White has borne off, place 25 what Black has, 26 and 27 their bars. A small letter is a checker
that may not move again this turn. A *route* lists a side's points in the order in which it walks along them.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from plakoto_bot.engine.position import Position, Side

Board = tuple[str, ...]
#: Board and outcome ("-", "w2", "draw" ...) at the end of a play.
Result = tuple[Board, str]

PLACES = 28
OFF = {"W": 0, "B": 25}
BAR = {"W": 26, "B": 27}
ENEMY = {"W": "B", "B": "W"}


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
    for side, colour in zip(Side, "WB", strict=True):
        places[OFF[colour]] = colour * position.side(side).off
        places[BAR[colour]] = colour * position.side(side).bar
    return tuple(places)


def results(position: Position, preset: str) -> set[Result]:
    """Every board and outcome a legal play of the roll leads to; the board as it is, when no step is legal."""
    assert position.dice is not None
    game = {"plakoto": Plakoto, "portes": Portes, "fevga": Fevga}[position.layout.name](preset)
    return game.results(board_of(position), "WB"[position.turn], *position.dice)


class Naive:
    """What the games have in common; the paragraphs are Plakoto's."""

    routes: ClassVar = {"W": list(range(24, 0, -1)), "B": list(range(1, 25))}

    def __init__(self, preset: str) -> None:
        self.preset = preset

    def results(self, start: Board, colour: str, first: int, second: int) -> set[Result]:
        dice = (first,) * 4 if first == second else (first, second)
        ends = self._all_ends(Played(start, dice, (), "-"), colour)

        # P7: as many dice as any order allows. A mother result (P8) ends the turn there and then.
        longest = max(len(end.played) for end in ends)
        legal = {end for end in ends if len(end.played) == longest or end.outcome != "-"}
        either = all(self.steps_with(start, colour, die) for die in dice)
        if longest == 1 and first != second and either:
            larger = max(dice)
            legal = {end for end in legal if end.played == (larger,) or end.outcome != "-"}
        legal = self.allowed_at_the_end(legal, start, colour)
        return {(_settled(end.board), self._final_outcome(end, colour)) for end in legal}

    def _all_ends(self, start: Played, colour: str) -> set[Played]:
        """Where each order of steps stops, because no die can be played or the game has ended."""
        ends: set[Played] = set()
        pending = {start}
        while pending:
            now = pending.pop()
            following = (
                set()
                if now.outcome != "-"
                else {
                    self._one_step(now, colour, source, die)
                    for die in now.left
                    for source in self.steps_with(now.board, colour, die)
                }
            )
            pending |= following
            if not following:
                ends.add(now)
        return ends

    def _one_step(self, now: Played, colour: str, source: int, die: int) -> Played:
        left = list(now.left)
        left.remove(die)
        board = self.moved(now.board, colour, source, die)
        return Played(board, tuple(left), (*now.played, die), self.outcome_in_turn(board, colour))

    def steps_with(self, board: Board, colour: str, die: int) -> list[int]:
        """The places from which one step with this die is legal."""
        return [source for source in (*range(1, 25), BAR[colour]) if self.legal_step(board, colour, source, die)]

    def legal_step(self, board: Board, colour: str, source: int, die: int) -> bool:
        if not board[source].endswith(colour):
            return False  # nothing of ours on top: no checker there, or a pinned one (P5)
        target = self.target(colour, source, die)
        if target != OFF[colour]:
            return self.is_open(board, colour, target)
        # P9: a pinned checker stands where it stands, so look for the colour anywhere in the pile.
        distances = [self.pips(colour, point) for point in range(1, 25) if colour in board[point].upper()]
        own = self.pips(colour, source)
        return max(distances) <= 6 and own in (die, max(distances)) and not board[BAR[colour]]

    def target(self, colour: str, source: int, die: int) -> int:
        route = self.routes[colour]
        index = -1 if source == BAR[colour] else route.index(source)
        return route[index + die] if index + die < 24 else OFF[colour]

    def pips(self, colour: str, point: int) -> int:
        return 24 - self.routes[colour].index(point)

    def moved(self, board: Board, colour: str, source: int, die: int) -> Board:
        """The board after the top checker of ``source`` took one step."""
        places = list(board)
        places[source] = places[source][:-1]
        places[self.target(colour, source, die)] += colour
        return tuple(places)

    def is_open(self, board: Board, colour: str, target: int) -> bool:
        raise NotImplementedError

    def outcome_in_turn(self, board: Board, colour: str) -> str:
        return "-"

    def outcome_after_turn(self, board: Board, colour: str) -> str:
        return "-"

    def allowed_at_the_end(self, ends: set[Played], start: Board, colour: str) -> set[Played]:
        return ends

    def _final_outcome(self, end: Played, colour: str) -> str:
        if len(end.board[OFF[colour]]) == 15:
            return f"{colour.lower()}{1 if end.board[OFF[ENEMY[colour]]] else 2}"  # P10
        outcome = self.outcome_after_turn(end.board, colour)
        if outcome != "-":
            return outcome
        settled = _settled(end.board)
        movable = any(self.steps_with(settled, side, die) for side in "WB" for die in range(1, 7))
        return "-" if movable else "draw"  # P11


def _settled(board: Board) -> Board:
    """The board between turns, when every checker may move again."""
    return tuple(place.upper() for place in board)


class Plakoto(Naive):
    def is_open(self, board: Board, colour: str, target: int) -> bool:
        return board[target] in ("", ENEMY[colour]) or board[target].endswith(colour)  # P3, P4

    def outcome_in_turn(self, board: Board, colour: str) -> str:
        return "-" if self.preset == "end-of-turn" else self.outcome_after_turn(board, colour)

    def outcome_after_turn(self, board: Board, colour: str) -> str:
        """P8, for the side that has just moved."""
        own_start, enemy_start = (24, 1) if colour == "W" else (1, 24)
        enemy_mother_pinned = board[enemy_start].startswith(ENEMY[colour] + colour)
        own_mother_pinned = board[own_start].startswith(colour + ENEMY[colour])
        if not enemy_mother_pinned:
            return "-"
        if self.preset == "instant" or colour not in board[own_start]:
            return f"{colour.lower()}2"
        return "draw" if own_mother_pinned else "-"


class Portes(Naive):
    def is_open(self, board: Board, colour: str, target: int) -> bool:
        return board[target].upper().count(ENEMY[colour]) <= 1  # O3

    def legal_step(self, board: Board, colour: str, source: int, die: int) -> bool:
        if board[BAR[colour]] and source != BAR[colour]:
            return False  # O4
        return super().legal_step(board, colour, source, die)

    def moved(self, board: Board, colour: str, source: int, die: int) -> Board:
        target = self.target(colour, source, die)
        places = list(super().moved(board, colour, source, die))
        if target != OFF[colour] and ENEMY[colour] in places[target]:
            places[target] = colour
            places[BAR[ENEMY[colour]]] += ENEMY[colour]
            if self.preset == "no-hit-and-run" and self.pips(colour, target) <= 6:
                places[target] = colour.lower()
        # Those that may not move lie at the bottom, so that the top one is one that may.
        places[target] = "".join(sorted(places[target], key=str.isupper))
        return tuple(places)


class Fevga(Naive):
    routes: ClassVar = {"W": list(range(24, 0, -1)), "B": [*range(12, 0, -1), *range(24, 12, -1)]}

    def is_open(self, board: Board, colour: str, target: int) -> bool:
        return ENEMY[colour] not in board[target]  # F3

    def legal_step(self, board: Board, colour: str, source: int, die: int) -> bool:
        route = self.routes[colour]
        if source == BAR[colour] or not super().legal_step(board, colour, source, die):
            return False
        passed = board[OFF[colour]] or any(colour in board[point] for point in route[13:])
        if source == route[0] and len(board[source]) < 15 and not passed:
            return False  # F4
        after = self.moved(board, colour, source, die)
        return not all(colour in after[point] for point in route[:6])  # F5

    def shuts_in(self, board: Board, colour: str) -> bool:
        """F6: all opposing checkers stand on one point, and the next six on their way are held."""
        route = self.routes[ENEMY[colour]]
        held = [index for index, point in enumerate(route) if ENEMY[colour] in board[point]]
        if len(held) != 1 or held[0] + 6 >= 24:
            return False
        return all(colour in board[point] for point in route[held[0] + 1 : held[0] + 7])

    def allowed_at_the_end(self, ends: set[Played], start: Board, colour: str) -> set[Played]:
        if not self.shuts_in(start, colour):
            return ends
        return {end for end in ends if not self.shuts_in(end.board, colour)} or ends
