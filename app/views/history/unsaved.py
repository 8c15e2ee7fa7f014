"""Presses and reports of tables that could not be saved, in the history's sentences."""

from collections.abc import Iterable, Iterator

from app.engine.acts.commands import Refused
from app.engine.acts.events import Record
from app.engine.acts.unsaved import Unsaved
from app.engine.decide import decide
from app.engine.evolve import apply_rows
from app.engine.state import State
from app.views.history.rows import describe, station_words


def describe_unsaved(unsaved: Iterable[Unsaved], state: State) -> Iterator[tuple[int, str]]:
    """Yield, for each unsaved act, its instant as shown, and the sentence that the history would
    have for it or, if the act would have been refused, the reason. Acts that would have changed
    nothing are left out.
    """
    for one in unsaved:
        decision = decide(state, one.what, one.at_ms)
        if isinstance(decision, Refused):
            words = f"{station_words(one.station)}: {decision.sentence}"
            yield state.shown_ms(one.at_ms), words
            continue
        rows = [Record(0, 0, one.at_ms, one.station, one.who, event) for event in decision]
        state = apply_rows(state, rows, ())
        for row in rows:
            yield state.shown_ms(one.at_ms), describe(row, state)
