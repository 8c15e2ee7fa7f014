"""The history says what a value was that an act replaced."""

from decimal import Decimal

import pytest

from app.engine.acts.awards import GiveAward, TieBroken
from app.engine.acts.commands import Command
from app.engine.acts.display import USUAL_DISPLAY, ArrangeDisplay
from app.engine.acts.draw import ChangePlan, ChangeTies, SetPairing
from app.engine.acts.events import Event, Record
from app.engine.acts.phones import ListsSent, OpenToPhones
from app.engine.acts.players import (
    ArmyEntered,
    ChooseList,
    EditPlayer,
    EditPlayers,
    EnterArmy,
    Entry,
    SettleModels,
)
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import ChooseScenario
from app.engine.acts.setup import ChangeSettings, SetTerrain, SetTerrains
from app.engine.acts.table import (
    Answer,
    ChooseObjective,
    Claim,
    EnterTally,
    MakeClaim,
    Question,
    ReopenGame,
    Rule,
    ScoreTurn,
    TakeBackTurn,
    Tap,
    WithdrawResult,
)
from app.engine.acts.teams.roster import SeatPlayer
from app.engine.acts.undo import Undo
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.models import Model
from app.engine.draw.wishes import Plan, PlayerGroups, SetPair
from app.engine.frozen import replace
from app.engine.packet.scenario import Area
from app.engine.side import Pair, Side
from app.engine.subjects.every import RECORDS
from app.engine.terrain.layout import Kind as Terrain
from app.engine.terrain.layout import Layout, Piece
from app.views.history.memory import HistoryMemory
from app.views.history.rows import describe, describe_done
from app.views.history.words import act_words
from tests.engine.event import MINUTE, Desk, registered, start_clock, under_way

PIECE = Piece(next(iter(Terrain)), Area(*map(Decimal, (4, 4, 5, 5))))
SCENARIO = Result(Side.RED, How.SCENARIO, Pair(5, 3), Pair(20, 30))
CLOCK_OUT = Result(Side.BLUE, How.CLOCK_OUT, Pair(2, 4), Pair(9, 12))


def history(desk: Desk) -> list[str]:
    memory = HistoryMemory()
    memory.learn(desk.records)
    return [describe(record, desk.state, memory) for record in desk.records]


def latest(desk: Desk) -> str:
    return history(desk)[-1]


def test_a_corrected_result_says_what_it_was() -> None:
    desk = under_way(2)
    desk.do(ReportResult(1, CLOCK_OUT), insist=True)
    assert "; was " not in latest(desk)
    desk.do(ReportResult(1, SCENARIO), insist=True)
    words = latest(desk)
    red, blue = (desk.state.name(number) for number in desk.state.games[1].players)
    assert words == (
        f"Table 1: result entered: {red} wins by scenario, CP 5–3, AP 20–30;"
        f" was: {blue} wins by clock-out, CP 2–4, AP 9–12"
    )


def test_an_undone_result_is_not_mentioned_as_the_previous_value() -> None:
    desk = under_way(2)
    desk.do(ReportResult(1, CLOCK_OUT), insist=True)
    desk.do(Undo())
    desk.do(ReportResult(1, SCENARIO), insist=True)
    assert "; was" not in latest(desk)


ARMY = ArmyList((ArmyRow("Haley 2", Kind.CASTER, 6),), name="Storm")
CASES: tuple[tuple[Command, Command, str], ...] = (
    (EditPlayer(1, Entry("Bea", "Crows")), EditPlayer(1, Entry("Bea")), "was: Bea, Crows"),
    (EditPlayer(1, Entry("Bea")), EditPlayers(((1, Entry("Bo")),)), "was: Bea"),
    (
        ChangeTies(1, PlayerGroups(family="Moss")),
        ChangeTies(1, PlayerGroups()),
        "was: family Moss",
    ),
    (ChangePlan(Plan(top_tables_first=False)), ChangePlan(Plan()), "; tables by lot"),
    (
        replace(USUAL_DISPLAY, judge_calls=True),
        ArrangeDisplay(USUAL_DISPLAY.slides[:1]),
        "Next round",
    ),
    (GiveAward("Best Sport", 1), GiveAward("Best Sport", 2), "was: Anna"),
    (GiveAward("Best Sport", 1), GiveAward("Best Sport", None), "was: Anna"),
    (EnterArmy(1, (ARMY,)), EnterArmy(1, ()), "was: 1 list"),
    (OpenToPhones(True, True, True), OpenToPhones(False, False, False), "was: "),
)


@pytest.mark.parametrize(("before", "after", "words"), CASES, ids=lambda case: type(case).__name__)
def test_a_changed_value_says_what_it_was(before: Command, after: Command, words: str) -> None:
    desk = registered(4)
    desk.do(before, insist=True)
    assert "Next round" not in latest(desk)
    desk.do(after, insist=True)
    if words != "Next round":
        assert words in latest(desk)
    assert "; was: " in latest(desk)


def test_a_changed_player_entry_names_the_original_entry() -> None:
    desk = registered(4)
    desk.do(EditPlayer(1, Entry("Bea")))
    assert latest(desk) == "Number 1 is now Bea; was: Anna"


def test_a_changed_scenario_names_the_one_that_was_drawn() -> None:
    desk = under_way(2)
    packet, round_ = desk.state.packet, desk.state.rounds[-1]
    assert packet is not None
    drawn = packet.scenario(round_.scenario)
    assert drawn is not None
    other = next(each.number for each in packet.scenarios if each.number != round_.scenario)
    desk.do(ChooseScenario(other), insist=True)
    assert latest(desk).endswith(f"; was: {drawn.name}")


SAYS_IT_ITSELF = {
    "settings_changed": "each setting as it was and is",
    "clock_adjusted": "so much more or less",
    "times_adopted": "each of a chess clock’s many reports, whose times change by themselves",
    "team_entered": "its name before is in the row",
    "ticked_off": "ticked, or taken back",
    "players_checked_in": "here, or no longer",
    "players_checked_out": "here, or no longer",
    "time_held": "one of two",
    "switch_read": "one of two",
    "answered": "a question’s answer",
    "ballot_cast": "secret",
    "round_length_set": "secret",
    "spells_chosen": "secret until both are shown",
    "match_up_typed": "the choices that it replaces are taken back in rows of their own",
    "pairings_changed": "its differences",
    "losses_changed": "the changes themselves",
}
"""Acts that replace something and say so in their own words, and why."""
ADDS = {
    "act_set_aside", "acts_settled", "announced", "announcement_taken_back", "claimed",
    "clock_paused", "clock_resumed", "clock_started", "dice_down", "dice_down_called",
    "draw_told", "drop_asked", "element_removed", "event_created", "extension_taken",
    "flag_fell", "handed_back", "interrupted", "judge_called", "judge_goes", "judge_left",
    "losses_counted",
    "match_up_chosen", "match_up_taken_back", "pair_freed", "phone_checked_in",
    "phone_reported", "photo_kept", "photo_left_out",
    "player_disqualified", "player_dropped", "player_readmitted",
    "player_substituted", "player_warned", "players_merged",
    "press_set_aside", "presses_counted", "presses_left_out", "redone", "reinforced",
    "room_acted", "round_finished", "round_published", "round_started",
    "row_lost", "sign_ups_settled", "signed_up", "specialists_swapped", "stop_ruled",
    "tablets_left_out", "team_dropped", "team_readmitted", "time_moved", "time_put_back",
    "times_shifted", "turn_ended", "turn_started", "undone", "vote_closed", "vote_opened",
}  # fmt: skip
"""Acts that happen beside those before: they replace no value."""


def test_every_act_that_sets_a_value_declares_whether_the_old_one_is_shown() -> None:
    replacing = {act.kind for act in RECORDS.values() if act.sets is not None}
    assert {
        "result_reported", "player_edited", "players_edited", "army_entered", "lists_sent",
        "list_chosen", "scenario_chosen", "plan_changed", "ties_changed", "pair_set",
        "terrain_set", "terrains_set", "display_arranged", "phones_opened", "award_given",
        "turn_scored", "tallied", "objective_chosen", "player_seated", "tie_broken",
    } <= replacing  # fmt: skip
    assert replacing.isdisjoint(SAYS_IT_ITSELF)
    assert not ADDS & ({*SAYS_IT_ITSELF} | replacing)
    assert {act.kind for act in RECORDS.values()} == ADDS | {*SAYS_IT_ITSELF} | replacing


def test_rulings_and_withdrawn_results_name_the_result_they_replaced() -> None:
    desk = under_way(2)
    red, blue = (desk.state.name(number) for number in desk.state.games[1].players)
    start_clock(desk)
    desk.now_ms += MINUTE
    desk.do(MakeClaim(1, Side.RED, Claim.CONCESSION, Side.RED))
    desk.do(Answer(1, Side.BLUE, Question.CLAIM, True))
    desk.do(Rule(1, Side.RED, How.SCENARIO, "Seen"), insist=True)
    assert f"; was: {blue} wins by concession" in latest(desk)
    desk.do(Rule(1, Side.BLUE, How.SCENARIO, "Seen again"), insist=True)
    assert latest(desk).endswith(f"; was: {red} wins by scenario")
    desk.do(ReopenGame(1, "Both agree"), insist=True)
    assert latest(desk).endswith(f"; was: {blue} wins by scenario")
    desk.do(ReportResult(1, SCENARIO), insist=True)
    assert "; was: " not in latest(desk)
    desk.do(WithdrawResult(1, "A mistake"), insist=True)
    assert latest(desk).endswith(f"; was: {red} wins by scenario, CP 5–3, AP 20–30")


def test_a_turn_taken_back_names_who_had_ended_it() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.now_ms += MINUTE
    side = desk.game().play.owner
    desk.do(Tap(number, side))
    ended_ms = desk.now_ms
    desk.now_ms += 2_000
    desk.do(TakeBackTurn(number, ended_ms), insist=True)
    name = desk.state.name(desk.game().players.of(side))
    assert latest(desk).endswith(f"; was: ended by {name}")


def test_a_turn_taken_back_in_an_unknown_game_names_no_previous_state() -> None:
    memory, event = HistoryMemory(), TakeBackTurn(99, 5, at_ms=9)
    record = Record(1, 1, 9, "", "EO", event)
    memory.learn([record])
    assert "; was" not in describe(record, under_way(2).state, memory)


TEAM = SeatPlayer(1, "Oak", 2)
EVENTS: tuple[tuple[Event, Event, str], ...] = (
    (SetTerrain(3, Layout(())), SetTerrains(((3, Layout((PIECE,))),)), "was: 0 pieces"),
    (SetTerrain(3, Layout((PIECE,))), SetTerrain(3, Layout(())), "was: 1 piece"),
    (
        SetPairing(SetPair(1, 2, True, "Friends")),
        SetPairing(SetPair(2, 1, False, "Friends")),
        "was: Anna and Ben meet",
    ),
    (ChooseList(1, 1, 2), ChooseList(1, 1, 1), "was: list 2"),
    (ChooseList(1, 1, 2, at_table=True), ChooseList(1, 1, 1), ""),
    (TieBroken(1, (2, 1), "Dice"), TieBroken(1, (1, 2), "Dice"), "was: Ben and Anna"),
    (TEAM, SeatPlayer(1, "", 0), "was: team Oak, seat 2"),
    (SeatPlayer(1, "", 0), TEAM, "was: no team"),
    (
        ScoreTurn(1, None, 4, (), points=Pair(1, 0), reason="Seen", at_ms=5),
        ScoreTurn(1, None, 4, (), points=Pair(2, 0), reason="Seen", at_ms=6),
        "was: 1–0 as entered (Seen)",
    ),
    (
        EnterTally(1, by=None, apd=Pair(1, 2), at_ms=5),
        EnterTally(1, by=None, apd=Pair(3, 2), at_ms=6),
        "army points destroyed 1–2",
    ),
    (
        ChooseObjective(1, None, Side.RED, "Armory", at_ms=5),
        ChooseObjective(1, None, Side.RED, "Fuel Cache", at_ms=6),
        "was: Armory",
    ),
    (ReportResult(99, SCENARIO), ReportResult(99, CLOCK_OUT), "was: Red wins by scenario"),
    (ListsSent(1, ()), ArmyEntered(1, (ARMY,)), "was: none"),
    (ReportResult(98, SCENARIO), ReportResult(99, CLOCK_OUT), ""),
)


@pytest.mark.parametrize(("before", "after", "words"), EVENTS, ids=lambda case: type(case).__name__)
def test_a_row_names_the_value_the_previous_row_had_set(
    before: Event, after: Event, words: str
) -> None:
    memory = HistoryMemory()
    rows = [Record(seq, seq, seq, "", "EO", event) for seq, event in ((1, before), (2, after))]
    memory.learn(rows)
    sentence = describe(rows[1], under_way(2).state, memory)
    assert (words in sentence) if words else "; was" not in sentence


def test_a_result_at_the_desk_says_what_the_table_had_decided() -> None:
    desk = under_way(2)
    desk.do(Rule(1, Side.BLUE, How.CONCESSION, "Left"), insist=True)
    desk.do(ReportResult(1, SCENARIO), insist=True)
    assert "; was: " in latest(desk)


def test_settled_models_are_named_with_their_previous_kinds() -> None:
    desk = registered(2)
    desk.do(SettleModels((Model("Reavers", Kind.UNIT, 5), Model("Gorman", Kind.SOLO))))
    assert latest(desk) == "Models settled: Reavers: unit of 5; Gorman: solo"
    desk.do(SettleModels((Model("Reavers", Kind.UNIT, 6),)))
    assert latest(desk) == "Models settled: Reavers: unit of 6; was: Reavers: unit of 5"
    assert act_words(desk.state, desk.records[-1].event) == "answer about Reavers"
    desk.do(SettleModels(tuple(Model(letter, Kind.SOLO) for letter in "ABCD")))
    assert latest(desk) == "Models settled: A: solo; B: solo; C: solo; D: solo"
    assert act_words(desk.state, desk.records[-1].event) == "answer about A, B, C and D"
    desk.do(SettleModels(tuple(Model(f"Model {letter}", Kind.SOLO) for letter in "abcde")))
    assert latest(desk) == "5 models settled"
    assert act_words(desk.state, desk.records[-1].event) == "answers about 5 models"


def test_the_note_about_a_settings_change_names_only_what_changed() -> None:
    desk = registered(4)
    settings, packet = desk.state.settings, desk.state.packet
    assert settings is not None
    assert packet is not None
    desk.do(ChangeSettings(replace(settings, rounds=3), packet, (settings, packet)))
    rows = desk.records
    said = describe_done(rows[-1], rows, desk.state)
    assert said.startswith("Settings changed: ")
    assert "ounds" in said
    assert settings.name not in said
    added = next(row for row in rows if "Added" in describe(row, desk.state))
    assert describe_done(added, rows, desk.state) == describe(added, desk.state)
