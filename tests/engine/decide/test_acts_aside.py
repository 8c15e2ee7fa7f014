"""Acts of a station that could not be added wait until the organizer has read them."""

from app.engine.acts.commands import Refused
from app.engine.acts.events import Record
from app.engine.acts.players import PlayerWarned
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import RoundFinished
from app.engine.acts.setup import CreateEvent
from app.engine.acts.stations.aside import ActSetAside, SettleActs
from app.engine.acts.stations.roles import ACTORS, NOT_YOURS, ROLE_WORDS, Role
from app.engine.acts.undo import Undone
from app.engine.decide import decide
from app.engine.evolve import fold
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.subjects.rights import may
from tests.engine.event import packets
from tests.remarked import written

BEGUN = CreateEvent(Settings("Cup", "sr2017", 75, 1), packets()["sr2017"])
SAME = written("Nothing changed: that was already set.").remark
ASIDE = ActSetAside(5, "Anna", "EO", written("a warning").remark, SAME)
MORE = ActSetAside(6, "Ben", "EO", written("a result").remark, written("Anna was first.").remark)


def state_of(*events: object) -> State:
    rows = (BEGUN, *events)
    return fold([Record(n, n, 5, "desk", "EO", event) for n, event in enumerate(rows, start=1)])


def test_any_kind_of_act_can_be_set_aside() -> None:
    assert decide(state_of(), ASIDE, 9) == (ASIDE,)
    assert state_of(ASIDE, MORE).acts_aside == (ASIDE, MORE)


def test_acts_set_aside_are_removed_once_read() -> None:
    state = state_of(ASIDE, MORE)
    assert decide(state, SettleActs(1), 9) == (SettleActs(1),)
    assert state_of(ASIDE, MORE, SettleActs(1)).acts_aside == (MORE,)
    for acts in (0, 3, -1):
        assert isinstance(decide(state, SettleActs(acts), 9), Refused)


def test_marking_acts_as_read_can_be_undone_but_setting_them_aside_cannot() -> None:
    state = state_of(ASIDE, SettleActs(1))
    assert [step.seq for step in state.done] == [3]
    assert state_of(ASIDE, SettleActs(1), Undone(3)).acts_aside == (ASIDE,)


def test_each_role_may_do_only_its_own_acts() -> None:
    result = ReportResult(1, Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(0, 0)))
    warned, finished = PlayerWarned(1, 1, "late"), RoundFinished(1, 5)
    assert [may(role, [result]) for role in Role] == [True, True, True, False]
    assert [may(role, [warned]) for role in Role] == [True, True, False, False]
    assert [may(role, [finished]) for role in Role] == [True, False, False, False]
    assert not may(Role.SCOREKEEPER, [result, warned])
    assert set(ACTORS) == set(ROLE_WORDS) == set(NOT_YOURS) == set(Role)
