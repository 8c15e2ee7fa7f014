"""The pad for a turn that both players score: Red at the left, Blue at the right, the elements
between the two. A single button saves the turn and says what happens next.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.table import Answer, Question, ScoreTurn, TableCommand, Tap
from app.engine.frozen import replace
from app.engine.language import packet_text, say
from app.engine.side import Side
from app.engine.table import turns
from app.engine.table.game import Game, sole_scorer
from app.ui.table.facing import FacingButton, FacingLabel
from app.ui.table.paint import LEFT
from app.ui.table.sheets.base import GAP, TOUCH, Cells, Sheet
from app.ui.table.sheets.turn_parts import BridgeLabel, CellButton, ElementPicture, Tip
from app.views.table import turn_pad
from app.views.table import turn_pad_words as words
from app.views.table.table import TableView
from app.views.table.turn_pad import After, Draft, Stage, TurnPadRow

HEADS, FOOT, HIGH_FOOT, ROOMY = 24, 48, 68, 520
"""The heights of the headings, of the foot, and of a higher foot, and the height of the body from
which on the foot is higher.
"""
CELL, PICTURE, NAME, INFO = 20, 8, 42, 8
"""The shares of a row's width: for a side's cell, the picture, the name, and the button that
explains.
"""
BRIDGE_HIGH, LOW_BRIDGE, BESIDE_LETTER, BOTH_HIGH = 22, 14, 24, TOUCH
LOW = 240
"""The height of the body below which the sums are in the head and the headings are left out."""


class TurnPad(Sheet):
    """The pad that scores a turn. ``changed`` is called with the draft after each entry,
    ``finished`` with the step once the turn is saved, and ``turn_wanted`` with another step to
    show. An ``organizer``'s pad does not pass the clock, and allows entries that players may not
    make.
    """

    most_head, most_foot = 44, 52

    def __init__(
        self,
        side: Side,
        act: Callable[[TableCommand], None],
        parent: QWidget | None = None,
        *,
        changed: Callable[[Draft], None],
        finished: Callable[[int], None],
        turn_wanted: Callable[[int], None],
        leave: Callable[[], None],
        organizer: bool = False,
    ) -> None:
        super().__init__(side, say("Scoring"), parent)
        self._organizer = organizer
        self._act, self._changed, self._finished = act, changed, finished
        self._turn_wanted = turn_wanted
        self._game: Game | None = None
        self._draft: Draft | None = None
        self._steps: tuple[int, ...] = ()
        self._shape: object = None
        self._explained = ""
        self._notes: list[tuple[After, FacingLabel, FacingLabel]] = []
        self._made: list[QWidget] = []
        self.cells: dict[tuple[str, Side], CellButton] = {}
        self.buttons: dict[str, FacingButton] = {}
        self._names: dict[str, FacingLabel] = {}
        self._bridges: list[tuple[BridgeLabel, tuple[str, Side]]] = []
        self._heads: tuple[FacingLabel, ...] = tuple(
            FacingLabel("", self, most=17, bold=at != 1, muted=at == 1) for at in range(3)
        )
        self.sums = {one: FacingLabel("", self, most=40, bold=True) for one in Side}
        self.verdict = FacingLabel("", self, most=20, bold=True)
        self.tip = Tip(self)
        self.both = FacingButton(str(wording.BOTH_HOLD_IT), self, most=18)
        self.both.clicked.connect(self._hold_both)
        self.both.hide()
        self.back = FacingButton(wording.BACK_A_STEP, self, most=18)
        self.earlier = FacingButton(wording.EARLIER_TURN, self, most=18)
        self.later = FacingButton(wording.LATER_TURN, self, most=18)
        self.leave = FacingButton(wording.LEAVE_THE_PAD, self, most=18)
        self.stays = FacingButton(wording.IT_STAYS, self, most=20)
        self.go = FacingButton(say("Done"), self, kind="primary", most=24)
        self.back.clicked.connect(self._go_back)
        self.earlier.clicked.connect(lambda: self._turn_to(1))
        self.later.clicked.connect(lambda: self._turn_to(-1))
        self.leave.clicked.connect(lambda _checked: leave())
        self.stays.clicked.connect(self._stay)
        self.go.clicked.connect(self._go)
        self.set_footer(self.leave, self.back, self.earlier, self.later, self.stays, self.go)

    def asks(self, view: TableView) -> object:
        return (self._draft.step, self._draft.stage) if self._draft else None

    def show_turn(self, game: Game, draft: Draft, steps: tuple[int, ...], *, asked: bool) -> None:
        """Show a turn. If the program ``asked`` for the pad, the pad stays at this turn. A pad that
        somebody opened also leads to other turns.
        """
        self._game, self._draft, self._steps = game, draft, steps
        for side in Side:
            self._heads[2 * list(Side).index(side)].show_text(
                " · ".join(words.side_heading(game, side))
            )
        shape = self._shape_of(game, draft)
        if shape != self._shape:
            self._shape = shape
            self._remake(game, draft)
        self._show_values(game, draft)
        place = steps.index(draft.step) if draft.step in steps else 0
        several = len(steps) > 1 and not asked and not draft.out
        self.earlier.setVisible(several)
        self.later.setVisible(several)
        self.earlier.setEnabled(place + 1 < len(steps))
        self.later.setEnabled(place > 0)
        self._lay_out()

    def _shape_of(self, game: Game, draft: Draft) -> object:
        shown = [
            (row.element.key, row.cells.map(_has_cell)) for row in turn_pad.pad_rows(game, draft)
        ]
        held = [(one.side, one.held) for one in turn_pad.list_after(game, draft)]
        chooser = turn_pad.fuse_chooser(game, draft)
        return draft.step, draft.stage, shown, held, chooser, draft.choices

    def _remake(self, game: Game, draft: Draft) -> None:
        for widget in (*self._made, *(label for label, _ in self._bridges)):
            widget.hide()
            widget.deleteLater()
        self._made, self._bridges = [], []
        self.cells, self.buttons, self._names = {}, {}, {}
        self._explained = ""
        self.tip.hide()
        self.both.hide()
        make = {
            Stage.FUSE: self._fuse_rows,
            Stage.BOOM: self._no_rows,
            Stage.SCORE: self._score_rows,
            Stage.AFTER: self._after_rows,
        }[draft.stage]
        made = make(game, draft)
        self._made = [part for row in made for part, _ in row.parts]
        self.set_rows(made)

    @staticmethod
    def _no_rows(_game: Game, _draft: Draft) -> list[Cells]:
        return []

    def _score_rows(self, game: Game, draft: Draft) -> list[Cells]:
        shown = turn_pad.pad_rows(game, draft)
        box = self._box_row(game, draft)
        return [*box, *(self._element_row(game, draft, row, shown) for row in shown)]

    def _element_row(
        self, game: Game, draft: Draft, row: TurnPadRow, shown: Sequence[TurnPadRow]
    ) -> Cells:
        picture = ElementPicture(self)
        picture.show_element(row.element, None if row.shared else row.own)
        if words.looks_alike(shown):
            picture.show_place(game.terms.scenario, self.side, game.play.first)
        name = FacingLabel("", self, most=20, bold=True, align=LEFT)
        name.setObjectName("element")
        self._names[row.element.key] = name
        middle = ((picture, PICTURE), (name, NAME), (self._info_button(row), INFO))
        sole = sole_scorer(game, draft.step)
        red, blue = (
            ((self._cell(row, side), CELL),) if sole in {None, side} else () for side in Side
        )
        return Cells((*red, *middle, *blue))

    def _info_button(self, row: TurnPadRow) -> FacingButton:
        info = FacingButton("i", self, most=18)
        info.setAccessibleName(wording.ABOUT_ELEMENT.format(element=words.row_name(row)[0]))
        info.clicked.connect(partial(self._explain, row))
        self.buttons[f"i {row.element.key}"] = info
        return info

    def _cell(self, row: TurnPadRow, side: Side) -> QWidget:
        cell = row.cells.of(side)
        if cell.taken:
            return FacingLabel(wording.TAKEN, self, most=18, muted=True)
        if not cell.offered:
            return QWidget(self)
        return self._cell_button(cell.key, side, partial(self._tap_cell, cell.key, side))

    def _cell_button(self, key: str, side: Side, press: Callable[[], None]) -> CellButton:
        button = CellButton(side, self)
        button.clicked.connect(lambda _checked: press())
        self.cells[(key, side)] = button
        return button

    def _box_row(self, game: Game, draft: Draft) -> list[Cells]:
        """Return the row of the kill box; empty if the kill box does not count."""
        if not words.asks_kill_box(game, draft):
            return []
        step = draft.step
        whose = turns.owner(game.play.first, step)
        picture = ElementPicture(self)
        picture.show_element(None, whose)
        both = ": ".join(words.box_words(game, step))
        name = FacingLabel(both, self, most=20, bold=True, align=LEFT)
        cell = self._cell_button("kill box", whose.other, self._tap_box)
        sides = {whose: QWidget(self), whose.other: cell}
        middle = ((picture, PICTURE), (name, NAME + INFO))
        return [Cells(((sides[Side.RED], CELL), *middle, (sides[Side.BLUE], CELL)))]

    def _fuse_rows(self, game: Game, draft: Draft) -> list[Cells]:
        fuse = game.terms.scenario.fuse
        element = game.terms.scenario.element(fuse.key) if fuse else None
        if fuse is None or element is None:
            return []
        picture = ElementPicture(self)
        picture.show_element(element, element.owner.side(game.play.first))
        name = FacingLabel(packet_text(element.name), self, most=20, bold=True, align=LEFT)
        red, blue = (
            (self._cell_button(fuse.key, side, partial(self._tap_cell, fuse.key, side)), CELL)
            for side in Side
        )
        shown = [row for row in turn_pad.pad_rows(game, draft) if row.element.key == fuse.key]
        infos = [(self._info_button(row), INFO) for row in shown]
        held = Cells((red, (picture, PICTURE), (name, NAME), *infos, blue))
        hint = FacingLabel(words.fuse_hint(game, draft), self, most=20)
        if turn_pad.fuse_chooser(game, draft) is None:
            choices = self._die_choices(game, draft)
        else:
            choices = self._countdown_rows(game, draft, fuse.sides)
        return [*self._box_row(game, draft), held, Cells(((hint, 1),)), *choices]

    def _die_choices(self, game: Game, draft: Draft) -> list[Cells]:
        """Return a button for each number of a die that chooses which countdown loses a token. A
        countdown that has ended keeps its number but loses nothing.
        """
        made = []
        for at, one in enumerate(turn_pad.countdowns(game, draft, 1), start=1):
            left = one.left - one.takes
            dots = "●" * left + "◍" * one.takes
            change = f"{one.left} → {left}" if one.takes else str(wording.HAS_GONE_OFF)
            press = partial(self._light, one.element.key, 1)
            button = self._button(
                f"countdown {at}", f"{at}.  {one.name}   {dots}   {change}", press
            )
            made.append(Cells(((button, 1),)))
        return made

    def _countdown_rows(self, game: Game, draft: Draft, sides: int) -> list[Cells]:
        """Return a row for each countdown, with a button for each number of tokens that the
        countdown may lose.
        """
        made = []
        for at, one in enumerate(turn_pad.countdowns(game, draft, 0), start=1):
            key = one.element.key
            picture = ElementPicture(self)
            picture.show_element(one.element, one.own)
            dots = "●" * one.left if one.left else wording.HAS_GONE_OFF
            name = FacingLabel(f"{one.name}   {dots}", self, most=20, bold=True, align=LEFT)
            parts: list[tuple[QWidget, int]] = [(picture, 2), (name, 8)]
            for face in range(1, sides + 1):
                after = max(one.left - face, 0)
                number = f"{face}\n→ {after}" if one.left else str(face)
                button = self._button(f"{face} of {at}", number, partial(self._light, key, face))
                lost = wording.FROM_TO.format(element=one.name, left=one.left, after=after)
                button.setAccessibleName(f"{face}: {lost}")
                parts.append((button, 3))
            roll = self._button(
                f"roll {at}", wording.DIE.format(sides=sides), partial(self._roll, key, sides)
            )
            roll.setAccessibleName(f"{wording.ROLL}: {one.name}")
            for part, _ in (*parts[2:], (roll, 4)):
                part.setEnabled(one.left > 0)
            made.append(Cells((*parts, (roll, 4))))
        return made

    def _after_rows(self, game: Game, draft: Draft) -> list[Cells]:
        cards = turn_pad.list_after(game, draft)
        by_side = [next((one for one in cards if one.side is side), None) for side in Side]
        shown = [one for one in by_side if one is not None]
        pictures = []
        for one in shown:
            picture = ElementPicture(self)
            picture.show_element(one.element, one.side)
            pictures.append(picture)
        heads = [FacingLabel(one.name, self, most=20, bold=True) for one in shown]
        numbers = [FacingLabel("", self, most=40, bold=True) for _ in shown]
        notes = [FacingLabel("", self, most=18) for _ in shown]
        self._notes = list(zip(shown, numbers, notes, strict=True))
        named = [
            part
            for picture, head in zip(pictures, heads, strict=True)
            for part in ((picture, 1), (head, 5))
        ]
        rows_ = [
            Cells(tuple(named)),
            Cells(tuple((one, 1) for one in numbers)),
            Cells(tuple((one, 1) for one in notes)),
        ]
        if any(one.held for one in shown):
            rows_.append(Cells(tuple(part for one in shown for part in self._after_buttons(one))))
        return rows_

    def _after_buttons(self, one: After) -> list[tuple[QWidget, int]]:
        key = one.element.key
        if not one.held:
            return [(QWidget(self), 6)]
        if one.element.tokens:
            return [(self._button(f"token {key}", "", partial(self._token, key)), 6)]
        steps = [
            (self._button(f"{by:+} {key}", words, partial(self._inch, key, by)), 1)
            for by, words in ((-1, "−"), (1, "+"))
        ]
        points = one.element.journey.points if one.element.journey else 0
        there = wording.HAS_ARRIVED_FOR.format(points=points)
        arrived = self._button(f"arrived {key}", there, partial(self._arrive, key), checkable=True)
        moved = self._button(
            f"moved {key}", wording.HAS_MOVED, partial(self._move, key), checkable=True
        )
        return [*steps, (moved, 2), (arrived, 2)]

    def _button(
        self, name: str, words: str, press: Callable[[], None], *, checkable: bool = False
    ) -> FacingButton:
        kind = "choice" if checkable else "plain"
        button = FacingButton(words, self, kind=kind, most=24)
        button.setCheckable(checkable)
        button.clicked.connect(lambda _checked: press())
        self.buttons[name] = button
        return button

    def _show_values(self, game: Game, draft: Draft) -> None:
        closed = self._is_closed(game, draft)
        self._show_cells(game, draft, closed=closed)
        self._show_words(game, draft, closed=closed)
        stage = draft.stage
        score = stage in {Stage.SCORE, Stage.AFTER}
        for label in (*self.sums.values(), self.verdict):
            label.setVisible(score)
        for at, label in enumerate(self._heads):
            here = stage is Stage.SCORE or (stage is Stage.FUSE and at != 1)
            label.setVisible(here)
        if score:
            now = turn_pad.sum_turn(game, draft)
            for side, label in self.sums.items():
                gained = now.total.of(side) - now.before.of(side)
                label.show_text(f"{now.total.of(side)} ({gained:+})")
            self.verdict.show_text("\n".join(filter(None, turn_pad.verdict_words(game, draft))))
        if stage is Stage.AFTER:
            self._show_after(game, draft)

    def _is_closed(self, game: Game, draft: Draft) -> bool:
        score, sole = game.play.scores.get(draft.step), sole_scorer(game, draft.step)
        theirs = sole is self.side.other and not self._organizer
        return (score is not None and score.overrules) or theirs

    def _show_cells(self, game: Game, draft: Draft, *, closed: bool) -> None:
        shown = turn_pad.pad_rows(game, draft)
        for label, _ in self._bridges:
            label.hide()
            label.deleteLater()
        self._bridges = []
        for row in shown:
            if (name := self._names.get(row.element.key)) is not None:
                name.show_text("\n".join(filter(None, words.row_name(row))))
            for side in Side:
                cell = row.cells.of(side)
                button = self.cells.get((cell.key, side))
                if button is None:
                    continue
                holds = draft.stage is Stage.FUSE
                points = str(wording.HOLDS_IT) if holds else f"+{cell.points}"
                was = draft.out and cell.was
                button.show_cell(points, on=cell.on, changed=cell.changed, was=was)
                marks = [wording.CHANGED_SINCE] if cell.changed else []
                button.setAccessibleName(
                    ", ".join([f"{side.colour}: {words.row_name(row)[0]}", *marks])
                )
                button.setEnabled(not closed)
        for (key, side), button in self.cells.items():
            if key == "kill box":
                points = f"+{game.terms.kill_box.points}"
                button.show_cell(points, on=draft.kill_box, changed=draft.kill_box)
                button.setAccessibleName(f"{side.colour}: {wording.KILL_BOX_ROW}")
                button.setEnabled(not closed)
        if draft.stage is Stage.SCORE:
            for bridge in turn_pad.bridges(game, draft, shown):
                if (bridge.at, bridge.side) in self.cells:
                    label = BridgeLabel(bridge.words, bridge.side, self)
                    self._bridges.append((label, (bridge.at, bridge.side)))

    def _show_words(self, game: Game, draft: Draft, *, closed: bool) -> None:
        stages, stage = turn_pad.stages(game, draft.step), draft.stage
        at = Stage.FUSE if stage is Stage.BOOM else stage
        place = stages.index(at) if at in stages else 0
        self.back.setVisible(place > 0)
        self._heads[1].show_text(wording.TAP_WHAT_CHANGED if turn_pad.pad_rows(game, draft) else "")
        about, more = words.title(game, draft)
        self.title.show_text(f"{about} · {more}" if more else about)
        boom = words.boom_words(game, draft) if stage is Stage.BOOM else ()
        self.show_message("\n".join(boom))
        self.stays.setVisible(stage is Stage.AFTER and words.sole_mover(game, draft) is not None)
        go = say("Back") if closed else words.go_words(game, draft)
        self.go.show_text(go)
        self.go.setVisible(bool(go))

    def _show_after(self, game: Game, draft: Draft) -> None:
        cards = {one.element.key: one for one in turn_pad.list_after(game, draft)}
        mover = words.sole_mover(game, draft)
        for before, number, note in self._notes:
            one = cards[before.element.key]
            number.show_text(words.after_number(one) if one.held or one.element.tokens else "")
            note.show_text("\n".join(filter(None, words.after_note(one, tuple(cards.values())))))
            key = one.element.key
            if (token := self.buttons.get(f"token {key}")) is not None:
                token.show_text(wording.TAKE_IT_BACK if one.counted else wording.ADD_THE_TOKEN)
            if (moved := self.buttons.get(f"moved {key}")) is not None:
                shown = one.counted or one.most
                moved.setVisible(mover is None)
                moved.setChecked(one.counted > 0 and not one.arrived)
                self.buttons[f"arrived {key}"].setChecked(one.arrived)
                self.buttons[f"-1 {key}"].setEnabled(shown > 1 and not one.arrived)
                self.buttons[f"+1 {key}"].setEnabled(shown < one.most and not one.arrived)

    def _tap_cell(self, key: str, side: Side) -> None:
        if self._draft is not None:
            self._change(turn_pad.tap_cell(self._draft, key, side))

    def _tap_box(self) -> None:
        if self._draft is not None:
            self._change(replace(self._draft, touched=True, kill_box=not self._draft.kill_box))

    def _roll(self, key: str, sides: int) -> None:
        self._light(key, random.randint(1, sides))

    def _light(self, key: str, number: int) -> None:
        if self._draft is None or self._game is None:
            return
        self._go_on_from_fuse(turn_pad.lit(self._game, self._draft, key, number))

    def _go_on_from_fuse(self, draft: Draft) -> None:
        """Continue the scoring with ``draft``. If all tokens have been taken, pass the clock."""
        self._change(draft)
        if draft.stage is Stage.SCORE:
            self._pass_clock()

    def _pass_clock(self) -> None:
        game, draft = self._game, self._draft
        if game is not None and draft is not None and draft.step == game.play.step:
            self._act(Tap(game.number, game.play.owner))

    def _token(self, key: str) -> None:
        one = self._card(key)
        if one is not None and self._draft is not None:
            self._change(turn_pad.with_count(self._draft, one, 0 if one.counted else 1))

    def _inch(self, key: str, by: int) -> None:
        one = self._card(key)
        if one is not None and self._draft is not None:
            inches = min(max((one.counted or one.most) + by, 1), one.most)
            self._change(turn_pad.with_count(self._draft, one, inches))

    def _move(self, key: str) -> None:
        one = self._card(key)
        if one is not None and self._draft is not None:
            moved = one.counted and not one.arrived
            self._change(turn_pad.with_count(self._draft, one, 0 if moved else one.most))

    def _arrive(self, key: str) -> None:
        one = self._card(key)
        if one is not None and self._draft is not None:
            inches = 0 if one.arrived else one.most
            there = not one.arrived
            self._change(turn_pad.with_count(self._draft, one, inches, arrived=there))

    def _card(self, key: str) -> After | None:
        if self._game is None or self._draft is None:
            return None
        cards = turn_pad.list_after(self._game, self._draft)
        return next((one for one in cards if one.element.key == key), None)

    def _change(self, draft: Draft) -> None:
        self._changed(replace(draft, touched=True))

    def _go_back(self) -> None:
        if self._game is not None and self._draft is not None:
            stages = turn_pad.stages(self._game, self._draft.step)
            before = stages[stages.index(self._draft.stage) - 1]
            self._change(replace(self._draft, stage=before))

    def _turn_to(self, places: int) -> None:
        if self._draft is not None and self._draft.step in self._steps:
            self._turn_wanted(self._steps[self._steps.index(self._draft.step) + places])

    def _stay(self) -> None:
        game, draft = self._game, self._draft
        if game is not None and draft is not None:
            mover = words.sole_mover(game, draft)
            self._finish(turn_pad.with_count(draft, mover, 0) if mover else draft)

    def _go(self) -> None:
        game, draft = self._game, self._draft
        if game is None or draft is None:
            return
        if self._is_closed(game, draft):
            self.leave.click()
        elif draft.stage is Stage.FUSE:
            self._roll_choice(game, draft)
        elif draft.stage is Stage.BOOM:
            self._go_on_from_fuse(turn_pad.after_choice(game, draft))
        elif draft.stage is Stage.SCORE and turn_pad.asks_after(game, draft):
            self._change(turn_pad.begin_after(game, draft))
        else:
            mover = words.sole_mover(game, draft) if draft.stage is Stage.AFTER else None
            if mover is not None:
                inches = mover.counted or mover.most
                draft = turn_pad.with_count(draft, mover, inches, arrived=mover.arrived)
            self._finish(draft)

    def _roll_choice(self, game: Game, draft: Draft) -> None:
        """Choose a countdown at random, in place of a die, because nobody holds the fuse. Take a
        token from that countdown.
        """
        fuse = game.terms.scenario.fuse
        if fuse is not None:
            each = turn_pad.countdowns(game, draft, 1)
            self._light(random.choice(each[: fuse.sides]).element.key, 1)

    def _finish(self, draft: Draft) -> None:
        """Save the turn. If the clock has been waiting for that, pass the clock."""
        game = self._game
        if game is None:
            return
        waits = words.waits(game, draft)
        sole, step = sole_scorer(game, draft.step), draft.step
        score = ScoreTurn(
            game.number, self.side, step, draft.holdings, draft.kill_box, counted=draft.counted
        )
        self._act(score)
        if sole is not None:
            self._act(Answer(game.number, self.side, Question.CLOCK_OUT, agrees=True))
        elif waits:
            self._act(Tap(game.number, turns.owner(game.play.first, step)))
        self._finished(step)

    def _explain(self, row: TurnPadRow) -> None:
        """Show which models may hold an element and which may contest it. A second press hides the
        note again.
        """
        game = self._game
        again = self.tip.isVisible() and self._explained == row.element.key
        self._explained = "" if again else row.element.key
        control, contest = words.who_may(game, row) if game else ("", "")
        self.tip.setVisible(bool(control) and not again)
        self.tip.foot = BOTH_HIGH if self._both_may(row) else 0
        self.both.setVisible(bool(self.tip.foot) and bool(control) and not again)
        lines = (f"{wording.WHO_HOLDS}: {control}", f"{wording.WHO_CONTESTS}: {contest}")
        self.tip.show_text("\n".join(lines))
        self._lay_out()
        self.tip.raise_()
        self.both.raise_()

    def _both_may(self, row: TurnPadRow) -> bool:
        game, draft = self._game, self._draft
        if game is None or draft is None or self._is_closed(game, draft):
            return False
        return words.both_may(game, row)

    def _hold_both(self) -> None:
        key, draft = self._explained, self._draft
        self._explained = ""
        self.tip.hide()
        self.both.hide()
        if draft is not None and key:
            self._change(turn_pad.held_by_both(draft, key))

    def _lay_out(self) -> None:
        super()._lay_out()
        if not hasattr(self, "tip"):
            return
        body = self.body
        sums = ((self.sums[Side.RED], 1), (self.verdict, 3), (self.sums[Side.BLUE], 1))
        in_head = body.width() > 900 and body.height() < LOW
        most = HIGH_FOOT if body.height() >= ROOMY else FOOT
        foot = 0 if in_head or self.verdict.isHidden() else min(most, max(body.height() // 5, 0))
        named = not self._heads[0].isHidden() and body.height() > LOW
        heads = (HEADS if body.width() > 600 else HEADS + 10) if named else 0
        parts = [*zip(self._heads, (CELL, PICTURE + NAME + INFO, CELL), strict=True)]
        self._put_across(parts, QRect(body.left(), body.top(), body.width(), heads))
        low = QRect(body.left(), body.bottom() - foot + 1, body.width(), foot)
        if in_head:
            third = body.width() // 3
            low = QRect(body.left() + third, GAP, body.width() // 2, self.most_head - GAP)
        self._put_across(sums, low)
        room = body.adjusted(0, heads + (GAP // 2 if heads else 0), 0, -foot - (GAP if foot else 0))
        self._put_lines(room)
        self._put_bridges()
        if self.tip.isVisible():
            below = room.adjusted(0, room.height() // 3, 0, 0)
            self._put(self.tip, below)
            high = BOTH_HIGH - GAP
            beside = QRect(below.left() + GAP, 0, below.width() // 3, high)
            beside.moveBottom(below.bottom() - GAP)
            self._put(self.both, beside)

    def _put_bridges(self) -> None:
        """Place each label with the points that several elements earn together. The label is
        between the cells of those elements, beside the cells' letters.
        """
        for cell in self.cells.values():
            cell.cover()
        boxes = {key: self._upright(cell.geometry()) for key, cell in self.cells.items()}
        gap = GAP // 4
        covered: dict[tuple[str, Side], list[int]] = {}
        for label, at in self._bridges:
            box = boxes[at]
            high = LOW_BRIDGE if box.height() < 2 * BRIDGE_HIGH else BRIDGE_HIGH
            room = box.adjusted(BESIDE_LETTER, 0, -GAP // 2, 0)
            wide = min(room.width(), 110)
            left = max(box.center().x() - wide // 2, room.left())
            left = min(left, room.right() + 1 - wide)
            place = QRect(left, box.bottom() - high // 2 + gap, wide, high)
            for key, other in boxes.items():
                if key[1] is at[1] and other.intersects(place):
                    below = place.top() > other.top()
                    covered.setdefault(key, [0, 0])[below] = other.intersected(place).height()
            self._put(label, place)
            label.show()
            label.raise_()
        for above_all in (self.tip, self.both):
            above_all.raise_()
        for key, (above, below_) in covered.items():
            self.cells[key].cover(above, below_)

    def _upright(self, box: QRect) -> QRect:
        if not self.turned:
            return box
        return QRect(
            self.width() - box.x() - box.width(), self.height() - box.y() - box.height(),
            box.width(), box.height(),
        )  # fmt: skip

    def _put_rows(self, body: QRect) -> None:
        """Do nothing. `_put_lines` places the rows, because the sums are below them."""

    def _put_lines(self, room: QRect) -> None:
        """Place the rows below each other, or in two columns if they would be too low to touch."""
        rows_ = self._rows
        if not rows_ or room.height() <= 0:
            return
        gap = GAP // 4
        low = (room.height() + gap) // len(rows_) - gap < TOUCH
        elements = self._draft is not None and self._draft.stage in {Stage.SCORE, Stage.FUSE}
        columns = 2 if low and elements and room.width() > 900 else 1
        lines = -(-len(rows_) // columns)
        wide = (room.width() - (columns - 1) * 3 * GAP) // columns
        high = min((room.height() - (lines - 1) * gap) // lines, 84)
        for number, row in enumerate(rows_):
            column, line = divmod(number, lines)
            left = room.left() + column * (wide + 3 * GAP)
            self._put_across(row.parts, QRect(left, room.top() + line * (high + gap), wide, high))

    def _put(self, widget: QWidget, box: QRect) -> None:
        if isinstance(widget, ElementPicture):
            widget.turned = self.turned
            widget.update()
        super()._put(widget, box)


def _has_cell(cell: turn_pad.Cell) -> tuple[str, bool, bool]:
    return cell.key, cell.offered, cell.taken
