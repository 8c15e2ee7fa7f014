"""Every dress that a cost, a number of models or a bullet may wear, on every kind of entry: each is
read right, or asked, and none is wrong in silence.
"""

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.parse.entries import read_army
from app.engine.armies.parse.sheets import read_sheets

COSTS = (
    "({}pts)", "({} pts)", "({} pts.)", "({} points)", "({})", "[{}]", "[{}pts]", "- {}",
    "- {} pts", "– {}", "— {}", ": {}", ": {}pts", ", {}", "{}", "{} pts", "{}pts", "{} pts.",
    "= {}", "... {}", "..... {} pts", "(PC {})", "(PC: {})", "[PC {}]", "PC: {}", "PC {}",
    "- PC: {}", "({} Pkt)", "({} Pkt.)", "{} Punkte", "({} Punkte)", "({} P)", "{}P", "({}p)",
    "({} PC)", "{}PC", "(cost {})", "(cost: {})", "-> {}", "/ {}", "| {}", "@ {}", "~ {}", "\t{}",
    "({}pts).", "({}pts),", "({}pts);", "**{}**", "*({}pts)*", "({} puntos)", "{} pt",
    "({} points d'armée)", "({}.0)", "({},0)", "({} Pts) [bonded]", "({}pts) (proxy)",
    "({}pts) – proxy", "({}) <- new", "({}/{})",
)  # fmt: skip
BONUSES = (
    "(*{}pts)", "(+{}pts)", "(-{}pts)", "(-{})", "(+{})", "(*{})", "({}*)", "[+{}]", "[-{}]",
    "[*{}]", "+{}", "+ {}", "-{}", "WJ: +{}", "- WJ: +{}", "WJ +{}", "(WJ +{})", "(WJ: +{})",
    "(+{} WJ)", "[+{} WJ points]", "({} WJ points)", "+{} WJP", "+{} warjack points", "(+{} BGP)",
    "(+{} points)", "+{} pts", "- +{}", ": +{}", "[0] +{}", "0 (+{})", "({}+)", "(bonus {})",
    "(+{} bonus)", "(WJP +{})", "WJP: +{}", "BP: +{}", "(BGP: {})", "[{} BGP]", "— WJ: +{}",
    "–{}", "−{}", "(* {} pts )", "(+{} PC)", "(+{} Punkte)", "... +{}", "\t+{}",
)  # fmt: skip
SIZES = (
    "(Leader and 9 Grunts)", "(Leader & 9 Grunts)", "- Leader & 9 Grunts", "(10)", "(10 models)",
    "[10]", "(x10)", "(max)", "max", "(max.)", "(full)", "(10 man)", "10 man",
    "(Leader + 9 Grunts)",
    "(10 Modelle)", "(10 figurines)", "(9+1)", "(Chef et 9 troufions)", "- 10 models",
    "(Anführer und 9 Truppler)", "(Líder y 9 soldados)",
)  # fmt: skip
BULLETS = (
    "- ", "* ", "-", "*", "• ", "+ ", "→ ", "    ", "· ", "o ", "– ", "► ", "✓ ", "1. ", "1) ",
    "[*]", "🤖 ", "☑️ ",
)  # fmt: skip
NAMES = (("Lancer", "Eiryss"), ("Beast-09", "Eiryss 2"), ("Ol' Rowdy", "Black 13th Team"))
C, J, U, A, S = Kind.CASTER, Kind.JACK, Kind.UNIT, Kind.ATTACHMENT, Kind.SOLO
Wanted = tuple[str, Kind, int, int]


def read(text: str) -> list[tuple[ArmyRow, str]]:
    """Return the entries, each with what is asked of it."""
    (sheet,) = read_sheets(text)
    lines = read_army(sheet.army, sheet.faction or "Cygnar")
    assert all(line.row is not None for line in lines), [line.fault for line in lines]
    return [(line.row, line.doubt) for line in lines if line.row is not None]


def wrongs(text: str, wanted: list[Wanted]) -> list[str]:
    """Return what is read wrong and is not asked."""
    if any(line.fault for sheet in read_sheets(text) for line in read_army(sheet.army)):
        return []
    found = read(text)
    assert len(found) == len(wanted), found
    return [
        f"{row.name}: {row.kind.value}, {row.points} points, {row.models} models, not {want}"
        for (row, doubt), want in zip(found, wanted, strict=True)
        if not _is_right(row, doubt, want)
    ]


def _is_right(row: ArmyRow, doubt: str, want: Wanted) -> bool:
    name, kind, points, models = want
    if "Which are the points" in doubt or (row.points is None and doubt):
        return True
    return (
        (row.name, row.points) == (name, points)
        and (row.kind is kind or row.otherwise is not None)
        and (row.models == models or row.size_guessed or row.otherwise is not None)
    )


@pytest.mark.long
@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize(("jack", "solo"), NAMES)
def test_a_cost_is_read_in_every_notation_for_every_kind(cost: str, jack: str, solo: str) -> None:
    text = "\n".join(
        (
            "Haley (+28)",
            f"- {jack} {cost.format(10, 10)}",
            f"Rangers (Leader & 5 Grunts) {cost.format(9, 9)}",
            f"- Ranger Officer & Standard {cost.format(2, 2)}",
            f"{solo} {cost.format(6, 6)}",
        )
    )
    wanted: list[Wanted] = [
        ("Haley", C, 28, 1),
        (jack, J, 10, 1),
        ("Rangers", U, 9, 6),
        ("Ranger Officer & Standard", A, 2, 2),
        (solo, S, 6, 1),
    ]
    assert wrongs(text, wanted) == []


@pytest.mark.long
@pytest.mark.parametrize("bonus", BONUSES)
@pytest.mark.parametrize("caster", ["Lord Commander Stryker", "Haley 2", "Vayl, Consul", "Haley2"])
def test_a_caster_is_read_as_leader_in_every_notation(bonus: str, caster: str) -> None:
    text = (
        f"{caster} {bonus.format(28)}\n- Lancer [10]\nRangers (Leader & 5 Grunts) [9]\nEiryss [6]"
    )
    (row, _), *_ = read(text)
    assert (row.name, row.kind, row.points) == (caster, C, 28)
    assert (
        wrongs(
            text,
            [(caster, C, 28, 1), ("Lancer", J, 10, 1), ("Rangers", U, 9, 6), ("Eiryss", S, 6, 1)],
        )
        == []
    )


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cost", ["({}pts)", "{}", "- {}", ": {}", "[{}]"])
@pytest.mark.parametrize("order", ["{size} {cost}", "{cost} {size}"])
def test_the_number_of_models_is_read_in_every_notation(size: str, cost: str, order: str) -> None:
    unit = order.format(size=size, cost=cost.format(9))
    text = f"Haley (+28)\n- Lancer {cost.format(10)}\nGunners {unit}\nEiryss {cost.format(6)}"
    wanted: list[Wanted] = [
        ("Haley", C, 28, 1),
        ("Lancer", J, 10, 1),
        ("Gunners", U, 9, 10),
        ("Eiryss", S, 6, 1),
    ]
    assert wrongs(text, wanted) == []


@pytest.mark.parametrize("bullet", BULLETS)
def test_bullets_are_not_read_as_part_of_a_name(bullet: str) -> None:
    unit = "Rangers (Leader & 5 Grunts) (9)"
    text = f"Haley (+28)\n{bullet}Lancer (10)\n{unit}\n{bullet}Ranger Officer & Standard (2)"
    wanted: list[Wanted] = [
        ("Haley", C, 28, 1),
        ("Lancer", J, 10, 1),
        ("Rangers", U, 9, 6),
        ("Ranger Officer & Standard", A, 2, 2),
    ]
    assert wrongs(text, wanted) == []
    flat = f"{bullet}Haley (+28)\n{bullet}Lancer (10)\n{bullet}{unit}\n{bullet}Eiryss (6)"
    assert wrongs(flat, [*wanted[:3], ("Eiryss", S, 6, 1)]) == []


def rows(text: str) -> list[tuple[str, Kind, int | None, Kind | None]]:
    read_lines = [line for sheet in read_sheets(text) for line in read_army(sheet.army)]
    found = [line.row for line in read_lines if line.row is not None]
    return [(row.name, row.kind, row.points, row.otherwise) for row in found]


THORN = [("Haley 2", C, 28, None), ("Thorn", J, 13, None), ("Rangers", S, 9, U)]


@pytest.mark.parametrize(
    "text",
    [
        "> On Friday Bob wrote:\n> Haley 2 +28\n> - Thorn 13\n> Rangers 9\n",
        ">> Haley 2 +28\n>> - Thorn 13\n>> Rangers 9\n",
        "[b]Haley 2[/b] +28\n[*]Thorn 13\n[size=4]Rangers[/size] 9\n",
        "<b>Haley 2</b> +28\n<li>Thorn&nbsp;13</li>\nRangers 9\n",
        "# Cygnar\n## My best\n**Haley 2** (+28)\n- Thorn (13)\n*Rangers* (9)\n",
        "Haley 2 (+28)\n- Thorn (13)\nRangers (9)\nTotal: 75 points\n",
        "Armeeliste (75 Punkte)\nHaley 2 (+28)\n- Thorn (13)\nRangers (9)\nGesamt: 75 Punkte\n",
        "Haley 2 (+28)\n- Thorn (13)\nRangers (9)\nSent from my iPhone\n",
        "Hi Steve\nHaley 2 (+28)\n- Thorn (13)\nRangers (9)\nCheers, Bob\n",
        "Haley 2 (+28)\n- Thorn (13)\nRangers (9)\nNotes: play it into gunlines\n",
        "Army name: Bob's\nHaley 2 (+28)\n- Thorn (13)\nRangers (9)\n",
        "Facción: Cygnar\nLista 1\nHaley 2 (+28)\n- Thorn (13)\nRangers (9)\nTotal: 75 puntos\n",
    ],
)
def test_markup_titles_totals_and_greetings_are_not_read_as_entries(text: str) -> None:
    assert rows(text) == THORN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Haley +28\n- Hunter (2) 24\n", ("Hunter", U, 24, J)),
        ("Haley +28\n- Hunter x2 @ 12 each\n", ("Hunter", J, 12, None)),
        ("Haley +28\nLances (5) 20\n- Mount [0 (8)]\n", ("Mount", J, 8, A)),
        ("Haley +28\nLances (5) 20\n- Mount 6\n", ("Mount", J, 6, A)),
        ("Haley +28\nLances (5) 20\n- Mount 5\n", ("Mount", A, 5, J)),
        ("Haley +5\nMechaniks (5) 3\n- Charger 4\n", ("Charger", A, 4, J)),
        ("Haley +28\nRangers 9\nRagman - free\n", ("Ragman", S, 0, J)),
        ("Haley +28\n  Lancer 9\nRagman (free with theme)\n", ("Ragman", S, 0, U)),
        ("Theme of mine\nMy Leader\nBear (16)\n", ("Bear", S, 16, J)),
    ],
)
def test_an_entry_that_could_be_two_kinds_is_asked_about(
    text: str, expected: tuple[str, Kind, int | None, Kind | None]
) -> None:
    assert rows(text)[-1] == expected


def test_an_entry_with_an_attachment_is_a_unit_even_without_a_model_count() -> None:
    lines = read_army("Haley +28\n- Thorn 13\nLong Gunners w/ UA 21\n")
    assert lines[-1].row == ArmyRow("Long Gunners", U, 21, size_guessed=True)
    assert [row.kind for row in lines[-1].more] == [A]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Stryker +28, Thorn 13, Squire 5", "Write one entry a line."),
        ("Stormwall - 39/28", "What is “39/28”? Write the points alone."),
    ],
)
def test_a_line_with_more_than_one_entry_is_reported_as_a_fault(line: str, fault: str) -> None:
    assert read_army(f"Haley +28\n{line}\n")[-1].fault == fault


@pytest.mark.parametrize("line", ["Squire 5 (44)", "Long Gunners 9 (10)", "Gunners [9] (10)"])
def test_a_line_with_two_numbers_asks_which_are_the_points(line: str) -> None:
    assert "Which are the points" in read_army(f"Haley +28\n{line}\n")[-1].doubt


def test_an_entry_above_the_caster_and_copies_after_the_points_are_asked_about() -> None:
    above, caster, jack = read_army("Old Salt 5\nHaley +28\n- Hunter (12) x2\n")
    assert above.otherwise is U
    assert (jack.copies, jack.row and jack.row.points) == (2, 12)
    assert caster.row == ArmyRow("Haley", C, 28)


def test_a_large_number_of_copies_is_asked_about() -> None:
    line = read_army("Haley +28\n- Thorn 13\nSword Knights x10 - 14\n")[-1]
    assert (line.copies, line.doubt) == (10, "Taken as 10 entries: is that right?")


def test_lists_of_the_current_edition_may_have_bullets() -> None:
    text = "Winter Korps\nGrand Melee - 100 pts\n\n- Vika\n\n- 16 Great Bear 1\n- 12 Infantry\n"
    (sheet,) = read_sheets(text)
    lines = read_army(f"- Vika\n- 16 Great Bear 1\n- 12 Infantry\n{sheet.name}", points_first=True)
    assert [(line.text, line.row and line.row.points) for line in lines[:3]] == [
        ("- Vika", None),
        ("- 16 Great Bear 1", 16),
        ("- 12 Infantry", 12),
    ]


def test_symbols_after_an_entry_are_not_part_of_its_name() -> None:
    caster, jack = read_army("Haley +28 ⭐\n- Hunter 12 ✅ 🔥\n")
    assert caster.row == ArmyRow("Haley", C, 28)
    assert (jack.row and jack.row.name, jack.row and jack.row.points) == ("Hunter", 12)


def test_a_name_in_angle_brackets_is_not_taken_for_an_html_tag() -> None:
    read = read_army("<b>Haley</b> +28\n<Ann>; jack; 9<br/>\n")
    assert [line.row and line.row.name for line in read] == ["Haley", "<Ann>"]


def test_every_line_of_quoted_mail_is_kept_even_empty_ones() -> None:
    read = read_army("> Haley 2 [+28]\n>\n> - Ironclad [12]\n>")
    assert [(line.line, line.row.name if line.row else "") for line in read] == [
        (1, "Haley 2"),
        (2, ""),
        (3, "Ironclad"),
        (4, ""),
    ]
    assert [line.line for line in read_army(">")] == [1]
