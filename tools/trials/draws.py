"""Draws ten thousand late rounds and compares each with the tests' own oracles.

python -m tools.trials.draws [--teams | --small] [cases [first seed]]

With --teams, two thousand draws of teams are each compared with every other pairing of their teams.
With --small, two thousand events of four to ten players have as many rounds as each player has
opponents, and none of them may have a rematch or a second bye.
"""

import sys
from collections import Counter
from time import monotonic

from tests.engine import team_cases
from tests.engine.draw.small_fields import (
    PLAYERS,
    play_as_many_rounds_as_there_are_opponents,
    second_byes,
)
from tests.engine.draw_cases import BRUTE_FORCE, cases, fault

TEAMS, SMALL = "--teams", "--small"
SAY_EVERY = 1000


def main() -> int:
    numbers = [int(word) for word in sys.argv[1:] if word not in {TEAMS, SMALL}]
    first_seed = numbers[1] if len(numbers) > 1 else 1
    if TEAMS in sys.argv:
        return check_teams(numbers[0] if numbers else 2_000, first_seed)
    if SMALL in sys.argv:
        return check_small(numbers[0] if numbers else 2_000, first_seed)
    return check_players(numbers[0] if numbers else 10_000, first_seed)


def check_teams(wanted: int, first_seed: int) -> int:
    began = monotonic()
    faults: Counter[str] = Counter()
    odd = short = later = 0
    for case in team_cases.cases(wanted, first_seed):
        odd += len(case.here) % 2
        short += case.is_short
        later += bool(case.before.rounds)
        if problem := team_cases.fault(case):
            faults[problem.partition(" ")[0]] += 1
            print(f"seed {case.seed}, round {len(case.drawn.rounds)}: {problem}")
    print(f"{wanted} draws of teams in {monotonic() - began:.0f} s, {later} after other rounds:")
    print(f"{odd} with an odd number of teams, {short} with a team that lacks a player")
    print(f"{faults['costs']} worse than another pairing")
    print(f"{faults['somebody']} with somebody stranded")
    print(f"{faults['team-mates']} in which team-mates meet")
    return 1 if faults else 0


def check_small(wanted: int, first_seed: int) -> int:
    rounds = rematches = byes = 0
    for number in range(wanted):
        players = PLAYERS[number % len(PLAYERS)]
        seed = first_seed + number // len(PLAYERS)
        desk, met_again = play_as_many_rounds_as_there_are_opponents(players, seed)
        rounds += len(desk.state.rounds)
        rematches += met_again
        byes += second_byes(desk)
        if met_again or second_byes(desk):
            print(f"seed {seed}, {players} players: {met_again} rematches")
    print(f"{wanted} events with {rounds} rounds: {rematches} rematches, {byes} second byes")
    return 1 if rematches or byes else 0


def check_players(wanted: int, first_seed: int) -> int:
    began = monotonic()
    sizes: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    faulty = 0
    for number, case in enumerate(cases(wanted, first_seed), start=1):
        tried = "every pairing tried" if len(case.field) <= BRUTE_FORCE else "every set of seats"
        sizes[tried] += 1
        kinds["odd" if len(case.field) % 2 else "even"] += 1
        kinds["earlier byes"] += any(entrant.byes for entrant in case.field)
        kinds["earlier pair-downs"] += any(entrant.paired_down for entrant in case.field)
        kinds["with wishes"] += case.wishes.forced != () or case.wishes.apart != ()
        if problem := fault(case):
            faulty += 1
            print(f"seed {case.seed}, {len(case.field)} players: {problem}")
        if number % SAY_EVERY == 0:
            print(f"{number} draws, {faulty} wrong, {monotonic() - began:.0f} s", flush=True)
    for name, count in [*sizes.items(), *sorted(kinds.items())]:
        print(f"{count:6} {name}")
    print(f"{sizes.total()} draws, {faulty} wrong")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
