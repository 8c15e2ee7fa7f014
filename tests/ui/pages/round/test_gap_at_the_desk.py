from pytestqt.qtbot import QtBot

from app.engine.acts.commands import NoticeGap
from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.ui.pages.round.page import RoundPage
from tests.events import MINUTE, Event
from tests.ui.open_pages import PageOf
from tests.ui.timers import run_out


def test_a_time_gap_waits_while_the_tables_tablet_is_offline(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    game = event.game(1)
    event.do(StartClock(game.number, Side.RED))
    event.do(NoticeGap(event.timeline.now_ms(), event.timeline.now_ms() + MINUTE))
    page = page_of(RoundPage)
    away = {1}
    page.live.is_awaited = away.__contains__
    page.live.choose(game.number)
    told = page.live.panel.open_question
    qtbot.waitUntil(
        lambda: told.text().startswith("The program kept no time for 1:00. If a tablet")
    )
    away.clear()
    run_out(page.live)
    assert told.text() == "Nobody kept the time for 1:00. Does it count as played?"
