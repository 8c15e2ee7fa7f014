"""The question before codes are made anew that nobody can show any more."""

from PySide6.QtWidgets import QWidget

from app.ui.dialogs.confirm import InsistDialog
from app.views.event.confirm import CANCEL

LOST = (
    "The codes printed earlier are not kept in readable form, so new ones are made. The sheets"
    " printed earlier become void, and tablets that came in by them have to scan the new ones."
)
NO_WAY_BACK = "Undo does not make the earlier sheets valid again."


def ask_to_replace(parent: QWidget) -> bool:
    return InsistDialog.ask(LOST, parent, note=NO_WAY_BACK, words=(CANCEL, "&Make new codes"))
