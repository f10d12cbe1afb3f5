"""How long the analysis of a whole game takes: ``python -m bench.analysis``.

Games that the networks play against themselves, with a random play now and then, are analysed in the pieces that the
bot makes of them, in one process, whose own time on one core is
measured. Exit status 1 when the limit for Plakoto is missed.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from statistics import mean

from plakoto_bot.ai.analysis import judge, questions
from plakoto_bot.ai.evaluation import rate_plays
from plakoto_bot.engine import game
from plakoto_bot.engine.events import Event
from plakoto_bot.engine.position import Dice
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.engine.rulesets import RULESETS, ruleset
from plakoto_bot.services.analyses import TURNS_AT_ONCE

GAMES = 5
LIMIT_SECONDS = 3.0


def main() -> int:
    """Measure each game, print a line for it, and judge Plakoto."""
    missed = False
    for name in RULESETS:
        rules = ruleset(name)
        times, turns, longest = [], [], 0.0
        for seed in range(GAMES):
            events = _played(rules, random.Random(seed))
            start = time.process_time()
            asked = questions(rules, events)
            for first in range(0, len(asked), TURNS_AT_ONCE):
                begun = time.process_time()
                judge(rules, asked[first : first + TURNS_AT_ONCE])
                longest = max(longest, time.process_time() - begun)
            times.append(time.process_time() - start)
            turns.append(len(asked))
        too_long = name == "plakoto" and mean(times) > LIMIT_SECONDS
        missed |= too_long
        limit = f" (limit {LIMIT_SECONDS:.0f})" if name == "plakoto" else ""
        print(
            f"analysis of {name}: {mean(times):.2f} s a game{limit} of {mean(turns):.0f} turns, "
            f"longest piece {longest:.2f} s{' MISSED' if too_long else ''}"
        )
    return 1 if missed else 0


def _played(rules: Ruleset, chance: random.Random) -> list[Event]:
    """The events of one game."""
    roll: Callable[[int], Dice] = lambda _: Dice(chance.randint(1, 6), chance.randint(1, 6))  # noqa: E731
    state, events = game.open_game(game.new_game(rules), roll)
    while state.outcome is None:
        plays = rate_plays(rules, state.position)
        rated = chance.choice(plays) if chance.random() < 0.1 else plays[0]
        state, more = game.play_turn(state, rated.play, roll)
        events += more
    return events


if __name__ == "__main__":
    sys.exit(main())
