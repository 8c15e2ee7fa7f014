"""Finals tables of teams: which teams sit there, and the places that they give."""

from app.engine.acts.rounds import DrawRound, EnterPairings, FinishRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.undo import Undo
from app.engine.frozen import replace
from app.engine.rounds.edit import arrangement, match_moved, teams_swapped
from app.engine.rounds.field import final_teams, level_teams
from app.engine.rounds.team_draw import team_draw
from app.engine.side import Pair, Side
from app.engine.standings.matches import matches_of, team_of
from app.engine.standings.ranking import standings
from app.engine.standings.teams import team_standings
from app.views.event.standings import team_table
from app.views.round.notices import notices_before, notices_of
from app.views.teams.record import list_team_records
from tests.engine.event import SR2017, Desk
from tests.engine.team_cases import begin, draw, latest, team_event
from tests.remarked import in_words


def finals_event(teams: int = 6, rounds: int = 2) -> Desk:
    """Before the last round: the lower the number of a team the better it is."""
    desk = team_event((2,) * teams)
    settings = desk.state.settings
    assert settings
    desk.do(
        ChangeSettings(replace(settings, finals_tables=True, rounds=rounds), SR2017), insist=True
    )
    half = teams // 2
    pairs = [(2 * a + s, 2 * (a + half) + s) for a in range(half) for s in (1, 2)]
    desk.do(EnterPairings(tuple(pairs), None), insist=True)
    begin(desk)
    for game in desk.state.games_of(latest(desk)):
        desk.report(game.table, Side.RED, cp=(90 - game.players.red, 50 - game.players.blue))
    desk.do(FinishRound())
    return desk


def teams_at(desk: Desk) -> list[tuple[str, ...]]:
    """The teams of each match, by its tables."""
    return [tuple(sorted(match.teams)) for match in matches_of(desk.state, latest(desk).number)]


def places(desk: Desk) -> list[str]:
    return [row.team for row in team_standings(desk.state)]


def win(desk: Desk, team: str) -> None:
    """All games of the latest round for a team."""
    for game in desk.state.games_of(latest(desk)):
        mine = [side for side in Side if team_of(desk.state, game.players.of(side)) == team]
        for side in mine:
            desk.report(game.table, side, cp=(0, 0))


def test_the_best_four_teams_meet_at_the_first_tables_of_the_last_round() -> None:
    desk = finals_event()
    assert final_teams(desk.state, 1) == ()
    assert final_teams(desk.state, 2) == ("team 1", "team 2", "team 3", "team 4")
    (before,) = [words for words in notices_before(desk.state, 2) if "finals" in words]
    assert before.endswith("Team 1 against Team 2 and Team 3 against Team 4.")
    draw(desk)
    assert teams_at(desk)[:2] == [("team 1", "team 2"), ("team 3", "team 4")]
    assert len(latest(desk).finals) == 4
    assert "Finals tables: 1–2 and 3–4." in notices_of(desk.state, latest(desk))
    assert not latest(desk).paired_down  # by place nobody is paired down


def test_the_finals_tables_give_the_first_three_places_once_they_are_decided() -> None:
    desk = finals_event()
    draw(desk)
    begin(desk)
    before = [row.number for row in standings(desk.state)]
    win(desk, "team 2")
    assert places(desk)[:2] == ["Team 2", "Team 1"]
    assert not any(row.by_final for row in team_standings(desk.state))
    win(desk, "team 4")
    assert places(desk)[:4] == ["Team 2", "Team 1", "Team 4", "Team 3"]
    assert [row.by_final for row in team_standings(desk.state)] == [True] * 3 + [False] * 3
    assert team_table(desk.state).marks[:4] == ("By the finals tables",) * 3 + ("",)
    assert "By the finals tables" in list_team_records(desk.state)[0].about
    assert before != [row.number for row in standings(desk.state)]  # players have their own places


def test_a_tied_final_keeps_the_better_team_ahead() -> None:
    desk = finals_event()
    draw(desk)
    begin(desk)
    win(desk, "team 3")
    one, other = sorted(
        (game for game in desk.state.games_of(latest(desk)) if game.number in latest(desk).finals),
        key=lambda game: game.table,
    )[:2]
    desk.report(one.table, Side.RED, cp=(0, 0))
    flipped = team_of(desk.state, one.players.red) == team_of(desk.state, other.players.red)
    desk.report(other.table, Side.BLUE if flipped else Side.RED, cp=(0, 0))
    assert places(desk)[:3] == ["Team 1", "Team 2", "Team 3"]
    assert [row.by_final for row in team_standings(desk.state)][:3] == [True] * 3


def test_teams_may_play_a_rematch_at_the_finals_tables() -> None:
    desk = finals_event(4, rounds=3)
    draw(desk)
    begin(desk)
    for game in desk.state.games_of(latest(desk)):
        lower = Side.RED if game.players.red < game.players.blue else Side.BLUE
        desk.report(game.table, lower, cp=(0, 0))
    desk.do(FinishRound())
    met = {frozenset(match.teams) for number in (1, 2) for match in matches_of(desk.state, number)}
    draw(desk)
    told = [
        words
        for words in in_words(latest(desk).gave_way)
        if "the finals tables pair by place" in words
    ]
    again = [match for match in teams_at(desk) if frozenset(match) in met]
    assert again == [("team 1", "team 2"), ("team 3", "team 4")]
    assert told == [
        "Team 1 and Team 2 meet again: the finals tables pair by place.",
        "Team 3 and Team 4 meet again: the finals tables pair by place.",
    ]
    assert list(in_words(latest(desk).gave_way)) == told


def test_finals_changed_by_hand_give_no_places_until_restored() -> None:
    desk = finals_event()
    draw(desk)
    now, teams = arrangement(desk.state, latest(desk)), team_draw(desk.state, latest(desk))
    number = {team_of(desk.state, team): team for team in teams.players}
    moved = match_moved(now, teams, number["team 1"], 3)
    desk.do(moved.command(), insist=True)
    assert teams_at(desk)[:2] == [("team 3", "team 4"), ("team 1", "team 2")]
    assert len(latest(desk).finals) == 4  # wherever they sit
    swap = teams_swapped(
        arrangement(desk.state, latest(desk)),
        team_draw(desk.state, latest(desk)),
        number["team 2"],
        number["team 3"],
    )
    desk.do(swap.command(), insist=True)
    assert latest(desk).finals == ()
    (told,) = [words for words in notices_of(desk.state, latest(desk)) if "finals" in words]
    assert told == "The best do not meet at finals tables: this round ranks like any other."
    desk.do(Undo())
    assert len(latest(desk).finals) == 4
    begin(desk)
    win(desk, "team 3")
    win(desk, "team 2")
    assert places(desk)[:3] == ["Team 2", "Team 1", "Team 3"]


def test_teams_tied_across_the_finals_line_are_reported_and_asked_about() -> None:
    assert level_teams(finals_event().state, 2) == ()
    desk = team_event((2,) * 4)
    settings = desk.state.settings
    assert settings
    desk.do(ChangeSettings(replace(settings, finals_tables=True, rounds=1), SR2017), insist=True)
    assert level_teams(desk.state, 1) == (("Team 1", "Team 2", "Team 3", "Team 4"),)
    words = "Team 1, Team 2, Team 3 and Team 4 are tied, and the next round depends on who is"
    assert words in desk.refused(DrawRound(3))
    assert any(words in told for told in notices_before(desk.state, 1))


def test_teams_tied_across_the_cut_line_are_reported() -> None:
    desk = team_event((2,) * 6, cut=4)
    assert level_teams(desk.state, 1) == ()  # nobody is cut before a round is played
    pairs = [(2 * a + s, 2 * (a + 3) + s) for a in range(3) for s in (1, 2)]
    desk.do(EnterPairings(tuple(pairs), None), insist=True)
    begin(desk)
    for game in desk.state.games_of(latest(desk)):
        desk.report(game.table, Side.RED)
    desk.do(FinishRound())
    assert level_teams(desk.state, 2) == (("Team 4", "Team 5", "Team 6"),)
    told = notices_before(desk.state, 2)
    assert "The cut is due: only Team 1, Team 2, Team 3 and Team 4 play on." in told
    draw(desk)
    assert "After the cut only Team 1, Team 2, Team 3 and Team 4 play." in notices_of(
        desk.state, latest(desk)
    )


def test_finals_tables_beyond_the_halls_get_their_own_numbers() -> None:
    desk = finals_event(4)
    settings = desk.state.settings
    assert settings
    desk.do(ChangeSettings(replace(settings, tables=2), SR2017), insist=True)
    draw(desk)
    seated = {game.table: game.players for game in desk.state.games_of(latest(desk))}
    assert seated == {1: Pair(1, 3), 2: Pair(2, 4), 3: Pair(5, 7), 4: Pair(6, 8)}
