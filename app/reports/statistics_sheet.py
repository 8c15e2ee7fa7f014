"""The event's statistics as a page to print and to show: tables with a bar beside each number."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape

from app.engine.language import plural, say
from app.engine.state import State
from app.reports import paper
from app.reports.page import frame, head, number, words
from app.views.event.statistics import Balance, Statistics, TimeUsed, statistics

STYLE = f"""
h1 {{ font-size: 20pt; margin-bottom: 8px; }}
h2 {{ font-size: 13pt; margin-top: 16px; margin-bottom: 4px; }}
th, td {{ padding: 3px 12px 3px 0; border-bottom: 1px solid {paper.RULE}; }}
.bar td {{ padding: 0; border: 0; }}
"""
TEXT_PT = 11
MOST_UPSETS = 10
MINUTE_MS = 60_000


def statistics_page(state: State) -> str:
    """HTML that needs nothing else."""
    event = state.settings.name if state.settings else ""
    made = statistics(state)
    title = say("{event}: statistics", event=event)
    parts = [f'<h1 dir="auto">{escape(title)}</h1>', *_parts(state, made)]
    return frame(title, "\n".join(parts), STYLE, TEXT_PT)


def _parts(state: State, made: Statistics) -> Iterable[str]:
    yield f"<p>{escape(' '.join(_summary(made)))}</p>"
    yield _table(
        say("How games ended"),
        (say("Way"), say("Games")),
        [((name, count), Fraction(count, made.games)) for name, count in made.endings],
    )
    balances = (say("Games"), say("Wins"), say("Won"))
    yield _table(say("Factions"), (say("Faction"), *balances), _balances(made.factions))
    yield _table(say("Casters"), (say("Caster"), *balances), _balances(made.casters))
    yield _table(
        say("Scenarios"),
        (say("Scenario"), say("Games"), say("Won by scenario")),
        [((name, games, wins), Fraction(wins, games)) for name, games, wins in made.scenarios],
    )
    if made.upsets:
        yield _upsets(state, made)


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
        yield _time(made.time)


def _time(time: TimeUsed) -> str:
    return say(
        "A game took both players {mean} minutes of their clocks on average, from {shortest} to"
        " {longest}.",
        mean=time.mean_ms // MINUTE_MS,
        shortest=time.shortest_ms // MINUTE_MS,
        longest=time.longest_ms // MINUTE_MS,
    )


def percent(share: Fraction) -> str:
    return say("{percent} %", percent=round(share * 100))


def _balances(rows: Sequence[Balance]) -> list[tuple[tuple[object, ...], Fraction]]:
    return [((row.name, row.games, row.wins, percent(row.rate)), row.rate) for row in rows]


def _table(
    title: str, heads: Sequence[str], rows: Sequence[tuple[tuple[object, ...], Fraction]]
) -> str:
    """``rows``: the cells, a name before numbers, and how much of its bar is full; nothing for no
    rows.
    """
    if not rows:
        return ""
    first, *others = heads
    top = [head(first, percent=34), *(head(name, number=True, percent=12) for name in others)]
    lines = "\n".join(
        f"<tr>{words(str(name))}{''.join(number(str(cell)) for cell in cells)}"
        f"<td>{_bar(share)}</td></tr>"
        for (name, *cells), share in rows
    )
    return (
        f'<h2>{escape(title)}</h2>\n<table width="100%" cellspacing="0">\n'
        f"<thead><tr>{''.join(top)}<th></th></tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>"
    )


def _bar(share: Fraction) -> str:
    """The number beside it says the same, so that no colour or length is needed to read it."""
    full = round(share * 100)
    cells = ((full, paper.GREY), (100 - full, paper.AREA))
    drawn = "".join(
        f'<td width="{width}%" bgcolor="{colour}">&nbsp;</td>' for width, colour in cells if width
    )
    return (
        f'<table class="bar" width="100%" cellspacing="0" cellpadding="0"><tr>{drawn}</tr></table>'
    )


def _upsets(state: State, made: Statistics) -> str:
    rows = "\n".join(
        "<tr>"
        + number(str(upset.round_number))
        + words(state.name(upset.winner))
        + number(str(upset.tp))
        + words(state.name(upset.loser))
        + number(str(upset.loser_tp))
        + "</tr>"
        for upset in made.upsets[:MOST_UPSETS]
    )
    heads = (
        head(say("Round"), number=True, percent=10),
        head(say("Winner")),
        head(say("TP before"), number=True, percent=14),
        head(say("Loser")),
        head(say("TP before"), number=True, percent=14),
    )
    return (
        f'<h2>{escape(say("Upsets"))}</h2>\n<table width="100%" cellspacing="0">\n'
        f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
    )
