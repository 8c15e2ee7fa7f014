"""The draw under review: swap, lock, forbid, ask why; a late arrival, a repair, a correction."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.engine.acts.awards import OpenVote
from app.engine.acts.players import AddPlayers, CheckIn, EditPlayer, Entry
from app.engine.acts.rounds import DrawRound
from app.engine.draw.values import BYE
from app.engine.rounds.edit import arrangement, swap_players, with_bye
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.reason import ReasonDialog
from app.ui.pages.round.draw.table import BLUE, LOW_ROW, RED, REMARKS, ROW, DrawTable
from app.ui.pages.round.draw.table_number_dialog import TableNumberDialog
from app.ui.pages.round.page import RoundPage
from app.views.round.round import review as make_review
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf
from tests.ui.pages.round.drawn import Key, cell, latest, pairs, press, undone_and_redone

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(insisting_client: DeskClient, page_of: PageOf) -> Callable[[], RoundPage]:
    return partial(page_of, RoundPage)


def give(reason: str) -> Callable[[ReasonDialog], None]:
    """The answer to why."""

    def fill(dialog: ReasonDialog) -> None:
        dialog.reason.setText(reason)
        dialog.act.click()

    return fill


def test_the_buttons_for_acts_on_a_draw_are_evenly_spaced(
    event: Event, page: Callable[[], RoundPage]
) -> None:
    event.register(8)
    event.draw()
    acts = page().review.acts
    row = (acts.swap, acts.pair, acts.bye, acts.table, acts.lock, acts.forbid, acts.what_if)
    places = [(one.mapTo(acts, QPoint()), one.width()) for one in row]
    assert len({place.y() for place, _ in places}) == 1
    gaps = {after.x() - before.x() - wide for (before, wide), (after, _) in pairwise(places)}
    assert len(gaps) == 1


def test_two_players_are_swapped_by_keyboard(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(8)
    event.draw()
    review = page().review
    first, second = pairs(event)[:2]
    review.table.setFocus()
    review.table.setCurrentIndex(cell(review.table, 0, RED))
    assert review.players == (first[0],)
    QTest.keyClick(review.table, Key.Key_Down, CTRL)
    QTest.keyClick(review.table, Key.Key_Space, CTRL)
    qtbot.waitUntil(lambda: set(review.players) == {first[0], second[0]})
    press(review.acts.swap)
    qtbot.waitUntil(lambda: pairs(event)[0] == (second[0], first[1]))
    qtbot.waitUntil(lambda: review.why.list.count() > 0)
    assert "Changed by hand" in review.why.list.item(0).text()
    assert cell(review.table, 0, REMARKS).data() == "changed by hand"
    undone_and_redone(event)


def test_dragging_a_player_onto_another_swaps_the_two(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(8)
    event.draw()
    review = page().review
    first, second = pairs(event)[:2]
    table = review.table
    start, end = (table.visualRect(cell(table, row, RED)).center() for row in (0, 1))
    QTest.mousePress(table.viewport(), LEFT, pos=start)
    QTest.mouseMove(table.viewport(), (start + end) / 2)
    QTest.mouseMove(table.viewport(), end)
    assert {*review.players} == {first[0], second[0]}
    QTest.mouseRelease(table.viewport(), LEFT, pos=end)
    qtbot.waitUntil(lambda: pairs(event)[:2] == ((second[0], first[1]), (first[0], second[1])))


def test_dragging_a_player_onto_nobody_changes_nothing(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(8)
    event.draw()
    table = page().review.table
    before = pairs(event)
    asked = []
    table.swapped.connect(lambda: asked.append(table.players))
    start = table.visualRect(cell(table, 0, RED)).center()
    number = table.visualRect(cell(table, 1, 0)).center()
    for end in (number, start):
        QTest.mousePress(table.viewport(), LEFT, pos=start)
        QTest.mouseMove(table.viewport(), number)
        QTest.mouseMove(table.viewport(), end)
        QTest.mouseRelease(table.viewport(), LEFT, pos=end)
    assert asked == []
    assert pairs(event) == before


def test_the_draw_review_is_rebuilt_only_when_something_it_shows_has_changed(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(7)
    event.draw()
    shown = page()
    made: list[object] = []
    shown.review.table.model().dataChanged.connect(lambda *_cells: made.append(1))
    client = shown.findChild(DeskClient)
    assert client is not None
    with qtbot.waitSignal(client.changed):
        event.do(OpenVote("Best painted"))
    assert made == []
    (one, _), (two, _), *_ = pairs(event)
    event.do(swap_players(arrangement(event.state, latest(event)), one, two).command())
    qtbot.waitUntil(lambda: len(made) == 1)


def test_row_heights_follow_the_current_content(event: Event, qtbot: QtBot) -> None:
    event.register(4)
    event.draw()
    table = DrawTable()
    qtbot.addWidget(table)

    def heights(*clubs: str) -> list[int]:
        """The heights of the rows once the players are of these clubs."""
        for number, club in enumerate(clubs, 1):
            event.do(EditPlayer(number, Entry(f"P{number}", club)))
        table.show_pairings(make_review(event.state, latest(event)))
        return sorted(table.rowHeight(row) for row in range(table.model().rowCount()))

    assert heights("", "", "", "") == [LOW_ROW, LOW_ROW]
    assert heights("Ravens", "", "", "") == [LOW_ROW, ROW]
    assert heights("Ravens", "Ravens", "Ravens", "Ravens") == [ROW, ROW]
    assert heights("Ravens", "", "", "") == [LOW_ROW, ROW]
    assert heights("", "", "", "") == [LOW_ROW, LOW_ROW]


def test_two_chosen_players_can_be_paired(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(6)
    event.draw()
    review = page().review
    one, other = pairs(event)[0][0], pairs(event)[2][1]
    review.table.choose((one, other))
    press(review.acts.pair)
    qtbot.waitUntil(lambda: {one, other} in [{*pair} for pair in pairs(event)])


def test_a_locked_game_stays_when_the_rest_is_drawn_again(
    event: Event, client: DeskClient, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(10)
    event.draw()
    shown = page()
    kept = pairs(event)[1]
    shown.review.table.choose((kept[0],))
    press(shown.review.acts.lock)
    qtbot.waitUntil(lambda: shown.review.acts.lock.text() == "Un&lock")
    assert "locked" in cell(shown.review.table, 1, REMARKS).data()
    when_asked(ReasonDialog, give("Friends"))
    press(shown.header.other)
    qtbot.waitUntil(lambda: latest(event).attempt == 2)
    assert {*kept} in [{*pair} for pair in pairs(event)]
    undone_and_redone(event)
    qtbot.waitUntil(lambda: client.state.rounds == event.state.rounds)
    shown.review.table.choose((kept[0],))
    press(shown.review.acts.lock)
    qtbot.waitUntil(lambda: event.state.set_pairs == ())


def test_two_players_can_be_forbidden_to_meet_with_a_reason(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(5)
    event.draw()
    review = page().review
    review.table.choose(pairs(event)[0])
    when_asked(
        ReasonDialog, lambda dialog: (dialog.reason.setText("A quarrel"), dialog.act.click())
    )
    press(review.acts.forbid)
    qtbot.waitUntil(lambda: len(event.state.set_pairs) == 1)
    assert event.state.set_pairs[0].reason == "A quarrel"
    bye = latest(event).bye
    assert bye is not None
    review.table.choose((bye.player,))
    when_asked(ReasonDialog, give("Again"))
    press(review.acts.forbid)
    qtbot.waitUntil(lambda: len(event.state.set_pairs) == 2)
    assert event.state.set_pairs[1].numbers == (bye.player, BYE)
    review.table.choose(())
    assert not review.acts.forbid.isEnabled()


def test_the_bye_can_be_reassigned_and_a_game_moved_to_another_table(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(7)
    event.draw()
    review = page().review
    drawn = event.state.latest
    assert drawn is not None
    review.table.choose((drawn.byes[0].player,))
    assert not review.acts.bye.isEnabled()
    chosen = pairs(event)[0][1]
    review.table.choose((chosen,))
    press(review.acts.bye)
    qtbot.waitUntil(lambda: (latest(event).bye or None) and latest(event).bye.player == chosen)
    qtbot.waitUntil(lambda: cell(review.table, 3, BLUE).data() == "Bye")
    player = pairs(event)[1][0]
    review.table.choose((player,))
    when_asked(
        TableNumberDialog, lambda dialog: (dialog.number.setValue(40), dialog.move_it.click())
    )
    press(review.acts.table)
    qtbot.waitUntil(lambda: 40 in arrangement(event.state, latest(event)).tables)
    review.table.choose((chosen,))
    review.acts.table.click()  # the bye has no table
    assert pairs(event)


def test_a_pair_down_is_explained_with_its_alternatives(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(12)
    event.finish()
    event.draw()
    why = page().review.why
    qtbot.waitUntil(lambda: why.list.count() > 0)
    assert why.list.item(0).text().startswith("Pair-down: ")
    why.list.setFocus()
    QTest.keyClick(why.list, Key.Key_Down)
    qtbot.waitUntil(lambda: why.list.currentRow() >= 0 and why.table.rowCount() > 0)
    assert why.table.item(0, 1).text()
    why.hide()


def test_what_if_explains_the_games_that_would_follow_if_two_players_met(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(9)
    event.finish()
    event.draw()
    review = page().review
    one, other = pairs(event)[0][0], pairs(event)[3][0]
    review.table.choose((one, other))
    press(review.acts.what_if)
    qtbot.waitUntil(lambda: not review.why.verdict.isHidden())
    said = review.why.verdict.text().splitlines()
    assert any(line.startswith("2 games would be new: ") for line in said)
    review.why.what_if(one, 99, (), ())
    assert "was not in the program’s draw" in review.why.title.text()


def test_what_if_names_exactly_the_new_games_that_pairing_the_players_creates(
    event: Event, client: DeskClient, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(16)
    event.finish()
    event.finish()
    event.draw()
    review = page().review
    for first, last in ((0, 7), (3, 4)):
        before = pairs(event)
        one, other = before[first][0], before[last][1]
        qtbot.waitUntil(
            lambda known=before: arrangement(client.state, latest(event)).pairs == known
        )
        review.table.choose((one, other))
        press(review.acts.what_if)
        words = review.why.verdict.text()
        press(review.acts.pair)
        qtbot.waitUntil(lambda known=before: pairs(event) != known)
        fresh = {frozenset(pair) for pair in pairs(event)} - {frozenset(pair) for pair in before}
        assert f"{len(fresh)} games would be new: " in words
        assert all(event.state.name(n) in words for pair in fresh for n in pair)


def test_an_ordinary_draw_says_so_and_manual_pairings_have_no_reasons(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.draw()
    review = page().review
    qtbot.waitUntil(lambda: "nothing here needs a reason" in review.why.summary.text())
    assert review.why.list.isHidden()
    assert review.why.title.text() == "Choose two players in the pairings for “what if”."
    review.turns.button(1).click()
    assert review.sides.currentIndex() == 1


def test_reasons_are_labelled_when_they_refer_to_the_original_draw(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.draw()
    (one, _), (two, _) = pairs(event)
    event.do(swap_players(arrangement(event.state, latest(event)), one, two).command())
    why = page().review.why
    qtbot.waitUntil(lambda: why.summary.text().startswith("The program’s own draw had no"))
    assert why.list.count() == 3  # two games and a note
    event.do(AddPlayers((Entry("Fifth"),)))
    event.do(CheckIn((5,)))
    event.do(DrawRound(3, why="Five now"))
    bye = latest(event).bye
    assert bye is not None
    qtbot.waitUntil(lambda: why.list.count() == 1)
    assert (why.list.item(0).text()).startswith("Bye: 5 is an odd number")
    (one, _), _ = pairs(event)
    event.do(with_bye(arrangement(event.state, latest(event)), one).command())
    qtbot.waitUntil(lambda: why.list.count() > 1)
    last = why.list.item(why.list.count() - 1)
    assert last.text().startswith("Bye of the program’s draw: 5 is an odd number")


# the wishes


# players


# doubts and long draws
