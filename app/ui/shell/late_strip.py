"""Players who are checked in but not in the round, each with the button that seats them; always one
line.
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from app.engine.acts.draw import SeatLate
from app.engine.language import say
from app.engine.text import shorten
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import button, label
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.layout import clear, row_of
from app.ui.widgets.theme import CONTROL
from app.views.round.round import LatePlayer, late_players

NAMED = 3
LONGEST = 24
BYE = say("Give the bye")


class LateStrip(QWidget):
    """The line of what comes too late for its page. Where it ``keeps_place`` it has its place also
    while it is empty, so that nothing there moves.
    """

    def __init__(
        self, client: DeskClient, parent: QWidget | None = None, *, keeps_place: bool = True
    ) -> None:
        super().__init__(parent)
        self.setObjectName("lateStrip")
        self._client = client
        self._shown: tuple[LatePlayer, ...] = ()
        self.seats: dict[int, QPushButton] = {}
        self._row = row_of(on=self)
        room = self.sizePolicy()
        room.setRetainSizeWhenHidden(keeps_place)
        self.setSizePolicy(room)
        self.hide()
        self.setMinimumHeight(CONTROL)
        client.more_changed.connect(self.show_late)
        self.show_late()

    def show_late(self) -> None:
        late = late_players(self._client.state)
        if late != self._shown:
            self._shown = late
            self._fill(late)

    def _fill(self, late: Sequence[LatePlayer]) -> None:
        clear(self._row)
        self.seats = {}
        self.setVisible(bool(late))
        if not late:
            return
        self._row.addWidget(
            label(say("Not in round {round_number}:", round_number=late[0].round_number), "warning")
        )
        for late_player in late[:NAMED]:
            name = label(shorten(late_player.name, LONGEST))
            words = say("Seat") if late_player.plays else BYE
            seat = button(words, partial(self._seat, late_player))
            seat.setAccessibleName(f"{words}: {late_player.name}")
            seat.setToolTip(escape_tooltip(late_player.would))
            self.seats[late_player.number] = seat
            self._row.addWidget(name)
            self._row.addWidget(seat)
        if len(late) > NAMED:
            self._row.addWidget(label(say("and {late} more", late=len(late) - NAMED)))
        self._row.addStretch()

    def _seat(self, late_player: LatePlayer) -> None:
        """Seat a player; where the button says that it is the bye, nobody is asked about it
        again.
        """
        self._client.ask(SeatLate(late_player.number), insist=not late_player.plays)
