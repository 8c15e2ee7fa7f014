from collections.abc import Iterator

import pytest

from tests.firmware.bench import Clock


@pytest.fixture
def clock() -> Iterator[Clock]:
    """The reference clock's core, compiled for this machine."""
    made = Clock()
    yield made
    made.close()
