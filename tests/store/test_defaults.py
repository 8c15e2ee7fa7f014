"""Values of fields that nobody has given: those that a file of an earlier version leaves out, and
those before anything has happened.
"""

from inspect import signature

import pytest

from app.store.exports.added import ExportForm
from app.store.faults import Fault
from app.store.log.glance import Glance
from app.store.log.log_file import Inspected
from app.store.outlets import Sent
from app.store.preferences import ClockPort, Preferences
from app.store.rescue.backups import BackupOutcome
from app.store.rescue.salvage import Salvaged, SalvagedRows
from app.store.tables.games import EventGames
from app.store.tables.roster import RosterPreview, RosterRow
from app.store.tables.sources import Found

LEFT_OUT = {
    BackupOutcome: "missing=False",
    ClockPort: "by_hand=False",
    EventGames: "has_points=True",
    ExportForm: "private=True",
    Fault: "times=1",
    Found: "event=False",
    Glance: "round_number=0 at_ms=0",
    Inspected: "journal=True rolled_back=False",
    Preferences: "wifi_clocks=False tablets=False tablets_secure=False tablets_hold_minutes=2"
    " zoom=100 board=False",
    RosterPreview: "above=0",
    RosterRow: "seat=0 captain=False number=0",
    Salvaged: "from_copies=0 is_end_known=False",
    SalvagedRows: "memory_bytes=0 doubtful_bytes=0 after=0 is_any_found=False",
    Sent: "asked=False",
}


@pytest.mark.parametrize(("kind", "values"), LEFT_OUT.items(), ids=lambda one: str(one)[:40])
def test_each_kind_of_data_has_the_expected_default_values(kind: type, values: str) -> None:
    given = signature(kind).parameters
    numbers = [f"{field.name}={field.default}" for field in given.values()
               if type(field.default) in {bool, int}]  # fmt: skip
    assert " ".join(numbers) == values
