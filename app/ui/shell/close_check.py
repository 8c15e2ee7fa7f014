"""The question about unsaved work and running clocks before the open event is closed."""

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from app.engine.language import plural, say
from app.engine.table.deadlines import is_running_here
from app.engine.text import few_tables, join_words
from app.ui.dialogs.confirm import InsistDialog
from app.ui.shell.event_window import EventView
from app.views.pages import page_name

RULED = say("When you reopen it, the Now page asks once whether the time in between counts.")
CAUGHT_UP = say("Once you reopen the event, Flagfall catches up with the clocks that went on.")
WAITS = say("This computer keeps it all, and adds it when you open the event here again.")
LISTS = say("Flagfall tries once more, and lists what it cannot save.")
APPLY = say("Apply the changes there, or they are lost.")


class RunningClocks(Struct, frozen=True):
    """The tables whose clocks run, grouped by what happens to the clocks while the event is
    closed.
    """

    here: tuple[int, ...] = ()
    """The tables whose time Flagfall keeps. Their clocks stop."""
    apart: tuple[int, ...] = ()
    """The tables whose time a tablet or another computer keeps."""
    chess: tuple[int, ...] = ()
    """The tables whose time a chess clock keeps."""

    @property
    def words(self) -> list[str]:
        here = plural(
            len(self.here),
            "The clock at {tables} stops until you reopen the event.",
            "The clocks at {tables} stop until you reopen the event.",
            tables=few_tables(self.here),
        )
        apart = plural(
            len(self.apart),
            "The clock at {tables} goes on at the tablet or computer there.",
            "The clocks at {tables} go on at the tablets or computers there.",
            tables=few_tables(self.apart),
        )
        chess = plural(
            len(self.chess),
            "The chess clock at {tables} goes on.",
            "The chess clocks at {tables} go on.",
            tables=few_tables(self.chess),
        )
        return [here] * bool(self.here) + [apart] * bool(self.apart) + [chess] * bool(self.chess)

    @property
    def notes(self) -> list[str]:
        return [RULED] * bool(self.here) + [CAUGHT_UP] * bool(self.apart or self.chess)


def may_leave(view: EventView, parent: QWidget, act: str, *, forgets: bool = False) -> bool:
    """Tell whether the event may be closed, because nothing is lost or the EO insists. ``act`` is
    the text of the button that closes the event. ``forgets`` is True if the event is deleted when
    it is closed, as the sample is.
    """
    stations = view.client.stations
    waiting = stations.waiting if stations else 0
    goes_on = stations is not None and bool(stations.others)
    running = RunningClocks() if goes_on or forgets else running_clocks(view)
    lost = not_applied(view)
    kept = count_unsaved(view)
    doubts = running.words + [_waiting_words(waiting)] * bool(waiting) + [lost] * bool(lost)
    doubts += [_unsaved_words(kept)] * bool(kept)
    if not doubts:
        return True
    notes = running.notes + [WAITS] * bool(waiting) + [APPLY] * bool(lost) + [LISTS] * bool(kept)
    stops = [say("stop clocks")] * bool(running.here)
    follows = [act, *stops] + [say("discard changes")] * bool(lost)
    words = (say("&Keep open"), join_words(follows))
    return InsistDialog.ask(" ".join(doubts), parent, note=" ".join(notes), words=words)


def running_clocks(view: EventView) -> RunningClocks:
    tablets = view.client.tablets
    running = [game for game in view.client.state.games.values() if is_running_here(game)]
    chess = {game.table for game in running if game.play.clock_holds}
    apart = {game.table for game in running if tablets and tablets.goes_on(game)} - chess
    here = {game.table for game in running} - chess - apart
    return RunningClocks(*(tuple(sorted(tables)) for tables in (here, apart, chess)))


def count_unsaved(view: EventView) -> int:
    """Return the number of presses at the tables that are waiting because they cannot be saved."""
    clocks = view.client.clocks
    return view.client.presses.count_kept + (len(clocks.room.bank.unsaved) if clocks else 0)


def _unsaved_words(presses: int) -> str:
    return plural(
        presses,
        "{count} press at the tables could not be saved yet.",
        "{count} presses at the tables could not be saved yet.",
    )


def _waiting_words(acts: int) -> str:
    return plural(
        acts, "{count} change waits for the server.", "{count} changes wait for the server."
    )


def not_applied(view: EventView) -> str:
    """Return a sentence about settings that were changed on a page but not applied; empty if there
    are none.
    """
    changes = {kind: words for kind, page in view.made.items() if (words := changed_on(page))}
    return " ".join(
        say(
            "Changed on the {name} page and not applied: {words}.",
            name=page_name(kind),
            words=join_words(words),
        )
        for kind, words in changes.items()
    )


def changed_on(page: QWidget) -> list[str]:
    from app.ui.pages.event.page import EventPage

    return page.not_applied if isinstance(page, EventPage) else []
