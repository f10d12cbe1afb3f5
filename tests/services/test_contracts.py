"""The services raise what their docstrings say: each error of each method is provoked here, and none is left out."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, TypeAlias, get_type_hints

import pytest

from cogs.kit.refusals import refusal
from plakoto_bot import errors as base_errors
from plakoto_bot.domain import errors as domain_errors
from plakoto_bot.domain import terms as domain_terms
from plakoto_bot.domain.challenge import CHALLENGE_SECONDS
from plakoto_bot.domain.choices import ChallengesFrom
from plakoto_bot.domain.errors import (
    AlreadyOffered,
    AlreadyPlaying,
    AnalysisRunning,
    CannotAccept,
    CannotChallenge,
    ChallengeClosed,
    GameNotFound,
    GameOver,
    MatchNotFound,
    NoGameHere,
    NoHints,
    NotAPlayer,
    NotFinished,
    NotForYou,
    NothingFinished,
    NothingPlayed,
    NothingToOffer,
    NotJudged,
    NotOverdue,
    NotThatBoard,
    NotYourTurn,
    StaleAction,
    TooManyBlocked,
    TooManyBotGames,
    Unwelcome,
    WhyNoChallenge,
    WhyUnwelcome,
)
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.limits import MOST_BLOCKED, MOST_OFTEN, MOST_OPEN_CHALLENGES
from plakoto_bot.domain.match import Match
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import BadPosition, CannotPlayTerms, Proposal, UnknownPreset, WhyNoTerms
from plakoto_bot.engine import refusals as engine_errors
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.kinds import KINDS
from plakoto_bot.engine.moves import PASS
from plakoto_bot.engine.portes import Portes
from plakoto_bot.engine.position import Layout
from plakoto_bot.engine.refusals import IllegalPlay
from plakoto_bot.engine.rulesets import LAYOUTS, RULESETS
from plakoto_bot.errors import AmbiguousPlay, NotationError, PlakotoError, RuleError, ServiceError
from plakoto_bot.services.services import Services
from tests.conftest import Clock
from tests.thinking import PipCounting

#: Ann and Ben play here, Cleo has challenged Dora there, and Eve and Fay have finished a match elsewhere.
HERE, THERE, ELSEWHERE, ABROAD = (ServerChannel(*ids) for ids in ((1, 101), (1, 102), (1, 103), (2, 201)))
ANN, BEN, CLEO, DORA, EVE, FAY, GIL, HAL, BOT = PEOPLE = range(11, 20)
#: The number of no match and no game.
NONE = 999
OTHER_BOARD = 502

#: White has borne off checkers, so resigning costs one point.
BEARING_OFF = "plakoto 18,W3,W3,W3,W2,W2,B13 - 2/2 w 65"
#: From 7 to 4 leads over 6, where a black checker is hit, and over 5.
TWO_WAYS = "portes W14,16,W1,B1,4,B14 - 0/0 w 21"


# --- a world to provoke errors in ----------------------------------------------------------------------------


class Western(Portes):
    """A game for which no weights are shipped."""

    layout: ClassVar[Layout] = replace(Portes.layout, name="western")


@dataclass
class World:
    """An open challenge, a running game and a finished one; deeds may put others in their place."""

    services: Services
    clock: Clock
    thinking: PipCounting
    challenge: Match
    running: Game
    over: Game

    @property
    def ply(self) -> int:
        return self.running.state.ply

    @property
    def on_roll(self) -> int:
        return self.running.match.player(self.running.on_roll)

    @property
    def waiting(self) -> int:
        return self.running.match.player(self.running.on_roll.other)


@pytest.fixture
async def world(
    services: Services, clock: Clock, thinking: PipCounting, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[World]:
    monkeypatch.setitem(RULESETS, "western", {"classic": Western("classic", hit_and_run=True)})
    monkeypatch.setitem(LAYOUTS, "western", Western.layout)
    monkeypatch.setitem(KINDS, "western", ("western",))
    challenge = await services.challenges.open(THERE, CLEO, DORA)
    running = await _begin(services, ANN, BEN, HERE, length=3, pace="blitz")
    over = await _finish(services, EVE, FAY, ELSEWHERE)
    yield World(services, clock, thinking, challenge, running, over)
    await services.close()


async def _begin(services: Services, white: int, black: int, place: ServerChannel, **terms: Any) -> Game:
    match = await services.challenges.open(place, white, black, Proposal(**terms))
    return await services.challenges.accept(match.id, black, 777)


async def _finish(services: Services, white: int, black: int, place: ServerChannel, **terms: Any) -> Game:
    """A match of which one play was made before White resigned."""
    game = await _begin(services, white, black, place, **terms)
    mover = game.match.player(game.on_roll)
    await services.turns.play(game.id, game.state.ply, mover, legal_plays(game.state)[0])
    return await services.endings.resign(game.id, white, whole_match=True)


# --- what people do in it ------------------------------------------------------------------------------------

Deed: TypeAlias = Callable[[World], Awaitable[object]]
#: A class of error, or the reason that it gives where it gives one.
Refused: TypeAlias = type[PlakotoError] | Enum
#: The last of some deeds is refused.
Deeds: TypeAlias = Deed | tuple[Deed, ...]


def asks(white: int = GIL, black: int | None = HAL, place: ServerChannel = THERE, **terms: Any) -> Deed:
    return lambda w: w.services.challenges.open(place, white, black, Proposal(**terms))


def asks_again(who: int = EVE) -> Deed:
    return lambda w: w.services.challenges.rematch(w.over.match.id, who)


def accepts(who: int = DORA) -> Deed:
    return lambda w: w.services.challenges.accept(w.challenge.id, who, 778)


def withdraws(who: int = CLEO) -> Deed:
    return lambda w: w.services.challenges.withdraw(w.challenge.id, who)


def declines(who: int = DORA) -> Deed:
    return lambda w: w.services.challenges.decline(w.challenge.id, who)


def blocks(who: int, whom: int) -> Deed:
    return lambda w: w.services.choices.toggle_blocks(who, [whom])


def is_asked_by(challenges: ChallengesFrom, who: int = HAL) -> Deed:
    return lambda w: w.services.choices.change_person(who, challenges=challenges)


def has_data_deleted(who: int) -> Deed:
    return lambda w: w.services.personal.delete(who)


def is_turned_down(white: int, black: int, place: ServerChannel = THERE) -> Deed:
    async def deed(w: World) -> None:
        for _ in range(MOST_OFTEN):
            match = await w.services.challenges.open(place, white, black)
            await w.services.challenges.decline(match.id, black)

    return deed


def asks_everywhere(who: int) -> Deed:
    async def deed(w: World) -> None:
        for channel in range(MOST_OPEN_CHALLENGES):
            await w.services.challenges.open(ServerChannel(1, 900 + channel), who, None)

    return deed


def begins(white: int, black: int, place: ServerChannel, **terms: Any) -> Deed:
    """Begin a game, which is the running one from then on."""

    async def deed(w: World) -> None:
        w.running = await _begin(w.services, white, black, place, **terms)

    return deed


def finishes(white: int, black: int, place: ServerChannel, **terms: Any) -> Deed:
    """Finish a match, which is the finished one from then on."""

    async def deed(w: World) -> None:
        w.over = await _finish(w.services, white, black, place, **terms)

    return deed


def closes_the_server_to_the_bot() -> Deed:
    return lambda w: w.services.choices.change_server(1, bot_games=0)


def types(text: str, who: int | None = None, place: ServerChannel = HERE, reply_to: int | None = None) -> Deed:
    return lambda w: w.services.turns.play_text(place, who or w.on_roll, text, reply_to=reply_to)


async def is_told_of(w: World) -> None:
    await w.services.telling.mark_told(await w.services.telling.news(w.running.id), OTHER_BOARD)


async def lets_time_pass(w: World) -> None:
    w.clock.seconds += CHALLENGE_SECONDS


async def waits_for_an_analysis(w: World) -> None:
    w.thinking.held = asyncio.Event()
    await w.services.analyses.begin(1, w.over.match.id, EVE)


def offers(w: World) -> Awaitable[object]:
    return w.services.endings.offer(w.running.id, w.ply, w.on_roll)


#: Does something at a ply of a game as some person.
OnTurn: TypeAlias = Callable[[World, int, int, int], Awaitable[object]]


def at_a_ply(act: OnTurn) -> dict[Refused, Deeds]:
    """What is refused wherever a player does something that is meant for one turn."""
    return {
        GameNotFound: lambda w: act(w, NONE, 0, ANN),
        GameOver: lambda w: act(w, w.over.id, w.over.state.ply, EVE),
        NotAPlayer: lambda w: act(w, w.running.id, w.ply, GIL),
        StaleAction: lambda w: act(w, w.running.id, w.ply + 1, w.on_roll),
    }


def on_roll_only(act: OnTurn) -> dict[Refused, Deeds]:
    """The same where it is for the player on roll."""
    return at_a_ply(act) | {NotYourTurn: lambda w: act(w, w.running.id, w.ply, w.waiting)}


def in_a_finished_match(act: Callable[[World, int], Awaitable[object]]) -> dict[Refused, Deeds]:
    """What is refused wherever a match must be finished."""
    return {
        MatchNotFound: lambda w: act(w, NONE),
        NotFinished: lambda w: act(w, w.running.match.id),
    }


SCENARIOS: Mapping[str, Mapping[Refused, Deeds]] = {
    "challenges.open": {
        AlreadyPlaying: asks(ANN, GIL, HERE),
        BadPosition: asks(position="nonsense"),
        RuleError: asks(kind="chess"),
        TooManyBotGames: (closes_the_server_to_the_bot(), asks(black=BOT, level="strong")),
        UnknownPreset: asks(kind="fevga", preset="instant"),
        WhyNoChallenge.CROSSED: asks(DORA, CLEO),
        WhyNoChallenge.OFTEN: (is_turned_down(GIL, HAL), asks()),
        WhyNoChallenge.SAME: asks(CLEO, DORA),
        WhyNoChallenge.TOO_MANY: (asks_everywhere(GIL), asks()),
        WhyNoChallenge.YOURSELF: asks(GIL, GIL),
        WhyNoTerms.LENGTH: asks(length=2),
        WhyNoTerms.LEVEL: asks(black=BOT, kind="western", level="strong"),
        WhyNoTerms.PACE: asks(pace="hourly"),
        WhyUnwelcome.BLOCKED: (blocks(HAL, GIL), asks()),
        WhyUnwelcome.BLOCKED_BY_YOU: (blocks(GIL, HAL), asks()),
        WhyUnwelcome.DELETED: asks(black=0),
        WhyUnwelcome.NOBODY: (is_asked_by(ChallengesFrom.NOBODY), asks()),
        WhyUnwelcome.PLAYED: (is_asked_by(ChallengesFrom.PLAYED), asks()),
    },
    "challenges.rematch": {
        AlreadyPlaying: (begins(EVE, GIL, ELSEWHERE), asks_again()),
        MatchNotFound: lambda w: w.services.challenges.rematch(w.challenge.id, CLEO),
        NotForYou: asks_again(GIL),
        TooManyBotGames: (finishes(GIL, BOT, HERE, level="strong"), closes_the_server_to_the_bot(), asks_again(GIL)),
        WhyNoChallenge.CROSSED: (asks_again(FAY), asks_again(EVE)),
        WhyNoChallenge.OFTEN: (is_turned_down(EVE, FAY), asks_again()),
        WhyNoChallenge.SAME: (asks_again(), asks_again()),
        WhyNoChallenge.TOO_MANY: (asks_everywhere(EVE), asks_again()),
        WhyUnwelcome.BLOCKED: (blocks(FAY, EVE), asks_again()),
        WhyUnwelcome.BLOCKED_BY_YOU: (blocks(EVE, FAY), asks_again()),
        WhyUnwelcome.DELETED: (has_data_deleted(FAY), asks_again()),
        WhyUnwelcome.NOBODY: (is_asked_by(ChallengesFrom.NOBODY, FAY), asks_again()),
    },
    "challenges.note_card": {MatchNotFound: lambda w: w.services.challenges.note_card(NONE, 1)},
    "challenges.accept": {
        AlreadyPlaying: (begins(DORA, GIL, THERE), accepts()),
        CannotAccept: (blocks(CLEO, DORA), accepts()),
        ChallengeClosed: (withdraws(), accepts()),
        MatchNotFound: lambda w: w.services.challenges.accept(NONE, DORA, 778),
        NotForYou: accepts(GIL),
        WhyUnwelcome.BLOCKED_BY_YOU: (blocks(DORA, CLEO), accepts()),
    },
    "challenges.decline": {
        ChallengeClosed: (accepts(), declines()),
        MatchNotFound: lambda w: w.services.challenges.decline(NONE, DORA),
        NotForYou: declines(CLEO),
    },
    "challenges.withdraw": {
        ChallengeClosed: (lets_time_pass, withdraws()),
        MatchNotFound: lambda w: w.services.challenges.withdraw(NONE, CLEO),
        NotForYou: withdraws(DORA),
    },
    "challenges.cancel": {MatchNotFound: lambda w: w.services.challenges.cancel(NONE)},
    "challenges.withdraw_others": {MatchNotFound: lambda w: w.services.challenges.withdraw_others(NONE)},
    "challenges.move_to": {MatchNotFound: lambda w: w.services.challenges.move_to(NONE, THERE)},
    "turns.play": on_roll_only(lambda w, game, ply, who: w.services.turns.play(game, ply, who, PASS))
    | {IllegalPlay: lambda w: w.services.turns.play(w.running.id, w.ply, w.on_roll, PASS)},
    "turns.play_text": {
        AmbiguousPlay: (begins(GIL, HAL, THERE, position=TWO_WAYS), types("7/4", GIL, THERE)),
        IllegalPlay: types("1/2"),
        NoGameHere: types("24/18", ANN, THERE),
        NotationError: types("hello"),
        NotThatBoard: (begins(GIL, HAL, HERE), is_told_of, types("24/18", ANN, reply_to=OTHER_BOARD)),
        NotYourTurn: lambda w: w.services.turns.play_text(HERE, w.waiting, "24/18"),
    },
    "endings.resign": {
        GameNotFound: lambda w: w.services.endings.resign(NONE, ANN),
        GameOver: lambda w: w.services.endings.resign(w.over.id, EVE),
        NotAPlayer: lambda w: w.services.endings.resign(w.running.id, GIL),
    },
    "endings.offer": at_a_ply(lambda w, game, ply, who: w.services.endings.offer(game, ply, who))
    | {
        AlreadyOffered: (offers, offers),
        NothingToOffer: (begins(GIL, HAL, THERE, position=BEARING_OFF), offers),
    },
    "endings.take_offer_back": {GameNotFound: lambda w: w.services.endings.take_offer_back(NONE, 0, ANN)},
    "endings.accept_offer": at_a_ply(lambda w, game, ply, who: w.services.endings.accept_offer(game, ply, who)),
    "endings.claim_on_time": at_a_ply(lambda w, game, ply, who: w.services.endings.claim_on_time(game, ply, who))
    | {NotOverdue: lambda w: w.services.endings.claim_on_time(w.running.id, w.ply, w.waiting)},
    "endings.end": {
        GameNotFound: lambda w: w.services.endings.end(NONE),
        GameOver: lambda w: w.services.endings.end(w.over.id),
    },
    "endings.close_unclaimed": {
        GameNotFound: lambda w: w.services.endings.close_unclaimed(NONE, 0),
        GameOver: lambda w: w.services.endings.close_unclaimed(w.running.id, w.ply),
    },
    "games.match": {MatchNotFound: lambda w: w.services.games.match(NONE)},
    "games.game": {GameNotFound: lambda w: w.services.games.game(NONE)},
    "games.current": {MatchNotFound: lambda w: w.services.games.current(w.challenge.id)},
    "games.turn_of": on_roll_only(lambda w, game, ply, who: w.services.games.turn_of(game, ply, who)),
    "games.game_here": {NoGameHere: lambda w: w.services.games.game_here(THERE, ANN)},
    "telling.news": {GameNotFound: lambda w: w.services.telling.news(NONE)},
    "telling.newest": {GameNotFound: lambda w: w.services.telling.newest(NONE)},
    "telling.note_side_message": {GameNotFound: lambda w: w.services.telling.note_side_message(NONE, 1)},
    "opponent.play": {GameNotFound: lambda w: w.services.opponent.play(NONE)},
    "opponent.to_advise": on_roll_only(lambda w, game, ply, who: w.services.opponent.to_advise(game, ply, who))
    | {
        NoHints: lambda w: w.services.opponent.to_advise(w.running.id, w.ply, w.on_roll),
        NotJudged: (
            begins(GIL, HAL, THERE, kind="western", rated=False),
            lambda w: w.services.opponent.to_advise(w.running.id, w.ply, w.on_roll),
        ),
    },
    "history.match": in_a_finished_match(lambda w, match: w.services.history.match(1, match)),
    "history.moment": in_a_finished_match(lambda w, match: w.services.history.moment(1, match, 1, 1)),
    "exports.export": in_a_finished_match(lambda w, match: w.services.exports.export(HERE, match))
    | {NothingFinished: lambda w: w.services.exports.export(ABROAD, None)},
    "analyses.last_of": {NothingPlayed: lambda w: w.services.analyses.last_of(1, ANN)},
    "analyses.report": in_a_finished_match(lambda w, match: w.services.analyses.report(1, match))
    | {
        NotJudged: (
            finishes(GIL, HAL, HERE, kind="western"),
            lambda w: w.services.analyses.report(1, w.over.match.id),
        ),
    },
    "analyses.begin": in_a_finished_match(lambda w, match: w.services.analyses.begin(1, match, EVE))
    | {
        AnalysisRunning: (
            waits_for_an_analysis,
            finishes(GIL, HAL, HERE),
            lambda w: w.services.analyses.begin(1, w.over.match.id, EVE),
        ),
        NotJudged: (
            finishes(GIL, HAL, HERE, kind="western"),
            lambda w: w.services.analyses.begin(1, w.over.match.id, EVE),
        ),
    },
    "choices.change_server": {
        RuleError: lambda w: w.services.choices.change_server(1, kind="chess"),
        UnknownPreset: lambda w: w.services.choices.change_server(1, kind="fevga", preset="instant"),
    },
    "choices.toggle_blocks": {
        TooManyBlocked: lambda w: w.services.choices.toggle_blocks(ANN, range(1000, 1001 + MOST_BLOCKED)),
    },
}


def name_of(refused: Refused) -> str:
    return refused.name if isinstance(refused, Enum) else refused.__name__


async def provoked(world: World, refused: Refused, deeds: Deeds) -> PlakotoError:
    """The error that the last of the deeds runs into."""
    *before, last = deeds if isinstance(deeds, tuple) else (deeds,)
    for deed in before:
        await deed(world)
    with pytest.raises(PlakotoError) as caught:
        await last(world)
    assert refused in (type(caught.value), getattr(caught.value, "reason", None))
    return caught.value


# --- what the docstrings promise -----------------------------------------------------------------------------

_SENTENCE = re.compile(r"\bRaises(?: (?P<nothing>nothing)|: (?P<list>(?:[^.()]|\([^()]*\))+))\.")
_ERROR = re.compile(r"(?P<name>\w+)(?: ?\((?P<words>[^()]*)\))?(?:, |$)")
#: The reasons of the errors that give any. A docstring has them in brackets, where for other errors it has prose.
REASONS: Mapping[type[PlakotoError], type[Enum]] = {
    CannotChallenge: WhyNoChallenge,
    CannotPlayTerms: WhyNoTerms,
    Unwelcome: WhyUnwelcome,
}


def methods() -> Iterator[tuple[str, str]]:
    """Every public method of a service, as it is called, with its docstring."""
    for attribute, service in get_type_hints(Services).items():
        if service.__name__.endswith("Service"):
            for name, method in inspect.getmembers(service, inspect.isfunction):
                if not name.startswith("_"):
                    yield f"{attribute}.{name}", " ".join((method.__doc__ or "").split())


def promised(docstring: str) -> set[Refused]:
    """What a method raises by its docstring."""
    (sentence,) = _SENTENCE.finditer(docstring)
    if sentence["nothing"]:
        return set()
    found: list[Refused] = []
    errors = list(_ERROR.finditer(sentence["list"]))
    assert "".join(error[0] for error in errors) == sentence["list"], "a list of errors, each with reasons or prose"
    for error in errors:
        kind = class_of(error["name"])
        if kind in REASONS:
            found += [REASONS[kind][reason] for reason in error["words"].split(", ")]
        else:
            found.append(kind)
    assert len(set(found)) == len(found), "each error once"
    return set(found)


def class_of(name: str) -> type[PlakotoError]:
    for module in (domain_errors, domain_terms, engine_errors, base_errors):
        kind = getattr(module, name, None)
        if isinstance(kind, type) and issubclass(kind, PlakotoError):
            return kind
    raise AssertionError(f"there is no error {name}")


def errors_with_reasons(refused: set[Refused]) -> set[Refused]:
    """The same, with the errors that give these reasons."""
    return refused | {kind for kind, reasons in REASONS.items() if any(reason in refused for reason in reasons)}


def service_errors() -> set[type[ServiceError]]:
    members = [*inspect.getmembers(domain_errors), *inspect.getmembers(domain_terms)]
    classes = {kind for name, kind in members if inspect.isclass(kind) and not name.startswith("_")}
    return {kind for kind in classes if issubclass(kind, ServiceError)} - {ServiceError}


# --- the tests -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "docstring"), [pytest.param(*method, id=method[0]) for method in methods()])
def test_a_method_says_what_it_raises_and_each_of_it_has_a_scenario(method: str, docstring: str) -> None:
    assert len(_SENTENCE.findall(docstring)) == 1, f"what does {method} raise?"
    assert promised(docstring) == set(SCENARIOS.get(method, {}))


def test_every_scenario_is_of_a_method() -> None:
    assert set(SCENARIOS) <= {method for method, _ in methods()}


def test_every_service_is_one_of_the_services() -> None:
    package = inspect.getmodule(Services)
    assert package is not None
    known = {hint for hint in get_type_hints(Services).values() if hint.__name__.endswith("Service")}
    found = {kind for name, kind in inspect.getmembers(package, inspect.isclass) if name.endswith("Service")}
    assert known == found


@pytest.mark.parametrize(
    ("refused", "deeds"),
    [
        pytest.param(refused, deeds, id=f"{method}-{name_of(refused)}")
        for method, scenarios in SCENARIOS.items()
        for refused, deeds in scenarios.items()
    ],
)
async def test_a_method_raises_what_it_says_and_there_is_a_sentence_for_it(
    world: World, refused: Refused, deeds: Deeds
) -> None:
    error = await provoked(world, refused, deeds)
    if type(error) is RuleError:
        assert refusal(error) is None, "kinds of match are chosen from a list, so no player brings that about"
        return
    for reader in (None, *PEOPLE):
        sentence = refusal(error, reader)
        assert sentence, error
        assert "{" not in sentence
        assert len(sentence) < 600
        assert type(error).__name__ not in sentence


def test_every_error_and_every_reason_is_promised_by_some_method() -> None:
    found: set[Refused] = set()
    for _, docstring in methods():
        found |= promised(docstring)
    assert service_errors() <= errors_with_reasons(found)
    assert {reason for reasons in REASONS.values() for reason in reasons} <= found


def test_every_error_that_gives_a_reason_is_known_by_it() -> None:
    assert {kind for kind in service_errors() if "reason" in inspect.signature(kind).parameters} == set(REASONS)
