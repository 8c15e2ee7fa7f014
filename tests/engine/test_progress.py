"""Progress in words."""

from app.engine.progress import left_words, no_progress, share_of


def test_what_is_left_goes_on_as_it_began() -> None:
    assert left_words(0.25, 10) == "30 seconds left"
    assert left_words(0.5, 1) == "1 second left"


def test_long_work_is_counted_in_minutes() -> None:
    assert left_words(0.5, 90) == "90 seconds left"
    assert left_words(0.5, 91) == "2 minutes left"
    assert left_words(0.1, 60) == "9 minutes left"


def test_work_that_has_hardly_begun_is_a_hundredth_done() -> None:
    assert left_words(0, 0.5) == "50 seconds left"


def test_work_may_be_a_part_of_other_work() -> None:
    parts: list[float] = []
    report_progress = share_of(parts.append, 0.5, 1)
    report_progress(0)
    report_progress(0.5)
    report_progress(1)
    assert parts == [0.5, 0.75, 1]


def test_work_runs_without_a_progress_report() -> None:
    no_progress(0.5)
