"""Discord's gateway: events go to the bot over a websocket, and again after it has come back from a loss."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import dataclass, field

import orjson
from aiohttp import WSCloseCode, WSMsgType, web

from tests.e2e.discord_server.state import Json, World, new_id

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 8, 9, 10, 11
MESSAGE_CONTENT = 1 << 15
_HEARTBEAT_MS = 20_000
WRONG_TOKEN, MISSING_INTENTS = 4004, 4014


@dataclass
class _Session:
    """What one bot was told since it identified itself; it can be told again."""

    id: str
    intents: int
    events: list[str] = field(default_factory=list)


class Gateway:
    """The websocket end of the loopback Discord, for one bot at a time."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._session: _Session | None = None
        self._socket: web.WebSocketResponse | None = None
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self.address = ""
        #: Whether the developer portal grants message content.
        self.grants_content = True
        #: The close code for whoever identifies, if nobody is to be let in.
        self.turns_away: int | None = None
        #: A gateway that hears a goodbye and does not answer it.
        self.mute = False
        #: How often to deliver each event.
        self.deliveries = 1
        self.identified = 0
        self.resumed = 0
        self._stopped = asyncio.Event()
        world.emit = self.emit

    def emit(self, name: str, data: Json) -> None:
        """Tell the bot; while it is away, once it is back."""
        session = self._session
        if session is None:
            return
        for _ in range(self.deliveries):
            if name == "MESSAGE_CREATE":
                data = self._readable(data, session)
            event = {"op": DISPATCH, "t": name, "s": len(session.events) + 1, "d": data}
            text = orjson.dumps(event).decode()
            session.events.append(text)
            self._outbox.put_nowait(text)

    def _readable(self, data: Json, session: _Session) -> Json:
        """Without the intent a bot reads only what it wrote itself or is mentioned in."""
        own = str(self._world.bot.id)
        if session.intents & MESSAGE_CONTENT or data["author"]["id"] == own or own in data["content"]:
            return data
        return data | {"content": "", "components": [], "embeds": [], "attachments": []}

    @property
    def connected(self) -> bool:
        """Whether a bot listens."""
        return self._socket is not None and not self._socket.closed

    # --- losses ----------------------------------------------------------------------------------------------

    def reset(self) -> None:
        """Cut the connection as a broken network does."""
        socket = self._live()
        transport = socket._req.transport if socket._req else None
        assert transport is not None
        transport.abort()

    async def close(self, code: int) -> None:
        """Close the connection with one of Discord's codes."""
        await self._live().close(code=code)

    async def ask_to_reconnect(self) -> None:
        """Op 7: come back and resume."""
        await self._live().send_str(json.dumps({"op": RECONNECT, "d": None}))

    async def invalidate(self) -> None:
        """Op 9: the session is gone, come back and begin anew."""
        self._session = None
        await self._live().send_str(json.dumps({"op": INVALID, "d": False}))

    def _live(self) -> web.WebSocketResponse:
        assert self._socket is not None, "no bot is connected"
        return self._socket

    # --- the connection --------------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One connection of a bot, from hello to its end."""
        socket = web.WebSocketResponse(max_msg_size=0, autoclose=not self.mute)
        await socket.prepare(request)
        await socket.send_str(json.dumps({"op": HELLO, "d": {"heartbeat_interval": _HEARTBEAT_MS}}))
        writer: asyncio.Task[None] | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                said = json.loads(message.data)
                if said["op"] == HEARTBEAT:
                    await socket.send_str(json.dumps({"op": ACK}))
                elif said["op"] in (IDENTIFY, RESUME):
                    if not await self._greet(socket, said):
                        continue
                    self._socket = socket
                    writer = asyncio.create_task(self._write(socket, self._outbox))
                    self._world.changed()
                elif said["op"] == MEMBERS:
                    self._send_members(said["d"])
            if self.mute:
                # Whatever returned from here would say goodbye.
                await self._stopped.wait()
        finally:
            if writer is not None:
                writer.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await writer
            if self._socket is socket:
                self._socket = None
            self._world.changed()
        return socket

    async def _greet(self, socket: web.WebSocketResponse, said: Json) -> bool:
        """Begin or resume a session; False when that is refused."""
        data = said["d"]
        if data["token"] != self._token:
            await socket.close(code=WRONG_TOKEN)
            return False
        if self.turns_away is not None:
            await socket.close(code=self.turns_away)
            return False
        if said["op"] == RESUME:
            if self._session is None or self._session.id != data["session_id"]:
                await socket.send_str(json.dumps({"op": INVALID, "d": False}))
                return False
            self.resumed += 1
            self._outbox = asyncio.Queue()
            for text in self._session.events[data["seq"] :]:
                self._outbox.put_nowait(text)
            self.emit("RESUMED", {})
            return True
        if data["intents"] & MESSAGE_CONTENT and not self.grants_content:
            await socket.close(code=MISSING_INTENTS)
            return False
        self.identified += 1
        self._session = _Session(f"session-{new_id()}", data["intents"])
        self._outbox = asyncio.Queue()
        world = self._world
        self.emit(
            "READY",
            {
                "v": 10,
                "user": world.bot.payload(),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in world.guilds.values()],
                "session_id": self._session.id,
                "resume_gateway_url": self.address,
                "application": {"id": str(world.bot.id), "flags": 0},
            },
        )
        for guild in world.guilds.values():
            self.emit("GUILD_CREATE", guild.payload(world.bot))
        return True

    async def _write(self, socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await socket.send_str(await outbox.get())

    def _send_members(self, asked: Json) -> None:
        guild = self._world.guilds[int(asked["guild_id"])]
        wanted = asked["user_ids"] if isinstance(asked["user_ids"], list) else [asked["user_ids"]]
        found = [guild.members[int(user_id)] for user_id in wanted if int(user_id) in guild.members]
        chunk: Json = {"guild_id": str(guild.id), "nonce": asked.get("nonce"), "chunk_index": 0, "chunk_count": 1}
        self.emit("GUILD_MEMBERS_CHUNK", chunk | {"members": [user.as_member() for user in found], "not_found": []})

    async def stop(self) -> None:
        """Let the bot go."""
        self._stopped.set()
        if self._socket is not None:
            await self._socket.close(code=WSCloseCode.GOING_AWAY)
