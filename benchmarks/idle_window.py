"""The wakes of the window's loop while nothing changes, and what they cost: on the start page,
and on each page of an event whose clocks are all paused. The loop should wake only once a minute.
"""

import os
import tempfile
from pathlib import Path

from app.__main__ import open_desk
from app.engine.acts.room import ActAtTables, RoomAct
from app.ui.application import put_aside
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import styled_application
from benchmarks.live_tables import ROOT, TABLES, Loop
from benchmarks.tablets import begun
from benchmarks.window_block import opened

IDLE_S = 20.0


def report_idle(loop: Loop, what: str) -> None:
    """Print how often the loop wakes per minute, and the share of a core that it uses, while
    nothing is done.
    """
    loop.run(2)
    share = loop.run(IDLE_S)
    wakes = 60 / IDLE_S * (loop.wakes - 1)
    print(f"idle_window: {what}: {wakes:.0f} wakes a minute, {share:.2%} of a core", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as name:
        folder = Path(name)
        os.environ["FLAGFALL_STATE"] = name  # notes about these files end with them
        path = folder / "tables.flagfall"
        begun(path, TABLES).stop()
        app = styled_application([])
        window = MainWindow(open_desk, AppPreferences(app, folder / "preferences.json"))
        window.opened.connect(put_aside)
        window.show()
        loop = Loop()
        report_idle(loop, "start page")
        opened(window, path)
        view = window.view
        assert view is not None
        view.client.ask(ActAtTables(RoomAct.PAUSE), then=lambda _reply: None)
        for page in view.page_keys:
            view.show_page(page)
            report_idle(loop, f"all clocks paused, page {page.value}")
        window.close_event()


if __name__ == "__main__":
    main()
