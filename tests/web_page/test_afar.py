"""A server far from the hall, with a line between them that drops (`afar`), in small."""

from pathlib import Path

import pytest

from tests.web_page import afar

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("_networks")]


def test_sign_ups_and_results_are_exchanged_exactly_once_over_an_unreliable_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(afar, "DOWN_S", 0.5)
    monkeypatch.setattr(afar, "UP_S", 1.0)
    said: list[str] = []
    afar.rehearse(tmp_path, said.append, people=6, rounds=2, pause_s=0.5)
    assert any("0 doubled" in line for line in said)
