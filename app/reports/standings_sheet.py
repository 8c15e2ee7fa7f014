"""The standings as a page to print: places, names, records, and the columns that decide the ranking
in their order.
"""

from app.engine.language import say
from app.engine.packet.ranking import RankingColumn
from app.engine.standings.ranking import order
from app.engine.standings.teams import team_ranking
from app.engine.state import State
from app.engine.text import join_in_order
from app.reports.page import cell_words, head, number, page
from app.views.event.settings_words import COLUMN_WORDS, occasion_words
from app.views.event.standings import (
    HEADINGS,
    RANKED,
    StandingRow,
    StandingsColumn,
    after_words,
    standing_rows,
    team_table,
)

SHORT = {RankingColumn.ASSASSINATIONS: say("Assn.")}
"""Short forms of headings that would otherwise leave no room for names."""
PLACE = head(say(StandingsColumn.PLACE.value), number=True)
SHARED = say("= after a place: it is shared.")


def standings_page(state: State) -> str:
    """Return the standings as a self-contained page of HTML."""
    ranking = order(state)
    numbers = [
        (RANKED[ranking_column], SHORT.get(ranking_column) or say(RANKED[ranking_column].value))
        for ranking_column in ranking
    ]
    if RankingColumn.WINS not in ranking:
        numbers.insert(0, (StandingsColumn.RECORD, say(StandingsColumn.RECORD.value)))
    rows = standing_rows(state)
    return page(
        _title(state, say("standings")),
        (PLACE, head(say("Player")), *(head(heading, number=True) for _, heading in numbers)),
        [
            (
                number(row.cell(StandingsColumn.PLACE)),
                cell_words(state.name(row.number), _below(state, row), bold=True),
                *(number(row.cell(column)) for column, _ in numbers),
            )
            for row in rows
        ],
        _foot(ranking, shared=any(row.cell(StandingsColumn.PLACE).endswith("=") for row in rows)),
        about=occasion_words(state.settings),
    )


def teams_page(state: State) -> str:
    """Return the team standings as a self-contained page of HTML."""
    table = team_table(state)
    ranking = team_ranking(state)
    return page(
        _title(state, say("team standings")),
        (
            PLACE,
            head(say("Team")),
            *(head(_heading(ranking_column), number=True) for ranking_column in ranking),
        ),
        [
            (number(place), cell_words(team, members, bold=True), *map(number, counts))
            for place, team, *counts, members in table.rows
        ],
        _foot(ranking, shared=any(row[0].endswith("=") for row in table.rows)),
        about=occasion_words(state.settings),
    )


def _title(state: State, what: str) -> str:
    event = f"{state.settings.name}: " if state.settings else ""
    after = after_words(state)
    return f"{event}{what} {after[:1].lower()}{after[1:]}"


def _below(state: State, row: StandingRow) -> str:
    """Return the line below a name: the club unless it is part of the name, the faction and a
    note.
    """
    parts = (
        state.club_beside(row.number),
        row.cell(StandingsColumn.FACTION),
        row.cell(StandingsColumn.NOTE),
    )
    return " · ".join(text for text in parts if text)


def _foot(ranking: tuple[RankingColumn, ...], *, shared: bool) -> str:
    """Return a sentence on the columns that decide the ranking, with the meaning of their
    headings.
    """
    columns = join_in_order([_explain(ranking_column) for ranking_column in ranking])
    return say(
        "Ranked by {columns}. {shared}", columns=columns, shared=SHARED if shared else ""
    ).strip()


def _explain(column: RankingColumn) -> str:
    return (
        COLUMN_WORDS[column]
        if column is RankingColumn.WINS
        else f"{COLUMN_WORDS[column]} ({_heading(column)})"
    )


def _heading(column: RankingColumn) -> str:
    return SHORT.get(column, HEADINGS[column])
