"""The draw with the organizer's wishes, its tables, and what the log keeps of it."""

import pytest

from app.engine.acts.draw import ChangePlan, ChangeTies, DrawExplained, FreePairing, SetPairing
from app.engine.acts.players import DropPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import (
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    RoundDrawn,
    StartRound,
)
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Undo
from app.engine.draw.request import DrawResult
from app.engine.draw.values import BYE, Kind, Occasion
from app.engine.draw.wishes import ApartRule, HallTable, Plan, PlayerGroups, SetPair, bye_for
from app.engine.frozen import replace
from app.engine.rounds.draw_request import hall, request_of, words_of, work_out
from app.engine.rounds.draw_round import make_draw_request
from app.engine.rounds.pair_round import entrants
from app.engine.side import Pair, Side
from tests.engine.event import Desk, registered, settings, under_way
from tests.remarked import in_words, written

WON = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(10, 5))


def pairs(desk: Desk) -> set[frozenset[int]]:
    latest = desk.state.latest
    assert latest is not None
    return {frozenset(game.players) for game in desk.state.games_of(latest)}


def told(desk: Desk) -> DrawExplained:
    latest = desk.state.latest
    assert latest is not None
    assert latest.explanation is not None
    return latest.explanation


def finish(desk: Desk) -> None:
    desk.do(PublishRound())
    desk.do(StartRound())
    latest = desk.state.latest
    assert latest is not None
    for number in latest.games:
        desk.do(ReportResult(number, WON))
    desk.do(FinishRound())


@pytest.mark.parametrize("kind", [Kind.TRAVEL, Kind.FAMILY, Kind.REGION, Kind.CASTER])
def test_players_in_the_same_group_are_kept_apart(kind: Kind) -> None:
    field = {Kind.TRAVEL: "travel", Kind.FAMILY: "family", Kind.REGION: "region"}.get(
        kind, "caster"
    )
    for seed in range(1, 9):
        desk = registered(4)
        desk.do(ChangePlan(Plan(apart=(ApartRule(kind),))))
        for number, words in ((1, "Oak, Ash"), (2, " ash "), (3, "Elm"), (4, "Fir")):
            desk.do(ChangeTies(number, PlayerGroups(**{field: words})))
        desk.do(DrawRound(seed))
        assert frozenset((1, 2)) not in pairs(desk)
        assert told(desk).apart == (ApartRule(kind),)


def test_clubs_may_be_kept_apart_only_in_round_1() -> None:
    desk = registered(4)
    desk.do(ChangePlan(Plan(apart=(ApartRule(Kind.CLUB, True), ApartRule(Kind.FACTION)))))
    assert words_of(desk.state, Kind.CLUB) == {}
    assert words_of(desk.state, Kind.REQUEST) == {}
    desk.do(DrawRound(3))
    assert [merit.name for merit in told(desk).merits if merit.name == "same club"] == ["same club"]
    finish(desk)
    desk.do(DrawRound(3), insist=True)
    assert [merit.name for merit in told(desk).merits if merit.name == "same club"] == []


def test_forbidden_pairs_never_meet_and_set_pairs_always_do() -> None:
    desk = registered(4)
    desk.do(SetPairing(SetPair(1, 2, False, "A quarrel")))
    desk.do(SetPairing(SetPair(3, 1, True, "A teaching game", 1)))
    desk.do(DrawRound(3))
    assert pairs(desk) == {frozenset((1, 3)), frozenset((2, 4))}
    assert told(desk).forced == ((3, 1),)
    assert told(desk).forbidden == ((1, 2),)


def test_a_volunteer_has_the_bye() -> None:
    for number in range(1, 6):
        desk = registered(5)
        desk.do(SetPairing(bye_for(number, 1, "Lunch")))
        desk.do(DrawRound(3))
        assert desk.state.rounds[0].bye is not None
        assert desk.state.rounds[0].bye.player == number


def test_a_wish_that_cannot_be_met_is_reported() -> None:
    desk = registered(4)
    desk.do(SetPairing(bye_for(1, 1, "Lunch")))
    desk.do(DrawRound(3))
    assert in_words(told(desk).impossible) == (
        "The bye for Anna is impossible: the number of players is even.",
    )


def test_locked_games_stay_when_the_rest_is_drawn_again() -> None:
    desk = registered(8)
    desk.do(DrawRound(3))
    locked = desk.game(2).players
    desk.do(SetPairing(SetPair(locked.red, locked.blue, True, "Locked", 1)))
    for seed in range(4, 9):
        desk.do(DrawRound(seed, why="Two friends met"))
        assert frozenset(locked) in pairs(desk)
        assert told(desk).why == "Two friends met"
    assert desk.state.rounds[0].attempt == 6


def test_setting_a_pair_needs_valid_players_and_a_reason() -> None:
    desk = registered(5)
    desk.do(SetPairing(SetPair(1, 2, True, "Teaching", 1)))
    for pair, said in (
        (SetPair(99, 2, True, "x"), "There is no player number 99."),
        (SetPair(1, 99, True, "x"), "There is no player number 99."),
        (SetPair(1, 1, True, "x"), "A pair takes two players."),
        (SetPair(1, 2, True, " "), "Say why these two are set or forbidden."),
    ):
        assert desk.refused(SetPairing(pair), insist=True) == said
    assert "Anna and Ben are already set" in desk.doubted(SetPairing(SetPair(1, 3, True, "x", 1)))
    desk.do(SetPairing(SetPair(2, 1, True, "Said otherwise", 1)), insist=True)
    desk.do(SetPairing(SetPair(4, BYE, True, "Lunch", 1)))
    assert "Dan and the bye are already set" in desk.doubted(
        SetPairing(SetPair(4, 5, True, "x", 1))
    )
    desk.do(SetPairing(SetPair(5, BYE, True, "Lunch", 1)), insist=True)
    desk.do(FreePairing(BYE, 4))
    assert desk.refused(FreePairing(4, BYE)) == "Nothing is set for these two."


def test_an_impossible_plan_is_refused() -> None:
    desk = registered(4)
    for plan, said in (
        (Plan(apart=(ApartRule(Kind.CLUB), ApartRule(Kind.CLUB, True))), "can be in the order"),
        (Plan(tables=(HallTable(1), HallTable(1))), "a number of its own"),
        (Plan(tables=(HallTable(0),)), "a number of its own"),
        (Plan(no_show_minutes=-1), "cannot be negative"),
    ):
        assert said in desk.refused(ChangePlan(plan))
    assert desk.refused(ChangeTies(99, PlayerGroups())) == "There is no player number 99."


# tables


def test_the_tables_of_a_hall_are_listed_or_counted_or_as_many_as_needed() -> None:
    listed = Plan(tables=(HallTable(3, "Forest", False),))
    assert [one.number for one in hall(listed, 9, 9)] == [3]
    assert len(hall(Plan(), 9, 2)) == 9
    assert len(hall(Plan(), 0, 2)) == 2


def test_the_draw_respects_reserved_tables_tables_out_of_use_and_fresh_tables() -> None:
    desk = registered(6)
    halls = tuple(HallTable(n, "", n != 2) for n in range(1, 6))
    desk.do(ChangePlan(Plan(tables=halls)))
    desk.do(ChangeTies(4, PlayerGroups(tables=(5,), tables_for="access")))
    seen: dict[int, set[int]] = {}
    for seed in (3, 4):
        desk.do(DrawRound(seed), insist=True)
        for game in desk.state.games_of(desk.state.rounds[-1]):
            assert game.table != 2
            assert (game.table == 5) == (4 in game.players)
            for number in game.players:
                if number != 4:
                    assert game.table not in seen.setdefault(number, set()) or game.table == 5
                seen.setdefault(number, set()).add(game.table)
        finish(desk)


def test_the_top_players_get_the_top_tables_unless_that_is_switched_off() -> None:
    orders = set()
    for seed in range(1, 12):
        desk = registered(8)
        desk.do(DrawRound(seed))
        assert [game.table for game in desk.state.games_of(desk.state.rounds[0])] == [1, 2, 3, 4]
        desk.do(ChangePlan(Plan(top_tables_first=False)))
        desk.do(DrawRound(seed))
        orders.add(tuple(game.table for game in desk.state.games_of(desk.state.rounds[0])))
    assert len(orders) > 1


# rounds that have begun


def test_a_started_round_drawn_again_keeps_the_games_that_have_begun() -> None:
    desk = under_way(8)
    desk.report(1, Side.RED)
    desk.do(StartClock(desk.game(3).number, Side.BLUE), 4_000)
    kept = [desk.game(1), desk.game(3)]
    doubt = desk.doubted(DrawRound(9, again=True, why="A wrong club"))
    assert doubt.endswith(
        "The games at tables 1 and 3 have begun and stay; the others are drawn again."
    )
    assert [desk.state.games[one.number] for one in kept] == kept
    assert {1, 3} <= {game.table for game in desk.state.games_of(desk.state.rounds[0])}
    assert len({game.table for game in desk.state.games_of(desk.state.rounds[0])}) == 4
    assert {*told(desk).locked} == {(one.players.red, one.players.blue) for one in kept}
    desk.do(Undo())
    assert desk.game(1) == kept[0]


def test_a_played_game_stays_in_a_redraw_even_if_its_red_player_ranked_lower() -> None:
    desk = registered(8)
    desk.do(DrawRound(3))
    finish(desk)
    ahead, behind = zip(*(game.players for game in desk.state.games.values()), strict=True)
    crossed = (
        *zip(behind[:2], ahead[1::-1], strict=True),
        *zip(behind[2:], ahead[:1:-1], strict=True),
    )
    desk.do(EnterPairings(crossed, None))
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.report(1, Side.RED)
    kept = desk.game(1)
    desk.do(DrawRound(9, again=True), insist=True)
    assert desk.game(1) == kept
    assert desk.state.games[kept.number] == kept
    assert told(desk).locked == ((kept.players.red, kept.players.blue),)


def test_a_redraw_leaves_a_kept_game_at_a_table_number_that_does_not_exist() -> None:
    desk = registered(6, replace(settings(), tables=1))
    desk.do(DrawRound(3), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.report(2, Side.BLUE)
    kept = desk.game(2)
    desk.do(DrawRound(9, again=True), insist=True)
    assert desk.game(2) == kept
    assert {game.table for game in desk.state.games_of(desk.state.rounds[0])} == {1, 2, 3}


def test_a_played_game_stays_in_a_redraw_even_if_a_player_left_after_it() -> None:
    for rounds in (0, 1):
        desk = registered(6)
        for seed in range(rounds):
            desk.do(DrawRound(seed + 5))
            finish(desk)
        desk.do(DrawRound(3))
        desk.do(PublishRound())
        desk.do(StartRound())
        desk.report(2, Side.BLUE)
        kept = desk.game(2)
        desk.do(DropPlayer(kept.players.red))
        desk.do(DrawRound(9, again=True), insist=True)
        assert desk.game(2) == kept
        assert desk.state.rounds[-1].bye is None
        assert len(pairs(desk)) == 3


def test_a_published_round_with_no_game_begun_is_redrawn_completely() -> None:
    desk = registered(4)
    desk.do(DrawRound(3))
    desk.do(PublishRound())
    said = desk.doubted(DrawRound(4, again=True))
    assert said.endswith("No game has begun; all are drawn again, and undo brings them back.")


# worked out beforehand


def test_a_precomputed_draw_is_used_if_the_request_is_the_same() -> None:
    desk = registered(8)
    command = DrawRound(3)
    worked = work_out(make_draw_request(desk.state, command))
    marked = replace(worked, draw=replace(worked.draw, gave_way=(written("from elsewhere"),)))
    (drawn, _) = desk.do(replace(command, worked=marked))
    assert isinstance(drawn, RoundDrawn)
    assert in_words(drawn.gave_way) == ("from elsewhere",)


def test_a_draw_precomputed_for_another_request_is_computed_again() -> None:
    desk = registered(8)
    command = DrawRound(3)
    worked = work_out(make_draw_request(desk.state, command))
    stale = DrawResult(
        replace(worked.request, occasion=Occasion(1, 99, 1)), worked.draw, worked.seatings
    )
    (drawn, _) = desk.do(replace(command, worked=stale))
    assert isinstance(drawn, RoundDrawn)
    assert [(seating.players.red, seating.players.blue) for seating in drawn.seatings] == [
        *worked.draw.pairs
    ]


def test_the_draw_is_the_same_however_it_is_requested() -> None:
    desk = registered(9)
    asked = request_of(desk.state, entrants(desk.state), Occasion(1, 3, 1), {})
    assert asked == make_draw_request(desk.state, DrawRound(3))
    assert work_out(asked) == work_out(asked)
