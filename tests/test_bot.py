"""``python bot.py`` as whoever hosts it sees it: a fault is one clear line and a status, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BOT = Path(__file__).parent.parent / "bot.py"
TOKEN = "MTIz.secret-token.xyz"


def run(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the bot in an empty folder with nothing in the environment but ``settings``."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "SYSTEMROOT", "LANG")}
    return subprocess.run(
        [sys.executable, str(BOT)],
        cwd=folder,
        env=kept | {"PYTHONDONTWRITEBYTECODE": "1"} | settings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def the_one_line(result: subprocess.CompletedProcess[str]) -> str:
    """The line that says what is wrong; there must be just one, and no traceback around it."""
    assert result.returncode not in (0, None)
    assert "Traceback" not in result.stderr
    assert TOKEN not in result.stderr + result.stdout
    (line,) = (line for line in result.stderr.splitlines() if line.startswith("error: "))
    return line


def test_without_a_token_it_says_where_to_put_one(tmp_path: Path) -> None:
    line = the_one_line(run(tmp_path))
    assert "DISCORD_TOKEN" in line
    assert ".env" in line


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    assert "DEV_GUILD_ID" in the_one_line(run(tmp_path, DISCORD_TOKEN=TOKEN, DEV_GUILD_ID="mine"))


@pytest.mark.parametrize("kind", ["text", "folder", "address"])
def test_a_database_that_cannot_be_used_is_named(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "games.db"
    url = f"sqlite+aiosqlite:///{file}"
    if kind == "text":
        file.write_text("no database " * 100, encoding="utf-8")
    elif kind == "folder":
        file.mkdir()
    else:
        url = f"sqlite:///{file}"
    line = the_one_line(run(tmp_path, DISCORD_TOKEN=TOKEN, DATABASE_URL=url))
    assert str(file) in line
    if kind == "text":
        assert file.read_text(encoding="utf-8") == "no database " * 100
