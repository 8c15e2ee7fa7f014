import json
import math
import os
import stat
from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.web.protocol.seal import as_printed, hash_secret
from app.web.server.secrets import Keys, keys_file
from tests.store.of_windows import held_from_reading
from tests.web.typed_secrets import TYPED


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return keys_file(tmp_path / "Cup.flagfall")


def opens(keys: Keys, table: int, typed: str) -> bool:
    """Whether a device that was given this secret makes the codes that the server expects."""
    return keys.table_key(table) == hash_secret(as_printed(typed))


def test_codes_belong_to_one_event_and_are_stored_beside_it(file: Path) -> None:
    assert file.name == "Cup.flagfall.tables.json"
    issued = Keys(file).issue([1, 2])
    again = Keys(file)
    assert opens(again, 1, issued[1])
    assert not opens(again, 2, issued[1])
    assert not opens(again, 3, "")
    assert not opens(again, 1, "")
    assert len(set(issued.values())) == 2


def test_a_code_is_as_hard_to_guess_as_128_bits_and_has_no_letters_that_look_alike(
    file: Path,
) -> None:
    codes = Keys(file).issue(range(1, 201)).values()
    letters = set("".join(codes))
    for look_alikes in ("0oO", "1iIlL", "uv"):
        assert len(letters & set(look_alikes)) == 1
    assert not any(letter.isupper() for letter in letters)
    assert all(len(code) * math.log2(len(letters)) >= 128 for code in codes)


def test_a_code_is_accepted_as_people_type_it_from_paper(file: Path) -> None:
    keys = Keys(file)
    issued = keys.issue(range(1, 51))
    zeros = {table: code for table, code in issued.items() if "0" in code and "1" in code}
    assert zeros
    for table, code in zeros.items():
        assert opens(keys, table, code.upper())
        assert opens(keys, table, code.replace("0", "O").replace("1", "l"))
        assert opens(keys, table, code.replace("0", "o").replace("1", "I"))
        assert opens(keys, table, f" {code[:13]}-{code[13:]} ")
        assert not opens(keys, table, code[:-1])
        assert not opens(keys, table, code.replace("0", "2"))


@pytest.mark.parametrize(("typed", "same"), TYPED)
def test_a_typed_secret_is_converted_to_the_printed_form(typed: str, same: str) -> None:
    assert as_printed(typed) == as_printed(same) == same


def test_a_code_from_an_older_program_is_accepted_only_exactly_as_printed(
    file: Path,
) -> None:
    printed = "WsNKoxQQ_D0ccWjkUY9KvQ"
    stored = {"tables": {"3": hash_secret(printed)}, "pin_salt": "", "pin_hash": ""}
    file.write_text(json.dumps(stored), encoding="utf-8")
    keys = Keys(file)
    assert opens(keys, 3, printed)
    assert not opens(keys, 3, printed.lower())
    assert not opens(keys, 3, printed.replace("0", "O"))


def test_neither_a_code_nor_the_pin_is_in_the_file(file: Path) -> None:
    keys = Keys(file)
    issued, pin = keys.issue([1]), keys.new_pin()
    text = file.read_text()
    assert issued[1] not in text
    assert pin not in json.loads(text).values()
    assert Keys(file).is_pin(pin)
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_reissuing_a_code_invalidates_only_the_old_one(file: Path) -> None:
    keys = Keys(file)
    old = keys.issue([1, 2])
    new = keys.issue([1])
    assert not opens(keys, 1, old[1])
    assert opens(keys, 1, new[1])
    assert opens(keys, 2, old[2])


def test_a_new_pin_invalidates_the_old_one(file: Path) -> None:
    keys = Keys(file)
    old, new = keys.new_pin(), keys.new_pin()
    assert len(new) == 6
    assert new.isdigit()
    assert keys.is_pin(new)
    assert old == new or not keys.is_pin(old)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"tables": 3}',
        '{"tables": {"a": 1}}',
        '{"tables": {}, "pin_salt": "", "pin_hash": "", "port": 1e400}',
        '{"more":' * 5_000,
    ],
)
def test_a_broken_file_lets_nobody_in(file: Path, text: str) -> None:
    file.write_text(text)
    keys = Keys(file)
    assert not opens(keys, 1, "")
    assert not keys.is_pin("")
    assert opens(keys, 1, keys.issue([1])[1])


@pytest.mark.parametrize("times", [3, 99])
def test_codes_in_a_file_that_another_program_holds_are_not_replaced(
    file: Path, times: int
) -> None:
    (secret,) = Keys(file).issue([1]).values()
    with held_from_reading(file, times):
        keys = Keys(file)
        assert opens(keys, 1, secret) is (times == 3)
        if times == 99:
            with pytest.raises(StoreError, match="not saved: another program has the file open"):
                keys.issue([2])
    if times == 99:
        with pytest.raises(StoreError, match="another program has the file open"):
            keys.issue([2])
    keys.issue([2])
    assert opens(Keys(file), 1, secret)


def test_codes_that_cannot_be_kept_are_reported_and_change_nothing(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "gone" / "Cup.flagfall.tables.json")
    with pytest.raises(StoreError, match="codes were not saved"):
        keys.issue([1])
    with pytest.raises(StoreError):
        keys.new_pin()
    assert not keys.tables
    assert not keys.pin_hash
