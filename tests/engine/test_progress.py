"""Progress in words."""

from app.engine.progress import left_words, no_progress


def test_what_is_left_goes_on_as_it_began() -> None:
    assert left_words(0.25, 10) == "30 seconds left"
    assert left_words(0.5, 1) == "1 second left"


def test_work_that_has_hardly_begun_is_a_hundredth_done() -> None:
    assert left_words(0, 2) == "200 seconds left"


def test_work_runs_without_a_progress_report() -> None:
    no_progress(0.5)
