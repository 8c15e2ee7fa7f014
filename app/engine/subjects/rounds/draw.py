"""The draw of a round, by lot or by hand."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.rounds import DrawRound, EnterPairings, RoundDrawn, RoundFinished
from app.engine.acts.stations.roles import Role
from app.engine.formats.settings import Settings
from app.engine.formats.terms import round_time, terms_for
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.match_up.procedure import Procedure
from app.engine.players.rosters import rosters
from app.engine.players.team_doubts import size_doubts
from app.engine.rounds.draw_request import games_begun, hall, pair_of
from app.engine.rounds.draw_round import drawn_again, drawn_round, numbering
from app.engine.rounds.field import (
    absent,
    cut_of,
    cut_over,
    cut_with,
    field,
    is_of_teams,
    last_of_cut,
    level_teams,
    level_teams_words,
    lines,
    missing_results,
)
from app.engine.rounds.team_round import lineups
from app.engine.standings.matches import team_of, team_then
from app.engine.standings.ranking import before_round, sole_leader
from app.engine.state import Bye, Round, Stage, State
from app.engine.subjects.act import Context, Recorded, Remembered, Request, Sets, Undoing
from app.engine.subjects.pairings.edit import reserve_words
from app.engine.subjects.players.numbers import unknown_player
from app.engine.subjects.rounds.changes import with_games_numbered
from app.engine.subjects.rounds.scenario import scenario_fault, scenario_words
from app.engine.table.game import Game, kept_or_new, tables_of
from app.engine.text import join_words


def draw_round(
    state: State, command: DrawRound | EnterPairings, at_ms: int, *, insist: bool
) -> Decision:
    """Return the records of a draw, or a refusal.

    The draw is the first record of the act. Therefore undo names the draw and takes it back.
    """
    again = drawn_again(state, command)
    number, attempt = numbering(state, again)
    before = before_round(state, number)
    same = again is not None and command.scenario == again.scenario
    refused = _fault(before, command) or (
        scenario_fault(state, command.scenario, number, insist=insist or same)
        if command.scenario is not None and not _unknown(command)
        else None
    )
    if refused:
        return refused
    if not insist:
        doubts = [
            *_doubts(state, command, again=again is not None),
            *_entry_doubts(before, command, number),
        ]
        if doubts:
            return Refused(" ".join(doubts), insistable=True)
    drawn = drawn_round(state, command, number, attempt)
    latest = state.latest
    if latest is None or again or latest.stage is Stage.FINISHED:
        return drawn
    return (*drawn, RoundFinished(latest.number, at_ms))


def _unknown(command: DrawRound | EnterPairings) -> bool:
    """Tell whether the command enters the pairings of a round that was already played and whose
    scenario is not known.
    """
    return isinstance(command, EnterPairings) and command.scenario == 0


def _fault(state: State, command: DrawRound | EnterPairings) -> Refused | None:
    """Return why the round is impossible; None if it is possible."""
    if isinstance(command, DrawRound):
        if cut_over(state):
            return Refused(
                say("{last_of_cut}: the event is decided.", last_of_cut=last_of_cut(state))
            )
        if is_of_teams(state) and len(lineups(state)) < 2:
            return Refused(
                say("A draw needs two teams. Give players a team, and check them in first.")
            )
        if len(field(state)) < 2:
            return Refused(say("A draw needs two players. Check players in first."))
        return None
    if not command.pairs:
        return Refused(say("There are no pairings. Enter at least one."))
    entered = _list_players(command)
    twice = next((player for player, times in Counter(entered).items() if times > 1), None)
    if twice is not None:
        return Refused(say("{name} is in the pairings twice.", name=state.name(twice)))
    if refused := unknown_player(state, entered):
        return refused
    numbers = command.tables
    if numbers and (len(numbers) != len(command.pairs) or len({*numbers}) != len(numbers)):
        return Refused(say("Each pair needs a table of its own."))
    return None


def _list_players(command: EnterPairings) -> list[int]:
    bye = [] if command.bye is None else [command.bye]
    return [*(player for pair in command.pairs for player in pair), *bye, *command.more_byes]


def _entry_doubts(before: State, command: DrawRound | EnterPairings, number: int) -> Iterator[str]:
    """Yield the doubts about the players or tables of the new round."""
    present = set(field(before))
    games = len(present) // 2
    if isinstance(command, EnterPairings):
        numbers, games = set(_list_players(command)), len(command.pairs)
        strange = sorted(numbers - present)
        plays = [player for player in strange if before.players[player].plays]
        if missing := [player for player in strange if player not in plays]:
            yield say(
                "{missing} would play without being checked in.",
                missing=join_words(map(before.name, missing)),
            )
        if plays:
            yield _outside_words(before, plays, is_cut=bool(cut_of(before, numbers)))
        if left_out := sorted(present - numbers):
            yield say(
                "{left_out} would have no game.", left_out=join_words(map(before.name, left_out))
            )
    elif is_of_teams(before):
        yield from _team_doubts(before, present)
    yield from _table_doubts(before, games)
    for level in lines(before, number):
        names = join_words(map(before.name, level))
        yield say(
            "{names} are tied, and the next round depends on who is ahead: break the tie first.",
            names=names,
        )
    yield from map(level_teams_words, level_teams(before, number))
    if missed := absent(before):
        yield say(
            "{missed} did not turn up for the last games: drop them?",
            missed=join_words(map(before.name, missed)),
        )


def _outside_words(before: State, players: Sequence[int], *, is_cut: bool) -> str:
    """Return the sentence about players in the pairings who would be outside the cut. If the
    pairings are no longer a cut because of them, ``is_cut`` is false.
    """
    names = join_words(map(before.name, players))
    if not is_cut:
        return say(
            "With {names} this round is not a cut: they are not among the best.", names=names
        )
    return reserve_words(before, players)


def _team_doubts(before: State, present: Collection[int]) -> Iterator[str]:
    if alone := sorted(number for number in present if not team_of(before, number)):
        names = join_words(map(before.name, alone))
        yield say("{names} have no team and would have no game.", names=names)
    yield from _short_doubts(before)


def _short_doubts(before: State) -> Iterator[str]:
    """Yield a doubt about each team with too few players, except for teams that already played the
    preceding round with too few.
    """
    seats = before.settings.team_seats if before.settings else 0
    last = before.rounds[-1:]
    games = [game for round_ in last for game in before.games_of(round_)]
    placed = [number for game in games for number in game.players]
    placed += [bye.player for round_ in last for bye in round_.byes]
    played = Counter(team_then(before, last[0], number) for number in placed)
    for lineup in lineups(before):
        if not played[lineup.team] or played[lineup.team] >= seats:
            yield from size_doubts(before, rosters(before)[lineup.team].name, lineup.seats)


def _table_doubts(before: State, games: int) -> Iterator[str]:
    given = hall(before.plan, before.settings.tables if before.settings else 0, games)
    usable = sum(table.in_use for table in given)
    if usable < games:
        yield say(
            "There are {games} and only {tables} in use: set up {missing} more under Draw and"
            " tables, or let games be played at numbers above the last.",
            games=plural(games, "{count} game", "{count} games"),
            tables=plural(usable, "{count} table", "{count} tables"),
            missing=games - usable,
        )


def _doubts(state: State, command: DrawRound | EnterPairings, *, again: bool) -> Iterator[str]:
    """Yield the doubts about drawing now."""
    latest = state.latest
    if latest is None or (again and latest.stage is Stage.DRAWN):
        return
    number = latest.number
    out = missing_results(state, latest)
    leader = None if is_of_teams(state) else sole_leader(state)
    planned = state.settings.rounds if state.settings else 0
    if again:
        entered = plural(len(latest.games) - len(out), "{count} result", "{count} results")
        yield say(
            "Round {number} is already public, with {entered}: players know their opponents."
            " {redraw_effect}",
            number=number,
            entered=entered,
            redraw_effect=_redraw_effect(state, latest, command),
        )
    elif latest.stage is Stage.PUBLISHED:
        yield say(
            "Round {number} is published but not started. Start and finish it first.", number=number
        )
    elif out:
        yield say(
            "Round {number} has no result yet at {tables}. Enter the results first.",
            number=number,
            tables=tables_of(out),
        )
    elif leader is not None:
        yield say(
            "{name} leads alone after round {number}: the event is decided.",
            name=state.name(leader),
            number=number,
        )
    elif 0 < planned <= number:
        yield say("Round {number} was the last of {planned}.", number=number, planned=planned)


def _redraw_effect(state: State, round_: Round, command: DrawRound | EnterPairings) -> str:
    """Return the effect of a new draw on the present games and on captains' choices."""
    chosen = sum(bool(made.choices or made.typed) for made in round_.match_ups.values())
    effect = _games_effect(state, round_, command)
    if not chosen:
        return effect
    gone = plural(
        chosen,
        "What was chosen in {count} match-up no longer counts.",
        "What was chosen in {count} match-ups no longer counts.",
    )
    return say("{games} {match_ups}", games=effect, match_ups=gone)


def _games_effect(state: State, round_: Round, command: DrawRound | EnterPairings) -> str:
    if isinstance(command, EnterPairings):
        return say("New pairings set its games and results aside; undo brings them back.")
    games = games_begun(state, round_)
    if not games:
        return say("No game has begun; all are drawn again, and undo brings them back.")
    return say(
        "The games at {tables} have begun and stay; the others are drawn again.",
        tables=tables_of(games),
    )


def _apply_draw(state: State, event: RoundDrawn) -> State:
    packet, settings = state.packet, state.settings
    if packet is None or settings is None:
        return state
    terms = terms_for(packet, settings, event.scenario)
    fresh = {
        seating.game: kept_or_new(
            state.games.get(seating.game),
            Game(seating.game, event.round_number, seating.table, seating.players, terms),
        )
        for seating in event.seatings
    }
    bye = None if event.bye is None else Bye(event.bye, terms.bye_cp, terms.bye_apd)
    more = tuple(Bye(player, terms.bye_cp, terms.bye_apd) for player in event.more_byes)
    before = state.round(event.round_number)
    drawn = Round(
        number=event.round_number,
        stage=Stage.DRAWN,
        attempt=event.attempt,
        seed=event.seed,
        games=tuple(fresh),
        bye=bye,
        paired_down=event.paired_down,
        gave_way=event.gave_way,
        scenario=event.scenario,
        finals=event.finals,
        cut=cut_with(event.cut, _list_seated(event)),
        lists=_lists_kept(state, before, event) if before else {},
        time=round_time(packet, settings, event.scenario),
        more_byes=more,
        procedure=_procedure(settings),
    )
    earlier = tuple(round_ for round_ in state.rounds if round_.number != event.round_number)
    replaced = before.games if before else ()
    remaining = {number: game for number, game in state.games.items() if number not in replaced}
    return replace(state, rounds=(*earlier, drawn), games={**remaining, **fresh})


def _list_seated(event: RoundDrawn) -> set[int]:
    byes = {player for player in (event.bye, *event.more_byes) if player is not None}
    return byes | {number for seating in event.seatings for number in seating.players}


def _procedure(settings: Settings) -> Procedure | None:
    """Return the match-up procedure that the round has to wait for; None if there is none."""
    procedure = settings.match_up if settings.team_seats else None
    return None if procedure is None or procedure.needs_nobody else procedure


def _lists_kept(state: State, before: Round, event: RoundDrawn) -> dict[int, int]:
    """Return the chosen lists of players whose game or bye stays in a round that is drawn again."""
    went_on = {game.number: game.players for game in state.games_of(before)}
    same = {
        n
        for seating in event.seatings
        if went_on.get(seating.game) == seating.players
        for n in seating.players
    }
    same |= {bye.player for bye in before.byes} & {event.bye, *event.more_byes}
    return {number: chosen for number, chosen in before.lists.items() if number in same}


def _number_games(state: State, event: RoundDrawn) -> State:
    return with_games_numbered(state, event.seatings)


def _words(event: RoundDrawn, context: Context) -> str:
    parts = [_meetings_words(event, context.state)]
    if event.bye is not None:
        parts.append(say("{name} has the bye", name=context.name(event.bye)))
    if event.more_byes:
        parts.append(say("byes for {names}", names=context.names(event.more_byes)))
    if event.paired_down:
        parts.append(say("paired down: {names}", names=context.names(event.paired_down)))
    if context.state.armies:
        parts.append(say("scenario {scenario}", scenario=context.scenario(event.scenario)))
    if event.seed:
        parts.append(say("seed {seed}, attempt {attempt}", seed=event.seed, attempt=event.attempt))
    words = _DRAWN[bool(event.seed), event.attempt > 1]
    return words.format(round_number=event.round_number, parts="; ".join(parts))


def _meetings_words(event: RoundDrawn, state: State) -> str:
    """Return the number of games in words, such as "6 games". In an event of teams, include the
    number of matches, as in "3 matches, 9 games".
    """
    games = plural(len(event.seatings), "{count} game", "{count} games")
    if not state.settings or not state.settings.team_seats:
        return games
    drawn = next((one for one in state.rounds if one.number == event.round_number), None)

    def team(number: int) -> str:
        return team_then(state, drawn, number) if drawn else team_of(state, number)

    pairs = {frozenset(map(team, seating.players)) for seating in event.seatings}
    matches = sum(len(pair) == 2 and "" not in pair for pair in pairs)
    return plural(matches, "{count} match, {games}", "{count} matches, {games}", games=games)


def _games_begun(state: State, event: RoundDrawn) -> str:
    """Return the sentence about games of the draw whose clocks have been started; empty if there
    are none.
    """
    games = [state.games[seating.game] for seating in event.seatings if seating.game in state.games]
    explanation = state.latest.explanation if state.latest else None
    still_paired = {*explanation.locked} if explanation else set()  # paired before the draw
    started = [game for game in games if game.play.clock and pair_of(game) not in still_paired]
    if not started:
        return ""
    return say(
        "Clocks have been started at {tables}. Without this draw those games"
        " leave the screens; redo brings them back with their clocks.",
        tables=tables_of(started),
    )


def _drawn_seats(event: RoundDrawn) -> Remembered:
    return Remembered(event.seatings)


_DRAWN = {
    (True, False): say("Round {round_number} drawn: {parts}"),
    (True, True): say("Round {round_number} drawn again: {parts}"),
    (False, False): say("Round {round_number} set by hand: {parts}"),
    (False, True): say("Round {round_number} set by hand again: {parts}"),
}
"""The sentences, by whether there is a seed, and whether the round was drawn before."""


def _scenario_drawn(event: RoundDrawn) -> dict[Hashable, int]:
    return {("scenario", event.round_number): event.scenario}


ACTS = (
    Request(
        DrawRound, decide=draw_round, insist=say("&Draw the round"), stops_games=True,
    ),
    Request(
        EnterPairings, decide=draw_round, insist=say("&Use these pairings"), stops_games=True,
    ),
    Recorded(
        RoundDrawn, kind="round_drawn", by=Role.ORGANIZER,
        apply=_apply_draw, words=_words,
        undo=say("draw of round {round_number}"), always=_number_games,
        undoing=Undoing(doubt=_games_begun, asks=False), remembers=_drawn_seats,
        sets=Sets(_scenario_drawn, scenario_words),
    ),
)  # fmt: skip
