"""The sheets that the pages of rounds and standings save for the printer."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.engine.packet.packet import GameRules
from app.engine.state import Round
from app.reports.pairings_sheet import as_page
from app.reports.record_sheet import record_page
from app.reports.scenario_sheet import scenario_page
from app.reports.standings_sheet import standings_page, teams_page
from app.ui.clients.desk import DeskClient
from app.ui.widgets.printing import choose_pdf, save_pdf
from app.views.event.record import records
from app.views.event.standings import after_words


def choose_pairings(client: DeskClient, round_: Round | None, parent: QWidget) -> None:
    """Ask where to, then save the pairings as PDF; nothing without a round."""
    if round_ is None:
        return
    path = choose_pdf(client, say("Pairings"), say("round {round}", round=round_.number), parent)
    if path is not None:
        save_pairings(client, round_, path)


def save_pairings(client: DeskClient, round_: Round, path: Path) -> None:
    save_pdf(client, path, as_page(client.state, round_), say("Round {round}", round=round_.number))


def choose_scenario_sheet(client: DeskClient, terms: GameRules, parent: QWidget) -> None:
    """Ask where to, then save what players are told of a scenario as PDF."""
    path = choose_pdf(client, say("Scenario sheet"), terms.scenario.name, parent)
    if path is not None:
        save_scenario_sheet(client, terms, path)


def save_scenario_sheet(client: DeskClient, terms: GameRules, path: Path) -> bool:
    """Whether it is saved; what goes wrong is told."""
    packet, settings = client.state.packet, client.state.settings
    names = (packet.name if packet else "", settings.name if settings else "")
    return save_pdf(client, path, scenario_page(terms, *names), terms.scenario.name)


def choose_records(client: DeskClient, parent: QWidget) -> None:
    """Ask where to, then save everybody's record sheet as PDF, a page each."""
    path = choose_pdf(client, say("Record sheets"), say("record sheets"), parent)
    if path is not None:
        save_records(client, path)


def save_records(client: DeskClient, path: Path) -> bool:
    """Whether they are saved; what goes wrong is told."""
    state = client.state
    event = state.settings.name if state.settings else ""
    packet = state.packet.name if state.packet else ""
    title = " · ".join(filter(None, (event, packet)))
    return save_pdf(client, path, record_page(records(state), title), say("Record sheets"))


def choose_standings(client: DeskClient, parent: QWidget, *, teams: bool) -> Path | None:
    """Ask where to, then save the standings of the players, or of the teams, as PDF; where they
    are now.
    """
    what, title = _named(teams)
    path = choose_pdf(client, title, f"{what} {after_words(client.state)}".lower(), parent)
    return path if path is not None and save_standings(client, path, teams=teams) else None


def save_standings(client: DeskClient, path: Path, *, teams: bool) -> bool:
    """Save the standings, or report why not. Returns whether they are saved."""
    page = teams_page if teams else standings_page
    return save_pdf(client, path, page(client.state), _named(teams)[1])


def _named(teams: bool) -> tuple[str, str]:
    """In the name of a file, and as a title."""
    if teams:
        return say("team standings"), say("Team standings")
    return say("standings"), say("Standings")
