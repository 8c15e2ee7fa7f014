"""The messages between a device and the tables' server; ``docs/table-protocol.md`` explains them.

A message of the server may get new fields, which devices ignore; a message of a device may not.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from app.engine.acts.results import How, Result
from app.engine.acts.table import Question
from app.engine.armies.army import Army
from app.engine.armies.army_list import ArmyList
from app.engine.packet.packet import GameRules, Tiebreak
from app.engine.packet.timing import TableTime
from app.engine.players.list_choice import ListChoice
from app.engine.remarks import Said
from app.engine.side import Pair, Side
from app.engine.table.deathclock import DeathClock
from app.engine.table.game import Play
from app.views.event.phones import OwnPage
from app.views.round.room_display import RoomDisplay
from app.views.round.spectators import SpectatorRound
from app.views.table.briefing import ScenarioBriefing
from app.views.table.clock_presses import PressRow
from app.views.table.late_presses import LateRow, MoveRow
from app.views.table.photos import PhotoRow
from app.views.table.scoring_pad import PadRow, TurnPoints
from app.web.protocol.acts import AnyOrder, AnyRequest
from app.web.protocol.limits import (
    MARKS_AT_ONCE,
    MESSAGE_BYTES,
    PHOTO_PART_BYTES,
    Instant,
    Key,
    Number,
    Serial,
    Stamp,
    Text,
    Uncertain,
)

VERSION = 2
PING_EVERY_MS = 5_000
Device = Annotated[str, Meta(pattern=r"^[a-z0-9-]{8,40}\Z", max_length=40)]
Role: TypeAlias = Literal["table", "eo", "room", "wall", "stream", "fault"]
HallAct: TypeAlias = Literal[
    "pause", "resume", "count_gap", "ignore_gap", "take_back_flags", "accept"
]
Percent = Annotated[int, Meta(ge=0, le=100)]
Words = Annotated[str, Meta(max_length=200)]
ListText = Annotated[str, Meta(max_length=MESSAGE_BYTES)]


class DeviceMessage(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True
):
    """A message from a device."""


class Hello(DeviceMessage, frozen=True, tag="hello"):
    version: int
    role: Role
    device: Device
    table: Number = 0
    secret: Annotated[str, Meta(max_length=64)] = ""
    """The secret that earlier versions of a device sent. It is never read; a device that sends it
    is told to update.
    """
    game: Serial = 0
    kept_since_ms: Instant = 0
    shows_ms: Instant = 0
    """The event's time by the device's own clock; 0 if the device may have slept since it last
    heard the time.
    """
    queued: Serial = 0
    event_id: Annotated[str, Meta(max_length=40)] = ""
    name: Annotated[str, Meta(max_length=40)] = ""


class Ping(DeviceMessage, frozen=True, tag="ping"):
    stamp_ms: Stamp
    delay_ms: Stamp | None = None
    battery: Percent | None = None
    charging: bool | None = None
    queued: Serial = 0
    heard_ms: Instant = 0
    """The event's time in the latest `welcome` or `pong` that the device has received; 0 if it has
    received none.
    """


class PointsPair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of points for each side."""

    red: Number
    blue: Number


class DeviceMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One press or entry on a device."""

    number: Annotated[int, Meta(ge=1, le=2**53)]
    """The mark's number on the device, from 1."""
    game: Serial
    at_ms: Instant
    """The instant of the mark on the event's timeline, as the device calculated it."""
    stamp_ms: Stamp
    """The reading of the device's own clock at that instant."""
    act: AnyRequest
    uncertain_ms: Uncertain = 0
    """The milliseconds by which `at_ms` may be off, earlier or later, as far as the device
    knows.
    """


class Marks(DeviceMessage, frozen=True, tag="marks"):
    marks: Annotated[tuple[DeviceMark, ...], Meta(max_length=MARKS_AT_ONCE)]
    left: Serial = 0


class PadRequest(DeviceMessage, frozen=True, tag="ask_pad"):
    game: Serial
    step: Number


class TimelineRequest(DeviceMessage, frozen=True, tag="ask_timeline"):
    game: Serial


class Unlock(DeviceMessage, frozen=True, tag="unlock"):
    pin: Annotated[str, Meta(max_length=20)] = ""
    answer: Annotated[str, Meta(max_length=64)] = ""
    """The proof that the device has the token of an earlier PIN, or a pass made at the desk."""
    proof: Annotated[str, Meta(max_length=64)] = ""


class Lock(DeviceMessage, frozen=True, tag="lock"):
    pass


class TakeCall(DeviceMessage, frozen=True, tag="take_call"):
    """Says that the judge with this page goes to the table of ``game``, where a judge
    was called.
    """

    game: Serial


class Settle(DeviceMessage, frozen=True, tag="settle"):
    """Chooses one of the options that the page shows for something that waits for the organizer."""

    number: Serial
    kind: Key
    about: Serial
    part: Key = ""
    choice: Annotated[int, Meta(ge=0, le=99)] = 0
    words: Text = ""
    """The words of the chosen button. If that option no longer exists, nothing is done."""
    insist: bool = False


class PageFault(DeviceMessage, frozen=True, tag="fault"):
    """An error in the page's scripts. The role `fault` means that they did not start at all."""

    kind: Literal["error", "rejection"]
    words: Text
    place: Words = ""
    """The file, line and column of the error."""
    browser: Text = ""
    table: Number = 0
    """The table in the page's address; used only if the page has no other way to name it."""


class OrderMessage(DeviceMessage, frozen=True, tag="order"):
    number: Serial
    game: Serial
    order: AnyOrder
    insist: bool = False


class HallOrder(DeviceMessage, frozen=True, tag="order_all"):
    """An order to every table of the round where it has an effect."""

    number: Serial
    act: HallAct | None = None
    reason: Text = ""
    undo: Serial = 0
    """The act to undo; 0 for none."""


class ArrivalsRequest(DeviceMessage, frozen=True, tag="ask_arrivals"):
    """Asks who has arrived, for the organizer's page."""


class CheckInOrder(DeviceMessage, frozen=True, tag="order_check_in"):
    """Checks a player in, by their number or the code on their strip. If ``here`` is False, undoes
    a check-in instead.
    """

    number: Serial
    player: Number = 0
    code: Text = ""
    """The code as it was typed, or as the QR code contains it."""
    here: bool = True


class SignIn(DeviceMessage, frozen=True, tag="sign_in"):
    """Signs a phone in for a player: by the player's code, by ``answer``, which proves the key from
    an earlier sign-in, or by the number of the sign-up made on this phone.
    """

    player: Number = 0
    code: Annotated[str, Meta(max_length=20)] = ""
    answer: Annotated[str, Meta(max_length=64)] = ""
    applicant: Number = 0


class SignOut(DeviceMessage, frozen=True, tag="sign_out"):
    pass


class ListsRequest(DeviceMessage, frozen=True, tag="read_lists"):
    """Asks how a text of army lists is understood; nothing is stored."""

    number: Serial
    text: ListText
    faction: Words = ""


class Application(DeviceMessage, frozen=True, tag="sign_up"):
    number: Serial
    name: Words
    club: Words = ""
    faction: Words = ""
    army: Words = ""
    team: Words = ""
    lists: ListText = ""


class CheckInAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="check_in"):
    pass


class DropAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="drop"):
    wanted: bool


class ListsAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="lists"):
    text: ListText


class ReportAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="report"):
    game: Serial
    winner: Side | None
    how: How
    cp: PointsPair
    apd: PointsPair


class MatchUpAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="match_up"):
    """A choice of the captain of the player's team in a match-up."""

    match: Number
    step: Number
    chosen: Annotated[tuple[Number, ...], Meta(max_length=20)]


class PlayerAct(DeviceMessage, frozen=True, tag="player"):
    """An act of a player on a signed-in phone."""

    number: Serial
    act: CheckInAct | DropAct | ListsAct | ReportAct | MatchUpAct
    insist: bool = False


class PhotoPart(DeviceMessage, frozen=True, tag="photo_part"):
    """A part of a photo of a game's slip."""

    number: Serial
    """The number of the photo, as its page counts them."""
    game: Serial
    size: Annotated[int, Meta(ge=1, le=2**53)]
    """The size of the whole photo, in bytes."""
    from_byte: Serial
    data: Annotated[bytes, Meta(max_length=PHOTO_PART_BYTES)]
    by: Side | None = None
    """The side of the player who took the photo at a table; None from phones and from the
    organizer.
    """


class PhotoRequest(DeviceMessage, frozen=True, tag="ask_photo"):
    """Asks for a photo of a game, for the organizer's page."""

    game: Serial
    sha256: Annotated[str, Meta(max_length=64)]


FromDevice: TypeAlias = (
    Hello
    | Ping
    | Marks
    | PadRequest
    | TimelineRequest
    | Unlock
    | Lock
    | TakeCall
    | Settle
    | PageFault
    | OrderMessage
    | HallOrder
    | ArrivalsRequest
    | CheckInOrder
    | SignIn
    | SignOut
    | ListsRequest
    | Application
    | PlayerAct
    | PhotoPart
    | PhotoRequest
)


class PadShown(msgspec.Struct, frozen=True):
    """A scoring pad without the scenario, which the message about the game already has."""

    step: int
    title: str
    rows: tuple[PadRow, ...]
    scores: bool
    kill_box_of: Side | None
    kill_box: bool
    destroys: bool
    caster_left: bool
    points: Pair[int]
    total: Pair[int]
    win: str
    vanishing: tuple[tuple[str, str], ...]
    removed: str | None
    gone: tuple[str, ...]
    overruled: Pair[int] | None
    ruling: str
    by_hand: bool
    after: str = ""


class DeviceShown(msgspec.Struct, frozen=True):
    """A device as the organizer sees it."""

    device: str
    name: str
    in_touch: bool
    heard_ms: int
    battery: int | None
    """The charge of the battery in percent. This and the next two fields are None if the device
    does not report them.
    """
    charging: bool | None
    delay_ms: float | None
    queued: int
    """The number of marks that wait on the device."""


class TableShown(msgspec.Struct, frozen=True):
    """A table as the organizer sees it."""

    table: int
    game: int
    names: Pair[str]
    condition: str
    stands: str
    """The table's condition, apart from a call for the judge."""
    judge: bool
    """True if the table calls the judge."""
    low: bool
    told: str
    why: str
    cp: str
    cp_after: str
    """The control points with the entries for the current turn; empty if these entries change
    nothing.
    """
    time: TableTime
    clock: DeathClock | None
    runs: Side | None
    dice_down: bool
    """True if dice can be called down at this table."""
    ways: tuple[How, ...]
    """The ways of winning that a ruling can choose."""
    switched: PressRow | None
    ended_ms: int | None
    """The end of the last turn, if that end can be taken back; else None."""
    joined: bool
    in_touch: bool
    since_ms: int
    """The instant since which the table has been connected or disconnected."""
    held: bool
    """True if the table's flag waits for its tablets."""
    devices: tuple[DeviceShown, ...]
    timed: Side | None = None
    """The side whose turn has a limit of its own at present, if turns are timed."""
    open: str = ""
    """A few words about what the table waits for; empty if it waits for nothing."""
    late: tuple[LateRow, ...] = ()
    """The late presses that wait for the organizer."""
    moves: tuple[MoveRow, ...] = ()
    """The shifts of time by late presses that can be undone, the latest first."""
    flag_ms: int | None = None
    """The instant at which the table's flag was due, if it has waited long enough for the organizer
    to be asked; else None.
    """
    judge_ms: int = 0
    """The instant of the call for the judge; 0 without a call."""
    taken_by: str | None = None
    """The device or station of the judge who is on the way; None if nobody is."""
    photos: tuple[PhotoRow, ...] = ()
    """The photos of the game's slip."""


class Notice(msgspec.Struct, frozen=True):
    """A message to the organizer about a table's device."""

    at_ms: int
    table: int
    sentence: str


class PairingShown(msgspec.Struct, frozen=True):
    table: int
    names: Pair[str]
    winner: Side | None
    done: bool


class StandingShown(msgspec.Struct, frozen=True):
    place: int
    shared: bool
    name: str
    tp: int
    sos: str
    cp: int
    apd: int


class PlayerShown(msgspec.Struct, frozen=True):
    number: int
    name: str


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """A message from the server."""


class Challenge(ServerMessage, frozen=True, tag="challenge"):
    """The first message to a device, made for this connection only."""

    nonce: str
    """The random text from which the codes of this connection are made."""
    key: str
    """The public key with which the device encrypts its boxes, as hex digits."""
    own: str = ""
    """The event's own public key, of which scanned codes contain a part; empty from an older
    server.
    """
    signed: str = ""
    """The signature of the nonce and the key, made with the event's own key, as hex digits."""
    version: int = VERSION


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    event: str
    now_ms: int
    event_id: str = ""
    edition: str = ""
    version: int = VERSION
    ping_every_ms: int = PING_EVERY_MS
    proof: str = ""
    """The proof, for a device of a table, that the key in `challenge` is this computer's."""


class No(ServerMessage, frozen=True, tag="no"):
    why: str
    sentence: str


class Pong(ServerMessage, frozen=True, tag="pong"):
    stamp_ms: float
    now_ms: int


class GameMessage(ServerMessage, frozen=True, tag="game"):
    """The rules of a table's game, and as much about the game as players may know."""

    seq: int
    table: int
    round_number: int = 0
    game: int = 0
    """The number of the game; 0 if the table has none at present."""
    names: Pair[str] = Pair("", "")
    secret: bool = True
    started: bool = False
    time: TableTime | None = None
    terms: GameRules | None = None
    armies: Pair[Army] = Pair((), ())
    lists: Pair[ListChoice] = Pair(ListChoice(1), ListChoice(2))
    brought: Pair[tuple[ArmyList, ...]] = Pair((), ())
    shift_ms: int = 0
    """The milliseconds to add to any instant before it is shown as a time of day."""
    briefing: ScenarioBriefing | None = None
    """The scenario's briefing, in words; None while the scenario is secret."""
    next_round: int | None = None
    """The number of the next round; 0 after the last one; None if it is not known yet."""
    round_ends_ms: int | None = None
    """The end of this round, as far as players may know it."""


class PlayMessage(ServerMessage, frozen=True, tag="play"):
    seq: int
    game: int
    condition: str
    step: str
    cp: Pair[int]
    why: str
    question: Question | None
    needs: Tiebreak | None
    on_table: Tiebreak | None
    wins_if_scored: Side | None
    reached: Result | None
    result: Result | None
    by_eo: bool
    in_doubt: bool
    play: Play
    switched: PressRow | None
    pad: PadShown | None
    through: int = 0
    held: bool = False
    moved: str = ""
    """The time that late presses have moved recently, in words; empty for none."""
    judge_goes: bool = False
    """True if the judge who was called is on the way."""
    photos: int = 0
    """The number of photos of the slip."""


class PadMessage(ServerMessage, frozen=True, tag="pad"):
    game: int
    step: int
    steps: tuple[int, ...]
    pad: PadShown | None
    turns: tuple[TurnPoints, ...] = ()


class TimelineMessage(ServerMessage, frozen=True, tag="timeline"):
    game: int
    svg: str
    """The drawing of the timeline, for the organizer only."""


class Answered(msgspec.Struct, frozen=True):
    number: int
    taken: bool
    sentence: str = ""


class Answers(ServerMessage, frozen=True, tag="answers"):
    answers: tuple[Answered, ...]


class Unlocked(ServerMessage, frozen=True, tag="unlocked"):
    token: str
    for_ms: int
    proof: str = ""


class Locked(ServerMessage, frozen=True, tag="locked"):
    sentence: str
    wait_ms: int = 0


class Ordered(ServerMessage, frozen=True, tag="ordered"):
    number: int
    done: bool
    sentence: str = ""
    insistable: bool = False


class HallShown(msgspec.Struct, frozen=True):
    """The data about all tables on the organizer's page. ``tables`` has the number of tables at
    which each act would do something. ``standing`` and ``gap`` say in words which clocks stand.
    ``undo`` is the act that can be undone, or 0, and ``undone`` names this act.
    """

    tables: dict[str, int] = {}
    standing: str = ""
    gap: str = ""
    undo: int = 0
    undone: str = ""


class NeedShown(msgspec.Struct, frozen=True):
    """One thing that waits for the organizer. ``kind``, ``about`` and ``part`` identify it."""

    kind: str
    about: int
    part: str
    chip: str
    """The word for the need's kind."""
    tone: str
    title: str
    said: str
    act: str
    """The words of the button that leads to the table, or to a choice of more than two."""
    choices: tuple[str, ...]
    even: bool
    """True if all choices are equally usual, so that no button stands out."""
    game: int | None
    since_ms: int | None
    taken_by: str | None


class NextShown(msgspec.Struct, frozen=True):
    """The next step of the day in a sentence, with its time if that is planned."""

    figure: str = ""
    sentence: str = ""


class TablesMessage(ServerMessage, frozen=True, tag="tables"):
    seq: int
    now_ms: int
    round_number: int
    tables: tuple[TableShown, ...]
    notices: tuple[Notice, ...]
    shift_ms: int = 0
    hall: HallShown = HallShown()
    needs: tuple[NeedShown, ...] = ()
    """Everything that waits for the organizer, most urgent first."""
    next: NextShown = NextShown()


class ArrivalShown(msgspec.Struct, frozen=True):
    """A player at check-in; ``missing`` says what they still have to bring."""

    number: int
    name: str
    team: str
    here: bool
    missing: str


class Arrivals(ServerMessage, frozen=True, tag="arrivals"):
    """The players at check-in, sorted by name; ``sentence`` says how many are ready and what is
    missing.
    """

    players: tuple[ArrivalShown, ...]
    sentence: str


class RoomMessage(ServerMessage, frozen=True, tag="room"):
    seq: int
    event: str
    round_number: int = 0
    stage: str = ""
    started_ms: int | None = None
    ends_ms: int | None = None
    pairings: tuple[PairingShown, ...] = ()
    bye: str = ""
    standings_after: int = 0
    standings: tuple[StandingShown, ...] = ()
    shift_ms: int = 0
    sign_up: bool = False
    """True if sign-up is open."""
    teams: tuple[str, ...] | None = None
    """The teams that a player can choose at sign-up; None if sign-up is closed or the event has no
    teams.
    """
    factions: tuple[str, ...] = ()
    """The factions of the packet, for the form of sign-up."""
    faction_armies: tuple[tuple[str, ...], ...] = ()
    """The armies of each faction, in the order of ``factions``; empty if the packet names none."""
    players: tuple[PlayerShown, ...] = ()
    """The players who can sign in, sorted by name."""
    armies: bool = True
    """True if players have armies, so that pages ask for factions, lists and army points."""


class WallMessage(ServerMessage, frozen=True, tag="wall"):
    """The room display: the slides that a screen in the hall shows one after the other."""

    seq: int
    shown: RoomDisplay


class StreamMessage(ServerMessage, frozen=True, tag="stream"):
    """The contents of a stream of one table, or of all tables."""

    seq: int
    shown: SpectatorRound


class SignedIn(ServerMessage, frozen=True, tag="signed_in"):
    player: int
    """The number of the player; 0 for a sign-up that still waits."""
    name: str
    key: str
    applicant: int = 0


class SignedOut(ServerMessage, frozen=True, tag="signed_out"):
    """Tells a phone that it belongs to no player: its code or key is wrong, or no longer valid."""

    sentence: str
    wait_ms: int = 0


class Also(ServerMessage, frozen=True, tag="also"):
    """Warns that another device has the same access as this one."""

    sentence: str


class OwnMessage(ServerMessage, frozen=True, tag="own"):
    """The page of a player's own phone; ``page`` is None while their sign-up waits."""

    seq: int
    page: OwnPage | None
    clock: DeathClock | None = None
    """The clock of the player's table."""
    waits: str = ""
    """The state of a waiting sign-up, in words."""


class ListsRead(ServerMessage, frozen=True, tag="lists_read"):
    number: int
    titles: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    doubts: tuple[str, ...] = ()
    fault: str = ""
    busy: bool = False
    """True if the device should ask again later."""


class PhotoTaken(ServerMessage, frozen=True, tag="photo_taken"):
    """The part of a photo that has arrived, or the reason why it is not stored."""

    number: int
    taken: int = 0
    """The number of bytes that have arrived; the device continues from there."""
    done: bool = False
    sentence: str = ""
    busy: bool = False
    """True if the device should begin again later."""


class PhotoMessage(ServerMessage, frozen=True, tag="photo"):
    """A photo of a slip, for the organizer alone."""

    game: int
    sha256: str
    data: bytes = b""
    sentence: str = ""
    """The reason why the photo cannot be shown; empty if it can."""


FromServer: TypeAlias = (
    Challenge
    | Welcome
    | No
    | Pong
    | GameMessage
    | PlayMessage
    | PadMessage
    | TimelineMessage
    | Answers
    | Unlocked
    | Locked
    | Ordered
    | TablesMessage
    | Arrivals
    | RoomMessage
    | WallMessage
    | StreamMessage
    | SignedIn
    | SignedOut
    | OwnMessage
    | ListsRead
    | Also
    | PhotoTaken
    | PhotoMessage
)


def _plain(value: object) -> str:
    """Return a remark of the class `Said` as the plain text that is sent. Raises TypeError for any
    other value.
    """
    if isinstance(value, Said):
        return str(value)
    raise TypeError(f"{type(value)} cannot be sent")


_encoder = msgspec.json.Encoder(enc_hook=_plain)
_device_messages = msgspec.json.Decoder(FromDevice)
_server_messages = msgspec.json.Decoder(FromServer)


def encode_message(message: FromDevice | FromServer) -> str:
    return encode_to_bytes(message).decode()


def encode_to_bytes(message: FromDevice | FromServer) -> bytes:
    return _encoder.encode(message)


def read_device_message(text: str) -> FromDevice | None:
    """Return the device's message in ``text``; None if the text is not such a message."""
    try:
        message: FromDevice = _device_messages.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return message


def read_server_message(text: str) -> FromServer:
    """Return the server's message in ``text``, for a device written in Python. Raises ValueError if
    the text is not such a message.
    """
    message: FromServer = _server_messages.decode(text)
    return message
