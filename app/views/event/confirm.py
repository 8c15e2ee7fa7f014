"""What the organizer is asked after a doubt: the words of the two buttons, and what undo can do."""

from dataclasses import dataclass

from app.engine.acts import chess_clock as device
from app.engine.acts import commands as c
from app.engine.acts import draw, table
from app.engine.acts.commands import Command
from app.engine.state import State

CANCEL = "&Cancel"
RECORDED = "It goes into the history, and undo takes it back."
NO_TIME = "It goes into the history. Undo takes it back, but not the time on the clocks."
FOR_GOOD = "It goes into the history. Undo does not take it back."

GO_AHEAD = "&Go ahead"
"""For what is asked nowhere else."""

WORDS: dict[type[Command], str] = {
    c.ChangeSettings: "C&hange the settings",
    c.AddPlayers: "&Add the players",
    c.EditPlayer: "&Save the player",
    c.EnterArmy: "&Save the lists",
    c.ChooseList: "C&hoose this list",
    c.CheckIn: "C&heck in",
    c.DropPlayer: "&Drop the player",
    c.ReadmitPlayer: "&Readmit the player",
    c.DisqualifyPlayer: "&Disqualify the player",
    c.DrawRound: "&Draw the round",
    c.EnterPairings: "&Use these pairings",
    c.ChooseScenario: "&Use this scenario",
    c.PublishRound: "&Publish the round",
    c.StartRound: "&Start the round",
    c.SetRoundLength: "&Set the round time",
    c.CallDiceDown: "Call &dice down",
    c.FinishRound: "&Finish the round",
    c.SetTerrain: "&Save the terrain",
    c.SetTerrains: "&Save the terrain",
    c.ReportResult: "&Report the result",
    c.AwardNoShow: "&Report the no-show",
    c.BreakTie: "&Break the tie",
    c.GiveAward: "&Give the award",
    c.OpenVote: "&Open a new vote",
    c.CastBallot: "&Enter the vote",
    c.CloseVote: "C&lose the vote",
    c.Undo: "&Undo",
    c.Redo: "&Redo",
    draw.ChangePlan: "C&hange the draw settings",
    draw.ChangeTies: "C&hange the groups",
    draw.SetPairing: "&Set the pairing",
    draw.FreePairing: "&Free the pairing",
    draw.EditPairings: "C&hange the pairings",
    draw.SeatLate: "&Seat the player",
    draw.TakeOut: "&Take the player out",
    draw.MergePlayers: "&Merge the entries",
    table.StartClock: "&Start the clock",
    table.PauseClock: "&Pause the clock",
    table.ResumeClock: "&Resume the clock",
    table.AdjustClock: "&Adjust the time",
    table.CountGap: "C&ount the gap",
    table.ScoreTurn: "&Save the points",
    table.PutDiceDown: "Put &dice down",
    table.ReopenGame: "&Reopen the game",
    table.Rule: "&Decide the game",
    table.WithdrawResult: "&Delete the result",
    table.DismissJudge: "&Judge is done",
    device.HoldTime: "C&hange who keeps the time",
    device.AdoptTimes: "&Take these times",
}

TAKEN_BACK = (table.Rule, table.WithdrawResult)
"""Of what is done at a table, all that undo takes back."""

STOPS_GAMES = (
    c.DrawRound, c.EnterPairings, c.FinishRound, c.DropPlayer, c.DisqualifyPlayer, c.Undo, c.Redo,
    draw.EditPairings, draw.TakeOut, draw.MergePlayers,
)  # fmt: skip
"""Where a clock may run, these end a game or take it off the screens; its time is gone."""

FINAL = (c.CallDiceDown, c.CreateEvent)


@dataclass(frozen=True, slots=True)
class Question:
    """``leave`` and ``do`` are the words of the buttons, with their letters marked."""

    leave: str
    do: str
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
