import pytest

from app.engine.state import State
from app.headless.recheck import verify
from tools.trials.act_at_random import main, play


@pytest.mark.long
def test_nothing_breaks_whatever_an_organizer_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["8", "1"]) == 0
    assert capsys.readouterr().out.startswith("8 events, ")


def test_a_failing_view_is_reported_with_the_act_before_it() -> None:
    def broken(_state: State, rows: int) -> None:
        if rows > 20:
            raise KeyError("table")

    told = play(3, broken)
    (fault,) = told.faults
    assert "KeyError: 'table'" in fault
    assert "(" in fault.splitlines()[0]


def test_inconsistent_rows_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "row_faults", lambda _rows: ["Row 3 is missing."])
    assert play(3, lambda _state, _rows: None).faults == ["Row 3 is missing."]
