"""What text is thrown at: each target reads it as one kind of text and fails on anything but a documented refusal."""

from __future__ import annotations

from collections.abc import Callable

from plakoto_bot.engine.dice import DiceSource, commitment
from plakoto_bot.engine.notation import format_play, format_position, parse_dice, parse_play, parse_position
from plakoto_bot.engine.refusals import IllegalPlay
from plakoto_bot.engine.rulesets import ruleset
from plakoto_bot.errors import NotationError
from plakoto_bot.export import format_export, parse_export, verify_export
from plakoto_bot.written_events import Written, read_event, read_events, write_event

#: Positions that a play is read for: the start, pinned checkers, a bar, a double, bearing off, Fevga's blocks.
BOARDS = (
    "plakoto W15,22,B15 - 0/0 w 51",
    "plakoto W5,2,W2,2,W2,2,W2,2,W2,2,W2,7,B15 - 0/0 w 11",
    "plakoto W13,16,W1,1,W1b,3,B14 - 0/0 w 21",
    "portes W13,16,W1,1,B1,3,B14 W1 0/0 w 21",
    "fevga 10,W15,1,B14,9,B1,1 - 0/0 b 41",
    "plakoto 18,W3,W3,W3,W2,W2,B13 - 2/2 w 65",
)


def read_position(text: str) -> None:
    """A position line is read as it is written, or refused."""
    try:
        position = parse_position(text)
    except NotationError:
        return
    assert format_position(position) == text


def read_dice(text: str) -> None:
    """A roll is read as it is written, or refused."""
    try:
        dice = parse_dice(text)
    except NotationError:
        return
    assert str(dice) == text


def read_play(text: str) -> None:
    """A play that is read is legal, and written out it is read again as the same."""
    for board in BOARDS:
        position = parse_position(board)
        rules = ruleset(position.layout.name)
        try:
            play = parse_play(rules, position, text)
        except (NotationError, IllegalPlay):
            continue
        rules.check_play(position, play)
        again = parse_play(rules, position, format_play(rules, position, play))
        assert rules.after(position, again) == rules.after(position, play)


def read_export(text: str) -> None:
    """A file of a match is read or refused; what is read is judged, and written out it is the same file."""
    try:
        export = parse_export(text)
    except NotationError:
        return
    assert parse_export(format_export(export)) == export
    assert verify_export(export).lines
    # A forger would see to this first; behind it lies the rest of the check.
    honest = export.model_copy(update={"commitment": commitment(bytes.fromhex(export.seed))})
    dice = DiceSource(bytes.fromhex(export.seed), int(export.accepted_by), export.match)
    assert dice.roll(1, 1)
    assert verify_export(honest).lines


def read_written(text: str) -> None:
    """Lines of kind, side (``-`` for nobody) and text are read as events, or refused; written out they are the same."""
    lines = [line.split(" ", 2) for line in text.split("\n", 1_000)]
    written = [Written(line[0], None if line[1] == "-" else line[1], line[2]) for line in lines if len(line) == 3]
    for one in written:
        try:
            event = read_event(*one)
        except NotationError:
            continue
        assert read_event(*write_event(event)) == event
    try:
        events = read_events(written)
    except NotationError:
        return
    assert read_events(write_event(event, with_dice=False) for event in events) == events


TARGETS: dict[str, Callable[[str], None]] = {
    "position": read_position,
    "dice": read_dice,
    "play": read_play,
    "export": read_export,
    "events": read_written,
}
