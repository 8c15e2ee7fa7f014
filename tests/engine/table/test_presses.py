"""Presses say how uncertain their instant is."""

from app.engine.acts.presses import with_uncertainty
from app.engine.acts.table import CallJudge, Tap
from app.engine.side import Side


def test_only_presses_are_given_an_uncertainty() -> None:
    tap, call = Tap(1, Side.RED), CallJudge(1, Side.RED)
    assert with_uncertainty(tap, 1_500) == Tap(1, Side.RED, 1_500)
    assert with_uncertainty(tap, 1) == Tap(1, Side.RED, 1)
    assert with_uncertainty(tap, 0) is tap
    assert with_uncertainty(call, 1_500) is call
