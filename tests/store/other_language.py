"""What a program puts into rows in its own language, and how it reads rows of another's.

``python -m tests.store.other_language FOLDER`` reads the ``doubted.flagfall`` in it, plays
events of its own and prints JSON. It is a process of its own, because texts of modules are
translated as they are imported.
"""

import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from app.desk.rejoin import ALREADY_SO, kept_description
from app.engine.acts.awards import GiveAward
from app.engine.acts.commands import Command, Refused
from app.engine.acts.draw import ChangePlan, SeatLate, SetPairing, TakeOut
from app.engine.acts.events import Event, Record, RowLost
from app.engine.acts.players import AddPlayers, CheckIn, EnterArmy, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.stations.aside import ActSetAside
from app.engine.acts.table import Rule, RuleOnStop, StartClock
from app.engine.acts.undo import Undo
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.decide import decide
from app.engine.draw import values
from app.engine.draw.wishes import ApartRule, Plan, SetPair
from app.engine.evolve import fold
from app.engine.formats.settings import Settings
from app.engine.kept_words import keep_words
from app.engine.language import Source, hear
from app.engine.remarks import Reason, read_remark, reason
from app.engine.rounds.edit import arrangement, swap_players
from app.engine.side import Side
from app.engine.standings.awards import BEST_SPORT
from app.engine.state import State
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.exports.digest import state_digest
from app.store.log.codec import encode
from app.store.log.event_log import create, open_log
from app.store.packets.files import packets
from app.store.rescue.repair import repair
from app.views.event.check_in import check_in_rows
from app.views.history.memory import HistoryMemory
from app.views.history.rows import describe
from tests.pseudo import MARKED
from tools.simulation.generate import generate
from tools.simulation.paper import Paper
from tools.trials.act_at_random import play

FILE = "doubted.flagfall"
OF_NO_NAME = {*MARKED} - {*"áéíóúñçýÁÉÍÓÚÑÇÝðþÞÐ"}
"""Marked letters that no invented player has in their name."""


def doubted_event() -> Paper:
    """An event with doubts about lists, a draw that gives way, changed pairings and clocks that the
    program stopped.
    """
    paper = Paper()
    packet = packets()["sr2014"]
    timing = next(timing.key for timing in packet.timings if timing.pauses_lose)
    paper.do(CreateEvent(Settings("Cup", packet.key, 50, 7, timing=timing), packet))
    names = ("Anna", "Björn", "Cleo", "Dan", "Eve")
    paper.do(AddPlayers(tuple(Entry(name, "Ravens", "Khador") for name in names)))
    caster = ArmyRow("Old Witch", Kind.CASTER, 6)
    dear = ArmyList((caster, ArmyRow("Juggernaut", Kind.JACK, 70)), faction="Cryx")
    paper.do(EnterArmy(1, (ArmyList(), dear, dear)))
    paper.do(EnterArmy(2, (dear,)))
    paper.do(CheckIn((1, 2, 3, 4)))
    paper.do(ChangePlan(Plan((ApartRule(values.Kind.CLUB),))))
    for one, other in ((1, 2), (1, 3), (2, 0)):
        paper.do(SetPairing(SetPair(one, other, True, reason(Reason.LOCKED))))
    for number in range(1, 5):
        paper.do(DrawRound(number))
        round_ = paper.state.rounds[-1]
        paper.do(swap_players(arrangement(paper.state, round_), 1, 4).command())
        paper.do(PublishRound())
        if number == 2:
            paper.do(CheckIn((5,)))
            paper.do(SeatLate(5))
            paper.do(TakeOut(3))
        paper.do(StartRound())
        paper.do(GiveAward(BEST_SPORT, 1))
        for game in paper.state.games_of(paper.state.rounds[-1]):
            paper.do(StartClock(game.number, Side.RED))
            paper.do(RuleOnStop(game.number, Side.RED))
            paper.do(Rule(game.number, Side.RED, How.SCENARIO, reason(Reason.EXPECTED_END)))
            paper.do(Undo())
            paper.do(Rule(game.number, Side.RED, How.SCENARIO, "Seen"))
        paper.do(FinishRound())
    return paper


def write(file: Path) -> None:
    with create(file) as log:
        for record in doubted_event().fold.records:
            log.append([record.event], at_ms=record.at_ms, station="desk", actor=record.actor)


def read(file: Path) -> tuple[State, Sequence[Record]]:
    with open_log(file, read_only=True) as log:
        records = log.records()
    return fold(records), records


def history(state: State, records: Sequence[Record]) -> list[str]:
    memory = HistoryMemory()
    memory.learn(records)
    return [describe(record, state, memory) for record in records]


def own_words(events: Iterable[Event]) -> Iterator[str]:
    """Yield the rows that hold words of this language."""
    for event in events:
        encoded = encode(event)
        if OF_NO_NAME & {*encoded.payload}:
            yield f"{encoded.kind}: {encoded.payload}"


def set_aside(records: Sequence[Record]) -> Iterator[tuple[ActSetAside, str, str]]:
    """Yield acts as a station that rejoins its server sets them aside, each with what was said."""
    state = fold(records)
    for record in records:
        why, heard = ALREADY_SO, dict[str, Source]()
        if isinstance(record.event, Command):
            with hear() as heard:
                again = decide(state, record.event, record.at_ms, insist=False)
            why = again.sentence if isinstance(again, Refused) else ALREADY_SO
        what = describe(record, state)
        aside = ActSetAside(
            record.at_ms, "Anna", "EO", kept_description(record, state), keep_words(why, heard)
        )
        yield aside, what, why


def lost_rows(folder: Path) -> Iterator[Event]:
    """Yield what a repair writes in place of rows that it cannot read."""
    file, damaged = folder / "played.flagfall", folder / "damaged.flagfall"
    content = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as raw:
        rows = raw.execute("SELECT payload FROM log WHERE kind = 'turn_ended' AND seq % 9 = 0")
        for (payload,) in rows.fetchall():
            content[bytes(content).index(payload.encode()) + 9] ^= 1
    damaged.write_bytes(content)
    repaired = repair(damaged)
    yield from (row.event for row in read(repaired.file)[1] if isinstance(row.event, RowLost))


def random_rows(folder: Path) -> Iterator[Sequence[Record]]:
    played = folder / "played.flagfall"
    simulate(SimulationPlan(8, 2, seed=6, checked_in=True, objectives=True), path=played)
    yield read(played)[1]
    yield from generate(6, 3, fewest=8, most=16)
    for seed in range(1, 13):
        yield play(seed, lambda _state, _rows: None).rows


def main(folder: Path) -> dict[str, object]:
    state, records = read(folder / FILE)
    rows = [*doubted_event().fold.records]
    played = [*random_rows(folder)]
    rows += [record for records in played for record in records]
    aside = [
        one for records in ([*doubted_event().fold.records], *played) for one in set_aside(records)
    ]
    lost = [*lost_rows(folder)]
    events = [*(record.event for record in rows), *(event for event, _, _ in aside), *lost]
    return {
        "doubts": {row.name: row.doubts for row in check_in_rows(state) if row.doubts},
        "digest": state_digest(state),
        "accepted": sum(len(player.accepted) for player in state.players.values()),
        "history": history(state, records),
        "own words": sorted(own_words(events)),
        "reads otherwise": sorted(
            {
                words
                for event, what, why in aside
                for words, kept in ((what, event.what), (why, event.why))
                if read_remark(kept) != words
            }
        ),
        "refused": len({why for _, _, why in aside}),
        "set aside": sorted({encode(event).payload for event, _, _ in aside}),
        "lost": [encode(event).payload for event in lost],
        "rows": len(rows),
        "kinds": len({encode(event).kind for event in events}),
    }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
