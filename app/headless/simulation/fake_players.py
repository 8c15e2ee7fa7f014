"""Invented players for simulated events: names, clubs and factions."""

from app.engine import Entry
from app.headless.simulation.dice import SimulationDice

GIVEN = (
    "Ada", "Anselm", "Beatrix", "Bruno", "Cato", "Clara", "Dorian", "Edda", "Emeric", "Fenna",
    "Florin", "Greta", "Hagen", "Ilse", "Ivo", "Jasper", "Juno", "Kaspar", "Lena", "Lorcan",
    "Maren", "Milo", "Nadia", "Nils", "Odette", "Orin", "Petra", "Quentin", "Rasmus", "Runa",
    "Silas", "Tamsin", "Theo", "Ulla", "Viktor", "Wanda", "Yorick", "Zora", "Žofie", "Łucja",
)  # fmt: skip

FAMILY = (
    "Ashdown", "Birkholm", "Castellan", "Dunmore", "Eberhart", "Fairweather", "Grünwald",
    "Halloway", "Ingram", "Jóhannsson", "Kestrel", "Lindqvist", "Marchetti", "Norwood", "Oakley",
    "Pemberton", "Quarrington", "Rosenthal", "Sandoval", "Thornhill", "Underwood", "Vasquez",
    "Wexford", "Yarrow", "Zielińska",
)  # fmt: skip

CLUBS = ("Harbour Dice Club", "The Brass Cog", "Northgate Wargamers", "Tuesday Table", "Iron Mill")

FACTIONS = (
    "Cygnar", "Khador", "Cryx", "Protectorate of Menoth", "Retribution of Scyrah",
    "Convergence of Cyriss", "Mercenaries", "Crucible Guard", "Trollbloods", "Circle Orboros",
    "Skorne", "Legion of Everblight", "Grymkin", "Minions",
)  # fmt: skip


def fake_entries(
    count: int, dice: SimulationDice, taken: frozenset[str] = frozenset()
) -> tuple[Entry, ...]:
    """Return ``count`` entries with names that differ from each other and from those ``taken``."""
    names = list(taken)
    entries = []
    for _ in range(count):
        name = f"{dice.pick(GIVEN)} {dice.pick(FAMILY)}"
        while name in names:
            name = _another(name, dice, crowded=len(names) > len(GIVEN) * len(FAMILY) // 2)
        names.append(name)
        club = "" if dice.chance(15) else dice.pick(CLUBS)
        entries.append(Entry(name, club, dice.pick(FACTIONS)))
    return tuple(entries)


def _another(name: str, dice: SimulationDice, *, crowded: bool) -> str:
    """Return a different name. In a crowded event it ends with a number, so that names never run
    out.
    """
    if crowded:
        return f"{name} {dice.below(10_000)}"
    return f"{dice.pick(GIVEN)} {dice.pick(FAMILY)}"
