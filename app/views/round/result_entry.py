"""A game as the results desk shows it, with the fields that can be filled in ahead."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from app.engine.acts.results import How, Result
from app.engine.acts.table import Claim
from app.engine.frozen import memoized_within
from app.engine.players.list_choice import list_points
from app.engine.side import Pair, Side
from app.engine.state import Round, State
from app.engine.table.claims import ends_games
from app.engine.table.game import GIVEN_UP, Game
from app.engine.table.verdict import BY_TIEBREAK, conceded, final_result, no_show, table_result
from app.views.table.table import Condition, stands

WON_BY = (
    How.ASSASSINATION,
    How.SCENARIO,
    How.CLOCK_OUT,
    How.BATTLEGROUP,
    How.NO_MODELS,
    How.CONCESSION,
    How.CONTROL_POINTS,
    How.AREA,
    How.ARMY_LEFT,
    How.ARMY_POINTS_DESTROYED,
    How.PRESENCE,
    How.CASTERS,
    How.DISQUALIFICATION,
    How.GAME_LOSS,
    How.NO_SHOW,
    How.UNRECORDED,
)
RULED_OUT = (How.NO_SHOW, How.UNRECORDED)  # no ruling on a game that was played
_CLAIMED = {
    How.ASSASSINATION: Claim.CASTER,
    How.BATTLEGROUP: Claim.BATTLEGROUP,
    How.NO_MODELS: Claim.NO_MODELS,
}
TIED_BY = (How.TIE, How.TIME, How.UNRECORDED)


@dataclass(frozen=True, slots=True)
class ReportSheet:
    """A game as the desk enters it."""

    game: Game
    names: Pair[str]
    known: Result | None
    """The result that the table, a player's phone or an earlier report gave."""
    replaces: bool
    cp: Pair[int]
    going_on: bool
    lists: Pair[int]
    """The points of the lists at the table; 0 while not known."""

    @property
    def table(self) -> int:
        return self.game.table

    @property
    def won_by(self) -> tuple[How, ...]:
        """How it can have been won, and however it was reported before."""
        named = self.known.how if self.known and self.known.winner else None
        return tuple(how for how in WON_BY if how in ways_to_win(self.game) or how is named)

    def filled(self, winner: Side | None, how: How, cp: Pair[int], apd: Pair[int]) -> Result:
        """The numbers as entered; a concession's are the packet's award where that is more."""
        if winner is not None and how in GIVEN_UP:
            cp, apd = conceded(self.game, winner, cp, apd, self.lists.of(winner.other))
        if winner is not None and how is How.NO_SHOW:
            return no_show(self.game, winner)
        return Result(winner, how, cp, apd)


def ways_to_win(game: Game) -> tuple[How, ...]:
    """The tiebreaks that the packet has and the endings that the event allows."""
    victory = game.terms.victory
    used = {BY_TIEBREAK[tiebreak] for tiebreak in (*victory.at_length, *victory.unfinished)}
    never = {how for how, claim in _CLAIMED.items() if not ends_games(victory, claim)}
    never |= set(BY_TIEBREAK.values()) - used
    return tuple(how for how in WON_BY if how not in never)


def rulings(game: Game) -> tuple[How, ...]:
    return tuple(how for how in ways_to_win(game) if how not in RULED_OUT)


def report_sheets(state: State, round_: Round) -> tuple[ReportSheet, ...]:
    """The round's games by table."""
    games = sorted(state.games_of(round_), key=lambda game: game.table)
    return tuple(report_sheet(state, game) for game in games)


def tables_out(sheets: Sequence[ReportSheet]) -> tuple[int, ...]:
    """Tables without a result."""
    return tuple(sheet.table for sheet in sheets if not sheet.replaces)


def side_meant(typed: str) -> tuple[bool, Side | None]:
    """Whether ``typed`` names a winner, and which: 1 or r, 2 or b, t or 0 for a tie."""
    meant: dict[str, Side | None] = {
        "1": Side.RED, "r": Side.RED, "2": Side.BLUE, "b": Side.BLUE, "t": None, "0": None,
    }  # fmt: skip
    typed = typed.strip().casefold()
    return typed in meant, meant.get(typed)


@memoized_within(attrgetter("players", "rounds", "packet", "settings"))
def report_sheet(state: State, game: Game) -> ReportSheet:
    final = final_result(game)
    known = final or table_result(game) or game.phoned.red or game.phoned.blue
    return ReportSheet(
        game=game,
        names=game.players.map(state.name),
        known=known,
        replaces=final is not None,
        cp=known.cp if known else game.points,
        going_on=stands(game) in {Condition.PLAYING, Condition.PAUSED},
        lists=Pair(*(list_points(state, game, side) for side in Side)),
    )
