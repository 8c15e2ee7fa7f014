import json
from collections import Counter
from pathlib import Path

import pytest

from app.clock.timeline import SetTimeline
from app.desk import Desk
from app.engine.table_view import Condition, condition
from app.headless.sample import AHEAD_MS, make_sample, write_sample
from app.headless.verify import verify
from app.store.event_log import open_log

NOW_MS = 1_800_100_800_000


def test_the_sample_opens_in_its_third_round_with_clocks_that_go_on(tmp_path: Path) -> None:
    path = make_sample(tmp_path, NOW_MS)
    desk = Desk(lambda: open_log(path), timeline=SetTimeline(NOW_MS + AHEAD_MS // 2))
    try:
        state = desk.start().result(timeout=10).state
    finally:
        desk.stop()
    assert state.latest is not None
    assert state.latest.number == 3
    tables = Counter(condition(game) for game in state.games_of(state.latest))
    assert tables[Condition.PLAYING] >= 3
    assert tables[Condition.DONE] >= 2
    assert tables[Condition.JUDGE] == 1
    assert tables[Condition.GAP] == 0
    assert verify(path).faults == ()


@pytest.mark.long
def test_the_sample_played_out_leaves_sheets_and_standings(tmp_path: Path) -> None:
    written = write_sample(tmp_path)
    assert write_sample(tmp_path) == written  # what was there is replaced
    assert all(path.stat().st_size for path in written)
    found = verify(written[0])
    assert found.faults == ()
    event = json.loads((tmp_path / "standings.json").read_text(encoding="utf-8"))
    assert event["rounds"] == found.rounds
    assert len((tmp_path / "standings.csv").read_text(encoding="utf-8").splitlines()) == 1 + len(
        event["standings"]
    )
    sheet = (tmp_path / "round-1-pairings.html").read_text(encoding="utf-8")
    assert sheet.count("<tr>") == 1 + 24
