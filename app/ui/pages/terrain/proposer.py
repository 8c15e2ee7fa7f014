"""Random proposals of terrain, computed in a thread, so that the window never waits."""

import threading
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from app.engine.packet.scenario import Scenario
from app.engine.packet.terrain_rules import Method, TerrainRules
from app.engine.terrain.propose import propose


class TerrainProposer(QObject):
    """Proposals of terrain, computed in a thread. ``proposed`` carries a layout, or None if none
    was found; ``all_proposed`` carries such answers by the tables' numbers.
    """

    proposed = Signal(object)
    all_proposed = Signal(object)
    _ready = Signal(object)
    _all_ready = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._left = threading.Event()
        self._ready.connect(self.proposed)  # from thread to thread, so it is queued
        self._all_ready.connect(self.all_proposed)

    def ask(
        self, rules: TerrainRules, scenario: Scenario, seed: int, method: Method | None
    ) -> None:
        self._start(lambda: self._ready.emit(propose(rules, scenario, seed, method)))

    def ask_all(
        self,
        rules: TerrainRules,
        scenario: Scenario,
        seeds: Mapping[int, int],
        method: Method | None,
    ) -> None:
        """Compute a proposal for each table; ``seeds`` are their seeds by the tables' numbers."""

        def run() -> None:
            layouts = {}
            for table, seed in seeds.items():
                if self._left.is_set():
                    return
                layouts[table] = propose(rules, scenario, seed, method)
            self._all_ready.emit(layouts)

        self._start(run)

    def wait(self) -> None:
        """Stop computing and wait for the thread, which takes well under a second."""
        self._left.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _start(self, run: Callable[[], None]) -> None:
        self.wait()
        self._left.clear()
        self._thread = threading.Thread(target=run, name="terrain")
        self._thread.start()
