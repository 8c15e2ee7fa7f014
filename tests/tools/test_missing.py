"""A test whose tools are missing is skipped at a developer's machine, and fails in CI."""

import pytest

from tests.missing import need_programs


def test_a_missing_requirement_skips_a_test_but_fails_it_in_ci(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="not installed: no-such-program"):
        need_programs("no-such-program")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="not installed: no-such-program"):
        need_programs("no-such-program")


def test_an_installed_requirement_lets_a_test_run_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "true")
    need_programs("sh")
