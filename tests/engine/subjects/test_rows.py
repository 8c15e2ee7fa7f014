"""The rows of acts, and the templates in them."""

from string import Formatter

import pytest

from app.engine.frozen import replace
from app.engine.state import State
from app.engine.subjects.act import Act, Recorded
from app.engine.subjects.every import ACTS, RECORDS, REQUESTS
from app.engine.subjects.words import NAME_FIELDS, SENTENCE_FIELDS
from tests.engine.event import under_way
from tests.store.examples import example


def test_every_act_is_registered_exactly_once() -> None:
    records = [act for act in ACTS if isinstance(act, Act | Recorded)]

    assert len(records) == len(RECORDS) == len({act.kind for act in records})
    assert len(ACTS) - len([act for act in ACTS if isinstance(act, Recorded)]) == len(REQUESTS)


@pytest.mark.long
@pytest.mark.parametrize("act", RECORDS.values(), ids=lambda act: act.kind)
def test_every_field_in_a_history_sentence_has_a_value(act: "Act | Recorded") -> None:
    own = {*act.event.__struct_fields__}

    assert used(act.words) <= own | SENTENCE_FIELDS.keys()
    assert used(act.undo) <= own | NAME_FIELDS.keys()


@pytest.mark.parametrize("act", RECORDS.values(), ids=lambda act: act.kind)
@pytest.mark.parametrize(
    "state", [State(), replace(under_way(4).state, packet=None)], ids=["nothing", "no packet"]
)
def test_a_row_about_something_the_event_lacks_can_be_applied(
    act: "Act | Recorded", state: State
) -> None:
    assert isinstance(act.apply(state, example(act.kind)), State)


def used(template: object) -> set[str]:
    """Return the fields of a template."""
    words = template if isinstance(template, str) else ""
    return {field for _, field, _, _ in Formatter().parse(words) if field is not None}
