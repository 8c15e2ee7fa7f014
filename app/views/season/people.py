"""Matches the players of different events. Registration numbers have no meaning beyond an event, so
players are matched by their number at the sign-up site, their club and the spelling of their name.

Certain matches need no question: the same name with the same club, or without one on either side;
or the same number at the site with a similar name. The organizer is asked about all other matches.
Two entrants of one event are never the same person.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import Enum
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct

from app.engine.text import plain
from app.views.season.outcome import Entrant, EventOutcome

LIKE = 0.84
"""The least similarity, from 0 to 1, of names that count as similar."""
FIRST_AND_LAST = 2  # words
SHORT = 3
"""The fewest letters of a short form, such as "Rob" for Robert."""


Entry: TypeAlias = tuple[str, int]
"""An entrant: the key of the event and the registration number."""


class Why(Enum):
    """The reason to ask whether two players are the same person."""

    NUMBER = "number"
    """The same number at the sign-up site, with different names."""
    CLUB = "club"
    """The same name, with different clubs."""
    SPELLING = "spelling"
    """Similar names."""
    NICKNAME = "nickname"
    """A player's nickname is the other's nickname or name."""
    TWICE = "twice"
    """The same name, which belongs to two players of one event."""


class Answer(Struct, frozen=True):
    """The organizer's answer about two entrants."""

    one: Entry
    other: Entry
    same: bool


class Person(Struct, frozen=True):
    """A person, with the usual spelling of their name."""

    name: str
    club: str
    sign_up: str
    entries: tuple[Entry, ...]
    """The person's entries, that of the first event first."""


class Doubt(Struct, frozen=True):
    """Two players who may be the same person, each represented by their first entry."""

    one: Person
    other: Person
    why: Why


class People(Struct, frozen=True):
    """The people of a season, by name, and the open questions."""

    persons: tuple[Person, ...]
    doubts: tuple[Doubt, ...]
    of_entry: Mapping[Entry, Person]
    """The person that each entrant is."""


def match_people(outcomes: Sequence[EventOutcome], answers: Iterable[Answer] = ()) -> People:
    """Match the entrants of events. The events are in the order of their dates."""
    entrants = {
        (outcome.key, entrant.number): entrant
        for outcome in outcomes
        for entrant in outcome.entrants
    }
    groups = _Groups(entrants, answers)
    reasons = _join_the_sure(groups)
    persons = {root: _person(groups, members) for root, members in groups.members.items()}
    doubts = [
        Doubt(persons[one], persons[other], why) for (one, other), why in _doubts(groups, reasons)
    ]
    return People(
        tuple(sorted(persons.values(), key=lambda one: (plain(one.name), one.entries))),
        tuple(sorted(doubts, key=lambda doubt: (plain(doubt.one.name), doubt.one.entries))),
        {entry: persons[groups.root[entry]] for entry in entrants},
    )


class _Groups:
    """Groups of entrants who are the same person. Each group is represented by its first
    entrant.
    """

    def __init__(self, entrants: Mapping[Entry, Entrant], answers: Iterable[Answer]) -> None:
        self.entrants = entrants
        self.order = {entry: place for place, entry in enumerate(entrants)}
        self.root = {entry: entry for entry in entrants}
        self.members = {entry: [entry] for entry in entrants}
        self._apart: set[frozenset[Entry]] = set()
        known = [each for each in answers if each.one in entrants and each.other in entrants]
        for answer in known:
            if not answer.same:
                self._apart.add(frozenset((answer.one, answer.other)))
        for answer in known:
            if answer.same:
                self.join(answer.one, answer.other)

    def join(self, one: Entry, other: Entry) -> bool:
        """Join two groups unless that is impossible. Tell whether they are one group now."""
        one, other = sorted((self.root[one], self.root[other]), key=self.order.__getitem__)
        if one == other:
            return True
        if not self.may_join(one, other):
            return False
        for entry in self.members.pop(other):
            self.root[entry] = one
            self.members[one].append(entry)
        self.members[one].sort(key=self.order.__getitem__)
        return True

    def may_join(self, one: Entry, other: Entry) -> bool:
        """Tell whether two groups have no event in common and were not said to be different
        people.
        """
        mine, theirs = self.members[self.root[one]], self.members[self.root[other]]
        if {key for key, _ in mine} & {key for key, _ in theirs}:
            return False
        return not any(frozenset((a, b)) in self._apart for a in mine for b in theirs)

    def each(self, root: Entry) -> Iterator[Entrant]:
        """Yield the entrants of a group."""
        return (self.entrants[entry] for entry in self.members[root])


def _join_the_sure(groups: _Groups) -> dict[frozenset[Entry], Why]:
    """Join the certain matches. Return pairs that may be the same person, with the reasons."""
    asked: dict[frozenset[Entry], Why] = {}
    for entries in _entries_by(groups, lambda entrant: entrant.sign_up.strip()):
        for one, other in combinations(entries, 2):
            names = [_name_key(groups.entrants[entry].name) for entry in (one, other)]
            if not (_alike(*names) and groups.join(one, other)):
                asked[frozenset((one, other))] = Why.NUMBER
    everyone = {_name_key(entrant.name) for entrant in groups.entrants.values()}
    for entries in _entries_by(groups, lambda entrant: _name_key(entrant.name)):
        if _stands_for_several(_name_key(groups.entrants[entries[0]].name), everyone):
            asked |= {frozenset(pair): Why.SPELLING for pair in combinations(entries, 2)}
        else:
            _join_namesakes(groups, entries, asked)
    return asked


def _stands_for_several(name: str, names: Iterable[str]) -> bool:
    """Tell whether a name with initials may belong to several people of the season."""
    initials = {word for word in name.split() if len(word) == 1}
    if not initials:
        return False
    fuller = [each for each in names if not initials <= {*each.split()} and _alike(name, each)]
    return any(not _alike(one, other) for one, other in combinations(fuller, 2))


def _join_namesakes(
    groups: _Groups, entries: Sequence[Entry], asked: dict[frozenset[Entry], Why]
) -> None:
    """Join entrants with the same name, unless they have several clubs or play in one event. In
    those cases only entrants with the same club are joined.
    """
    clubs = {entry: plain(groups.entrants[entry].club.strip()) for entry in entries}
    events = [key for key, _ in entries]
    twice = len(events) != len(set(events))
    sure = not twice and len({*clubs.values()} - {""}) < 2
    for one, other in combinations(entries, 2):
        is_sure = sure or (clubs[one] and clubs[one] == clubs[other])
        if not (is_sure and groups.join(one, other)):
            asked[frozenset((one, other))] = Why.TWICE if twice else Why.CLUB


def _entries_by(groups: _Groups, key_of: Callable[[Entrant], str]) -> Iterator[list[Entry]]:
    """Yield the entries that share a key, for each key that is not empty."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry, entrant in groups.entrants.items():
        if key := key_of(entrant):
            found[key].append(entry)
    yield from found.values()


def _doubts(
    groups: _Groups, reasons: Mapping[frozenset[Entry], Why]
) -> Iterator[tuple[tuple[Entry, Entry], Why]]:
    """Yield each pair of groups that may be the same person, once, with the reason to ask."""
    found: dict[tuple[Entry, Entry], Why] = {}
    for pair, why in reasons.items():
        one, other = sorted((groups.root[each] for each in pair), key=groups.order.__getitem__)
        if one != other and groups.may_join(one, other):
            found.setdefault((one, other), why)
    names: dict[str, list[Entry]] = defaultdict(list)
    nicknames: dict[str, list[Entry]] = defaultdict(list)
    for root in groups.members:
        for key in {_name_key(each.name) for each in groups.each(root)}:
            names[key].append(root)
        for key in {_name_key(each.nickname) for each in groups.each(root) if each.nickname}:
            nicknames[key].append(root)
    for nickname, roots in nicknames.items():
        for one, other in _pairs(groups, [*roots, *names.get(nickname, ())]):
            found.setdefault((one, other), Why.NICKNAME)
    for mine, theirs in combinations(sorted(names), 2):
        if _alike(mine, theirs):
            for one, other in _pairs(groups, names[mine], names[theirs]):
                found.setdefault((one, other), Why.SPELLING)
    yield from found.items()


def _pairs(
    groups: _Groups, mine: Sequence[Entry], theirs: Sequence[Entry] | None = None
) -> Iterator[tuple[Entry, Entry]]:
    """Yield the pairs within one list, or between two lists, that may be the same person."""
    both = combinations(mine, 2) if theirs is None else ((a, b) for a in mine for b in theirs)
    for pair in both:
        one, other = sorted(pair, key=groups.order.__getitem__)
        if one != other and groups.may_join(one, other):
            yield one, other


def _person(groups: _Groups, members: Sequence[Entry]) -> Person:
    latest_first = [groups.entrants[entry] for entry in reversed(members)]
    return Person(
        _usual_name([each.name for each in latest_first]),
        next((each.club for each in latest_first if each.club), ""),
        next((each.sign_up for each in latest_first if each.sign_up), ""),
        tuple(members),
    )


def _usual_name(latest_first: Sequence[str]) -> str:
    """Return a person's usual spelling. A name with words rather than initials is preferred; then
    one in ordinary letters and order; then the one most similar to all others, because misspellings
    differ; then the latest.
    """

    def worth(name: str) -> tuple[int, bool, float]:
        whole = sum(len(word.strip(".,")) > 1 for word in name.split())
        tidy = not (name.isupper() or name.islower() or "," in name)
        near = sum(SequenceMatcher(None, name, other).ratio() for other in latest_first)
        return min(whole, FIRST_AND_LAST), tidy, round(near, 6)

    return max(dict.fromkeys(latest_first), key=worth)


def _name_key(name: str) -> str:
    """Return a name's words without accents and punctuation, sorted: "lucja weiss" for "Weiß,
    Łucja". A name without letters stays as it is.
    """
    return " ".join(sorted(re.findall(r"\w+", plain(name)))) or name.strip()


def _alike(mine: str, theirs: str) -> bool:
    """Tell whether two names are similar: one is a misspelling of the other, has initials or short
    forms of its words, or lacks some of its words.
    """
    few, many = sorted((mine.split(), theirs.split()), key=len)
    whole = [word for word in few if word in many and len(word) > 1]
    if whole and _pair_off(few, many, _begins):
        return True
    pairs = _pair_off(few, many, _misspells)
    if any(min(map(len, pair)) > 1 for pair in pairs) and any(
        1 in map(len, pair) for pair in pairs
    ):
        return True
    if SequenceMatcher(None, mine, theirs).quick_ratio() < LIKE:  # the letters in any order
        return False
    left = theirs.split()
    in_order = []
    for word in mine.split():
        left.sort(key=lambda other: SequenceMatcher(None, word, other).ratio())
        if left and 1 in {len(word), len(left[-1])} and not _begins(word, left[-1]):
            return False
        in_order += [left.pop()] if left else []
    return SequenceMatcher(None, mine, " ".join((*in_order, *left))).ratio() >= LIKE


def _pair_off(
    few: Sequence[str], many: Sequence[str], fits: Callable[[str, str], bool]
) -> list[tuple[str, str]]:
    """Return each word in ``few`` together with a word in ``many`` that fits it. Equal words are
    paired first and initials last. Return an empty list if a word has no match.
    """
    left, pairs = list(many), list[tuple[str, str]]()
    for word in sorted(few, key=lambda word: (word not in many, -len(word))):
        found = word if word in left else next((each for each in left if fits(word, each)), None)
        if found is None:
            return []
        left.remove(found)
        pairs.append((word, found))
    return pairs


def _misspells(mine: str, theirs: str) -> bool:
    """Tell whether one of two words is a misspelling of the other, or its initial."""
    if 1 in {len(mine), len(theirs)}:
        return _begins(mine, theirs)
    return SequenceMatcher(None, mine, theirs).ratio() >= LIKE


def _begins(mine: str, theirs: str) -> bool:
    """Tell whether one of two words is an initial or a short form of the other."""
    short, long = sorted((mine, theirs), key=len)
    return long.startswith(short) and (short == long or len(short) == 1 or len(short) >= SHORT)
