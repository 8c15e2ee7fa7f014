"""The map beside a scenario's rules at the desk."""

from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.ui.pages.round.briefing_view import BriefingView
from tests.engine.event import PACKETS


def test_the_desks_map_shows_distances_only_if_the_packet_measures_them() -> None:
    view = BriefingView()
    for packet, measured in (("sr2026", True), ("sr2017", False)):
        rules = PACKETS[packet]
        view.show_terms(terms_for(rules, Settings("Open", packet, 75, 1), 1))
        assert view.map.measured is measured
