"""Where other Pythons are found."""

import os
import sys
from pathlib import Path

import pytest

from tools.installer.by_pip import interpreter

posix = pytest.mark.skipif(os.name == "nt", reason="pyenv and links are for POSIX systems")
HERE = "{}.{}".format(*sys.version_info)


@posix
def test_a_python_kept_by_pyenv_is_found_even_if_it_is_not_active(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    kept = tmp_path / "versions" / f"{HERE}.999" / "bin" / f"python{HERE}"
    kept.parent.mkdir(parents=True)
    kept.symlink_to(sys.executable)
    assert interpreter(HERE) == kept


@posix
def test_a_python_elsewhere_is_found_by_uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / f"python{HERE}").symlink_to(Path(sys.executable).resolve())
    assert interpreter(HERE) == tmp_path / f"python{HERE}"


def test_a_python_that_is_not_installed_is_not_found() -> None:
    assert interpreter("3.99") is None
