"""Fair dice: every roll follows from a seed that was promised before anybody could know the rest.

The scheme, for which docs/fair-dice.md is the reference:

* ``commitment`` = SHA-256 of the secret 32-byte seed, published with the challenge;
* ``match_key`` = HMAC-SHA256(seed, id of the accepting interaction);
* roll n of game g of match m = the first two bytes below 252 of HMAC-SHA256(match_key, "m:g:n:0"), then of
  "m:g:n:1" and so on, each byte b giving the die 1 + b mod 6. Bytes from 252 on are thrown away, since 256 is
  no multiple of 6.
"""

import hashlib
import hmac
from dataclasses import dataclass
from itertools import count

from plakoto_bot.engine.position import Dice

SEED_BYTES = 32
_UNBIASED = 252


def commitment(seed: bytes) -> str:
    """The published promise: SHA-256 of the seed as 64 hex digits."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True, slots=True)
class DiceSource:
    """The rolls of one match: its secret seed, the accepting interaction's id and the match's number."""

    seed: bytes
    accepted_by: int
    match: int

    def roll(self, game: int, number: int) -> Dice:
        """Roll ``number`` (from 1, opening rolls included) of game ``game`` (from 1) of the match."""
        key = hmac.digest(self.seed, str(self.accepted_by).encode(), hashlib.sha256)
        dice: list[int] = []
        for block in count():
            message = f"{self.match}:{game}:{number}:{block}".encode()
            dice += [1 + byte % 6 for byte in hmac.digest(key, message, hashlib.sha256) if byte < _UNBIASED]
            if len(dice) >= 2:
                return Dice(dice[0], dice[1])
        raise AssertionError("unreachable")
