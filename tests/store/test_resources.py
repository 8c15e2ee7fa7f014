from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.resources import resources_folder


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package folder elsewhere, as an installer lays it out."""
    package = tmp_path / "app"
    package.mkdir()
    return package


def test_a_checkout_has_its_resources_beside_the_package() -> None:
    assert (resources_folder() / "packets" / "sr2017.toml").is_file()


def test_a_wheel_has_its_resources_inside_the_package(package: Path) -> None:
    (package / "resources").mkdir()
    (package.parent / "resources").mkdir()

    assert resources_folder(package) == package / "resources"


def test_the_installed_program_has_its_resources_beside_the_package(package: Path) -> None:
    (package.parent / "resources").mkdir()

    assert resources_folder(package) == package.parent / "resources"


def test_an_installation_without_resources_is_reported(package: Path) -> None:
    with pytest.raises(StoreError, match="Flagfall’s own files are missing"):
        resources_folder(package)
