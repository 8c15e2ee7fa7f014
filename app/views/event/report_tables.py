"""Results in the columns of T³'s rankings and of PGSwiss's table of games. Headings and words are
those of T³ and PGSwiss, and are the same in every language.
"""

from collections.abc import Iterator, Sequence

from app.engine.acts.players import Entry
from app.engine.acts.results import How
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.engine.text import escape_formula
from app.views.event.publish import finish_rounds

T3_HEAD = ("Tournament", "Game system", "Place", "Date")
T3_PLAYER = ("Placement", "First name", "Last name", "Nickname", "Origin", "Army")
SYSTEM = "Warmachine"
PGSWISS = (
    "event", "date", "round", "scenario", "player1", "player2", "faction1", "faction2", "meta1",
    "meta2", "winner(1/2)", "cp1", "cp2", "ap1", "ap2", "condition", "length_turns",
)  # fmt: skip
CONDITIONS = {
    How.ASSASSINATION: "Assassination",
    How.SCENARIO: "Scenario",
    How.CLOCK_OUT: "Death Clock",
    How.CONCESSION: "Concession",
    How.CONTROL_POINTS: "Tie Breakers",
    How.ARMY_POINTS_DESTROYED: "Tie Breakers",
    How.AREA: "Tie Breakers",
    How.ARMY_LEFT: "Tie Breakers",
    How.PRESENCE: "Tie Breakers",
}
"""The words that PGSwiss knows for the ends of games; other ends have their own names."""


def t3_results(state: State) -> str:
    """Return the lines that T³ needs for its rankings: first the tournament, then each player, best
    first. Disqualified players have no placement and are left out.
    """
    settings, done = state.settings, finish_rounds(state)
    head = (settings.name, SYSTEM, settings.venue, settings.date) if settings else ("",) * 4
    rows: list[Sequence[object]] = [*zip(T3_HEAD, head, strict=True), (), T3_PLAYER]
    for row in standings(done):
        if row.place:
            entry = state.players[row.number].entry
            name = split_name(entry.name)
            rows.append((row.place, *name, entry.nickname, entry.club, entry.faction))
    return "".join("\t".join(map(_cell, row)) + "\n" for row in rows)


def split_name(name: str) -> tuple[str, str]:
    """Return the first and the last name of "Ana Lind" or "Lind, Ana". A single word is a first
    name.
    """
    last, comma, first = name.partition(",")
    if comma and first.strip():
        return first.strip(), last.strip()
    first, _, last = name.strip().rpartition(" ")
    return (first.strip(), last) if first else (last, "")


def pgswiss_games(state: State) -> str:
    """Return a line for each game of the finished rounds, in PGSwiss's format with the winner
    first. Byes are left out.
    """
    lines = [PGSWISS, *_games(state)]
    return "".join(",".join(map(_quote, line)) + "\n" for line in lines)


def _games(state: State) -> Iterator[Sequence[object]]:
    done = finish_rounds(state)
    for round_ in done.rounds:
        for game in sorted(done.games_of(round_), key=lambda game: game.table):
            yield from _game(done, round_, game)


def _game(state: State, round_: Round, game: Game) -> Iterator[Sequence[object]]:
    result, settings = final_result(game), state.settings
    if result is None:
        return
    first = result.winner or Side.RED
    sides = (first, first.other)
    entries: list[Entry] = [state.players[game.players.of(side)].entry for side in sides]
    scenario = state.packet.scenario(round_.scenario) if state.packet else None
    yield (
        settings.name if settings else "",
        _american(settings.date) if settings else "",
        round_.number,
        scenario.name if scenario else "",
        *(entry.name for entry in entries),
        *(entry.faction for entry in entries),
        *(entry.club for entry in entries),
        1 if result.winner else 0,
        *(result.cp.of(side) for side in sides),
        *(result.apd.of(side) for side in sides),
        CONDITIONS.get(result.how, result.how.value.replace("_", " ")),
        0,
    )


def _american(date: str) -> str:
    """Return a date in the American form, such as "5/12/2018" for 2018-05-12."""
    year, _, rest = date.partition("-")
    month, _, day = rest.partition("-")
    return f"{int(month)}/{int(day)}/{year}" if month.isdecimal() and day.isdecimal() else date


def _cell(value: object) -> str:
    return escape_formula(" ".join(value.split())) if isinstance(value, str) else str(value)


def _quote(value: object) -> str:
    words = _cell(value)
    if not {",", '"'} & {*words}:
        return words
    doubled = words.replace('"', '""')
    return f'"{doubled}"'
