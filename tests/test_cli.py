"""The command line, run as a user runs it."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plakoto_bot.command_line import main
from plakoto_bot.engine.rulesets import RULESETS
from plakoto_bot.export import format_export
from plakoto_bot.storage.database import Database
from tests.test_export import sample

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "plakoto_bot"]
START = "plakoto W15,22,B15 - 0/0 w"


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], input=stdin, cwd=ROOT, capture_output=True, timeout=60, check=False)


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def assert_one_clear_line(done: subprocess.CompletedProcess[bytes], part: str) -> None:
    error = done.stderr.decode()
    assert done.returncode not in (0, None)
    assert error.count("\n") == 1
    assert part in error
    assert "Traceback" not in error


# --- plays ---------------------------------------------------------------------------------------------------------


def test_plays_lists_every_play_with_its_result() -> None:
    done = run("plays", stdin=f"{START} 66\n".encode())
    assert (done.returncode, done.stderr) == (0, b"")
    [answer] = answers(done)
    plays = answer.pop("plays")
    assert answer == {"position": f"{START} 66", "rules": "classic", "dice_used": 4}
    assert {"play": "24/18(4)", "result": "plakoto W11,5,W4,16,B15 - 0/0 b -", "outcome": None} in plays
    assert [set(play) for play in plays] == [{"play", "result", "outcome"}] * len(plays)


def test_plays_tells_outcomes_and_passes() -> None:
    done = run(
        "plays",
        stdin=b"plakoto B15,22,W1 - 14/0 w 21\nplakoto W15,B2,3,B2,17,B11 - 0/0 w 51\n",
    )
    won, passed = answers(done)
    assert [(play["play"], play["outcome"]) for play in won["plays"]] == [("1/off", "w2")]
    assert (passed["dice_used"], [play["play"] for play in passed["plays"]]) == (0, ["pass"])


def test_plays_goes_on_after_a_bad_line_in_order_and_ends_with_status_1() -> None:
    lines = [
        f"{START} 51".encode(),
        b"",
        b"rubbish",
        f"{START} -".encode(),
        b"\xff\xfe\x00\x80 binary",
        b"plakoto B15,23 - 15/0 b 21",
        f"{START} 31".encode() + b"\r",
        "plakoto W١٥,22,B15 - 0/0 w 51".encode(),
        b"x" * 200_000,
        f"{START} 42".encode(),
    ]
    done = run("plays", stdin=b"\n".join(lines))  # the last line has no newline
    assert (done.returncode, done.stderr) == (1, b"")
    got = answers(done)
    assert ["plays" in answer for answer in got] == [True, False, False, False, False, False, True, False, False, True]
    assert [answer["position"] for answer in got if "plays" in answer] == [f"{START} {dice}" for dice in (51, 31, 42)]
    assert [answer["position"] for answer in got[1:4]] == ["", "rubbish", f"{START} -"]
    assert "two digits from 1 to 6, since plays need a roll" in got[3]["error"]
    assert "over: white is off" in got[5]["error"]
    assert all(set(answer) == {"position", "error"} for answer in got if "plays" not in answer)


def test_plays_of_nothing_is_nothing() -> None:
    done = run("plays")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_plays_answers_each_line_at_once() -> None:
    with subprocess.Popen([*COMMAND, "plays"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for dice in ("51", "62"):
            process.stdin.write(f"{START} {dice}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["position"] == f"{START} {dice}"
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize(("preset", "ends"), [("classic", True), ("end-of-turn", False), ("instant", True)])
def test_plays_under_a_preset(preset: str, ends: bool) -> None:
    done = run("plays", "--rules", preset, stdin=b"plakoto 4,B14,9,W14,5,W1,2,B1 - 0/0 w 31")
    [answer] = answers(done)
    assert answer["rules"] == preset
    assert ("4/1*" in [play["play"] for play in answer["plays"]]) is ends


def test_plays_of_every_game_on_one_input() -> None:
    lines = [
        "portes W14,16,W1,1,B1,3,B14 - 0/0 w 21",
        "fevga W15,11,B15,11 - 0/0 b 66",
        f"{START} 66",
        "portes B3,B3,B3,B3,14,W13,4,B3 W2 0/0 w 41",
    ]
    portes, fevga, plakoto, closed_out = answers(run("plays", stdin="\n".join(lines).encode()))
    assert {
        "play": "7/5* 5/4",
        "result": "portes W14,19,W1,2,B14 B1 0/0 b -",
        "outcome": None,
    } in portes["plays"]
    assert (fevga["dice_used"], [play["play"] for play in fevga["plays"]]) == (1, ["24/18"])
    assert plakoto["dice_used"] == 4
    assert [play["play"] for play in closed_out["plays"]] == ["pass"]
    assert [answer["position"] for answer in (portes, fevga, plakoto, closed_out)] == lines


def test_a_preset_of_another_game_is_an_error_of_that_line() -> None:
    done = run("plays", "--rules", "no-hit-and-run", stdin=f"{START} 66\nportes 12,W14,10,B15 W1 0/0 w 21".encode())
    refused, listed = answers(done)
    assert "plakoto has no preset 'no-hit-and-run': use one of classic, end-of-turn, instant" in refused["error"]
    assert listed["rules"] == "no-hit-and-run"
    assert done.returncode == 1


def test_an_unknown_preset_is_refused() -> None:
    done = run("plays", "--rules", "house", stdin=b"")
    assert done.returncode == 2
    assert b"invalid choice: 'house'" in done.stderr


def test_a_closed_pipe_is_no_error_message() -> None:
    with subprocess.Popen(
        [*COMMAND, "plays"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{START} 51\n".encode())
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(f"{START} 51\n".encode())
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


def test_ctrl_c_is_no_error_message() -> None:
    with subprocess.Popen(
        [*COMMAND, "plays"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell's background job ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{START} 51\n".encode())
        process.stdin.flush()
        process.stdout.readline()  # now it is up and waiting for the next line
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr
        assert process.stderr.read() == b""


# --- perft ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [[f"{START} -"], [*START.split(" "), "-"]], ids=["quoted", "unquoted"])
def test_perft_takes_a_position_quoted_or_not(position: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "2", *position]) == 0
    assert capsys.readouterr().out == "3474\n"


@pytest.mark.parametrize(
    ("depth", "position", "leaves"),
    [
        ("1", "portes W2,4,B5,1,B3,3,W5,B5,3,W3,1,W5,4,B2 - 0/0 w -", 447),
        ("2", "fevga W15,11,B15,11 - 0/0 w -", 479),
    ],
)
def test_perft_of_the_other_games(depth: str, position: str, leaves: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", depth, position]) == 0
    assert capsys.readouterr().out == f"{leaves}\n"


def test_perft_under_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    counts = []
    for preset in ("classic", "end-of-turn"):
        assert main(["perft", "--rules", preset, "1", "plakoto 4,B14,9,W14,5,W1,2,B1 - 0/0 w -"]) == 0
        counts.append(int(capsys.readouterr().out))
    assert counts[0] > counts[1]


@pytest.mark.parametrize("depth", ["0", "-1", "x", "1.5", "²", "٣", ""])
def test_perft_refuses_a_depth_that_is_none(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["perft", "--", depth, f"{START} -"])
    assert caught.value.code == 2
    assert "a whole number from 1 on" in capsys.readouterr().err


def test_perft_refuses_a_bad_position() -> None:
    assert_one_clear_line(run("perft", "1", "plakoto", "W15"), "error: cannot read position 'plakoto W15'")


def test_perft_refuses_a_finished_game() -> None:
    assert_one_clear_line(run("perft", "1", "plakoto B15,23 - 15/0 b -"), "over: white is off")


# --- verify --------------------------------------------------------------------------------------------------------


def verify(path: Path, text: str | bytes) -> subprocess.CompletedProcess[bytes]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return run("verify", str(path))


@pytest.mark.parametrize("name", RULESETS)
def test_verify_confirms_a_true_file(name: str, tmp_path: Path) -> None:
    done = verify(tmp_path / "match.json", format_export(sample(name=name)))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines()[1].startswith("game 1: every roll (")


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('"seed": "00', '"seed": "01', "WRONG: the seed does not give the commitment"),
        ('"text": "65"', '"text": "66"', "WRONG: game 1: roll"),
        ('"text": "24/', '"text": "23/', "WRONG: game 1: event"),
        ('"outcome": "w1"', '"outcome": "w2"', "WRONG: game 1: the events lead to w1"),
        ('"format"', '"Format"', "error: cannot read export"),
    ],
)
def test_verify_finds_out_a_tampered_file(tmp_path: Path, old: str, new: str, part: str) -> None:
    text = format_export(sample()).replace('":', '": ').replace('":  ', '": ')
    assert old in text
    assert_one_clear_line(verify(tmp_path / "match.json", text.replace(old, new, 1)), part)


@pytest.mark.parametrize(
    "text",
    [b"", b"not JSON", b"[" * 100_000, b'{"a":' * 100_000, b"\xff\xfe binary \x00", b"null", b'{"seed": 1e999999}'],
    ids=["empty", "prose", "nested lists", "nested objects", "binary", "null", "huge number"],
)
def test_verify_refuses_what_is_no_export(tmp_path: Path, text: bytes) -> None:
    assert_one_clear_line(verify(tmp_path / "match.json", text), "error: ")


def test_verify_of_a_missing_file(tmp_path: Path) -> None:
    assert_one_clear_line(run("verify", str(tmp_path / "none.json")), "none.json: No such file or directory")


def test_verify_of_a_directory(tmp_path: Path) -> None:
    assert_one_clear_line(run("verify", str(tmp_path)), f"error: {tmp_path}: Is a directory")


# --- what is imported ------------------------------------------------------------------------------------------------

#: What takes long to import, and the commands that may: ``verify`` checks the form of a file and ``backup`` settings
#: with pydantic, ``backup`` also reads the database's address as SQLAlchemy does. Nothing here needs the other two.
HEAVY: dict[str, set[str]] = {
    "sqlalchemy": {"backup"},
    "alembic": {"backup"},
    "pydantic": {"verify", "backup"},
    "numpy": set(),
    "discord": set(),
}
WHAT_WAS_IMPORTED = """
import sys
from plakoto_bot.command_line import main
try:
    status = main(sys.argv[1:])
except SystemExit as end:
    status = end.code
assert status == 0, status
print(*(name for name in sys.modules if "." not in name), file=sys.stderr)
"""


@pytest.mark.parametrize("command", ["--help", "plays", "perft", "verify", "backup"])
def test_each_command_imports_only_what_it_needs(command: str, tmp_path: Path) -> None:
    match, database = tmp_path / "match.json", tmp_path / "games.db"
    match.write_text(format_export(sample()))
    sqlite3.connect(database).close()
    arguments = {"perft": ["1", f"{START} -"], "verify": [str(match)], "backup": [str(tmp_path / "copy.db")]}
    done = subprocess.run(
        [sys.executable, "-c", WHAT_WAS_IMPORTED, command, *arguments.get(command, [])],
        input=f"{START} 51\n".encode(),
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite+aiosqlite:///{database}"},
        capture_output=True,
        timeout=60,
        check=True,
    )
    imported = set(done.stderr.decode().split())
    assert "plakoto_bot" in imported
    assert {name for name, commands in HEAVY.items() if name in imported and command not in commands} == set()


# --- help ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], ["plays"], ["perft"], ["verify"]])
def test_help_of_every_command(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*command, "--help"])
    assert caught.value.code == 0
    assert "usage: python -m plakoto_bot" in capsys.readouterr().out


def test_no_command_shows_the_usage() -> None:
    done = run()
    assert done.returncode == 2
    assert b"usage: python -m plakoto_bot" in done.stderr


# --- backup --------------------------------------------------------------------------------------------------


async def test_backup_copies_the_database_of_the_settings(
    database: Database,
    database_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database_url)
    assert main(["backup", "copy.db"]) == 0
    size = (tmp_path / "copy.db").stat().st_size
    assert capsys.readouterr().out == f"copy.db: {size} bytes, checked\n"
    assert main(["backup", "copy.db"]) == 1
    assert "not overwritten" in capsys.readouterr().err
