"""Rows of a damaged file that a repair could not read."""

from app.engine.acts.events import RowLost
from app.engine.acts.stations.roles import Role
from app.engine.language import say
from app.engine.remarks import read_remark
from app.engine.subjects.act import Context, Reach, Recorded, leave_state


def _words(event: RowLost, _context: Context) -> str:
    return say("Lost in a damaged file: {event}", event=read_remark(event.words))


ACTS = (
    Recorded(
        RowLost, kind="row_lost", by=Role.ORGANIZER,
        reach=Reach.NO_GAME, apply=leave_state, words=_words, undo=None,
    ),
)  # fmt: skip
