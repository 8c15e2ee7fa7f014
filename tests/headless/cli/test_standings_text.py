import csv
import json

from app.engine.acts.players import DisqualifyPlayer
from app.headless.cli.standings_text import as_text, standings_as_csv, standings_as_json
from tests.engine.event import under_way


def test_files_mark_shared_places_in_a_separate_field() -> None:
    desk = under_way(4)
    desk.do(DisqualifyPlayer(3, "Loaded dice"), insist=True)
    lines = list(csv.DictReader(standings_as_csv(desk.state).splitlines()))
    assert [(line["place"], line["shared"]) for line in lines] == [
        ("1", "no"),
        ("2", "yes"),
        ("2", "yes"),
        ("DQ", "no"),
    ]
    told = json.loads(standings_as_json(desk.state))["standings"]
    assert [(message["place"], message["shared"]) for message in told] == [
        (1, False),
        (2, True),
        (2, True),
        (None, False),
    ]
    assert [line.split()[0] for line in as_text(desk.state).splitlines()[1:]] == [
        "1",
        "2=",
        "2=",
        "DQ",
    ]
