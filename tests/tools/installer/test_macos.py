"""Flagfall.app as macOS would see it: the recipe is followed with stand-ins for PyInstaller."""

import json
import plistlib
import re
import subprocess
import sys
from typing import Any

import pytest

from app.store.server.address import SUFFIX
from tools.environment import LOCK, ROOT

ENTITLEMENTS = ROOT / "tools/installer/macos.plist"
FOLLOWED = """
import json, sys
from types import SimpleNamespace
from PyInstaller.utils.hooks import copy_metadata
import app.ui.widgets.font, PySide6.QtSvg, tools.installer.icons, tools.installer.licences
sys.platform = "darwin"
library = "PySide6/Qt/lib/{0}.framework/Versions/A/{0}".format
files = [("QtCore", library("QtCore"), "SYMLINK"), ("QtNetwork", library("QtNetwork"), "SYMLINK")]
found = {}
def EXE(*_, **given):
    found[given["name"]] = {"console": given["console"]}
def COLLECT(*given, **_):
    found["files"] = [place for place, _, _ in given[-1]]
def BUNDLE(*_, **given):
    found["info"] = given["info_plist"]
given = {
    "SPECPATH": ".", "PYZ": list, "EXE": EXE, "COLLECT": COLLECT, "BUNDLE": BUNDLE,
    "Analysis": lambda *_, **__: SimpleNamespace(binaries=files, datas=[], pure=[], scripts=[]),
}
with open("build_installer.spec", encoding="utf-8") as recipe:
    exec(compile(recipe.read(), recipe.name, "exec"), given)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def followed() -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", FOLLOWED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_program_opens_in_front_and_appears_in_the_dock(followed: dict[str, Any]) -> None:
    assert followed["flagfall"] == {"console": False}
    assert followed["info"]["LSBackgroundOnly"] is False


def test_the_bundle_declares_every_language_the_program_ships(
    followed: dict[str, Any],
) -> None:
    """Without it the system's dialogs are English, and QLocale.system() is, whatever was chosen."""
    shipped = {file.stem for file in (ROOT / "resources/languages").glob("*.po")}
    assert shipped
    assert {*followed["info"]["CFBundleLocalizations"]} == {"en"} | shipped
    assert followed["info"]["CFBundleAllowMixedLocalizations"] is True


def test_event_files_belong_to_the_program(followed: dict[str, Any]) -> None:
    (document,) = followed["info"]["CFBundleDocumentTypes"]
    (exported,) = followed["info"]["UTExportedTypeDeclarations"]
    assert document["LSItemContentTypes"] == [exported["UTTypeIdentifier"]]
    endings = exported["UTTypeTagSpecification"]["public.filename-extension"]
    assert endings == [SUFFIX.removeprefix(".")]


def test_no_link_leads_to_a_library_that_is_left_out(followed: dict[str, Any]) -> None:
    assert "QtCore" in followed["files"]
    assert "QtNetwork" not in followed["files"]


def test_the_entitlements_are_plain_enough_for_codesign() -> None:
    """Its parser knows less of XML than others; comments may end the signing."""
    text = ENTITLEMENTS.read_bytes()
    assert b"<!--" not in text
    assert b"\r" not in text
    assert set(plistlib.loads(text).values()) == {True}


def test_macos_refuses_the_program_if_older_than_its_libraries_need(
    followed: dict[str, Any],
) -> None:
    wheels = re.findall(r"pyside6_essentials-[^/]*-macosx_(\d+)_(\d+)_", LOCK.read_text("utf-8"))
    newest = max(tuple(map(int, wheel)) for wheel in wheels)
    assert followed["info"]["LSMinimumSystemVersion"] == ".".join(map(str, newest))


def test_macos_can_say_why_the_program_uses_the_local_network(followed: dict[str, Any]) -> None:
    assert "Wi-Fi" in followed["info"]["NSLocalNetworkUsageDescription"]
