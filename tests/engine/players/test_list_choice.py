"""Which lists players have, hand in and choose."""

from typing import Any

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    ChooseList,
    EnterArmy,
    Entry,
    TickOff,
)
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import CountLosses, StartClock, Tap
from app.engine.acts.undo import Undo
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.evolve import fold
from app.engine.formats.settings import CheckInItem, Settings
from app.engine.frozen import replace
from app.engine.players.list_choice import (
    all_chosen,
    find_unrecorded,
    list_choice,
    list_of,
    lists_words,
    played_army,
)
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.subjects.players.lists import doubts_of, lists_were
from app.views.history.rows import describe
from app.views.history.words import act_words
from app.views.table.losses import list_count, list_lines, tap_loss
from app.views.table.table import table_view
from tests.engine.event import registered, under_way
from tests.engine.players.two_lists import LISTS, SR2015, divided, draw
from tests.remarked import in_words

RED, BLUE = Side.RED, Side.BLUE


def test_lists_with_doubts_are_recorded_if_the_organizer_accepts_them() -> None:
    desk = registered(2)
    doubt = desk.doubted(EnterArmy(1, (ArmyList(), ArmyList())))
    assert doubt == "List 1 has no caster. List 2 has no caster."
    assert in_words(desk.state.players[1].accepted) == (
        "List 1 has no caster.",
        "List 2 has no caster.",
    )
    desk.do(EnterArmy(1, (ArmyList(), *LISTS[1:])), insist=True)
    assert "List 1 has no caster" not in desk.doubted(
        EnterArmy(1, (ArmyList(), ArmyList(LISTS[0].army, points=3)))
    )
    assert "at most 8" in desk.refused(EnterArmy(1, LISTS * 5), insist=True)
    assert doubts_of(State(), desk.state.players[1], LISTS) == ()
    last = desk.records[-1]
    assert describe(last, desk.state) == "2 lists of Anna entered, 2 doubts accepted"
    assert act_words(desk.state, last.event) == "lists of Anna"


def test_stray_spaces_and_invisible_characters_are_removed_from_lists() -> None:
    desk = registered(2)
    row = replace(LISTS[0].army[0], name="Hal\u202eey")
    entered = replace(LISTS[0], name=" Storm  front ", theme=" So\u2066ns ", army=(row,))
    desk.do(EnterArmy(1, (entered,)), insist=True)
    (one,) = desk.state.players[1].lists
    assert (one.name, one.theme, one.army[0].name) == ("Storm front", "Sons", "Haley")


def test_check_in_items_can_be_ticked_and_unticked() -> None:
    desk = registered(3)
    desk.do(TickOff((1, 2, 1), CheckInItem.PAID))
    assert desk.state.players[1].checked == {CheckInItem.PAID}
    desk.do(TickOff((1, 2, 3), CheckInItem.PAID))
    assert describe(desk.records[-1], desk.state) == "Paid: Cleo"
    assert act_words(desk.state, desk.records[-1].event) == "tick for 1 player"
    desk.do(TickOff((2,), CheckInItem.PAID, done=False))
    assert desk.state.players[2].checked == frozenset()
    assert describe(desk.records[-1], desk.state) == "Paid taken back: Ben"
    assert "Nothing changes" in desk.refused(TickOff((2,), CheckInItem.PAID, done=False))
    assert "no player number 9" in desk.refused(TickOff((9,), CheckInItem.PAID))
    desk.do(Undo())
    assert desk.state.players[2].checked == {CheckInItem.PAID}


def test_a_single_list_needs_no_choice_and_several_are_chosen_each_round() -> None:
    desk = divided()
    desk.do(EnterArmy(1, LISTS[:1]))
    desk.do(EnterArmy(2, ()))
    draw(desk)
    (first,) = desk.state.rounds
    assert [list_of(desk.state, first, number) for number in (1, 2, 3, 9)] == [1, 0, 0, 0]
    assert find_unrecorded(desk.state, first) == (3, 4)
    desk.do(ChooseList(1, 3, 2))
    assert list_of(desk.state, desk.state.rounds[0], 3) == 2
    assert describe(desk.records[-1], desk.state) == "Round 1: list 2 recorded for Cleo"
    assert act_words(desk.state, desk.records[-1].event) == "choice of list of Cleo"
    assert find_unrecorded(desk.state, desk.state.rounds[0]) == (4,)
    desk.do(EnterArmy(3, LISTS[:1]))
    assert list_of(desk.state, desk.state.rounds[0], 3) == 1
    desk.do(Undo())
    desk.do(Undo())
    assert find_unrecorded(desk.state, desk.state.rounds[0]) == (3, 4)


def test_an_impossible_list_choice_is_refused() -> None:
    desk = divided()
    assert "no game in round 1" in desk.refused(ChooseList(1, 1, 1))
    draw(desk, (1, 1))
    assert "no list 3" in desk.refused(ChooseList(1, 1, 3))
    assert "already" in desk.refused(ChooseList(1, 1, 1))
    assert "no player number 9" in desk.refused(ChooseList(1, 9, 1))
    desk.do(AddPlayers((Entry("Late"),)))
    desk.do(CheckIn((5,)))
    assert "Late has no game" in desk.refused(ChooseList(1, 5, 1))


def test_a_choice_at_the_table_is_secret_until_both_have_chosen() -> None:
    desk = divided(2)
    draw(desk)
    game = desk.game()
    red, blue = game.players
    assert list_choice(desk.state, game).red.offered == (1, 2)
    assert lists_words(list_choice(desk.state, game)) == "Red has not chosen a list yet."
    desk.do(ChooseList(1, red, 2, at_table=True))
    choice = list_choice(desk.state, desk.game())
    assert lists_words(choice) == "Blue has not chosen a list yet."
    assert (choice.red.made, choice.red.shown, choice.blue.made) == (True, "", False)
    assert not all_chosen(desk.state, desk.game())
    name = desk.state.name(red)
    assert describe(desk.records[-1], desk.state) == f"Round 1: {name} chose a list"
    assert not any(isinstance(one.event, ChooseList) for one in desk.state.done)
    desk.do(ChooseList(1, red, 1, at_table=True))
    desk.do(ChooseList(1, blue, 2, at_table=True))
    choice = list_choice(desk.state, desk.game())
    assert choice.map(lambda one: one.shown) == Pair("List 1 (Haley)", "List 2 (Sloan)")
    assert lists_words(choice) == "Red: List 1 (Haley). Blue: List 2 (Sloan)."
    assert "already" in desk.refused(ChooseList(1, red, 2, at_table=True))
    desk.do(ChooseList(1, red, 2))
    assert list_choice(desk.state, desk.game()).red.shown == "List 2 (Sloan)"


def test_the_table_counts_losses_by_the_chosen_list() -> None:
    desk = divided(2)
    draw(desk)
    red, blue = desk.game().players
    desk.do(StartClock(1, RED), insist=True)
    assert table_view(desk.state, desk.game()).armies == Pair((), ())
    desk.do(ChooseList(1, red, 2))
    assert table_view(desk.state, desk.game()).armies == Pair((), ())  # blue has not chosen yet
    desk.do(ChooseList(1, blue, 1))
    assert table_view(desk.state, desk.game()).armies == Pair(LISTS[1].army, LISTS[0].army)
    assert "already" in desk.refused(ChooseList(1, red, 1, at_table=True))
    assert played_army(desk.state, replace(desk.game(), round_number=9), RED) == ()
    nobody = replace(desk.game(), players=Pair(red, 9))
    assert played_army(desk.state, nobody, BLUE) == ()
    assert list_choice(desk.state, nobody).blue.offered == ()


def test_a_known_list_is_used_once_play_begins_even_if_the_others_is_unknown() -> None:
    desk = divided(2)
    draw(desk)
    red, _ = desk.game().players
    desk.do(ChooseList(1, red, 2))
    desk.do(StartClock(1, RED), insist=True)
    for side in (RED, BLUE, RED):
        desk.do(Tap(1, side))
    assert table_view(desk.state, desk.game()).armies == Pair((), ())  # blue might still choose
    desk.do(Tap(1, BLUE))
    view = table_view(desk.state, desk.game())
    assert view.armies == Pair(LISTS[1].army, ())
    desk.do(CountLosses(1, RED, RED, tap_loss(LISTS[1].army, (), 0, "lose")))
    view = table_view(desk.state, desk.game())
    count = list_count(view.armies, view.play.losses, view.counting, None)
    assert count.apd.red is None
    assert count.apd.blue


def test_a_game_kept_in_a_redraw_keeps_its_list_choices() -> None:
    desk = divided(5)
    draw(desk, *((number, 1 + number % 2) for number in range(1, 6)))
    chosen = dict(desk.state.rounds[0].lists)
    playing = desk.game(1)
    desk.do(StartClock(playing.number, RED), insist=True)
    byes = set()
    for seed in range(1, 9):
        before = desk.state.rounds[0].bye
        desk.do(DrawRound(seed, again=True), insist=True)
        first = desk.state.rounds[0]
        assert first.bye is not None
        assert before is not None
        bye = {first.bye.player} if first.bye.player == before.player else set()
        byes |= bye
        kept = {*playing.players, *(bye & first.lists.keys())}
        assert first.lists == {number: chosen[number] for number in kept}
        assert (
            played_army(desk.state, desk.game(1), RED)
            == LISTS[chosen[playing.players.red] - 1].army
        )
        desk.do(Undo())
    assert byes
    again = fold(desk.records)
    assert again.rounds[0].lists == desk.state.rounds[0].lists == chosen


def test_a_players_only_list_stays_hidden_until_the_clock_runs() -> None:
    desk = under_way(2)
    for number in (1, 2):
        desk.do(EnterArmy(number, LISTS[:1]))
    choice = list_choice(desk.state, desk.game())
    assert choice.map(lambda one: (one.shown, one.offered, one.made)).red == ("", (), True)
    desk.do(StartClock(1, RED))
    assert list_choice(desk.state, desk.game()).red.shown == "List 1 (Haley)"


def test_the_clock_waits_until_both_have_chosen_or_the_organizer_insists() -> None:
    desk = divided()
    draw(desk)
    red, blue = desk.game(1).players
    assert desk.refused(StartClock(1, RED)) == "Red and Blue have to choose a list first."
    desk.do(ChooseList(1, red, 1, at_table=True))
    assert desk.refused(StartClock(1, RED)) == "Blue has to choose a list first."
    desk.doubted(StartClock(1, RED))
    assert desk.game(1).play.clock is not None
    red, blue = desk.game(2).players
    desk.do(ChooseList(1, red, 1, at_table=True))
    desk.do(ChooseList(1, blue, 2, at_table=True))
    desk.do(StartClock(2, RED))
    assert "already been started" in desk.refused(StartClock(2, RED))


def test_a_running_physical_clock_starts_the_game_even_without_list_choices() -> None:
    desk = under_way(2)
    for number in (1, 2):
        desk.do(EnterArmy(number, LISTS), insist=True)
    desk.do(HoldTime(1, by_clock=True))
    assert "to choose a list first" in desk.refused(StartClock(1, RED))
    desk.do(StartClock(1, RED, by_lever=True))
    assert desk.game(1).play.clock is not None


def test_lists_are_shown_once_the_pairing_is_public_unless_the_event_hides_them() -> None:
    desk = registered(2, Settings("Open", "sr2015", 50, 1), SR2015)
    for number in (1, 2):
        desk.do(EnterArmy(number, LISTS), insist=True)
    desk.do(DrawRound(7, 1))
    assert table_view(desk.state, desk.game()).brought == Pair((), ())
    desk.do(PublishRound())
    view = table_view(desk.state, desk.game())
    assert view.brought == Pair(LISTS, LISTS)
    assert not any(army_list.shown for army_list in view.lists)
    assert desk.state.settings is not None
    desk.do(ChangeSettings(replace(desk.state.settings, lists_hidden=True), SR2015))
    assert table_view(desk.state, desk.game()).brought == Pair((), ())


def test_a_list_reads_line_by_line() -> None:
    rows = (
        ArmyRow("Haley 2", Kind.CASTER, 6),
        ArmyRow("Stormwall", Kind.JACK, 19),
        ArmyRow("Long Gunners", Kind.UNIT, 10, 10),
        ArmyRow("Officer", Kind.ATTACHMENT, 1, free=True),
        ArmyRow("Squire", Kind.SOLO),
    )
    assert list_lines(ArmyList(rows, specialists=(ArmyRow("Eiryss", Kind.SOLO, 3),))) == (
        "Haley 2 · caster · +6",
        "Stormwall · jack · 19 points",
        "Long Gunners · unit · 10 models · 10 points",
        "+ Officer · attachment · 1 point · free",
        "Squire · solo",
        "Specialists:",
        "Eiryss · solo · 3 points",
    )


def test_previous_lists_are_named_one_by_one() -> None:
    lists = (ArmyList(name="Storm"), ArmyList(name="Fog"), ArmyList())
    context: Any = None
    assert lists_were((), context) == "none"
    assert lists_were(lists[:1], context) == "1 list: List 1 (Storm)"
    assert lists_were(lists, context) == "3 lists: List 1 (Storm), List 2 (Fog) and List 3"
