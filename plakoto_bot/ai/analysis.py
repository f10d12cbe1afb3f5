"""What a finished game tells: the equity that each play lost, the luck of each roll, and how chances went.

``questions`` reads a game's events, ``judge`` asks the network about some of its turns, which is all the work, and
``put_together`` makes the answers a ``GameAnalysis``. Equities are points of the game itself without a cube, from the
side of the player whose turn it was, one ply deep: what a play is worth is what the network thinks of the position
after it, or exactly what it is worth where it ends the game or leaves the last rolls of a race. docs/analysis.md
explains the numbers to players. The values are in ``verdicts``, which needs no numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256

from plakoto_bot.ai import races
from plakoto_bot.ai.evaluation import Evaluator, Rated, equity, rate_many
from plakoto_bot.ai.inputs import VERSION
from plakoto_bot.ai.network import weights_of
from plakoto_bot.ai.verdicts import DIGITS, EQUITY_DIGITS, GameAnalysis, Turn
from plakoto_bot.engine.events import Began, Event, Played, Rolled, play_text
from plakoto_bot.engine.game import apply_event, new_game
from plakoto_bot.engine.notation import format_play, parse_play
from plakoto_bot.engine.position import ROLLS, Dice, Position, Side
from plakoto_bot.engine.rules import Outcome, Reason, Ruleset, dice_of


@dataclass(frozen=True, slots=True)
class Question:
    """A roll of a game and what was played; nothing when the game ended before.

    ``position`` has the dice. They were not ``rolled`` where the game began from a position with a roll.
    """

    position: Position
    played: str | None
    rolled: bool = True


@dataclass(frozen=True, slots=True)
class Judged:
    """Some turns in a row, and White's chance to win before the first of their rolls."""

    before: float
    turns: tuple[Turn, ...]


def questions(
    rules: Ruleset, events: Iterable[Event], starter: Side | None = None, position: Position | None = None
) -> list[Question]:
    """Every roll of a game, with the play made of it; arguments as for ``new_game``."""
    state = new_game(rules, starter, position)
    found: list[Question] = []
    for event in events:
        state = apply_event(state, event)
        match event:
            case Played():
                found[-1] = replace(found[-1], played=play_text(event))
            case Rolled():
                found.append(Question(state.position, None))
            case Began(position=begun) if begun.dice is not None:
                found.append(Question(state.position, None, rolled=False))
    return found


def judge(rules: Ruleset, asked: Sequence[Question], evaluator: Evaluator | None = None) -> Judged:
    """What the network thinks of some turns in a row of one game, at least one, asked about all at once."""
    rolled = [question.position.rolled(roll) for question in asked for roll in ROLLS]
    rated = [_exact(rules, plays) for plays in rate_many(rules, rolled, evaluator=evaluator)]
    turns = []
    for question, plays in zip(asked, _by_turn(rated), strict=True):
        side, dice = question.position.turn, dice_of(question.position)
        ways = plays[_roll(dice)]
        made = ways[0] if question.played is None else _made(rules, question, ways)
        mean = float(races.ROLL_WEIGHTS @ [best.equity for best, *_ in plays])
        turns.append(
            Turn(
                side=side,
                dice=dice,
                plays=len(ways),
                played=question.played,
                best=format_play(rules, question.position, ways[0].play),
                equity=round(made.equity, EQUITY_DIGITS),
                best_equity=round(ways[0].equity, EQUITY_DIGITS),
                luck=round(ways[0].equity - mean, DIGITS) if question.rolled else 0.0,
                chance=_of_white(side, made.chances[0]),
            )
        )
    wins = [best.chances[0] for best, *_ in rated[: len(ROLLS)]]
    before = float(races.ROLL_WEIGHTS @ wins) if asked[0].rolled else wins[_roll(turns[0].dice)]
    return Judged(_of_white(turns[0].side, before), tuple(turns))


def version_of(games: Iterable[str]) -> str:
    """Which networks judge a match of these games: an analysis by others is worth making anew."""
    return " ".join(f"{game} {VERSION}-{_fingerprint(game)}" for game in games)


@cache
def _fingerprint(game: str) -> str:
    return sha256(weights_of(game).read_bytes()).hexdigest()[:8]


def put_together(number: int, game: str, judged: Sequence[Judged], outcome: Outcome | None) -> GameAnalysis:
    """One game's turns, judged in order, as one value; the ``outcome`` is how it ended."""
    before = judged[0].before if judged else 0.5
    turns = tuple(turn for some in judged for turn in some.turns)
    return GameAnalysis(number, game, before, turns, _end(outcome))


def _exact(rules: Ruleset, plays: list[Rated]) -> list[Rated]:
    """The plays of a roll, best first, those that lead to the last rolls of a race at their exact value."""
    if not any(races.covers(rated.position) for rated in plays):
        return plays
    valued = []
    for rated in plays:
        if rated.outcome is None and races.covers(rated.position):
            chances = races.chances(rules, rated.position)
            rated = replace(rated, chances=chances, equity=float(equity([chances])[0]))
        valued.append(rated)
    return sorted(valued, key=lambda rated: -rated.equity)


def _made(rules: Ruleset, question: Question, ways: Sequence[Rated]) -> Rated:
    """The play that was made: however it was written, it is the one that leads to the same position."""
    assert question.played is not None
    reached = rules.apply_play(question.position, parse_play(rules, question.position, question.played))
    return next(rated for rated in ways if (rated.position, rated.outcome) == reached)


def _by_turn(rated: Sequence[list[Rated]]) -> Iterator[Sequence[list[Rated]]]:
    """What belongs to each turn: the plays of each of the 21 rolls."""
    for first in range(0, len(rated), len(ROLLS)):
        yield rated[first : first + len(ROLLS)]


def _roll(dice: Dice) -> int:
    """The number among the 21 rolls."""
    return ROLLS.index(Dice(max(dice), min(dice)))


def _of_white(side: Side, chance: float) -> float:
    """White's chance to win, from that of ``side``."""
    return round(chance if side is Side.WHITE else 1 - chance, DIGITS)


def _end(outcome: Outcome | None) -> float | None:
    if outcome is None or outcome.reason is Reason.ENDED:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner is Side.WHITE)
