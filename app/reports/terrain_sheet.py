"""A table's terrain as a sheet to print: the table as SVG, and the pieces as rows."""

from collections.abc import Collection, Iterator
from decimal import Decimal

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.language import say, template
from app.engine.packet.scenario import Area, ElementKind, Scenario
from app.engine.packet.scenario_layout import middle
from app.engine.packet.terrain_rules import Kind
from app.engine.state import Round, Stage, State
from app.engine.terrain.layout import Layout, inches_words
from app.reports import paper
from app.reports.terrain_patterns import Shape, draw_pattern
from app.views.table.terrain import scenario_of

HEADINGS = (say("No."), say("Piece"), say("Size"), say("Place"))
NUMBER = Decimal("1.1")
"""The radius of the circle around a piece's number, in inches."""
LEGEND_COLUMNS, LEGEND_LINE = 4, 2.4
FONT = f'font-family="{paper.SVG_FONT}"'
NOTE = template("First player’s edge below. Inches from the left and from that edge.")
SECRET = say("the scenario is announced at the start")


class TerrainSheet(Struct, frozen=True):
    """One table's sheet; ``rows`` are texts under HEADINGS."""

    title: str
    note: str
    svg: str
    legend: str
    """The legend: the pattern of each kind of terrain on the table. It is SVG as wide as the
    drawing, in lines of the height LEGEND_LINE.
    """
    rows: tuple[tuple[str, str, str, str], ...]


def is_secret(state: State, round_: Round) -> bool:
    """Tell whether this round's scenario must still be hidden from players."""
    settings = state.settings
    known = settings is not None and settings.scenarios_public and settings.in_order
    return round_.stage in {Stage.DRAWN, Stage.PUBLISHED} and not known


def terrain_sheets(
    state: State, round_: Round, tables: Collection[int] | None = None
) -> tuple[TerrainSheet, ...]:
    """Return a sheet for every table with known terrain, or only for those among ``tables`` if
    these are given.
    """
    scenario, secret = scenario_of(state, round_), is_secret(state, round_)
    return tuple(
        terrain_sheet(table, scenario, layout, secret=secret)
        for table, layout in sorted(state.terrain.items())
        if tables is None or table in tables
    )


def terrain_sheet(
    table: int, scenario: Scenario, layout: Layout, *, secret: bool = False
) -> TerrainSheet:
    """Return a table's terrain sheet. With ``secret`` the sheet leaves out the scenario, so that it
    can lie on a table before the round starts.
    """
    method = say("{method} method.", method=layout.method.words) if layout.method else ""
    return TerrainSheet(
        title=say(
            "Table {table}: {secret}", table=table, secret=SECRET if secret else scenario.name
        ),
        note=f"{method} {NOTE!s}".strip(),
        svg=terrain_svg(replace(scenario, elements=()) if secret else scenario, layout),
        legend=legend_svg(scenario.table, layout),
        rows=tuple(
            (str(number), piece.kind.words, piece.size_words, _place(piece.area))
            for number, piece in enumerate(layout.pieces, start=1)
        ),
    )


def terrain_svg(scenario: Scenario, layout: Layout) -> str:
    """Return the table as SVG, seen from the first player's edge; one unit is an inch."""
    side = scenario.table
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {side + 2} {side + 2}">',
        f'<rect width="{side}" height="{side}" fill="{paper.PAPER}" stroke="{paper.INK}"'
        ' stroke-width="0.2"/>',
        *_grid(side),
        *_pieces(side, layout),
        *_elements(scenario),
        *_numbers(side, layout),
        "</svg>",
    ]
    return "".join(parts)


def _place(area: Area) -> str:
    where = say("middle") if area.circle else say("lower left corner")
    return f"{where} {inches_words(area.x)}, {inches_words(area.y)}"


def _grid(side: int) -> Iterator[str]:
    for at in range(6, side, 6):
        yield f'<path d="M{at} 0V{side}M0 {at}H{side}" stroke="{paper.GRID}" stroke-width="0.08"/>'


def _shape(side: int, area: Area) -> Shape:
    x, y, width = float(area.x), float(area.y), float(area.width)
    if area.circle:
        return Shape(x - width / 2, side - y - width / 2, width, width, circle=True)
    high = float(area.height)
    return Shape(x, side - y - high, width, high)


def legend_lines(layout: Layout) -> int:
    """Return the number of lines in the legend below the table."""
    return -(-len({piece.kind for piece in layout.pieces}) // LEGEND_COLUMNS)


def legend_svg(side: int, layout: Layout) -> str:
    """Return the legend as SVG: each kind of terrain with its pattern. One unit is one inch of the
    table.
    """
    here = {piece.kind for piece in layout.pieces}
    kinds = [kind for kind in Kind if kind in here]
    high = LEGEND_LINE * legend_lines(layout)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 {side + 2} {high}">']
    for place, kind in enumerate(kinds):
        row, column = divmod(place, LEGEND_COLUMNS)
        x, y = column * side / LEGEND_COLUMNS, row * LEGEND_LINE + 0.25
        parts += draw_pattern(Shape(x, y, 3.6, LEGEND_LINE - 0.6), kind)
        text = _large(f"{x + 4.2:g}", f"{y + 1.3:g}", 10)
        parts.append(f"<text {text} {FONT}>{kind.words}</text>")
    return "".join((*parts, "</svg>"))


def _elements(scenario: Scenario) -> Iterator[str]:
    look = f'fill="none" stroke="{paper.INK}" stroke-width="0.15" stroke-dasharray="0.6 0.4"'
    for element in scenario.elements:
        if element.area is None:
            continue
        area = element.area
        if element.kind is not ElementKind.ZONE:
            area = Area(area.x, area.y, Decimal(2), circle=True)
        yield _shape(scenario.table, area).outline(look)


def _pieces(side: int, layout: Layout) -> Iterator[str]:
    for piece in layout.pieces:
        yield from draw_pattern(_shape(side, piece.area), piece.kind)


def _numbers(side: int, layout: Layout) -> Iterator[str]:
    """Yield the number of each piece, drawn above all pieces on a white circle. The number of a
    piece that is too thin stands beside the piece.
    """
    font = f'{FONT} font-weight="600" text-anchor="middle"'
    for number, piece in enumerate(layout.pieces, start=1):
        x, y = number_place(piece.area)
        up = side - y
        yield f'<circle cx="{x}" cy="{up}" r="{NUMBER}" fill="{paper.PAPER}"/>'
        low = up + Decimal("0.55")
        yield f"<text {_large(str(x), str(low), 15)} {font}>{number}</text>"


def _large(x: str, y: str, tenths: int) -> str:
    """Return the attributes that place letters and set their size. The letters are drawn large and
    scaled down. Otherwise Qt would round sizes to whole units, and make small letters bold by
    drawing them twice.
    """
    return f'transform="translate({x} {y}) scale(0.1)" font-size="{tenths}"'


def number_place(area: Area) -> tuple[Decimal, Decimal]:
    """Return the middle of a piece's number, in inches from the left and from the lower edge."""
    x, y = middle(area)
    high = area.width if area.circle else area.height
    if min(area.width, high) >= 2 * NUMBER:
        return x, y
    beside = NUMBER + min(area.width, high) / 2
    return (x + beside, y) if area.width < high else (x, y + beside)
