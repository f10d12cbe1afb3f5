"""Two ways to play one roll, side by side, as a PNG picture and in words."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from threading import RLock

from PIL import Image, ImageDraw

from plakoto_bot.engine.moves import format_play
from renderer import geometry as g
from renderer.alt_text import describe_board, shortened
from renderer.board import compose
from renderer.drawing import Pen, font, shape
from renderer.themes import THEME, Colour
from renderer.view import BoardView
from renderer.wood import wood

#: Size of each board in the picture.
_BOARD = (g.WIDTH * 3 // 4, g.HEIGHT * 3 // 4)
_GAP, _HEAD, _SIGN = 14, 104, 64
WIDTH, HEIGHT = 2 * _BOARD[0] + 3 * _GAP, _BOARD[1] + _HEAD + _GAP
#: Largest file, in bytes.
LIMIT = 300_000

#: Pillow's other ways of choosing colours drop the rare ones, and with them the marks of what moved.
_COLOURS = 240

# FreeType and Pillow's palette lookup keep state between calls: one thread at a time draws.
_LOCK = RLock()


def render_comparison(played: BoardView, best: BoardView, equities: tuple[float, float]) -> bytes:
    """The board after the play made beside that after the best one, each with its equity. Safe in threads."""
    boards = [compose(view) for view in (played, best)]
    with _LOCK:
        picture = _ground().copy()
        signs = ((_cross, THEME.pin, "PLAYED"), (_tick, THEME.turn, "BEST"))
        for number, (board, points, (sign, colour, word)) in enumerate(zip(boards, equities, signs, strict=True)):
            left = _GAP + number * (_BOARD[0] + _GAP)
            picture.paste(board.convert("RGB").resize(_BOARD, Image.Resampling.LANCZOS), (left, _HEAD))
            mask = shape((_SIGN, _SIGN), sign)
            picture.paste(colour, (left + 10, (_HEAD - _SIGN) // 2), mask)
            _head(picture, left, word, points, colour)
        picture = picture.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    buffer = BytesIO()
    picture.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def describe_comparison(before: BoardView, played: BoardView, best: BoardView, equities: tuple[float, float]) -> str:
    """The picture in words, for people who do not see it; ``before`` is the board with the roll still to play."""
    ways = [
        f"{where}, {what}: {format_play(view.last_play)}, equity {points:+.3f}."
        for where, what, view, points in zip(
            ("Left", "Right"), ("the play made", "the best"), (played, best), equities, strict=True
        )
    ]
    return shortened(f"Two boards side by side. {' '.join(ways)} Before it: {describe_board(before)}")


@cache
def _ground() -> Image.Image:
    """The frame; copied, never drawn upon."""
    return wood((WIDTH, HEIGHT), THEME.frame, seed=11, depth=0.2, figure=0.5, rings=2)


def _head(picture: Image.Image, left: int, word: str, points: float, colour: Colour) -> None:
    draw = ImageDraw.Draw(picture)
    draw.text((left + _SIGN + 32, _HEAD / 2), word, THEME.number, font(64), "lm")
    draw.text((left + _BOARD[0] - 10, _HEAD / 2), f"{points:+.3f}", colour, font(64), "rm")


def _cross(pen: Pen) -> None:
    pen.line((8, 8, _SIGN - 8, _SIGN - 8), 13)
    pen.line((8, _SIGN - 8, _SIGN - 8, 8), 13)


def _tick(pen: Pen) -> None:
    pen.polygon([(2, 34), (12, 24), (25, 38), (52, 8), (62, 18), (25, 58)])
