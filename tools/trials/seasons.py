"""Compares invented seasons with independent sums: who is who, league, ratings, records,
head-to-head results, factions. Each event is a real file, and names are spelt in several ways.

python -m tools.trials.seasons [seasons [seed]]
"""

import argparse
import math
import random
import sys
import tempfile
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path

from msgspec import Struct, field

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import FinishRound
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from app.store.season_folder import answer_doubts, keep_season, read_season
from app.views.season.league import LeagueRule
from app.views.season.people import Answer
from app.views.season.season import Season
from tests.events import CLUBS, FACTIONS, Event

EVENTS, PEOPLE, ROUNDS = 12, 60, 3
FIRST = (
    "Łukasz", "Jürgen", "Søren", "Zoë", "Grażyna", "Katarzyna", "Maximilian", "Ann-Kathrin", "Rob",
    "Jan", "Björn", "Ines", "Dmitri", "Oskar", "Magda",
)  # fmt: skip
LAST = ("Wiśniewski", "Groß", "Ångström", "O’Brien", "Lindqvist", "Kowalska", "Smith", "Duarte")
RULES = (
    LeagueRule(),
    LeagueRule(best=5, places=(10, 8, 6, 4), beaten=0, win=2, tie=1, presence=1),
    LeagueRule(best=1, places=(), beaten=2, win=0, tie=0, presence=0),
)
DAY_MS = 86_400_000
FIRST_DAY_MS = 1_775_000_000_000


class Human(Struct, dict=True):
    """A person, and their results."""

    name: str
    club: str
    sign_up: str
    nickname: str
    points: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    played: Counter[float] = field(default_factory=Counter)
    entries: list[tuple[str, int]] = field(default_factory=list)


def humans(dice: random.Random) -> list[Human]:
    """Make up sixty people. Some have similar names, and two have the same name."""
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    dice.shuffle(names)
    chosen = [*names[: PEOPLE - 1], names[0]]
    made = []
    for number, name in enumerate(chosen):
        club = CLUBS[number % 4]
        made.append(Human(name, club, str(4_000 + number), f"Nick{number}"))
    made[-1].club = CLUBS[1]  # the namesake of the first is of another club
    return made


def spell(human: Human, dice: random.Random) -> str:
    """Return the person's name as somebody typed it on one day."""
    words = human.name.split()
    match dice.randrange(8):
        case 0:
            bare = unicodedata.normalize("NFD", human.name.replace("Ł", "L").replace("ł", "l"))
            return "".join(one for one in bare if not unicodedata.combining(one))
        case 1:
            return human.name.upper()
        case 2:
            return f"{words[-1]}, {' '.join(words[:-1])}"
        case 3:
            at = dice.randrange(1, len(words[-1]) - 1)
            return f"{words[0]} {words[-1][:at]}{words[-1][at + 1 :]}"
        case 4:
            at = dice.randrange(1, len(words[-1]) - 1)
            return f"{words[0]} {words[-1][:at]}{words[-1][at]}{words[-1][at:]}"
        case 5:
            return f"{words[0][0]}. {words[-1]}"
        case _:
            return human.name


def typed_entry(human: Human, dice: random.Random) -> Entry:
    return Entry(
        spell(human, dice),
        human.club if dice.random() < 0.7 else "",
        dice.choice(FACTIONS),
        nickname=human.nickname if dice.random() < 0.2 else "",
        sign_up=human.sign_up if dice.random() < 0.6 else "",
    )


class Truth(Struct, dict=True):
    """The results that the trial computes independently."""

    people: list[Human]
    periods: list[list[tuple[int, int, float]]] = field(default_factory=list)
    factions: dict[str, Counter[float]] = field(default_factory=lambda: defaultdict(Counter))
    entered: Counter[str] = field(default_factory=Counter)
    met: Counter[tuple[int, int, float]] = field(default_factory=Counter)
    numbers: list[dict[int, int]] = field(default_factory=list)


def play(folder: Path, at: int, truth: Truth, dice: random.Random) -> None:
    """Play one event as a file, and add to ``truth`` the results that the season must
    have from it.
    """
    path = folder / f"event {at:02}.flagfall"
    there = dice.sample(range(PEOPLE), dice.randrange(20, 33))
    entries = [typed_entry(truth.people[one], dice) for one in there]
    who = dict(enumerate(there, 1))
    truth.numbers.append(who)
    games: list[tuple[int, int, float]] = []
    wins: dict[int, Counter[float]] = defaultdict(Counter)
    with closing(Event(path, began_ms=FIRST_DAY_MS + at * 20 * DAY_MS)) as event:
        event.do(AddPlayers(tuple(entries)), insist=True)
        event.do(CheckIn(tuple(who)))
        for _ in range(ROUNDS):
            event.start()
            state = event.state
            assert state.latest is not None
            for game in state.games_of(state.latest):
                winner = dice.choice((Side.RED, Side.BLUE, Side.RED, None))
                cp = {Side.RED: Pair(5, 1), Side.BLUE: Pair(0, 4), None: Pair(2, 2)}[winner]
                how = How.SCENARIO if winner else How.TIE
                apd = Pair(dice.randrange(80), dice.randrange(80))
                event.do(ReportResult(game.number, Result(winner, how, cp, apd)), insist=True)
                red, blue = game.players.red, game.players.blue
                score = {Side.RED: 1.0, Side.BLUE: 0.0, None: 0.5}[winner]
                games.append((who[red], who[blue], score))
                for mine, other, got in ((red, blue, score), (blue, red, 1 - score)):
                    wins[mine][got] += 1
                    faction = entries[mine - 1].faction
                    if faction != entries[other - 1].faction:
                        truth.factions[faction][got] += 1
            event.do(FinishRound())
        places = {row.number: row.place for row in standings(event.state)}
    truth.periods.append(games)
    for red, blue, score in games:
        one, other = min(red, blue), max(red, blue)
        truth.met[one, other, score if one == red else 1 - score] += 1
    for number, place in places.items():
        human = truth.people[who[number]]
        truth.entered[entries[number - 1].faction] += 1
        human.played += wins[number]
        behind = sum(other > place for other in places.values())
        for rule_at, rule in enumerate(RULES):
            points = rule.presence + rule.beaten * behind
            points += rule.win * wins[number][1.0] + rule.tie * wins[number][0.5]
            points += rule.places[place - 1] if place <= len(rule.places) else 0
            human.points[rule_at][path.name] = points


def glicko(truth: Truth) -> dict[int, tuple[float, float]]:
    """Return all ratings and deviations by the paper on Glicko-2, with its fifth step solved by
    halving.
    """
    known: dict[int, tuple[float, float, float]] = {}
    for games in truth.periods:
        met: dict[int, list[tuple[int, float]]] = defaultdict(list)
        for one, other, score in games:
            met[one].append((other, score))
            met[other].append((one, 1 - score))
        after = {}
        for player in {*known, *met}:
            after[player] = _period(known, player, met.get(player, []))
        known = after
    return {
        player: (173.7178 * mu + 1500, 173.7178 * phi) for player, (mu, phi, _) in known.items()
    }


def _period(
    known: dict[int, tuple[float, float, float]], player: int, met: list[tuple[int, float]]
) -> tuple[float, float, float]:
    new = (0.0, 350 / 173.7178, 0.06)
    mu, phi, sigma = known.get(player, new)
    if not met:
        return mu, min(math.sqrt(phi**2 + sigma**2), new[1]), sigma
    rows = [(*known.get(other, new)[:2], score) for other, score in met]
    weights = [1 / math.sqrt(1 + 3 * p**2 / math.pi**2) for _, p, _ in rows]
    means = [1 / (1 + math.exp(-g * (mu - m))) for g, (m, _, _) in zip(weights, rows, strict=True)]
    v = 1 / sum(g**2 * e * (1 - e) for g, e in zip(weights, means, strict=True))
    gained = sum(g * (s - e) for g, e, (_, _, s) in zip(weights, means, rows, strict=True))
    delta = v * gained

    def f(x: float) -> float:
        e = math.exp(x)
        return (
            e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2)
            - (x - 2 * math.log(sigma)) / 0.25
        )

    low, high = 2 * math.log(sigma) - 20, 2 * math.log(sigma) + 20
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    star = math.sqrt(phi**2 + sigma**2)
    phi = 1 / math.sqrt(1 / star**2 + 1 / v)
    return mu + phi**2 * gained, phi, sigma


def settle(season: Season, of_entry: dict[tuple[str, int], int]) -> tuple[Season, int]:
    """Answer every question truthfully, as an organizer does. Return the season, and the number of
    questions.
    """
    asked = 0
    while season.people.doubts:
        doubt = season.people.doubts[0]
        one, other = doubt.one.entries[0], doubt.other.entries[0]
        season = answer_doubts(season, [Answer(one, other, of_entry[one] == of_entry[other])])
        asked += 1
        assert asked < 2_000
    return season, asked


def compare(season: Season, truth: Truth, of_entry: dict[tuple[str, int], int]) -> Iterator[str]:
    """Yield a sentence for each difference between the season and the truth."""
    groups = defaultdict(set)
    for entry, human in of_entry.items():
        groups[human].add(entry)
    found = {frozenset(person.entries): person for person in season.people.persons}
    for human, entries in groups.items():
        if frozenset(entries) not in found:
            yield f"{truth.people[human].name} is not one person"
    for person in season.people.persons:
        if len({of_entry[entry] for entry in person.entries}) > 1:
            yield f"{person.name} is several people"
    human_of = {person.entries: of_entry[person.entries[0]] for person in season.people.persons}
    for at, rule in enumerate(RULES):
        ruled = Season(season.name, season.outcomes, rule, season.answers)
        for row in ruled.league:
            human = truth.people[human_of[row.person.entries]]
            best = sorted(human.points[at].values(), reverse=True)
            wanted = sum(best[: rule.best or len(best)])
            if row.points != wanted:
                yield f"{human.name}: {row.points} points by rule {at}, {wanted} apart"
            told = (row.wins, row.losses, row.ties)
            own = (human.played[1.0], human.played[0.0], human.played[0.5])
            if told != own:
                yield f"{human.name}: record {told}, {own} apart"
        points = [row.points for row in ruled.league]
        if points != sorted(points, reverse=True):
            yield f"rule {at}: the league is not in order"
    apart = glicko(truth)
    for line in season.ratings:
        value, deviation = apart[human_of[line.person.entries]]
        if abs(line.rating.value - value) > 0.01 or abs(line.rating.deviation - deviation) > 0.01:
            yield f"{line.person.name}: {line.rating.value:.3f}, {value:.3f} apart"
    for met in season.meetings:
        one, other = human_of[met.one.entries], human_of[met.other.entries]
        low, high = min(one, other), max(one, other)
        counts = [truth.met[low, high, score] for score in (1.0, 0.0, 0.5)]
        counts[:2] = counts[:2] if one == low else counts[1::-1]
        if [met.wins, met.losses, met.ties] != counts:
            yield f"{met.one.name} and {met.other.name}: {met}, {counts} apart"
    if len(season.meetings) != len({(one, other) for one, other, _ in truth.met}):
        yield "meetings are missing"
    for faction in season.factions:
        results = truth.factions[faction.faction]
        told = (faction.entries, faction.wins, faction.losses, faction.ties)
        own = (truth.entered[faction.faction], results[1.0], results[0.0], results[0.5])
        if told != own:
            yield f"{faction.faction}: {told}, {own} apart"


def one_season(folder: Path, seed: int) -> list[str]:
    dice = random.Random(seed)
    truth = Truth(humans(dice))
    for at in range(EVENTS):
        play(folder, at, truth, dice)
    read = read_season(folder)
    of_entry = {}
    for outcome in read.season.outcomes:
        who = truth.numbers[int(outcome.file.split()[1].partition(".")[0])]
        of_entry |= {(outcome.key, each.number): who[each.number] for each in outcome.entrants}
    untold = {
        frozenset(pair)
        for person in read.season.people.persons
        for pair in combinations(person.entries, 2)
        if of_entry[pair[0]] != of_entry[pair[1]]
    }
    season, asked = settle(read.season, of_entry)
    faults = [f"two people made one without a question: {pair}" for pair in untold]
    faults += compare(season, truth, of_entry)
    keep_season(folder, season)
    again = read_season(folder).season
    if again.people.doubts or again.league != season.league:
        faults.append("the answers were not kept")
    people = len(season.people.persons)
    print(
        f"seed {seed}: {EVENTS} events, {len(of_entry)} entrants, {people} people,"
        f" {sum(map(len, truth.periods))} games, {asked} questions, {len(faults)} faults"
    )
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.trials.seasons")
    parser.add_argument("seasons", type=int, nargs="?", default=3)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    chosen = parser.parse_args()
    faults: list[str] = []
    for number in range(chosen.seed, chosen.seed + chosen.seasons):
        with tempfile.TemporaryDirectory() as folder:
            faults += one_season(Path(folder), number)
    print("\n".join(faults[:40]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
