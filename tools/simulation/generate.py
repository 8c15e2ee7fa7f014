"""Makes whole random events for the checker: sizes, drops, late entries, ties, concessions, edits.

The events have no table clocks and no marks, only results, so that thousands can be made. The same
seed makes the same events on every machine.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

from app.engine.acts.draw import ChangePlan, ChangeTies, SeatLate, SetPairing, TakeOut
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, ReadmitPlayer
from app.engine.acts.results import ReportResult
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.undo import Undo
from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule, HallTable, Plan, PlayerGroups, SetPair
from app.engine.formats.settings import Settings
from app.engine.packet.packet import Packet
from app.engine.progress import Progress, no_progress
from app.engine.rounds.edit import arrangement, move_game, swap_players, with_bye
from app.engine.state import Round, Status
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.fake_players import fake_entries
from app.store.file_names import make_folder
from app.store.log.event_log import EventLog, new_file
from app.store.packets.files import packets
from tools.simulation.formats import event_format
from tools.simulation.paper import SECOND_MS, Paper, fake_result
from tools.simulation.team_event import TeamEvent

FEWEST, MOST = 6, 128
TEAM_EVENTS = 15
"""The percentage of events that are of teams."""


def generate(
    events: int,
    seed: int,
    *,
    fewest: int = FEWEST,
    most: int = MOST,
    report_progress: Progress = no_progress,
) -> Iterator[list[Record]]:
    """Yield the rows of each event."""

    def report_all(before: int, part: float) -> None:
        report_progress((before + part) / events)

    packet = packets()["sr2017"]
    for number in range(1, events + 1):
        dice = SimulationDice(f"generate|{seed}|{number}")
        players, name = _size(dice, fewest, most), f"Event {seed}-{number}"
        lot = SimulationDice(f"format|{seed}|{number}")
        of_teams = SimulationDice(f"teams|{seed}|{number}")
        if of_teams.chance(TEAM_EVENTS):
            report_all(number - 1, 0)
            yield TeamEvent(of_teams, packet, players, name).made()
            continue
        maker = _Maker(dice, *event_format(lot, packet, players, name), players)
        yield maker.made(partial(report_all, number - 1))


def write_events(
    events: int,
    seed: int,
    folder: Path,
    *,
    fewest: int = FEWEST,
    most: int = MOST,
    report_progress: Progress = no_progress,
) -> Iterator[Path]:
    """Write each event into a separate file, and yield the file. A file with its final name is
    always complete. Raises StoreError if a file cannot be written, and whatever ``report_progress``
    raises.
    """
    make_folder(folder)
    made = generate(events, seed, fewest=fewest, most=most, report_progress=report_progress)
    for number, records in enumerate(made, start=1):
        path = folder / f"{seed}-{number:04}.flagfall"
        with new_file(path) as log:
            _append(log, records)
        yield path


def _append(log: EventLog, records: Sequence[Record]) -> None:
    for _, act in groupby(records, lambda row: row.act):
        rows = list(act)
        log.append(
            [row.event for row in rows],
            at_ms=rows[0].at_ms,
            station=rows[0].station,
            actor=rows[0].actor,
        )


def _size(dice: SimulationDice, fewest: int, most: int) -> int:
    """Return a random number of players. Small fields are more frequent because they are the hard
    ones.
    """
    return min(dice.between(fewest, most) for _ in range(3))


class _Maker:
    def __init__(
        self, dice: SimulationDice, settings: Settings, packet: Packet, players: int
    ) -> None:
        self._dice, self._packet, self._players = dice, packet, players
        self._paper = Paper()
        self._paper.do(CreateEvent(settings, packet))

    def made(self, report_progress: Progress) -> list[Record]:
        paper, dice = self._paper, self._dice
        paper.do(AddPlayers(fake_entries(self._players, dice)))
        present = tuple(n for n in range(1, self._players + 1) if not dice.chance(3))
        paper.do(CheckIn(present if len(present) > 3 else tuple(range(1, self._players + 1))))
        self._plan()
        rounds = self._packet.rounds_for(self._players) + dice.chance(25)
        for number in range(1, rounds + 1):
            report_progress((number - 1) / rounds)
            if number > 1:
                self._between()
            if not self._round(number):
                break
        return paper.fold.records

    def _plan(self) -> None:
        dice, paper = self._dice, self._paper
        kinds = [kind for kind in (Kind.CLUB, Kind.FAMILY, Kind.FACTION) if dice.chance(30)]
        rules = tuple(ApartRule(kind, dice.chance(50)) for kind in kinds)
        tables: tuple[HallTable, ...] = ()
        if dice.chance(40):
            count = self._players // 2 + dice.below(4)
            tables = tuple(
                HallTable(n, dice.pick(("", "Forest", "City")), not dice.chance(4))
                for n in range(1, count + 1)
            )
        fresh = len(rules) != 1  # without dice, so that each seed still makes the same events
        plan = Plan(rules, tables, dice.chance(70), fresh_tables_first=fresh)
        paper.do(ChangePlan(plan))
        for number in range(1, self._players + 1):
            if dice.chance(6):
                reserved = (dice.between(1, 4),) if dice.chance(25) else ()
                ties = PlayerGroups(family=dice.pick(("Ash", "Oak")), tables=reserved)
                paper.do(ChangeTies(number, ties))
        if dice.chance(20):
            player, other = dice.between(1, self._players), dice.between(1, self._players)
            paper.do(SetPairing(SetPair(player, other, False, "They asked not to meet")))

    def _between(self) -> None:
        dice, paper = self._dice, self._paper
        playing = self._with(Status.CHECKED_IN)
        for number in playing:
            if dice.chance(4) and len(self._with(Status.CHECKED_IN)) > 4:
                paper.do(DropPlayer(number))
        gone = self._with(Status.DROPPED)
        if gone and dice.chance(20):
            paper.do(ReadmitPlayer(dice.pick(gone)))
        if dice.chance(20):
            paper.do(CheckIn((self._newcomer(),)))

    def _newcomer(self) -> int:
        taken = frozenset(player.entry.name for player in self._paper.state.players.values())
        number = self._paper.state.next_player
        self._paper.do(AddPlayers(fake_entries(1, self._dice, taken)))
        return number

    def _round(self, number: int) -> bool:
        dice, paper = self._dice, self._paper
        if not paper.do(DrawRound(1 + dice.below(2**31))):
            return False
        if dice.chance(15):
            round_ = paper.state.rounds[-1]
            game = paper.state.games[dice.pick(round_.games)]
            lock = SetPair(game.players.red, game.players.blue, True, "Locked", number)
            paper.do(SetPairing(lock))
            paper.do(DrawRound(1 + dice.below(2**31), why="Another lock"))
        if dice.chance(15):
            self._edit(paper.state.rounds[-1])
        if dice.chance(10):
            paper.do(Undo())
            paper.do(DrawRound(1 + dice.below(2**31)))
        paper.do(PublishRound())
        if dice.chance(12):
            paper.do(TakeOut(dice.pick(self._with(Status.CHECKED_IN))))
        paper.do(StartRound(dice.below(2**20)))
        if dice.chance(12):
            paper.do(SeatLate(self._newcomer()))
        if dice.chance(8):
            self._again(paper.state.rounds[-1])
        self._results(paper.state.rounds[-1])
        if number > 1 and dice.chance(10):
            self._correct()
        return paper.do(FinishRound())

    def _again(self, round_: Round) -> None:
        """Draw a started round again. Results that have been reported stay, even those of players
        who have left since.
        """
        dice, paper = self._dice, self._paper
        game = dice.pick(round_.games)
        paper.do(ReportResult(game, fake_result(dice)))
        if dice.chance(30):
            paper.do(DropPlayer(dice.pick((*paper.state.games[game].players,))))
        paper.do(DrawRound(1 + dice.below(2**31), again=True, why="A wrong club"))
        paper.do(PublishRound())
        paper.do(StartRound(dice.below(2**20)))

    def _edit(self, round_: Round) -> None:
        dice, paper = self._dice, self._paper
        now = arrangement(paper.state, round_)
        players = [n for pair in now.pairs for n in pair]
        player, other = dice.pick(players), dice.pick(players)
        changed = dice.pick(
            (
                swap_players(now, player, other),
                with_bye(now, player),
                move_game(now, player, dice.between(1, 9)),
            )
        )
        paper.do(changed.command("At the desk"))

    def _results(self, round_: Round) -> None:
        """Report all results of a round one after the other, without other acts between them."""
        paper = self._paper
        paper.now_ms += 7200 * SECOND_MS
        paper.write(tuple(ReportResult(number, fake_result(self._dice)) for number in round_.games))

    def _correct(self) -> None:
        games = [n for round_ in self._paper.state.rounds[:-1] for n in round_.games]
        if games:
            self._paper.do(ReportResult(self._dice.pick(games), fake_result(self._dice)))

    def _with(self, status: Status) -> tuple[int, ...]:
        players = self._paper.state.players.values()
        return tuple(player.number for player in players if player.status is status)
