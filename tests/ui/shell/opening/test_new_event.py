from pathlib import Path

from pytestqt.qtbot import QtBot

from app.store.packets.files import packets
from app.ui.shell.opening.new_event_dialog import NewEventDialog


def test_a_new_event_gets_a_file_of_its_own(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = NewEventDialog(packets(), tmp_path)
    qtbot.addWidget(dialog)
    dialog.form.name.setText("Ides: of/March")
    assert dialog.file == tmp_path / "Ides- of-March.flagfall"
    dialog.file.touch()
    assert dialog.file == tmp_path / "Ides- of-March (2).flagfall"
    answer = dialog.answer()
    assert answer.settings.name == "Ides: of/March"
    assert answer.settings.size == 75
    assert answer.settings.seed > 0


def test_the_new_event_dialog_shows_its_explanations_whole(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = NewEventDialog(packets(), tmp_path)
    qtbot.addWidget(dialog)
    dialog.show()
    form = dialog.form
    for packet in range(form.packet.count()):
        form.packet.setCurrentIndex(packet)
        for timing in range(form.timing.count()):
            form.timing.setCurrentIndex(timing)
            explanations = (form.explained, form.times, dialog.place)
            for one in (explanation for explanation in explanations if explanation.isVisible()):
                qtbot.waitUntil(lambda one=one: one.height() >= one.heightForWidth(one.width()))
