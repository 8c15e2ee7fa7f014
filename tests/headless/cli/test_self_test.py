"""What the installed program finds wrong with itself."""

import psycopg
import pytest

from app.headless.cli import self_test


def test_the_libraries_for_a_server_are_in_order() -> None:
    assert self_test.server_faults() == ()


def test_a_library_that_does_not_know_its_version_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installer that leaves out what libraries tell of themselves: psycopg was then 0.0.0.0."""
    monkeypatch.setattr(psycopg, "__version__", "0.0.0.0")
    (fault,) = self_test.server_faults()
    assert "does not work" in fault


def test_a_keyring_without_a_system_backend_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_test, "entry_points", lambda *, group: ())
    (fault,) = self_test.server_faults()
    assert "passwords" in fault
