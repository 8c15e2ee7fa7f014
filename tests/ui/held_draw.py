"""A large draw in its own process that waits at its first step for the test. No Qt here."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from app.engine.draw.request import DrawRequest
from app.engine.rounds.draw_request import work_out
from tests.patience import LOOK_S

WHERE = "HELD_DRAW"
"""The environment's name for the file that holds the draw while it is there."""


def held_draw(asked: DrawRequest, tell: Callable[[object], None]) -> Iterator[object]:
    """As ``whole_draw``."""

    def told(step: object) -> None:
        tell(step)
        while Path(os.environ[WHERE]).exists():
            time.sleep(LOOK_S)

    yield work_out(asked, told)
