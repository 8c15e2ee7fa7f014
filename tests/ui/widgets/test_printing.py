"""What stands on every printed sheet."""

from app.ui.widgets.printing import printed


def test_a_sheet_says_when_it_was_made() -> None:
    assert "Printed on 2" in printed(1_795_300_000_000)
