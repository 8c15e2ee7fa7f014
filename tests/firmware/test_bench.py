"""The clock's core, built for this machine, on a bench where a test sets the milliseconds."""

from pathlib import Path

import pytest

from dev import COMPILED
from tests.compiled import compiled
from tests.firmware.bench import core


def test_the_core_builds_without_a_warning() -> None:
    assert core()


def test_a_program_that_was_compiled_once_is_reused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(COMPILED, str(tmp_path))
    made = compiled("-O0", source="int main() { return 0; }")
    made.write_text("taken")
    assert compiled("-O0", source="int main() { return 0; }").read_text() == "taken"
    assert compiled("-O0", source="int main() { return 1; }") != made
    with pytest.raises(AssertionError, match="expected"):
        compiled("-O0", source="int main() {")
