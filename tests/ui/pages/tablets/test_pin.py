"""The organizer's PIN on the tablets page."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.ui.clients.tablets import TabletsSnapshot
from app.ui.pages.tablets.page import TabletsPage
from app.ui.shell.main_window import MainWindow
from app.views.pages import DeskPage
from tests.ui.windows import begin


def test_the_pin_is_shown_only_while_it_is_asked_for(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.show_page(DeskPage.TABLETS)
    page = view.page
    assert isinstance(page, TabletsPage)
    panel = page.panel
    panel.show_picture(TabletsSnapshot(pin="123456"))
    assert panel.pin.text() == "••• •••"
    panel.show_pin.click()
    assert panel.pin.text() == "123 456"
    panel.hide()
    panel.show()
    view.show_page(DeskPage.EVENT)
    assert panel.pin.text() == "••• •••"
