"""Awards and ties on their pages."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.awards import CastBallot, CloseVote, GiveAward, OpenVote
from app.engine.acts.players import AddPlayers, CheckIn, DisqualifyPlayer, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import StartClock
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.break_tie import BreakTieDialog
from app.ui.pages.awards.page import AwardsPage
from app.ui.pages.standings.page import StandingsPage
from app.ui.shell.event_window import RAIL
from app.ui.widgets.basics import is_in_sight
from app.ui.widgets.table_list import ROW
from app.ui.widgets.theme import DARK, Theme
from tests.events import Event, entries
from tests.ui.asked import when_asked
from tests.ui.full_hall import long_names
from tests.ui.open_pages import PageOf


def test_awards_can_be_given_after_a_secret_vote(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.finish()
    page = page_of(AwardsPage)
    assert page.chosen == "Best Painted"
    side = page.side
    side.open_vote.click()
    qtbot.waitUntil(side.cast.isVisible)
    side.voter.setCurrentIndex(0)
    side.choice.setCurrentIndex(1)
    side.cast.click()
    qtbot.waitUntil(lambda: "1 of 4 players voted" in side.state.text())
    assert side.voter.currentIndex() == side.choice.currentIndex() == -1
    cast = event.state.votes["Best Painted"].cast
    for voter in {1, 2, 3, 4} - cast.keys():
        event.do(CastBallot("Best Painted", voter, *cast.values()))
    qtbot.waitUntil(lambda: not side.cast.isEnabled())
    side.close_vote.click()
    qtbot.waitUntil(lambda: "players’ vote" in side.state.text())
    side.who.setCurrentIndex(0)
    side.give.click()
    qtbot.waitUntil(lambda: "You chose" in side.state.text())
    side.take_back.click()
    qtbot.waitUntil(lambda: "players’ vote" in side.state.text())
    page.name.setText("Best beard")
    page.add.click()
    assert page.chosen == "Best beard"
    assert "vote: one ballot each" in side.state.text()
    page.choose("First place")
    assert side.title.text() == "First place"
    assert "The standings decide it." in side.state.text()
    page.copy.click()
    assert "Best beard: not given yet" in QApplication.clipboard().text()
    assert page.notice.text().startswith("Copied the awards")


def loud(page: QWidget) -> list[str]:
    """The words of the primary buttons that are seen."""
    return [
        made.text().replace("&", "")
        for made in page.findChildren(QPushButton)
        if made.isVisible() and made.property("kind") == "primary"
    ]


def test_only_the_act_that_is_needed_now_is_highlighted(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.finish()
    page = page_of(AwardsPage)
    side = page.side
    assert loud(page) == ["Open a blind vote"]
    side.who.setCurrentIndex(1)
    assert loud(page) == ["Give"]
    side.open_vote.click()
    qtbot.waitUntil(side.cast.isVisible)
    assert loud(page) == []
    assert not side.cast.isEnabled()
    side.voter.setCurrentIndex(0)
    assert loud(page) == []
    side.choice.setCurrentIndex(1)
    assert loud(page) == ["Cast ballot"]
    for voter in (1, 2, 3, 4):
        event.do(CastBallot("Best Painted", voter, 2))
    qtbot.waitUntil(lambda: loud(page) == ["Close the vote"])
    side.close_vote.click()
    qtbot.waitUntil(lambda: "players’ vote" in side.state.text())
    assert loud(page) == []


@pytest.mark.parametrize("room", [(1366, 768), (911, 512)])
def test_awards_are_uncut_and_a_ballot_can_be_cast_without_scrolling(
    qtbot: QtBot, event: Event, page_of: PageOf, room: tuple[int, int]
) -> None:
    """On a laptop, also with everything half as large again."""
    event.do(AddPlayers(long_names(12)))
    event.do(CheckIn(tuple(range(1, 13))))
    event.finish()
    event.do(OpenVote("Best Painted"))
    page = page_of(AwardsPage, (room[0] - RAIL, room[1] - 60))
    table, side = page.table, page.side
    assert page.width() == room[0] - RAIL
    assert not table.horizontalScrollBar().isVisible()
    for column in (0, 1):
        assert table.columnWidth(column) >= table.sizeHintForColumn(column)
    assert table.rowHeight(0) == ROW
    for part in (page.copy, side.voter, side.choice, side.cast, side.close_vote):
        qtbot.waitUntil(lambda part=part: is_in_sight(part))


def test_a_half_entered_ballot_survives_changes_at_the_tables(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.start()
    event.do(OpenVote("Best Painted"))
    page = page_of(AwardsPage)
    side = page.side
    side.voter.setCurrentIndex(1)
    side.choice.setCurrentIndex(2)
    event.do(StartClock(event.game(1).number, Side.RED))
    event.do(GiveAward("Best Sport", 3))
    qtbot.waitUntil(lambda: client.state.given == {"Best Sport": 3})
    assert (side.voter.currentIndex(), side.choice.currentIndex()) == (1, 2)
    event.do(CastBallot("Best Painted", 4, 4))
    qtbot.waitUntil(lambda: side.voter.currentIndex() == side.choice.currentIndex() == -1)


def test_a_ballot_that_became_invalid_is_reported_and_its_voter_can_vote_again(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.start()
    event.do(OpenVote("Best Painted"))
    for voter in (1, 2, 3):
        event.do(CastBallot("Best Painted", voter, 4))
    page = page_of(AwardsPage)
    side = page.side
    assert [side.voter.itemData(at) for at in range(side.voter.count())] == [4]
    event.do(DisqualifyPlayer(4, "abuse"), insist=True)
    qtbot.waitUntil(lambda: "3 ballots no longer count" in side.state.text())
    assert "0 of 3 players voted" in side.state.text()
    assert {side.voter.itemData(at) for at in range(side.voter.count())} == {1, 2, 3}
    for voter in (1, 2):
        event.do(CastBallot("Best Painted", voter, 2))
    qtbot.waitUntil(lambda: "A ballot no longer counts" in side.state.text())


def test_an_award_without_a_winner_is_not_called_decided(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.finish()
    event.do(OpenVote("Best Painted"))
    event.do(CloseVote("Best Painted"), insist=True)
    event.do(GiveAward("Best Sport", 2))
    event.do(DisqualifyPlayer(2, "abuse"), insist=True)
    page = page_of(AwardsPage)
    assert page.side.state.text().startswith("Nobody has any votes.")
    page.choose("Best Sport")
    assert "is disqualified" in page.side.state.text()
    page.side.who.setCurrentIndex(0)
    page.side.give.click()
    qtbot.waitUntil(lambda: page.side.state.text() == "You chose the winner.")


def test_award_names_ignore_case_and_cannot_replace_a_ranked_place(
    event: Event, page_of: PageOf
) -> None:
    event.do(AddPlayers((Entry("Anna", "", "Painted"), Entry("Ben"))))
    event.do(CheckIn((1, 2)))
    event.finish()
    page = page_of(AwardsPage)
    for name, chosen in (("best  PAINTED", "Best Painted"), ("first place", "First place")):
        page.name.setText(name)
        page.add.click()
        assert page.chosen == chosen
    page.choose("Best Painted")
    assert page.side.open_vote.isVisible()
    named = [row.award.casefold() for row in page.table.rows]
    assert (named.count("first place"), page.side.title.text()) == (1, "Best Painted")


def text(page: AwardsPage | StandingsPage) -> str:
    return page.text() if isinstance(page, AwardsPage) else page.text("\t")


@pytest.mark.parametrize("kind", [AwardsPage, StandingsPage])
def test_a_hidden_page_is_not_updated_until_it_is_shown_again(
    client: DeskClient,
    qtbot: QtBot,
    event: Event,
    page_of: PageOf,
    kind: type[AwardsPage | StandingsPage],
) -> None:
    event.register(4)
    page = page_of(kind)
    page.hide()
    before = text(page)
    event.finish()
    qtbot.waitUntil(lambda: client.state.round_now == 1)
    qtbot.wait(20)
    assert text(page) == before
    page.show()
    assert text(page) != before


def test_the_tie_dialog_lists_the_players_tied_for_the_chosen_place(
    event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.start()
    for table in (1, 2):
        result = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(9, 9))
        event.do(ReportResult(event.game(table).number, result))
    page = page_of(AwardsPage)
    asked: list[tuple[int, ...]] = []
    for award in ("First place", "Third place", "Best Painted"):
        page.choose(award)
        when_asked(BreakTieDialog, lambda one: (asked.append(one.numbers), one.cancel.click()))
        page.tie.click()
    losers = {event.game(table).players.blue for table in (1, 2)}
    assert [losers == {*one} for one in asked] == [False, True, False]


def test_a_tied_vote_can_be_repeated_among_the_tied_players(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.finish()
    event.do(OpenVote("Best Sport"))
    for voter, choice in ((1, 3), (2, 4), (3, 4), (4, 3)):
        event.do(CastBallot("Best Sport", voter, choice))
    event.do(GiveAward("Best Painted", 1))
    page = page_of(AwardsPage)
    page.choose("Best Sport")
    page.side.close_vote.click()
    qtbot.waitUntil(lambda: page.side.open_vote.text() == "&Open a vote between these two")
    level = "Cleo Lindqvist and Dmitri Okafor"
    assert page.side.state.text().startswith(f"The vote is tied: {level}.")
    assert page.side.state.property("role") == ""
    assert [page.side.who.itemData(place) for place in range(4)] == [3, 4, 1, 2]
    assert f"Best Sport: tied: {level}" in page.text().splitlines()
    page.choose("Best Painted")
    assert page.side.state.property("role") == "muted"


def test_a_tie_is_broken_by_hand_with_a_reason(
    client: DeskClient,
    qtbot: QtBot,
    event: Event,
    page_of: PageOf,
) -> None:
    event.do(AddPlayers(tuple(replace(entry, team="Reds") for entry in entries(2))))
    event.do(CheckIn((1, 2)))
    event.start()
    page = page_of(StandingsPage)
    assert page.tabs.isTabVisible(1)
    page.tabs.setCurrentIndex(1)
    assert page.text("\t").startswith("Place\tShared\tTeam\tWins")
    assert not page.tie.isVisible()
    assert page.notice.text() == "A team scores the sum of its players"
    page.copy.click()
    assert page.notice.text() == "Copied 1 line: paste into a spreadsheet"
    page.tabs.setCurrentIndex(0)
    assert page.tie.isVisible()

    def answer(dialog: BreakTieDialog) -> None:
        assert not dialog.save.isEnabled()
        dialog.down.click()
        dialog.up.click()
        dialog.down.click()
        dialog.reason.setText("a die")
        dialog.save.click()

    when_asked(BreakTieDialog, answer)
    page.tie.click()
    qtbot.waitUntil(lambda: bool(client.state.tie_breaks))
    assert client.state.tie_breaks[0].reason == "a die"
    qtbot.waitUntil(lambda: not page.tie.isVisible())


def award_ink(page: AwardsPage) -> set[str]:
    cells = (page.table.held.index(row, 2) for row in range(len(page.table.rows)))
    return {cell.data(Qt.ItemDataRole.ForegroundRole).color().name() for cell in cells}


@pytest.mark.parametrize("seen", [True, False])
def test_listed_awards_adopt_a_theme_chosen_later(
    qtbot: QtBot,
    event: Event,
    dressed: Callable[[Theme], None],
    page_of: PageOf,
    seen: bool,
) -> None:
    event.register(4)
    page = page_of(AwardsPage)
    page.setVisible(seen)
    dressed(DARK)
    page.show()
    qtbot.waitUntil(lambda: award_ink(page) == {DARK.muted})


def test_without_players_the_awards_page_says_to_add_them_first(
    page_of: PageOf,
) -> None:
    page = page_of(AwardsPage)
    assert "Add players" in page.side.state.text()
    assert not page.side.give.isEnabled()
    assert not page.side.open_vote.isEnabled()
    assert page.text().startswith("First place: nobody yet\n")


def test_statistics_are_read_copied_and_printed_from_the_standings(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.do(AddPlayers(tuple(replace(entry, faction="Cryx") for entry in entries(4))))
    event.do(CheckIn((1, 2, 3, 4)))
    event.start()
    page = page_of(StandingsPage)
    assert not page.tabs.isTabVisible(2)
    game = event.state.games[1]
    event.do(ReportResult(1, Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(20, 4))))
    qtbot.waitUntil(lambda: page.tabs.isTabVisible(2))
    page.tabs.setCurrentIndex(2)
    assert game.number == 1
    text = page.statistics.toPlainText()
    assert "1 game with a result." in text
    assert "Cryx" in text
    assert "50 %" in text
    assert not page.export.isEnabled()
    assert page.notice.text() == "Games with a result count; no-shows and byes do not"
    page.copy.click()
    assert "Factions" in QApplication.clipboard().text()
    event.do(ReportResult(2, Result(Side.BLUE, How.SCENARIO, Pair(0, 5), Pair(2, 40))))
    qtbot.waitUntil(lambda: "2 games with a result." in page.statistics.toPlainText())


def test_the_awards_title_says_so_far_until_the_event_ends(page_of: PageOf, event: Event) -> None:
    event.do(AddPlayers(entries(4)))
    event.do(CheckIn((1, 2, 3, 4)))
    event.play()
    page = page_of(AwardsPage)
    assert page.title.text() == "Awards so far"
    assert page.title.isVisible()
