from pathlib import Path

import pytest

import app
from app.store.errors import StoreError
from app.store.resources import resources_folder


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package folder elsewhere, as an installer lays it out."""
    package = folder / "app"
    package.mkdir()
    monkeypatch.setattr(app, "__file__", str(package / "__init__.py"))
    return package


def test_a_checkout_has_its_resources_beside_the_package() -> None:
    assert (resources_folder() / "packets" / "sr2017.toml").is_file()


def test_a_wheel_has_them_inside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = installed(tmp_path, monkeypatch) / "resources"
    inside.mkdir()
    (tmp_path / "resources").mkdir()

    assert resources_folder() == inside


def test_the_installed_program_has_them_beside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch)
    (tmp_path / "resources").mkdir()

    assert resources_folder() == tmp_path / "resources"


def test_an_installation_without_them_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, monkeypatch)

    with pytest.raises(StoreError, match="Flagfall's own files are missing"):
        resources_folder()
