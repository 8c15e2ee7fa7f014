"""Halls of 32, 64 and 128 players with names of all kinds, for whatever shows a whole round."""

from functools import cache

from app.engine.acts.awards import GiveAward
from app.engine.acts.display import Announce, ArrangeDisplay, Slide, TimedSlide
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import CallJudge
from app.engine.frozen import replace
from app.engine.state import State
from app.views.round.room_display import RoomDisplay, room_display
from tests.engine.event import MINUTE, PACKETS, Desk, play_round, settings

NAMES = (
    "Anna Berg", "Maximilian Hohenlohe-Waldenburg-Schillingsfürst", "محمد عبد الرحمن الحسيني",
    "山田 太郎", "נועם בן־דוד", "Świętochłowska-Nowak Bogumiła", "Li Wei", "김민준",
    "Donaudampfschifffahrtskapitänswitwe", "Ben O’Brien", "Þórður Guðmundsson", "Ng",
    "Александра Константинопольская", "陈小明（上海）", "Eve",
    "Jean-Baptiste de la Fontaine-Montmorency",
)  # fmt: skip
ANNOUNCEMENT = "Lunch until 13:30.\nThe kitchen closes at 14:00: order at the bar."
LONG = " ".join(["Whoever parked the red car in front of the gate, please move it."] * 6)


def time_of(_shown_ms: int) -> str:
    return "16:05"


@cache
def hall(players: int, *, plain: bool = False) -> State:
    """Round 2 is under way; round 1 is finished. ``plain``: all names are of usual length."""
    packet = PACKETS["sr2015"]
    desk = Desk()
    desk.do(CreateEvent(replace(settings(50), packet="sr2015"), packet))
    names = [f"Player Surname{n}" if plain else f"{NAMES[n % 16]} {n + 1}" for n in range(players)]
    desk.do(AddPlayers(tuple(Entry(name, "Ravens") for name in names)))
    desk.do(CheckIn(tuple(range(1, players + 1))))
    play_round(desk)
    desk.do(DrawRound(11), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.do(ArrangeDisplay(tuple(TimedSlide(slide, 10) for slide in Slide), judge_calls=True))
    desk.do(Announce(ANNOUNCEMENT))
    desk.do(Announce(LONG[:400]))
    desk.do(GiveAward("Best Sport", 2))
    desk.do(CallJudge(desk.game(1).number, None), MINUTE)
    return desk.state


def shown(players: int, *, plain: bool = False) -> RoomDisplay:
    return room_display(hall(players, plain=plain), time_of)
