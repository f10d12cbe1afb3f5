"""Finished matches as a file, and the check that its dice and plays are what they should be.

docs/fair-dice.md describes the file for anybody who wants to write another verifier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from plakoto_bot.engine.dice import DiceSource, commitment
from plakoto_bot.engine.game import Event, EventKind, GameState, apply_event, new_game
from plakoto_bot.engine.match import KINDS, presets_of, rules_of
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.errors import NotationError, PlakotoError

#: Characters of a file. A long match has a hundredth of it; reading more would only cost time.
LONGEST = 10_000_000
FORMAT: Final = "plakoto-match-1"

_Hex32 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Id = Annotated[str, Field(pattern="^(0|[1-9][0-9]{0,19})$")]
_Letter = Literal["w", "b"]
_Number = Annotated[int, Field(ge=1, lt=2**63)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ExportedEvent(_Model):
    """One event: ``side`` is w, b or null, ``text`` the dice or the play."""

    kind: EventKind
    side: _Letter | None
    text: str = Field(max_length=200)


class ExportedGame(_Model):
    """One game of the match with all its events in order; ``outcome`` as in w2 or draw."""

    number: _Number
    outcome: str = Field(max_length=4)
    events: tuple[ExportedEvent, ...] = Field(max_length=100_000)


class Export(_Model):
    """A finished match. Ids are decimal strings, since JSON readers round large numbers."""

    format: Literal["plakoto-match-1"]
    match: _Number
    game: str
    rules: str
    white: _Id
    black: _Id
    commitment: _Hex32
    seed: _Hex32
    accepted_by: _Id
    length: _Number = 1
    position: str | None = Field(default=None, max_length=200)
    games: tuple[ExportedGame, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What ``verify_export`` found: one English sentence a line, and whether all of it is right.

    Checking stops at the first fault, which is then the last line.
    """

    ok: bool
    lines: tuple[str, ...]


def export_events(events: Sequence[Event]) -> tuple[ExportedEvent, ...]:
    """Events in the form the file holds."""
    letters: dict[Side | None, _Letter | None] = {Side.WHITE: "w", Side.BLACK: "b", None: None}
    return tuple(ExportedEvent(kind=event.kind, side=letters[event.side], text=event.text) for event in events)


def format_export(export: Export) -> str:
    """The file's text."""
    return export.model_dump_json(indent=1) + "\n"


def parse_export(text: str) -> Export:
    """Read an exported file; NotationError names the first place that is wrong."""
    if len(text) > LONGEST:
        raise NotationError(text, LONGEST, f"a file of at most {LONGEST} characters", "export")
    try:
        export = Export.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))[:80]
        wrong = f"{place!r}: {first['msg']}" if place else first["msg"]
        raise NotationError(text, 0, f"an exported match ({wrong})", "export") from error
    if export.game not in KINDS or export.rules not in presets_of(export.game):
        raise NotationError(f"{export.game} {export.rules}", 0, "a game and preset known here", "export")
    return export


def verify_export(export: Export) -> Verdict:
    """Recompute the commitment, every roll and every play of an exported match."""
    if commitment(bytes.fromhex(export.seed)) != export.commitment:
        return Verdict(False, (f"WRONG: the seed does not give the commitment {export.commitment}",))
    lines = [f"the seed gives the commitment {export.commitment}, which must be on the card of match {export.match}"]
    dice = DiceSource(bytes.fromhex(export.seed), int(export.accepted_by), export.match)
    starter: Side | None = None
    for due, game in enumerate(export.games, 1):
        try:
            if game.number != due:
                raise _Wrong(f"is numbered {game.number} and comes as number {due}")
            position = parse_position(export.position) if export.position else None
            new = new_game(rules_of(export.game, export.rules, due), starter, position)
            state = _verify_game(game, new, dice)
        except NotationError as error:
            return Verdict(False, (*lines, f"WRONG: the position to start from: {error}"))
        except _Wrong as wrong:
            return Verdict(False, (*lines, f"WRONG: game {game.number}: {wrong}"))
        lines.append(
            f"game {game.number}: every roll ({state.rolls}) follows from the seed, "
            f"every play ({state.ply}) is legal, result {state.outcome}"
        )
        starter = state.outcome.winner if state.outcome else None
    return Verdict(True, tuple(lines))


class _Wrong(Exception):
    """What is wrong with a game, as a sentence."""


def _verify_game(game: ExportedGame, state: GameState, dice: DiceSource) -> GameState:
    """The end of a game whose events are all what they should be."""
    for number, exported in enumerate(game.events, 1):
        if exported.kind in (EventKind.CONTEST, EventKind.ROLL):
            due = str(dice.roll(game.number, state.rolls + 1))
            if exported.text != due:
                raise _Wrong(f"roll {state.rolls + 1} is written {exported.text!r} and the seed gives {due}")
        side = None if exported.side is None else Side("wb".index(exported.side))
        try:
            state = apply_event(state, Event(exported.kind, side, exported.text))
        except PlakotoError as error:
            raise _Wrong(f"event {number} ({exported.kind}): {error}") from error
    if state.outcome is None:
        raise _Wrong("the events stop before the game is over")
    if str(state.outcome) != game.outcome:
        raise _Wrong(f"the events lead to {state.outcome} and the file says {game.outcome!r}")
    return state
