"""What captains have chosen, when the pairings are changed: it stays while the two teams meet."""

import pytest

from app.engine.acts.draw import EditPairings, SeatLate, TakeOut
from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.teams.match_up import ChooseInMatchUp, TakeBackInMatchUp
from app.engine.acts.undo import Undo
from app.engine.evolve import fold
from app.engine.match_up.procedure import Procedure
from app.engine.match_up.progress import Progress
from app.engine.rounds.match_ups import match_ups
from tests.engine.event import Desk
from tests.engine.match_up.events import CHAMPIONS, KNOWN, NOMINATIONS, champions, now, team_event
from tests.remarked import in_words

WITH_TABLES = KNOWN["nominations-tables"]
RESEATED = (
    "The tables of the match at table {} change: what was chosen in its match-up no longer counts."
)


def begun(sizes: tuple[int, ...], procedure: Procedure, match: int = 1) -> Desk:
    """The first choice of the match is made."""
    desk = team_event(sizes, procedure)
    desk.do(PublishRound())
    first_choice(desk, match)
    return desk


def first_choice(desk: Desk, match: int = 1) -> None:
    there = now(desk, match)
    side, asked = next(iter(there.progress.asks.items()))
    desk.do(ChooseInMatchUp(match, side, asked.step, asked.options[: asked.count]))


def without_tables(progress: Progress) -> object:
    return progress.winner, progress.a, progress.laid, progress.account


def exchanged(desk: Desk) -> EditPairings:
    """The matches change tables."""
    games = desk.state.games_of(desk.state.rounds[-1])
    half = len(games) // 2
    tables = [game.table for game in games]
    pairs = tuple((game.players.red, game.players.blue) for game in games)
    return EditPairings(pairs, (*tables[half:], *tables[:half]), None)


@pytest.mark.parametrize("procedure", [NOMINATIONS, CHAMPIONS])
def test_choices_move_with_the_match_to_other_tables(procedure: Procedure) -> None:
    desk = begun((3, 3, 3, 3), procedure)
    before = now(desk)
    desk.do(exchanged(desk), insist=True)
    after = now(desk, 4)
    assert after.match.teams == before.match.teams
    assert after.made.choices == before.made.choices
    assert without_tables(after.progress) == without_tables(before.progress)
    assert not now(desk).made.choices
    assert desk.state.rounds[-1].edits[-1].faults == ()
    desk.do(exchanged(desk), insist=True)
    assert without_tables(now(desk).progress) == without_tables(before.progress)
    assert desk.state == fold(desk.records)


def test_a_complete_match_up_stays_complete_at_its_new_tables() -> None:
    desk = team_event((3, 3, 3, 3))
    desk.do(PublishRound())
    champions(desk)
    desk.do(exchanged(desk), insist=True)
    assert now(desk, 4).made.complete
    assert not now(desk).made.complete


def test_choices_of_tables_do_not_move_with_the_match_and_the_desk_is_told() -> None:
    desk = begun((3, 3, 3, 3), WITH_TABLES)
    words = RESEATED.format(1)
    assert words in desk.doubted(exchanged(desk))
    assert not any(there.made.choices for there in match_ups(desk.state))
    assert words in in_words(desk.state.rounds[-1].edits[-1].faults)


def test_choices_lapse_if_the_teams_swap_sides() -> None:
    desk = begun((3, 3), CHAMPIONS)
    red, blue = now(desk).progress.meeting.teams
    turned = ((blue[1], red[0]), (red[1], blue[0]), (red[2], blue[2]))
    assert RESEATED.format(1) in desk.doubted(EditPairings(turned, (1, 2, 3), None))


def test_moving_a_match_up_whose_choices_were_taken_back_reports_nothing() -> None:
    desk = begun((3, 3, 3, 3), WITH_TABLES)
    desk.do(TakeBackInMatchUp(1))
    assert "chosen" not in desk.doubted(exchanged(desk))


def test_a_choice_made_at_the_desk_can_be_undone_after_its_match_moved() -> None:
    desk = begun((3, 3, 3, 3), NOMINATIONS)
    desk.do(exchanged(desk), insist=True)
    desk.do(Undo())
    desk.do(Undo())
    assert not now(desk).made.choices
    assert desk.state == fold(desk.records)


def late(sizes: tuple[int, ...], procedure: Procedure) -> tuple[Desk, int, int]:
    """A player of the last team, which is one short, arrives when a choice is made in its match,
    whose number comes last.
    """
    desk = team_event(sizes, procedure)
    desk.do(PublishRound())
    team = f"team {len(sizes)}"
    match = next(there.number for there in match_ups(desk.state) if team in there.match.teams)
    first_choice(desk, match)
    desk.do(AddPlayers((Entry("Late", team=team),)))
    return desk, desk.state.next_player - 1, match


def tables_of(desk: Desk, match: int) -> list[int]:
    return [desk.state.games[game].table for game in now(desk, match).match.games]


def test_a_late_player_is_seated_next_to_the_teams_match_and_choices_stay() -> None:
    desk, number, match = late((3, 3, 3, 2), CHAMPIONS)
    before = now(desk, match).made
    desk.do(SeatLate(number), insist=True)
    assert tables_of(desk, match) == [match, match + 1, match + 2]
    assert now(desk, match).made == before


def test_seating_a_late_player_asks_if_choices_of_tables_would_lapse() -> None:
    desk, number, match = late((3, 3, 3, 2), WITH_TABLES)
    words = RESEATED.format(match)
    assert words in desk.doubted(SeatLate(number))
    assert words in in_words(desk.state.rounds[-1].edits[-1].faults)


def test_taking_out_a_player_asks_if_choices_of_tables_would_lapse() -> None:
    desk = begun((3, 3), WITH_TABLES)
    words = RESEATED.format(1)
    assert words in desk.doubted(TakeOut(1))
    assert words in in_words(desk.state.rounds[-1].edits[-1].faults)


def test_a_new_draw_warns_that_match_up_choices_lapse() -> None:
    desk = begun((3, 3, 3, 3), CHAMPIONS)
    words = "What was chosen in 1 match-up no longer counts."
    assert words in desk.doubted(DrawRound(9, again=True))
    assert not any(there.made.choices for there in match_ups(desk.state))
