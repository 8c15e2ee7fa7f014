"""The results of a fault: the acknowledged rows, and which of them are in the file afterwards."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct, field

from app.engine.acts.events import Record
from app.headless.recheck.verify import verify
from app.store.errors import StoreError
from app.store.log.codec import encode
from app.store.log.event_log import open_log

MOST_WORDS = 8
COLUMNS = ("Fault", "Cases", "Acknowledged", "Lost", "Wrong", "Told", "Minutes until play goes on")


class Outcome(Struct):
    """The results of one kind of fault. ``lost`` and ``wrong`` must be 0."""

    fault: str
    cases: int = 0
    acknowledged: int = 0
    lost: int = 0
    wrong: int = 0
    told: int = 0
    """The number of cases in which the organizer was told something."""
    seconds: float = 0.0
    """The longest time in seconds from a fault to the next row. If somebody has to end the fault,
    the time counts from then.
    """
    words: list[str] = field(default_factory=list)
    """Sentences about everything that was lost or wrong."""

    def note(self, case: str, faults: Sequence[str]) -> None:
        self.wrong += len(faults)
        self.words += [f"{self.fault}, {case}: {fault}" for fault in faults]

    def lose(self, case: str, rows: Sequence[int]) -> None:
        self.lost += len(rows)
        if rows:
            self.words.append(f"{self.fault}, {case}: lost rows {list(rows[:5])}")

    @property
    def passed(self) -> bool:
        return self.cases > 0 and not self.lost and not self.wrong


def digest(record: Record) -> str:
    """Return a digest of everything in a row."""
    said = (record.seq, record.act, record.at_ms, record.station, record.actor)
    text = f"{said} {encode(record.event)}"
    return blake2b(text.encode(), digest_size=8).hexdigest()


def count(
    outcome: Outcome,
    case: str,
    file: Path,
    acknowledged: Mapping[int, str | None],
    *,
    go_on: bool = True,
) -> None:
    """Open ``file`` as the organizer would, compare its rows with the acknowledged ones, and check
    the file completely. If the digest of a row is None, only its number is compared.
    """
    outcome.cases += 1
    outcome.acknowledged += len(acknowledged)
    try:
        with open_log(file) as log:
            rows = {record.seq: digest(record) for record in log.records()}
        faults = list(verify(file).faults)
    except StoreError as error:
        if not acknowledged:
            outcome.told += 1
            return
        outcome.lose(case, sorted(acknowledged))
        outcome.note(case, [str(error)])
        return
    outcome.lose(case, sorted(acknowledged.keys() - rows.keys()))
    changed = [seq for seq in rows if (acknowledged.get(seq) or rows[seq]) != rows[seq]]
    if sorted(rows) != list(range(1, len(rows) + 1)):
        faults.append("its rows are not numbered from 1 without gaps")
    outcome.note(case, [*(f"row {seq} is another" for seq in changed), *faults])


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the outcomes as a table in Markdown, followed by everything that was lost or wrong."""
    lines = [COLUMNS, tuple("---" for _ in COLUMNS)]
    for one in outcomes:
        numbers = (one.cases, one.acknowledged, one.lost, one.wrong, one.told)
        minutes = f"{one.seconds / 60:.3f}"
        lines.append((one.fault, *(f"{number:,}" for number in numbers), minutes))
    words = [word for one in outcomes for word in one.words[:MOST_WORDS]]
    return "\n".join([*(f"| {' | '.join(line)} |" for line in lines), *words])
