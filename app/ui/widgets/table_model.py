"""How every table of rows behaves: rows are read and chosen, and nothing is edited in place."""

from PySide6.QtWidgets import QAbstractItemView, QTableView

from app.ui.widgets.elide import NamePainter


def dress(table: QTableView) -> None:
    """Whole rows, no grid and no numbers; Tab leaves the table, arrows go about in it."""
    table.setItemDelegate(NamePainter(table))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)
