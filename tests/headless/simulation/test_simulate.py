import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.results import How
from app.engine.acts.table import ChooseObjective, ClockStarted
from app.engine.evolve import fold
from app.engine.language import speak
from app.engine.packet.packet import ClockOut
from app.engine.state import Stage, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.headless.recheck.verify import verify
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.fake_players import fake_entries
from app.headless.simulation.simulate import MOST_ROUNDS, Played, SimulationPlan, simulate
from app.store.errors import StoreError
from app.store.exports.digest import state_digest
from app.store.log.event_log import open_log
from app.store.log.row_checks import SIZE, Stored
from tools.simulation.__main__ import main

pytestmark = pytest.mark.long


def kinds(path: Path) -> Counter[str]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT kind FROM log").fetchall()
    connection.close()
    return Counter(kind for (kind,) in rows)


def without_chain(row: Stored) -> tuple[object, ...]:
    """What the row says and its own checksum, without that of the rows before it."""
    *said, check = row
    return (*said, check[:SIZE])


def test_the_same_seed_plays_the_same_event_row_for_row(tmp_path: Path) -> None:
    plan = SimulationPlan(players=9, rounds=2, seed=4)
    one, two = tmp_path / "one.flagfall", tmp_path / "two.flagfall"
    first, second = simulate(plan, path=one), simulate(plan, path=two)
    assert state_digest(first.state) == state_digest(second.state)
    rows = []
    for path in (one, two):
        connection = sqlite3.connect(path)
        rows.append(connection.execute("SELECT * FROM log ORDER BY seq").fetchall())
        connection.close()
    assert [without_chain(row) for row in rows[0]] == [without_chain(row) for row in rows[1]]
    # Each file is an event of its own, to which its rows are chained.
    assert rows[0][-1] != rows[1][-1]
    assert state_digest(
        simulate(SimulationPlan(players=9, rounds=2, seed=5)).state
    ) != state_digest(first.state)


@pytest.mark.parametrize("clock_out", ClockOut)
def test_a_simulated_event_is_in_order_whatever_a_clock_out_does(
    clock_out: ClockOut, tmp_path: Path
) -> None:
    path = tmp_path / "event.flagfall"
    played = simulate(SimulationPlan(players=24, rounds=3, seed=8, clock_out=clock_out), path=path)
    found = verify(path)
    assert found.faults == ()
    assert found.notes == ()
    assert found.rows == played.rows
    assert found.games == found.results == len(played.state.games)
    assert all(round_.stage is Stage.FINISHED for round_ in played.state.rounds)


def test_a_simulated_event_contains_nearly_every_kind_of_act(tmp_path: Path) -> None:
    path = tmp_path / "event.flagfall"
    played = simulate(SimulationPlan(players=60, rounds=4, seed=4), path=path)
    expected = {
        "turn_ended", "interrupted", "handed_back", "clock_paused", "clock_resumed",
        "clock_adjusted", "flag_fell", "turn_scored", "claimed", "answered", "judge_called",
        "judge_left", "tallied", "ruled", "result_reported", "result_withdrawn", "undone",
        "player_dropped", "player_warned", "round_drawn",
    }  # fmt: skip
    assert expected <= set(kinds(path))
    ways = {one.how for game in played.state.games.values() if (one := final_result(game))}
    assert {How.SCENARIO, How.ASSASSINATION, How.CLOCK_OUT, How.CONCESSION, How.NO_SHOW} <= ways
    assert played.summary.startswith("61 players, 4 rounds, ")
    assert " × assassination" in played.summary
    assert played.summary.endswith(" per second.")


def late_choices(game: Game) -> list[ChooseObjective]:
    """The objectives chosen since the clock was started."""
    began = [mark.at_ms for mark in game.marks if isinstance(mark, ClockStarted)]
    chosen = [mark for mark in game.marks if isinstance(mark, ChooseObjective)]
    return [mark for mark in chosen if began and mark.at_ms > began[0]]


def test_some_objectives_are_entered_late_by_the_organizer_and_nothing_else_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player may choose only before the game (SR2015 and SR2017, Objectives)."""
    plan = SimulationPlan(players=8, rounds=2, seed=4, objectives=True)
    path = tmp_path / "event.flagfall"
    games = simulate(plan, path=path).state.games
    late = {number: late_choices(game) for number, game in games.items()}
    assert [mark.by for marks in late.values() for mark in marks] == [None, None]
    found = verify(path)
    assert (found.faults, found.notes) == ((), ())
    monkeypatch.setattr("app.headless.simulation.scripts.table._late_objective", lambda _: None)
    for number, game in simulate(plan).state.games.items():
        assert [mark for mark in games[number].marks if mark not in late[number]] == [*game.marks]


def test_each_row_is_echoed_once_it_is_durable() -> None:
    seen: list[int] = []
    played = simulate(SimulationPlan(players=4, rounds=1, seed=1), echo=seen.append)
    assert seen == list(range(1, played.rows + 1))


def test_the_command_line_simulates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "event.flagfall"
    asked = ["simulate", "--players", "6", "--rounds", "1", "--seed", "3", "-o", str(path)]
    assert main(asked) == 0
    assert "6 players, 1 round, 3 games" in capsys.readouterr().out
    assert main(["verify", str(path)]) == 0
    assert "Everything is in order." in capsys.readouterr().out
    assert main(asked) == 2
    assert "already there" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "1"], "2 to 2048 players"),
        (["--rounds", "99"], "1 to 12 rounds"),
        (["--rounds", "-1"], "0 is as many as the packet says"),
        (["--size", "33"], "has no size 33"),
        (["--players", "many"], "invalid int value"),
        (["--variant", "hailstorm"], "has no keyword hailstorm; it has battlegroup-only"),
        (["--variant", "rumble"], "has no keyword rumble"),
        (["--variant", "cut"], "Write cut=X with a number from 1 to 64."),
        (["--variant", "cut=0"], "Write cut=X with a number from 1 to 64."),
        (["--variant", "specialists=2"], "The keyword specialists has no number."),
        (["--packet", "sr2014", "--variant", "scenarios=2,99"], "numbers of scenarios"),
        (["--variant", "cut=4", "--variant", "finals-tables"], "who plays for the first places"),
        (["--rounds", "3", "--variant", "cut=4"], "3-Round Event and Cut to Top 4"),
        (["--variant", "no-tiebreakers"], "It needs Classic Turn Timing."),
    ],
)
def test_an_event_that_cannot_be_played_is_refused_in_one_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_invented_player_names_are_all_different() -> None:
    entries = fake_entries(512, SimulationDice("names"))
    assert len({entry.name for entry in entries}) == 512


@pytest.mark.long
@pytest.mark.parametrize("keyword", ["cut=4", "finals-tables", "x-rounds=3"])
def test_an_event_announced_with_keywords_is_played_by_them(
    keyword: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.flagfall"
    asked = ["simulate", "--players", "34", "--seed", "2", "--variant", keyword, "-o", str(path)]
    assert main(asked) == 0
    assert main(["verify", str(path)]) == 0
    with open_log(path, read_only=True) as log:
        rounds = fold(log.records()).rounds
    assert len(rounds) == (3 if keyword == "x-rounds=3" else 6)
    assert any(round_.cut for round_ in rounds) == (keyword == "cut=4")
    assert bool(rounds[-1].finals) == (keyword == "finals-tables")
    assert "Everything is in order." in capsys.readouterr().out


def test_a_keyword_may_need_the_timing_that_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["simulate", "--players", "4", "--rounds", "1", "--timing", "classic"]
    assert main([*asked, "--variant", "no-tiebreakers"]) == 0
    assert "4 players, 1 round" in capsys.readouterr().out


class Loud:
    """A language of capitals."""

    def gettext(self, message: str, /) -> str:
        return re.sub(r"(?<![{a-z_])[a-z]+(?![a-z_}])", lambda word: word[0].upper(), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def info(self) -> dict[str, str]:
        return {}


@pytest.fixture
def loud() -> Iterator[None]:
    speak(Loud())
    yield
    speak(None)


@pytest.mark.usefixtures("loud")
@pytest.mark.parametrize(
    "plan",
    [
        SimulationPlan(players=1),
        SimulationPlan(players=2, rounds=MOST_ROUNDS + 1),
        SimulationPlan(players=2, size=7),
    ],
)
def test_the_reason_a_plan_cannot_be_played_is_in_the_readers_language(
    plan: SimulationPlan,
) -> None:
    with pytest.raises(StoreError) as refused:
        simulate(plan)
    assert not re.search(" [a-z]", f"{refused.value}")


@pytest.mark.usefixtures("loud")
def test_the_summary_is_in_the_language_of_the_reader() -> None:
    words = Played(State(), 3_000, 2).summary
    assert words == "0 PLAYERS, 0 ROUNDS, 0 GAMES: .\n3000 ROWS IN 2 S, 1,500 PER SECOND."
