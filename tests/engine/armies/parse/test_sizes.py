"""How many models an entry has, as people write it."""

import pytest

from app.engine.armies.parse.sizes import Size, read_size


@pytest.mark.parametrize(
    ("words", "size"),
    [
        ("Lancer", Size(1, "Lancer", is_said=False)),
        ("Rangers (Leader & Grunt)", Size(2, "Rangers")),
        ("Rangers (4+2)", Size(6, "Rangers ")),
        ("Cannon - Leader & 9 Grunts", Size(10, "Cannon")),
        ("Stitcher & 3 Stitch Thralls", Size(4, "Stitcher & 3 Stitch Thralls")),
        ("Rangers, Leader and 5 Grunts", Size(6, "Rangers")),
        ("Rangers (10)", Size(10, "Rangers ")),
        ("Rangers x6", Size(6, "Rangers ")),
        ("Rangers 6 models", Size(6, "Rangers ")),
        ("Rangers max10", Size(10, "Rangers ")),
        ("6 Rangers", Size(6, "Rangers", is_guess=True, is_first=True)),
        ("1 Lancer", Size(1, "Lancer", is_first=True)),
        ("2 Lancer", Size(2, "Lancer", is_guess=True, is_first=True)),
        ("0 Lancer", Size(1, "0 Lancer", is_said=False)),
        ("Rangers (max)", Size(10, "Rangers ", is_guess=True)),
        ("Rangers minimum", Size(6, "Rangers ", is_guess=True)),
        ("Rangers (maximum)", Size(10, "Rangers ", is_guess=True)),
        ("Rangers full", Size(10, "Rangers ", is_guess=True)),
        ("Maximus", Size(1, "Maximus", is_said=False)),
        ("Prefects - Sevryn, Rhylyss, and Vysarr", Size(3, "Prefects")),
    ],
)
def test_a_size_is_read_however_it_is_written(words: str, size: Size) -> None:
    assert read_size(words) == size
