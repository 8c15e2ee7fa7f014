"""Asks once about unsaved work before the open event leaves the screen."""

from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.engine.table.deadlines import is_running_here
from app.engine.text import join_words
from app.ui.dialogs.confirm import InsistDialog
from app.ui.shell.event_window import EventView

RUNNING = say("Clocks are running. They stop until you reopen the event.")
TIME = say("When you reopen it, you decide at each table what becomes of the time in between.")
APPLY = say("Apply the changes there, or they are lost.")


def may_leave(view: EventView, parent: QWidget, act: str) -> bool:
    """Whether nothing speaks against it, or the EO insists. ``act``: what the button calls it."""
    running = any(is_running_here(game) for game in view.client.state.games.values())
    lost = not_applied(view)
    doubts = [RUNNING] * running + [lost] * bool(lost)
    if not doubts:
        return True
    notes = [TIME] * running + [APPLY] * bool(lost)
    follows = [act] + [say("stop clocks")] * running + [say("discard changes")] * bool(lost)
    words = (say("&Keep open"), join_words(follows))
    return InsistDialog.ask(" ".join(doubts), parent, note=" ".join(notes), words=words)


def not_applied(view: EventView) -> str:
    """What is set on a page and is not in the event, in a sentence."""
    changes = {name: words for name, page in view.made.items() if (words := changed_on(page))}
    return " ".join(
        say(
            "Changed on the page {name} and not applied: {words}.",
            name=name,
            words=join_words(words),
        )
        for name, words in changes.items()
    )


def changed_on(page: QWidget) -> list[str]:
    from app.ui.pages.event.page import EventPage

    return page.not_applied if isinstance(page, EventPage) else []
