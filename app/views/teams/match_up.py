"""A match-up in words: for its captains on their phones, for the organizer, and for everybody else.

It never includes a captain's choice that the other captain has not answered yet.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from app.engine.language import say
from app.engine.match_up.procedure import Deed
from app.engine.match_up.progress import BE_A, Ask, Done, Progress
from app.engine.rounds.match_ups import MatchUpNow, match_up_of, match_ups
from app.engine.side import Pair, Side
from app.engine.standings.matches import team_of
from app.engine.state import Stage, State
from app.engine.text import join_words
from app.views.teams.matches import block_words


class Option(Struct, frozen=True):
    """One of the possible choices."""

    number: int
    """The number of the choice, as in `app.engine.match_up.progress.Choice`."""
    words: str
    about: str = ""
    """The player's faction."""


class Question(Struct, frozen=True):
    """A choice that a captain has to make."""

    side: Side
    step: int
    words: str
    options: tuple[Option, ...]
    count: int
    secret: bool


class SettledPair(Struct, frozen=True):
    """Two players who will meet. For a captain, their own player comes first."""

    table: int
    """The number of the players' table; 0 while it is not known."""
    names: Pair[str]


class OwnMatch(Struct, frozen=True):
    """The match of a player's team, as their phone shows it."""

    match: int
    """The number by which acts refer to the match."""
    round_number: int
    team: str
    opponent: str
    tables: str
    """The tables, such as "1–5"."""
    sentence: str
    """The captain's next step in words, or who is waited for."""
    procedure: str = ""
    """The name of the procedure. This and the following fields are only for the captain."""
    about: str = ""
    account: tuple[str, ...] = ()
    """The steps so far as sentences, in order."""
    pairs: tuple[SettledPair, ...] = ()
    question: Question | None = None


class MatchUpView(Struct, frozen=True):
    """A match-up as the organizer sees it."""

    match: int
    names: Pair[str]
    captains: Pair[str]
    tables: tuple[int, ...]
    stands: str
    complete: bool
    procedure: str
    about: str
    account: tuple[str, ...]
    pairs: tuple[SettledPair, ...]
    questions: tuple[Question, ...]
    """The present questions. A captain who has already chosen has no question."""
    players: Pair[tuple[Option, ...]]
    """The players of both teams, by seat."""
    can_take_back: bool


def own_match(state: State, number: int) -> OwnMatch | None:
    """Return what a player may know about their team's match before the pairings are public; None
    if there is nothing.
    """
    now, latest = match_up_of(state, number), state.latest
    if now is None or latest is None or latest.stage is not Stage.PUBLISHED:
        return None
    side = Side.RED if now.match.teams.red == team_of(state, number) else Side.BLUE
    captain = now.captains.of(side) == number
    tables = block_words(now.progress.meeting.tables)
    shown = OwnMatch(
        match=now.number,
        round_number=latest.number,
        team=now.names.of(side),
        opponent=now.names.of(side.other),
        tables=tables,
        sentence=_sentence(state, now, side) if captain else _wait_words(state, now, side),
    )
    return _for_captain(state, now, side, shown) if captain else shown


def match_up_views(state: State) -> tuple[MatchUpView, ...]:
    """Return the match-ups of the latest round, in the order of their tables."""
    return tuple(_view(state, now) for now in match_ups(state))


def _for_captain(state: State, now: MatchUpNow, side: Side, shown: OwnMatch) -> OwnMatch:
    progress = now.progress.seen_by(side)
    asked = None if now.is_complete else progress.asks.get(side)
    pairs = tuple(
        SettledPair(pair.table, pair.names if side is Side.RED else Pair(*reversed([*pair.names])))
        for pair in _pairs(state, now, progress)
    )
    return OwnMatch(
        shown.match,
        shown.round_number,
        shown.team,
        shown.opponent,
        shown.tables,
        shown.sentence,
        progress.meeting.procedure.name,
        progress.meeting.procedure.about,
        _account(state, now, progress),
        pairs,
        _question(state, now, side, asked) if asked else None,
    )


def _view(state: State, now: MatchUpNow) -> MatchUpView:
    progress = now.progress.seen_by(None)
    return MatchUpView(
        match=now.number,
        names=now.names,
        captains=now.captains.map(lambda number: state.name(number) if number else ""),
        tables=progress.meeting.tables,
        stands=_stands(now),
        complete=now.is_complete,
        procedure=progress.meeting.procedure.name,
        about=progress.meeting.procedure.about,
        account=_account(state, now, progress),
        pairs=_pairs(state, now, progress),
        questions=()
        if now.is_complete
        else tuple(_question(state, now, side, asked) for side, asked in progress.asks.items()),
        players=progress.meeting.teams.map(
            lambda team: tuple(_player(state, number) for number in team)
        ),
        can_take_back=bool(now.made.choices or now.made.typed) and not now.has_begun,
    )


def _stands(now: MatchUpNow) -> str:
    """Return the state of the match-up: "Complete", "Waits for Ada", "Waits for both captains"."""
    if now.is_complete:
        return say("Typed by the desk") if now.made.typed else say("Complete")
    if now.waits_for_desk:
        return say("Waits for the desk")
    waiting = [now.names.of(side) for side in now.progress.asks]
    return say("Waits for {teams}", teams=join_words(waiting))


def _sentence(state: State, now: MatchUpNow, side: Side) -> str:
    """Return what a captain has to do now."""
    if now.is_complete:
        return say(
            "Your match-up is complete. The pairs appear together with those of the other matches."
        )
    if now.waits_for_desk:
        return say("Agree the pairings with the other captain and report them at the desk.")
    laid, step = now.progress.laid.of(side), now.progress.step
    if side in now.progress.asks:
        return say("It is your turn.")
    captain = now.captains.of(side.other)
    name = state.name(captain) if captain else now.names.of(side.other)
    if laid and step:
        chosen = join_words(_name_choice(state, step.do, laid))
        return say("You chose {chosen}. Waiting for {name}.", chosen=chosen, name=name)
    return say("Waiting for {name}.", name=name)


def _wait_words(state: State, now: MatchUpNow, side: Side) -> str:
    if now.waits_for_desk or now.is_complete:
        return say("Your table appears here when all match-ups are complete.")
    captain = now.captains.of(side)
    if not captain:
        return say("Your table appears here when all match-ups are complete.")
    return say(
        "{captain} chooses opponents for your team. Your table appears here after that.",
        captain=state.name(captain),
    )


def _pairs(state: State, now: MatchUpNow, progress: Progress) -> tuple[SettledPair, ...]:
    """Return the pairs of the games once the match-up is complete; until then, those that the
    captains have settled.
    """
    if now.is_complete:
        games = [state.games[number] for number in now.match.games]
        return tuple(SettledPair(game.table, game.players.map(state.name)) for game in games)
    return tuple(SettledPair(pair.table, pair.players.map(state.name)) for pair in progress.met)


def _account(state: State, now: MatchUpNow, progress: Progress) -> tuple[str, ...]:
    return tuple(_done_words(state, now, done) for done in progress.account)


def _done_words(state: State, now: MatchUpNow, done: Done) -> str:
    side = done.side or Side.RED
    team = now.names.of(side)
    named = join_words(_name_choice(state, done.do, done.chosen))
    against = state.name(done.against) if done.against else ""
    match done.do:
        case Deed.ROLL:
            return say(
                "The roll: {red} {red_die}, {blue} {blue_die}. {team} won it.",
                red=now.names.red,
                red_die=done.chosen[0],
                blue=now.names.blue,
                blue_die=done.chosen[1],
                team=team,
            )
        case Deed.CHOOSE_SIDE:
            return say("{team} chose to be {side}.", team=team, side=named)
        case Deed.PUT_UP:
            return say("{team} put up {player}.", team=team, player=named)
        case Deed.OFFER:
            return say(
                "{team} offered {players} against {against}.",
                team=team,
                players=named,
                against=against,
            )
        case Deed.PICK:
            return say(
                "{team} picked {player} against {against}.",
                team=team,
                player=named,
                against=against,
            )
        case Deed.CHOOSE_TABLE:
            return say(
                "{team} chose {table} for {against}.", team=team, table=named, against=against
            )
        case _:
            red, blue = map(state.name, done.chosen)
            return say("{red} meets {blue}.", red=red, blue=blue)


def _question(state: State, now: MatchUpNow, side: Side, asked: Ask) -> Question:
    against = state.name(asked.against) if asked.against else ""
    words = QUESTIONS[asked.do](asked, against)
    if asked.secret:
        words = say("{words} The other captain sees it when both have chosen.", words=words)
    options = tuple(_option(state, asked.do, number) for number in asked.options)
    return Question(side, asked.step, words, options, asked.count, asked.secret)


QUESTIONS: Mapping[Deed, Callable[[Ask, str], str]] = {
    Deed.CHOOSE_SIDE: lambda _asked, _against: say("Choose to be A or B."),
    Deed.PUT_UP: lambda asked, _against: (
        say("Lay one player face down.") if asked.secret else say("Put one player up.")
    ),
    Deed.OFFER: lambda asked, against: (
        say("Offer one player against {against}.", against=against)
        if asked.count == 1
        else say("Offer {count} players against {against}.", count=asked.count, against=against)
    ),
    Deed.PICK: lambda _asked, against: say("Pick the opponent of {against}.", against=against),
    Deed.CHOOSE_TABLE: lambda _asked, against: say(
        "Choose the table of {against}.", against=against
    ),
}


def _option(state: State, do: Deed, number: int) -> Option:
    if do in {Deed.CHOOSE_SIDE, Deed.CHOOSE_TABLE}:
        return Option(number, *_name_choice(state, do, (number,)))
    return _player(state, number)


def _player(state: State, number: int) -> Option:
    player = state.players.get(number)
    return Option(number, state.name(number), player.entry.faction if player else "")


def _name_choice(state: State, do: Deed, chosen: tuple[int, ...]) -> list[str]:
    """Return a choice in words."""
    if do is Deed.CHOOSE_SIDE:
        return ["A" if chosen == BE_A else "B"]
    if do is Deed.CHOOSE_TABLE:
        return [say("table {table}", table=number) for number in chosen]
    return [state.name(number) for number in chosen]
