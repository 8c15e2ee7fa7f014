"""Everything that waits for the organizer, most urgent first, as one list for all screens."""

from collections.abc import Collection, Iterator, Mapping, MutableMapping
from enum import Enum
from typing import TypeAlias

from msgspec import Struct, field

from app.engine import wording
from app.engine.acts.commands import Command
from app.engine.acts.draw import SeatLate
from app.engine.acts.judge import GoToTable
from app.engine.acts.late import CountPresses, LeaveOutPresses, LeaveOutTablets
from app.engine.acts.phones import AskToDrop, SettleSignUps
from app.engine.acts.players import DropPlayer
from app.engine.acts.results import AwardNoShow, How, ReportResult
from app.engine.acts.room import ActAtTables, RoomAct
from app.engine.acts.table import (
    CallJudge,
    CountGap,
    DismissJudge,
    PauseCause,
    ResumeClock,
    Rule,
    RuleOnStop,
)
from app.engine.frozen import replace
from app.engine.language import by_number, mark_text, plural, say
from app.engine.packet.timing import MINUTE_MS
from app.engine.remarks import Reason, reason
from app.engine.rounds.no_shows import absences
from app.engine.rounds.stops import StopCall, stop_calls
from app.engine.side import Side
from app.engine.state import Round, Stage, State
from app.engine.table.game import Game
from app.engine.text import ON_A_BUTTON, join_words, shorten
from app.views.event.phones import (
    DisputeRow,
    DropRow,
    ReportRow,
    SignUpRow,
    phone_requests,
    reports_of,
)
from app.views.round.hall import gap_words
from app.views.round.leaving import ways_to_leave
from app.views.round.round import (
    Overtime,
    Proposal,
    expected_round_end,
    late_players,
    next_draw,
    overtimes,
    results_out,
)
from app.views.table.late_presses import describe_late_row, late_rows
from app.views.table.organizer_acts import OrganizerAction, open_words
from app.views.table.table import TableCondition, condition, table_view

NAMED = 3
STOPPED_AGAIN = say("Stopped the clock again after a warning (Death Clock)")
ACTING = frozenset(
    {
        TableCondition.JUDGE,
        TableCondition.GAP,
        TableCondition.CLOCK_OUT,
        TableCondition.NO_RESULT,
    }
)


class NeedKind(Enum):
    """The kinds of needs in the order of their urgency. The value is the word on the chip."""

    JUDGE = mark_text("Judge")
    DISPUTE = mark_text("Reports differ")
    FLAG = mark_text("Flag down")
    LATE = mark_text("Late press")
    GAP = mark_text("Time gap")
    STOP = mark_text("Clock stopped")
    REPORT = mark_text("Report")
    OVERTIME = mark_text("Overtime")
    NO_SHOW = mark_text("Not begun")
    NO_RESULT = mark_text("No result")
    UNSEATED = mark_text("Not seated")
    ABSENT = mark_text("Not here")
    DROP = mark_text("Wants to drop")
    SIGN_UP = mark_text("Sign-up")
    CLOCK = mark_text("Clock")
    TABLET = mark_text("Tablet")
    COPY = mark_text("Backup")
    PUBLISH = mark_text("Publishing")


class NeedTone(Enum):
    """The tone in which a need is shown, which makes its urgency visible in addition to
    its word.
    """

    ALARM = "alarm"
    DOUBT = "doubt"
    CALM = "calm"


class NeedPlace(Enum):
    """The part of the program where a need is settled if that takes more than one press."""

    TABLE = "table"
    HERE = "here"
    CHECK_IN = "check-in"
    CLOCKS = "clocks"
    TABLETS = "tablets"
    BACKUPS = "backups"
    PUBLISH = "publish"


NeedKey: TypeAlias = tuple[NeedKind, int, str]


class Choice(Struct, frozen=True):
    """One way to settle a need."""

    words: str
    commands: tuple[Command, ...] = ()
    """The commands that the choice sends. A choice without commands lets a flag wait for its tablet
    once more.
    """
    insist: bool = False
    """True if the button already says everything that the desk would ask about."""


class Need(Struct, frozen=True):
    """Something that waits for the organizer, with the ways to settle it."""

    kind: NeedKind
    number: int
    """The number of the game, player or table that the need concerns. Together with the kind, it
    identifies the need.
    """
    title: str
    about: str
    place: NeedPlace
    act: str = ""
    """The text of the button that leads to ``place``, or to more than two choices."""
    choices: tuple[Choice, ...] = ()
    """The ways to settle the need, the usual one first. If there are none, the button leads to
    ``place``.
    """
    game: int | None = None
    since_ms: int | None = None
    """The instant since which the need has waited; None if the log of the event does
    not show it.
    """
    taker: str | None = None
    """The device or station of the judge who is on the way; None for nobody."""
    part: str = ""
    """A text, such as the name of a device, that distinguishes this need from others of the same
    kind and number; empty for most needs.
    """
    photos: int = 0
    """The number of photos of the slip of the need's game."""

    @property
    def key(self) -> NeedKey:
        return self.kind, self.number, self.part

    @property
    def is_even(self) -> bool:
        """Tell whether no choice is the usual one."""
        return self.kind in EVEN

    @property
    def tone(self) -> NeedTone:
        if self.taker is not None:
            return NeedTone.DOUBT
        return TONES.get(self.kind, NeedTone.CALM)


TONES: Mapping[NeedKind, NeedTone] = {
    NeedKind.JUDGE: NeedTone.ALARM,
    NeedKind.DISPUTE: NeedTone.ALARM,
    NeedKind.FLAG: NeedTone.ALARM,
    NeedKind.COPY: NeedTone.ALARM,
    NeedKind.LATE: NeedTone.DOUBT,
    NeedKind.GAP: NeedTone.DOUBT,
    NeedKind.STOP: NeedTone.DOUBT,
    NeedKind.REPORT: NeedTone.DOUBT,
    NeedKind.OVERTIME: NeedTone.DOUBT,
    NeedKind.NO_SHOW: NeedTone.DOUBT,
    NeedKind.NO_RESULT: NeedTone.DOUBT,
    NeedKind.CLOCK: NeedTone.DOUBT,
    NeedKind.TABLET: NeedTone.DOUBT,
}
EVEN = frozenset({NeedKind.DISPUTE, NeedKind.STOP, NeedKind.NO_SHOW, NeedKind.LATE})
_URGENCY = {kind: place for place, kind in enumerate(NeedKind)}


class Equipment(Struct, frozen=True):
    """The problems in the room that are not in the event's log."""

    clocks: Collection[int] = ()
    """The tables whose chess clock is not connected."""
    tablets: Collection[int] = ()
    """The tables whose tablets are out of touch."""
    folders: Collection[str] = ()
    """The folders to which no copies of the event can be written, such as a full memory stick."""
    outlets: Collection[tuple[str, str]] = ()
    """The outlets that publish results and need the organizer's attention, each with a sentence."""
    flags: Mapping[int, int] = field(default_factory=dict)
    """The instants, by game, at which the flags were due that have waited long enough for a tablet.
    """


ALL_WELL = Equipment()


def needs(state: State, now_ms: int, equipment: Equipment = ALL_WELL) -> tuple[Need, ...]:
    """Return all needs, most urgent first. Within a kind, those that a judge has taken come last,
    and the longest wait comes first.
    """
    found = [
        *_find_at_tables(state),
        *_find_late(state),
        *_find_held(state, equipment.flags),
        *_find_by_time(state, now_ms),
        *_find_phoned(state),
        *_find_players(state),
        *_find_equipment(state, equipment),
    ]
    return tuple(sorted((_with_photos(state, need) for need in found), key=_order))


def _with_photos(state: State, need: Need) -> Need:
    """Return a need with the number of photos of its game."""
    game = state.games.get(need.game) if need.game is not None else None
    return replace(need, photos=len(game.photos)) if game is not None and game.photos else need


def _order(need: Need) -> tuple[int, bool, bool, int, int, str]:
    since_ms, taken = need.since_ms, need.taker is not None
    return _URGENCY[need.kind], taken, since_ms is None, since_ms or 0, need.number, need.part


def date_needs(
    found: Collection[Need], seen: MutableMapping[NeedKey, int], now_ms: int
) -> tuple[Need, ...]:
    """Return the needs, each with the instant since which it has waited. If that instant is not in
    the event, ``seen`` remembers when the need was first found.
    """
    keys = {need.key for need in found}
    for gone in [key for key in seen if key not in keys]:
        del seen[gone]
    return tuple(
        need
        if need.since_ms is not None
        else replace(need, since_ms=seen.setdefault(need.key, now_ms))
        for need in found
    )


def name_parts(need: Need) -> tuple[str, int, str]:
    """Return the kind, the number and the part that identify a need, as plain values."""
    return need.kind.name.lower(), need.number, need.part


def settling_commands(choice: Choice, here: str) -> tuple[Command, ...]:
    """Return the commands of a choice. ``here`` is the name of a judge who goes to a table."""
    return tuple(
        replace(command, judge=here) if isinstance(command, GoToTable) else command
        for command in choice.commands
    )


def taker_words(need: Need, here: str) -> str:
    """Return whether the judge at ``here`` or another judge is on the way, in words; empty if no
    judge is.
    """
    if need.taker is None:
        return ""
    mine = need.taker == here
    return str(wording.YOU_ARE_ON_YOUR_WAY if mine else wording.ANOTHER_JUDGE_IS_ON_THE_WAY)


def age_words(need: Need, now_ms: int) -> str:
    """Return how long a need has waited: "4 min", "2 h 5 min", "now"."""
    minutes = max(now_ms - (now_ms if need.since_ms is None else need.since_ms), 0) // MINUTE_MS
    hours, rest = divmod(minutes, 60)
    if hours:
        return say("{hours} h {minutes} min", hours=hours, minutes=rest)
    return say("{minutes} min", minutes=minutes) if minutes else say("now")


def title_of_needs(count: int) -> str:
    """Return the heading of the list for this number of needs."""
    return by_number(wording.THINGS_NEED_YOU, count) if count else str(wording.NOTHING_NEEDS_YOU)


def _choose(words: str, *commands: Command, insist: bool = False) -> Choice:
    return Choice(words, commands, insist)


def _find_at_tables(state: State) -> Iterator[Need]:
    latest = state.latest
    if latest is None:
        return
    games = state.games_of(latest)
    everywhere = gap_words(games) if latest.stage is Stage.STARTED else ""
    if everywhere:
        yield _gap_of_all(games, everywhere)
    for game in games:
        stands = condition(game, latest.stage)
        gap = stands is TableCondition.GAP
        if stands in ACTING and not game.contradicted and not (gap and everywhere):
            yield _table_need(state, latest, game, stands)
    yield from (_stop_need(call) for call in stop_calls(state, latest))


def _stop_need(call: StopCall) -> Need:
    """Return the need about a clock that players must not stop but did. It asks who stopped the
    clock or, the second time, proposes a game loss.
    """
    named = call.names.map(lambda name: shorten(name, ON_A_BUTTON))
    who = [_choose(named.of(side), RuleOnStop(call.game, side)) for side in Side]
    choices = (*who, _choose(str(wording.NO_PLAYER), RuleOnStop(call.game, None)))
    if call.loses is not None:
        loss = Rule(call.game, call.loses.other, How.GAME_LOSS, STOPPED_AGAIN)
        choices = (_choose(say("Game loss for {name}", name=named.of(call.loses)), loss),)
    return Need(
        NeedKind.STOP,
        call.game,
        _table_title(call.table, call.names.red, call.names.blue),
        call.sentence,
        NeedPlace.TABLE,
        act=say("Who?"),
        choices=choices,
        game=call.game,
    )


def _gap_of_all(games: tuple[Game, ...], words: str) -> Need:
    """Return the single need about time lost at several tables."""
    pauses = {game.number: game.play.pause for game in games if game.play.pause is not None}
    since = {
        number: pause.since_ms for number, pause in pauses.items() if pause.cause is PauseCause.GAP
    }
    return Need(
        NeedKind.GAP,
        0,
        say("Time gap at {count} tables", count=len(since)),
        words,
        NeedPlace.TABLE,
        choices=(
            _choose(say("Count it"), ActAtTables(RoomAct.COUNT_GAP)),
            _choose(say("Ignore it"), ActAtTables(RoomAct.IGNORE_GAP)),
        ),
        game=min(since),
        since_ms=min(since.values()),
    )


def _table_need(state: State, latest: Round, game: Game, stands: TableCondition) -> Need:
    need = Need(
        NeedKind.NO_RESULT,
        game.number,
        _title_of(state, game),
        say("Round {number} is finished without a result here.", number=latest.number),
        NeedPlace.TABLE,
        act=say("Enter the result"),
        game=game.number,
        since_ms=latest.finished_ms,
    )
    play, view = game.play, table_view(state, game)
    match stands:
        case TableCondition.JUDGE:
            go = _choose(str(wording.I_AM_ON_MY_WAY), GoToTable(game.number))
            done = _choose(str(wording.JUDGE_IS_DONE), DismissJudge(game.number))
            return replace(
                need,
                kind=NeedKind.JUDGE,
                about=" · ".join(filter(None, (view.step, open_words(view)))),
                choices=(done,) if game.taken else (go, done),
                since_ms=_called_ms(game),
                taker=game.taker if game.taken else None,
            )
        case TableCondition.GAP:
            pause = play.pause
            count = _choose(str(wording.COUNT_GAP), CountGap(game.number))
            ignore = _choose(say(OrganizerAction.IGNORE_GAP.value), ResumeClock(game.number))
            return replace(
                need,
                kind=NeedKind.GAP,
                about=open_words(view),
                choices=(count, ignore) if pause and pause.gap_ms > 0 else (ignore,),
                since_ms=pause.since_ms if pause else None,
            )
        case TableCondition.CLOCK_OUT:
            since_ms = play.flag.at_ms if play.flag else None
            about, act = open_words(view), say("Decide game…")
            return replace(need, kind=NeedKind.FLAG, about=about, act=act, since_ms=since_ms)
        case _:
            return need


def _called_ms(game: Game) -> int | None:
    """Return when the judge was last called."""
    calls = [mark.at_ms for mark in game.marks if isinstance(mark, CallJudge)]
    return calls[-1] if calls else None


def _title_of(state: State, game: Game) -> str:
    """Return the table and its players, with the round if it is not the latest."""
    title = _table_title(game.table, *game.players.map(state.name))
    latest = state.latest
    if latest is None or game.round_number == latest.number:
        return title
    return say("{title} · round {number}", title=title, number=game.round_number)


def _table_title(table: int, red: str, blue: str) -> str:
    return say("Table {table} · {red} – {blue}", table=table, red=shorten(red), blue=shorten(blue))


def _find_late(state: State) -> Iterator[Need]:
    """Yield a need for the late presses of each device, in any round."""
    for game in state.games.values():
        if not game.aside:
            continue
        for row in late_rows(game, game.players.map(state.name).of):
            yield Need(
                NeedKind.LATE,
                game.number,
                _title_of(state, game),
                describe_late_row(row),
                NeedPlace.TABLE,
                choices=(
                    _choose(say("Count them"), CountPresses(game.number, row.device)),
                    _choose(say("Leave them out"), LeaveOutPresses(game.number, row.device)),
                ),
                game=game.number,
                since_ms=row.first_ms,
                part=row.device,
            )


def _find_held(state: State, flags: Mapping[int, int]) -> Iterator[Need]:
    """Yield a need for each fallen flag that still waits for a tablet out of touch."""
    for number, due_ms in flags.items():
        game = state.games.get(number)
        running = game.play.clock.running if game and game.play.clock else None
        if game is None or running is None:
            continue
        yield Need(
            NeedKind.FLAG,
            number,
            _title_of(state, game),
            say(
                "{name}’s time has run out. The tablet is offline and may know of a press"
                " before that.",
                name=state.name(game.players.of(running)),
            ),
            NeedPlace.TABLE,
            choices=(
                _choose(str(wording.LET_FLAG_FALL), LeaveOutTablets(number)),
                Choice(say("Wait again")),
            ),
            game=number,
            since_ms=due_ms,
            part="held",
        )


def _find_by_time(state: State, now_ms: int) -> Iterator[Need]:
    """Yield the needs that depend on the time of the round."""
    latest = state.latest
    if latest is None:
        return
    rows = overtimes(state, latest, now_ms)
    ties = [row.game for row in rows if row.proposal is Proposal.TIE]
    for row in rows:
        if row.proposal is not Proposal.PLAY_ON:
            yield _overtime_need(row, ties, expected_round_end(state, latest))
    for absence in absences(state, latest, now_ms):
        if absence.is_due:
            yield Need(
                NeedKind.NO_SHOW,
                absence.game,
                _table_title(absence.table, absence.names.red, absence.names.blue),
                say("Nobody has begun. Who is not there?"),
                NeedPlace.TABLE,
                choices=tuple(
                    _choose(
                        shorten(absence.names.of(side), ON_A_BUTTON),
                        AwardNoShow(absence.game, side),
                    )
                    for side in Side
                ),
                game=absence.game,
                since_ms=now_ms + absence.left_ms,
            )


def _overtime_need(row: Overtime, ties: list[int], since_ms: int | None) -> Need:
    """Return the need about a game that goes on after the round. The game is a tie by the rules, or
    the organizer decides.
    """
    tie = row.proposal is Proposal.TIE
    choices = [_choose(say("Call a tie"), _call_tie(row.game))] if tie else []
    if tie and len(ties) > 1:
        words = say("Call all {count} ties", count=len(ties))
        choices.append(_choose(words, *map(_call_tie, ties)))
    return Need(
        NeedKind.OVERTIME,
        row.game,
        _table_title(row.table, row.names.red, row.names.blue),
        row.sentence,
        NeedPlace.TABLE,
        act=say("Decide…"),
        choices=tuple(choices),
        game=row.game,
        since_ms=since_ms,
    )


def _call_tie(game: int) -> Rule:
    return Rule(game, None, How.TIME, reason(Reason.EXPECTED_END))


def _find_phoned(state: State) -> Iterator[Need]:
    waiting = phone_requests(state)
    for dispute in waiting.disputes:
        yield _dispute_need(state, dispute)
    for report in waiting.reports:
        yield _report_need(report, waiting.reports)
    for drop in waiting.drops:
        yield _drop_need(state, drop)
    for sign_up in waiting.sign_ups:
        yield _sign_up_need(sign_up, waiting.sign_ups)


def _dispute_need(state: State, dispute: DisputeRow) -> Need:
    """Return the need about two different reports, with a choice to accept each of them."""
    said = [
        say("{name}: {words}", name=dispute.names.of(side), words=dispute.said.of(side))
        for side in Side
    ]
    return Need(
        NeedKind.DISPUTE,
        dispute.game,
        _table_title(dispute.table, dispute.names.red, dispute.names.blue),
        " · ".join(said),
        NeedPlace.HERE,
        choices=tuple(
            _choose(
                say("Rule for {name}", name=shorten(dispute.names.of(side), ON_A_BUTTON)),
                ReportResult(dispute.game, result),
                insist=True,
            )
            for side, result in reports_of(state.games[dispute.game])
        ),
        game=dispute.game,
    )


def _report_need(report: ReportRow, every: tuple[ReportRow, ...]) -> Need:
    choices = [_choose(say("Enter the report"), ReportResult(report.game, report.result))]
    if len(every) > 1:
        words = say("Enter all {count} reports", count=len(every))
        commands = (ReportResult(one.game, one.result) for one in every)
        choices.append(_choose(words, *commands))
    return Need(
        NeedKind.REPORT,
        report.game,
        say("Table {table} · {name} reports", table=report.table, name=shorten(report.by)),
        say("{said}. The opponent has not confirmed it.", said=report.said),
        NeedPlace.TABLE,
        choices=tuple(choices),
        game=report.game,
    )


def _drop_need(state: State, drop: DropRow) -> Need:
    """Return the need about a player's wish to drop. If a game of theirs has not begun when the
    organizer lets them drop, the organizer is asked how to settle that game.
    """
    leave = DropPlayer(drop.player)
    return Need(
        NeedKind.DROP,
        drop.player,
        drop.name,
        drop.about or say("Asked by phone"),
        NeedPlace.HERE,
        choices=(
            _choose(say("Drop"), leave, insist=not ways_to_leave(state, leave)),
            _choose(say("Decline"), AskToDrop(drop.player, wanted=False), insist=True),
        ),
    )


def _sign_up_need(sign_up: SignUpRow, every: tuple[SignUpRow, ...]) -> Need:
    one = (sign_up.number,)
    choices = [
        _choose(say("Accept"), SettleSignUps(one), insist=True),
        _choose(say("Decline"), SettleSignUps(one, accept=False), insist=True),
    ]
    if len(every) > 1:
        words = say("Accept all {count}", count=len(every))
        numbers = tuple(row.number for row in every)
        choices.append(_choose(words, SettleSignUps(numbers), insist=True))
    return Need(
        NeedKind.SIGN_UP,
        sign_up.number,
        sign_up.name,
        " · ".join(filter(None, (sign_up.about, sign_up.doubt))),
        NeedPlace.HERE,
        act=say("Answer…"),
        choices=tuple(choices),
    )


def find_unseated(state: State, come: Collection[int] = ()) -> Iterator[Need]:
    """Yield a need for each player who arrived after the round was drawn and has no seat in it.
    ``come`` are players who are here without having been checked in; a seat checks them in.
    """
    for late in late_players(state, come):
        yield Need(
            NeedKind.UNSEATED,
            late.number,
            late.name,
            say(
                "Not in round {number} yet. If seated: {would}",
                number=late.round_number,
                would=late.would,
            ),
            NeedPlace.CHECK_IN,
            choices=(
                _choose(
                    say("Seat") if late.plays else say("Give the bye"),
                    SeatLate(late.number),
                    insist=not late.plays,
                ),
            ),
        )


def _find_players(state: State) -> Iterator[Need]:
    yield from find_unseated(state)
    latest, coming = state.latest, next_draw(state)
    between = latest is None or latest.stage is Stage.FINISHED
    if between and coming.checked_in and coming.absent and not coming.decided:
        yield Need(
            NeedKind.ABSENT,
            coming.number,
            plural(
                len(coming.absent),
                "{count} player is not checked in",
                "{count} players are not checked in",
            ),
            _few(coming.absent),
            NeedPlace.CHECK_IN,
            act=say("Check in…"),
        )


def _few(names: Collection[str]) -> str:
    few = [shorten(name) for name in names][:NAMED]
    if len(names) > NAMED:
        few.append(say("{count} more", count=len(names) - NAMED))
    return join_words(few)


def _find_equipment(state: State, equipment: Equipment) -> Iterator[Need]:
    """Yield the problems in the room. Problems at tables count only while games are played
    there.
    """
    under_way = state.round_under_way
    games = results_out(state, under_way) if under_way else ()
    for game in games:
        if game.table in equipment.clocks:
            yield Need(
                NeedKind.CLOCK,
                game.table,
                say("The chess clock at table {table} does not answer", table=game.table),
                say("Check its cable and its power."),
                NeedPlace.CLOCKS,
                act=say("Show the clock"),
                game=game.number,
            )
        if game.table in equipment.tablets:
            yield Need(
                NeedKind.TABLET,
                game.table,
                say("The tablet at table {table} is offline", table=game.table),
                say("It keeps the time by itself until it is back."),
                NeedPlace.TABLETS,
                act=say("Show the tablet"),
                game=game.number,
            )
    for number, folder in enumerate(equipment.folders):
        yield Need(
            NeedKind.COPY,
            number,
            say("{folder} gets no copies", folder=folder),
            say("It is full, missing or cannot be written to. The event itself is saved."),
            NeedPlace.BACKUPS,
            act=say("Show the backups…"),
        )
    for number, (place, sentence) in enumerate(equipment.outlets):
        yield Need(
            NeedKind.PUBLISH,
            number,
            place,
            sentence,
            NeedPlace.PUBLISH,
            act=say("Show publishing…"),
            part=place,
        )
