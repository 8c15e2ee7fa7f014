from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.packets.files import load_packet

TURNS = """[[timing]]
key = "turns"
name = "Turns"
kind = "turns"
dice_down = true
variable = true
variable_minutes = 15
row = [{ size = 25, round = 30, turn = 5 }, { size = 50, round = 50, turn = 5 }]

[victory]"""


WAYS = "]\nway = [\n"


OBJECTIVES = """    { key = "oa", name = "A", kind = "objective", destroyed = 1, after = "ob" },
    { key = "ob", name = "B", kind = "objective", destroyed = 1, after = "oa" },
"""


UNBROKEN = """    { key = "oa", name = "A", kind = "objective" },
    { key = "ob", name = "B", kind = "objective", destroyed = 1, after = "oa" },
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "x = 18, y = 21",
            "x = nan, y = 21",
            "x must be a number that can be measured, not nan",
        ),
        (
            "x = 18, y = 21",
            "x = inf, y = 21",
            "x must be a number that can be measured, not inf",
        ),
        ("x = 18, y = 21", f"x = {'9' * 5000}, y = 21", "is not correct TOML"),
        ("caster = 10", "caster = 5001", "counting.caster must be 1000 or less, not 5001."),
        ("[victory]", TURNS, "timing[1].row[0].round must be more than the 45 minutes a roll"),
        (
            "[victory]",
            TURNS.replace("variable_minutes = 15\n", ""),
            "timing[1].row[0].extension must be 1 or more where a secret roll goes in its steps",
        ),
        (
            "[victory]",
            TURNS.replace("turn = 5", "turn = 500").replace("= 15\n", "= 5\n"),
            "timing[1].row[0].turn must not be longer than the round of 30 minutes",
        ),
        ("width = 12, height = 6", "width = 12", "area.height must be more than 0 for a rectangle"),
        (WAYS, OBJECTIVES + WAYS, "after is an objective that nobody can destroy: 'ob'"),
        (WAYS, UNBROKEN + WAYS, "after is an objective that nobody can destroy: 'oa'"),
        (
            'held = "dominated", key = "zone"',
            'held = "destroyed", key = "zone"',
            "needs[0].held must not be destroyed: 'zone' is no objective",
        ),
        (
            "inches = 12\npoints = 2",
            "inches = 12",
            "kill_box.points must be 1 or more where a scenario has the kill box",
        ),
        ("apd_percent = 50", "apd_percent = 5000", "apd_percent must be 100 or less, not 5000"),
        (
            'deployment = "standard"',
            'deployment = "standard"\nvanishing = ["zone", "zone"]',
            "vanishing[1] is there twice: 'zone'",
        ),
        (
            'at_length = ["control_points", "army_points_destroyed"]',
            "at_length = []",
            "victory.at_length must not be empty where there",
        ),
        ("rounds = [", "odd = " + "[" * 5000 + "\nrounds = [", "has too many tables within tables"),
    ],
)
def test_impossible_values_are_reported_with_file_and_key(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = Path("docs/writing-a-packet.md").read_text("utf-8").split("```toml\n")[1]
    text = text.split("```")[0]
    assert old in text
    (tmp_path / "harbour.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(StoreError) as refused:
        load_packet(tmp_path / "harbour.toml")
    assert str(refused.value).startswith("harbour.toml")
    assert said in str(refused.value)
