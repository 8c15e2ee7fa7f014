from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.results import How
from app.engine.acts.table import Rule, RuleOnStop
from app.engine.rounds.stops import StopCall
from app.engine.side import Pair, Side
from app.ui.pages.round.live.banners import StopBanner

NAMES = Pair("Tom&Ann", "Bo")


def press(qtbot: QtBot, banner: StopBanner, words: str) -> object:
    buttons = {button.text(): button for button in banner.findChildren(QPushButton)}
    with qtbot.waitSignal(banner.requested) as asked:
        qtbot.mouseClick(buttons[words], Qt.MouseButton.LeftButton)
    return asked.args[0]


def test_the_organizer_names_who_stopped_the_clock(qtbot: QtBot) -> None:
    banner = StopBanner()
    qtbot.addWidget(banner)
    banner.show_calls(())
    assert banner.isHidden()
    banner.show_calls((StopCall(7, 3, NAMES, 1, None, 0),))
    assert not banner.isHidden()
    assert banner.title.text() == "Clock stopped at 1 table"
    assert press(qtbot, banner, "Tom&&Ann") == RuleOnStop(7, Side.RED)
    assert press(qtbot, banner, "No player") == RuleOnStop(7, None)


def test_the_second_stop_proposes_the_game_loss(qtbot: QtBot) -> None:
    banner = StopBanner()
    qtbot.addWidget(banner)
    banner.show_calls((StopCall(7, 3, NAMES, 0, Side.BLUE, 1),))
    ruling = press(qtbot, banner, "Game loss for Bo")
    assert isinstance(ruling, Rule)
    assert (ruling.game, ruling.winner, ruling.how) == (7, Side.RED, How.GAME_LOSS)
    banner.later.click()
    assert banner.isHidden(), "put off until something else waits"
    banner.show_calls((StopCall(7, 3, NAMES, 0, Side.BLUE, 1), StopCall(8, 4, NAMES, 1, None, 0)))
    assert not banner.isHidden()
