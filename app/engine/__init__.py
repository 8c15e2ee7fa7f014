"""The rules of an event as plain values and functions: no Qt, threads, clock readings or I/O.

The names below are the engine's public interface, which docs/engine.md explains and which stays
stable. Each loads its module when it is first used. Modules of the engine import each other
directly.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.acts.commands import Command, Refused
    from app.engine.acts.events import ORGANIZER, Record
    from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
    from app.engine.acts.results import How, ReportResult, Result
    from app.engine.acts.rounds import (
        DrawRound,
        EnterPairings,
        FinishRound,
        PublishRound,
        StartRound,
    )
    from app.engine.acts.setup import CreateEvent
    from app.engine.acts.table import StartClock, Tap
    from app.engine.acts.undo import Redo, Redone, Undo, Undone
    from app.engine.decide import decide as decide_command
    from app.engine.evolve import evolve as evolve_state
    from app.engine.evolve import fold
    from app.engine.evolve.running_fold import RunningFold
    from app.engine.formats.settings import Settings
    from app.engine.packet.packet import Packet
    from app.engine.rounds.draw_request import work_out as work_out_draw
    from app.engine.rounds.draw_round import make_draw_request as draw_request
    from app.engine.side import Pair, Side
    from app.engine.standings.ranking import standings as rank_players
    from app.engine.standings.scores import Standing
    from app.engine.state import State, Status
    from app.engine.table.game import Game
    from app.engine.table.verdict import Verdict, final_result, verdict

else:  # hidden from a type checker, which would take every name for one of ours

    def __getattr__(name: str) -> object:
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, attribute = home.rpartition(".")
        value = getattr(import_module(f"{__name__}.{module}"), attribute)
        globals()[name] = value
        return value


__all__ = [
    "ORGANIZER",
    "AddPlayers",
    "CheckIn",
    "Command",
    "CreateEvent",
    "DrawRound",
    "DropPlayer",
    "EnterPairings",
    "Entry",
    "FinishRound",
    "Game",
    "How",
    "Packet",
    "Pair",
    "PublishRound",
    "Record",
    "Redo",
    "Redone",
    "Refused",
    "ReportResult",
    "Result",
    "RunningFold",
    "Settings",
    "Side",
    "Standing",
    "StartClock",
    "StartRound",
    "State",
    "Status",
    "Tap",
    "Undo",
    "Undone",
    "Verdict",
    "decide_command",
    "draw_request",
    "evolve_state",
    "final_result",
    "fold",
    "rank_players",
    "verdict",
    "work_out_draw",
]

_HOMES = {
    "AddPlayers": "acts.players.AddPlayers",
    "CheckIn": "acts.players.CheckIn",
    "Command": "acts.commands.Command",
    "CreateEvent": "acts.setup.CreateEvent",
    "DrawRound": "acts.rounds.DrawRound",
    "DropPlayer": "acts.players.DropPlayer",
    "EnterPairings": "acts.rounds.EnterPairings",
    "Entry": "acts.players.Entry",
    "FinishRound": "acts.rounds.FinishRound",
    "Game": "table.game.Game",
    "How": "acts.results.How",
    "ORGANIZER": "acts.events.ORGANIZER",
    "Packet": "packet.packet.Packet",
    "Pair": "side.Pair",
    "PublishRound": "acts.rounds.PublishRound",
    "Record": "acts.events.Record",
    "Redo": "acts.undo.Redo",
    "Redone": "acts.undo.Redone",
    "RunningFold": "evolve.running_fold.RunningFold",
    "Refused": "acts.commands.Refused",
    "ReportResult": "acts.results.ReportResult",
    "Result": "acts.results.Result",
    "Settings": "formats.settings.Settings",
    "Side": "side.Side",
    "Standing": "standings.scores.Standing",
    "StartClock": "acts.table.StartClock",
    "StartRound": "acts.rounds.StartRound",
    "State": "state.State",
    "Status": "state.Status",
    "Tap": "acts.table.Tap",
    "Undo": "acts.undo.Undo",
    "Undone": "acts.undo.Undone",
    "Verdict": "table.verdict.Verdict",
    "decide_command": "decide.decide",
    "draw_request": "rounds.draw_round.make_draw_request",
    "evolve_state": "evolve.evolve",
    "final_result": "table.verdict.final_result",
    "fold": "evolve.fold",
    "rank_players": "standings.ranking.standings",
    "verdict": "table.verdict.verdict",
    "work_out_draw": "rounds.draw_request.work_out",
}
