"""The state of publishing in words."""

from app.engine.language import say
from app.engine.state import State
from app.views.time_of_day import clock_time
from app.web.outlets.sender import OutletStage, OutletState


def state_words(state: OutletState, event: State) -> str:
    """Return a sentence on a problem with an outlet. If there is none, return what was sent there
    last, and when.
    """
    if state.sentence:
        return state.sentence
    if state.stage is OutletStage.SENDING:
        return say("Sending…")
    if state.sent_ms is None:
        return say("Nothing was sent yet.")
    return f"{sent_words(state, event)}: {state.title}"


def sent_words(state: OutletState, event: State) -> str:
    """Return a text that says when something was last sent to an outlet."""
    return say("Published at {time}", time=clock_time(event.shown_ms(state.sent_ms or 0)))
