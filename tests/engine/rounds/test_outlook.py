"""What comes next, who is missing, and what a correction does."""

import pytest

from app.engine.acts.draw import ChangePlan, DrawExplained
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DisqualifyPlayer,
    DropPlayer,
    Entry,
)
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import StartClock, WithdrawResult
from app.engine.draw.wishes import Plan
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.packet.ranking import Points
from app.engine.rounds.correction import find_changed_draws, is_correction, shifts
from app.engine.rounds.no_shows import Absence, absences
from app.engine.rounds.outlook import Ends, Outlook, make_outlook, outlook_words
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from app.engine.state import State
from tests.engine.event import MINUTE, SR2017, Desk, registered, settings, under_way

RED = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(10, 5))
BLUE = Result(Side.BLUE, How.SCENARIO, Pair(0, 5), Pair(5, 10))


def seen(desk: Desk) -> Outlook:
    found = make_outlook(desk.state)
    assert found is not None
    return found


def start(desk: Desk, seed: int = 9) -> None:
    desk.do(DrawRound(seed), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())


def play(desk: Desk, seed: int = 9) -> None:
    start(desk, seed)
    for number in desk.state.rounds[-1].games:
        desk.do(ReportResult(number, RED))
    desk.do(FinishRound())


def test_there_is_no_outlook_before_a_round_has_begun() -> None:
    desk = registered(4)
    assert make_outlook(desk.state) is None
    assert outlook_words(desk.state) == ""
    desk.do(DrawRound(7))
    assert make_outlook(desk.state) is None


def test_there_is_no_outlook_without_ranked_players() -> None:
    desk = under_way(2)
    for number in (1, 2):
        desk.do(DisqualifyPlayer(number, "abuse"), insist=True)
    assert make_outlook(desk.state) is None


def test_the_outlook_in_the_first_of_three_rounds_names_open_games() -> None:
    desk = under_way(8)
    desk.report(1, Side.RED)
    found = seen(desk)
    assert found.out == (2, 3, 4)
    assert found.ends is Ends.NOT_YET
    assert found.sentences == (
        "3 games still out: tables 2, 3 and 4.",
        "A sole leader needs at least 2 more rounds; 2 of 3 rounds are left.",
        "7 players are undefeated.",
    )
    assert outlook_words(desk.state) == " ".join(seen(desk).sentences)


def test_a_single_remaining_round_is_reported_in_the_singular() -> None:
    sentence = Outlook(2, (), Ends.NOT_YET, 1, 3, ()).ends_words
    assert sentence == "A sole leader needs at least 1 more round; 1 of 3 rounds is left."


def test_many_open_games_are_partly_named_and_partly_counted() -> None:
    assert seen(under_way(20)).out_words == (
        "10 games still out: tables 1, 2, 3, 4, 5, 6 and 4 more."
    )


def test_the_last_game_between_the_leaders_ends_the_event() -> None:
    desk = registered(4)
    play(desk)
    start(desk)
    top = [
        game.table
        for game in desk.state.games_of(desk.state.rounds[-1])
        if all(row.tp for row in _rows(desk, game.players))
    ]
    assert len(top) == 1
    found = seen(desk)
    assert found.ends is Ends.SURELY
    assert found.ends_words == "The event ends after this round unless a game is tied."
    assert len(found.contenders) == 2
    assert found.clinch_words == f"The winner at table {top[0]} wins the event."
    desk.report(top[0], Side.RED)
    desk.report(3 - top[0], Side.RED)
    decided = seen(desk)
    assert decided.sentences[:2] == (
        "Every result is in.",
        "Somebody leads alone: the event is decided.",
    )
    assert decided.contender_words.endswith(" leads.")


def _rows(desk: Desk, players: Pair[int]) -> list[object]:
    return [row for row in standings(desk.state) if row.number in {*players}]


def test_a_leader_paired_down_may_end_the_event() -> None:
    desk = registered(6)
    play(desk)
    start(desk)
    found = seen(desk)
    assert found.ends is Ends.PERHAPS
    assert found.ends_words == "The event may end after this round; 1 of 3 rounds is left."
    assert len(found.undefeated) == 3
    assert found.sentences[2].endswith(" are undefeated.")
    assert found.clinches == ()


def test_undefeated_players_are_counted_while_only_they_can_win() -> None:
    desk = under_way(8, settings(rounds=2))
    for table in range(1, 5):
        desk.report(table, Side.RED)
    desk.do(FinishRound())
    start(desk)
    found = seen(desk)
    assert len(found.contenders) == len(found.undefeated) == 4
    words = " ".join(found.sentences)
    assert found.contenders[0] not in words
    assert words.endswith(" 4 players are undefeated.")


def test_two_undefeated_players_are_named_once_if_only_they_can_win() -> None:
    said = Outlook(3, (), Ends.NOT_YET, 1, 3, ("Anna", "Ben"))
    both = replace(said, undefeated=("Ben", "Anna"))
    assert both.undefeated_words == "Ben and Anna are undefeated."
    assert both.contender_words == ""


def test_nobody_is_listed_as_undefeated_before_somebody_has_lost() -> None:
    desk = under_way(4)
    assert "undefeated" not in outlook_words(desk.state)
    assert "can still win" not in outlook_words(desk.state)
    desk.report(1, Side.RED)
    assert "undefeated" in outlook_words(desk.state)
    assert "undefeated" not in " ".join(Outlook(3, (), Ends.NOT_YET, 1, 3, ()).sentences)


def test_another_round_is_needed_if_two_lead_after_the_packets_rounds() -> None:
    said = Outlook(3, (), Ends.NOT_YET, 1, 3, ("Anna", "Ben"))
    assert said.ends_words == "All 3 rounds are played; a sole leader needs at least 1 more round."
    out = replace(said, out=(2,))
    assert out.ends_words == "A sole leader needs at least 1 more round."
    assert said.contender_words == "Anna and Ben can still win."


def test_the_standings_decide_after_the_last_planned_round() -> None:
    desk = under_way(4, settings(rounds=1))
    desk.report(1, Side.RED)
    found = seen(desk)
    assert found.ends_words == "This is the last round: the standings decide."
    assert len(found.contenders) == 3
    assert found.contender_words == ""
    assert found.undefeated_words.endswith(" are undefeated.")
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    found = seen(desk)
    assert found.ends_words == "The only round has been played: the standings decide."
    assert len(found.contenders) == 2
    assert found.contender_words.endswith(" lead on tournament points.")


def test_players_too_far_behind_in_the_last_rounds_cannot_win() -> None:
    desk = registered(16, settings(rounds=3))
    play(desk)
    play(desk)
    found = seen(desk)
    assert (found.needed, found.planned, len(found.contenders)) == (2, 3, 12)


def test_a_player_who_dropped_can_no_longer_win() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    winner = desk.game(1).players.red
    desk.do(DropPlayer(winner))
    assert desk.state.name(winner) not in seen(desk).contenders


def test_the_outlook_states_when_the_event_may_end() -> None:
    said = Outlook(2, (), Ends.PERHAPS, 1, 4, ())
    assert said.ends_words == "The event may end after this round; 2 of 4 rounds are left."
    assert said.undefeated_words == ""
    assert Outlook(4, (), Ends.PERHAPS, 1, 4, ()).ends_words.endswith("after this round.")
    alone = Outlook(2, (), Ends.PERHAPS, 1, 3, (), undefeated=("Anna",))
    assert alone.undefeated_words == "Anna is the only undefeated player."


def test_a_sole_leaders_clinching_win_is_reported_once_it_is_certain() -> None:
    desk = registered(4, settings(rounds=3))
    desk.do(EnterPairings(((1, 2), (3, 4)), None), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.report(1, Side.RED)
    desk.report(2, None, How.TIE)
    desk.do(FinishRound())
    desk.do(EnterPairings(((1, 3), (2, 4)), None), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    found = seen(desk)
    assert found.clinches == (("Anna", 1),)
    assert "A win at table 1 decides the event for Anna." in found.sentences
    desk.report(1, Side.RED)
    found = seen(desk)
    assert found.contenders == ("Anna",)
    assert found.contender_words == "Anna has clinched the win: nobody can catch up."
    assert found.clinch_words == ""


def test_a_player_whose_win_would_only_draw_level_clinches_nothing() -> None:
    """Where a loss brings points, too."""
    desk = under_way(2, packet=replace(SR2017, points=Points(win=3, loss=1)))
    leader = desk.state.name(desk.game().players.red)
    desk.report(1, Side.RED)
    desk.do(FinishRound())
    start(desk)
    assert seen(desk).clinches == ((leader, 1),)


# no-shows


def test_no_absence_is_reported_without_a_time_limit_or_clocks() -> None:
    desk = under_way(4)
    round_ = desk.state.rounds[0]
    assert absences(desk.state, round_, 60 * MINUTE) == ()
    desk.do(ChangePlan(Plan(no_show_minutes=10)))
    assert absences(desk.state, round_, 60 * MINUTE) == ()


def test_a_table_that_has_not_begun_shows_a_countdown_to_a_no_show() -> None:
    desk = under_way(6)
    desk.do(ChangePlan(Plan(no_show_minutes=10)))
    desk.do(StartClock(desk.game(1).number, Side.RED), MINUTE)
    desk.report(2, Side.RED)
    round_ = desk.state.rounds[0]
    (early,) = absences(desk.state, round_, 4 * MINUTE)
    assert (early.table, early.left_ms, early.is_due) == (3, 6 * MINUTE, False)
    (late,) = absences(desk.state, round_, 10 * MINUTE)
    assert late.is_due
    desk.report(1, Side.RED)
    desk.do(FinishRound(), insist=True)
    assert absences(desk.state, desk.state.rounds[0], 10 * MINUTE) == ()


# corrections


@pytest.fixture
def third_round() -> Desk:
    desk = registered(9)
    play(desk, 3)
    play(desk, 4)
    start(desk, 5)
    return desk


def test_a_correction_shows_its_effect_on_the_standings_beforehand(third_round: Desk) -> None:
    state = third_round.state
    game = state.games[1]
    assert is_correction(state, game)
    assert not is_correction(state, state.games[state.rounds[-1].games[0]])
    assert not is_correction(State(), game)
    changed = {shift.number: shift for shift in shifts(state, 1, BLUE)}
    assert all("place" not in shift.score_words for shift in changed.values())
    loser = changed[game.players.red]
    assert loser.after.tp == loser.before.tp - 1
    assert "TP " in loser.words
    assert shifts(state, 1, RED) == ()
    assert third_round.state is state


def test_a_correction_names_later_draws_that_would_have_differed(third_round: Desk) -> None:
    found = list(find_changed_draws(third_round.state, 1, BLUE))
    assert [one.round_number for one in found] == [2, 3]
    assert any(" meets " in line for one in found for line in one.sentences)
    assert all(pair.sentences == () for pair in find_changed_draws(third_round.state, 1, RED))
    older = [row for row in third_round.records if not isinstance(row.event, DrawExplained)]
    assert list(find_changed_draws(fold(older), 1, BLUE)) == found


def opponents(desk: Desk) -> dict[str, str]:
    """Whom everybody has in the round drawn last."""
    latest = desk.state.rounds[-1]
    pairs = [game.players.map(desk.state.name) for game in desk.state.games_of(latest)]
    found = {a: b for pair in pairs for a, b in (tuple(pair), tuple(pair)[::-1])}
    return found | ({desk.state.name(latest.bye.player): "the bye"} if latest.bye else {})


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_differing_pairs_named_match_the_draw_of_the_corrected_event(seed: int) -> None:
    played, right = registered(7), registered(7)
    for desk, first in ((played, RED), (right, BLUE)):
        start(desk, seed)
        for number in desk.state.rounds[0].games:
            desk.do(ReportResult(number, first if number == 1 else RED))
        desk.do(FinishRound())
        start(desk, seed)
    was, would_be = opponents(played), opponents(right)
    (otherwise,) = find_changed_draws(played.state, 1, BLUE)
    expected = set()
    for one, other in would_be.items():
        if other == "the bye":
            changed = f"{one} has the bye and does not meet {was[one]}"
        elif was[one] == "the bye":
            changed = f"{one} meets {other} and has no bye"
        else:
            changed = f"{one} meets {other}, not {was[one]}"
        if was[one] != other:
            expected.add(changed)
    assert set(otherwise.sentences) <= expected
    told = {name for name in was if any(name in line for line in otherwise.sentences)}
    assert told >= {one for one, other in would_be.items() if was[one] != other}


def test_a_correction_reports_a_later_bye_that_would_have_gone_to_another() -> None:
    sentences: list[str] = []
    for seed in range(1, 12):
        desk = registered(5)
        play(desk, seed)
        start(desk, seed)
        for game in desk.state.rounds[0].games:
            for pair in find_changed_draws(desk.state, game, BLUE):
                sentences += pair.sentences
    assert any(" has the bye and does not meet " in line for line in sentences)
    assert any(" and has no bye" in line for line in sentences)


def test_a_correction_leaves_later_rounds_as_played(third_round: Desk) -> None:
    rounds = third_round.state.rounds
    third_round.do(ReportResult(1, BLUE), insist=True)
    assert third_round.state.rounds == rounds
    assert third_round.state.games[1].reported == BLUE


def test_a_correction_is_not_checked_against_rounds_paired_by_hand() -> None:
    desk = registered(4)
    play(desk)
    one = desk.state.games_of(desk.state.rounds[0])
    pairs = ((one[0].players.red, one[1].players.red), (one[0].players.blue, one[1].players.blue))
    desk.do(EnterPairings(pairs, None), insist=True)
    assert list(find_changed_draws(desk.state, 1, BLUE)) == []


def test_a_disqualified_player_with_a_reopened_game_cannot_clinch() -> None:
    desk = under_way(2)
    out, left = desk.game().players
    desk.do(DisqualifyPlayer(out, "abuse"), insist=True)
    desk.do(WithdrawResult(desk.game().number, "wrong table"), insist=True)
    assert seen(desk).out == (1,)
    assert seen(desk).clinches == ((desk.state.name(left), 1),)
    assert "decides the event for" in outlook_words(desk.state)


def test_a_disqualified_player_with_a_reopened_game_holds_nobody_back() -> None:
    desk = under_way(4)
    desk.do(DisqualifyPlayer(desk.game(1).players.red, "abuse"), insist=True)
    desk.do(WithdrawResult(desk.game(1).number, "wrong table"), insist=True)
    assert (seen(desk).ends, seen(desk).needed) == (Ends.NOT_YET, 1)


def test_a_winner_at_a_lower_table_cannot_win_while_the_leaders_still_play() -> None:
    desk = registered(4)
    play(desk)
    start(desk, 3)
    leaders = next(game for game in desk.state.games_of(desk.state.rounds[-1]) if game.table == 1)
    desk.do(ReportResult(desk.game(2).number, RED))
    names = sorted(desk.state.name(number) for number in leaders.players)
    assert sorted(seen(desk).contenders) == names


def test_a_leader_can_only_be_tied_if_losing_also_earns_points() -> None:
    desk = Desk()
    packet = replace(SR2017, points=Points(win=3, loss=2, tie=2, bye=3))
    desk.do(CreateEvent(settings(rounds=3), packet))
    desk.do(AddPlayers(tuple(Entry(name) for name in ("Anna", "Ben", "Cleo", "Dan"))))
    desk.do(CheckIn((1, 2, 3, 4)))
    for pairs in (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((3, 2), (1, 4))):
        desk.do(EnterPairings(pairs, None), insist=True)
        desk.do(PublishRound())
        desk.do(StartRound())
        desk.report(1, Side.RED)
        if len(desk.state.rounds) < 3:
            desk.report(2, Side.RED)
            desk.do(FinishRound())
    assert [row.tp for row in standings(desk.state)] == [8, 7, 6, 4]  # Cleo, Ben, Anna, Dan
    assert seen(desk).ends is Ends.PERHAPS  # Anna has 9 with a win, and 8 like Cleo without


def test_two_players_without_points_need_one_more_round_to_separate_them() -> None:
    desk = under_way(2)
    desk.report(1, None, How.TIE)
    assert (seen(desk).needed, len(seen(desk).contenders)) == (1, 2)


@pytest.mark.parametrize(("left_ms", "is_due"), [(1, False), (0, True), (-1, True)])
def test_a_table_becomes_a_no_show_exactly_when_its_time_is_up(left_ms: int, is_due: bool) -> None:
    assert Absence(1, 1, Pair("Anna", "Ben"), left_ms).is_due is is_due


def test_up_to_six_open_games_are_named_and_the_rest_are_counted() -> None:
    six = Outlook(1, (1, 2, 3, 4, 5, 6), Ends.NOT_YET, 1, 3, ())
    assert six.out_words == "6 games still out: tables 1, 2, 3, 4, 5 and 6."
    seven = replace(six, out=(*six.out, 7))
    assert seven.out_words == "7 games still out: tables 1, 2, 3, 4, 5, 6 and 1 more."


def test_up_to_two_contenders_are_named_and_more_are_counted() -> None:
    three = ("Anna", "Ben", "Cleo")
    said = Outlook(2, (), Ends.NOT_YET, 1, 3, three, undefeated=three)
    assert (said.undefeated_words, said.contender_words) == ("3 players are undefeated.", "")
    two = replace(said, contenders=three[:2], undefeated=three[1:])
    assert two.undefeated_words == "Ben and Cleo are undefeated."
    assert two.contender_words == "Anna and Ben can still win."
