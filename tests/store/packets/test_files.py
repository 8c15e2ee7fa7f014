"""A packet file is read strictly: what is wrong is told with file, key and reason."""

import time
from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.packets import files as packet_files
from app.store.packets.files import load_packet, own_packets, packets, shelf
from app.store.resources import resources_folder
from tests.os_words import NOT_THERE

FOLDER = resources_folder() / "packets"
RECT = "{ x = 18, y = 21, width = 12, height = 6 }"
CIRCLE = "{ x = 24, y = 24, width = 12, circle = true }"


def complaint(tmp_path: Path, key: str, old: str, new: str) -> str:
    """What is said of a shipped file once ``old`` is replaced by ``new`` in one place."""
    text = (FOLDER / f"{key}.toml").read_text("utf-8")
    assert old in text
    (tmp_path / f"{key}.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(StoreError) as refused:
        load_packet(tmp_path / f"{key}.toml")
    return str(refused.value)


KINDS = "kind must be one of zone, flag, objective, cache"


def test_every_packet_is_found_by_its_key() -> None:
    assert set(packets()) == {
        "points",
        "sr2012",
        "sr2014",
        "sr2015",
        "sr2017",
        "sr2017-rumble",
        "sr2026",
    }
    assert packets()["sr2017"] == load_packet(FOLDER / "sr2017.toml")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))
    own_packets().mkdir()
    return own_packets()


def test_a_users_packets_come_after_the_programs(own: Path) -> None:
    text = (FOLDER / "sr2017.toml").read_text("utf-8")
    (own / "zeppelin.toml").write_text(text.replace('key = "sr2017"', 'key = "zeppelin"'), "utf-8")
    (own / "broken.toml").write_text("key = 1", "utf-8")
    known = shelf()
    assert list(known.packets)[-1] == "zeppelin"
    assert len(known.packets) == 8
    (fault,) = known.faults
    assert "broken.toml" in fault


def test_a_users_packet_replaces_the_programs_packet_with_the_same_key(own: Path) -> None:
    text = (FOLDER / "sr2017.toml").read_text("utf-8")
    (own / "sr2017.toml").write_text(text.replace("points = 6", "points = 7", 1), "utf-8")
    assert packets()["sr2017"] == load_packet(own / "sr2017.toml")
    assert len(packets()) == 7


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'name = "Circle", kind = "zone", control = 1',
            'name = "Circle", kind = "zone", control = "one"',
            "sr2017.toml: scenario[0].element[2].control must be a whole number, not 'one'.",
        ),
        ("lead = 6", "lead = 6.5", "victory.win.lead must be a whole number, not 6.5."),
        ("lead = 6", "lead = true", "victory.win.lead must be a whole number, not true."),
        ("points = 6", "points = 0", "victory.win.points must be 1 or more"),
        (", lead = 6", "", "sr2017.toml: victory.win.lead is missing."),
        ("cp = 3", "cp = -1", "sr2017.toml: bye.cp must be 0 or more, not -1."),
        ('name = "The Pit II"', "", "sr2017.toml: scenario[0].name is missing."),
        ('name = "The Pit II"', 'name = " "', "name must be a text with something in it, not ' '."),
        ('name = "The Pit II"', 'name = ["The Pit II"]', "name must be a text, not a list."),
        ("kill_box = true", 'kill_box = "yes"', "kill_box must be true or false, not 'yes'."),
        (
            'kind = "zone"',
            'kind = "hill"',
            "kind must be one of zone, flag, objective, cache, not 'hill'",
        ),
        (
            'kind = "zone"',
            "kind = {}",
            "kind must be one of zone, flag, objective, cache, not a table.",
        ),
        ("sizes = [0,", 'sizes = ["none",', "sr2017.toml: sizes[0] must be a whole number"),
        ("sizes = [0, 25, 50, 75, 100, 150, 200]", "sizes = 75", "sizes must be a list, not 75."),
        ("sizes = [0, 25, 50, 75, 100, 150, 200]", "sizes = []", "sizes must not be empty."),
        (
            "[bye]\ncp = 3\napd_percent = 50",
            "[other]",
            "other is not a known key; known here: key,",
        ),
        ("[bye]\ncp = 3\napd_percent = 50", "bye = 3", "sr2017.toml: bye must be a table, not 3."),
        ('owner = "first"', 'colour = "red"', "scenario[0].element[3].colour is not a known key;"),
        ("number = 2", "number = 1", "sr2017.toml: scenario[1].number is there twice: 1."),
        ("number = 2", "number = 0", "sr2017.toml: scenario[1].number must be 1 or more, not 0."),
        ('key = "zone-2"', 'key = "zone-1"', "scenario[0].element[1].key is there twice: 'zone-1'"),
        ("150, 200]", "150, 150]", "sr2017.toml: sizes[6] is there twice: 150."),
        ('"cp", "apd"]', '"cp", "cp"]', "sr2017.toml: standings[3] is there twice: 'cp'."),
        ("    { size = 75, clock = 60 },\n", "", "timing[0].row has no line for size 75."),
        ("100, 150, 200]", "100, 150]", "timing[0].row[6].size is not one of the sizes: 200."),
        ("{ size = 25,", "{ size = 0,", "timing[0].row[1].size is there twice: 0."),
        ("clock = 60", "clock = 0", "timing[0].row[3].clock must be 1 or more in a Deathclock"),
        ("turn = 10", "turn = 0", "timing[1].row[3].turn must be 1 or more where turns are timed"),
        ("round = 100", "round = 0", "timing[1].row[3].round must be 1 or more where dice down"),
        ('key = "classic"', 'key = "deathclock"', "timing[1].key is there twice: 'deathclock'."),
        ("players = 16", "players = 8", "rounds[1].players must be more than in the line before."),
        ("rounds = 5", "rounds = 3", "rounds[2].rounds must be more than in the line before."),
        ("last_turn = 7", "last_turn = 1", "victory.scoring_from_turn must not come after"),
        ('"casters", "control', '"area", "control', "victory.unfinished may hold one of area,"),
        ('"casters", "control', '"presence", "control', "victory.unfinished[3] is there twice"),
        ("own_edge = true", "destroys = true", "kill_box.points must be 0 where kill_box.destroys"),
        ('about = "victory.win"', 'about = "victory.loss"', "note[0].about names no key of this"),
        ('about = "victory.win"', 'about = "timing[7]"', "note[0].about names no key of this file"),
        ('key = "sr2017"', 'key = "sr2016"', "key must be the file’s own name, 'sr2017'"),
        ('standings = ["tp", "sos", "cp", "apd"]', "standings = []", "standings must not be empty"),
        ('key = "sr2017"', 'key = "sr2017', "sr2017.toml is not correct TOML:"),
        ('kind = "zone", control = 1', 'kind = "zone", destroyed = 1', "only an objective is"),
        ('kind = "zone", control = 1', 'kind = "zone", own_control = 1', "own_control must be 0"),
    ],
)
def test_a_fault_in_a_packet_is_reported_with_file_and_key(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert said in complaint(tmp_path, "sr2017", old, new)


@pytest.mark.parametrize(
    ("key", "old", "new", "said"),
    [
        ("sr2014", RECT, "{ x = 40, y = 21, width = 12, height = 6 }", "beyond the table of 48"),
        ("sr2014", CIRCLE, CIRCLE.replace("y = 24", "y = 5"), "beyond the table of 48"),
        ("sr2014", RECT, "{ x = 18.5, y = 21 }", "area.width must be more than 0 for a zone"),
        ("sr2014", "x = 18,", 'x = "left",', "area.x must be a number, not 'left'."),
        ("sr2014", "x = 18,", "x = -1,", "area.x must be 0 or more, not -1."),
        ("sr2014", '["flag-left", ', '["flag-lost", ', "vanishing[0] is no element: 'flag-lost'."),
        ("sr2014", 'name = "Relaxed"', 'name = ""', "limits[0].name must be a text with something"),
        ("sr2014", 'key = "casual"', 'key = "relaxed"', "limits[1].key is there twice: 'relaxed'."),
        (
            "sr2017",
            'timing = "classic"',
            'timing = "clasic"',
            "limits[0].timing is no timing format: 'cla",
        ),
        ("sr2015", 'about = "scenario[7]"', 'about = "scenario[6]"', "scenario[7].element must"),
        (
            "sr2012",
            'group = "Center"\nwin = { points = 3',
            'group = "Center"\nwin = { points = 0',
            "scenario[0].win.points must be 1",
        ),
        (
            "sr2012",
            'held = "met", key = "caster',
            'held = "met", key = "c',
            "is no condition: 'c-in",
        ),
        (
            "sr2012",
            'held = "controlled", key = "z',
            'held = "controlled", key = "x',
            "is no element",
        ),
        (
            "sr2012",
            'seat = "first", points = 1',
            'seat = "first", points = 0',
            "way[0].points must",
        ),
        (
            "sr2012",
            'after = "objective-second-a"',
            'after = "lost"',
            "after is no objective: 'lost'",
        ),
        (
            "sr2012",
            'needs = [{ held = "controlled", key = "zone-for-first" }, { held = "met",'
            ' key = "caster-in-zone" }]',
            "needs = []",
            "scenario[0].way[0].needs must not be empty",
        ),
        ("sr2012", 'key = "masters"', 'key = "casual"', "preset[3].key is there twice: 'casual'."),
        ("sr2012", '{ key = "assassin" }', '{ key = "killer" }', "variant[5].key is no variant:"),
        (
            "sr2012",
            'key = "divide-and-conquer"',
            'key = "x-lists"',
            "variant[5].key is there twice",
        ),
        ("sr2012", 'limits = "frenzy" }', 'limits = "mad" }', "changes.limits are no time limits:"),
        ("sr2012", '{ timing = "untimed" }', '{ timing = "never" }', "changes.timing is no timing"),
        ("sr2012", "excludes = [4]", "excludes = [44]", "excludes is no scenario: 44."),
        ("sr2012", "{ size = 15, points = 3 }", "{ size = 16, points = 3 }", "points[0].size is"),
        (
            "sr2017",
            '{ key = "classic", reason',
            '{ key = "x", reason',
            "needs[0].key is no variant",
        ),
        (
            "sr2017",
            '{ key = "cut", reason',
            '{ key = "x", reason',
            "conflicts[3].key is no variant",
        ),
        (
            "sr2017",
            'timing = "classic"\n',
            'timing = "x"\n',
            "limits[0].timing is no timing format:",
        ),
        (
            "sr2017",
            'group = "lists"',
            'group = "hats"',
            "variant[0].group must be one of lists, game",
        ),
    ],
)
def test_a_fault_in_a_scenario_is_reported_with_file_and_key(
    tmp_path: Path, key: str, old: str, new: str, said: str
) -> None:
    assert said in complaint(tmp_path, key, old, new)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("least = 6, most = 8, advised = 8", "least = 9, most = 8", "terrain.count.least must be"),
        ("most = 8, advised = 8", "most = 8, advised = 9", "terrain.count.advised must lie"),
        ("size = { least = 3", "size = { least = 0", "terrain.size.least must be half an inch"),
        (
            'restricted = ["hazard"',
            'restricted = ["hill"',
            "terrain kind[7] is there twice",
        ),
        ('touching = ["trench"]', 'touching = ["wreck"]', "terrain.touching[0] is no kind of this"),
        ("least_blockers = 2", "least_blockers = 7", "terrain.least_blockers must not be more"),
        ('method = "scatter"', 'method = "quadrant"', "terrain.setup[2].method is there twice"),
        ("least = 8, most = 8, near", "least = 8, most = 9, near", "terrain.setup[1].least and"),
        ("core = 5", "core = 7", "terrain.setup[0].core must be 1 or more"),
        (
            '"cluster"',
            '"pile"',
            "terrain.setup[0].method must be one of",
        ),
    ],
)
def test_a_fault_in_the_terrain_rules_is_reported_with_its_key(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert said in complaint(tmp_path, "sr2017", old, new)


def test_a_cluster_may_have_a_core_of_one_piece(tmp_path: Path) -> None:
    text = (FOLDER / "sr2017.toml").read_text("utf-8")
    (tmp_path / "sr2017.toml").write_text(text.replace("core = 5", "core = 1"), "utf-8")
    terrain = load_packet(tmp_path / "sr2017.toml").terrain
    assert terrain is not None
    assert terrain.setups[0].core == 1


def test_methods_that_begin_with_a_blocker_need_one(tmp_path: Path) -> None:
    old = 'blockers = ["forest", "dense_fog", "obstruction"]\nleast_blockers = 2\n'
    said = "terrain.setup[0] starts with a blocker"
    assert said in complaint(tmp_path, "sr2017", old, "")
    old = 'blockers = ["forest", "dense_fog", "obstruction"]\n'
    assert "terrain.blockers must not be empty" in complaint(tmp_path, "sr2017", old, "")


def test_a_packet_may_be_silent_on_terrain(tmp_path: Path) -> None:
    text = (FOLDER / "sr2014.toml").read_text("utf-8")
    start, end = text.index("[terrain]"), text.index("# 48 by 48")
    (tmp_path / "sr2014.toml").write_text(text[:start] + text[end:], "utf-8")
    assert load_packet(tmp_path / "sr2014.toml").terrain is None


def test_the_list_of_unrestricted_terrain_must_not_be_empty(tmp_path: Path) -> None:
    text = (FOLDER / "sr2014.toml").read_text("utf-8")
    line = next(
        splitline for splitline in text.splitlines() if splitline.startswith("unrestricted")
    )
    said = complaint(tmp_path, "sr2014", line, "unrestricted = []")
    assert "terrain.unrestricted must not be empty" in said


def test_a_scenario_must_have_something_that_scores(tmp_path: Path) -> None:
    text = (FOLDER / "sr2017.toml").read_text("utf-8")
    text = text.replace(", control = 1", "").replace(", destroyed = 1", "")
    (tmp_path / "sr2017.toml").write_text(text, "utf-8")
    with pytest.raises(StoreError, match=r"scenario\[0\] scores nothing: give an element points"):
        load_packet(tmp_path / "sr2017.toml")


def test_a_scenario_needs_elements_or_a_note(tmp_path: Path) -> None:
    head, _, _ = (FOLDER / "sr2017.toml").read_text("utf-8").partition("[[scenario]]")
    scenario = '[[scenario]]\nnumber = 1\nname = "Plain"\nkill_box = true\nelement = []\n'
    (tmp_path / "sr2017.toml").write_text(head + scenario, "utf-8")
    with pytest.raises(StoreError, match=r"scenario\[0\]\.element must not be empty, unless"):
        load_packet(tmp_path / "sr2017.toml")


def test_a_missing_packet_file_is_reported_by_name(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=rf"sr2031\.toml cannot be read: {NOT_THERE}"):
        load_packet(tmp_path / "sr2031.toml")


def test_a_packet_file_that_is_not_utf_8_text_is_reported_by_name(tmp_path: Path) -> None:
    (tmp_path / "sr2017.toml").write_bytes(b"\xff\xfe\x00\xd8")
    with pytest.raises(StoreError, match=r"sr2017\.toml is not a text in UTF-8"):
        load_packet(tmp_path / "sr2017.toml")


def test_one_faulty_file_does_not_affect_the_other_packets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "packets"
    folder.mkdir()
    (folder / "club.toml").write_text('key = "club"\n', "utf-8")
    monkeypatch.setattr(packet_files, "resources_folder", lambda: tmp_path)
    said = "There is no packet. club.toml: name is missing."
    with pytest.raises(StoreError, match=said):
        packets()
    (folder / "sr2014.toml").write_text((FOLDER / "sr2014.toml").read_text("utf-8"), "utf-8")
    assert list(packets()) == ["sr2014"]
    assert shelf().faults == ("club.toml: name is missing.",)


def test_a_packet_is_read_once_until_its_file_is_edited(tmp_path: Path) -> None:
    file = tmp_path / "sr2017.toml"
    text = (resources_folder() / "packets" / "sr2017.toml").read_text("utf-8")
    file.write_text(text, "utf-8")
    packet = load_packet(file)
    assert load_packet(file) is packet
    file.write_text(text.replace(packet.name, "Steamroller Twice"), "utf-8")
    assert load_packet(file).name == "Steamroller Twice"


@pytest.mark.parametrize(
    ("key", "old", "last", "beyond", "said"),
    [
        ("sr2012", "apd_percent = 50", "100", "101", "100 or less"),
        ("sr2012", "win_percent = 50", "100", "101", "100 or less"),
        ("sr2017-rumble", "table = 30", "144", "145", "144 or less"),
        ("sr2012", "shift = 2", "20", "21", "20 or less"),
        ("sr2012", "shift = -1", "-20", "-21", "-20 or more"),
        ("sr2017", "caster = 10", "1000", "1001", "1000 or less"),
        ("sr2017", "players = 128", "100000", "100001", "100000 or less"),
        ("sr2012", "scoring_from_turn = 2", "1", "0", "1 or more"),
        ("sr2012", "\nfrom_turn = 2", "1", "0", "1 or more"),
        ("sr2012", "players = 8", "1", "0", "1 or more"),
        ("sr2012", "rounds = 3", "1", "0", "1 or more"),
        ("sr2012", "reinforced_extensions = 2", "1", "0", "1 or more"),
        ("sr2017-rumble", "table = 30", "1", "0", "1 or more"),
    ],
)
def test_the_highest_sensible_number_is_accepted_and_none_beyond_it(
    tmp_path: Path, key: str, old: str, last: str, beyond: str, said: str
) -> None:
    name = old.partition(" = ")[0]
    told = complaint(tmp_path, key, old, f"{name} = {beyond}")
    assert told.endswith(f"{name.strip()} must be {said}, not {beyond}.")
    file = tmp_path / f"{key}.toml"
    text = (FOLDER / file.name).read_text("utf-8")
    file.write_text(text.replace(old, f"{name} = {last}", 1), "utf-8")
    load_packet(file)


@pytest.mark.timed
def test_a_key_with_very_many_parts_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "sr2031.toml").write_text(".".join(["a"] * 20_000) + " = 1", "utf-8")
    began = time.perf_counter()
    with pytest.raises(StoreError, match=r"sr2031\.toml has too many tables within tables"):
        load_packet(tmp_path / "sr2031.toml")
    assert time.perf_counter() - began < 0.5


def test_a_reminder_for_a_timing_the_packet_lacks_is_refused(tmp_path: Path) -> None:
    text = (FOLDER / "sr2017.toml").read_text("utf-8")
    text = text.replace('timing = "deathclock"\nsays', 'timing = "chess"\nsays')
    (tmp_path / "sr2017.toml").write_text(text, "utf-8")
    said = r"briefing\.timed\[0\]\.timing must be one of deathclock, classic, untimed"
    with pytest.raises(StoreError, match=said):
        load_packet(tmp_path / "sr2017.toml")


@pytest.mark.parametrize("usual", ["warcaster", "Caster"])
def test_a_word_that_the_program_does_not_use_is_refused(tmp_path: Path, usual: str) -> None:
    text = (FOLDER / "sr2026.toml").read_text("utf-8")
    text = text.replace('usual = "caster"', f'usual = "{usual}"')
    (tmp_path / "sr2026.toml").write_text(text, "utf-8")
    with pytest.raises(StoreError, match=r"briefing\.word\[0\]\.usual must be one of caster, "):
        load_packet(tmp_path / "sr2026.toml")


@pytest.mark.parametrize("wrong", ["units", "Unit", "warcaster"])
def test_a_kind_that_no_list_entry_can_have_cannot_hold_an_element(
    tmp_path: Path, wrong: str
) -> None:
    """Whoever counts scenario presence would be asked about nothing there."""
    said = complaint(
        tmp_path, "sr2026", 'kinds = ["caster", "unit"]', f'kinds = ["caster", "{wrong}"]'
    )
    assert said.endswith(
        "sr2026.toml: counting.holder[1].kinds must be of caster, lesser warlock, jack, beast,"
        f" unit, attachment, solo, battle engine, not {wrong!r}."
    )
