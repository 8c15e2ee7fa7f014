"""Matches of two teams for the tests of their match-ups."""

from app.engine.match_up.procedure import By, Deed, Procedure, Step
from app.engine.match_up.progress import Choice, Meeting, Progress
from app.engine.match_up.run import run
from app.engine.side import Pair, Side

R, B = Side.RED, Side.BLUE
REST = Step(Deed.REST_MEET)
SEATS = Procedure("seats", "By seat", "…", closing=(REST,))
LOT = Procedure("lot", "By lot", "…", closing=(Step(Deed.LOT),))
DESK = Procedure("desk", "By the desk", "…", (Step(Deed.DESK),))
CHAMPIONS = Procedure(
    "champions",
    "Champions",
    "…",
    (
        Step(Deed.PUT_UP, By.BOTH),
        Step(Deed.OFFER, By.BOTH, 2),
        Step(Deed.PICK, By.BOTH),
    ),
    closing=(REST,),
)
OPENING = (
    Step(Deed.ROLL),
    Step(Deed.CHOOSE_SIDE, By.WINNER),
    Step(Deed.PUT_UP, By.B),
)
PASS = (Step(Deed.OFFER, By.OTHER, 2), Step(Deed.PICK, By.UP, stays_up=True))
NOMINATIONS = Procedure("nominations", "Nominations", "…", OPENING, PASS, (REST,))
WITH_TABLES = Procedure(
    "tables", "…", "…", OPENING, (*PASS, Step(Deed.CHOOSE_TABLE, By.UP)), (REST,)
)


def meeting(procedure: Procedure, red: int = 5, blue: int = 5, dice: str = "1|1|1") -> Meeting:
    """Red's players are 1, 2, … and Blue's 11, 12, …; the tables are 21, 22, …"""
    return Meeting(
        procedure,
        Pair(tuple(range(1, red + 1)), tuple(range(11, blue + 11))),
        tuple(range(21, 21 + min(red, blue))),
        dice,
    )


def played(given: Meeting, *chosen: tuple[Side, *tuple[int, ...]]) -> Progress:
    """The match-up after each captain's choices, the steps counted by themselves."""
    choices: list[Choice] = []
    progress = run(given)
    for side, *numbers in chosen:
        choices.append(Choice(side, progress.asked, tuple(numbers)))
        progress = run(given, choices)
    return progress


def pairs(progress: Progress) -> list[tuple[int, int]]:
    return [(pair.players.red, pair.players.blue) for pair in progress.met]
