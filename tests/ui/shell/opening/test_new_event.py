from pathlib import Path

from pytestqt.qtbot import QtBot

from app.store.packets.files import packets
from app.ui.shell.opening.new_event_dialog import NewEventDialog


def test_every_new_event_gets_its_own_file(qtbot: QtBot, tmp_path: Path) -> None:
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


def test_the_default_event_name_is_shown_as_a_placeholder(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = NewEventDialog(packets(), tmp_path)
    qtbot.addWidget(dialog)
    assert dialog.form.name.placeholderText() == dialog.answer().settings.name == "New event"


def test_no_event_is_made_with_another_seed_than_the_one_typed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = NewEventDialog(packets(), tmp_path)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.form.seed.setText("abc")
    dialog.create_event.click()
    assert dialog.isVisible()
    assert dialog.fault.text().startswith("A dice seed is a whole number such as 4711.")
    dialog.form.seed.setText("4711")
    assert not dialog.fault.isVisible()
    dialog.create_event.click()
    assert not dialog.isVisible()
    assert dialog.answer().settings.seed == 4711


def test_the_link_to_more_settings_is_left_aligned_and_no_wider_than_its_text(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """It stood 15 pixels further right."""
    dialog = NewEventDialog(packets(), tmp_path)
    qtbot.addWidget(dialog)
    dialog.show()
    link = dialog.more
    assert link.x() == dialog.place.x()
    words = link.fontMetrics().horizontalAdvance(link.text().replace("&", ""))
    assert link.sizeHint().width() <= words + 4, "nothing is left of its words"


def test_the_explanations_in_the_new_event_dialog_are_uncut(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = NewEventDialog(packets(), tmp_path)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.form.seed.isVisible()
    dialog.more.click()
    form = dialog.form
    assert form.seed.isVisible()
    for packet in range(form.packet.count()):
        form.packet.setCurrentIndex(packet)
        for timing in range(form.timing.count()):
            form.timing.setCurrentIndex(timing)
            explanations = (form.explained, form.times, dialog.place)
            for one in (explanation for explanation in explanations if explanation.isVisible()):
                qtbot.waitUntil(lambda one=one: one.height() >= one.heightForWidth(one.width()))
