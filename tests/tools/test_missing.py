"""A test whose tools are missing is skipped at a developer's machine, and fails in CI."""

import pytest

from tests.missing import need_programs


def test_what_is_missing_skips_a_test_and_fails_it_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="not installed: no-such-program"):
        need_programs("no-such-program")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="not installed: no-such-program"):
        need_programs("no-such-program")


def test_what_is_installed_lets_a_test_run_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    need_programs("sh")
