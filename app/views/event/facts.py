"""The event as plain tables for spreadsheets and other programs.

Keys and values are those of files and never translated; only the awards and the history are
sentences. Unpublished draws are left out, and so are a scenario before its round begins and the
secret length of a round. The history contains every act, published or not.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from app.engine.acts.events import Record
from app.engine.acts.players import Entry
from app.engine.acts.results import How, Result
from app.engine.armies.army import UNHARMED, Army
from app.engine.armies.army import loss as loss_at
from app.engine.armies.army_list import ArmyList, worth
from app.engine.packet.ranking import TEAMS
from app.engine.players.list_choice import list_of, played_army
from app.engine.players.rosters import roster_of, rosters
from app.engine.progress import Progress, no_progress, share_of
from app.engine.remarks import reason_words
from app.engine.rounds.field import is_of_teams
from app.engine.rounds.match_ups import public_rounds
from app.engine.side import Side
from app.engine.standings.awards import award_rows
from app.engine.standings.matches import team_then
from app.engine.standings.ranking import order, standings
from app.engine.standings.scores import Score, planned_rounds, value_of
from app.engine.standings.teams import team_names, team_standings
from app.engine.state import Round, Stage, State
from app.engine.table.game import Game
from app.engine.table.losses import losses_now
from app.engine.table.racks import racks_of
from app.engine.table.scoring import step_points
from app.engine.table.turns import owner, turn_number
from app.engine.table.verdict import final_result
from app.views.history.memory import HistoryMemory
from app.views.history.rows import describe, happened_ms, is_undone, table_of, who
from app.views.teams.matches import team_round_view

Fact: TypeAlias = str | int | float | bool | None
Facts: TypeAlias = tuple[Fact, ...]

SIDES = {Side.RED: 1, Side.BLUE: 2}
"""The numbers of the two players of a game in these tables."""
WITHOUT_HISTORY = 0.2
"""The approximate share of the whole work that is done before the history is read."""
TOLD_EVERY = 500  # rows
INSTANT = "_at"
"""The suffix of columns with an instant: milliseconds since 1970, as the event shows them."""


class FactTable(Struct, frozen=True):
    """A table on one subject. ``key`` is its name in files."""

    key: str
    columns: tuple[str, ...]
    rows: Iterable[Facts]
    """The rows, which can be iterated more than once. The rows of the history are made during the
    iteration.
    """

    @property
    def objects(self) -> tuple[dict[str, Fact], ...]:
        """Return the rows as objects."""
        return tuple(self.each_object())

    def each_object(self) -> Iterator[dict[str, Fact]]:
        """Yield the rows as objects one by one, since there may be very many."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)


def fact_tables(state: State) -> tuple[FactTable, ...]:
    """Return the tables that are the same in every language."""
    return tuple(each_fact_table(state))


def each_fact_table(state: State) -> Iterator[FactTable]:
    """Yield the tables that are the same in every language one by one, since each may be large."""
    yield FactTable("event", EVENT, tuple(_event(state)))
    yield FactTable("players", PLAYERS, tuple(_players(state)))
    yield FactTable("seats", SEATS, tuple(_seats(state)))
    yield FactTable("substitutions", SUBSTITUTIONS, tuple(_substitutions(state)))
    yield FactTable("sign_ups", SIGN_UPS, tuple(_sign_ups(state)))
    yield FactTable("lists", LISTS, tuple(_lists(state)))
    yield FactTable("rounds", ROUNDS, tuple(_rounds(state)))
    yield _games_table(state)
    yield FactTable("spells", SPELLS, tuple(_spells(state)))
    yield FactTable("matches", MATCHES, tuple(_matches(state)))
    yield FactTable("turns", TURNS, tuple(_turns(state)))
    yield FactTable("losses", LOSSES, tuple(_losses(state)))
    yield FactTable("standings", STANDINGS, tuple(_standings(state)))
    yield FactTable("teams", TEAM_COLUMNS, tuple(_teams(state)))


def worded_tables(
    state: State, records: Sequence[Record], report_progress: Progress = no_progress
) -> tuple[FactTable, ...]:
    """Return the tables with sentences in the reader's language. Reading the rows of the history
    raises whatever ``report_progress`` raises.
    """
    return (
        FactTable("awards", AWARDS, tuple(_awards(state))),
        FactTable("history", HISTORY, _History(state, records, report_progress)),
    )


def every_table(
    state: State, records: Sequence[Record], report_progress: Progress = no_progress
) -> Iterator[FactTable]:
    """Yield all tables one by one, since each may be large. Raises whatever ``report_progress``
    raises, even while the rows of the history are read.
    """
    yield from each_fact_table(state)
    report_progress(WITHOUT_HISTORY)
    yield from worded_tables(state, records, share_of(report_progress, WITHOUT_HISTORY, 1))


EVENT = (
    "name", "packet", "packet_name", "size", "rounds_planned", "ranking", "date", "venue", "fee",
)  # fmt: skip


def _event(state: State) -> Iterator[Facts]:
    settings, packet = state.settings, state.packet
    if settings is None or packet is None:
        return
    ranking = " ".join(column.value for column in order(state))
    yield (
        settings.name, settings.packet, packet.name, settings.size, planned_rounds(state), ranking,
        settings.date, settings.venue, settings.fee,
    )  # fmt: skip


PLAYERS = (
    "number", "name", "club", "faction", "team", "status", "left_after_round", "checked", "lists",
    "warnings", "disqualified_for", "army", "nickname", "sign_up",
)  # fmt: skip


def _players(state: State) -> Iterator[Facts]:
    for number, player in sorted(state.players.items()):
        entry = player.entry
        warnings = (
            f"{warning.round_number}: {reason_words(warning.reason)}" for warning in player.warnings
        )
        yield (
            number, entry.name, entry.club, entry.faction, entry.team, player.status.value,
            player.left_after_round, " ".join(sorted(item.value for item in player.checked)),
            len(player.lists), "; ".join(warnings), player.disqualified_for, entry.army,
            entry.nickname, entry.sign_up,
        )  # fmt: skip


SEATS = ("team", "nation", "seat", "substitute", "captain", "number", "player")


def _seats(state: State) -> Iterator[Facts]:
    for team in rosters(state).values():
        for seat, number in enumerate(team.players, start=1):
            yield (
                team.name, team.nation, seat, number in team.substitutes, number == team.captain,
                number, state.name(number),
            )  # fmt: skip


SUBSTITUTIONS = ("from_round", "team", "came", "gone")


def _substitutions(state: State) -> Iterator[Facts]:
    for change in state.substitutions:
        team = roster_of(state, change.came)
        yield (
            change.from_round, team.name if team else "", state.name(change.came),
            state.name(change.gone),
        )  # fmt: skip


SIGN_UPS = ("number", "name", "club", "faction", "team", "player", "declined", "army")


def _sign_ups(state: State) -> Iterator[Facts]:
    for number, applicant in sorted(state.applicants.items()):
        entry = applicant.entry
        yield (
            number, entry.name, entry.club, entry.faction, entry.team, applicant.player or None,
            applicant.declined, entry.army,
        )  # fmt: skip


LISTS = (
    "player", "name", "list", "list_name", "faction", "theme", "tier", "list_points", "objective",
    "part", "entry", "kind", "points", "models", "character", "free",
)  # fmt: skip


def _lists(state: State) -> Iterator[Facts]:
    for number, player in sorted(state.players.items()):
        for place, army_list in enumerate(player.lists, start=1):
            head: Facts = (
                number, player.entry.name, place, army_list.name, army_list.faction,
                army_list.theme, army_list.tier, worth(army_list), army_list.objective,
            )  # fmt: skip
            for part, army in _parts(army_list):
                for row in army:
                    yield (
                        *head, part, row.name, row.kind.value, row.points, row.models,
                        row.character, row.free,
                    )  # fmt: skip


def _parts(army_list: ArmyList) -> Iterable[tuple[str, Army]]:
    return (
        ("army", army_list.army),
        ("specialists", army_list.specialists),
        ("reinforcements", army_list.reinforcements),
    )


SPELLS = ("round", "table", "game", "player", "name", "caster", "spell")


def _spells(state: State) -> Iterator[Facts]:
    """Yield the spells chosen for each caster once they are public. A caster without chosen spells
    has no row.
    """
    for round_ in public_rounds(state):
        for game in sorted(state.games_of(round_), key=lambda game: game.table):
            for side in Side:
                number = game.players.of(side)
                for rack in racks_of(game.play, side):
                    for spell in rack.spells:
                        yield (
                            round_.number, game.table, game.number, number, state.name(number),
                            rack.caster, spell,
                        )  # fmt: skip


ROUNDS = (
    "round", "stage", "scenario", "scenario_name", "games", "byes", "started_at", "finished_at",
    "dice_down_at", "length_ms", "seed", "attempt",
)  # fmt: skip


def _rounds(state: State) -> Iterator[Facts]:
    for round_ in public_rounds(state):
        scenario = (round_.scenario or None) if round_.has_begun else None
        over = round_.dice_down_ms is not None or round_.stage is Stage.FINISHED
        yield (
            round_.number, round_.stage.value, scenario,
            _scenario_name(state, round_), len(round_.games), len(round_.byes),
            _correct_time(state, round_.started_ms), _correct_time(state, round_.finished_ms),
            _correct_time(state, round_.dice_down_ms), round_.length_ms if over else None,
            round_.seed, round_.attempt,
        )  # fmt: skip


def _scenario_name(state: State, round_: Round) -> str:
    scenario = state.packet.scenario(round_.scenario) if state.packet else None
    return scenario.name if scenario and round_.has_begun else ""


def _correct_time(state: State, at_ms: int | None) -> int | None:
    return None if at_ms is None else state.shown_ms(at_ms)


GAMES = (
    "round", "table", "game", "scenario", "bye", "number1", "player1", "number2", "player2",
    "faction1", "faction2", "club1", "club2", "list1", "list2", "winner", "condition", "cp1", "cp2",
    "ap1", "ap2", "first", "turn", "started_at", "ended_at", "time1_ms", "time2_ms", "used1_ms",
    "used2_ms", "paused_ms", "clocked_out", "ruled", "reason",
)  # fmt: skip
"""The columns of games. `flagfall replay` reads such a table and ignores other columns."""


def _games_table(state: State) -> FactTable:
    """Return the table of games, which includes the players' teams at a team event."""
    rows = tuple(_games(state))
    if not is_of_teams(state):
        return FactTable("games", GAMES, rows)
    number1, number2 = (GAMES.index(column) for column in ("number1", "number2"))
    names = team_names(state)

    rounds = {round_.number: round_ for round_ in state.rounds}

    def team(round_number: Fact, number: Fact) -> Fact:
        if not isinstance(round_number, int) or not isinstance(number, int):
            return ""
        return names.get(team_then(state, rounds[round_number], number), "")

    with_teams = tuple(
        (*row, team(row[0], row[number1]), team(row[0], row[number2])) for row in rows
    )
    return FactTable("games", (*GAMES, "team1", "team2"), with_teams)


MATCHES = (
    "round", "first_table", "tables", "team1", "team2", "winner", "won1", "won2", "out", "cp1",
    "cp2", "ap1", "ap2", "bye",
)  # fmt: skip


def _matches(state: State) -> Iterator[Facts]:
    """Yield each match of teams, and each team's bye."""
    for round_ in public_rounds(state):
        view = team_round_view(state, round_)
        for shown in view.matches:
            match = shown.match
            winner = 0 if match.is_drawn else None
            if match.winner is not None:
                winner = SIDES[match.winner]
            tables = " ".join(map(str, shown.tables))
            yield (
                round_.number, shown.tables[0], tables, *shown.names, winner, *match.won, match.out,
                *match.cp, *match.apd, False,
            )  # fmt: skip
        for bye in view.byes:
            won = len(bye.players)
            yield (
                round_.number, None, "", bye.team, "", 1, won, 0, 0, None, None, None, None, True,
            )  # fmt: skip


def _games(state: State) -> Iterator[Facts]:
    for round_ in public_rounds(state):
        for game in sorted(state.games_of(round_), key=lambda game: game.table):
            yield _game(state, round_, game)
        for bye in round_.byes:
            entry = _entry(state, bye.player)
            blank: Facts = (None,) * (len(GAMES) - 21)
            yield (
                round_.number, None, None, _scenario_name(state, round_), True, bye.player,
                entry.name, None, "", entry.faction, "", entry.club, "",
                list_of(state, round_, bye.player) or None, None, None, "", bye.cp, None, bye.apd,
                None, *blank,
            )  # fmt: skip


def _game(state: State, round_: Round, game: Game) -> Facts:
    entries = game.players.map(lambda number: _entry(state, number))
    lists = game.players.map(lambda number: list_of(state, round_, number) or None)
    result = final_result(game)
    return (
        round_.number, game.table, game.number, _scenario_name(state, round_), False,
        game.players.red, entries.red.name, game.players.blue, entries.blue.name,
        entries.red.faction, entries.blue.faction, entries.red.club, entries.blue.club,
        lists.red, lists.blue, *_result(result), *_course(state, game, result),
    )  # fmt: skip


def _result(result: Result | None) -> Facts:
    if result is None:
        return (None, "", None, None, None, None)
    winner = 0 if result.winner is None else SIDES[result.winner]
    return (winner, result.how.value, *result.cp, *result.apd)


def _course(state: State, game: Game, result: Result | None) -> Facts:
    """Return the course of a game at its table. The times used count up to the last press."""
    play, ending = game.play, game.play.ending
    clock = play.clock
    lost = result.winner.other if result is not None and result.winner is not None else None
    by_clock = result is not None and result.how is How.CLOCK_OUT
    out = SIDES[lost] if by_clock and lost is not None else None
    ruled, reason = (ending.ruled, reason_words(ending.reason)) if ending else (False, "")
    if clock is None:
        return (None, None, None, None, None, None, None, None, None, out, ruled, reason)
    return (
        SIDES[play.first], max(turn_number(play.step), 0), state.shown_ms(clock.started_ms),
        _correct_time(state, ending.at_ms if ending else None), *clock.allotted_ms, *clock.used_ms,
        clock.paused_ms, out, ruled, reason,
    )  # fmt: skip


TURNS = (
    "round", "table", "game", "step", "turn", "player", "name", "cp1", "cp2", "kill_box",
    "by_organizer", "reason",
)  # fmt: skip


def _turns(state: State) -> Iterator[Facts]:
    for game in _list_games(state):
        play = game.play
        for step, score in sorted(play.scores.items()):
            side = owner(play.first, step)
            number = game.players.of(side)
            points = step_points(game.terms, play.first, play.scores, step)
            yield (
                game.round_number, game.table, game.number, step, turn_number(step), number,
                _entry(state, number).name, *points, score.kill_box, score.by is None,
                score.reason,
            )  # fmt: skip


def _entry(state: State, number: int) -> Entry:
    """Return a player's entry, or a blank one if a damaged log has lost the player."""
    player = state.players.get(number)
    return player.entry if player else Entry("")


def _list_games(state: State) -> Iterator[Game]:
    for round_ in public_rounds(state):
        yield from sorted(state.games_of(round_), key=lambda game: game.table)


LOSSES = (
    "round", "table", "game", "player", "name", "entry", "models", "gone", "returned", "inert",
    "inside", "controls",
)  # fmt: skip


def _losses(state: State) -> Iterator[Facts]:
    for game in _list_games(state):
        for side in Side:
            yield from _side_losses(state, game, side)


def _side_losses(state: State, game: Game, side: Side) -> Iterator[Facts]:
    army, number = played_army(state, game, side), game.players.of(side)
    losses = losses_now(game, side, army)
    for place, row in enumerate(army):
        loss = loss_at(losses, place)
        if loss != UNHARMED:
            yield (
                game.round_number, game.table, game.number, number,
                _entry(state, number).name, row.name, row.models, loss.gone, loss.again,
                loss.out, loss.inside, loss.controls,
            )  # fmt: skip


STANDINGS = (
    "place", "shared", "number", "player", "club", "faction", "team", "status", "wins", "losses",
    "ties", "byes", "tp", "sos", "cp", "apd", "assassinations", "win_rates", "by_hand",
)  # fmt: skip


def _standings(state: State) -> Iterator[Facts]:
    for row in standings(state):
        player = state.players[row.number]
        entry = player.entry
        yield (
            row.place or None, row.shared, row.number, entry.name, entry.club, entry.faction,
            entry.team, player.status.value, row.wins, row.losses, row.ties, row.byes, row.tp,
            plain_number(row.sos), row.cp, row.apd, row.assassinations,
            plain_number(row.win_rates), row.by_hand,
        )  # fmt: skip


def plain_number(score: Score) -> int | float:
    """Return a fraction as a decimal number, and a whole number unchanged."""
    whole = Fraction(score)
    return whole.numerator if whole.denominator == 1 else round(float(whole), 6)


TEAM_COLUMNS = (
    "place", "shared", "team", "players", *(column.value for column in TEAMS), "assassinations",
    "losses", "draws", "byes",
)  # fmt: skip


def _teams(state: State) -> Iterator[Facts]:
    for row in team_standings(state):
        numbers = (plain_number(value_of(row, column)) for column in TEAMS)
        members = " ".join(map(str, row.members))
        yield (
            row.place, row.shared, row.team, members, *numbers, row.assassinations, row.losses,
            row.draws, row.byes,
        )  # fmt: skip


AWARDS = ("award", "players", "names", "why")


def _awards(state: State) -> Iterator[Facts]:
    for row in award_rows(state):
        yield (row.name, " ".join(map(str, row.winners)), row.names, row.why)


HISTORY = ("row", "act", "happened_at", "station", "actor", "table", "what", "undone")


class _History(Struct, frozen=True):
    """The rows of the history, each made when it is read."""

    state: State
    records: Sequence[Record]
    report_progress: Progress

    def __iter__(self) -> Iterator[Facts]:
        state, memory = self.state, HistoryMemory()
        memory.learn(self.records)
        for at, record in enumerate(self.records):
            if at % TOLD_EVERY == 0:
                self.report_progress(at / len(self.records))
            yield (
                record.seq, record.act, state.shown_ms(happened_ms(record)), record.station,
                who(record, state, memory), table_of(record, state, memory) or None,
                describe(record, state, memory), is_undone(record, memory),
            )  # fmt: skip
