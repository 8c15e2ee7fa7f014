"""The scoring pad, which records who holds which element at the end of a turn. Every press is saved
at once.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.table import (
    Answer,
    Claim,
    Counted,
    Holding,
    MakeClaim,
    Question,
    RemoveElement,
    ScoreTurn,
    TableCommand,
)
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.scenario import Held, Seat
from app.engine.side import Pair, Side
from app.ui.table.facing import FacingButton, FacingLabel
from app.ui.table.paint import LEFT
from app.ui.table.sheets.after import CountButtons
from app.ui.table.sheets.base import Cells, Sheet
from app.ui.widgets.scenario_map import HELD_WORDS, ScenarioMap
from app.views.table.scoring_pad import CountKind, PadContents, PadRow, press_holding
from app.views.table.table import TableView

Chosen = tuple[Side, Held] | None


class ScoringPad(Sheet):
    """The pad that scores a scenario. ``turn_wanted`` is called with another step to show.
    ``leave`` closes the pad, ``explain`` shows how points are scored, and ``losses`` opens the
    sheet for losses. With ``claims``, a player may claim here that they have won or lost.
    """

    def __init__(
        self,
        side: Side,
        act: Callable[[TableCommand], None],
        turn_wanted: Callable[[int], None],
        leave: Callable[[], None],
        parent: QWidget | None = None,
        *,
        claims: bool = True,
        explain: Callable[[], None] | None = lambda: None,
        losses: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(side, say("Scoring"), parent)
        self._act, self._turn_wanted, self._claims = act, turn_wanted, claims
        self.compact = True
        self.beside = ScenarioMap(self)
        self.beside.element_tapped.connect(self._tapped)
        self._game = 0
        self._pad: PadContents | None = None
        self._holdings: tuple[Holding, ...] = ()
        self._steps: tuple[int, ...] = ()
        self._shape: tuple[object, ...] = ()
        self.choices: dict[str, dict[Chosen, FacingButton]] = {}
        self.vanished: dict[str, FacingButton] = {}
        self.points: dict[Side, CountButtons] = {}
        self.counts: dict[str, CountButtons] = {}
        self.kill_box = FacingButton("", self, kind="choice", most=20)
        self.kill_box.setCheckable(True)
        self.kill_box.clicked.connect(self._send)
        self.caster_left = FacingButton("", self, kind="choice", most=20)
        self.caster_left.setCheckable(True)
        self.caster_left.clicked.connect(self._send)
        self.earlier = FacingButton(wording.EARLIER_TURN, self)
        self.later = FacingButton(wording.LATER_TURN, self)
        self.win = FacingButton("", self, kind="primary")
        self.give_up = FacingButton(wording.I_LOSE_BY_CLOCK_OUT, self, kind="danger")
        self.explain = FacingButton(wording.WHAT_COUNTS, self)
        self.losses = FacingButton(say("Losses"), self)
        self._has_losses = losses is not None
        if losses is not None:
            self.losses.clicked.connect(lambda _checked: losses())
        self.done = FacingButton(say("Done"), self, kind="primary")
        self.earlier.clicked.connect(lambda: self._go(1))
        self.later.clicked.connect(lambda: self._go(-1))
        self.win.clicked.connect(self._claim)
        self.give_up.clicked.connect(self._concede_time)
        if explain is not None:
            self.explain.clicked.connect(lambda _checked: explain())
        self.explain.setVisible(explain is not None)
        self.done.clicked.connect(leave)
        self.set_footer(
            self.earlier,
            self.later,
            self.explain,
            self.losses,
            self.win,
            self.give_up,
            self.done,
        )

    def asks(self, view: TableView) -> object:
        return view.play.flag

    def choice(self, key: str, side: Side | None) -> FacingButton:
        """Return the first button of ``side`` for an element, or the button "Nobody" if ``side`` is
        None.
        """
        buttons = self.choices[key]
        mine = (button for button in buttons if (button[0] if button else None) is side)
        return buttons[next(mine)]

    def show_pad(self, pad: PadContents, steps: tuple[int, ...], view: TableView) -> None:
        self._game, self._pad, self._steps = view.game, pad, steps
        self._holdings = tuple(holding for row in pad.rows for holding in row.held)
        self.title.show_text(wording.SCORE_TURN.format(turn=pad.title))
        offers = tuple((row.key, row.offers) for row in pad.rows)
        known = pad.removed is not None
        other = pad.destroys and pad.kill_box, tuple(one.words for one in pad.counts)
        shape = (pad.step, pad.scores, pad.kill_box_of, offers, pad.vanishing, known, other)
        if shape != self._shape:
            self._shape = shape
            self._make_rows(pad)
        for side, count in self.points.items():
            count.show_value(pad.overruled.of(side) if pad.overruled else 0)
        for one in pad.counts:
            self.counts[one.key].show_value(one.number)
            self.counts[one.key].show_most(one.most)
        for key, button in self.vanished.items():
            button.setChecked(key == pad.removed)
        self._show_choices(pad)
        self._show_map(pad, view)
        place = steps.index(pad.step) if pad.step in steps else 0
        self.earlier.setEnabled(place + 1 < len(steps))
        self.later.setEnabled(place > 0)
        self._show_offers(view)
        self.losses.setVisible(self._has_losses and any(view.armies))
        self.show_message(" ".join(filter(None, (_total(pad, players=self._claims), pad.after))))

    def _show_map(self, pad: PadContents, view: TableView) -> None:
        """Show the map if there is something to score and the packet gives the positions of
        elements.
        """
        if self.beside is None:
            return
        viewer = Seat.FIRST if view.play.first is self.side else Seat.SECOND
        boxes = () if pad.box is None else (pad.box,)
        self.beside.show_map(pad.scenario, view.play.first, viewer, pad.briefing, *boxes)
        self.beside.show_holdings(self._holdings, pad.gone)
        visible = pad.scores and self.beside.known
        if visible is self.beside.isHidden():
            self.beside.setVisible(visible)
            self._lay_out()

    def _tapped(self, key: str) -> None:
        """Give an element that was tapped on the map to its next possible holder. After the last
        holder, give it to nobody.
        """
        choices = [
            choice for choice, button in self.choices.get(key, {}).items() if button.isEnabled()
        ]
        chosen = [
            choice for choice in choices if choice and Holding(key, *choice) in self._holdings
        ]
        order = [choice for choice in choices if choice is not None] + [None]
        mine = [choice for choice in order if choice and choice[0] is self.side]
        order = [*mine, *(choice for choice in order if choice not in mine)]
        place = order.index(chosen[0]) + 1 if chosen else 0
        if choices:
            self._choose(key, order[place % len(order)])

    def _make_rows(self, pad: PadContents) -> None:
        for buttons in self.choices.values():
            for button in buttons.values():
                button.deleteLater()
        for counted in (*self.points.values(), *self.counts.values()):
            for part in (counted.label, counted.number, *counted.steps.values(), counted):
                part.deleteLater()
        for made in (*self.findChildren(FacingLabel, "element"), *self.vanished.values()):
            made.deleteLater()
        self.wide_rows = not all(row.plain for row in pad.rows)
        self.points = {side: self._points_of(side) for side in Side} if pad.by_hand else {}
        self.choices = {row.key: self._choices(row) for row in pad.rows} if pad.scores else {}
        self.counts = {one.key: self._count(one.words, one.number) for one in pad.counts}
        first = {one.key for one in pad.counts if one.kind is CountKind.COUNTDOWN}
        rows = [self.counts[key].cells() for key in self.counts if key in first]
        rows += [self._cells(row) for row in pad.rows if pad.scores]
        rows += [self.counts[key].cells() for key in self.counts if key not in first]
        rows[:0] = self._vanishing(pad)
        if pad.scores:
            rows += [count.cells() for count in self.points.values()]
        owner = pad.kill_box_of
        self.kill_box.setVisible(owner is not None)
        if owner is not None:
            self.kill_box.show_text(wording.CASTER_ENDED_IN_THE_KILL_BOX.format(side=owner.colour))
            self.caster_left.show_text(wording.HAS_ANOTHER_CASTER_LEFT.format(side=owner.colour))
            box = ((self.kill_box, 1), (self.caster_left, 1))
            rows.append(Cells(box if pad.destroys and pad.kill_box else box[:1]))
        self.caster_left.setVisible(pad.destroys and pad.kill_box)
        self.set_rows(rows)

    def _vanishing(self, pad: PadContents) -> list[Cells]:
        """Return a row that asks which element has left the table; empty if elements do not
        leave.
        """
        self.vanished = {
            key: FacingButton(name, self, kind="choice", most=20) for key, name in pad.vanishing
        }
        if not self.vanished:
            return []
        words = wording.WHICH_ONE_LEAVES if pad.removed is None else wording.LEFT_TABLE
        label = FacingLabel(words, self, most=20, align=LEFT)
        label.setObjectName("element")
        for key, button in self.vanished.items():
            button.setCheckable(True)
            button.clicked.connect(partial(self._remove, key))
        return [
            Cells(((label, 5), *((facing_button, 3) for facing_button in self.vanished.values())))
        ]

    def _choices(self, row: PadRow) -> dict[Chosen, FacingButton]:
        made: dict[Chosen, FacingButton] = {}
        choices: list[Chosen] = [
            *((Side.RED, held) for held in row.offers.red),
            None,
            *((Side.BLUE, held) for held in reversed(row.offers.blue)),
        ]
        for chosen in choices:
            kind = f"{chosen[0].value}-choice" if chosen else "choice"
            word = _choice_words(row, chosen)
            button = FacingButton(word, self, kind=kind, most=20)
            button.setCheckable(True)
            button.setAccessibleName(f"{row.name}: {word}")
            button.clicked.connect(partial(self._choose, row.key, chosen))
            made[chosen] = button
        return made

    def _cells(self, row: PadRow) -> Cells:
        label = FacingLabel(row.name, self, most=20, align=LEFT)
        label.setObjectName("element")
        buttons = self.choices[row.key]
        share = 5 if len(buttons) < 4 else 4
        return Cells(((label, share), *((button, 3) for button in buttons.values())))

    def _lay_out(self) -> None:
        """Lay out the sheet, and give all choices of an element the same text size."""
        super()._lay_out()
        for buttons in self.choices.values():
            px = min(facing_button.fitting for facing_button in buttons.values())
            for button in buttons.values():
                button.show_px(px)

    def _show_choices(self, pad: PadContents) -> None:
        ruled = bool(pad.ruling) and self._claims  # the players' pad
        for row in pad.rows if self.choices else ():
            for chosen, button in self.choices[row.key].items():
                button.setChecked(_is_chosen(row, chosen))
                taken = row.taken.of(chosen[0]) if chosen else all(row.taken)
                button.setEnabled(not taken and not ruled)
                button.setToolTip(wording.SCORED_IN_EARLIER_TURN if taken else "")
        self.kill_box.setChecked(pad.kill_box)
        self.kill_box.setEnabled(not ruled)
        self.caster_left.setChecked(pad.caster_left)
        self.caster_left.setEnabled(not ruled)
        for count in self.points.values():
            for step in count.steps.values():
                step.setEnabled(not ruled)
        for count in self.counts.values() if ruled else ():
            for step in count.steps.values():
                step.setEnabled(False)

    def _show_offers(self, view: TableView) -> None:
        play, pad = view.play, self._pad
        present = pad is not None and pad.step == play.step and play.in_progress
        mine = play.owner is self.side and view.wins_if_scored is self.side
        wins = present and view.question is None and mine and self._claims
        wins = wins and view.victory.armies
        self.win.setVisible(wins)
        self.win.show_text(wording.SCENARIO_WIN_ASK.format(side=play.owner.other.colour))
        flagged = play.flag is not None and play.flag.side is self.side
        undecided = view.wins_if_scored is not self.side and not view.scores_once_more
        loses = flagged and undecided
        self.give_up.setVisible(self._claims and loses and view.question is Question.CLOCK_OUT)
        self.earlier.setVisible(len(self._steps) > 1)
        self.later.setVisible(len(self._steps) > 1)

    def _choose(self, key: str, chosen: Chosen) -> None:
        side, held = chosen or (None, None)
        self._holdings = press_holding(self._holdings, key, side, held)
        self._send()

    def _points_of(self, side: Side) -> CountButtons:
        """Return buttons for a side's points, used in scenarios without any known element that
        scores.
        """
        return self._count(wording.CONTROL_POINTS_OF.format(side=side.colour), 0)

    def _count(self, words: str, value: int) -> CountButtons:
        """Return a number with buttons that change it by one. Each press is saved."""
        count = CountButtons(words, value, self)
        for by in (-10, 10):
            step = count.steps.pop(by)
            step.hide()
            step.deleteLater()
        for button in count.steps.values():
            button.clicked.connect(self._send)
        return count

    def _send(self) -> None:
        if self._pad is None:
            return
        step, inside = self._pad.step, self.kill_box.isChecked()
        points = Pair(*(self.points[side].value for side in Side)) if self.points else None
        scored = ScoreTurn(self._game, self.side, step, self._holdings, inside, points)
        counted = tuple(
            Counted(key, count.value) for key, count in self.counts.items() if count.value
        )
        left = inside and self.caster_left.isChecked()
        self._act(replace(scored, caster_left=left, counted=counted))

    def _remove(self, key: str) -> None:
        self._act(RemoveElement(self._game, self.side, key))

    def _go(self, places: int) -> None:
        if self._pad is not None and self._pad.step in self._steps:
            self._turn_wanted(self._steps[self._steps.index(self._pad.step) + places])

    def _claim(self) -> None:
        self._act(MakeClaim(self._game, self.side, Claim.SCENARIO, self.side))

    def _concede_time(self) -> None:
        self._act(Answer(self._game, self.side, Question.CLOCK_OUT, agrees=False))


def _total(pad: PadContents, *, players: bool) -> str:
    if pad.ruling and pad.overruled is not None:
        red, blue = pad.overruled
        sentence = wording.NUMBERS_SET.format(red=red, blue=blue, why=pad.ruling.rstrip("."))
        more = wording.CALL_IF_WRONG if players else say("A press recounts the table.")
        return f"{sentence} {more}"
    if not pad.scores and pad.kill_box_of is None:
        return wording.NOTHING_SCORES_IN_THIS_TURN_YET
    red, blue = pad.total
    return wording.NUMBERS_WITH_THIS_TURN.format(red=red, blue=blue, win=pad.win)


def _choice_words(row: PadRow, chosen: Chosen) -> str:
    """Return a text such as "Red", or "Red dominates" if the element can be held in more than one
    way.
    """
    if chosen is None:
        return say("Nobody")
    side, held = chosen
    return side.colour if row.plain else f"{side.colour} {HELD_WORDS[held] or 'yes'}"


def _is_chosen(row: PadRow, chosen: Chosen) -> bool:
    if chosen is None:
        return not row.held
    return Holding(row.key, *chosen) in row.held
