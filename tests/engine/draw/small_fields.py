"""Events of few players with as many rounds as they have opponents, and results that are rolled."""

import random
from collections import Counter

from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.side import Pair, Side
from tests.engine.event import Desk, latest, registered, settings

PLAYERS = range(4, 11)


def play_as_many_rounds_as_there_are_opponents(players: int, seed: int) -> tuple[Desk, int]:
    """Play an event whose results are rolled; return it and its rematches."""
    dice = random.Random(seed)
    rounds = players - 1 + players % 2
    desk = registered(players, settings(rounds=rounds))
    met: Counter[frozenset[int]] = Counter()
    for _ in range(rounds):
        desk.do(DrawRound(dice.randrange(2**31)), insist=True)
        desk.do(PublishRound())
        desk.do(StartRound())
        for number in latest(desk).games:
            met[frozenset(desk.state.games[number].players)] += 1
            winner = dice.choice((Side.RED, Side.BLUE))
            cp, apd = Pair(dice.randrange(6), 0), Pair(dice.randrange(76), dice.randrange(76))
            result = Result(winner, How.SCENARIO, cp, apd)
            desk.do(ReportResult(number, result), insist=True)
        desk.do(FinishRound())
    return desk, sum(count - 1 for count in met.values())


def second_byes(desk: Desk) -> int:
    """Return how many byes of the event were somebody's second."""
    byes = Counter(given.player for round_ in desk.state.rounds for given in round_.byes)
    return sum(count - 1 for count in byes.values())
