"""The columns that rank players and teams, and the ways to count strength of schedule."""

from dataclasses import dataclass
from enum import Enum


class RankingColumn(Enum):
    """A column that ranks players; more is better. ``WINS``: games won, byes apart.

    ``WIN_RATES``: the mean of the win rates of the opponents met (no packet's; other programs rank
    by it).
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
    """What an opponent adds to strength of schedule; the fractions are Large Event Scoring's.

    ``POINTS``: their tournament points. ``OVER_GAMES`` (SR2012): their points by the games they
    played, and 1 by the event's rounds if they have none; a bye counts as a game here (our
    decision), or they could be worth more than a whole. ``OVER_ROUNDS`` (SR2014, SR2015): their
    games won by the event's rounds, and 1 by them if they left without a win.
    """

    POINTS = "points"
    OVER_GAMES = "over_games"
    OVER_ROUNDS = "over_rounds"


@dataclass(frozen=True, slots=True)
class Points:
    """Tournament points of a game."""

    win: int = 1
    tie: int = 0
    loss: int = 0
    bye: int = 1
    narrow: int = 0
    """The points of a narrow win, in games other than Steamroller's."""
    narrow_below: int = 0
    """A win by fewer control points than this is narrow; 0 for no difference."""

    def won(self, margin: int) -> int:
        return self.narrow if self.narrow_below and margin < self.narrow_below else self.win


STEAMROLLER = Points()
"""A win is a point (all packets, Final Standings)."""
