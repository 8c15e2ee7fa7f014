"""Terrain rules, by packet key, for files whose packets are older than those rules.

The rules stay as they were when they were introduced: later changes of a packet's file are not
repeated here.
"""

from collections.abc import Mapping
from typing import Any

_OPEN = ["forest", "hill", "rough", "shallow_water", "trench"]
_STANDARD = {"first": 7, "second": 10}

_2012 = {
    "count": {"least": 5, "most": 7},
    "size": {"least": "4", "most": "8"},
    "gap": "3",
    "unrestricted": [*_OPEN, "linear_obstacle", "obstruction"],
    "restricted": ["impassable"],
    "lines": ["linear_obstacle"],
    "deployment": _STANDARD,
    "radial": {"first": 17, "second": 20},
}
_2014 = {
    "count": {"least": 5, "most": 7},
    "size": {"least": "4", "most": "7"},
    "gap": "3",
    "unrestricted": [*_OPEN, "linear_obstacle"],
    "restricted": ["obstruction", "impassable"],
    "lines": ["linear_obstacle"],
    "deployment": _STANDARD,
    "flags": "4",
    "objectives": "4",
}
_2015 = {
    "count": {"least": 5, "most": 7},
    "size": {"least": "3", "most": "6"},
    "gap": "2",
    "restricted_gap": "5",
    "unrestricted": [*_OPEN, "wreck"],
    "restricted": ["obstruction", "linear_obstacle"],
    "touching": ["trench"],
    "lines": ["linear_obstacle"],
    "deployment": _STANDARD,
    "flags": "5",
    "objectives": "5",
}
_2017 = {
    "count": {"least": 6, "most": 8, "advised": 8},
    "size": {"least": "3", "most": "6"},
    "gap": "2",
    "restricted_gap": "5",
    "edge": "6",
    "unrestricted": ["dense_fog", *_OPEN, "rubble"],
    "restricted": ["hazard", "obstruction", "obstacle"],
    "touching": ["trench"],
    "lines": ["obstacle"],
    "blockers": ["forest", "dense_fog", "obstruction"],
    "least_blockers": 2,
    "mostly_unrestricted": True,
    "deployment": _STANDARD,
    "out_of_deployment": "restricted",
    "out_of_zones": "none",
    "setups": [
        {"method": "cluster", "least": 6, "most": 8, "near": 6, "core": 5, "apart": 8},
        {"method": "quadrant", "least": 8, "most": 8, "near": 5},
        {"method": "scatter", "least": 6, "most": 8, "near": 10, "deviation": 3},
    ],
}

TERRAIN: Mapping[str, Mapping[str, Any]] = {
    "sr2012": _2012,
    "sr2014": _2014,
    "sr2015": _2015,
    "sr2017": _2017,
    "sr2017-rumble": {**_2017, "edge": "0", "deployment": {"first": 6, "second": 6}},
}
