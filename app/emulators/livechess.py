"""An emulated DGT LiveChess: its WebSocket at ``ws://localhost:1982/api/v1.0``, message by message
and in virtual time. Its user carries the texts over a real socket.

Written from the way in which other programs use the real one; it contains none of their code:

- The calls, answers and fields: DGT's own interface declarations, quoted as comments in
  ``herohde/livechess-go`` (``EBoardResponse``, ``ClockResponse``, ``EBoardEventResponse``). A clock
  has ``white`` and ``black`` in seconds, ``run`` (true: white's time runs, false: black's, null:
  it is stopped) and ``time``, when it was read. An event leaves out unchanged fields.
- ``eboards`` and ``subscribe`` in this order, and the states ``ACTIVE`` and ``NOTRESPONDING``:
  ``ui/dgt/src/play.ts`` of ``lichess-org/lila`` and ``JuanCavallin/lichess-dgt-boards``.
- Some versions send ``run`` as 0, 1 and 2, or as a 1 that only means "it runs". Some send new times
  only when the lever moves. A lost board stays in the list as ``INACTIVE``, without a source and a
  clock. All this is from the notes in a stream overlay's ``livechess.js``.
"""

import json
from enum import Enum

from msgspec import Struct, field

from app.emulators.device import DeviceSide
from app.emulators.movement import Movement, seconds_up

EPOCH_MS = 1_503_849_460_753  # the time of the laptop on which LiveChess runs
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


class RunWords(Enum):
    """The ways in which versions of LiveChess name the side whose time runs."""

    BOOLEAN = "boolean"
    NUMBER = "number"
    ONE = "one"  # 1 if either side runs
    NAME = "name"


class EmulatedBoard(Struct, dict=True):
    """A board that LiveChess knows. White is at the left of its clock."""

    serialnr: str
    movement: Movement | None
    state: str | None = "ACTIVE"
    sent: dict[str, object] | None = None
    """The clock data that were sent last."""


class EmulatedLiveChess(Struct, dict=True):
    """An emulated LiveChess. With ``at_switch``, new times are sent only when the lever moves,
    otherwise every second.
    """

    run_words: RunWords = RunWords.BOOLEAN
    at_switch: bool = False
    boards: dict[str, EmulatedBoard] = field(default_factory=dict)
    _feeds: dict[int, str] = field(default_factory=dict)

    def plug(
        self, serialnr: str, now_ms: int, minutes: int = 60, *, clock: bool = True
    ) -> EmulatedBoard:
        """Plug in a board and return it. Its clock, if it has one, shows ``minutes`` for each
        side.
        """
        movement = Movement(minutes * 60_000, minutes * 60_000, now_ms) if clock else None
        self.boards[serialnr] = board = EmulatedBoard(serialnr, movement)
        return board

    def opened(self) -> None:
        """Forget the subscriptions of an earlier program, because a new socket has none."""
        self._feeds.clear()

    def run(self, serialnr: str, side: DeviceSide | None, now_ms: int) -> None:
        """Move the lever or press the run/pause button, so that the time of ``side`` runs. If
        ``side`` is None, no time runs.
        """
        movement = self.boards[serialnr].movement
        assert movement is not None
        movement.move_to(now_ms)
        movement.run(side)

    def receive(self, text: str, now_ms: int) -> list[str]:
        call = json.loads(text)
        number, name, param = call["id"], call["call"], call.get("param") or {}
        if name == "eboards":
            boards = [self._eboard(board, now_ms) for board in self.boards.values()]
            return [self._answer("call", number, boards, now_ms)]
        serialnr = (param.get("param") or {}).get("serialnr")
        if name == "subscribe" and param.get("feed") == "eboardevent" and serialnr in self.boards:
            self._feeds[param["id"]] = serialnr
            board = self.boards[serialnr]
            board.sent = self._clock(board, now_ms)
            event = {"serialnr": serialnr, "flipped": False, "board": START, "clock": board.sent}
            return [
                self._answer("call", number, None, now_ms),
                self._answer("feed", param["id"], event, now_ms),
            ]
        return [self._answer("error", number, {"message": f"{name} failed"}, now_ms)]

    def tick(self, now_ms: int) -> list[str]:
        """Return the events that have happened since the last call."""
        texts: list[str] = []
        for feed, serialnr in self._feeds.items():
            board = self.boards.get(serialnr)
            if board is None or board.state not in ("ACTIVE", "DELAYED"):
                continue
            clock = self._clock(board, now_ms)
            if _hide_time(clock) != _hide_time(board.sent):
                board.sent = clock
                event = {"serialnr": serialnr, "clock": clock}
                texts.append(self._answer("feed", feed, event, now_ms))
        return texts

    def _eboard(self, board: EmulatedBoard, now_ms: int) -> dict[str, object]:
        there = board.state in ("ACTIVE", "DELAYED")
        return {
            "serialnr": board.serialnr,
            "source": "COM3" if there else None,
            "state": board.state,
            "battery": "85%" if there else None,
            "comment": None,
            "board": START,
            "flipped": False,
            "clock": self._clock(board, now_ms) if there else None,
        }

    def _clock(self, board: EmulatedBoard, now_ms: int) -> dict[str, object] | None:
        movement = board.movement
        if movement is None:
            return None
        movement.move_to(now_ms)
        truth, run = movement.truth(now_ms), self._run(movement.running)
        if self.at_switch and board.sent is not None and board.sent["run"] == run:
            return board.sent
        return {
            "white": seconds_up(truth.left_ms),
            "black": seconds_up(truth.right_ms),
            "run": run,
            "time": EPOCH_MS + now_ms,
        }

    def _run(self, running: DeviceSide | None) -> object:
        match self.run_words:
            case RunWords.BOOLEAN:
                return None if running is None else running is DeviceSide.LEFT
            case RunWords.NUMBER:
                return {None: 0, DeviceSide.LEFT: 1, DeviceSide.RIGHT: 2}[running]
            case RunWords.ONE:
                return int(running is not None)
            case RunWords.NAME:
                return {None: None, DeviceSide.LEFT: "white", DeviceSide.RIGHT: "black"}[running]

    def _answer(self, kind: str, number: int, param: object, now_ms: int) -> str:
        answer = {"response": kind, "id": number, "param": param, "time": EPOCH_MS + now_ms}
        return json.dumps(answer)


def _hide_time(clock: dict[str, object] | None) -> object:
    return clock and {key: value for key, value in clock.items() if key != "time"}
