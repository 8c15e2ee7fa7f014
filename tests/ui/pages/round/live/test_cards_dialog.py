"""The organizer enters specialists and reinforcements at the desk."""

from pytestqt.qtbot import QtBot

from app.engine.acts.players import EnterArmy
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import StartClock
from app.engine.armies.army_list import ArmyList
from app.engine.armies.racks import Rack
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.scenario import ElementKind
from app.engine.players.list_choice import played_army
from app.engine.side import Side
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.live.cards_dialog import CardsDialog
from tests.engine.script_words import rows
from tests.engine.table.test_racks import army_list
from tests.events import Event
from tests.ui.open_pages import PageOf

LIST = ArmyList(
    rows("Haley caster 6, Stormclad jack 10, Rangers unit 45 x10"),
    specialists=rows("Thorn jack 10"),
)


def test_the_organizer_swaps_cards_and_may_insist_on_illegal_swaps(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    packet = packets()["sr2015"]
    event.do(
        ChangeSettings(
            put_in_force(packet, Settings("Open", "sr2015", 50, 1), "specialists"), packet
        )
    )
    event.register(2)
    event.do(EnterArmy(1, (LIST,)), insist=True)
    event.start()
    game = event.game(1)
    side = next(side for side in Side if game.players.of(side) == 1)
    dialog = page_of(lambda client: CardsDialog(client, game.number))
    assert list(dialog.out) == [side], "the other player has no list"

    def army() -> list[str]:
        state = client.state
        return [row.name for row in played_army(state, state.games[game.number], side)]

    dialog.out[side].boxes[0].setChecked(True)
    dialog.specialists[side].boxes[0].setChecked(True)
    dialog.save[side][0].click()
    qtbot.waitUntil(lambda: army() == ["Haley", "Thorn", "Rangers"])
    assert dialog.look_up[side].isHidden()
    dialog.specialists[side].boxes[0].setChecked(False)
    dialog.other[side].name.setText("Old Rowdy 10")
    with qtbot.waitSignal(client.doubted) as doubted:
        dialog.save[side][0].click()
    assert "Old Rowdy is not among the specialists" in doubted.args[1].sentence
    client.ask(doubted.args[0], insist=True)
    qtbot.waitUntil(lambda: "Old Rowdy" in army())
    dialog.other[side].name.setText("Rangers (10) 10")
    client.ask(replace(doubted.args[0], added=rows("Rangers unit 10 x10")), insist=True)
    qtbot.waitUntil(lambda: not dialog.look_up[side].isHidden())
    assert dialog.look_up[side].text().startswith("Rangers is in the army 2 times now.")
    client.ask(doubted.args[0], insist=True)
    qtbot.waitUntil(dialog.look_up[side].isHidden)
    event.do(StartClock(game.number, Side.RED), insist=True)
    qtbot.waitUntil(lambda: client.state.games[game.number].play.clock is not None)
    later = page_of(lambda client: CardsDialog(client, game.number))
    assert [row.name for row in later.specialists[side].others] == ["Old Rowdy"]
    with qtbot.waitSignal(client.doubted) as doubted:
        later.save[side][1].click()
    assert "This scenario has no reinforcements" in doubted.args[1].sentence


def test_the_organizer_enters_and_corrects_an_objective_for_a_player_without_a_tablet(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(2)
    event.do(DrawRound(1, objective_scenario()))
    event.do(PublishRound())
    event.do(StartRound())
    game = event.game(1)
    dialog = page_of(lambda client: CardsDialog(client, game.number))

    def chosen() -> tuple[str, ...]:
        return tuple(client.state.games[game.number].play.objectives)

    field = dialog.objectives[Side.RED]
    assert [field.itemText(place) for place in range(field.count())] == [
        "No objective chosen",
        "Armory",
        "Fuel Cache",
        "Stockpile",
    ]
    field.setCurrentIndex(field.findData("Fuel Cache"))
    dialog.save_objective[Side.RED].click()
    qtbot.waitUntil(lambda: chosen() == ("Fuel Cache", ""))
    event.do(StartClock(game.number, Side.RED), insist=True)
    qtbot.waitUntil(lambda: client.state.games[game.number].play.clock is not None)
    field.setCurrentIndex(field.findData("Armory"))
    dialog.save_objective[Side.RED].click()
    qtbot.waitUntil(lambda: chosen() == ("Armory", ""))


def objective_scenario() -> int:
    """A scenario of SR2017 with objectives that players choose."""
    return next(
        scenario.number
        for scenario in packets()["sr2017"].scenarios
        if any(element.kind is ElementKind.OBJECTIVE for element in scenario.elements)
    )


def test_the_organizer_enters_corrects_and_takes_back_the_spells_of_a_player(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    packet = packets()["sr2026"]
    event.do(ChangeSettings(Settings("Open", "sr2026", 75, 1), packet))
    event.register(2)
    for number, leader in ((1, "Orla"), (2, "Reed")):
        event.do(EnterArmy(number, (army_list(leader),)), insist=True)
    event.start()
    game = event.game(1)
    dialog = page_of(lambda client: CardsDialog(client, game.number))
    side = next(side for side in Side if game.players.of(side) == 1)

    def racks() -> tuple[Rack, ...]:
        return client.state.games[game.number].play.racks.of(side)

    assert not dialog.take_spells_back[side].isEnabled()
    dialog.spells[side].fields[0].setPlainText("Rush, Fury")
    dialog.save_spells[side].click()
    qtbot.waitUntil(lambda: racks() == (Rack("Orla", ("Rush", "Fury")),))
    event.do(StartClock(game.number, Side.RED), insist=True)
    qtbot.waitUntil(lambda: client.state.games[game.number].play.clock is not None)
    dialog.spells[side].fields[0].setPlainText("Rush\nrush")
    with qtbot.waitSignal(client.doubted) as doubted:
        dialog.save_spells[side].click()
    assert "Twice in the same rack: rush." in doubted.args[1].sentence
    client.ask(doubted.args[0], insist=True)
    qtbot.waitUntil(lambda: racks() == (Rack("Orla", ("Rush", "rush")),))
    qtbot.waitUntil(dialog.take_spells_back[side].isEnabled)
    dialog.take_spells_back[side].click()
    qtbot.waitUntil(lambda: racks() == ())
    assert dialog.spells[side].fields[0].toPlainText() == ""
