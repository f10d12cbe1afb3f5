"""The playground as a newcomer uses it: start it, open the printed address, play as both people.

The browser is the one of the Debian package ``chromium``, found on PATH.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Side
from renderer.board import render_board
from renderer.view import BoardView

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address that a fresh playground prints; at the end Ctrl-C must end it cleanly."""
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "bot.py"), "--or-playground"],
        cwd=tmp_path,
        env={**environment, "PLAYGROUND_PORT": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    printed = ""
    while not (found := re.search(r"http://127\.0\.0\.1:\S+", printed)):
        line = process.stdout.readline()
        assert line, process.communicate()
        printed += line
    yield found[0]
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert "The playground is closed." in rest


@pytest.fixture
def people(address: str) -> Iterator[dict[str, Page]]:
    """One page for each of the two people."""
    assert CHROMIUM, "install the Debian package chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        pages = {name: browser.new_page(viewport={"width": 1280, "height": 900}) for name in ("Eleni", "Nikos")}
        for name, page in pages.items():
            page.goto(address)
            page.get_by_label("Viewing as").select_option(name)
            page.wait_for_load_state("networkidle")
        yield pages
        browser.close()


def test_challenge_accept_and_three_turns_as_both_people(people: dict[str, Page]) -> None:
    challenge(people["Eleni"], "Nikos")
    expect(newest(people["Eleni"])).to_contain_text("challenges")
    refresh_until(people["Nikos"], "challenges")
    people["Nikos"].get_by_role("button", name="Accept").click()
    expect(newest(people["Nikos"])).to_contain_text("you rolled")
    seen = people["Nikos"]
    for _ in range(3):
        called = re.findall(r"@(\w+), you rolled", newest(seen).inner_text())[-1]
        seen = people[called]
        refresh_until(seen, f"@{called}, you rolled")
        play_a_turn(seen)
    board = newest(seen).get_by_role("img", name=re.compile("^Plakoto board"))
    expect(board).to_have_js_property("naturalWidth", board_size()[0])


def test_playing_the_bot_itself(people: dict[str, Page]) -> None:
    page = people["Eleni"]
    challenge(page, "casual", option="level")
    refresh_until(page, "you rolled")
    for _ in range(2):
        play_a_turn(page)
    expect(newest(page)).to_contain_text("@Plakoto rolled")


def board_size() -> tuple[int, int]:
    """Width and height of a board in pixels."""
    position = parse_position("plakoto W15,22,B15 - 0/0 w -")
    with Image.open(io.BytesIO(render_board(BoardView(position, Side.WHITE)))) as picture:
        return picture.size


def challenge(page: Page, value: str, option: str = "opponent") -> None:
    """Use /challenge in the composer with one option."""
    page.get_by_role("textbox", name="Message", exact=True).click()
    page.keyboard.type("/challenge")
    expect(page.get_by_role("option", name="/challenge")).to_be_visible()
    page.keyboard.press("Enter")
    page.get_by_role("option", name=re.compile(f"^{option}")).click()
    expect(page.get_by_role("combobox", name=option)).to_be_visible()
    page.keyboard.type(value)
    choice = page.get_by_role("listbox").get_by_role("option", name=value)
    choice.click()
    expect(choice).to_have_count(0)
    page.get_by_role("button", name="Send", exact=True).click()


def refresh_until(page: Page, text: str) -> None:
    """A page shows what another did after *Refresh*."""
    for _ in range(30):
        page.get_by_role("button", name="Refresh preview").click()
        try:
            expect(newest(page)).to_contain_text(text, timeout=1000)
        except AssertionError:
            continue
        return
    raise AssertionError(f"the page never shows {text!r}")


def play_a_turn(page: Page) -> None:
    """Play the turn of the page's person, in one pick or step by step, until the next turn is called."""
    turns = page.get_by_role("article").filter(has_text="you rolled")
    before = turns.count()
    while newest(page).get_by_role("combobox", name=re.compile("^Choose your .* step")).count():
        shown = newest(page).inner_text()
        pick_first(page)
        expect(newest(page)).to_contain_text("So far:")
        expect(newest(page)).not_to_have_text(shown, use_inner_text=True)
    confirm = newest(page).get_by_role("button", name="Confirm")
    if confirm.count():
        confirm.click()
    else:
        pick_first(page)
    expect(turns).to_have_count(before + 1)


def pick_first(page: Page) -> None:
    """Open the menu of the newest message and take its first entry.

    The page draws itself anew when a board's picture arrives, which closes a menu: then it is opened again.
    """
    menu = newest(page).get_by_role("combobox", name=re.compile("^Choose your"))
    first = newest(page).get_by_role("option").first
    for _ in range(30):
        try:
            if menu.get_attribute("aria-expanded", timeout=5000) != "true":
                menu.click(timeout=5000)
            first.click(timeout=5000)
        except PlaywrightTimeout:
            continue
        return
    raise AssertionError("the menu does not stay open")


def newest(page: Page) -> Locator:
    """The newest message with the bot's name above it."""
    return page.get_by_role("log").locator("> article, > * > article").last
