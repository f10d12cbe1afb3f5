"""People press, pick and type anything, in any order; whatever it is, it is answered and the records stay sound."""

from __future__ import annotations

import random
from collections import Counter

import discord
import pytest

from plakoto_bot.domain.match import MatchStatus
from plakoto_bot.engine.events import Played
from plakoto_bot.engine.game import legal_plays, replay
from plakoto_bot.engine.notation import format_play
from plakoto_bot.export import verify_export
from tests.cogs.conftest import World, controls

RUBBISH = ["24/18", "pass", "hello", "24/23 24/22", "6/off", "1/2", "0", "bar/20", "24/18(4)", "-", "24/23*/22"]


async def do_something(world: World, chance: random.Random) -> None:
    """One action of one person; fails when it is left unanswered."""
    actor = chance.choice([world.ann, world.ben, world.cleo])
    seen = [message for message in world.channel.history(viewer=actor)[-12:] if list(controls(message))]
    action = chance.random()
    if action < 0.70 and seen:
        message = chance.choice(seen[-3:] if chance.random() < 0.8 else seen)
        item = chance.choice(list(controls(message)))
        if item.disabled:
            return  # nobody can press that
        if isinstance(item, discord.SelectMenu):
            result = await actor.select(message, [chance.choice(item.options).value], custom_id=item.custom_id)
        elif item.label == "Resign" and chance.random() < 0.7:
            return
        else:
            result = await actor.click(message, custom_id=item.custom_id)
    elif action < 0.80:
        games = await world.services.games.games_here(world.place)
        plays = [format_play(g.state.rules, g.state.position, p) for g in games for p in legal_plays(g.state)[:3]]
        result = await actor.slash(world.channel, "move", play=chance.choice(plays + RUBBISH))
    elif action < 0.94:
        commands = ["board", "games", "challenge", "challenge", "resign", "verify", "help"]
        command = chance.choice([*commands, "leaderboard", "profile", "history", "history", "analyse"])
        options = {"opponent": chance.choice([world.ann, world.ben])} if command == "challenge" else {}
        result = await actor.slash(world.channel, command, **options)
    elif action < 0.98:
        before = len(world.channel.history())
        await actor.send(world.channel, f"{world.bot.mention} {chance.choice(RUBBISH)}")
        assert len(world.channel.history()) > before + 1
        return
    else:
        await world.restart()
        return
    assert result.acknowledged


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_people_do_is_answered_and_the_records_stay_sound(world: World, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(120):
        await do_something(world, chance)

    live = Counter[int]()
    for number in range(1, 100):
        try:
            match = await world.services.games.match(number)
        except Exception:
            break
        if match.status not in (MatchStatus.RUNNING, MatchStatus.FINISHED):
            continue
        if match.status is MatchStatus.FINISHED:
            assert verify_export(await world.services.exports.export(world.place, number)).ok
        else:
            live.update([match.challenger_id, match.opponent_id or 0])
    assert all(count == 1 for count in live.values()), "one person plays one game in a channel"

    for game in await world.services.games.games_here(world.place):
        async with world.database.read() as transaction:
            events = await transaction.events.of_game(game.id)
        assert replay(game.state.rules, events) == game.state
        assert sum(isinstance(event, Played) for event in events) == game.state.ply
        assert game.shown == game.events
        with_menu = [
            message
            for message in world.channel.history()
            if any(f"plakoto:{action}:{game.id}:" in (item.custom_id or "")
                   for item in controls(message) for action in ("play", "step", "confirm"))
        ]  # fmt: skip
        assert [message.id for message in with_menu] == [game.message_id]
