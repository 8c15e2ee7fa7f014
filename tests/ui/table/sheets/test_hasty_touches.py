import pytest

from app.engine.acts.table import Claim, MakeClaim
from app.ui.table.sheets.after import ResultSheet
from app.ui.table.sheets.questions import QuestionSheet
from tests.patience import PATIENCE_S
from tests.ui.tables import BLUE, RED, Table, flagged_in_a_winning_turn
from tests.ui.timers import run_out


def test_a_tap_meant_for_the_clock_does_not_answer_a_question_that_just_appeared(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.table.sheets.base.ASKED_MS", PATIENCE_S * 1000)
    table.begin(4)
    table.do(MakeClaim(table.game.number, BLUE, Claim.CASTER, RED))
    table.settle()
    asked = table.its(QuestionSheet, RED)
    table.click(asked.yes)
    assert table.game.play.claim is not None
    run_out(asked)
    table.click(asked.yes)
    assert table.game.play.ending is not None
    table.click(table.its(ResultSheet, RED).count)
    assert isinstance(table.sheet(RED), ResultSheet)


def test_a_tap_slightly_too_late_does_not_concede_the_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.table.sheets.base.ASKED_MS", PATIENCE_S * 1000)
    pad = flagged_in_a_winning_turn(table)
    table.click(pad.give_up)
    assert table.game.play.ending is None
    run_out(pad)
    table.click(pad.give_up)
    assert table.game.play.ending is not None
