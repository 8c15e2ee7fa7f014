"""Settles match-ups by dice. Captains choose; sometimes the desk enters a match-up or takes it
back.
"""

from app.engine.acts.setup import ChangeSettings
from app.engine.acts.teams.match_up import ChooseInMatchUp, TakeBackInMatchUp, TypeMatchUp
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.rounds.match_ups import MatchUpNow, incomplete
from app.engine.side import Pair
from app.headless.desk_session import DeskSession
from app.headless.simulation.dice import SimulationDice
from app.store.match_ups import procedures


def choose_procedure(line: DeskSession, dice: SimulationDice) -> None:
    """Choose a random procedure for the next round, one that suits teams of this size."""
    settings, packet = line.state.settings, line.state.packet
    if settings is None or packet is None or not settings.team_seats:
        return
    known = [one for one in procedures().by_key.values() if one.suits(settings.team_seats)]
    chosen: Settings = replace(settings, match_up=dice.pick(known))
    if chosen != settings:
        line.do(ChangeSettings(chosen, packet))


def settle_match_ups(line: DeskSession, dice: SimulationDice) -> None:
    """Settle the match-ups, until every match has its pairs."""
    while waiting := incomplete(line.state):
        now = dice.pick(waiting)
        if now.made.choices and dice.chance(5):
            line.do(TakeBackInMatchUp(now.number))
        elif now.waits_for_desk or dice.chance(2):
            line.do(_type_pairs(now, dice))
        else:
            side = dice.pick(tuple(now.progress.asks))
            asked = now.progress.asks[side]
            chosen = _some(asked.options, asked.count, dice)
            captain = 0 if dice.chance(10) else now.captains.of(side)
            line.do(ChooseInMatchUp(now.number, side, asked.step, chosen, captain))


def _type_pairs(now: MatchUpNow, dice: SimulationDice) -> TypeMatchUp:
    teams = now.progress.meeting.teams
    most = min(len(teams.red), len(teams.blue))
    red, blue = (_some(team, most, dice) for team in teams)
    return TypeMatchUp(now.number, tuple(map(Pair, red, blue)))


def _some(options: tuple[int, ...], count: int, dice: SimulationDice) -> tuple[int, ...]:
    left, chosen = [*options], list[int]()
    for _ in range(count):
        chosen.append(left.pop(dice.below(len(left))))
    return tuple(chosen)
