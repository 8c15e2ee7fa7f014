import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import msgspec

from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import StartClock
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.headless.recheck.verify import verify
from app.store.exports.digest import standings_digest, state_digest
from app.store.exports.event_export import export_event, import_event
from tests.engine.event import under_way
from tests.store.examples import GOLDEN
from tests.store.exports import checked

HASH_SEEDS = range(1, 4)


def test_the_digest_is_the_same_in_every_process() -> None:
    """Python hashes texts differently in each process, and sets are in another order then."""
    digests = {
        subprocess.run(
            [sys.executable, "-m", checked.__name__],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in HASH_SEEDS
    }
    assert digests == {state_digest(checked.everything_checked())}


def test_the_digest_covers_the_whole_state_as_json_with_sorted_keys() -> None:
    """With ten games and more, as the tenth stands before the second then."""
    state = replace(under_way(24).state, players=checked.everything_checked().players)
    plain = msgspec.to_builtins(state, str_keys=True)
    for player in plain["players"].values():
        player["checked"].sort()
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert state_digest(state) == sha256(text.encode()).hexdigest()


def test_rows_and_standings_have_the_digests_that_an_early_version_gave_them(
    event_file: Path, tmp_path: Path
) -> None:
    """Written down on 28 November 2026 of a file of an early version; no later one changes them."""
    shutil.copyfile(GOLDEN / "checkpoint.sqlite", event_file)
    rows = "a88e0e18785e3c7ab0b94cae84a1dce3"
    found = verify(event_file)
    assert found.chain == rows
    assert found.standings == "8650cff49241c6b5645d3528f553c451afc51b62dec213b544704b2f85a656af"
    assert [*found.lines()][2] == f"Rows up to 58: {rows}"

    export = tmp_path / "old.event.json"
    export.write_text(export_event(event_file), "utf-8")
    imported = import_event(export, tmp_path / "again.flagfall")
    assert imported.chain == rows
    assert verify(imported.file).standings == found.standings


def test_a_different_result_changes_the_digests_of_rows_standings_and_state() -> None:
    desk = under_way(4)
    digests = []
    for points in (5, 4):
        result = Result(Side.RED, How.SCENARIO, Pair(points, 0), Pair(9, 0))
        desk.do(ReportResult(1, result), insist=True)
        digests.append((standings_digest(desk.state), state_digest(desk.state)))
    assert not {*digests[0]} & {*digests[1]}


def test_starting_a_clock_changes_the_state_digest_but_not_that_of_the_standings() -> None:
    desk = under_way(4)
    before = standings_digest(desk.state), state_digest(desk.state)
    desk.do(StartClock(1, Side.RED))
    assert standings_digest(desk.state) == before[0]
    assert state_digest(desk.state) != before[1]
