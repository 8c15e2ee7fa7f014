"""The organizer's changes to a piece of terrain, in half inches. Nothing here is random."""

from decimal import Decimal
from math import ceil

from app.engine.frozen import replace
from app.engine.packet.scenario import Scenario
from app.engine.packet.scenario_layout import middle, move_area
from app.engine.packet.terrain_rules import TerrainRules
from app.engine.terrain.layout import Layout, Piece
from app.engine.terrain.propose import Body, Dice, Site, Table

STEP = 2  # half inches between the places tried for a new piece


def moved_piece(piece: Piece, x: Decimal, y: Decimal, table: int) -> Piece:
    """Return the piece with its lower left corner as near as possible to this place, in half
    inches.
    """
    wide, high = piece.area.width / 2, piece.height / 2
    left, low = (Decimal(round(2 * edge)) / 2 for edge in (x - wide, y - high))
    return replace(piece, area=move_area(piece.area, left + wide, low + high, table))


def shaped_piece(
    piece: Piece, width: Decimal, height: Decimal, table: int, *, circle: bool = False
) -> Piece:
    """Return the piece with another size or shape and the same middle; a circle has ``width`` as
    its diameter.
    """
    x, y = middle(piece.area)
    area = replace(piece.area, width=width, height=Decimal(0) if circle else height, circle=circle)
    return moved_piece(replace(piece, area=area), x, y, table)


def turned_piece(piece: Piece, table: int) -> Piece:
    """Return the piece turned by 90 degrees about its middle, as exactly as half inches allow."""
    if piece.area.circle:
        return piece
    return shaped_piece(piece, piece.area.height, piece.area.width, table)


def another_piece(rules: TerrainRules, scenario: Scenario, layout: Layout) -> Piece:
    """Return one more piece, at the free place nearest to the middle; in the middle itself if no
    place is free.
    """
    known = [piece for piece in layout.pieces if piece.kind in rules.kinds]
    table = Table(Site(rules, scenario), Dice(""), 0)
    table.pieces, table.shapes = known, [piece.shape for piece in known]
    side = ceil(2 * rules.size.least)
    body, last = Body(rules.kinds[0], side, side), table.half_inches - side
    places = [(x, y) for x in range(0, last + 1, STEP) for y in range(0, last + 1, STEP)]
    places.sort(key=lambda at: (2 * at[0] - last) ** 2 + (2 * at[1] - last) ** 2)
    free = (at for at in places if table.fits(body.kind, body.shape(*at)))
    return body.at(*next(free, (last // 2, last // 2)))


def change_piece(layout: Layout, number: int, *instead: Piece) -> Layout:
    """Return the layout with the piece with this number replaced or removed. The layout then counts
    as set up by hand.
    """
    pieces = list(layout.pieces)
    pieces[number - 1 : number] = instead
    return replace(layout, pieces=tuple(pieces), seed=0)
