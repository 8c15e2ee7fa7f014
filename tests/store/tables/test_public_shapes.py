"""Every file made after a public shape is read right, or asked about in a sentence."""

from pathlib import Path

import pytest

from app.store.tables.games import read_games
from app.store.tables.sources import pasted_players
from tests.store.tables.public_shapes import GAMES, ROSTERS, Shape, is_right, read_shape


@pytest.mark.parametrize("shape", ROSTERS, ids=[shape.name for shape in ROSTERS])
def test_a_list_of_players_is_read_right_or_asked_about(shape: Shape, tmp_path: Path) -> None:
    rows, said = read_shape(shape, tmp_path, games=False)
    assert is_right(shape, rows, said), (rows, said)


@pytest.mark.parametrize("shape", GAMES, ids=[shape.name for shape in GAMES])
def test_a_table_of_games_is_read_right_or_asked_about(shape: Shape, tmp_path: Path) -> None:
    rows, said = read_shape(shape, tmp_path, games=True)
    assert is_right(shape, rows, said), (rows, said)


def test_every_public_table_shape_is_tested() -> None:
    assert len(ROSTERS) + len(GAMES) == 58
    assert len({shape.name for shape in (*ROSTERS, *GAMES)}) == 58


def test_an_unclear_cell_for_the_points_of_both_players_is_noted() -> None:
    (event,) = read_games("Round,Player 1,Player 2,Winner,Score\n1,Ana,Bo,1,good\n")
    assert event.games[0].note == "“good” is not used: write the points as 5-3."


def test_a_single_name_followed_by_a_word_stays_whole() -> None:
    (sheet,) = pasted_players("Ana Lind (ace)")
    assert [row.cells for row in sheet.rows] == [("Ana Lind (ace)",)]
    (sheet,) = pasted_players("Ana Lind (ace)\nBo Reed\n")
    assert [row.cells for row in sheet.rows] == [("Ana Lind (ace)",), ("Bo Reed",)]
