"""One table as a device knows it: the server's latest messages, followed by the device's own
presses that were not answered yet. Plain values, without a socket or a thread.
"""

from collections.abc import Sequence
from typing import TypeGuard

from msgspec import Struct, structs

from app.engine import wording
from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.commands import Refused
from app.engine.acts.players import ChooseList, Entry
from app.engine.acts.setup import ShiftTimes
from app.engine.acts.table import Mark, PauseCause, TableCommand
from app.engine.armies.army import Army
from app.engine.armies.army_list import ArmyList
from app.engine.armies.list_checks import parse_list_words
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.packet import GameRules
from app.engine.players.list_choice import ListChoice
from app.engine.side import Side
from app.engine.state import Player, Round, Stage, State
from app.engine.subjects.table.rows import decide_table
from app.engine.table.game import Game
from app.engine.table.marks import advance, list_fallen_flags
from app.store.packets.files import packets
from app.views.table.clock_presses import PressRow
from app.web.protocol.acts import PLAYERS
from app.web.protocol.messages import DeviceMark, GameMessage, PlayMessage

PLAYED_OUT = wording.LIST_PLAYED_OFTEN_ENOUGH


class Pending(Struct, frozen=True):
    """A press that the server has not answered yet."""

    mark: DeviceMark
    command: TableCommand | ChooseList


class Known(Struct, frozen=True):
    """The data from the server about the table."""

    game: GameMessage | None = None
    play: PlayMessage | None = None
    since_ms: int = 0
    """The instant since which this device has followed the table's game."""

    def hear(self, message: GameMessage | PlayMessage, now_ms: int) -> "Known":
        """Return this data updated by the message; an outdated message changes nothing."""
        if isinstance(message, PlayMessage):
            old = self.play is not None and message.seq < self.play.seq
            return self if old else replace(self, play=message)
        before = self.game
        if before is not None and message.seq < before.seq:
            return self
        if before is None or before.game != message.game:
            return Known(message, None, now_ms)
        return replace(self, game=message)

    def forget_order(self) -> "Known":
        """Return this data without row numbers. After a new connection the server may begin with an
        earlier row, if its log was replaced by an older copy.
        """
        game, play = self.game, self.play
        return replace(
            self,
            game=structs.replace(game, seq=-1) if game else None,
            play=structs.replace(play, seq=-1) if play else None,
        )

    @property
    def outlived_gap_ms(self) -> int:
        """Return the start of a gap during which the server was away but this device was not, if
        the table's clock still stands because of the gap; else 0.
        """
        pause = self.play.play.pause if self.play else None
        if pause is None or pause.cause is not PauseCause.GAP:
            return 0
        return pause.since_ms if 0 < self.since_ms <= pause.since_ms else 0

    @property
    def number(self) -> int:
        """The number of the game that is shown; 0 for none."""
        whole = self.game is not None and self.play is not None
        return self.game.game if self.game and whole else 0

    def last_switch(self, game: int) -> PressRow | None:
        """Return the last press that switched the clock in this game; the server sends this press
        instead of all marks.
        """
        return self.play.switched if self.play and self.play.game == game == self.number else None

    def moved(self, game: int) -> str:
        """Return in words how much time late presses have moved in this game; the server sends
        these words instead of all marks.
        """
        return self.play.moved if self.play and self.play.game == game == self.number else ""


def state_of(known: Known, pending: Sequence[Pending], now_ms: int) -> State:
    """Return a state of one round with one game, for a table's window to draw."""
    message, play = known.game, known.play
    if message is None or play is None or play.game != message.game or not message.game:
        return State()
    game = Game(
        number=message.game,
        round_number=message.round_number,
        table=message.table,
        players=PLAYERS,
        terms=_terms(message),
        play=play.play,
        reported=play.result if play.by_eo else None,
    )
    state = _state(message, game)
    for press in pending:
        if press.mark.game == message.game and press.mark.number > play.through:
            state = apply_press(state, press.command, press.mark.at_ms)
    game = state.games[message.game]
    if game.reported is None:
        game = replace(list_fallen_flags(game, now_ms)[0], marks=())
    return _with(state, game)


def is_for(command: object, known: Known) -> TypeGuard[TableCommand | ChooseList]:
    """Tell whether a command is about the game that is shown."""
    if isinstance(command, ChooseList):
        return known.game is not None and command.round_number == known.game.round_number
    return isinstance(command, TableCommand) and command.game == known.number


def refusal(
    state: State,
    command: TableCommand | ChooseList,
    at_ms: int,
    switched: PressRow | None = None,
) -> Refused | None:
    """Return why a press does not count in the state that the device knows; None if it may count.
    Only the server knows other objections to the choice of a list or to a corrected switch of the
    clock.
    """
    if isinstance(command, RelabelPress) and switched and switched.at_ms == command.switch_ms:
        return None
    if isinstance(command, ChooseList):
        barred = state.rounds[0].barred.get(command.player, ())
        return Refused(PLAYED_OUT) if command.chosen in barred else None
    decision = decide_table(state, command, at_ms, insist=False)
    return decision if isinstance(decision, Refused) else None


def apply_press(state: State, command: TableCommand | ChooseList, at_ms: int) -> State:
    """Return the state after a press. No marks are added, because the server sends the resulting
    play.
    """
    if isinstance(command, ChooseList):
        return _apply_choice(state, command)
    decision = decide_table(state, command, at_ms, insist=False)
    game = state.games[command.game]
    if isinstance(decision, Refused):
        return state
    play = game.play
    for mark in decision:
        if isinstance(mark, Mark) and not isinstance(mark, RelabelPress):
            play = advance(game.terms, play, mark)
    return _with(state, replace(game, play=play))


def _apply_choice(state: State, command: ChooseList) -> State:
    """Return the state after a player has chosen a list. Only the first of two choices is recorded.
    After the second there is nothing left to choose, and the game can begin; the server then sends
    both choices.
    """
    (round_,) = state.rounds
    others = [player for number, player in state.players.items() if number != command.player]
    if any(len(player.lists) < 2 or player.number in round_.lists for player in others):
        settled = {number: replace(player, lists=()) for number, player in state.players.items()}
        return replace(state, players=settled)
    lists = {**round_.lists, command.player: command.chosen}
    return replace(state, rounds=(replace(round_, lists=lists),))


def _with(state: State, game: Game) -> State:
    return replace(state, games={game.number: game})


def _state(message: GameMessage, game: Game) -> State:
    stage = Stage.STARTED if message.started else Stage.PUBLISHED
    players, chosen, barred = {}, {}, {}
    for side in Side:
        number, choice = PLAYERS.of(side), message.lists.of(side)
        came = len(game.play.reinforcements.of(side))
        army = message.armies.of(side)
        army = army[: len(army) - came]
        lists, played = _lists(choice, army, message.brought.of(side))
        if played:
            lists = _with_cards(lists, played, choice)
        players[number] = Player(number, Entry(message.names.of(side)), lists=lists)
        if played:
            chosen[number] = played
        numbers = range(1, len(lists) + 1) if choice.offered else ()
        apart = tuple(place for place in numbers if place not in choice.offered)
        if choice.barred or apart:
            barred[number] = (*choice.barred, *apart)
    round_ = Round(message.round_number, stage, 1, 0, (game.number,), None, (), (), 0)
    round_ = replace(round_, lists=chosen, barred=barred)
    shifts = (ShiftTimes(message.shift_ms),) if message.shift_ms else ()
    games = {game.number: game}
    return State(players=players, rounds=(round_,), games=games, time_shifts=shifts)


def _with_cards(
    lists: tuple[ArmyList, ...], played: int, choice: ListChoice
) -> tuple[ArmyList, ...]:
    """Return the lists, with the specialists and reinforcements that may still enter the game added
    to the list that is played. These are sent separately, because the event may hide the lists.
    """
    chosen = lists[played - 1]
    chosen = replace(
        chosen,
        army=chosen.army or choice.army,
        specialists=choice.specialists,
        reinforcements=choice.reinforcements,
    )
    return (*lists[: played - 1], chosen, *lists[played:])


def _lists(
    choice: ListChoice, army: Army, brought: tuple[ArmyList, ...]
) -> tuple[tuple[ArmyList, ...], int]:
    """Return the lists that the player may choose from, and the number of the chosen one, or 0.
    Lists that may not be shown yet are empty.
    """
    if brought:
        return _among(brought, choice, army)
    if choice.offered:
        others = (ArmyList(),) * (max(choice.offered) - 1)
        return (ArmyList(army), *others), int(choice.made)
    if not choice.shown:
        return ((ArmyList(army),) if army else ()), 0
    number, name = parse_list_words(choice.shown)
    return (*(ArmyList(),) * (number - 1), ArmyList(army, name=name)), number


def _among(
    brought: tuple[ArmyList, ...], choice: ListChoice, army: Army
) -> tuple[tuple[ArmyList, ...], int]:
    """Return the lists that were sent, and the number of the played one. While that number is
    secret, the first list takes the place of the played one.
    """
    if choice.shown:
        number = parse_list_words(choice.shown)[0]
        shown = brought[number - 1]
        whole = replace(shown, army=army or shown.army)
        return (*brought[: number - 1], whole, *brought[number:]), number
    played = next(
        (at for at, army_list in enumerate(brought, start=1) if army and army_list.army == army), 0
    )
    if not played and army:
        return (replace(brought[0], army=army), *brought[1:]), 1
    return brought, played or int(bool(choice.offered) and choice.made)


def _terms(message: GameMessage) -> GameRules:
    """Return the rules of the game. Before the round starts, only the rules about time are those of
    the game.
    """
    if message.terms is not None:
        return message.terms
    packet = next(iter(packets().values()))
    terms = terms_for(packet, Settings("", packet.key, packet.sizes[-1], 1), 0)
    return replace(terms, time=message.time or terms.time)
