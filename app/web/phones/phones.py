"""The players' phones: which player each phone belongs to, what players do on it, and what it is
sent.
"""

import hmac
from collections.abc import Callable

from app.clock.allowance import Allowance
from app.desk.desk import Desk
from app.engine.acts.commands import Command, Refused
from app.engine.acts.phones import (
    AskToDrop,
    CheckInByPhone,
    ReportByPhone,
    SendLists,
    SignedUp,
    SignUp,
)
from app.engine.acts.players import Entry
from app.engine.acts.results import Result
from app.engine.acts.teams.match_up import ChooseInMatchUp
from app.engine.language import mark_text, say, template
from app.engine.rounds.match_ups import match_up
from app.engine.side import Pair, Side
from app.engine.standings.matches import team_of
from app.engine.state import Applicant, Player, Round, State
from app.engine.table.game import Game
from app.store.errors import StoreError
from app.store.known_models import known_models
from app.views.event.phones import game_of, own_page, read_typed_lists, reported_result
from app.views.teams.phone import team_games
from app.web.phones.codes import PlayerCodes
from app.web.protocol.messages import (
    Also,
    Application,
    CheckInAct,
    DropAct,
    ListsAct,
    ListsRead,
    ListsRequest,
    MatchUpAct,
    Ordered,
    OwnMessage,
    PlayerAct,
    ReportAct,
    SignedIn,
    SignedOut,
    SignIn,
)
from app.web.protocol.seal import answer_to, hash_secret
from app.web.server.connection import Connection
from app.web.server.secrets import Keys, PinGate

WRONG = template(
    "That is not the code of {name}. Look at the strip with your code, or ask the organizer."
)
ENTER = say("Choose your name and enter your code.")
OTHER_PHONE = template(
    "Another phone has signed in as you. If it is not yours, ask the organizer for a new code."
)
RENEWED = template("Your code is no longer valid. Ask the organizer for the new one.")
TOO_MANY = template("Many sign-ups from this phone are waiting. Ask the organizer to enter you.")
TOO_OFTEN = say("Too much in a short time. Wait a minute and try again.")
PLAYER = mark_text("Player")
"""The actor in records of acts by phone that belong to no side of a table."""
UNITS = 5
"""The units of an allowance that one act costs; an allowance gains one per second."""
ACTS = 40
"""The most acts of a player in quick succession."""
SIGN_UPS = 60
"""The most sign-ups from one address in quick succession."""
WAITING_OF_ONE = 60
"""The most sign-ups of one address that may wait for the organizer, so that nobody fills the list
alone.
"""
SIGN_UP_WITH_LISTS = 3
"""The number of sign-ups for which a single sign-up with army lists counts."""
READINGS = 6
"""The most texts of army lists from one phone that are read in quick succession; then one per
second.
"""
READINGS_OF_ALL, READINGS_A_SECOND = 8, 3
"""The texts of army lists from all phones that are read at once and per second. Reading one may
take some hundredths of a second, and everybody else waits.
"""
LISTS_UNITS = 20
"""The units of a player's allowance that sending army lists costs."""
ADDRESSES = 500
"""The most allowances in memory; the one that was unused for longest is dropped."""


class Phones:
    """The players' phones. All of this runs in the desk's thread."""

    def __init__(
        self,
        desk: Desk,
        keys: Keys,
        steady: Callable[[], float],
        guessed: Callable[[], None] = lambda: None,
        say: Callable[[int, str, Also], bool] = lambda _player, _device, _also: False,
    ) -> None:
        """Take ``guessed``, which is called when somebody begins to guess players' codes, and
        ``say``, which sends a message to a player's phone by the phone's name and tells whether the
        phone is connected.
        """
        self._say = say
        self._known: dict[int, dict[str, bool]] = {}
        """Each player's phones, and whether a phone has still to be told of another one."""
        self._desk = desk
        self._codes = PlayerCodes(keys)
        self._steady = steady
        self._guessed = guessed
        self._gate = PinGate(steady)
        self._allowances: dict[str, Allowance] = {}
        self._readings = Allowance(steady(), READINGS_OF_ALL, READINGS_A_SECOND, READINGS_OF_ALL)
        self._signed_up: dict[str, list[int]] = {}
        """The numbers of the sign-ups from each address."""
        self._rounds: tuple[Round, ...] = ()
        self._team_games: dict[int, tuple[int, ...]] = {}
        self._games: dict[int, list[int]] = {}
        """The numbers of each player's games in ``_rounds``."""

    def sign_in(self, connection: Connection, message: SignIn, state: State) -> None:
        """Sign a phone in and answer it. Wrong codes are counted for each player and address, so
        that nobody who guesses can lock out the rest of the hall.
        """
        try:
            self._sign_in(connection, message, state)
        except StoreError as error:
            connection.say(SignedOut(sentence=str(error)))

    def _sign_in(self, connection: Connection, message: SignIn, state: State) -> None:
        self.sign_out(connection)
        if message.applicant:
            self._come_back(connection, message, state)
            return
        player = state.players.get(message.player)
        if player is None:
            connection.say(SignedOut(sentence=ENTER))
        elif message.answer:
            key = self._codes.key(player.number, connection.device)
            if _is_proven(key, message, connection):
                self._let(connection, player.number, state)
            else:
                renewed = self._codes.was_renewed(player.number)
                connection.say(SignedOut(sentence=str(RENEWED) if renewed else ENTER))
        else:
            self._try(connection, message, player, state)

    def _try(self, connection: Connection, message: SignIn, player: Player, state: State) -> None:
        who = f"{connection.address} {player.number}"
        wait_s = self._gate.wait_s(who)
        if wait_s > 0:
            sentence = say(
                "Too many wrong codes. Try again in {minutes} min, or ask the organizer.",
                minutes=-(-int(wait_s) // 60) or 1,
            )
            connection.say(SignedOut(sentence=sentence, wait_ms=int(wait_s * 1000)))
        elif self._codes.is_code(player.number, message.code):
            self._gate.note_right(who)
            self._let(connection, player.number, state)
        else:
            if self._gate.note_wrong(who):
                self._guessed()
            wait_ms = int(self._gate.wait_s(who) * 1000)
            sentence = WRONG.format(name=state.name(player.number))
            connection.say(SignedOut(sentence=sentence, wait_ms=wait_ms))

    def _come_back(self, connection: Connection, message: SignIn, state: State) -> None:
        """Sign in the player who signed up on this phone, once the organizer has accepted them."""
        applicant = state.applicants.get(message.applicant)
        if applicant is None:
            connection.say(SignedOut(sentence=ENTER))
            return
        key = self._codes.sign_up_key(applicant.number, connection.device)
        if not _is_proven(key, message, connection):
            connection.say(SignedOut(sentence=ENTER))
            return
        self._apply(connection, applicant, state)

    def _apply(self, connection: Connection, applicant: Applicant, state: State) -> None:
        if applicant.player in state.players:
            self._let_applicant(connection, applicant, state)
            return
        connection.applicant = applicant.number
        key = self._codes.sign_up_key(applicant.number, connection.device)
        connection.say(
            SignedIn(player=0, name=applicant.entry.name, key=key, applicant=applicant.number)
        )

    def _let_applicant(self, connection: Connection, applicant: Applicant, state: State) -> None:
        """Open the player's page for an accepted sign-up, unless the player's code was renewed."""
        if self._codes.was_renewed(applicant.player):
            self.forget(connection)
        else:
            self._let(connection, applicant.player, state)

    def _let(self, connection: Connection, player: int, state: State) -> None:
        connection.player, connection.applicant = player, 0
        connection.sent_own = ()
        key = self._codes.key(player, connection.device)
        connection.say(SignedIn(player=player, name=state.name(player), key=key))
        self._announce(player, connection)

    def _announce(self, player: int, connection: Connection) -> None:
        """Tell the player's other phones that a new one has signed in; phones that are away are
        told later.
        """
        known, also = self._known.setdefault(player, {}), Also(sentence=str(OTHER_PHONE))
        if known.get(connection.device):
            connection.say(also)
        if connection.device not in known:
            for device in known:
                known[device] = not self._say(player, device, also)
        known[connection.device] = False

    def sign_out(self, connection: Connection) -> None:
        connection.player = connection.applicant = 0
        connection.sent_own = ()

    def read(self, connection: Connection, message: ListsRequest, state: State) -> ListsRead:
        """Return how the text of army lists is understood. Signed-in players may ask, and anybody
        while sign-up is open.
        """
        if not connection.player and not state.phones.sign_up:
            return ListsRead(number=message.number, fault=ENTER)
        if not self._may_read(connection):
            return ListsRead(number=message.number, fault=TOO_OFTEN, busy=True)
        player = state.players.get(connection.player)
        read = read_typed_lists(
            state, message.text, player.entry.faction if player else message.faction, known_models()
        )
        return ListsRead(
            number=message.number,
            titles=read.titles,
            lines=read.lines,
            doubts=read.doubts,
            fault=read.fault,
        )

    def sign_up(self, connection: Connection, message: Application, state: State) -> Ordered:
        cost = SIGN_UP_WITH_LISTS if message.lists.strip() else 1
        if not self._may(f"sign up {connection.address}", SIGN_UPS, cost):
            return _no(message.number, TOO_OFTEN)
        if self._waiting(connection.address, state) >= WAITING_OF_ONE:
            return _no(message.number, str(TOO_MANY))
        entry = Entry(message.name, message.club, message.faction, message.team, army=message.army)
        read = (
            read_typed_lists(state, message.lists, message.faction, known_models())
            if message.lists.strip()
            else None
        )
        if read is not None and read.fault:
            return _no(message.number, read.fault)
        reply = self._do(connection, SignUp(entry, read.lists if read else ()), PLAYER)
        if isinstance(reply, Refused):
            return _no(message.number, reply.sentence)
        try:
            for event in reply:
                if isinstance(event, SignedUp):
                    self._signed_up.setdefault(connection.address, []).append(event.number)
                    self._apply(connection, Applicant(event.number, event.entry), state)
        except StoreError as error:
            return _no(message.number, str(error))
        return Ordered(number=message.number, done=True)

    def _waiting(self, address: str, state: State) -> int:
        """Return how many sign-ups from an address wait for the organizer."""
        waiting = [
            number
            for number in self._signed_up.get(address, ())
            if number in state.applicants and state.applicants[number].waits
        ]
        if waiting:
            self._signed_up[address] = waiting
        return len(waiting)

    def act(self, connection: Connection, message: PlayerAct, state: State) -> Ordered:
        player = state.players.get(connection.player)
        if player is None:
            return _no(message.number, ENTER)
        cost = LISTS_UNITS if isinstance(message.act, ListsAct) else UNITS
        if not self._may(f"player {player.number}", ACTS * UNITS, cost):
            return _no(message.number, TOO_OFTEN)
        asked = _command(state, player, message)
        if isinstance(asked, Refused):
            return _no(message.number, asked.sentence)
        command, actor = asked
        reply = self._do(connection, command, actor, insist=message.insist)
        if isinstance(reply, Refused):
            return Ordered(
                number=message.number,
                done=False,
                sentence=reply.sentence,
                insistable=reply.insistable,
            )
        return Ordered(number=message.number, done=True)

    def tell(self, connection: Connection, state: State, seq: int) -> None:
        """Send the phone its player's page if that may have changed."""
        applicant = state.applicants.get(connection.applicant)
        if applicant is not None and applicant.player in state.players:
            self._let_applicant(connection, applicant, state)
            applicant = None
        if connection.player and connection.player not in state.players:
            self.sign_out(connection)
            connection.say(SignedOut(sentence=ENTER))
        parts = self._parts(state, connection.player) if connection.player else (applicant,)
        if parts == (None,) or _same(parts, connection.sent_own):
            return
        connection.sent_own = parts
        if applicant is not None:
            connection.say(OwnMessage(seq=seq, page=None, waits=_waits(applicant)))
        elif connection.player:
            game = game_of(state, connection.player)
            clock = game.play.clock if game else None
            connection.say(
                OwnMessage(seq=seq, page=own_page(state, connection.player), clock=clock)
            )

    def forget(self, connection: Connection) -> None:
        """Sign a phone out because the player's code was renewed."""
        self.sign_out(connection)
        connection.say(SignedOut(sentence=str(RENEWED)))

    def _parts(self, state: State, player: int) -> tuple[object, ...]:
        """Return everything that a player's page is made of, to compare it with what was sent
        before. Taps at other tables are left out, since this is calculated for each phone after
        each tap.
        """
        if state.rounds is not self._rounds:
            self._rounds, self._games = state.rounds, _games_by_player(state)
            self._team_games = {}
        games = [
            state.games[number] for number in self._games.get(player, ()) if number in state.games
        ]
        if player not in self._team_games:
            self._team_games[player] = team_games(state, player)
        mates = [
            state.games[number] for number in self._team_games[player] if number in state.games
        ]
        return (
            state.players.get(player),
            state.name(player),
            *(state.name(number) for game in games for number in game.players),
            state.settings,
            state.packet,
            state.phones,
            state.rounds,
            *games,
            *(part for game in mates for part in _outcome(game)),
        )

    def _do(
        self, connection: Connection, command: Command, actor: str, *, insist: bool = False
    ) -> tuple[object, ...] | Refused:
        reply = self._desk.act(
            command,
            self._desk.timeline.now_ms(),
            actor=actor,
            station=f"phone {connection.device[:8]}",
            insist=insist,
        )
        return reply if isinstance(reply, Refused) else tuple(row.event for row in reply)

    def _may_read(self, connection: Connection) -> bool:
        """Tell whether a text of army lists may be read for this phone now, and count it."""
        if not self._may(f"read {connection.device}", READINGS, 1):
            return False
        return self._readings.spend(self._steady())

    def _may(self, who: str, at_once: int, cost: int) -> bool:
        now_s = self._steady()
        allowance = self._allowances.pop(who, None)
        if allowance is None:
            allowance = Allowance(now_s, at_once, 1, at_once)
        self._allowances[who] = allowance
        while len(self._allowances) > ADDRESSES:
            del self._allowances[next(iter(self._allowances))]
        return allowance.spend(now_s, cost)


def _is_proven(key: str, message: SignIn, connection: Connection) -> bool:
    """Tell whether the phone proves that it has this key. The key itself is never sent."""
    made = answer_to(connection.end_of_line.nonce, hash_secret(key))
    return hmac.compare_digest(made.encode(), message.answer.encode())


def _no(number: int, sentence: str) -> Ordered:
    return Ordered(number=number, done=False, sentence=sentence)


def _command(state: State, player: Player, message: PlayerAct) -> tuple[Command, str] | Refused:
    """Return the command for a player's act, and the actor for the history."""
    match message.act:
        case CheckInAct():
            return CheckInByPhone(player.number), PLAYER
        case DropAct(wanted=wanted):
            return AskToDrop(player.number, wanted), PLAYER
        case ListsAct(text=text):
            read = read_typed_lists(state, text, player.entry.faction, known_models())
            if read.fault:
                return Refused(read.fault)
            return SendLists(player.number, read.lists), PLAYER
        case ReportAct() as said:
            return _report(state, player, said)
        case MatchUpAct() as said:
            return _choose(state, player, said), PLAYER


def _report(state: State, player: Player, said: ReportAct) -> tuple[Command, str]:
    result = Result(
        said.winner, said.how, Pair(said.cp.red, said.cp.blue), Pair(said.apd.red, said.apd.blue)
    )
    game = state.games.get(said.game)
    if game is None or player.number not in game.players:
        return ReportByPhone(said.game, player.number, result), PLAYER
    side = Side.RED if game.players.red == player.number else Side.BLUE
    result = reported_result(state, game, result)
    return ReportByPhone(game.number, player.number, result), side.actor


def _choose(state: State, player: Player, said: MatchUpAct) -> ChooseInMatchUp:
    """Return the command for a choice that a player sends for their team. Any player may send a
    choice; the desk refuses it unless the player is the captain.
    """
    now = match_up(state, said.match)
    blue = now is not None and now.match.teams.blue == team_of(state, player.number)
    side = Side.BLUE if blue else Side.RED
    return ChooseInMatchUp(said.match, side, said.step, said.chosen, player.number)


def _games_by_player(state: State) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = {}
    for round_ in state.rounds:
        for game in state.games_of(round_):
            for player in game.players:
                numbers.setdefault(player, []).append(game.number)
    return numbers


def _outcome(game: Game) -> tuple[object, ...]:
    """Return the parts of a game that make its result. Taps are not among them."""
    return game.reported, game.play.ending, game.play.confirmed


def _same(parts: tuple[object, ...], before: tuple[object, ...]) -> bool:
    """Tell whether all parts are the same objects, or equal texts."""
    return len(parts) == len(before) and all(
        part is other or (isinstance(part, str) and part == other)
        for part, other in zip(parts, before, strict=True)
    )


def _waits(applicant: Applicant) -> str:
    if applicant.declined:
        return say("The organizer declined your sign-up. Ask them why.")
    return say(
        "You have signed up. The organizer has to accept it; this page goes on by itself then."
    )
