"""The strip above every page: which event, which round, how many games are out."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.engine.round_plan import missing_results
from app.engine.state import Stage, State
from app.engine.wording import counted
from app.ui.as_typed import as_typed
from app.ui.pieces import label

STAGE_WORDS = {
    Stage.DRAWN: "drawn, not public",
    Stage.PUBLISHED: "published",
    Stage.STARTED: "under way",
    Stage.FINISHED: "finished",
}
STRIP = 30
"""The height of what the header makes room for, at least."""


class EventHeader(QFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.name = label("", "heading")
        self.facts = label("", "muted")
        self.round = label("", "pill")
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 10, 24, 10)
        row.setSpacing(16)
        row.addWidget(self.name)
        row.addWidget(self.facts)
        row.addStretch()
        row.addWidget(self.round)
        self._row = row
        row.addStrut(max(STRIP, self.name.sizeHint().height()))

    def hold(self, strip: QWidget) -> None:
        """Give ``strip`` its place here; it shows and hides itself, and moves nothing below."""
        if self._row.indexOf(strip) < 0:
            self._row.insertWidget(self._row.indexOf(self.round), strip, 1)

    def show_event(self, state: State) -> None:
        settings, packet = state.settings, state.packet
        if settings is None or packet is None:
            return
        name = settings.name if len(settings.name) <= 48 else settings.name[:47] + "…"
        self.name.setText(name)
        self.name.setToolTip(as_typed(settings.name))
        size = f"{settings.size} points" if settings.size else "battlegroup"
        self.facts.setText(f"{packet.name} · {size}")
        self.round.setText(round_words(state))


def round_words(state: State) -> str:
    """ "Round 2 under way · 3 games out"."""
    latest = state.latest
    if latest is None:
        return "No round yet"
    words = f"Round {latest.number} {STAGE_WORDS[latest.stage]}"
    if latest.stage is not Stage.STARTED:
        return words
    out = len(missing_results(state, latest))
    return f"{words} · {counted(out, 'game')} out" if out else f"{words} · all results in"
