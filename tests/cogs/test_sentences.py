"""Every refusal has a sentence, short and in plain English, that says what to do."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest

from cogs.kit.refusals import refusal
from cogs.turn.messages import what_happened
from plakoto_bot.domain import errors, terms
from plakoto_bot.domain.clock import Clock
from plakoto_bot.domain.errors import WhyNoChallenge, WhyUnwelcome
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import WhyNoTerms
from plakoto_bot.errors import (
    AmbiguousPlay,
    ConfigError,
    NotationError,
    PlakotoError,
    ServiceError,
    StorageError,
    WrongPhase,
)
from plakoto_bot.services.services import Services

ANN, BEN, CLEO = 10, 20, 30


@pytest.fixture
async def game(services: Services) -> Game:
    match = await services.challenges.open(ServerChannel(1, 2), ANN, BEN)
    return await services.challenges.accept(match.id, BEN, 777)


def every_refusal(game: Game) -> list[ServiceError]:
    """One error of each kind that the services raise."""
    match = game.match
    return [
        *(errors.CannotChallenge(reason, match) for reason in WhyNoChallenge),
        *(terms.CannotPlayTerms(reason) for reason in WhyNoTerms),
        errors.TooManyBotGames(20),
        errors.TooManyBotGames(0),
        errors.NoHints(game),
        errors.NotJudged("fevga"),
        terms.UnknownPreset("fevga", "instant", ("classic",)),
        terms.BadPosition(NotationError("x", 0, "six fields", "position")),
        terms.BadPosition(WrongPhase("a game that goes on", "over")),
        errors.NothingToOffer(game),
        errors.AlreadyOffered(game),
        errors.NotOverdue(game),
        errors.NotOverdue(replace(game, clock=Clock(deadline=1_800_000_000))),
        *(errors.Unwelcome(BEN, reason) for reason in WhyUnwelcome),
        errors.CannotAccept(match),
        errors.TooManyBlocked(100),
        errors.AlreadyPlaying(ANN, game),
        errors.MatchNotFound(12),
        errors.ChallengeClosed(match),
        errors.NotForYou(match, CLEO, match.opponent_id),
        errors.NotForYou(match, CLEO, match.challenger_id),
        errors.NotForYou(match, CLEO, None),
        errors.GameNotFound(12),
        errors.NoGameHere(CLEO, ()),
        errors.NoGameHere(CLEO, (game,) * 30),
        errors.NotAPlayer(CLEO, game),
        errors.NotThatBoard(CLEO, game),
        errors.NotYourTurn(BEN, game),
        errors.StaleAction(game, 5),
        errors.GameOver(game),
        errors.NothingFinished(ServerChannel(1, 2)),
        errors.NotFinished(match),
        errors.NothingPlayed(ANN),
        errors.AnalysisRunning(match),
    ]


async def test_every_refusal_has_a_sentence(game: Game) -> None:
    refusals = every_refusal(game)
    for error in refusals:
        sentence = refusal(error)
        assert sentence, error
        assert "{" not in sentence
        assert len(sentence) < 600
        assert type(error).__name__ not in sentence


async def test_the_list_of_refusals_is_whole(game: Game) -> None:
    members = (*inspect.getmembers(errors, inspect.isclass), *inspect.getmembers(terms, inspect.isclass))
    classes = {kind for name, kind in members if issubclass(kind, ServiceError) and not name.startswith("_")}
    assert {type(error) for error in every_refusal(game)} == classes - {ServiceError}


async def test_no_refusal_or_record_tells_the_seed(game: Game) -> None:
    seed = game.match.seed
    for shown in (repr(game), repr(game.match), *map(str, every_refusal(game)), *map(repr, every_refusal(game))):
        assert seed.hex() not in shown
        assert repr(seed) not in shown


def test_two_readings_are_both_shown() -> None:
    sentence = refusal(AmbiguousPlay("7/4", ("7/5 5/4", "7/6* 6/4")))
    assert sentence
    assert "`7/5 5/4`" in sentence
    assert "`7/6* 6/4`" in sentence
    assert "still your turn" in sentence


@pytest.mark.parametrize("text", ["`", "```\n# loud\n```", "@everyone", "<@1>", "\u202e", "a" * 5000, "||x||", "\n\n"])
def test_what_somebody_typed_stays_inside_its_code_span(text: str) -> None:
    sentence = refusal(NotationError(text, 0, "steps", "play"))
    assert sentence
    assert sentence.count("`") == 2
    assert "\n" not in sentence
    assert len(sentence) < 300


@pytest.mark.parametrize("error", [StorageError("x.db", "full"), ConfigError("X", "wrong"), PlakotoError("what")])
def test_what_no_player_brings_about_has_no_sentence(error: PlakotoError) -> None:
    assert refusal(error) is None


async def test_the_text_of_a_turn_names_people_by_mention_alone(services: Services, game: Game) -> None:
    text = what_happened(await services.telling.news(game.id))
    assert f"<@{ANN}>" in text or f"<@{BEN}>" in text
    assert "@everyone" not in text
