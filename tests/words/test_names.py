"""Whatever people call themselves, a line of ours stays a line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plakoto_bot.words.names import LONGEST, plain_name, shown_name


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Eleni", "Eleni"),
        ("Γιώργος", "Γιώργος"),
        ("龍" * 32, "龍" * (LONGEST - 1) + "…"),
        ("two\nlines\tand   gaps", "two lines and gaps"),
        ("\u200b\u2060zero\u200dwidth\ufeff", "zerowidth"),
        ("\u202egnirts\u202c", "gnirts"),
        ("👨‍👩‍👧‍👦 🇬🇷", "👨‍👩‍👧‍👦 🇬🇷"),
        ("z\u0300\u0301\u0302\u0303\u0304algo", "z\u0300\u0301algo"),
        ("e\u0301", "é"),
        ("\u3164\u2800", "player 0042"),
        ("", "player 0042"),
        (None, "player 0042"),
    ],
)
def test_plain_names(name: str | None, plain: str) -> None:
    assert plain_name(name, 10042) == plain


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**bold**", r"\*\*bold\*\*"),
        ("@everyone", r"\@everyone"),
        ("<@&1> <#2>", r"\<\@\&1\> \<\#2\>"),
        ("[x](https://e.com)", r"\[x\]\(https\:\/\/e\.com\)"),
        ("O'Neil, Tom", "O'Neil, Tom"),
        ("back\\slash", r"back\\slash"),
        ("\u200b", "<@10042>"),
        (None, "<@10042>"),
    ],
)
def test_shown_names(name: str | None, shown: str) -> None:
    assert shown_name(name, 10042) == shown


@pytest.mark.parametrize("name", ["שלום", "محمد", "Ann שלום"])
def test_a_name_from_right_to_left_is_kept_apart_from_what_follows(name: str) -> None:
    assert shown_name(name, 1) == f"\u2068{name}\u2069"


@given(st.text(max_size=40))
def test_any_name_is_one_short_visible_line_without_markdown(name: str) -> None:
    plain, shown = plain_name(name, 7), shown_name(name, 7)
    assert 1 <= len(plain) <= LONGEST
    assert plain.strip() == plain
    assert all(unicodedata.category(letter) not in ("Cc", "Zl", "Zp", "Cs") for letter in plain)
    assert not set(plain) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200e\u200f")
    if shown != "<@7>":
        bare = shown.replace("\\\\", "")
        assert all(bare[index - 1] == "\\" for index, sign in enumerate(bare) if sign in "*_~`|<>[]()#@:")
        assert len(shown) <= 2 * LONGEST + 2


def test_a_cut_name_does_not_end_in_half_an_emoji() -> None:
    assert not plain_name("x" * 21 + "👨‍👩‍👧‍👦", 1).removesuffix("…").endswith("\u200d")
