"""The rows of the tablets page in words: every table of the round and every device at it."""

from collections.abc import Mapping
from enum import IntEnum

from msgspec import Struct

from app.engine import wording
from app.engine.language import plural, say
from app.engine.rounds.match_ups import published_round
from app.engine.state import State
from app.engine.table.game import Game
from app.ui.widgets.list_column import Ink, ListColumn
from app.web.server.mark_intake import span
from app.web.server.presence import DeviceLink, TableLink

LOW_BATTERY = 20
SLOW_MS = 400
IN_TOUCH, HANDING, LOW = say("Connected"), say("Handing over"), say("Battery low")
NOBODY = say("No tablet has joined this table. Scan the code on its sheet.")
HELD = say(
    "Offline: the tablet keeps the clock and hands its presses over when it is back. Until"
    " then no flag falls here."
)
AWAY = say("Offline. Its own clock goes on, and it joins again by itself.")


class TabletRow(Struct, frozen=True):
    """A device at a table, or a table without a device."""

    table: int
    game: int
    device: str
    state: str
    since: str
    name: str
    battery: str
    delay: str
    queued: str
    notice: str
    held: bool
    urgent: bool
    """True if somebody should look at this device or table."""


class TabletColumn(IntEnum):
    TABLE = 0
    STATE = 1
    SINCE = 2
    DEVICE = 3
    BATTERY = 4
    DELAY = 5
    WAITING = 6


def _notice(row: TabletRow) -> str:
    return row.notice


def _state_words(row: TabletRow) -> str:
    return f"{row.state} (!)" if row.urgent else row.state


def _state_ink(row: TabletRow) -> Ink | None:
    if row.urgent:
        return Ink.DANGER
    return None if row.device else Ink.MUTED


COLUMNS: Mapping[TabletColumn, ListColumn[TabletRow]] = {
    TabletColumn.TABLE: ListColumn(
        say("Table"), lambda row: str(row.table), 72, figures=True, tip=_notice
    ),
    TabletColumn.STATE: ListColumn(say("State"), _state_words, 184, tip=_notice, ink=_state_ink),
    TabletColumn.SINCE: ListColumn(
        say("For"), lambda row: row.since, 88, figures=True, leaves=4, tip=_notice
    ),
    TabletColumn.DEVICE: ListColumn(
        say("Device"), lambda row: row.name, tip=lambda row: row.name or row.notice
    ),
    TabletColumn.BATTERY: ListColumn(
        say("Battery"),
        lambda row: row.battery,
        88,
        figures=True,
        leaves=3,
        where_used=True,
        tip=_notice,
    ),
    TabletColumn.DELAY: ListColumn(
        say("Delay"), lambda row: row.delay, 88, figures=True, leaves=1, tip=_notice
    ),
    TabletColumn.WAITING: ListColumn(
        say("Waiting"),
        lambda row: row.queued,
        88,
        figures=True,
        leaves=2,
        where_used=True,
        tip=_notice,
    ),
}


def tablet_rows(
    state: State, links: Mapping[int, TableLink], held: frozenset[int], now_ms: int
) -> tuple[TabletRow, ...]:
    """Return the rows: first those that need attention, then the others, each group in order of
    tables.
    """
    latest = published_round(state)
    games = {game.table: game for game in (state.games_of(latest) if latest else ())}
    rows = [
        row
        for table in sorted({*games, *links})
        for row in _rows(table, games.get(table), links.get(table), held, now_ms)
    ]

    def urgency(row: TabletRow) -> tuple[bool, bool, int]:
        away = row.state not in {IN_TOUCH, HANDING, LOW}
        return not row.urgent, not (row.urgent and away), row.table

    return tuple(sorted(rows, key=urgency))


def summary(state: State, links: Mapping[int, TableLink]) -> str:
    """Return a summary such as "12 of 16 tables connected · 1 offline"."""
    latest = published_round(state)
    tables = {game.table for game in (state.games_of(latest) if latest else ())}
    touched = {table for table, link in links.items() if link.in_touch}
    away = len(links) - len(touched)
    if tables:
        parts = [
            plural(
                len(tables),
                "{touched} of {count} table connected",
                "{touched} of {count} tables connected",
                touched=len(touched & tables),
            )
        ]
    else:
        parts = [plural(len(touched), "{count} table connected", "{count} tables connected")]
    parts += [say("{away} offline", away=away)] if away else []
    return " · ".join(parts)


def tables_to_print(state: State) -> tuple[int, ...]:
    """Return all tables that a round of this event may have."""
    settings = state.settings
    drawn = max((game.table for game in state.games.values()), default=0)
    needed = -(-len(state.players) // 2)
    most = max(drawn, needed, settings.tables if settings else 0)
    return tuple(range(1, most + 1))


def _rows(
    table: int,
    game: Game | None,
    link: TableLink | None,
    held: frozenset[int],
    now_ms: int,
) -> list[TabletRow]:
    number = game.number if game else 0
    waits = number in held
    if link is None:
        row = TabletRow(
            table,
            number,
            "",
            say("No tablet"),
            "",
            "",
            "",
            "",
            "",
            NOBODY,
            held=False,
            urgent=False,
        )
        return [row]
    return [_row((table, number), link, device, now_ms, held=waits) for device in link.devices]


def _row(
    place: tuple[int, int], link: TableLink, device: DeviceLink, now_ms: int, *, held: bool
) -> TabletRow:
    since_ms = device.since_ms if device.in_touch else device.heard_ms
    charges = " +" if device.charging else ""
    low = device.battery is not None and device.battery < LOW_BATTERY and not device.charging
    return TabletRow(
        table=place[0],
        game=place[1],
        device=device.device,
        state=_state(link, device, held=held, low=low),
        since=span(now_ms - since_ms),
        name=device.name or say("Tablet {device}", device=device.device[:4]),
        battery="" if device.battery is None else f"{device.battery} %{charges}",
        delay="" if device.delay_ms is None else say("{delay:.0f} ms", delay=device.delay_ms),
        queued=str(device.queued) if device.queued else "",
        notice=_describe_link(link, device, held=held, low=low),
        held=held,
        urgent=held or low or not link.in_touch,
    )


def _state(link: TableLink, device: DeviceLink, *, held: bool, low: bool) -> str:
    if device.in_touch:
        if device.handing_over:
            return HANDING
        return LOW if low else IN_TOUCH
    if held:
        return say("Held: offline")
    return say("Has left") if link.in_touch else wording.OUT_OF_TOUCH


def _describe_link(link: TableLink, device: DeviceLink, *, held: bool, low: bool) -> str:
    if held:
        return HELD
    if not device.in_touch:
        return say("Another device is connected at this table.") if link.in_touch else AWAY
    if low:
        return say(
            "Its battery is nearly empty: bring a charger, or let another device scan the code."
        )
    if device.delay_ms is not None and device.delay_ms > SLOW_MS:
        return say("Its Wi-Fi is slow. Presses still count from when they were made.")
    return say("Connected. Presses count from the instant they are made.")
