"""The strip above every page: which event, which round, how many games are out."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from app.engine.rounds.field import missing_results
from app.engine.state import Stage, State
from app.engine.text import counted
from app.ui.shell.find_box import FindBox
from app.ui.widgets.basics import NameLabel, label

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
        self.name = NameLabel(role="heading")
        self.facts = NameLabel(role="muted")
        for words in (self.name, self.facts):
            words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.round = label("", "pill")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(12)
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

    def offer(self, find: FindBox) -> None:
        """The field to find by, at the end."""
        self._row.addWidget(find)

    def show_event(self, state: State) -> None:
        settings, packet = state.settings, state.packet
        if settings is None or packet is None:
            return
        self.name.show_name(settings.name)
        size = f"{settings.size} points" if settings.size else "battlegroup"
        self.facts.show_name(f"{packet.name} · {size}")
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
