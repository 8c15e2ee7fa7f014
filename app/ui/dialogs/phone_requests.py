"""Players' requests from their phones, answered one by one or all at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.engine.acts.commands import Command, Refused
from app.engine.acts.phones import AskToDrop, SettleSignUps
from app.engine.acts.players import DropPlayer
from app.engine.acts.results import ReportResult
from app.engine.language import say
from app.engine.side import Side
from app.engine.text import shorten
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import clear, column_of, foot, grow, row_of
from app.ui.widgets.theme import DIALOG, Space, around
from app.views.event.phones import (
    DisputeRow,
    DropRow,
    PhoneRequests,
    ReportRow,
    SignUpRow,
    phone_requests,
)
from app.views.round.leaving import ways_to_leave

Row = TypeVar("Row")
LONGEST = 20  # letters of a name on a button
NOTHING = say("Nothing waits for you.")
SIGN_UPS, DROPS = say("Sign-ups"), say("Want to drop")
DISPUTES = say("Reports that differ")
REPORTS = say("Waiting for the opponent to confirm")


class PhoneRequestsDialog(Dialog):
    """Stays open while new requests come; each button answers one."""

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("From players’ phones"))
        self.resize(720, 480)
        self._client = client
        self._shown: PhoneRequests | None = None
        self.buttons: dict[str, QPushButton] = {}
        self.notice = label("", "warning", wraps=True)
        self.notice.hide()
        self._inside = QWidget()
        self._rows = column_of(on=self._inside, gap=Space.M, margins=around(Space.M))
        self.accept_all = button("", self._accept_all)
        self.close_button = button(say("&Close"), self.accept, kind="primary")
        self.close_button.setDefault(True)
        column_of(
            grow(make_scrollable(self._inside)),
            self.notice,
            foot(self.accept_all, self.close_button),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        client.changed.connect(self.show_requests)
        self.show_requests()

    @classmethod
    def ask(cls, client: DeskClient, parent: QWidget | None = None) -> None:
        dialog = cls(client, parent)
        dialog.exec()
        dialog.deleteLater()

    def show_requests(self) -> None:
        requests = phone_requests(self._client.state)
        if requests == self._shown:
            return
        self._shown = requests
        clear(self._rows)
        self.buttons = {}
        simple = len(requests.sign_ups) + len(requests.reports)
        self.accept_all.setVisible(simple > 1)
        self.accept_all.setText(say("&Accept all {count}", count=simple))
        self._group(DISPUTES, requests.disputes, self._dispute)
        self._group(REPORTS, requests.reports, self._report)
        self._group(DROPS, requests.drops, self._drop)
        self._group(SIGN_UPS, requests.sign_ups, self._sign_up)
        if not requests.count:
            self._rows.addWidget(label(NOTHING, "empty", wraps=True))
        self._rows.addStretch()

    def _group(self, title: str, rows: Sequence[Row], make: Callable[[Row], QVBoxLayout]) -> None:
        if rows:
            self._rows.addWidget(label(title, "heading"))
        for row in rows:
            self._rows.addLayout(make(row))

    def _sign_up(self, row: SignUpRow) -> QVBoxLayout:
        accept, decline = SettleSignUps((row.number,)), SettleSignUps((row.number,), accept=False)
        return self._row(
            row.name,
            (row.about, row.doubt),
            self._answer(say("Accept"), row.name, accept),
            self._answer(say("Decline"), row.name, decline),
        )

    def _drop(self, row: DropRow) -> QVBoxLayout:
        return self._row(
            row.name,
            (row.about,),
            self._answer(say("Drop"), row.name, DropPlayer(row.player)),
            self._answer(say("Decline"), row.name, AskToDrop(row.player, wanted=False)),
        )

    def _dispute(self, row: DisputeRow) -> QVBoxLayout:
        """Return one click rules for either report; anything else is entered at the results
        desk.
        """
        game = self._client.state.games[row.game]
        answers = []
        for side in Side:
            result = game.phoned.of(side)
            if result is not None:
                name = shorten(row.names.of(side), LONGEST)
                words = say("Rule for {name}", name=name)
                where = say("table {table}", table=row.table)
                answers.append(self._answer(words, where, ReportResult(row.game, result)))
        said = [
            say("{name}: {words}", name=row.names.of(side), words=row.said.of(side))
            for side in Side
        ]
        return self._row(say("Table {table}", table=row.table), said, *answers)

    def _report(self, row: ReportRow) -> QVBoxLayout:
        """Lay out a report with its buttons. The opponent may have no phone; the organizer takes
        the report's word for it.
        """
        return self._row(
            say("Table {table}", table=row.table),
            (say("{name}: {words}", name=row.by, words=row.said),),
            self._answer(
                say("Enter this result"),
                say("table {table}", table=row.table),
                ReportResult(row.game, row.result),
            ),
        )

    def _row(self, title: str, lines: Sequence[str], *answers: QPushButton) -> QVBoxLayout:
        name = label(title, wraps=True)
        about = [label(line, "muted", wraps=True) for line in lines if line]
        return column_of(
            row_of(grow(column_of(name, *about, gap=Space.NONE)), *answers, gap=Space.S),
            gap=Space.NONE,
        )

    def _answer(self, words: str, about: str, command: Command) -> QPushButton:
        made = button(words, partial(self._do, command))
        made.setAccessibleName(f"{words}: {about}")
        self.buttons[made.accessibleName()] = made
        return made

    def _accept_all(self) -> None:
        """Accept every sign-up and every report that only one player has made."""
        if self._shown is None:
            return
        sign_ups, reports = self._shown.sign_ups, self._shown.reports
        if sign_ups:
            self._do(SettleSignUps(tuple(row.number for row in sign_ups)))
        for row in reports:
            self._do(ReportResult(row.game, row.result))

    def _do(self, command: Command) -> None:
        """Carry out the command: the click was the organizer's word already, so a doubt is not
        asked about again. What becomes of a game that has not begun is.
        """
        if ways_to_leave(self._client.state, command):
            self._client.ask(command)
            return

        def show_reply(reply: object) -> None:
            self.notice.setText(reply.sentence if isinstance(reply, Refused) else "")
            self.notice.setVisible(isinstance(reply, Refused))

        self._client.ask(command, then=show_reply, insist=True)
