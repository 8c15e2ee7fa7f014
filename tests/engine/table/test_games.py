"""Every script in `games` is played as it is told."""

from pathlib import Path

import pytest

from tests.engine.script import play

NAMED = ("# SR2012, ", "# SR2014, ", "# SR2015, ", "# SR2014/15, ", "# SR2017, ", "# Decision, ")
GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_scripted_game_goes_as_its_script_says(path: Path) -> None:
    play(path)


def test_every_script_names_the_rule_it_shows() -> None:
    assert GAMES
    for path in GAMES:
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith(NAMED), path.name
