"""What a feature may use of the bot."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
from discord.ext import commands

from cogs.kit.allowance import Allowance
from cogs.kit.delivery import Delivery
from cogs.kit.pictures import Pictures
from cogs.kit.work import Work
from plakoto_bot.services.services import Services


class AppBot(commands.Bot):
    """A bot whose commands and controls find the app by way of it."""

    app: App


#: A control that was pressed, and a command that was given.
Press = discord.Interaction[AppBot]
Ctx = commands.Context[AppBot]


@dataclass(frozen=True, slots=True)
class App:
    """What cogs are given and controls find in each press."""

    services: Services
    delivery: Delivery
    pictures: Pictures
    allowance: Allowance
    work: Work
    #: Returns once the bot is connected for the first time.
    connected: Callable[[], Awaitable[None]]
    #: Errors that a press is not only answered with a sentence for, and what answers them; a feature's own affair.
    refusals: Mapping[type[Exception], Callable[[Press, Any], Awaitable[None]]] = field(default_factory=dict)
