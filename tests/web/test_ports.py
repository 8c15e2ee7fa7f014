"""Ports that tests' servers are given."""

from tests.ports import kept_port


def test_no_two_tests_have_the_same_port() -> None:
    ports = list[int]()
    for _ in range(400):
        kept, port = kept_port()
        kept.close()
        ports.append(port)
    assert len(set(ports)) == 400
