"""People, admins and time do anything in any order; after each of it the records are sound and nothing else broke.

``make fuzz`` runs this for longer.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cogs.kit.refusals import refusal
from plakoto_bot.domain.choices import ChallengesFrom
from plakoto_bot.domain.clock import PACES
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.limits import MOST_OPEN_CHALLENGES
from plakoto_bot.domain.match import Match, MatchStatus
from plakoto_bot.domain.people import DELETED_ID
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.game import GameState, apply_event, legal_plays, new_game
from plakoto_bot.engine.kinds import KINDS, LENGTHS, leader, score_of
from plakoto_bot.engine.moves import Play, step_from
from plakoto_bot.engine.notation import format_play, parse_position
from plakoto_bot.errors import PlakotoError
from plakoto_bot.services.services import Services
from plakoto_bot.storage.database import Database, open_database

T = TypeVar("T")

PEOPLE = (11, 12, 13, 14)
PLACES = (ServerChannel(1, 101), ServerChannel(1, 102), ServerChannel(2, 201))
#: Positions where little is left to do, so that games end by themselves, and one that is over.
LATE = (
    "plakoto 18,W3,W3,W3,W2,W2,B13 - 2/2 w 65",
    "portes 18,W3,W3,W3,W2,W2,B13 - 2/2 w 65",
    "fevga W15,5,B1,4,B1,12 - 0/13 b 61",
    "plakoto B13,17,W3,1,W1,1,W1 - 10/2 w -",
    "nonsense",
)
RUBBISH = ("24/18", "pass", "hello", "6/off", "1/2", "bar/20", "24/18(4)", "", "24/23 24/22", "9" * 300)

person = st.sampled_from(PEOPLE)
place = st.sampled_from(PLACES)
typed = st.sampled_from(RUBBISH) | st.text(max_size=30)
#: Which of the known matches or games; the newest are asked for most.
which = st.integers(0, 3) | st.integers(0, 50)
shift = st.sampled_from((0, 0, 0, -1, 1))


def mostly(usual: T, *others: T) -> st.SearchStrategy[T]:
    """The usual, and now and then something else."""
    return st.sampled_from((usual, usual, usual)) | st.sampled_from(others)


chance = st.randoms(use_true_random=False)


class Anything(RuleBasedStateMachine):
    """A server's whole life. Services and database are the real ones; time and seeds are the machine's."""

    empty: ClassVar[Path]

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._folder = tempfile.TemporaryDirectory()
        file = Path(self._folder.name) / "plakoto.db"
        shutil.copy(self.empty, file)
        self._database: Database = self._run(open_database(f"sqlite+aiosqlite:///{file}"))
        self._now = 1_800_000_000
        self._seeds = 0
        self.services = Services.over(self._database, now=lambda: self._now, new_seed=self._new_seed)
        self.matches: list[int] = []
        # What the events of each game led to when last looked, and how many they were.
        self._replayed: dict[int, tuple[int, GameState]] = {}

    def _new_seed(self) -> bytes:
        self._seeds += 1
        return self._seeds.to_bytes(32, "big")

    def _run(self, action: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(action)

    def do(self, action: Awaitable[T]) -> T | None:
        """Do it; a refusal is fine if there is a sentence for it, and anything else is a fault."""

        async def act() -> T:
            return await action

        try:
            return self._run(act())
        except PlakotoError as error:
            if refusal(error) is None:
                raise
            return None

    def teardown(self) -> None:
        self._run(self._database.close())
        self._runner.close()
        self._folder.cleanup()

    # --- what is there ---------------------------------------------------------------------------------------

    def match_id(self, number: int) -> int:
        return self.matches[-1 - number % len(self.matches)] if self.matches else number

    async def _games(self) -> list[Game]:
        async with self._database.read() as transaction:
            return [game for match_id in self.matches for game in await transaction.games.of_match(match_id)]

    def game(self, number: int, *, running: bool = True) -> Game | None:
        games = self._run(self._games())
        games = [game for game in games if game.state.outcome is None] or ([] if running else games)
        return games[-1 - number % len(games)] if games else None

    # --- challenges ------------------------------------------------------------------------------------------

    @rule(
        place=place,
        who=person,
        opponent=st.none() | person,
        kind=st.sampled_from((*KINDS, "plakoto")),
        preset=mostly(None, "classic", "instant", "no-hit-and-run", "unheard-of"),
        length=mostly(1, *LENGTHS, 4),
        pace=mostly("blitz", *PACES, "glacial"),
        rated=st.booleans(),
        position=mostly(None, *LATE),
    )
    def challenge(
        self,
        place: ServerChannel,
        who: int,
        opponent: int | None,
        kind: str,
        preset: str | None,
        length: int,
        pace: str,
        rated: bool,
        position: str | None,
    ) -> None:
        terms = Proposal(kind, preset, length, pace, rated, position)
        self._opened(self.do(self.services.challenges.open(place, who, opponent, terms)))

    @rule(place=place, kind=st.sampled_from(tuple(KINDS)), pace=st.sampled_from(tuple(PACES)))
    def everybody_asks_everybody(self, place: ServerChannel, kind: str, pace: str) -> None:
        """So that some find themselves with several challenges when they begin to play."""
        for who, opponent in ((11, 12), (12, 13), (11, None), (13, 11), (14, 12)):
            terms = Proposal(kind, length=3, pace=pace)
            self._opened(self.do(self.services.challenges.open(place, who, opponent, terms)))

    @rule(number=which, who=person)
    def rematch(self, number: int, who: int) -> None:
        self._opened(self.do(self.services.challenges.rematch(self.match_id(number), who)))

    def _opened(self, match: Match | None) -> None:
        if match is not None:
            assert match.id not in self.matches, "a number comes never back"
            self.matches.append(match.id)
            self.do(self.services.challenges.note_card(match.id, 1000 + match.id))

    @initialize(place=place, kind=st.sampled_from(tuple(KINDS)))
    def begin(self, place: ServerChannel, kind: str) -> None:
        self._opened(self.do(self.services.challenges.open(place, 11, 12, Proposal(kind, length=3, pace="blitz"))))
        self.do(self.services.challenges.accept(self.matches[0], 12, 1))

    @rule(number=which, who=person, interaction=st.integers(1, 2**63 - 1))
    def accept(self, number: int, who: int, interaction: int) -> None:
        self.do(self.services.challenges.accept(self.match_id(number), who, interaction))

    @rule(most=st.integers(1, 4), interaction=st.integers(1, 2**60))
    def accept_as_asked(self, most: int, interaction: int) -> None:
        """Those who are asked accept, the newest challenges first."""
        for match_id in self.matches[: -1 - most : -1]:
            match = self._run(self.services.games.match(match_id))
            who = match.opponent_id or next(other for other in PEOPLE if other != match.challenger_id)
            self.do(self.services.challenges.accept(match.id, who, interaction + match_id))

    @rule(number=which, who=person, how=st.sampled_from(("decline", "withdraw", "cancel")))
    def close(self, number: int, who: int, how: str) -> None:
        ways: dict[str, Callable[[], Awaitable[object]]] = {
            "decline": lambda: self.services.challenges.decline(self.match_id(number), who),
            "withdraw": lambda: self.services.challenges.withdraw(self.match_id(number), who),
            "cancel": lambda: self.services.challenges.cancel(self.match_id(number)),
        }
        self.do(ways[how]())

    # --- turns -----------------------------------------------------------------------------------------------

    @precondition(lambda self: self.matches)
    @rule(number=which, turns=st.integers(1, 25), chance=chance)
    def play_on(self, number: int, turns: int, chance: random.Random) -> None:
        game = self.game(number)
        for _ in range(turns):
            if game is None or game.state.outcome is not None:
                return
            play = chance.choice(legal_plays(game.state))
            mover = game.match.player(game.on_roll)
            made = self.do(self.services.turns.play(game.id, game.state.ply, mover, play))
            assert made is not None, "a legal play by the player on roll is taken"
            assert made.state.ply > game.state.ply
            game = made

    @precondition(lambda self: self.matches)
    @rule(
        number=which,
        who=st.none() | person,
        by=shift,
        index=st.none() | st.integers(0, 300),
        steps=st.lists(st.integers(0, 30), max_size=6),
        die=st.integers(0, 8),
    )
    def play_anything(
        self, number: int, who: int | None, by: int, index: int | None, steps: list[int], die: int
    ) -> None:
        """Whoever is on roll, or anybody, plays something legal, or anything, at this turn or at another one."""
        game = self.game(number, running=False)
        if game is None:
            return
        mover = game.match.player(game.on_roll)
        play: Play = tuple(step_from(source, die) for source in steps)
        if game.state.outcome is None and index is not None:
            plays = legal_plays(game.state)
            play = plays[index % len(plays)]
        who = mover if who is None else who
        made = self.do(self.services.turns.play(game.id, game.state.ply + by, who, play))
        if made is not None:
            assert by == 0, "what is meant for another turn changes nothing"
            assert who == mover

    @rule(
        place=place,
        who=person,
        text=st.sampled_from(RUBBISH) | st.text(max_size=30),
        index=st.none() | st.integers(0, 300),
    )
    def type_anything(self, place: ServerChannel, who: int, text: str, index: int | None) -> None:
        here = self.do(self.services.games.game_here(place, who))
        if index is not None and here is not None:
            plays = legal_plays(here.state)
            text = format_play(here.state.rules, here.state.position, plays[index % len(plays)])
        self.do(self.services.turns.play_text(place, who, text))

    @precondition(lambda self: self.matches)
    @rule(number=which, who=person, whole=st.booleans())
    def resign(self, number: int, who: int, whole: bool) -> None:
        game = self.game(number)
        if game is not None:
            self.do(self.services.endings.resign(game.id, who, whole_match=whole))

    @precondition(lambda self: self.matches)
    @rule(number=which, who=person, by=shift, answer=st.sampled_from(("", "take", "lost")), taker=person)
    def offer(self, number: int, who: int, by: int, answer: str, taker: int) -> None:
        game = self.game(number, running=False)
        if game is None:
            return
        ply = game.state.ply
        offered = self.do(self.services.endings.offer(game.id, ply + by, who))
        if offered is not None:
            assert self.do(self.services.endings.offer(game.id, ply, who)) is None, "one offer a turn"
        if answer == "lost":
            self.do(self.services.endings.take_offer_back(game.id, ply, who))
        elif answer == "take":
            self.do(self.services.endings.accept_offer(game.id, ply + by, taker))

    # --- time ------------------------------------------------------------------------------------------------

    @rule(seconds=st.sampled_from((1, 60, 121, 600, 86_400, 4 * 86_400)))
    def tick(self, seconds: int) -> None:
        self._now += seconds

    @rule(said=st.booleans(), close=st.booleans())
    def look_at_the_clocks(self, said: bool, close: bool) -> None:
        clocks = self.services.clocks
        for take in (clocks.take_reminders, clocks.take_overdue):
            for game in self._run(take()):
                if not said:
                    self._run(clocks.put_back(game))
        if close:
            for game in self._run(clocks.unclaimed()):
                self.do(self.services.endings.close_unclaimed(game.id, game.state.ply))
        for match in self._run(self.services.challenges.expire()):
            assert match.expires_at <= self._now

    @precondition(lambda self: self.matches)
    @rule(number=which, who=st.none() | person, by=shift)
    def claim(self, number: int, who: int | None, by: int) -> None:
        """Whoever waits, or anybody, claims the win."""
        game = self.game(number, running=False)
        if game is not None:
            who = game.match.player(game.on_roll.other) if who is None else who
            claimed = self.do(self.services.endings.claim_on_time(game.id, game.state.ply + by, who))
            if claimed is not None:
                assert game.clock.deadline is not None
                assert game.clock.deadline <= self._now

    @rule(guild=st.sampled_from((1, 2)), how=st.sampled_from(("restart", "leave", "join", "elsewhere")))
    def come_and_go(self, guild: int, how: str) -> None:
        clocks = self.services.clocks
        if how == "leave":
            self._run(clocks.pause(guild))
        elif how == "elsewhere":
            self._run(clocks.pause_elsewhere({guild}))
        elif how == "join":
            self._run(clocks.resume(guild))
        else:
            self._run(clocks.allow_grace())

    @precondition(lambda self: self.matches)
    @rule(number=which, by=shift)
    def somebody_left(self, number: int, by: int) -> None:
        game = self.game(number)
        if game is not None:
            self._run(self.services.clocks.start_for_absent(game.id, game.state.ply + by))

    # --- admins, channels, choices ---------------------------------------------------------------------------

    @precondition(lambda self: self.matches)
    @rule(number=which)
    def end(self, number: int) -> None:
        game = self.game(number, running=False)
        if game is not None:
            self.do(self.services.endings.end(game.id))

    @rule(place=place, how=st.sampled_from(("channel", "card")), number=which)
    def lose_a_channel_or_card(self, place: ServerChannel, how: str, number: int) -> None:
        if how == "channel":
            self._run(self.services.endings.close_channel(place.channel_id))
            assert self._run(self.services.games.games_here(place)) == []
        else:
            self._run(self.services.challenges.cards_deleted(place.channel_id, {1000 + self.match_id(number)}))

    @rule(number=which)
    def move(self, number: int) -> None:
        """To a thread, which Discord makes for this match alone."""
        match_id = self.match_id(number)
        self.do(
            self.services.challenges.move_to(
                match_id, ServerChannel(self._run(self.services.games.match(match_id)).guild_id, 300 + match_id)
            )
        )

    @rule(
        guild=st.sampled_from((1, 2)),
        changes=st.fixed_dictionaries(
            {},
            optional={
                "auto_forced": st.booleans(),
                "kind": st.sampled_from(tuple(KINDS)),
                "preset": st.sampled_from((None, "classic", "instant", "unheard-of")),
                "threads": st.booleans(),
            },
        ),
    )
    def change_server(self, guild: int, changes: dict[str, object]) -> None:
        self.do(self.services.choices.change_server(guild, **changes))

    @rule(
        who=person,
        changes=st.fixed_dictionaries(
            {},
            optional={
                "auto_forced": st.none() | st.booleans(),
                "pings": st.booleans(),
                "challenges": st.sampled_from((ChallengesFrom.EVERYONE, *ChallengesFrom)),
            },
        ),
        blocked=st.sets(person, max_size=1),
    )
    def change_person(self, who: int, changes: dict[str, object], blocked: set[int]) -> None:
        self.do(self.services.choices.change_person(who, **changes))
        self.do(self.services.choices.toggle_blocks(who, blocked))

    @rule(who=person)
    def delete_data(self, who: int) -> None:
        self._run(self.services.personal.delete(who))
        assert self._run(self.services.personal.running(who)) == 0
        export = self._run(self.services.personal.export(who))
        assert not any(export[part] for part in ("preferences", "names", "ratings", "results", "dice", "matches"))

    # --- the channel -----------------------------------------------------------------------------------------

    @rule(told=st.booleans())
    def catch_up(self, told: bool) -> None:
        for game_id in self._run(self.services.telling.untold()):
            view = self._run(self.services.telling.news(game_id))
            assert view.events, "only games with news are behind"
            if told:
                self._run(self.services.telling.mark_told(view, 5000 + game_id))
        if told:
            assert self._run(self.services.telling.untold()) == []

    @rule(number=which, place=place, who=person, kind=st.sampled_from(tuple(KINDS)), turn=st.integers(0, 40))
    def read(self, number: int, place: ServerChannel, who: int, kind: str, turn: int) -> None:
        match_id = self.match_id(number)
        self.do(self.services.exports.export(place, match_id))
        self.do(self.services.history.moment(place.guild_id, match_id, 1, turn))
        self._run(self.services.history.page(place.guild_id, who))
        self._run(self.services.standings.profile(place.guild_id, who, PEOPLE[0], kind))
        self._run(self.services.standings.leaderboard(place.guild_id, kind, "all"))

    # --- what always holds -----------------------------------------------------------------------------------

    @invariant()
    def the_records_are_sound(self) -> None:
        self._run(self._check())

    async def _check(self) -> None:
        playing = Counter[tuple[int, int]]()
        waiting = Counter[tuple[int, int]]()
        async with self._database.read() as transaction:
            running = 0
            for match_id in self.matches:
                match = await transaction.matches.get(match_id)
                assert match is not None
                games = await transaction.games.of_match(match_id)
                for game in games:
                    await self._check_game(game, await transaction.events.of_game(game.id, after=self._seen(game.id)))
                self._check_match(match, games, len(await transaction.standings.results_of(match_id)))
                if match.status is MatchStatus.RUNNING:
                    running += 1
                    playing.update(
                        (match.place.channel_id, player) for player in (match.challenger_id, match.opponent_id or 0)
                    )
                if match.status is MatchStatus.OPEN and match.expires_at > self._now:
                    waiting.update([(match.guild_id, match.challenger_id)])
            assert await transaction.games.count_running() == running
        assert all(count == 1 for (_, player), count in playing.items() if player != DELETED_ID)
        assert all(count <= MOST_OPEN_CHALLENGES for count in waiting.values())

    def _seen(self, game_id: int) -> int:
        return self._replayed[game_id][0] if game_id in self._replayed else 0

    async def _check_game(self, game: Game, new: list[Any]) -> None:
        """The events replay to the snapshot, and what hangs on the game fits it."""
        if game.id in self._replayed:
            seen, state = self._replayed[game.id]
        else:
            position = parse_position(game.match.terms.position) if game.match.terms.position else None
            seen, state = 0, new_game(game.state.rules, game.starter, position)
        for event in new:
            state = apply_event(state, event)
        assert seen + len(new) == game.events
        assert state == game.state
        self._replayed[game.id] = (game.events, state)
        assert game.shown <= game.events
        assert (game.ended_at is not None) == (state.outcome is not None)
        if state.outcome is not None:
            assert (game.clock.remind_at, game.clock.deadline, game.clock.overdue_at) == (None, None, None)
        else:
            assert state.position.dice is not None, "somebody has a roll to play"
            if game.clock.deadline is not None and game.clock.remind_at is not None:
                assert game.clock.remind_at <= game.clock.deadline

    def _check_match(self, match: Match, games: list[Game], results: int) -> None:
        """The score is that of its games, one of which runs exactly if the match does."""
        outcomes = [game.state.outcome for game in games if game.state.outcome]
        score = score_of(outcomes)
        assert match.score == score
        assert [game.number for game in games] == list(range(1, len(games) + 1))
        assert len(games) - len(outcomes) == (match.status is MatchStatus.RUNNING)
        assert (match.ended_at is not None) == (match.status is MatchStatus.FINISHED)
        assert bool(games) == (match.status in (MatchStatus.RUNNING, MatchStatus.FINISHED))
        if match.status is MatchStatus.FINISHED and match.ended_by == "points" and not match.terms.position:
            assert match.winner is leader(score, match.terms.length)
        # Those who had their data deleted have taken theirs with them.
        everybody = DELETED_ID not in (match.challenger_id, match.opponent_id)
        if everybody:
            assert results == (2 if match.winner is not None else 0)


def test_whatever_happens_the_records_are_sound(empty_database: Path) -> None:
    Anything.empty = empty_database
    # A hundred is Hypothesis's usual number, which make fuzz raises.
    longer = settings().max_examples / 100
    chosen = settings(max_examples=max(1, round(12 * longer)), stateful_step_count=60, deadline=None)
    run_state_machine_as_test(Anything, settings=chosen)
