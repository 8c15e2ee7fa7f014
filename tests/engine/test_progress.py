"""Progress in words."""

from app.engine.progress import left_words, no_progress, share_of


def test_the_time_left_is_estimated_from_the_pace_so_far() -> None:
    assert left_words(0.25, 10) == "30 seconds left"
    assert left_words(0.5, 1) == "1 second left"


def test_long_work_is_counted_in_minutes() -> None:
    assert left_words(0.5, 90) == "90 seconds left"
    assert left_words(0.5, 91) == "2 minutes left"
    assert left_words(0.1, 60) == "9 minutes left"


def test_work_that_has_barely_begun_counts_as_one_percent_done() -> None:
    assert left_words(0, 0.5) == "50 seconds left"


def test_progress_of_one_step_is_scaled_into_the_whole_work() -> None:
    parts: list[float] = []
    report_progress = share_of(parts.append, 0.5, 1)
    report_progress(0)
    report_progress(0.5)
    report_progress(1)
    assert parts == [0.5, 0.75, 1]


def test_the_empty_progress_report_can_be_called() -> None:
    no_progress(0.5)
