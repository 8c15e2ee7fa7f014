"""Rows of the history about teams, and what their acts are called after "Undo"."""

import pytest

from app.engine.acts.events import Event, Record
from app.engine.acts.players import EditPlayer, Entry
from app.engine.acts.rounds import PublishRound, RoundDrawn, StartRound
from app.engine.acts.teams.roster import (
    EnterTeam,
    PlayerSubstituted,
    SeatPlayer,
    Team,
    TeamDropped,
    TeamReadmitted,
)
from app.engine.frozen import replace
from app.engine.state import Player, State
from app.views.history.rows import describe
from app.views.history.words import act_words
from tests.engine.team_cases import draw, team_event

STATE = State(players={n: Player(n, Entry(name)) for n, name in enumerate(("Ann", "Bo"), start=1)})
OAK = Team("Oak", players=(1, 2))


@pytest.mark.parametrize(
    ("event", "words", "undone"),
    [
        (EnterTeam(OAK), "Team Oak: Ann and Bo", "team Oak"),
        (EnterTeam(OAK, "Oak"), "Team Oak: Ann and Bo", "team Oak"),
        (EnterTeam(OAK, "Ash "), "Team Ash is now Oak: Ann and Bo", "team Oak"),
        (EnterTeam(Team("Elm")), "Team Elm: no players yet", "team Elm"),
        (
            EnterTeam(Team("Oak", "Wales", 2, (1, 2))),
            "Team Oak: Ann and Bo; captain Bo; nation Wales",
            "team Oak",
        ),
        (SeatPlayer(1, "Oak", 3), "Ann plays for Oak, in seat 3", "seat of Ann"),
        (SeatPlayer(1, "Oak"), "Ann plays for Oak, in the last seat", "seat of Ann"),
        (SeatPlayer(1, ""), "Ann has no team", "seat of Ann"),
        (
            PlayerSubstituted(1, 2, 3),
            "Bo plays in the seat of Ann from round 3 on",
            "substitution of Ann",
        ),
        (
            TeamDropped("Oak", (1, 2), 0),
            "Team Oak dropped before round 1: Ann and Bo",
            "drop of team Oak",
        ),
        (TeamDropped("Oak", (1,), 3), "Team Oak dropped after round 3: Ann", "drop of team Oak"),
        (
            TeamReadmitted("Oak", (1, 2)),
            "Team Oak is in the event again: Ann and Bo",
            "return of team Oak",
        ),
    ],
)
def test_the_history_describes_each_team_act(event: Event, words: str, undone: str) -> None:
    assert describe(Record(5, 5, 1, "desk", "EO", event), STATE) == words
    assert act_words(STATE, event) == undone


def test_a_team_draw_row_gives_the_number_of_matches_before_games() -> None:
    desk = team_event((3,) * 6, seats=3)
    drawn = draw(desk)
    row = next(row for row in reversed(desk.records) if isinstance(row.event, RoundDrawn))
    assert len(drawn.games) == 9
    assert describe(row, desk.state).startswith("Round 1 drawn: 3 matches, 9 games; ")


def test_a_draw_row_does_not_change_when_a_player_changes_teams() -> None:
    desk = team_event((3,) * 6, seats=3)
    game = next(iter(draw(desk).games))
    desk.do(PublishRound())
    desk.do(StartRound())
    row = next(row for row in reversed(desk.records) if isinstance(row.event, RoundDrawn))
    red, blue = desk.state.games[game].players
    theirs = {desk.state.players[number].entry.team for number in (red, blue)}
    teams = {player.entry.team for player in desk.state.players.values()}
    team = min(teams - theirs)
    desk.do(EditPlayer(red, replace(desk.state.players[red].entry, team=team)), insist=True)
    assert describe(row, desk.state).startswith("Round 1 drawn: 3 matches, 9 games; ")
