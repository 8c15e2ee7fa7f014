"""What the EO can do at a table as it stands; the panel beside the live list offers these."""

from enum import Enum

from app.engine.game import Game
from app.engine.state import Stage
from app.engine.table_events import PauseCause
from app.engine.verdict import final_result


class Act(Enum):
    START = "Start the clock"
    OTHER_FIRST = "Other player first"
    PAUSE = "Pause"
    RESUME = "Resume"
    COUNT_GAP = "Count the gap"
    IGNORE_GAP = "Ignore the gap"
    DISMISS_JUDGE = "Judge is done"
    ADJUST = "Adjust time"
    RULE = "Rule"
    NO_SHOW = "No-show"
    REOPEN = "Reopen"
    WITHDRAW = "Withdraw result"
    WARN = "Warn"
    DROP = "Drop"
    DISQUALIFY = "Disqualify"


PLAYER_ACTS = (Act.WARN, Act.DROP, Act.DISQUALIFY)


def acts(game: Game, stage: Stage) -> tuple[Act, ...]:
    """In the order in which they are offered."""
    play, result = game.play, final_result(game)
    under_way = stage is Stage.STARTED
    gap = play.pause is not None and play.pause.cause is PauseCause.GAP
    offered = {
        Act.DISMISS_JUDGE: play.judge_called,
        Act.START: under_way and play.clock is None and play.ending is None and result is None,
        Act.COUNT_GAP: under_way and gap,
        Act.IGNORE_GAP: under_way and gap,
        Act.PAUSE: play.ticking,
        Act.RESUME: under_way and play.pause is not None and not gap,
        Act.OTHER_FIRST: under_way and play.in_progress and play.step == 0,
        Act.ADJUST: play.in_progress or play.flag is not None,
        Act.RULE: game.reported is None and stage in {Stage.STARTED, Stage.FINISHED},
        Act.NO_SHOW: result is None and stage in {Stage.STARTED, Stage.FINISHED},
        Act.REOPEN: under_way and play.clock is not None and not play.in_progress,
        Act.WITHDRAW: result is not None and (game.reported is not None or play.confirmed),
        **dict.fromkeys(PLAYER_ACTS, True),
    }
    return tuple(act for act, may in offered.items() if may)
