"""Commands at random, sensible or not."""

from collections.abc import Callable
from decimal import Decimal
from random import Random

from app.engine.acts.awards import BreakTie, CastBallot, CloseVote, GiveAward, OpenVote
from app.engine.acts.commands import Command, LearnGap, NoticeGap
from app.engine.acts.draw import (
    ChangePlan,
    ChangeTies,
    EditPairings,
    FreePairing,
    MergePlayers,
    SeatLate,
    SetPairing,
    TakeOut,
)
from app.engine.acts.phones import (
    AskToDrop,
    CheckInByPhone,
    OpenToPhones,
    ReportByPhone,
    SendLists,
    SettleSignUps,
    SignUp,
)
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    DisqualifyPlayer,
    DropPlayer,
    EditPlayer,
    EditPlayers,
    Entry,
    ReadmitPlayer,
    WarnPlayer,
)
from app.engine.acts.results import AwardNoShow, How, ReportResult, Result
from app.engine.acts.rounds import (
    ChooseScenario,
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    StartRound,
)
from app.engine.acts.setup import ChangeSettings, CreateEvent, SetTerrain, SetTerrains
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    Claim,
    CountGap,
    DismissJudge,
    EnterTally,
    HandBack,
    Holding,
    Interrupt,
    MakeClaim,
    NoticeFlag,
    PauseClock,
    Question,
    ReopenGame,
    ResumeClock,
    Rule,
    RuleOnStop,
    ScoreTurn,
    SetTime,
    StartClock,
    Tap,
    WithdrawResult,
)
from app.engine.acts.teams.match_up import ChooseInMatchUp, TakeBackInMatchUp, TypeMatchUp
from app.engine.acts.teams.roster import (
    DropTeam,
    EnterTeam,
    ReadmitTeam,
    SeatPlayer,
    SubstitutePlayer,
    Team,
)
from app.engine.acts.undo import Redo, Undo
from app.engine.armies.army_list import ArmyList
from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule, HallTable, Plan, PlayerGroups, SetPair
from app.engine.formats.settings import Late, Settings
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.packet.ranking import Schedule
from app.engine.packet.scenario import Area
from app.engine.packet.terrain_rules import Kind as Terrain
from app.engine.side import Pair, Side
from app.engine.terrain.layout import Layout, Piece
from tests.engine.event import SR2017, settings

LYING = Layout((Piece(Terrain.HILL, Area(Decimal(20), Decimal(20), Decimal(4), Decimal(4))),))

EVEN = (Pair(3, 3), Pair(9, 9))
Make = Callable[[Random, int], Command]


def side(d: Random) -> Side:
    return d.choice((Side.RED, Side.BLUE))


def game(d: Random) -> int:
    return d.choice((1, 1, 1, 1, 2, 2, 3, 9))


def player(d: Random) -> int:
    return d.randint(1, 8)


def by(d: Random) -> Side | None:
    return d.choice((Side.RED, Side.BLUE, None))


def why(d: Random) -> str:
    return d.choice(("because", "because", " "))


def pair(d: Random) -> Pair[int]:
    return Pair(d.randint(-1, 40), d.randint(0, 40))


def result(d: Random) -> Result:
    return Result(by(d), d.choice(list(How)), pair(d), pair(d))


def pairs(d: Random) -> tuple[tuple[int, int], ...]:
    seats = [*range(1, 9)]
    d.shuffle(seats)
    return tuple((seats[i], seats[i + 1]) for i in range(0, d.randint(0, 3) * 2, 2))


def held(d: Random) -> tuple[Holding, ...]:
    keys = ("zone-1", "zone-2", "zone-3", "flag-1", "objective-first")
    return tuple(Holding(key, side(d)) for key in keys if d.random() < 0.4)


def format_(d: Random) -> Settings:
    return replace(
        settings(75, rounds=d.randint(0, 3)),
        cut=d.choice((0, 0, 2, 4)),
        finals_tables=d.random() < 0.3,
        schedule=d.choice(list(Schedule)),
        late=d.choice(list(Late)),
        scenarios=d.choice(((), (1, 2))),
    )


OF_THE_EVENT: tuple[Make, ...] = (
    lambda d, t: CreateEvent(settings(), SR2017),
    lambda d, t: ChangeSettings(settings(d.choice((0, 75, 80)), rounds=d.randint(-1, 3)), SR2017),
    lambda d, t: ChangeSettings(format_(d), SR2017),
    lambda d, t: BreakTie((player(d), player(d)), why(d)),
    lambda d, t: GiveAward(d.choice(("Best Sport", " ")), d.choice((None, player(d)))),
    lambda d, t: OpenVote("Best Sport", d.choice(((), (1, 2)))),
    *[lambda d, t: CastBallot("Best Sport", player(d), player(d))] * 3,
    lambda d, t: CloseVote("Best Sport"),
    lambda d, t: AddPlayers(tuple(Entry(d.choice(("Ann", "Bo", ""))) for _ in range(3))),
    lambda d, t: EditPlayer(player(d), Entry("Cy")),
    lambda d, t: EditPlayers(((player(d), Entry("Cy", sign_up="7")), (1, Entry("Di")))),
    lambda d, t: CheckIn((player(d), player(d), player(d)), d.random() < 0.8),
    lambda d, t: CheckIn(tuple(range(1, 7))),
    lambda d, t: DropPlayer(player(d)),
    lambda d, t: ReadmitPlayer(player(d)),
    lambda d, t: DisqualifyPlayer(player(d), why(d)),
    lambda d, t: WarnPlayer(player(d), why(d)),
    lambda d, t: EnterTeam(
        Team(
            d.choice(("Oak", "Ash", "")),
            "Wales",
            d.choice((0, player(d))),
            tuple(player(d) for _ in range(d.randint(0, 3))),
        ),
        d.choice(("", "", "oak", "Ash")),
    ),
    *[lambda d, t: SeatPlayer(player(d), d.choice(("", "Oak", "Ash")), d.randint(0, 4))] * 2,
    lambda d, t: SubstitutePlayer(player(d), player(d), d.random() < 0.3, d.random() < 0.5),
    lambda d, t: DropTeam(d.choice(("Oak", "Ash"))),
    lambda d, t: ReadmitTeam(d.choice(("Oak", "Ash"))),
    lambda d, t: ChooseInMatchUp(
        d.randint(1, 3), side(d), d.randint(0, 4), (player(d),), d.choice((0, player(d)))
    ),
    lambda d, t: TypeMatchUp(d.randint(1, 3), tuple(pair(d) for _ in range(d.randint(0, 2)))),
    lambda d, t: TakeBackInMatchUp(d.randint(1, 3)),
    lambda d, t: OpenToPhones(*(d.random() < 0.7 for _ in range(3))),
    lambda d, t: SignUp(Entry(d.choice(("Ann", "Bo", "Di", "")))),
    lambda d, t: SettleSignUps((d.randint(1, 3), d.randint(1, 3)), d.random() < 0.7),
    lambda d, t: CheckInByPhone(player(d)),
    lambda d, t: SendLists(player(d), d.choice(((), (ArmyList(name="One"),)))),
    lambda d, t: AskToDrop(player(d), d.random() < 0.7),
)

OF_A_ROUND: tuple[Make, ...] = (
    lambda d, t: DrawRound(d.randint(1, 99), d.choice((None, None, 2, 9)), d.random() < 0.2),
    lambda d, t: EnterPairings(
        pairs(d), d.choice((None, 8)), d.choice((None, 1)), d.choice(((), (3, 4))), d.random() < 0.3
    ),
    lambda d, t: ChooseScenario(d.randint(0, 7)),
    lambda d, t: PublishRound(),
    lambda d, t: StartRound(),
    lambda d, t: FinishRound(),
    lambda d, t: ReportResult(game(d), result(d)),
    lambda d, t: ReportByPhone(game(d), player(d), Result(by(d), How.SCENARIO, *EVEN)),
    lambda d, t: AwardNoShow(game(d), side(d)),
    lambda d, t: SetTerrain(d.randint(0, 3), d.choice((Layout(), LYING))),
    lambda d, t: SetTerrains(tuple((n, LYING) for n in range(d.randint(0, 1), d.randint(1, 4)))),
    lambda d, t: NoticeGap(t - d.randint(0, 90_000), t, known=d.random() < 0.5),
    lambda d, t: LearnGap(t),
    lambda d, t: Undo(),
    lambda d, t: Redo(),
)

OF_A_TABLE: tuple[Make, ...] = (
    *[lambda d, t: StartClock(game(d), side(d))] * 3,
    *[lambda d, t: Tap(game(d), side(d))] * 20,
    lambda d, t: Interrupt(game(d)),
    lambda d, t: HandBack(game(d)),
    lambda d, t: PauseClock(game(d), why(d)),
    *[lambda d, t: ResumeClock(game(d))] * 2,
    lambda d, t: AdjustClock(game(d), side(d), d.randint(-900_000, 60_000), why(d)),
    lambda d, t: SetTime(game(d), side(d), d.randint(-1, 4_000_000), why(d)),
    lambda d, t: NoticeFlag(game(d)),
    lambda d, t: CountGap(game(d)),
    *[lambda d, t: ScoreTurn(game(d), by(d), d.randint(3, 18), held(d), d.random() < 0.1)] * 4,
    lambda d, t: MakeClaim(game(d), side(d), d.choice(list(Claim)), side(d)),
    *[lambda d, t: Answer(game(d), side(d), d.choice(list(Question)), d.random() < 0.8)] * 6,
    lambda d, t: CallJudge(game(d), by(d)),
    lambda d, t: DismissJudge(game(d)),
    *[lambda d, t: EnterTally(game(d), by(d), pair(d), None, d.choice((None, pair(d))))] * 2,
    lambda d, t: Rule(game(d), by(d), d.choice(list(How)), why(d)),
    lambda d, t: RuleOnStop(game(d), by(d)),
    lambda d, t: ReopenGame(game(d), why(d)),
    lambda d, t: WithdrawResult(game(d), why(d)),
)

OF_A_DRAW: tuple[Make, ...] = (
    lambda d, t: ChangePlan(
        Plan(
            tuple(
                ApartRule(d.choice(list(Kind)), d.random() < 0.5) for _ in range(d.randint(0, 2))
            ),
            tuple(HallTable(n, d.choice(("", "Wood")), d.random() < 0.9) for n in range(1, 5)),
            d.random() < 0.5,
            d.randint(-1, 9),
        )
    ),
    lambda d, t: ChangeTies(player(d), PlayerGroups(family="Oak", tables=d.choice(((), (2,))))),
    lambda d, t: SetPairing(
        SetPair(player(d), d.randint(0, 8), d.random() < 0.5, why(d), d.choice((0, 1, 2)))
    ),
    lambda d, t: FreePairing(player(d), player(d)),
    lambda d, t: EditPairings(pairs(d), d.choice(((1,), (1, 2), (4, 3, 2))), d.choice((None, 8))),
    lambda d, t: SeatLate(player(d)),
    lambda d, t: TakeOut(player(d)),
    lambda d, t: MergePlayers(player(d), player(d)),
)

EVERY_COMMAND = (*OF_THE_EVENT, *OF_A_ROUND, *OF_A_DRAW, *OF_A_TABLE * 4)
CLOCK_OUTS = tuple(ClockOut)
