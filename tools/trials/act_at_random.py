"""Plays events in which an organizer does anything at any time, and renders every view after each
act.

python -m tools.trials.act_at_random [events [first seed]]

Half of the events are of teams. Refused acts are skipped. After each act every page, sheet and
phone is rendered. At the end the rows are folded again and checked as `flagfall verify` does.
"""

import random
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import TypeAlias

from msgspec import Struct, field

from app.engine.acts.awards import BreakTie
from app.engine.acts.commands import Command
from app.engine.acts.draw import (
    ChangePlan,
    FreePairing,
    MergePlayers,
    SeatLate,
    SetPairing,
    TakeOut,
)
from app.engine.acts.events import Record
from app.engine.acts.phones import AskToDrop
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DisqualifyPlayer,
    DropPlayer,
    EditPlayer,
    Entry,
    ReadmitPlayer,
)
from app.engine.acts.results import AwardNoShow, ReportResult
from app.engine.acts.rounds import (
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    StartRound,
)
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.acts.table import ReopenGame, StartClock, WithdrawResult
from app.engine.acts.teams.match_up import ChooseInMatchUp, TakeBackInMatchUp, TypeMatchUp
from app.engine.acts.teams.roster import (
    DropTeam,
    EnterTeam,
    ReadmitTeam,
    SeatPlayer,
    SubstitutePlayer,
    Team,
)
from app.engine.acts.undo import Redo, Undo
from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule, Plan, SetPair
from app.engine.evolve import fold
from app.engine.formats.settings import LevelMatch, Settings
from app.engine.frozen import replace
from app.engine.players.rosters import rosters
from app.engine.rounds.edit import (
    arrangement,
    match_moved,
    swap_players,
    team_with_bye,
    teams_swapped,
)
from app.engine.rounds.field import is_of_teams
from app.engine.rounds.match_ups import MatchUpNow, match_ups
from app.engine.rounds.team_draw import team_draw
from app.engine.side import Pair, Side
from app.engine.state import Round, Stage, State
from app.headless.recheck import verify
from app.headless.recheck.match_ups import match_up_faults
from app.headless.recheck.teams import team_faults
from app.headless.simulation.dice import SimulationDice
from app.reports import team_sheets
from app.store.match_ups import procedures
from app.store.packets.files import packets
from app.views.event import phones, publish, standings, statistics
from app.views.history.rows import describe
from app.views.round import draw_review, notices, round
from app.views.teams import match_sheets, match_up, matches, record, roster
from app.web.server.public_view import room_message
from tools.simulation.paper import Paper, fake_result

EVENTS = 100
ACTS = 160
PACKET = packets()["sr2017"]
PROCEDURES = (*procedures().by_key.values(), None)
NAMES = ("", "Oak", "TEAM 1", " team  2 ", "ß", "SS")

Choice: TypeAlias = tuple[int, Callable[[], Command]]
"""The weight of a choice, and the function that makes its command."""


class Told(Struct):
    """The findings in one event."""

    acts: int = 0
    rounds: int = 0
    faults: list[str] = field(default_factory=list)
    rows: Sequence[Record] = ()


def play(seed: int, look: Callable[[State, int], None] | None = None) -> Told:
    """Play one event by random acts, and call ``look`` after each act. Without ``look``, every view
    is rendered.
    """
    dice, paper, told = random.Random(seed), Paper(), Told()
    look = look or look_at_everything
    _register(dice, paper)
    for _ in range(ACTS):
        chances, makers = zip(*_choices(dice, paper.state), strict=True)
        command = dice.choices(makers, chances)[0]()
        try:
            if not paper.do(command):
                continue
            told.acts += 1
            look(paper.state, len(paper.fold.records))
            describe(paper.fold.records[-1], paper.state)
        except Exception:
            told.faults.append(f"{command}\n{traceback.format_exc(limit=-6)}")
            return told
    told.rounds, told.rows = len(paper.state.rounds), paper.fold.records
    told.faults += _checked(paper)
    return told


def _register(dice: random.Random, paper: Paper) -> None:
    seats = dice.choice((0, 0, 0, 2, 3, 5))
    settings = Settings(
        "Cup",
        PACKET.key,
        75,
        1,
        team_seats=seats,
        level_match=dice.choice((*LevelMatch,)),
        drawn_match_half=_chance(dice, 50),
        match_up=dice.choice((*PROCEDURES, None, None)) if seats else None,
        finals_tables=_chance(dice, 30),
        cut=dice.choice((0, 0, 0, 4)),
    )
    if not paper.do(CreateEvent(settings, PACKET)):
        paper.do(CreateEvent(replace(settings, match_up=None), PACKET))
    entries = [
        Entry(f"{team}-{at}", dice.choice(("", "Ravens", "Crows")), "Khador", f"Team {team}")
        for team in range(1, dice.randrange(3, 11))
        for at in range(max(seats, 2) + dice.choice((0, 0, 0, 1, -1)))
    ]
    paper.do(AddPlayers(tuple(entries)))
    paper.do(CheckIn(tuple(paper.state.players)))


def _choices(dice: random.Random, state: State) -> list[Choice]:
    """Return the acts that are possible next, whether or not they make sense, each with its
    probability.
    """
    return [*_about_players(dice, state), *_about_teams(dice, state), *_about_rounds(dice, state)]


def _everybody(state: State) -> tuple[int, ...]:
    """Return the players' numbers; if there are no players, a number that nobody has."""
    return (*state.players,) or (999,)


def _about_players(dice: random.Random, state: State) -> list[Choice]:
    every = _everybody(state)
    one, other = dice.choice((*every, 999)), dice.choice(every)
    new = tuple(
        Entry(f"New {dice.randrange(999)}", team=dice.choice(NAMES))
        for _ in range(dice.randrange(1, 4))
    )
    some = tuple(dice.sample(every, dice.randrange(1, len(every) + 1)))
    pair = SetPair(one, other, _chance(dice, 50), "They asked", len(state.rounds) + 1)
    return [
        (3, lambda: DropPlayer(one)),
        (2, lambda: ReadmitPlayer(one)),
        (1, lambda: DisqualifyPlayer(one, "Abuse")),
        (1, lambda: EditPlayer(one, replace(new[0], club="Crows"))),
        (2, lambda: AddPlayers(new)),
        (2, lambda: CheckIn(some)),
        (1, lambda: MergePlayers(one, other)),
        (1, lambda: AskToDrop(one)),
        (1, lambda: BreakTie(some[:3], "By dice")),
        (2, lambda: SetPairing(pair)),
        (1, lambda: FreePairing(one, other)),
        (1, lambda: TakeOut(one)),
        (1, lambda: SeatLate(one)),
    ]


def _about_teams(dice: random.Random, state: State) -> list[Choice]:
    every = _everybody(state)
    known = tuple(team.name for team in rosters(state).values()) or NAMES
    one, other = dice.choice((*every, 999)), dice.choice(every)
    team, another = dice.choice(known), dice.choice((*known, *NAMES))
    members = tuple(dice.sample(every, min(len(every), dice.randrange(6))))
    entered = Team(another, "DE", dice.choice((*every, 0)), members)
    return [
        (2, lambda: DropTeam(team)),
        (2, lambda: ReadmitTeam(team)),
        (3, lambda: SeatPlayer(one, another, dice.randrange(7))),
        (3, lambda: SubstitutePlayer(one, other, _chance(dice, 30), _chance(dice, 50))),
        (2, lambda: EnterTeam(entered, dice.choice((*known, "")))),
    ]


def _about_rounds(dice: random.Random, state: State) -> Iterator[Choice]:
    every, latest, settings = _everybody(state), state.latest, state.settings
    assert settings
    seed, again = 1 + dice.randrange(10**6), _chance(dice, 30)
    rules = (ApartRule(Kind.CLUB, _chance(dice, 50)),) if _chance(dice, 50) else ()
    by_hand = tuple(zip(every[::2], every[1::2], strict=False))
    changed = replace(
        settings,
        team_seats=dice.choice((*(settings.team_seats,) * 4, 0, 2, 3, 5)),
        match_up=dice.choice(PROCEDURES),
        cut=dice.choice((0, 0, 4, 8)),
        finals_tables=_chance(dice, 30),
    )
    yield 10, lambda: DrawRound(seed, again=again, why=dice.choice(("", "A wish")))
    yield 1, lambda: EnterPairings(by_hand, every[-1] if len(every) % 2 else None)
    yield 2, lambda: ChangePlan(Plan(rules, top_tables_first=_chance(dice, 50)))
    yield 1, lambda: ChangeSettings(changed, PACKET)
    yield 3, Undo
    yield 2, Redo
    if latest:
        yield 6, PublishRound
        yield 6, lambda: StartRound(dice.randrange(2**20))
        yield 6, FinishRound
        yield from _about_games(dice, state, latest)
        yield from _about_matches(dice, state, latest)


def _about_games(dice: random.Random, state: State, latest: Round) -> Iterator[Choice]:
    if not latest.games:
        return
    game, old = dice.choice(latest.games), dice.choice((*state.games,))
    result = fake_result(SimulationDice(str(dice.random())))
    yield 14, lambda: ReportResult(game, result)
    yield 2, lambda: ReportResult(old, result)
    yield 2, lambda: WithdrawResult(game, reason="By mistake")
    yield 1, lambda: ReopenGame(game, reason="By mistake")
    yield 2, lambda: StartClock(game, Side.RED)
    yield 1, lambda: AwardNoShow(game, Side.RED)
    one, other = (dice.choice(_everybody(state)) for _ in range(2))
    now = arrangement(state, latest)
    if one != other and {one, other} <= {n for pair in now.pairs for n in pair}:
        yield 1, lambda: swap_players(now, one, other).command("They asked")


def _about_matches(dice: random.Random, state: State, latest: Round) -> Iterator[Choice]:
    teams = team_draw(state, latest) if is_of_teams(state) else None
    if teams is not None and teams.players:
        now = arrangement(state, latest)
        one, other = (dice.choice((*teams.players,)) for _ in range(2))
        yield 1, lambda: teams_swapped(now, teams, one, other).command("They asked")
        yield 1, lambda: team_with_bye(now, teams, one).command("They asked")
        if now.tables:
            yield 1, lambda: match_moved(now, teams, one, dice.choice(now.tables)).command("Noise")
    if there := match_ups(state):
        yield from _about_match_up(dice, state, dice.choice(there))


def _about_match_up(dice: random.Random, state: State, match: MatchUpNow) -> Iterator[Choice]:
    for side, asked in match.progress.asks.items():
        chosen = tuple(dice.sample(asked.options, min(asked.count, len(asked.options))))
        captain = dice.choice((0, match.captains.of(side), dice.choice(_everybody(state))))
        choice = ChooseInMatchUp(match.number, side, asked.step, chosen, captain)
        yield 12, partial(replace, choice)
    red, blue = match.progress.meeting.teams
    most = min(len(red), len(blue))
    pairs = tuple(map(Pair, dice.sample(red, most), dice.sample(blue, most)))
    yield 2, lambda: TypeMatchUp(match.number, pairs)
    yield 1, lambda: TypeMatchUp(match.number, ())
    yield 2, lambda: TakeBackInMatchUp(match.number)


def look_at_everything(state: State, rows: int) -> None:
    """Render every page, sheet and phone of the event."""
    roster.team_rows(state)
    for team in rosters(state):
        roster.seat_rows(state, team)
        roster.team_round_rows(state, team)
    standings.teams_text(standings.team_table(state), "\t")
    standings.standings_text(standings.standing_rows(state), "\t")
    round.late_players(state)
    round.next_draw(state)
    notices.notices_before(state, len(state.rounds) + 1)
    for each in state.rounds:
        _look_at_round(state, each)
    for number in state.players:
        phones.own_page(state, number)
    phones.phone_requests(state)
    match_up.match_up_views(state)
    matches.describe_outlook(state)
    team_sheets.team_records_page(record.list_team_records(state), "Cup")
    statistics.statistics(state)
    publish.published_results(state)
    publish.standings_words(state)
    room_message(state, rows)


def _look_at_round(state: State, round_: Round) -> None:
    matches.team_round_view(state, round_)
    matches.byes_words(state, round_)
    round.bye_words(state, round_)
    notices.notices_of(state, round_)
    notices.notices_under_way(state, round_)
    team_sheets.teams_pairings_page(state, round_)
    for secret in (False, True):
        for sheet in match_sheets.match_sheets(state, round_, secret=secret):
            team_sheets.match_page(sheet, "Cup")
    for card in match_sheets.captain_cards(state, round_):
        team_sheets.captain_page(card, "Cup")
    if round_ is state.latest and round_.stage is Stage.DRAWN:
        draw_review.draw_notes(state, round_)


def _checked(paper: Paper) -> Iterator[str]:
    rows, state = paper.fold.records, paper.state
    if fold(rows) != state:
        yield "The rows folded anew come to another state."
    yield from verify.row_faults(rows)
    yield from verify.round_faults(rows)
    yield from verify.clock_faults(state)
    yield from verify.result_faults(state)
    yield from verify.standings_faults(state)
    yield from team_faults(state, rows)
    yield from match_up_faults(rows)


def _chance(dice: random.Random, per_cent: int) -> bool:
    return dice.randrange(100) < per_cent


def main(words: Sequence[str]) -> int:
    events, first = (*map(int, words), *(EVENTS, 1)[len(words) :])
    began, acts, rounds, faulty = monotonic(), 0, 0, 0
    for seed in range(first, first + events):
        told = play(seed)
        acts, rounds, faulty = acts + told.acts, rounds + told.rounds, faulty + bool(told.faults)
        for fault in told.faults:
            print(f"seed {seed}: {fault}")
    seconds = monotonic() - began
    print(
        f"{events} events, {acts:,} acts, {rounds:,} rounds, {faulty} with faults, {seconds:.0f} s"
    )
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
