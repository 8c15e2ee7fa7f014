"""A packet's rules for terrain as frozen data. Lengths are inches."""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

ZERO = Decimal(0)


class Kind(Enum):
    """What a piece of terrain is."""

    FOREST = "forest"
    DENSE_FOG = "dense_fog"
    HILL = "hill"
    ROUGH = "rough"
    SHALLOW_WATER = "shallow_water"
    TRENCH = "trench"
    WRECK = "wreck"
    RUBBLE = "rubble"
    HAZARD = "hazard"
    OBSTRUCTION = "obstruction"
    OBSTACLE = "obstacle"
    LINEAR_OBSTACLE = "linear_obstacle"
    IMPASSABLE = "impassable"

    @property
    def words(self) -> str:
        return self.value.replace("_", " ").capitalize()


class Method(Enum):
    """How pieces are set out, one after the other (SR2017, Terrain Setup Methods)."""

    CLUSTER = "cluster"
    QUADRANT = "quadrant"
    SCATTER = "scatter"

    @property
    def words(self) -> str:
        return self.value.capitalize()


class Whom(Enum):
    """Which pieces a rule keeps out."""

    ALL = "all"
    RESTRICTED = "restricted"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Count:
    """Pieces on a table: ``least`` to ``most``; ``advised`` 0: no number is."""

    least: int
    most: int
    advised: int = 0


@dataclass(frozen=True, slots=True)
class Sizes:
    """Length and width of a piece that the packet calls best."""

    least: Decimal
    most: Decimal


@dataclass(frozen=True, slots=True)
class Depths:
    """How deep the players' deployment zones reach from their edge or, in the corners, radially."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class SetupRules:
    """One method and its distances.

    Cluster: the first ``core`` pieces lie ``near`` each other, the others ``apart`` from them.
    Quadrant: ``near`` the table's middle, then the quadrants'. Scatter: off the quadrants' middles
    by up to ``deviation``, the others ``near`` the first piece.
    """

    method: Method
    least: int
    most: int
    near: int
    core: int = 0
    apart: int = 0
    deviation: int = 0


@dataclass(frozen=True, slots=True)
class TerrainRules:
    """``unrestricted`` and ``restricted`` are the kinds there are.

    ``gap`` is between any two pieces, ``restricted_gap`` between two restricted ones (0: the same);
    ``touching`` kinds may touch their own kind; ``lines`` are thin: their length alone is measured.
    ``edge``: from every table edge. ``out_of_deployment``, ``out_of_zones``: what stays outside;
    ``flags`` and ``objectives`` keep restricted pieces that far from the base of a marker.
    ``blockers`` block line of sight; ``mostly_unrestricted``: the packet advises it. ``radial``:
    depths where deployment is in the corners.
    """

    count: Count
    size: Sizes
    gap: Decimal
    unrestricted: tuple[Kind, ...]
    restricted: tuple[Kind, ...]
    deployment: Depths
    radial: Depths | None = None
    restricted_gap: Decimal = ZERO
    edge: Decimal = ZERO
    out_of_deployment: Whom = Whom.ALL
    out_of_zones: Whom = Whom.RESTRICTED
    flags: Decimal = ZERO
    objectives: Decimal = ZERO
    flag_base_mm: int = 40
    objective_base_mm: int = 50
    touching: tuple[Kind, ...] = ()
    lines: tuple[Kind, ...] = ()
    blockers: tuple[Kind, ...] = ()
    least_blockers: int = 0
    mostly_unrestricted: bool = False
    setups: tuple[SetupRules, ...] = ()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return self.unrestricted + self.restricted

    def kept_out(self, kind: Kind, whom: Whom) -> bool:
        """Whether a rule for ``whom`` concerns this kind."""
        return whom is Whom.ALL or (whom is Whom.RESTRICTED and kind in self.restricted)

    def gap_between(self, kind: Kind, other: Kind) -> Decimal:
        """How far two pieces stay apart."""
        if kind is other and kind in self.touching:
            return ZERO
        both = kind in self.restricted and other in self.restricted
        return max(self.gap, self.restricted_gap) if both else self.gap

    def setup(self, method: Method | None) -> SetupRules | None:
        return next((setup for setup in self.setups if setup.method is method), None)
