"""A packet of another year is a file and nothing else: a made-up one with numbers of its own plays
by them once it lies in the folder of one's own packets.
"""

import shutil
from pathlib import Path

import pytest

from app.engine.acts.commands import Refused
from app.engine.acts.table import Counted, Holding, ScoreTurn, StartClock, Tap
from app.engine.formats.settings import Settings
from app.engine.packet.packet import Packet
from app.engine.side import Pair, Side
from app.engine.standings.scores import planned_rounds
from app.engine.table import scoring
from app.engine.table.turns import FIRST_TURN_STEP
from app.engine.table.verdict import verdict
from app.store.packets import files
from app.store.packets.files import shelf
from app.views.table.scoring_pad import pad, pad_steps
from tests.engine.event import Desk, under_way

FILE = Path(__file__).parents[2] / "data" / "packets" / "sr2027.toml"
MINUTE = 60_000
RED, BLUE = Side.RED, Side.BLUE


@pytest.fixture
def packet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packet:
    """The packet as the program finds it."""
    shutil.copy(FILE, tmp_path)
    monkeypatch.setattr(files, "own_packets", lambda: tmp_path)
    known = shelf()
    assert known.faults == ()
    return known.packets["sr2027"]


class Play:
    """One game under it, Red the first player; a minute passes with each tap."""

    def __init__(self, packet: Packet, scenario: int, **chosen: object) -> None:
        settings = Settings("Open", "sr2027", 80, 1, **chosen)
        self.desk: Desk = under_way(2, settings, scenario, packet=packet)
        self.number = self.desk.game().number
        self.desk.do(StartClock(self.number, RED), 0)
        self.now_ms = 0

    def tap_until(self, step: int) -> None:
        while self.desk.game().play.step < step:
            self.tap()

    def tap(self) -> None:
        self.now_ms += MINUTE
        self.desk.do(Tap(self.number, self.desk.game().play.owner), self.now_ms)

    def score(
        self, red: str = "", blue: str = "", *counted: Counted, kill_box: bool = False
    ) -> tuple[object, ...] | Refused:
        held = [Holding(key, RED) for key in red.split()]
        held += [Holding(key, BLUE) for key in blue.split()]
        step = self.desk.game().play.step
        by = self.desk.game().play.owner
        command = ScoreTurn(self.number, by, step, tuple(held), kill_box, counted=counted)
        return self.desk.ask(command, self.now_ms)

    @property
    def points(self) -> Pair[int]:
        game = self.desk.game()
        return scoring.control_points(
            game.terms, RED, game.play.scores, game.play.step + (game.play.ending is None)
        )


def test_next_years_packet_is_offered_after_this_years_with_its_own_sizes_and_clocks(
    packet: Packet,
) -> None:
    assert list(shelf().packets)[-1] == "sr2027"
    assert packet.sizes == (40, 80)
    play = Play(packet, 1)
    clock = play.desk.game().play.clock
    assert clock is not None
    assert clock.allotted_ms == Pair(45 * MINUTE, 45 * MINUTE)
    assert planned_rounds(play.desk.state) == 3


def test_next_years_first_scenario_scores_by_its_own_numbers(packet: Packet) -> None:
    """Both forges: the enemy's 3, one's own 1, both together 2 more; the anvil 1."""
    play = Play(packet, 1)
    play.tap_until(FIRST_TURN_STEP)
    assert pad_steps(play.desk.game()) == ()
    play.tap()  # Red's first turn scores nothing, Blue's is the first that is scored
    game = play.desk.game()
    assert pad_steps(game) == (FIRST_TURN_STEP + 1,)
    assert pad(game, FIRST_TURN_STEP + 1).win == "4 ahead wins"
    play.score("forge-first forge-second", "anvil")
    assert play.points == Pair(6, 1)
    play.tap()  # Blue's turn: Red, five ahead after the opponent's turn, has won
    decided = verdict(play.desk.game())
    assert decided is not None
    assert decided.winner is RED


def test_next_years_countdown_goes_down_by_at_most_six_and_gives_two_more_points(
    packet: Packet,
) -> None:
    play = Play(packet, 1)
    play.tap_until(FIRST_TURN_STEP + 1)
    refused = play.score("", "anvil", Counted("anvil", 7))
    assert isinstance(refused, Refused)
    assert refused.sentence == "Anvil: at most 6 at a time."
    play.score("", "anvil", Counted("anvil", 6))
    assert play.points == Pair(0, 3)


def test_next_years_kill_box_is_ten_inches_costs_three_and_grows_by_one(packet: Packet) -> None:
    play = Play(packet, 1)
    terms = play.desk.game().terms
    turns = [scoring.kill_box_inches(terms, FIRST_TURN_STEP + 2 * turn) for turn in range(5)]
    assert turns == [10, 10, 11, 12, 13]
    play.tap_until(FIRST_TURN_STEP + 2)
    play.score(kill_box=True)
    assert play.points == Pair(0, 3)


def test_next_years_second_scenario_moves_carts_and_breaks_seals(packet: Packet) -> None:
    """A cart goes 5 inches and 2 more for each other objective; the second token on a seal is 5."""
    play = Play(packet, 2)
    play.tap_until(FIRST_TURN_STEP + 1)
    refused = play.score("cart-first seal-first", "", Counted("cart-first", 8))
    assert isinstance(refused, Refused)
    assert refused.sentence == "Attacker’s cart moves 7 inches at most this turn."
    tokens = Counted("seal-first", 1)
    play.score("cart-first seal-first", "", Counted("cart-first", 7), tokens)
    assert play.points == Pair(2, 0)
    play.tap()
    play.score("cart-first seal-first", "", tokens)
    assert play.points == Pair(9, 0)


@pytest.mark.parametrize("wins", [True, False])
def test_next_years_disputed_win_follows_the_organizers_choice(packet: Packet, wins: bool) -> None:
    play = Play(packet, 2, disputed_wins=wins)
    play.tap_until(FIRST_TURN_STEP + 1)
    play.score("cart-first cart-second seal-first seal-second")
    assert play.points == Pair(4, 0)
    play.tap()
    assert (verdict(play.desk.game()) is not None) is wins


def test_next_years_game_ends_after_the_second_players_fifth_turn(packet: Packet) -> None:
    play = Play(packet, 1)
    play.tap_until(FIRST_TURN_STEP + 10)
    ending = play.desk.game().play.ending
    assert ending is not None
    assert ending.length
