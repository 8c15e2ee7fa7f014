"""The room display: the slides on the wall as plain data, for the window and for the web page.

Nothing secret is included: no draw before it is published, no scenario before the round starts, and
never the secret length of a round. ``display_pages`` lays the slides out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias

from msgspec import Struct

from app.engine import wording
from app.engine.acts.display import Slide
from app.engine.frozen import replace
from app.engine.language import packet_text, plural, say
from app.engine.packet.packet import GameRules
from app.engine.packet.reference import Deployment
from app.engine.packet.scenario import (
    UNKNOWN_BASE_INCHES,
    Area,
    Element,
    ElementKind,
    Scenario,
    Seat,
)
from app.engine.rounds.field import is_of_teams
from app.engine.rounds.match_ups import is_public
from app.engine.side import Side
from app.engine.standings.awards import award_rows
from app.engine.standings.ranking import order
from app.engine.state import Round, Stage, State
from app.engine.table.game import Game
from app.engine.text import few_tables, name_order
from app.views.event.standings import RANKED, StandingsColumn, standing_rows, team_table
from app.views.round.display_pages import LAYOUT, DisplayLayout
from app.views.round.round import expected_round_end, next_draw
from app.views.table.briefing import element_points, scenario_briefing
from app.views.table.element_states import states_line
from app.views.table.game_ends import dice_down_words
from app.views.table.map_places import MapPlace, place_line_words, place_on_map
from app.views.teams.matches import team_round_view

TimeOf = Callable[[int], str]
"""Returns the time of day of an instant that is shown, such as "14:05"."""
MOST_NUMBERS = 4
PLAYERS = "players"
"""The kind of the slide with the players' standings at a team event, where the usual kind of slide
shows the teams' standings.
"""
NAME_MS, PAIRING_MS, LINE_MS, LETTER_MS = 250, 350, 1500, 60
"""The milliseconds in which somebody looks through a row of names or of pairings, and reads a line
or a letter.
"""
TENTHS = 10
SLIDE_WORDS = {
    Slide.ANNOUNCEMENTS: say("Announcements"),
    Slide.CLOCK: say("Round clock"),
    Slide.BY_NAME: say("Pairings by name"),
    Slide.BY_TABLE: say("Pairings by table"),
    Slide.SCENARIO: say("Scenario and map"),
    Slide.STANDINGS: say("Standings"),
    Slide.AWARDS: say("Awards after the last round"),
}


class DisplayColumn(Struct, frozen=True):
    """A column of rows."""

    heading: str
    width: int = 0
    """The width in thousandths of the screen's height; 0 for a share of the space that is left."""
    ink: str = ""
    """The ink: "red" or "blue" for a side's players, "strong" for what people look for, empty for
    the usual one.
    """
    right: bool = False
    """True if the text is aligned at the right, as it is for numbers."""


class MapShape(Struct, frozen=True):
    """A shape on the scenario's map, in tenths of inches from the upper left corner."""

    kind: str
    """The kind of shape: "rectangle", "circle", "flag", "objective" or "line"."""
    x: int
    y: int
    width: int
    height: int
    label: str = ""
    """The number of the element in the list beside the map, or the meaning of a line."""
    zone: bool = False
    """True if the shape is a zone that is scored; otherwise it is a deployment zone or a point."""
    whose: str = ""
    """The owner: "first" or "second" player, or empty. Red and blue are the colours of seats, which
    differ from table to table.
    """
    words: tuple[int, int] | None = None
    """The upper left corner of a line's label; None for other shapes."""


class DisplayMap(Struct, frozen=True):
    """The scenario's map, with the first player's edge at the bottom."""

    size: int
    """The length of the table's side in tenths of inches."""
    above: str
    below: str
    shapes: tuple[MapShape, ...]


class DisplayClock(Struct, frozen=True):
    """The round's clock, which counts down to a public end, or else counts up."""

    from_ms: int
    to_ms: int | None
    over: str
    """The text once the end has come."""


class DisplaySlide(Struct, frozen=True):
    """A slide. It has rows, texts that each fill a page, or large words with notes below."""

    kind: str
    title: str
    seconds: int
    """The least number of seconds for which each page of the slide stays."""
    occasion: str = ""
    """The news that the slide shows. Screens turn to a slide whose news they have not shown yet."""
    row_ms: int = 0
    """The milliseconds needed to read one row or, on a slide of texts, one letter."""
    columns: tuple[DisplayColumn, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """The rows. A row with a single cell is a heading."""
    least_width: int = 0
    """The least width of a column of rows, in thousandths of the screen's height."""
    wraps: bool = False
    """True if the rows are sentences, which are broken into lines in letters of full width. In
    other rows the letters are narrowed first.
    """
    texts: tuple[str, ...] = ()
    large: str = ""
    ticks: bool = False
    """True if the round's clock replaces the large words."""
    notes: tuple[str, ...] = ()
    picture: DisplayMap | None = None


class RoomDisplay(Struct, frozen=True):
    """Everything that the screens in the hall show."""

    event: str
    slides: tuple[DisplaySlide, ...]
    clock: DisplayClock | None = None
    clock_words: str = ""
    """The subject of the clock, such as "Round 2"."""
    judge: str = ""
    """The tables that wait for a judge, in words, if the organizer wants that shown."""
    page: str = ""
    """The template for the number of a page: "Page {page} of {pages}"."""
    paused: str = ""
    layout: DisplayLayout = LAYOUT


def public_end(state: State, round_: Round) -> int | None:
    """Return the instant at which a round publicly ends; None if its length is secret, and while it
    is not under way.
    """
    if round_.stage is not Stage.STARTED or round_.started_ms is None:
        return None
    if round_.time and round_.time.timing.dice_down:
        fixed = not round_.time.timing.variable
        return round_.started_ms + round_.time.length_ms(0) if fixed else None
    return expected_round_end(state, round_)


def room_display(state: State, time_of: TimeOf) -> RoomDisplay:
    """Return every slide that has something to show, in the organizer's order. There is always at
    least one.
    """
    public = tuple(other for other in state.rounds if other.stage is not Stage.DRAWN)
    round_ = next(reversed(public), None)
    state = replace(state, rounds=public)
    shown = [
        replace(slide, seconds=timed.seconds)
        for timed in state.display.slides
        for make in _SLIDES[timed.slide]
        for slide in (make(state, round_, time_of),)
        if slide is not None
    ]
    return RoomDisplay(
        event=_event_name(state),
        slides=tuple(shown) or (_clock(state, round_, time_of),),
        clock=_round_clock(state, round_),
        clock_words=say("Round {number}", number=round_.number) if round_ else "",
        judge=_judge_calls(state, round_) if state.display.judge_calls else "",
        page=say("Page {page} of {pages}"),
        paused=say("Paused"),
    )


def _event_name(state: State) -> str:
    return (state.settings.name if state.settings else "") or "Flagfall"


def _list_games(state: State, round_: Round | None) -> tuple[Game, ...]:
    """Return the games whose tables players have to find, by table."""
    if round_ is None or round_.stage is Stage.FINISHED:
        return ()
    return tuple(sorted(state.games_of(round_), key=lambda game: game.table))


def _round_clock(state: State, round_: Round | None) -> DisplayClock | None:
    if (
        round_ is None
        or round_.stage is not Stage.STARTED
        or round_.started_ms is None
        or round_.dice_down_ms is not None
    ):
        return None
    return DisplayClock(round_.started_ms, public_end(state, round_), wording.TIME_IS_UP)


def _judge_calls(state: State, round_: Round | None) -> str:
    tables = [game.table for game in _list_games(state, round_) if game.play.judge_called]
    if not tables:
        return ""
    return say("Judge called to {tables}", tables=few_tables(tables))


def _announcements(state: State, _round: Round | None, _time_of: TimeOf) -> DisplaySlide | None:
    if not state.announcements:
        return None
    latest = max(state.announcements)
    return DisplaySlide(
        Slide.ANNOUNCEMENTS.value,
        plural(len(state.announcements), "Announcement", "Announcements"),
        0,
        occasion=f"{latest} {state.announcements[latest]}",
        row_ms=LETTER_MS,
        texts=tuple(text for _, text in sorted(state.announcements.items(), reverse=True)),
    )


def _clock(state: State, round_: Round | None, time_of: TimeOf) -> DisplaySlide:
    """Return the slide with the clock of the round under way or, between rounds, with the next
    step.
    """
    kind, event = Slide.CLOCK.value, _event_name(state)
    if round_ is None:
        note = say("Pairings appear here when round 1 is published.")
        return DisplaySlide(kind, say("Welcome"), 0, large=event, notes=(note,))
    number = round_.number
    if round_.stage is Stage.PUBLISHED:
        return DisplaySlide(
            kind,
            event,
            0,
            large=say("Round {number}", number=number),
            notes=(say("Go to your table. The round starts soon."),),
        )
    if round_.stage is Stage.FINISHED:
        coming = next_draw(state)
        note = say("Pairings of round {number} appear here.", number=coming.number)
        if coming.decided:
            note = say("That was the last round. Thank you for playing.")
        large = say("Round {number} is over", number=number)
        return DisplaySlide(kind, event, 0, large=large, notes=(note,))
    title = say("Round {number}", number=number)
    if round_.dice_down_ms is not None:
        return DisplaySlide(kind, title, 0, large=wording.DICE_DOWN, notes=tuple(dice_down_words()))
    notes = _times(state, round_, time_of)
    return DisplaySlide(kind, title, 0, large=title, ticks=True, notes=notes)


def _times(state: State, round_: Round, time_of: TimeOf) -> tuple[str, ...]:
    """Return the round's start, and its end if players may know it."""
    end_ms = public_end(state, round_)
    started = say("Started {time}", time=time_of(state.shown_ms(round_.started_ms or 0)))
    if end_ms is None:
        return (started,)
    ends = time_of(state.shown_ms(end_ms))
    if round_.time and round_.time.timing.dice_down:
        return (started, say("Dice down at {time}", time=ends))
    return (started, say("Expected end {time}", time=ends))


def _by_name(state: State, round_: Round | None, _time_of: TimeOf) -> DisplaySlide | None:
    games = _list_games(state, round_)
    if round_ is None or not games:
        return None
    if not is_public(state, round_):
        return _by_team(state, round_)
    tables = [
        (state.name(player), str(game.table)) for game in games for player in game.players
    ] + [(state.name(bye.player), say("Bye")) for bye in round_.byes]
    return _places(
        say("Round {number}: find your table", number=round_.number),
        f"{round_.number} {round_.attempt}",
        (
            DisplayColumn(say("Player")),
            DisplayColumn(say("Table"), 130 if round_.byes else 100, ink="strong", right=True),
        ),
        tables,
        400,
    )


def _by_team(state: State, round_: Round) -> DisplaySlide:
    """Return the slide with the tables of each team, for the time in which captains are still
    choosing the pairings.
    """
    view = team_round_view(state, round_)
    tables = [(name, match.tables_words) for match in view.matches for name in match.names]
    tables += [(bye.team, say("Bye")) for bye in view.byes]
    return _places(
        say("Round {number}: find your team’s tables", number=round_.number),
        f"{round_.number} {round_.attempt} teams",
        (DisplayColumn(say("Team")), DisplayColumn(say("Tables"), 160, ink="strong", right=True)),
        tables,
        500,
    )


def _places(
    title: str,
    occasion: str,
    columns: tuple[DisplayColumn, DisplayColumn],
    tables: Iterable[tuple[str, str]],
    least_width: int,
) -> DisplaySlide:
    """Return a slide with everybody's table, by name."""
    return DisplaySlide(
        Slide.BY_NAME.value,
        title,
        0,
        occasion=occasion,
        row_ms=NAME_MS,
        columns=columns,
        rows=tuple(sorted(tables, key=lambda row: name_order(row[0]))),
        least_width=least_width,
    )


def _matches(state: State, round_: Round) -> DisplaySlide:
    """Return the slide with the matches of teams, with their scores once the round has begun."""
    view = team_round_view(state, round_)
    begun = round_.has_begun
    rows = [
        (match.tables_words, match.names.red, match.score if begun else "–", match.names.blue)
        for match in view.matches
    ]
    rows += [("–", bye.team, "", say("Bye")) for bye in view.byes]
    return DisplaySlide(
        Slide.BY_TABLE.value,
        say("Round {number}: matches", number=round_.number),
        0,
        row_ms=PAIRING_MS,
        columns=(
            DisplayColumn(say("Tables"), 160, ink="strong"),
            DisplayColumn(say("Team")),
            DisplayColumn(say("Score"), 110, ink="strong"),
            DisplayColumn(say("Team")),
        ),
        rows=tuple(rows),
        least_width=900,
    )


def _by_table(state: State, round_: Round | None, _time_of: TimeOf) -> DisplaySlide | None:
    games = _list_games(state, round_)
    if round_ is None or not games:
        return None
    if is_of_teams(state):
        return _matches(state, round_)
    pairs = [(str(game.table), *(state.name(player) for player in game.players)) for game in games]
    byes = [("–", state.name(bye.player), say("Bye")) for bye in round_.byes]
    return DisplaySlide(
        Slide.BY_TABLE.value,
        say("Round {number}: tables", number=round_.number),
        0,
        row_ms=PAIRING_MS,
        columns=(
            DisplayColumn(say("Table"), 100, ink="strong"),
            *(DisplayColumn(side.colour, ink=side.value) for side in Side),
        ),
        rows=(*pairs, *byes),
        least_width=800,
    )


def _scenario(state: State, round_: Round | None, _time_of: TimeOf) -> DisplaySlide | None:
    """Return the slide with the scenario while the round is played. Before that it is secret."""
    games = _list_games(state, round_)
    if round_ is None or round_.stage is not Stage.STARTED or not round_.scenario or not games:
        return None
    terms = games[0].terms
    return DisplaySlide(
        Slide.SCENARIO.value,
        say("Scenario: {name}", name=terms.scenario.name),
        0,
        occasion=f"{round_.number} {round_.scenario}",
        row_ms=LINE_MS,
        columns=(DisplayColumn("", 50, ink="strong"), DisplayColumn("")),
        rows=(*_scenario_rows(terms), *_table_rows(games)),
        least_width=800,
        wraps=True,
        picture=_map(terms),
    )


def _scenario_rows(terms: GameRules) -> Iterator[tuple[str, ...]]:
    """Yield the elements with their numbers on the map, then the rules for scoring."""
    numbers, said = _numbers(terms.scenario), set[str]()
    for element in terms.scenario.elements:
        points = element_points(terms.scenario, element)
        name = packet_text(element.name)
        words = f"{name}: {points}." if points else f"{name}."
        said.add(words)
        yield (numbers.get(element.key, "•"), words)
    for part in scenario_briefing(terms).parts:
        lines = [line for line in part.lines if line not in said]
        if lines and part.title in _list_briefing_parts():
            yield (part.title,)
            yield from (("•", line) for line in lines)


def _table_rows(games: Iterable[Game]) -> Iterator[tuple[str, ...]]:
    """Yield a heading and, for each table where an element has changed, the states of
    its elements.
    """
    stands = [(str(game.table), states_line(game)) for game in games]
    changed = [row for row in stands if row[1]]
    if changed:
        yield (say("At the tables"),)
        yield from changed


def _list_briefing_parts() -> frozenset[str]:
    """Return the titles of the parts of a briefing that are shown on the wall. The whole briefing
    is on the tables.
    """
    return frozenset(
        (say("Scoring"), say("Kill box"), wording.HOW_THIS_GAME_ENDS, say("Deployment"))
    )


def _numbers(scenario: Scenario) -> Mapping[str, str]:
    """Return the numbers of the elements on the map, by their keys."""
    there = [element.key for element in scenario.elements if element.area is not None]
    return {key: str(number) for number, key in enumerate(there, start=1)}


def _map(terms: GameRules) -> DisplayMap | None:
    """Return the scenario's map; None if the places of its elements are not known."""
    scenario, numbers = terms.scenario, _numbers(terms.scenario)
    if not numbers:
        return None
    placed = [(one, one.area) for one in scenario.elements if one.area is not None]
    elements = [_element_shape(one, area, scenario.table, numbers[one.key]) for one, area in placed]
    return DisplayMap(
        scenario.table * TENTHS,
        say("Second player"),
        say("First player"),
        (
            *_draw_deployment(scenario, terms.briefing.deployment(scenario.deployment)),
            *_draw_kill_box(terms, elements),
            *(_reach(one, area, terms) for one, area in placed if terms.briefing.reach(one.kind)),
            *sorted(elements, key=lambda shape: not shape.zone),
        ),
    )


def _element_shape(element: Element, area: Area, table: int, label: str) -> MapShape:
    if element.kind is ElementKind.ZONE:
        return _shape("circle" if area.circle else "rectangle", area, table, label, zone=True)
    stands = element.base_mm and element.kind is ElementKind.OBJECTIVE
    size = UNKNOWN_BASE_INCHES if element.kind is ElementKind.FLAG else element.across_inches
    shape = _shape("circle" if stands else element.kind.value, area, table, label, point=size)
    own = element.owner is not Seat.NEUTRAL
    return replace(shape, whose=element.owner.value if own else "")


def _reach(element: Element, area: Area, terms: GameRules) -> MapShape:
    """Return the circle around an element that shows within what distance models count."""
    across = element.across_inches + 2 * terms.briefing.reach(element.kind)
    return _shape("circle", area, terms.scenario.table, point=across)


def _shape(
    kind: str,
    area: Area,
    table: int,
    label: str = "",
    *,
    zone: bool = False,
    point: Decimal = UNKNOWN_BASE_INCHES,
) -> MapShape:
    place = place_on_map(area, table, point)
    x, y, wide, high = (
        round(inches * TENTHS) for inches in (place.left, place.top, place.width, place.height)
    )
    return MapShape(kind, x, y, wide, high, label, zone)


def _draw_deployment(scenario: Scenario, deployment: Deployment | None) -> Iterator[MapShape]:
    """Yield the deployment zones and the edges for reinforcements."""
    size = scenario.table
    if deployment is not None:
        for zone in deployment.zones:
            yield _shape("circle" if zone.area.circle else "rectangle", zone.area, size)
        for line in deployment.lines:
            x, y, to_x, to_y = (
                round(inches * TENTHS)
                for inches in (line.x, size - line.y, line.to_x, size - line.to_y)
            )
            yield MapShape("line", x, y, to_x - x, to_y - y)


def _draw_kill_box(terms: GameRules, elements: Sequence[MapShape]) -> Iterator[MapShape]:
    """Yield the lines of the kill box at its first depth, if it is measured from each player's own
    edge.
    """
    box, size = terms.kill_box, terms.scenario.table
    if not (terms.scenario.kill_box and box.own_edge):
        return
    label = f"{wording.KILL_BOX_ROW} {box.inches}″"
    wide, high = _label_inches(label, size)
    taken = [place for shape in elements for place in _places_of(shape, size)]
    for inches in (box.inches, size - box.inches):
        place = place_line_words(Decimal(inches), wide, high, terms, taken)
        at = round(place.left * TENTHS), round(place.top * TENTHS)
        yield MapShape("line", 0, inches * TENTHS, size * TENTHS, 0, label, words=at)


def _label_inches(label: str, table: int) -> tuple[Decimal, Decimal]:
    """Return the width and height of a label in inches, on a map of ``table`` inches."""
    inch = Decimal(LAYOUT.area - 2 * LAYOUT.pitch) / table
    return LAYOUT.label(label) / inch, LAYOUT.pitch / inch


def _places_of(shape: MapShape, table: int) -> Iterator[MapPlace]:
    """Yield the place of a shape, and that of its number if it is beside the shape."""
    left, top, width, height = (
        Decimal(tenths) / TENTHS for tenths in (shape.x, shape.y, shape.width, shape.height)
    )
    yield MapPlace(left, top, width, height)
    if not shape.zone:
        yield MapPlace(left + width, top, *_label_inches(shape.label, table))


def _team_standings(state: State, _round: Round | None, _time_of: TimeOf) -> DisplaySlide | None:
    """Return the slide with the teams' standings after the last finished round; None if there is
    none.
    """
    finished = tuple(round_ for round_ in state.rounds if round_.stage is Stage.FINISHED)
    if not finished or not is_of_teams(state):
        return None
    table = team_table(replace(state, rounds=finished))
    place, team, *numbers = table.headings[: MOST_NUMBERS + 2]
    return DisplaySlide(
        Slide.STANDINGS.value,
        plural(len(finished), "Teams after {count} round", "Teams after {count} rounds"),
        0,
        occasion=str(finished[-1].number),
        row_ms=PAIRING_MS,
        columns=(
            DisplayColumn(place, 84, ink="strong"),
            DisplayColumn(team),
            *(DisplayColumn(heading, 88, right=True) for heading in numbers),
        ),
        rows=tuple(row[: MOST_NUMBERS + 2] for row in table.rows),
        least_width=800,
    )


def _standings(state: State, _round: Round | None, _time_of: TimeOf) -> DisplaySlide | None:
    """Return the slide with the standings after the last finished round. Later results are shown
    only to the organizer.
    """
    finished = tuple(round_ for round_ in state.rounds if round_.stage is Stage.FINISHED)
    if not finished:
        return None
    past = replace(state, rounds=finished)
    numbers = [RANKED[column] for column in order(past)][:MOST_NUMBERS]
    return DisplaySlide(
        PLAYERS if is_of_teams(state) else Slide.STANDINGS.value,
        plural(len(finished), "Standings after {count} round", "Standings after {count} rounds"),
        0,
        occasion=str(finished[-1].number),
        row_ms=PAIRING_MS,
        columns=(
            DisplayColumn(say(StandingsColumn.PLACE.value), 84, ink="strong"),
            DisplayColumn(say(StandingsColumn.NAME.value)),
            *(DisplayColumn(say(column.value), 88, right=True) for column in numbers),
        ),
        rows=tuple(
            (
                row.cell(StandingsColumn.PLACE),
                row.cell(StandingsColumn.NAME),
                *(row.cell(each) for each in numbers),
            )
            for row in standing_rows(past)
        ),
        least_width=800,
    )


def _awards(state: State, round_: Round | None, _time_of: TimeOf) -> DisplaySlide | None:
    """Return the slide with the awards once no further round is needed; None before that."""
    if round_ is None or round_.stage is not Stage.FINISHED:
        return None
    rows = tuple((row.name, row.names) for row in award_rows(state) if row.winners)
    if not rows or not next_draw(state).decided:
        return None
    return DisplaySlide(
        Slide.AWARDS.value,
        say("Awards"),
        0,
        row_ms=PAIRING_MS,
        columns=(DisplayColumn(say("Award")), DisplayColumn(say("Winner"), ink="strong")),
        rows=rows,
        least_width=1600,
    )


Make: TypeAlias = Callable[[State, Round | None, TimeOf], DisplaySlide | None]

_SLIDES: Mapping[Slide, tuple[Make, ...]] = {
    Slide.ANNOUNCEMENTS: (_announcements,),
    Slide.CLOCK: (_clock,),
    Slide.BY_NAME: (_by_name,),
    Slide.BY_TABLE: (_by_table,),
    Slide.SCENARIO: (_scenario,),
    Slide.STANDINGS: (_team_standings, _standings),
    Slide.AWARDS: (_awards,),
}
