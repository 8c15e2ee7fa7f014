"""A sample of each fault costs no row, and the suite tells of a store that loses one."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.acts.commands import NotSaved
from app.engine.acts.events import Record
from app.engine.acts.table import TurnEnded
from app.engine.frozen import replace
from app.engine.side import Side
from tests.missing import need_programs
from tools.faults.outcome import Outcome, table
from tools.faults.player import ACKNOWLEDGED, Meeting
from tools.faults.power import SECTOR, File
from tools.faults.program import played, read_acknowledged
from tools.faults.suite import SMALL, SUITE, Trial, full_disk, power_cut

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="the disk is preloaded, as on Linux"),
]
SEED = 20261123


@pytest.fixture(autouse=True)
def _compiler() -> None:
    need_programs("gcc")


@pytest.mark.parametrize("fault", SUITE, ids=lambda fault: fault.__name__)
def test_a_fault_costs_no_acknowledged_row(
    tmp_path: Path, fault: Callable[[Trial], Outcome]
) -> None:
    outcome = fault(Trial(tmp_path, SEED, SMALL))
    assert outcome.passed, table([outcome])
    assert outcome.acknowledged > 0


def test_a_store_that_loses_one_acknowledged_row_is_reported(tmp_path: Path) -> None:
    outcome = full_disk(Trial(tmp_path, SEED, SMALL, player="tests.tools.faults.forgetful"))
    assert outcome.lost == 1
    assert not outcome.passed
    assert f"lost rows [{outcome.acknowledged}]" in table([outcome])


def test_a_power_cut_exposes_a_disk_that_lied_about_writing(tmp_path: Path) -> None:
    outcome = power_cut(Trial(tmp_path, SEED, replace(SMALL, cuts=4), lies=True))
    assert outcome.lost > 0


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        ("locks", "is on a drive where Flagfall cannot keep a second Flagfall from writing"),
        ("memory", "Other.flagfall is on a drive where an event cannot be written. Copy it to"),
    ],
)
def test_an_unsuitable_drive_is_named_and_nothing_is_left_on_it(
    tmp_path: Path, lacks: str, said: str
) -> None:
    """No other Flagfall has the event open there, and nothing needs to be plugged in."""
    with pytest.raises(RuntimeError, match=f"StoreError: .*{said}"):
        played(tmp_path / "play", SEED, 8, 2, lacks=lacks)
    assert not [*(tmp_path / "play/event").iterdir(), *(tmp_path / "play/other").iterdir()]


def test_the_next_fault_still_comes_if_the_last_caused_only_one_refusal(tmp_path: Path) -> None:
    """A slow disk may refuse once and then save, before anybody has made room."""
    meeting = Meeting(tmp_path, {1: "full", 2: "full"})
    row = Record(1, 1, 1_800_000_000_000, "desk", "EO", TurnEnded(1, 1, Side.RED))
    meeting.acknowledge([row])
    meeting.refused(NotSaved("The disk is full."))
    meeting.acknowledge([replace(row, seq=2)])
    assert read_acknowledged((tmp_path / ACKNOWLEDGED).read_text("utf-8")).met == ("full",) * 2


def test_any_unsynced_sector_may_survive_a_power_cut() -> None:
    class Dice:
        answers = iter((0.9, 0.1))

        def random(self) -> float:
            return next(self.answers)

    file = File(bytearray(b"a" * 2 * SECTOR), [(SECTOR - 2, b"bbbb")])
    cut = file.after_a_cut(Dice(), kept=0.5)
    assert cut == b"a" * SECTOR + b"bb" + b"a" * (SECTOR - 2)
