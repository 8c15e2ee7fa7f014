from app.clock.flag_watch import next_due
from app.clock.timeline import SetTimeline
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.engine.table.verdict import final_result
from app.headless.desk_session import DeskSession, open_new_event
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.fake_players import fake_entries
from app.headless.simulation.schedule import SimulationSchedule
from app.headless.simulation.scripts.table import play_table
from app.headless.simulation.table import Table
from app.store.packets.files import packets

PLAYERS = 12


def test_after_every_row_a_session_knows_which_clock_runs_out_next() -> None:
    timeline, sessions, instants = SetTimeline(0), list[DeskSession](), set[int]()

    def compare(rows: tuple[Record, ...]) -> None:
        for session in sessions:
            due = session.next_due
            assert due == next_due(session.state), rows
            instants.update({due[0]} if due else {})

    with open_new_event(None, timeline, compare) as session:
        sessions.append(session)
        _start_round(session)
        tables = [
            Table(game, lambda: session.state, SimulationDice(f"table|{game}"))
            for game in session.state.games
        ]
        SimulationSchedule(session, timeline).run([play_table(table) for table in tables])
        assert all(map(final_result, session.state.games.values()))
    assert len(instants) > PLAYERS


def _start_round(session: DeskSession) -> None:
    packet = packets()["sr2017"]
    session.do(CreateEvent(Settings("Cup", packet.key, 75, 1), packet))
    session.do(AddPlayers(fake_entries(PLAYERS, SimulationDice("players"))))
    session.do(CheckIn(tuple(session.state.players)))
    session.do(DrawRound(1))
    session.do(PublishRound())
    session.do(StartRound(1))
