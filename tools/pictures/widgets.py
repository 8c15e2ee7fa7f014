"""Takes a picture of each widget in both themes, into docs/widgets.

    python -m tools.pictures.widgets [names]

Without names, all widgets are taken. Each is shown on docs/design-system.md, with the light theme
on the left. Nothing is shown on the screen.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt, QTime
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QRadioButton,
    QWidget,
)

from app.engine.acts.table import Holding
from app.engine.packet.scenario import ElementKind
from app.engine.side import Side
from app.store.packets.files import packets
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.pin_pad import PinPad
from app.ui.shell.message_bar import MessageBar
from app.ui.shell.pending_changes import PendingChanges
from app.ui.widgets.basics import (
    NameLabel,
    button,
    card,
    label,
    make_scrollable,
    restyle,
    waiting_mark,
)
from app.ui.widgets.fields import ComboBox, DoubleSpinBox, SpinBox, TabWidget, TimeEdit
from app.ui.widgets.keyboard_cues import BY_KEYS
from app.ui.widgets.layout import (
    STRETCH,
    caption_for,
    column_of,
    foot,
    form_of,
    grid_of,
    grow,
    in_rows_of,
    place_part,
    row_of,
)
from app.ui.widgets.list_column import Ink, ListColumn
from app.ui.widgets.ordered_checklist import CheckedOrder
from app.ui.widgets.scenario_map import ScenarioMap
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import (
    CARD,
    DARK,
    LIGHT,
    Space,
    Theme,
    apply_theme,
    around,
    current_theme,
    styled_application,
    wear_theme,
)
from tools.pictures.few_colours import keep

OUT = Path(__file__).resolve().parents[2] / "docs" / "widgets"
WIDE = 420
COLOURS = 64
NOT_COLOURS = {"name"}


def nothing() -> None:
    pass


def filled(colour: str, size: QSize) -> QPixmap:
    picture = QPixmap(size)
    picture.fill(QColor(colour))
    return picture


def swatch(role: str) -> QWidget:
    shown, around_it = QLabel(), QWidget()
    shown.setPixmap(filled(current_theme()._asdict()[role], QSize(28, 20)))
    row_of(shown, grow(label(role)), on=around_it)
    return around_it


def colours() -> QWidget:
    part = QWidget()
    swatches = [swatch(role) for role in Theme._fields if role not in NOT_COLOURS]
    grid_of(*in_rows_of(3, swatches), on=part, gap=Space.XS, gap_across=Space.L)
    return part


def spacing() -> QWidget:
    part = QWidget()
    accent = current_theme().accent
    rows = []
    for space in list(Space)[1:]:
        shown = QLabel()
        shown.setPixmap(filled(accent, QSize(space, 12)))
        rows.append((label(space.name), label(str(space.value), "muted"), shown))
    grid_of(*rows, on=part, gap=Space.XS, gap_across=Space.L, shares=(0, 0, 1))
    return part


def text() -> QWidget:
    part = QWidget()
    roles = ("title", "heading", "announcement", "", "muted", "empty", "figure", "warning")
    rows = ((label(role or "body", role), label(role, "muted")) for role in roles)
    grid_of(*rows, on=part, gap=Space.XS, shares=(1, 0))
    return part


def name() -> QWidget:
    part = QWidget()
    cut = NameLabel("Wolfgang Amadeus Hohenlohe-Waldenburg of the northern branch", "heading")
    column_of(NameLabel("Ewa Nowak", "heading"), cut, on=part)
    return part


def buttons() -> QWidget:
    part = QWidget()
    kinds = {"": "Export", "primary": "Draw round 1", "quiet": "Undo", "danger": "Disqualify"}
    rows = []
    for kind, words in kinds.items():
        off = button(words, nothing, kind=kind)
        off.setEnabled(False)
        rows.append([button(words, nothing, kind=kind), off, label(kind or "no kind", "muted")])
    sides = [button(f"{side.colour} first", nothing, kind=side.value) for side in Side]
    grid_of(*rows, [*sides, label("red, blue", "muted")], on=part, shares=(0, 0, 1))
    return part


def small_buttons() -> QWidget:
    part, strip = QWidget(), QFrame()
    strip.setObjectName("pending")
    row_of(button("Apply", nothing, kind="inStrip"), on=strip, margins=around(Space.XS))
    held = button("Publish round 1", nothing, kind="primary")
    restyle(held, "held", "true")
    grid_of(
        (button("Rename…", nothing, kind="inCell"), label("inCell", "muted")),
        (strip, label("inStrip", "muted")),
        (held, label("held: takes no press for a second", "muted")),
        on=part,
        shares=(0, 1),
    )
    return part


def choices() -> QWidget:
    part = QWidget()
    every = [button(words, nothing, kind="choice") for words in ("Urgency", "Table", "Time left")]
    for choice in every:
        choice.setCheckable(True)
    every[0].setChecked(True)
    row_of(*every, STRETCH, on=part, gap=Space.XS)
    return part


def tabs() -> QWidget:
    part = TabWidget()
    for words in ("Players", "Teams"):
        page = QWidget()
        column_of(label(f"What stands under {words}.", "muted"), on=page, margins=around(Space.M))
        part.addTab(page, words)
    return part


def fields() -> QWidget:
    part = QWidget()
    line, empty, off = QLineEdit("Ewa Nowak"), QLineEdit(), QLineEdit("Not now")
    empty.setPlaceholderText("Name of the next player")
    off.setEnabled(False)
    choice, number, inches = ComboBox(), SpinBox(), DoubleSpinBox()
    choice.addItems(["Khador", "Cygnar"])
    number.setRange(0, 20)
    number.setValue(5)
    inches.setValue(4.5)
    inches.setSuffix(" in")
    words = QPlainTextEdit("Butcher 1; caster; 28; 1")
    words.setFixedHeight(48)
    grid_of(
        (line, empty),
        (off, choice),
        (number, inches),
        (TimeEdit(QTime(10, 0)), words),
        on=part,
        shares=(1, 1),
    )
    return part


def focus() -> QWidget:
    """Return a widget that shows each kind of control as it looks while it has the keyboard."""
    part = QWidget()
    tick, tab_page = QCheckBox("Here"), TabWidget()
    for words in ("Players", "Teams"):
        tab_page.addTab(QWidget(), words)
    tab_page.setFixedHeight(48)
    kinds = ("", "primary", "danger", "quiet", "choice")
    every = [button(kind or "no kind", nothing, kind=kind) for kind in kinds]
    field = QLineEdit("A field")
    field.setFixedWidth(112)
    parts = [*every, field, tick, tab_page.tabBar()]
    left = Qt.AlignmentFlag.AlignLeft
    rows = in_rows_of(4, [with_focus(widget) for widget in parts])
    grid_of(*([place_part(shown, left) for shown in row] for row in rows), on=part)
    return part


def with_focus(widget: QWidget) -> QLabel:
    around_it = QWidget()
    around_it.setObjectName("page")
    row_of(widget, on=around_it)
    wear_theme(around_it)
    around_it.adjustSize()
    around_it.show()
    around_it.activateWindow()
    widget.setFocus()
    restyle(widget, BY_KEYS, "true")
    settle()
    shown = QLabel()
    shown.setPixmap(around_it.grab())
    around_it.close()
    return shown


def ticks() -> QWidget:
    part = QWidget()
    boxes: list[QCheckBox | QRadioButton] = []
    for kind in (QCheckBox, QRadioButton):
        for words, on, enabled in (("On", True, True), ("Off", False, True), ("Not now", 0, 0)):
            box = kind(words)
            box.setAutoExclusive(False)
            box.setChecked(bool(on))
            box.setEnabled(bool(enabled))
            boxes.append(box)
    grid_of(*in_rows_of(3, boxes), on=part, shares=(1, 1, 1))
    return part


def form() -> QWidget:
    part = QWidget()
    above = QLineEdit()
    column_of(
        form_of(("&Name", QLineEdit("Ewa Nowak")), ("&Club", QLineEdit())),
        caption_for(above, "&Reason"),
        above,
        foot(button("Cancel", nothing), button("&Save", nothing, kind="primary")),
        on=part,
    )
    return part


def a_card() -> QWidget:
    frame = card("example")
    column_of(
        label("Day plan", "heading"),
        label("A card holds what belongs together.", "muted", wraps=True),
        on=frame,
        margins=CARD,
    )
    return frame


def pills() -> QWidget:
    part = QWidget()
    chips = []
    for side in Side:
        chip = label(side.colour)
        chip.setObjectName("sideChip")
        chip.setProperty("side", side.value)
        chips.append(chip)
    row_of(label("Playing", "pill"), *chips, STRETCH, on=part)
    return part


def notices() -> QWidget:
    part = QWidget()
    doubts, done, question, message = (
        label("The list has 76 points, one too many.", "doubts", wraps=True),
        label("The list breaks no rule.", "doubts", wraps=True),
        label("Blue asks for the organizer.", wraps=True),
        label("There is no table 40 in this round."),
    )
    doubts.setProperty("tone", "doubt")
    done.setProperty("tone", "done")
    question.setObjectName("openQuestion")
    message.setObjectName("deskMessage")
    message.setProperty("tone", "doubt")
    column_of(
        *(label("Saved to standings.pdf", "notice"), doubts, done, question, message),
        row_of(
            waiting_mark(), label("Result waiting for confirmation at table 4", "waiting"), STRETCH
        ),
        on=part,
    )
    return part


def strips() -> QWidget:
    part, changes, host, bar = QWidget(), PendingChanges(), QWidget(), MessageBar()
    changes.show_changes(["Army size (75)"])
    bar.attach_to(host)
    host.setFixedSize(WIDE - 2 * Space.L, 56)
    bar.show_message("The clock of table 4 was pulled out.", "Show it", nothing)
    column_of(changes, host, on=part)
    return part


def table() -> QWidget:
    rows = (("1", "Ewa Nowak", "26:54"), ("2", "Magda Duarte", "1:00:00"), ("3", "Jan Novák", "–"))
    columns: tuple[ListColumn[tuple[str, ...]], ...] = (
        ListColumn("Table", lambda row: row[0], 64, ink=_ink),
        ListColumn("Player", lambda row: row[1], ink=_ink),
        ListColumn("Time", lambda row: row[2], 88, figures=True, ink=_ink),
    )
    part = TableList("example", "Example", ListRows(columns))
    part.show_rows(rows)
    part.choose([1])
    part.setFixedHeight(146)
    return part


def _ink(row: tuple[str, ...]) -> Ink | None:
    return Ink.MUTED if row[2] == "–" else None


def checked_order() -> QWidget:
    part = CheckedOrder("Standings order", "As in the packet")
    part.show_entries([(1, "Wins"), (2, "Strength of schedule")], [(3, "Control points")])
    return part


def scrolling() -> QWidget:
    inside = QWidget()
    lines = (label(f"Line {number} of a long list") for number in range(1, 13))
    column_of(*lines, on=inside)
    part = make_scrollable(inside)
    part.setFixedHeight(120)
    return part


def menu() -> QWidget:
    part = QMenu()
    part.addAction("Warn…")
    part.addAction("Disqualify…").setEnabled(False)
    part.addSeparator()
    part.setActiveAction(part.addAction("Drop…"))
    part.setFixedWidth(200)
    return part


def dialog() -> QDialog:
    words = ("&Cancel", "&Seat the player")
    made = InsistDialog(
        "Ewa Nowak and Magda Duarte have met before.", note="It goes into the history.", words=words
    )
    made.setWindowFlags(Qt.WindowType.Widget)
    return made


def pin_pad() -> QWidget:
    part = PinPad()
    for digit in "482":
        part.press(digit)
    return part


def scenario_map() -> QWidget:
    part = ScenarioMap()
    scenario = packets()["sr2014"].scenarios[3]
    part.show_map(scenario, Side.RED)
    zone = next(each for each in scenario.elements if each.kind is ElementKind.ZONE)
    part.show_holdings([Holding(zone.key, Side.BLUE)])
    part.setFixedHeight(300)
    return part


WIDGETS: Mapping[str, Callable[[], QWidget]] = {
    "colours": colours,
    "spacing": spacing,
    "text": text,
    "name": name,
    "buttons": buttons,
    "small-buttons": small_buttons,
    "choices": choices,
    "tabs": tabs,
    "fields": fields,
    "focus": focus,
    "ticks": ticks,
    "form": form,
    "card": a_card,
    "pills": pills,
    "notices": notices,
    "strips": strips,
    "table": table,
    "checked-order": checked_order,
    "scrolling": scrolling,
    "menu": menu,
    "dialog": dialog,
    "pin-pad": pin_pad,
    "scenario-map": scenario_map,
}


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


def in_theme(theme: Theme, make: Callable[[], QWidget]) -> QImage:
    """Take a picture of the widget on the background that pages have."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    apply_theme(app, theme)
    page = QWidget()
    page.setObjectName("page")
    page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    part = make()
    column_of(part, on=page, margins=around(Space.L))
    wear_theme(page)
    page.setFixedWidth(WIDE)
    page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    page.setFocus()
    page.show()
    part.show()
    settle()
    page.resize(WIDE, max(page.heightForWidth(WIDE), page.sizeHint().height()))
    settle()
    image = page.grab().toImage()
    page.close()
    return image


def picture(make: Callable[[], QWidget]) -> QImage:
    """Take a picture of the widget in the light theme, with the dark theme beside it."""
    both = [in_theme(theme, make) for theme in (LIGHT, DARK)]
    whole = QImage(2 * WIDE, max(image.height() for image in both), QImage.Format.Format_RGB32)
    painter = QPainter(whole)
    for place, (theme, image) in enumerate(zip((LIGHT, DARK), both, strict=True)):
        left = place * WIDE
        painter.fillRect(QRect(left, 0, WIDE, whole.height()), QColor(theme.window))
        painter.drawImage(left, 0, image)
    painter.end()
    return whole


def main(names: list[str]) -> int:
    unknown = set(names) - set(WIDGETS)
    if unknown:
        print(f"There is no widget {', '.join(sorted(unknown))}. There are {', '.join(WIDGETS)}.")
        return 2
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        os.environ |= {
            "QT_QPA_PLATFORM": "offscreen",
            "QT_LOGGING_RULES": "*.warning=false",
            "FLAGFALL_STATE": folder,
        }
        app = styled_application(["flagfall"])
        for name in names or WIDGETS:
            keep(picture(WIDGETS[name]), OUT / f"{name}.png", COLOURS)
            print(name, flush=True)
        app.closeAllWindows()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
