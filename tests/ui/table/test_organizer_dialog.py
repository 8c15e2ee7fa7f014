"""What the organizer is asked and told in a table's own window."""

from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import StartClock
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.store.packets.files import packets
from app.ui.table.organizer_dialog import OrganizerDialog
from app.views.table.organizer_acts import OrganizerAction
from app.views.table.table import table_view
from tests.events import Event


def test_the_form_for_a_stopped_clock_states_the_packets_penalty(
    event: Event, qtbot: QtBot
) -> None:
    chosen = Settings("Foundry Open", "sr2015", 50, 1, timing="death-clock")
    event.do(ChangeSettings(chosen, packets()["sr2015"]))
    event.register(4)
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    dialog = OrganizerDialog()
    qtbot.addWidget(dialog)
    view = table_view(event.state, event.game(1))
    dialog.show_table(event.game(1), view, (OrganizerAction.STOPPED,))
    (act,) = (
        button
        for button in dialog.acts.findChildren(QPushButton)
        if button.text().startswith(OrganizerAction.STOPPED.value)
    )
    act.click()
    assert dialog.form is not None
    words = [part.text() for part in dialog.form.findChildren(QLabel)]
    assert "A player who stops the clock is warned, and loses the game after 2 stops." in words
