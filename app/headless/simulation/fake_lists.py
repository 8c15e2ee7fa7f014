"""Army lists that invented players hand in, two a faction, for armies of 75 points."""

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList

_Rows = tuple[tuple[str, str, int, int], ...]

_CYGNAR: tuple[tuple[str, str, _Rows], ...] = (
    ("Storm front", "Armory", (
        ("Haley 2", "caster", 25, 1), ("Stormwall", "jack", 39, 1), ("Ol’ Rowdy", "jack", 18, 1),
        ("Storm Lances", "unit", 20, 5), ("Arcane Tempest Gun Mages", "unit", 11, 6),
        ("Journeyman Warcaster", "solo", 4, 1), ("Squire", "solo", 5, 1),
    )),
    ("Gun line", "Stockpile", (
        ("Caine 3", "caster", 28, 1), ("Defender", "jack", 16, 1), ("Hunter", "jack", 14, 1),
        ("Hunter", "jack", 14, 1), ("Long Gunner Infantry", "unit", 17, 10),
        ("Trencher Infantry", "unit", 16, 10), ("Rangers", "unit", 9, 6),
        ("Storm Strider", "battle engine", 16, 1),
    )),
)  # fmt: skip

_KHADOR: tuple[tuple[str, str, _Rows], ...] = (
    ("Red tide", "Fuel Cache", (
        ("Butcher 1", "caster", 28, 1), ("Destroyer", "jack", 14, 1), ("Juggernaut", "jack", 12, 1),
        ("Marauder", "jack", 10, 1), ("Iron Fang Pikemen", "unit", 18, 10),
        ("Iron Fang Officer", "attachment", 4, 1), ("Man-O-War Shocktroopers", "unit", 15, 5),
        ("Winter Guard Infantry", "unit", 15, 10), ("Battle Mechaniks", "unit", 5, 4),
        ("War Dog", "solo", 3, 1), ("Man-O-War Kovnik", "solo", 5, 1),
    )),
    ("Long winter", "Armory", (
        ("Sorscha 2", "caster", 28, 1), ("Conquest", "jack", 37, 1), ("Behemoth", "jack", 25, 1),
        ("Kayazy Assassins", "unit", 15, 10), ("Widowmakers", "unit", 8, 4),
        ("Winter Guard Rifle Corps", "unit", 15, 10),
    )),
)  # fmt: skip

_CRYX: tuple[tuple[str, str, _Rows], ...] = (
    ("Dark host", "Fuel Cache", (
        ("Deneghra 1", "caster", 28, 1), ("Kraken", "jack", 37, 1), ("Slayer", "jack", 10, 1),
        ("Bane Warriors", "unit", 17, 10), ("Bane Riders", "unit", 20, 5),
        ("Satyxis Raiders", "unit", 15, 10),
    )),
    ("Black anchor", "Stockpile", (
        ("Skarre 1", "caster", 28, 1), ("Harrower", "jack", 16, 1), ("Leviathan", "jack", 16, 1),
        ("Seether", "jack", 13, 1), ("Mechanithralls", "unit", 10, 10),
        ("Satyxis Blood Witches", "unit", 14, 10), ("Black Ogrun Boarding Party", "unit", 15, 5),
        ("Withershadow Combine", "unit", 9, 3), ("Warwitch Siren", "solo", 4, 1),
        ("Necrosurgeon", "solo", 5, 1),
    )),
)  # fmt: skip

_TROLLBLOODS: tuple[tuple[str, str, _Rows], ...] = (
    ("Band of heroes", "Armory", (
        ("Grissel 1", "caster", 28, 1), ("Earthborn Dire Troll", "beast", 15, 1),
        ("Dire Troll Mauler", "beast", 15, 1), ("Troll Axer", "beast", 10, 1),
        ("Kriel Warriors", "unit", 15, 10), ("Fennblades", "unit", 15, 10),
        ("Krielstone Bearer", "unit", 9, 6), ("Champions", "unit", 16, 5),
        ("Fell Caller", "solo", 5, 1),
    )),
    ("Mountain song", "Stockpile", (
        ("Madrak 2", "caster", 27, 1), ("Mountain King", "beast", 36, 1),
        ("Troll Bouncer", "beast", 9, 1), ("Warders", "unit", 18, 5), ("Runeshapers", "unit", 8, 3),
        ("Scattergunners", "unit", 14, 10), ("Bushwhackers", "unit", 14, 10),
    )),
)  # fmt: skip


def _list(faction: str, name: str, objective: str, rows: _Rows) -> ArmyList:
    army = tuple(
        ArmyRow(row_name, Kind(kind), points, models) for row_name, kind, points, models in rows
    )
    return ArmyList(army, name=name, faction=faction, objective=objective)


LISTS = {
    faction: tuple(_list(faction, *army_list) for army_list in lists)
    for faction, lists in {
        "Cygnar": _CYGNAR,
        "Khador": _KHADOR,
        "Cryx": _CRYX,
        "Trollbloods": _TROLLBLOODS,
    }.items()
}
