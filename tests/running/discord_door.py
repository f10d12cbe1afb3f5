"""Discord's door on this machine: just what the bot needs to log in, to connect and to be turned away."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import WSCloseCode, web

TOKEN = "MTIz.secret-token.xyz"
_BOT = {"id": "1", "username": "Plakoto", "discriminator": "0", "avatar": None, "bot": True}
_HELLO, _READY, _HEARTBEAT = 10, 0, 1


class Door:
    """What the bot meets. ``refuse`` is a status for whoever logs in, ``close_code`` ends every new connection."""

    def __init__(self) -> None:
        self.refuse: int | None = None
        self.close_code: int | None = None
        #: A server that hears the goodbye and does not answer it.
        self.mute = False
        self.gateway_away = False
        self.logins = 0
        self.connections: list[web.WebSocketResponse] = []
        self.address = ""

    async def _me(self, request: web.Request) -> web.Response:
        self.logins += 1
        if request.headers["Authorization"] != f"Bot {TOKEN}":
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        if self.refuse is not None:
            return _json({"message": "no", "code": 0}, self.refuse)
        return _json(_BOT)

    async def _application(self, _request: web.Request) -> web.Response:
        named = {"id": "2", "name": "Plakoto", "description": "", "icon": None, "verify_key": "", "flags": 0}
        flags = {"bot_public": True, "bot_require_code_grant": False, "team": None, "owner": _BOT}
        return _json(named | flags)

    async def _commands(self, request: web.Request) -> web.Response:
        return _json([])

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.gateway_away:
            raise web.HTTPBadGateway
        socket = web.WebSocketResponse(autoclose=not self.mute)
        await socket.prepare(request)
        self.connections.append(socket)
        await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": 40_000}})
        await socket.receive()
        if self.close_code is not None:
            await socket.close(code=self.close_code)
            return socket
        ready = {
            "v": 10,
            "user": _BOT,
            "guilds": [],
            "session_id": "s",
            "application": {"id": "2", "flags": 0},
            "resume_gateway_url": self.address.replace("http", "ws") + "/gateway",
        }
        await socket.send_json({"op": _READY, "t": "READY", "s": 1, "d": ready})
        async for message in socket:
            if json.loads(message.data)["op"] == _HEARTBEAT:
                await socket.send_json({"op": 11})
        return socket


def _json(body: Any, status: int = 200) -> web.Response:
    # discord.py reads JSON only from this very content type.
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={"Content-Type": "application/json", "Via": "test"}
    )


@asynccontextmanager
async def open_door() -> AsyncIterator[Door]:
    """A door on a free port."""
    door = Door()
    app = web.Application()
    app.router.add_get("/api/v10/users/@me", door._me)
    app.router.add_get("/api/v10/oauth2/applications/@me", door._application)
    app.router.add_put("/api/v10/applications/2/commands", door._commands)
    app.router.add_get("/gateway", door._gateway)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    door.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield door
    finally:
        for socket in door.connections:
            await socket.close(code=WSCloseCode.GOING_AWAY)
        await runner.cleanup()
