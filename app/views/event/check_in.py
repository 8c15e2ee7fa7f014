"""The check-in desk: who is checked in, has paid, shown an army and handed in lists, and what is
missing before round 1.
"""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct

from app.engine.armies.army_list import count_guessed_kinds
from app.engine.armies.list_checks import lists_wanted
from app.engine.formats.keywords import in_force
from app.engine.formats.settings import CheckInItem, Settings
from app.engine.frozen import replace
from app.engine.language import mark_text, plural, say
from app.engine.packet.keywords import Group
from app.engine.packet.packet import Packet
from app.engine.remarks import holds
from app.engine.standings.awards import own_painting_counts
from app.engine.standings.matches import team_of
from app.engine.state import Player, State, Status
from app.engine.subjects.players.lists import doubts_of
from app.engine.text import join_words


class CheckInColumn(Enum):
    """The columns in order. Their values are the headings."""

    NUMBER = mark_text("No.")
    NAME = mark_text("Player")
    TEAM = mark_text("Team")
    HERE = mark_text("Here")
    PAID = mark_text("Paid")
    PAINTED = mark_text("Painted")
    OWN = mark_text("Own painting")
    LISTS = mark_text("Lists")
    OBJECTIVE = mark_text("Objective")
    MISSING = mark_text("Still missing")


PLACES = {column: place for place, column in enumerate(CheckInColumn)}
"""The place of each column among the cells of a row."""

ITEMS = {
    CheckInColumn.PAID: CheckInItem.PAID,
    CheckInColumn.PAINTED: CheckInItem.PAINTED,
    CheckInColumn.OWN: CheckInItem.OWN_PAINTING,
    CheckInColumn.LISTS: CheckInItem.LISTS,
    CheckInColumn.OBJECTIVE: CheckInItem.OBJECTIVE,
}
ASKED = (
    CheckInColumn.HERE,
    CheckInColumn.PAID,
    CheckInColumn.PAINTED,
    CheckInColumn.OWN,
    CheckInColumn.LISTS,
    CheckInColumn.OBJECTIVE,
)
NEVER_MISSING = frozenset({CheckInColumn.OWN})
"""The columns that are never missing, because they matter only for a painting prize."""
OF_ARMIES = (CheckInColumn.PAINTED, CheckInColumn.OWN, CheckInColumn.LISTS, CheckInColumn.OBJECTIVE)
"""The columns that depend on armies."""
WANTING = {
    CheckInColumn.HERE: say("check-in"),
    CheckInColumn.PAID: say("payment"),
    CheckInColumn.PAINTED: say("painting"),
    CheckInColumn.LISTS: say("lists"),
    CheckInColumn.OBJECTIVE: say("objective"),
}


class CheckInRow(Struct, frozen=True):
    """A player at the check-in desk."""

    number: int
    name: str
    cells: tuple[str, ...]
    done: frozenset[CheckInColumn]
    """The columns that are ticked."""
    missing: tuple[CheckInColumn, ...]
    """The columns that are missing. A column in neither ``done`` nor ``missing`` is not required at
    this event.
    """
    doubts: tuple[str, ...]
    late: bool = False
    """True if the event has begun, so that a missing item no longer delays anybody."""
    guesses: tuple[str, ...] = ()
    """The parts of the lists that the program could only guess."""
    short_lists: str = ""
    """The state of the lists in a few characters: "1/2 !" with a doubt, "2 ?" with a guess."""
    early: bool = False
    """True if nobody has been checked in yet, so that nothing counts as missing."""

    def cell(self, column: CheckInColumn) -> str:
        return self.cells[PLACES[column]]

    @property
    def team(self) -> str:
        return self.cell(CheckInColumn.TEAM)

    @property
    def ready(self) -> bool:
        return not self.missing


class Count(Struct, frozen=True):
    """The number of players who have an item, and the number of all players."""

    column: CheckInColumn
    done: int
    of: int
    required: bool
    """True if every player must have the item."""


def check_in_rows(state: State) -> tuple[CheckInRow, ...]:
    """Return all players who have not left the event, by number."""
    columns = asked_for(state)
    players = sorted(state.players.values(), key=lambda player: player.number)
    early = not under_way(state)
    return tuple(
        _row(state, player, columns, early=early)
        for player in players
        if not player.status.has_left
    )


def asked_for(state: State) -> tuple[CheckInColumn, ...]:
    """Return the checks of this event: presence, those that the organizer chose, and painting if a
    keyword requires it.
    """
    packet, settings = state.packet, state.settings
    if packet is None or settings is None:
        return ()
    painting = {keyword.key for keyword in packet.variants if keyword.group is Group.PAINTING}
    painted = any(announced.key in painting for announced in in_force(packet, settings))
    required = {
        CheckInColumn.HERE: True,
        CheckInColumn.PAINTED: painted,
        **{column: is_wanted(settings, column) for column in may_be_asked(packet)},
        CheckInColumn.OWN: own_painting_counts(state),
    }
    required[CheckInColumn.PAID] = required[CheckInColumn.PAID] and takes_payment(state)
    return tuple(column for column in ASKED if required.get(column, False))


def is_wanted(settings: Settings, column: CheckInColumn) -> bool:
    """Tell whether the organizer has left a check switched on."""
    return ITEMS[column] not in settings.unasked


def takes_payment(state: State) -> bool:
    """Tell whether players pay at this event: a fee is set, or somebody has paid."""
    fee = state.settings.fee if state.settings else ""
    return bool(fee) or any(CheckInItem.PAID in player.checked for player in state.players.values())


def may_be_asked(packet: Packet) -> tuple[CheckInColumn, ...]:
    """Return the checks that the organizer may switch on or off. Painting is not among them,
    because it depends on the format's keywords.
    """
    if not packet.armies:
        return (CheckInColumn.PAID,)
    own = (CheckInColumn.OWN,) if packet.own_painting else ()
    objective = (CheckInColumn.OBJECTIVE,) if packet.lists.objectives else ()
    return (CheckInColumn.PAID, *own, CheckInColumn.LISTS, *objective)


def asking(settings: Settings, column: CheckInColumn, *, on: bool) -> Settings:
    """Return the settings with a check switched on or off."""
    item = ITEMS[column]
    left_out = {*settings.unasked} - {item} if on else {*settings.unasked, item}
    return replace(
        settings,
        unasked=tuple(check_in_item for check_in_item in CheckInItem if check_in_item in left_out),
    )


def check_in_counts(state: State, rows: Sequence[CheckInRow]) -> tuple[Count, ...]:
    columns = asked_for(state)
    return tuple(
        Count(
            column,
            sum(column in row.done for row in rows),
            len(rows),
            column in columns and column not in NEVER_MISSING,
        )
        for column in ASKED
        if state.armies or column not in OF_ARMIES
    )


def missing_words(state: State, rows: Sequence[CheckInRow]) -> str:
    """Return a summary of what is missing at check-in. Before round 1 it begins with the number of
    players who are ready; from then on it names only the missing items.
    """
    if not rows:
        return say("Nobody is registered yet.")
    waiting = [row for row in rows if not row.ready]
    if not waiting:
        return (
            say("All {rows} are ready.", rows=len(rows))
            if len(rows) > 1
            else say("The one player is ready.")
        )
    parts = []
    for column in ASKED:
        number = sum(column in row.missing for row in waiting)
        if number:
            parts.append(f"{WANTING[column]} {number}")
    if has_begun(state):
        return say("Still missing: {parts}.", parts=", ".join(parts))
    return say(
        "{rows} of {expected} are ready. Missing: {parts}.",
        rows=len(rows) - len(waiting),
        expected=len(rows),
        parts=", ".join(parts),
    )


def at_check_in(state: State, player: int) -> bool:
    """Tell whether a player is in the list at check-in."""
    return player in state.players and not state.players[player].status.has_left


def checked_in_words(state: State, player: int) -> str:
    """Return a sentence about whether a player is here and what they have not brought yet."""
    name = state.name(player)
    if not state.players[player].plays:
        return say("{name} is not checked in.", name=name)
    row = _row(state, state.players[player], asked_for(state), early=not under_way(state))
    missing = list_missing(row)
    if missing:
        return say("{name} is here. Still missing: {missing}.", name=name, missing=missing)
    return say("{name} is here. Nothing is missing.", name=name)


def list_missing(row: CheckInRow) -> str:
    """Return the missing items of a player besides their presence, in words."""
    return ", ".join(WANTING[column] for column in row.missing if column is not CheckInColumn.HERE)


def has_begun(state: State) -> bool:
    """Tell whether round 1 has started."""
    return any(round_.started_ms is not None for round_ in state.rounds)


def under_way(state: State) -> bool:
    """Tell whether check-in has begun: a player is here or has left, an item is ticked, or a round
    is drawn.
    """
    return bool(state.rounds) or any(
        player.plays or player.checked or player.status.has_left
        for player in state.players.values()
    )


def _row(
    state: State, player: Player, columns: Sequence[CheckInColumn], *, early: bool
) -> CheckInRow:
    doubts = tuple(
        doubt
        for doubt in doubts_of(state, player, player.lists)
        if not holds(player.accepted, doubt)
    )
    guesses = guessed_words(player)
    done = {column for column, item in ITEMS.items() if item in player.checked}
    if player.plays:
        done.add(CheckInColumn.HERE)
    if player.lists and not doubts:
        done.add(CheckInColumn.LISTS)
    if player.lists and all(army_list.objective for army_list in player.lists):
        done.add(CheckInColumn.OBJECTIVE)
    missing = tuple(
        column for column in columns if column not in done and column not in NEVER_MISSING
    )
    return CheckInRow(
        number=player.number,
        name=player.entry.name,
        cells=(
            str(player.number),
            player.entry.name,
            player.entry.team,
            "",
            "",
            "",
            "",
            _lists_words(state, player, len(doubts)),
            ", ".join(
                dict.fromkeys(
                    army_list.objective for army_list in player.lists if army_list.objective
                )
            ),
            ", ".join(WANTING[column] for column in missing) or say("Ready"),
        ),
        done=frozenset(done),
        missing=missing,
        doubts=doubts,
        late=has_begun(state),
        guesses=guesses,
        short_lists=_short_lists(state, player, "!" if doubts else "?" if guesses else ""),
        early=early,
    )


def _count_wanted(state: State) -> int:
    """Return how many lists the event requires of a player."""
    packet, settings = state.packet, state.settings
    return lists_wanted(packet, settings) if packet and settings else 0


def _short_lists(state: State, player: Player, mark: str) -> str:
    """Return the state of the lists such as "2", "1/2" or "1/2 !"; empty without a list."""
    wanted, brought = _count_wanted(state), len(player.lists)
    if not brought:
        return ""
    number = f"{brought}/{wanted}" if brought < wanted else str(brought)
    return f"{number} {mark}".rstrip()


def _lists_words(state: State, player: Player, doubts: int) -> str:
    """Return the state of the lists such as "2 lists", "1 of 2 lists", "2 lists, 1 doubt", "on
    paper".
    """
    wanted, brought = _count_wanted(state), len(player.lists)
    if not brought:
        return say("on paper") if CheckInItem.LISTS in player.checked else ""
    words = (
        say("{brought} of {wanted} lists", brought=brought, wanted=wanted)
        if brought < wanted
        else plural(brought, "{count} list", "{count} lists")
    )
    if doubts:
        return plural(doubts, "{words}, {count} doubt", "{words}, {count} doubts", words=words)
    guesses = sum(map(count_guessed_kinds, player.lists))
    return (
        plural(
            guesses, "{words}, {count} kind guessed", "{words}, {count} kinds guessed", words=words
        )
        if guesses
        else words
    )


def guessed_words(player: Player) -> tuple[str, ...]:
    numbers = (
        (place, count_guessed_kinds(army_list))
        for place, army_list in enumerate(player.lists, start=1)
    )
    guesses = [
        say("{number} in list {place}", number=number, place=place)
        for place, number in numbers
        if number
    ]
    return (
        (
            say(
                "Kinds only guessed: {guesses}. Open their lists to confirm.",
                guesses=join_words(guesses),
            ),
        )
        if guesses
        else ()
    )


def awaited_mates(state: State, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return all players in the teams of these players who are not checked in yet."""
    teams = {team_of(state, number) for number in numbers} - {""}
    return tuple(
        number
        for number, player in state.players.items()
        if player.status is Status.REGISTERED and team_of(state, number) in teams
    )
