"""What the panels of servers and people say. Nothing here asks the database or sends anything."""

from __future__ import annotations

from plakoto_bot import texts
from plakoto_bot.engine.match import presets_of
from plakoto_bot.services.clocks import PACES
from plakoto_bot.services.settings import Preferences, ServerSettings, most_bot_games


def settings_text(chosen: ServerSettings, allowed: int) -> str:
    """The present choices of a server whose host allows so many matches against the bot at once."""
    preset = chosen.preset or presets_of(chosen.kind)[0]
    pace = texts.pace(chosen.pace, PACES[chosen.pace])
    return texts.settings(
        chosen.channels,
        threads=chosen.threads,
        usual=f"{texts.challenge_game(chosen.kind, chosen.length)}; {preset}; {pace}",
        role=chosen.moderator_role,
        auto_forced=chosen.auto_forced,
        bot_games=most_bot_games(chosen, allowed),
        bot_pause=chosen.bot_pause,
    )


def preferences_text(chosen: Preferences) -> str:
    """The present choices of a person."""
    forced = {True: "automatic", False: "ask", None: "server"}[chosen.auto_forced]
    return texts.preferences(
        forced=texts.FORCED_CHOICES[forced],
        challenges=texts.CHALLENGE_CHOICES[chosen.challenges],
        pings=chosen.pings,
        reminders=chosen.reminders,
        blocked=chosen.blocked,
    )
