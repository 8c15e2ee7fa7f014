import pytest

from app.engine.text import few_tables, long_time, sentence, shorten


def test_a_shortened_name_at_the_end_of_a_sentence_keeps_its_ellipsis() -> None:
    assert sentence("Anna instead of Ben") == "Anna instead of Ben."
    hebrew = "א" * 50
    assert shorten(hebrew) == f"{'א' * 39}…\u200f"
    assert shorten(f"{'B' * 39}{hebrew}").endswith("B…")
    assert shorten(" " * 50) == "…"
    assert sentence(f"Anna instead of {shorten(hebrew)}").endswith("…\u200f")
    assert sentence(f"Anna instead of {shorten('B' * 50)}") == f"Anna instead of {'B' * 39}…"


def test_up_to_eight_tables_are_named_and_more_are_counted() -> None:
    assert few_tables(range(1, 9)) == "tables 1, 2, 3, 4, 5, 6, 7 and 8"
    assert few_tables(range(1, 10)) == "9 tables"
    assert few_tables([4]) == "table 4"


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (400, "0 s"),
        (61_000, "1 min 1 s"),
        (240_000, "4 min"),
        (7_200_000, "2 h"),
        (26 * 3_600_000 + 180_000, "26 h 3 min"),
        (48 * 3_600_000, "2 days"),
        (50 * 3_600_000, "2 days 2 h"),
    ],
)
def test_a_long_time_is_reported_in_days_hours_and_minutes(ms: int, words: str) -> None:
    assert long_time(ms) == words
