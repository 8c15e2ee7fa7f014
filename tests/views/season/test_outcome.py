"""What a season takes from an event."""

from app.engine.acts.players import AddPlayers, DisqualifyPlayer, Entry
from app.engine.acts.results import AwardNoShow, How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.side import Side
from app.views.season.outcome import outcome_of
from tests.engine.event import Desk, registered, settings, under_way


def finished() -> Desk:
    """Five players, one round of two: Red wins at table 1, table 2 is tied, one has a bye."""
    desk = under_way(5, settings(rounds=2))
    desk.report(1, Side.RED, How.SCENARIO, (5, 1))
    desk.report(2, None, How.TIE, (1, 1))
    desk.do(FinishRound())
    return desk


def test_an_outcome_lists_those_who_played_by_place_with_their_results() -> None:
    desk = finished()
    desk.do(AddPlayers((Entry("Nobody"),)))
    outcome = outcome_of(desk.state, "k", "open.flagfall", "2026-11-28")
    (round_,) = desk.state.rounds
    game = next(game for game in desk.state.games_of(round_) if game.table == 1)
    assert (outcome.key, outcome.name, outcome.day) == ("k", "Open", "2026-11-28")
    assert (outcome.rounds, outcome.over, outcome.size) == (1, False, 75)
    assert "Nobody" not in {each.name for each in outcome.entrants}
    assert [each.place for each in outcome.entrants] == sorted(
        each.place for each in outcome.entrants
    )
    winner = next(each for each in outcome.entrants if each.number == game.players.red)
    loser = next(each for each in outcome.entrants if each.number == game.players.blue)
    assert (winner.wins, winner.losses, winner.ties, winner.byes) == (1, 0, 0, 0)
    assert (loser.wins, loser.losses) == (0, 1)
    assert sum(each.byes for each in outcome.entrants) == 1
    assert sum(each.ties for each in outcome.entrants) == 2
    assert outcome.ranked == 5


def test_games_in_an_outcome_have_a_winner_unless_tied() -> None:
    desk = finished()
    outcome = outcome_of(desk.state, "k", "f", "")
    won, tied = sorted(outcome.games, key=lambda game: not game.winner)
    assert won.winner == won.players[0]
    assert tied.winner == 0
    assert {won.round_number, tied.round_number} == {1}


def test_an_outcome_recognizes_blue_winners_and_excludes_no_shows() -> None:
    desk = under_way(4, settings(rounds=1))
    desk.report(1, Side.BLUE, How.ASSASSINATION)
    desk.do(AwardNoShow(desk.game(2).number, Side.RED), insist=True)
    desk.do(FinishRound())
    outcome = outcome_of(desk.state, "k", "f", "")
    (game,) = outcome.games
    assert game.winner == game.players[1]
    assert outcome.over
    assert len(outcome.entrants) == 4


def test_an_unfinished_round_does_not_change_the_outcome() -> None:
    desk = finished()
    before = outcome_of(desk.state, "k", "f", "")
    desk.do(DrawRound(3, 4))
    desk.do(PublishRound())
    desk.do(StartRound(0))
    desk.report(1, Side.RED)
    assert outcome_of(desk.state, "k", "f", "") == before


def test_disqualified_players_are_listed_last_without_a_place() -> None:
    desk = finished()
    desk.do(DisqualifyPlayer(1, "Dice"), insist=True)
    outcome = outcome_of(desk.state, "k", "f", "")
    assert (outcome.entrants[-1].number, outcome.entrants[-1].place) == (1, 0)
    assert outcome.ranked == 4


def test_the_outcome_of_an_event_without_rounds_lists_nobody() -> None:
    outcome = outcome_of(registered(4).state, "k", "f", "")
    assert (outcome.entrants, outcome.games, outcome.over) == ((), (), False)
    empty = outcome_of(Desk().state, "k", "f", "2026-01-01")
    assert (empty.name, empty.packet, empty.size) == ("", "", 0)
