"""The dialog for publishing: the places where results appear, whether each is updated
automatically, and their states.
"""

from concurrent.futures import Future
from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit, QListWidget, QMenu, QWidget

from app.engine.language import say
from app.store.outlets import MOST_OUTLETS, Outlet, OutletKind, new_outlet, secret_of
from app.ui.clients.desk import DeskClient
from app.ui.clients.publishing import PublishingClient
from app.ui.deliveries import deliver_to
from app.ui.dialogs.chooser import choose_folder
from app.ui.publish.words import state_words
from app.ui.widgets.basics import button, label, restyle
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, caption_for, column_of, grid_of, grow, row_of
from app.ui.widgets.theme import DIALOG, Space
from app.web.outlets.failures import Later, MaybeSent, Stopped, UnknownKey
from app.web.outlets.sender import OutletStage

ABOUT = say(
    "Pairings, standings and results after each round: as web pages to a folder or a web server, or"
    " as a message to a chat. Nothing here is needed on the day, and nothing waits for it."
)
HOW = {
    OutletKind.FOLDER: say(
        "Files on this computer, a USB stick or a folder that a sync program uploads."
    ),
    OutletKind.SFTP: say(
        "Most web hosts offer it. Ask your provider for the server, the user and the folder."
    ),
    OutletKind.WEBDAV: say("Nextcloud and many web hosts offer it. Enter the folder’s address."),
    OutletKind.DISCORD: say(
        "In Discord: Edit channel, Integrations, Webhooks, New webhook, Copy webhook URL."
    ),
    OutletKind.SLACK: say("At api.slack.com/apps: your app, Incoming Webhooks, Add New Webhook."),
    OutletKind.MATTERMOST: say("In Mattermost: Integrations, Incoming Webhooks, Add."),
}
HINTS = {
    OutletKind.FOLDER: say("A folder"),
    OutletKind.SFTP: "www.club.example:22/open",
    OutletKind.WEBDAV: "https://cloud.club.example/open",
}
SECRET_KEPT = say("Saved in this computer’s keyring")
PICTURES = say(
    "Slack and Mattermost show a picture only if it is on the web, too: publish to a web server as"
    " well and enter its public address there."
)
TRYING = say("Sending a test…")
ARRIVED = say("The test has arrived.")
NEW_EVENT = say("Create the event first, then publish.")


class PublishDialog(Dialog):
    """A dialog with this laptop's outlets. Changes to an outlet are saved when it is tested or
    published to, when another outlet is chosen or added, and when the dialog is closed.
    """

    def __init__(
        self, client: DeskClient, publishing: PublishingClient, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Publish"))
        self.resize(900, 580)
        self._client, self._publishing = client, publishing
        self._id = ""  # of the place that is shown
        self._key = ""  # of an SFTP server that the test did not trust
        self._said, self._wrong, self._trying = "", False, False
        publishing.begin()
        self._make_parts()
        self._lay_out()
        self._deliver_trial = deliver_to(self._show_trial)
        publishing.changed.connect(self._show_states)
        self._fill()

    @classmethod
    def ask(
        cls, client: DeskClient, publishing: PublishingClient, parent: QWidget | None = None
    ) -> None:
        dialog = cls(client, publishing, parent)
        dialog.exec()
        dialog.deleteLater()

    def _make_parts(self) -> None:
        self.outlets = QListWidget()
        self.outlets.setAccessibleName(say("Where results go"))
        self.outlets.setMinimumWidth(240)
        self.outlets.setWordWrap(True)
        self.outlets.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.outlets.currentRowChanged.connect(self._choose)
        self.add = button(say("&Add"), lambda: None)
        self.add.setMenu(self._kinds())
        self.remove = button(say("&Remove"), self._remove, kind="quiet")
        self.kind = label("", "heading")
        self.how = label("", "muted", wraps=True)
        self.address, self.user = QLineEdit(), QLineEdit()
        self.secret, self.public = QLineEdit(), QLineEdit()
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.public.setPlaceholderText("https://www.club.example/open/")
        self.browse = button(say("Ch&oose…"), self._browse)
        self.by_itself = QCheckBox(say("By &itself in this event, after each draw and each round"))
        self.pictures = label(PICTURES, "muted", wraps=True)
        self.stands = label("", wraps=True)
        self.trust = button(say("Tru&st this key"), self._trust)
        self.came = button(say("It is t&here"), partial(self._settle, True))
        self.missing = button(say("Send it a&gain"), partial(self._settle, False))
        self.test = button(say("Send a &test"), self.try_out)
        self.now = button(say("Publish &now"), self.publish_now, kind="primary")
        self.leave = button(say("C&lose"), self.accept)
        self.captions = {
            field: caption_for(field, words)
            for field, words in (
                (self.address, say("A&ddress")),
                (self.user, say("&User")),
                (self.secret, say("&Password")),
                (self.public, say("Pu&blic address")),
            )
        }

    def _kinds(self) -> QMenu:
        menu = QMenu(self)
        for kind in OutletKind:
            menu.addAction(kind.words).triggered.connect(partial(self.add_outlet, kind))
        return menu

    def _lay_out(self) -> None:
        captions = self.captions
        self._form = QWidget()
        fields = grid_of(
            (captions[self.address], row_of(grow(self.address), self.browse)),
            (captions[self.user], self.user),
            (captions[self.secret], self.secret),
            (captions[self.public], self.public),
            gap_across=Space.L,
            shares=(0, 1),
        )
        column_of(
            self.kind,
            self.how,
            fields,
            self.pictures,
            self.by_itself,
            self.stands,
            row_of(self.trust, self.came, self.missing, STRETCH),
            STRETCH,
            on=self._form,
            gap=Space.M,
        )
        self._nothing = label(say("No place yet. Add one."), "empty", wraps=True)
        left = column_of(grow(self.outlets), row_of(self.add, self.remove, STRETCH))
        right = column_of(grow(self._form), self._nothing)
        column_of(
            label(ABOUT, "muted", wraps=True),
            grow(row_of(left, grow(right), gap=Space.L)),
            row_of(STRETCH, self.test, self.leave, self.now),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )

    @property
    def outlet(self) -> Outlet | None:
        """The chosen outlet, as it was last saved."""
        return next((one for one in self._publishing.outlets if one.id == self._id), None)

    def add_outlet(self, kind: OutletKind) -> None:
        """Add an outlet of this kind, and start filling in its fields."""
        self.keep()
        fault = self._publishing.keep(new_outlet(kind))
        self._fill(len(self._publishing.outlets) - 1)
        self._say(fault, wrong=bool(fault))
        first = self.secret if kind.is_chat else self.address
        first.setFocus()

    def keep(self) -> bool:
        """Save the fields. Tell whether that succeeded."""
        outlet = self.outlet
        if outlet is None:
            return False
        typed = self._typed(outlet)
        secret = self.secret.text().strip() or None
        if typed == outlet and secret is None:
            return True
        fault = self._publishing.keep(typed, secret)
        self.secret.clear()
        for row, each in enumerate(self._publishing.outlets):
            self.outlets.item(row).setText(each.name)
        self.secret.setPlaceholderText(SECRET_KEPT if secret_of(outlet) else "")
        self._say(fault, wrong=bool(fault))
        return typed in self._publishing.outlets

    def _typed(self, outlet: Outlet) -> Outlet:
        event = self._publishing.event_key
        others = tuple(one for one in outlet.events if one != event)
        return msgspec.structs.replace(
            outlet.at(self.address.text().strip()),
            user=self.user.text().strip(),
            public=self.public.text().strip(),
            events=(*others, event) if self.by_itself.isChecked() and event else others,
        )

    def try_out(self) -> None:
        """Save the fields, and send a test to the chosen outlet. Send none if the fields cannot be
        saved.
        """
        if not self.keep():
            return
        outlet = self.outlet
        if outlet is None or (sent := self._publishing.try_out(outlet)) is None:
            return
        self._key, self._trying = "", True
        self._say(TRYING)
        sent.add_done_callback(partial(self._deliver_trial, outlet))

    def publish_now(self) -> None:
        """Publish the event to the chosen outlet now."""
        if self.keep() and self.outlet is not None:
            self._say("")
            self._publishing.publish(self.outlet)

    def done(self, result: int) -> None:
        self.keep()
        super().done(result)

    def _show_trial(self, outlet: Outlet, done: "Future[None]") -> None:
        self._trying = False
        if outlet != self.outlet or done.cancelled():
            self._show_states()
            return
        error = done.exception()
        if isinstance(error, UnknownKey):
            self._key = error.key
        if error is None:
            self._publishing.resume(outlet)
            self._say(ARRIVED)
        elif isinstance(error, Later | Stopped | MaybeSent):
            self._say(str(error), wrong=True)
        else:
            self._say(say("That did not work: {why}.", why=type(error).__name__), wrong=True)

    def _trust(self) -> None:
        outlet = self.outlet
        state = self._publishing.state_of(outlet) if outlet is not None else None
        key = self._key or (state.key if state else "")
        if outlet is not None and key:
            self._key = ""
            fault = self._publishing.trust(outlet, key)
            self._say(fault or say("Trusted. Send a test, or publish."), wrong=bool(fault))

    def _settle(self, came: bool) -> None:
        if self.outlet is not None:
            self._publishing.settle_doubt(self.outlet, came=came)

    def _remove(self) -> None:
        if self.outlet is not None:
            row = self.outlets.currentRow()
            fault = self._publishing.remove(self.outlet)
            self._fill(max(row - 1, 0))
            self._say(fault, wrong=bool(fault))

    def _browse(self) -> None:
        if chosen := choose_folder(self, say("Folder for the results"), self.address.text()):
            self.address.setText(str(Path(chosen)))

    def _fill(self, row: int = 0) -> None:
        self.outlets.blockSignals(True)
        self.outlets.clear()
        self.outlets.addItems([outlet.name for outlet in self._publishing.outlets])
        self.outlets.setCurrentRow(min(row, self.outlets.count() - 1))
        self.outlets.blockSignals(False)
        self._show_chosen()

    def _choose(self, _row: int) -> None:
        """Save the fields of the previous outlet, and show another one."""
        self.keep()
        self._show_chosen()

    def _show_chosen(self) -> None:
        row, found = self.outlets.currentRow(), self._publishing.outlets
        self._id = found[row].id if 0 <= row < len(found) else ""
        self._said, self._wrong, self._key = "", False, ""
        self.secret.clear()
        self._show_fields()

    def _show_fields(self) -> None:
        """Show the saved fields of the chosen outlet."""
        outlet = self.outlet
        self._form.setVisible(outlet is not None)
        self._nothing.setVisible(outlet is None)
        self.remove.setEnabled(outlet is not None)
        self.add.setEnabled(len(self._publishing.outlets) < MOST_OUTLETS)
        if outlet is not None:
            kind = outlet.kind
            self.kind.setText(kind.words)
            self.how.setText(HOW[kind])
            self.address.setText(outlet.address)
            self.address.setPlaceholderText(HINTS.get(kind, ""))
            self.user.setText(outlet.user)
            self.public.setText(outlet.public)
            self.by_itself.setChecked(self._publishing.event_key in outlet.events)
            self.secret.setPlaceholderText(SECRET_KEPT if secret_of(outlet) else "")
            self.captions[self.address].setText(
                say("&Folder") if kind is OutletKind.FOLDER else say("A&ddress")
            )
            self.captions[self.secret].setText(
                say("&Webhook address") if kind.is_chat else say("&Password")
            )
            with_user = kind in {OutletKind.SFTP, OutletKind.WEBDAV}
            self._show_field(self.address, shown=not kind.is_chat)
            self._show_field(self.user, shown=with_user)
            self._show_field(self.secret, shown=with_user or kind.is_chat)
            self._show_field(self.public, shown=not kind.is_chat)
            self.browse.setVisible(kind is OutletKind.FOLDER)
            self.pictures.setVisible(kind in {OutletKind.SLACK, OutletKind.MATTERMOST})
        self._show_states()

    def _show_field(self, field: QLineEdit, *, shown: bool) -> None:
        field.setVisible(shown)
        self.captions[field].setVisible(shown)

    def _show_states(self) -> None:
        """Show the state of the chosen outlet: the result of a test that was just sent, or else
        what was sent last.
        """
        outlet = self.outlet
        state = self._publishing.state_of(outlet) if outlet is not None else None
        begun = bool(self._publishing.event_key)
        self.test.setEnabled(outlet is not None and begun and not self._trying)
        self.now.setEnabled(outlet is not None and begun)
        stage = state.stage if state is not None else OutletStage.IDLE
        doubtful = stage is OutletStage.DOUBTFUL
        self.came.setVisible(doubtful)
        self.missing.setVisible(doubtful)
        self.trust.setVisible(bool(self._key or (state and state.key)))
        words = self._said or self._publishing.fault
        wrong = self._wrong or bool(self._publishing.fault and not self._said)
        if not words and not begun:
            words = NEW_EVENT
        elif (not words and state is not None) or doubtful:
            words = state_words(state, self._client.state) if state is not None else ""
            wrong = state is not None and state.needs_organizer
        restyle(self.stands, "role", "warning" if wrong else "muted")
        self.stands.setText(words)

    def _say(self, words: str, *, wrong: bool = False) -> None:
        self._said, self._wrong = words, wrong
        self._show_states()
