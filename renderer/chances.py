"""How the chances to win went through a game, as a PNG picture in the wood of the board, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image, ImageDraw

from plakoto_bot.engine.position import Side
from renderer.alt_text import NAMES, shortened
from renderer.drawing import Pen, font, shape
from renderer.pieces import checker
from renderer.plot import PLOT, draw_line, render_plot
from renderer.themes import THEME

#: Chances at which lines are drawn, with the chance of whoever is ahead there.
_LINES = ((1.0, "100"), (0.75, "75"), (0.5, "50"), (0.25, "75"), (0.0, "100"))
#: Between the plot's edge and the line at the beginning and the end.
_MARGIN = 22
_ICON = 46
#: A bar of a lost point would be this long; longer ones are cut, and short ones can still be seen.
_POINT, _LONGEST, _SHORTEST = 400, 160, 14
_BAR, _EDGE, _KNOB = 7, 2, 10
#: Values named in words.
_MOST_NAMED = 9


@dataclass(frozen=True, slots=True)
class Loss:
    """A play of ``side`` in turn ``turn`` (from 1) that lost some points; ``blunder`` if they were many."""

    turn: int
    side: Side
    points: float
    blunder: bool


def render_chances(chances: Sequence[float], losses: Sequence[Loss]) -> bytes:
    """The picture of White's chance to win, 0 to 1: before the first turn, after each, and perhaps at the end.

    From White's edge, which is the upper one, and from Black's come bars as long as what was lost, with a knob for a
    blunder. Safe in threads.
    """
    return render_plot(lambda picture: _draw(picture, chances, losses))


def describe_chances(chances: Sequence[float], losses: Sequence[Loss], what: str) -> str:
    """The picture in words, for people who do not see it; ``what`` names the game."""
    turns = len(chances) - 1
    step = max(1, -(-turns // _MOST_NAMED))
    named = ", ".join(f"{chances[turn]:.0%} after turn {turn}" for turn in range(step, turns, step))
    sentences = [
        f"Line graph of White's chance to win through {what}, {turns} turn{'s' if turns != 1 else ''}",
        f"It begins at {chances[0]:.0%}{', is ' if named else ''}{named} and ends at {chances[-1]:.0%}",
    ]
    for side in Side:
        for blunder, name in ((True, "blunders"), (False, "errors")):
            at = [str(loss.turn) for loss in losses if loss.side is side and loss.blunder is blunder]
            if at:
                sentences.append(f"{NAMES[side]}'s {name}: turn{'s' if len(at) > 1 else ''} {', '.join(at)}")
    return shortened(". ".join(sentences) + ".")


def _draw(picture: Image.Image, chances: Sequence[float], losses: Sequence[Loss]) -> None:
    draw = ImageDraw.Draw(picture)
    for chance, label in _LINES:
        y = _height(chance)
        draw.line([(PLOT.left, y), (PLOT.right - 1, y)], THEME.frame, 4 if chance == 0.5 else 2)
        draw.text((PLOT.left - 16, y), label, THEME.number, font(38), "rm")
    for side, chance in ((Side.WHITE, 1.0), (Side.BLACK, 0.0)):
        icon = checker(THEME.checkers[side], _ICON)
        picture.paste(icon, (16, round(_height(chance)) - _ICON // 2), icon)
    turns = len(chances) - 1
    dots = [(_across(turn, turns), _height(chance)) for turn, chance in enumerate(chances)]
    draw_line(picture, dots, dots[-1:])
    for loss in losses:
        _bar(picture, _across(loss.turn, turns), loss)
    last = chances[-1]
    draw.text((PLOT.right + 14, _height(last)), f"{max(last, 1 - last):.0%}", THEME.turn, font(46), "lm")
    y = PLOT.bottom + 44
    draw.text(((PLOT.left + PLOT.right) / 2, y), "turns", THEME.label, font(34), "mm")
    draw.text((_across(0, turns), y), "start", THEME.number, font(36), "mm")
    draw.text((_across(turns, turns), y), str(turns), THEME.number, font(36), "mm")


def _across(turn: int, turns: int) -> float:
    return PLOT.left + _MARGIN + turn / max(1, turns) * (PLOT.width - 2 * _MARGIN)


def _height(chance: float) -> float:
    return PLOT.bottom - chance * PLOT.height


def _bar(picture: Image.Image, x: float, loss: Loss) -> None:
    """What one play lost: a bar from its player's edge, in the player's colours."""
    colours = THEME.checkers[loss.side]
    length = min(max(loss.points * _POINT, _SHORTEST), _LONGEST)
    size = (2 * (_KNOB + _EDGE), round(length) + _KNOB + 2 * _EDGE)

    def grown(pen: Pen, edge: float) -> None:
        middle = size[0] / 2
        pen.box((middle - _BAR / 2 - edge, 0, middle + _BAR / 2 + edge, length + edge))
        if loss.blunder:
            pen.circle(middle, length, _KNOB + edge - 0.5)

    for colour, edge in ((colours.ring or colours.edge, _EDGE), (colours.face, 0)):
        mask, top = shape(size, partial(grown, edge=edge)), PLOT.top
        if loss.side is Side.BLACK:
            mask, top = mask.transpose(Image.Transpose.FLIP_TOP_BOTTOM), PLOT.bottom - size[1]
        picture.paste(colour, (round(x) - size[0] // 2, top), mask)
