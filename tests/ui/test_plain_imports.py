import builtins
import inspect
from pathlib import Path

import pytest

from app.__main__ import main
from app.ui import application

OF_WINDOWS = "imported_by_a_window"


def test_qt_reads_no_source_of_the_modules_that_a_window_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = set[str]()

    def getsource(module: object) -> str:
        read.add(getattr(module, "__name__", ""))
        return ""

    def run(*_: object, **__: object) -> int:
        __import__(OF_WINDOWS)
        return 0

    (tmp_path / f"{OF_WINDOWS}.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(builtins, "__import__", builtins.__import__)  # comes back afterwards
    monkeypatch.setattr(inspect, "getsource", getsource)
    monkeypatch.setattr(application, "run", run)
    assert main(["sample"]) == 0
    assert OF_WINDOWS not in read
