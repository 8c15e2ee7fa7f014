"""Sends every device the changes that it may know, each of them once."""

import asyncio
from collections.abc import Callable, Iterable

from msgspec import structs

from app.desk.replies import Snapshot
from app.engine.evolve import pressed_games
from app.engine.frozen import replace
from app.engine.rounds.match_ups import published_round
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.turns import FIRST_TURN_STEP
from app.views.round.needs import ALL_WELL, Need, NeedKey, date_needs, needs
from app.views.time_of_day import clock_time
from app.web.protocol.messages import (
    HallShown,
    NextShown,
    Notice,
    TablesMessage,
    encode_message,
    encode_to_bytes,
)
from app.web.server.connection import Connection
from app.web.server.presence import Links
from app.web.server.public_view import (
    game_message,
    need_shown,
    next_shown,
    play_message,
    room_message,
    stream_message,
    tables_message,
    wall_message,
)

THROUGH = b'"through":0'  # no text can contain this, as its quotation marks would be escaped
SLOW_S = 0.5  # between two broadcasts to the whole room
PLAYERS_AT_ONCE = 8  # the phones that are sent their pages in one go
BETWEEN_S = 0.01


FOLLOWING = frozenset({"eo", "room", "wall", "stream"})
"""The roles of devices that follow all tables, and are sent changes a little later."""


class Broadcast:
    """Sends changes to the devices. All of this runs in the desk's thread. Tables are sent changes
    at once, the organizer's page and phones soon.
    """

    def __init__(
        self,
        links: Links,
        now_ms: Callable[[], int],
        steady: Callable[[], float],
        send_player: Callable[[Connection, State, int], None],
    ) -> None:
        """Take ``send_player``, which sends a phone the page of its player."""
        self._send_player = send_player
        self._links = links
        self._now_ms = now_ms
        self._steady = steady
        self._state = State()
        self._seq = 0
        self._round: Round | None = None
        self._games: dict[int, Game] = {}
        self._at: dict[int, set[Connection]] = {}
        self._others: set[Connection] = set()  # the organizer's devices anywhere, and phones
        self._changed: set[int] = set()  # the tables whose devices have to be told
        self._played: tuple[State, Game, bool, bytes] | None = None
        self._soon: asyncio.Handle | None = None
        self._slow: asyncio.TimerHandle | None = None
        self._slow_s = -SLOW_S
        self._unsent: dict[Connection, None] = {}
        """The phones whose pages may have changed, in the order in which they are sent."""
        self._next_players: asyncio.TimerHandle | None = None
        self._held: frozenset[int] = frozenset()
        self.flags_due: dict[int, int] = {}
        self.notices: tuple[Notice, ...] = ()
        self._called: dict[int, int] = {}
        """The games whose table calls the judge, with the instant at which the call was noticed."""
        self.equipment = ALL_WELL
        """The problems in the room that the program's windows know of."""
        self._seen: dict[NeedKey, int] = {}

    def find_needs(self) -> tuple[Need, ...]:
        """Return everything that waits for the organizer, the most urgent first."""
        now_ms, links = self._now_ms(), self._links.tables
        away = tuple(table for table, link in links.items() if not link.in_touch)
        equipment = replace(self.equipment, tablets=away, flags=self.flags_due)
        return date_needs(needs(self._state, now_ms, equipment), self._seen, now_ms)

    def _note_calls(self) -> None:
        games, now_ms = self._games.values(), self._now_ms()
        self._called = {
            game.number: self._called.get(game.number, now_ms)
            for game in games
            if game.play.judge_called
        }

    def _with_calls(self, room: TablesMessage) -> TablesMessage:
        tables = tuple(
            structs.replace(shown, judge_ms=self._called.get(shown.game, 0))
            for shown in room.tables
        )
        waiting = tuple(map(need_shown, self.find_needs()))
        step = next_shown(self._state, self._now_ms())
        return structs.replace(room, tables=tables, needs=waiting, next=step)

    def take(self, snapshot: Snapshot) -> None:
        """Take a new state, and send the changes at the loop's next turn."""
        state, fresh = snapshot.state, snapshot.fresh
        pressed = pressed_games(fresh) if snapshot.seq == self._seq + len(fresh) else None
        before, round_before = self._state, self._round
        self._state, self._seq = state, snapshot.seq
        self._round = published_round(state)
        as_seated = (
            self._round is round_before
            and state.settings is before.settings
            and state.time_shifts == before.time_shifts
        )
        if not as_seated or not self._take_games(state, pressed):
            games = state.games_of(self._round) if self._round else ()
            self._games = {game.table: game for game in games}
            self._changed.update(self._at)
        elif state.players is not before.players:
            self._take_players(before)
        self.later()

    def _take_players(self, before: State) -> None:
        """Record the tables at which a player has changed, or at which a name is now written
        differently to tell namesakes apart. No other act on a phone concerns a table; this matters
        because a large hall has a thousand phones.
        """
        for table, game in self._games.items():
            if _list_players(self._state, game) != _list_players(before, game):
                self._changed.add(table)

    def _take_games(self, state: State, pressed: frozenset[int] | None) -> bool:
        """Record the tables whose games have changed. Return False if a game is no longer at its
        table. ``pressed`` are the games with new marks, or None if anything else may have changed.
        """
        known = self._games
        if pressed is not None:
            tables = [state.games[number].table for number in pressed if number in state.games]
            known = {table: known[table] for table in tables if table in known}
        for table, before in known.items():
            game = state.games.get(before.number)
            if game is before:
                continue
            if game is None or game.table != table:
                return False
            self._games[table] = game
            self._changed.add(table)
        return True

    @property
    def held(self) -> frozenset[int]:
        """The numbers of the games whose flags wait for their table's tablets."""
        return self._held

    @held.setter
    def held(self, held: frozenset[int]) -> None:
        differing, self._held = self._held ^ held, held
        games = self._games.items()
        self._changed.update(table for table, game in games if game.number in differing)

    def later(self) -> None:
        """Send changes at the loop's next turn, together with all further changes until then."""
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_soon(self.flush)

    def greet(self, connection: Connection) -> None:
        """Send a device its first messages, once it is let in or the organizer has unlocked it."""
        if connection.table:
            self._at.setdefault(connection.table, set()).add(connection)
            self._send_table(connection.table, (connection,))
        if not connection.table or connection.unlocked:
            self._others.add(connection)
            connection.sent_text = ""
            self._send_slowly()

    def forget(self, connection: Connection) -> None:
        self._others.discard(connection)
        self._unsent.pop(connection, None)
        if connection.table:
            self._at.get(connection.table, set()).discard(connection)

    def stop(self) -> None:
        for handle in (self._soon, self._slow, self._next_players):
            if handle is not None:
                handle.cancel()
        self._soon = self._slow = self._next_players = None

    def flush(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        changed, self._changed = self._changed, set()
        for table in changed:
            self._send_table(table, self._at.get(table, ()))
        if any(other.unlocked or other.role in FOLLOWING for other in self._others):
            self._send_slowly()

    def tell_table(self, presser: Connection) -> None:
        """Send a table's changes to its devices; the device that was pressed comes last, because
        its page shows them already.
        """
        table = presser.table
        if table in self._changed:
            self._changed.discard(table)
            devices = sorted(self._at.get(table, ()), key=lambda device: device is presser)
            self._send_table(table, devices)

    def _send_table(self, table: int, devices: Iterable[Connection]) -> None:
        game = self._games.get(table)
        state, held = self._state, game is not None and game.number in self._held
        under = (
            game
            and (
                game.number,
                game.terms,
                game.players,
                game.play.clock is not None,
                game.play.step >= FIRST_TURN_STEP,
            ),
            self._round,
            game and _list_players(state, game),
            state.settings,
            state.time_shifts,
        )
        text = b""  # the same for all devices
        for device in devices:
            new = device.sent_terms != under
            if new:
                device.sent_terms = under
                text = text or encode_to_bytes(game_message(state, self._seq, table))
                device.say(text)
            if game is None:
                device.sent_play = None
            elif new or device.sent_play is not game or device.sent_held != held:
                device.sent_play, device.sent_held = game, held
                device.say(self._play_text(game, device.through, held=held))
            self._links.note_game(table, device.device, game.number if game else 0)

    def _play_text(self, game: Game, through: int, *, held: bool) -> bytes:
        """Return the message about a game. The messages to the devices of a table differ only in
        ``through``, the number of the device's last mark in the log.
        """
        played = self._played
        if (
            played is None
            or played[0] is not self._state
            or played[1] is not game
            or played[2] is not held
        ):
            text = encode_to_bytes(play_message(self._state, self._seq, game, held=held))
            self._played = played = (self._state, game, held, text)
        head, _, tail = played[3].rpartition(THROUGH)
        return b"".join((head, THROUGH[:-1], str(through).encode(), tail))

    def _send_slowly(self) -> None:
        """Send to the devices that follow all tables, at most once in each interval."""
        if self._slow is not None:
            return
        wait_s = self._slow_s + SLOW_S - self._steady()
        self._slow = asyncio.get_running_loop().call_later(max(wait_s, 0.0), self._send_room)

    def _send_players(self) -> None:
        """Send players their pages, a few at a time, so that the desk can read tables' messages in
        between.
        """
        if self._next_players is not None:
            self._next_players.cancel()
            self._next_players = None
        for phone in tuple(self._unsent)[:PLAYERS_AT_ONCE]:
            del self._unsent[phone]
            self._send_player(phone, self._state, self._seq)
        if self._unsent:
            loop = asyncio.get_running_loop()
            self._next_players = loop.call_later(BETWEEN_S, self._send_players)

    def _send_streams(self) -> None:
        """Send each stream's page its table, or all tables."""
        texts: dict[int, str] = {}
        for stream in (each for each in self._others if each.role == "stream"):
            table = stream.hello.table if stream.hello else 0
            if table not in texts:
                texts[table] = encode_message(stream_message(self._state, 0, self._now_ms(), table))
            if stream.sent_text != texts[table]:
                stream.sent_text = texts[table]
                stream.say(texts[table].replace('"seq":0', f'"seq":{self._seq}', 1))

    def _send_room(self) -> None:
        self._slow, self._slow_s = None, self._steady()
        self._note_calls()
        phones = [connection for connection in self._others if connection.role == "room"]
        if phones:
            text = encode_message(room_message(self._state, 0))
            for phone in phones:
                if phone.sent_text != text:
                    phone.sent_text = text
                    phone.say(text.replace('"seq":0', f'"seq":{self._seq}', 1))
                if phone.player or phone.applicant:
                    self._unsent[phone] = None
            self._send_players()
        walls = [connection for connection in self._others if connection.role == "wall"]
        if walls:
            text = encode_message(wall_message(self._state, 0, clock_time))
            for wall in walls:
                if wall.sent_text != text:
                    wall.sent_text = text
                    wall.say(text.replace('"seq":0', f'"seq":{self._seq}', 1))
        self._send_streams()
        desks = [connection for connection in self._others if connection.unlocked]
        if desks:
            room = tables_message(
                self._state,
                self._seq,
                now_ms=self._now_ms(),
                links=self._links.tables,
                held=self._held,
                due=self.flags_due,
                notices=self.notices,
            )
            room = self._with_calls(room)
            text = encode_message(room)
            for desk in desks:
                desk.say(encode_message(_own(room, desk.table)) if desk.table else text)


def _list_players(state: State, game: Game) -> tuple[object, ...]:
    """Return everything that a table shows of its players."""
    return tuple((state.players.get(number), state.name(number)) for number in game.players)


def _own(room: TablesMessage, table: int) -> TablesMessage:
    """Return the organizer's data reduced to one table."""
    return structs.replace(
        room,
        tables=tuple(table_shown for table_shown in room.tables if table_shown.table == table),
        notices=tuple(notice for notice in room.notices if notice.table == table),
        hall=HallShown(),
        needs=(),
        next=NextShown(),
    )
