"""What is published of newer versions is read from a real server, and nothing else is believed."""

import socket

import pytest

from app.store.newer_version import is_newer, latest_version, public_address
from tests.published import published


def test_the_latest_version_is_read_from_the_public_address() -> None:
    with published("0.2.0\n") as site:
        assert latest_version(site.address) == "0.2.0"
    ((path, headers),) = site.asked
    assert path == "/owner/flagfall/releases/latest/download/version.txt"
    assert set(headers) == {"Accept-Encoding", "Host", "User-Agent", "Connection"}
    assert headers["User-Agent"].startswith("Python-urllib/")


@pytest.mark.parametrize("text", ["", "<html>Log in to the hotel’s network</html>", "1.x", "٣"])
def test_text_that_is_no_version_number_is_ignored(text: str) -> None:
    with published(text) as site:
        assert latest_version(site.address) == ""


def test_a_missing_page_gives_no_version() -> None:
    with published("9.9.9", 404) as site:
        assert latest_version(site.address) == ""


def test_without_a_network_no_version_is_found() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        assert latest_version(f"http://127.0.0.1:{taken.getsockname()[1]}/flagfall") == ""


def test_a_server_that_never_answers_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/flagfall"
        assert latest_version(address, patience_s=0.1) == ""


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [
        ("0.2.0", "0.1.0", True),
        ("0.10", "0.9.9", True),
        ("1", "0.9.9", True),
        ("0.1.0", "0.1.0", False),
        ("0.1", "0.1.0", False),
        ("0.0.9", "0.1.0", False),
        ("", "0.1.0", False),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, than: str, newer: bool) -> None:
    assert is_newer(version, than) is newer


def test_a_checkout_has_no_public_address() -> None:
    assert public_address() == ""
