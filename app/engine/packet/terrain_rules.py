"""A packet's rules for terrain as frozen data. Lengths are in inches."""

from decimal import Decimal
from enum import Enum

from msgspec import Struct

from app.engine.language import mark_text, say
from app.engine.packet.scenario import demand_lengths

ZERO = Decimal(0)


class Kind(Enum):
    """The kind of a piece of terrain."""

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
        return say(self.value.replace("_", " ").capitalize())


class Method(Enum):
    """A method of setting up pieces one after the other (SR2017, Terrain Setup Methods)."""

    CLUSTER = "cluster"
    QUADRANT = "quadrant"
    SCATTER = "scatter"

    @property
    def words(self) -> str:
        return say(self.value.capitalize())


_WORDS = (
    mark_text("Forest"),
    mark_text("Dense fog"),
    mark_text("Hill"),
    mark_text("Rough"),
    mark_text("Shallow water"),
    mark_text("Trench"),
    mark_text("Wreck"),
    mark_text("Rubble"),
    mark_text("Hazard"),
    mark_text("Obstruction"),
    mark_text("Obstacle"),
    mark_text("Linear obstacle"),
    mark_text("Impassable"),
    mark_text("Cluster"),
    mark_text("Quadrant"),
    mark_text("Scatter"),
)
"""The words of the values, for the catalogue of translations."""


class Whom(Enum):
    """The pieces that must stay out of an area."""

    ALL = "all"
    RESTRICTED = "restricted"
    NONE = "none"


class Count(Struct, frozen=True):
    """The number of pieces on a table."""

    least: int
    most: int
    advised: int = 0
    """The number that the packet advises; 0 for none."""


class Sizes(Struct, frozen=True):
    """The length and width of a piece that the packet recommends."""

    least: Decimal
    most: Decimal

    def __post_init__(self) -> None:
        demand_lengths(self.least, self.most)


class Depths(Struct, frozen=True):
    """The depth of the players' deployment zones, from their edge or, in the corners, as a
    radius.
    """

    first: int
    second: int


class SetupRules(Struct, frozen=True):
    """One method of setting up, with its distances in inches.

    Cluster: the first `core` pieces are close together, the others away from them. Quadrant: one
    piece is near the table's middle, then one near the middle of each quadrant. Scatter: pieces are
    scattered from the middles of the quadrants, the others are near the first piece.
    """

    method: Method
    least: int
    most: int
    near: int
    """The distance that counts as near in this method."""
    core: int = 0
    """The number of pieces in the cluster."""
    apart: int = 0
    """The least distance of the other pieces from the cluster."""
    deviation: int = 0
    """The greatest distance of a scattered piece from its quadrant's middle."""


class TerrainRules(Struct, frozen=True):
    """A packet's rules for the terrain on a table. Distances are in inches."""

    count: Count
    size: Sizes
    gap: Decimal
    """The least distance between two pieces."""
    unrestricted: tuple[Kind, ...]
    """The kinds that are unrestricted."""
    restricted: tuple[Kind, ...]
    """The kinds that are restricted."""
    deployment: Depths
    radial: Depths | None = None
    """The depths of the deployment zones if these are in the corners."""
    restricted_gap: Decimal = ZERO
    """The least distance between two restricted pieces; 0 for the same as `gap`."""
    edge: Decimal = ZERO
    """The least distance of a piece from every table edge."""
    out_of_deployment: Whom = Whom.ALL
    """The pieces that must stay out of the deployment zones."""
    out_of_zones: Whom = Whom.RESTRICTED
    """The pieces that must stay out of the scenario's zones."""
    flags: Decimal = ZERO
    """The least distance of restricted pieces from the base of a flag."""
    objectives: Decimal = ZERO
    """The least distance of restricted pieces from the base of an objective."""
    flag_base_mm: int = 40
    objective_base_mm: int = 50
    touching: tuple[Kind, ...] = ()
    """The kinds that may touch their own kind."""
    lines: tuple[Kind, ...] = ()
    """The thin kinds, of which only the length is measured."""
    blockers: tuple[Kind, ...] = ()
    """The kinds that block line of sight."""
    least_blockers: int = 0
    mostly_unrestricted: bool = False
    """True if the packet advises mostly unrestricted pieces."""
    setups: tuple[SetupRules, ...] = ()

    def __post_init__(self) -> None:
        demand_lengths(self.gap, self.restricted_gap, self.edge, self.flags, self.objectives)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return self.unrestricted + self.restricted

    def kept_out(self, kind: Kind, whom: Whom) -> bool:
        """Tell whether an area that ``whom`` must stay out of is closed to this kind."""
        return whom is Whom.ALL or (whom is Whom.RESTRICTED and kind in self.restricted)

    def gap_between(self, kind: Kind, other: Kind) -> Decimal:
        """Return the least distance between two pieces of these kinds."""
        if kind is other and kind in self.touching:
            return ZERO
        both = kind in self.restricted and other in self.restricted
        return max(self.gap, self.restricted_gap) if both else self.gap

    def setup(self, method: Method | None) -> SetupRules | None:
        return next((setup for setup in self.setups if setup.method is method), None)
