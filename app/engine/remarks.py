"""Remarks of the program that rows store: a kind and its values, which are put into words when they
are shown.

No row stores a sentence of a language, so that an event reads the same in every language.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from app.engine.language import (
    Catalogue,
    Forms,
    catalogues,
    current_catalogue,
    mark_text,
    note_said,
    said_in,
    within,
)


class RemarkKind(Enum):
    """All kinds of remarks. Files store the values, so no value may ever change its meaning."""

    AS_WRITTEN = "as written"
    """A sentence from an earlier version, in the language in which it was stored."""
    TEXT = "text"
    """Any text of the program, with the values of its fields."""
    FORMS = "forms"
    """Any text of the program with a number, in its singular and plural, with the values of its
    fields.
    """
    PARTS = "parts"
    """Several remarks and texts in sequence."""
    BARE = "bare"
    """A text without its full stop."""
    WITHIN = "within"
    """A text in the form for the inside of a sentence."""
    CAPITAL = "capital"
    """A text with a capital, for the beginning of a sentence."""
    ROW_OF_KIND = "row of kind"
    TABLE_OF_ROUND = "table of round"
    ROW_AT_TABLE = "row at table"
    AT_TIME = "at time"
    AFTER_TIME = "after time"
    BETWEEN_TIMES = "between times"
    BESIDE_ROWS = "beside rows"
    UNKNOWN_TIME = "unknown time"
    LIST = "list"
    LIST_NAMED = "list named"
    OF_LIST = "of list"
    TWO_LISTS = "two lists"
    HOW_MANY_LISTS = "how many lists"
    TOO_MANY_LISTS = "too many lists"
    FACTIONS = "factions"
    OTHER_FACTION = "other faction"
    ARMIES = "armies"
    CASTER_TWICE = "caster twice"
    CHARACTER_TWICE = "character twice"
    VERSIONS = "versions"
    OLDER_VERSION = "older version"
    ALEXIA_MISTRESS = "alexia mistress"
    NO_CASTER = "no caster"
    ONCE_AN_ARMY = "once an army"
    ONLY_BATTLEGROUPS = "only battlegroups"
    TIER = "tier"
    OBJECTIVE = "objective"
    NO_OBJECTIVES = "no objectives"
    BONUS_OF_ANOTHER_EDITION = "bonus of another edition"
    TIERS_OF_ANOTHER_EDITION = "tiers of another edition"
    CARDS_OF_ANOTHER_EDITION = "cards of another edition"
    COMMAND_CARDS = "command cards"
    ONE_CASTER = "one caster"
    LOOK_UP_LISTS = "look up lists"
    LOOK_UP_ARMY = "look up army"
    SHEET_POINTS = "sheet points"
    NO_POINTS = "no points"
    POINTS_WITH_BONUS = "points with bonus"
    RANGE = "range"
    EXACTLY = "exactly"
    BONUS_BUYS_NOTHING = "bonus buys nothing"
    BONUS_LEAVES = "bonus leaves"
    OTHER_SIZE = "other size"
    POINTS = "points"
    ATTACHMENT_ALONE = "attachment alone"
    SPECIALISTS_NOT_PLAYED = "specialists not played"
    REINFORCEMENTS_NOT_PLAYED = "reinforcements not played"
    POINTS_OF_SPECIALISTS = "points of specialists"
    POINTS_OF_REINFORCEMENTS = "points of reinforcements"
    CASTER_AMONG_SPECIALISTS = "caster among specialists"
    CASTER_AMONG_REINFORCEMENTS = "caster among reinforcements"
    REINFORCING_CASTER = "reinforcing caster"
    ONCE_WITH_REINFORCEMENTS = "once with reinforcements"
    ONLY_BATTLEGROUPS_COME = "only battlegroups come"
    CRUCIBLE_LISTS = "crucible lists"
    CRUCIBLE_SUPPORT = "crucible support"
    CRUCIBLE_THEME = "crucible theme"
    CRUCIBLE_MEMBERS = "crucible members"
    CRUCIBLE_POINTS = "crucible points"
    CRUCIBLE_SUPPORT_POINTS = "crucible support points"
    CRUCIBLE_TOGETHER = "crucible together"
    CASTER_TWICE_IN_TEAM = "caster twice in team"
    CHARACTER_TWICE_IN_TEAM = "character twice in team"
    THE_BYE = "the bye"
    PLAYER_NUMBER = "player number"
    UNKNOWN_PLAYER = "nobody of number"
    NAMESAKE = "namesake"
    NAMESAKE_NUMBER = "namesake number"
    BYE_FOR = "bye for"
    AGAINST = "against"
    NO_GAME = "no game"
    OTHERS = "others"
    TP = "tp"
    ONE_WIN = "one win"
    WINS = "wins"
    FORBIDDEN = "forbidden"
    MEET_AGAIN = "meet again"
    BYE_AGAIN = "bye again"
    HIGH_BYE = "high bye"
    DOWN_AGAIN = "down again"
    PAIRED_DOWN = "paired down"
    NEW_PAIR = "new pair"
    LEAVES_A_REMATCH = "leaves a rematch"
    OF_ONE_CLUB = "of one club"
    TRAVELLED_TOGETHER = "travelled together"
    OF_ONE_FAMILY = "of one family"
    OF_ONE_REGION = "of one region"
    SHARE_A_CASTER = "share a caster"
    OF_ONE_FACTION = "of one faction"
    AGAINST_A_REQUEST = "against a request"
    BECAUSE = "because"
    SET_SO = "set so"
    NOTHING_ELSE = "nothing else"
    NO_NEW_OPPONENT = "no new opponent"
    OTHERS_HAD_BYES = "others had byes"
    OTHERS_BELOW_HAD_BYES = "others below had byes"
    STRICTER_OR_DOWN = "stricter or down"
    STRICTER_OR_TOGETHER = "stricter or together"
    MEET_AGAIN_BECAUSE = "meet again because"
    FINALS_BY_PLACE = "finals by place"
    CUT_BY_SEED = "cut by seed"
    NOT_IN_DRAW = "not in draw"
    TAKES_TWO = "takes two"
    EVEN_NUMBER = "even number"
    SET_AND_FORBIDDEN = "set and forbidden"
    CONFLICTS = "conflicts"
    SEATS_LACKING = "seats lacking"
    INSTEAD = "instead"
    SAME_KIND = "same kind"
    KIND_CLUB = "kind club"
    KIND_TRAVEL_GROUP = "kind travel group"
    KIND_FAMILY = "kind family"
    KIND_REGION = "kind region"
    KIND_CASTER = "kind caster"
    KIND_FACTION = "kind faction"
    KIND_REQUEST = "kind request"
    FORBIDDEN_PAIR = "forbidden pair"
    REMATCH = "rematch"
    SECOND_BYE = "second bye"
    BYE_ABOVE_LOWEST = "bye above lowest"
    PAIR_DOWN_AGAIN = "pair down again"
    PUBLISHED_CHANGED = "published changed"
    LATER_REMATCH = "later rematch"
    PAIR_DOWNS = "pair downs"
    PAIR_DOWNS_FROM = "pair downs from"
    SAME_COUNTED = "same counted"
    FORBIDDEN_COUNTED = "forbidden counted"
    REMATCHES_COUNTED = "rematches counted"
    SECOND_BYES_COUNTED = "second byes counted"
    HIGH_BYES_COUNTED = "high byes counted"
    DOWN_AGAIN_COUNTED = "down again counted"
    PUBLISHED_COUNTED = "published counted"
    LATER_REMATCH_COUNTED = "later rematch counted"
    PAIR_DOWNS_COUNTED = "pair downs counted"
    PAIR_DOWNS_FROM_COUNTED = "pair downs from counted"
    WITHOUT_ANY_PAIR = "without any pair"
    WITHOUT_ANY = "without any"
    ONLY = "only"
    NOBODY = "nobody"
    NOBODY_FOR_BYE = "nobody for bye"
    LEFT_TO_MEET = "left to meet"
    ODD_NUMBER = "odd number"
    ODD_CIRCLES = "odd circles"
    LEFT_OUTSIDE = "left outside"
    NO_RESERVED_TABLE = "no reserved table"
    RESERVED_FOR_ANOTHER = "reserved for another"
    STAYS_EMPTY = "stays empty"
    NO_TABLE = "no table"
    FRESH_BEFORE_TOP_OF_TEAMS = "fresh before top of teams"
    FRESH_BEFORE_TOP = "fresh before top"
    TOP_BEFORE_FRESH_OF_TEAMS = "top before fresh of teams"
    TOP_BEFORE_FRESH = "top before fresh"
    AS_GOOD = "as good"
    GAME_INSTEAD = "game instead"
    HAS = "has"
    MEETS = "meets"
    IN_TWICE = "in twice"
    NOT_OF_DRAW = "not of draw"
    NO_GAME_NO_BYE = "no game no bye"
    TOO_MANY_BYES = "too many byes"
    NO_LONGER_PAIRED = "no longer paired"
    BREACH = "breach"
    BREACH_OF_BOTH = "breach of both"
    PARTED = "parted"
    RESEATED = "reseated"


class Remark(Struct, frozen=True):
    """A remark in the form that rows store."""

    kind: RemarkKind
    values: tuple[tuple[str, "Value"], ...] = ()
    """The values of the fields in the remark's words, by the fields' names."""


AND = "{most} and {last}"
TEXT, ONE, OTHER = "*text", "*one", "*other"
"""The names under which the text, its singular and its plural stand among the values; no field has
these names.
"""

Value: TypeAlias = str | int | Remark | tuple[str | Remark, ...]
"""A value of a remark. A tuple is a list, which is joined by words of the language when it is
shown.
"""


class Said(str):
    """The words of a remark in the current language, with the remark itself."""

    remark: Remark

    def __reduce__(self) -> tuple[object, ...]:
        return read_remark, (self.remark,)


Part: TypeAlias = str | int | Said | Iterable[str]
"""A value that the program passes to `note`. Words of another remark are stored as that remark."""


def note(kind: RemarkKind, /, **values: Part) -> Said:
    """Return a new remark in the reader's language."""
    return read_remark(
        Remark(kind, tuple((name, _keep_part(part)) for name, part in values.items()))
    )


def read_remark(remark: Remark) -> Said:
    """Return a stored remark in the reader's language."""
    words = Said(in_words(remark, current_catalogue()))
    words.remark = remark
    return words


def keep_remarks(notes: Iterable[Said]) -> tuple[Remark, ...]:
    """Return the remarks behind these words, as rows store them."""
    return tuple(words.remark for words in notes)


def _keep_part(part: Part) -> Value:
    if isinstance(part, Said):
        return part.remark
    if isinstance(part, str | int):
        return part
    return tuple(word.remark if isinstance(word, Said) else word for word in part)


def holds(remarks: Iterable[Remark], words: Said) -> bool:
    """Tell whether a remark is among the stored ``remarks``. A sentence from an earlier version is
    compared in every language in which it may have been written.
    """
    written = set()
    for remark in remarks:
        if remark == words.remark:
            return True
        if remark.kind is RemarkKind.AS_WRITTEN:
            written.add(in_words(remark, None))
    return bool(written) and any(
        in_words(words.remark, catalogue) in written for catalogue in (None, *catalogues())
    )


def in_words(remark: Remark, catalogue: Catalogue | None) -> str:
    """Return a remark in the language of a catalogue; in English without one."""
    if remark.kind is RemarkKind.PARTS:
        return "".join(_value_words(value, catalogue) for _, value in remark.values)
    fields = {name: _value_words(value, catalogue) for name, value in remark.values}
    words = _template(remark)
    if isinstance(words, Forms):
        number = dict(remark.values)["count"]
        count = number if isinstance(number, int) else 0
        text = said_in(catalogue, words, count).format(**fields)
        return note_said(text, words, {**fields, "count": count})
    text = said_in(catalogue, words)
    if remark.kind in CHANGES:
        return CHANGES[remark.kind](text.format(**fields))
    filled = text.format(**fields) if fields.keys() - {TEXT} else text
    return note_said(filled, words, fields)


CHANGES: Mapping[RemarkKind, Callable[[str], str]] = {
    RemarkKind.BARE: lambda said: said.rstrip("."),
    RemarkKind.WITHIN: within,
    RemarkKind.CAPITAL: lambda said: said[:1].upper() + said[1:],
}


def _template(remark: Remark) -> str | Forms:
    values = dict(remark.values)
    if remark.kind is RemarkKind.TEXT:
        return str(values.get(TEXT, ""))
    if remark.kind is RemarkKind.FORMS:
        return Forms(str(values.get(ONE, "")), str(values.get(OTHER, "")))
    return WORDS[remark.kind]


def _value_words(value: Value, catalogue: Catalogue | None) -> str:
    if isinstance(value, Remark):
        return in_words(value, catalogue)
    if not isinstance(value, tuple):
        return str(value)
    *most, last = [_value_words(part, catalogue) for part in value] or [""]
    if not most:
        return last
    fields = {"most": ", ".join(most), "last": last}
    return note_said(said_in(catalogue, AND).format(**fields), AND, fields)


class Reason(Enum):
    """The program's own reasons, in places where the organizer can also write one. Rows store the
    values.
    """

    CAME_LATE = "@came late"
    TAKEN_OUT = "@taken out"
    LATE_PRESSES = "@late presses"
    RULING_UNDONE = "@ruling undone"
    START_TAKEN_BACK = "@start taken back"
    STOPPED_AT_CLOCK = "@stopped at the clock"
    STOPPED_CLOCK = "@stopped the clock"
    EXPECTED_END = "@expected end"
    LOCKED = "@locked"
    VOLUNTEERED = "@volunteered"


REASONS: Mapping[str, str] = {
    Reason.CAME_LATE.value: mark_text("{value} came late"),
    Reason.TAKEN_OUT.value: mark_text("{value} was taken out"),
    Reason.LATE_PRESSES.value: mark_text("Late presses count"),
    Reason.RULING_UNDONE.value: mark_text("The ruling was undone"),
    Reason.START_TAKEN_BACK.value: mark_text("The start is taken back"),
    Reason.STOPPED_AT_CLOCK.value: mark_text("stopped at the clock"),
    Reason.STOPPED_CLOCK.value: mark_text("Stopped the clock at table {value} (Death Clock)"),
    Reason.EXPECTED_END.value: mark_text(
        "Expected end of the round, more than 5 minutes on both clocks"
    ),
    Reason.LOCKED.value: mark_text("Locked at the review"),
    Reason.VOLUNTEERED.value: mark_text("Volunteered for the bye"),
}


def reason(given: Reason, value: object = "") -> str:
    """Return a reason of the program in the form that rows store."""
    return f"{given.value}:{value}" if value != "" else given.value


def reason_words(kept_reason: str) -> str:
    """Return a stored reason: the program's in the reader's language, the organizer's unchanged."""
    key, _, value = kept_reason.partition(":")
    words = REASONS.get(key)
    if not words:
        return kept_reason
    said = said_in(current_catalogue(), words).format(value=value)
    return note_said(said, words, {"value": value})


WORDS: Mapping[RemarkKind, str | Forms] = {
    RemarkKind.AS_WRITTEN: "{text}",
    RemarkKind.TEXT: "",
    RemarkKind.FORMS: "",
    RemarkKind.PARTS: "",
    RemarkKind.BARE: "{words}",
    RemarkKind.WITHIN: "{words}",
    RemarkKind.CAPITAL: "{words}",
    RemarkKind.ROW_OF_KIND: mark_text("a row “{kind}”"),
    RemarkKind.TABLE_OF_ROUND: mark_text("table {table} of round {round_number}"),
    RemarkKind.ROW_AT_TABLE: mark_text("{row} at {table}"),
    RemarkKind.AT_TIME: "{words}, {when}",
    RemarkKind.AFTER_TIME: mark_text("after {when}"),
    RemarkKind.BETWEEN_TIMES: mark_text("between {when} and {when_2}"),
    RemarkKind.BESIDE_ROWS: mark_text("{when}, beside rows of {tables}"),
    RemarkKind.UNKNOWN_TIME: mark_text("an unknown time"),
    RemarkKind.LIST: mark_text("List {number}"),
    RemarkKind.LIST_NAMED: mark_text("List {number} ({name})"),
    RemarkKind.OF_LIST: "{name}: {doubt}",
    RemarkKind.TWO_LISTS: mark_text("lists {first} and {second}"),
    RemarkKind.HOW_MANY_LISTS: Forms(
        "Everybody brings {count} list, not {lists}.",
        "Everybody brings {count} lists, not {lists}.",
    ),
    RemarkKind.TOO_MANY_LISTS: Forms(
        "A player brings at most {count} list, not {lists}.",
        "A player brings at most {count} lists, not {lists}.",
    ),
    RemarkKind.FACTIONS: mark_text("All lists of a player are of one faction, not of {values}."),
    RemarkKind.OTHER_FACTION: mark_text(
        "The player is registered with {registered}, not {values}."
    ),
    RemarkKind.ARMIES: mark_text("All lists of a player are of one army, not of {values}."),
    RemarkKind.CASTER_TWICE: mark_text(
        "{casters} leads {both}: each list needs a caster of its own."
    ),
    RemarkKind.CHARACTER_TWICE: mark_text("{fresh} (character) is in {both}."),
    RemarkKind.VERSIONS: mark_text(
        "{names} are versions of one character: only the newest is allowed."
    ),
    RemarkKind.OLDER_VERSION: mark_text(
        "{versions} is an older version: only {newest} is allowed."
    ),
    RemarkKind.ALEXIA_MISTRESS: mark_text("Alexia, Mistress of the Witchfire"),
    RemarkKind.NO_CASTER: mark_text("{name} has no caster."),
    RemarkKind.ONCE_AN_ARMY: mark_text("{name}: {twice} can be in an army only once."),
    RemarkKind.ONLY_BATTLEGROUPS: mark_text(
        "{name}: only battlegroups are played, without {strange}."
    ),
    RemarkKind.TIER: mark_text("{name}: its theme force must be of tier {tier} or higher."),
    RemarkKind.OBJECTIVE: mark_text("{name}: {packet} knows {objectives}, not {objective}."),
    RemarkKind.NO_OBJECTIVES: mark_text(
        "{name}: {packet} has no objectives to choose, not {objective}."
    ),
    RemarkKind.BONUS_OF_ANOTHER_EDITION: mark_text(
        "{name} is a list of another edition: its caster brings {bonus} points, and under"
        " {packet} none does. Ask for a list of this edition."
    ),
    RemarkKind.TIERS_OF_ANOTHER_EDITION: mark_text(
        "{name} is a list of another edition: {packet} has no tiers. Ask for a list of this"
        " edition."
    ),
    RemarkKind.CARDS_OF_ANOTHER_EDITION: mark_text(
        "{name} is a list of another edition: {packet} has no command cards. Ask for a list of"
        " this edition."
    ),
    RemarkKind.COMMAND_CARDS: Forms(
        "{name} has {count} command card; {cards} are needed.",
        "{name} has {count} command cards; {cards} are needed.",
    ),
    RemarkKind.ONE_CASTER: Forms(
        "{name} has {casters} casters; at {size} points only {count} is allowed.",
        "{name} has {casters} casters; at {size} points at most {count} are allowed.",
    ),
    RemarkKind.LOOK_UP_LISTS: mark_text(
        "Flagfall does not know models or field allowances. Check each list in the app that it"
        " was made with, and its {cards} command cards."
    ),
    RemarkKind.LOOK_UP_ARMY: mark_text(
        "Is {army} an army of the {arena} Arena? Flagfall does not know."
    ),
    RemarkKind.SHEET_POINTS: mark_text(
        "its sheet says {points} points, its entries add up to {entered}."
    ),
    RemarkKind.NO_POINTS: mark_text("its entries have no points, so its size cannot be checked."),
    RemarkKind.POINTS_WITH_BONUS: Forms(
        "{count} point; with the caster’s bonus of {bonus} it needs {window}.",
        "{count} points; with the caster’s bonus of {bonus} it needs {window}.",
    ),
    RemarkKind.RANGE: mark_text("{least} to {most}"),
    RemarkKind.EXACTLY: mark_text("exactly {most}"),
    RemarkKind.BONUS_BUYS_NOTHING: mark_text(
        "no entry is a jack or a beast, and the {bonus} bonus points pay for nothing else. If one"
        " is, write the entries in columns with their kinds."
    ),
    RemarkKind.BONUS_LEAVES: mark_text(
        "the {bonus} bonus points pay only for jacks and beasts, which cost {vehicles}: everything"
        " else costs {outside} points, and {size} are allowed."
    ),
    RemarkKind.OTHER_SIZE: mark_text(
        "it was made for {points} points, this event is played with {size}."
    ),
    RemarkKind.POINTS: Forms(
        "{count} point; it needs {least} to {size}.", "{count} points; it needs {least} to {size}."
    ),
    RemarkKind.ATTACHMENT_ALONE: mark_text(
        "{card} is an attachment, so it comes only with a unit of the reinforcements."
    ),
    RemarkKind.SPECIALISTS_NOT_PLAYED: mark_text("specialists are not played at this event."),
    RemarkKind.REINFORCEMENTS_NOT_PLAYED: mark_text("reinforcements are not played at this event."),
    RemarkKind.POINTS_OF_SPECIALISTS: Forms(
        "{count} point of specialists, {most} are allowed.",
        "{count} points of specialists, {most} are allowed.",
    ),
    RemarkKind.POINTS_OF_REINFORCEMENTS: Forms(
        "{count} point of reinforcements, {most} are allowed.",
        "{count} points of reinforcements, {most} are allowed.",
    ),
    RemarkKind.CASTER_AMONG_SPECIALISTS: mark_text(
        "{names} cannot be among the specialists: a caster leads the army."
    ),
    RemarkKind.CASTER_AMONG_REINFORCEMENTS: mark_text(
        "{names} cannot be among the reinforcements: a caster leads the army."
    ),
    RemarkKind.REINFORCING_CASTER: mark_text(
        "{names} cannot come as a reinforcement: a caster leads the army."
    ),
    RemarkKind.ONCE_WITH_REINFORCEMENTS: mark_text(
        "{twice} can be in an army only once, reinforcements included (field allowance C)."
    ),
    RemarkKind.ONLY_BATTLEGROUPS_COME: mark_text(
        "Only battlegroups are played, without {strange}."
    ),
    RemarkKind.CRUCIBLE_LISTS: Forms(
        "Commander’s Crucible: everybody brings {count} battlegroup list, not {chosen_from}.",
        "Commander’s Crucible: everybody brings {count} battlegroup lists, not {chosen_from}.",
    ),
    RemarkKind.CRUCIBLE_SUPPORT: mark_text(
        "Commander’s Crucible: everybody brings 1 support list, not {support}."
    ),
    RemarkKind.CRUCIBLE_THEME: mark_text(
        "{names}: theme forces are not used in Commander’s Crucible."
    ),
    RemarkKind.CRUCIBLE_MEMBERS: Forms(
        "a battlegroup list holds a caster, their jacks or beasts and what is attached to"
        " the caster; {strange} goes into the support list.",
        "a battlegroup list holds a caster, their jacks or beasts and what is attached to"
        " the caster; {strange} go into the support list.",
    ),
    RemarkKind.CRUCIBLE_POINTS: Forms(
        "{count} point; with the caster’s bonus of {bonus} a battlegroup list needs {least}"
        " to {most}.",
        "{count} points; with the caster’s bonus of {bonus} a battlegroup list needs"
        " {least} to {most}.",
    ),
    RemarkKind.CRUCIBLE_SUPPORT_POINTS: Forms(
        "{names}: {count} point; a support list has {support} at most.",
        "{names}: {count} points; a support list has {support} at most.",
    ),
    RemarkKind.CRUCIBLE_TOGETHER: Forms(
        "{name} and the support list come to {count} point; with the caster’s bonus of"
        " {bonus} they need {most} to {most_2}.",
        "{name} and the support list come to {count} points; with the caster’s bonus of"
        " {bonus} they need {most} to {most_2}.",
    ),
    RemarkKind.CASTER_TWICE_IN_TEAM: mark_text(
        "{casters} leads lists of {both}: no caster twice in a team."
    ),
    RemarkKind.CHARACTER_TWICE_IN_TEAM: mark_text(
        "{fresh} (character) is in lists of {both}: no character twice in a team."
    ),
    RemarkKind.THE_BYE: mark_text("the bye"),
    RemarkKind.PLAYER_NUMBER: mark_text("player {number}"),
    RemarkKind.UNKNOWN_PLAYER: mark_text("Player {number}"),
    RemarkKind.NAMESAKE: "{name} ({which})",
    RemarkKind.NAMESAKE_NUMBER: mark_text("no. {namesake}"),
    RemarkKind.BYE_FOR: mark_text("The bye for {name}"),
    RemarkKind.AGAINST: mark_text("{name} against {name_2}"),
    RemarkKind.NO_GAME: mark_text("no game"),
    RemarkKind.OTHERS: mark_text("{words} others"),
    RemarkKind.TP: mark_text("{tp} TP"),
    RemarkKind.ONE_WIN: mark_text("1 win"),
    RemarkKind.WINS: mark_text("{wins} wins"),
    RemarkKind.FORBIDDEN: mark_text("{first} is paired with {second}, which is forbidden"),
    RemarkKind.MEET_AGAIN: mark_text("{first} and {second} meet again"),
    RemarkKind.BYE_AGAIN: mark_text("{first} has a bye again"),
    RemarkKind.HIGH_BYE: mark_text("{first} has the bye from above the lowest group"),
    RemarkKind.DOWN_AGAIN: mark_text("{first} is paired down again, to {second}"),
    RemarkKind.PAIRED_DOWN: mark_text("{first} is paired down to {second}"),
    RemarkKind.NEW_PAIR: mark_text("{first} against {second} is new"),
    RemarkKind.LEAVES_A_REMATCH: mark_text(
        "{first} against {second} now may leave a rematch for a later round"
    ),
    RemarkKind.OF_ONE_CLUB: mark_text("{first} and {second} of one club meet"),
    RemarkKind.TRAVELLED_TOGETHER: mark_text("{first} and {second}, who travelled together, meet"),
    RemarkKind.OF_ONE_FAMILY: mark_text("{first} and {second} of one family meet"),
    RemarkKind.OF_ONE_REGION: mark_text("{first} and {second} of one region meet"),
    RemarkKind.SHARE_A_CASTER: mark_text("{first} and {second} meet and share a caster"),
    RemarkKind.OF_ONE_FACTION: mark_text("{first} and {second} of one faction meet"),
    RemarkKind.AGAINST_A_REQUEST: mark_text("{first} and {second} meet against a request"),
    RemarkKind.BECAUSE: "{fact}: {reason}.",
    RemarkKind.SET_SO: mark_text("it was set so"),
    RemarkKind.NOTHING_ELSE: mark_text("the pairs that are set and forbidden leave nothing else"),
    RemarkKind.NO_NEW_OPPONENT: mark_text("not everybody could be given a new opponent"),
    RemarkKind.OTHERS_HAD_BYES: mark_text(
        "everybody else has had as many or would leave a rematch behind"
    ),
    RemarkKind.OTHERS_BELOW_HAD_BYES: mark_text(
        "everybody below has had more byes or would leave a rematch behind"
    ),
    RemarkKind.STRICTER_OR_DOWN: mark_text(
        "any other draw breaks a stricter rule or pairs somebody down again as well"
    ),
    RemarkKind.STRICTER_OR_TOGETHER: mark_text(
        "keeping them apart breaks a stricter rule or brings others together"
    ),
    RemarkKind.MEET_AGAIN_BECAUSE: mark_text("{name} and {name_2} meet again: {why}."),
    RemarkKind.FINALS_BY_PLACE: mark_text("the finals tables pair by place"),
    RemarkKind.CUT_BY_SEED: mark_text("the cut pairs by seed"),
    RemarkKind.NOT_IN_DRAW: mark_text("{pair} is impossible: {name} is not in this draw."),
    RemarkKind.TAKES_TWO: mark_text("{pair} is impossible: a pair takes two."),
    RemarkKind.EVEN_NUMBER: mark_text("{pair} is impossible: the number of players is even."),
    RemarkKind.SET_AND_FORBIDDEN: mark_text("{pair} is both set and forbidden; it was left out."),
    RemarkKind.CONFLICTS: mark_text("{pair} conflicts with {first}, which was set first."),
    RemarkKind.SEATS_LACKING: Forms(
        "{team} lacks {count} player: the opponent has the bye’s points for that seat.",
        "{team} lacks {count} players: the opponents have the bye’s points for those seats.",
    ),
    RemarkKind.INSTEAD: mark_text("{counted} instead of {before}"),
    RemarkKind.SAME_KIND: mark_text("same {kind}"),
    RemarkKind.KIND_CLUB: mark_text("club"),
    RemarkKind.KIND_TRAVEL_GROUP: mark_text("travel group"),
    RemarkKind.KIND_FAMILY: mark_text("family"),
    RemarkKind.KIND_REGION: mark_text("region"),
    RemarkKind.KIND_CASTER: mark_text("caster"),
    RemarkKind.KIND_FACTION: mark_text("faction"),
    RemarkKind.KIND_REQUEST: mark_text("request"),
    RemarkKind.FORBIDDEN_PAIR: mark_text("forbidden pair"),
    RemarkKind.REMATCH: mark_text("rematch"),
    RemarkKind.SECOND_BYE: mark_text("second bye"),
    RemarkKind.BYE_ABOVE_LOWEST: mark_text("bye above the lowest group"),
    RemarkKind.PAIR_DOWN_AGAIN: mark_text("repeated pair-down"),
    RemarkKind.PUBLISHED_CHANGED: mark_text("published pair changed"),
    RemarkKind.LATER_REMATCH: mark_text("rematch in a later round"),
    RemarkKind.PAIR_DOWNS: mark_text("pair-downs"),
    RemarkKind.PAIR_DOWNS_FROM: mark_text("pair-downs from {group}"),
    RemarkKind.SAME_COUNTED: Forms(
        "{count} pair to keep apart ({kind})", "{count} pairs to keep apart ({kind})"
    ),
    RemarkKind.FORBIDDEN_COUNTED: Forms("{count} forbidden pair", "{count} forbidden pairs"),
    RemarkKind.REMATCHES_COUNTED: Forms("{count} rematch", "{count} rematches"),
    RemarkKind.SECOND_BYES_COUNTED: Forms("{count} repeated bye", "{count} repeated byes"),
    RemarkKind.HIGH_BYES_COUNTED: Forms(
        "the bye {count} group too high", "the bye {count} groups too high"
    ),
    RemarkKind.DOWN_AGAIN_COUNTED: Forms(
        "{count} repeated pair-down", "{count} repeated pair-downs"
    ),
    RemarkKind.PUBLISHED_COUNTED: Forms(
        "{count} published pair changed", "{count} published pairs changed"
    ),
    RemarkKind.LATER_REMATCH_COUNTED: Forms(
        "{count} pair that may leave a rematch for a later round",
        "{count} pairs that may leave a rematch for a later round",
    ),
    RemarkKind.PAIR_DOWNS_COUNTED: mark_text("a pair-down total of {count}"),
    RemarkKind.PAIR_DOWNS_FROM_COUNTED: Forms(
        "those with {group} paired down {count} group together",
        "those with {group} paired down {count} groups together",
    ),
    RemarkKind.WITHOUT_ANY_PAIR: mark_text("Without any pair of the {rule}"),
    RemarkKind.WITHOUT_ANY: mark_text("Without any {rule}"),
    RemarkKind.ONLY: mark_text("only {some}"),
    RemarkKind.NOBODY: mark_text("nobody"),
    RemarkKind.NOBODY_FOR_BYE: mark_text("{without} nobody was left for the bye."),
    RemarkKind.LEFT_TO_MEET: mark_text("{without} {who} had {whom} left to meet."),
    RemarkKind.ODD_NUMBER: mark_text("are an odd number"),
    RemarkKind.ODD_CIRCLES: mark_text("are {circles} odd groups"),
    RemarkKind.LEFT_OUTSIDE: mark_text(
        "{without} {who} {shape}, with {whom} left to meet outside."
    ),
    RemarkKind.NO_RESERVED_TABLE: mark_text(
        "{name} and {other} do not get a reserved table; they have table {table}."
    ),
    RemarkKind.RESERVED_FOR_ANOTHER: mark_text(
        "{name} and {other} have table {table}, which is reserved for another."
    ),
    RemarkKind.STAYS_EMPTY: mark_text(
        "Table {number} stays empty: its player sits at the opponent’s reserved table."
    ),
    RemarkKind.NO_TABLE: Forms(
        "{count} game has no table: there are {real} in use.",
        "{count} games have no table: there are {real} in use.",
    ),
    RemarkKind.FRESH_BEFORE_TOP_OF_TEAMS: Forms(
        "To give teams fresh tables, {count} match is not at the tables of its rank.",
        "To give teams fresh tables, {count} matches are not at the tables of their rank.",
    ),
    RemarkKind.FRESH_BEFORE_TOP: Forms(
        "To give players fresh tables, {count} game is not at the table of its rank.",
        "To give players fresh tables, {count} games are not at the table of their rank.",
    ),
    RemarkKind.TOP_BEFORE_FRESH_OF_TEAMS: Forms(
        "Top tables came before fresh tables: in {count} match a team has tables or terrain again.",
        "Top tables came before fresh tables: in {count} matches a team has tables or"
        " terrain again.",
    ),
    RemarkKind.TOP_BEFORE_FRESH: Forms(
        "Top tables came before fresh tables: in {count} game somebody sits at a table or"
        " terrain again.",
        "Top tables came before fresh tables: in {count} games somebody sits at a table or"
        " terrain again.",
    ),
    RemarkKind.AS_GOOD: mark_text(
        "As good as the program’s own draw by every rule; only the dice differ."
    ),
    RemarkKind.GAME_INSTEAD: mark_text("{game} instead of {opponent}"),
    RemarkKind.HAS: mark_text("{name} has {opponent}"),
    RemarkKind.MEETS: mark_text("{name} meets {opponent}"),
    RemarkKind.IN_TWICE: mark_text("{opponent} is in the pairings twice."),
    RemarkKind.NOT_OF_DRAW: mark_text("{opponent} would play without being in this draw."),
    RemarkKind.NO_GAME_NO_BYE: Forms(
        "{names} has no game and no bye.", "{names} have no game and no bye."
    ),
    RemarkKind.TOO_MANY_BYES: Forms(
        "{count} bye too many: {names}.", "{count} byes too many: {names}."
    ),
    RemarkKind.NO_LONGER_PAIRED: mark_text("{pair} was set and is no longer paired."),
    RemarkKind.BREACH: mark_text("{breach}; {change}."),
    RemarkKind.BREACH_OF_BOTH: mark_text("{breach}; the program’s own draw has the same."),
    RemarkKind.PARTED: mark_text(
        "Other teams meet at table {table}: what was chosen in the match-up there no longer counts."
    ),
    RemarkKind.RESEATED: mark_text(
        "The tables of the match at table {table} change: what was chosen in its match-up"
        " no longer counts."
    ),
}
"""The words of each kind of remark, with fields for its values."""
