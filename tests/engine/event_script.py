"""Plays a script about a whole event: lists, draws, rounds, standings, as an organizer tells them.

First stand settings: `packet`, `size`, `players` (a number), `rounds`, `announced` (keywords with
their X, as `x-lists 2, large-event`), `timing`. Then the event goes on line by line. `ACTS` lists
what may happen, `EXPECTATIONS` what may be expected; `#` begins a comment. Games need no clock
here: `round: Anna beats Ben by assassination, CP 3–1, AP 40–12; Cleo and Dan tie; Eve has the bye`.
What is random is tried with many seeds: `every draw …` holds for all of them, and each name that
it lists comes up.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from app.engine.acts.commands import Refused
from app.engine.acts.players import (
    ChooseList,
    DisqualifyPlayer,
    DropPlayer,
    EnterArmy,
)
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import (
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    RoundDrawn,
    StartRound,
)
from app.engine.acts.setup import CreateEvent
from app.engine.armies.army_list import ArmyList
from app.engine.armies.list_checks import list_doubts
from app.engine.decide import decide
from app.engine.evolve import fold
from app.engine.formats.keywords import in_force, put_in_force
from app.engine.formats.settings import Settings
from app.engine.formats.terms import round_time, time_for
from app.engine.frozen import replace
from app.engine.packet.packet import Packet
from app.engine.players.list_choice import least_plays, may_choose
from app.engine.side import Pair, Side
from app.engine.standings.awards import may_win
from app.engine.standings.ranking import sole_leader, standings
from app.engine.standings.scores import Standing, planned_rounds
from app.engine.state import State
from app.store.packets.files import packets
from tests.engine.event import Desk, registered
from tests.engine.script_words import instant, numbers, rows, way

PACKETS = packets()
SEEDS = range(1, 201)
NAME = r"([A-Z][a-z]+\d*)"
NAMES = r"([A-Z]\w+(?:, [A-Z]\w+)*)"
GAME = re.compile(
    rf"{NAME} (?:beats|and) {NAME}(?P<tie> tie)?"
    r"(?: by (?P<how>[a-z ]+))?(?:, CP (?P<cp>\d+–\d+))?(?:, AP (?P<ap>\d+–\d+))?"
)
LIST = re.compile(r"(?:(?P<faction>\w+)(?:/(?P<theme>[\w ]+) (?P<tier>\d))?: )?(?P<rows>.*)")
VALUES = {
    "TP": "tp",
    "SoS": "sos",
    "CP": "cp",
    "AP": "apd",
    "assassinations": "assassinations",
}


class EventScript:
    def __init__(self, text: str) -> None:
        lines = [line.split("#")[0].strip() for line in text.splitlines()]
        self.lines = [line for line in lines if line]
        self.settings = dict(self._settings())
        said = self.settings.get
        self.packet = PACKETS[said("packet", "sr2017")]
        chosen = Settings(
            "Open",
            self.packet.key,
            int(said("size", "75")),
            1,
            rounds=int(said("rounds", "0")),
            timing=said("timing", ""),
        )
        for keyword in filter(None, said("announced", "").split(", ")):
            chosen = announced(self.packet, chosen, keyword)
        self.desk: Desk = registered(int(said("players", "4")), chosen, self.packet)
        self._drawn_in: State | None = None
        self._drawn: list[RoundDrawn] = []

    def _settings(self) -> Iterator[tuple[str, str]]:
        keys = ("packet", "size", "players", "rounds", "announced", "timing")
        while self.lines and self.lines[0].split()[0] in keys:
            key, _, value = self.lines.pop(0).partition(" ")
            yield key, value

    def play(self) -> None:
        for line in self.lines:
            try:
                self._line(line)
            except AssertionError as error:
                error.add_note(f"in: {line}")
                raise
        assert fold(self.desk.records) == self.desk.state

    def _line(self, line: str) -> None:
        for pattern, step in (*ACTS, *EXPECTATIONS):
            match = re.fullmatch(pattern, line)
            if match:
                step(self, *match.groups())
                return
        raise AssertionError(f"nothing a script knows: {line}")

    def number(self, name: str) -> int:
        return next(n for n, player in self.desk.state.players.items() if player.entry.name == name)

    def name(self, number: int) -> str:
        return self.desk.state.name(number)

    def scenario(self, name: str) -> int:
        return next(scenario.number for scenario in self.packet.scenarios if scenario.name == name)

    def standing(self, name: str) -> Standing:
        number = self.number(name)
        return next(row for row in standings(self.desk.state) if row.number == number)

    def chosen(self) -> Settings:
        assert self.desk.state.settings is not None
        return self.desk.state.settings

    def draws(self) -> list[RoundDrawn]:
        """What the next round may be, with many seeds; made once for all lines in a row that look
        at it.
        """
        if self._drawn_in is not self.desk.state:
            self._drawn_in, self._drawn = self.desk.state, list(self._draws())
        return self._drawn

    def _draws(self) -> Iterator[RoundDrawn]:
        for seed in SEEDS:
            decision = decide(self.desk.state, DrawRound(seed), 0, insist=True)
            assert not isinstance(decision, Refused), decision.sentence
            (event,) = [event for event in decision if isinstance(event, RoundDrawn)]
            yield event


def announced(packet: Packet, chosen: Settings, keyword: str) -> Settings:
    key, *numbers_ = keyword.split()
    return put_in_force(packet, chosen, key, *map(int, numbers_))


def play_round(script: EventScript, scenario: str | None, text: str) -> None:
    games, bye = [], None
    for part in text.split("; "):
        if match := re.fullmatch(rf"{NAME} has the bye", part):
            bye = script.number(match[1])
            continue
        game = GAME.fullmatch(part)
        assert game, f"not a game: {part}"
        games.append(game)
    pairs = tuple((script.number(game[1]), script.number(game[2])) for game in games)
    number = script.scenario(scenario) if scenario else None
    desk = script.desk
    desk.do(EnterPairings(pairs, bye, number), insist=True)
    desk.do(PublishRound(), insist=True)
    desk.do(StartRound(), insist=True)
    for table, game in enumerate(games, start=1):
        none = Pair(0, 0)
        result = Result(
            None if game["tie"] else Side.RED,
            way(game["how"]) if game["how"] else How.TIE if game["tie"] else How.SCENARIO,
            numbers(game["cp"]) if game["cp"] else none,
            numbers(game["ap"]) if game["ap"] else none,
        )
        desk.do(ReportResult(desk.game(table).number, result), insist=True)
    desk.do(FinishRound(), insist=True)


def enter_lists(script: EventScript, name: str, text: str) -> None:
    lists = []
    for part in text.split(" | "):
        match = LIST.fullmatch(part)
        assert match
        lists.append(
            ArmyList(
                rows(match["rows"]),
                faction=match["faction"] or "",
                theme=match["theme"] or "",
                tier=int(match["tier"] or 0),
            )
        )
    script.desk.do(EnterArmy(script.number(name), tuple(lists)), insist=True)


def enter_extras(script: EventScript, name: str, what: str, text: str) -> None:
    """Specialists or reinforcements of a player's only list."""
    number = script.number(name)
    (army_list,) = script.desk.state.players[number].lists
    specialists = rows(text) if what == "specialists" else army_list.specialists
    later = rows(text) if what == "reinforcements" else army_list.reinforcements
    whole = ArmyList(
        army_list.army,
        faction=army_list.faction,
        theme=army_list.theme,
        tier=army_list.tier,
        specialists=specialists,
        reinforcements=later,
    )
    script.desk.do(EnterArmy(number, (whole,)), insist=True)


def choose(script: EventScript, name: str, number: str) -> None:
    """In the round that is drawn or played."""
    latest = script.desk.state.latest
    assert latest is not None
    script.desk.do(ChooseList(latest.number, script.number(name), int(number)), insist=True)


def doubts(script: EventScript, name: str) -> tuple[str, ...]:
    player = script.desk.state.players[script.number(name)]
    return list_doubts(script.packet, script.chosen(), player.lists, player.entry.faction)


def legal(script: EventScript, name: str) -> None:
    assert doubts(script, name) == ()


def faulty(script: EventScript, name: str, words: str) -> None:
    (doubt,) = doubts(script, name)
    assert words in doubt, doubt


def faulty_too(script: EventScript, name: str, words: str) -> None:
    """Among other doubts."""
    assert any(words in doubt for doubt in doubts(script, name)), doubts(script, name)


def ranked(script: EventScript, text: str) -> None:
    """`Anna, Ben=Cleo, Dan`: Ben and Cleo share a place."""
    groups: dict[int, list[str]] = {}
    for row in standings(script.desk.state):
        groups.setdefault(row.place, []).append(script.name(row.number))
    shown = ", ".join("=".join(sorted(names)) for names in groups.values())
    assert shown == text


def begins(script: EventScript, text: str) -> None:
    rows_ = standings(script.desk.state)
    shown = ", ".join(script.name(row.number) for row in rows_)
    assert shown.startswith(text)


def has(script: EventScript, name: str, text: str) -> None:
    row = script.standing(name)
    for part in text.split(", "):
        key, value = part.split()
        assert getattr(row, VALUES[key]) == Fraction(value), key


def leads(script: EventScript, who: str) -> None:
    leader = sole_leader(script.desk.state)
    assert leader == (None if who == "nobody" else script.number(who))


def event_over(script: EventScript, *, over: bool) -> None:
    """Whether a further round is refused until the organizer insists."""
    decision = decide(script.desk.state, DrawRound(5), 0)
    assert isinstance(decision, Refused) is over, decision


def possible(script: EventScript, what: Callable[[RoundDrawn], set[str]], text: str) -> None:
    """Every draw has one of the names, and each comes up in some draw."""
    names, seen = set(re.split(" or " if " or " in text else ", ", text)), set[str]()
    for drawn in script.draws():
        here = what(drawn)
        assert here <= names, here
        assert here
        seen |= here
    assert seen == names


def bye_of(script: EventScript) -> Callable[[RoundDrawn], set[str]]:
    return lambda drawn: {script.name(drawn.bye)} if drawn.bye is not None else set()


def down_of(script: EventScript) -> Callable[[RoundDrawn], set[str]]:
    return lambda drawn: set(map(script.name, drawn.paired_down))


def scenario_of(script: EventScript) -> Callable[[RoundDrawn], set[str]]:
    names = {scenario.number: scenario.name for scenario in script.packet.scenarios}
    return lambda drawn: {names[drawn.scenario]}


def meets(script: EventScript, whether: str, one: str, other: str) -> None:
    pair = {script.number(one), script.number(other)}
    for drawn in script.draws():
        met = pair in [{seat.players.red, seat.players.blue} for seat in drawn.seatings]
        assert met is (whether == "every")


def plays_on(script: EventScript, text: str) -> None:
    for drawn in script.draws():
        seated = {n for seat in drawn.seatings for n in (seat.players.red, seat.players.blue)}
        assert {script.name(n) for n in seated} == set(text.split(", "))


def timed(script: EventScript, size: str, scenario: str | None, text: str) -> None:
    """`turn 10:00, extension 5:00 twice, round 100:00, clock 60:00`; `-` for none."""
    chosen = _of_size(script, size)
    number = script.scenario(scenario) if scenario else script.packet.scenarios[0].number
    scenario_ = next(one for one in script.packet.scenarios if one.number == number)
    time = time_for(script.packet, chosen, scenario_)
    shown = {
        "turn": time.turn_ms,
        "extension": time.extension_ms if time.extensions else 0,
        "clock": time.clock_ms,
    }
    for part in text.split(", "):
        key, value, *times = part.split()
        assert shown[key] == (0 if value == "-" else instant(value)), f"{key}: {shown[key]}"
        if key == "extension" and value != "-":
            assert time.extensions == (2 if times else 1), time.extensions


def _of_size(script: EventScript, size: str) -> Settings:
    return replace(script.chosen(), size=int(size))


def round_lasts(script: EventScript, size: str, scenario: str | None, text: str) -> None:
    """Every length that the dice may give, in minutes."""
    number = script.scenario(scenario) if scenario else script.packet.scenarios[0].number
    time = round_time(script.packet, _of_size(script, size), number)
    lengths = {time.length_ms(secret) // 60_000 for secret in range(36)}
    assert lengths == set(map(int, text.split(", ")))


def may_play(script: EventScript, name: str, round_: str, text: str) -> None:
    allowed = may_choose(script.desk.state, script.number(name), int(round_))
    assert allowed == tuple(map(int, text.split(", ")))


def rounds_for(script: EventScript, players: str, rounds: str) -> None:
    assert script.packet.rounds_for(int(players)) == int(rounds)


def created(script: EventScript, keywords: str, size: int) -> tuple[Settings, bool]:
    """What is in force then, and whether the organizer has to insist."""
    chosen = Settings("Open", script.packet.key, size, 1)
    for keyword in keywords.split(", "):
        chosen = announced(script.packet, chosen, keyword)
    refused = Desk().ask(CreateEvent(chosen, script.packet))
    return chosen, isinstance(refused, Refused)


def announcing(script: EventScript, keywords: str, size: str, how: str) -> None:
    assert created(script, keywords, int(size))[1] is (how == "doubted")


def never_both(script: EventScript, one: str, other: str) -> None:
    """Announced together they are doubted, or the second takes the first's place."""
    for keywords in (f"{one}, {other}", f"{other}, {one}"):
        chosen, doubted = created(script, keywords, 50)
        held = {keyword.key for keyword in in_force(script.packet, chosen)}
        assert doubted or not {one.split(maxsplit=1)[0], other.split(maxsplit=1)[0]} <= held


def never_plays(script: EventScript, name: str) -> None:
    assert script.scenario(name) not in {drawn.scenario for drawn in script.draws()}


def _equal(found: object, expected: object) -> None:
    assert found == expected, found


def _owes(script: EventScript, name: str, times: str) -> None:
    _equal(least_plays(script.desk.state, script.number(name)), int(times))


Step = Callable[..., None]

ACTS: tuple[tuple[str, Step], ...] = (
    (r"round(?: of ([^:]+))?: (.*)", play_round),
    (rf"{NAME}'s lists: (.*)", enter_lists),
    (rf"{NAME}'s (specialists|reinforcements): (.*)", enter_extras),
    (rf"{NAME} plays list (\d)", choose),
    (rf"{NAME} drops", lambda s, name: s.desk.do(DropPlayer(s.number(name)))),
    (
        rf"{NAME} is disqualified",
        lambda s, name: s.desk.do(DisqualifyPlayer(s.number(name), "abuse"), insist=True),
    ),
)

EXPECTATIONS: tuple[tuple[str, Step], ...] = (
    (rf"expect {NAME}'s lists are legal", legal),
    (rf"expect a fault in {NAME}'s lists: (.*)", faulty),
    (rf"expect faults in {NAME}'s lists: (.*)", faulty_too),
    (r"expect standings: (.*)", ranked),
    (r"expect standings to begin: (.*)", begins),
    (rf"expect {NAME}: (.*)", has),
    (rf"expect {NAME} leads alone", leads),
    (r"expect (nobody) leads alone", leads),
    (r"expect the event to be over", lambda s: event_over(s, over=True)),
    (r"expect the event to go on", lambda s: event_over(s, over=False)),
    (r"expect (\d+) players to play (\d+) rounds", rounds_for),
    (r"expect (\d+) rounds", lambda s, n: _equal(planned_rounds(s.desk.state), int(n))),
    (rf"every draw gives the bye to {NAMES}", lambda s, t: possible(s, bye_of(s), t)),
    (rf"every draw pairs down {NAMES}", lambda s, t: possible(s, down_of(s), t)),
    (
        r"every draw plays (.*) of the scenarios",
        lambda s, t: possible(s, scenario_of(s), t),
    ),
    (rf"(every|no) draw pairs {NAME} with {NAME}", meets),
    (rf"every draw seats only {NAMES}", plays_on),
    (r"at (\d+) points(?: in ([^:]+))?: the round lasts (.*) minutes", round_lasts),
    (r"at (\d+) points(?: in ([^:]+))?: (.*)", timed),
    (r"announcing (.*) at (\d+) points is (doubted|fine)", announcing),
    (r"announcing (\S+(?: \d+)?) and (\S+(?: \d+)?): never both", never_both),
    (r"no draw plays (.*)", never_plays),
    (rf"expect {NAME} owes each list (\d+) times?", _owes),
    (rf"expect {NAME} in round (\d+) may play (?:lists? )(.*)", may_play),
    (
        rf"expect {NAME} may win no award",
        lambda s, n: _equal(may_win(s.desk.state, s.number(n)), False),
    ),
)
