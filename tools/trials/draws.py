"""Draws ten thousand late rounds and holds each against the tests' own oracles.

python -m tools.trials.draws [--teams] [cases [first seed]]

With --teams two thousand draws of teams, each against every other pairing of its teams.
"""

import sys
from collections import Counter
from time import monotonic

from tests.engine import team_cases
from tests.engine.draw_cases import BRUTE_FORCE, cases, fault

TEAMS = "--teams"
SAY_EVERY = 1000


def main() -> int:
    numbers = [int(word) for word in sys.argv[1:] if word != TEAMS]
    first_seed = numbers[1] if len(numbers) > 1 else 1
    if TEAMS in sys.argv:
        return check_teams(numbers[0] if numbers else 2_000, first_seed)
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
