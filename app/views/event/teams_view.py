"""The team standings as rows for a screen and as text for a file."""

from dataclasses import dataclass

from app.engine.packet.ranking import TEAMS, Criterion
from app.engine.standings.scores import value_of
from app.engine.standings.teams import team_standings
from app.engine.state import State
from app.engine.text import listed
from app.views.event.standings import in_short, placed_text

HEADINGS = {
    Criterion.WINS: "Wins",
    Criterion.SOS: "SoS",
    Criterion.TP: "TP",
    Criterion.CP: "CP",
    Criterion.APD: "APD",
    Criterion.ASSASSINATIONS: "Assassinations",
    Criterion.WIN_RATES: "OWR",
}


@dataclass(frozen=True, slots=True)
class TeamTable:
    """``headings`` in the order that ranks; a row a team, best first."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def team_table(state: State) -> TeamTable:
    order = (state.settings.team_order if state.settings else ()) or TEAMS
    rows = tuple(
        (
            f"{one.place}{'=' * one.shared}",
            one.team,
            *(in_short(value_of(one, criterion)) for criterion in order),
            listed(map(state.name, one.members)),
        )
        for one in team_standings(state)
    )
    return TeamTable(("Place", "Team", *(HEADINGS[one] for one in order), "Players"), rows)


def teams_text(table: TeamTable, separator: str) -> str:
    return placed_text([table.headings, *table.rows], separator)
