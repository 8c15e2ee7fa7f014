"""Random proposals for terrain, computed in a thread, so that the window never waits."""

import threading
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from app.engine.packet.scenario import Scenario
from app.engine.packet.terrain_rules import Method, TerrainRules
from app.engine.terrain.layout import Layout
from app.engine.terrain.propose import propose
from app.ui.deliveries import deliver_to


class TerrainProposer(QObject):
    """A thread that computes proposals for terrain. ``proposed`` carries a layout, or None if none
    was found. ``all_proposed`` carries a layout or None for each table, by the table's number.
    """

    proposed = Signal(object)
    all_proposed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._left = threading.Event()
        self._deliver = deliver_to(self._take)
        self._deliver_all = deliver_to(self._take_all)

    def ask(
        self, rules: TerrainRules, scenario: Scenario, seed: int, method: Method | None
    ) -> None:
        deliver = self._deliver

        def run(left: threading.Event) -> None:
            deliver(left, propose(rules, scenario, seed, method))

        self._start(run)

    def ask_all(
        self,
        rules: TerrainRules,
        scenario: Scenario,
        seeds: Mapping[int, int],
        method: Method | None,
    ) -> None:
        """Compute a proposal for each table. ``seeds`` holds the seeds by the tables' numbers."""

        deliver = self._deliver_all

        def run(left: threading.Event) -> None:
            layouts = {}
            for table, seed in seeds.items():
                if left.is_set():
                    return
                layouts[table] = propose(rules, scenario, seed, method)
            deliver(left, layouts)

        self._start(run)

    def wait(self) -> None:
        """Stop computing and wait for the thread, which takes well under a second. After that
        nothing is emitted.
        """
        self._left.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _start(self, run: Callable[[threading.Event], None]) -> None:
        self.wait()
        self._left = threading.Event()
        self._thread = threading.Thread(target=run, args=(self._left,), name="terrain")
        self._thread.start()

    def _take(self, left: threading.Event, layout: Layout | None) -> None:
        if not left.is_set():
            self.proposed.emit(layout)

    def _take_all(self, left: threading.Event, layouts: Mapping[int, Layout | None]) -> None:
        if not left.is_set():
            self.all_proposed.emit(layouts)
