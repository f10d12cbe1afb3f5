"""Finished matches as a file, and the check that its dice and plays are what they should be.

docs/fair-dice.md describes the file for anybody who wants to write another verifier.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from plakoto_bot.ai.verdicts import GameAnalysis, Grade, Mark, MatchAnalysis, Turn, form, grade
from plakoto_bot.engine.dice import DiceSource, commitment
from plakoto_bot.engine.events import Event
from plakoto_bot.engine.game import GameState, apply_event, new_game
from plakoto_bot.engine.kinds import KINDS, presets_of, rules_of
from plakoto_bot.engine.notation import parse_dice, parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.errors import NotationError, PlakotoError
from plakoto_bot.words.illegal_plays import explained
from plakoto_bot.written_events import read_event, write_event

#: Characters of a file. A long match with its analysis has a tenth of it; reading more would only cost time.
LONGEST = 10_000_000
#: Without and with an analysis. A file without one stays in the older form, which every checker reads.
FORMAT: Final = "plakoto-match-1"
FORMAT_ANALYSED: Final = "plakoto-match-2"

_Hex32 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Id = Annotated[str, Field(pattern="^(0|[1-9][0-9]{0,19})$")]
_Letter = Literal["w", "b"]
_Number = Annotated[int, Field(ge=1, lt=2**63)]
_Equity = Annotated[float, Field(ge=-2, le=2)]
_Luck = Annotated[float, Field(ge=-4, le=4)]
_Chance = Annotated[float, Field(ge=0, le=1)]
_LETTERS: Final[dict[Side, _Letter]] = {Side.WHITE: "w", Side.BLACK: "b"}


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ExportedEvent(_Model):
    """One event: ``side`` is w, b or null, ``text`` the dice or the play."""

    kind: Literal["begin", "contest", "roll", "play", "forced", "resign", "time", "end"]
    side: _Letter | None
    text: str = Field(max_length=200)


class ExportedGame(_Model):
    """One game of the match with all its events in order; ``outcome`` as in w2 or draw."""

    number: _Number
    outcome: str = Field(max_length=4)
    events: tuple[ExportedEvent, ...] = Field(max_length=100_000)


class ExportedTurn(_Model):
    """One roll and what was made of it, as ``plakoto_bot.ai.verdicts.Turn`` describes it; see docs/analysis.md."""

    side: _Letter
    dice: str = Field(pattern="^[1-6][1-6]$")
    plays: _Number
    played: str | None = Field(max_length=200)
    best: str = Field(max_length=200)
    equity: _Equity
    best_equity: _Equity
    lost: Annotated[float, Field(ge=0, le=4)]
    mark: Mark
    luck: _Luck
    chance: _Chance


class ExportedGameAnalysis(_Model):
    """The turns of one game, and White's chance before the first and after the last of them."""

    number: _Number
    game: str = Field(max_length=20)
    before: _Chance
    end: _Chance | None
    turns: tuple[ExportedTurn, ...] = Field(max_length=100_000)


class ExportedForm(_Model):
    """How one player did in the match; what it says follows from the turns."""

    decisions: int = Field(ge=0)
    error_rate: float | None
    grade: Grade | None
    errors: int = Field(ge=0)
    blunders: int = Field(ge=0)
    luck: float


class ExportedAnalysis(_Model):
    """What was found out about a match; ``version`` names the networks that judged."""

    version: str = Field(max_length=200)
    white: ExportedForm
    black: ExportedForm
    games: tuple[ExportedGameAnalysis, ...]


class Export(_Model):
    """A finished match. Ids are decimal strings, since JSON readers round large numbers."""

    format: Literal["plakoto-match-1", "plakoto-match-2"]
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
    analysis: ExportedAnalysis | None = None

    @model_validator(mode="after")
    def _analysed_as_its_format_says(self) -> Self:
        if (self.format == FORMAT_ANALYSED) is not (self.analysis is not None):
            raise ValueError(f"{FORMAT_ANALYSED} is the format with an analysis, {FORMAT} that without")
        return self


@dataclass(frozen=True, slots=True)
class Verdict:
    """What ``verify_export`` found: one English sentence a line, and whether all of it is right.

    Checking stops at the first fault, which is then the last line.
    """

    ok: bool
    lines: tuple[str, ...]


def export_events(events: Sequence[Event]) -> tuple[ExportedEvent, ...]:
    """Events in the form the file holds."""
    written = (write_event(event, with_dice=False) for event in events)
    return tuple(ExportedEvent.model_validate(event._asdict()) for event in written)


def export_analysis(analysis: MatchAnalysis) -> ExportedAnalysis:
    """An analysis in the form that the file and the database hold."""
    return ExportedAnalysis(
        version=analysis.version,
        white=_form(analysis, Side.WHITE),
        black=_form(analysis, Side.BLACK),
        games=tuple(map(_exported_game, analysis.games)),
    )


def read_analysis(exported: ExportedAnalysis) -> MatchAnalysis:
    """The analysis that was exported."""
    return MatchAnalysis(exported.version, tuple(map(_game, exported.games)))


def _exported_game(game: GameAnalysis) -> ExportedGameAnalysis:
    turns = tuple(map(_exported, game.turns))
    return ExportedGameAnalysis(number=game.number, game=game.game, before=game.before, end=game.end, turns=turns)


def _game(exported: ExportedGameAnalysis) -> GameAnalysis:
    turns = tuple(map(_turn, exported.turns))
    return GameAnalysis(exported.number, exported.game, exported.before, turns, exported.end)


def _exported(turn: Turn) -> ExportedTurn:
    changed = {"side": _LETTERS[turn.side], "dice": str(turn.dice)}
    return ExportedTurn(**asdict(turn) | changed, lost=turn.lost, mark=turn.mark)


def _turn(exported: ExportedTurn) -> Turn:
    kept = exported.model_dump(exclude={"lost", "mark"})
    return Turn(**kept | {"side": _side(exported.side), "dice": parse_dice(exported.dice)})


def _form(analysis: MatchAnalysis, side: Side) -> ExportedForm:
    did = form(analysis, side)
    rate = None if did.error_rate is None else round(did.error_rate, 1)
    return ExportedForm(
        decisions=did.decisions,
        error_rate=rate,
        grade=None if rate is None else grade(rate),
        errors=did.errors,
        blunders=did.blunders,
        luck=round(did.luck, 4),
    )


def format_export(export: Export) -> str:
    """The file's text."""
    without = {"analysis"} if export.analysis is None else None
    return export.model_dump_json(indent=1, exclude=without) + "\n"


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
        if exported.kind in ("contest", "roll"):
            due = str(dice.roll(game.number, state.rolls + 1))
            if exported.text != due:
                raise _Wrong(f"roll {state.rolls + 1} is written {exported.text!r} and the seed gives {due}")
        try:
            event = read_event(exported.kind, exported.side, exported.text, state.position.dice)
            state = apply_event(state, event)
        except PlakotoError as error:
            raise _Wrong(f"event {number} ({exported.kind}): {explained(error)}") from error
    if state.outcome is None:
        raise _Wrong("the events stop before the game is over")
    if str(state.outcome) != game.outcome:
        raise _Wrong(f"the events lead to {state.outcome} and the file says {game.outcome!r}")
    return state


def _side(letter: _Letter) -> Side:
    return Side("wb".index(letter))
