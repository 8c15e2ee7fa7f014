"""Army lists on paper, where opponents may see them."""

from app.engine.acts.players import DropPlayer, EnterArmy
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.state import State
from app.reports.lists_sheet import event_lists_page, table_lists_page
from app.views.event.open_lists import event_lists, round_lists, table_lists
from tests.engine.event import Desk, registered

HALEY = ArmyList(
    (
        ArmyRow("Haley <2>", Kind.CASTER, 29),
        ArmyRow("Long Gunners", Kind.UNIT, 18, 10),
        ArmyRow("Squire", Kind.SOLO, 5, free=True),
    ),
    faction="Cygnar",
    theme="Storm Division",
    tier=4,
    objective="Armory",
    specialists=(ArmyRow("Thorn", Kind.JACK, 18),),
    reinforcements=(ArmyRow("Rhupert", Kind.SOLO, None),),
)
CAINE = ArmyList((ArmyRow("Caine", Kind.CASTER, None),), points=75)


def drawn() -> Desk:
    desk = registered(3)
    desk.do(DrawRound(5), insist=True)
    desk.do(EnterArmy(desk.game().players.red, (HALEY, CAINE)), insist=True)
    return desk


def hidden(state: State) -> State:
    assert state.settings is not None
    return replace(state, settings=replace(state.settings, lists_hidden=True))


def test_the_sheet_of_a_table_has_all_lists_of_both_players() -> None:
    desk = drawn()
    desk.do(PublishRound())
    game = desk.game()
    sheet = table_lists(desk.state, game)
    assert sheet is not None
    assert sheet.title == f"Table {game.table}"
    red, blue = sheet.players
    assert [red.name, blue.name] == [desk.state.name(number) for number in game.players]
    assert red.about.startswith("Red")
    assert (red.lists, blue.lists) == ((HALEY, CAINE), ())
    latest = desk.state.latest
    assert latest is not None
    assert round_lists(desk.state, latest) == (sheet,)


def test_lists_are_shown_once_the_pairing_is_public() -> None:
    desk = drawn()
    assert table_lists(desk.state, desk.game()) is None
    desk.do(PublishRound())
    assert table_lists(desk.state, desk.game()) is not None


def test_hidden_lists_are_on_no_sheet() -> None:
    desk = drawn()
    desk.do(PublishRound())
    state = hidden(desk.state)
    latest = state.latest
    assert latest is not None
    assert round_lists(state, latest) == ()
    assert event_lists(state) == ()


def test_the_event_sheet_has_every_playing_player_who_has_a_list() -> None:
    desk = drawn()
    red, blue = desk.game().players
    desk.do(EnterArmy(blue, (CAINE,)), insist=True)
    names = sorted(desk.state.name(number) for number in (red, blue))
    assert [player.name for player in event_lists(desk.state)] == names
    desk.do(DropPlayer(blue), insist=True)
    assert [player.name for player in event_lists(desk.state)] == [desk.state.name(red)]


def test_an_unknown_player_has_no_lists_on_the_table_sheet() -> None:
    desk = drawn()
    desk.do(PublishRound())
    game = desk.game()
    players = {game.players.red: desk.state.players[game.players.red]}
    sheet = table_lists(replace(desk.state, players=players), game)
    assert sheet is not None
    assert (sheet.players[1].about, sheet.players[1].lists) == ("Blue", ())


def test_the_sheet_of_a_table_shows_lists_entry_by_entry() -> None:
    desk = drawn()
    desk.do(PublishRound())
    latest = desk.state.latest
    assert latest is not None
    html = table_lists_page(round_lists(desk.state, latest), "Round 1 · Cup <3")
    for words in (
        "Cup &lt;3",
        "List 1 (Haley &lt;2&gt;)",
        "Storm Division · tier 4 · Objective: Armory · 18 points",
        "Long Gunners · unit · 10 models · 18 points",
        "Specialists:",
        "Thorn",
        "Reinforcements:",
        "No list handed in.",
    ):
        assert words in html
    assert "page-break-before" not in html, "one table is one page"
    assert table_lists_page(round_lists(desk.state, latest) * 2, "").count("page-break-before") == 1


def test_the_sheet_of_the_event_shows_each_list_on_one_line() -> None:
    desk = drawn()
    html = event_lists_page(event_lists(desk.state), "Cup")
    for words in (
        "Haley &lt;2&gt; +29; Long Gunners (10) 18; Squire free",
        "Specialists: Thorn 18",
        "Reinforcements: Rhupert",
        "<b>List 2 (Caine)</b> · 75 points",
    ):
        assert words in html
