"""Army lists of invented players: two for each faction, with 75 points."""

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList

_Rows = tuple[tuple[str, str, int, int], ...]

_CYGNAR: tuple[tuple[str, str, _Rows], ...] = (
    ("Storm front", "Armory", (
        ("Haley 2", "caster", 25, 1), ("Stormwall", "jack", 39, 1),
        ("Ol’ Rowdy", "jack", 18, 1),
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
        ("Butcher 1", "caster", 28, 1), ("Destroyer", "jack", 14, 1),
        ("Juggernaut", "jack", 12, 1),
        ("Marauder", "jack", 10, 1), ("Iron Fang Pikemen", "unit", 18, 10),
        ("Iron Fang Officer", "attachment", 4, 1), ("Man-O-War Shocktroopers", "unit", 15, 5),
        ("Winter Guard Infantry", "unit", 15, 10), ("Battle Mechaniks", "unit", 5, 4),
        ("War Dog", "solo", 3, 1), ("Man-O-War Kovnik", "solo", 5, 1),
    )),
    ("Long winter", "Armory", (
        ("Sorscha 2", "caster", 28, 1), ("Conquest", "jack", 37, 1),
        ("Behemoth", "jack", 25, 1),
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
        ("Skarre 1", "caster", 28, 1), ("Harrower", "jack", 16, 1),
        ("Leviathan", "jack", 16, 1),
        ("Seether", "jack", 13, 1), ("Mechanithralls", "unit", 10, 10),
        ("Satyxis Blood Witches", "unit", 14, 10),
        ("Black Ogrun Boarding Party", "unit", 15, 5),
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
        ("Troll Bouncer", "beast", 9, 1), ("Warders", "unit", 18, 5),
        ("Runeshapers", "unit", 8, 3),
        ("Scattergunners", "unit", 14, 10), ("Bushwhackers", "unit", 14, 10),
    )),
)  # fmt: skip

_MENOTH: tuple[tuple[str, str, _Rows], ...] = (
    ("Burning truth", "Fuel Cache", (
        ("Feora 1", "caster", 28, 1), ("Blessing of Vengeance", "jack", 17, 1),
        ("Repenter", "jack", 9, 1), ("Repenter", "jack", 9, 1),
        ("Choir of Menoth", "unit", 6, 6),
        ("Temple Flameguard", "unit", 14, 10), ("Daughters of the Flame", "unit", 12, 6),
        ("Cleansers", "unit", 14, 10), ("Nicia, Tear of Vengeance", "solo", 7, 1),
        ("Vassal of Menoth", "solo", 4, 1), ("Vassal Mechanik", "solo", 3, 1),
        ("Hierophant", "solo", 4, 1),
    )),
    ("Creator’s wall", "Armory", (
        ("Kreoss 2", "caster", 27, 1), ("Fire of Salvation", "jack", 20, 1),
        ("Templar", "jack", 16, 1), ("Exemplar Errants", "unit", 17, 10),
        ("Knights Exemplar", "unit", 14, 6), ("Exemplar Vengers", "unit", 20, 5),
        ("Choir of Menoth", "unit", 6, 6), ("Wrack", "solo", 3, 3), ("Reclaimer", "solo", 5, 1),
    )),
)  # fmt: skip

_SCYRAH: tuple[tuple[str, str, _Rows], ...] = (
    ("Winter’s edge", "Armory", (
        ("Rahn 1", "caster", 30, 1), ("Discordia", "jack", 18, 1), ("Phoenix", "jack", 19, 1),
        ("Mage Hunter Strike Force", "unit", 16, 10), ("Battle Mages", "unit", 10, 6),
        ("House Shyeel Arcanists", "solo", 6, 2), ("Dawnguard Sentinels", "unit", 18, 10),
        ("Dawnguard Destors", "unit", 18, 5),
    )),
    ("Cold house", "Stockpile", (
        ("Ossyan 1", "caster", 27, 1), ("Hypnos", "jack", 18, 1), ("Hydra", "jack", 17, 1),
        ("Dawnguard Invictors", "unit", 18, 10), ("Invictor Officer", "attachment", 4, 1),
        ("Stormfall Archers", "unit", 9, 4), ("House Vyre Electromancers", "unit", 12, 4),
        ("Arcantrik Force Generator", "battle engine", 18, 1),
        ("Sylys Wyshnalyrr", "solo", 4, 1),
    )),
)  # fmt: skip

_CYRISS: tuple[tuple[str, str, _Rows], ...] = (
    ("Clockwork", "Stockpile", (
        ("Axis 1", "caster", 29, 1), ("Cipher", "jack", 17, 1), ("Inverter", "jack", 15, 1),
        ("Assimilator", "jack", 14, 1), ("Obstructors", "unit", 10, 10),
        ("Transverse Enumerator", "attachment", 4, 1), ("Eradicators", "unit", 13, 5),
        ("Optifex Directive", "unit", 5, 3),
        ("Transfinite Emergence Projector", "battle engine", 20, 1),
        ("Enigma Foundry", "solo", 6, 1),
    )),
    ("Straight lines", "Armory", (
        ("Syntherion 1", "caster", 30, 1), ("Prime Axiom", "jack", 38, 1),
        ("Galvanizer", "jack", 5, 1), ("Monitor", "jack", 10, 1), ("Reductors", "unit", 12, 10),
        ("Perforators", "unit", 14, 5), ("Optifex Directive", "unit", 5, 3),
        ("Algorithmic Dispersion Optifex", "solo", 5, 1), ("Accretion Servitors", "solo", 4, 3),
        ("Attunement Servitors", "solo", 4, 3), ("Reflex Servitors", "solo", 4, 3),
    )),
)  # fmt: skip

_MERCENARIES: tuple[tuple[str, str, _Rows], ...] = (
    ("Four Star", "Armory", (
        ("Damiano 1", "caster", 29, 1), ("Rover", "jack", 15, 1), ("Nomad", "jack", 11, 1),
        ("Talon", "jack", 8, 1), ("Steelhead Halberdiers", "unit", 13, 10),
        ("Steelhead Riflemen", "unit", 13, 10), ("Steelhead Heavy Cavalry", "unit", 18, 5),
        ("Horgenhold Artillery Corps", "unit", 5, 3), ("Gorman di Wulfe", "solo", 5, 1),
        ("Stannis Brocker", "solo", 8, 1), ("Ragman", "solo", 4, 1),
        ("Orin Midwinter", "solo", 4, 1),
    )),
    ("Salt and shot", "Fuel Cache", (
        ("Bartolo 1", "caster", 29, 1), ("Galleon", "jack", 36, 1), ("Mariner", "jack", 13, 1),
        ("Sea Dogs", "unit", 12, 10), ("Mr. Walls", "attachment", 4, 1),
        ("Press Gangers", "unit", 9, 10), ("Lady Aiyana & Master Holt", "unit", 8, 2),
        ("Commodore Cannon", "unit", 6, 4), ("Bosun Grogspar", "solo", 5, 1),
        ("First Mate Hawk", "solo", 5, 1), ("Doc Killingsworth", "solo", 4, 1),
    )),
)  # fmt: skip

_CRUCIBLE: tuple[tuple[str, str, _Rows], ...] = (
    ("Prima materia", "Stockpile", (
        ("Gearhart 1", "caster", 28, 1), ("Toro", "jack", 15, 1), ("Vindicator", "jack", 15, 1),
        ("Crucible Guard Infantry", "unit", 13, 10), ("Assault Troopers", "unit", 17, 5),
        ("Rocketmen", "unit", 16, 6), ("Railless Interceptor", "battle engine", 18, 1),
        ("Prospero", "solo", 4, 1), ("Trancer", "solo", 4, 1),
    )),
    ("Golden sun", "Armory", (
        ("Locke 1", "caster", 27, 1), ("Suppressor", "jack", 15, 1),
        ("Retaliator", "jack", 8, 1),
        ("Liberator", "jack", 8, 1), ("Storm Troopers", "unit", 18, 10),
        ("Dragon’s Breath Rocket", "unit", 7, 3), ("Combat Alchemists", "solo", 6, 3),
        ("Hutchuck", "solo", 5, 1), ("Crucible Guard Mechanik", "solo", 3, 1),
        ("Railless Interceptor", "battle engine", 18, 1),
        ("Aurum Lucanum Alchemist", "solo", 4, 1),
        ("Failed Experiments", "unit", 9, 5),
    )),
)  # fmt: skip

_ORBOROS: tuple[tuple[str, str, _Rows], ...] = (
    ("Wild hunt", "Fuel Cache", (
        ("Kaya 2", "caster", 28, 1), ("Feral Warpwolf", "beast", 18, 1),
        ("Stalker", "beast", 18, 1), ("Warpwolf Alpha", "beast", 17, 1),
        ("Shifting Stones", "unit", 4, 3), ("Tharn Ravagers", "unit", 16, 6),
        ("Tharn Blood Pack", "unit", 15, 5), ("Gallows Grove", "solo", 3, 1),
        ("Death Wolves", "unit", 8, 3), ("Lord of the Feast", "solo", 4, 1),
    )),
    ("Standing stones", "Armory", (
        ("Baldur 2", "caster", 29, 1), ("Woldwrath", "beast", 37, 1),
        ("Woldguard", "beast", 16, 1),
        ("Wold Guardian", "beast", 15, 1), ("Sentry Stone", "unit", 5, 4),
        ("Stoneward & Woldstalkers", "unit", 9, 6), ("Druids of Orboros", "unit", 13, 6),
        ("Blackclad Wayfarer", "solo", 4, 1), ("Shifting Stones", "unit", 4, 3),
    )),
)  # fmt: skip

_SKORNE: tuple[tuple[str, str, _Rows], ...] = (
    ("Dust and iron", "Armory", (
        ("Makeda 3", "caster", 27, 1), ("Titan Gladiator", "beast", 15, 1),
        ("Molik Karn", "beast", 19, 1), ("Agonizer", "beast", 7, 1),
        ("Cataphract Cetrati", "unit", 18, 5), ("Praetorian Karax", "unit", 13, 10),
        ("Paingiver Beast Handlers", "unit", 5, 4), ("Venators", "unit", 12, 10),
        ("Tyrant Commander", "solo", 6, 2), ("Extoller Soulward", "solo", 4, 1),
        ("Mortitheurge Willbreaker", "solo", 3, 1),
    )),
    ("Stampede", "Stockpile", (
        ("Xerxis 2", "caster", 26, 1), ("Mammoth", "beast", 38, 1),
        ("Titan Sentry", "beast", 15, 1), ("Basilisk Krea", "beast", 7, 1),
        ("Paingiver Beast Handlers", "unit", 5, 4), ("Praetorian Ferox", "unit", 20, 5),
        ("Cataphract Arcuarii", "unit", 16, 6),
    )),
)  # fmt: skip

_EVERBLIGHT: tuple[tuple[str, str, _Rows], ...] = (
    ("Wings", "Stockpile", (
        ("Lylyth 2", "caster", 30, 1), ("Ravagore", "beast", 18, 1),
        ("Angelius", "beast", 17, 1),
        ("Shredder", "beast", 5, 1), ("Ravagore", "beast", 18, 1),
        ("Blighted Nyss Raptors", "unit", 18, 5), ("Striders", "unit", 11, 6),
        ("Forsaken", "solo", 4, 1), ("Shepherd", "solo", 3, 1),
        ("Strider Deathstalker", "solo", 5, 1), ("Hex Hunters", "unit", 6, 6),
    )),
    ("Blight", "Armory", (
        ("Thagrosh 1", "caster", 29, 1), ("Archangel", "beast", 37, 1),
        ("Carnivean", "beast", 19, 1),
        ("Scythean", "beast", 17, 1), ("Blighted Ogrun Warspears", "unit", 15, 5),
        ("Spawning Vessel", "unit", 5, 6), ("Grotesque Raiders", "unit", 8, 10),
        ("Shepherd", "solo", 3, 1),
    )),
)  # fmt: skip

_GRYMKIN: tuple[tuple[str, str, _Rows], ...] = (
    ("Bad dreams", "Armory", (
        ("The Dreamer", "caster", 28, 1), ("Skin & Moans", "beast", 18, 1),
        ("Rattler", "beast", 7, 1), ("Gorehound", "beast", 7, 1), ("Crabbit", "beast", 4, 1),
        ("Dread Rots", "unit", 10, 10), ("Murder Crows", "unit", 15, 10),
        ("Hollowmen", "unit", 11, 10), ("Glimmer Imp", "solo", 4, 1),
        ("Death Knell", "battle engine", 17, 1), ("Witchwood", "solo", 5, 1),
        ("Lord Longfellow", "solo", 5, 1),
    )),
    ("Full moon", "Fuel Cache", (
        ("The Wanderer", "caster", 29, 1), ("Cage Rager", "beast", 16, 1),
        ("Skin & Moans", "beast", 18, 1), ("Frightmare", "beast", 9, 1),
        ("Piggybackers", "unit", 8, 5), ("Neigh Slayers", "unit", 15, 5),
        ("Dread Rots", "unit", 10, 10),
        ("Mad Caps", "unit", 8, 5), ("Trapperkin", "unit", 9, 5),
        ("Baba Yaga’s cart", "solo", 6, 1),
        ("Gremlin Swarm", "solo", 4, 1),
    )),
)  # fmt: skip

_MINIONS: tuple[tuple[str, str, _Rows], ...] = (
    ("Blindwater", "Stockpile", (
        ("Rask 1", "caster", 28, 1), ("Blackhide Wrastler", "beast", 16, 1),
        ("Ironback Spitter", "beast", 15, 1), ("Swamp Horror", "beast", 15, 1),
        ("Gatorman Posse", "unit", 16, 5), ("Bog Trog Ambushers", "unit", 15, 10),
        ("Croak Hunter", "solo", 5, 1), ("Totem Hunter", "solo", 6, 1),
        ("Victor Pendrake", "solo", 5, 1), ("Swamp Gobbers Bellows Crew", "unit", 3, 2),
        ("Gobber Tinker", "solo", 3, 1),
    )),
    ("Thornfall", "Fuel Cache", (
        ("Carver 1", "caster", 28, 1), ("War Hog", "beast", 15, 1),
        ("Road Hog", "beast", 16, 1),
        ("Gun Boar", "beast", 9, 1), ("Razor Boar", "beast", 6, 1),
        ("Farrow Brigands", "unit", 14, 10), ("Farrow Bone Grinders", "unit", 7, 6),
        ("Farrow Slaughterhousers", "unit", 13, 6), ("Farrow Commandos", "unit", 13, 10),
        ("Maximus", "solo", 6, 1), ("Alten Ashley", "solo", 4, 1),
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
        "Protectorate of Menoth": _MENOTH,
        "Retribution of Scyrah": _SCYRAH,
        "Convergence of Cyriss": _CYRISS,
        "Mercenaries": _MERCENARIES,
        "Crucible Guard": _CRUCIBLE,
        "Trollbloods": _TROLLBLOODS,
        "Circle Orboros": _ORBOROS,
        "Skorne": _SKORNE,
        "Legion of Everblight": _EVERBLIGHT,
        "Grymkin": _GRYMKIN,
        "Minions": _MINIONS,
    }.items()
}
