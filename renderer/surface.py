"""The empty board in full colour: frame, field, points, trays, point numbers and the arrow for the way home."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageOps

from renderer import geometry as g
from renderer.drawing import Pen, font, shape
from renderer.themes import Theme
from renderer.wood import wood

_SIZE = (g.WIDTH, g.HEIGHT)
_BEND = 26  # radius in pixels of the bend in the arrow


def empty_board(theme: Theme) -> Image.Image:
    """The board of one theme without checkers, dice or plates; the same for both viewers."""
    picture = wood(_SIZE, theme.frame, seed=11, depth=0.12, figure=0.5, rings=2)
    leaf = wood((g.PITCH, g.FIELD.height), theme.field, seed=5, depth=0.035, figure=0.5, rings=2)
    picture.paste(_book_matched(leaf), g.FIELD)
    for light, colour, seed in ((True, theme.light_point, 21), (False, theme.dark_point, 22)):
        leaf = wood((g.PITCH, g.FIELD.height), colour, seed, depth=0.04)
        veneer = Image.new("RGB", _SIZE)
        veneer.paste(_book_matched(leaf), g.FIELD)
        picture.paste(theme.inlay, mask=_points(light, 0))
        picture.paste(veneer, mask=_points(light, g.INLAY))
    picture.paste(theme.inlay, mask=shape(_SIZE, _way_home))
    picture.paste(theme.home_number, mask=shape(_SIZE, _arrow_head))
    picture.paste(wood(g.BAR.size, theme.frame, seed=9, depth=0.1, figure=0.5, rings=3), g.BAR)
    for half in (g.LEFT, g.RIGHT):
        _sink(picture, half, theme)
    for tray in g.TRAYS:
        picture.paste(theme.well, tray)
        _sink(picture, tray, theme)
    _hinges(picture, theme)
    _outer_edge(picture, theme)
    _numbers(picture, theme)
    return picture


def triangle(left: float, rail: float, top: bool, inset: float) -> list[tuple[float, float]]:
    """Corners of a point whose column begins at ``left`` and whose base lies on the rail at ``rail``."""
    middle = left + g.PITCH / 2
    half = g.PITCH / 2 - 1.5 - inset
    length = g.POINT - 4 * inset
    return [(middle - half, rail), (middle + half, rail), (middle, rail + length if top else rail - length)]


def _points(light: bool, inset: float) -> Image.Image:
    """The mask of all points of one colour."""

    def draw(pen: Pen) -> None:
        for point in range(1, 25):
            if g.is_light(point) == light:
                top = g.is_top(point)
                pen.polygon(triangle(g.column_left(point), g.FIELD.top if top else g.FIELD.bottom, top, inset))

    return shape(_SIZE, draw)


def _book_matched(leaf: Image.Image) -> Image.Image:
    """The field's width in leaves of one veneer, every second one turned over, as cabinet makers lay it.

    What repeats within a row costs almost nothing in the file.
    """
    sheet = Image.new("RGB", g.FIELD.size)
    turned = ImageOps.mirror(leaf)
    for column in range(13):
        sheet.paste(turned if column % 2 else leaf, (column * g.PITCH, 0))
    return sheet


def _way_home(pen: Pen) -> None:
    """In the middle of the left half: along the far side, round, and back along the near side towards home."""
    left, right, radius, width = g.LEFT.left + 70, g.LEFT.right - 46, _BEND, 7
    far, near = g.MIDDLE - radius, g.MIDDLE + radius
    edge = width / 2
    pen.circle(right, far, 8)
    pen.line((left + radius, far, right, far), width)
    pen.arc((left - edge, far - edge, left + 2 * radius + edge, near + edge), 90, 270, width)
    pen.line((left + radius, near, right - 20, near), width)


def _arrow_head(pen: Pen) -> None:
    """In the colour of the home's numbers, where the arrow leads."""
    tip, near = g.LEFT.right - 38, g.MIDDLE + _BEND
    pen.polygon([(tip, near), (tip - 34, near - 18), (tip - 34, near + 18)])


def _sink(picture: Image.Image, box: g.Box, theme: Theme) -> None:
    """Make a box lie lower than what is round it: a dark edge above and left, a lit one below and right."""
    draw = ImageDraw.Draw(picture)
    for out in range(1, 4):
        left, top, right, bottom = box.left - out, box.top - out, box.right - 1 + out, box.bottom - 1 + out
        draw.line([(left, bottom), (left, top), (right, top)], theme.frame_dark)
        draw.line([(left, bottom), (right, bottom), (right, top)], theme.frame_light)


def _outer_edge(picture: Image.Image, theme: Theme) -> None:
    draw = ImageDraw.Draw(picture)
    for inset in range(3):
        right, bottom = g.WIDTH - 1 - inset, g.HEIGHT - 1 - inset
        draw.line([(inset, bottom), (inset, inset), (right, inset)], theme.frame_light)
        draw.line([(inset, bottom), (right, bottom), (right, inset)], theme.frame_dark)


def _hinges(picture: Image.Image, theme: Theme) -> None:
    draw = ImageDraw.Draw(picture)
    for middle in (g.FIELD.top + g.HALF // 2, g.FIELD.bottom - g.HALF // 2):
        box = g.Box(g.BAR.left + 22, middle - 46, g.BAR.right - 22, middle + 46)
        mask = shape(box.size, lambda pen: pen.box((0, 0, 22, 92), 5))
        picture.paste(theme.brass_dark, box, mask)
        draw.rectangle((box.left + 4, box.top + 4, box.right - 8, box.bottom - 5), theme.brass)
        for y in range(box.top + 18, box.bottom, 19):
            draw.line([(box.left, y), (box.right - 1, y)], theme.frame_dark, 2)


def _numbers(picture: Image.Image, theme: Theme) -> None:
    """The viewer's point numbers on the rails; those of the home board stand out."""
    draw = ImageDraw.Draw(picture)
    for point in range(1, 25):
        at = (g.column_left(point) + g.PITCH / 2, g.RAIL / 2 if g.is_top(point) else g.HEIGHT - g.RAIL / 2)
        colour = theme.home_number if point <= 6 else theme.number
        draw.text(at, str(point), colour, font(36), "mm", stroke_width=1, stroke_fill=theme.frame_dark)
