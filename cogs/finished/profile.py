"""What one person has done in a server, as a message with the graph of a rating."""

from __future__ import annotations

import asyncio

from cogs.finished.record import record_of
from cogs.kit.message import Message
from cogs.kit.pictures import attachment
from plakoto_bot import dice_check, texts
from plakoto_bot.services.scores import Profile
from renderer.graph import describe_graph, render_graph


async def profile_message(profile: Profile, name: str, opponent: str | None) -> Message:
    """A profile; ``name`` and ``opponent`` are safe to show. Without rated matches there is no picture."""
    text = _text(profile, name, opponent)
    if not profile.ratings:
        return Message(text)
    matches = next(one.matches for one in profile.standings if one.kind == profile.graph_kind)
    picture = await asyncio.to_thread(render_graph, profile.ratings, matches)
    return Message(text, files=[attachment(picture, describe_graph(profile.ratings, profile.graph_kind), "rating")])


def _text(profile: Profile, name: str, opponent: str | None) -> str:
    lines = [texts.profile_title(name)]
    lines += [texts.profile_line(one.kind, one.rating, record_of(one)) for one in profile.standings]
    if profile.against is not None and opponent is not None:
        duel = profile.against
        lines.append(texts.head_to_head(opponent, duel.matches, duel.wins, duel.points, duel.against))
    if sum(profile.dice):
        lines.append(texts.dice_counts(profile.dice, _how_usual(profile.dice)))
    if profile.ratings:
        lines.append(texts.GRAPH_BELOW.format(kind=profile.graph_kind.capitalize()))
    else:
        lines.append(texts.NO_GRAPH.format(kind=profile.graph_kind.capitalize()))
    return "\n".join(lines)


def _how_usual(rolled: tuple[int, ...]) -> str:
    value = dice_check.chi_square(rolled)
    match dice_check.judge(rolled):
        case dice_check.Verdict.TOO_FEW:
            return texts.dice_too_few(dice_check.LEAST_DICE)
        case dice_check.Verdict.USUAL:
            return texts.dice_usual(value, dice_check.USUAL)
        case dice_check.Verdict.UNUSUAL:
            return texts.dice_unusual(value, dice_check.USUAL)
        case dice_check.Verdict.RARE:
            return texts.dice_rare(value, dice_check.RARE)
