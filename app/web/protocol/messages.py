"""The messages between a device and the tables' server; ``docs/table-protocol.md`` explains them.

A server's message may gain fields that devices pass over; a device's may not.
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
    """Sent by earlier versions alone, which are told so; never read."""
    game: Serial = 0
    kept_since_ms: Instant = 0
    shows_ms: Instant = 0
    """The event's time by the device's own clock; 0 where it may have slept since it was told."""
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
    """The event's time in the newest `welcome` or `pong` that the device has; 0 for none."""


class PointsPair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of points for each side."""

    red: Number
    blue: Number


class DeviceMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One press or entry."""

    number: Annotated[int, Meta(ge=1, le=2**53)]
    """Its number on the device, from 1."""
    game: Serial
    at_ms: Instant
    """Its instant on the timeline, as the device mapped it."""
    stamp_ms: Stamp
    """The device's own clock then."""
    act: AnyRequest
    uncertain_ms: Uncertain = 0
    """By how much `at_ms` may be off, earlier or later, as far as the device knows."""


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
    """What proves the token of an earlier PIN, or a pass made at the desk."""
    proof: Annotated[str, Meta(max_length=64)] = ""


class Lock(DeviceMessage, frozen=True, tag="lock"):
    pass


class TakeCall(DeviceMessage, frozen=True, tag="take_call"):
    """The judge who has this page goes to the table that calls."""

    game: Serial


class Settle(DeviceMessage, frozen=True, tag="settle"):
    """The choice that settles what waits for the organizer, as the page shows it."""

    number: Serial
    kind: Key
    about: Serial
    part: Key = ""
    choice: Annotated[int, Meta(ge=0, le=99)] = 0
    words: Text = ""
    """What its button says: where that is no longer offered, nothing is done."""
    insist: bool = False


class PageFault(DeviceMessage, frozen=True, tag="fault"):
    """An error of the page's scripts. The role `fault` is a page whose scripts did not start."""

    kind: Literal["error", "rejection"]
    words: Text
    place: Words = ""
    """The file, line and column."""
    browser: Text = ""
    table: Number = 0
    """What the page's address names; only shown where the page has no other way to say so."""


class OrderMessage(DeviceMessage, frozen=True, tag="order"):
    number: Serial
    game: Serial
    order: AnyOrder
    insist: bool = False


class HallOrder(DeviceMessage, frozen=True, tag="order_all"):
    """An order to every table of the round where it makes sense."""

    number: Serial
    act: HallAct | None = None
    reason: Text = ""
    undo: Serial = 0
    """The act that is taken back."""


class ArrivalsRequest(DeviceMessage, frozen=True, tag="ask_arrivals"):
    """The organizer's page asks who is here."""


class CheckInOrder(DeviceMessage, frozen=True, tag="order_check_in"):
    """Check in a player, by their number or by the code on their strip; or take that back."""

    number: Serial
    player: Number = 0
    code: Text = ""
    """As it was typed, or as the picture of it says."""
    here: bool = True


class SignIn(DeviceMessage, frozen=True, tag="sign_in"):
    """A phone is this player's: by their code, or by an answer that proves the key that a code was
    answered with; or of whoever signed up on it.
    """

    player: Number = 0
    code: Annotated[str, Meta(max_length=20)] = ""
    answer: Annotated[str, Meta(max_length=64)] = ""
    applicant: Number = 0


class SignOut(DeviceMessage, frozen=True, tag="sign_out"):
    pass


class ListsRequest(DeviceMessage, frozen=True, tag="read_lists"):
    """How a text is understood; nothing is kept."""

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
    """What the captain of the player's team chooses."""

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
    """Of the photo, as its page counts them."""
    game: Serial
    size: Annotated[int, Meta(ge=1, le=2**53)]
    """Of the whole photo, in bytes."""
    from_byte: Serial
    data: Annotated[bytes, Meta(max_length=PHOTO_PART_BYTES)]
    by: Side | None = None
    """Whose half it was taken at; left out by phones and by the organizer."""


class PhotoRequest(DeviceMessage, frozen=True, tag="ask_photo"):
    """The organizer's page asks for a photo of a game."""

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
    """A scoring pad without the scenario, which is in the terms."""

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
    """A device as the EO sees it."""

    device: str
    name: str
    in_touch: bool
    heard_ms: int
    battery: int | None
    """In percent; it and the next two are None where the device does not say."""
    charging: bool | None
    delay_ms: float | None
    queued: int
    """Marks that wait on the device."""


class TableShown(msgspec.Struct, frozen=True):
    """A table as the EO sees it."""

    table: int
    game: int
    names: Pair[str]
    condition: str
    stands: str
    """Its condition apart from a call for the judge."""
    judge: bool
    """Whether the judge is called."""
    low: bool
    told: str
    why: str
    cp: str
    cp_after: str
    """With what is entered for the turn under way; empty where that changes nothing."""
    time: TableTime
    clock: DeathClock | None
    runs: Side | None
    dice_down: bool
    """Whether dice can be called down here."""
    ways: tuple[How, ...]
    """How the game can be ruled to have been won."""
    switched: PressRow | None
    ended_ms: int | None
    """When the turn ended whose end can be taken back; None for none."""
    joined: bool
    in_touch: bool
    since_ms: int
    """Since when the table is in touch, or out of it."""
    held: bool
    """Whether its flag waits for its tablets."""
    devices: tuple[DeviceShown, ...]
    timed: Side | None = None
    """Whose turn has a time of its own now, where turns are timed."""
    open: str = ""
    """What the table waits for, in words."""
    late: tuple[LateRow, ...] = ()
    """Presses that wait for the EO."""
    moves: tuple[MoveRow, ...] = ()
    """Time that late presses moved and that can be put back, the latest first."""
    flag_ms: int | None = None
    """When a flag was due that has waited long enough, so that the EO is asked."""
    judge_ms: int = 0
    """Since when the judge is called; 0 where nobody calls."""
    taken_by: str | None = None
    """The device or station of the judge who is on the way; None where nobody has said so."""
    photos: tuple[PhotoRow, ...] = ()
    """Of the slip."""


class Notice(msgspec.Struct, frozen=True):
    """Something about a table's device that the EO should know."""

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
    """The first that a device hears; made for this connection alone."""

    nonce: str
    """What codes of the connection are made with."""
    key: str
    """The public key that boxes are closed for; hex."""
    own: str = ""
    """The event's own public key, of which codes to scan say a part; empty from an older server."""
    signed: str = ""
    """The nonce and the key, signed with it; hex."""
    version: int = VERSION


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    event: str
    now_ms: int
    event_id: str = ""
    edition: str = ""
    version: int = VERSION
    ping_every_ms: int = PING_EVERY_MS
    proof: str = ""
    """What shows a table's device that the key of `challenge` is this computer's."""


class No(ServerMessage, frozen=True, tag="no"):
    why: str
    sentence: str


class Pong(ServerMessage, frozen=True, tag="pong"):
    stamp_ms: float
    now_ms: int


class GameMessage(ServerMessage, frozen=True, tag="game"):
    """The rules of a table's game."""

    seq: int
    table: int
    round_number: int = 0
    game: int = 0
    """0 where the table has no game now."""
    names: Pair[str] = Pair("", "")
    secret: bool = True
    started: bool = False
    time: TableTime | None = None
    terms: GameRules | None = None
    armies: Pair[Army] = Pair((), ())
    lists: Pair[ListChoice] = Pair(ListChoice(1), ListChoice(2))
    brought: Pair[tuple[ArmyList, ...]] = Pair((), ())
    shift_ms: int = 0
    """To be added to an instant before it is shown as a time of day; here and below."""
    briefing: ScenarioBriefing | None = None
    """What counts in the scenario, in words; None while it is secret."""
    next_round: int | None = None
    """The number of the round that follows; 0 after the last one; None where nobody can know."""
    round_ends_ms: int | None = None
    """When this round ends, as far as players may know."""


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
    """What late presses have moved of late, in words; empty for nothing."""
    judge_goes: bool = False
    """Whether a judge who was called is on the way."""
    photos: int = 0
    """How many photos of the slip there are."""


class PadMessage(ServerMessage, frozen=True, tag="pad"):
    game: int
    step: int
    steps: tuple[int, ...]
    pad: PadShown | None
    turns: tuple[TurnPoints, ...] = ()


class TimelineMessage(ServerMessage, frozen=True, tag="timeline"):
    game: int
    svg: str
    """The drawing, for the organizer alone."""


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
    """What the organizer's page shows of all tables. ``tables``: at how many each act would do
    something. ``standing`` and ``gap``: which clocks stand, in words. ``undo``: the act that can be
    taken back, 0 for none; ``undone`` names it.
    """

    tables: dict[str, int] = {}
    standing: str = ""
    gap: str = ""
    undo: int = 0
    undone: str = ""


class NeedShown(msgspec.Struct, frozen=True):
    """One thing that waits for the organizer. ``kind``, ``about`` and ``part`` name it."""

    kind: str
    about: int
    part: str
    chip: str
    """The word of its kind."""
    tone: str
    title: str
    said: str
    act: str
    """The words of the button that leads to the table, or to more than two choices."""
    choices: tuple[str, ...]
    even: bool
    """Whether none of its choices is the usual one."""
    game: int | None
    since_ms: int | None
    taken_by: str | None


class NextShown(msgspec.Struct, frozen=True):
    """The day's next step: with its time where that is planned, and in a sentence."""

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
    """What waits for the organizer, most urgent first."""
    next: NextShown = NextShown()


class ArrivalShown(msgspec.Struct, frozen=True):
    """A player at check-in; ``missing`` says what they have not brought yet."""

    number: int
    name: str
    team: str
    here: bool
    missing: str


class Arrivals(ServerMessage, frozen=True, tag="arrivals"):
    """Who is here, by name; ``sentence`` says how many are ready, and what is missing."""

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
    """Whether anybody may sign up."""
    teams: tuple[str, ...] | None = None
    """In an event of teams, those that who signs up can join; None where there is no team."""
    factions: tuple[str, ...] = ()
    """The packet's, for who signs up."""
    faction_armies: tuple[tuple[str, ...], ...] = ()
    """The armies of each of these; empty where the packet names none."""
    players: tuple[PlayerShown, ...] = ()
    """Who can sign in, by name."""
    armies: bool = True
    """Whether players have armies, so that factions, lists and army points are asked for."""


class WallMessage(ServerMessage, frozen=True, tag="wall"):
    """The room display: what a screen in the hall shows, one slide after the other."""

    seq: int
    shown: RoomDisplay


class StreamMessage(ServerMessage, frozen=True, tag="stream"):
    """What a stream shows of one table, or of all."""

    seq: int
    shown: SpectatorRound


class SignedIn(ServerMessage, frozen=True, tag="signed_in"):
    player: int
    """0 for a sign-up that waits."""
    name: str
    key: str
    applicant: int = 0


class SignedOut(ServerMessage, frozen=True, tag="signed_out"):
    """The phone is nobody's: what it said is not right, or no longer."""

    sentence: str
    wait_ms: int = 0


class Also(ServerMessage, frozen=True, tag="also"):
    """A device of somebody else may have come in where this one is."""

    sentence: str


class OwnMessage(ServerMessage, frozen=True, tag="own"):
    """What a player's own phone shows of them; ``page`` is None while a sign-up waits."""

    seq: int
    page: OwnPage | None
    clock: DeathClock | None = None
    """Of their table."""
    waits: str = ""
    """How the sign-up stands."""


class ListsRead(ServerMessage, frozen=True, tag="lists_read"):
    number: int
    titles: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    doubts: tuple[str, ...] = ()
    fault: str = ""
    busy: bool = False
    """Whether to ask again in a while."""


class PhotoTaken(ServerMessage, frozen=True, tag="photo_taken"):
    """How much of a photo has come, or why it is not kept."""

    number: int
    taken: int = 0
    """In bytes; the device goes on from there."""
    done: bool = False
    sentence: str = ""
    busy: bool = False
    """Whether to begin again in a while."""


class PhotoMessage(ServerMessage, frozen=True, tag="photo"):
    """A photo of a slip, for the organizer alone."""

    game: int
    sha256: str
    data: bytes = b""
    sentence: str = ""
    """Why it cannot be shown; empty where it is."""


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
    """Return the words of a remark, which is sent as the text that it is."""
    if isinstance(value, Said):
        return str(value)
    raise TypeError(f"{type(value)} cannot be sent")


_encoder = msgspec.json.Encoder(enc_hook=_plain)
_device_messages = msgspec.json.Decoder(FromDevice)
_server_messages = msgspec.json.Decoder(FromServer)


def encode_message(message: FromDevice | FromServer) -> str:
    return _encoder.encode(message).decode()


def read_device_message(text: str) -> FromDevice | None:
    """Return a device's message; None for what is none."""
    try:
        message: FromDevice = _device_messages.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return message


def read_server_message(text: str) -> FromServer:
    """Return the server's message, for a device written in Python. Raises ValueError."""
    message: FromServer = _server_messages.decode(text)
    return message
