"""The guide and the version."""

from pytestqt.qtbot import QtBot

from app.ui.shell.help.help_boxes import AboutBox, GuideBox


def test_help_has_the_guide_and_says_what_this_is(qtbot: QtBot) -> None:
    guide, about = GuideBox(), AboutBox()
    for box in (guide, about):
        qtbot.addWidget(box)
    assert guide.text.toPlainText().startswith("Running an event")
    assert about.windowTitle() == "About Flagfall"
