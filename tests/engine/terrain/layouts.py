"""The layouts that are proposed: three for every packet, scenario and method, piece by piece.

    python -m tests.engine.terrain.layouts

writes ``layouts.txt`` anew. A change there means that a seed gives other tables than it gave in
the version before.
"""

from collections.abc import Iterator
from pathlib import Path

from app.engine.terrain.layout import Layout, Piece
from app.engine.terrain.propose import propose
from tests.engine.terrain_runs import RULES, Case, cases

PROPOSED = Path(__file__).with_suffix(".txt")
LAYOUTS = 243


def piece_words(piece: Piece) -> str:
    area = piece.area
    size = f"round {area.width}" if area.circle else f"{area.width}x{area.height}"
    return f"{piece.kind.value} {size} at {area.x},{area.y}"


def layout_words(layout: Layout | None) -> str:
    return "none" if layout is None else "; ".join(map(piece_words, layout.pieces))


def words_of(case: Case) -> str:
    key, scenario, seed, method = case
    named = f"{key}, {scenario.name}, {method.value if method else 'freely'}, {seed}"
    return f"{named}: {layout_words(propose(RULES[key], scenario, seed, method))}"


def words() -> Iterator[str]:
    return map(words_of, cases(LAYOUTS))


if __name__ == "__main__":
    PROPOSED.write_text("\n".join(words()) + "\n", "utf-8")
