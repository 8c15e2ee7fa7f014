"""What the organizer is asked about a gap in time says how surely its length is known."""

import pytest

from app.engine.table.sentences import gap_question


@pytest.mark.parametrize(
    ("gap_ms", "known", "said", "unsaid"),
    [
        (20_000, True, "0:20", "may have been set"),
        (20_000, False, "0:20, but that clock may have been set", "was set back"),
        (0, False, "this computer’s clock was set back", "0:20"),
    ],
)
def test_the_question_about_a_gap_reflects_how_well_its_length_is_known(
    gap_ms: int, known: bool, said: str, unsaid: str
) -> None:
    question = gap_question(gap_ms, "0:20", known=known)
    assert said in question
    assert unsaid not in question
