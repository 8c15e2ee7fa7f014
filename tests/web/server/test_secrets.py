import json
import os
import stat
from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.web.server.secrets import Keys, keys_file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return keys_file(tmp_path / "Cup.flagfall")


def test_the_codes_are_for_one_event_and_kept_beside_it(file: Path) -> None:
    assert file.name == "Cup.flagfall.tables.json"
    issued = Keys(file).issue([1, 2])
    again = Keys(file)
    assert again.opens(1, issued[1])
    assert not again.opens(2, issued[1])
    assert not again.opens(3, "")
    assert not again.opens(1, "")
    assert len(set(issued.values())) == 2
    assert all(len(one) >= 22 for one in issued.values())


def test_neither_a_code_nor_the_pin_is_in_the_file(file: Path) -> None:
    keys = Keys(file)
    issued, pin = keys.issue([1]), keys.new_pin()
    text = file.read_text()
    assert issued[1] not in text
    assert pin not in json.loads(text).values()
    assert Keys(file).is_pin(pin)
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_code_issued_anew_ends_the_old_one_and_no_other(file: Path) -> None:
    keys = Keys(file)
    old = keys.issue([1, 2])
    new = keys.issue([1])
    assert not keys.opens(1, old[1])
    assert keys.opens(1, new[1])
    assert keys.opens(2, old[2])


def test_a_new_pin_ends_the_old_one(file: Path) -> None:
    keys = Keys(file)
    old, new = keys.new_pin(), keys.new_pin()
    assert len(new) == 6
    assert new.isdigit()
    assert keys.is_pin(new)
    assert old == new or not keys.is_pin(old)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"tables": 3}', '{"tables": {"a": 1}}'])
def test_a_broken_file_lets_nobody_in(file: Path, text: str) -> None:
    file.write_text(text)
    keys = Keys(file)
    assert not keys.opens(1, "")
    assert not keys.is_pin("")
    assert keys.opens(1, keys.issue([1])[1])


def test_codes_that_cannot_be_kept_are_told_and_change_nothing(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "gone" / "Cup.flagfall.tables.json")
    with pytest.raises(StoreError, match="codes were not saved"):
        keys.issue([1])
    with pytest.raises(StoreError):
        keys.new_pin()
    assert not keys.tables
    assert not keys.pin_hash
