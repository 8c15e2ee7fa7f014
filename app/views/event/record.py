"""A player's record sheet, filled in with the rounds so far."""

from collections.abc import Iterator

from msgspec import Struct

from app.engine.armies.army_list import ArmyList
from app.engine.armies.list_checks import THEMES, lists_wanted
from app.engine.armies.racks import racks_words
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.ranking import STEAMROLLER
from app.engine.players.list_choice import list_of
from app.engine.rounds.match_ups import public_rounds
from app.engine.side import Side
from app.engine.standings.scores import planned_rounds
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.engine.text import join_words

BYE = say("Bye")
"""The text in place of an opponent."""


class RecordRow(Struct, frozen=True):
    """A round on the sheet. Texts are empty until they are known."""

    round_number: int
    opponent: str = ""
    list_played: str = ""
    result: str = ""
    """The result: W, L or T."""
    cp: str = ""
    apd: str = ""
    subtotals: tuple[int, int, int] | None = None
    """Tournament points, control points and army points up to this round; None until the round is
    over.
    """
    cards: str = ""
    """The specialists and reinforcements that the army had in addition to the player's list, in
    words.
    """


class PlayerRecord(Struct, frozen=True):
    """The record sheet of one player."""

    name: str
    faction: str
    rows: tuple[RecordRow, ...]
    lists: tuple[ArmyList, ...]
    blank_lists: int = 0
    """The number of lists for which the sheet has blank lines, because no list is known."""
    tiers: bool = False
    """True if theme forces have tiers in this packet."""
    armies: bool = True
    """True if the game has lists and army points."""

    @property
    def choices(self) -> int:
        """The number of lists to choose from."""
        return len(self.lists) or self.blank_lists


def list_records(state: State) -> tuple[PlayerRecord, ...]:
    """Return the record sheets of all players, by name."""
    return tuple(record(state, number) for number in players_with_sheets(state))


def players_with_sheets(state: State) -> tuple[int, ...]:
    """Return the numbers of the players who have a sheet, in the order of the sheets."""
    players = (player for player in state.players.values() if player.plays)
    return tuple(player.number for player in sorted(players, key=lambda one: one.entry.name))


def count_choices(state: State, number: int) -> int:
    """Return the number of lists that a player chooses from: as many as they have, or else as many
    as the event requires.
    """
    player, packet, settings = state.players.get(number), state.packet, state.settings
    if player is not None and player.lists:
        return len(player.lists)
    if packet is None or settings is None:
        return 0
    return lists_wanted(packet, settings) or packet.lists.most


def record(state: State, number: int) -> PlayerRecord:
    player, packet = state.players[number], state.packet
    return PlayerRecord(
        player.entry.name,
        player.entry.faction,
        tuple(_rows(state, number)),
        player.lists,
        0 if player.lists or not state.armies else count_choices(state, number),
        packet is not None and packet.variant(THEMES) is not None,
        state.armies,
    )


def _rows(state: State, number: int) -> Iterator[RecordRow]:
    totals = (0, 0, 0)
    rounds = {round_.number: round_ for round_ in public_rounds(state)}
    for place in range(1, max(planned_rounds(state), *rounds, 1) + 1):
        round_ = rounds.get(place)
        row, gained = _row(state, round_, number) if round_ else (RecordRow(place), None)
        if gained is not None:
            totals = (totals[0] + gained[0], totals[1] + gained[1], totals[2] + gained[2])
        yield RecordRow(
            place,
            row.opponent,
            row.list_played,
            row.result,
            row.cp,
            row.apd,
            totals if gained is not None else None,
            row.cards,
        )


def _row(state: State, round_: Round, number: int) -> tuple[RecordRow, tuple[int, int, int] | None]:
    """Return a round's row without subtotals, and the points that the round brought. The points are
    None while the round is not over.
    """
    points = state.packet.points if state.packet else STEAMROLLER
    bye = round_.bye_of(number)
    if bye is not None:
        row = RecordRow(round_.number, BYE, "", "", str(bye.cp), str(bye.apd))
        return row, (points.bye, bye.cp, bye.apd)
    game = next((game for game in state.games_of(round_) if number in game.players), None)
    if game is None:
        return RecordRow(round_.number), None
    side = game.players.side_of(number)
    opponent = state.name(game.players.of(side.other))
    row = RecordRow(
        round_.number,
        opponent,
        _list_words(state, round_, game, number),
        cards=_card_words(game, side),
    )
    result = final_result(game)
    if result is None:
        return row, None
    cp, apd = result.cp.of(side), result.apd.of(side)
    won, tied = result.winner is side, result.winner is None
    margin = cp - result.cp.of(side.other)
    gained = points.won(margin) if won else points.tie if tied else points.loss
    word = say("W") if won else say("T") if tied else say("L")
    return replace(row, result=word, cp=str(cp), apd=str(apd)), (gained, cp, apd)


def _card_words(game: Game, side: Side) -> str:
    """Return a player's cards in words. Specialists and spells are secret until the clock runs, so
    they are left out until then.
    """
    play = game.play
    swap, came = play.swaps.of(side), play.reinforcements.of(side)
    words = []
    if swap is not None and (swap.out or swap.added) and play.clock is not None:
        words.append(say("Specialists: {swap}.", swap=swap.words))
    if racks := (play.racks.of(side) if play.clock is not None else ()):
        words.append(say("Spells: {spells}.", spells=racks_words(racks)))
    if came:
        names = join_words(row.name for row in came)
        words.append(say("Reinforcements: {names}.", names=names))
    return " ".join(words)


def _list_words(state: State, round_: Round, game: Game, number: int) -> str:
    """Return which list was played; this is secret until the clock runs."""
    begun = game.play.clock is not None or final_result(game) is not None
    chosen = list_of(state, round_, number) if begun else 0
    return str(chosen) if chosen else ""
