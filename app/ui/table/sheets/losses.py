"""The sheet for losses: models that were destroyed, strayed, came back, or stand in the area."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.table import ChangeLosses, TableCommand
from app.engine.armies.army import Losses
from app.engine.armies.losses import changes_between
from app.engine.language import by_number, say
from app.engine.packet.packet import Tiebreak
from app.engine.side import Side
from app.ui.table.facing import FacingButton, FacingLabel
from app.ui.table.paint import LEFT
from app.ui.table.sheets.base import GAP, Cells, Sheet
from app.views.table.losses import (
    CONTROLS,
    LossRow,
    inside_button,
    inside_words,
    list_count,
    loss_rows,
    may_be_inside,
    next_controlled,
    row_words,
    tap_loss,
)
from app.views.table.table import TableView

A_PAGE = 4
LEAST_ROW = 28
STANDING = {
    Tiebreak.AREA: wording.STANDING_IN_THE_AREA,
    Tiebreak.ARMY_LEFT: wording.STANDING_LEFT_DOUBLED,
    Tiebreak.PRESENCE: wording.STANDING_PRESENCE,
}


class LossLine:
    """The widgets of one entry, which the sheet lays out."""

    def __init__(self, sheet: Sheet, tap: Callable[[str], None]) -> None:
        self.name = FacingLabel("", sheet, most=20, bold=True, align=LEFT)
        self.says = FacingLabel("", sheet, most=17, muted=True, align=LEFT)
        self.lose = FacingButton("", sheet, most=18)
        self.back = FacingButton(wording.TAKE_BACK, sheet, most=16)
        self.stray = FacingButton("", sheet, kind="choice", most=16)
        self.inside = FacingButton(wording.IN_AREA, sheet, kind="choice", most=16)
        self.stray.setCheckable(True)
        self.inside.setCheckable(True)
        self._row: LossRow | None = None
        self.lose.clicked.connect(lambda: tap("lose"))
        self.back.clicked.connect(lambda: tap("back"))
        self.stray.clicked.connect(lambda: tap(self._stray_tap))
        self.inside.clicked.connect(lambda: tap("inside"))

    def hide(self) -> None:
        for part in (self.name, self.says, self.lose, self.back, self.stray, self.inside):
            part.hide()

    @property
    def _stray_tap(self) -> str:
        """The kind of tap that a press of ``stray`` makes: "controls", "returned" or "out"."""
        if self._row is not None and self._row.controls:
            return "controls"
        return "returned" if self._row is not None and self._row.gone else "out"

    def show_row(self, row: LossRow, on_table: Tiebreak | None) -> None:
        self._row = row
        self.inside.show_text(inside_button(on_table))
        self.name.show_text(f"+ {row.name}" if row.attached else row.name)
        self.says.show_text(row_words(row, on_table))
        self.lose.show_text(say("Destroyed") if row.models == 1 else wording.ONE_GONE)
        self.lose.setEnabled(not row.gone)
        self.back.setEnabled(row.remaining < row.models or row.returned)
        self.stray.show_text(say("Returned") if row.gone else row.controls or row.out_word or "–")
        self.stray.setEnabled(row.gone or bool(row.controls or row.out_word))
        self.stray.setChecked(row.controlling if row.controls else row.out and not row.gone)
        self.inside.setEnabled(may_be_inside(row, on_table))
        self.inside.setChecked(row.inside)
        for button in (self.lose, self.back, self.stray, self.inside):
            button.setAccessibleName(f"{row.name}: {button.text()}")

    def cells(self, *, area: bool) -> Cells:
        parts: tuple[tuple[QWidget, int], ...] = (
            (self.name, 5), (self.says, 4), (self.lose, 2), (self.back, 2), (self.stray, 2)
        )  # fmt: skip
        return Cells((*parts, (self.inside, 2)) if area else parts)


class LossesSheet(Sheet):
    """The sheet for a side's losses. Each tap is saved at once. ``leave`` goes back."""

    def __init__(
        self,
        side: Side,
        act: Callable[[TableCommand], None],
        leave: Callable[[], None],
        parent: QWidget | None = None,
        *,
        reinforcements: Callable[[], None] | None = None,
    ) -> None:
        """Make the sheet. ``reinforcements`` opens the sheet for reinforcements, if there is
        one.
        """
        super().__init__(side, say("Losses"), parent)
        self.reinforce = FacingButton(wording.REINFORCEMENTS, self, most=20)
        self.reinforce.hide()
        self._reinforced = reinforcements is not None
        if reinforcements is not None:
            self.reinforce.clicked.connect(reinforcements)
        self._act = act
        self._view: TableView | None = None
        self._asked: list[Losses] = []  # taps that the desk has not answered yet
        self.whose, self.page = side, 0
        self._paged = A_PAGE
        self.lines = [LossLine(self, partial(self._tap, line)) for line in range(A_PAGE)]
        self.other = FacingButton("", self, most=20)
        self.earlier = FacingButton(say("Earlier entries"), self, most=20)
        self.later = FacingButton(say("More entries"), self, most=20)
        self.done = FacingButton(say("Done"), self, kind="primary", most=24)
        self.other.clicked.connect(self._turn_over)
        self.earlier.clicked.connect(lambda: self._turn(-1))
        self.later.clicked.connect(lambda: self._turn(1))
        for button in (self.earlier, self.later):
            button.setAutoRepeat(True)  # held down, it goes through a long list
        self.done.clicked.connect(leave)
        self.compact = self.wide_rows = True
        self.set_footer(self.other, self.reinforce, self.earlier, self.later, self.done)

    @property
    def a_page(self) -> int:
        """The number of entries on a page, at a size that a finger can hit."""
        fitting = (self.body.height() + GAP) // (LEAST_ROW + GAP)
        return min(max(fitting, 1), A_PAGE) if self.body.isValid() else A_PAGE

    def _lay_out(self) -> None:
        """Lay out the sheet. If the number of entries per page has changed, keep the first visible
        entry in sight.
        """
        super()._lay_out()
        if self._view is not None and self.a_page != self._paged:
            self.page = self.page * self._paged // self.a_page
            self._turn(0)

    def has_lost_its_army(self, view: TableView) -> bool:
        """Tell whether the list shown on this sheet has been deleted."""
        had_army = self._view is not None and bool(self._view.armies.of(self.whose))
        return had_army and not view.armies.of(self.whose)

    def show_view(self, view: TableView) -> None:
        """Show the army of the side ``whose``. If that side has no list, show the army of the other
        side.
        """
        self._heard(view)
        self._view = view
        if not view.armies.of(self.whose):
            self.whose = self.whose.other
        army, losses = view.armies.of(self.whose), view.play.losses.of(self.whose)
        rows = loss_rows(army, losses, view.counting)
        self._paged = self.a_page
        pages = max(-(-len(rows) // self._paged), 1)
        self.page = min(self.page, pages - 1)
        page_rows = rows[self.page * self._paged :][: self._paged]
        area = view.on_table is not None and view.play.ending is not None
        for line in self.lines:
            line.hide()
        self.set_rows(
            [line.cells(area=area) for line, _ in zip(self.lines, page_rows, strict=False)]
        )
        for line, row in zip(self.lines, page_rows, strict=False):
            line.show_row(row, view.on_table if area else None)
        self.other.show_text(wording.ARMY_OF.format(side=self.whose.other.colour))
        self.other.setVisible(bool(view.armies.of(self.whose.other)))
        may_come = view.lists.of(self.side).reinforcements and view.play.ending is None
        self.reinforce.setVisible(self._reinforced and bool(may_come))
        for button in (self.earlier, self.later):
            button.setVisible(pages > 1)
        self.earlier.setEnabled(self.page > 0)
        self.later.setEnabled(self.page < pages - 1)
        title = say("{colour}’s army", colour=self.whose.colour)
        if pages > 1:
            title += f" · {say('{page} of {pages}', page=self.page + 1, pages=pages)}"
        self.title.show_text(title)
        self.show_message(self._total(view, area=area))

    def say(self, sentence: str) -> None:
        """Show why a tap was refused. The next tap is then based on the desk's state again."""
        self._asked.clear()
        super().say(sentence)

    def _heard(self, view: TableView) -> None:
        """Compare the desk's state with the taps that have not been answered. If somebody else has
        changed the losses, the next tap is based on those.
        """
        now = view.play.losses.of(self.whose)
        before = self._view.play.losses.of(self.whose) if self._view else now
        if now in self._asked:
            del self._asked[: self._asked.index(now) + 1]
        elif now != before:
            self._asked.clear()

    def _total(self, view: TableView, *, area: bool) -> str:
        counts = list_count(view.armies, view.play.losses, view.counting, view.on_table)
        apd = counts.apd.of(self.whose.other) or 0
        sentences = [by_number(wording.ARMY_POINTS_GONE, apd)]
        if area and view.on_table is not None:
            stands, where = counts.presence.of(self.whose) or 0, STANDING[view.on_table]
            sentences.append(by_number(wording.POINTS_STANDING, stands, where=where))
            sentences.append(inside_words(view.counting, view.on_table))
        return " ".join(sentences)

    def _tap(self, line: int, what: str) -> None:
        """Save a tap, even if the desk has not yet answered the previous one."""
        view = self._view
        place = self.page * self._paged + line
        if view is not None and place < len(view.armies.of(self.whose)):
            losses = self._asked[-1] if self._asked else view.play.losses.of(self.whose)
            army = view.armies.of(self.whose)
            if what == "controls":
                what = CONTROLS + next_controlled(army, losses, place, view.counting)
            after = tap_loss(army, losses, place, what)
            self._asked.append(after)
            changes = changes_between(losses, after)
            self._act(ChangeLosses(view.game, self.side, self.whose, changes))

    def _turn(self, pages: int) -> None:
        self.page += pages
        if self._view is not None:
            self.show_view(self._view)

    def _turn_over(self) -> None:
        self.whose, self.page = self.whose.other, 0
        self._asked.clear()
        self._turn(0)
