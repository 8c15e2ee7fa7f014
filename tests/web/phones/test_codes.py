import json
from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.web.phones.codes import LENGTH, LETTERS, PlayerCodes, space_code
from app.web.server.secrets import Keys, keys_file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return keys_file(tmp_path / "Cup.flagfall")


def test_each_player_has_their_own_code_which_survives_a_restart(file: Path) -> None:
    codes = PlayerCodes(Keys(file)).codes(range(1, 129))
    assert len(set(codes.values())) == 128
    assert all(len(code) == LENGTH and set(code) <= set(LETTERS) for code in codes.values())
    again = PlayerCodes(Keys(file))
    assert again.codes(range(1, 129)) == codes
    assert again.is_code(5, codes[5])
    assert again.is_code(5, f" {codes[5][:3].lower()}-{codes[5][3:]} ")
    assert not again.is_code(6, codes[5])
    assert not again.is_code(5, "")
    assert space_code("K7MP2Q") == "K7M P2Q"


def test_no_code_appears_in_the_file(file: Path) -> None:
    codes = PlayerCodes(Keys(file))
    text = (codes.code(1), file.read_text())[1]
    assert codes.code(1) not in text
    assert codes.key(1, "phone-001") not in text


def test_another_event_has_other_codes(file: Path, tmp_path: Path) -> None:
    other = PlayerCodes(Keys(keys_file(tmp_path / "Other.flagfall")))
    assert other.codes((1, 2, 3)) != PlayerCodes(Keys(file)).codes((1, 2, 3))


def test_renewing_a_code_invalidates_only_the_old_one(file: Path) -> None:
    codes = PlayerCodes(Keys(file))
    before, key, sign_up = (
        codes.codes((1, 2)),
        codes.key(1, "phone-001"),
        codes.sign_up_key(1, "phone-001"),
    )
    codes.renew((1,))
    after = PlayerCodes(Keys(file))
    assert not after.is_code(1, before[1])
    assert after.key(1, "phone-001") != key
    assert after.is_code(1, codes.code(1))
    assert after.code(2) == before[2]
    assert after.sign_up_key(1, "phone-001") == sign_up
    assert sign_up not in {after.sign_up_key(2, "phone-001"), after.key(1, "phone-001")}


def test_new_table_codes_leave_the_players_codes_alone(file: Path) -> None:
    keys = Keys(file)
    code = PlayerCodes(keys).code(3)
    keys.issue([1])
    keys.new_pin()
    assert PlayerCodes(Keys(file)).code(3) == code


@pytest.mark.parametrize("phones", ['{"a": 1}', "3", '"x"'])
def test_a_broken_file_still_gives_usable_codes(file: Path, phones: str) -> None:
    stored = {"tables": {}, "pin_salt": "", "pin_hash": "", "phones": "s"}
    file.write_text(json.dumps(stored)[:-1] + f', "renewed": {phones}}}')
    assert PlayerCodes(Keys(file)).code(1)


def test_codes_that_cannot_be_kept_are_reported_and_change_nothing(tmp_path: Path) -> None:
    keys = Keys(tmp_path / "gone" / "Cup.flagfall.tables.json")
    with pytest.raises(StoreError, match="codes were not saved"):
        PlayerCodes(keys).code(1)
    assert not keys.phones
