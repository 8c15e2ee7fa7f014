"""The event's statistics as a page to print and to show: a chart and a table for each question."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from math import ceil, floor

from msgspec import Struct

from app.engine.language import plural, say
from app.engine.state import State
from app.engine.text import span
from app.reports.bar_chart import Bar, Chart, Piece, Tone, chart_image, stack
from app.reports.page import cell_words, frame, head, number
from app.reports.paper import ON_PAPER, Look
from app.views.event.standings import lines_text
from app.views.event.statistics import Balance, Statistics, TimeUsed, statistics

STYLE = """
h1 {{ font-size: 20pt; margin-bottom: 8px; }}
h2 {{ font-size: 13pt; margin-top: 20px; margin-bottom: 6px; }}
th, td {{ padding: 3px 12px 3px 0; border-bottom: 1px solid {rule}; }}
"""
TEXT_PT = 11
MOST_BARS = 12
"""The greatest number of bars in a chart. The table below it has every row."""
MOST_UPSETS = 10
MINUTE_MS = 60_000
NUMBERS_PERCENT = 60
"""The share of the page, in percent, that all columns of numbers take together, unless a heading
needs more.
"""
LETTER_PERCENT, GAP_PERCENT = Fraction(13, 10), 3
"""The share of the page, in percent, that a letter of a heading takes, and that of the gap between
two headings.
"""
BESIDE = '<table width="100%" cellspacing="0" style="margin-top: 20px;">'
COLUMN = '<td valign="top" style="border: none; padding: 0 32px 0 0;">'
"""The opening tags of a table whose columns hold sections, and of such a column."""
AROUND_ROWS = 6
"""The height of a section's title, headings and legend together, in rows of a table."""
UNBROKEN = "\u00a0"
"""A space at which a line does not break."""
QUARTERS = tuple((Fraction(quarter, 4), quarter * 25) for quarter in range(5))
FEW_MINUTES, MOST_TICKS = 5, 8
"""The fewest minutes between two ticks, and the most ticks."""
MARK = Fraction(1, 150)
"""Half the width of the mark for an average, as a share of the chart's width."""


class Section(Struct, frozen=True):
    """A question, with its answer as a chart and as a table of numbers."""

    title: str
    chart: Chart
    heads: tuple[str, ...]
    rows: Sequence[Sequence[object]]
    names: tuple[int, ...] = (0,)
    """The columns that contain names; the others contain numbers."""


def statistics_page(state: State, look: Look = ON_PAPER, *, columns: int = 1) -> str:
    """Return the statistics as a self-contained page of HTML, with charts as images of embedded
    SVG. The questions run down one column after the other. Each of the ``columns`` is as wide as a
    page.
    """
    event = state.settings.name if state.settings else ""
    made = statistics(state)
    title = say("{event}: statistics", event=event)
    summary = escape(" ".join(_summary(made)))
    parts = [f'<h1 dir="auto">{escape(title)}</h1>', f"<p>{summary}</p>"]
    sections = [*_sections(state, made)]
    if columns == 1:
        parts += [_draw(section, look) for section in sections]
    else:
        drawn = [[_draw(section, look) for section in part] for part in _divide(sections, columns)]
        cells = "".join(f"{COLUMN}{''.join(part)}</td>" for part in drawn)
        parts.append(f"{BESIDE}<tr>{cells}</tr></table>")
    return frame(title, "\n".join(parts), STYLE.format(rule=look.rule), TEXT_PT, look)


def _divide(sections: Sequence[Section], columns: int) -> list[list[Section]]:
    """Divide the sections into columns of about the same height, without changing their order."""
    high = [AROUND_ROWS + len(section.chart.bars) + len(section.rows) for section in sections]
    parts: list[list[Section]] = [[] for _ in range(columns)]
    for place, section in enumerate(sections):
        middle = sum(high[:place]) + high[place] // 2
        parts[min(columns * middle // sum(high), columns - 1)].append(section)
    return parts


def statistics_text(state: State, separator: str) -> str:
    """Return the sheet's numbers as text to paste, with a table below each title."""
    tables = (
        f"{section.title}\r\n"
        + lines_text([section.heads, *(tuple(map(str, row)) for row in section.rows)], separator)
        for section in _sections(state, statistics(state))
    )
    return "\r\n".join(tables)


def _sections(state: State, made: Statistics) -> Iterator[Section]:
    """Return the sections that have content."""
    return (section for section in _every_section(state, made) if section.rows)


def _every_section(state: State, made: Statistics) -> Iterator[Section]:
    yield Section(
        say("How games ended"),
        _shares([(name, count, made.games) for name, count in made.endings]),
        (say("Way"), say("Games"), say("Share")),
        [(name, count, percent(Fraction(count, made.games))) for name, count in made.endings],
    )
    yield _list_wins(say("Factions"), say("Faction"), made.factions)
    yield _list_wins(say("Casters"), say("Caster"), made.casters)
    yield _list_wins(say("First and second turn"), say("Turn"), _turns(made))
    yield Section(
        say("Scenarios"),
        _shares([(name, wins, games) for name, games, wins in made.scenarios]),
        (say("Scenario"), say("Games"), say("Won by scenario"), say("Share")),
        [(name, games, won, percent(Fraction(won, games))) for name, games, won in made.scenarios],
    )
    yield _times(made)
    outs = [row for row in made.clocked_out if row[2]]
    yield Section(
        say("Clock-outs"),
        _shares([(name, lost, games) for name, games, lost in outs]),
        (say("Faction"), say("Games"), say("Clocked out"), say("Share")),
        [(name, games, lost, percent(Fraction(lost, games))) for name, games, lost in outs],
    )
    yield _upsets(state, made)


def _draw(section: Section, look: Look) -> str:
    least = NUMBERS_PERCENT // (len(section.heads) - 1)
    heads = [
        head(name)
        if place in section.names
        else head(name, number=True, percent=max(least, _percent_of(name)))
        for place, name in enumerate(section.heads)
    ]
    lines = "\n".join(f"<tr>{_cells(section, row)}</tr>" for row in section.rows)
    return (
        f"<h2>{escape(section.title)}</h2>\n<p>{chart_image(section.chart, look)}</p>\n"
        f'<table width="100%" cellspacing="0">\n<thead><tr>{"".join(heads)}</tr></thead>\n'
        f"<tbody>\n{lines}\n</tbody>\n</table>"
    )


def _percent_of(heading: str) -> int:
    """Return the width of a column in percent of the page, for a heading that breaks only between
    words.
    """
    return ceil(LETTER_PERCENT * max(map(len, heading.split())) + GAP_PERCENT)


def _cells(section: Section, row: Sequence[object]) -> str:
    return "".join(
        cell_words(str(cell)) if place in section.names else number(str(cell))
        for place, cell in enumerate(row)
    )


def _summary(made: Statistics) -> Iterable[str]:
    yield plural(made.games, "{count} game with a result.", "{count} games with a result.")
    yield plural(made.clock_outs, "{count} ended by the clock.", "{count} ended by the clock.")
    if made.first.games:
        yield say(
            "The player with the first turn won {wins} of {games} ({rate}).",
            wins=made.first.wins,
            games=made.first.games,
            rate=percent(made.first.rate),
        )
    if made.time:
        yield say(
            "A game took both players {mean} minutes of their clocks on average, from {shortest} to"
            " {longest}.",
            mean=made.time.mean_ms // MINUTE_MS,
            shortest=made.time.shortest_ms // MINUTE_MS,
            longest=made.time.longest_ms // MINUTE_MS,
        )


def percent(share: Fraction) -> str:
    return say("{percent} %", percent=floor(share * 100 + Fraction(1, 2))).replace(" ", UNBROKEN)


def _list_wins(title: str, first: str, rows: Sequence[Balance]) -> Section:
    """Return a section with the wins, ties and losses of each row."""
    shown = rows[:MOST_BARS]
    bars = (
        Bar(
            row.name,
            stack(row.wins, row.ties, row.losses),
            say("{rate} of {games}", rate=percent(row.rate), games=row.games),
        )
        for row in shown
    )
    won, tied, lost = (Tone.FULL, say("Won")), (Tone.HALF, say("Tied")), (Tone.LIGHT, say("Lost"))
    ties = any(row.ties for row in shown)
    return Section(
        title,
        Chart(tuple(bars), PERCENTS, (won, tied, lost) if ties else (won, lost)),
        (first, say("Games"), say("Wins"), say("Games lost"), say("Ties"), say("Won")),
        [(row.name, row.games, row.wins, row.losses, row.ties, percent(row.rate)) for row in rows],
    )


PERCENTS = tuple((place, say("{percent} %", percent=share)) for place, share in QUARTERS)


def _shares(rows: Sequence[tuple[str, int, int]]) -> Chart:
    """Return a chart of rows, each with a name, a count and a total."""
    bars = (
        Bar(name, _share(count, whole), say("{count} of {whole}", count=count, whole=whole))
        for name, count, whole in rows[:MOST_BARS]
    )
    return Chart(tuple(bars), PERCENTS)


def _share(count: int, whole: int) -> tuple[Piece, ...]:
    return (Piece(Fraction(0), Fraction(count, whole)),) if count else ()


def _turns(made: Statistics) -> tuple[Balance, ...]:
    first = made.first
    if not first.games:
        return ()
    return (
        Balance(say("First turn"), first.games, first.wins, first.ties),
        Balance(say("Second turn"), first.games, first.losses, first.ties),
    )


def _times(made: Statistics) -> Section:
    """Return a section with the times that players used in a game."""
    turns = ((say("First turn"), made.first_time), (say("Second turn"), made.second_time))
    rows = [(name, time) for name, time in turns if time]
    rows += [(time.name, time) for time in made.faction_times]
    return Section(
        say("Time used"),
        _time_chart(rows[:MOST_BARS]),
        (say("Players"), say("Games"), say("Average"), say("Shortest"), say("Longest")),
        [
            (name, time.games, *map(span, (time.mean_ms, time.shortest_ms, time.longest_ms)))
            for name, time in rows
        ],
    )


def _time_chart(rows: Sequence[tuple[str, TimeUsed]]) -> Chart:
    """Return a chart of the times from the shortest to the longest, each with the average."""
    longest = max((time.longest_ms for _, time in rows), default=0)
    step = FEW_MINUTES
    while step * MOST_TICKS * MINUTE_MS < longest:
        step *= 2
    ticks = max(-(-longest // (step * MINUTE_MS)), 1)
    bars = (
        Bar(
            name,
            _spread(time, ticks * step * MINUTE_MS),
            say("{minutes} min on average", minutes=round(time.mean_ms / MINUTE_MS)),
        )
        for name, time in rows
    )
    return Chart(
        tuple(bars),
        tuple(
            (Fraction(tick, ticks), say("{minutes} min", minutes=tick * step))
            for tick in range(ticks + 1)
        ),
        ((Tone.FULL, say("Average")), (Tone.LIGHT, say("From the shortest to the longest"))),
    )


def _spread(time: TimeUsed, whole_ms: int) -> tuple[Piece, ...]:
    least, mean, most = (
        Fraction(ms, whole_ms) for ms in (time.shortest_ms, time.mean_ms, time.longest_ms)
    )
    return (Piece(least, most, Tone.LIGHT), Piece(mean - MARK, mean + MARK))


def _upsets(state: State, made: Statistics) -> Section:
    """Return a section with the upsets, and a chart of their number in each round."""
    before = say("TP before")
    return Section(
        say("Upsets"),
        _shares(
            [
                (say("Round {number}", number=round_number), upsets, games)
                for round_number, games, upsets in made.upset_rounds
            ]
        ),
        (say("Winner"), before, say("Loser"), before, say("Round")),
        [
            (state.name(row.winner), row.tp, state.name(row.loser), row.loser_tp, row.round_number)
            for row in made.upsets[:MOST_UPSETS]
        ],
        names=(0, 2),
    )
