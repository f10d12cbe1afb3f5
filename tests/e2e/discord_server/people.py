"""What people do: press, choose, type, give commands. Each returns what the bot can be waited for to answer."""

from __future__ import annotations

from typing import Any

from tests.e2e.discord_server.state import Channel, Interaction, Json, Message, User, World, new_id

COMMAND, COMPONENT = 2, 3
_OPTION_TYPES: dict[type, int] = {str: 3, int: 4, bool: 5, User: 6}


def press(world: World, user: User, message: Message, control: Json, value: str | None = None) -> Interaction:
    """Press a button, or choose a value from a menu, under a message as it stands now."""
    data: Json = {"custom_id": control["custom_id"], "component_type": control["type"]}
    if value is not None:
        data["values"] = [value]
    return _interact(world, COMPONENT, message.channel, user, data, message)


def command(world: World, user: User, channel: Channel, name: str, **options: Any) -> Interaction:
    """Give a slash command, as registered by the bot."""
    registered = next(command for command in world.commands if command["name"] == name)
    given = [
        {
            "name": option,
            "type": _OPTION_TYPES[type(value)],
            "value": str(value.id) if isinstance(value, User) else value,
        }
        for option, value in options.items()
    ]
    named = [value for value in options.values() if isinstance(value, User)]
    resolved = {
        "users": {str(user.id): user.payload() for user in named},
        "members": {str(user.id): {**user.as_member(permissions="0"), "user": None} for user in named},
    }
    data = {"id": registered["id"], "name": name, "type": 1, "options": given, "resolved": resolved}
    return _interact(world, COMMAND, channel, user, data)


def _interact(
    world: World, kind: int, channel: Channel, user: User, data: Json, message: Message | None = None
) -> Interaction:
    interaction = Interaction(new_id(), kind, channel, user, data, message)
    world.interactions[interaction.id] = interaction
    world.emit("INTERACTION_CREATE", interaction.payload(world.bot))
    return interaction


def write(world: World, user: User, channel: Channel, text: str, *, reply_to: Message | None = None) -> Message:
    """Write a message; ``@bot`` in it mentions the bot."""
    return world.post(channel, user, content=text.replace("@bot", f"<@{world.bot.id}>"), reference=reply_to)
