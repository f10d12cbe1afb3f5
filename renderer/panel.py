"""Plates, trays and the tally on the right and the strips along the homes, in full colour, each on its part of the
empty board.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from plakoto_bot.engine.position import Side
from plakoto_bot.engine.rules import Outcome, Reason
from renderer import geometry as g
from renderer import pieces
from renderer.drawing import font, polygon, shape, slope
from renderer.themes import THEME, Colour


def plate(board: Image.Image, near: bool, side: Side, on_roll: bool) -> Image.Image:
    """One side's plate, lit up while it is on roll: its checker, and room for its ``pips``."""
    picture = _plate(board, near, side, THEME.turn if on_roll else THEME.frame_light, THEME.well)
    ImageDraw.Draw(picture).text((83, 63), "pips", THEME.label, font(31), "mm")
    if on_roll:
        picture.paste(THEME.turn, mask=polygon(picture.size, [(17, 53), (41, 64.5), (17, 76)]))
    return picture


def pips(count: int, on_roll: bool) -> Image.Image:
    """The part of a plate that changes every turn; the same for every plate."""
    picture = Image.new("RGB", g.PIPS.size, THEME.well)
    middle = 83 - g.PIPS.left, 31 - g.PIPS.top
    ImageDraw.Draw(picture).text(middle, str(count), THEME.turn if on_roll else THEME.label, font(39), "mm")
    return picture


def verdict(board: Image.Image, near: bool, side: Side, pips: int, outcome: Outcome) -> Image.Image:
    """The plate of a finished game: all gold for the winner, with the points; with the pips where nobody has won."""
    won = outcome.winner is side
    fill, ink = (THEME.turn, THEME.well) if won else (THEME.well, THEME.label)
    picture = _plate(board, near, side, THEME.inlay if won else THEME.frame_light, fill)
    draw = ImageDraw.Draw(picture)
    if won:
        draw.text((84, 30), "WON", ink, font(31), "mm")
        draw.text((63, 64), f"{outcome.points} point{'s' if outcome.points != 1 else ''}", ink, font(27), "mm")
    else:
        draw.text((83, 31), str(pips), ink, font(39), "mm")
        draw.text((63, 64), "ENDED" if outcome.reason is Reason.ENDED else "DRAW", ink, font(33), "mm")
    return picture


def _plate(board: Image.Image, near: bool, side: Side, frame: Colour, fill: Colour) -> Image.Image:
    """A plate with nothing on it but its side's checker."""
    picture = board.crop(g.PLATES[near])
    width, height = picture.size
    picture.paste(frame, mask=shape(picture.size, lambda pen: pen.box((0, 0, width, height), 12)))
    picture.paste(fill, mask=shape(picture.size, lambda pen: pen.box((5, 5, width - 5, height - 5), 8)))
    disc = pieces.checker(THEME.checkers[side], 34)
    picture.paste(disc, (11, 13), disc)
    return picture


def tray(board: Image.Image, near: bool, side: Side, off: int, arrived: int) -> Image.Image:
    """One side's tray with what it has borne off, ``arrived`` of it in the last play."""
    picture = board.crop(g.TRAYS[near])
    colours = THEME.checkers[side]
    draw = ImageDraw.Draw(picture)
    left, width, height, margin = 7, 66, 14, 8
    for index in range(off):
        y = picture.height - margin - (index + 1) * height if near else margin + index * height
        picture.paste(slope((width, height), colours.rim_light, colours.rim_dark), (left, y))
        if colours.ring:
            draw.line([(left + 5, y + height // 2), (left + width - 6, y + height // 2)], colours.ring, 2)
        new = index >= off - arrived
        edge = (left, y, left + width - 1, y + height - 1)
        draw.rectangle(edge, outline=THEME.moved if new else colours.edge, width=2 if new else 1)
    draw.text((99, picture.height - 30 if near else 30), str(off), THEME.number, font(38), "mm")
    return picture


def tally(board: Image.Image, viewer: Side, score: tuple[int, int], match_length: int | None) -> Image.Image:
    """The score, the opponent's above the viewer's, and between them how many points the match goes to."""
    picture = board.crop(g.SCORE)
    draw = ImageDraw.Draw(picture)
    for y, side in ((18, viewer.other), (74, viewer)):
        disc = pieces.checker(THEME.checkers[side], 30)
        picture.paste(disc, (24, y - 15), disc)
        draw.text((80, y), str(score[side]), THEME.number, font(36), "mm")
    if match_length:
        draw.text((63, 46), f"to {match_length}", THEME.label, font(28), "mm")
    return picture


def home(board: Image.Image, side: Side, box: g.Box) -> Image.Image:
    """The strip along a side's home board, like one of its checkers seen from the edge."""
    picture = board.crop(box)
    colours = THEME.checkers[side]
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, box.width - 1, box.height - 1), colours.face, colours.edge)
    if colours.ring:
        draw.line([(4, box.height // 2), (box.width - 5, box.height // 2)], colours.ring, 2)
    return picture
