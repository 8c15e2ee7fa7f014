"""Match-up procedures as files: read strictly, and a further one lands as a file alone."""

from pathlib import Path

import pytest

from app.engine.match_up.procedure import By
from app.engine.match_up.progress import Choice, Meeting
from app.engine.match_up.run import run
from app.engine.side import Pair, Side
from app.store import match_ups
from app.store.errors import StoreError
from app.store.match_ups import load_procedure, own_match_ups, procedures, try_out
from app.store.resources import resources_folder

FOLDER = resources_folder() / "match_ups"
KEYS = ["champions", "desk", "lot", "nominations", "nominations-tables", "seats"]
OWN = """
key = "captains-call"
name = "Captain’s call"
about = "The captain of A lays out the whole match: one player, one opponent, one table at a time."

[[step]]
do = "roll"

[[again]]
do = "put_up"
by = "winner"

[[again]]
do = "offer"
by = "loser"
count = 3

[[again]]
do = "pick"
by = "winner"

[[again]]
do = "choose_table"
by = "loser"

[[closing]]
do = "lot"
"""


def test_every_shipped_procedure_is_found_by_its_key() -> None:
    known = procedures()
    assert list(known.by_key) == KEYS
    assert known.faults == ()


def test_a_new_procedure_can_be_added_as_data_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_ups, "resources_folder", lambda: tmp_path)
    (tmp_path / "match_ups").mkdir()
    (tmp_path / "match_ups" / "captains-call.toml").write_text(OWN, "utf-8")
    (tmp_path / "match_ups" / "broken.toml").write_text('key = "other"', "utf-8")
    known = procedures()
    assert list(known.by_key) == ["captains-call"]
    assert known.faults == ("broken.toml: name is missing.",)
    given = Meeting(known.by_key["captains-call"], Pair((1, 2, 3), (11, 12, 13)), (7, 8, 9), "x")
    progress = run(given)
    first = progress.winner or Side.RED
    mine, theirs = given.teams.of(first), given.teams.of(first.other)
    choices = [
        Choice(first, 0, (mine[2],)),
        Choice(first, 2, (theirs[0],)),  # all three were offered by themselves
        Choice(first.other, 3, (9,)),
    ]
    progress = run(given, choices)
    assert {*progress.met[0].players} == {mine[2], theirs[0]}
    assert progress.met[0].table == 9
    assert try_out(given).is_done


def test_a_users_procedure_replaces_the_shipped_one_with_the_same_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))
    own_match_ups().mkdir(parents=True)
    text = (FOLDER / "lot.toml").read_text("utf-8")
    mine = text.replace(procedures().by_key["lot"].name, "The hat", 1)
    (own_match_ups() / "lot.toml").write_text(mine, "utf-8")
    (own_match_ups() / "captains-call.toml").write_text(OWN, "utf-8")
    known = procedures()
    assert known.by_key["lot"].name == "The hat"
    assert [*known.by_key] == [*KEYS, "captains-call"]


@pytest.mark.parametrize(("written", "stays_up"), [("true", True), ("false", False)])
def test_a_yes_or_no_key_is_read(tmp_path: Path, written: str, stays_up: bool) -> None:
    text = (FOLDER / "nominations.toml").read_text("utf-8")
    (tmp_path / "nominations.toml").write_text(text.replace("= true", f"= {written}"), "utf-8")
    picks = [
        step for step in load_procedure(tmp_path / "nominations.toml").again if step.by is By.UP
    ]
    assert [step.stays_up for step in picks] == [stays_up]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('key = "nominations"', 'key = "world"', "key must be the file’s own name, 'nominations'"),
        ('name = "Nominations"', 'name = ""', "name must be a text with something in it, not ''."),
        ('do = "roll"', 'do = "toss"', "step[0].do must be one of roll, choose_side, put_up,"),
        ('by = "b"', 'by = "c"', "step[2].by must be one of a, b, winner,"),
        ('do = "roll"', 'do = "roll"\nby = "a"', "step[0].by must be left out where no captain"),
        ('by = "winner"', 'by = "both"', "step[1].by must name one captain: both cannot"),
        ('by = "b"', 'by = "b"\ncount = 2', "step[2].count must be left out: only an offer"),
        ("count = 2", "count = 0", "again[0].count must be 1 or more, not 0."),
        ("count = 2", "count = 11", "again[0].count must be 10 or less, not 11."),
        ('by = "up"', 'by = "both"', "again[1].stays_up must be left out: only one captain’s"),
        ('by = "b"', 'by = "b"\nstays_up = true', "step[2].stays_up must be left out"),
        ('[[closing]]\ndo = "rest_meet"', "", "the steps leave players without an opponent"),
        ('[[step]]\ndo = "roll"', 'seats = [1]\n[[step]]\ndo = "roll"', "seats[0] must be 2 or"),
        ('[[step]]\ndo = "roll"', 'when = 1\n[[step]]\ndo = "roll"', "when is not a known key;"),
    ],
)
def test_a_fault_in_a_procedure_is_reported_with_file_and_key(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = (FOLDER / "nominations.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "nominations.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(StoreError) as refused:
        load_procedure(tmp_path / "nominations.toml")
    assert str(refused.value).startswith("nominations.toml: ")
    assert said in str(refused.value)


def test_a_procedure_without_steps_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none.toml").write_text('key = "none"\nname = "None"\nabout = "…"', "utf-8")
    with pytest.raises(StoreError, match="step must not be empty"):
        load_procedure(tmp_path / "none.toml")


ONE_PAIR = """
[[step]]
do = "put_up"
by = "a"

[[step]]
do = "offer"
by = "b"

[[step]]
do = "pick"
by = "a"
"""


@pytest.mark.parametrize(
    ("pairs", "seats", "said"),
    [
        (1, "", "the steps leave players without an opponent in teams of 2."),
        (2, "", "the steps leave players without an opponent in teams of 3."),
        (9, "", "the steps leave players without an opponent in teams of 10."),
        (10, "", ""),  # no team is larger
        (2, "seats = [2]", ""),
        (9, "seats = [9, 10]", "the steps leave players without an opponent in teams of 10."),
        (10, "seats = [10]", ""),
        (10, "seats = [11]", "seats[0] must be 10 or less, not 11."),
    ],
)
def test_everyone_in_teams_of_two_to_ten_gets_an_opponent(
    tmp_path: Path, pairs: int, seats: str, said: str
) -> None:
    head = f'key = "pairs"\nname = "Pairs"\nabout = "One after the other."\n{seats}\n'
    text = f'{head}[[step]]\ndo = "roll"\n{ONE_PAIR * pairs}'
    (tmp_path / "pairs.toml").write_text(text, "utf-8")
    if said:
        with pytest.raises(StoreError) as refused:
            load_procedure(tmp_path / "pairs.toml")
        assert str(refused.value) == f"pairs.toml: {said}"
    else:
        assert load_procedure(tmp_path / "pairs.toml").key == "pairs"
