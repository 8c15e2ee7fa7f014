"""Which receivers there are, by what hidapi lists."""

import sys

import pytest

from app.clock.links.hid import list_devices, open_device, receivers
from app.clock.links.serial import PortInfo


def found(path: object, serial: str = "", pid: int = 0x1000, words: str = "") -> dict[str, object]:
    return {
        "path": path,
        "vendor_id": 0x054C,
        "product_id": pid,
        "serial_number": serial,
        "product_string": words,
    }


def test_receivers_are_identified_by_place_and_model():
    one = found(b"1-2:1.0", words="Buzz")
    (info,) = receivers(lambda: [one, one])
    assert info == PortInfo("hid:1-2:1.0", "054c:1000@1-2:1.0", "Buzz", 0x054C, 0x1000, "buzz")
    keys = [info.key for info in receivers(lambda: [found(b"b", "S1"), found(b"a", pid=2)])]
    assert keys == ["054c:0002@a", "054c:1000/S1"]


def test_receivers_whose_path_changes_are_identified_by_order():
    for path in (b"DevSrvsID:4295", b"DevSrvsID:5000"):
        assert [receiver.key for receiver in receivers(lambda path=path: [found(path)])] == [
            "054c:1000#1"
        ]
    assert receivers(lambda: [{**found(None), "vendor_id": "?"}])[0].product == ""


class Hidapi:
    """The module, with one receiver on the bus."""

    def __init__(self) -> None:
        self.opened: list[bytes] = []

    def enumerate(self, vid: int, pid: int) -> list[dict[str, object]]:
        return [{"path": b"1-2", "vendor_id": vid, "product_id": pid}]

    def device(self) -> "Hidapi":
        return self

    def open_path(self, path: bytes) -> None:
        self.opened.append(path)


def test_without_hidapi_there_are_no_receivers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hid", None)
    assert list_devices() == ()


def test_with_hidapi_receivers_are_listed_and_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    module = Hidapi()
    monkeypatch.setitem(sys.modules, "hid", module)
    assert {device["path"] for device in list_devices()} == {b"1-2"}
    assert open_device(b"1-2") is module
    assert module.opened == [b"1-2"]
