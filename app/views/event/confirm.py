"""The questions to the organizer after a doubt: the words of both buttons, and undo."""

from dataclasses import dataclass

from app.engine import wording
from app.engine.acts import awards, draw, players, results, rounds, setup, table
from app.engine.acts import chess_clock as device
from app.engine.acts.commands import Command
from app.engine.acts.undo import Redo, Undo
from app.engine.state import State

CANCEL = "&Cancel"
RECORDED = "It goes into the history, and undo takes it back."
NO_TIME = "It goes into the history. Undo takes it back, but not the time on the clocks."
FOR_GOOD = "It goes into the history. Undo does not take it back."

GO_AHEAD = "&Go ahead"
"""For what is asked nowhere else."""

WORDS: dict[type[Command], str] = {
    setup.ChangeSettings: "C&hange the settings",
    players.AddPlayers: "&Add the players",
    players.EditPlayer: "&Save the player",
    players.EnterArmy: "&Save the lists",
    players.ChooseList: "C&hoose this list",
    players.CheckIn: "C&heck in",
    players.DropPlayer: "&Drop the player",
    players.ReadmitPlayer: "&Readmit the player",
    players.DisqualifyPlayer: "&Disqualify the player",
    rounds.DrawRound: "&Draw the round",
    rounds.EnterPairings: "&Use these pairings",
    rounds.ChooseScenario: "&Use this scenario",
    rounds.PublishRound: "&Publish the round",
    rounds.StartRound: "&Start the round",
    rounds.SetRoundLength: "&Set the round time",
    rounds.CallDiceDown: "Call &dice down",
    rounds.FinishRound: "&Finish the round",
    setup.SetTerrain: "&Save the terrain",
    setup.SetTerrains: "&Save the terrain",
    results.ReportResult: "&Report the result",
    results.AwardNoShow: "&Report the no-show",
    awards.BreakTie: "&Break the tie",
    awards.GiveAward: "&Give the award",
    awards.OpenVote: "&Open a new vote",
    awards.CastBallot: "&Enter the vote",
    awards.CloseVote: "C&lose the vote",
    Undo: "&Undo",
    Redo: "&Redo",
    draw.ChangePlan: "C&hange the draw settings",
    draw.ChangeTies: "C&hange the groups",
    draw.SetPairing: "&Set the pairing",
    draw.FreePairing: "&Free the pairing",
    draw.EditPairings: "C&hange the pairings",
    draw.SeatLate: "&Seat the player",
    draw.TakeOut: "&Take the player out",
    draw.MergePlayers: "&Merge the entries",
    table.StartClock: f"&{wording.START_THE_CLOCK}",
    table.PauseClock: f"&{wording.PAUSE_THE_CLOCK}",
    table.ResumeClock: f"&{wording.RESUME_THE_CLOCK}",
    table.AdjustClock: f"&{wording.ADJUST_THE_TIME}",
    table.CountGap: "C&ount the gap",
    table.ScoreTurn: f"&{wording.SAVE_THE_POINTS}",
    table.PutDiceDown: f"&{wording.PUT_DICE_DOWN}",
    table.ReopenGame: f"&{wording.REOPEN_GAME}",
    table.Rule: f"&{wording.DECIDE_THE_GAME}",
    table.RuleOnStop: "&Record it",
    table.SwapSpecialists: "&Play them all the same",
    table.BringReinforcements: "&Let them come",
    table.WithdrawResult: f"&{wording.DELETE_THE_RESULT}",
    table.DismissJudge: f"&{wording.JUDGE_IS_DONE}",
    device.HoldTime: "C&hange who keeps the time",
    device.AdoptTimes: "&Take these times",
}

TAKEN_BACK = (table.Rule, table.RuleOnStop, table.WithdrawResult)
"""Of what is done at a table, all that undo takes back."""

STOPS_GAMES = (
    rounds.DrawRound,
    rounds.EnterPairings,
    rounds.FinishRound,
    players.DropPlayer,
    players.DisqualifyPlayer,
    Undo,
    Redo,
    draw.EditPairings,
    draw.TakeOut,
    draw.MergePlayers,
)
"""Where a clock may run, these end a game or take it off the screens; its time is gone."""

FINAL = (rounds.CallDiceDown, setup.CreateEvent)


@dataclass(frozen=True, slots=True)
class Question:
    """A question after a doubt."""

    leave: str
    """The words of the button that leaves things as they are, with its letter marked."""
    do: str
    """The words of the button that insists, with its letter marked."""
    note: str


def question(state: State, command: Command) -> Question:
    return Question(CANCEL, do_words(state, command), note(state, command))


def do_words(state: State, command: Command) -> str:
    """What the button says that does it all the same."""
    latest = state.latest
    if isinstance(command, draw.SeatLate) and latest is not None and latest.bye is None:
        return "&Give them the bye"
    return WORDS.get(type(command), GO_AHEAD)


def note(state: State, command: Command) -> str:
    """What becomes of it if it was wrong."""
    at_table = isinstance(command, table.TableCommand) and not isinstance(command, TAKEN_BACK)
    if at_table or isinstance(command, FINAL):
        return FOR_GOOD
    ticking = any(game.play.ticking for game in state.games.values())
    return NO_TIME if ticking and isinstance(command, STOPS_GAMES) else RECORDED
