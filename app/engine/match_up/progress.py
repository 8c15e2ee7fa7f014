"""The progress of a match-up as a plain value, and what each captain may see of it."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.match_up.procedure import By, Deed, Procedure, Step
from app.engine.side import Pair, Side

BE_A, BE_B = (1,), (2,)
"""The values of a captain's choice to be A or B."""
HIDDEN = ()
"""Takes the place of a choice that was made and is still secret."""
NOBODY: Pair[int | None] = Pair(None, None)
NONE_OFFERED: Pair[tuple[int, ...]] = Pair((), ())
NO_CHOICE: Pair[tuple[int, ...] | None] = Pair(None, None)


class Meeting(Struct, frozen=True):
    """Two teams before their match-up."""

    procedure: Procedure
    teams: Pair[tuple[int, ...]]
    """The players of each team who are here, by seat. If one team lacks players, those of the other
    team who are left without an opponent have the bye (our decision: a missing player is never put
    up or offered).
    """
    tables: tuple[int, ...]
    """The tables of the match."""
    dice: str = ""
    """The seed of the dice of the match-up."""

    def side_of(self, player: int) -> Side | None:
        return next((side for side in Side if player in self.teams.of(side)), None)


class Met(Struct, frozen=True):
    """A pair of players who meet."""

    players: Pair[int]
    table: int = 0
    """The table; 0 until it is chosen. At the end of the match-up, the remaining pairs get the free
    tables in order.
    """


def by_seat(teams: Pair[tuple[int, ...]], tables: Iterable[int]) -> tuple[Met, ...]:
    """Return the pairs by seat, which hold until the captains or the desk choose other pairs."""
    seats = zip(*teams, tables, strict=False)
    return tuple(Met(Pair(red, blue), table) for red, blue, table in seats)


def left_over(teams: Pair[tuple[int, ...]], met: Iterable[Met]) -> tuple[int, ...]:
    """Return the players of both teams without an opponent."""
    playing = {number for pair in met for number in pair.players}
    return tuple(n for team in teams for n in team if n not in playing)


class Choice(Struct, frozen=True):
    """A captain's choice."""

    side: Side
    step: int
    """The number of earlier steps in which a captain was asked, as in `Ask.step`."""
    chosen: tuple[int, ...]
    """The numbers of players, the number of a table, or `BE_A` or `BE_B`."""


class Ask(Struct, frozen=True):
    """A choice that a captain has to make."""

    step: int
    """The number of earlier steps in which a captain was asked."""
    do: Deed
    options: tuple[int, ...]
    """The possible choices, as in `Choice.chosen`."""
    count: int = 1
    """The number of options that have to be chosen."""
    against: int | None = None
    """The player whose opponent, or table, is to be chosen; None if the choice is about no
    player.
    """
    secret: bool = False
    """True if the choice stays secret until both captains have chosen."""


class Done(Struct, frozen=True):
    """A step that was carried out, for the account of the match-up."""

    do: Deed
    side: Side | None = None
    """The side that made the choice or won the roll; None if nobody chose."""
    chosen: tuple[int, ...] = ()
    """The choice, as in `Choice.chosen`. For a roll, the two dice, Red's first."""
    against: int | None = None


class Progress(Struct, frozen=True):
    """The progress of a match-up."""

    meeting: Meeting
    met: tuple[Met, ...] = ()
    """The pairs, in the order in which they were made."""
    up: Pair[int | None] = NOBODY
    """The player of each team who was put up and waits for an opponent."""
    offered: Pair[tuple[int, ...]] = NONE_OFFERED
    winner: Side | None = None
    """The winner of the latest roll."""
    a: Side | None = None
    """The side that is A, once a captain has chosen."""
    laid: Pair[tuple[int, ...] | None] = NO_CHOICE
    """The secret choices of a step that still waits for the other captain."""
    asked: int = 0
    """The number of steps before the present one in which a captain was asked."""
    place: tuple[int, int] = (0, -1)
    """The present step: the part of the procedure, and the index within that part."""
    passes: int = 0
    """The number of times that the repeated part has begun."""
    account: tuple[Done, ...] = ()
    """The steps that were carried out so far, without secrets."""

    @property
    def parts(self) -> tuple[tuple[Step, ...], ...]:
        procedure = self.meeting.procedure
        return procedure.steps, procedure.again, procedure.closing

    @property
    def step(self) -> Step | None:
        """The present step; None at the end."""
        part, at = self.place
        return self.parts[part][at] if part < len(self.parts) else None

    @property
    def is_done(self) -> bool:
        """Tell whether every player who can have an opponent has one."""
        return self.step is None and not all(map(self.left, Side))

    @property
    def has_begun(self) -> bool:
        """Tell whether a captain has chosen anything."""
        return bool(self.asked) or self.laid != NO_CHOICE

    @property
    def at_desk(self) -> bool:
        """Tell whether the desk has to type the pairs."""
        return not self.is_done and (self.step is None or self.step.do is Deed.DESK)

    def left(self, side: Side) -> tuple[int, ...]:
        """Return the players of a side without an opponent, by seat."""
        taken = {pair.players.of(side) for pair in self.met}
        return tuple(n for n in self.meeting.teams.of(side) if n not in taken)

    def free(self, side: Side) -> tuple[int, ...]:
        """Return the players of a side without an opponent who are neither up nor offered."""
        busy = {self.up.of(side), *self.offered.of(side)}
        return tuple(n for n in self.left(side) if n not in busy)

    @property
    def free_tables(self) -> tuple[int, ...]:
        taken = {pair.table for pair in self.met}
        return tuple(table for table in self.meeting.tables if table not in taken)

    def side(self, by: By) -> Side | None:
        """Return the side of the captain whom ``by`` means. Return None if it means both captains,
        or if it depends on whose player is up and no player is up.
        """
        first = self.winner or Side.RED
        a = self.a or first
        up = next((side for side in Side if self.up.of(side) is not None), None)
        sides: Mapping[By, Side | None] = {
            By.A: a,
            By.B: a.other,
            By.WINNER: first,
            By.LOSER: first.other,
            By.UP: up,
            By.OTHER: up and up.other,
        }
        return sides.get(by)

    @property
    def asks(self) -> Mapping[Side, Ask]:
        """The pending choice of each captain; none for a captain who has chosen and waits."""
        asks = ((side, ask(self, side)) for side in Side if self.laid.of(side) is None)
        return {side: asked for side, asked in asks if asked is not None}

    def seen_by(self, viewer: Side | None) -> "Progress":
        """Return the match-up as the captain of ``viewer`` may see it, or as anybody may if
        ``viewer`` is None. A choice that waits for the other captain's choice is `HIDDEN` unless
        ``viewer`` made it.
        """
        laid = self.laid
        for side in Side:
            if side is not viewer and laid.of(side) is not None:
                laid = laid.put(side, HIDDEN)
        return replace(self, laid=laid)


def ask(progress: Progress, side: Side) -> Ask | None:
    """Return the choice that the present step asks of a captain; None if it asks none."""
    step = progress.step
    if step is None or (step.by is not By.BOTH and progress.side(step.by) is not side):
        return None
    against = progress.up.of(side.other if step.do is Deed.OFFER else side)
    options: tuple[int, ...] = ()
    count = 1
    match step.do:
        case Deed.CHOOSE_SIDE:
            options, against = (*BE_A, *BE_B), None
        case Deed.PUT_UP:
            options, against = progress.free(side) if against is None else (), None
        case Deed.OFFER if against is not None:
            options = progress.free(side)
            count = min(step.count, len(options))
        case Deed.PICK if against is not None:
            options = progress.offered.of(side.other)
        case Deed.CHOOSE_TABLE:
            open_pairs = [pair for pair in progress.met if not pair.table]
            against = open_pairs[0].players.of(side) if open_pairs else None
            options = progress.free_tables if open_pairs else ()
        case _:
            pass
    if not options:
        return None
    secret = step.by is By.BOTH
    return Ask(progress.asked, step.do, options, count, against, secret)
