"""Discord's HTTP interface, as far as the bot uses it."""

from __future__ import annotations

import json
import time

from aiohttp import BodyPartReader, web

from tests.e2e.discord_server.answers import error, say
from tests.e2e.discord_server.faults import Handler
from tests.e2e.discord_server.state import (
    ATTACH,
    EPHEMERAL,
    SEND,
    VIEW,
    Channel,
    Interaction,
    Json,
    Message,
    World,
    new_id,
)

MESSAGE, DEFER_MESSAGE, DEFER_UPDATE, UPDATE = 4, 5, 6, 7


class Rest:
    """The routes over one world."""

    def __init__(self, world: World, token: str, patience: float) -> None:
        self._world = world
        self._patience = patience
        self._authorization = f"Bot {token}"

    def routes(self) -> list[web.RouteDef]:
        """Every route the bot uses."""
        api = "/api/v10"
        message = f"{api}/channels/{{channel}}/messages/{{message}}"
        original = f"{api}/webhooks/{{application}}/{{token}}/messages/@original"
        commands = f"{api}/applications/{{application}}/commands"
        return [
            web.get(f"{api}/users/@me", self._me),
            web.get(f"{api}/oauth2/applications/@me", self._application),
            web.put(commands, self._set_commands),
            web.post(f"{api}/channels/{{channel}}/messages", self._post),
            web.get(message, self._get),
            web.patch(message, self._edit),
            web.post(f"{api}/interactions/{{interaction}}/{{token}}/callback", self._callback),
            web.post(f"{api}/webhooks/{{application}}/{{token}}", self._follow_up),
            web.get(original, self._get_original),
            web.patch(original, self._edit_original),
        ]

    async def authorize(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse whoever has not the bot's token; interactions carry one of their own."""
        path = request.path
        if path == "/gateway" or "/interactions/" in path or "/webhooks/" in path:
            return await handler(request)
        if request.headers.get("Authorization") != self._authorization:
            return error(401, 0, "401: Unauthorized")
        return await handler(request)

    # --- the bot itself --------------------------------------------------------------------------------------

    async def _me(self, _request: web.Request) -> web.Response:
        return say(self._world.bot.payload())

    async def _application(self, _request: web.Request) -> web.Response:
        bot = self._world.bot
        application: Json = {"id": str(bot.id), "name": bot.name, "description": "", "icon": None, "flags": 0}
        public: Json = {"bot_public": True, "bot_require_code_grant": False, "verify_key": "", "rpc_origins": []}
        return say(application | public | {"owner": {**bot.payload(), "bot": False}})

    async def _set_commands(self, request: web.Request) -> web.Response:
        application = {"application_id": request.match_info["application"], "version": "1"}
        self._world.commands = [{"id": str(new_id()), **application, **command} for command in await request.json()]
        return say(self._world.commands)

    # --- messages --------------------------------------------------------------------------------------------

    async def _post(self, request: web.Request) -> web.Response:
        channel = self._channel(request)
        body = await _body(request)
        if isinstance(channel, web.Response):
            return channel
        if not channel.permissions & SEND or (body.get("attachments") and not channel.permissions & ATTACH):
            return error(403, 50013, "Missing Permissions")
        nonce = body.get("nonce")
        if nonce is not None and body.get("enforce_nonce") and nonce in channel.by_nonce:
            return say(channel.by_nonce[nonce].payload())
        message = Message(new_id(), channel, self._world.bot, flags=body.get("flags", 0), nonce=nonce)
        message.change(body)
        self._world.publish(message)
        return say(message.payload())

    async def _get(self, request: web.Request) -> web.Response:
        message = self._message(request)
        return message if isinstance(message, web.Response) else say(message.payload())

    async def _edit(self, request: web.Request) -> web.Response:
        message = self._message(request)
        body = await _body(request)
        if isinstance(message, web.Response):
            return message
        if message.author is not self._world.bot:
            return error(403, 50005, "Cannot edit a message authored by another user")
        self._world.edit(message, body)
        return say(message.payload())

    def _channel(self, request: web.Request) -> Channel | web.Response:
        channel = self._world.channel(int(request.match_info["channel"]))
        if channel is None:
            return error(404, 10003, "Unknown Channel")
        if not channel.permissions & VIEW:
            return error(403, 50001, "Missing Access")
        return channel

    def _message(self, request: web.Request) -> Message | web.Response:
        channel = self._channel(request)
        if isinstance(channel, web.Response):
            return channel
        message = channel.messages.get(int(request.match_info["message"]))
        return message or error(404, 10008, "Unknown Message")

    # --- interactions ----------------------------------------------------------------------------------------

    async def _callback(self, request: web.Request) -> web.Response:
        body = await _body(request)
        interaction = self._world.interactions.get(int(request.match_info["interaction"]))
        if interaction is None or time.monotonic() - interaction.at > self._patience:
            return error(404, 10062, "Unknown interaction")
        if interaction.answer is not None:
            interaction.refused += 1
            return error(400, 40060, "Interaction has already been acknowledged.")
        interaction.answer = body["type"]
        interaction.answered_after = time.monotonic() - interaction.at
        shown: Message | None = None
        if interaction.answer == UPDATE:
            shown = interaction.original = interaction.message
            assert shown is not None
            interaction.redrew = True
            self._world.edit(shown, body.get("data") or {})
        elif interaction.answer == MESSAGE:
            shown = interaction.original = self._reply(interaction, body["data"])
        elif interaction.answer == DEFER_UPDATE:
            interaction.original = interaction.message
        elif interaction.answer == DEFER_MESSAGE:
            interaction.original = None
        self._world.changed()
        told: Json = {"id": str(interaction.id), "type": interaction.kind}
        resource: Json = {"type": interaction.answer}
        if shown is not None:
            told["response_message_id"] = str(shown.id)
            resource["message"] = shown.payload()
        return say({"interaction": told, "resource": resource})

    async def _follow_up(self, request: web.Request) -> web.Response:
        interaction = self._by_token(request)
        body = await _body(request)
        if interaction is None or interaction.answer is None:
            return error(404, 10015, "Unknown Webhook")
        message = self._reply(interaction, body)
        if interaction.answer == DEFER_MESSAGE and interaction.original is None:
            interaction.original = message
        return say(message.payload())

    async def _get_original(self, request: web.Request) -> web.Response:
        interaction = self._by_token(request)
        if interaction is None or interaction.original is None:
            return error(404, 10008, "Unknown Message")
        return say(interaction.original.payload())

    async def _edit_original(self, request: web.Request) -> web.Response:
        interaction = self._by_token(request)
        body = await _body(request)
        if interaction is None or interaction.answer is None:
            return error(404, 10015, "Unknown Webhook")
        if interaction.original is None:
            interaction.original = self._reply(interaction, body)
        else:
            interaction.redrew = interaction.original is interaction.message
            self._world.edit(interaction.original, body)
        return say(interaction.original.payload())

    def _by_token(self, request: web.Request) -> Interaction | None:
        return self._world.interactions.get(int(request.match_info["token"].removeprefix("token-")))

    def _reply(self, interaction: Interaction, body: Json) -> Message:
        """A message that answers an interaction: for one person's eyes, or for all."""
        flags = body.get("flags", 0)
        message = Message(new_id(), interaction.channel, self._world.bot, flags=flags)
        message.change(body)
        interaction.seen.append(message)
        if not flags & EPHEMERAL:
            self._world.publish(message)
        self._world.changed()
        return message


async def _body(request: web.Request) -> Json:
    """What a request says. Of a file only its size is kept."""
    if not request.content_type.startswith("multipart/"):
        said: Json = await request.json()
        return said
    body: Json = {}
    sizes: list[int] = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        content = await part.read()
        if part.name == "payload_json":
            body = json.loads(content)
        else:
            sizes.append(len(content))
    # The files of an interaction's answer are described one level deeper.
    described = body.get("data", body)
    given = iter(sizes)
    described["attachments"] = [
        {"id": str(new_id()), "size": next(given), "url": "http://127.0.0.1/file", "proxy_url": "", **attachment}
        | {"id": str(new_id())}
        for attachment in described.get("attachments", [])
    ]
    return body
