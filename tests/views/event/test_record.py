"""Record sheets, filled in as far as the event has come."""

from app.engine.acts.players import EnterArmy
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.reports.record_sheet import record_page
from app.views.event.record import list_records, record
from tests.engine.event import PACKETS, Desk, registered
from tools.simulation.random_games import Series, play_event

SR2014 = PACKETS["sr2014"]
HALEY = ArmyList(
    (ArmyRow("Haley <2>", Kind.CASTER, 29), ArmyRow("Squire", Kind.SOLO, None)),
    theme="Storm Division",
    objective="Armory",
    points=75,
    specialists=(ArmyRow("Thorn", Kind.JACK, 18),),
)


def begun(players: int = 3) -> Desk:
    desk = registered(players)
    for command in (DrawRound(5), PublishRound(), StartRound()):
        desk.do(command, insist=True)
    return desk


def test_played_rounds_on_a_record_have_results_and_subtotals() -> None:
    desk = begun()
    red, blue = desk.game().players
    desk.do(EnterArmy(red, (HALEY,)), insist=True)
    desk.report(1, Side.RED, How.SCENARIO, (6, 1), (40, 25))
    desk.do(FinishRound(), insist=True)
    winner, loser = record(desk.state, red).rows, record(desk.state, blue).rows
    assert [row.round_number for row in winner] == [1, 2, 3]
    first = winner[0]
    assert (first.result, first.cp, first.apd, first.list_played) == ("W", "6", "40", "1")
    assert first.opponent == desk.state.name(blue)
    assert first.subtotals == (1, 6, 40)
    assert winner[1].subtotals is None
    assert (loser[0].result, loser[0].subtotals) == ("L", (0, 1, 25))


def test_a_bye_on_a_record_has_its_points() -> None:
    desk = begun()
    latest = desk.state.latest
    assert latest is not None
    row = record(desk.state, latest.byes[0].player).rows[0]
    assert (row.opponent, row.cp, row.apd, row.subtotals) == ("Bye", "3", "38", (1, 3, 38))


def test_a_tie_gives_no_tournament_point() -> None:
    desk = begun(2)
    desk.report(1, None, How.TIE)
    row = record(desk.state, desk.game().players.red).rows[0]
    assert (row.result, row.subtotals) == ("T", (0, 0, 0))


def test_unpublished_draws_and_secret_lists_are_left_out_of_records() -> None:
    desk = registered(2)
    desk.do(DrawRound(5), insist=True)
    number = desk.game().players.red
    assert record(desk.state, number).rows[0].opponent == ""
    desk.do(PublishRound(), insist=True)
    desk.do(EnterArmy(number, (HALEY,)), insist=True)
    row = record(desk.state, number).rows[0]
    assert row.opponent != ""
    assert (row.list_played, row.result, row.subtotals) == ("", "", None)


def test_records_work_for_players_who_sat_out_and_events_without_a_packet() -> None:
    desk = begun(2)
    late = registered(4).state.players[4]
    state = replace(desk.state, players={**desk.state.players, 4: late})
    assert record(state, 4).rows[0].opponent == ""
    assert list_records(State()) == ()
    bare = replace(desk.state, packet=None)
    assert len(record(bare, desk.game().players.red).rows) == 1


def test_the_record_sheets_have_everybodys_rounds_and_lists() -> None:
    desk = begun()
    red = desk.game().players.red
    desk.do(EnterArmy(red, (HALEY, replace(HALEY, name="B", theme=""))), insist=True)
    html = record_page(list_records(desk.state), "Open · Steamroller 2017")
    assert html.count("<h1") == 3
    assert html.count("page-break-before") == 2
    for words in (
        "Haley &lt;2&gt; · caster · +29",
        "Squire",
        "Storm Division",
        "Armory",
        "Specialists:",
        "Thorn · jack · 18 points",
        "Bye",
    ):
        assert words in html


def test_a_list_on_a_record_sheet_shows_faction_theme_tier_and_points() -> None:
    desk = begun()
    red = desk.game().players.red
    rows = (ArmyRow("Haley", Kind.CASTER, 6), ArmyRow("Gunners", Kind.UNIT, 55, 10))
    tiered = ArmyList(rows, faction="Cygnar", theme="Heavy Metal", tier=3)
    desk.do(EnterArmy(red, (tiered,)), insist=True)
    html = record_page(list_records(desk.state), "Open · Steamroller 2015")
    assert "Cygnar · Theme force: Heavy Metal · Tier 3 · 55 points" in html


def test_a_record_sheet_shows_specialists_and_reinforcements_that_were_used() -> None:
    """Specialists of SR2014, Reinforcements of its appendix."""
    series = Series(SR2014, SR2014.scenarios[0], 50, 1, cards=True)
    rows = [
        (state, row)
        for number in range(1, 12)
        for state in (play_event(series, number),)
        for row in record(state, 1).rows
        if row.cards
    ]
    swapped = next(row for _, row in rows if "Specialists" in row.cards)
    assert "Specialists: Spare jack for Jack." in swapped.cards
    state, came = next((state, row) for state, row in rows if "Reinforcements" in row.cards)
    assert came.cards.endswith("Reinforcements: Later.")
    assert f"Round 1: {came.cards}" in record_page(list_records(state), "Cup")


def test_a_record_sheet_without_lists_has_blanks_for_as_many_as_the_packet_allows() -> None:
    desk = begun()
    sheet = record(desk.state, desk.game().players.red)
    assert (sheet.blank_lists, sheet.choices, sheet.tiers) == (2, 2, False)
    html = record_page([sheet], "Open")
    assert html.count("<h2>List ") == 2
    assert "1 / 2" in html
    assert "Tier" not in html
    tiered = replace(desk.state, packet=SR2014)
    html = record_page([record(tiered, desk.game().players.red)], "Open")
    assert html.count("Tier: 1 / 2 / 3 / 4 or none") == 2
    bare = record(replace(desk.state, settings=None), desk.game().players.red)
    assert (bare.choices, "<h2>" in record_page([bare], "")) == (0, False)


def test_many_lists_on_a_record_sheet_have_no_choice_to_circle() -> None:
    desk = begun()
    red = desk.game().players.red
    desk.do(EnterArmy(red, (HALEY,) * 5), insist=True)
    html = record_page([record(desk.state, red)], "Open")
    assert html.count('<td class="list"') == 5
    assert "4 / 5" not in html
