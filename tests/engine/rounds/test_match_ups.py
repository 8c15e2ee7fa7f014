"""Match-ups in an event: who may choose, what it makes of the games, what waits for it."""

import pytest

from app.engine.acts.commands import Command, Refused
from app.engine.acts.draw import EditPairings
from app.engine.acts.players import AddPlayers, ChooseList, DropPlayer, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import StartClock
from app.engine.acts.teams.match_up import ChooseInMatchUp, TakeBackInMatchUp, TypeMatchUp
from app.engine.acts.teams.roster import EnterTeam, Team
from app.engine.acts.undo import Redo, Undo
from app.engine.decide import decide
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.match_up.progress import BE_A
from app.engine.rounds.edit import arrangement, move_game, teams_swapped
from app.engine.rounds.match_ups import (
    captain_of,
    incomplete,
    is_public,
    match_up,
    match_up_of,
    match_ups,
    pairs_are_out,
)
from app.engine.rounds.team_draw import team_draw
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from app.engine.subjects.table.results import MATCH_UP_IS_OPEN
from tests.engine.event import SR2017, Desk
from tests.engine.match_up.events import (
    KNOWN,
    NOMINATIONS,
    champions,
    choose,
    now,
    players,
    team_event,
)
from tests.remarked import in_words


def test_a_round_waits_for_the_captains_choices_if_the_settings_say_so() -> None:
    desk = team_event()
    there = now(desk)
    assert {*there.names} == {"Team 1", "Team 2"}
    assert {*there.captains} == {1, 4}
    assert not there.is_complete
    assert len(incomplete(desk.state)) == 1
    assert match_up_of(desk.state, 2) == there
    assert match_up(desk.state, 2) is None
    assert match_ups(team_event(procedure=None).state) == ()
    assert match_ups(State()) == ()


def test_captains_choices_on_their_phones_reseat_the_games() -> None:
    desk = team_event()
    before = players(desk)
    desk.do(PublishRound())
    red, blue = now(desk).progress.meeting.teams
    champions(desk)
    assert now(desk).is_complete
    assert players(desk) == [(red[0], blue[2]), (red[2], blue[0]), (red[1], blue[1])]
    assert players(desk) != before
    assert [game.table for game in desk.state.games_of(desk.state.rounds[-1])] == [1, 2, 3]
    assert desk.state == fold(desk.records)
    desk.do(StartRound())


def test_all_pairs_are_published_when_the_last_match_up_is_complete() -> None:
    desk = team_event((3, 3, 3, 3))
    round_ = desk.state.rounds[-1]
    assert not is_public(desk.state, round_)
    desk.do(PublishRound())
    champions(desk)
    assert not pairs_are_out(desk.state)
    second = next(each for each in match_ups(desk.state) if not each.is_complete)
    desk.do(TypeMatchUp(second.number, ()))
    assert pairs_are_out(desk.state)
    desk.do(StartRound())
    for game in desk.state.games_of(desk.state.rounds[-1]):
        desk.report(game.table, Side.RED)
    desk.do(FinishRound())
    desk.do(DrawRound(8), insist=True)
    assert is_public(desk.state, desk.state.rounds[0])
    assert not is_public(desk.state, desk.state.rounds[1])
    assert not pairs_are_out(State())


def test_a_round_by_seat_is_public_once_it_is_published() -> None:
    desk = team_event(procedure=None)
    assert not pairs_are_out(desk.state)
    desk.do(PublishRound())
    assert pairs_are_out(desk.state)


def test_a_procedure_without_choices_is_settled_by_the_draw() -> None:
    by_lot = [players(team_event((3, 3), KNOWN["lot"])) for _ in range(2)]
    assert by_lot[0] == by_lot[1]
    assert match_ups(team_event((3, 3), KNOWN["lot"]).state) == ()
    assert len({tuple(players(_lot(seed))) for seed in range(12)}) > 3


@pytest.mark.parametrize(
    ("seed", "pairs"),
    [
        (1, [(1, 4), (2, 6), (3, 5)]),
        (2, [(1, 4), (2, 5), (3, 6)]),
        (3, [(1, 5), (2, 6), (3, 4)]),
    ],
)
def test_pairs_drawn_by_lot_are_the_same_whenever_the_event_is_opened(
    seed: int, pairs: list[tuple[int, int]]
) -> None:
    assert players(_lot(seed)) == pairs


def _lot(seed: int) -> Desk:
    desk = team_event((3, 3), KNOWN["lot"])
    desk.do(DrawRound(seed, again=True), insist=True)
    return desk


def test_only_the_captain_can_choose_and_only_once_the_round_is_published() -> None:
    desk = team_event()
    there = now(desk)
    red = there.progress.meeting.teams.red
    mine = choose(desk, Side.RED, red[0])
    not_mine = ChooseInMatchUp(1, Side.RED, 0, (red[0],), red[1])
    none = "There is no match-up at that table now. Look at the round’s matches again."
    assert desk.refused(mine) == desk.refused(not_mine) == none
    desk.do(PublishRound())
    assert desk.refused(not_mine) == f"Only the captain of {there.names.red} chooses."
    theirs = ChooseInMatchUp(1, Side.RED, 0, (red[0],), there.captains.blue)
    assert desk.refused(theirs) == f"Only the captain of {there.names.red} chooses."
    assert desk.refused(ChooseInMatchUp(2, Side.RED, 0, (red[0],))) == none
    desk.do(mine)


def test_an_impossible_match_up_choice_is_refused_with_a_reason() -> None:
    desk = team_event((5, 5), NOMINATIONS, 5)
    desk.do(PublishRound())
    a = now(desk).progress.winner or Side.RED
    b = a.other
    of_a, of_b = now(desk).progress.meeting.teams.of(a), now(desk).progress.meeting.teams.of(b)
    names, name = now(desk).names, desk.state.name
    assert desk.refused(choose(desk, b, *BE_A)) == (
        f"It is not {names.of(b)}’s turn. Wait for the other captain."
    )
    first = choose(desk, a, *BE_A)
    desk.do(first)
    assert desk.refused(first) == "That step is over. Look at the match-up again."
    desk.do(choose(desk, b, of_b[0]))
    assert desk.refused(choose(desk, a, of_a[0])) == "Choose 2 of them."
    assert desk.refused(choose(desk, a, of_a[0], of_a[0])) == f"{name(of_a[0])} is named twice."
    assert desk.refused(choose(desk, a, of_a[0], of_b[1])) == (
        f"{name(of_b[1])} does not play for {names.of(a)}."
    )
    assert desk.refused(choose(desk, a, of_a[0], 99)) == "There is no player number 99."
    desk.do(choose(desk, a, of_a[0], of_a[1]))
    assert desk.refused(choose(desk, b, of_a[2])) == (
        f"{name(of_a[2])} cannot be chosen in this step."
    )
    desk.do(choose(desk, b, of_a[0]))
    assert desk.refused(choose(desk, b, of_b[0], of_b[1])) == (
        f"{name(of_b[0])} already has an opponent."
    )


def test_a_refusal_does_not_name_players_from_outside_the_match() -> None:
    desk = team_event((4, 3, 3, 3))
    desk.do(AddPlayers((Entry("Zoe"),)))
    first = now(desk)
    other = next(each for each in match_ups(desk.state) if each.number != 1)
    elsewhere = other.progress.meeting.teams.red[0]
    table = desk.state.games[other.match.games[0]].table
    here = first.progress.meeting.teams
    rest = [Pair(here.red[n], here.blue[n]) for n in (1, 2)]

    def said(number: int) -> str:
        return desk.refused(TypeMatchUp(1, (Pair(number, here.blue[0]), *rest)))

    assert (
        said(elsewhere)
        == f"{desk.state.name(elsewhere)} already plays at table {table} this round."
    )
    assert said(14) == f"Zoe does not play for {first.names.red}."
    match = next(each for each in match_ups(desk.state) if "team 1" in each.match.teams)
    teams = match.progress.meeting.teams
    pairs = tuple(map(Pair, teams.red, teams.blue))
    side = Side.RED if 1 in teams.red else Side.BLUE
    asked = TypeMatchUp(match.number, (pairs[0].put(side, 4), *pairs[1:]))
    assert desk.refused(asked) == ("A4 has no seat in this match. Give them one in the team first.")


def test_the_desk_chooses_for_captains_and_undo_takes_that_back() -> None:
    desk = team_event()
    red = now(desk).progress.meeting.teams.red
    desk.do(choose(desk, Side.RED, red[1], phone=False))
    assert now(desk).progress.laid.red == (red[1],)
    desk.do(Undo())
    assert now(desk).progress.laid.red is None
    desk.do(Redo())
    assert now(desk).progress.laid.red == (red[1],)


def test_undo_skips_choices_made_by_captains() -> None:
    desk = team_event()
    desk.do(PublishRound())
    red, blue = now(desk).progress.meeting.teams
    desk.do(choose(desk, Side.RED, red[1], phone=False))
    desk.do(choose(desk, Side.BLUE, blue[1]))
    assert desk.refused(Undo()) == (
        "The captains have chosen since. Take their choices back in the match-up first."
    )
    desk.do(TakeBackInMatchUp(1))
    assert now(desk).progress.laid == Pair((red[1],), None)
    desk.do(Undo())
    assert now(desk).made.choices[-1].side is Side.BLUE


def test_the_desk_takes_the_latest_choice_back() -> None:
    desk = team_event()
    assert desk.refused(TakeBackInMatchUp(1)) == "Nothing is chosen in this match-up yet."
    assert desk.refused(TakeBackInMatchUp(9)).startswith("There is no match-up at that table")
    desk.do(PublishRound())
    before = players(desk)
    champions(desk)
    assert desk.refused(choose(desk, Side.RED, 1)) == "This match-up is already complete."
    assert desk.doubted(TakeBackInMatchUp(1)) == (
        "This match-up is already complete: players may know their opponents."
    )
    assert not now(desk).is_complete
    assert players(desk) == before
    desk.do(TakeBackInMatchUp(1))
    assert len(now(desk).made.choices) == 2
    desk.do(TypeMatchUp(1, ()))
    desk.do(StartRound())
    assert desk.refused(TakeBackInMatchUp(1)) == (
        "Games have begun. Type the match-up if the players have to meet other opponents."
    )


def test_the_desk_types_a_whole_match_up() -> None:
    desk = team_event()
    red, blue = now(desk).progress.meeting.teams
    turned = tuple(Pair(*pair) for pair in zip(red, reversed(blue), strict=True))
    assert desk.refused(TypeMatchUp(9, turned)).startswith("There is no match-up")
    assert (
        desk.refused(TypeMatchUp(1, turned[:2]))
        == f"{desk.state.name(red[2])} has no opponent yet."
    )
    assert desk.refused(TypeMatchUp(1, turned, (1, 2, 2))) == (
        "Choose a free table of this match, a different one for each pair."
    )
    desk.do(TypeMatchUp(1, turned, (3, 2, 1)))
    assert players(desk) == [(red[2], blue[0]), (red[1], blue[1]), (red[0], blue[2])]
    assert desk.doubted(TypeMatchUp(1, turned)).startswith("This match-up is already complete")
    desk.do(TakeBackInMatchUp(1), insist=True)
    assert not now(desk).made.typed


def test_typing_a_match_up_after_play_began_discards_the_games_that_change() -> None:
    desk = team_event()
    desk.do(PublishRound())
    desk.do(TypeMatchUp(1, ()))
    desk.do(StartRound())
    desk.report(1, Side.RED)
    red, blue = now(desk).progress.meeting.teams
    swapped = tuple(map(Pair, (red[1], red[0], red[2]), blue))
    assert "What was played at table 1 is set aside." in desk.doubted(TypeMatchUp(1, swapped))
    assert desk.state.games[now(desk).match.games[0]].reported is None


def test_the_bye_against_a_short_team_goes_to_the_player_left_over() -> None:
    desk = team_event((3, 2))
    desk.do(PublishRound())
    red, blue = now(desk).progress.meeting.teams
    larger = Side.RED if len(red) == 3 else Side.BLUE
    big, small = (red, blue) if larger is Side.RED else (blue, red)
    assert [bye.player for bye in desk.state.rounds[-1].byes] == [big[2]]
    desk.do(TypeMatchUp(1, tuple(_pair(larger, big[n], small[n - 1]) for n in (1, 2))))
    assert [bye.player for bye in desk.state.rounds[-1].byes] == [big[0]]
    desk.do(TakeBackInMatchUp(1), insist=True)
    assert [bye.player for bye in desk.state.rounds[-1].byes] == [big[2]]


def _pair(side: Side, mine: int, other: int) -> Pair[int]:
    return Pair(mine, other) if side is Side.RED else Pair(other, mine)


def test_starting_a_round_before_its_match_ups_asks_and_then_pairs_by_seat() -> None:
    desk = team_event((3, 3, 3, 3, 3, 3, 3, 3))
    desk.do(PublishRound())
    champions(desk)
    desk.do(TakeBackInMatchUp(1), insist=True)
    before = players(desk)
    sentence = desk.doubted(StartRound())
    assert sentence.startswith("4 match-ups are not complete: ")
    assert sentence.endswith("; …. If you start now, these players are paired by seat.")
    assert players(desk) == before
    assert all(each.is_complete for each in match_ups(desk.state))
    desk.do(Undo())
    assert len(incomplete(desk.state)) == 4


def test_a_single_open_match_up_is_named() -> None:
    desk = team_event()
    desk.do(PublishRound())
    names = now(desk).names
    assert desk.doubted(StartRound()) == (
        f"The match-up of {names.red} against {names.blue} is not complete."
        " If you start now, these players are paired by seat."
    )


def test_a_result_before_the_match_up_is_asked_about() -> None:
    desk = team_event()
    desk.do(PublishRound())
    game = desk.state.games_of(desk.state.rounds[-1])[0]
    asked = desk.ask(_result(game.number))
    assert isinstance(asked, Refused)
    assert MATCH_UP_IS_OPEN in asked.sentence
    assert asked.insistable
    desk.do(_result(game.number), insist=True)
    assert now(desk).is_complete  # what has begun is not paired any more


def _result(game: int) -> Command:
    return ReportResult(game, Result(Side.RED, How.ASSASSINATION, Pair(3, 0), Pair(10, 0)))


def test_a_team_has_a_stand_in_captain_while_its_captain_is_gone() -> None:
    desk = team_event()
    team = desk.state.players[1].entry.team
    desk.do(EnterTeam(Team(team, captain=2, players=(1, 2, 3)), team), insist=True)
    assert captain_of(desk.state, "team 1") == 2
    desk.do(DropPlayer(2), insist=True)
    assert captain_of(desk.state, "team 1") == 1
    for number in (1, 3):
        desk.do(DropPlayer(number), insist=True)
    assert captain_of(desk.state, "team 1") == 0
    assert captain_of(desk.state, "nobody") == 0


def test_a_procedure_for_another_team_size_is_refused() -> None:
    desk = team_event()
    assert desk.state.settings
    wanted = replace(desk.state.settings, team_seats=5)
    assert desk.refused(ChangeSettings(wanted, SR2017)) == "Champions is for teams of 3."


def test_drawing_a_round_again_discards_its_match_up_choices() -> None:
    desk = team_event()
    desk.do(PublishRound())
    champions(desk)
    desk.do(DrawRound(9, again=True), insist=True)
    assert not now(desk).made.choices
    assert desk.state == fold(desk.records)


def test_choices_for_an_undone_round_have_no_effect() -> None:
    desk = team_event()
    red = now(desk).progress.meeting.teams.red
    desk.do(PublishRound())
    desk.do(choose(desk, Side.RED, red[0]))
    desk.do(Undo())
    desk.do(Undo())
    assert not desk.state.rounds
    desk.do(Redo())
    assert now(desk).progress.laid.red == (red[0],)


def test_a_new_opponent_after_the_match_up_means_choosing_lists_again() -> None:
    desk = team_event()
    red, blue = now(desk).progress.meeting.teams
    chosen = [ChooseList(1, number, 1) for number in (red[0], red[1])]
    desk.append(chosen, 0)
    pairs = (Pair(red[0], blue[0]), Pair(red[1], blue[2]), Pair(red[2], blue[1]))
    desk.do(TypeMatchUp(1, pairs))
    assert desk.state.rounds[-1].lists == {red[0]: 1}


def test_a_clock_is_not_started_before_the_match_up() -> None:
    desk = team_event()
    desk.do(PublishRound())
    game = desk.state.games_of(desk.state.rounds[-1])[0]
    asked = decide(desk.state, StartClock(game.number, Side.RED, by_lever=False), 0)
    assert isinstance(asked, Refused)
    started = replace(desk.state.rounds[-1], stage=Stage.STARTED)
    again = decide(desk.state.with_round(started), StartClock(game.number, Side.RED), 0)
    assert again == Refused(MATCH_UP_IS_OPEN, insistable=True)


def test_pairs_edited_at_the_desk_override_the_match_up() -> None:
    desk = team_event()
    red, blue = now(desk).progress.meeting.teams
    swapped = ((red[1], blue[0]), (red[0], blue[1]), (red[2], blue[2]))
    desk.do(EditPairings(swapped, (1, 2, 3), None), insist=True)
    assert players(desk) == [*swapped]
    assert not now(desk).is_complete


def _other_teams_at_table_1(desk: Desk) -> Command:
    round_ = desk.state.rounds[-1]
    drawn = arrangement(desk.state, round_)
    teams = team_draw(desk.state, round_, drawn.pairs)
    (_, one), (other, _) = teams.pairs
    return teams_swapped(drawn, teams, one, other).command("Club mates")


def test_choices_lapse_if_other_teams_meet_at_the_tables() -> None:
    desk = team_event((3, 3, 3, 3))
    desk.do(PublishRound())
    red, _ = now(desk).progress.meeting.teams
    desk.do(choose(desk, Side.RED, red[0]))
    edit = _other_teams_at_table_1(desk)
    lost = "Other teams meet at table 1: what was chosen in the match-up there no longer counts."
    assert lost in desk.doubted(edit)
    assert not now(desk).made.choices
    assert not now(desk).progress.has_begun
    changed = desk.state.rounds[-1].edits[-1]
    assert lost in in_words(changed.faults)
    assert desk.state == fold(desk.records)
    desk.do(Undo())
    assert now(desk).made.choices


def test_a_complete_match_up_lapses_if_other_teams_meet() -> None:
    desk = team_event((3, 3, 3, 3))
    desk.do(PublishRound())
    champions(desk)
    desk.do(_other_teams_at_table_1(desk), insist=True)
    assert not now(desk).is_complete
    assert not desk.state.rounds[-1].match_ups


def test_choices_are_kept_while_the_same_teams_meet() -> None:
    desk = team_event((3, 3, 3, 3))
    desk.do(PublishRound())
    red, _ = now(desk).progress.meeting.teams
    desk.do(choose(desk, Side.RED, red[0]))
    drawn = arrangement(desk.state, desk.state.rounds[-1])
    desk.do(move_game(drawn, drawn.pairs[1][0], 3).command(), insist=True)
    assert now(desk).made.choices


def test_teams_of_one_player_each_have_nothing_to_choose() -> None:
    desk = team_event((1, 1, 3, 3), seats=3)
    desk.do(PublishRound())
    alone = next(each for each in match_ups(desk.state) if len(each.match.games) == 1)
    assert alone.is_complete
    assert not alone.waits_for_desk
    assert len(incomplete(desk.state)) == 1
    assert "complete" in desk.refused(
        ChooseInMatchUp(alone.number, Side.RED, 0, (alone.progress.meeting.teams.red[0],))
    )


def test_the_desk_must_settle_a_match_up_without_choices_whose_games_differ() -> None:
    desk = team_event((1, 1), seats=3)
    there = now(desk)
    assert not there.waits_for_desk
    others = replace(there, is_settled=False)
    assert not others.is_complete
    assert others.waits_for_desk
