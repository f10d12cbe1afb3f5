"""Fair dice (docs/fair-dice.md)."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from plakoto_bot.engine.dice import DiceSource, commitment
from plakoto_bot.engine.position import Dice

SEED = bytes(range(32))
SOURCE = DiceSource(SEED, accepted_by=1234567890123456789, match=42)


def dice_by_the_book(seed: bytes, accepted_by: str, match: int, game: int, number: int) -> str:
    """The scheme once more, as a stranger would write it from its description."""
    key = hmac.new(seed, accepted_by.encode("ascii"), "sha256").digest()
    found = ""
    block = 0
    while len(found) < 2:
        digest = hmac.new(key, f"{match}:{game}:{number}:{block}".encode("ascii"), "sha256").digest()
        found += "".join(str(byte % 6 + 1) for byte in digest if byte <= 251)
        block += 1
    return found[:2]


def test_known_rolls() -> None:
    """These never change: matches already played must stay verifiable."""
    assert [str(SOURCE.roll(1, number)) for number in range(1, 9)] == ["61", "11", "14", "23", "66", "64", "16", "22"]
    assert str(SOURCE.roll(2, 1)) == "65"


def test_rolls_follow_the_description() -> None:
    for game in (1, 2, 10):
        for number in range(1, 100):
            expected = dice_by_the_book(SEED, "1234567890123456789", 42, game, number)
            assert str(SOURCE.roll(game, number)) == expected


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        DiceSource(SEED[::-1], SOURCE.accepted_by, SOURCE.match),
        DiceSource(SEED, SOURCE.accepted_by + 1, SOURCE.match),
        DiceSource(SEED, SOURCE.accepted_by, SOURCE.match + 1),
    ],
)
def test_seed_acceptance_and_match_each_change_the_rolls(other: DiceSource) -> None:
    assert [other.roll(1, n) for n in range(1, 50)] != [SOURCE.roll(1, n) for n in range(1, 50)]


def test_numbers_do_not_run_into_each_other() -> None:
    """Game 1, roll 12 is not game 11, roll 2."""
    rolls = [[SOURCE.roll(game, 10 * tens + n) for n in range(1, 40)] for game, tens in ((1, 1), (11, 0))]
    assert rolls[0] != rolls[1]


def test_a_roll_asked_for_again_is_the_same() -> None:
    assert SOURCE.roll(3, 7) == SOURCE.roll(3, 7)


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_dice_are_uniform() -> None:
    # Fixed seeds, so the figure is always the same. 99.9 % of fair samples stay below the limits (5, 35 degrees).
    rolls = [
        DiceSource(hashlib.sha256(bytes([seed])).digest(), seed, match).roll(1, number)
        for seed in range(10)
        for match in range(1, 11)
        for number in range(1, 121)
    ]
    faces = Counter(die - 1 for roll in rolls for die in roll)
    pairs = Counter(6 * (roll.first - 1) + roll.second - 1 for roll in rolls)
    assert chi_square(faces, 6) < 20.5
    assert chi_square(pairs, 36) < 66.6


def test_bytes_from_252_on_are_thrown_away() -> None:
    """Among many rolls some digest begins with such a byte; taken modulo 6 it would favour the low dice."""
    key = hmac.digest(SEED, b"1234567890123456789", "sha256")
    for number in range(1, 1000):
        digest = hmac.digest(key, f"42:1:{number}:0".encode(), "sha256")
        if digest[0] >= 252:
            break
    else:
        pytest.fail("no such digest")
    kept = [byte for byte in digest if byte < 252]
    assert SOURCE.roll(1, number) == Dice(1 + kept[0] % 6, 1 + kept[1] % 6)
    assert kept[0] == digest[1]
