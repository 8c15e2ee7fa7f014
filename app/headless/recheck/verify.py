"""Checks an event file completely, with sums that do not use the engine's code."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct, field

from app.engine.acts.commands import Refused
from app.engine.acts.draw import DrawExplained, MergePlayers, PairingsChanged
from app.engine.acts.events import Event, Record
from app.engine.acts.players import PlayersAdded
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, RoundDrawn, Seating
from app.engine.acts.table import ClockStarted, Mark
from app.engine.acts.teams.match_up import ChosenInMatchUp, MatchUpTyped, TakenBackInMatchUp
from app.engine.acts.undo import Redone, Undone
from app.engine.draw.values import Numbers
from app.engine.evolve.running_fold import RunningFold
from app.engine.formats.settings import Late
from app.engine.frozen import pause_collection
from app.engine.language import plural, say
from app.engine.packet.ranking import STEAMROLLER, Schedule
from app.engine.progress import Progress, no_progress
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.state import Stage, State
from app.engine.subjects.every import is_undoable
from app.engine.subjects.rounds.draw import draw_round
from app.engine.subjects.setup.event import NO_EVENT
from app.engine.subjects.table.results import impossible
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.engine.text import sentence
from app.headless.recheck.armies import army_faults
from app.headless.recheck.flags import flag_faults
from app.headless.recheck.match_ups import match_up_faults
from app.headless.recheck.teams import team_faults
from app.store.events import open_log
from app.store.exports.digest import standings_digest, state_digest
from app.store.file_names import real_path
from app.store.log.log_file import inspect
from app.store.photos import photo_remarks
from app.store.rescue.salvage import later_rows
from app.store.server.address import Place

# How much of the whole check is done when the file is read, and when its rows are folded.
READ, FOLDED = 0.3, 0.85
PIECES, LEAST_PIECE = 50, 5_000
"""The number of pieces in which the rows are replayed, and the fewest rows of a piece. Few pieces
are faster, because an undo may require starting again in each.
"""


class Findings(Struct, frozen=True):
    """The findings of a check. ``notes`` are oddities but not faults. ``chain`` is the last row's
    checksum, and is the same in every copy and every version of the program. ``standings`` and
    ``state`` are digests; that of the standings is the same in every version, that of the state
    only in this version.
    """

    rows: int
    players: int
    rounds: int
    games: int
    results: int
    marks: int
    state: str
    standings: str
    chain: str
    notes: tuple[str, ...]
    faults: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """Yield the lines for a terminal, without the faults, which are printed separately."""
        yield plural(
            self.rows,
            "{count} row, {marks} of them marks from the tables.",
            "{count} rows, {marks} of them marks from the tables.",
            marks=self.marks,
        )
        counted = (
            plural(self.players, "{count} player", "{count} players"),
            plural(self.rounds, "{count} round", "{count} rounds"),
            plural(self.games, "{count} game", "{count} games"),
            plural(self.results, "{count} result", "{count} results"),
        )
        yield sentence(", ".join(counted))
        yield from self.notes
        if self.rows:
            yield say("Rows up to {last}: {digest}", last=self.rows, digest=self.chain)
        yield say("Standings: {digest}", digest=self.standings)
        yield say("State, as this version keeps it: {digest}", digest=self.state)
        if not self.faults:
            yield say("Everything is in order.")


def verify(kept: Place, report_progress: Progress = no_progress) -> Findings:
    """Read a whole event and check it. Raises StoreError if it cannot be read."""
    with pause_collection():
        return _verify(kept, report_progress)


def _verify(kept: Place, report_progress: Progress) -> Findings:
    with open_log(kept, read_only=True) as log:
        log.check()
        report_progress(READ / 2)
        records, last, missing = log.records(), log.last_chain, log.behind
    del log  # it keeps a second copy of all rows
    folded = RunningFold()
    notes = []
    for note, row in list_draw_notes(records, folded):
        notes += [note] if note else []
        report_progress(READ + (FOLDED - READ) * row / max(len(records), 1))
    state = folded.state
    checks: Sequence[Callable[[], Iterable[str]]] = (
        lambda: [missing] if missing else [],
        lambda: later_faults(kept, len(records), bytes.fromhex(last)),
        lambda: row_faults(records),
        lambda: round_faults(records),
        lambda: clock_faults(state),
        lambda: flag_faults(state, records),
        lambda: result_faults(state),
        lambda: army_faults(state),
        lambda: standings_faults(state),
        lambda: team_faults(state, records),
        lambda: match_up_faults(records),
    )
    faults: list[str] = []
    for number, check in enumerate(checks):
        report_progress(FOLDED + (1 - FOLDED) * number / len(checks))
        faults += check()
    return Findings(
        rows=len(records),
        players=len(state.players),
        rounds=len(state.rounds),
        games=len(state.games),
        results=sum(final_result(game) is not None for game in state.games.values()),
        marks=sum(isinstance(record.event, Mark) for record in records),
        state=state_digest(state),
        standings=standings_digest(state),
        chain=last,
        notes=(*notes, *(photo_remarks(kept, state) if isinstance(kept, Path) else ())),
        faults=tuple(faults),
    )


def later_faults(kept: Place, last: int, chain: bytes) -> Iterator[str]:
    """Yield a fault if the bytes of a file or its journal contain rows of the event after row
    ``last``. That is the last row that the program shows when it opens the file.
    """
    if not isinstance(kept, Path):
        return
    path = real_path(kept)
    if not later_rows(path, last, chain):
        return
    if len(inspect(path).contents.rows) == last:  # nobody has written meanwhile
        yield say(
            "The file ends at row {last}, but later rows of the event are in its bytes. Repair it"
            " to bring them back.",
            last=last,
        )


def row_faults(records: Sequence[Record]) -> Iterator[str]:
    """Yield the faults of the rows: gaps, acts that are split, and undo or redo of something that
    is not an act.
    """
    acts: set[int] = set()
    for seq, row in enumerate(records, start=1):
        if row.seq != seq:
            yield say(
                "Row {seq} is missing: the log goes on with row {other}.",
                seq=seq,
                other=row.seq,
            )
            return
        before = records[seq - 2] if seq > 1 else None
        if row.act == seq:
            acts.add(seq)
        elif row.act not in acts or before is None or before.act != row.act:
            yield say(
                "Row {seq} belongs to act {act}, which is not the one before it.",
                seq=seq,
                act=row.act,
            )
        if isinstance(row.event, (Undone, Redone)):
            named = row.event.act
            if named not in acts or named >= seq or not is_undoable(records[named - 1].event):
                yield say(
                    "Row {seq} undoes or redoes row {names}, which is not an action of the"
                    " organizer.",
                    seq=seq,
                    names=named,
                )


def round_faults(records: Sequence[Record]) -> Iterator[str]:
    """Yield the faults that each draw has by itself: unknown players, and a player, table or game
    that occurs twice.
    """
    players: set[int] = set()
    games = _GamesGiven()
    for row in records:
        games.take(row)
        match row.event:
            case PlayersAdded(added):
                again = players & {number for number, _ in added}
                players |= {number for number, _ in added}
                if again:
                    yield say(
                        "Row {seq} gives out player number {again} again.",
                        seq=row.seq,
                        again=min(again),
                    )
            case RoundDrawn() as drawn:
                explained = records[row.seq].event if row.seq < len(records) else None
                begun = {*games.pairs.values()} if drawn.seed else set()
                held = {*explained.locked} if isinstance(explained, DrawExplained) else begun
                yield from _draw_faults(row.seq, drawn, players, games, held)
                games.given |= {seating.game for seating in drawn.seatings}
            case PairingsChanged() as changed:
                games.given |= {place.game for place in changed.places}
            case event:
                game = _game_of(event)
                if game is not None and game not in games.given:
                    yield say(
                        "Row {seq} is about game {game}, which was never drawn.",
                        seq=row.seq,
                        game=game,
                    )


class _GamesGiven:
    """The numbers that games have been given so far, and the two players of each game according to
    the acts that count.
    """

    def __init__(self) -> None:
        self.given: set[int] = set()
        self._rows: list[Record] = []
        self._undone: set[int] = set()

    def take(self, row: Record) -> None:
        match row.event:
            case Undone(act):
                self._undone.add(act)
            case Redone(act):
                self._undone.discard(act)
            case _:
                self._rows.append(row)

    @property
    def pairs(self) -> dict[int, Numbers]:
        """Return the two players of each game, as they were before the latest row."""
        pairs: dict[int, Numbers] = {}
        for event in (row.event for row in self._rows[:-1] if row.act not in self._undone):
            match event:
                case RoundDrawn() | ChosenInMatchUp() | MatchUpTyped() | TakenBackInMatchUp():
                    pairs |= {place.game: _pair_in(place) for place in event.seatings}
                case PairingsChanged():
                    pairs |= {place.game: _pair_in(place) for place in event.places}
                case MergePlayers(kept, gone):
                    for game, (red, blue) in [*pairs.items()]:
                        pairs[game] = (kept if red == gone else red, kept if blue == gone else blue)
                case _:
                    pass
        return pairs


def _draw_faults(
    seq: int, drawn: RoundDrawn, players: set[int], games: _GamesGiven, held: set[Numbers]
) -> Iterator[str]:
    times_seated = Counter(number for seating in drawn.seatings for number in seating.players)
    byes = () if drawn.bye is None else (drawn.bye,)
    times_seated.update((*byes, *drawn.more_byes))
    where = say("Row {seq}: round {round_number} seats", seq=seq, round_number=drawn.round_number)
    yield from (
        say("{where} player {player} twice.", where=where, player=player)
        for player, times in times_seated.items()
        if times > 1
    )
    yield from (
        say("{where} player {player}, who is unknown.", where=where, player=player)
        for player in times_seated
        if player not in players
    )
    tables = Counter(seating.table for seating in drawn.seatings)
    yield from (
        say("{where} two games at table {table}.", where=where, table=table)
        for table, n in tables.items()
        if n > 1
    )
    numbers = Counter(seating.game for seating in drawn.seatings)
    pairs = {seating.game: _pair_in(seating) for seating in drawn.seatings}
    before = games.pairs
    known = {game for game, pair in pairs.items() if pair in held and before.get(game) == pair}
    twice = [game for game, times in numbers.items() if times > 1 or game in games.given - known]
    yield from (
        say("{where} game {game}, whose number was given out before.", where=where, game=game)
        for game in twice
    )


def _pair_in(seating: Seating) -> Numbers:
    return (seating.players.red, seating.players.blue)


def _game_of(event: Event) -> int | None:
    game = getattr(event, "game", None)
    return game if isinstance(game, int) else None


def clock_faults(state: State) -> Iterator[str]:
    """Yield the faults of a clock: both players' time and the pauses must add up to the time that
    has passed.
    """
    for game in state.games.values():
        clock = game.play.clock
        starts = [mark.at_ms for mark in game.marks if isinstance(mark, ClockStarted)]
        if clock is None or not starts:
            continue
        last_ms = max(mark.at_ms for mark in game.marks)
        used = sum(clock.used(side, last_ms) for side in Side)
        passed = max(last_ms, clock.since_ms) - clock.started_ms
        if used + clock.paused(last_ms) != passed:
            yield say(
                "Round {round_number}, table {table}: the clocks show {used} ms played"
                " and {paused} ms paused, but {passed} ms have passed.",
                round_number=game.round_number,
                table=game.table,
                used=used,
                paused=clock.paused(last_ms),
                passed=passed,
            )
        if clock.started_ms not in starts:
            yield say(
                "Round {round_number}, table {table}: nobody started this clock.",
                round_number=game.round_number,
                table=game.table,
            )


def result_faults(state: State) -> Iterator[str]:
    """Yield results that are impossible or belong to no game of the event's players."""
    for game in state.games.values():
        where = say(
            "Round {round_number}, table {table}", round_number=game.round_number, table=game.table
        )
        result = final_result(game)
        fault = impossible(result) if result else ""
        if fault:
            yield f"{where}: {fault}"
        if len(set(game.players)) != 2:
            yield say("{where}: a player plays themselves.", where=where)


class _Sums(Struct):
    """The sums of a player's games and byes."""

    tp: int = 0
    cp: int = 0
    apd: int = 0
    assassinations: int = 0
    met: list[int] = field(default_factory=list)


def standings_faults(state: State) -> Iterator[str]:
    """Yield a sentence for each player whose points differ from the sums of results and byes.

    After a cut, the points of those outside it stay as they were. Fractions are not checked, and
    neither are events whose packet scores unlike Steamroller.
    """
    if state.packet is not None and state.packet.points != STEAMROLLER:
        return
    cut = next((round_ for round_ in state.rounds if round_.cut), None)
    now = _sums(state, len(state.rounds))
    then = _sums(state, cut.number - 1) if cut else now
    inside = {player for round_ in state.rounds for player in round_.cut}
    whole = state.settings is None or state.settings.schedule is Schedule.POINTS
    for row in standings(state):
        sums = now if cut is None or row.number in inside else then
        tally = sums[row.number]
        sos = sum(sums[other].tp for other in tally.met) if whole else row.sos
        mine = (tally.tp, sos, tally.cp, tally.apd, tally.assassinations)
        theirs = (row.tp, row.sos, row.cp, row.apd, row.assassinations)
        if mine != theirs:
            yield say(
                "{name}: TP, SoS, CP, APD and assassinations are {theirs} in the standings, but"
                " games and byes add up to {mine}.",
                name=state.name(row.number),
                theirs=", ".join(map(str, theirs)),
                mine=", ".join(map(str, mine)),
            )


def _sums(state: State, rounds: int) -> defaultdict[int, _Sums]:
    """Return the sums of each player over the first ``rounds``."""
    sums: defaultdict[int, _Sums] = defaultdict(_Sums)
    for game in state.games.values():
        if game.round_number <= rounds:
            _add_game(sums, game)
    for round_ in state.rounds[:rounds]:
        for bye in round_.byes if round_.stage in {Stage.STARTED, Stage.FINISHED} else ():
            _add_bye(sums[bye.player], bye.cp, bye.apd)
    if state.settings is not None and state.settings.late is Late.BYES:
        for number in state.players:
            for game in _list_missed(state, number, rounds):
                _add_bye(sums[number], game.terms.bye_cp, game.terms.bye_apd)
    return sums


def _add_bye(tally: _Sums, cp: int, apd: int) -> None:
    tally.tp, tally.cp, tally.apd = tally.tp + 1, tally.cp + cp, tally.apd + apd


def _list_missed(state: State, number: int, rounds: int) -> Iterator[Game]:
    """Yield one game of each round that had begun before the player's first game or bye."""
    for round_ in state.rounds[:rounds]:
        games = state.games_of(round_)
        if any(number in game.players for game in games):
            return
        if any(bye.player == number for bye in round_.byes):
            return
        if games and round_.stage in {Stage.STARTED, Stage.FINISHED}:
            yield games[0]


def _add_game(sums: defaultdict[int, _Sums], game: Game) -> None:
    result = final_result(game)
    if result is None:
        return
    for side in Side:
        tally = sums[game.players.of(side)]
        tally.cp += result.cp.of(side)
        tally.apd += result.apd.of(side)
        if result.winner is side:
            tally.tp += 1
            kills = result.how is How.CLOCK_OUT and game.terms.time.clock_out_kills
            tally.assassinations += kills or result.how is How.ASSASSINATION
        if result.how is not How.NO_SHOW:
            tally.met.append(game.players.of(side.other))


def list_draw_notes(records: Sequence[Record], folded: RunningFold) -> Iterator[tuple[str, int]]:
    """Draw again every round that has a seed, and yield pairs of a note and the number of rows that
    are done. A note is empty unless this version of Flagfall draws the round differently.

    ``folded`` is empty at the beginning and contains all rows at the end.
    """
    piece = max(len(records) // PIECES, LEAST_PIECE)
    stops = {*range(0, len(records), piece), len(records)}
    drawn = {
        index: (row, row.event)
        for index, row in enumerate(records)
        if isinstance(row.event, RoundDrawn) and row.event.seed
    }
    for stop in sorted(stops | drawn.keys()):
        folded.add(records[len(folded.records) : stop])
        yield _drawn_otherwise(folded.state, *drawn[stop]) if stop in drawn else "", stop


def _drawn_otherwise(state: State, row: Record, drawn: RoundDrawn) -> str:
    latest = state.latest
    again = latest is not None and latest.number == drawn.round_number
    command = DrawRound(drawn.seed, drawn.scenario, again)
    decision = (
        NO_EVENT if state.settings is None else draw_round(state, command, row.at_ms, insist=True)
    )
    if not isinstance(decision, Refused) and decision[0] == drawn:
        return ""
    return say(
        "Row {seq}: this Flagfall would draw round {round_number} differently"
        " from the seed {seed}.",
        seq=row.seq,
        round_number=drawn.round_number,
        seed=drawn.seed,
    )
