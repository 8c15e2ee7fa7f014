"""Asks once about unsaved work before the open event leaves the screen."""

from PySide6.QtWidgets import QWidget

from app.engine.language import plural, say
from app.engine.table.deadlines import is_running_here
from app.engine.text import join_words
from app.ui.dialogs.confirm import InsistDialog
from app.ui.shell.event_window import EventView

RUNNING = say("Clocks are running. They stop until you reopen the event.")
TIME = say("When you reopen it, you decide at each table what becomes of the time in between.")
WAITS = say("This computer keeps it all, and adds it when you open the event here again.")
APPLY = say("Apply the changes there, or they are lost.")


def may_leave(view: EventView, parent: QWidget, act: str) -> bool:
    """Whether nothing speaks against it, or the EO insists. ``act``: what the button calls it."""
    stations = view.client.stations
    waiting = stations.waiting if stations else 0
    goes_on = stations is not None and bool(stations.others)
    running = not goes_on and any(map(is_running_here, view.client.state.games.values()))
    lost = not_applied(view)
    doubts = [RUNNING] * running + [_waiting_words(waiting)] * bool(waiting) + [lost] * bool(lost)
    if not doubts:
        return True
    notes = [TIME] * running + [WAITS] * bool(waiting) + [APPLY] * bool(lost)
    follows = [act] + [say("stop clocks")] * running + [say("discard changes")] * bool(lost)
    words = (say("&Keep open"), join_words(follows))
    return InsistDialog.ask(" ".join(doubts), parent, note=" ".join(notes), words=words)


def _waiting_words(acts: int) -> str:
    return plural(acts, "{count} act waits for the server.", "{count} acts wait for the server.")


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
