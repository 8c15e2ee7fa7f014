"""Events of teams on a real desk and a real file, for tests of windows and sheets and pictures."""

from pathlib import Path

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from tests.events import HEBREW_NAME, Event, entries

TEAMS = (
    "Poland Red", "Italy Wolves", "Germany", "United States of America East", "נבחרת ישראל",
    "France Blue", "England Lions", "Scotland Irn", "Finland", "Sweden", "Norway Krakens",
    "Königlich-Bayerischer Tabletop-Verein Rosenheim", "Spain", "Portugal", "Belgium", "Canada",
)  # fmt: skip


def team_entries(teams: int, seats: int) -> tuple[Entry, ...]:
    """So many whole teams, numbered team by team; some names are long, or run to the left."""
    made = entries(teams * seats)
    named = [
        replace(entry, team=f"{TEAMS[at // seats % 16]}{_again(at // seats)}", club="")
        for at, entry in enumerate(made)
    ]
    named[1] = replace(named[1], name="Maximilian Ferdinand von Hohenlohe-Waldenburg")
    named[-1] = replace(named[-1], name=HEBREW_NAME)
    return tuple(named)


def _again(team: int) -> str:
    return f" {team // 16 + 1}" if team >= len(TEAMS) else ""


def team_event(file: Path, teams: int, seats: int = 5, *, short: int = 0) -> Event:
    """Everybody is checked in but the last ``short`` players of the last team."""
    chosen = Settings("Team Cup", "sr2017", 75, 20_261_121, team_seats=seats)
    event = Event(file, chosen)
    event.do(AddPlayers(team_entries(teams, seats)))
    event.do(CheckIn(tuple(range(1, teams * seats + 1 - short))))
    return event
