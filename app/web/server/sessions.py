"""The connected devices: their rights, their connections, and the flags that wait for devices."""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import assert_never

from app.clock.allowance import Allowance, least_missed
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.commands import NotSaved
from app.engine.language import say, template
from app.engine.rounds.match_ups import published_round
from app.engine.state import State
from app.engine.table.deadlines import deadline
from app.engine.table.game import Game
from app.reports.timeline_sheet import timeline_svg
from app.store.photos import Photos
from app.views.history.reports import Reports
from app.views.round.needs import Equipment
from app.views.table.timeline import timeline
from app.web.phones.phones import Phones
from app.web.protocol.limits import marks_allowance
from app.web.protocol.messages import (
    VERSION,
    Also,
    Answers,
    Application,
    ArrivalsRequest,
    CheckInOrder,
    FromDevice,
    HallOrder,
    Hello,
    ListsRequest,
    Lock,
    Locked,
    Marks,
    No,
    Notice,
    OrderMessage,
    PadRequest,
    PageFault,
    PhotoPart,
    PhotoRequest,
    Ping,
    PlayerAct,
    Pong,
    Settle,
    SignIn,
    SignOut,
    TakeCall,
    TimelineMessage,
    TimelineRequest,
    Unlock,
    Welcome,
)
from app.web.server.agreement import ClockLead, agreed_ms
from app.web.server.broadcast import Broadcast
from app.web.server.connection import Close, Connection
from app.web.server.mark_intake import Dealt, MarkIntake, of_this_event, tag
from app.web.server.organizer import Organizer
from app.web.server.page_faults import PageFaults
from app.web.server.photo_intake import PhotoIntake
from app.web.server.presence import Links, TableLink
from app.web.server.public_view import arrivals_message, is_published, pad_message
from app.web.server.secrets import Keys

DEVICES_A_TABLE = 8
PHONES = 400
PHONES_OF_ONE = 50  # from one address
AGAIN_S = 600.0  # before the organizer is told again that the server is full
STRANGERS = 2_000  # sockets without a hello: a large hall may reconnect all at once
STRANGERS_OF_ONE = 250
NOTICES = 50
AGREE_S = 5.0  # a page waits eight seconds for an answer
HOLD_MS = 120_000  # a flag waits so long for its tablets; then the organizer is asked
REFRESH_LOOKS = 5  # the seconds between updates of all batteries on the organizer's page
OLD_CODE = say("This code is no longer valid. Scan the code on the table again.")
OLD_PAGE = template("This page is older than the organizer’s program. Load it again.")
GUESSED = say(
    "Somebody is guessing your PIN: 30 wrong ones so far. Your own devices still come in. Make a"
    " new PIN if anybody may have seen it."
)
GUESSED_CODES = say(
    "Somebody is guessing players’ codes: 30 wrong ones so far. Phones that are already signed in"
    " stay signed in."
)
CROWDED = say(
    "Too many devices want to join this table. If they are not the players’, replace its code."
)
OTHER_DEVICE = say("Another device has joined this table.")
SECOND_DEVICE = say("A second device has joined this table.")
OTHER_PAGE = template("The organizer’s page was opened on another device.")
PIN_AT_TABLE = template("The organizer’s PIN was entered at this table.")
NEW_PIN = template("The organizer made a new PIN. Enter that one.")
FULL = say("Too many devices are connected. Close the page on one of them.")


class Sessions:
    """The devices' sessions. All of this runs in the desk's thread."""

    def __init__(
        self,
        desk: Desk,
        keys: Keys,
        steady: Callable[[], float],
        edition: str = "",
        links: Links | None = None,
        *,
        photos: Photos | None = None,
    ) -> None:
        self._edition = edition
        self._desk = desk
        self._keys, self._own_key = keys, keys.own_key()
        self._steady = steady
        self._links = links or Links()
        if self._links.began_ms is None:
            self._links.began_ms = desk.timeline.now_ms()
        self._mark_intake = MarkIntake(desk)
        self._reports = Reports()
        self._page_faults = PageFaults()
        self._organizer = Organizer(
            desk, keys, steady, lambda table: self._notice(table, GUESSED), self._organizer_came
        )
        self._phones = Phones(
            desk, keys, steady, lambda: self._notice(0, GUESSED_CODES), self._say_to_phone
        )
        self._photo_intake = PhotoIntake(desk, photos, steady, self._notice)
        self._broadcast = Broadcast(self._links, desk.timeline.now_ms, steady, self._phones.tell)
        self._state = State()
        self._seq = 0
        self._readings: dict[str, ClockLead] = {}
        self._agreed: asyncio.Event | None = None
        self._all: set[Connection] = set()
        self._subscribed = False
        self._looks = 0
        self._allowances: dict[int, Allowance] = {}
        self._noticed: dict[int, float] = {}
        self._hold_ms = HOLD_MS
        self._wait_ms: dict[int, int] = {}
        self.held: frozenset[int] = frozenset()
        self.flags_due: dict[int, int] = {}
        self.notices: tuple[Notice, ...] = ()

    def begin(self) -> None:
        if not self._subscribed:
            self._desk.subscribe(self._changed)
        self._subscribed = True

    async def end(self, within_s: float) -> None:
        """Finish the photos that have arrived, then disconnect all devices. Each of the two steps
        takes at most ``within_s`` seconds; connections that remain after that are aborted.
        """
        await self._photo_intake.end(within_s)
        for connection in self._all:
            connection.end(Close.STOPPED)
        end_s = asyncio.get_running_loop().time() + within_s
        while self._all and asyncio.get_running_loop().time() < end_s:
            await asyncio.sleep(0.01)
        for connection in self._all:
            connection.abort()
        self._links.clear()
        self._hold()
        self._broadcast.stop()
        if self._subscribed:
            self._desk.unsubscribe(self._changed)
        self._subscribed = False

    async def serve(self, connection: Connection) -> None:
        strangers = [other for other in self._all if other.hello is None]
        most = least_missed(strangers, connection.address, STRANGERS, STRANGERS_OF_ONE)
        if most is not None:
            most.abort()
            self._all.discard(most)
        self._all.add(connection)
        await connection.run(self)

    def tables(self) -> dict[int, TableLink]:
        return dict(self._links.tables)

    async def agree(self, connection: Connection, hello: Hello) -> None:
        """Wait until the event's time is known, if the computer's clock alone is not certain. The
        readings of devices are collected for some seconds, or until every device on which somebody
        has pressed is here. No table is sent a time before that.
        """
        if not self._desk.is_time_unsure or hello.role != "table":
            return
        if not connection.proven or hello.version != VERSION:
            return
        if self._agreed is None:
            self._agreed = asyncio.Event()
            asyncio.get_running_loop().call_later(AGREE_S, self._settle_time)
        hello = of_this_event(hello, self._mark_intake.event_id)
        if hello.shows_ms:
            mine, now_ms = tag(hello.table, hello.device), self._desk.timeline.now_ms()
            self._readings[mine] = ClockLead(hello.table, mine, hello.shows_ms - now_ms)
        if {mine for _, mine in self._mark_intake.players} <= self._readings.keys():
            self._settle_time()
        await self._agreed.wait()

    def _settle_time(self) -> None:
        """Use the time on which the devices agree. If they do not agree, the organizer is asked."""
        if self._agreed is None or self._agreed.is_set():
            return
        ahead_ms = agreed_ms((*self._readings.values(),), self._mark_intake.players)
        if ahead_ms is not None:
            self._notice(0, self._desk.learn_time(ahead_ms))
            self._links.began_ms = self._desk.timeline.now_ms()
        self._desk.end_doubt()
        self._agreed.set()

    def table_key(self, table: int) -> str:
        return self._keys.table_key(table)

    def vouch(self, nonce: str, key: str) -> tuple[str, str]:
        return self._own_key.public, self._own_key.vouch(nonce, key)

    def let_in(self, connection: Connection, hello: Hello) -> No | None:
        self._desk.notice_gaps()
        self._desk.do_waiting()
        if hello.version != VERSION:
            return No(why="version", sentence=str(OLD_PAGE))
        if hello.role == "table" and not connection.proven:
            return No(why="secret", sentence=OLD_CODE)
        if self._is_full(connection, hello):
            return No(why="busy", sentence=FULL)
        hello = of_this_event(hello, self._mark_intake.event_id)
        connection.let_in(hello)
        settings = self._state.settings
        now_ms = self._desk.timeline.now_ms()
        name, event_id = settings.name if settings else "", self._mark_intake.event_id
        welcome = Welcome(
            event=name,
            now_ms=now_ms,
            event_id=event_id,
            edition=self._edition,
            proof=connection.end_of_line.prove(),
        )
        connection.say(welcome)
        if hello.role == "table":
            self._join(connection, hello, now_ms)
        self._broadcast.greet(connection)
        self._hold()
        return None

    def hear(self, connection: Connection, message: FromDevice) -> None:
        if not isinstance(message, Marks):  # before these are decided, the desk looks itself
            self._desk.notice_gaps()
        if not isinstance(message, Marks | Ping | PageFault):
            self._desk.do_waiting()
        now_ms = self._desk.timeline.now_ms()
        back = self._note_heard(connection, now_ms)
        match message:
            case Ping():
                connection.say(Pong(stamp_ms=message.stamp_ms, now_ms=now_ms))
                if connection.table:
                    self._links.note_ping(connection.table, connection.device, message, now_ms)
            case PageFault():
                self._note_fault(connection, message)
            case Marks() if connection.table:
                self._take(connection, message, late=back)
            case PadRequest() if connection.table or connection.unlocked:
                self._pad(connection, message)
            case TimelineRequest() if connection.role in {"table", "eo"}:
                self._timeline(connection, message)
            case Unlock() if connection.role in {"table", "eo"}:
                connection.say(self._organizer.unlock(connection, message))
                self._broadcast.greet(connection)
            case Lock() if connection.role in {"table", "eo"}:
                self._organizer.lock(connection)
            case OrderMessage() if connection.role in {"table", "eo"}:
                self._order(connection, message)
            case HallOrder() | TakeCall() | Settle() | ArrivalsRequest() | CheckInOrder() if (
                connection.role == "eo"
            ):
                self._hear_organizer(connection, message)
            case PhotoPart() if connection.role in {"table", "eo", "room"}:
                self._photo_intake.take(connection, message, self._state)
            case PhotoRequest() if connection.role == "eo":
                self._photo_intake.show(connection, message, self._state)
            case PadRequest() if connection.role == "eo":
                pass  # their time here is over
            case SignIn() | SignOut() | ListsRequest() | Application() | PlayerAct() if (
                connection.role == "room"
            ):
                self._hear_phone(connection, message)
            case (
                Hello()
                | Marks()
                | PadRequest()
                | TimelineRequest()
                | Unlock()
                | Lock()
                | OrderMessage()
                | HallOrder()
                | TakeCall()
                | Settle()
                | ArrivalsRequest()
                | CheckInOrder()
                | SignIn()
                | SignOut()
                | ListsRequest()
                | Application()
                | PlayerAct()
                | PhotoPart()
                | PhotoRequest()
            ):
                connection.end(Close.MALFORMED)
            case _:
                assert_never(message)

    def _hear_organizer(
        self,
        connection: Connection,
        message: HallOrder | TakeCall | Settle | ArrivalsRequest | CheckInOrder,
    ) -> None:
        """Handle messages that only the organizer's own page may send."""
        organizer, state = self._organizer, self._state
        match message:
            case HallOrder():
                answer = organizer.order_all(connection, message, state)
            case CheckInOrder():
                answer = organizer.check_in(connection, message, state)
            case Settle():
                found = self._broadcast.find_needs()
                answer, waits_on = organizer.settle(connection, message, found)
                if waits_on is not None:
                    self.wait_on(waits_on)
            case TakeCall():
                organizer.go(connection, message.game)
                return
            case ArrivalsRequest():
                if connection.unlocked:
                    connection.say(arrivals_message(state))
                return
            case _:
                assert_never(message)
        self._broadcast.flush()
        connection.say(answer)

    def note_equipment(self, equipment: Equipment) -> None:
        """Take the problems of the room's equipment, as the program's windows know them."""
        self._broadcast.equipment = equipment
        self._broadcast.later()

    def _note_heard(self, connection: Connection, now_ms: int) -> bool:
        """Record that a device has sent something. Tell whether it was disconnected before."""
        back = self._links.hear(connection.table, connection.device, now_ms, self._steady())
        if back:
            self._hold()
        return back

    def _note_fault(self, connection: Connection, fault: PageFault) -> None:
        words = self._page_faults.take(connection, fault, self._state)
        self._notice(connection.table, words)

    def _hear_phone(
        self,
        connection: Connection,
        message: SignIn | SignOut | ListsRequest | Application | PlayerAct,
    ) -> None:
        phones, state = self._phones, self._state
        match message:
            case SignIn():
                phones.sign_in(connection, message, state)
            case SignOut():
                phones.sign_out(connection)
            case ListsRequest():
                connection.say(phones.read(connection, message, state))
            case Application():
                connection.say(phones.sign_up(connection, message, state))
            case PlayerAct():
                connection.say(phones.act(connection, message, state))
            case _:
                assert_never(message)
        phones.tell(connection, self._state, self._seq)

    def leave(self, connection: Connection) -> None:
        self._all.discard(connection)
        self._broadcast.forget(connection)
        self._photo_intake.forget(connection)
        if connection.table:
            now_ms = self._desk.timeline.now_ms()
            self._links.leave(connection.table, connection.device, now_ms)
            self._hold()

    def look(self, lost_s: float) -> None:
        """Find the devices that are disconnected. The server calls this once a second."""
        self._looks += 1
        if self._links.look(self._steady()) or self._looks % REFRESH_LOOKS == 0:
            self._hold()
        self._ask()
        for connection in self._all:
            if connection.takes_nothing():
                connection.abort()
            elif self._steady() - connection.heard_s > lost_s:
                if connection.closing is not None:
                    connection.abort()
                connection.end(Close.SILENT)

    def revoke(self, table: int) -> None:
        """Disconnect the devices with the table's earlier code, because a new one was issued."""
        for connection in self._all:
            if connection.table == table:
                connection.end(Close.REVOKED)
        self._links.forget(table)
        self._hold()

    def renew(self, players: frozenset[int]) -> None:
        """Sign out the phones of players whose codes were renewed."""
        for connection in self._all:
            if connection.player in players:
                self._phones.forget(connection)

    def new_pass(self) -> str:
        """Return a pass for a device that the desk lets in, once and for a short time."""
        return self._organizer.new_pass()

    def relock(self) -> None:
        """Lock every device that came in with an earlier PIN, and ask for the new one."""
        self._organizer.relock()
        for connection in self._all:
            if connection.unlocked:
                connection.unlocked_until_s = 0.0
                connection.say(Locked(sentence=str(NEW_PIN)))

    def wait_on(self, game: int) -> None:
        """Let the game's flag wait for the table's tablets once more, as the organizer wishes."""
        self._wait_ms[game] = self._desk.timeline.now_ms() + self._hold_ms
        self._ask()

    def hold_for(self, hold_ms: int) -> None:
        """Set the milliseconds for which a flag waits for its table's tablets before the organizer
        is asked.
        """
        self._hold_ms = hold_ms
        self._ask()

    def _is_full(self, connection: Connection, hello: Hello) -> bool:
        """Tell whether there is no room for a device. Only the organizer's own page may take
        another device's place.
        """
        if hello.role == "table":
            return self._is_table_full(connection, hello)
        others = [other for other in self._all if other.role == hello.role and not other.unlocked]
        if sum(other.address == connection.address for other in others) >= PHONES_OF_ONE:
            return True
        if hello.role != "eo" and len(others) >= PHONES:
            self._notice_once(0, say("{count} phones are connected: more must wait.", count=PHONES))
            return True
        most = least_missed(others, connection.address, PHONES, PHONES_OF_ONE)
        if most is not None:
            self._make_room(most)
        return False

    def _is_table_full(self, connection: Connection, hello: Hello) -> bool:
        """Tell whether the table has no room for a device. A device that was pressed there replaces
        one that was not. So does a device whose address has fewer devices there than another
        address.
        """
        here = [other for other in self._all if other.table == hello.table]
        if len(here) < DEVICES_A_TABLE:
            return False
        self._notice_once(hello.table, CROWDED)
        pressed = partial(self._mark_intake.has_pressed, hello.table)
        strangers = [other for other in here if not pressed(other.device)]
        if not strangers:
            return True
        crowd, most = Counter(other.address for other in strangers).most_common(1)[0]
        mine = sum(other.address == connection.address for other in here)
        if not pressed(hello.device) and mine + 1 >= most:
            return True
        least = least_missed(strangers, crowd, 0, 0)
        assert least is not None
        self._make_room(least)
        return False

    def _make_room(self, least: Connection) -> None:
        least.end(Close.AGAIN)
        self._all.discard(least)

    def _notice_once(self, table: int, sentence: str) -> None:
        """Show the organizer a notice that may recur, at most once in ten minutes."""
        now_s = self._steady()
        if self._noticed.get(table, -AGAIN_S) + AGAIN_S <= now_s:
            self._noticed[table] = now_s
            self._notice(table, sentence)

    def _join(self, connection: Connection, hello: Hello, now_ms: int) -> None:
        pressed = self._mark_intake.has_pressed(hello.table, hello.device)
        if not pressed and self._links.device(hello.table, hello.device) is None:
            self._announce(connection)
        self._links.join(hello, now_ms, self._steady(), pressed=pressed)
        connection.through = self._mark_intake.through(hello.table, hello.device)
        game = self._state.games.get(hello.game)
        link = self._links.device(hello.table, hello.device)
        if game is not None and game.table == hello.table and link is not None:
            since_ms = hello.kept_since_ms
            if since_ms and not pressed:  # nobody saw it before it first joined
                since_ms = max(since_ms, link.first_ms)
            notice = self._mark_intake.bridge(game, since_ms, hello.table, hello.device)
            self._notice(hello.table, notice)
        self._hold()

    def _announce(self, connection: Connection) -> None:
        """Tell a table's other devices and the organizer that a new device has joined there."""
        others = [
            other
            for other in self._all
            if other.table == connection.table and other.device != connection.device
        ]
        for other in others:
            other.say(Also(sentence=OTHER_DEVICE))
        if others:
            self._notice(connection.table, SECOND_DEVICE)

    def _organizer_came(self, connection: Connection) -> None:
        """Tell the organizer that another device has been given their rights, if a device already
        has them.
        """
        if any(
            other.unlocked and other.role == "eo" and other.device != connection.device
            for other in self._all
        ):
            self._notice(
                connection.table, str(PIN_AT_TABLE) if connection.table else str(OTHER_PAGE)
            )

    def _say_to_phone(self, player: int, device: str, also: Also) -> bool:
        phones = [other for other in self._all if other.player == player and other.device == device]
        for phone in phones:
            phone.say(also)
        return bool(phones)

    def _take(self, connection: Connection, message: Marks, *, late: bool) -> None:
        """Take marks in the order in which they arrive. If some cannot be written, the device sends
        them again.
        """
        now_s = self._steady()
        allowance = self._allowances.get(connection.table)
        if allowance is None:
            allowance = self._allowances[connection.table] = marks_allowance(now_s)
        if not allowance.spend(now_s, len(message.marks)):
            connection.end(Close.TOO_OFTEN)
            return
        through = connection.through

        def forget() -> None:
            self._mark_intake.forget()
            connection.through = min(connection.through, through)

        def refuse(error: NotSaved | BaseException) -> None:
            if isinstance(error, NotSaved):
                forget()
                connection.kept_back = True
                connection.say(Answers(answers=()))
                connection.end(Close.AGAIN)
            else:
                self._mark_intake.settle()
                connection.abort()
                raise error

        self._desk.together(
            lambda: self._deal(connection, message, late=late),
            lambda dealt: self._answer(connection, message, *dealt),
            refuse,
            forget,
        )

    def _deal(
        self, connection: Connection, message: Marks, *, late: bool
    ) -> tuple[list[Dealt], list[str]]:
        """Decide marks up to the first that cannot be written; the device sends that mark and the
        later ones again. Return the outcomes, and the notices on moved time.
        """
        link = self._links.device(connection.table, connection.device)
        late = late or (link is not None and link.handing_over)
        dealt, before = list[Dealt](), dict[int, Game]()
        for mark in message.marks:
            if connection.kept_back:
                break
            if (game := self._desk.state.games.get(mark.game)) is not None:
                before.setdefault(mark.game, game)
            dealt.append(
                self._mark_intake.take(
                    self._desk.state,
                    connection.table,
                    connection.device,
                    mark,
                    late=late,
                    clear_ms=link.clear_ms if link else 0,
                    since_ms=link.since_ms if link else 0,
                    trusted=link is None or link.trusted,
                    saw=partial(self._links.saw, connection.table, connection.device),
                    began_ms=self._links.began_ms or 0,
                )
            )
            if dealt[-1].kept_back:
                connection.kept_back = True
                connection.end(Close.AGAIN)
            else:
                connection.through = max(connection.through, mark.number)
        games, table, device = self._desk.state.games, connection.table, connection.device
        moved = [
            self._mark_intake.note_moved(game, games[number], table, device)
            for number, game in before.items()
        ]
        return dealt, moved

    def _answer(
        self, connection: Connection, message: Marks, dealt: list[Dealt], moved: list[str]
    ) -> None:
        self._mark_intake.settle()
        answered = [entry for entry in dealt if not entry.kept_back]
        for notice in (*(entry.notice for entry in answered), *moved):
            self._notice(connection.table, notice)
        if len(answered) == len(message.marks):
            pressed = self._mark_intake.has_pressed(connection.table, connection.device)
            if self._links.handed_over(
                connection.table, connection.device, message.left, pressed=pressed
            ):
                self._hold()
        self._broadcast.tell_table(connection)
        connection.say(Answers(answers=tuple(entry.answer for entry in answered)))

    def _pad(self, connection: Connection, message: PadRequest) -> None:
        game = self._state.games.get(message.game)
        if game is None:
            return
        if connection.unlocked or (
            game.table == connection.table and is_published(self._state, game)
        ):
            connection.say(pad_message(self._state, game, message.step))

    def _timeline(self, connection: Connection, message: TimelineRequest) -> None:
        """Send a game's timeline while the organizer is signed in. The organizer's page gets the
        timeline of any game, a table's device only that of its own game.
        """
        game = self._state.games.get(message.game)
        if game is None or not connection.unlocked:
            return
        if connection.role == "eo" or game.table == connection.table:
            now_ms, reports = self._desk.timeline.now_ms(), self._reports.of(game.number)
            svg = timeline_svg(timeline(self._state, game, now_ms, reports))
            connection.say(TimelineMessage(game=game.number, svg=svg))

    def _order(self, connection: Connection, message: OrderMessage) -> None:
        reply, waits = self._organizer.order(
            connection, message, self._state.games.get(message.game)
        )
        if waits:
            self.wait_on(message.game)
        self._broadcast.flush()
        connection.say(reply)

    def _notice(self, table: int, sentence: str) -> None:
        """Show the organizer a notice; only the latest ones are kept."""
        if sentence:
            notice = Notice(self._desk.timeline.now_ms(), table, sentence)
            self.notices = (*self.notices, notice)[-NOTICES:]
            self._broadcast.notices = self.notices
            self._broadcast.later()

    def _changed(self, snapshot: Snapshot) -> None:
        self._state, self._seq = snapshot.state, snapshot.seq
        self._mark_intake.read(snapshot.fresh)
        self._reports.learn(snapshot.fresh)
        self._broadcast.take(snapshot)
        self._hold()

    def _hold(self) -> None:
        """Find the games whose flags wait, after a device joined, left or was sent another game."""
        latest = published_round(self._state) if self._links.away else None
        held = self._links.held(self._state.games_of(latest) if latest else ())
        if held != self.held:
            self.held = self._broadcast.held = held
            self._desk.hold_flags(held)
        self._desk.serve("tablets", self._links.joined)
        self._ask()
        self._broadcast.later()

    def _ask(self) -> None:
        """Ask the organizer about the flags that have waited long enough, with the instant at which
        each is due.
        """
        now_ms, due = self._desk.timeline.now_ms(), dict[int, int]()
        for number in self.held:
            due_ms = deadline(self._state.games[number])
            if due_ms is not None:
                until_ms = max(due_ms + self._hold_ms, self._wait_ms.get(number, 0))
                if now_ms >= until_ms:
                    due[number] = due_ms
        if due != self.flags_due:
            self.flags_due = self._broadcast.flags_due = due
            self._broadcast.later()
