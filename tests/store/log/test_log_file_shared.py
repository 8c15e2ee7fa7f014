import subprocess
import sys
from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.log.event_log import EventLog, open_log
from tests.store.by_hand import change, fill

HOLDER = """
import sys
from pathlib import Path
from app.store.log.event_log import open_log
log = open_log(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def test_a_second_program_is_refused_until_the_first_is_killed(closed: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(closed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline().strip() == b"open"

    with pytest.raises(StoreError) as refused:
        open_log(closed)
    with open_log(closed, read_only=True) as reader:
        assert len(reader.records()) == 40

    assert str(refused.value).startswith(f"{closed} is already open in another Flagfall.")
    holder.kill()
    holder.communicate()
    with open_log(closed) as log:
        fill(log)


STATION = """
import sys
from pathlib import Path
from app.engine.acts.players import PlayerWarned
from app.store.errors import StoreError
from app.store.log.event_log import open_log
done = 0
while done < 25:
    try:
        with open_log(Path(sys.argv[1])) as log:
            log.append([PlayerWarned(1, 1, "")], at_ms=1, station=sys.argv[2], actor="EO")
            done += 1
    except StoreError as refused:
        assert "already open" in str(refused), refused
"""


@pytest.mark.long
def test_programs_that_open_and_close_together_never_overwrite_each_other(closed: Path) -> None:
    stations = [
        subprocess.Popen([sys.executable, "-c", STATION, str(closed), name]) for name in "ABC"
    ]

    assert [station.wait() for station in stations] == [0, 0, 0]
    with open_log(closed) as log:
        assert len(log.records()) == 40 + 3 * 25


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
def test_one_program_cannot_open_a_file_twice_under_any_name(
    log: EventLog, event_file: Path
) -> None:
    other_name = event_file.with_name("link")
    other_name.symlink_to(event_file)

    for name in (event_file, other_name):
        with pytest.raises(StoreError, match="already open in another Flagfall"):
            open_log(name)
    fill(log)


def test_a_file_can_be_opened_after_having_been_refused(closed: Path) -> None:
    change(closed, "PRAGMA user_version = 3")
    with pytest.raises(StoreError):
        open_log(closed)
    change(closed, "PRAGMA user_version = 2")

    open_log(closed).close()
