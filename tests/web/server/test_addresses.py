import re
import socket
import xml.etree.ElementTree as ET

import ifaddr
import pytest

from app.web.server.addresses import (
    local_addresses,
    qr_svg,
    reachable,
    room_sheet,
    sheets,
    table_address,
)

BASE = "http://192.168.1.20:8437"


def test_this_computer_has_at_least_its_own_address() -> None:
    found = local_addresses()
    assert found[-1] == "127.0.0.1"
    assert len(set(found)) == len(found)
    assert reachable(("10.0.0.2",), 8437, secure=True) == ("https://10.0.0.2:8437",)


@pytest.fixture
def without_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows the way to other networks, nor this computer's name."""

    def fails(*_: object, **__: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr(socket, "socket", fails)
    monkeypatch.setattr(socket, "getaddrinfo", fails)


@pytest.mark.usefixtures("without_way_out")
def test_a_network_with_only_a_switch_has_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    card = ifaddr.IP("10.77.5.1", 24, "eth0"), ifaddr.IP(("fe80::1", 0, 2), 64, "eth0")
    loop = (ifaddr.IP("127.0.0.1", 8, "lo"),)
    adapters = [ifaddr.Adapter("lo", "lo", [*loop]), ifaddr.Adapter("eth0", "eth0", [*card])]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    assert local_addresses() == ("10.77.5.1", "127.0.0.1")


@pytest.mark.usefixtures("without_way_out")
def test_without_any_network_only_the_local_address_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", list)
    assert local_addresses() == ("127.0.0.1",)


def test_a_sheet_contains_its_table_s_own_address() -> None:
    two, one = sheets(BASE, {12: "bbb", 3: "aaa"}, fingerprint="AB:CD")[::-1]
    assert (one.table, one.address) == (3, f"{BASE}/#table=3&secret=aaa")
    assert (two.table, two.fingerprint) == (12, "AB:CD")
    assert table_address(BASE, 1, "x").partition("#")[0] == BASE + "/"
    assert room_sheet(BASE, "k3j9").address == f"{BASE}/room#key=k3j9"


def test_a_code_is_a_square_image_with_a_quiet_zone() -> None:
    svg = ET.fromstring(qr_svg(f"{BASE}/#table=12&secret=0123456789012345678901"))
    _, _, width, height = (float(one) for one in svg.attrib["viewBox"].split())
    assert width == height >= 33 + 8
    assert "width" not in svg.attrib
    light = svg[0]
    assert light.attrib["fill"] == "#fff"
    first = re.search(r"M(\d+) (\d+)\.5", svg[1].attrib["d"])
    assert first is not None
    assert (first[1], first[2]) == ("4", "4")
