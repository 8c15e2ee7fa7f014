"""Lists and losses in an event: entered, counted at a table, told to its players, undone."""

import pytest

from app.engine.acts.players import DisqualifyPlayer, EnterArmy
from app.engine.acts.results import How
from app.engine.acts.table import (
    Answer,
    Claim,
    CountLosses,
    MakeClaim,
    Question,
    Rule,
    StartClock,
    Tap,
)
from app.engine.acts.undo import Undo
from app.engine.armies.army import Army, ArmyRow, Kind, Loss, fit_losses
from app.engine.armies.army_list import ArmyList
from app.engine.armies.losses import changes_between, with_loss_changes
from app.engine.frozen import replace
from app.engine.packet.packet import Tiebreak
from app.engine.side import Pair, Side
from app.engine.table.losses import find_felled_casters, losses_now
from app.views.history.rows import describe
from app.views.table.losses import (
    CONTROLS,
    inside_button,
    inside_words,
    list_count,
    loss_rows,
    next_controlled,
    tap_loss,
)
from app.views.table.table import TableView, table_view
from tests.engine.event import MINUTE, PACKETS, SR2017, Desk, settings, under_way

RED, BLUE = Side.RED, Side.BLUE
ARMY: Army = (
    ArmyRow("Warlord", Kind.CASTER, 6),
    ArmyRow("Giant", Kind.JACK, 9),
    ArmyRow("Bear", Kind.BEAST, 7),
    ArmyRow("Gunners", Kind.UNIT, 10, 10),
    ArmyRow("Officer", Kind.ATTACHMENT, 2),
    ArmyRow("Scout", Kind.SOLO, 3),
    ArmyRow("Wagon", Kind.ENGINE, 1),
)
SR2012 = PACKETS["sr2012"].counting


def with_lists() -> Desk:
    desk = under_way(2)
    for side in Side:
        desk.do(EnterArmy(desk.game().players.of(side), (ArmyList(ARMY),)), insist=True)
    return desk


def test_a_list_is_kept_with_its_player_and_can_be_taken_away_and_undone():
    desk = with_lists()
    assert desk.state.players[1].lists == (ArmyList(ARMY),)
    desk.do(EnterArmy(1, ()))
    assert desk.state.players[1].lists == ()
    desk.do(Undo())
    assert desk.state.players[1].lists == (ArmyList(ARMY),)
    assert desk.refused(EnterArmy(1, (ArmyList((ArmyRow("", Kind.SOLO),)),))).startswith(
        "Every entry"
    )


def test_the_history_says_that_a_list_was_entered_but_not_what_is_in_it():
    desk = with_lists()
    desk.do(EnterArmy(1, ()))
    said = [describe(record, desk.state) for record in desk.records[-3:]]
    assert said == [
        "1 list of Anna entered, 1 doubt accepted",
        "1 list of Ben entered, 1 doubt accepted",
        "Lists of Anna removed",
    ]


def test_losses_are_entered_by_list_entry_once_the_game_has_begun():
    desk = with_lists()
    lost = (Loss(1), Loss(), Loss())
    assert desk.refused(CountLosses(1, RED, RED, lost)).startswith("The game has not begun")
    desk.do(StartClock(1, RED))
    desk.do(CountLosses(1, RED, BLUE, lost))
    assert desk.game().play.losses == Pair((), (*lost, *[Loss()] * 4))
    assert [loss.name for loss in desk.game().play.losses.blue[:2]] == ["Warlord", "Giant"]
    assert desk.refused(CountLosses(1, None, RED, (Loss(2),))).startswith("Warlord: more models")
    desk.do(EnterArmy(desk.game().players.red, ()))
    assert desk.refused(CountLosses(1, None, RED, lost)).startswith("No list was entered")
    row = next(record for record in desk.records if hasattr(record.event, "losses"))
    blue = desk.state.name(desk.game().players.blue)
    assert describe(row, desk.state) == f"Table 1: losses of {blue}’s army counted"


def test_a_table_knows_the_lists_only_once_its_clock_has_started():
    desk = with_lists()
    assert table_view(desk.state, desk.game()).armies == Pair((), ())
    desk.do(StartClock(1, RED))
    assert table_view(desk.state, desk.game()).armies == Pair(ARMY, ARMY)


def test_each_entry_shows_what_is_left_and_the_points_it_has_lost():
    losses = ()
    for place, what in ((3, "lose"), (1, "out"), (5, "all"), (2, "inside"), (3, "back")):
        losses = tap_loss(ARMY, losses, place, what)
    losses = tap_loss(ARMY, losses, 3, "all")
    rows = {row.name: row for row in loss_rows(ARMY, losses, SR2012)}
    assert {name: row.says for name, row in rows.items()} == {
        "Warlord": "Caster",
        "Giant": "9 points: inert",
        "Bear": "Beast",
        "Gunners": "0 of 10 left · 6 points: 1 left, below half",
        "Officer": "Attachment",
        "Scout": "3 points: destroyed",
        "Wagon": "Battle engine",
    }
    words = [row.out_word for row in rows.values()]
    assert words == ["", "Inert", "Wild", "", "", "", ""]
    assert rows["Bear"].inside
    assert rows["Officer"].attached
    assert tap_loss(ARMY, losses, 5, "returned")[5] == Loss(again=1)


def test_the_count_is_worked_out_from_the_lists():
    lost = tap_loss(ARMY, tap_loss(ARMY, (), 5, "lose"), 2, "inside")
    armies, losses = Pair(ARMY, ARMY), Pair(lost, ())
    counts = list_count(armies, losses, SR2012, Tiebreak.AREA)
    assert (counts.apd, counts.casters, counts.presence) == (Pair(0, 3), Pair(1, 1), Pair(7, 0))
    assert list_count(armies, losses, SR2012, None).presence == Pair(None, None)
    one = list_count(Pair(ARMY, ()), losses, SR2012, Tiebreak.ARMY_LEFT)
    assert (one.apd, one.casters) == (Pair(None, 3), Pair(1, None))


def test_each_packet_has_its_own_rule_for_being_in_the_area():
    in_the_area = inside_words(SR2012, Tiebreak.AREA)
    assert in_the_area == "A unit counts with at least half of what is left in the area."
    in_the_area = inside_words(SR2017.counting, Tiebreak.AREA)
    assert in_the_area == "A unit counts with all that is left in the area."


def test_scenario_presence_is_asked_about_in_its_own_words() -> None:
    """SR2017 and SR2026, scenario presence: what could control the element, contested or not."""
    asked = inside_words(SR2017.counting, Tiebreak.PRESENCE)
    assert "could control" in asked
    assert "contested or not" in asked
    assert "area" not in asked
    assert inside_button(Tiebreak.PRESENCE) == "Could control"
    assert inside_button(Tiebreak.AREA) == "In area"


SMALL: Army = (
    ArmyRow("Warlord", Kind.CASTER, 6),
    ArmyRow("Giant", Kind.JACK, 9),
    ArmyRow("Gunners", Kind.UNIT, 10, 10),
    ArmyRow("Scout", Kind.SOLO, 3),
)
FORGOTTEN = ArmyRow("Forgotten", Kind.SOLO, 2)


def playing(packet: str = "sr2014") -> Desk:
    """Red's first turn, both lists known."""
    desk = under_way(2, replace(settings(50), packet=packet), 1, packet=PACKETS[packet])
    for side in Side:
        desk.do(EnterArmy(desk.game().players.of(side), (ArmyList(SMALL),)), insist=True)
    desk.do(StartClock(1, RED))
    for _ in range(4):
        desk.now_ms += MINUTE
        desk.do(Tap(1, desk.game().play.owner))
    return desk


def shown(desk: Desk) -> TableView:
    return table_view(desk.state, desk.game())


def destroyed_by(desk: Desk) -> Pair[int | None]:
    view = shown(desk)
    return list_count(view.armies, view.play.losses, view.counting, view.on_table).apd


def count(desk: Desk, *what: tuple[int, str]) -> None:
    """Losses of Red, tapped off one after the other."""
    for place, tap in what:
        view = shown(desk)
        after = tap_loss(view.armies.red, view.play.losses.red, place, tap)
        desk.do(CountLosses(1, RED, RED, after))


def left(desk: Desk) -> dict[str, int]:
    view = shown(desk)
    rows = loss_rows(view.armies.red, view.play.losses.red, view.counting)
    return {row.name: row.remaining for row in rows}


def test_losses_stay_with_their_entries_when_the_list_is_changed():
    desk = playing()
    count(desk, *[(2, "lose")] * 8, (3, "lose"))
    red = desk.game().players.red
    desk.do(EnterArmy(red, (ArmyList((SMALL[0], FORGOTTEN, *SMALL[1:])),)), insist=True)
    assert left(desk) == {"Warlord": 1, "Forgotten": 1, "Giant": 1, "Gunners": 2, "Scout": 0}
    count(desk, (3, "lose"), (4, "back"), (1, "lose"))
    assert left(desk) == {"Warlord": 1, "Forgotten": 0, "Giant": 1, "Gunners": 1, "Scout": 1}
    desk.do(Undo())
    assert left(desk) == {"Warlord": 1, "Giant": 1, "Gunners": 1, "Scout": 1}
    assert count(desk, (3, "lose")) is None


def test_losses_survive_a_renamed_entry_and_shrink_with_a_smaller_unit():
    desk = playing()
    count(desk, *[(2, "lose")] * 8, (3, "lose"))
    red = desk.game().players.red
    fixed = replace(SMALL[2], name="Long Gunners", models=6)
    desk.do(EnterArmy(red, (ArmyList((*SMALL[:2], fixed, SMALL[3])),)), insist=True)
    assert left(desk) == {"Warlord": 1, "Giant": 1, "Long Gunners": 0, "Scout": 0}
    desk.do(EnterArmy(red, (ArmyList(SMALL[:2]),)), insist=True)
    assert left(desk) == {"Warlord": 1, "Giant": 1}


def test_losses_without_names_from_an_older_file_stay_with_their_positions():
    desk = playing()
    desk.do(CountLosses(1, RED, RED, (Loss(), Loss(1))))
    unnamed = replace(desk.game().play, losses=Pair((Loss(), Loss(1)), ()))
    game = replace(desk.game(), play=unnamed)
    assert [loss.gone for loss in losses_now(game, RED, SMALL)] == [0, 1, 0, 0]
    assert [loss.gone for loss in losses_now(game, RED, SMALL[:1])] == [0]


@pytest.mark.parametrize(("packet", "points"), [("sr2014", 14), ("sr2017", 10)])
def test_the_count_after_an_assassination_includes_the_caster(packet, points):
    desk = playing(packet)
    desk.do(MakeClaim(1, BLUE, Claim.CASTER, RED))
    desk.do(Answer(1, RED, Question.CLAIM, agrees=True))
    assert destroyed_by(desk) == Pair(0, points)
    count(desk, (0, "back"))  # it was no assassination after all
    assert destroyed_by(desk) == Pair(0, 0)


def test_the_count_after_both_casters_fell_includes_both():
    desk = playing()
    count(desk, (3, "lose"))
    desk.now_ms += 1
    desk.do(MakeClaim(1, BLUE, Claim.BOTH_CASTERS, RED))
    desk.do(Answer(1, RED, Question.CLAIM, agrees=True))
    ending = desk.game().play.ending
    assert ending is not None
    assert find_felled_casters(desk.game(), ending) == Pair(True, True)
    desk.do(CountLosses(1, BLUE, BLUE, ()))
    assert destroyed_by(desk) == Pair(0, 17)


@pytest.mark.parametrize(("packet", "points"), [("sr2012", 14), ("sr2014", 14), ("sr2017", 0)])
def test_a_ruling_of_disqualification_counts_the_caster_as_destroyed(packet, points):
    """Every packet: a game in progress is lost like a concession (our decision)."""
    desk = playing(packet)
    desk.do(Rule(1, BLUE, How.DISQUALIFICATION, "loaded dice"))
    assert destroyed_by(desk) == Pair(0, points)


@pytest.mark.parametrize(("packet", "points"), [("sr2012", 14), ("sr2014", 14), ("sr2017", 0)])
def test_a_concession_counts_the_caster_as_destroyed_if_the_packet_says_so(packet, points):
    desk = playing(packet)
    desk.do(MakeClaim(1, RED, Claim.CONCESSION, RED))
    desk.do(Answer(1, BLUE, Question.CLAIM, agrees=True))
    assert destroyed_by(desk) == Pair(0, points)


def test_a_tie_by_ruling_counts_no_caster_as_destroyed():
    desk = playing()
    desk.do(Rule(1, None, How.TIE, "seen"))
    assert destroyed_by(desk) == Pair(0, 0)


@pytest.mark.parametrize(("packet", "points"), [("sr2014", 17), ("sr2017", 11)])
def test_a_disqualification_includes_losses_already_tapped_off(packet, points):
    desk = playing(packet)
    count(desk, (3, "lose"))
    desk.do(DisqualifyPlayer(desk.game().players.red, "cheating"), insist=True)
    reported = desk.game().reported
    assert reported is not None
    assert reported.apd == Pair(0, points)


def test_bringing_back_a_caster_restores_only_the_jacks_it_made_inert():
    hurt = tap_loss(SMALL, (), 0, "lose")
    assert [one.out for one in hurt] == [False, True, False, False]
    assert tap_loss(SMALL, hurt, 0, "back") == (Loss(),) * 4
    before = tap_loss(SMALL, tap_loss(SMALL, (), 1, "out"), 0, "lose")
    assert tap_loss(SMALL, before, 0, "back")[1] == Loss(out=True)


def test_a_jack_that_a_unit_marshals_does_not_go_inert_with_the_caster():
    army = (*SMALL, ArmyRow("Theirs", Kind.JACK, 8))
    assert [one.out for one in tap_loss(army, (), 0, "lose")] == [False, True, False, False, False]
    loose = (ArmyRow("Early", Kind.JACK, 8), *SMALL)
    assert tap_loss(loose, (), 1, "lose")[0].out


def test_taking_back_a_loss_first_cancels_a_mistaken_return_to_play():
    losses = tap_loss(SMALL, tap_loss(SMALL, (), 3, "lose"), 3, "returned")
    assert loss_rows(SMALL, losses, SR2012)[3].returned
    losses = tap_loss(SMALL, losses, 3, "back")
    assert losses[3] == Loss(1)
    assert tap_loss(SMALL, losses, 3, "back")[3] == Loss()


def test_the_number_of_casters_is_left_open_for_a_list_without_a_caster():
    counts = list_count(Pair(SMALL[1:], SMALL), Pair((), ()), SR2012, None)
    assert counts.casters == Pair(None, 1)


def test_a_packets_rule_on_a_named_model_is_shown_where_its_losses_are_entered() -> None:
    """SR2012, Scenario Scoring - Exceptions: the Feralgeist and the Machine Wraith."""
    army = (ArmyRow("feralgeist", Kind.SOLO, 1), ArmyRow("Machine Wraith", Kind.SOLO, 1))
    ghost, wraith = loss_rows(army, (Loss(), Loss(gone=1)), SR2012)
    assert ghost.says.startswith("Counts a friendly beast’s cost in the area")
    assert ghost.says.endswith("(SR2012, Feralgeist)")
    assert ghost.controls == ""  # there is no beast
    assert wraith.says == "1 point: destroyed"
    assert loss_rows(army, (), SR2017.counting)[0].says == "Solo"


def test_each_tap_lets_a_feralgeist_control_the_next_friendly_beast_then_nothing() -> None:
    beasts = [ArmyRow(name, Kind.BEAST, 9) for name in ("Warpwolf", "Gorax", "Warpwolf")]
    army = (ArmyRow("Feralgeist", Kind.SOLO, 1), *beasts)
    losses, words = (), []
    for _ in range(4):
        words.append(loss_rows(army, losses, SR2012)[0].controls)
        losses = tap_loss(army, losses, 0, CONTROLS + next_controlled(army, losses, 0, SR2012))
    assert words == ["Controls…", "Controls Warpwolf", "Controls Gorax", "Controls…"]
    elsewhere = tap_loss(army, (), 0, CONTROLS + "Nobody")
    assert loss_rows(army, elsewhere, SR2012)[0].controls == "Controls…"
    assert next_controlled(army, elsewhere, 0, SR2012) == ""
    assert loss_rows(army, tap_loss(army, losses, 0, "lose"), SR2012)[0].controls == ""
    both = with_loss_changes((), changes_between((), losses))
    assert both[0].controls == "Warpwolf"


def test_a_loss_with_an_unknown_name_keeps_its_place_if_the_list_is_as_long() -> None:
    longer = (*ARMY, ArmyRow("Newcomer", Kind.SOLO, 3))

    def lost(army: Army, name: str) -> list[int]:
        losses = [Loss(name=row.name) for row in ARMY]
        losses[3] = Loss(gone=1, name=name)
        return [place for place, loss in enumerate(fit_losses(army, tuple(losses))) if loss.gone]

    assert fit_losses(ARMY, ()) == ()
    assert lost(ARMY, "Somebody else") == [3]
    assert lost(longer, "Somebody else") == []
    assert lost(ARMY, "") == [3]
    assert lost(longer, "") == [3]
    crowded = (Loss(gone=1), *(Loss(name=row.name) for row in ARMY[1:]), Loss(gone=1, name="x"))
    assert [loss.gone for loss in fit_losses(ARMY, crowded)] == [1, *[0] * (len(ARMY) - 1)]
