"""Perft: how many distinct lines of play there are, the usual check of a move generator."""

from plakoto_bot.engine.position import ROLLS, Position
from plakoto_bot.engine.rules import Ruleset


def perft(rules: Ruleset, position: Position, depth: int) -> int:
    """Leaves after ``depth`` turns: every distinct play of each of the 21 rolls, each roll counted once.

    A finished game is a leaf at whatever depth it ends. Dice of ``position`` are ignored.
    """
    leaves = 0
    for roll in ROLLS:
        rolled = position.rolled(roll)
        plays = rules.legal_plays(rolled)
        if depth == 1:
            leaves += len(plays)
            continue
        for play in plays:
            after, outcome = rules.apply_play(rolled, play)
            leaves += 1 if outcome else perft(rules, after, depth - 1)
    return leaves
