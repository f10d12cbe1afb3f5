"""Answers the way Discord gives them. discord.py reads JSON only where the type is exactly ``application/json``."""

from __future__ import annotations

from typing import Any

import orjson
from aiohttp import web


def say(data: Any, status: int = 200, **headers: str) -> web.Response:
    """An answer."""
    return web.Response(body=orjson.dumps(data), status=status, headers={"Content-Type": "application/json", **headers})


def error(status: int, code: int = 0, message: str = "no") -> web.Response:
    """A refusal."""
    return say({"code": code, "message": message}, status)


def too_many(seconds: float, *, everywhere: bool) -> web.Response:
    """The answer 429. Without ``Via`` the bot would think that it has been banned."""
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    return say(body, 429, Via="1.1 loopback")
