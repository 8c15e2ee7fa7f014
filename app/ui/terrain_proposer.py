"""Draws terrain by lot in a thread of its own, so that the window is never held up."""

import threading

from PySide6.QtCore import QObject, Signal

from app.engine.scenario import Scenario
from app.engine.terrain_proposal import propose
from app.engine.terrain_rules import Method, TerrainRules


class TerrainProposer(QObject):
    """``proposed`` carries a layout, or None where none was found."""

    proposed = Signal(object)
    _ready = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._ready.connect(self.proposed)  # from thread to thread, so it is queued

    def ask(
        self, rules: TerrainRules, scenario: Scenario, seed: int, method: Method | None
    ) -> None:
        self.wait()

        def run() -> None:
            self._ready.emit(propose(rules, scenario, seed, method))

        self._thread = threading.Thread(target=run, name="terrain")
        self._thread.start()

    def wait(self) -> None:
        """Return when nothing is being drawn any more, well within a second."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None
