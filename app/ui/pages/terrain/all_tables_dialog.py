"""The dialog for the terrain of all tables in a round: rule breaches, proposals for all tables, and
the sheets.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from app.engine.acts.setup import SetTerrains
from app.engine.formats.advice import advice_on
from app.engine.language import plural, say
from app.engine.packet.packet import PacketTopic
from app.engine.state import Round
from app.engine.terrain.layout import Layout
from app.engine.text import few_tables
from app.ui.clients.desk import DeskClient
from app.ui.pages.terrain.actions import event_seed, print_terrain, set_terrain
from app.ui.pages.terrain.proposer import TerrainProposer
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.theme import DIALOG, Space
from app.views.table.terrain import (
    TerrainRow,
    Which,
    next_seed,
    scenario_of,
    terrain_rows,
    to_propose,
)

TABLE = Qt.ItemDataRole.UserRole
HINT = say(
    "Terrain stays on its table for the whole event; each round checks it against its scenario."
)


class TerrainTablesDialog(Dialog):
    """A dialog for the terrain of all tables. Proposals for all tables are saved at once, as one
    act.
    """

    def __init__(
        self, client: DeskClient, round_number: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._client, self._number = client, round_number
        self._seed = event_seed(client.state)
        self._proposer = TerrainProposer(self)
        self.setWindowTitle(say("Terrain of round {round_number}", round_number=round_number))
        self.resize(720, 560)
        self._make()
        self._lay_out()
        self._proposer.all_proposed.connect(self._take)
        self.which.activated.connect(lambda _index: self._show_wanted())
        self.tables.currentItemChanged.connect(lambda _now, _before: self._show_chosen())
        self.tables.itemActivated.connect(lambda _item: self._open())
        client.changed.connect(self._show)
        if not self._wanted(Which.WITHOUT) and self._wanted(Which.AGAINST):
            self.which.setCurrentIndex(list(Which).index(Which.AGAINST))
        self._show()

    @classmethod
    def show_for(cls, client: DeskClient, round_number: int, parent: QWidget) -> None:
        dialog = cls(client, round_number, parent)
        dialog.exec()
        dialog.deleteLater()

    def done(self, result: int) -> None:
        self._proposer.wait()
        super().done(result)

    def _make(self) -> None:
        rules = self._client.state.packet.terrain if self._client.state.packet else None
        self.state = label("", "heading", wraps=True)
        self.notice = label("", "muted", wraps=True)
        self.tables = QListWidget()
        self.tables.setObjectName("breaches")
        self.tables.setAccessibleName(say("Tables"))
        self.tables.setWordWrap(True)
        self.tables.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tables.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.which = ComboBox()
        self.which.setAccessibleName(say("Which tables"))
        for which in Which:
            self.which.addItem(say(which.value))
        self.method = ComboBox()
        self.method.setAccessibleName(say("Setup method"))
        self.method.addItem(say("Freely"), None)
        for setup in rules.setups if rules else ():
            self.method.addItem(setup.method.words, setup.method)
        self.method.setVisible(self.method.count() > 1)
        packet = self._client.state.packet
        self.method.setToolTip("\n".join(advice_on(packet, PacketTopic.TERRAIN)) if packet else "")
        self.propose = button(say("&Propose terrain"), self._propose, kind="primary")
        self.open_one = button("", self._open)
        self.print = button(say("Pr&int…"), self._print, kind="quiet")
        self.close_ = button(say("&Close"), self.reject)

    def _lay_out(self) -> None:
        column_of(
            self.state,
            label(HINT, "muted", wraps=True),
            grow(self.tables),
            row_of(self.which, self.method, STRETCH, self.propose),
            self.notice,
            row_of(self.open_one, self.print, STRETCH, self.close_),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )

    @property
    def _round(self) -> Round | None:
        return self._client.state.round(self._number)

    @property
    def _table(self) -> int:
        """The number of the chosen table; 0 if none is chosen."""
        return int(self.tables.currentIndex().data(TABLE) or 0)

    def _show(self) -> None:
        round_ = self._round
        if round_ is None:
            self.reject()
            return
        rows = terrain_rows(self._client.state, round_)
        self.state.setText(_state_words(rows))
        lines = [_words(row) for row in rows]
        if lines != [self.tables.item(at).text() for at in range(self.tables.count())]:
            chosen = max(self.tables.currentRow(), 0)
            self.tables.clear()
            for row, words in zip(rows, lines, strict=True):
                item = QListWidgetItem(words)
                item.setData(TABLE, row.table)
                self.tables.addItem(item)
            self.tables.setCurrentRow(min(chosen, len(rows) - 1))
        self.print.setEnabled(bool(self._client.state.terrain))
        self._show_wanted()
        self._show_chosen()

    def _show_wanted(self) -> None:
        self.propose.setEnabled(bool(self._wanted(self._which)))

    def _wanted(self, which: Which) -> tuple[int, ...]:
        return to_propose(self._client.state, self._round, which) if self._round else ()

    @property
    def _which(self) -> Which:
        return list(Which)[self.which.currentIndex()]

    def _show_chosen(self) -> None:
        self.open_one.setEnabled(self._table > 0)
        self.open_one.setText(
            say("&Open table {table}…", table=self._table) if self._table else say("&Open…")
        )

    def _propose(self) -> None:
        state, round_ = self._client.state, self._round
        rules = state.packet.terrain if state.packet else None
        if rules is None or round_ is None:
            return
        seeds = {
            table: next_seed(self._seed, table, state.terrain.get(table))
            for table in self._wanted(self._which)
        }
        self.propose.setEnabled(False)
        self.notice.setText(say("Looking for layouts…"))
        scenario, method = scenario_of(state, round_), self.method.currentData()
        self._proposer.ask_all(rules, scenario, seeds, method)

    def _take(self, layouts: dict[int, Layout | None]) -> None:
        made = tuple((table, layout) for table, layout in layouts.items() if layout is not None)
        none = [table for table, layout in layouts.items() if layout is None]
        self.notice.setText(
            say("Kept for {tables}.", tables=few_tables([table for table, _ in made]))
            if made
            else ""
        )
        if none:
            sentence = say(
                "No legal layout was found for {tables}. Set it out by hand.",
                tables=few_tables(none),
            )
            self.notice.setText(f"{self.notice.text()} {sentence}".strip())
        if made:
            self._client.ask(SetTerrains(made))
        else:
            self._show_wanted()

    def _open(self) -> None:
        if self._round is not None and self._table:
            set_terrain(self._client, self._round, self._table, self)

    def _print(self) -> None:
        print_terrain(self._client, self, self._number)


def _state_words(rows: tuple[TerrainRow, ...]) -> str:
    """Return sentences on the state of all tables, such as "Terrain lies on 6 of 8 tables. It
    breaks a rule under this scenario on tables 2 and 3".
    """
    lying = sum(row.pieces > 0 for row in rows)
    broken = [row.table for row in rows if row.against]
    sentence = plural(
        len(rows),
        "Terrain lies on {lying} of {count} table.",
        "Terrain lies on {lying} of {count} tables.",
        lying=lying,
    )
    if broken:
        return say(
            "{sentence} It breaks a rule under this scenario on {tables}.",
            sentence=sentence,
            tables=few_tables(broken),
        )
    return say("{sentence} No rule is broken.", sentence=sentence) if lying else sentence


def _words(row: TerrainRow) -> str:
    if not row.pieces:
        return say("Table {table}: no terrain yet", table=row.table)
    if not row.against:
        return plural(
            row.pieces,
            "Table {table}: {count} piece, no rule is broken",
            "Table {table}: {count} pieces, no rule is broken",
            table=row.table,
        )
    return plural(
        row.pieces,
        "Table {table}: {count} piece. {against}",
        "Table {table}: {count} pieces. {against}",
        table=row.table,
        against=" ".join(row.against),
    )
