import pytest

from app.engine.acts.events import Event, Record
from app.engine.acts.players import (
    ArmyEntered,
    DisqualifyPlayer,
    EditPlayer,
    EditPlayers,
    Entry,
    PlayerDropped,
    PlayersAdded,
    PlayersCheckedIn,
    PlayersCheckedOut,
    PlayerWarned,
    ReadmitPlayer,
)
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import (
    RoundDrawn,
    RoundFinished,
    RoundPublished,
    RoundStarted,
    ScenarioChosen,
    Seating,
)
from app.engine.acts.setup import CreateEvent, SetTerrain, SetTerrains, SettingsChanged, ShiftTimes
from app.engine.acts.table import Ruled, WithdrawResult
from app.engine.acts.undo import Undone
from app.engine.evolve import fold
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.terrain.layout import Layout
from app.store.packets.files import packets
from app.views.history.rows import describe
from app.views.history.words import act_words

PACKET = packets()["sr2017"]
SETTINGS = Settings("Club night", "sr2017", 75, 1)
ANN, BO = (1, Entry("Ann")), (2, Entry("Bo"))
DRAWN = RoundDrawn(1, 1, 7, (Seating(1, 4, Pair(1, 2)),), None, (), (), 1)
TIE = Result(None, How.TIE, Pair(0, 0), Pair(0, 0))


@pytest.fixture(scope="module")
def state() -> State:
    events = (CreateEvent(SETTINGS, PACKET), PlayersAdded((ANN, BO)), DRAWN)
    return fold([Record(n, n, n, "desk", "EO", one) for n, one in enumerate(events, start=1)])


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (SettingsChanged(SETTINGS, PACKET), "change of settings"),
        (SetTerrain(3, Layout()), "terrain of table 3"),
        (SetTerrains(((3, Layout()), (4, Layout()))), "terrain of 2 tables"),
        (ShiftTimes(60_000), "correcting the times"),
        (PlayersAdded((ANN,)), "adding 1 player"),
        (PlayersAdded((ANN, BO)), "adding 2 players"),
        (PlayersCheckedIn((1,)), "check-in of 1 player"),
        (PlayersCheckedOut((1, 2)), "check-in of 2 players"),
        (EditPlayer(1, Entry("Anne")), "edit of Ann"),
        (EditPlayers(((1, Entry("Anne")),)), "changes of 1 player"),
        (ArmyEntered(1, ()), "lists of Ann"),
        (PlayerDropped(2, 1), "drop of Bo"),
        (ReadmitPlayer(2), "return of Bo"),
        (DisqualifyPlayer(2, "cheating"), "disqualification of Bo"),
        (PlayerWarned(2, 1, "pausing"), "warning to Bo"),
        (DRAWN, "draw of round 1"),
        (ScenarioChosen(1, 2), "scenario of round 1"),
        (RoundPublished(1), "publishing round 1"),
        (RoundStarted(1, 0), "start of round 1"),
        (RoundFinished(1, 0), "end of round 1"),
        (ReportResult(1, TIE), "result of table 4"),
        (ReportResult(9, TIE), "result of a table no longer there"),
        (Ruled(1, 0, Side.RED, How.SCENARIO, "seen"), "ruling at table 4"),
        (WithdrawResult(1, "wrong", at_ms=0), "withdrawal at table 4"),
        (Undone(3), "last step"),
    ],
)
def test_every_act_has_its_description_for_undo(state: State, event: Event, words: str) -> None:
    assert act_words(state, event) == words


def test_acts_on_a_game_of_an_earlier_round_name_the_round(state: State) -> None:
    later = replace(state, rounds=(*state.rounds, replace(state.rounds[0], number=2, games=())))
    assert act_words(later, ReportResult(1, TIE)) == "result of table 4 of round 1"
    row = Record(9, 9, 9, "desk", "EO", ReportResult(1, TIE))
    assert describe(row, state).startswith("Table 4: result entered")
    assert describe(row, later).startswith("Table 4 of round 1: result entered")
