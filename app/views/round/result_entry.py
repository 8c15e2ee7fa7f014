"""A game as the results desk shows it, with the values that can be filled in before typing."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

from msgspec import Struct

from app.engine.acts.results import How, Result
from app.engine.acts.table import Claim
from app.engine.frozen import memoized_within, replace
from app.engine.packet.timing import TimingKind
from app.engine.players.list_choice import list_points
from app.engine.side import Pair, Side
from app.engine.state import Round, State
from app.engine.table.claims import ends_games
from app.engine.table.game import GIVEN_UP, Game
from app.engine.table.scoring import winning
from app.engine.table.verdict import (
    BY_TIEBREAK,
    Verdict,
    final_result,
    no_show,
    score_concession,
    table_result,
    verdict,
)
from app.engine.text import plain
from app.views.event.finding import name_rank
from app.views.table.table import TableCondition, stands
from app.views.teams.matches import match_lines

WON_BY = (
    How.ASSASSINATION,
    How.SCENARIO,
    How.AGREEMENT,
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
    How.AGREEMENT: Claim.WON,
}
MOST_CP = 19
FREE_POINTS = 40
TIED_BY = (How.TIE, How.TIME, How.UNRECORDED)


class ReportSheet(Struct, frozen=True):
    """A game for which the desk enters a result."""

    game: Game
    names: Pair[str]
    known: Result | None
    """The result known from the table, a player's phone or an earlier report."""
    replaces: bool
    ended: Verdict | None
    """The winner and the way of winning if the table decided these: army points still have to be
    counted, or a fallen flag waits.
    """
    cp: Pair[int]
    going_on: bool
    lists: Pair[int]
    """The points of the list that each side plays; 0 if they are not known."""
    size: int = 0
    """The army size of this event in points."""
    match: str = ""
    """The state of the game's match of teams, such as "Ada – Bay: 2–1, 2 games out"."""

    @property
    def table(self) -> int:
        return self.game.table

    @property
    def most_cp(self) -> int:
        """The most control points that a slip can have, by the packet's limit or by experience."""
        return winning(self.game.terms).points if self.game.terms.victory.capped else MOST_CP

    def most_apd(self, side: Side) -> int:
        """Return the most army points that ``side`` can destroy: those of the opponent's list and
        free models.
        """
        return max(self.lists.of(side.other), self.size) + FREE_POINTS

    @property
    def won_by(self) -> tuple[How, ...]:
        """The ways in which the game can have been won, including the one reported before."""
        named = self.known.how if self.known and self.known.winner else None
        ways = ways_to_win(self.game)
        return tuple(how for how in WON_BY if how in ways or how is named)

    @property
    def likeliest(self) -> How:
        """The way in which most games of the event are won."""
        if self.game.armies:
            return How.ASSASSINATION
        agreed = self.game.terms.victory.by_agreement
        return How.AGREEMENT if agreed else How.CONTROL_POINTS

    def filled(self, winner: Side | None, how: How, cp: Pair[int], apd: Pair[int]) -> Result:
        """Return the result as entered, with two exceptions: a concession brings at least the
        points that the packet awards for it, and a no-show brings exactly the packet's points.
        """
        if winner is not None and how in GIVEN_UP:
            cp, apd = score_concession(self.game, winner, cp, apd, self.lists.of(winner.other))
        if winner is not None and how is How.NO_SHOW:
            return no_show(self.game, winner)
        return Result(winner, how, cp, apd)


def ways_to_win(game: Game) -> tuple[How, ...]:
    """Return the ways to win that the packet's tiebreaks and the event's endings allow."""
    victory = game.terms.victory
    used = {BY_TIEBREAK[tiebreak] for tiebreak in (*victory.at_length, *victory.unfinished)}
    never = {how for how, claim in _CLAIMED.items() if not ends_games(victory, claim)}
    never |= set(BY_TIEBREAK.values()) - used
    never |= set() if victory.armies else {How.SCENARIO}
    never |= {How.CLOCK_OUT} if game.terms.time.kind is TimingKind.UNTIMED else set()
    return tuple(how for how in WON_BY if how not in never)


def rulings(game: Game) -> tuple[How, ...]:
    return tuple(how for how in ways_to_win(game) if how not in RULED_OUT)


def report_sheets(state: State, round_: Round) -> tuple[ReportSheet, ...]:
    """Return the round's games, by table."""
    games = sorted(state.games_of(round_), key=lambda game: game.table)
    matches = match_lines(state, round_)
    sheets = tuple(report_sheet(state, game) for game in games)
    if not matches:
        return sheets
    return tuple(replace(sheet, match=matches.get(sheet.game.number, "")) for sheet in sheets)


def tables_out(sheets: Sequence[ReportSheet]) -> tuple[int, ...]:
    """Return the tables without a result."""
    return tuple(sheet.table for sheet in sheets if not sheet.replaces)


def ranges_words(numbers: Sequence[int]) -> str:
    """Return ascending numbers such as "1–3, 5, 8–10". Two consecutive numbers are listed
    separately.
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )


def sheets_named(sheets: Sequence[ReportSheet], typed: str) -> tuple[ReportSheet, ...]:
    """Return the tables of players whose name, or a word of it, begins with the typed letters."""
    return tuple(sheet for sheet in sheets if sides_named(sheet, typed))


def sides_named(sheet: ReportSheet, typed: str) -> tuple[Side, ...]:
    """Return the sides at a table whose player's name, or a word of it, begins with the typed
    letters.
    """
    wanted = " ".join(plain(typed).split())
    ranks = {side: name_rank(plain(sheet.names.of(side)), wanted) for side in Side}
    return tuple(side for side, rank in ranks.items() if wanted and rank in {0, 1})


def is_whole_table(tables: Iterable[int], typed: str) -> bool:
    """Tell whether the typed digits name one of the tables and have as many digits as the highest
    number, so that no further digit is expected.
    """
    numbers = {str(table) for table in tables}
    return typed in numbers and len(typed) == max(map(len, numbers))


def is_start_of_table(tables: Iterable[int], typed: str) -> bool:
    """Tell whether digits name one of the tables, but are also the beginning of another table's
    number.
    """
    numbers = {str(table) for table in tables}
    return typed in numbers and any(
        number != typed and number.startswith(typed) for number in numbers
    )


def is_whole_number(most: int, typed: str) -> bool:
    """Tell whether a typed number is complete, because it is 0 or another digit would make it
    greater than ``most``.
    """
    return typed == "0" or (typed.isdecimal() and int(typed) * 10 > most)


def side_meant(typed: str) -> tuple[bool, Side | None]:
    """Return whether ``typed`` names an outcome, and which side wins: 1 or r for Red, 2 or b for
    Blue, t or 0 for a tie.
    """
    meant: dict[str, Side | None] = {
        "1": Side.RED, "r": Side.RED, "2": Side.BLUE, "b": Side.BLUE, "t": None, "0": None,
    }  # fmt: skip
    typed = typed.strip().casefold()
    return typed in meant, meant.get(typed)


def _judge_ending(game: Game) -> Verdict | None:
    """Return the winner according to the table's ending. A player whose fallen flag waits loses."""
    if game.play.flag is not None:
        return Verdict(game.play.flag.side.other, How.CLOCK_OUT)
    decided = verdict(game)
    return decided if decided and decided.needs is None else None


@memoized_within(attrgetter("players", "rounds", "packet", "settings"))
def report_sheet(state: State, game: Game) -> ReportSheet:
    final = final_result(game)
    known = final or table_result(game) or game.phoned.red or game.phoned.blue
    return ReportSheet(
        game=game,
        names=game.players.map(state.name),
        known=known,
        replaces=final is not None,
        ended=None if known else _judge_ending(game),
        cp=known.cp if known else game.points,
        going_on=stands(game) in {TableCondition.PLAYING, TableCondition.PAUSED},
        lists=Pair(*(list_points(state, game, side) for side in Side)),
        size=state.settings.size if state.settings else 0,
    )
