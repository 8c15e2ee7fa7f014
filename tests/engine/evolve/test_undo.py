from app.engine.acts.commands import Command
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DisqualifyPlayer,
    DropPlayer,
    EditPlayer,
    Entry,
    ReadmitPlayer,
    WarnPlayer,
)
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, RoundDrawn, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import PauseClock, ResumeClock, Rule, StartClock, Tap, WithdrawResult
from app.engine.acts.undo import Redo, Undo
from app.engine.packet.scenario import Win
from app.engine.side import Pair, Side
from app.engine.table.verdict import final_result
from tests.engine.event import SR2017, Desk, registered, settings, under_way

WON = Result(Side.RED, How.SCENARIO, Pair(6, 0), Pair(0, 0))


def test_every_act_of_the_organizer_can_be_undone_and_done_again() -> None:
    desk = registered(4)
    acts: tuple[Command, ...] = (
        ChangeSettings(settings(50), SR2017),
        AddPlayers((Entry("Eve"), Entry("Finn"))),
        CheckIn((5, 6)),
        CheckIn((6,), present=False),
        EditPlayer(5, Entry("Eva")),
        DropPlayer(5),
        ReadmitPlayer(5),
        WarnPlayer(1, "late list"),
        DisqualifyPlayer(5, "abuse"),
        DrawRound(7),
        PublishRound(),
        StartRound(),
        ReportResult(1, WON),
        ReportResult(2, WON),
        FinishRound(),
        Rule(1, None, How.TIME, "called"),
        WithdrawResult(1, "wrong"),
    )
    seen = [desk.state]
    for act in acts:
        if not isinstance(act, Rule):
            desk.do(act, insist=True)
            seen.append(desk.state)
    for before in reversed(seen[:-1]):
        desk.do(Undo())
        assert desk.state.players == {
            number: one for number, one in before.players.items() if number in desk.state.players
        }
        assert (desk.state.rounds, desk.state.games) == (before.rounds, before.games)
        assert desk.state.settings == before.settings
    for after in seen[1:]:
        desk.do(Redo())
        assert (desk.state.rounds, desk.state.games) == (after.rounds, after.games)
        assert desk.state.players == after.players
    assert desk.refused(Redo()) == "There is nothing to redo."


def test_undo_and_redo_are_refused_if_another_act_came_in_between() -> None:
    desk = registered(2)
    seen = desk.state.done[-1].seq
    desk.do(EditPlayer(1, Entry("Annika")))
    assert "Something else was done meanwhile" in desk.refused(Undo(seen))
    desk.do(Undo(desk.state.done[-1].seq))
    assert "Something else was done meanwhile" in desk.refused(Redo(seen))
    desk.do(Redo(desk.state.undone[-1].seq))
    assert desk.state.name(1) == "Annika"


def test_a_new_event_has_nothing_to_undo() -> None:
    desk = registered(2)
    desk.do(Undo())
    desk.do(Undo())
    assert desk.refused(Undo()) == "There is nothing to undo."


def test_a_new_act_after_an_undo_leaves_nothing_to_redo() -> None:
    desk = registered(2)
    desk.do(EditPlayer(1, Entry("Annika")))
    desk.do(Undo())
    desk.do(EditPlayer(2, Entry("Benno")))
    assert desk.refused(Redo()) == "There is nothing to redo."
    assert (desk.state.name(1), desk.state.name(2)) == ("Anna", "Benno")


def test_undo_and_redo_leave_the_players_taps_alone() -> None:
    desk = under_way(2)
    desk.do(ReportResult(1, WON))
    desk.do(Undo())
    desk.do(StartClock(1, Side.RED), 0)
    desk.do(Tap(1, Side.RED), 60_000)
    desk.do(PauseClock(1, "judge"), 70_000)
    desk.do(ResumeClock(1), 80_000)
    play = desk.game().play
    desk.do(Redo())
    assert final_result(desk.game()) == WON
    assert desk.game().play == play


def test_numbers_of_players_and_games_are_never_given_twice() -> None:
    desk = registered(2)
    desk.do(AddPlayers((Entry("Cleo"), Entry("Dan"))))
    desk.do(Undo())
    desk.do(AddPlayers((Entry("Eve"),)))
    assert sorted(desk.state.players) == [1, 2, 5]
    desk.do(DrawRound(7))
    desk.do(Undo())
    desk.do(DrawRound(7))
    assert sorted(desk.state.games) == [2]


def test_a_draw_with_clocks_started_is_undone_only_if_the_organizer_insists() -> None:
    desk = under_way(8)
    for game in (2, 4):
        desk.do(StartClock(game, Side.RED))
    desk.do(Undo(), insist=True)
    desk.do(Undo(), insist=True)
    table = [desk.state.games[game].table for game in (2, 4)]
    doubt = desk.doubted(Undo())
    assert doubt.startswith(f"Clocks have been started at tables {table[0]} and {table[1]}.")
    assert desk.state.games == {}
    desk.do(Redo())
    assert desk.state.games[2].play.clock is not None


def test_a_draw_that_finished_the_round_before_is_undone_as_one_act() -> None:
    desk = under_way(2)
    desk.do(ReportResult(1, WON))
    desk.do(DrawRound(8), insist=True)
    assert isinstance(desk.state.done[-1].event, RoundDrawn)
    desk.do(StartClock(2, Side.RED), insist=True)
    assert "table 1" in desk.doubted(Undo())
    assert len(desk.state.rounds) == 1
    assert desk.state.rounds[0].finished_ms is None


def test_undoing_a_new_draw_brings_the_old_one_back_with_its_results() -> None:
    desk = under_way(4)
    desk.do(ReportResult(1, WON))
    desk.do(DrawRound(8, again=True), insist=True)
    assert final_result(desk.state.games[1]) == WON
    assert 2 not in desk.state.games
    desk.do(Undo())
    assert 2 in desk.state.games
    assert final_result(desk.state.games[1]) == WON


def test_a_disqualification_is_undone_with_the_game_it_decided() -> None:
    desk = under_way(2)
    desk.do(DisqualifyPlayer(1, "abuse"), insist=True)
    assert isinstance(desk.records[-1].event, ReportResult)
    desk.do(Undo())
    assert final_result(desk.game()) is None
    assert desk.state.players[1].plays


def test_a_new_scenario_lead_applies_from_the_next_draw_on() -> None:
    desk = under_way(2)
    desk.do(ChangeSettings(settings(lead=5), SR2017))
    assert desk.game().terms.victory.win == Win(6, 6)
    desk.do(Undo())
    assert desk.state.settings == settings()


def test_undo_is_refused_before_there_is_an_event() -> None:
    desk = Desk()
    assert "no event yet" in desk.refused(Undo())
