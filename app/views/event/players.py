"""The registration desk: players as rows, their counts, order and search."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TypeAlias, assert_never

from msgspec import Struct

from app.engine.acts.players import Entry
from app.engine.frozen import memoized_within
from app.engine.language import mark_text, say
from app.engine.remarks import reason_words
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Standing
from app.engine.state import Player, Stage, State, Status
from app.engine.text import join_words, name_order, plain, shorten
from app.views.event.standings import standing_record


class PlayerColumn(Enum):
    """The columns in order. Their values are the headings."""

    NUMBER = mark_text("No.")
    NAME = mark_text("Name")
    CLUB = mark_text("Club")
    FACTION = mark_text("Faction")
    ARMY = mark_text("Army")
    TEAM = mark_text("Team")
    STATUS = mark_text("Status")
    WARNINGS = mark_text("Warnings")
    RECORD = mark_text("W–L–T")


PLACES = {column: place for place, column in enumerate(PlayerColumn)}
"""The place of each column among the cells of a row."""

Key: TypeAlias = tuple[int, str]
Cell: TypeAlias = Callable[[Player, Standing | None], tuple[str, Key]]

STATUS_ORDER = (Status.REGISTERED, Status.CHECKED_IN, Status.DROPPED, Status.DISQUALIFIED)


class PlayerRow(Struct, frozen=True):
    """A player in the table of players. Cells and keys are in the order of `PlayerColumn`."""

    player: Player
    cells: tuple[str, ...]
    """The texts of the cells."""
    keys: tuple[Key, ...]
    """The values by which the columns are sorted."""

    @property
    def number(self) -> int:
        return self.player.number

    @property
    def name(self) -> str:
        """The player's name, shortened for use in a sentence."""
        return shorten(self.player.entry.name)

    @property
    def status(self) -> Status:
        return self.player.status

    @property
    def out(self) -> bool:
        """Tell whether the player has left the event."""
        return self.player.status.has_left

    def cell(self, column: PlayerColumn) -> str:
        return self.cells[PLACES[column]]


class PlayerCounts(Struct, frozen=True):
    """The numbers of entries, of players who are here and of those who have left."""

    registered: int
    checked_in: int
    dropped: int
    disqualified: int


def player_rows(state: State) -> tuple[PlayerRow, ...]:
    """Return all players, by number."""
    scores = {standing.number: standing for standing in standings(state)}
    return tuple(
        _row(scores.get(number), player) for number, player in sorted(state.players.items())
    )


def counts(rows: Sequence[PlayerRow]) -> PlayerCounts:
    def having(status: Status) -> int:
        return sum(row.status is status for row in rows)

    return PlayerCounts(
        registered=len(rows),
        checked_in=having(Status.CHECKED_IN),
        dropped=having(Status.DROPPED),
        disqualified=having(Status.DISQUALIFIED),
    )


def count_words(rows: Sequence[PlayerRow]) -> str:
    """Return the counts in words, such as "24 registered · 22 checked in · 1 dropped"."""
    count = counts(rows)
    words = say(
        "{registered} registered · {checked_in} checked in · {dropped} dropped",
        registered=count.registered,
        checked_in=count.checked_in,
        dropped=count.dropped,
    )
    return (
        say("{words} · {disqualified} disqualified", words=words, disqualified=count.disqualified)
        if count.disqualified
        else words
    )


def matching(rows: Sequence[PlayerRow], text: str) -> tuple[PlayerRow, ...]:
    """Return the rows that contain every word of ``text``, with accents or without."""
    words = plain(text).split()
    return tuple(row for row in rows if all(word in _read(row) for word in words))


def sort_players(
    rows: Sequence[PlayerRow], column: PlayerColumn, *, descending: bool
) -> tuple[PlayerRow, ...]:
    """Sort by one column. Rows with equal values keep their order."""
    index = PLACES[column]
    return tuple(sorted(rows, key=lambda row: row.keys[index], reverse=descending))


def warnings_words(player: Player) -> str:
    """Return the reasons of a player's warnings, one on each line."""
    lines = [
        say(
            "Round {round_number}: {reason}",
            round_number=caution.round_number,
            reason=reason_words(caution.reason),
        )
        if caution.round_number
        else reason_words(caution.reason)
        for caution in player.warnings
    ]
    return "\n".join(lines)


def added_words(state: State, numbers: Sequence[int]) -> str:
    """Return sentences about players who have just been added: about equal names, and about when
    late players begin to play. Empty if there is nothing to say.
    """
    sentences = []
    same = _namesakes(state, numbers[0]) if len(numbers) == 1 else []
    if same:
        sentences.append(say("Number {same} has the same name, too.", same=join_words(same)))
    latest = state.latest
    if latest is not None and latest.stage is not Stage.DRAWN:
        sentences.append(say("Check in to play from round {latest} on.", latest=latest.number + 1))
    return " ".join(sentences)


def _namesakes(state: State, number: int) -> list[int]:
    name = state.players[number].entry.name.casefold()
    others = (player for player in state.players.values() if player.number != number)
    return [player.number for player in others if player.entry.name.casefold() == name]


def _read(row: PlayerRow) -> str:
    entry = row.player.entry
    return " ".join(map(plain, (*row.cells, entry.nickname, entry.sign_up)))


@memoized_within(lambda score: (score,))
def _row(score: Standing | None, player: Player) -> PlayerRow:
    cells = [cell(player, score) for cell in _CELLS_IN_ORDER]
    return PlayerRow(
        player=player,
        cells=tuple(words for words, _ in cells),
        keys=tuple(key for _, key in cells),
    )


def status_words(player: Player) -> str:
    """Return a player's status in words: "Checked in", "Dropped after round 2"."""
    match player.status:
        case Status.DROPPED if player.left_after_round:
            return say(
                "Dropped after round {left_after_round}", left_after_round=player.left_after_round
            )
        case Status.DROPPED:
            return say("Dropped")
        case Status.CHECKED_IN:
            return say("Checked in")
        case Status.DISQUALIFIED:
            return say("Disqualified")
        case Status.REGISTERED:
            return say("Registered")
        case _:
            assert_never(player.status)


def _entry(read: Callable[[Entry], str]) -> Cell:
    def cell(player: Player, _score: Standing | None) -> tuple[str, Key]:
        words = read(player.entry)
        return words, (0, name_order(words))

    return cell


def _warnings(player: Player, _score: Standing | None) -> tuple[str, Key]:
    warnings = len(player.warnings)
    return str(warnings) if warnings else "", (warnings, "")


def _record(_player: Player, score: Standing | None) -> tuple[str, Key]:
    wins, losses = (score.wins, score.losses) if score else (0, 0)
    return standing_record(score) if score else "", (1000 * wins - losses, "")


CELLS: Mapping[PlayerColumn, Cell] = {
    PlayerColumn.NUMBER: lambda player, _score: (str(player.number), (player.number, "")),
    PlayerColumn.NAME: _entry(lambda entry: entry.name),
    PlayerColumn.CLUB: _entry(lambda entry: entry.club),
    PlayerColumn.FACTION: _entry(lambda entry: entry.faction),
    PlayerColumn.ARMY: _entry(lambda entry: entry.army),
    PlayerColumn.TEAM: _entry(lambda entry: entry.team),
    PlayerColumn.STATUS: lambda player, _score: (
        status_words(player),
        (STATUS_ORDER.index(player.status), ""),
    ),
    PlayerColumn.WARNINGS: _warnings,
    PlayerColumn.RECORD: _record,
}
"""The function for each column that returns a player's cell and the value to sort by."""
_CELLS_IN_ORDER = tuple(CELLS[column] for column in PlayerColumn)
