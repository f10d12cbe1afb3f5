"""Two plays side by side."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image

from plakoto_bot.engine.moves import Play
from plakoto_bot.engine.notation import parse_play
from plakoto_bot.engine.position import Dice, Side, start_position
from plakoto_bot.engine.rulesets import RULESETS, ruleset
from renderer.alt_text import LIMIT as LONGEST
from renderer.comparison import HEIGHT, LIMIT, WIDTH, describe_comparison, render_comparison
from renderer.themes import THEME, contrast
from renderer.view import BoardView

EQUITIES = (-0.1234, 0.5)


def views(game: str = "plakoto") -> tuple[BoardView, BoardView, BoardView]:
    """Before the first roll of a game is played, and after the first and the last of its plays."""
    rules = ruleset(game)
    position = start_position(rules.layout).rolled(Dice(2, 1))

    def after(play: Play) -> BoardView:
        dice = tuple(step.die for step in play)
        return BoardView(rules.after(position, play), Side.WHITE, dice, play, Side.WHITE)

    plays = rules.legal_plays(position)
    return BoardView(position, Side.WHITE), after(plays[0]), after(plays[-1])


@pytest.mark.parametrize("game", RULESETS)
def test_the_picture_is_a_png_of_bearable_size(game: str) -> None:
    _, played, best = views(game)
    data = render_comparison(played, best, EQUITIES)
    with Image.open(BytesIO(data)) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (WIDTH, HEIGHT))
    assert len(data) <= LIMIT


def test_the_boards_show_each_play_with_its_marks() -> None:
    _, played, best = views()
    with Image.open(BytesIO(render_comparison(played, best, EQUITIES))) as picture:
        shown = picture.convert("RGB")
    left, right = shown.crop((0, 104, WIDTH // 2, HEIGHT)), shown.crop((WIDTH // 2, 104, WIDTH, HEIGHT))
    assert left.tobytes() != right.tobytes()
    for half in (left, right):
        colours = half.getcolors(half.width * half.height) or []
        blue = sum(count for count, (r, g, b) in colours if abs(b - 255) < 20 and abs(g - 184) < 30 and r < 120)  # type: ignore[misc]
        assert blue > 100, "what moved is marked as on any board"


def test_the_signs_stand_out_from_the_frame() -> None:
    assert contrast(THEME.pin, THEME.frame) >= 3
    assert contrast(THEME.turn, THEME.frame) >= 3
    assert contrast(THEME.number, THEME.frame) >= 4.5


def test_many_threads_draw_the_same_picture() -> None:
    _, played, best = views()
    with ThreadPoolExecutor(3) as threads:
        pictures = set(threads.map(lambda _: render_comparison(played, best, EQUITIES), range(3)))
    assert len(pictures) == 1


def test_in_words() -> None:
    before, played, best = views()
    text = describe_comparison(before, played, best, EQUITIES)
    assert text.startswith("Two boards side by side. Left, the play made: ")
    assert "equity -0.123. Right, the best: " in text
    assert "White to play 2-1" in text
    assert len(text) <= LONGEST


def test_a_play_of_many_steps_fits_into_words() -> None:
    rules = ruleset("plakoto")
    position = start_position(rules.layout).rolled(Dice(1, 1))
    play = parse_play(rules, position, "24/20")
    view = BoardView(rules.after(position, play), Side.WHITE, (1,) * 4, play, Side.WHITE)
    assert len(describe_comparison(BoardView(position, Side.WHITE), view, view, EQUITIES)) <= LONGEST
