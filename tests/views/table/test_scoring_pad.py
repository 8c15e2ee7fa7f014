"""What the pad tells beside the points."""

from app.engine.acts.table import Holding, ScoreTurn
from app.engine.frozen import replace
from app.engine.packet.scenario import Held
from app.engine.side import Side
from app.views.table.scoring_pad import pad
from tests.engine.event import PACKETS, play_turns, settings, under_way

BLUE = Side.BLUE


def test_the_sacrifice_pad_says_what_happens_to_the_scoring_players_models() -> None:
    """SR2012, Sacrifice: said once the turn has scored."""
    packet = PACKETS["sr2012"]
    chosen = replace(settings(50), packet="sr2012", timing="death-clock")
    desk = play_turns(under_way(2, chosen, 18, packet=packet), 8)
    step = desk.game().play.step - 1
    assert pad(desk.game(), step).after == ""
    held = (Holding("zone", BLUE), Holding("model-at-flag", BLUE, Held.MET))
    desk.do(ScoreTurn(1, BLUE, step, held))
    assert pad(desk.game(), step).after == (
        "Blue scored: magical POW 20 on their models at the flag, then pushed 3 inches away and"
        " knocked down (SR2012, Sacrifice). Use Losses."
    )
    assert pad(desk.game(), step + 1).after == ""
