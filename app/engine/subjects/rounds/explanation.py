"""The explanation of a draw, which is recorded together with it."""

from app.engine.acts.draw import DrawExplained
from app.engine.acts.stations.roles import Role
from app.engine.draw.criteria import CROSSINGS, criterion_words
from app.engine.draw.values import group_words
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.remarks import read_remark
from app.engine.state import State
from app.engine.subjects.act import Context, Reach, Recorded
from app.engine.subjects.rounds.changes import with_round


def _apply_explanation(state: State, event: DrawExplained) -> State:
    return with_round(state, event.round_number, lambda round_: replace(round_, explanation=event))


def _words(event: DrawExplained, _context: Context) -> str:
    return say(
        "Draw of round {round_number}: {explanation}",
        round_number=event.round_number,
        explanation=_explanation_words(event),
    )


def _explanation_words(event: DrawExplained) -> str:
    remarks = (*event.impossible, *event.causes, *event.tables)
    parts = [merit_words(event), *(read_remark(remark).rstrip(".") for remark in remarks)]
    if event.locked:
        parts.append(
            plural(
                len(event.locked),
                "{count} game held as begun or set by place",
                "{count} games held as begun or set by place",
            )
        )
    if event.why:
        parts.append(say("drawn again because: {why}", why=event.why))
    return "; ".join(parts)


def merit_words(event: DrawExplained) -> str:
    """Return in words every criterion that the draw breaks, the strictest first, or say that it
    breaks none.
    """
    broken = [f"{_merit_name(merit.name)}: {merit.value}" for merit in event.merits if merit.value]
    return ", ".join(broken) or say("every rule kept")


def _merit_name(name: str) -> str:
    """Return the name by which players know a criterion. "crossings from 2 TP" in a file, for
    example, means players who are paired down.
    """
    what, _, group = name.partition(" from ")
    if what != CROSSINGS:
        return criterion_words(name)
    if not group:
        return say("paired down")
    return say("paired down from {group}", group=group_words(group))


ACTS = (
    Recorded(
        DrawExplained, kind="draw_told", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        apply=_apply_explanation, words=_words, undo=say("draw of round {round_number}"),
    ),
)  # fmt: skip
