"""Reads army lists as people type and paste them: columns, the wording of list builders, or a
mixture.

Every line is returned: as an entry, as a heading, or with the fault in it.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.parse.columns import as_columns
from app.engine.armies.parse.counts import (
    SMALLEST_ARMY,
    WrittenCounts,
    dearest_solos,
    differences,
    is_sum,
    sum_difference,
)
from app.engine.armies.parse.dress import copies, is_struck, strip_dress, unquote
from app.engine.armies.parse.kind_guess import (
    MOST_ATTACHMENT,
    Bonus,
    Guess,
    ListContext,
    alone,
    ask_kind,
    has_jacks_too,
    is_attachment,
    is_priced_by_war_room,
    is_war_room,
    kind_under,
    kind_without_points,
    size_doubt,
    war_room_title,
    with_attachment,
)
from app.engine.armies.parse.kind_words import KINDS
from app.engine.armies.parse.phrases import (
    A_STEP,
    POINTS,
    Cost,
    depth,
    guessed_kinds,
    kind_words,
    leader_line,
    said_cost,
    said_kind,
    section,
    strip_bullet,
)
from app.engine.armies.parse.points_first import Line, LineRole, is_points_first, read_current
from app.engine.armies.parse.sizes import FULL, Size, read_size
from app.engine.armies.parse.vehicle_hints import said_vehicle
from app.engine.frozen import replace
from app.engine.language import say

MOST_LINES = 200
MOST_LENGTH = 300
"""The most characters of a line that is not in columns."""

_HEADING = re.compile(
    r"""^(war\s?room\b.*|(theme|system|faction|casters?|points|tiers?|army|contract|objective|
    player|city|club|event|date|list|specialists?|reinforcements?|generated|build\ id|name)
    \s*[:=].*|
    \[theme\].*|.*\d\s*/\s*\d.*|\W*|\W*obj(?:ective|ectif|o)\b.*|\W*(?:requirements?|benefits?)\W*|
    \W*(?:gain\s+)?(?:tiers?|palier|stufe)\s*\d\b.*|
    (?:fraktion|armée|armee|thème|thema|facción|faccion|fazione|tema|ejército|notes?|notizen?)\s*[:=].*|
    .*\barmy\s*-\s*\d+.*|
    \W*(?:grand\s+)?(?:totale?s?|gesamt(?:punkte)?|summe|sum|somme|suma|army\s+points|points?|punkte)\b\D*\d+\W*
    (?:pts?|points?|punkte|puntos|punti)?\W*)$""",
    re.IGNORECASE | re.VERBOSE,
)
_LABEL = re.compile(
    r"^(?:(?:1st|2nd|first|second|main)\s+)?(?:(?:war|kriegs)?(?:caster|lock)|kriegshexer|leader)"
    r"\s*[:=]\s*(?=\S)",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"\b(?:solos|units|warjacks?|warbeasts?)(?:\(s\))?\s*:\s*\d", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"^\s*[(\[][^()\[\]\d]+[)\]]\s*$")
_HEADED = re.compile(r"^\s*[^\W\d][^:\d]*:\s*$")
_TIERS = re.compile(r"^\W*tiers?\s*[:=]", re.IGNORECASE)
_SECOND_CARD = re.compile(r"^\W*(?P<name>[^()]+?)\s*\([^()\d]+\)\s*$")
_WITH_UA = re.compile(
    r"\s*(?:\bwith|\bw/|\+|&|\band\b|\bet\b|\bmit)\s*(?:an?\s+)?(?:UA|WA|CA)\b.*$"
)
_PLUS_NAME = re.compile(
    r"(?P<models>[\[(]?\b(?:max|full|min)\b[\])]?|\d+\s*models?[\])]?|\bx\d{1,2}\b)\s*(?:\+|\bwith\b|\bw/|&)\s*"
    r"(?P<name>[^\W\d].*)$",
    re.IGNORECASE,
)
_TOTALS = re.compile(
    r"\b(?:army|armee|armée|points?|pts|punkte|total|sum|summe|spent|used|list|steamroller|war\w+|solos?|units?)\b",
    re.IGNORECASE,
)
LATEST_VERSION = 4
"""The highest number that may belong to the name of a model."""
_LAST_NUMBER = re.compile(rf"[\s:](0?[{LATEST_VERSION + 1}-9]|[1-9]\d)$")
"""Matches a last number that does not belong to the name."""
_PRICE_INSIDE = re.compile(
    rf"\s\+\s?(?P<plus>\d{{1,2}})(?=\s*(?:[(\[–-]|$))|\b(?P<each>\d{{1,2}})\s*(?:{POINTS}\s*)?each\b",
    re.IGNORECASE,
)
"""Matches points that stand before other points."""
_BARE_NUMBER = re.compile(r"[\[(]\s*\d{1,2}\s*[\])]$")
ODD_SIZES = (7, 8, 9)
"""Numbers of models that no unit has."""
MANY_COPIES = 4
FEW_MODELS = 3
_GREETING = re.compile(
    r"^(?:sent from|cheers|thanks|thank you|(?:best|kind) regards|regards|hi|hello|hallo|mfg"
    r"|viele gr\w*|gruß|merci|cordialement|bonjour|saludos|gracias|ps|edit|p\.s)\b"
    r"|^[^\W\d][^:\d]*:\s+\S",
    re.IGNORECASE,
)
_BEHIND_PRICE = re.compile(r"\d\s*(?:pts?|points?)?\s*[)\]]\s*,\s*[^\W\d]\D*$", re.IGNORECASE)
"""Matches words behind the points and a comma: another entry or a remark."""
_FAREWELL = re.compile(
    r"\s*(?:-{2}\s*$|(?:cheers|thanks|thank you|(?:best|kind)?\s*regards|mfg|viele gr\w*|gruß|merci"
    r"|cordialement|saludos|gracias)\b)",
    re.IGNORECASE,
)
_PRICED_AND_MORE = re.compile(
    r"[)\]]\s*[(\[]\s*\d+\s*(?:pts?|points?)?\s*[)\]]\s*[+&]\s*[^\W\d].*\d", re.IGNORECASE
)
"""Matches the points of an entry and a plus with another entry behind them."""
_TWO_PRICES = re.compile(
    rf"[(\[]\s*\d{{1,2}}\s*{POINTS}?\s*[)\]]\s*(?:[)\]]\s*)?"
    r"(?!(?:with|w/|mit|avec|con|models?|max|min|full|units?)\b)(?=[^\W\d]).*"
    rf"[(\[]\s*\d{{1,2}}\s*{POINTS}?\s*[)\]]\s*$",
    re.IGNORECASE,
)
"""Matches an entry's points followed by another entry with its own: "Eiryss (7) or Ragman (5)"."""
_MORE_BEHIND = re.compile(
    rf"(?P<group>[(\[]\s*[+*-]?\d{{1,2}}\s*{POINTS}?\s*[)\]])"
    r"(?!\s*(?:[-–:,=./\s]*\+?\d{1,2}\s*[^\W\d]{0,6}\W*$|[(\[]\s*\d|\W*$"
    r"|(?:[+&]|with|w/|mit|avec|con|models?|max|min|full|units?)(?!\w)))",
    re.IGNORECASE,
)
_ODD_MARK = re.compile(r"\+\s*\d|\d\s*[$€%]|[(\[]\s*[+*-]?\d")
"""Matches signs of points, which no name has."""
_DECIMAL = re.compile(r"\d[.,]\d")
_SEVERAL = re.compile(r"[^\W\d][^,]*?\s[+(\[]*\d+[)\]]*\s*(?:,|$)")
"""Matches an entry and its points among others on the line."""
FEW_CASTERS, FEWEST = 2, 2
MANY_WORDS = 9
MANY_COMMAS = 4
"""The number of commas from which a line counts as a whole list."""
_VERSION = re.compile(rf"[^\W\d]\s+[1-{LATEST_VERSION}]$")
_TOTAL = re.compile(r"\d\s*/\s*\d+\s*(pts?|points)?\W*$", re.IGNORECASE)
_STRENGTH = re.compile(r"\b\d+\s*/\s*(?=\d+\s*models?\b)", re.IGNORECASE)
_FRACTION = re.compile(r"\d+\s*/\s*\d+")
_NOISE = re.compile(r"\(battlegroup points used:[^)]*\)|<!.*?!>", re.IGNORECASE)
_OFFICERS = re.compile(
    r"\b(?:officer|officier|offizier|standard(?: bearer)?)\b.*(?:&|\b(?:and|et|und|y)\b).*"
    r"\b(?:standard|bearer|standartenträger|musician|musikant|drummer|tambour|trommler|piper)\b"
    r"|\bcommand attachment\b",
    re.I,
)
_JOINED = re.compile(r"[^\W\d]\s*(?:&|\+|\b(?:and|et|und|y)\b)\s*[^\W\d]", re.I)
_NO_NAME = re.compile(r"\b(?:UA|WA|CA|attachment)\s*$")
_CHARACTER = re.compile(
    r"[\[(]?\b(?:FA\s*:?\s*C|character)\b[\])]?|[\[(]C[\])]|(?<=[)\]])\s+C$", re.IGNORECASE
)


class ArmyLine(Struct, frozen=True):
    """One line as it was typed, and the result of reading it."""

    line: int
    text: str
    row: ArmyRow | None = None
    """The entry; None for a heading and for a line with a fault."""
    fault: str = ""
    """The reason why the line could not be read; empty if it could."""
    doubt: str = ""
    copies: int = 1
    """The number of copies of the entry in the list."""
    more: Army = ()
    """The attachments named on the same line."""
    attached: bool = False
    """True if the entry is a solo attached to a caster. The caster's jacks may follow below such a
    solo.
    """

    @property
    def otherwise(self) -> Kind | None:
        """The other kind that the entry may be, if its kind is a guess."""
        return self.row.otherwise if self.row is not None else None


def read_army(
    text: str, faction: str = "", *, points_first: bool = False, led: bool = True
) -> tuple[ArmyLine, ...]:
    """Return every line that is not blank, in order.

    ``faction``: used if the text does not name one. ``points_first``: whether the packet's lists
    have the points before the name. ``led``: whether the list has a caster; a list of specialists
    has none.
    """
    if is_points_first(text, expected=points_first):
        return _points_first(text, faction)
    raws = text.splitlines()
    written = as_columns(unquote(text).splitlines())
    struck = {number for number, raw in enumerate(written, start=1) if is_struck(raw)}
    lines = [
        "" if number in struck else strip_dress(raw) for number, raw in enumerate(written, start=1)
    ]
    found = _read_lines(_without_farewell(lines[:MOST_LINES]), text, faction, has_caster=led)
    read = _second_casters(_above_caster(found) if led else found)
    read += [ArmyLine(at, "", fault=say("Struck out: not read.")) for at in sorted(struck)]
    read.sort(key=lambda line: line.line)
    fault = say("More than {most_lines} lines: not read.", most_lines=MOST_LINES)
    read += [ArmyLine(number, "", fault=fault) for number in range(MOST_LINES + 1, len(raws) + 1)]
    return tuple(replace(line, text=raws[line.line - 1]) for line in with_counts(read))


def _read_lines(
    lines: Sequence[str], text: str, faction: str, *, has_caster: bool
) -> list[ArmyLine]:
    vehicle, bonus = said_vehicle(text, faction), Bonus.of(text)
    bare, led = _names_no_points(lines), not has_caster
    titled, flat = is_war_room(text), _is_flat(lines)
    priced_by_war_room = is_priced_by_war_room(text)
    jacks_too = has_jacks_too(text, faction)
    plus_everywhere = _has_plus_everywhere(lines)
    leader = _unmarked_leader(lines) if has_caster else 0
    headed: Kind | None = None
    result: list[ArmyLine] = []
    above: list[tuple[ArmyRow, int]] = []
    for number, raw in enumerate(lines, start=1):
        if not raw.strip():
            continue
        following = next((line for line in lines[number:] if line.strip()), "")
        heading = section(raw)
        if heading or (titled and len(result) == 1 and war_room_title(raw)):
            headed = heading[0] if heading else headed
            result.append(ArmyLine(number, raw))
            continue
        if _is_beside(raw, following, above, war_room=priced_by_war_room):
            headed = None if _HEADED.match(raw) else headed
            result.append(ArmyLine(number, raw))
            continue
        place = ListContext(
            tuple(above),
            vehicle,
            bonus,
            depth(raw),
            headed,
            flat,
            following,
            leads=number == leader,
            plus_leads=not (plus_everywhere and led),
            war_room=priced_by_war_room,
            beside=not has_caster,
            jacks_too=jacks_too,
        )
        if bare:
            line = _without_points(ArmyLine(number, raw), place, following, led=led)
        else:
            line = _read(number, raw, place)
            bonus = bonus.after(raw, line.row)
        led = led or (line.row is not None and (bare or line.row.kind is Kind.CASTER))
        result.append(line)
        is_title = not led and line.row is not None and line.row.points is None
        if line.row is not None and not line.attached and not is_title:
            above.append((line.row, depth(raw)))
    return result


def _above_caster(lines: list[ArmyLine]) -> list[ArmyLine]:
    """Return the lines, with a doubt about each line above the first caster. Such a line is a title
    and no entry if it has no points, or the points of a whole army.
    """
    places = [at for at, line in enumerate(lines) if line.row and line.row.kind is Kind.CASTER]
    if not places:
        is_army = sum(line.row is not None for line in lines) >= FEW_MODELS
        return [_without_caster(line) for line in lines] if is_army else lines
    return [_in_question(line) if at < min(places) else line for at, line in enumerate(lines)]


def _second_casters(lines: list[ArmyLine]) -> list[ArmyLine]:
    """Return the lines with a question at each caster except the first, because another list may
    begin there.
    """
    casters = [line for line in lines if line.row and line.row.kind is Kind.CASTER]
    rows = {line.line for line in casters[1:] if ";" not in line.text}
    ask = say("Another caster: does another list begin here? Then put a line of dashes above it.")
    return [replace(line, doubt=line.doubt or ask) if line.line in rows else line for line in lines]


def _without_farewell(lines: Sequence[str]) -> list[str]:
    """Return the lines with the signature blanked: everything without points below a greeting or
    two dashes.
    """
    words = (" ".join(line[:MOST_LENGTH].split()) for line in lines)
    costs = [said_cost(line).points is not None for line in words]
    last = max((at for at, priced in enumerate(costs) if priced), default=len(lines))
    ends = (at for at, line in enumerate(lines) if at > last and _FAREWELL.match(line))
    end = next(ends, len(lines))
    return [line if at <= end else "" for at, line in enumerate(lines)]


def _without_caster(line: ArmyLine) -> ArmyLine:
    """Return a line of a list without a recognizable caster. A solo in such a list may just as well
    be a unit, so its kind is marked as a guess.
    """
    row = line.row
    alone = row is not None and row.kind is Kind.SOLO and row.otherwise is None
    if not alone or ";" in line.text or line.doubt or line.attached:
        return line
    return _mark_guess(line, Kind.UNIT)


def _in_question(line: ArmyLine) -> ArmyLine:
    row = line.row
    if row is None or row.kind is not Kind.SOLO or ";" in line.text:
        return line
    if row.points is None or row.points >= SMALLEST_ARMY:
        return replace(line, row=None, doubt="", fault=say("Above the caster: not an entry?"))
    return _mark_guess(line, row.otherwise or Kind.UNIT)


def with_counts(lines: Sequence[ArmyLine]) -> list[ArmyLine]:
    """Return the lines after a comparison with the counts that the list gives. The dearest single
    models are taken to be the list's battle engines. A count or sum that differs from the entries
    is noted as a doubt at its line.
    """
    counted = next((line for line in lines if line.row is None and _COUNTS.search(line.text)), None)
    written = WrittenCounts.of(counted.text) if counted else WrittenCounts(())
    engines = dearest_solos(army_of(lines), written.engines)
    read = [_as_engine(line) if line.row in engines else line for line in lines]
    army = army_of(read)

    def differ(line: ArmyLine) -> str:
        counts = differences(written, army) if line is counted else ()
        return " ".join(filter(None, (*counts, sum_difference(line.text, army))))

    return [
        line if line.row is not None or line.fault else replace(line, doubt=differ(line))
        for line in read
    ]


def _as_engine(line: ArmyLine) -> ArmyLine:
    assert line.row is not None
    doubt = ask_kind(Kind.ENGINE, Kind.SOLO)
    row = replace(line.row, kind=Kind.ENGINE, otherwise=Kind.SOLO)
    return replace(line, row=row, doubt=doubt)


def _is_beside(
    raw: str, following: str, above: Sequence[tuple[ArmyRow, int]], *, war_room: bool
) -> bool:
    """Tell whether a line is not an entry: a theme in brackets or above its tiers, a faction with a
    colon, or War Room's second card for the entry above.
    """
    if len(raw) > MOST_LENGTH:
        return False
    if _IN_BRACKETS.match(raw) or _HEADED.match(raw) or _TIERS.match(following):
        return said_cost(raw).points is None
    again = _SECOND_CARD.match(raw)
    return bool(war_room and again and above and above[-1][0].name == again["name"].strip())


def _has_plus_everywhere(lines: Sequence[str]) -> bool:
    """Tell whether most costs in the list have a plus sign. Then only the first one marks a
    caster.
    """
    words = (" ".join(strip_bullet(line).split()) for line in lines if len(line) <= MOST_LENGTH)
    costs = [said_cost(line) for line in words if not _is_heading(line)]
    priced = [cost for cost in costs if cost.points is not None]
    marked = sum(cost.is_caster for cost in priced)
    return marked > FEW_CASTERS and marked * 2 > len(priced)


def _unmarked_leader(lines: Sequence[str]) -> int:
    """Return the line number of the first entry if no line names a caster and the second entry is
    indented below it; 0 otherwise.
    """
    entries = [
        (number, line)
        for number, line in enumerate(lines, start=1)
        if line.strip()
        and len(line) <= MOST_LENGTH
        and not section(line)
        and not _is_heading(" ".join(line.split()))
    ]
    if len(entries) < FEWEST or any(_says_caster(line) for _, line in entries):
        return 0
    (number, first), (_, second) = entries[:FEWEST]
    if depth(second) >= depth(first) + A_STEP:
        return number
    titles = takewhile(lambda entry: said_cost(strip_bullet(entry[1])).points is None, entries)
    return max((at for at, _ in titles), default=0)


def _says_caster(line: str) -> bool:
    words = " ".join(strip_bullet(line).split())
    separated = ";" in line or "\t" in line.strip()
    return separated or said_cost(words).is_caster or said_kind(words)[0] is Kind.CASTER


def _points_first(text: str, faction: str) -> tuple[ArmyLine, ...]:
    """Return the lines of a list of the current edition, which names no kinds. A numbered entry is
    most likely a warjack or warbeast, and one with parts is a custom warjack.
    """
    beasts, raws = said_vehicle(text, faction) is Kind.BEAST, text.splitlines()
    lines = (line for current in read_current(text) for line in current.lines)
    shown = [line for line in lines if line.text.strip()]
    read = [_current_line(line, beasts=beasts) for line in shown[:MOST_LINES]]
    fault = say("More than {most_lines} lines: not read.", most_lines=MOST_LINES)
    read += [ArmyLine(line.number, line.text, fault=fault) for line in shown[MOST_LINES:]]
    return tuple(replace(line, text=raws[line.line - 1]) for line in with_counts(read))


def _current_line(line: Line, *, beasts: bool) -> ArmyLine:
    plain = ArmyLine(line.number, line.text)
    match line.role:
        case LineRole.LEADER:
            return _check_entry(plain, ArmyRow(line.name, Kind.CASTER))
        case LineRole.ENTRY if line.parts:
            return _check_entry(plain, ArmyRow(line.full_name, Kind.JACK, line.points))
        case LineRole.ENTRY if line.headed is not None:
            sized = line.headed is Kind.UNIT
            times, name = copies(line.name)
            row = ArmyRow(name, line.headed, line.points, size_guessed=sized)
            return replace(_check_entry(plain, row), doubt=_doubt(row, ""), copies=times)
        case LineRole.ENTRY:
            vehicle = Kind.BEAST if beasts else Kind.JACK
            guess = (vehicle, Kind.UNIT) if line.has_running_number else (Kind.SOLO, Kind.UNIT)
            times, name = copies(line.name)
            row = ArmyRow(name, guess[0], line.points, otherwise=guess[1])
            doubt = ask_kind(guess[0], guess[1])
            if times > 1:
                doubt = say("Taken as {count} entries: is that right?", count=times)
            return replace(_check_entry(plain, row), doubt=doubt, copies=times)
        case LineRole.STRANGE:
            return replace(plain, fault=say("There are no points in front of this name."))
        case _:
            return plain


def unit_question() -> str:
    """Return the doubt about an entry of one model that may be a unit of a fixed size."""
    return ask_kind(Kind.SOLO, Kind.UNIT)


def army_of(lines: Sequence[ArmyLine]) -> Army:
    """Return the entries. A solo attached to a caster is placed below the caster's jacks, because
    it does not control them.
    """
    rows: list[ArmyRow] = []
    attached: list[ArmyRow] = []
    for line in lines:
        if line.row is not None and line.attached:
            attached += [line.row] * line.copies
        elif line.row is not None:
            if not line.row.kind.can_stray:
                rows += attached
                attached.clear()
            rows += [line.row, *line.more] * line.copies
    return (*rows, *attached)


def army_text(army: Army) -> str:
    """Return a list as text in columns, one entry a line. Reading that text gives the same list
    again.
    """
    return "\n".join(
        f"{row.name.replace(';', ',')}; {kind_words(row)}; "
        f"{'' if row.points is None else row.points}; {row.models}{'?' * row.size_guessed}"
        f"{'; character' * row.character}{'; free' * row.free}"
        for row in army
    )


def _read(number: int, raw: str, place: ListContext) -> ArmyLine:
    separator = next((mark for mark in (";", "\t") if mark in raw), None)
    if separator is None and len(raw) > MOST_LENGTH:
        return ArmyLine(
            number,
            raw,
            fault=say("More than {most_length} characters: not read.", most_length=MOST_LENGTH),
        )
    if separator is None and _is_heading(" ".join(raw.split())):
        return ArmyLine(number, raw, fault=_stray_fraction(raw, place))
    if separator is None and (
        raw.count(",") >= MANY_COMMAS or _has_several(raw) or _BEHIND_PRICE.search(raw)
    ):
        return ArmyLine(number, raw, fault=say("Write one entry a line."))
    if separator is not None:
        return _columns(ArmyLine(number, raw), [cell.strip() for cell in raw.split(separator)])
    return _sentence(ArmyLine(number, raw), place)


def _has_several(raw: str) -> bool:
    """Tell whether a line has several entries, each with its points."""
    if (
        _PRICED_AND_MORE.search(raw)
        or _TWO_PRICES.search(raw)
        or ("," in raw and len(_SEVERAL.findall(raw)) > 1)
    ):
        return True
    parts = [" ".join(part.split()) for part in raw.split(" / ")]
    return sum(map(_is_priced, parts)) > 1


def _is_priced(words: str) -> bool:
    """Tell whether the words are a name with points; a version number of up to 4 does not count as
    points.
    """
    named = any(map(str.isalpha, words)) and not _VERSION.search(words)
    return named and said_cost(words).points is not None


def _stray_fraction(raw: str, place: ListContext) -> str:
    """Return a question about a line that is a heading only because of a fraction in it, which may
    belong to an entry; empty for any other line.
    """
    is_led = any(row.kind is Kind.CASTER for row, _ in place.above)
    part = _FRACTION.search(raw) if is_led else None
    plain = part and _HEADING.match(" ".join(_FRACTION.sub(" ", raw).split()))
    if part is None or plain or _TOTALS.search(raw) or re.search(r"\d/\d+/\d", raw):
        return ""
    return say("What is “{group}”? Write the points alone.", group=part.group())


def _names_no_points(lines: Sequence[str]) -> bool:
    """Tell whether a list has names without points. Lines that end in a number up to 4, which may
    be a caster's version, are not counted.
    """
    if any(";" in line or "\t" in line or section(line) for line in lines):
        return False
    entries = [" ".join(strip_bullet(line).split())[:MOST_LENGTH] for line in lines]
    entries = [entry for entry in entries if _LABEL.match(entry) or not _is_heading(entry)]
    unversioned = [entry for entry in entries if not _VERSION.search(entry)]
    return bool(unversioned) and all(said_cost(entry).points is None for entry in unversioned)


def _without_points(line: ArmyLine, place: ListContext, following: str, *, led: bool) -> ArmyLine:
    """Return an entry of a list without points; the first entry is the caster. ``following`` is the
    line below, and ``led`` is whether a caster stands above.
    """
    words = " ".join(strip_bullet(line.text).split())
    if len(line.text) > MOST_LENGTH:
        return replace(
            line,
            fault=say("More than {most_length} characters: not read.", most_length=MOST_LENGTH),
        )
    if words.count(",") >= MANY_COMMAS:
        return replace(line, fault=say("Write one entry a line."))
    if words.endswith(".") and len(words.split()) >= MANY_WORDS:
        return replace(line, fault=say("This reads like a remark."))
    label = _LABEL.match(words)
    if not label and _is_heading(words):
        return line
    kind, words = said_kind(_LABEL.sub("", words))
    titled = leader_line(words)
    words = titled.name if titled else words
    character = bool(_CHARACTER.search(words))
    times, words = copies(_CHARACTER.sub("", words).rstrip())
    words, more = _attachments(words)
    size = read_size(words)
    name = size.rest.strip(" -–:,*/").lstrip("+>• ")
    officers = bool(_OFFICERS.search(following)) or is_attachment(following)
    has_officer = officers and depth(following) > depth(line.text)
    if kind is None and (label or titled or (not led and not size.is_said and not has_officer)):
        guess = Guess(Kind.CASTER)
    elif kind is not None:
        guess = Guess(kind)
    elif place.follows_unit and (is_attachment(name) or _OFFICERS.search(name)):
        guess = Guess(Kind.ATTACHMENT)
    else:
        several = has_officer or bool(more) or size.models > 1
        guess = kind_without_points(place, name, several=several)
    if guess.kind is Kind.UNIT and not size.is_said:
        size = replace(size, models=FULL)
    holder = place.holder
    attached = guess.kind is Kind.SOLO and bool(holder and holder.kind is Kind.CASTER)
    row = _with_size(ArmyRow(name, guess.kind, None, 1, character), size, guess, said_kind=kind)
    is_unit = row.kind is Kind.UNIT
    return replace(
        _check_entry(line, row),
        doubt=_odd_name(row.name) or _doubt(row, guess.doubt),
        attached=attached,
        copies=times,
        more=_named_by_unit(more, name) if is_unit else (),
    )


def _named_by_unit(more: Army, unit: str) -> Army:
    """Return the attachments; one that is only called "UA" is named after its unit."""
    return tuple(
        replace(each, name=each.name or say("Unit attachment of {unit}", unit=unit))
        for each in more
    )


def _is_flat(lines: Sequence[str]) -> bool:
    """Tell whether all entries have the same indentation, so that the indentation does not show
    which entries belong together.
    """
    depths = {
        depth(line)
        for line in lines
        if line.strip() and ";" not in line and not _is_heading(" ".join(line.split()))
    }
    return not depths or max(depths) - min(depths) < A_STEP


def _is_heading(words: str) -> bool:
    """Tell whether a line is a heading and no entry. A caster with points is an entry, and so is a
    line that lists part of an entry's models.
    """
    if is_sum(words):
        return True
    if not _HEADING.match(words):
        return False
    if label := _LABEL.match(words):
        points = said_cost(words[label.end() :]).points or 0
        return points <= LATEST_VERSION and not said_cost(words).is_caster
    lead, slash, _ = words.partition("/")
    entry = slash and not _TOTAL.search(words) and said_cost(words).points is not None
    return not (entry and any(letter.isalpha() for letter in lead) and not _HEADING.match(lead))


def _columns(line: ArmyLine, cells: Sequence[str]) -> ArmyLine:
    """Read a line of columns: the name, then in any order a kind, the points and the models (a
    second number).
    """
    for place, cell in enumerate(cells):
        if either := guessed_kinds(cell):
            line_read = _columns(line, [*cells[:place], either[0].value, *cells[place + 1 :]])
            return _mark_guess(line_read, either[1])
    character = any(_CHARACTER.fullmatch(cell) for cell in cells[1:])
    free = any(cell.casefold() == "free" for cell in cells[1:])
    parts = (
        cell for cell in cells[1:] if cell.casefold() != "free" and not _CHARACTER.fullmatch(cell)
    )
    cells = [cells[0], *parts]
    name, rest = strip_bullet(cells[0]), [cell for cell in cells[1:] if cell]
    if name.casefold() == "name" and not any(cell.isdigit() for cell in rest):
        return line
    kinds = [cell for cell in rest if cell.casefold() in KINDS]
    numbers = [cell for cell in rest if re.fullmatch(r"\+?\d{1,6}\??", cell)]
    strange = [cell for cell in rest if cell not in kinds and cell not in numbers]
    if strange:
        odd = strange[0] if len(strange[0]) <= 40 else f"{strange[0][:40]}…"
        return replace(line, fault=say("“{odd}” is neither a kind nor a number.", odd=odd))
    if not name or len(numbers) > 2:
        return replace(line, fault=say("Write name; kind; points; models."))
    kind = KINDS[kinds[0].casefold()] if kinds else None
    if kind is None and any(number.startswith("+") for number in numbers):
        kind = Kind.CASTER
    blank = len(cells) == 4 and not cells[2]
    if blank:  # without a cost, as `army_text` writes it
        numbers = ["", *numbers]
    points = int(numbers[0].rstrip("?")) if numbers and numbers[0] else None
    models = int(numbers[1].rstrip("?")) if len(numbers) == 2 else 1
    if kind is None and models == 1:
        row = ArmyRow(name, Kind.SOLO, points, 1, character, free)
        return _mark_guess(_check_entry(line, row), Kind.UNIT)
    kind = kind or Kind.UNIT
    guessed = numbers[1].endswith("?") if len(numbers) == 2 else kind is Kind.UNIT
    row = ArmyRow(name, kind, points, models, character, free, size_guessed=guessed)
    return replace(_check_entry(line, row), doubt=_doubt(row, ""))


def _mark_guess(line: ArmyLine, otherwise: Kind) -> ArmyLine:
    """Return the line with its kind marked as a guess that may also be ``otherwise``."""
    if line.row is None:
        return line
    row = replace(line.row, otherwise=otherwise)
    return replace(line, row=row, doubt=ask_kind(row.kind, otherwise))


def _sentence(line: ArmyLine, place: ListContext) -> ArmyLine:
    words = " ".join(strip_bullet(line.text).split())
    words = _NOISE.sub("", words).strip()
    labelled = Kind.CASTER if _LABEL.match(words) else None
    kind, words = said_kind(_LABEL.sub("", words))
    kind = kind or labelled
    if titled := leader_line(words):
        kind, words = kind or Kind.CASTER, titled.name
    words = _STRENGTH.sub("", words)
    words = re.sub(r"^[(\[][A-Z][\w' ]+ \d[)\]]\s+", "", words)  # "(Haley 2) Major Victoria Haley"
    character = bool(_CHARACTER.search(words))
    whole = words = _CHARACTER.sub("", words).rstrip()
    cost = said_cost(words)
    if cost.points is None and kind is None and _reads_like_a_sentence(words):
        return replace(line, fault=say("This reads like a remark: it has no points."))
    if not place.plus_leads:
        cost = replace(cost, is_caster=False)
    times, words = copies(cost.rest)
    words, more = _attachments(words)
    size, doubt = read_size(words), ""
    name = size.rest.strip(" -–:,*/").lstrip("+>• ")
    several = bool(more) or size.models > 1
    guess = _kind(name, cost, place, line.text, kind, unit=several)
    row = ArmyRow(name, guess.kind, cost.points, 1, character, cost.is_free)
    row = _with_size(row, size, guess, said_kind=kind)
    if more and row.kind is Kind.UNIT:
        doubt = say("The attachment’s name and points are missing. Write them on a line below.")
        more = _named_by_unit(more, name)
    if times > MANY_COPIES:
        doubt = doubt or say("Taken as {count} entries: is that right?", count=times)
    if two := _two_numbers(whole, cost, size):
        doubt = say("Which are the points, {one} or {other}? Write them last.", **two)
    if not doubt and (behind := _MORE_BEHIND.search(whole)):
        doubt = say(
            "What comes after {group}? Write one entry a line, with its points last.",
            group=behind["group"],
        )
    if part := _FRACTION.search(name):
        doubt = doubt or say(
            "What is “{group}”? Write the models as “10 models”.", group=part.group()
        )
    doubt = doubt or _odd_name(name) or _without_cost(cost)
    holder = place.holder
    attached = row.kind is Kind.SOLO and bool(holder and holder.kind is Kind.CASTER)
    return replace(
        _check_entry(line, row),
        doubt=doubt or _doubt(row, guess.doubt),
        attached=attached,
        copies=times,
        more=more if row.kind is Kind.UNIT else (),
    )


def _without_cost(cost: Cost) -> str:
    """Return a question about an entry without a cost; empty if it has one."""
    if cost.points is None:
        return say("No points in this line: without a cost?")
    if cost.is_free and not cost.points:
        return say("Free here. What is on its card? Write “name; solo; points; free”.")
    return ""


def _odd_name(name: str) -> str:
    """Return a question about a name with signs that names do not have: a colon, or marks of
    points; empty for other names.
    """
    odd = ": " in name or _ODD_MARK.search(name) or _DECIMAL.search(name)
    return say("Is “{name}” the whole name, and nothing else?", name=name) if odd else ""


def _two_numbers(words: str, cost: Cost, size: Size) -> dict[str, int]:
    """Return the points and another number that may be the points instead: "Gunners 9 (10)"; empty
    if there is no doubt.
    """
    if inside := _PRICE_INSIDE.search(cost.rest):
        return {"one": int(inside["plus"] or inside["each"]), "other": cost.points or 0}
    last = _LAST_NUMBER.search(cost.rest)
    other = int(last.group(1)) if last else size.models if _BARE_NUMBER.search(cost.rest) else 0
    in_brackets = words.rstrip()[-1:] in {")", "]"}
    if cost.points is None or cost.is_caster or not in_brackets:
        return {}
    return {"one": other, "other": cost.points} if other in ODD_SIZES or last else {}


def _reads_like_a_sentence(words: str) -> bool:
    stops = words.endswith(".") and " " in words
    return stops or len(words.split()) >= MANY_WORDS or bool(_GREETING.match(words))


def _attachments(words: str) -> tuple[str, Army]:
    """Split off an attachment that is named beside the unit, without points of its own. Return the
    remaining words and the attachment.
    """
    if with_ua := _WITH_UA.search(words):
        row = ArmyRow("", Kind.ATTACHMENT, size_guessed=True)  # named by its unit below
        return words[: with_ua.start()], (row,)
    if plus := _PLUS_NAME.search(words):
        return words[: plus.end("models")], (ArmyRow(plus["name"].strip(), Kind.ATTACHMENT),)
    return words, ()


def _kind(
    name: str, cost: Cost, place: ListContext, line: str, known_kind: Kind | None, *, unit: bool
) -> Guess:
    """Return the kind that the line or its heading names, or else the most likely one. ``unit``:
    whether several models were named.
    """
    holder = place.holder
    under_unit = holder is not None and holder.kind is Kind.UNIT
    if known_kind is not None:
        return Guess(known_kind)
    if cost.is_caster or (place.leads and not unit):
        return Guess(Kind.CASTER)
    attachment = is_attachment(name)
    if place.follows_unit and (attachment or _OFFICERS.search(name)):
        return Guess(Kind.ATTACHMENT)
    if unit and not under_unit:
        if place.flat and place.follows_unit and _is_small(cost, line):
            return _unit_or_attachment()
        few = holder is not None and holder.kind is Kind.CASTER and not _is_crew(line)
        return _unit_or_several(place) if few else Guess(Kind.UNIT)
    if place.headed is not None and not (under_unit or attachment):
        return Guess(place.headed)
    if holder is None and not attachment:
        return with_attachment(place) or alone(place, name, cost.points)
    return kind_under(place, line, name, cost.points)


def _is_small(cost: Cost, line: str) -> bool:
    """Tell whether several models are as cheap and as few as an attachment."""
    models = read_size(line).models
    return (cost.points or 0) <= MOST_ATTACHMENT and models <= FEW_MODELS and not _is_crew(line)


def _unit_or_attachment() -> Guess:
    kinds = (Kind.UNIT, Kind.ATTACHMENT)
    words = ask_kind(kinds[0], kinds[1])
    return Guess(*kinds, words)


def _is_crew(line: str) -> bool:
    """Tell whether a line counts a leader and others, as only lines of units do."""
    return bool(re.search(r"&|\+|\b(?:and|et|und|y|max|min|models?|leader)\b", line, re.IGNORECASE))


def _unit_or_several(place: ListContext) -> Guess:
    """Return the guess for an entry such as "Hunter (2)" below a caster: a unit or two of the
    caster's jacks, with a question.
    """
    vehicle = place.vehicle
    words = ask_kind(Kind.UNIT, vehicle)
    return Guess(Kind.UNIT, vehicle, words)


def _with_size(row: ArmyRow, size: Size, guess: Guess, *, said_kind: Kind | None) -> ArmyRow:
    """Return the entry with its number of models, with guesses marked as such. A number before the
    name may count models or entries.
    """
    models, otherwise = size.models, guess.otherwise
    guessed = size.is_guess or (row.kind is Kind.UNIT and not size.is_said)
    if row.kind is Kind.UNIT and size.is_first and said_kind is None:
        otherwise = guess.otherwise or Kind.SOLO
    if row.kind is Kind.ATTACHMENT and not size.is_said:
        several = bool(_OFFICERS.search(row.name) or _JOINED.search(row.name))
        models = 2 if several else 1
        guessed = (several and not _OFFICERS.search(row.name)) or bool(_NO_NAME.search(row.name))
    return replace(row, models=models, otherwise=otherwise, size_guessed=guessed)


def _doubt(row: ArmyRow, doubt: str) -> str:
    """Return ``doubt``, or else a doubt about the number of models if that was guessed."""
    return doubt or (size_doubt(row.models) if row.size_guessed else "")


def _check_entry(line: ArmyLine, row: ArmyRow) -> ArmyLine:
    if not row.name:
        return replace(line, fault=say("There is no name in this line."))
    if not 1 <= row.models <= 60:
        return replace(line, fault=say("{models} models: an entry has 1 to 60.", models=row.models))
    if row.points is not None and row.points > 99:
        return replace(
            line, fault=say("{points} points: an entry costs at most 99.", points=row.points)
        )
    return replace(line, row=row)
