"""The sheet with the window's own settings, and the sheet that appears before the window is
closed.
"""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.language import say
from app.engine.side import Side
from app.ui.table.facing import FacingButton
from app.ui.table.layout_settings import TableWindowSettings
from app.ui.table.sheets.base import Cells, Sheet


class MenuSheet(Sheet):
    wish_asked = Signal(str)  # "layout", "swap" or "sound" the other way round
    organizer_asked = Signal()
    keys_asked = Signal()
    full_screen_asked = Signal()
    close_asked = Signal()
    done_asked = Signal()

    def __init__(
        self,
        side: Side,
        wishes: TableWindowSettings,
        parent: QWidget | None = None,
        *,
        organizer: bool = False,
    ) -> None:
        """Make the menu. ``organizer`` says whether the organizer can act at this window."""
        super().__init__(side, say("This window"), parent)
        self.arrange = FacingButton("", self)
        self.swap = FacingButton(wording.SWAP_PLACES, self)
        self.sound = FacingButton("", self)
        self.keys = FacingButton(say("Plunger keys…"), self)
        self.full_screen = FacingButton(say("Full screen (F11)"), self)
        self.organizer = FacingButton(say("Organizer…"), self)
        self.close_window = FacingButton(say("Close the window"), self)
        self.done = FacingButton(wording.BACK_TO_CLOCK, self, kind="primary")
        rows = ((self.arrange, self.swap), (self.sound, self.keys),
                (self.full_screen, self.close_window))  # fmt: skip
        cells = [Cells(((left, 1), (right, 1))) for left, right in rows]
        self.organizer.setVisible(organizer)
        self.set_rows([*cells, Cells(((self.organizer, 1),))] if organizer else cells)
        self.set_footer(self.done)
        for button, wish in ((self.arrange, "layout"), (self.swap, "swap"), (self.sound, "sound")):
            button.clicked.connect(lambda _=False, wish=wish: self.wish_asked.emit(wish))
        for button, signal in (
            (self.organizer, self.organizer_asked),
            (self.keys, self.keys_asked),
            (self.full_screen, self.full_screen_asked),
            (self.close_window, self.close_asked),
            (self.done, self.done_asked),
        ):
            button.clicked.connect(signal)
        self.show_message("")
        self.arrange.show_text(say("Face to face") if wishes.side_by_side else say("Side by side"))
        self.sound.show_text(
            say("Turn the sound off") if wishes.sound else say("Turn the sound on")
        )


class CloseSheet(Sheet):
    """The sheet that warns, once, that closing the window does not stop the clock."""

    def __init__(
        self,
        side: Side,
        leave: Callable[[], object],
        stay: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(side, say("Close the window?"), parent)
        self.stay = FacingButton(say("Stay"), self, kind="primary", most=24)
        self.leave = FacingButton(say("Close the window"), self, most=24)
        self.stay.clicked.connect(lambda _checked: stay())
        self.leave.clicked.connect(lambda _checked: leave())
        self.set_footer(self.leave, self.stay)
        self.show_message(
            say(
                "Closing this window does not stop the clock: it keeps running at the organizer’s"
                " desk. The table can be opened again there."
            )
        )
