"""What is asked once before the open event leaves the screen."""

from PySide6.QtWidgets import QWidget

from app.engine.due import is_heard
from app.engine.wording import listed
from app.ui.dialogs.insist_dialog import RECORDED, USUAL, InsistDialog
from app.ui.dialogs.work_dialog import WORDS
from app.ui.event_view import EventView

RUNNING = "Clocks are running. Without Flagfall they stand until the event is opened again."
APPLY = "Apply the changes there, or they are lost."


def may_leave(view: EventView, parent: QWidget) -> bool:
    """Whether nothing speaks against it, or the EO insists."""
    running = any(is_heard(game) for game in view.client.state.games.values())
    lost = not_applied(view)
    doubts = [RUNNING] * running + [lost] * bool(lost)
    note, words = (APPLY, WORDS) if lost else (RECORDED, USUAL)
    return not doubts or InsistDialog.ask(" ".join(doubts), parent, note=note, words=words)


def not_applied(view: EventView) -> str:
    """What is set on a page and is not in the event, in a sentence."""
    said = {name: words for name, page in view.made.items() if (words := changed_on(page))}
    return " ".join(
        f"Changed on the page {name} and not applied: {listed(words)}."
        for name, words in said.items()
    )


def changed_on(page: QWidget) -> list[str]:
    from app.ui.event_page import EventPage

    return page.not_applied if isinstance(page, EventPage) else []
