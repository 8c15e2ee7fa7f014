"""Sheets for a team event: pairings, match sheets, captains' cards and team records."""

from collections.abc import Iterable, Sequence
from html import escape

from app.engine.language import say
from app.engine.rounds.match_ups import is_public
from app.engine.side import Pair, Side
from app.engine.state import Round, State
from app.engine.text import name_order
from app.engine.wording import WHO_MEETS_WHOM
from app.reports.page import NEW_PAGE, cell_words, frame, head, number, page
from app.reports.paper import ON_PAPER, Look
from app.views.teams.match_sheets import CaptainCard, MatchSheet, SheetSeat
from app.views.teams.matches import team_round_view
from app.views.teams.record import TeamRecord

TEAMS_PERCENT = 40
STYLE = """
h1 {{ font-size: 17pt; margin-bottom: 2px; }}
h2 {{ font-size: 12pt; margin: 14px 0 2px 0; }}
th, td {{ padding: 4px 10px 4px 0; border-bottom: 1px solid {rule}; }}
th {{ font-size: 9pt; }}
.small {{ font-size: 9pt; }}
.upper td {{ border-bottom: none; }}
.field td {{ padding: 9px 10px 9px 0; }}
.grid td, .grid th {{ padding: 9px 6px; border: 1px solid {rule}; }}
"""
BLANK = "____"
SIGNATURE = "_" * 28
PRINTED = STYLE.format(rule=ON_PAPER.rule)


def teams_pairings_page(state: State, round_: Round) -> str:
    """Return the pairings in order of the teams' names, with each team's tables and opponent."""
    view = team_round_view(state, round_)
    lines = [
        (match.names.of(side), match.tables_words, match.names.of(side.other))
        for match in view.matches
        for side in Side
    ]
    lines += [(bye.team, "–", say("Bye")) for bye in view.byes]
    event = state.settings.name if state.settings else ""
    return page(
        say("{event}: teams of round {round}", event=event, round=round_.number),
        (
            head(say("Team"), percent=TEAMS_PERCENT),
            head(say("Tables"), number=True),
            head(say("Opponent"), percent=TEAMS_PERCENT),
        ),
        [
            (cell_words(team, bold=True), number(tables), cell_words(other))
            for team, tables, other in sorted(lines, key=lambda line: name_order(line[0]))
        ],
        " ".join(sentence for match in view.matches for sentence in match.lacking)
        if is_public(state, round_)
        else "",
    )


def match_page(sheet: MatchSheet, title: str) -> str:
    """Return the sheet of one match with its seats, to be filled in and signed. ``title`` names the
    event and its round.
    """
    red, blue = sheet.names
    rows = "\n".join(_seat_rows(seat, sheet.names, armies=sheet.armies) for seat in sheet.seats)
    heads = (
        head(say("Table"), number=True, percent=8),
        head(say("Player")),
        *([head(say("List"), number=True, percent=13)] if sheet.armies else ()),
        *_points_heads(armies=sheet.armies),
        head(say("Won"), number=True, percent=8),
    )
    notes = "".join(f'<p dir="auto">{escape(note)}</p>' for note in sheet.notes)
    body = (
        f'<h1 dir="auto">{escape(f"{red} – {blue}")}</h1>\n'
        f'<p class="small" dir="auto">{escape(_about_match(sheet, title))}</p>\n'
        f'<table width="100%" cellspacing="0"><thead><tr>{"".join(heads)}</tr></thead>'
        f"<tbody>\n{rows}\n</tbody></table>\n{notes}<p>&nbsp;</p>{_sums(sheet)}"
    )
    return frame(f"{red} – {blue}", body, PRINTED, 11)


def _about_match(sheet: MatchSheet, title: str) -> str:
    tables = say("Tables {tables}", tables=sheet.tables)
    return " · ".join(part for part in (title, tables, sheet.scenario) if part)


def _points_heads(percent: int = 11, *, armies: bool) -> tuple[str, ...]:
    """Return the headings of points, with army points if there are any."""
    own = head(say("CP"), number=True, percent=percent)
    return (own, head(say("APD"), number=True, percent=11)) if armies else (own,)


def _seat_rows(seat: SheetSeat, team: Pair[str], *, armies: bool) -> str:
    """Return two lines of a table, one for each player of the seat, with their teams."""
    lines = []
    for side in Side:
        player = seat.players.of(side)
        about = " · ".join(part for part in (team.of(side), player.about) if part)
        cells = (
            number(str(seat.table) if side is Side.RED else ""),
            cell_words(player.name, about, bold=True),
            *([number(player.lists)] if armies else ()),
            number(player.cp or BLANK),
            *([number(player.apd or BLANK)] if armies else ()),
            number(player.won),
        )
        upper = ' class="upper"' if side is Side.RED else ""
        lines.append(f"<tr{upper}>{''.join(cells)}</tr>")
    return "\n".join(lines)


def _sums(sheet: MatchSheet) -> str:
    """Return the result of the match, and the lines where its captains sign."""
    heads = (
        head(say("Team")),
        head(say("Games won"), number=True, percent=16),
        *_points_heads(armies=sheet.armies),
        head(say("Captain’s signature"), percent=38),
    )
    rows = "\n".join(
        f"<tr>{cell_words(sheet.names.of(side), sheet.captains.of(side), bold=True)}"
        f"{number(sheet.won.of(side) or BLANK)}{number(sheet.cp.of(side) or BLANK)}"
        f"{number(sheet.apd.of(side) or BLANK) if sheet.armies else ''}{cell_words(SIGNATURE)}</tr>"
        for side in Side
    )
    return (
        f'<table class="field" width="100%" cellspacing="0"><thead><tr>{"".join(heads)}</tr>'
        f"</thead><tbody>\n{rows}\n</tbody></table>"
    )


def captain_page(card: CaptainCard, title: str) -> str:
    """Return a card on which a captain plans the match-up, with a box for each pair of one of the
    team's players and an opponent.
    """
    heads = "".join(
        f'<th width="{card.percent}%" dir="auto">{escape(other.name)}'
        f'<div class="small">{escape(other.about)}</div></th>'
        for other in card.theirs
    )
    rows = "\n".join(
        f"<tr>{cell_words(player.name, player.about, bold=True)}"
        f"{'<td>&nbsp;</td>' * len(card.theirs)}</tr>"
        for player in card.ours
    )
    tables = "\n".join(
        f"<tr>{number(str(table))}{cell_words('_' * 24)}{cell_words('_' * 24)}</tr>"
        for table in card.tables
    )
    heading = say("{team}: the match-up with {other}", team=card.team, other=card.other)
    captain = say("Captain: {name}", name=card.captain) if card.captain else ""
    body = (
        f'<h1 dir="auto">{escape(heading)}</h1>\n'
        f'<p class="small" dir="auto">{escape(" · ".join(filter(None, (captain, title))))}</p>\n'
        f'<p>&nbsp;</p><table class="grid" width="100%" cellspacing="0"><tr><th></th>{heads}</tr>\n'
        f"{rows}\n</table>\n<h2>{escape(WHO_MEETS_WHOM)}</h2>"
        f'<table class="field" width="100%" cellspacing="0"><thead><tr>'
        f"{head(say('Table'), number=True, percent=10)}{head(card.team, percent=45)}"
        f"{head(card.other, percent=45)}</tr></thead><tbody>\n{tables}\n</tbody></table>"
    )
    return frame(heading, body, PRINTED, 11)


def team_records_page(records: Sequence[TeamRecord], title: str, look: Look = ON_PAPER) -> str:
    """Return the record sheets of all teams, one page for each."""
    sheets = [_record(record, title, first=not at) for at, record in enumerate(records)]
    style = STYLE.format(rule=look.rule)
    return frame(title, "\n".join(sheets), style, look=look)


def _record(record: TeamRecord, title: str, *, first: bool) -> str:
    breaks = "" if first else NEW_PAGE
    place = say("Place {place}", place=record.place)
    about = " · ".join(part for part in (place, record.about, title) if part)
    return "\n".join(
        (
            f'<h1{breaks} dir="auto">{escape(record.team)}</h1>',
            f'<p class="small" dir="auto">{escape(about)}</p>',
            _rounds(record),
            f"<h2>{escape(say('How it adds up'))}</h2>",
            *(f'<p dir="auto">{escape(line)}</p>' for line in record.explained),
            f"<h2>{escape(say('Players'))}</h2>",
            _members(record),
        )
    )


def _rounds(record: TeamRecord) -> str:
    if not record.rows:
        return ""
    heads = (
        head(say("Round"), number=True, percent=15),
        head(say("Opponent")),
        head(say("Tables"), number=True, percent=14),
        head(say("Result"), percent=26),
        *_points_heads(9, armies=record.armies),
    )
    rows = (
        (
            number(str(row.round_number)),
            cell_words(row.opponent or BLANK * 4, bold=bool(row.opponent)),
            number(row.tables),
            cell_words(row.result or BLANK * 2),
            number(row.cp or BLANK),
            *([number(row.apd or BLANK)] if record.armies else ()),
        )
        for row in record.rows
    )
    return _table(heads, rows)


def _members(record: TeamRecord) -> str:
    heads = (
        head(say("Place"), number=True, percent=13),
        head(say("Player")),
        head(say("W–L–T"), number=True, percent=12),
        head(say("TP"), number=True, percent=9),
        head(say("SoS"), number=True, percent=9),
        *_points_heads(9, armies=record.armies),
    )
    rows = (
        (
            number(row.place),
            cell_words(row.name, " · ".join(part for part in (row.faction, row.note) if part)),
            *map(number, (row.record, row.tp, row.sos, row.cp)),
            *([number(row.apd)] if record.armies else ()),
        )
        for row in record.members
    )
    return _table(heads, rows)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return (
        f'<table width="100%" cellspacing="0"><thead><tr>{"".join(heads)}</tr></thead>'
        f"<tbody>\n{lines}\n</tbody></table>"
    )
