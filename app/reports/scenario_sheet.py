"""A scenario as a sheet for the table: its map, the elements that score, the models that count, and
the ways to win.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from decimal import Decimal
from html import escape
from math import cos, pi, sin
from typing import TypeAlias

from app.engine import wording
from app.engine.language import packet_text, say, template
from app.engine.packet.packet import GameRules
from app.engine.packet.reference import Deployment
from app.engine.packet.scenario import Area, Element, ElementKind, Scenario, Seat
from app.engine.packet.scenario_layout import middle
from app.engine.text import keep_counted
from app.reports import paper
from app.reports.page import frame
from app.views.table.briefing import BriefingPart, scenario_briefing
from app.views.table.map_places import MapPlace, measures, number_of, place_line_words

MAP_PIXELS = 276
COLOURS = {Seat.FIRST: paper.RED, Seat.SECOND: paper.BLUE, Seat.NEUTRAL: paper.INK}
FONT = f'font-family="{paper.SVG_FONT}"'
POINT = Decimal(2)
POINTS = {ElementKind.OBJECTIVE: Decimal("0.4"), ElementKind.CACHE: Decimal(0)}
"""The kinds of elements that are drawn as a small square, with the radius of its corners in
inches.
"""
Box: TypeAlias = tuple[Decimal, Decimal, Decimal, Decimal]
"""The left, right, top and bottom ends of an area of the map, in inches."""
PARTS = (10, 7, 13, 4, 16, 2, 18)
"""The positions of a number along its line, in twentieths of the line, in order of preference."""
SHIFTS = (Decimal("0.5"), Decimal("-0.5"), 1, -1)
"""The sideways shifts that are tried for a name, as multiples of half its width."""
BOX_WORDS, UNDER_LETTERS = Decimal(9), Decimal("0.5")
BESIDE = Decimal("0.4")
"""The distance in inches between words and a measuring line."""
BASED = (ElementKind.OBJECTIVE, ElementKind.FLAG)
LETTERS, SMALL = Decimal("1.7"), Decimal("1.5")
HALO = f'stroke="{paper.PAPER}" stroke-width="7" stroke-linejoin="round"'
"""A white border around letters, so that no line runs through them."""
LINE = Decimal(2)
LONG = 20
"""The greatest number of letters that a name may have on one line."""
BESIDE_LETTERS, BESIDE_LINES = 42, 21
"""The most letters in a line beside the map, and the most lines."""
LETTER = Decimal("0.9")
"""The average width of a letter, in inches."""
CHORD = Decimal("0.6")
"""The share of a circle's width that is available for its name."""
GAP = Decimal("0.6")
BESIDE_ZONE = 12
"""The most letters in a line beside a zone."""
EDGES = template("Below: the first player’s edge (red). Above: the second player’s (blue).")
UNKNOWN = say("See the packet’s diagram for positions.")
STEPS = 72  # corners of a circle

LETTERS_PT = 9
STYLE = """
h1 { font-size: 15pt; margin: 0 0 2px 0; }
.part { font-size: 10pt; margin-top: 1px; }
.small { font-size: 8pt; }
"""


def scenario_page(terms: GameRules, packet: str, event: str) -> str:
    """Return the scenario's sheet as a self-contained page of HTML. ``packet`` and ``event`` are
    names.
    """
    briefing = scenario_briefing(terms)
    scenario = terms.scenario
    heading = f"<h1>{escape(briefing.scenario)}</h1>"
    about = " · ".join(words for words in (packet, event) if words)
    drawn = any(element.area for element in scenario.elements)
    picture = _image(terms) if drawn else ""
    if drawn:  # the scoring stands beside the map, so that a sheet takes one page
        taken = _beside(briefing.parts)
        rest = tuple(part for part in briefing.parts if part not in taken)
        beside = f'<td valign="top">{briefing_html(taken)}</td>'
        map_ = f'<td width="{MAP_PIXELS + 16}">{picture}<p class="small">{EDGES!s}</p></td>'
        top = f'<table width="100%"><tr>{map_}{beside}</tr></table>'
    else:
        rest = briefing.parts
        top = f'<p class="small">{UNKNOWN}</p>'
    body = f'{heading}\n<p class="small">{escape(about)}</p>\n{top}\n{briefing_html(rest)}'
    return frame(briefing.scenario, body, STYLE, LETTERS_PT)


def _beside(parts: Sequence[BriefingPart]) -> tuple[BriefingPart, ...]:
    """Return the first part, and as many of the following ones as fit beside the map."""
    taken: list[BriefingPart] = []
    lines = 0.0
    for part in parts:
        more = 1.5 + sum(1 + len(line) // BESIDE_LETTERS for line in part.lines)
        if not taken or lines + more <= BESIDE_LINES:
            taken.append(part)
            lines += more
    return tuple(taken)


def briefing_html(parts: Sequence[BriefingPart]) -> str:
    """Return each part of the briefing below its heading."""
    return "\n".join(
        f'<p class="part"><b>{escape(part.title)}</b></p>\n'
        + "\n".join(f"<p>{escape(keep_counted(line))}</p>" for line in part.lines)
        for part in parts
    )


def _image(terms: GameRules) -> str:
    svg = scenario_svg(terms).encode()
    data = b64encode(svg).decode()
    return (
        f'<p><img width="{MAP_PIXELS}" height="{MAP_PIXELS}" '
        f'src="data:image/svg+xml;base64,{data}"></p>\n'
    )


def scenario_svg(terms: GameRules) -> str:
    """Return the table as SVG, seen from the first player's edge; one unit is an inch."""
    scenario = terms.scenario
    side, deployment = scenario.table, terms.briefing.deployment(scenario.deployment)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side * 30}" height="{side * 30}" '
        f'viewBox="-1 -1 {side + 2} {side + 2}">',
        f'<rect width="{side}" height="{side}" fill="{paper.PAPER}" stroke="{paper.INK}"'
        ' stroke-width="0.2"/>',
        *(_deployment(deployment, side) if deployment else ()),
        *_edges(side),
    ]
    words = tuple(_place_kill_box(terms))
    parts += _draw_kill_box(words, terms)
    taken = [_box(place) for _, _, place in words]
    for one in scenario.elements:
        parts += _draw_measures(one, terms)
        taken += _draw_base(one, side)
    for one in scenario.elements:
        parts += _numbers(one, terms, taken)
    zones_first = sorted(scenario.elements, key=lambda e: e.kind is not ElementKind.ZONE)
    for element in zones_first:
        if element.area is not None:
            parts += _element(element, element.area, scenario, taken)
    return "".join([*parts, "</svg>"])


def _edges(side: int) -> Iterator[str]:
    for seat, y in ((Seat.FIRST, side), (Seat.SECOND, 0)):
        yield f'<path d="M0 {y}H{side}" stroke="{COLOURS[seat]}" stroke-width="0.8"/>'


def _draw_kill_box(
    boxes: Sequence[tuple[Seat, Decimal, MapPlace]], terms: GameRules
) -> Iterator[str]:
    """Yield a line at the depth of each kill box, with words beside it."""
    for seat, y, place in boxes:
        look = f'stroke="{COLOURS[seat]}" stroke-width="0.15" stroke-dasharray="1.6 0.5 0.4 0.5"'
        yield f'<path d="M0 {y}H{terms.scenario.table}" {look}/>'
        words = f"{wording.KILL_BOX_ROW} {terms.kill_box.inches}″"
        yield _text(words, place.left, place.top + SMALL + UNDER_LETTERS, SMALL, "start")


def _place_kill_box(terms: GameRules) -> Iterator[tuple[Seat, Decimal, MapPlace]]:
    """Yield, for each kill box, the player's seat, the position of its line, and a place for its
    words. Yield nothing unless kill boxes are measured from the player's own edge.
    """
    box, side = terms.kill_box, Decimal(terms.scenario.table)
    if not terms.scenario.kill_box or not box.own_edge:
        return
    taken = [place for one in terms.scenario.elements for place in _stands(one, terms)]
    for seat, y in ((Seat.FIRST, side - box.inches), (Seat.SECOND, Decimal(box.inches))):
        yield seat, y, place_line_words(y, BOX_WORDS, SMALL + 1, terms, taken)


def _stands(element: Element, terms: GameRules) -> Iterator[MapPlace]:
    """Yield the places covered by an element's base and its measuring lines."""
    side = terms.scenario.table
    for left, right, top, low in _draw_base(element, side):
        yield MapPlace(left, top, right - left, low - top)
    for one in measures(element, side):
        (x, y), (to_x, to_y) = one.edge, one.base
        wide, high = abs(to_x - x), abs(to_y - y)
        yield MapPlace(min(x, to_x) - BESIDE, min(y, to_y), wide + 2 * BESIDE, high)


def _box(place: MapPlace) -> Box:
    return place.left, place.left + place.width, place.top, place.top + place.height


def _draw_measures(element: Element, terms: GameRules) -> Iterator[str]:
    """Yield the lines from the edges to a base, and the circle around it within which models
    count.
    """
    colour = COLOURS[_seat(element)]
    for one in measures(element, terms.scenario.table):
        (x, y), (to_x, to_y) = one.edge, one.base
        path = f"M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}"
        yield f'<path d="{path}" stroke="{colour}" stroke-width="0.1"/>'
    reach = terms.briefing.reach(element.kind)
    if reach and element.area is not None and element.base_mm:
        x, y = middle(element.area)
        across = element.across_inches / 2 + reach
        look = f'fill="none" stroke="{colour}" stroke-width="0.12" stroke-dasharray="0.4 0.4"'
        yield f'<circle cx="{x}" cy="{terms.scenario.table - y}" r="{across:.2f}" {look}/>'


def _draw_base(element: Element, side: int) -> Iterator[Box]:
    """Yield the box around a base; nothing if the element has none."""
    if element.area is not None and element.base_mm:
        x, y = middle(element.area)
        up, high = side - y, 3 if element.kind is ElementKind.FLAG else 1
        yield x - 1, x + 1, up - high, up + 1


def _numbers(element: Element, terms: GameRules, taken: list[Box]) -> Iterator[str]:
    """Yield the distances in inches from the edges to a base, at free positions on the measuring
    lines.
    """
    side = terms.scenario.table
    for one in measures(element, side):
        reach = terms.briefing.reach(element.kind)
        places = [one.part(reach, Decimal(part) / 20) for part in PARTS]
        boxes = [_number_box(x, y, side) for x, y in places]
        left, right, top, low = _free(boxes, taken)
        x, y = (left + right) / 2, (top + low) / 2
        place = f'x="{left:.2f}" y="{top:.2f}" width="{right - left}" height="{low - top}" rx="0.5"'
        colour = COLOURS[_seat(element)]
        yield f'<rect {place} fill="{paper.PAPER}" stroke="{colour}" stroke-width="0.1"/>'
        yield _text(str(one.inches), x, y + Decimal("0.58"), LETTERS, "middle")


def _number_box(x: Decimal, y: Decimal, side: int) -> Box:
    half, high = Decimal("1.3"), Decimal(1)
    x, y = min(max(x, half), side - half), min(max(y, high), side - high)
    return x - half, x + half, y - high, y + high


def _free(boxes: Sequence[Box], taken: list[Box]) -> Box:
    """Return the first box that overlaps none of the boxes in ``taken``, or the first box if there
    is no such box. Add the returned box to ``taken``.
    """
    found = next((box for box in boxes if not any(_meet(box, one) for one in taken)), boxes[0])
    taken.append(found)
    return found


def _seat(element: Element) -> Seat:
    return element.owner if element.owner is not Seat.NEUTRAL else element.scored_by


def _text(words: str, x: Decimal, y: Decimal, letters: Decimal, anchor: str) -> str:
    # Qt rounds the size of letters to whole units, so they are drawn large and made smaller.
    place = f'transform="translate({x:.2f} {y:.2f}) scale(0.1)" font-size="{letters * 10}"'
    look = f'{place} {FONT} text-anchor="{anchor}"'
    return f"<text {look} {HALO}>{escape(words)}</text><text {look}>{escape(words)}</text>"


def _deployment(deployment: Deployment, side: int) -> Iterator[str]:
    for zone in deployment.zones:
        points = " ".join(f"{x},{side - y}" for x, y in _outline(zone.area, side))
        colour = COLOURS[zone.seat]
        look = f'fill="{colour}" fill-opacity="0.08" stroke="{colour}" stroke-width="0.2"'
        yield f'<polygon points="{points}" {look} stroke-dasharray="0.8 0.5"/>'
    for line in deployment.lines:
        look = f'stroke="{COLOURS[line.seat]}" stroke-width="0.5" stroke-dasharray="0.3 0.5"'
        path = f"M{line.x} {side - line.y}L{line.to_x} {side - line.to_y}"
        yield f'<path d="{path}" {look}/>'


def _outline(area: Area, side: int) -> list[tuple[float, float]]:
    """Return the corners of an area. Corners beyond the table are moved to its edge."""
    left, low = float(area.x), float(area.y)
    if area.circle:
        radius = float(area.width) / 2
        turns = [2 * pi * step / STEPS for step in range(STEPS)]
        corners = [(left + radius * cos(turn), low + radius * sin(turn)) for turn in turns]
    else:
        right, high = left + float(area.width), low + float(area.height)
        corners = [(left, low), (right, low), (right, high), (left, high)]
    return [(round(min(max(x, 0), side), 2), round(min(max(y, 0), side), 2)) for x, y in corners]


def _element(element: Element, area: Area, scenario: Scenario, taken: list[Box]) -> Iterator[str]:
    side = scenario.table
    colour = COLOURS[_seat(element)]
    x, y = middle(area)
    up = side - y
    look = f'fill="{paper.AREA}" fill-opacity="0.7" stroke="{colour}" stroke-width="0.3"'
    base = element.across_inches / 2
    if element.base_mm and element.kind in BASED:
        yield f'<circle cx="{x}" cy="{up}" r="{base:.2f}" {look}/>'
    if element.kind is ElementKind.FLAG and element.base_mm:
        yield f'<path d="M{x} {up}V{up - 3}L{x + 2} {up - 2}L{x} {up - 1}" {look}/>'
    elif element.kind is ElementKind.FLAG:
        yield f'<path d="M{x - 1} {up + 1}V{up - 2}L{x + 2} {up - 1}L{x - 1} {up}Z" {look}/>'
    elif element.kind in POINTS and not (element.base_mm and element.kind in BASED):
        corner = POINTS[element.kind]
        size = f'width="{POINT}" height="{POINT}" rx="{corner}"'
        yield f'<rect x="{x - 1}" y="{up - 1}" {size} {look}/>'
    elif area.circle:
        yield f'<circle cx="{x}" cy="{up}" r="{area.width / 2}" {look}/>'
    else:
        top = side - area.y - area.height
        size = f'width="{area.width}" height="{area.height}"'
        yield f'<rect x="{area.x}" y="{top}" {size} {look}/>'
    yield from _name(element, area, scenario, taken)


def _name(element: Element, area: Area, scenario: Scenario, taken: list[Box]) -> Iterator[str]:
    """Yield an element's name. A zone's name stands at its upper edge, or beside the zone if it
    does not fit. A point's name stands on the side that faces away from the middle of the table.
    """
    side = scenario.table
    x, y = middle(area)
    anchor = "middle"
    if element.kind is ElementKind.ZONE:
        lines = _wrap(
            packet_text(element.name), _letters(area.width * (CHORD if area.circle else 1))
        )
        top = side - y - _height(area) / 2
        at = top + Decimal("2.4")
        if not _fits(lines, at, element, area, scenario):
            lines, x, anchor = _beside_zone(packet_text(element.name), area, side)
            at = side - y - LINE * (len(lines) - 1) / 2 + LETTERS / 2
    else:
        lines = _lines(element)
        x, at = _beside_point(lines, x, y, side, taken)
    for number, line in enumerate(lines):
        low = at + LINE * number
        yield _text(line, Decimal(x), low, LETTERS, anchor)


def _height(area: Area) -> Decimal:
    return area.width if area.circle else area.height


def _letters(inches: Decimal) -> int:
    """Return how many letters fit into this width."""
    return int(inches / LETTER)


def _fits(
    lines: Sequence[str], at: Decimal, element: Element, area: Area, scenario: Scenario
) -> bool:
    """Tell whether a zone's name fits into the zone, above the elements that stand in it."""
    _, y = middle(area)
    bottom = at + LINE * (len(lines) - 1)
    if bottom > scenario.table - y + _height(area) / 2 - Decimal("0.5"):
        return False
    width = area.width * (CHORD if area.circle else 1)
    if max(map(len, lines)) > _letters(width):
        return False
    return not any(
        other.area is not None
        and other is not element
        and other.kind is not ElementKind.ZONE
        and _is_inside(other.area, area)
        and _top(other, other.area, scenario.table) < bottom
        for other in scenario.elements
    )


def _is_inside(point: Area, zone: Area) -> bool:
    (x, y), (mid_x, mid_y) = middle(point), middle(zone)
    return abs(x - mid_x) < zone.width / 2 and abs(y - mid_y) < _height(zone) / 2


def _top(point: Element, area: Area, side: int) -> Decimal:
    """Return the position of the upper end of a flag or an objective, including its name."""
    x, y = middle(area)
    return min(_beside_point(_lines(point), x, y, side, [])[1] - LETTERS, side - y - POINT / 2)


def _beside_point(
    lines: Sequence[str], x: Decimal, y: Decimal, side: int, taken: list[Box]
) -> tuple[Decimal, Decimal]:
    """Return the position of the first line of a flag's or objective's name, and add its place to
    ``taken``. The name stands on the player's side, or on another side if that place is taken.
    """
    below = side - y + Decimal("2.8")
    above = side - y - Decimal("2.4") - LINE * (len(lines) - 1)
    half = max(map(len, lines)) * LETTER / 2
    beside, level = half + Decimal("1.6"), side - y + Decimal("0.6")
    heights = (below, above) if y <= Decimal(side) / 2 else (above, below)
    further = (below + 1, above - 1, below + 2, above - 2)
    places = (
        *((x, at) for at in heights),
        *((x + beside, level), (x - beside, level)),
        *((x + by * half, at) for at in (*heights, *further) for by in SHIFTS),
    )
    boxes = [
        (kept - half, kept + half, at - LETTERS, at + LINE * (len(lines) - 1))
        for kept, at in ((min(max(to, half), side - half), at) for to, at in places)
    ]
    left, right, top, _ = _free(boxes, taken)
    return (left + right) / 2, top + LETTERS


def _meet(one: Box, other: Box) -> bool:
    across = one[0] < other[1] and other[0] < one[1]
    return across and one[2] < other[3] and other[2] < one[3]


def _beside_zone(name: str, area: Area, side: int) -> tuple[list[str], Decimal, str]:
    """Return the lines of a name that stands beside a zone, on the side nearer to the table's edge.
    Also return their horizontal position and alignment.
    """
    x, _ = middle(area)
    left = x < Decimal(side) / 2
    end = x - area.width / 2 - GAP if left else x + area.width / 2 + GAP
    room = end if left else side - end
    return _wrap(name, min(_letters(room), BESIDE_ZONE)), end, "end" if left else "start"


def _wrap(name: str, letters: int) -> list[str]:
    """Divide a name into lines of at most ``letters`` letters. A longer word has a line of
    its own.
    """
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _lines(element: Element) -> list[str]:
    """Return the lines of a flag's or objective's name; a long name has two."""
    name = packet_text(element.name)
    if element.base_mm:
        return [_short(element, name)]
    words = name.split()
    half = (len(words) + 1) // 2
    long = len(name) > LONG
    return [" ".join(words[:half]), " ".join(words[half:])] if long else [name]


def _short(element: Element, name: str) -> str:
    """Return a short name: the owner, the size of an objective, and the number of an element if
    there are several. The drawing shows the rest.
    """
    size = str(element.base_mm) if element.kind is ElementKind.OBJECTIVE else ""
    if element.owner is Seat.NEUTRAL:
        return size or name
    seat = wording.SEAT_FIRST if element.owner is Seat.FIRST else wording.SEAT_SECOND
    number = number_of(name)
    return " ".join(filter(None, (seat.format(), size, f"({number})" if number else "")))
