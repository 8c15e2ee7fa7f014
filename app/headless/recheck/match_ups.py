"""Derives the pairs from the captains' choices, independently of the engine's match-ups."""

from collections.abc import Iterator, Sequence
from hashlib import shake_256

from app.engine.acts.events import Record
from app.engine.acts.teams.match_up import ChosenInMatchUp
from app.engine.evolve.running_fold import RunningFold
from app.engine.language import say
from app.engine.match_up.procedure import By, Deed, Procedure, Step
from app.engine.match_up.progress import Choice
from app.engine.side import Side
from app.engine.state import MatchUp, Round, State
from app.headless.recheck.past_teams import Then, fold_team, teams_then
from app.headless.recheck.teams import team_in

RED, BLUE = 0, 1
MOST = 20
"""The greatest number of times that a procedure's repeated steps are carried out."""


class WaitsError(Exception):
    """Raised when a captain still has to choose."""


def match_up_faults(records: Sequence[Record]) -> Iterator[str]:
    """Yield a sentence for each completed match-up whose games do not follow from the captains'
    choices.
    """
    folded = RunningFold()
    for index, row in enumerate(records):
        match row.event:
            case ChosenInMatchUp() as chosen if chosen.seatings:
                state = folded.add(records[len(folded.records) : index])
                then = teams_then(records[:index])
                table = _other_table(state, then, chosen)
                if table is not None:
                    yield say(
                        "Row {seq}: by what the captains chose, other players meet at table"
                        " {table}.",
                        seq=row.seq,
                        table=table,
                    )
            case _:
                pass


def _other_table(state: State, then: Then, chosen: ChosenInMatchUp) -> int | None:
    """Return the first table at which the log seats other players than the choices do; None if
    there is no such table.
    """
    round_ = state.round(chosen.round_number)
    if round_ is None or round_.procedure is None:
        return chosen.match
    made = round_.match_ups.get(chosen.match, MatchUp())
    choices = (*made.choices, Choice(chosen.side, chosen.step, chosen.chosen))
    teams, tables = _match(state, then, round_, chosen.match)
    seed = round_.seed or (state.settings.seed if state.settings else 0)
    dice = f"{seed}|{round_.number}|{made.drawn_at or chosen.match}"
    mine = dict(pairs_by_choices(round_.procedure, teams, tables, dice, choices))
    theirs = {seating.table: tuple(seating.players) for seating in chosen.seatings}
    met = {number for pair in mine.values() for number in pair}
    alone = {number for team in teams for number in team} - met
    wrong = [table for table in {*mine, *theirs} if mine.get(table) != theirs.get(table)]
    if not wrong and alone != {*chosen.byes}:
        return chosen.match
    return min(wrong, default=None)


def _match(
    state: State, then: Then, round_: Round, first: int
) -> tuple[tuple[list[int], list[int]], list[int]]:
    """Return the players of both teams by seat, and the tables of the match that begins at table
    ``first``.
    """
    games = sorted(state.games_of(round_), key=lambda game: game.table)
    teams = {
        game.number: [team_in(state, then, round_, player) for player in game.players]
        for game in games
    }
    pair = next((teams[game.number] for game in games if game.table == first), ["", ""])
    ours = [game for game in games if {*teams[game.number]} == {*pair}]
    here = {number for game in ours for number in game.players}
    here |= {bye.player for bye in round_.byes}
    red, blue = (_by_seat(state, then, round_, team, here) for team in pair)
    return (red, blue), [game.table for game in ours]


def _by_seat(state: State, then: Then, round_: Round, team: str, here: set[int]) -> list[int]:
    entered = state.teams[team].players if team in state.teams else ()
    ours = [n for n in state.players if n in here and team_in(state, then, round_, n) == team]
    mates = [n for n in entered if n in ours and fold_team(state.players[n].entry.team) == team]
    return [*mates, *(number for number in ours if number not in mates)]


def pairs_by_choices(
    procedure: Procedure,
    teams: Sequence[Sequence[int]],
    tables: Sequence[int],
    dice: str,
    choices: Sequence[Choice],
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the table and the pair of each game; nothing if the choices do not pair everybody."""
    play = _Play(teams, tables, dice, choices)
    try:
        for step in procedure.steps:
            play.carry_out(step)
        for _ in range(MOST):
            counts = [len(play.left(side)) for side in (RED, BLUE)]
            if not min(counts) or max(counts) == 1:
                break
            for step in procedure.again:
                play.carry_out(step)
        for step in procedure.closing:
            play.carry_out(step)
    except WaitsError:
        return
    if play.left(RED) and play.left(BLUE):
        return
    free = play.free_tables()
    beyond = max(tables, default=0)
    for pair, chosen in zip(play.pairs, play.chosen_tables, strict=True):
        beyond += not chosen and not free
        table = chosen or (free.pop(0) if free else beyond)
        yield table, tuple(pair)


class _Play:
    def __init__(
        self,
        teams: Sequence[Sequence[int]],
        tables: Sequence[int],
        dice: str,
        choices: Sequence[Choice],
    ) -> None:
        self.teams, self.tables, self.dice = teams, tables, dice
        self.choices = [
            (int(choice.side is Side.BLUE), choice.step, choice.chosen) for choice in choices
        ]
        self.pairs: list[list[int]] = []
        self.chosen_tables: list[int] = []
        self.up = [0, 0]
        self.offered: list[list[int]] = [[], []]
        self.rolls = self.asked = 0
        self.first, self.is_a = RED, -1

    def left(self, side: int) -> list[int]:
        paired = [pair[side] for pair in self.pairs]
        return [number for number in self.teams[side] if number not in paired]

    def free_tables(self) -> list[int]:
        return [table for table in self.tables if table not in self.chosen_tables]

    def carry_out(self, step: Step) -> None:
        match step.do:
            case Deed.DESK:
                raise WaitsError
            case Deed.ROLL:
                self._roll()
            case Deed.LOT | Deed.REST_MEET:
                self._pair_rest(by_lot=step.do is Deed.LOT)
            case _:
                self._ask(step)

    def _number(self, words: str) -> int:
        return int.from_bytes(shake_256(f"{self.dice}|{words}".encode()).digest(8), "big")

    def _roll(self) -> None:
        throw, red, blue = 0, 0, 0
        while red == blue:
            red, blue = (
                self._number(f"roll|{self.rolls}|{throw}|{side}") % 6 for side in ("red", "blue")
            )
            throw += 1
        self.rolls += 1
        self.first = RED if red > blue else BLUE

    def _pair_rest(self, *, by_lot: bool) -> None:
        blue = self.left(BLUE)
        if by_lot:
            blue.sort(key=lambda number: self._number(f"lot|{number}"))
        for pair in zip(self.left(RED), blue, strict=False):
            self._meet([*pair])
        self.up, self.offered = [0, 0], [[], []]

    def _meet(self, pair: list[int]) -> None:
        self.pairs.append(pair)
        self.chosen_tables.append(0)

    def _who(self, by: By) -> list[int]:
        a = self.first if self.is_a < 0 else self.is_a
        waiting = [side for side in (RED, BLUE) if self.up[side]][:1]
        return {
            By.BOTH: [RED, BLUE],
            By.A: [a],
            By.B: [1 - a],
            By.WINNER: [self.first],
            By.LOSER: [1 - self.first],
            By.UP: waiting,
            By.OTHER: [1 - side for side in waiting],
        }[by]

    def _options(self, step: Step, side: int) -> tuple[list[int], int]:
        """Return the options of the captain in this step, and the number to choose."""
        busy = [*self.up, *self.offered[side]]
        free = [number for number in self.left(side) if number not in busy]
        match step.do:
            case Deed.CHOOSE_SIDE:
                return [1, 2], 1
            case Deed.PUT_UP:
                return ([] if self.up[side] else free), 1
            case Deed.OFFER:
                return (free if self.up[1 - side] else []), min(step.count, len(free))
            case Deed.PICK:
                return (self.offered[1 - side] if self.up[side] else []), 1
            case _:
                return (self.free_tables() if 0 in self.chosen_tables else []), 1

    def _ask(self, step: Step) -> None:
        asked = {side: self._options(step, side) for side in self._who(step.by)}
        asked = {side: question for side, question in asked.items() if question[0]}
        said = {
            side: tuple(options)
            for side, (options, count) in asked.items()
            if len(options) == count and step.do is not Deed.CHOOSE_SIDE
        }
        while len(said) < len(asked):
            if not self.choices:
                raise WaitsError
            side, at, chosen = self.choices.pop(0)
            if at != self.asked or side not in asked or side in said:
                continue
            options, count = asked[side]
            if len({*chosen}) == len(chosen) == count and {*chosen} <= {*options}:
                said[side] = chosen
        for side in asked:
            self._take(step, side, [*said[side]])
        self.asked += bool(asked)

    def _take(self, step: Step, side: int, chosen: list[int]) -> None:
        match step.do:
            case Deed.CHOOSE_SIDE:
                self.is_a = side if chosen == [1] else 1 - side
            case Deed.PUT_UP:
                self.up[side] = chosen[0]
            case Deed.OFFER:
                self.offered[side] = chosen
            case Deed.PICK:
                pair = [chosen[0], chosen[0]]
                pair[side] = self.up[side]
                self._meet(pair)
                rest = [number for number in self.offered[1 - side] if number not in chosen]
                self.up[side] = 0
                if step.stays_up and rest:
                    self.up[1 - side] = rest[0]
                self.offered[1 - side] = []
            case _:
                self.chosen_tables[self.chosen_tables.index(0)] = chosen[0]
