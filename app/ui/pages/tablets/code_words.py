"""The question that is asked before codes are replaced because they can no longer be shown."""

from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.ui.dialogs.confirm import InsistDialog
from app.views.event.confirm import CANCEL

LOST = say(
    "Flagfall cannot show the codes printed earlier, so it makes new ones. Sheets printed"
    " earlier no longer work: tablets that joined with them must scan the new ones."
)
NO_WAY_BACK = say("Undo does not make the earlier sheets work again.")


def ask_to_replace(parent: QWidget) -> bool:
    return InsistDialog.ask(LOST, parent, note=NO_WAY_BACK, words=(CANCEL, say("&Make new codes")))
