"""Everything that waits for the organizer, most urgent first: one list for every screen."""

from collections.abc import Collection, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from app.engine import wording
from app.engine.acts.commands import Command
from app.engine.acts.draw import SeatLate
from app.engine.acts.results import ReportResult
from app.engine.acts.table import CallJudge, DismissJudge
from app.engine.language import mark_text, plural, say
from app.engine.packet.timing import MINUTE_MS
from app.engine.state import Round, Stage, State
from app.engine.table.game import Game
from app.engine.text import join_words, shorten
from app.views.event.phones import phone_requests
from app.views.round.round import (
    expected_round_end,
    late_players,
    next_draw,
    overtimes,
    results_out,
)
from app.views.table.organizer_acts import open_words
from app.views.table.table import TableCondition, condition, table_view

NAMED = 3
ACTING = frozenset(
    {
        TableCondition.JUDGE,
        TableCondition.LATE,
        TableCondition.GAP,
        TableCondition.CLOCK_OUT,
        TableCondition.NO_RESULT,
    }
)


class NeedKind(Enum):
    """What waits, in the order of urgency; the value is the word on its chip."""

    JUDGE = mark_text("Judge")
    DISPUTE = mark_text("Reports differ")
    FLAG = mark_text("Flag")
    LATE = mark_text("Late press")
    GAP = mark_text("Time gap")
    REPORT = mark_text("Report")
    OVERTIME = mark_text("Overtime")
    NO_RESULT = mark_text("No result")
    UNSEATED = mark_text("Not seated")
    ABSENT = mark_text("Not here")
    DROP = mark_text("Wants to drop")
    SIGN_UP = mark_text("Sign-up")
    CLOCK = mark_text("Clock")
    TABLET = mark_text("Tablet")
    COPY = mark_text("Backup")


class NeedTone(Enum):
    """How urgent a kind looks, beside its word."""

    ALARM = "alarm"
    DOUBT = "doubt"
    CALM = "calm"


class NeedPlace(Enum):
    """Where a need is settled that takes more than one press."""

    TABLE = "table"
    REQUESTS = "requests"
    CHECK_IN = "check-in"
    CLOCKS = "clocks"
    TABLETS = "tablets"
    BACKUPS = "backups"


NeedKey: TypeAlias = tuple[NeedKind, int]


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that waits for the organizer, with the one act that settles it."""

    kind: NeedKind
    number: int
    """The game, player or table that it is about; with the kind it names the need."""
    title: str
    about: str
    act: str
    """The words of its button."""
    place: NeedPlace
    command: Command | None = None
    """What the button does; None leads to ``place``."""
    insist: bool = False
    """True if the button says all that the desk would ask about."""
    game: int | None = None
    since_ms: int | None = None
    """The instant since which it waits; None where no row of the event says so."""

    @property
    def key(self) -> NeedKey:
        return self.kind, self.number

    @property
    def tone(self) -> NeedTone:
        return TONES.get(self.kind, NeedTone.CALM)


TONES: Mapping[NeedKind, NeedTone] = {
    NeedKind.JUDGE: NeedTone.ALARM,
    NeedKind.DISPUTE: NeedTone.ALARM,
    NeedKind.FLAG: NeedTone.ALARM,
    NeedKind.COPY: NeedTone.ALARM,
    NeedKind.LATE: NeedTone.DOUBT,
    NeedKind.GAP: NeedTone.DOUBT,
    NeedKind.REPORT: NeedTone.DOUBT,
    NeedKind.OVERTIME: NeedTone.DOUBT,
    NeedKind.NO_RESULT: NeedTone.DOUBT,
    NeedKind.CLOCK: NeedTone.DOUBT,
    NeedKind.TABLET: NeedTone.DOUBT,
}
_URGENCY = {kind: place for place, kind in enumerate(NeedKind)}


@dataclass(frozen=True, slots=True)
class Equipment:
    """What is wrong in the room that no row of the event says."""

    clocks: Collection[int] = ()
    """The tables whose chess clock does not answer."""
    tablets: Collection[int] = ()
    """The tables whose tablets are out of touch."""
    folders: Collection[str] = ()
    """The folders that get no copies of the event, such as a full stick."""


ALL_WELL = Equipment()


def needs(state: State, now_ms: int, equipment: Equipment = ALL_WELL) -> tuple[Need, ...]:
    """Return everything that waits, most urgent first; of one kind, the longest wait first."""
    found = [
        *_find_at_tables(state, now_ms),
        *_find_phoned(state),
        *_find_players(state),
        *_find_equipment(state, equipment),
    ]
    return tuple(sorted(found, key=_order))


def _order(need: Need) -> tuple[int, bool, int, int]:
    since_ms = need.since_ms
    return _URGENCY[need.kind], since_ms is None, since_ms or 0, need.number


def date_needs(
    found: Collection[Need], seen: MutableMapping[NeedKey, int], now_ms: int
) -> tuple[Need, ...]:
    """Return the needs with an age for each; ``seen`` keeps since when those are known of which the
    event does not say it.
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


def age_words(need: Need, now_ms: int) -> str:
    """Return how long it has waited: "4 min", "2 h 5 min", "now"."""
    minutes = max(now_ms - (now_ms if need.since_ms is None else need.since_ms), 0) // MINUTE_MS
    hours, rest = divmod(minutes, 60)
    if hours:
        return say("{hours} h {minutes} min", hours=hours, minutes=rest)
    return say("{minutes} min", minutes=minutes) if minutes else say("now")


def title_of_needs(count: int) -> str:
    """Return the heading of the list."""
    return plural(count, "{count} thing needs you", "{count} things need you")


def _find_at_tables(state: State, now_ms: int) -> Iterator[Need]:
    latest = state.latest
    if latest is None:
        return
    for game in state.games_of(latest):
        stands = condition(game, latest.stage)
        if stands in ACTING and not game.contradicted:
            yield _table_need(state, latest, game, stands)
    for row in overtimes(state, latest, now_ms):
        yield Need(
            NeedKind.OVERTIME,
            row.game,
            _table_title(row.table, row.names.red, row.names.blue),
            row.sentence,
            say("Decide…"),
            NeedPlace.TABLE,
            game=row.game,
            since_ms=expected_round_end(state, latest),
        )


def _table_need(state: State, latest: Round, game: Game, stands: TableCondition) -> Need:
    red, blue = game.players.map(state.name)
    need = Need(
        NeedKind.NO_RESULT,
        game.number,
        _table_title(game.table, red, blue),
        say("Round {number} is finished without a result here.", number=latest.number),
        say("Enter the result"),
        NeedPlace.TABLE,
        game=game.number,
        since_ms=latest.finished_ms,
    )
    play, view = game.play, table_view(state, game)
    match stands:
        case TableCondition.JUDGE:
            return replace(
                need,
                kind=NeedKind.JUDGE,
                about=" · ".join(filter(None, (view.step, open_words(view)))),
                act=str(wording.JUDGE_IS_DONE),
                command=DismissJudge(game.number),
                since_ms=_called_ms(game),
            )
        case TableCondition.LATE:
            return replace(
                need,
                kind=NeedKind.LATE,
                about=open_words(view),
                act=say("Decide…"),
                since_ms=min(press.at_ms for press in game.aside),
            )
        case TableCondition.GAP:
            since_ms = play.pause.since_ms if play.pause else None
            about, act = open_words(view), say("Decide…")
            return replace(need, kind=NeedKind.GAP, about=about, act=act, since_ms=since_ms)
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


def _table_title(table: int, red: str, blue: str) -> str:
    return say("Table {table} · {red} – {blue}", table=table, red=shorten(red), blue=shorten(blue))


def _find_phoned(state: State) -> Iterator[Need]:
    waiting = phone_requests(state)
    answer = say("Answer…")
    for dispute in waiting.disputes:
        yield Need(
            NeedKind.DISPUTE,
            dispute.game,
            _table_title(dispute.table, dispute.names.red, dispute.names.blue),
            " · ".join(filter(None, dispute.said)),
            say("Decide…"),
            NeedPlace.REQUESTS,
            game=dispute.game,
        )
    for report in waiting.reports:
        yield Need(
            NeedKind.REPORT,
            report.game,
            say("Table {table} · {name} reports", table=report.table, name=shorten(report.by)),
            say("{said}. The opponent has not confirmed it.", said=report.said),
            say("Enter the report"),
            NeedPlace.TABLE,
            command=ReportResult(report.game, report.result),
            game=report.game,
        )
    for drop in waiting.drops:
        about = drop.about or say("Asked by phone")
        yield Need(NeedKind.DROP, drop.player, drop.name, about, answer, NeedPlace.REQUESTS)
    for sign_up in waiting.sign_ups:
        about = " · ".join(filter(None, (sign_up.about, sign_up.doubt)))
        place = NeedPlace.REQUESTS
        yield Need(NeedKind.SIGN_UP, sign_up.number, sign_up.name, about, answer, place)


def _find_players(state: State) -> Iterator[Need]:
    for late in late_players(state):
        yield Need(
            NeedKind.UNSEATED,
            late.number,
            late.name,
            say("Not in round {number}: {would}", number=late.round_number, would=late.would),
            say("Seat") if late.plays else say("Give the bye"),
            NeedPlace.CHECK_IN,
            command=SeatLate(late.number),
            insist=not late.plays,
        )
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
            say("Check in…"),
            NeedPlace.CHECK_IN,
        )


def _few(names: Collection[str]) -> str:
    few = [shorten(name) for name in names][:NAMED]
    if len(names) > NAMED:
        few.append(say("{count} more", count=len(names) - NAMED))
    return join_words(few)


def _find_equipment(state: State, equipment: Equipment) -> Iterator[Need]:
    """Yield what is wrong in the room; at tables only while they play."""
    latest = state.latest
    under_way = latest is not None and latest.stage is Stage.STARTED
    games = results_out(state, latest) if latest is not None and under_way else ()
    for game in games:
        if game.table in equipment.clocks:
            yield Need(
                NeedKind.CLOCK,
                game.table,
                say("The chess clock at table {table} does not answer", table=game.table),
                say("Check its cable and its power."),
                say("Show the clock"),
                NeedPlace.CLOCKS,
            )
        if game.table in equipment.tablets:
            yield Need(
                NeedKind.TABLET,
                game.table,
                say("The tablet at table {table} is out of touch", table=game.table),
                say("It keeps the time by itself until it is back."),
                say("Show the tablet"),
                NeedPlace.TABLETS,
            )
    for number, folder in enumerate(equipment.folders):
        yield Need(
            NeedKind.COPY,
            number,
            say("{folder} gets no copies", folder=folder),
            say("It is full, missing or cannot be written. The event itself is saved."),
            say("Show the backups…"),
            NeedPlace.BACKUPS,
        )
