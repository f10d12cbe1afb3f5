"""Colours as data, and how well they can be told apart."""

from __future__ import annotations

from dataclasses import dataclass

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class CheckerColours:
    """One side's checkers: ``face`` shaded from ``face`` to ``shade``, a bevelled ``rim``, an ``edge`` line.

    ``ring`` is inlaid in the face and is what tells the sides apart without colour; None leaves the face plain.
    ``crown`` is a mother's.
    """

    face: Colour
    shade: Colour
    rim_light: Colour
    rim_dark: Colour
    edge: Colour
    ring: Colour | None
    ink: Colour
    crown: Colour


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour of the picture. ``checkers`` is White's, then Black's.

    ``moved`` marks the last play, ``pin`` a pinned checker and one just hit, ``badge`` the
    sign on a pinned one, ``turn`` the side on roll.
    """

    field: Colour
    light_point: Colour
    dark_point: Colour
    inlay: Colour
    frame: Colour
    frame_light: Colour
    frame_dark: Colour
    well: Colour
    number: Colour
    home_number: Colour
    label: Colour
    turn: Colour
    pin: Colour
    badge: Colour
    moved: Colour
    brass: Colour
    brass_dark: Colour
    outline: Colour
    badge_ink: Colour
    checkers: tuple[CheckerColours, CheckerColours]


IVORY = CheckerColours(
    face=(247, 236, 211),
    shade=(240, 225, 194),
    rim_light=(255, 248, 230),
    rim_dark=(190, 164, 120),
    edge=(84, 58, 32),
    ring=None,
    ink=(52, 32, 18),
    crown=(150, 18, 30),
)
EBONY = CheckerColours(
    face=(20, 17, 17),
    shade=(28, 24, 23),
    rim_light=(120, 109, 102),
    rim_dark=(58, 50, 46),
    edge=(0, 0, 0),
    ring=(206, 184, 146),
    ink=(255, 246, 226),
    crown=(255, 201, 74),
)

WALNUT = Theme(
    field=(158, 114, 66),
    light_point=(170, 98, 30),
    dark_point=(168, 76, 58),
    inlay=(226, 196, 142),
    frame=(84, 48, 27),
    frame_light=(128, 80, 46),
    frame_dark=(42, 22, 12),
    well=(46, 27, 17),
    number=(240, 222, 184),
    home_number=(255, 205, 92),
    label=(232, 214, 178),
    turn=(255, 201, 74),
    pin=(255, 70, 60),
    badge=(204, 22, 28),
    moved=(74, 184, 255),
    brass=(214, 176, 96),
    brass_dark=(146, 106, 48),
    outline=(30, 24, 24),
    badge_ink=(255, 250, 242),
    checkers=(IVORY, EBONY),
)

#: The theme in use.
THEME = WALNUT


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2.1 defines it, 0 (black) to 1 (white)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (value / 255 for value in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """WCAG contrast ratio of two colours, 1 (the same) to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
