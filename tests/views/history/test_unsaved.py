"""What could not be saved is told in the history's sentences."""

from app.engine.acts.commands import Command
from app.engine.acts.rounds import RoundPublished, RoundStarted
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import CallJudge, ClockStarted, NoticeFlag, Tap
from app.engine.acts.unsaved import Unsaved
from app.engine.evolve import fold
from app.engine.state import State
from app.views.history.unsaved import describe_unsaved
from tests.views.history.test_rows import ADDED, BLUE, DRAWN, PACKET, RED, SETTINGS, log


def playing() -> State:
    begun = (DRAWN, RoundPublished(1), RoundStarted(1, 0), ClockStarted(1, 4, BLUE))
    return fold(log((CreateEvent(SETTINGS, PACKET), ADDED, *begun)))


def told(*commands: Command) -> list[str]:
    kept = [Unsaved("table 4", 10_000 + at, "Red", what) for at, what in enumerate(commands)]
    lines = [*describe_unsaved(kept, playing())]
    assert all(at_ms >= 10_000 for at_ms, _ in lines)
    return [words for _, words in lines]


def test_unsaved_acts_are_described_as_the_history_would_describe_them_in_sequence() -> None:
    assert told(Tap(1, BLUE), Tap(1, RED), CallJudge(1, RED)) == [
        "Table 4: Bo tapped at the end of deployment",
        "Table 4: Ann tapped at the end of deployment",
        "Table 4: Ann called the judge",
    ]


def test_an_unsaved_act_that_would_be_refused_is_listed_with_the_reason() -> None:
    (line,) = told(Tap(9, RED))
    assert line.startswith("Table 4: ")
    assert line.endswith(".")


def test_an_unsaved_act_without_effect_is_not_listed() -> None:
    assert told(NoticeFlag(1)) == []
