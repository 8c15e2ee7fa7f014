"""DGT LiveChess, a program that reads the boards and reports the times of their clocks. No I/O.

The texts are JSON, one on each line here (`app.clock.links.livechess`):

    > {"id": 1, "call": "eboards"}
    < {"response": "call", "id": 1, "time": …, "param": [{"serialnr": "7425",
       "battery": "85%", "clock": {"white": 5676, "black": 7190, "run": true, "time": …},
       "state": "ACTIVE"}]}
    > {"id": 2, "call": "subscribe",
       "param": {"feed": "eboardevent", "id": 7, "param": {"serialnr": "7425"}}}
    < {"response": "feed", "id": 7, "param": {"serialnr": "7425", "clock": {…}}, "time": …}

``white`` and ``black`` are the seconds left. ``run`` is true if white's time runs, false if black's
does, null if the clock is stopped. ``time`` is when the clock was read, in LiveChess's
milliseconds. All this is DGT's own declaration of the interface, as ``herohde/livechess-go`` quotes
it. White is taken for the left side. Other versions send numbers and names in ``run``; these are
read as the relay ``livechess.js`` of a stream overlay describes them: 2 is black, and 1 means white
only if a 2 was seen before. Nothing can be set through LiveChess.
"""

import json
from collections.abc import Mapping

from msgspec import Struct, field

from app.clock.drivers.driver import (
    Abilities,
    Cleared,
    Doubted,
    Fact,
    Gone,
    Hand,
    Identified,
    Message,
    Noted,
    Orders,
    Placed,
    Reading,
)
from app.clock.drivers.plausibility import PlausibilityFilter, dropped_ms
from app.clock.drivers.text_lines import Lines
from app.engine.language import say
from app.engine.text import shorten

ABLE = Abilities(holds_time=True)
LONGEST_LINE = 1_000_000  # a list of boards with their positions
MOST_BOARDS = 256
MOST_SECONDS = 100 * 3600
ASK_MS = 2000
ANSWER_MS = 10_000  # LiveChess serves one question at a time, and some machines are slow
LAST_SECOND_MS = 1000
OVERTAKEN_MS = 10_000  # a greater difference is a laptop's clock that was set back
PRESENT = frozenset({"ACTIVE", "DELAYED"})

SILENT = say("DGT LiveChess no longer answers. Close it and start it again.")
NO_BOARD = say(
    "DGT LiveChess answers, but it sees no board. Look in LiveChess, and plug the board in."
)
AWAY = say(
    "LiveChess has lost this board. Check its cable or its Bluetooth, and look in LiveChess."
)
LATE = say(
    "LiveChess shows this board late. Switch the delay off there: the game follows its clock."
)


def identify_board(serial: str) -> Identified:
    return Identified(
        say("Board {serial}", serial=serial), "LiveChess", say("Reported by DGT LiveChess."), ABLE
    )


class Deaf:
    """The controls of a board's clock. They do nothing: LiveChess can carry out no order."""

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Do nothing: the clock cannot be set."""

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Do nothing: the clock runs by its own lever and button."""

    def identify(self, now_ms: int) -> None:
        """Do nothing: the clock cannot be made to beep."""


class Board(Struct):
    """A board and the clock that is plugged into the board. ``feed`` is the number under which the
    board's events come.
    """

    feed: int
    filter: PlausibilityFilter
    here: bool = False
    plugged: bool = True
    late: bool = False
    battery: str = ""
    names_black: bool = False
    runs: Hand | None = None
    last: Reading | None = None
    """The times as they were last reported, in whole seconds."""
    read_ms: int = 0
    """The instant at which the clock showed the last reported times, by the time of LiveChess."""
    out: list[Message | Gone] = field(default_factory=list)


class LiveChess:
    product = "LiveChess"
    baud = 0

    def __init__(self) -> None:
        self._boards: dict[str, Board] = {}
        self._deaf = Deaf()
        self._begin(None)

    @property
    def clocks(self) -> Mapping[str, Orders]:
        return dict.fromkeys(self._boards, self._deaf)

    @property
    def dead(self) -> str:
        return SILENT if self._silent else ""

    def opened(self, now_ms: int) -> list[Placed]:
        """Ask LiveChess for its boards again. The last accepted reading of each board's clock is
        kept.
        """
        for board in self._boards.values():
            board.here = False
        self._begin(now_ms)
        return self.tick(now_ms)

    def _begin(self, due_ms: int | None) -> None:
        self._lines = Lines(LONGEST_LINE)
        self._silent, self._lonely = False, False
        self._calls = 0
        self._asked: int | None = None  # the number of the question that waits for its answer
        self._due_ms = due_ms  # None: the line is not open yet
        self._out: list[str] = []

    def receive(self, data: bytes, now_ms: int) -> list[Placed]:
        for line in self._lines.feed(data):
            self._take(_fields(line), now_ms)
        return self._messages(now_ms)

    def excuse(self, late_ms: int) -> None:
        if self._due_ms is not None and self._asked is not None:
            self._due_ms += late_ms

    def tick(self, now_ms: int) -> list[Placed]:
        if self._due_ms is None or now_ms < self._due_ms:
            return []
        if self._asked is not None:
            self._silent = True
            return []
        self._asked = self._call("eboards")
        self._due_ms = now_ms + ANSWER_MS
        return []

    def due_ms(self) -> int | None:
        return None if self._silent else self._due_ms

    def to_send(self) -> bytes:
        texts, self._out = self._out, []
        return "".join(f"{text}\n" for text in texts).encode()

    def _call(self, name: str, **param: object) -> int:
        self._calls += 1
        call = {"id": self._calls, "call": name} | ({"param": param} if param else {})
        self._out.append(json.dumps(call))
        return self._calls

    def _messages(self, now_ms: int) -> list[Placed]:
        placed: list[Placed] = []
        for serial, board in self._boards.items():
            placed += [Placed(serial, message) for message in board.out]
            board.out.clear()
        if self._lonely:
            placed.append(Placed("", Doubted(now_ms, NO_BOARD)))
            self._lonely = False
        return placed

    def _take(self, fields: Mapping[str, object], now_ms: int) -> None:
        kind, param, time = fields.get("response"), fields.get("param"), _whole(fields.get("time"))
        if kind == "feed" and isinstance(param, dict):
            board = self._boards.get(str(param.get("serialnr")))
            if board is not None and board.here and board.feed == fields.get("id"):
                self._clock(board, param.get("clock", board), time, now_ms)
        elif kind in ("call", "error") and fields.get("id") == self._asked is not None:
            self._asked, self._due_ms = None, now_ms + ASK_MS
            if kind == "call":
                self._listed(param if isinstance(param, list) else [], time, now_ms)

    def _listed(self, eboards: list[object], time: int | None, now_ms: int) -> None:
        there = set[str]()
        for eboard in eboards:
            if not isinstance(eboard, dict) or not isinstance(eboard.get("serialnr"), str | int):
                continue
            serial = "".join(str(eboard["serialnr"]).split())[:40]
            state = eboard.get("state")
            present = isinstance(state, str) and state.strip().upper() in PRESENT
            room = serial in self._boards or len(self._boards) < MOST_BOARDS
            if serial and present and room:
                there.add(serial)
                self._present(serial, eboard, time, now_ms)
        for serial, board in self._boards.items():
            if board.here and serial not in there:
                board.here = board.late = False
                board.out.append(Gone(now_ms, AWAY))
        self._lonely = not there

    def _present(
        self, serial: str, eboard: Mapping[str, object], time: int | None, now_ms: int
    ) -> None:
        board = self._boards.get(serial)
        if board is None:
            board = Board(len(self._boards) + 1, PlausibilityFilter(2000, 1000, careful=False))
            self._boards[serial] = board
        if not board.here:
            board.here, board.plugged = True, True
            board.out.append(identify_board(serial))
            feed = {"serialnr": str(eboard["serialnr"])}
            self._call("subscribe", feed="eboardevent", id=board.feed, param=feed)
        late = str(eboard.get("state")).strip().upper() == "DELAYED"
        if late is not board.late:
            board.late = late
            notice = Doubted(now_ms, LATE, lasting=True) if late else Cleared(now_ms, LATE)
            board.out.append(notice)
        battery = shorten(str(eboard.get("battery") or ""), 12)
        if battery and battery != board.battery:
            board.out.append(Noted(now_ms, Fact.BATTERY_FINE, battery))
        board.battery = battery
        self._clock(board, eboard.get("clock"), time, now_ms)

    def _clock(self, board: Board, clock: object, time: int | None, now_ms: int) -> None:
        """Take in ``clock``, the value that LiveChess reports. If an event leaves the clock out,
        ``clock`` is the board itself and nothing changes.
        """
        if clock is board:
            return
        if (clock is not None) is not board.plugged:
            board.plugged = clock is not None
            board.out.append(Noted(now_ms, Fact.PLUGGED if board.plugged else Fact.UNPLUGGED))
        if not isinstance(clock, dict):
            return
        white, black = _whole(clock.get("white")), _whole(clock.get("black"))
        if white is None or black is None or "run" not in clock:
            return
        if min(white, black) < 0 or max(white, black) > MOST_SECONDS:
            return
        read_ms = _whole(clock.get("time"))
        if read_ms is not None and 0 < board.read_ms - read_ms < OVERTAKEN_MS:
            return  # an answer that an event overtook
        board.read_ms = read_ms or 0
        seconds = Reading(now_ms, white * 1000, black * 1000, None)
        board.runs = self._runs(board, clock["run"], seconds)
        board.last = seconds
        age_ms = max(time - read_ms, 0) if time is not None and read_ms is not None else 0
        board.out += board.filter.hear(_now(seconds, board.runs, age_ms))

    def _runs(self, board: Board, run: object, seconds: Reading) -> Hand | None:
        """Return whose time runs, in whatever form this version of LiveChess reports it."""
        word = run.strip().casefold() if isinstance(run, str) else run
        if word is True or word in ("white", "w"):
            return Hand.LEFT
        if word is None or word == "" or (word in (0, "0") and word is not False):
            return None
        if word is False or word in ("black", "b"):
            return Hand.RIGHT
        if word in (2, "2"):
            board.names_black = True
            return Hand.RIGHT
        if board.names_black:
            return Hand.LEFT
        used = [] if board.last is None else [h for h in Hand if dropped_ms(board.last, seconds, h)]
        return used[0] if len(used) == 1 else board.runs


def _now(seconds: Reading, runs: Hand | None, age_ms: int) -> Reading:
    """Return what the clock shows now, ``age_ms`` after it showed ``seconds``. The last second is
    not counted down here, so that only the clock itself makes a flag fall.
    """

    def left(hand: Hand, ms: int | None) -> int:
        told_ms = ms or 0
        if hand is not runs:
            return told_ms
        return max(told_ms - age_ms // 1000 * 1000, min(told_ms, LAST_SECOND_MS))

    left_ms, right_ms = left(Hand.LEFT, seconds.left_ms), left(Hand.RIGHT, seconds.right_ms)
    return Reading(seconds.at_ms, left_ms, right_ms, runs)


def _whole(value: object) -> int | None:
    """Return a JSON number without its decimals; None if the value is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return int(value)
    except (ValueError, OverflowError):
        return None


def _fields(line: bytes) -> Mapping[str, object]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}
