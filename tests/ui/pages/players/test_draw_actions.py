from collections.abc import Callable
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.acts.setup import ChangeSettings
from app.engine.draw.wishes import PlayerGroups
from app.engine.frozen import replace
from app.engine.rounds.edit import arrangement, swap_players
from app.engine.rounds.field import field
from app.engine.side import Side
from app.engine.state import Status
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.players.groups_dialog import TiesDialog, tables_in
from app.ui.pages.players.merge_dialog import MergeDialog
from app.ui.pages.players.page import PlayersPage
from app.ui.shell.event_window import EventView
from app.ui.shell.pages import PAGES
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf
from tests.ui.pages.round.drawn import latest, pairs, undone_and_redone


@pytest.fixture
def players(insisting_client: DeskClient, page_of: PageOf) -> Callable[[], PlayersPage]:
    return partial(page_of, PlayersPage)


def test_a_late_arrival_is_seated_in_the_running_round(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(5)
    event.start()
    event.do(AddPlayers((Entry("Late Lena"),)))
    page = players()
    page.table.choose_only((6,))
    page.places.show_chosen()
    assert page.places.seat.isEnabled()
    assert not page.places.take_out.isEnabled()
    page.places.seat.trigger()
    qtbot.waitUntil(lambda: latest(event).bye is None)
    assert event.state.players[6].status is Status.CHECKED_IN
    undone_and_redone(event)


def test_taking_out_an_absent_player_moves_no_other_pairing(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(6)
    event.publish()
    others = pairs(event)[1:]
    gone, left = pairs(event)[0]
    page = players()
    page.table.choose_only((gone,))
    page.places.take_out.trigger()
    qtbot.waitUntil(lambda: latest(event).bye is not None)
    assert pairs(event) == others
    bye = latest(event).bye
    assert bye is not None
    assert bye.player == left
    undone_and_redone(event)


def test_a_players_groups_table_and_bye_can_be_set(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(5)
    page = players()
    page.table.choose_only((2,))

    def fill(dialog: TiesDialog) -> None:
        dialog.family.setText(" Oak ")
        dialog.tables.setText("x")
        assert not dialog.save.isEnabled()
        dialog.tables.setText("4, 2")
        dialog.tables_for.setText("access")
        dialog.save.click()

    when_asked(TiesDialog, fill)
    page.places.groups.trigger()
    wanted = PlayerGroups(family="Oak", tables=(2, 4), tables_for="access")
    qtbot.waitUntil(lambda: event.state.groups.get(2) == wanted)
    page.acts.more.click()
    qtbot.waitUntil(page.places.menu.isVisible)
    page.places.menu.close()
    assert page.places.volunteer.text() == "&Bye in round 1"
    page.places.volunteer.trigger()
    qtbot.waitUntil(lambda: len(event.state.set_pairs) == 1)
    event.draw()
    bye = latest(event).bye
    assert bye is not None
    assert bye.player == 2
    assert tables_in("0") is None


def test_a_bye_chosen_with_an_even_number_of_players_is_reported_as_waiting(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(6)
    page = players()
    page.table.choose_only((2,))
    page.places.volunteer.trigger()
    name = event.state.name(2)
    qtbot.waitUntil(
        lambda: (
            page.notice.text()
            == f"No bye in round 1 yet: 6 players are an even number. {name} has it once the"
            " number is odd."
        )
    )


def test_a_reserve_can_be_seated_in_the_cut_and_stays_in_it(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(8)
    assert event.state.settings is not None
    event.do(ChangeSettings(replace(event.state.settings, cut=4), event.state.packet))
    event.start()
    for game in event.state.games_of(latest(event)):
        event.report(game.table, Side.RED)
    event.do(FinishRound())
    event.do(DrawRound(7), insist=True)
    inside = latest(event).cut
    assert len(inside) == 4
    reserve = next(number for number in event.state.players if number not in inside)
    page = players()
    page.table.choose_only((inside[-1],))
    page.places.take_out.trigger()
    qtbot.waitUntil(lambda: latest(event).bye is not None)
    page.table.choose_only((reserve,))
    page.places.show_chosen()
    assert page.places.seat.isEnabled()
    page.places.seat.trigger()
    qtbot.waitUntil(lambda: latest(event).bye is None)
    assert latest(event).cut == (*inside, reserve)
    assert reserve in field(event.state)
    undone_and_redone(event)


def test_a_duplicate_entry_can_be_merged(
    event: Event, players: Callable[[], PlayersPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.do(AddPlayers((Entry("anna kowalska"),)))
    page = players()
    page.table.choose_only((1,))

    def choose(dialog: MergeDialog) -> None:
        assert dialog.other.currentData() == 5  # of the same name
        dialog.merge.click()

    when_asked(MergeDialog, choose)
    page.places.merge.trigger()
    qtbot.waitUntil(lambda: 5 not in event.state.players)
    undone_and_redone(event)


def test_a_command_with_two_doubts_is_confirmed_twice(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.finish()
    event.draw()
    view = page_of(lambda client: EventView(client, PAGES))
    now = arrangement(event.state, latest(event))
    old = {frozenset(game.players) for game in event.state.games.values() if game.round_number == 1}
    one = now.pairs[0][0]
    mate = next(n for pair in old if one in pair for n in pair if n != one)
    edit = swap_players(now, mate, now.pairs[0][1]).command()
    sentences: list[str] = []

    def first(dialog: InsistDialog) -> None:
        sentences.append("first")
        when_asked(InsistDialog, lambda again: (sentences.append("second"), again.anyway.click()))
        dialog.anyway.click()

    when_asked(InsistDialog, first)
    view.client.ask(edit)
    qtbot.waitUntil(lambda: bool(latest(event).edits))
    assert sentences == ["first", "second"]
