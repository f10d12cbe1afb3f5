"""A Discord of one's own on this machine: REST and gateway for one bot, with everything that can go wrong."""

from __future__ import annotations

from typing import Self

from aiohttp import web

from tests.e2e.discord_server.faults import Faults, Handler
from tests.e2e.discord_server.gateway import Gateway
from tests.e2e.discord_server.rest import Rest
from tests.e2e.discord_server.state import World

#: Like a real one, of three parts.
TOKEN = "MTIz.loopback-secret.xyz"
#: A thousand people may press at once.
_BACKLOG = 1024


class DiscordServer:
    """The loopback Discord. ``address`` is what ``DISCORD_API_URL`` is to be set to.

    ``patience`` is how many seconds an interaction waits for its answer. Discord waits three, which is too few for
    tests on a busy machine; what becomes of an answer that comes too late is tested by a fault.
    """

    def __init__(self, token: str = TOKEN, *, patience: float = 60) -> None:
        self.world = World()
        self.faults = Faults()
        self.gateway = Gateway(self.world, token)
        self._rest = Rest(self.world, token, patience)
        self._runner: web.AppRunner | None = None
        self.address = ""

    async def __aenter__(self) -> Self:
        rest, faults = self._rest, self.faults

        @web.middleware
        async def authorize(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await rest.authorize(request, handler)

        @web.middleware
        async def let_happen(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await faults.middleware(request, handler)

        app = web.Application(middlewares=[authorize, let_happen], client_max_size=1 << 24)
        app.add_routes([*rest.routes(), web.get("/gateway", self.gateway.handle)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0, backlog=_BACKLOG)
        await site.start()
        port = self._runner.addresses[0][1]
        self.address = f"http://127.0.0.1:{port}"
        self.gateway.address = f"ws://127.0.0.1:{port}/gateway"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.gateway.stop()
        assert self._runner is not None
        await self._runner.cleanup()
