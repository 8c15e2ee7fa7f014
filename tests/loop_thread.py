"""A thread with a loop, for servers that tests ask from outside of it."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from tests.patience import PATIENCE_S

T = TypeVar("T")


class LoopThread:
    """Runs what it is given; ``close`` it in the end."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    def close(self, end: Coroutine[Any, Any, object]) -> None:
        """Do the last of it, then end the thread whatever came of that."""
        try:
            self.do(end)
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
