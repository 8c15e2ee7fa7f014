import pytest

from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.decide import decide
from app.engine.evolve import fold
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.formats.times import setting_words, times_words
from app.engine.side import Pair, Side
from app.engine.state import State
from app.store.packets.files import packets
from app.views.event.event import Figures, NextStep, figures, next_step
from app.views.pages import DeskPage
from app.views.round.round import next_draw

SETTINGS = Settings("Club night", "sr2017", 75, 1)
PACKETS = packets()
CREATE = CreateEvent(SETTINGS, PACKETS["sr2017"])


def event(*commands: Command) -> State:
    records: list[Record] = []
    for command in commands:
        events = decide(fold(records), command, 0, insist=True)
        assert not isinstance(events, Refused), events
        act = len(records) + 1
        records += [Record(act + n, act, 0, "desk", "EO", one) for n, one in enumerate(events)]
    return fold(records)


def players(count: int) -> AddPlayers:
    return AddPlayers(tuple(Entry(f"Player {n}") for n in range(1, count + 1)))


def won(game: int, side: Side | None) -> ReportResult:
    how = How.ASSASSINATION if side else How.TIE
    return ReportResult(game, Result(side, how, Pair(0, 0), Pair(0, 0)))


def test_the_next_step_of_an_empty_event_is_adding_players() -> None:
    assert next_step(event(CREATE)) == NextStep(
        "Nobody is registered yet.", "Add players", DeskPage.PLAYERS
    )


def test_the_next_step_with_registered_players_is_check_in() -> None:
    step = next_step(event(CREATE, players(3), CheckIn((1,))))
    assert step.sentence == "3 players registered, 1 checked in."
    assert step.page is DeskPage.PLAYERS


def test_the_next_step_with_checked_in_players_is_a_draw() -> None:
    step = next_step(event(CREATE, players(3), CheckIn((1, 2, 3))))
    assert (step.button, step.page, step.acts) == ("Draw round 1", DeskPage.ROUND, True)


def test_each_stage_of_a_round_names_its_next_step() -> None:
    begun = (CREATE, players(4), CheckIn((1, 2, 3, 4)), DrawRound(7))
    review = next_step(event(*begun))
    assert (review.button, review.acts) == ("Review round 1", False), "first it is looked over"
    begun = (*begun, PublishRound())
    start = next_step(event(*begun))
    assert (start.button, start.acts) == ("Start round 1", True)
    begun = (*begun, StartRound(), won(1, Side.RED))
    assert next_step(event(*begun)).sentence == "Round 1 is under way, 1 game still out."
    begun = (*begun, won(2, Side.BLUE))
    finish = next_step(event(*begun))
    assert (finish.button, finish.acts) == ("Finish round 1", True)
    begun = (*begun, FinishRound())
    assert next_step(event(*begun)).button == "Draw round 2"


def test_missing_results_must_be_entered_before_any_step_after_a_round() -> None:
    begun = (CREATE, players(4), CheckIn((1, 2, 3, 4)), DrawRound(7), StartRound())
    assert next_step(event(*begun, won(1, Side.RED), FinishRound())) == NextStep(
        "Round 1 has no result yet at table 2. Enter the missing results.",
        "Enter results",
        DeskPage.ROUND,
    )


def test_a_sole_leader_decides_the_event() -> None:
    begun = (CREATE, players(2), CheckIn((1, 2)), DrawRound(7), StartRound(), won(1, Side.RED))
    state = event(*begun, FinishRound())
    step = next_step(state)
    leader = state.name(state.games[1].players.red)
    assert step.sentence == f"{leader} leads alone after round 1: the event is decided."
    assert step.page is DeskPage.STANDINGS


def test_the_figures_count_players_and_rounds() -> None:
    state = event(CREATE, players(12), CheckIn(tuple(range(1, 10))), DropPlayer(3))
    assert figures(state) == Figures(12, 8, 1, 3, False, 120, "both clocks together", field=8)


def test_the_number_of_rounds_does_not_change_when_players_leave_after_round_1() -> None:
    begun = (CREATE, players(12), CheckIn(tuple(range(1, 13))), DrawRound(7), StartRound())
    state = event(*begun, *(DropPlayer(number) for number in range(1, 6)))
    assert (figures(state).checked_in, figures(state).rounds, figures(state).field) == (7, 4, 12)
    assert next_draw(state).planned == 4


def test_the_number_of_rounds_of_a_team_event_depends_on_the_number_of_teams() -> None:
    settings = Settings("Club night", "sr2017", 75, 1, team_seats=3)
    state = event(CreateEvent(settings, CREATE.packet), players(18))
    assert (figures(state).rounds, figures(state).field, figures(state).of_teams) == (3, 6, True)
    assert next_draw(state).planned == 3


def test_a_number_of_rounds_set_by_the_organizer_is_used() -> None:
    settings = Settings("Club night", "sr2017", 75, 1, rounds=2)
    state = event(CREATE, ChangeSettings(settings, CREATE.packet))
    assert (figures(state).rounds, figures(state).rounds_set) == (2, True)


@pytest.mark.parametrize(
    ("chosen", "said", "ends", "minutes"),
    [
        (("sr2017", "", 75), "60 minutes on each clock", "both clocks together", 120),
        (
            ("sr2017", "classic", 25),
            "5 minutes a turn, no extensions; dice down after 50 minutes",
            "until dice down",
            50,
        ),
        (
            ("sr2014", "", 35),
            "7 minutes a turn, one extension of 5; dice down after 70 minutes, more or less by"
            " secret dice",
            "until dice down at the latest",
            85,
        ),
        (("sr2015", "untimed", 50), "No time limits", "no limit", 0),
    ],
)
def test_an_events_times_are_described_in_words(
    chosen: tuple[str, str, int], said: str, ends: str, minutes: int
) -> None:
    key, timing, size = chosen
    packet = PACKETS[key]
    settings = Settings("Open", key, size, 1, timing=timing)
    assert setting_words(packet, settings) == said
    shown = figures(event(CreateEvent(settings, packet)))
    assert (shown.round_ends, shown.round_minutes) == (ends, minutes)


def test_time_words_of_a_reinforcement_scenario_name_the_number_of_extensions() -> None:
    terms = terms_for(PACKETS["sr2012"], Settings("Open", "sr2012", 50, 1), 11)
    assert times_words(terms.time) == "10 minutes a turn, 2 extensions of 5"


def test_numbers_of_rounds_beyond_the_packets_table_are_flagged() -> None:
    for here, rounds, beyond in ((128, 7, 0), (129, 8, 128), (257, 9, 128)):
        state = event(CREATE, players(here), CheckIn(tuple(range(1, here + 1))))
        assert (figures(state).rounds, figures(state).beyond) == (rounds, beyond)


def test_there_are_figures_before_there_is_an_event() -> None:
    assert figures(State()) == Figures(0, 0, 0, 0, False, 0, "")
