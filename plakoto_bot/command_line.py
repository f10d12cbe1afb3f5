"""The command line: ``python -m plakoto_bot plays|perft|verify|backup``.

What the engine does starts with the engine alone. What else a command needs is imported in its function, since other
programs start ``plays`` again and again and must not wait for a database or for Discord to be imported.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from plakoto_bot.engine.notation import format_play, format_position, parse_position
from plakoto_bot.engine.perft import perft
from plakoto_bot.engine.rulesets import RULESETS, ruleset
from plakoto_bot.errors import NotationError, PlakotoError

_PLAYS_HELP = """\
Reads position lines with dice, one a line, and writes one JSON object a line:

  {"position", "rules", "dice_used", "plays": [{"play", "result", "outcome"}]}

dice_used is the number of dice of the longest legal play; outcome is null, w1, w2, b1, b2 or draw. A line that
cannot be used gives {"position", "error"}, the rest goes on, and the exit status is 1 at the end."""

_BACKUP_HELP = """\
Copies the database named by DATABASE_URL (in .env or the environment) to FILE, whole and checked, while the bot runs
or not. To restore, stop the bot and put the file in the database's place; docs/hosting.md says how."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads us (``| head``) has enough. Python flushes again at exit, which must not fail then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130  # what shells report for Ctrl-C
    except OSError as error:
        print(f"error: {error.filename or 'standard input or output'}: {error.strerror}", file=sys.stderr)
        return 1
    except PlakotoError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m plakoto_bot", description="Rules, counts and dice of Tavli, and backups."
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    presets = sorted({preset for game in RULESETS.values() for preset in game})

    def command(name: str, run: object, summary: str, description: str = "") -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=summary,
            description=description or summary,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(run=run)
        return sub

    def add_rules(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--rules", choices=presets, help="preset of house rules (default: the game's own)")

    plays = command("plays", _plays, "list the legal plays of positions on standard input", _PLAYS_HELP)
    add_rules(plays)
    count = command("perft", _perft, "count the distinct lines of play to a depth, all 21 rolls at each turn")
    add_rules(count)
    count.add_argument("depth", metavar="DEPTH", type=_depth, help="turns to look ahead, 1 or more")
    count.add_argument("position", metavar="POSITION", nargs="+", help="a position line; its dice are ignored")
    verify = command("verify", _verify, "recompute the dice of an exported game from its seed")
    verify.add_argument("file", metavar="FILE", type=Path, help="the exported file")
    backup = command("backup", _backup, "copy the database while the bot runs", _BACKUP_HELP)
    backup.add_argument("file", metavar="FILE", type=Path, help="where to; it must not exist yet")
    return parser


def _depth(text: str) -> int:
    depth = int(text) if text.isascii() and text.isdigit() else 0
    if depth < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on, not {text!r}")
    return depth


def _plays(options: argparse.Namespace) -> int:
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # a line of rubbish is a bad line, no crash
    return list_plays(sys.stdin or (), sys.stdout, options.rules)  # no stream at all, if it was closed


def list_plays(lines: Iterable[str], out: TextIO, preset: str | None = None) -> int:
    """Write one JSON object for each position line; 1 if any line could not be used, else 0."""
    status = 0
    for line in lines:
        text = line.rstrip("\r\n")
        try:
            answer = _answer(text, preset)
        except PlakotoError as error:
            answer = {"position": text, "error": str(error)}
            status = 1
        print(json.dumps(answer), file=out, flush=True)
    return status


def _answer(text: str, preset: str | None) -> dict[str, object]:
    position = parse_position(text)
    if position.dice is None:
        raise NotationError(text, len(text) - 1, "two digits from 1 to 6, since plays need a roll", "dice")
    rules = ruleset(position.layout.name, preset)
    plays = rules.legal_plays(position)
    listed = []
    for play in plays:
        result, outcome = rules.apply_play(position, play)
        listed.append(
            {
                "play": format_play(rules, position, play),
                "result": format_position(result),
                "outcome": str(outcome) if outcome else None,
            }
        )
    used = max(map(len, plays))
    return {"position": text, "rules": rules.preset, "dice_used": used, "plays": listed}


def _perft(options: argparse.Namespace) -> int:
    # The line may come quoted as one word or as the six words that an unquoted line gives.
    position = parse_position(" ".join(options.position))
    print(perft(ruleset(position.layout.name, options.rules), position, options.depth))
    return 0


def _verify(options: argparse.Namespace) -> int:
    from plakoto_bot.export import parse_export, verify_export

    try:
        text = options.file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise PlakotoError(f"{options.file} is not a text file: {error.reason}") from error
    verdict = verify_export(parse_export(text))
    for line in verdict.lines if verdict.ok else verdict.lines[:-1]:
        print(line)
    if not verdict.ok:
        print(verdict.lines[-1], file=sys.stderr)
    return 0 if verdict.ok else 1


def _backup(options: argparse.Namespace) -> int:
    from plakoto_bot.config import load_settings
    from plakoto_bot.storage.sqlite.backup import back_up

    size = back_up(load_settings().database_url, options.file)
    print(f"{options.file}: {size} bytes, checked")
    return 0
