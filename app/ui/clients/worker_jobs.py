"""The jobs of the worker process: large draws and questions about them. No Qt here."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from multiprocessing.connection import Connection

from msgspec import Struct

from app.engine.acts.results import Result
from app.engine.draw.explain import Alternative, Question, WhatIf, alternatives, what_if
from app.engine.draw.request import DrawRequest
from app.engine.draw.solve import solve_draw
from app.engine.draw.values import DrawConstraints, Entrant, Numbers, Occasion
from app.engine.rounds.correction import ChangedDraw, find_changed_draws
from app.engine.rounds.draw_request import work_out
from app.engine.state import State

MOST_ROWS = 40
"""The greatest number of alternatives for a large field. Each alternative takes as long as a
draw.
"""


class Matter(Struct, frozen=True):
    """The input of a draw, without the costs of its pairs."""

    field: Sequence[Entrant]
    occasion: Occasion
    names: dict[int, str]
    wishes: DrawConstraints


class Ended(Struct, frozen=True):
    """A message that marks the end of the answers. A process that ends without sending it has
    failed.
    """


def run(work: Callable[..., Iterator[object]], given: tuple[object, ...], out: Connection) -> None:
    """Run the job in the worker process and send each answer."""
    for answer in work(*given, out.send):
        out.send(answer)
    out.send(Ended())
    out.close()


def whole_draw(request: DrawRequest, report: Callable[[object], None]) -> Iterator[object]:
    """Report each step when it begins, then yield the draw with its tables."""
    yield work_out(request, report)


def what_if_job(
    matter: Matter, pair: Numbers, _report: Callable[[object], None]
) -> Iterator[WhatIf]:
    yield what_if(solve_draw(matter.field, matter.occasion, matter.names, matter.wishes), *pair)


def alternatives_job(
    matter: Matter, question: Question, _report: Callable[[object], None]
) -> Iterator[Alternative]:
    own = solve_draw(matter.field, matter.occasion, matter.names, matter.wishes)
    yield from islice(alternatives(own, question), MOST_ROWS)


def changed_draws_job(
    state: State, game: int, result: Result, _report: Callable[[object], None]
) -> Iterator[ChangedDraw]:
    yield from find_changed_draws(state, game, result)
