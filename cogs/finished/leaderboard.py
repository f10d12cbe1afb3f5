"""The leaderboard of a server: its pages, and the buttons from one to the next."""

from __future__ import annotations

import discord
from discord.ui import Button, View

from cogs.finished.paging import BACK, NEXT
from cogs.finished.record import record_of
from cogs.kit.app import App, Press
from cogs.kit.codec import COUNT, KIND, PERIOD, IdForm
from cogs.kit.controls import Control, controls_of
from cogs.kit.members import find_members
from cogs.kit.message import Message
from cogs.kit.places import guild_of
from cogs.kit.replies import redraw
from plakoto_bot import texts
from plakoto_bot.names import shown_name
from plakoto_bot.services.scores import LEAST_MATCHES, Board

#: How often a page is filled up again after people on it turned out to have left.
_ROUNDS = 5


class LeaderboardButton(
    Control[Button[View]],
    ids=IdForm("leaderboard:{kind}:{period}:{page}", kind=KIND, period=PERIOD, page=COUNT),
):
    """Another page of a leaderboard. The server is that of the press, so no id can open another one's."""

    async def act(self, app: App, press: Press) -> None:
        app.allowance.require(press.user.id)
        kind, period, number = self.values["kind"], self.values["period"], self.values["page"]
        await redraw(press, leaderboard_message(await present_leaderboard(app, guild_of(press), kind, period, number)))


async def present_leaderboard(app: App, guild: discord.Guild, kind: str, period: str, number: int) -> Board:
    """A page of the leaderboard with members only, under their present names; ``number`` counts from 0.

    When Discord does not say who is a member, the page goes by what was known before.
    """
    people, scores = app.services.people, app.services.scores
    page = await scores.leaderboard(guild.id, kind, period, number)
    for _ in range(_ROUNDS):
        found = await find_members(guild, page.to_check) if page.to_check else None
        if found is None or not await people.looked_for(guild.id, found, page.to_check - found.keys()):
            break
        page = await scores.leaderboard(guild.id, kind, period, number)
    return page


def leaderboard_message(page: Board) -> Message:
    """A page of the leaderboard with the buttons to its neighbours."""
    controls = controls_of()
    if page.page > 0:
        controls.add_item(_button_to(page, page.page - 1, BACK))
    if page.page + 1 < page.pages:
        controls.add_item(_button_to(page, page.page + 1, NEXT))
    return Message(leaderboard_text(page), controls=controls)


def _button_to(page: Board, number: int, label: str) -> LeaderboardButton:
    return LeaderboardButton(Button(label=label), kind=page.kind, period=page.period, page=number)


def leaderboard_text(page: Board) -> str:
    """A page of the leaderboard, or why it is empty."""
    if not page.lines:
        return texts.nobody_ranked(page.kind, page.period, LEAST_MATCHES)
    lines = [texts.leaderboard_title(page.kind, page.period, page.page, page.pages)]
    for rank, ranked in enumerate(page.lines, page.first_rank):
        standing = ranked.standing
        name = shown_name(ranked.name, standing.user_id)
        lines.append(texts.leaderboard_line(rank, name, standing.rating, record_of(standing)))
    return "\n".join(lines)
