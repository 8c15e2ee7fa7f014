"""The terrain table of every packet file, until the files carry them themselves."""

import tomllib
from decimal import Decimal

from app.engine.terrain_rules import TerrainRules
from app.store.plain_data import PlainData

SR2012 = """
[terrain]
count = { least = 5, most = 7 }
size = { least = 4, most = 8 }
gap = 3
unrestricted = [
    "forest", "hill", "rough", "shallow_water", "trench", "linear_obstacle", "obstruction",
]
restricted = ["impassable"]
lines = ["linear_obstacle"]
# Corners on the side of radial scenarios; the pictures of radial and flank are not in our copy, so
# a proposal keeps out of all four corners, or of the deeper strip along all four edges.
deployment = { first = 7, second = 10 }
radial = { first = 17, second = 20 }
out_of_deployment = "all"
out_of_zones = "restricted"
"""

SR2014 = """
[terrain]
count = { least = 5, most = 7 }
size = { least = 4, most = 7 }
gap = 3
unrestricted = ["forest", "hill", "rough", "shallow_water", "trench", "linear_obstacle"]
restricted = ["obstruction", "impassable"]
lines = ["linear_obstacle"]
deployment = { first = 7, second = 10 }
out_of_deployment = "all"
out_of_zones = "restricted"
flags = 4
objectives = 4
"""

SR2015 = """
[terrain]
count = { least = 5, most = 7 }
size = { least = 3, most = 6 }
gap = 2
restricted_gap = 5
unrestricted = ["forest", "hill", "rough", "shallow_water", "trench", "wreck"]
restricted = ["obstruction", "linear_obstacle"]
touching = ["trench"]
lines = ["linear_obstacle"]
deployment = { first = 7, second = 10 }
out_of_deployment = "all"
out_of_zones = "restricted"
flags = 5
objectives = 5
"""

SR2017 = """
[terrain]
count = { least = 6, most = 8, advised = 8 }
size = { least = 3, most = 6 }
gap = 2
restricted_gap = 5
edge = 6
unrestricted = ["dense_fog", "forest", "hill", "rough", "shallow_water", "trench", "rubble"]
restricted = ["hazard", "obstruction", "obstacle"]
touching = ["trench"]
lines = ["obstacle"]
blockers = ["forest", "dense_fog", "obstruction"]
least_blockers = 2
mostly_unrestricted = true
deployment = { first = 7, second = 10 }
out_of_deployment = "restricted"
out_of_zones = "none"
setup = [
    { method = "cluster", least = 6, most = 8, near = 6, core = 5, apart = 8 },
    { method = "quadrant", least = 8, most = 8, near = 5 },
    { method = "scatter", least = 6, most = 8, near = 10, deviation = 3 },
]
"""

# A table of 30 inches: no distance from the edge; what deploys at all does so within 6 inches.
RUMBLE = SR2017.replace("edge = 6\n", "").replace("first = 7, second = 10", "first = 6, second = 6")

TABLES = {
    "sr2012": SR2012,
    "sr2014": SR2014,
    "sr2015": SR2015,
    "sr2017": SR2017,
    "sr2017-rumble": RUMBLE,
}


def _read(text: str) -> TerrainRules:
    data = tomllib.loads(text, parse_float=Decimal)["terrain"]
    rules: TerrainRules = PlainData({"setups": "setup"}, lambda _value, _path: None).read(
        TerrainRules, data
    )
    return rules


RULES = {key: _read(text) for key, text in TABLES.items()}
