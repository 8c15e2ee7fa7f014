"""A table's own window: the Deathclock between two players. It shows the desk's state and submits
the players' acts. Closing the window stops nothing.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.players import ChooseList
from app.engine.acts.table import CallJudge, TableCommand, TakeExtension, Tap, TurnEnded
from app.engine.decide import decide
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.side import Side
from app.ui.clients.desk import DeskClient
from app.ui.table.centre_strip import CentreStrip, StripShow, middle_press, strip_show
from app.ui.table.clock_half import ClockHalf
from app.ui.table.half_painter import HalfInfo
from app.ui.table.layout_settings import (
    KeysDialog,
    TableWindowSettings,
    key_name,
    places,
    turn_switch,
)
from app.ui.table.press_time import LateTap, PressTime, ReleasedKeys
from app.ui.table.sheets import Kind, Sheets
from app.ui.table.sheets.base import Sheet
from app.ui.table.sheets.menu import CloseSheet, MenuSheet
from app.ui.table.sounds import Sound, Sounds
from app.ui.widgets.basics import in_tab_order
from app.ui.widgets.screen import room_on_screen
from app.ui.widgets.theme import wear_theme
from app.views.table.clock_face import Face, Low, face, has_flag_fallen, next_change_ms
from app.views.table.element_states import states_line
from app.views.table.scoring_pad import describe_points
from app.views.table.table import TableView

if TYPE_CHECKING:
    from app.desk.replies import Reply
    from app.engine.table.game import Game

SOUND_OF = {Low.LOW: Sound.LOW, Low.VERY_LOW: Sound.VERY_LOW, Low.LAST_SECONDS: Sound.LAST_SECONDS}
LEAST = QSize(800, 480)
DEAF = say("The keys are off: touch this window.")
NO_GAME = wording.NO_GAME_WAIT


class TableWindow(QWidget):
    """A table's own window. ``wishes`` is its arrangement. ``remember`` is called with the new
    arrangement when a player changes it.
    """

    organizer_asked = Signal()

    def __init__(
        self,
        client: DeskClient,
        game: int,
        parent: QWidget | None = None,
        *,
        wishes: TableWindowSettings | None = None,
        remember: Callable[[TableWindowSettings], None] = lambda _: None,
        sounds: Sounds | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._client, self._game = client, game
        self._remember, self._sounds = remember, sounds or Sounds()
        self.wishes = wishes or TableWindowSettings()
        self._keys = self.wishes.keys.map(key_name)
        self._view: TableView | None = None
        self._low: dict[Side, Low] = dict.fromkeys(Side, Low.PLENTY)
        self._told_of_closing = self._deaf = False
        self._keys_used = self._touch_used = False
        self._press_time, self._released_keys = PressTime(), ReleasedKeys()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(LEAST.boundedTo(room_on_screen(self)))
        self.halves = {side: ClockHalf(side, self) for side in Side}
        self.strip = CentreStrip(self)
        self.sheets = Sheets(self, self._act, self._sheets_changed)
        self._tick = QTimer(self)
        self._tick.setSingleShot(True)
        self._tick.setTimerType(Qt.TimerType.PreciseTimer)
        self._tick.timeout.connect(self._draw)
        self._connect()
        self._arrange()
        wear_theme(self)
        self._take()

    def _connect(self) -> None:
        for side, half in self.halves.items():
            half.tapped.connect(partial(self._touched, side))
        strip, sheets = self.strip, self.sheets
        strip.score_asked.connect(lambda side: sheets.open(side, Kind.PAD))
        strip.claim_asked.connect(lambda side: sheets.open(side, Kind.CLAIM))
        strip.losses_asked.connect(lambda side: sheets.open(side, Kind.LOSSES))
        strip.lists_asked.connect(lambda side: sheets.open(side, Kind.BROUGHT))
        strip.scenario_asked.connect(sheets.open_briefing)
        strip.judge_asked.connect(lambda side: self._act(side, CallJudge(self._game, side)))
        strip.extension_asked.connect(lambda s: self._act(s, TakeExtension(self._game, s)))
        strip.interrupt_asked.connect(self._interrupt)
        strip.menu_asked.connect(lambda: sheets.open_own(self.wishes.bottom, self._menu))
        for signal in (strip.judge_asked, strip.extension_asked, strip.interrupt_asked):
            signal.connect(lambda *_: self.setFocus())  # Space is again Red's plunger
        self._client.changed.connect(self._heard)

    def sizeHint(self) -> QSize:
        return QSize(1280, 800)

    @property
    def view(self) -> TableView | None:
        """The view that was last shown; None if its game no longer exists."""
        return self._view

    def play_game(self, game: int) -> None:
        """Show another game of the table; 0 shows no game."""
        self._game, self._low = game, dict.fromkeys(Side, Low.PLENTY)
        for side in Side:
            self.sheets.open(side, None)
        self._take()

    def _touched(self, side: Side, stamp_ms: int) -> None:
        """Handle a tap on the screen. From then on, the players are not expected to use keys."""
        self.setFocus()
        self._keys_used, self._touch_used = False, True
        self._tap(side, self._press_time.late("touch", stamp_ms))

    def _tap(self, side: Side, late: LateTap) -> None:
        view = self._view
        if view is not None and view.play.in_progress and view.result is None:
            if self.sheets.waits(side, self._client.now_ms(), self._ends_turn):
                return
            press = Tap(self._game, side, late.uncertain_ms)
            self._act(side, press, late.by_ms)

    def _ends_turn(self, side: Side) -> bool:
        """Tell whether a tap by ``side`` would end a turn now."""
        decision = decide(self._client.state, Tap(self._game, side), self._client.now_ms())
        return not isinstance(decision, Refused) and any(
            isinstance(event, TurnEnded) for event in decision
        )

    def _interrupt(self) -> None:
        if (view := self._view) is not None:
            self._act(view.play.owner, middle_press(view))

    def _act(self, side: Side, command: TableCommand | ChooseList, late_ms: int = 0) -> None:
        """Submit a command. ``late_ms`` says how many milliseconds ago the player pressed. If the
        desk refuses the command, show that to the same player.
        """

        def answered(reply: "Reply") -> None:
            if isinstance(reply, Refused):
                self.sheets.show_again()
                (self.sheets.sheet(side) or self.halves[side]).say(reply.sentence)

        table = self._view.table if self._view else 0
        self._client.press(
            command, then=answered, actor=side.actor, station=f"table {table}", late_ms=late_ms
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F11.value:
            self._full_screen()
        elif event.key() == Qt.Key.Key_Escape.value:
            self.sheets.close_opened()
        elif self.wishes.plunger(event.key()) is None:
            event.ignore()
        elif not event.isAutoRepeat():
            self.press_key(event.key(), event.timestamp())

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self.wishes.plunger(event.key()) is None:
            event.ignore()
        elif not event.isAutoRepeat():
            self.release_key(event.key(), event.timestamp())

    def focusNextPrevChild(self, following: bool) -> bool:
        """Move the focus through the sheets on the halves and then through the strip, regardless of
        the order in which the sheets were filled.
        """
        in_tab_order(*self.sheets.in_sight, self.strip)
        return super().focusNextPrevChild(following)

    def press_key(self, key: int, stamp_ms: int = 0) -> None:
        """Handle a press of a plunger key, in this window or in another window of the program."""
        if self._released_keys.has_bounced(key, stamp_ms):
            return
        late = self._press_time.late("key", stamp_ms)
        if (side := self.wishes.plunger(key)) is not None:
            self._keys_used, self._touch_used = True, False
            self._tap(side, late)

    def release_key(self, key: int, stamp_ms: int) -> None:
        """Remember when a plunger key was released, in this window or in another window of the
        program.
        """
        self._released_keys.release(key, stamp_ms)

    @property
    def plays_by_keys(self) -> bool:
        """Tell whether the table's clock runs and, as far as that can be known, its players use
        keys.
        """
        by_keys = self._keys_used or (self.wishes.has_own_keys and not self._touch_used)
        held = self._view is not None and self._view.play.clock_holds
        return by_keys and self._ticking and not held

    @property
    def _ticking(self) -> bool:
        """Tell whether a clock runs in a game that has no result yet."""
        view = self._view
        return view is not None and view.play.ticking and view.result is None

    def show_deaf(self, deaf: bool) -> None:
        """Show or hide the warning that the table does not receive its keys."""
        if deaf != self._deaf:
            self._deaf = deaf
            for half in self.halves.values():
                half.warn(DEAF if deaf else "")
            self._draw()

    def _heard(self) -> None:
        if self.isVisible():
            self._take()

    def _take(self) -> None:
        """Show the event's present state."""
        game = self._client.state.games.get(self._game)
        before, self._view = self._view, self._client.table(self._game)
        if before and self._view and has_flag_fallen(before, self._view):
            self._play(Sound.FLAG)
        view = self._view
        self.setWindowTitle(
            say(
                "Table {table}, round {round_number}",
                table=view.table,
                round_number=view.round_number,
            )
            if view
            else say("Table")
        )
        if game is not None and self._view is not None:
            self.sheets.show_table(game, self._view)
        self._draw()

    def _draw(self) -> None:
        """Show the window as of the present instant. Start the timer for the next digit that
        changes.
        """
        game = self._client.state.games.get(self._game)
        view, now_ms = self._view, self._client.now_ms()
        self._tick.stop()
        if game is None or view is None:
            for half in self.halves.values():
                half.clear()
            self.strip.show_strip(StripShow(self._client.away or NO_GAME))
            return
        for side, half in self.halves.items():
            face_ = face(game, view, side, now_ms)
            half.show_face(face_, self._place(game, view, side))
            self._sound(side, face_)
            if (sheet := self.sheets.sheet(side)) is not None:
                shows = view.clock is not None and view.play.ending is None
                sheet.show_clock(face_.digits if shows else "", runs=face_.runs)
        focused = self.focusWidget()
        strip = strip_show(game, view, now_ms)
        self.strip.show_strip(replace(strip, info=self._client.away or strip.info))
        if self.focusWidget() is not focused:
            self.setFocus()
        if (change_ms := next_change_ms(view, now_ms)) is not None and self.isVisible():
            self._tick.start(max(change_ms, 10))

    def _place(self, game: "Game", view: TableView, side: Side) -> HalfInfo:
        off = self._deaf or not (self.isActiveWindow() or self.plays_by_keys)
        key = say("keys are off: touch the window") if off else self._keys.of(side)
        going = wording.JUDGE_ON_THE_WAY if game.taken else wording.JUDGE_CALLED
        return HalfInfo(
            name=view.names.of(side),
            points=describe_points(
                (view.result.cp if view.result else view.cp).of(side), game.turn_points.of(side)
            ),
            key="" if view.play.clock_holds else key,
            judge=str(going) if view.play.judge_called else "",
            moved=self.sheets.told(side) or view.moved,
            elements=states_line(game),
        )

    def _sound(self, side: Side, face_: Face) -> None:
        """Play the sound of the step that a player's running time has just reached on the way to
        its end. Play nothing while the step stays the same.
        """
        before, self._low[side] = self._low[side], face_.low
        if face_.runs and face_.low > before:
            self._play(SOUND_OF[face_.low])

    def _play(self, sound: Sound) -> None:
        if self.wishes.sound and self.isVisible():
            self._sounds.play(sound)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.ActivationChange:
            self._draw()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        self.setFocus()
        self._take()

    def hideEvent(self, event: QHideEvent) -> None:
        self._tick.stop()
        for half in self.halves.values():
            half.stop_timers()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Explain what closing means, the first time that somebody closes the window while a clock
        runs.
        """
        if event.spontaneous() and self._ticking and not self._told_of_closing:
            event.ignore()
            self._ask_to_close()
        else:
            event.accept()

    def _sheets_changed(self) -> None:
        self.setFocus()
        self._arrange()
        self._draw()

    def _arrange(self) -> None:
        beside, bottom = self.wishes.side_by_side, self.wishes.bottom
        boxes, strip = places(self.wishes, self.size())
        self.strip.setGeometry(strip)
        self.strip.arrange(bottom, face_to_face=not beside)
        for side, box in boxes.items():
            turned = not beside and side is not bottom
            self.halves[side].setGeometry(box)
            self.halves[side].turn(turned)
            if (sheet := self.sheets.sheet(side)) is not None:
                sheet.setGeometry(box)
                sheet.face(turned)
                sheet.show()
                sheet.raise_()

    def _menu(self) -> Sheet:
        side = self.wishes.bottom
        menu = MenuSheet(side, self.wishes, self, organizer=self._client.is_remote)
        menu.wish_asked.connect(lambda wish: self.rearrange(turn_switch(self.wishes, wish)))
        menu.organizer_asked.connect(self.organizer_asked)
        menu.keys_asked.connect(self._choose_keys)
        menu.full_screen_asked.connect(self._full_screen)
        menu.close_asked.connect(self._ask_to_close)
        menu.done_asked.connect(lambda: self.sheets.open(side, None))
        return menu

    def rearrange(self, wishes: TableWindowSettings) -> None:
        """Arrange the window as a player wishes, and remember the arrangement."""
        self.sheets.close_own()
        self.wishes, self._keys = wishes, wishes.keys.map(key_name)
        self._remember(wishes)
        self._arrange()
        self._draw()

    def _choose_keys(self) -> None:
        dialog = KeysDialog(self.wishes.keys, self)
        dialog.accepted.connect(lambda: self.rearrange(replace(self.wishes, keys=dialog.keys)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()  # without its own event loop, for which a dialog of the desk would wait

    def _full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _ask_to_close(self) -> None:
        if not self._ticking or self._told_of_closing:
            self.close()
            return
        self._told_of_closing = True
        self.sheets.close_own()
        side = self.wishes.bottom
        stay = partial(self.sheets.open, side, None)
        self.sheets.open_own(side, lambda: CloseSheet(side, self.close, stay, self))
