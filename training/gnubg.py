"""Portes against GNU Backgammon, one ply deep and without the cube, through its external-player socket.

GNU Backgammon counts a backgammon as three points where Portes knows two; results here are counted by Portes.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import numpy as np

from training import arena, boards, plays, selfplay
from training.arena import Desk, Player, Result
from training.boards import OTHER, OWN, PORTES, Board, on
from training.plays import GOES_ON, WON_2

INSTALL = "apt-get install gnubg"

_SETTINGS = """\
set evaluation chequerplay type evaluation
set evaluation chequerplay evaluation plies 0
set evaluation chequerplay evaluation cubeful off
set evaluation chequerplay evaluation noise 0
external localhost:{port}
"""

#: After the board in FIBS's line: it is our turn to move with these dice, nobody doubled, we move 24 to 1.
_DICE = "1:{high}:{low}:{high}:{low}:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0"


def program() -> str | None:
    """Where GNU Backgammon is, None where it is not installed."""
    return shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


@contextmanager
def running() -> Iterator[TextIO]:
    """A GNU Backgammon of our own, waiting for boards to be written to it."""
    path = program()
    assert path, f"GNU Backgammon is missing: {INSTALL}"
    with tempfile.TemporaryDirectory() as home:
        with socket.socket() as free:
            free.bind(("localhost", 0))
            port = free.getsockname()[1]
        (Path(home) / ".gnubg").mkdir()
        script = Path(home) / "settings"
        script.write_text(_SETTINGS.format(port=port))
        process = subprocess.Popen(
            [path, "--tty", "--quiet", "--no-rc", "--commands", str(script)],
            env={"HOME": home},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with _connected(port) as connection, connection.makefile("rw") as line:
                yield line
        finally:
            process.terminate()
            process.wait()


def _connected(port: int) -> socket.socket:
    for _ in range(300):
        try:
            return socket.create_connection(("localhost", port))
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise TimeoutError("GNU Backgammon does not answer")


def ask(line: TextIO, board: Board, high: int, low: int) -> str:
    """Its play for the own side of the board, as it writes it: ``13/8 24/23*``."""
    counts = [on(board, OWN, place) - on(board, OTHER, 25 - place) for place in range(1, 25)]
    places = [-on(board, OTHER, 25), *counts, on(board, OWN, 25)]
    dice = _DICE.format(high=high, low=low)
    line.write(f"board:a:b:0:0:0:{':'.join(map(str, places))}:{dice}\n")
    line.flush()
    return line.readline().strip()


def find(answer: str, board: Board, desk: Desk, size: int) -> int:
    """The index among ``desk.found`` of the play that GNU Backgammon wrote."""
    own = [on(board, OWN, place) for place in range(26)]
    other = [on(board, OTHER, place) for place in range(26)]
    for move in answer.split():
        steps, _, times = move.rstrip(")").partition("(")
        places = [_place(name) for name in steps.split("/")]
        repeated = int(times or 1)
        own[places[0]] -= repeated
        own[places[-1]] += repeated
        for name, place in zip(steps.split("/"), places, strict=True):
            if name.endswith("*"):
                other[25 - place] -= 1
                other[25] += 1
    for index in range(size):
        after = desk.found[index]
        if all(on(after, OWN, place) == own[place] and on(after, OTHER, place) == other[place] for place in range(26)):
            return index
    raise ValueError(f"no legal play is {answer!r}")


def _place(name: str) -> int:
    return 25 if name == "bar" else 0 if name == "off" else int(name.rstrip("*"))


def match(player: Player, games: int, seed: int = 1) -> Result:
    """Portes in pairs of games with common dice; points from the side of ``player``."""
    desk = arena.desk(player.first.shape[1])
    points = np.zeros((games // 2, 2), dtype=np.int64)
    with running() as line:
        for pair in range(games // 2):
            for seat in range(2):
                points[pair, seat] = _play(player, seat, seed * 1_000_003 + pair * 7919, desk, line)
    return arena.summary(points)


def _play(player: Player, seat: int, seed: int, desk: Desk, line: TextIO) -> int:
    """Points for ``player``, who begins if ``seat`` is 0."""
    dice, luck = np.array([seed], dtype=np.uint64), np.array([0], dtype=np.uint64)
    board = boards.start("portes")
    for ply in range(selfplay.LONGEST):
        rolled = selfplay.roll(dice)
        ours = ply % 2 == seat
        if ours:
            chosen = arena.move(PORTES, player.kind, player.first, player.second, board, rolled, luck, desk)
        else:
            high, low = rolled // 6 + 1, rolled % 6 + 1
            size = plays.plays(PORTES, board, high, low, desk.work, desk.found)
            chosen = find(ask(line, board, high, low), board, desk, size) if size > 1 else 0
        result = plays.outcome(PORTES, desk.found[chosen], desk.spare)
        if result != GOES_ON:
            points = 2 if result == WON_2 else 1
            return points if ours else -points
        boards.turn(desk.found[chosen], board)
    return 0
