"""What winget and Homebrew are told of a release."""

import hashlib
from pathlib import Path

import pytest
import yaml

from app import VERSION
from app.store.newer_version import ADDRESS_FILE, LATEST_VERSION, latest_version
from tests.published import published
from tools.installer.address import SETTING, write_address
from tools.installer.listings import write

ADDRESS = "https://example.org/flagfall"


def test_the_winget_manifests_give_the_setups_address_and_checksum(tmp_path: Path) -> None:
    setup = tmp_path / f"flagfall-{VERSION}-windows.exe"
    setup.write_bytes(b"setup")
    manifests = {
        file.name: yaml.safe_load(file.read_text("utf-8"))
        for file in write(ADDRESS, tmp_path)
        if file.suffix == ".yaml"
    }
    assert {manifest["ManifestType"] for manifest in manifests.values()} == {
        "version", "installer", "defaultLocale"
    }  # fmt: skip
    assert {
        (manifest["PackageIdentifier"], manifest["PackageVersion"])
        for manifest in manifests.values()
    } == {("Flagfall.Flagfall", VERSION)}
    (installer,) = manifests["Flagfall.Flagfall.installer.yaml"]["Installers"]
    assert installer["InstallerUrl"] == f"{ADDRESS}/releases/download/v{VERSION}/{setup.name}"
    assert installer["InstallerSha256"] == hashlib.sha256(b"setup").hexdigest().upper()
    assert installer["ProductCode"] == "{6C7C1E0B-5D0E-4B0A-9D3F-2B1A7F0E5C41}_is1"


def test_the_homebrew_listing_covers_both_kinds_of_mac(tmp_path: Path) -> None:
    for kind in ("arm", "intel"):
        (tmp_path / f"flagfall-{VERSION}-macos-{kind}.dmg").write_bytes(kind.encode())
    file, _ = write(ADDRESS, tmp_path)
    text = file.read_text("utf-8")
    for kind in ("arm", "intel"):
        assert hashlib.sha256(kind.encode()).hexdigest() in text
    assert f'homepage "{ADDRESS}"' in text
    assert 'depends_on macos: ">= :sonoma"' in text


def test_older_programs_can_read_the_newest_version(tmp_path: Path) -> None:
    (tmp_path / f"flagfall-{VERSION}-windows.exe").write_bytes(b"setup")
    *_, file = write(ADDRESS, tmp_path)
    assert file.name == LATEST_VERSION.rsplit("/", 1)[1]
    with published(file.read_text("ascii")) as site:
        assert latest_version(site.address) == VERSION


def test_the_build_is_given_its_public_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(SETTING, raising=False)
    assert write_address(tmp_path) == []
    monkeypatch.setenv(SETTING, f"{ADDRESS}/")
    ((file, place),) = write_address(tmp_path)
    assert (Path(file).name, place) == (ADDRESS_FILE, "app/resources")
    assert Path(file).read_text("ascii") == ADDRESS
    monkeypatch.setenv(SETTING, "http://example.org/flagfall")
    with pytest.raises(SystemExit, match="https://"):
        write_address(tmp_path)


def test_no_listing_is_written_for_a_package_that_was_not_built(tmp_path: Path) -> None:
    assert write(ADDRESS, tmp_path) == []
