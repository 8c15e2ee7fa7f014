"""What the round page saves for the printer."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.engine.state import Round
from app.reports.pairings_sheet import as_page
from app.ui.desk_client import DeskClient
from app.ui.paper import choose_pdf, save_pdf


def choose_pairings(client: DeskClient, round_: Round | None, parent: QWidget) -> None:
    """Ask where to, then save the pairings as PDF; nothing without a round."""
    if round_ is None:
        return
    path = choose_pdf(client, "Pairings", f"round {round_.number}", parent)
    if path is not None:
        save_pairings(client, round_, path)


def save_pairings(client: DeskClient, round_: Round, path: Path) -> None:
    save_pdf(client, path, as_page(client.state, round_), f"Round {round_.number}")
