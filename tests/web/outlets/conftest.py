import pytest


@pytest.fixture(autouse=True)
def _own_laptop(own_laptop: object) -> None:
    """No test writes to the folder or the keyring of whoever runs it."""
