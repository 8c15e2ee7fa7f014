"""The settings of the room display: announcements, slides, their time, the screen."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QWidget,
)

from app.engine.acts.commands import Refused
from app.engine.acts.display import (
    USUAL_DISPLAY,
    Announce,
    ArrangeDisplay,
    Slide,
    TakeBackAnnouncement,
    TimedSlide,
)
from app.engine.language import say
from app.engine.subjects.setup.display import LEAST_SECONDS, MOST_SECONDS
from app.engine.text import shorten
from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import Stage
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox, SpinBox
from app.ui.widgets.layout import STRETCH, LayoutGap, caption_for, column_of, foot, grow, row_of
from app.ui.widgets.ordered_checklist import CheckedOrder
from app.ui.widgets.theme import DIALOG, Space
from app.views.round.room_display import SLIDE_WORDS

KEY = int(Qt.ItemDataRole.UserRole)
USUAL_SECONDS = 15
HEIGHT = 96
OTHER_SCREEN = say("The screen the main window is not on")
OFF = say("Any browser shows it, too, once tablets are switched on at the page Tablets.")


@dataclass(frozen=True, slots=True)
class WallChoice:
    """What the dialog needs of this computer: its chosen screen, and the display itself."""

    screen_name: str
    keep_screen: Callable[[str], None]
    show: Callable[[], None]


class DisplayDialog(Dialog):
    """Announcements are shown and taken back at once; the slides when they are saved."""

    def __init__(self, client: DeskClient, wall: WallChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Room display"))
        self.resize(860, 520)
        self._client, self._wall = client, wall
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(HEIGHT)
        self.text.setPlaceholderText(say("Lunch until 13:30"))
        self.announce = button(say("Show &announcement"), self._announce)
        self.shown = QListWidget()
        self.shown.setAccessibleName(say("Announcements on the wall"))
        self.take_back = button(say("&Take back"), self._take_back)
        self.notice = label("", "warning", wraps=True)
        self.notice.hide()
        self.slides = CheckedOrder(say("Slides in this order"), say("As usual"))
        self.seconds = SpinBox()
        self.seconds.setRange(LEAST_SECONDS, MOST_SECONDS)
        self.seconds.setToolTip(say("Of the selected slide; longer where there is more to read"))
        self.seconds.setSuffix(f" {say('s')}")
        self.judge = QCheckBox(say("Name the tables that wait for a &judge"))
        self.screen_choice = ComboBox()
        self.address = label("", "muted", wraps=True)
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.show_button = button(say("Show on the &wall"), self._show_wall)
        self.cancel = button(say("Cancel"), self.reject)
        self.save = button(say("&Save slides"), self._save, kind="primary")
        self._seconds: dict[Slide, int] = {}
        self._lay_out()
        self._fill_slides(client.state.display)
        self._fill_screens()
        self._wire()
        self.show_state()

    def _lay_out(self) -> None:
        news = column_of(
            caption_for(self.text, say("A&nnouncement"), "heading"),
            self.text,
            row_of(self.announce, STRETCH),
            LayoutGap(Space.S),
            label(say("On the wall now"), "muted"),
            grow(self.shown),
            row_of(self.take_back, STRETCH),
            gap=Space.S,
        )
        slides = column_of(
            label(say("Slides, one after the other"), "heading"),
            self.slides,
            row_of(caption_for(self.seconds, say("Each pa&ge stays")), self.seconds, STRETCH),
            self.judge,
            STRETCH,
            gap=Space.S,
        )
        column_of(
            row_of(grow(news), grow(slides), gap=Space.XL),
            self.notice,
            row_of(caption_for(self.screen_choice, say("S&creen")), grow(self.screen_choice)),
            self.address,
            foot(self.show_button, self.cancel, self.save),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )

    def _wire(self) -> None:
        self.slides.changed.connect(self._reordered)
        self.slides.list.currentRowChanged.connect(lambda _row: self._show_seconds())
        self.seconds.valueChanged.connect(self._set_seconds)
        self.screen_choice.activated.connect(
            lambda index: self._wall.keep_screen(self.screen_choice.itemData(index))
        )
        self.shown.itemSelectionChanged.connect(self._show_choice)
        self.text.textChanged.connect(self._show_choice)
        self._client.changed.connect(self.show_state)

    @classmethod
    def ask(cls, client: DeskClient, wall: WallChoice, parent: QWidget | None = None) -> None:
        dialog = cls(client, wall, parent)
        dialog.exec()
        dialog.deleteLater()

    def show_state(self) -> None:
        """Show what is announced, and where browsers find the display."""
        chosen = self._chosen
        self.shown.clear()
        for number, text in sorted(self._client.state.announcements.items(), reverse=True):
            item = QListWidgetItem(shorten(" ".join(text.split())), self.shown)
            item.setData(KEY, number)
            if number == chosen:
                self.shown.setCurrentItem(item)
        tablets = self._client.tablets
        serves = tablets is not None and tablets.picture.stage is Stage.ON
        address = tablets.picture.address if tablets is not None else ""
        self.address.setText(
            say("The same in any browser: {address}", address=f"{address}/wall") if serves else OFF
        )
        self._show_choice()

    @property
    def arrangement(self) -> ArrangeDisplay:
        """Return the arrangement as it would be saved now."""
        slides = tuple(
            TimedSlide(slide, self._seconds[slide])
            for slide in self.slides.keys
            if isinstance(slide, Slide)
        )
        return ArrangeDisplay(slides, self.judge.isChecked())

    @property
    def _chosen(self) -> int:
        """The number of the selected announcement; 0 for none."""
        items = self.shown.selectedItems()
        return int(items[0].data(KEY)) if items else 0

    @property
    def _slide(self) -> Slide | None:
        row = self.slides.list.currentRow()
        return Slide(self.slides.list.item(row).data(KEY)) if row >= 0 else None

    def _fill_slides(self, arranged: ArrangeDisplay) -> None:
        self._seconds = {
            **dict.fromkeys(Slide, USUAL_SECONDS),
            **{timed.slide: timed.seconds for timed in arranged.slides},
        }
        ticked = [timed.slide for timed in arranged.slides]
        self._fill(ticked)
        self.slides.list.setCurrentRow(0)
        self.judge.setChecked(arranged.judge_calls)
        self._show_seconds()

    def _fill(self, ticked: list[Slide]) -> None:
        rest = [slide for slide in Slide if slide not in ticked]
        entries = [[(slide, self._words(slide)) for slide in slides] for slides in (ticked, rest)]
        self.slides.show_entries(*entries)

    def _words(self, slide: Slide) -> str:
        return say("{slide} · {seconds} s", slide=SLIDE_WORDS[slide], seconds=self._seconds[slide])

    def _reordered(self, keys: tuple[object, ...]) -> None:
        """Show the usual slides again where none is ticked any more in ``keys``."""
        if not keys and self.slides.keys:
            self._fill_slides(USUAL_DISPLAY)

    def _fill_screens(self) -> None:
        self.screen_choice.addItem(OTHER_SCREEN, "")
        names = [screen.name() for screen in QGuiApplication.screens()]
        for name in dict.fromkeys((*names, self._wall.screen_name)):
            if name:
                self.screen_choice.addItem(name, name)
        self.screen_choice.setCurrentIndex(
            max(self.screen_choice.findData(self._wall.screen_name), 0)
        )

    def _show_seconds(self) -> None:
        slide = self._slide
        self.seconds.setEnabled(slide is not None)
        if slide is not None:
            self.seconds.setValue(self._seconds[slide])

    def _set_seconds(self, seconds: int) -> None:
        slide, item = self._slide, self.slides.list.currentItem()
        if slide is None or self._seconds[slide] == seconds:
            return
        self._seconds[slide] = seconds
        item.setText(self._words(slide))

    def _show_choice(self) -> None:
        self.take_back.setEnabled(self._chosen > 0)
        self.announce.setEnabled(bool(self.text.toPlainText().strip()))

    def _announce(self) -> None:
        self._client.ask(Announce(self.text.toPlainText()), then=self._announced)

    def _announced(self, reply: object) -> None:
        if self._show_refusal(reply):
            return
        self.text.clear()
        self.text.setFocus()

    def _take_back(self) -> None:
        if self._chosen:
            self._client.ask(TakeBackAnnouncement(self._chosen), then=self._note)

    def _save(self) -> None:
        wanted = self.arrangement
        if wanted == self._client.state.display:
            self.accept()
        else:
            self._client.ask(wanted, then=self._saved)

    def _saved(self, reply: object) -> None:
        if not self._show_refusal(reply):
            self.accept()

    def _show_refusal(self, reply: object) -> bool:
        """Say why not."""
        refused = isinstance(reply, Refused)
        self.notice.setText(reply.sentence if isinstance(reply, Refused) else "")
        self.notice.setVisible(refused)
        return refused

    def _note(self, reply: object) -> None:
        self._show_refusal(reply)

    def _show_wall(self) -> None:
        self._wall.show()
