"""What can go wrong between the bot and Discord. A fault stands between a request and the server's answer."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from tests.e2e.discord_server.answers import error, too_many

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
#: Answers a request instead of the server, before it or after it.
Fault = Callable[[web.Request, Handler], Awaitable[web.StreamResponse]]

#: The requests that matter most.
LOGIN = "GET /api/v10/users/@me"
CALLBACK = "POST /api/v10/interactions/{interaction}/{token}/callback"
POST_MESSAGE = "POST /api/v10/channels/{channel}/messages"
EDIT_MESSAGE = "PATCH /api/v10/channels/{channel}/messages/{message}"


def answer(status: int, code: int = 0) -> Fault:
    """Refuse: 404/10062 unknown interaction, 403/50013 missing permissions, 500, 502 and so on."""

    async def fault(_request: web.Request, _handler: Handler) -> web.StreamResponse:
        return error(status, code)

    return fault


def limited(seconds: float, *, everywhere: bool = False) -> Fault:
    """Answer 429: too many requests on this route, or everywhere."""

    async def fault(_request: web.Request, _handler: Handler) -> web.StreamResponse:
        return too_many(seconds, everywhere=everywhere)

    return fault


def slow(seconds: float) -> Fault:
    """Let the request through after a while."""

    async def fault(request: web.Request, handler: Handler) -> web.StreamResponse:
        await asyncio.sleep(seconds)
        return await handler(request)

    return fault


async def refuse(request: web.Request, _handler: Handler) -> web.StreamResponse:
    """Cut the connection before anything was done."""
    return _cut(request)


async def lose(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Do what was asked and cut the connection, so that the bot does not hear of it."""
    await handler(request)
    return _cut(request)


def _cut(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def then(act: Callable[[], None], *, before: bool = False) -> Fault:
    """Call ``act`` when a request has come in (``before`` it is handled) or has been handled but not yet answered."""

    async def fault(request: web.Request, handler: Handler) -> web.StreamResponse:
        if before:
            act()
        response = await handler(request)
        if not before:
            act()
        return response

    return fault


@dataclass
class _Planned:
    route: str
    fault: Fault
    times: int
    after: int
    only: Callable[[web.Request], bool]


class Faults:
    """The faults to come, as a middleware; and the limit on requests in a second, if there is one."""

    def __init__(self) -> None:
        self._planned: list[_Planned] = []
        self._recent: deque[float] = deque()
        self.per_second: int | None = None
        #: How often the limit was exceeded.
        self.excesses = 0

    def plan(
        self,
        route: str,
        fault: Fault,
        times: int = 1,
        *,
        after: int = 0,
        only: Callable[[web.Request], bool] = lambda _request: True,
    ) -> None:
        """Let ``fault`` happen to so many requests of a route, once so many ``after`` now have gone well.

        ``only`` says which requests count.
        """
        self._planned.append(_Planned(route, fault, times, after, only))

    def clear(self) -> None:
        """From now on everything goes well."""
        self._planned.clear()
        self.per_second = None

    @property
    def pending(self) -> bool:
        """Whether planned faults have not happened yet."""
        return bool(self._planned)

    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let happen what is planned for this request."""
        resource = request.match_info.route.resource
        route = f"{request.method} {resource.canonical}" if resource else ""
        if self.per_second is not None and "interactions" not in route and self._exceeded(self.per_second):
            return too_many(1.0, everywhere=True)
        planned = next((plan for plan in self._planned if plan.route == route and plan.only(request)), None)
        if planned is None:
            return await handler(request)
        if planned.after:
            planned.after -= 1
            return await handler(request)
        planned.times -= 1
        if planned.times == 0:
            self._planned.remove(planned)
        return await planned.fault(request, handler)

    def _exceeded(self, limit: int) -> bool:
        now = asyncio.get_running_loop().time()
        while self._recent and self._recent[0] <= now - 1:
            self._recent.popleft()
        if len(self._recent) >= limit:
            self.excesses += 1
            return True
        self._recent.append(now)
        return False
