"""The data of players' phones: each player's own page, and the requests that wait for the desk."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from app.engine.acts.phones import NOT_BY_PHONE
from app.engine.acts.results import How, Result
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import MOST_LISTS, ArmyList
from app.engine.armies.list_checks import describe_list, list_doubts, lists_wanted
from app.engine.armies.models import Known
from app.engine.armies.parse.entries import MOST_LENGTH, ArmyLine, army_of, read_army, unit_question
from app.engine.armies.parse.guesses import with_known
from app.engine.armies.parse.sheets import Sheet, read_sheets
from app.engine.frozen import replace
from app.engine.language import group_digits, plural, say
from app.engine.packet.list_rules import USUAL_RULES, ListRules
from app.engine.players.list_choice import lists_are_fixed
from app.engine.players.models import event_models, list_models
from app.engine.players.team_lists import team_met
from app.engine.remarks import holds
from app.engine.rounds.match_ups import pairs_are_out, public_rounds
from app.engine.side import Pair, Side
from app.engine.state import Applicant, Round, Stage, State, Status
from app.engine.table.game import NOT_PHONED, Game
from app.engine.table.sentences import HOW_WORDS, result_words
from app.engine.table.verdict import final_result
from app.engine.text import join_words, plain, shorten
from app.views.event.record import RecordRow, record
from app.views.round.result_entry import report_sheet, ways_to_win
from app.views.table.game_ends import ending_lines
from app.views.table.losses import list_lines
from app.views.teams.match_up import OwnMatch, own_match
from app.views.teams.phone import OwnTeam, own_team

MOST_TEXT = 10_000
"""The greatest number of characters in all lists that a player sends."""
MOST_LINES = 250
"""The greatest number of lines in all lists that a player sends. Reading so many takes the desk
some hundredths of a second.
"""

STATUS_WORDS = {
    Status.REGISTERED: say("Registered, not checked in yet"),
    Status.CHECKED_IN: say("Checked in"),
    Status.DROPPED: say("Dropped"),
    Status.DISQUALIFIED: say("Disqualified"),
}


class ReadLists(Struct, frozen=True):
    """Lists as they were understood."""

    lists: tuple[ArmyList, ...]
    titles: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    """The entries of each list in words."""
    doubts: tuple[str, ...]
    """Sentences about anything wrong or only guessed. The lists are accepted nevertheless."""
    fault: str = ""
    """The reason why the text cannot be accepted at all; empty if it is accepted."""


NOTHING_KNOWN: Mapping[str, Known] = {}


def read_typed_lists(
    state: State, text: str, faction: str = "", local: Mapping[str, Known] = NOTHING_KNOWN
) -> ReadLists:
    """Read typed lists. ``faction`` is the one the player registered with, ``local`` has the models
    known on this laptop.
    """
    if len(text) > MOST_TEXT:
        return _unread(
            say(
                "This is too long for army lists: {count} characters. The limit is {most}."
                " Nothing was sent.",
                count=group_digits(len(text)),
                most=group_digits(MOST_TEXT),
            )
        )
    if not text.strip():
        return _unread(say("Type or paste your lists first."))
    lines = text.splitlines()
    if len(lines) > MOST_LINES or any(len(line) > MOST_LENGTH for line in lines):
        return _unread(
            say(
                "That is not an army list: use at most {lines} lines of {letters} characters."
                " Write one entry on each line.",
                lines=MOST_LINES,
                letters=MOST_LENGTH,
            )
        )
    rules = state.packet.lists if state.packet is not None else USUAL_RULES
    sheets = read_sheets(text, rules.factions)
    if len(sheets) > MOST_LISTS:
        return _unread(say("A player has at most {most_lists} lists.", most_lists=MOST_LISTS))
    known = {**local, **list_models(state), **event_models(state)}
    read = [_read_sheet(sheet, faction, rules, known) for sheet in sheets]
    lists = tuple(army_list for army_list, _ in read if army_list.army or army_list.points)
    if not lists:
        return _unread(say("No list was found in this text. Write one entry on each line."))
    doubts = [doubt for _, lines in read for doubt in _line_doubts(lines)]
    if state.packet is not None and state.settings is not None:
        doubts += list_doubts(state.packet, state.settings, lists, faction)
        wanted = lists_wanted(state.packet, state.settings)
        if len(lists) < wanted:
            doubts.append(say("{count} of {wanted} lists so far.", count=len(lists), wanted=wanted))
    return ReadLists(lists, *shown_lists(lists), tuple(dict.fromkeys(doubts)))


def _unread(fault: str) -> ReadLists:
    return ReadLists((), (), (), (), fault)


def _read_sheet(
    sheet: Sheet, faction: str, rules: ListRules, known: Mapping[str, Known]
) -> tuple[ArmyList, list[ArmyLine]]:
    faction = sheet.faction or faction
    parts = [
        with_known(
            read_army(words, faction, points_first=not rules.bonus, led=words is sheet.army), known
        )
        for words in (sheet.army, sheet.specialists, sheet.reinforcements)
    ]
    army, specialists, reinforcements = map(army_of, parts)
    army_list = ArmyList(
        army=army,
        name=sheet.name,
        faction=sheet.faction,
        theme=sheet.theme,
        tier=sheet.tier,
        points=sheet.points,
        objective=sheet.objective,
        specialists=specialists,
        reinforcements=reinforcements,
        cards=sheet.cards,
    )
    return army_list, [line for part in parts for line in part]


def _line_doubts(lines: Sequence[ArmyLine]) -> Iterator[str]:
    asked = [line.row.name for line in lines if line.row is not None and _may_be_unit(line.row)]
    if asked:
        yield say(
            "Taken as solos: {names}. If one is a unit, write it as “name; unit; points; models”.",
            names=join_words(dict.fromkeys(asked)),
        )
    for line in lines:
        if line.fault or line.doubt not in {"", unit_question()}:
            yield f"{shorten(line.text.strip())}: {line.fault or line.doubt}"


def _may_be_unit(row: ArmyRow) -> bool:
    return (row.kind, row.otherwise) == (Kind.SOLO, Kind.UNIT)


def shown_lists(
    lists: Sequence[ArmyList],
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the titles of the lists, and their entries in words."""
    numbers = range(1, len(lists) + 1)
    return tuple(describe_list(lists, number) for number in numbers), tuple(map(list_lines, lists))


class PhonedResult(Struct, frozen=True):
    """A result that a player reported by phone."""

    winner: Side | None
    how: How
    cp: Pair[int]
    apd: Pair[int]
    words: str


class PlayersGame(Struct, frozen=True):
    """A player's game in the present round, as their phone shows it."""

    game: int
    round_number: int
    table: int
    side: Side
    names: Pair[str]
    scenario: str
    """The scenario's name; empty while it is secret."""
    ways: tuple[tuple[str, str], ...]
    """The ways in which the game may have been won, with their texts; empty if the game cannot be
    reported by phone now.
    """
    mine: PhonedResult | None
    theirs: PhonedResult | None
    contradicted: bool
    result: str
    """The result that counts, in words."""
    waits: str
    """The reason why the game cannot be reported by phone now, or what to do next; empty if the
    form needs no explanation.
    """
    ends: tuple[str, ...] = ()
    """The rules for how this game ends, in lines."""
    photos: int = 0
    """The number of photos of the slip that the player has taken."""
    takes_photo: bool = False


class OwnPage(Struct, frozen=True):
    """A player's own page."""

    player: int
    name: str
    club: str
    faction: str
    status: str
    here: bool
    left: bool
    may_check_in: bool
    asks_to_drop: bool
    list_titles: tuple[str, ...]
    list_lines: tuple[tuple[str, ...], ...]
    list_doubts: tuple[str, ...]
    may_send_lists: bool
    game: PlayersGame | None
    bye: int
    """The round in which the player has the bye at present; 0 for none."""
    record: tuple[RecordRow, ...]
    match: OwnMatch | None = None
    """The match of the player's team while its pairings are being settled."""
    team: OwnTeam | None = None
    """The match of the player's team once its pairings are public."""
    met: str = ""
    """The name of the next opposing team, if the player is a captain who may see that team's lists;
    else empty. The lists are in the next two fields.
    """
    met_titles: tuple[str, ...] = ()
    met_lines: tuple[tuple[str, ...], ...] = ()


def own_page(state: State, number: int) -> OwnPage | None:
    """Return a player's own page; None if they are not in the event."""
    player = state.players.get(number)
    if player is None:
        return None
    latest = find_public_round(state)
    game = game_of(state, number)
    titles, lines = shown_lists(player.lists)
    met, met_titles, met_lines = _lists_met(state, number)
    match = None if pairs_are_out(state) else own_match(state, number)
    doubts: tuple[str, ...] = ()
    if state.packet is not None and state.settings is not None:
        every = list_doubts(state.packet, state.settings, player.lists, player.entry.faction)
        doubts = tuple(doubt for doubt in every if not holds(player.accepted, doubt))
    return OwnPage(
        player=number,
        name=state.name(number),
        club=player.entry.club,
        faction=player.entry.faction,
        status=STATUS_WORDS[player.status],
        here=player.plays,
        left=player.status.has_left,
        may_check_in=state.phones.check_in and player.status is Status.REGISTERED,
        asks_to_drop=player.asks_to_drop,
        list_titles=titles,
        list_lines=lines,
        list_doubts=doubts,
        may_send_lists=not player.status.has_left and not (player.lists and lists_are_fixed(state)),
        game=find_own_game(state, game, number) if game else None,
        bye=latest.number if latest and latest.bye_of(number) else 0,
        record=_record_rows(state, number, latest.number if latest else 0),
        match=match,
        team=own_team(state, number) if match is None else None,
        met=met,
        met_titles=met_titles,
        met_lines=met_lines,
    )


def _record_rows(state: State, number: int, latest: int) -> tuple[RecordRow, ...]:
    """Return the player's rounds up to ``latest``. Rows of rounds before the player
    arrived say so.
    """
    rows = [row for row in record(state, number).rows if row.round_number <= latest]
    came = next((place for place, row in enumerate(rows) if row.opponent), len(rows))
    return (
        *(replace(row, opponent=say("not in the event yet")) for row in rows[:came]),
        *rows[came:],
    )


def _lists_met(
    state: State, number: int
) -> tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the name of the team whose lists a player may see as a captain, the titles of these
    lists, and their entries. All three are empty if there is no such team.
    """
    team = team_met(state, number)
    if team is None:
        return "", (), ()
    players = [state.players[player] for player in team.players]
    present = [player for player in players if not player.status.has_left]
    titles = (
        f"{state.name(player.number)}: {title}"
        for player in present
        for title in shown_lists(player.lists)[0]
    )
    lines = (list_lines(army_list) for player in present for army_list in player.lists)
    return team.name, tuple(titles), tuple(lines)


def find_public_round(state: State) -> Round | None:
    """Return the latest round that is public."""
    return next(reversed(public_rounds(state)), None)


def game_of(state: State, number: int) -> Game | None:
    """Return the player's game in the latest public round."""
    latest = find_public_round(state)
    games = state.games_of(latest) if latest else ()
    return next((game for game in games if number in game.players), None)


def find_own_game(state: State, game: Game, number: int) -> PlayersGame:
    side = game.players.side_of(number)
    stage, names = state.round_of(game).stage, game.players.map(state.name)
    waits = _waits(state, game, stage)
    result = final_result(game)
    phoned = game.phoned.map(
        lambda phoned: _describe_phoned(phoned, game, names) if phoned else None
    )
    return PlayersGame(
        game=game.number,
        round_number=game.round_number,
        table=game.table,
        side=side,
        names=names,
        scenario="" if stage is Stage.PUBLISHED else game.terms.scenario.name,
        ways=() if waits or result else phone_ways(game),
        mine=phoned.of(side),
        theirs=phoned.of(side.other),
        contradicted=game.contradicted,
        result=result_words(result, names.of, armies=game.armies) if result else "",
        waits="" if result else waits,
        ends=() if result else ending_lines(game.terms),
        photos=sum(photo.side is side for photo in game.photos),
        takes_photo=stage is not Stage.PUBLISHED,
    )


def _describe_phoned(result: Result, game: Game, names: Pair[str]) -> PhonedResult:
    words = result_words(result, names.of, armies=game.armies)
    return PhonedResult(result.winner, result.how, result.cp, result.apd, words)


def _waits(state: State, game: Game, stage: Stage) -> str:
    if stage is Stage.PUBLISHED:
        return say("The round has not started yet.")
    if game.play.clock is not None:
        return say("The clock at the table is running: end the game there.")
    if not state.phones.results or stage is Stage.FINISHED:
        return say("Tell the organizer the result.")
    return ""


def phone_ways(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the ways in which players may report that a game ended, with their texts."""
    ways = (*(how for how in ways_to_win(game) if how not in NOT_BY_PHONE), How.TIE)
    return tuple((how.value, HOW_WORDS[how]) for how in ways)


def reported_result(state: State, game: Game, said: Result) -> Result:
    """Return the result of a phone's report, with the points that a concession is worth."""
    return report_sheet(state, game).filled(said.winner, said.how, said.cp, said.apd)


class SignUpRow(Struct, frozen=True):
    """A sign-up that waits for the organizer."""

    number: int
    name: str
    about: str
    """The club, faction and lists, as far as they are known."""
    doubt: str
    """A note about a player or another sign-up with the same name; empty if there is none."""


class DropRow(Struct, frozen=True):
    """A player's request to drop."""

    player: int
    name: str
    about: str


class DisputeRow(Struct, frozen=True):
    """A game whose players reported different results."""

    game: int
    table: int
    names: Pair[str]
    said: Pair[str]


class ReportRow(Struct, frozen=True):
    """A game that one player reported and the opponent has not confirmed."""

    game: int
    table: int
    by: str
    said: str
    result: Result


class PhoneRequests(Struct, frozen=True):
    """All requests from phones that wait for the organizer."""

    sign_ups: tuple[SignUpRow, ...] = ()
    drops: tuple[DropRow, ...] = ()
    disputes: tuple[DisputeRow, ...] = ()
    reports: tuple[ReportRow, ...] = ()

    @property
    def count(self) -> int:
        return sum(map(len, (self.sign_ups, self.drops, self.disputes, self.reports)))


def phone_requests(state: State) -> PhoneRequests:
    latest = state.latest
    games = sorted(state.games_of(latest), key=lambda game: game.table) if latest else ()
    return PhoneRequests(
        sign_ups=tuple(
            _sign_up(state, applicant) for applicant in state.applicants.values() if applicant.waits
        ),
        drops=tuple(
            DropRow(number, state.name(number), _playing(state, number))
            for number, player in sorted(state.players.items())
            if player.asks_to_drop
        ),
        disputes=tuple(_dispute(state, game) for game in games if game.contradicted),
        reports=tuple(row for game in games for row in _list_unconfirmed(state, game)),
    )


def _sign_up(state: State, applicant: Applicant) -> SignUpRow:
    entry = applicant.entry
    lists = plural(len(applicant.lists), "{count} list", "{count} lists") if applicant.lists else ""
    return SignUpRow(
        number=applicant.number,
        name=entry.name,
        about=" · ".join(filter(None, (entry.club, entry.faction, entry.army, entry.team, lists))),
        doubt=_namesakes(state, applicant),
    )


def _namesakes(state: State, applicant: Applicant) -> str:
    """Return a note about a player or another sign-up with the same name; empty if there is
    none.
    """
    name = plain(applicant.entry.name)
    same = [n for n, player in state.players.items() if plain(player.entry.name) == name]
    if same:
        return say("The same name as number {numbers}", numbers=join_words(same))
    waiting = (other for other in state.applicants.values() if other.waits)
    if any(plain(other.entry.name) == name for other in waiting if other is not applicant):
        return say("Another sign-up has the same name")
    return ""


def _playing(state: State, number: int) -> str:
    game = game_of(state, number)
    if game is None or final_result(game) is not None:
        return ""
    return say("still plays at table {table}", table=game.table)


def _dispute(state: State, game: Game) -> DisputeRow:
    names = game.players.map(state.name)
    in_words = partial(result_words, name=names.of, armies=game.armies)
    said = game.phoned.map(lambda result: in_words(result) if result else "")
    return DisputeRow(game.number, game.table, names, said)


def reports_of(game: Game) -> list[tuple[Side, Result]]:
    """Return the sides that reported a game by phone, with their reports."""
    return [(side, result) for side in Side if (result := game.phoned.of(side)) is not None]


def _list_unconfirmed(state: State, game: Game) -> Iterator[ReportRow]:
    """Yield the report of a game if only one player has reported it and the game has no result."""
    if game.phoned == NOT_PHONED:
        return
    reports = reports_of(game)
    if len(reports) == 1 and final_result(game) is None:
        ((side, result),) = reports
        names = game.players.map(state.name)
        words = result_words(result, names.of, armies=game.armies)
        yield ReportRow(game.number, game.table, names.of(side), words, result)
