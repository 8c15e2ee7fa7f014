"""The tables that this station serves, and therefore runs unless another station does."""

from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any

from app.desk.log import Shared
from app.store.errors import StoreError

NONE: frozenset[int] = frozenset()


class ServedTables:
    """The tables that this station runs. Used in the desk's thread only."""

    def __init__(self, log: Shared[Any]) -> None:
        self._log = log
        self._served: dict[str, frozenset[int]] = {}

    def serve(self, what: str, tables: Iterable[int]) -> None:
        """Note which tables use ``what``, such as the tablets, from now on, and run them as `run`
        does.
        """
        served = frozenset(tables)
        if served != self._served.get(what, NONE):
            self._served[what] = served
            self.run()

    def run(self) -> None:
        """Run the served tables that no other station runs. A failure needs no handling, because
        this is called again every second.
        """
        served = NONE.union(*self._served.values())
        if served:
            with suppress(StoreError):
                self._log.run(served, take_over=False)

    def take_over(self, tables: Collection[int]) -> str:
        """Run these tables, whichever station has run them until now. Return an empty text, or a
        sentence if that is not possible.
        """
        try:
            self._log.run(tables, take_over=True)
        except StoreError as error:
            return f"{error}"
        return ""
