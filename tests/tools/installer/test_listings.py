"""What winget and Homebrew are told of a release."""

import hashlib
from pathlib import Path

import yaml

from app import VERSION
from tools.installer.listings import write

ADDRESS = "https://example.org/flagfall"


def test_winget_learns_where_the_setup_is_and_what_it_is_known_by(tmp_path: Path) -> None:
    setup = tmp_path / f"flagfall-{VERSION}-windows.exe"
    setup.write_bytes(b"setup")
    manifests = {
        file.name: yaml.safe_load(file.read_text("utf-8")) for file in write(ADDRESS, tmp_path)
    }
    assert {one["ManifestType"] for one in manifests.values()} == {
        "version", "installer", "defaultLocale"
    }  # fmt: skip
    assert {(one["PackageIdentifier"], one["PackageVersion"]) for one in manifests.values()} == {
        ("Flagfall.Flagfall", VERSION)
    }
    (installer,) = manifests["Flagfall.Flagfall.installer.yaml"]["Installers"]
    assert installer["InstallerUrl"] == f"{ADDRESS}/releases/download/v{VERSION}/{setup.name}"
    assert installer["InstallerSha256"] == hashlib.sha256(b"setup").hexdigest().upper()
    assert installer["ProductCode"] == "{6C7C1E0B-5D0E-4B0A-9D3F-2B1A7F0E5C41}_is1"


def test_homebrew_learns_of_both_kinds_of_mac(tmp_path: Path) -> None:
    for kind in ("arm", "intel"):
        (tmp_path / f"flagfall-{VERSION}-macos-{kind}.dmg").write_bytes(kind.encode())
    (file,) = write(ADDRESS, tmp_path)
    text = file.read_text("utf-8")
    for kind in ("arm", "intel"):
        assert hashlib.sha256(kind.encode()).hexdigest() in text
    assert f'homepage "{ADDRESS}"' in text
    assert 'depends_on macos: ">= :sonoma"' in text


def test_nothing_is_written_of_what_was_not_built(tmp_path: Path) -> None:
    assert write(ADDRESS, tmp_path) == []
