"""The page of the room display: announcements, slides and their durations, the screen, and a button
that shows the display.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
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
from app.ui.widgets.basics import button, card, label, make_primary
from app.ui.widgets.fields import ComboBox, SpinBox
from app.ui.widgets.layout import STRETCH, LayoutGap, caption_for, column_of, grow, row_of
from app.ui.widgets.ordered_checklist import CheckedOrder
from app.ui.widgets.theme import CARD, PAGE, Space
from app.views.round.room_display import SLIDE_WORDS

KEY = int(Qt.ItemDataRole.UserRole)
USUAL_SECONDS = 15
HEIGHT = 96
OTHER_SCREEN = say("The other screen")
OFF = say("Any browser can show it once you switch on Tablets.")


class WallPage(QWidget):
    """The page about the room display. Announcements are shown and taken back at once; slides
    change when they are saved. ``wall_wanted`` requests the display on its screen.
    """

    wall_wanted = Signal()

    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client = client
        self._arranged = USUAL_DISPLAY
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(HEIGHT)
        self.text.setPlaceholderText(say("Lunch until 13:30"))
        self.announce = button(say("Show &announcement"), self._announce)
        self.shown = QListWidget()
        self.shown.setAccessibleName(say("Announcements on the wall"))
        self.take_back = button(say("&Take back"), self._take_back)
        self.empty = label(say("No announcement: only the slides are shown."), "empty", wraps=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.notice = label("", "warning", wraps=True)
        self.notice.hide()
        self.slides = CheckedOrder(say("Slides in this order"), say("As usual"))
        self.seconds = SpinBox()
        self.seconds.setRange(LEAST_SECONDS, MOST_SECONDS)
        self.seconds.setToolTip(say("For the selected slide; longer where there is more to read"))
        self.seconds.setSuffix(f" {say('s')}")
        self.judge = QCheckBox(say("Name the tables that wait for a &judge"))
        self.screen_choice = ComboBox()
        self.address = label("", "muted", wraps=True)
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.show_button = button(say("Show on the &wall"), self.wall_wanted.emit)
        self.discard = button(say("&Discard changes"), self._discard)
        self.save = button(say("&Save slides"), self._save)
        self._seconds: dict[Slide, int] = {}
        self._lay_out()
        self._arranged = client.state.display
        self._fill_slides(self._arranged)
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
            grow(self.empty),
            row_of(self.take_back, STRETCH),
            gap=Space.S,
        )
        slides = column_of(
            label(say("Slides, one after the other"), "heading"),
            self.slides,
            row_of(caption_for(self.seconds, say("Each pa&ge stays")), self.seconds, STRETCH),
            self.judge,
            row_of(self.save, self.discard, STRETCH),
            STRETCH,
            gap=Space.S,
        )
        on_air, in_turn = card("announcements"), card("slides")
        column_of(news, on=on_air, margins=CARD)
        column_of(slides, on=in_turn, margins=CARD)
        column_of(
            row_of(
                label(say("Wall"), "title"),
                STRETCH,
                caption_for(self.screen_choice, say("S&creen")),
                self.screen_choice,
                self.show_button,
                gap=Space.M,
            ),
            self.address,
            self.notice,
            grow(row_of(grow(on_air), grow(in_turn), gap=Space.M)),
            on=self,
            gap=Space.M,
            margins=PAGE,
        )

    def _wire(self) -> None:
        self.slides.changed.connect(self._reordered)
        self.slides.list.currentRowChanged.connect(lambda _row: self._show_seconds())
        self.seconds.valueChanged.connect(self._set_seconds)
        self.judge.toggled.connect(self._show_changes)
        self.screen_choice.activated.connect(
            lambda index: self._keep_screen(self.screen_choice.itemData(index))
        )
        self.shown.itemSelectionChanged.connect(self._show_choice)
        self.text.textChanged.connect(self._show_choice)
        self._client.changed.connect(self._changed)

    def _keep_screen(self, name: str) -> None:
        self._client.wall_screen = name
        self._client.keep_wall_screen(name)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_state()

    def _changed(self) -> None:
        """Show the display's state if the page is visible; a hidden page catches up when it is
        shown.
        """
        if self.isVisible():
            self.show_state()

    def show_state(self) -> None:
        """Show the announcements, and the address at which browsers find the display."""
        chosen, arranged = self._chosen, self._client.state.display
        if arranged != self._arranged:
            kept = self.arrangement == self._arranged
            self._arranged = arranged
            if kept:
                self._fill_slides(arranged)
        self.shown.clear()
        for number, text in sorted(self._client.state.announcements.items(), reverse=True):
            item = QListWidgetItem(shorten(" ".join(text.split())), self.shown)
            item.setData(KEY, number)
            if number == chosen:
                self.shown.setCurrentItem(item)
        announced = self.shown.count() > 0
        self.shown.setVisible(announced)
        self.take_back.setVisible(announced)
        self.empty.setVisible(not announced)
        tablets = self._client.tablets
        serves = tablets is not None and tablets.picture.stage is Stage.ON
        address = tablets.picture.address if tablets is not None else ""
        self.address.setText(
            "\n".join(
                (
                    say("The same in any browser: {address}", address=f"{address}/wall"),
                    say("For a stream: {address}", address=f"{address}/stream"),
                )
            )
            if serves
            else OFF
        )
        self._show_choice()

    @property
    def arrangement(self) -> ArrangeDisplay:
        """Return the arrangement of slides that saving would store now."""
        slides = tuple(
            TimedSlide(slide, self._seconds[slide])
            for slide in self.slides.keys
            if isinstance(slide, Slide)
        )
        return ArrangeDisplay(slides, self.judge.isChecked())

    @property
    def _chosen(self) -> int:
        """The number of the selected announcement; 0 if none is selected."""
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
        """Tick the usual slides again if ``keys`` is empty, which means that no slide is ticked any
        more.
        """
        if not keys and self.slides.keys:
            self._fill_slides(USUAL_DISPLAY)
        self._show_changes()

    def _fill_screens(self) -> None:
        self.screen_choice.addItem(OTHER_SCREEN, "")
        names = [screen.name() for screen in QGuiApplication.screens()]
        for name in dict.fromkeys((*names, self._client.wall_screen)):
            if name:
                self.screen_choice.addItem(name, name)
        self.screen_choice.setCurrentIndex(
            max(self.screen_choice.findData(self._client.wall_screen), 0)
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
        self._show_changes()

    def _show_choice(self) -> None:
        self.take_back.setEnabled(self._chosen > 0)
        self.announce.setEnabled(bool(self.text.toPlainText().strip()))
        self._show_changes()

    def _show_changes(self) -> None:
        changed = self.arrangement != self._client.state.display
        for act in (self.save, self.discard):
            act.setEnabled(changed)
        typed = self.announce.isEnabled()
        wanted = self.announce if typed else self.save if changed else self.show_button
        make_primary(wanted, self.announce, self.save, self.show_button)

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
        self._client.ask(self.arrangement, then=self._note)

    def _discard(self) -> None:
        self._fill_slides(self._client.state.display)
        self._show_choice()

    def _show_refusal(self, reply: object) -> bool:
        """Show why the desk refused a command. Tell whether it did refuse."""
        refused = isinstance(reply, Refused)
        self.notice.setText(reply.sentence if isinstance(reply, Refused) else "")
        self.notice.setVisible(refused)
        return refused

    def _note(self, reply: object) -> None:
        self._show_refusal(reply)
