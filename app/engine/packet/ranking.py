"""The columns that rank players and teams, and the ways to count strength of schedule."""

from enum import Enum

from msgspec import Struct


class RankingColumn(Enum):
    """A column that ranks players; a higher value is better. ``WINS``: games won, without byes.

    ``WIN_RATES``: the mean of the win rates of the opponents met. No packet has it; other programs
    rank by it.
    """

    TP = "tp"
    SOS = "sos"
    CP = "cp"
    APD = "apd"
    ASSASSINATIONS = "assassinations"
    WINS = "wins"
    WIN_RATES = "win_rates"


BASELINE = (RankingColumn.TP, RankingColumn.SOS, RankingColumn.CP, RankingColumn.APD)
AFTER_FINALS = (RankingColumn.TP, RankingColumn.SOS, RankingColumn.CP)
TEAMS = (
    RankingColumn.WINS,
    RankingColumn.SOS,
    RankingColumn.TP,
    RankingColumn.CP,
    RankingColumn.APD,
)


class Schedule(Enum):
    """The value that an opponent adds to strength of schedule. The fractions are those of Large
    Event Scoring.

    ``POINTS``: the opponent's tournament points. ``OVER_GAMES`` (SR2012): their points divided by
    the games they played, or 1 divided by the event's rounds if they have no points. A bye counts
    as a game here (our decision); otherwise the result could exceed 1. ``OVER_ROUNDS`` (SR2014,
    SR2015): their wins divided by the event's rounds, or 1 divided by the rounds if they left
    without a win.
    """

    POINTS = "points"
    OVER_GAMES = "over_games"
    OVER_ROUNDS = "over_rounds"


class Points(Struct, frozen=True):
    """The tournament points of a game."""

    win: int = 1
    tie: int = 0
    loss: int = 0
    bye: int = 1
    narrow: int = 0
    """The points of a narrow win, in games other than Steamroller's."""
    narrow_below: int = 0
    """A win by a smaller lead in control points is narrow; 0 if no win is."""

    def won(self, margin: int) -> int:
        return self.narrow if self.narrow_below and margin < self.narrow_below else self.win


STEAMROLLER = Points()
"""One point for a win (all packets, Final Standings)."""
