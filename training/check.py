"""Agreement of the compiled code with the engine and with what the bot ships: ``python -m training.check``.

For random positions of each game: the compiled engine finds the same plays, outcomes and inputs, and the same best
play one and two plies deep as ``plakoto_bot.ai.evaluation``.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from plakoto_bot.ai.evaluation import CANDIDATES, Evaluator, Rated, rate_plays, rate_plays_deep
from plakoto_bot.ai.inputs import inputs as columns
from plakoto_bot.engine.position import ROLLS, Position, start_position
from plakoto_bot.engine.rulesets import ruleset
from training import arena, boards, export, inputs, plays
from training.boards import GAMES
from training.inputs import Words
from training.plays import DRAWN, GOES_ON, WON, WON_2

#: Equities that count as equal: what two orders of adding single-precision numbers may differ by.
CLOSE = 1e-4


def random_positions(game: str, size: int, seed: int = 1) -> Iterator[Position]:
    """Positions with dice from games of random plays."""
    choice = random.Random(seed).choice
    rules = ruleset(game)
    position = start_position(rules.layout)
    for _ in range(size):
        rolled = position.rolled(choice(ROLLS))
        yield rolled
        position, outcome = rules.apply_play(rolled, choice(rules.legal_plays(rolled)))
        if outcome:
            position = start_position(rules.layout)


#: A position after a play with ``w1``, ``draw`` ... or ``-`` where the game goes on.
End = tuple[Position, str]


def engine_results(position: Position) -> set[End]:
    """Where every play leads, by the engine."""
    rules = ruleset(position.layout.name)
    ends = [rules.apply_play(position, play) for play in rules.legal_plays(position)]
    return {(after, str(outcome or "-")) for after, outcome in ends}


class Compiled:
    """The compiled code, asked about the engine's positions."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.number = GAMES.index(game)
        self.player = export.trained(Evaluator.load(game).network)
        self.desk = arena.desk(self.player.first.shape[1])

    def results(self, position: Position) -> list[End]:
        """As ``engine_results``, repeats included."""
        assert position.dice
        board = boards.from_position(position, position.turn)
        size = plays.plays(self.number, board, *position.dice, self.desk.work, self.desk.found)
        winner = position.turn.letter
        names = {GOES_ON: "-", WON: f"{winner}1", WON_2: f"{winner}2", DRAWN: "draw"}
        return [
            (self._position(after, position), names[plays.outcome(self.number, after, self.desk.spare)])
            for after in self.desk.found[:size]
        ]

    def words(self, position: Position) -> Words:
        """The inputs of a position, by the side not on roll."""
        words = np.zeros(inputs.SIZE, dtype=np.int64)
        inputs.inputs(self.number, boards.from_position(position, position.turn.other), words)
        return words

    def columns(self, position: Position) -> NDArray[np.float32]:
        """The same in the order in which the bot has them."""
        words = self.words(position)
        flags = (words[: inputs.WORDS, None] >> np.arange(32) & 1).ravel()
        pips = words[inputs.PIPS :] * inputs.PIP_SCALE
        return np.concatenate((flags, pips, [1])).astype(np.float32)[export.rows()]

    def best(self, position: Position, *, plies: int) -> Position:
        """Where the best play leads."""
        assert position.dice
        board = boards.from_position(position, position.turn)
        choose = arena.two_ply if plies == 2 else self._one_ply
        chosen = choose(self.number, self.player.first, self.player.second, board, *position.dice, self.desk)
        return self._position(self.desk.found[chosen], position)

    def _one_ply(self, *arguments: object) -> int:
        *others, desk = arguments
        return arena.best_reply(*others, self.desk.found, desk)[1]

    def _position(self, after: boards.Board, before: Position) -> Position:
        return boards.to_position(self.game, after, before.turn, before.turn.other)


def same_choice(rated: list[Rated], chosen: Position) -> bool:
    """Whether the compiled choice is the best one, or as good as it."""
    return any(play.position == chosen and rated[0].equity - play.equity < CLOSE for play in rated)


def cut_is_clear(rated: list[Rated]) -> bool:
    """Whether one ply tells the last play that two plies look at from the first that they do not."""
    return len(rated) <= CANDIDATES or rated[CANDIDATES - 1].equity - rated[CANDIDATES].equity > CLOSE / 10


def check(game: str, size: int, deep: int) -> list[str]:
    """What does not agree, over ``size`` positions of which every ``deep``-th is also looked at two plies deep."""
    compiled, rules = Compiled(game), ruleset(game)
    faults = []
    for number, position in enumerate(random_positions(game, size)):
        results = compiled.results(position)
        if len(results) != len(set(results)) or set(results) != engine_results(position):
            faults.append(f"plays of {position}")
        before = position.passed_on().passed_on()
        if not np.array_equal(compiled.columns(before), columns([before])[0]):
            faults.append(f"inputs of {before}")
        rated = rate_plays(rules, position)
        if not same_choice(rated, compiled.best(position, plies=1)):
            faults.append(f"one ply in {position}")
        if number % deep or not cut_is_clear(rated):
            continue
        if not same_choice(rate_plays_deep(rules, position), compiled.best(position, plies=2)):
            faults.append(f"two plies in {position}")
    return faults


def main() -> None:
    """Check every game; exits with an error where something does not agree."""
    parser = argparse.ArgumentParser(prog="training.check", description=__doc__)
    parser.add_argument("--positions", type=int, default=20_000)
    options = parser.parse_args()
    failed = False
    for game in GAMES:
        faults = check(game, options.positions, deep=100)
        print(f"{game}: {len(faults)} of {options.positions:,} random positions disagree", *faults[:5], sep="\n  ")
        failed |= bool(faults)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
