"""Makes the sample event's file: two dozen invented players in the middle of their third round. Can
also play the sample to its end without a display and write the files that an organizer would hand
out.
"""

import tempfile
import time
from pathlib import Path

from app.engine.acts.table import CallJudge, Claim, MakeClaim, PauseClock
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.rounds.schedule import DAY
from app.engine.standings.awards import BEST_PAINTED
from app.engine.state import State
from app.engine.table.game import Game
from app.headless.cli import standings_text
from app.headless.desk_session import DeskSession
from app.headless.simulation.simulate import SimulationPlan, round_begins_ms, simulate
from app.headless.simulation.table import MINUTE
from app.reports.page import date_page, date_words
from app.reports.pairings_sheet import as_page
from app.reports.standings_sheet import standings_page
from app.store.log.event_log import open_log
from app.store.packets.files import packets
from app.store.whole_file import write_whole_file
from app.views.time_of_day import minute_of_day

FILE = "Sample event.flagfall"

PLAN = SimulationPlan(
    players=24, seed=3134, name="Harbour Steamroller", checked_in=True, vote=(BEST_PAINTED, 3)
)

LIVE_ROUND = 3
INTO_THE_ROUND_MS = 60 * MINUTE

CLOCKS = 3
"""The number of tables that are paused because a chess clock is put on them."""

CLOCK_COMES = say("A chess clock is put on the table")
"""The reason for a pause until a chess clock is on the table. The game continues once the clock is
bound to the table.
"""

GRID = 5
"""The minutes to which the start in the day's plan is rounded."""


def ensure_sample() -> Path:
    """Make a new file of the sample event, and return the file. The event has stopped at the
    present instant, in its third round.
    """
    return make_sample(Path(tempfile.mkdtemp(prefix="flagfall-")), time.time_ns() // 1_000_000)


def make_sample(folder: Path, now_ms: int) -> Path:
    """Make the sample event in ``folder``, for a program that opens it at ``now_ms``. Return the
    event's file.
    """
    path = folder / FILE
    packet = packets()[PLAN.packet]
    into_ms = round_begins_ms(PLAN, packet, LIVE_ROUND) - PLAN.start_ms + INTO_THE_ROUND_MS
    plan = _add_day_plan(replace(PLAN, start_ms=now_ms - into_ms, stop_ms=now_ms))
    simulate(plan, path=path, at_stop=_this_moment)
    return path


def _add_day_plan(plan: SimulationPlan) -> SimulationPlan:
    """Return the plan with a start of round 1 that matches the time of day."""
    minute = minute_of_day(round_begins_ms(plan, packets()[plan.packet], 1))
    return replace(plan, starts=round(minute / GRID) * GRID % DAY)


def _this_moment(line: DeskSession) -> None:
    """Prepare what the tables that still play wait for: chess clocks, an opponent's answer and the
    judge. The call for the judge is the last row, at the very instant of the stop.
    """
    playing = [game for game in line.state.games.values() if game.play.ticking]
    *others, claimed, called = sorted(playing, key=lambda game: game.table)
    for game in others[:CLOCKS]:
        line.do(PauseClock(game.number, CLOCK_COMES))
    by = claimed.play.runner
    claim = MakeClaim(claimed.number, by, Claim.CASTER, by.other)
    line.do(claim, actor=by.actor, station=f"table {claimed.table}")
    side = called.play.runner
    line.do(CallJudge(called.number, side), actor=side.actor, station=f"table {called.table}")


def awaits_clock(game: Game) -> bool:
    """Tell whether the game is paused until a chess clock is on its table."""
    pause = game.play.pause
    return pause is not None and pause.reason == CLOCK_COMES


def write_sample(out: Path) -> list[Path]:
    """Play the sample to its end and write the files that an organizer would hand out. Existing
    files with the same names are replaced, each as a whole. Return the written files, the event's
    file first. Raises OSError if a file cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        played = Path(folder) / FILE
        simulate(_add_day_plan(PLAN), path=played)
        write_whole_file(out / FILE, played.read_bytes())
    with open_log(out / FILE, read_only=True) as log:
        records = log.records()
    as_of = say("As of {date}", date=date_words(records[-1].at_ms))
    sheets = _sheets(fold(records), as_of)
    return [out / FILE, *(_write(out / name, text) for name, text in sheets.items())]


def _sheets(state: State, as_of: str) -> dict[str, str]:
    rounds = {
        f"round-{round_.number}-pairings.html": date_page(as_page(state, round_), as_of)
        for round_ in state.rounds
    }
    return {
        "standings.html": date_page(standings_page(state), as_of),
        "standings.txt": standings_text.as_text(state),
        "standings.csv": standings_text.standings_as_csv(state),
        "standings.json": standings_text.standings_as_json(state),
        **rounds,
    }


def _write(path: Path, text: str) -> Path:
    write_whole_file(path, text.encode())
    return path
