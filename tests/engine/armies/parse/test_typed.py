"""Lists as people really type them: each file of ``typed`` has one dress that a list may wear."""

from pathlib import Path

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.parse.entries import army_of, read_army
from app.engine.armies.parse.sheets import Sheet, read_sheets

TYPED = Path(__file__).parent / "typed"
C, J, B, U, A, S = (
    Kind.CASTER,
    Kind.JACK,
    Kind.BEAST,
    Kind.UNIT,
    Kind.ATTACHMENT,
    Kind.SOLO,
)
Row = tuple[str, Kind, int | None, int]


def sheets(name: str) -> tuple[Sheet, ...]:
    return read_sheets((TYPED / f"{name}.txt").read_text("utf-8"))


def rows_of(sheet: Sheet, registered: str = "") -> tuple[ArmyRow, ...]:
    """``registered``: the faction the player is registered with."""
    return army_of(read_army(sheet.army, sheet.faction or registered))


def read(name: str) -> list[Row]:
    (sheet,) = sheets(name)
    rows = rows_of(sheet, REGISTERED.get(name, ""))
    return [(row.name, row.kind, row.points, row.models) for row in rows]


REGISTERED = {
    "m10_unit_under_solo": "Circle Orboros",
    "m13b_theme_first": "Legion of Everblight",
    "m23_gratuit": "Minions",
    "m25_bullet_no_space": "Circle Orboros",
}
HALEY: Row = ("Haley", C, 5, 1)
LANCER: Row = ("Lancer", J, 6, 1)
RANGERS: Row = ("Rangers", S, 5, 1)
HALEY_28: list[Row] = [("Haley", C, 28, 1), ("Lancer", J, 10, 1)]
EXPECTED: dict[str, list[Row]] = {
    "m01_space_plus": [
        ("Falcir, the Merciless", C, 28, 1),
        ("Manticore", J, 14, 1),
        ("Void Archon", S, 8, 1),
    ],
    "m02_zero_card": [
        ("Asphyxious the Hellbringer", C, 28, 1),
        ("Slayer", J, 10, 1),
        ("Machine Wraith", S, 3, 1),
        ("Bane Riders", S, 18, 1),
    ],
    "m03_neg_pts": [HALEY, LANCER, RANGERS],
    "m03b_neg": [HALEY, LANCER, RANGERS],
    "m03c_wj_neg_pts": [HALEY, LANCER, RANGERS],
    "m03d_bare_neg": [HALEY, LANCER, RANGERS],
    "m03e_star_after": [HALEY, LANCER, RANGERS],
    "m04_first_plain_cost": [HALEY, LANCER, ("Ironclad", J, 7, 1), RANGERS],
    "m05_plus_everywhere": [HALEY, LANCER, RANGERS, ("Journeyman Warcaster", S, 3, 1)],
    "m06_two_x": [
        HALEY,
        LANCER,
        ("Mage Hunter Assassin", S, 2, 1),
        ("Mage Hunter Assassin", S, 2, 1),
        ("Stormwall", S, 18, 1),
        ("Stormwall", S, 18, 1),
    ],
    "m07_max_with_ua": [
        *HALEY_28,
        ("Precursor Knights", U, 20, 10),
        ("Unit attachment of Precursor Knights", A, None, 1),
        ("Sword Knights", U, 18, 10),
        ("Unit attachment of Sword Knights", A, None, 1),
    ],
    "m08_plus_ua": [
        *HALEY_28,
        ("Trollkin Champions", U, 22, 10),
        ("Skaldi Bonehammer", A, None, 1),
    ],
    "m09_beast09": [
        ("Karchev the Terrible", C, None, 1),
        ("Beast-09", J, None, 1),
        ("Berserker", J, None, 1),
        ("Battle Mechaniks", U, None, 10),
    ],
    "m09b_beast09_pts": [
        ("Karchev the Terrible", C, 6, 1),
        ("Beast-09", J, 11, 1),
        ("Berserker", J, 6, 1),
    ],
    "m10_unit_under_solo": [
        ("Baldur", C, 6, 1),
        ("Woldwatcher", B, 5, 1),
        ("Shifting Stones", U, 2, 1),
        ("Stone Keeper", A, 1, 1),
    ],
    "m11_n_models": [
        HALEY,
        LANCER,
        ("Necrosurgeon & 3 Stitch Thralls", U, 2, 4),
        ("Stoneward and 5 Woldstalkers", U, 5, 6),
        ("Kayazy Eliminators", U, 3, 2),
        ("Doom Reavers", U, 6, 6),
    ],
    "m12_trailing": [
        HALEY,
        ("Stormclad", J, 10, 1),
        ("Hunter", J, 6, 1),
        ("Ogrun Bokur", S, 3, 1),
        RANGERS,
    ],
    "m13_theme_last": [*HALEY_28, ("Storm Lances", S, 20, 1)],
    "m13b_theme_first": [
        ("Vayl, Consul of Everblight", C, 6, 1),
        ("Harrier", B, 2, 1),
        ("Succubus", S, 2, 1),
    ],
    "m14_continued": [
        ("Haley", C, 28, 1),
        ("Squire", S, 5, 1),
        ("Major Katherine Laddermore", S, 8, 1),
    ],
    "m15_marshal": [("Nemo", C, 3, 1), ("Field Mechaniks", U, 3, 6), ("Charger", J, 4, 1)],
    "m16_battle_engine": [
        ("Nemo", C, 3, 1),
        ("Storm Strider", Kind.ENGINE, 9, 1),
        ("Journeyman Warcaster", S, 3, 1),
    ],
    "m17_glued": [HALEY, ("Bane Thralls", U, 8, 10), ("Tharn Ravagers", U, 9, 7)],
    "m20_softhyphen": [
        ("Ossrum", C, 6, 1),
        ("Ghordson Basher", J, 7, 1),
        ("Horgenhold Forge Guard", U, 8, 10),
    ],
    "m21_no_space_bullet": [
        ("Vladimir", C, None, 1),
        ("Drago", J, None, 1),
        ("Spriggan", J, None, 1),
        ("Koldun Lord", S, None, 1),
        ("Widowmakers", S, None, 1),
    ],
    "m22_heading_faction": [HALEY, LANCER],
    "m23_gratuit": [
        ("Arkadius", C, 6, 1),
        ("War Hog", B, 8, 1),
        ("Razor Boar", B, 0, 1),
        ("Razor Boar", B, 0, 1),
    ],
    "m24_trollblood_marshal": [
        ("Borka", C, 5, 1),
        ("Troll Axer", B, 6, 1),
        ("Raluk Moorclaw, the Ironmonger", S, 2, 1),
        ("Buccaneer", J, 3, 1),
    ],
    "m25_bullet_no_space": [
        ("Krueger the Stormwrath", C, 5, 1),
        ("Argus Moonhound", B, 4, 1),
        ("Woldwyrd", B, 5, 1),
        ("Warpwolf Stalker", B, 10, 1),
        ("Gallows Grove", S, 1, 1),
    ],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_list_is_read_whatever_its_formatting(name: str):
    assert read(name) == EXPECTED[name]


def test_every_typed_list_file_is_tested():
    named = {*EXPECTED, "m18_commas", "m19_dash_lists", "m26_fk_two_lists"}
    assert {file.stem for file in TYPED.glob("*.txt")} == named


def test_each_list_has_exactly_one_caster():
    for name, rows in EXPECTED.items():
        assert [kind for _, kind, _, _ in rows].count(C) == 1, name


def test_a_free_card_is_recognized_as_free():
    rows = {row.name: row for row in rows_of(sheets("m02_zero_card")[0])}
    assert rows["Machine Wraith"].free
    assert not rows["Bane Riders"].free
    assert all(row.free for row in rows_of(sheets("m23_gratuit")[0])[2:])


def test_a_list_on_one_line_is_not_read_as_one_entry():
    (sheet,) = sheets("m18_commas")
    (line,) = read_army(sheet.army)
    assert line.row is None
    assert line.fault == "Write one entry a line."


def test_a_single_dash_separates_two_lists():
    first, second = sheets("m19_dash_lists")
    assert [row.name for row in rows_of(first)] == ["Haley", "Lancer"]
    assert [row.name for row in rows_of(second)] == ["Stryker", "Ironclad"]


def test_two_lists_from_forward_kommander_are_read_separately():
    first, second = sheets("m26_fk_two_lists")
    assert (first.faction, first.theme, first.tier) == ("Legion of Everblight", "", 0)
    assert (second.faction, second.theme, second.tier) == (
        "Legion of Everblight",
        "Fallen Angels",
        4,
    )
    assert [(row.name, row.kind) for row in rows_of(first)] == [
        ("Thagrosh, the Messiah", C),
        ("Raek", B),
    ]
    assert [(row.name, row.kind) for row in rows_of(second)] == [
        ("Saeryn, Omen of Everblight", C),
        ("Harrier", B),
    ]


@pytest.mark.parametrize(
    ("name", "theme", "tier", "faction"),
    [
        ("m13_theme_last", "Storm Division", 0, ""),
        ("m13b_theme_first", "Machinations of Shadow", 4, ""),
        ("m22_heading_faction", "", 0, "Cygnar"),
    ],
)
def test_a_theme_or_faction_line_is_not_an_entry(name: str, theme: str, tier: int, faction: str):
    (sheet,) = sheets(name)
    assert (sheet.theme, sheet.tier, sheet.faction) == (theme, tier, faction)


def kinds(text: str, faction: str = "") -> list[tuple[str, Kind, int | None]]:
    rows = army_of(read_army(text, faction))
    return [(row.name, row.kind, row.points) for row in rows]


def test_an_expensive_entry_below_a_solo_is_a_jack_it_controls():
    text = "Haley (*5pts)\n* Lancer (6pts)\nRaluk (2pts)\n* Buccaneer (3pts)\n"
    assert kinds(text)[2:] == [("Raluk", S, 2), ("Buccaneer", J, 3)]
    modern = "Haley +28\n  Lancer 10\nRaluk 4\n  Officer 4\nKeeper 4\n  Jack 9\n"
    assert kinds(modern)[2:] == [
        ("Raluk", U, 4),
        ("Officer", A, 4),
        ("Keeper", S, 4),
        ("Jack", J, 9),
    ]


def test_a_unit_guessed_from_its_attachment_is_asked_for_its_models():
    *_, unit, _ = read_army("Haley (*5pts)\n* Lancer (6pts)\nStones (2pts)\n* Keeper (1pts)\n")
    assert unit.doubt == "How many models? Write them as “10 models”."


def test_a_cheap_entry_below_a_doubtful_unit_is_asked_about():
    """Some bullets stand before what a caster controls, others before solos."""
    text = "Haley (*28)\n- Squire (5)\nStormclad (18)\n- Gorman di Wulfe (4)\n"
    *_, jack, solo = read_army(text, "Cygnar")
    assert (jack.row.kind, jack.otherwise) == (U, J)
    assert (solo.row.kind, solo.otherwise) == (A, S)
    assert solo.doubt == "Taken as an attachment of the unit above, or is it a solo?"
    *_, unit, officer = read_army("Haley (*28)\nKnights (10)\n- Officer (4)\n", "Cygnar")
    assert (unit.otherwise, officer.otherwise) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "Haley +28\nLancer, Ironclad, Rangers, Squire, Thorn 40\n",
        "Haley\nLancer, Ironclad, Rangers, Squire, Thorn\n",
    ],
)
def test_several_entries_on_one_line_are_not_read_as_one(text: str):
    _, line = read_army(text)
    assert (line.row, line.fault) == (None, "Write one entry a line.")


@pytest.mark.parametrize(
    "remark",
    [
        "Cataphract units are cheaper.",
        "each of my units may advance before the first turn begins",
    ],
)
def test_a_sentence_in_a_list_is_reported_as_a_remark(remark: str):
    _, line = read_army(f"Haley +28\n{remark}\n")
    assert (line.row, line.fault) == (None, "This reads like a remark: it has no points.")


@pytest.mark.parametrize(
    "line",
    [
        "Objectif : Bunker",
        "-- objectif : merveille arcanique --",
        "---Requirements---",
        "Benefits",
        "TIER 2 - SELECTED",
        "Tier 3 : +1 jet de départ de la partie",
        "Gain Tier1: Warbeast lourdes",
        "City: York",
    ],
)
def test_other_words_in_a_list_are_not_read_as_entries(line: str):
    assert kinds(f"Haley +28\n  Lancer 10\n{line}\n") == [("Haley", C, 28), ("Lancer", J, 10)]


def test_fields_in_french_and_german_are_read():
    (sheet,) = read_sheets("Armee: Cygnar\nThema: Sturm\nObjectif : Bunker.\nHaley +28\n")
    assert (sheet.faction, sheet.theme, sheet.objective) == ("Cygnar", "Sturm", "Bunker")


@pytest.mark.parametrize(
    ("line", "name", "models"),
    [
        ("Dawnguard Sentinels leader + 9 Grunts (9)", "Dawnguard Sentinels", 10),
        ("Druids of Orboros- leader & 5 grunts (7)", "Druids of Orboros", 6),
        ("The Wrack (3 wracks) (1pts)", "The Wrack", 3),
        ("Garde (10 figurines) 8", "Garde", 10),
        ("Garde, 10 Modelle, 8", "Garde", 10),
    ],
)
def test_models_are_counted_however_they_are_written(line: str, name: str, models: int):
    *_, row = army_of(read_army(f"Haley (*5pts)\n* Lancer (6pts)\n{line}\n"))
    assert (row.name, row.kind, row.models) == (name, U, models)


@pytest.mark.parametrize(
    ("line", "name", "points"),
    [
        ("Conquest (bonded)(19pts)", "Conquest", 19),
        ("Ogrun Bokur (Client: Butcher) (3pts)", "Ogrun Bokur", 3),
        ("Ogrun Bokur - PC: 3 [client: Gorten]", "Ogrun Bokur", 3),
        ("Drakhun (with dismount) (5pts)", "Drakhun (with dismount)", 5),
        ("Beast-09 11 (bond)", "Beast-09", 11),
        ("Hunter (--5pts)", "Hunter", 5),
        ("Garde kostenlos (kostenlos)", "Garde kostenlos", 0),
    ],
)
def test_a_remark_does_not_hide_the_points(line: str, name: str, points: int):
    *_, row = army_of(read_army(f"Haley (*5pts)\n* Lancer (6pts)\n{line}\n"))
    assert (row.name, row.points) == (name, points)


def test_copies_become_entries_with_or_without_points():
    assert kinds("Haley\n2x Lancer\nRangers (6 models)\n") == [
        ("Haley", C, None),
        ("Lancer", S, None),
        ("Lancer", S, None),
        ("Rangers", U, None),
    ]
    assert kinds("Haley (*5)\n* 2x Squire (2)\n* Lancer (6)\n")[1:] == [
        ("Lancer", J, 6),
        ("Squire", S, 2),
        ("Squire", S, 2),
    ]


def test_a_list_builders_counts_are_compared_with_the_entries_read():
    text = """War Room Army

Cygnar - x

21 / 53 (50+3)  Warcaster(s) : 1/1  Warjack(s) : 1  Battle Engines : 0  Solos : 1  Units : 2

Nemo - WJ: +3
-    Lancer - PC: 6

Rangers - Leader & 5 Grunts: 5
Journeyman - PC: 3
"""
    (sheet,) = read_sheets(text)
    doubts = [line.doubt for line in read_army(sheet.army, sheet.faction) if line.doubt]
    assert doubts == ["unit: 2 written, 1 read."]


def test_the_most_expensive_single_model_is_asked_about_as_the_battle_engine():
    (sheet,) = sheets("m16_battle_engine")
    engine = next(row for row in rows_of(sheet) if row.kind is Kind.ENGINE)
    assert (engine.name, engine.otherwise) == ("Storm Strider", S)


def test_a_jack_under_a_trollblood_solo_is_asked_about():
    (sheet,) = sheets("m24_trollblood_marshal")
    assert rows_of(sheet)[-1].otherwise is B
    (other,) = read_sheets(
        (TYPED / "m24_trollblood_marshal.txt").read_text("utf-8").replace("Trollblood", "Minions")
    )
    assert (rows_of(other)[-1].kind, rows_of(other)[-1].otherwise) == (B, None)


def test_specialists_have_no_caster():
    rows = army_of(read_army("Horgle (3pts)\n* Jack (9pts)\n", led=False))
    assert [row.kind for row in rows] == [S, J]
    assert [row.kind for row in army_of(read_army("Horgle\nLancer\n", led=False))] == [S, S]


@pytest.mark.parametrize(
    ("text", "faction", "expected"),
    [
        ("* Cyclops Raider (5pts)\nFeralgeist (1pts)\n", "Skorne", [(B, S), (S, U)]),
        ("* Argus (4pts)\nGallows Grove (1pts)\n", "Circle Orboros", [(S, B), (S, U)]),
        ("Warpwolf Stalker - PC: 10\nFeralgeist - PC: 1\n", "Circle Orboros", [(B, S), (S, B)]),
        (
            "Horgle (3pts)\n* Jack (9pts)\nDruid Wilder (2)\n",
            "Cygnar",
            [(S, U), (J, None), (S, None)],
        ),
    ],
)
def test_specialists_that_may_be_jacks_or_beasts_are_asked_about(
    text: str, faction: str, expected: list[tuple[Kind, Kind | None]]
):
    rows = army_of(read_army(text, faction, led=False))
    assert [(row.kind, row.otherwise) for row in rows] == expected


def test_an_expensive_single_model_from_war_room_may_be_a_battle_engine():
    text = (
        "War Room Army\n\nCygnar - x\n\nNemo - WJ: +3\n- Lancer - PC: 6\n\n"
        "Avatar - PC: 11\nEiryss - PC: 3\n"
    )
    (sheet,) = read_sheets(text)
    assert [(row.kind, row.otherwise) for row in rows_of(sheet)[2:]] == [
        (S, Kind.ENGINE),
        (S, None),
    ]


@pytest.mark.parametrize(
    ("line", "models", "guessed"),
    [
        ("Pikemen Officer & Standard (2)", 2, False),
        ("Striders Officer & Musician (2)", 2, False),
        ("Warrior Standard Bearer & Piper (2)", 2, False),
        ("Fennblades Officier et tambour (2)", 2, False),
        ("Captain and Bard (2)", 2, True),
        ("Pikemen UA (2)", 1, True),
        ("Overseer (2)", 1, False),
    ],
)
def test_an_attachments_model_count_is_read_from_its_name(line: str, models: int, guessed: bool):
    text = f"Haley (*5pts)\n* Lancer (6pts)\nPikemen (10 models) (8)\n* {line}\n"
    *_, row = army_of(read_army(text))
    assert (row.kind, row.models, row.size_guessed) == (A, models, guessed)


@pytest.mark.parametrize(
    "text",
    [
        "Haley +28\nUnits:\nRangers 9\n",
        "Haley +28\nunit: Rangers 9\n",
        "Haley; caster; 28\nRangers; unit; 9\n",
    ],
)
def test_a_unit_without_a_model_count_is_asked_how_many_it_has(text: str):
    lines = read_army(text)
    assert lines[-1].row == ArmyRow("Rangers", U, 9, size_guessed=True)
    assert lines[-1].doubt == "How many models? Write them as “10 models”."


def test_a_line_of_columns_without_a_kind_is_asked_for_its_kind():
    (row, unit) = army_of(read_army("Old Salt; 5\nRangers; 9; 6\n"))
    assert (row.kind, row.otherwise) == (S, U)
    assert (unit.kind, unit.models, unit.otherwise) == (U, 6, None)


def test_a_number_before_a_name_may_mean_models_or_entries():
    *_, row = army_of(read_army("Haley (*5pts)\n* Lancer (6pts)\n2 Spell Martyrs (2pts)\n"))
    assert row == ArmyRow("Spell Martyrs", U, 2, 2, otherwise=S, size_guessed=True)


def test_a_specialist_that_may_be_a_solo_or_a_unit_is_asked_about():
    (row,) = army_of(read_army("Withershadow Combine (5pts)\n", led=False))
    assert (row.kind, row.otherwise) == (S, U)


def test_dashes_between_parts_of_one_list_do_not_split_it():
    (sheet,) = read_sheets("Haley +28\n-----\nLancer 10\n---\n")
    assert [row.name for row in rows_of(sheet)] == ["Haley", "Lancer"]
    first, second = read_sheets("Haley +28\nLancer 10\n-----\nStryker +28\nIronclad 12\n")
    assert [row.name for row in rows_of(second)] == ["Stryker", "Ironclad"]
    assert [row.name for row in rows_of(first)] == ["Haley", "Lancer"]


def test_a_theme_in_brackets_may_stand_first():
    (sheet,) = read_sheets("(Storm Division)\nHaley +28\n")
    assert (sheet.theme, sheet.army) == ("Storm Division", "Haley +28")
    (alone,) = read_sheets("Faction: Saeryn - Fallen Angels\nFaction: Cygnar - Storm\nHaley +28")
    assert (alone.faction, alone.theme) == ("Cygnar - Storm", "Fallen Angels")


def test_headings_and_remarks_typed_among_bare_entries_are_not_read_as_entries():
    text = "Storm\nTiers: 4\nHaley +28\n(Storm Division)\n  Lancer 10\nSome more:\nRangers 5\n"
    assert [name for name, _, _ in kinds(text)] == ["Haley", "Lancer", "Rangers"]
