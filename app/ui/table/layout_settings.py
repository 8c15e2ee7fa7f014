"""The arrangement of a table's window, and the dialog that chooses the plunger keys."""

from msgspec import Struct
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QWidget

from app.engine.frozen import replace
from app.engine.language import say
from app.engine.side import Pair, Side
from app.store.preferences import EVERY_TABLE, PlungerKeys, Preferences, TableLayout
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of
from app.ui.widgets.theme import DIALOG, Space

RETURN, ENTER = Qt.Key.Key_Return.value, Qt.Key.Key_Enter.value
SPACE, BACKSPACE = Qt.Key.Key_Space.value, Qt.Key.Key_Backspace.value
RESERVED = {
    Qt.Key.Key_Escape.value,
    Qt.Key.Key_Tab.value,
    Qt.Key.Key_Backtab.value,
    Qt.Key.Key_F11.value,
}


DEFAULT_KEYS = Pair(SPACE, RETURN)


class TableWindowSettings(Struct, frozen=True):
    """The arrangement of a table's window."""

    side_by_side: bool = False
    swapped: bool = False
    """True if Blue sits below, or at the left if the players sit side by side."""
    sound: bool = True
    keys: Pair[int] = DEFAULT_KEYS
    """The plunger keys, as Qt numbers keys."""

    def plunger(self, key: int) -> Side | None:
        """Return the side whose plunger is ``key``; None if it is another key. Both Enter keys
        count as the same key.
        """
        key = RETURN if key == ENTER else key
        return next((side for side in Side if self.keys.of(side) == key), None)

    @property
    def has_own_keys(self) -> bool:
        return self.keys != DEFAULT_KEYS

    @property
    def bottom(self) -> Side:
        return Side.BLUE if self.swapped else Side.RED


def places(wishes: TableWindowSettings, size: QSize) -> tuple[dict[Side, QRect], QRect]:
    """Return the rectangles of the halves and of the strip. If the players sit face to face, the
    strip is between the halves; if they sit side by side, it is below both.
    """
    width, high, bottom = size.width(), size.height(), wishes.bottom
    strip = min(max(high // 9, 64), 96)
    if wishes.side_by_side:
        half = QRect(0, 0, (width - 4) // 2, high - strip)
        boxes = {bottom: half, bottom.other: half.translated(width - half.width(), 0)}
        return boxes, QRect(0, high - strip, width, strip)
    half = QRect(0, 0, width, (high - strip) // 2)
    boxes = {bottom.other: half, bottom: half.translated(0, high - half.height())}
    return boxes, QRect(0, half.height(), width, high - 2 * half.height())


def load_settings(preferences: Preferences, table: int) -> TableWindowSettings:
    """Return the settings stored for ``table``. Settings that are not stored come from those for
    every table, or else from the defaults.
    """
    wishes = TableWindowSettings()
    for wanted in dict.fromkeys((EVERY_TABLE, table)):
        for layout in preferences.table_layouts:
            if layout.table == wanted:
                arranged = (layout.side_by_side, layout.swapped, layout.sound)
                wishes = TableWindowSettings(*arranged, wishes.keys)
        for keys in preferences.plunger_keys:
            if keys.table == wanted:
                red, blue = _key(keys.red), _key(keys.blue)
                if red and blue and red != blue:
                    wishes = replace(wishes, keys=Pair(red, blue))
    return wishes


def save_settings(preferences: Preferences, table: int, wishes: TableWindowSettings) -> Preferences:
    """Return the preferences with the settings of ``table`` replaced."""
    layout = TableLayout(table, wishes.side_by_side, wishes.swapped, wishes.sound)
    red, blue = wishes.keys.map(_portable)
    layouts = (
        table_layout for table_layout in preferences.table_layouts if table_layout.table != table
    )
    keys = (key for key in preferences.plunger_keys if key.table != table)
    return preferences._replace(
        table_layouts=(*layouts, layout),
        plunger_keys=(*keys, PlungerKeys(table, red, blue)),
    )


def _portable(key: int) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)


def _key(name: str) -> int:
    """Return the number of a key with this portable name; 0 if there is no such key."""
    return next((key.value for key in Qt.Key if name and _portable(key.value) == name), 0)


def key_name(key: int) -> str:
    """Return the name of a key, such as "A key" or "Enter key". In other languages it may be one
    word, such as "Leertaste".
    """
    if key == SPACE:
        return say("Space key")
    if key == BACKSPACE:
        return say("Backspace key")
    native = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
    name = say("Enter") if key == RETURN else native
    return say("{name} key", name=name) if name else ""


class KeysDialog(Dialog):
    """A dialog that asks for a key for Red, and then for a key for Blue."""

    def __init__(self, keys: Pair[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Plunger keys"))
        self.keys = keys
        self._asked = Side.RED
        self.label = QLabel()
        self.label.setMinimumSize(360, 80)
        self.label.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setText(say("Cancel"))
        cancel.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        buttons.rejected.connect(self.reject)
        column_of(self.label, buttons, on=self, gap=Space.L, margins=DIALOG)
        self._say("")

    @classmethod
    def ask(cls, keys: Pair[int], parent: QWidget | None = None) -> Pair[int] | None:
        """Return the chosen keys; None if the dialog was cancelled."""
        dialog = cls(keys, parent)
        chosen = dialog.keys if dialog.exec() else None
        dialog.deleteLater()
        return dialog.keys if chosen is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = RETURN if event.key() == ENTER else event.key()
        if key == Qt.Key.Key_Escape.value:
            self.reject()
        elif event.isAutoRepeat() or key in RESERVED:
            return
        elif self._asked is Side.RED:
            self.keys, self._asked = self.keys.put(Side.RED, key), Side.BLUE
            self._say("")
        elif key == self.keys.red:
            self._say(say("That is already Red’s key."))
        else:
            self.keys = self.keys.put(Side.BLUE, key)
            self.accept()

    def _say(self, trouble: str) -> None:
        side = self._asked
        now = key_name(self.keys.of(side))
        asked = say(
            "Press the key for {colour}’s plunger. Now: {now}.", colour=side.colour, now=now
        )
        self.label.setText(f"{trouble} {asked}".strip())


def turn_switch(wishes: TableWindowSettings, name: str) -> TableWindowSettings:
    """Return the settings with one of them changed: ``name`` is "layout", "swap" or "sound"."""
    match name:
        case "layout":
            return replace(wishes, side_by_side=not wishes.side_by_side)
        case "swap":
            return replace(wishes, swapped=not wishes.swapped)
        case _:
            return replace(wishes, sound=not wishes.sound)
