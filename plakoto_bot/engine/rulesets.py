"""The games that can be played: each game's rulesets by preset, the default first."""

from plakoto_bot.engine import fevga, plakoto, portes
from plakoto_bot.engine.position import Layout
from plakoto_bot.engine.rules import Ruleset
from plakoto_bot.errors import RuleError

_RULESETS: tuple[Ruleset, ...] = (
    plakoto.CLASSIC,
    plakoto.END_OF_TURN,
    plakoto.INSTANT,
    portes.CLASSIC,
    portes.NO_HIT_AND_RUN,
    fevga.CLASSIC,
)

#: Presets by game name; the first is the game's default.
RULESETS: dict[str, dict[str, Ruleset]] = {}
for _rules in _RULESETS:
    RULESETS.setdefault(_rules.layout.name, {})[_rules.preset] = _rules

LAYOUTS: dict[str, Layout] = {name: next(iter(presets.values())).layout for name, presets in RULESETS.items()}


def ruleset(game: str, preset: str | None = None) -> Ruleset:
    """The rules of a game by their names, the default preset when none is named; RuleError for an unknown name."""
    if game not in RULESETS:
        raise RuleError(f"there is no game {game!r}: use one of {', '.join(RULESETS)}")
    presets = RULESETS[game]
    if preset and preset not in presets:
        raise RuleError(f"{game} has no preset {preset!r}: use one of {', '.join(presets)}")
    return presets[preset] if preset else next(iter(presets.values()))
