"""Sentences about a draw that was changed by hand."""

from app.engine.draw.compare import Comparison
from app.engine.draw.criteria import Grade


def fault_words(seen: Comparison, least: Grade) -> list[str]:
    """What is wrong with edited pairings, from that grade on, worst first."""
    return [one.sentence for one in seen.faults if one.grade >= least]
