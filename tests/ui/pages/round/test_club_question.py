"""Before round 1: are club mates kept apart?"""

import pytest
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.undo import Undo
from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule, Plan
from app.ui.pages.round.draw.wishes_dialog import PlanDialog
from app.ui.pages.round.page import RoundPage
from tests.events import Event
from tests.ui.open_pages import PageOf


@pytest.fixture
def page(event: Event, page_of: PageOf, qtbot: QtBot) -> RoundPage:
    clubs = ("North", "North", "South", "South", "", "West")
    event.do(AddPlayers(tuple(Entry(f"P{n}", club) for n, club in enumerate(clubs))))
    event.do(CheckIn((1, 2, 3, 4, 5, 6)))
    page = page_of(RoundPage)
    qtbot.waitUntil(page.next_draw.clubs.isVisible)
    return page


def test_the_question_about_club_mates_is_asked_once_before_round_1(
    page: RoundPage, event: Event, qtbot: QtBot
) -> None:
    card = page.next_draw
    assert card.clubs.text().startswith("4 players have club mates here; all of them")
    card.apart.click()
    qtbot.waitUntil(lambda: not card.clubs.isVisible())
    assert event.state.plan == Plan((ApartRule(Kind.CLUB, True),), clubs_asked=True)
    event.do(Undo())
    qtbot.waitUntil(card.random.isVisible)
    card.random.click()
    qtbot.waitUntil(lambda: not card.apart.isVisible())
    assert event.state.plan == Plan(clubs_asked=True)


def test_the_plan_dialog_can_rank_fresh_tables_after_top_tables(
    page: RoundPage, event: Event
) -> None:
    page.next_draw.random.click()
    dialog = PlanDialog(event.state, page)
    assert dialog.fresh_first.isChecked()
    dialog.top_first.setChecked(False)
    assert not dialog.fresh_first.isEnabled()
    dialog.top_first.setChecked(True)
    dialog.fresh_first.setChecked(False)
    assert dialog.plan == Plan(fresh_tables_first=False, clubs_asked=True)
    dialog.deleteLater()


def test_a_draw_without_an_answer_keeps_club_mates_apart_in_round_1(
    page: RoundPage, event: Event, qtbot: QtBot
) -> None:
    assert "Draw keeps them apart" in page.next_draw.clubs.text()
    page.draws.draw()
    qtbot.waitUntil(lambda: event.state.latest is not None)
    assert event.state.plan == Plan((ApartRule(Kind.CLUB, True),), clubs_asked=True)
    clubs = [
        {event.state.players[number].entry.club for number in game.players}
        for game in event.state.games.values()
    ]
    assert {"North"} not in clubs
    assert {"South"} not in clubs
