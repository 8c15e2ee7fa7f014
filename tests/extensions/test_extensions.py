"""Packages that add something to Flagfall, and packages that fail to."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.clock.drivers.catalog import PRODUCTS, added_products, all_products
from app.clock.drivers.driver import Identified
from app.engine.state import State
from app.extensions import ExtensionGroup, load_additions
from app.headless.cli.export_commands import export_command
from app.store.errors import StoreError
from app.store.exports.added import added_exports, write_added
from app.store.packets.files import added_packets, shelf
from tests.extensions.packages import EXAMPLES, install, install_module

MANUAL = EXAMPLES.parent


def test_without_other_packages_nothing_is_added_and_no_fault_is_reported() -> None:
    assert all_products() == PRODUCTS
    assert added_exports().found == added_exports().faults == ()


@pytest.mark.parametrize("added", [added_products, added_packets, added_exports])
def test_other_packages_are_looked_for_once(added: Callable[[], object]) -> None:
    assert added() is added()


def test_a_package_adds_a_driver_that_finds_its_clock(site: Path) -> None:
    install("flagfall-ticktock", site)

    product = all_products()[-1]
    driver = product.make()
    driver.opened(0)

    assert (product.name, added_products().faults) == ("ticktock", ())
    heard = driver.receive(b"T - 60 60\nT - 60 60\n", 1000)
    assert any(isinstance(message, Identified) for message in heard)
    driver.run(None, 2000)
    assert (driver.to_send(), driver.dead) == (b"S-\n", "")


def test_the_example_driver_package_matches_the_manual() -> None:
    manual = (MANUAL / "adding-a-clock.md").read_text("utf-8")
    driver, row = re.findall(r"```python\n(.*?)```", manual, re.S)[:2]
    packed = (EXAMPLES / "flagfall-ticktock" / "flagfall_ticktock.py").read_text("utf-8")

    without = packed.replace("from app.clock.drivers.catalog import Product\n", "")
    assert without == f"{driver}\n\nTICKTOCK = {row}"


def test_a_package_adds_an_export_to_the_command_line(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install("flagfall-scores", site)
    (form,) = added_exports().found

    assert (form.key, form.file, form.private) == ("scores", "CSV", True)
    assert export_command(["--help"]) == 0
    assert "scores" in capsys.readouterr().out


def test_a_package_adds_packets(site: Path) -> None:
    before = shelf()
    install("flagfall-club-packet", site)
    load_additions.cache_clear()

    known = shelf()

    assert known.packets["harbour"].name == "Harbour Rules"
    assert [*known.packets][: len(before.packets)] == [*before.packets]
    assert known.faults == before.faults


def test_the_example_packet_package_matches_the_manual() -> None:
    manual = (MANUAL / "writing-a-packet.md").read_text("utf-8")
    packed = EXAMPLES / "flagfall-club-packet" / "club_packet" / "harbour.toml"
    assert packed.read_text("utf-8") in manual


BROKEN = {
    "raises": ("raise ValueError('no such library')", "ValueError: no such library"),
    "ends": ("raise SystemExit(3)", "SystemExit: 3"),
    "lacks": ("import no_such_module_anywhere", "no_such_module_anywhere"),
    "wrong": ("ADDED = 12", "it is not of type Product"),
    "empty": ("", "ADDED"),
}


@pytest.mark.parametrize("module", BROKEN)
def test_a_broken_package_is_left_out_and_reported(site: Path, module: str) -> None:
    code, why = BROKEN[module]
    install_module(site, module, code, ExtensionGroup.DRIVERS.value)

    assert all_products() == PRODUCTS
    (fault,) = added_products().faults
    assert fault.startswith(f"“{module}” ")
    assert why in fault
    assert fault.endswith(f"Update or remove its package{', wrong' * (module == 'wrong')}.")


def test_an_addition_named_like_a_built_in_one_is_left_out(site: Path) -> None:
    code = "from app.clock.drivers.catalog import PRODUCTS\nADDED = PRODUCTS[0]\n"
    install_module(site, "copy_of_ours", code, ExtensionGroup.DRIVERS.value)

    assert all_products() == PRODUCTS


RAISING = """
from app.clock.drivers.catalog import Product

class Raising:
    product, baud, dead = "Raising", 9600, ""

    def receive(self, data, now_ms):
        raise RuntimeError("receive")

    def opened(self, now_ms):
        raise RuntimeError("opened")

ADDED = Product("raising", "Raising", 9600, Raising, listens=True)
"""


def test_a_driver_that_raises_is_dead_until_its_line_is_opened_again(site: Path) -> None:
    install_module(site, "raising", RAISING, ExtensionGroup.DRIVERS.value)
    driver = all_products()[-1].make()

    assert driver.dead == ""
    assert driver.receive(b"x", 1) == []
    assert driver.dead == ("“Raising” failed: RuntimeError: receive. Update or remove its package.")
    assert (driver.tick(2), driver.due_ms(), driver.to_send()) == ([], None, b"")
    driver.opened(3)
    assert "RuntimeError: opened" in driver.dead


def test_an_export_that_raises_is_reported(site: Path) -> None:
    code = (
        "from app.store.exports.added import ExportForm\n"
        "def make(state, tables): raise KeyError('games')\n"
        "ADDED = ExportForm('bad', 'Bad', 'Fails.', 'TXT', make)\n"
    )
    install_module(site, "bad_export", code, ExtensionGroup.EXPORTS.value)
    (form,) = added_exports().found

    with pytest.raises(StoreError, match="“Bad” failed: KeyError: 'games'"):
        write_added(form, State(), ())
