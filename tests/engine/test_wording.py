from app.engine.wording import ended, shortened


def test_a_name_cut_short_at_the_end_of_a_sentence_brings_its_dots() -> None:
    assert ended("Anna instead of Ben") == "Anna instead of Ben."
    assert ended(f"Anna instead of {shortened('B' * 50)}") == f"Anna instead of {'B' * 39}…"
