"""The organizer on a tablet: the PIN, tokens and orders."""

from collections.abc import Callable

from app.desk.desk import Desk
from app.desk.replies import Reply
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import ORGANIZER
from app.engine.acts.judge import GoToTable
from app.engine.acts.players import CheckIn
from app.engine.acts.room import ActAtTables, RoomAct, RoomActed
from app.engine.acts.undo import Undo
from app.engine.language import say, template
from app.engine.state import State
from app.engine.table.game import Game
from app.store.errors import StoreError
from app.views.event.check_in import at_check_in, checked_in_words
from app.views.history.words import act_words
from app.views.round.hall import acted_words
from app.views.round.needs import Need, name_parts, settling_commands
from app.web.phones.codes import PlayerCodes
from app.web.protocol.acts import command_for_order
from app.web.protocol.messages import (
    CheckInOrder,
    HallOrder,
    Locked,
    Ordered,
    OrderMessage,
    Settle,
    Unlock,
    Unlocked,
)
from app.web.protocol.seal import hash_secret
from app.web.server.connection import Connection
from app.web.server.secrets import TOKEN_S, Keys, PinGate

AT_A_TABLE_S = 600.0
ENTER = template("Enter the organizer’s PIN first.")
NOT_LAST = say("Something else was done since. Undo that at the desk first.")
NO_CODE = say("No player of this event has that code. Look for their name instead.")
SETTLED = say("That is already settled.")
GONE = say("That game is no longer in this event.")


class Organizer:
    """Lets connections do what only the organizer may do."""

    def __init__(
        self,
        desk: Desk,
        keys: Keys,
        steady: Callable[[], float],
        guessed: Callable[[int], None] = lambda _table: None,
        came: Callable[[Connection], None] = lambda _connection: None,
    ) -> None:
        """Take ``guessed``, which is called with a table when somebody there begins to guess the
        PIN, and ``came``, which is called when a device is newly let in.
        """
        self.guessed = guessed
        self._came = came
        self._desk = desk
        self._keys = keys
        self._codes = PlayerCodes(keys)
        self._steady = steady
        self._gate = PinGate(steady)

    def unlock(self, connection: Connection, message: Unlock) -> Unlocked | Locked:
        """Unlock a device by the PIN, by the token from an earlier PIN, or by a pass made at the
        desk. Tokens and passes are not sent: an answer to the connection's challenge proves them.
        """
        if connection.role == "eo" and message.answer:
            answer, nonce = message.answer, connection.end_of_line.nonce
            if hashed := self._gate.token_of(answer, nonce, connection.device):
                return self._let(connection, hashed)
            if token := self._gate.takes(answer, nonce, connection.device):
                self._came(connection)
                return self._let(
                    connection, hash_secret(token), token, proof=self._keys.new_proof()
                )
            if not message.pin:
                return Locked(sentence=str(ENTER))
        known = self._keys.is_proof(message.proof)
        who = hash_secret(message.proof) if known else connection.address
        wait_s = self._gate.wait_s(who)
        if wait_s > 0:
            minutes = -(-int(wait_s) // 60) or 1
            sentence = say(
                "Too many wrong PINs. Try again in {minutes} min, or press Let a device in… on"
                " the Tablets page of Flagfall.",
                minutes=minutes,
            )
            return Locked(sentence=sentence, wait_ms=int(wait_s * 1000))
        if message.pin and self._keys.is_pin(message.pin):
            proof = "" if known or connection.table else self._keys.new_proof()
            self._came(connection)
            token = self._gate.note_right(who, connection.device)
            return self._let(connection, hash_secret(token), token, proof=proof)
        if self._gate.note_wrong(who):
            self.guessed(connection.table)
        wait_ms = int(self._gate.wait_s(who) * 1000)
        return Locked(sentence=say("That PIN is wrong."), wait_ms=wait_ms)

    def new_pass(self) -> str:
        """Return a pass for a device that the desk lets in."""
        return self._gate.let_in()

    def order(
        self, connection: Connection, message: OrderMessage, game: Game | None
    ) -> tuple[Ordered, bool]:
        """Give an order to a table. Return the answer, and whether the table's flag shall wait for
        its tablets once more.
        """
        if not connection.unlocked or game is None:
            why = GONE if connection.unlocked else str(ENTER)
            return Ordered(number=message.number, done=False, sentence=why), False
        command = command_for_order(message.order, game)
        if command is None:
            return Ordered(number=message.number, done=True), True
        reply = self._desk.act(
            command,
            self._desk.timeline.now_ms(),
            actor=ORGANIZER,
            station=f"EO at table {connection.table}" if connection.table else "EO's tablet",
            insist=message.insist,
        )
        if isinstance(reply, Refused):
            return _refuse(message.number, reply), False
        return Ordered(number=message.number, done=True), False

    def order_all(self, connection: Connection, message: HallOrder, state: State) -> Ordered:
        """Give an order to all tables, from the organizer's own page only. Return the answer, which
        says what was done and at how many tables.
        """
        number = message.number
        if not connection.unlocked:
            return Ordered(number=number, done=False, sentence=str(ENTER))
        command: Command
        if message.act is not None:
            command = ActAtTables(RoomAct(message.act), reason=message.reason)
        elif _can_undo(state, message.undo):
            command = Undo()
        else:
            return Ordered(number=number, done=False, sentence=NOT_LAST)
        words = (
            say("Undone: {act}.", act=act_words(state, state.done[-1].event)) if state.done else ""
        )
        reply = self._do(command, insist=isinstance(command, Undo))  # its button names the act
        if isinstance(reply, Refused):
            return Ordered(number=number, done=False, sentence=reply.sentence)
        if isinstance(command, ActAtTables):
            words = acted_words(state, command, [record.event for record in reply])
        return Ordered(number=number, done=True, sentence=words)

    def check_in(self, connection: Connection, message: CheckInOrder, state: State) -> Ordered:
        """Check a player in or out. Return the answer, which names the player and says what they
        still have to bring.
        """
        if not connection.unlocked:
            return Ordered(number=message.number, done=False, sentence=str(ENTER))
        try:
            player = message.player or self._codes.player_of(message.code, state.players)
        except StoreError as error:
            return Ordered(number=message.number, done=False, sentence=str(error))
        if player is None:
            return Ordered(number=message.number, done=False, sentence=NO_CODE)
        reply = self._do(CheckIn((player,), present=message.here))
        state = self._desk.state
        if isinstance(reply, Refused) and not at_check_in(state, player):
            return _refuse(message.number, reply)
        sentence = checked_in_words(state, player)
        return Ordered(number=message.number, done=True, sentence=sentence)

    def settle(
        self, connection: Connection, message: Settle, found: tuple[Need, ...]
    ) -> tuple[Ordered, int | None]:
        """Settle something that waits for the organizer. Return the answer, and the game whose flag
        shall wait for its tablets once more. ``found`` is everything that waits at present.
        """
        number = message.number
        if not connection.unlocked:
            return Ordered(number=number, done=False, sentence=str(ENTER)), None
        wanted = (message.kind, message.about, message.part)
        need = next((need for need in found if name_parts(need) == wanted), None)
        offered = need.choices[message.choice : message.choice + 1] if need is not None else ()
        if need is None or not offered or offered[0].words != message.words:
            return Ordered(number=number, done=False, sentence=SETTLED), None
        (choice,) = offered
        for command in settling_commands(choice, connection.device):
            reply = self._do(command, insist=choice.insist or message.insist)
            if isinstance(reply, Refused):
                return _refuse(number, reply), None
        return Ordered(number=number, done=True), None if choice.commands else need.game

    def go(self, connection: Connection, game: int) -> None:
        """Record that the judge with this page goes to a table that calls."""
        if connection.unlocked:
            self._do(GoToTable(game, connection.device))

    def _do(self, command: Command, *, insist: bool = False) -> Reply:
        """Carry out a command from the organizer's own page."""
        now_ms = self._desk.timeline.now_ms()
        return self._desk.act(
            command, now_ms, actor=ORGANIZER, station="EO's tablet", insist=insist
        )

    def lock(self, connection: Connection) -> None:
        """Lock a page that the organizer leaves. Its token is no longer valid."""
        connection.unlocked_until_s = 0.0
        self._gate.forget(connection.token)

    def relock(self) -> None:
        """Revoke all access that was given by an earlier PIN, because there is a new one."""
        self._gate.forget_tokens()

    def _let(
        self, connection: Connection, hashed: str, token: str = "", *, proof: str = ""
    ) -> Unlocked:
        """Unlock a connection under the token with this hash. The answer contains a new token,
        except on players' tablets.
        """
        for_s = AT_A_TABLE_S if connection.table else TOKEN_S
        connection.unlocked_until_s = self._steady() + for_s
        if connection.table:
            self._gate.forget(hashed)
            hashed = token = ""
        connection.token = hashed
        return Unlocked(token=token, for_ms=int(for_s * 1000), proof=proof)


def _refuse(number: int, refused: Refused) -> Ordered:
    sentence, insistable = refused.sentence, refused.insistable
    return Ordered(number=number, done=False, sentence=sentence, insistable=insistable)


def _can_undo(state: State, act: int) -> bool:
    """Tell whether this act is the last one and was an act at many tables."""
    last = state.done[-1] if state.done else None
    return last is not None and last.seq == act and isinstance(last.event, RoomActed)
