"""What a finished match changes: results, ratings, standings, dice counts; and how they are read."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from plakoto_bot.domain.errors import MatchNotFound, NotFinished
from plakoto_bot.domain.game import Game
from plakoto_bot.domain.place import ServerChannel
from plakoto_bot.domain.ratings import Rating, after_match
from plakoto_bot.domain.standings import ALL_TIME, LEAST_MATCHES, Result, Standing, month_of
from plakoto_bot.domain.terms import Proposal
from plakoto_bot.engine.events import Played, Rolled
from plakoto_bot.engine.game import legal_plays
from plakoto_bot.engine.kinds import KINDS
from plakoto_bot.engine.notation import parse_position
from plakoto_bot.engine.position import Side
from plakoto_bot.services.services import Services
from plakoto_bot.services.standings import PAGE_SIZE
from plakoto_bot.storage.database import Database
from tests.conftest import Clock

USUAL = Proposal()
ANN, BEN, CLEO = 10, 20, 30
HERE, ABROAD = ServerChannel(1, 100), ServerChannel(2, 200)


async def start(services: Services, terms: Proposal = USUAL, place: ServerChannel = HERE, black: int = BEN) -> Game:
    match = await services.challenges.open(place, ANN, black, terms)
    return await services.challenges.accept(match.id, black, 777)


async def play_on(services: Services, game: Game, plies: int) -> Game:
    """Play the first legal play until so many plays are made."""
    while game.state.ply < plies:
        on_roll = game.match.player(game.on_roll)
        game = await services.turns.play(game.id, game.state.ply, on_roll, legal_plays(game.state)[0])
    return game


async def finish(
    services: Services, loser: int, terms: Proposal = USUAL, place: ServerChannel = HERE, black: int = BEN
) -> int:
    """A match that counts, resigned by ``loser``; its number."""
    game = await play_on(services, await start(services, terms, place, black), 4)
    await services.endings.resign(game.id, loser, whole_match=terms.length > 1)
    return game.match.id


async def results(database: Database, match_id: int) -> dict[int, Result]:
    async with database.read() as transaction:
        return {result.user_id: result for result in await transaction.standings.results_of(match_id)}


async def standing(
    database: Database, user_id: int, period: str = ALL_TIME, guild_id: int = HERE.guild_id, kind: str = "plakoto"
) -> Standing | None:
    async with database.read() as transaction:
        return await transaction.standings.get(guild_id, kind, period, user_id)


async def rank(database: Database, *rows: Standing) -> None:
    async with database.write() as transaction:
        for row in rows:
            await transaction.standings.save(row)


def row(user_id: int, rating: float, matches: int = LEAST_MATCHES, guild_id: int = HERE.guild_id) -> Standing:
    return Standing(guild_id, "plakoto", ALL_TIME, user_id, rating, matches, matches, 0, 0, 0, 0, 0)


# --- what counts ---------------------------------------------------------------------------------------------


async def test_a_finished_match_changes_the_ratings_of_both_by_the_formula(
    services: Services, database: Database
) -> None:
    match_id = await finish(services, BEN)
    won, lost = after_match(Rating(), Rating(), 1)
    entered = await results(database, match_id)
    assert entered[ANN].rating_before == entered[BEN].rating_before == 1500
    assert (entered[ANN].rating_after, entered[BEN].rating_after) == (won.value, lost.value)
    assert (entered[ANN].won, entered[BEN].won) == (True, False)
    assert (entered[ANN].opponent_id, entered[ANN].points, entered[ANN].against) == (BEN, 2, 0)
    assert (entered[BEN].opponent_id, entered[BEN].points, entered[BEN].against) == (ANN, 0, 2)
    again = await finish(services, ANN)
    second = after_match(lost, won, 1)
    assert (await results(database, again))[BEN].rating_after == second[0].value


async def test_the_length_of_the_match_counts(services: Services, database: Database) -> None:
    match_id = await finish(services, BEN, Proposal(length=5))
    won, lost = after_match(Rating(), Rating(), 5)
    entered = await results(database, match_id)
    assert (entered[ANN].rating_after, entered[BEN].rating_after) == (won.value, lost.value)
    stands = await standing(database, ANN)
    assert stands is not None
    assert stands.experience == 5


@pytest.mark.parametrize(
    "terms",
    [Proposal(rated=False), Proposal(position="plakoto W15,22,B15 - 0/0 w 53")],
    ids=["agreed to be unrated", "from a given position"],
)
async def test_unrated_matches_are_entered_and_change_no_standing(
    services: Services, database: Database, terms: Proposal
) -> None:
    match_id = await finish(services, BEN, terms)
    entered = await results(database, match_id)
    assert {result.rated for result in entered.values()} == {False}
    assert {result.rating_after for result in entered.values()} == {None}
    assert await standing(database, ANN) is None
    assert await standing(database, BEN) is None


@pytest.mark.parametrize("plies", range(6))
async def test_resigning_counts_from_two_plays_by_each_side_on(
    services: Services, database: Database, plies: int
) -> None:
    game = await play_on(services, await start(services), plies)
    await services.endings.resign(game.id, BEN)
    rated = {result.rated for result in (await results(database, game.match.id)).values()}
    assert rated == {game.state.ply >= 4}


async def test_plays_by_one_side_in_several_games_are_not_plays_by_both(services: Services, database: Database) -> None:
    """Three plays in the first game and the winner's one in the second are four, but one side made only one."""
    game = await play_on(services, await start(services, Proposal(length=7)), 3)
    loser = game.match.player(game.on_roll)
    await services.endings.resign(game.id, loser)
    (second,) = await services.games.games_here(HERE)
    assert second.number == 2
    second = await play_on(services, second, 1)
    async with database.read() as transaction:
        events = [*await transaction.events.of_game(game.id), *await transaction.events.of_game(second.id)]
    plays = Counter(event.side for event in events if isinstance(event, Played))
    await services.endings.resign(second.id, loser, whole_match=True)
    rated = {result.rated for result in (await results(database, game.match.id)).values()}
    assert rated == {all(plays[side] >= 2 for side in Side)}


async def test_a_match_stopped_by_a_moderator_has_no_result_but_its_dice_count(
    services: Services, database: Database
) -> None:
    game = await play_on(services, await start(services), 6)
    await services.endings.end(game.id)
    assert await results(database, game.match.id) == {}
    assert await standing(database, ANN) is None
    assert sum((await services.standings.profile(HERE.guild_id, ANN)).dice) > 0


async def test_a_loss_on_time_counts(services: Services, database: Database, clock: Clock) -> None:
    game = await play_on(services, await start(services, Proposal(pace="live")), 4)
    late = game.match.player(game.on_roll)
    clock.seconds += 601
    await services.endings.claim_on_time(game.id, game.state.ply, BEN if late == ANN else ANN)
    entered = await results(database, game.match.id)
    assert entered[late].rated
    assert not entered[late].won


# --- standings -----------------------------------------------------------------------------------------------


async def test_a_standing_sums_up_the_results(services: Services, database: Database) -> None:
    for loser in (BEN, BEN, ANN):
        await finish(services, loser)
    ann, ben = await standing(database, ANN), await standing(database, BEN)
    assert ann is not None
    assert ben is not None
    assert (ann.matches, ann.wins, ann.points, ann.experience) == (3, 2, 4, 3)
    assert (ben.matches, ben.wins, ben.points, ben.experience) == (3, 1, 2, 3)


async def test_a_streak_counts_wins_up_and_losses_down_and_begins_anew_at_a_turn(
    services: Services, database: Database
) -> None:
    streaks = []
    for loser in (BEN, BEN, ANN, ANN, BEN):
        await finish(services, loser)
        stands = await standing(database, ANN)
        assert stands is not None
        streaks.append(stands.streak)
    assert streaks == [1, 2, -1, -2, 1]


#: White bears off the last one before Black has borne off any; White pins Black's mother with the own start clear.
MARS = "plakoto 22,W1,B15 - 14/0 w 65"
MOTHER = "plakoto 10,B14,6,W1,5,B1 - 14/0 w 61"


@pytest.mark.parametrize(("line", "play", "mars", "mothers"), [(MARS, "2/off", 1, 0), (MOTHER, "7/1", 0, 1)])
async def test_wins_by_mars_and_by_the_mother_are_counted_apart(
    services: Services, database: Database, line: str, play: str, mars: int, mothers: int
) -> None:
    game = await start(services)
    position = parse_position(line)
    assert position.dice is not None
    rolled = Rolled(Side.WHITE, position.dice)
    async with database.write() as transaction:
        await transaction.events.append(game.id, game.events, [rolled], 0)
        changed = replace(game, state=replace(game.state, position=position), events=game.events + 1)
        await transaction.games.save(changed)
    game = await services.turns.play_text(HERE, ANN, play)
    assert game.state.outcome is not None
    ann, ben = await standing(database, ANN), await standing(database, BEN)
    assert ann is not None
    assert ben is not None
    assert (ann.mars, ann.mothers) == (mars, mothers)
    assert (ben.mars, ben.mothers) == (0, 0)


async def test_each_kind_of_match_month_and_server_has_standings_of_its_own(
    services: Services, database: Database, clock: Clock
) -> None:
    await finish(services, BEN)
    first = month_of(clock())
    clock.seconds += 40 * 24 * 60 * 60
    second = month_of(clock())
    await finish(services, BEN)
    await finish(services, ANN, Proposal(kind="tavli", length=3))
    await finish(services, ANN, place=ABROAD)
    counted = {}
    for guild_id in (1, 2):
        for kind in ("plakoto", "tavli", "portes"):
            for period in (ALL_TIME, first, second):
                stands = await standing(database, ANN, period, guild_id, kind)
                if stands:
                    counted[guild_id, kind, period] = (stands.matches, stands.wins)
    assert counted == {
        (1, "plakoto", ALL_TIME): (2, 2),
        (1, "plakoto", first): (1, 1),
        (1, "plakoto", second): (1, 1),
        (1, "tavli", ALL_TIME): (1, 0),
        (1, "tavli", second): (1, 0),
        (2, "plakoto", ALL_TIME): (1, 0),
        (2, "plakoto", second): (1, 0),
    }
    month, whole = await standing(database, ANN, second), await standing(database, ANN)
    assert month is not None
    assert whole is not None
    assert month.rating == whole.rating


async def test_dice_of_turns_are_counted_for_who_rolled_them_and_contests_are_not(
    services: Services, database: Database
) -> None:
    game = await play_on(services, await start(services), 10)
    await services.endings.resign(game.id, BEN)
    async with database.read() as transaction:
        events = await transaction.events.of_game(game.id)
    for side, user_id in ((Side.WHITE, ANN), (Side.BLACK, BEN)):
        dice = Counter(
            die for event in events if isinstance(event, Rolled) and event.side is side for die in event.dice
        )
        counted = (await services.standings.profile(HERE.guild_id, user_id)).dice
        assert counted == tuple(dice[die] for die in range(1, 7))
    assert (await services.standings.profile(ABROAD.guild_id, ANN)).dice == (0,) * 6


# --- the leaderboard -----------------------------------------------------------------------------------------


async def test_the_leaderboard_is_by_rating_from_three_matches_on(services: Services, database: Database) -> None:
    await rank(database, row(1, 1500), row(2, 1700), row(3, 1600), row(4, 1900, matches=2), row(5, 2000, guild_id=2))
    board = await services.standings.leaderboard(1, "plakoto", ALL_TIME)
    assert [ranked.standing.user_id for ranked in board.lines] == [2, 3, 1]
    assert (board.first_rank, board.page, board.pages) == (1, 0, 1)


async def test_pages_hold_everybody_once_and_a_page_too_far_is_the_last(services: Services, database: Database) -> None:
    people = range(1, 2 * PAGE_SIZE + 4)
    await rank(database, *(row(user_id, 1500.0) for user_id in people))
    seen: list[int] = []
    for page in range(3):
        board = await services.standings.leaderboard(1, "plakoto", ALL_TIME, page)
        assert board.first_rank == len(seen) + 1
        seen += [ranked.standing.user_id for ranked in board.lines]
    assert seen == list(people)
    assert (await services.standings.leaderboard(1, "plakoto", ALL_TIME, 999)).page == 2


async def test_who_left_is_passed_over_and_comes_back(services: Services, database: Database) -> None:
    await rank(database, *(row(user_id, 1500.0 - user_id) for user_id in range(1, 13)))
    assert await services.people.looked_for(1, {}, {1, 3})
    board = await services.standings.leaderboard(1, "plakoto", ALL_TIME)
    assert [ranked.standing.user_id for ranked in board.lines] == [2, *range(4, 13)]
    assert {1, 3} <= board.to_check, "they may have returned"
    await services.people.saw(1, 3, "Cleo")
    board = await services.standings.leaderboard(1, "plakoto", ALL_TIME)
    assert [(ranked.standing.user_id, ranked.name) for ranked in board.lines][:2] == [(2, None), (3, "Cleo")]


async def test_to_leave_one_server_is_not_to_leave_another(services: Services, database: Database) -> None:
    await rank(database, row(1, 1500), row(1, 1500, guild_id=2))
    await services.people.looked_for(1, {}, {1})
    await services.people.saw(2, 1, "Ann abroad")
    assert (await services.standings.leaderboard(1, "plakoto", ALL_TIME)).lines == ()
    (line,) = (await services.standings.leaderboard(2, "plakoto", ALL_TIME)).lines
    assert line.name == "Ann abroad"


async def test_no_more_people_are_looked_for_than_discord_answers_for(services: Services, database: Database) -> None:
    await rank(database, *(row(user_id, 1500.0) for user_id in range(1, 301)))
    await services.people.looked_for(1, {}, set(range(1, 200)))
    assert len((await services.standings.leaderboard(1, "plakoto", ALL_TIME)).to_check) <= 100


# --- people --------------------------------------------------------------------------------------------------


async def test_a_name_is_remembered_by_server_and_replaced_when_it_changes(services: Services) -> None:
    await services.people.saw(1, ANN, "Ann")
    await services.people.saw(2, ANN, "Annie")
    await services.people.saw(1, ANN, "Anna")
    assert await services.people.names(1, [ANN, BEN]) == {ANN: "Anna"}
    assert await services.people.names(2, [ANN]) == {ANN: "Annie"}


async def test_nothing_new_is_no_news(services: Services) -> None:
    assert await services.people.looked_for(1, {ANN: "Ann"}, {BEN})
    assert not await services.people.looked_for(1, {ANN: "Ann"}, {BEN})


async def test_who_leaves_keeps_the_name(services: Services) -> None:
    await services.people.saw(1, ANN, "Ann")
    await services.people.looked_for(1, {}, {ANN})
    assert await services.people.names(1, [ANN]) == {ANN: "Ann"}


# --- profile -------------------------------------------------------------------------------------------------


async def test_a_profile_has_the_ratings_in_order_and_the_duel(services: Services) -> None:
    for loser in (BEN, BEN, ANN):
        await finish(services, loser)
    await finish(services, CLEO, black=CLEO)
    profile = await services.standings.profile(1, ANN, against=BEN)
    assert profile.graph_kind == "plakoto"
    assert profile.ratings[0] == 1500
    assert len(profile.ratings) == 5
    assert profile.ratings[1] < profile.ratings[2] > profile.ratings[3] < profile.ratings[4]
    assert profile.ratings[4] == profile.standings[0].rating
    assert profile.against is not None
    duel = profile.against
    assert (duel.matches, duel.wins, duel.points, duel.against) == (3, 2, 4, 2)
    back = (await services.standings.profile(1, BEN, against=ANN)).against
    assert back is not None
    assert (back.matches, back.wins, back.points, back.against) == (3, 1, 2, 4)


async def test_the_graph_is_of_the_kind_asked_for_or_most_played(services: Services) -> None:
    await finish(services, BEN, Proposal(kind="tavli", length=3))
    await finish(services, BEN, Proposal(kind="portes"))
    await finish(services, BEN, Proposal(kind="portes"))
    assert (await services.standings.profile(1, ANN)).graph_kind == "portes"
    assert len((await services.standings.profile(1, ANN, kind="tavli")).ratings) == 2
    assert (await services.standings.profile(1, ANN, kind="fevga")).ratings == ()


async def test_a_profile_shows_one_server_only(services: Services) -> None:
    await finish(services, BEN)
    elsewhere = await services.standings.profile(ABROAD.guild_id, ANN, against=BEN)
    assert (elsewhere.standings, elsewhere.ratings, sum(elsewhere.dice)) == ((), (), 0)
    assert elsewhere.against is not None
    assert elsewhere.against.matches == 0


# --- history -------------------------------------------------------------------------------------------------


async def test_the_history_is_newest_first_of_one_server_and_person(services: Services, clock: Clock) -> None:
    mine = []
    for loser in (BEN, ANN):
        mine.append(await finish(services, loser))
        clock.seconds += 1
    await finish(services, BEN, place=ABROAD)
    stopped = await start(services)
    await services.endings.end(stopped.id)
    await start(services)
    page = await services.history.page(1, ANN)
    assert [played.match.id for played in page.matches] == [stopped.match.id, *reversed(mine)]
    assert [played.result.won if played.result else None for played in page.matches] == [None, False, True]
    assert (await services.history.page(1, CLEO)).matches == ()
    assert [played.match.id for played in (await services.history.page(1, BEN)).matches] == [
        played.match.id for played in page.matches
    ]


async def test_every_turn_of_every_kind_of_game_can_be_seen_again(services: Services) -> None:
    for kind in KINDS:
        terms = Proposal(kind=kind, length=3 if kind == "tavli" else 1)
        game = await play_on(services, await start(services, terms), 12)
        await services.endings.resign(game.id, BEN, whole_match=terms.length > 1)
        turns = (await services.history.moment(1, game.match.id, 1, 1)).turns
        plies = []
        for turn in range(1, turns + 1):
            moment = await services.history.moment(1, game.match.id, 1, turn)
            assert moment.turn == turn
            plies.append(moment.state.ply)
            assert (moment.state.outcome is not None) == (turn == turns)
            assert moment.state.position.dice is not None
            assert (moment.last_play is not None) == (moment.state.ply > 0)
        assert plies == [*range(len(plies) - 1), plies[-2]]
        assert (await services.history.moment(1, game.match.id, 9, 999_999)).turn == turns


async def test_a_game_from_a_position_begins_with_it(services: Services) -> None:
    match_id = await finish(services, BEN, Proposal(position="plakoto W15,22,B15 - 0/0 w 53"))
    moment = await services.history.moment(1, match_id, 1, 1)
    assert str(moment.state.position.dice) == "53"
    assert moment.state.ply == 0


async def test_a_later_game_shows_the_tally_before_it(services: Services) -> None:
    game = await play_on(services, await start(services, Proposal(kind="tavli", length=5)), 3)
    await services.endings.resign(game.id, BEN)
    (second,) = await services.games.games_here(HERE)
    await services.endings.resign(second.id, BEN, whole_match=True)
    moment = await services.history.moment(1, game.match.id, 2, 1)
    assert (moment.games, moment.game.number, moment.score) == (2, 2, (2, 0))
    assert moment.state.position.layout.name == "plakoto"
    assert (await services.history.moment(1, game.match.id, 1, 1)).score == (0, 0)


async def test_a_match_of_another_server_or_one_that_goes_on_is_not_shown(services: Services) -> None:
    finished = await finish(services, BEN)
    running = await start(services)
    challenge = await services.challenges.open(HERE, CLEO, None)
    with pytest.raises(MatchNotFound):
        await services.history.moment(ABROAD.guild_id, finished, 1, 1)
    with pytest.raises(NotFinished):
        await services.history.moment(1, running.match.id, 1, 1)
    for number in (challenge.id, 999):
        with pytest.raises(MatchNotFound):
            await services.history.match(1, number)
