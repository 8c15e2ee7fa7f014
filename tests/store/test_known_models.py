"""The table of models that a laptop keeps between events."""

from pathlib import Path

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.parse.known import Known
from app.store.known_models import known_models, list_model_names, models_file, remember_models

LISTS = (
    ArmyList((ArmyRow("Doom Reavers", Kind.UNIT, 6, 6), ArmyRow("Gorman", Kind.SOLO, 2))),
    ArmyList((ArmyRow("Asked", Kind.SOLO, 2, otherwise=Kind.UNIT),)),
)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))


def test_what_lists_say_is_kept_once_and_what_the_organizer_writes_stays() -> None:
    assert known_models() == {}
    for _ in range(2):
        remember_models(LISTS, list_model_names(LISTS))
    text = models_file().read_text("utf-8")
    assert text == "Doom Reavers: unit of 6\nGorman: solo\n"
    models_file().write_text(f"# ours\n{text}Rangers: unit of 5\n", "utf-8")
    remember_models((ArmyList((ArmyRow("Eiryss", Kind.SOLO, 3),)),), {"eiryss": "Eiryss"})
    assert models_file().read_text("utf-8").endswith("Rangers: unit of 5\nEiryss: solo\n")
    assert known_models()["rangers"] == Known(Kind.UNIT, 5)


def test_a_table_that_cannot_be_read_or_written_costs_no_list(tmp_path: Path) -> None:
    models_file().parent.mkdir()
    models_file().write_bytes(b"\xff\xfe\xff")
    assert known_models() == {}
    models_file().unlink()
    models_file().mkdir()
    remember_models(LISTS, list_model_names(LISTS))
    assert known_models() == {}
