"""Names that people gave themselves, made safe to stand in a line of ours.

A display name may hold markdown, links, mentions, letters that turn the line round, marks that pile up over other
lines, or nothing visible at all. Nothing here relies on the width of a letter: lines are never set in columns.
"""

import string
import unicodedata

from plakoto_bot.domain.people import DELETED_ID

DELETED_NAME = "deleted player"

#: Characters of a name that are shown; Discord allows 32.
LONGEST = 24

_JOINER = "\u200d"
#: Letters and symbols of no ink: Hangul fillers and the empty braille pattern.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_MOST_MARKS = 2
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in string.punctuation if sign not in "',"})


def plain_name(name: str | None, user_id: int) -> str:
    """A name for places without markdown, such as menus: one line, visible, at most LONGEST characters."""
    if user_id == DELETED_ID:
        return DELETED_NAME
    return _visible(name or "") or f"player {user_id % 10_000:04}"


def shown_name(name: str | None, user_id: int) -> str:
    """A name for a message: as ``plain_name``, and no sign in it means anything to Discord.

    Somebody without a known or visible name is mentioned; Discord knows what they are called.
    """
    if user_id == DELETED_ID:
        return DELETED_NAME
    visible = _visible(name or "")
    if not visible:
        return f"<@{user_id}>"
    escaped = visible.translate(_ESCAPED)
    turned = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in visible)
    # Kept apart, a name from right to left cannot draw the figures behind it to its other side.
    return f"{_ISOLATE}{escaped}{_END_ISOLATE}" if turned else escaped


def _visible(name: str) -> str:
    """What can be seen of a name, on one line; empty if nothing can."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(letter)
        # A joiner holds one emoji together («family»); anywhere else it is only invisible.
        if letter == _JOINER and kept and _is_emoji_part(kept[-1]):
            kept.append(letter)
        elif letter.isspace() or letter in _BLANK:
            kept.append(" ")
        elif kind[0] == "C":
            continue
        elif kind in ("Mn", "Me"):
            marks += 1
            if kept and marks <= _MOST_MARKS:
                kept.append(letter)
            continue
        else:
            kept.append(letter)
        marks = 0
    text = " ".join("".join(kept).split()).rstrip(_JOINER)
    if len(text) > LONGEST:
        text = text[: LONGEST - 1].rstrip(_JOINER + " ") + "…"
    return text if any(unicodedata.category(letter) not in ("Mn", "Me", "Zs", "Cf") for letter in text) else ""


def _is_emoji_part(letter: str) -> bool:
    return unicodedata.category(letter) in ("So", "Sk") or letter == "\ufe0f"
