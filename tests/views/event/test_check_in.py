"""What the check-in desk sees before round 1."""

from collections.abc import Iterator, Mapping

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, EnterArmy, Entry, TickOff
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import CheckInItem
from app.engine.frozen import replace
from app.engine.state import Player, State
from app.views.event.check_in import (
    CheckInColumn,
    asked_for,
    asking,
    at_check_in,
    awaited_mates,
    check_in_counts,
    check_in_rows,
    checked_in_words,
    list_missing,
    may_be_asked,
    missing_words,
)
from tests.engine.event import PACKETS, SR2017, Desk, registered, settings

LED = ArmyList((ArmyRow("Haley", Kind.CASTER, 29),), objective="Armory")


def desk_of(players: int = 3) -> Desk:
    paid = replace(settings(), fee="15 €")
    return registered(players, put_in_force(SR2017, paid, "basic-painting"))


class Players(Mapping[int, Player]):
    """The players of an event, which count how often all of them are read."""

    def __init__(self, players: Mapping[int, Player]) -> None:
        self._players, self.readings = players, 0

    def __getitem__(self, number: int) -> Player:
        return self._players[number]

    def __len__(self) -> int:
        return len(self._players)

    def __iter__(self) -> Iterator[int]:
        self.readings += 1
        return iter(self._players)


def test_check_in_rows_do_not_reread_all_players_for_each_player() -> None:
    """Lists of Steamroller 2026 have something to look up, unless it was accepted with another."""
    readings = []
    for number in (2, 40):
        desk = registered(number, replace(settings(100), packet="sr2026"), PACKETS["sr2026"])
        for each in desk.state.players:
            desk.do(EnterArmy(each, (LED,)), insist=True)
        players = Players(desk.state.players)
        assert len(check_in_rows(replace(desk.state, players=players))) == number
        readings.append(players.readings)
    assert readings[0] == readings[1]


def test_check_in_requirements_follow_the_events_packet_and_keywords() -> None:
    assert CheckInColumn.PAINTED in asked_for(desk_of().state)
    assert CheckInColumn.PAINTED not in asked_for(registered(2).state)
    packet = PACKETS["sr2012"]
    old = registered(2, replace(settings(50), packet="sr2012"), packet)
    assert CheckInColumn.OBJECTIVE not in asked_for(old.state)
    assert asked_for(State()) == ()


def test_payment_is_missing_once_there_is_a_fee_or_somebody_has_paid() -> None:
    free, costs = registered(2), registered(2, replace(settings(), fee="15 €"))
    assert "payment" not in check_in_rows(free.state)[0].cell(CheckInColumn.MISSING)
    assert "payment" in check_in_rows(costs.state)[0].cell(CheckInColumn.MISSING)
    free.do(TickOff((2,), CheckInItem.PAID))
    first, second = check_in_rows(free.state)
    assert "payment" in first.cell(CheckInColumn.MISSING)
    assert "payment" not in second.cell(CheckInColumn.MISSING)


def test_only_items_required_by_the_organizer_can_be_missing() -> None:
    desk = registered(2, replace(settings(), fee="15 €"))
    for column in may_be_asked(SR2017):
        now = desk.state.settings
        assert now is not None
        desk.do(ChangeSettings(asking(now, column, on=False), SR2017))
    assert asked_for(desk.state) == (CheckInColumn.HERE,)
    rows = check_in_rows(desk.state)
    assert all(row.ready for row in rows)
    assert missing_words(desk.state, rows) == "All 2 are ready."
    counts = {row.column: row.required for row in check_in_counts(desk.state, rows)}
    assert counts[CheckInColumn.HERE]
    assert not counts[CheckInColumn.PAID]
    now = desk.state.settings
    assert now is not None
    desk.do(ChangeSettings(asking(now, CheckInColumn.PAID, on=True), SR2017))
    assert desk.state.settings is not None
    assert desk.state.settings.unasked == (CheckInItem.LISTS, CheckInItem.OBJECTIVE)
    assert check_in_rows(desk.state)[0].cell(CheckInColumn.MISSING) == "payment"


def test_objectives_are_asked_for_only_where_the_packet_has_them() -> None:
    assert may_be_asked(PACKETS["sr2012"]) == (
        CheckInColumn.PAID,
        CheckInColumn.OWN,
        CheckInColumn.LISTS,
    )
    assert may_be_asked(SR2017) == (
        CheckInColumn.PAID,
        CheckInColumn.LISTS,
        CheckInColumn.OBJECTIVE,
    )


def test_each_row_says_what_is_still_missing() -> None:
    desk = desk_of()
    desk.do(EnterArmy(1, (LED,)))
    for item in (CheckInItem.PAID, CheckInItem.PAINTED):
        desk.do(TickOff((1, 2), item))
    desk.do(TickOff((2,), CheckInItem.LISTS))
    desk.do(CheckIn((3,), present=False))
    rows = check_in_rows(desk.state)
    assert [row.cell(CheckInColumn.MISSING) for row in rows] == [
        "Ready",
        "objective",
        "check-in, payment, painting, lists, objective",
    ]
    assert [row.cell(CheckInColumn.LISTS) for row in rows] == ["1 list", "on paper", ""]
    assert [row.short_lists for row in rows] == ["1", "", ""]
    assert [row.ready for row in rows] == [True, False, False]
    assert missing_words(desk.state, rows) == (
        "1 of 3 are ready. Missing: check-in 1, payment 1, painting 1, lists 1, objective 2."
    )
    counts = {row.column: (row.done, row.of) for row in check_in_counts(desk.state, rows)}
    assert counts[CheckInColumn.HERE] == (2, 3)
    assert counts[CheckInColumn.OBJECTIVE] == (1, 3)


def test_lists_with_unaccepted_doubts_do_not_count_as_complete() -> None:
    desk = desk_of(2)
    desk.do(EnterArmy(1, (LED,)))
    desk.do(EnterArmy(2, (replace(LED, objective="Bunker"),)), insist=True)
    assert all(CheckInColumn.LISTS in row.done for row in check_in_rows(desk.state))
    state = desk.state
    assert state.settings is not None
    themed = put_in_force(PACKETS["sr2015"], replace(state.settings, packet="sr2015"), "x-lists", 2)
    later = replace(state, packet=PACKETS["sr2015"], settings=replace(themed, size=50))
    first, second = check_in_rows(later)
    assert first.cell(CheckInColumn.LISTS) == "1 of 2 lists, 1 doubt"
    assert (first.short_lists, second.short_lists) == ("1/2 !", "1/2 !")
    assert first.doubts == ("Everybody brings 2 lists, not 1.",)
    assert CheckInColumn.LISTS in second.missing
    assert missing_words(later, (first, second)) == (
        "0 of 2 are ready. Missing: payment 2, painting 2, lists 2."
    )


def test_players_who_left_are_not_listed_at_check_in() -> None:
    desk = desk_of(2)
    desk.do(DropPlayer(2))
    assert [row.number for row in check_in_rows(desk.state)] == [1]


def test_the_check_in_summary_says_when_everybody_is_ready() -> None:
    desk = desk_of(2)
    assert missing_words(desk.state, ()) == "Nobody is registered yet."
    for number in (1, 2):
        desk.do(EnterArmy(number, (LED,)))
    for item in (CheckInItem.PAID, CheckInItem.PAINTED):
        desk.do(TickOff((1, 2), item))
    rows = check_in_rows(desk.state)
    assert missing_words(desk.state, rows) == "All 2 are ready."
    assert missing_words(desk.state, rows[:1]) == "The one player is ready."
    bare = State(players=desk.state.players)
    assert [row.cell(CheckInColumn.LISTS) for row in check_in_rows(bare)] == ["1 list", "1 list"]


def test_once_round_1_has_started_missing_items_are_only_noted() -> None:
    desk = desk_of(2)
    assert not any(row.late for row in check_in_rows(desk.state))
    for step in (DrawRound(7), PublishRound(), StartRound()):
        desk.do(step)
    rows = check_in_rows(desk.state)
    assert all(row.late for row in rows)
    assert missing_words(desk.state, rows) == (
        "Still missing: payment 2, painting 2, lists 2, objective 2."
    )


def test_check_in_has_not_begun_until_somebody_is_present_or_an_item_is_ticked() -> None:
    for act in (CheckIn((1,)), TickOff((2,), CheckInItem.PAID), DropPlayer(2)):
        desk = registered(2)
        desk.do(CheckIn((1, 2), present=False))
        assert all(row.early for row in check_in_rows(desk.state))
        desk.do(act)
        assert not any(row.early for row in check_in_rows(desk.state))


def test_own_painting_is_required_if_painting_prizes_depend_on_it() -> None:
    packet = PACKETS["sr2012"]
    plain = replace(settings(50), packet="sr2012")
    assert CheckInColumn.OWN not in asked_for(registered(2, plain, packet).state)
    desk = registered(2, put_in_force(packet, plain, "hardcore-painting"), packet)
    assert CheckInColumn.OWN in asked_for(desk.state)
    assert CheckInColumn.OWN in may_be_asked(packet)
    assert CheckInColumn.OWN not in may_be_asked(SR2017)
    desk.do(TickOff((1,), CheckInItem.OWN_PAINTING))
    rows = check_in_rows(desk.state)
    assert [CheckInColumn.OWN in row.done for row in rows] == [True, False]
    assert all(CheckInColumn.OWN not in row.missing for row in rows)
    (count,) = (row for row in check_in_counts(desk.state, rows) if row.column is CheckInColumn.OWN)
    assert (count.done, count.of, count.required) == (1, 2, False)
    now = desk.state.settings
    assert now is not None
    desk.do(ChangeSettings(asking(now, CheckInColumn.OWN, on=False), packet))
    assert CheckInColumn.OWN not in asked_for(desk.state)


def test_team_mates_who_are_still_awaited_are_found() -> None:
    desk = Desk()
    desk.do(CreateEvent(settings(), SR2017))
    entries = (Entry("Ann", team="Oak"), Entry("Bo", team=" OAK"), Entry("Cy"), Entry("Di"))
    desk.do(AddPlayers(entries))
    assert awaited_mates(desk.state, (1,)) == (1, 2)
    desk.do(CheckIn((1,)))
    assert awaited_mates(desk.state, (1, 3)) == (2,)
    assert awaited_mates(desk.state, (3,)) == ()
    assert check_in_rows(desk.state)[0].team == "Oak"


def test_checking_in_a_player_names_what_they_still_lack() -> None:
    desk = registered(3)
    desk.do(CheckIn((1,), present=False))
    assert checked_in_words(desk.state, 1) == f"{desk.state.name(1)} is not checked in."
    desk.do(CheckIn((1,)))
    desk.do(TickOff((1,), CheckInItem.PAID))
    name, (row, *_) = desk.state.name(1), check_in_rows(desk.state)
    assert list_missing(row) == "lists, objective"
    assert checked_in_words(desk.state, 1) == f"{name} is here. Still missing: lists, objective."
    for item in (CheckInItem.LISTS, CheckInItem.OBJECTIVE):
        desk.do(TickOff((1,), item))
    assert checked_in_words(desk.state, 1) == f"{name} is here. Nothing is missing."
    desk.do(DropPlayer(2))
    assert [at_check_in(desk.state, number) for number in (1, 2, 3, 99)] == [
        True, False, True, False,
    ]  # fmt: skip
