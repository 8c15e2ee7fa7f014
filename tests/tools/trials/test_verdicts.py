"""What `verify` and `repair` say of a damaged file fits, whatever the damage."""

from pathlib import Path

import pytest

from tools.trials.corrupt_files import SEED, make
from tools.trials.verdicts import compare_many

SAMPLE = 40


@pytest.mark.long
def test_verify_and_repair_agree_on_any_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "state"))
    verdicts = compare_many(make(tmp_path, 8, 1), SAMPLE, SEED, tmp_path / "other")
    assert verdicts.wrong == []
    assert {"all there", "lost", "end unknown"} <= verdicts.said.keys()
