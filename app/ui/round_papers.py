"""What the round page saves for the printer."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.engine.state import Round
from app.reports.pairings_sheet import as_page
from app.ui.desk_client import DeskClient
from app.ui.paper import write_pdf


def choose_pairings(client: DeskClient, round_: Round | None, parent: QWidget) -> None:
    """Ask where to, then save the pairings as PDF; nothing without a round."""
    if round_ is None:
        return
    settings = client.state.settings
    name = f"{settings.name if settings else 'Event'} round {round_.number}.pdf".replace("/", "-")
    chosen, _ = QFileDialog.getSaveFileName(parent, "Pairings", name, "PDF (*.pdf)")
    if chosen:
        save_pairings(client, round_, Path(chosen))


def save_pairings(client: DeskClient, round_: Round, path: Path) -> None:
    """What goes wrong is told."""
    try:
        write_pdf(path, as_page(client.state, round_), f"Round {round_.number}")
    except OSError as error:
        client.refused.emit(f"Not saved: {error.strerror}. Choose another place.")
