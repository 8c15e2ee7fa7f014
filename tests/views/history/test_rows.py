from collections.abc import Iterable

import pytest

from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.events import Event, Record, RowLost
from app.engine.acts.late import PressesCounted
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
from app.engine.acts.presses import PRESSED
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import (
    DiceDownCalled,
    RoundDrawn,
    RoundFinished,
    RoundLengthSet,
    RoundPublished,
    RoundStarted,
    ScenarioChosen,
    Seating,
)
from app.engine.acts.setup import (
    CreateEvent,
    SetTerrain,
    SetTerrains,
    SettingsChanged,
    ShiftTimes,
)
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    BringReinforcements,
    CallJudge,
    ChooseObjective,
    Claim,
    Claimed,
    ClockPaused,
    ClockStarted,
    DismissJudge,
    EnterTally,
    FlagFell,
    HandBack,
    Holding,
    Interrupt,
    PauseCause,
    PutDiceDown,
    Question,
    RemoveElement,
    ReopenGame,
    ResumeClock,
    Ruled,
    RuleOnStop,
    ScoreTurn,
    SwapSpecialists,
    TakeExtension,
    TurnEnded,
    WithdrawResult,
)
from app.engine.acts.undo import Redone, Undone
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.evolve import evolve, fold
from app.engine.formats.settings import Settings
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.terrain.layout import Layout
from app.store.packets.files import packets
from app.views.history.memory import HistoryMemory
from app.views.history.rows import (
    describe,
    happened_ms,
    is_undone,
    station_words,
    table_of,
    tables_used,
    who,
)
from tests.engine.random_commands import LYING
from tests.remarked import written

PACKET = packets()["sr2017"]
SCENARIO = PACKET.scenarios[2]
HUNTER = ArmyRow("Hunter", Kind.JACK, 6)
ELEMENT = SCENARIO.elements[0]
SETTINGS = Settings("Club night", "sr2017", 75, 1)
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
ADDED = PlayersAdded(tuple((n, Entry(name)) for n, name in enumerate(NAMES, start=1)))
DRAWN = RoundDrawn(1, 1, 7, (Seating(1, 4, Pair(1, 2)),), None, (), (), SCENARIO.number)
RED, BLUE = Side.RED, Side.BLUE
WIN = Result(RED, How.SCENARIO, Pair(7, 1), Pair(30, 20))


def log(events: Iterable[Event]) -> list[Record]:
    return [Record(n, n, n, "desk", "EO", one) for n, one in enumerate(events, start=1)]


def row(event: Event, actor: str = "EO", station: str = "desk", seq: int = 99) -> Record:
    """A row of a press that came in time, or of anything else."""
    at_ms = event.at_ms if isinstance(event, PRESSED) else 1000 * seq
    return Record(seq, seq, at_ms, station, actor, event)


STATE = fold(log((CreateEvent(SETTINGS, PACKET), ADDED, DRAWN, ClockStarted(1, 4, RED))))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (CreateEvent(SETTINGS, PACKET), "Event created: Club night, Steamroller 2017, 75 points"),
        (
            SettingsChanged(SETTINGS, PACKET),
            "Settings changed: Club night, Steamroller 2017, 75 points",
        ),
        (SetTerrain(3, LYING), "Terrain of table 3 set, 1 piece"),
        (SetTerrain(3, Layout()), "Terrain of table 3 taken away"),
        (SetTerrains(((3, LYING), (4, LYING))), "Terrain set, tables 3 and 4"),
        (SetTerrains(tuple((n, LYING) for n in range(1, 10))), "Terrain set, 9 tables"),
        (ShiftTimes(-26 * 3_600_000), "Times corrected, 26 h earlier"),
        (ShiftTimes(60_000, 5), "Times corrected, 1 min later since a break in the event"),
        (ShiftTimes(60_000, 0, 9), "Times corrected, 1 min later before a break in the event"),
        (PlayersAdded(((7, Entry("Gus")),)), "Added: Gus (number 7)"),
        (PlayersAdded(()), "Added: nobody"),
        (PlayersCheckedIn((1, 2)), "Checked in: Ann and Bo"),
        (PlayersCheckedIn((1, 2, 3, 4, 5)), "Checked in: Ann, Bo, Cy, Di and 1 other"),
        (PlayersCheckedIn((1, 2, 3, 4, 5, 6)), "Checked in: Ann, Bo, Cy, Di and 2 others"),
        (PlayersCheckedOut((9,)), "Check-in taken back: Player 9"),
        (EditPlayer(1, Entry("Anne", "", "Cryx")), "Number 1 is now Anne, Cryx"),
        (EditPlayer(1, Entry("Anne", sign_up="4711")), "Number 1 is now Anne, #4711"),
        (EditPlayers(((2, Entry("Bea")),)), "Changed: Bea (number 2)"),
        (
            ArmyEntered(1, (ArmyList(),), (written("Too dear").remark,)),
            "1 list of Ann entered, 1 doubt accepted",
        ),
        (ArmyEntered(1, (ArmyList(), ArmyList())), "2 lists of Ann entered"),
        (PlayerDropped(1, 2), "Ann dropped after round 2"),
        (PlayerDropped(1, 0), "Ann dropped before round 1"),
        (ReadmitPlayer(1), "Ann is in the event again"),
        (DisqualifyPlayer(1, "Loaded dice"), "Ann was disqualified: Loaded dice"),
        (PlayerWarned(1, 2, "Slow play"), "Ann was warned in round 2: Slow play"),
        (PlayerWarned(1, 0, "Slow play"), "Ann was warned: Slow play"),
        (DRAWN, f"Round 1 drawn: 1 game; scenario {SCENARIO.name}; seed 7, attempt 1"),
        (
            RoundDrawn(2, 2, 0, (), 3, (1,), (), 77),
            "Round 2 set by hand again: 0 games; Cy has the bye; paired down: Ann; scenario 77",
        ),
        (ScenarioChosen(1, SCENARIO.number), f"Scenario of round 1: {SCENARIO.name}"),
        (RoundPublished(1), "Round 1 published"),
        (RoundStarted(1, 5), "Round 1 started"),
        (RoundLengthSet(1, 6_000_000), "Round 1: length set by hand"),
        (DiceDownCalled(1, 5), "Round 1: dice down"),
        (RoundFinished(1, 5), "Round 1 finished"),
        (Undone(50), "Undone: an earlier step"),
        (Redone(50), "Redone: an earlier step"),
        (RowLost(written("a turn at table 4").remark), "Lost in a damaged file: a turn at table 4"),
        (
            ReportResult(1, WIN),
            "Table 4: result entered: Ann wins by scenario, CP 7–1, AP 30–20",
        ),
    ],
)
def test_every_act_of_the_organizer_is_described_in_a_sentence(event: Event, words: str) -> None:
    assert describe(row(event), STATE) == words


def test_a_terrain_row_belongs_to_its_table() -> None:
    assert table_of(row(SetTerrain(3, LYING)), STATE) == 3


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ClockStarted(1, 5, BLUE), "clock started, Bo goes first"),
        (TurnEnded(1, 5, RED), "Ann tapped"),
        (Interrupt(1, at_ms=5), "clock lent to the opponent"),
        (HandBack(1, at_ms=5), "clock handed back"),
        (ClockPaused(1, 5, PauseCause.EO, "Rules"), "clock paused (Rules)"),
        (ClockPaused(1, 5, PauseCause.EO, ""), "clock paused"),
        (
            ClockPaused(1, 5, PauseCause.GAP, "", 65_000),
            "clock paused: nobody kept the time for 1:05",
        ),
        (
            ClockPaused(1, 5, PauseCause.GAP, "", 65_000, gap_known=False),
            "clock paused: nobody kept the time for 1:05, by the computer’s clock",
        ),
        (ResumeClock(1, at_ms=5), "clock resumed"),
        (AdjustClock(1, RED, 120_000, "Late", at_ms=5), "Ann’s clock +2:00 (Late)"),
        (AdjustClock(1, BLUE, -30_000, "", at_ms=5), "Bo’s clock −0:30"),
        (AdjustClock(1, BLUE, 0, "", at_ms=5), "Bo’s clock +0:00"),
        (FlagFell(1, 5, BLUE), "Bo’s clock ran out"),
        (
            ScoreTurn(1, RED, 7, (Holding(ELEMENT.key, BLUE), Holding("?", RED)), False, at_ms=5),
            f"Bo’s turn 2 scored: {ELEMENT.name} for Bo, ? for Ann",
        ),
        (
            ScoreTurn(1, RED, 7, (Holding(ELEMENT.key, BLUE, Held.DOMINATED),), False, at_ms=5),
            f"Bo’s turn 2 scored: {ELEMENT.name} dominated for Bo",
        ),
        (ScoreTurn(1, RED, 6, (), False, at_ms=5), "Ann’s turn 2 scored: nothing"),
        (ScoreTurn(1, RED, 6, (), True, at_ms=5), "Ann’s turn 2 scored: caster in the kill box"),
        (Claimed(1, 5, RED, Claim.CASTER, BLUE), "Ann says that Bo’s last caster is destroyed"),
        (
            Claimed(1, 5, RED, Claim.BOTH_CASTERS, BLUE),
            "Ann says that both sides’ casters are destroyed",
        ),
        (
            Claimed(1, 5, RED, Claim.BATTLEGROUP, BLUE),
            "Ann says that Bo’s battlegroup is destroyed",
        ),
        (Claimed(1, 5, RED, Claim.NO_MODELS, BLUE), "Ann says that Bo has no models left"),
        (Claimed(1, 5, RED, Claim.SCENARIO, RED), "Ann says that Ann has won by scenario"),
        (Claimed(1, 5, BLUE, Claim.CONCESSION, BLUE), "Bo says that Bo concedes"),
        (Answer(1, BLUE, Question.CLAIM, True, at_ms=5), "Bo agrees to the claim"),
        (Answer(1, BLUE, Question.CLAIM, False, at_ms=5), "Bo does not agree to the claim"),
        (
            Answer(1, RED, Question.CLOCK_OUT, True, at_ms=5),
            "Ann says the scenario was won before the clock ran out",
        ),
        (
            Answer(1, RED, Question.CLOCK_OUT, False, at_ms=5),
            "Ann says the scenario was not won before the clock ran out",
        ),
        (Answer(1, RED, Question.RESULT, True, at_ms=5), "Ann confirms the result"),
        (Answer(1, RED, Question.RESULT, False, at_ms=5), "Ann does not confirm the result"),
        (
            RelabelPress(1, None, 5, True, at_ms=65_005),
            "the switch 1:05 before was an interrupt",
        ),
        (
            RelabelPress(1, None, 5, False, at_ms=65_005),
            "the switch 1:05 before was the end of a turn",
        ),
        (PressesCounted(1, "tablet"), "late presses count"),
        (PressesCounted(1, "tablet", 5), "late presses count, the clock paused"),
        (CallJudge(1, RED, at_ms=5), "Ann called the judge"),
        (CallJudge(1, None, at_ms=5), "judge called"),
        (DismissJudge(1, at_ms=5), "the judge is done"),
        (RuleOnStop(1, RED, at_ms=5), "Ann stopped the clock, according to the organizer"),
        (
            SwapSpecialists(1, RED, RED, (HUNTER,), (), at_ms=5),
            "Ann plays nothing for Hunter",
        ),
        (ChooseObjective(1, RED, RED, "Armory", at_ms=5), "Ann brings the objective Armory"),
        (ChooseObjective(1, None, RED, "", at_ms=5), "Ann’s choice of an objective taken back"),
        (BringReinforcements(1, RED, RED, (HUNTER,), at_ms=5), "Ann’s reinforcements: Hunter"),
        (BringReinforcements(1, RED, RED, (), at_ms=5), "Ann’s reinforcements taken back"),
        (RuleOnStop(1, None, at_ms=5), "no player is to blame, according to the organizer"),
        (
            ScoreTurn(1, None, 7, (), False, Pair(0, 3), "The marker had moved", at_ms=5),
            "Bo’s turn 2 scored: 0–3 as entered (The marker had moved)",
        ),
        (TakeExtension(1, RED, at_ms=5), "Ann extended the turn"),
        (PutDiceDown(1, at_ms=5), "dice down"),
        (RemoveElement(1, RED, "zone-1", at_ms=5), f"{SCENARIO.elements[0].name} left the table"),
        (
            EnterTally(1, RED, Pair(10, 20), None, None, at_ms=5),
            "table counted: army points destroyed 10–20",
        ),
        (
            EnterTally(1, None, Pair(10, 20), Pair(1, 0), Pair(3, 4), at_ms=5),
            "table counted: army points destroyed 10–20, casters left 1–0, on the table 3–4",
        ),
        (
            Ruled(1, 5, BLUE, How.ASSASSINATION, "Dice seen"),
            "ruling: Bo wins by assassination (Dice seen)",
        ),
        (Ruled(1, 5, None, How.TIE, "Fire alarm"), "ruling: Tie (Fire alarm)"),
        (ReopenGame(1, "Misread", at_ms=5), "game reopened (Misread)"),
        (WithdrawResult(1, "Typo", at_ms=5), "result taken back (Typo)"),
    ],
)
def test_every_table_event_is_described_in_a_sentence(event: Event, words: str) -> None:
    assert describe(row(event), STATE) == f"Table 4: {words}"


def test_an_event_of_an_unknown_game_still_says_what_happened() -> None:
    scored = ScoreTurn(9, RED, 7, (Holding("zone", BLUE),), False, at_ms=5)
    assert describe(row(scored), STATE) == "A table no longer there: Turn 2 scored: zone for Blue"
    assert describe(row(TurnEnded(9, 5, RED)), STATE) == "A table no longer there: Red tapped"


def test_rows_about_a_discarded_draw_keep_their_names() -> None:
    memory = HistoryMemory()
    memory.learn(log((CreateEvent(SETTINGS, PACKET), ADDED, DRAWN)))
    tapped = row(TurnEnded(1, 5, BLUE), actor="Blue", station="table 4")
    assert describe(tapped, State(), memory) == "Table 4: Bo tapped"
    assert who(tapped, State(), memory) == "Bo (Blue)"
    assert table_of(tapped, State(), memory) == 4
    assert tables_used(memory) == (4,)


def test_without_a_packet_a_scenario_is_shown_by_number() -> None:
    assert describe(row(ScenarioChosen(1, 3)), State()) == "Scenario of round 1: 3"


def test_an_undo_row_names_the_act_it_reverted() -> None:
    memory = HistoryMemory()
    dropped = row(PlayerDropped(1, 1), seq=5)
    undone = row(Undone(5), seq=6)
    assert not memory.learn([dropped])
    assert not is_undone(dropped, memory)
    assert memory.learn([undone])
    assert is_undone(dropped, memory)
    assert not is_undone(undone, memory)
    assert describe(undone, STATE, memory) == "Undone: drop of Ann"
    assert memory.learn([row(Redone(5), seq=7)])
    assert not is_undone(dropped, memory)


def test_a_players_event_inside_an_undone_act_is_not_undone() -> None:
    memory = HistoryMemory()
    flag = Record(5, 5, 5, "desk", "EO", FlagFell(1, 5, RED))
    ruling = Record(6, 5, 5, "desk", "EO", Ruled(1, 5, RED, How.TIE, "So"))
    memory.learn([flag, ruling, row(Undone(5))])
    assert not is_undone(flag, memory)
    assert is_undone(ruling, memory)


def test_the_actor_is_named_in_words() -> None:
    assert who(row(RoundPublished(1)), STATE) == "Organizer"
    assert who(row(TurnEnded(1, 5, RED), actor="Red"), STATE) == "Ann (Red)"
    assert who(row(TurnEnded(9, 5, RED), actor="Red"), STATE) == "Red"
    assert who(row(FlagFell(1, 5, RED), actor="Flagfall"), STATE) == "Flagfall"


def test_a_late_event_is_dated_before_its_row() -> None:
    assert happened_ms(row(TurnEnded(1, 5, RED))) == 5
    assert happened_ms(row(RoundPublished(1))) == 99_000


def test_a_very_long_name_leaves_room_for_what_happened() -> None:
    state = fold(log((PlayersAdded(((1, Entry("Ann " * 50)),)),)))
    said = describe(row(PlayerDropped(1, 2)), state)
    assert said.endswith("Ann… dropped after round 2")
    assert len(said) < 70


def test_a_lost_row_changes_nothing_and_cannot_be_undone() -> None:
    rows = [row(RowLost(written("a turn at table 4").remark))]
    assert fold(rows) == fold([])
    assert evolve(STATE, rows[0]) == STATE


@pytest.mark.parametrize(
    ("station", "words"),
    [
        ("desk", "Desk"),
        ("desk Anna’s laptop", "Anna’s laptop"),
        ("table 4", "Table 4"),
        ("tablet 4-0f3a/12", "Tablet 4-0f3a/12"),
        ("EO at table 2", "EO at table 2"),
        ("EO's tablet", "EO’s tablet"),
        ("phone", "Phone"),
        ("", ""),
    ],
)
def test_the_origin_of_an_act_is_described_in_words(station: str, words: str) -> None:
    assert station_words(station) == words
