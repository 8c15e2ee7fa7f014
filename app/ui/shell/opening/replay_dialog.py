"""The dialog that turns a table of played games into an event. It asks which event of the table to
use, and by which rules it was played.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from app.engine.language import plural, say
from app.engine.packet.packet import Packet
from app.engine.text import shorten
from app.store.tables.games import EventGames, GameLine, WrittenBye, fold_heading
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, column_of, form_of, row_of
from app.ui.widgets.theme import DIALOG, Space

ABOUT = say(
    "The games become a new event: every round is entered and finished, and the packet you choose"
    " ranks the players. The open event is not changed."
)
USUAL_PACKET, USUAL_SIZE = "sr2017", 75


class Replay(Struct, frozen=True):
    """The source of a new event: games, packet and army size."""

    games: EventGames
    packet: Packet
    size: int


class ReplayDialog(Dialog):
    """A dialog that asks how to enter a played event. With ``players_too``, it also offers to
    import only the file's players into the open event.
    """

    def __init__(
        self,
        path: Path,
        events: Sequence[EventGames],
        packets: Mapping[str, Packet],
        parent: QWidget | None = None,
        *,
        players_too: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Import games"))
        self.setMinimumWidth(600)
        self._events, self._packets = events, packets
        self.players_wanted = False
        self.played = ComboBox()
        for played in events:
            self.played.addItem(shorten(played.name or path.stem))
        self.packet = ComboBox()
        for key, packet in packets.items():
            self.packet.addItem(packet.name, key)
        usual = [*packets].index(USUAL_PACKET) if USUAL_PACKET in packets else 0
        self.packet.setCurrentIndex(usual)
        self.army = ComboBox()
        self.counted = label("", "muted", wraps=True)
        self.players = button(say("Only the &players…"), self._take_players)
        self.players.setVisible(players_too)
        self.cancel = button(say("Cancel"), self.reject)
        self.make = button(say("&Make the event…"), self.accept, kind="primary")
        self.make.setDefault(True)
        column_of(
            label(say("Games in {file}", file=path.name), "heading", wraps=True),
            label(ABOUT, wraps=True),
            form_of(
                (say("&Event"), self.played),
                (say("Pac&ket"), self.packet),
                (say("&Army points"), self.army),
            ),
            self.counted,
            STRETCH,
            row_of(self.players, STRETCH, self.cancel, self.make, gap=Space.L),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        self.played.currentIndexChanged.connect(lambda _place: self._count())
        self.packet.currentIndexChanged.connect(lambda _place: self._offer_sizes())
        self._offer_sizes()
        self._count()

    @property
    def answer(self) -> Replay:
        packet = self._packets[self.packet.currentData()]
        return Replay(self._chosen, packet, self.army.currentData())

    @property
    def _chosen(self) -> EventGames:
        return self._events[max(self.played.currentIndex(), 0)]

    def _take_players(self) -> None:
        self.players_wanted = True
        self.accept()

    def _offer_sizes(self) -> None:
        sizes = self._packets[self.packet.currentData()].sizes
        self.army.clear()
        for size in sizes:
            self.army.addItem(str(size) if size else say("Battlegroup"), size)
        usual = max((size for size in sizes if size <= USUAL_SIZE), default=sizes[0])
        self.army.setCurrentIndex(sizes.index(usual))

    def _count(self) -> None:
        played = self._chosen
        lines: list[GameLine | WrittenBye] = [*played.games, *played.byes]
        rounds = len({line.round_number for line in lines})
        names = {fold_heading(name) for game in played.games for name in game.players}
        names |= {fold_heading(bye.player) for bye in played.byes}
        odd = [line for line in lines if line.note]
        counted = [
            plural(rounds, "{count} round", "{count} rounds"),
            plural(len(played.games), "{count} game", "{count} games"),
            plural(len(names), "{count} player", "{count} players"),
        ]
        sentences = [", ".join(counted) + "."]
        if odd:
            sentences.append(
                plural(
                    len(odd),
                    "{count} line has a remark (line {first}): {note}",
                    "{count} lines have remarks, the first is line {first}: {note}",
                    first=odd[0].line,
                    note=odd[0].note,
                )
            )
        self.counted.setText(" ".join(sentences))
