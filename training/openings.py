"""The best opening plays two plies deep, as the table of docs/ai.md: ``python -m training.openings``."""

from __future__ import annotations

from plakoto_bot.ai.evaluation import rate_plays_deep
from plakoto_bot.engine.notation import format_play
from plakoto_bot.engine.position import ROLLS, start_position
from plakoto_bot.engine.rulesets import ruleset
from training.boards import GAMES


def main() -> None:
    """Print a table with a row for each of the 21 rolls."""
    print(f"| roll | {' | '.join(f'{game} | equity' for game in GAMES)} |")
    print(f"|---|{'---|---|' * len(GAMES)}")
    for roll in ROLLS[::-1]:
        cells = []
        for game in GAMES:
            rules = ruleset(game)
            position = start_position(rules.layout).rolled(roll)
            best = rate_plays_deep(rules, position, candidates=20)[0]
            cells += [format_play(rules, position, best.play), f"{best.equity:+.3f}"]
        print(f"| {roll.first}-{roll.second} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
