"""A match: which games it is made of, who opens them, and when it is won. Paragraphs T1-T4 of docs/rules.md."""

from collections.abc import Sequence
from functools import reduce

from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Ruleset
from plakoto_bot.engine.rulesets import RULESETS, ruleset
from plakoto_bot.errors import RuleError

#: The games of each kind of match in the order played, round and round (T1).
KINDS: dict[str, tuple[str, ...]] = {"tavli": ("portes", "plakoto", "fevga")}
KINDS |= {game: (game,) for game in RULESETS}

LENGTHS = (1, 3, 5, 7)
#: Where nothing is said; every other kind is a single game.
DEFAULT_LENGTHS = {"tavli": 5}


#: Points that White and Black have won.
Score = tuple[int, int]


def leader(score: Score, length: int) -> Side | None:
    """Who has the points that the match is played to."""
    return next((side for side in Side if score[side] >= length), None)


def score_after(score: Score, outcome: Outcome) -> Score:
    """The score when one more game has ended (T2); a drawn game scores nothing (T3)."""
    white, black = (score[side] + (outcome.points if outcome.winner is side else 0) for side in Side)
    return white, black


def score_of(outcomes: Sequence[Outcome]) -> Score:
    """The score after these games."""
    return reduce(score_after, outcomes, (0, 0))


def presets_of(kind: str) -> tuple[str, ...]:
    """The presets a match of this kind can be played under, the default first."""
    return tuple(dict.fromkeys(preset for game in games_of(kind) for preset in RULESETS[game]))


def games_of(kind: str) -> tuple[str, ...]:
    """The games of a kind of match; RuleError for an unknown kind."""
    if kind not in KINDS:
        raise RuleError(f"there is no match of {kind!r}: use one of {', '.join(KINDS)}")
    return KINDS[kind]


def rules_of(kind: str, preset: str | None, number: int) -> Ruleset:
    """The rules of game ``number`` (from 1) of a match.

    A preset belongs to one or more of the games; those that do not know it are played under their own default.
    """
    games = games_of(kind)
    if preset is not None and preset not in presets_of(kind):
        raise RuleError(f"{kind} has no preset {preset!r}: use one of {', '.join(presets_of(kind))}")
    game = games[(number - 1) % len(games)]
    return ruleset(game, preset if preset in RULESETS[game] else None)
