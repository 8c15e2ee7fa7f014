"""Replaces guesses in lists by known models."""

from collections.abc import Mapping, Sequence

from app.engine.armies.models import Known, settle_row, take_apart
from app.engine.armies.parse.entries import ArmyLine
from app.engine.armies.parse.kind_guess import size_doubt
from app.engine.frozen import replace


def with_known(lines: Sequence[ArmyLine], known: Mapping[str, Known]) -> tuple[ArmyLine, ...]:
    """Return the lines with each guess replaced by what is known of that model."""
    return tuple(_with_known(line, known) for line in lines)


def _with_known(line: ArmyLine, known: Mapping[str, Known]) -> ArmyLine:
    settled = line.row and settle_row(line.row, known)
    if settled is None or settled == line.row:
        return line
    count, row = take_apart(settled)
    doubt = size_doubt(row.models) if row.size_guessed else ""
    return replace(line, row=row, copies=line.copies * count, doubt=doubt)
