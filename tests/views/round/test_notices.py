"""What the EO is told before a round and of its draw."""

from app.engine.acts.awards import BreakTie
from app.engine.acts.draw import EditPairings, SetPairing
from app.engine.acts.players import DropPlayer
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.teams.roster import SeatPlayer
from app.engine.draw.wishes import bye_for
from app.engine.formats.keywords import put_in_force
from app.engine.frozen import replace
from app.engine.side import Side
from app.views.event.event import next_step
from app.views.event.standings import StandingsColumn, columns, standing_rows, standings_text
from app.views.pages import DeskPage
from app.views.round.notices import notices_before, notices_of
from tests.engine.event import SR2017, Desk, registered, settings, under_way
from tests.engine.match_up.events import champions, team_event
from tests.engine.players.two_lists import divided, draw, finish
from tests.engine.team_cases import begin
from tests.engine.team_cases import team_event as played_by_teams

RED = Side.RED


def play(desk: Desk, *, scenario: int | None = None) -> None:
    desk.do(DrawRound(7, scenario), insist=True)
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    for table in range(1, len(desk.state.rounds[-1].games) + 1):
        desk.report(table, RED, cp=(table + 2, 0), apd=(10 * table, table))
    desk.do(FinishRound())


def test_the_notice_about_a_due_cut_names_those_who_play_on() -> None:
    desk = registered(8, put_in_force(SR2017, settings(), "cut", 4))
    assert notices_before(desk.state, 1) == ()
    play(desk)
    (said,) = (notice for notice in notices_before(desk.state, 2) if "cut is due" in notice)
    assert said.startswith("The cut is due: only ")
    assert next_step(desk.state).sentence.startswith("Round 1 is finished. The cut is due")
    desk.do(DrawRound(7), insist=True)
    (drawn,) = notices_of(desk.state, desk.state.rounds[-1])
    assert drawn.startswith("After the cut only ")
    notes = [row.cell(StandingsColumn.NOTE) for row in standing_rows(desk.state)]
    assert notes == ["In the cut"] * 4 + ["Place kept"] * 4
    assert notices_before(desk.state, 3) == ()


def test_a_declared_bye_that_cannot_happen_is_reported_before_and_after_the_draw() -> None:
    desk = registered(8)
    desk.do(SetPairing(bye_for(1, 1, "Lunch")))
    assert "No bye in round 1 for Anna: the number of players is even." in notices_before(
        desk.state, 1
    )
    desk.do(DrawRound(7))
    drawn = desk.state.rounds[-1]
    assert drawn.explanation is not None  # which says it already
    assert notices_of(desk.state, drawn) == ()
    pairs = tuple((game.players.red, game.players.blue) for game in desk.state.games_of(drawn))
    desk.do(EditPairings(pairs, (4, 3, 2, 1), None), insist=True)
    assert notices_of(desk.state, desk.state.rounds[-1]) == (
        "The declared bye for Anna is not in round 1.",
    )


def test_the_notice_about_a_large_cut_is_shortened() -> None:
    desk = registered(24, put_in_force(SR2017, settings(), "cut", 12))
    play(desk)
    assert "and 8 others play on" in notices_before(desk.state, 2)[0]


def test_finals_tables_and_ties_across_the_cut_off_are_reported() -> None:
    desk = registered(4, put_in_force(SR2017, replace(settings(), rounds=2), "finals-tables"))
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    for table in (1, 2):
        desk.report(table, RED, cp=(3, 3), apd=(5, 5))
    desk.do(FinishRound())
    said = notices_before(desk.state, 2)
    assert any(one.startswith("Round 2 has finals tables: ") for one in said)
    assert not any("tied, and the next round" in one for one in said)
    desk.do(DrawRound(7), insist=True)
    assert notices_of(desk.state, desk.state.rounds[-1]) == ("Finals tables: 1 and 2.",)


def test_a_single_finals_table_and_ties_around_it_are_reported() -> None:
    desk = registered(3, put_in_force(SR2017, replace(settings(), rounds=2), "finals-tables"))
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    desk.report(1, None, How.TIE, cp=(2, 2), apd=(5, 5))
    desk.do(FinishRound())
    said = notices_before(desk.state, 2)
    tied = [one for one in said if "tied, and the next round" in one]
    assert len(tied) == 1
    numbers = tuple(row.number for row in standing_rows(desk.state) if "=" in row.cells[0])
    desk.do(BreakTie(numbers, "a die"))
    assert not any("tied, and the next round" in one for one in notices_before(desk.state, 2))
    desk.do(DrawRound(7), insist=True)
    assert notices_of(desk.state, desk.state.rounds[-1]) == ("Finals table: 1.",)


def test_a_player_who_left_after_the_draw_is_reported_in_the_review() -> None:
    desk = registered(5, settings())
    desk.do(DrawRound(7))
    drawn = desk.state.rounds[-1]
    assert notices_of(desk.state, drawn) == ()
    assert drawn.bye is not None
    desk.do(DropPlayer(drawn.bye.player))
    name = desk.state.name(drawn.bye.player)
    (said,) = notices_of(desk.state, drawn)
    assert said.startswith(f"{name} left after the draw: draw again, or ")
    assert "Take out of this round" in said
    assert name in desk.refused(PublishRound())


def test_incomplete_match_ups_are_counted_until_they_are_complete() -> None:
    desk = team_event()
    told = "1 match-up is not complete: players do not see their opponents yet."
    assert told in notices_of(desk.state, desk.state.rounds[-1])
    desk.do(PublishRound())
    assert told in notices_of(desk.state, desk.state.rounds[-1])
    champions(desk)
    assert told not in notices_of(desk.state, desk.state.rounds[-1])


def test_dropping_a_player_who_missed_their_games_is_suggested() -> None:
    desk = registered(2, replace(settings(), absences=1))
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    desk.report(1, RED, How.NO_SHOW)
    desk.do(FinishRound())
    name = desk.state.name(desk.game().players.blue)
    assert f"{name} missed their last games: drop them?" in notices_before(desk.state, 2)


def test_unrecorded_lists_and_lists_that_must_be_played_are_reported() -> None:
    desk = divided(2, 2, least=1)
    draw(desk, (1, 1))
    finish(desk)
    said = notices_before(desk.state, 2)
    assert "It is not recorded which list was played in round 1 by Ben." in said
    assert "In round 2 Anna must play list 2." in said


def test_players_who_must_play_a_certain_list_are_counted_if_many() -> None:
    desk = divided(16, 2, least=1)
    draw(desk, *((number, 1) for number in range(1, 17)))
    finish(desk)
    (said,) = notices_before(desk.state, 2)
    assert said.endswith("Finn, Gus, Hal and 8 others must play list 2.")


def test_after_the_planned_rounds_the_next_step_is_the_standings() -> None:
    desk = registered(4, replace(settings(), rounds=1))
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    for table in (1, 2):
        desk.report(table, RED)
    desk.do(FinishRound())
    step = next_step(desk.state)
    assert (step.sentence, step.page) == ("The only round has been played.", DeskPage.STANDINGS)


def test_ranking_columns_come_first() -> None:
    desk = registered(2, put_in_force(SR2017, settings(), "assassin"))
    shown = columns(desk.state)
    first = (
        StandingsColumn.RECORD,
        StandingsColumn.TP,
        StandingsColumn.ASSASSINATIONS,
        StandingsColumn.CP,
        StandingsColumn.SOS,
        StandingsColumn.APD,
    )
    assert shown[4:10] == first
    text = standings_text(standing_rows(desk.state), ",", shown)
    assert text.startswith("Place,Shared,Player,Club,Faction,W–L–T,TP,Assassinations,CP,SoS")
    elsewhere = {StandingsColumn.WIN_RATES, StandingsColumn.TEAM}
    assert set(shown) == set(StandingsColumn) - elsewhere
    usual = columns(registered(2).state)
    assert usual == tuple(column for column in StandingsColumn if column not in elsewhere)


def test_a_running_round_has_no_notices() -> None:
    desk = under_way(4)
    assert notices_of(desk.state, desk.state.rounds[0]) == ()


def test_a_team_without_players_is_not_named_in_a_cut_of_teams() -> None:
    desk = played_by_teams((2,) * 6, cut=4)
    while not desk.state.rounds or not desk.state.rounds[-1].cut:
        if desk.state.rounds:
            begin(desk)
            for game in desk.state.games_of(desk.state.rounds[-1]):
                side = RED if game.players.red < game.players.blue else Side.BLUE
                desk.report(game.table, side)
            desk.do(FinishRound())
        desk.do(DrawRound(7), insist=True)
    latest = desk.state.rounds[-1]
    (gone, *_) = latest.cut
    (said,) = (one for one in notices_of(desk.state, latest) if one.startswith("After the cut"))
    team = desk.state.players[gone].entry.team
    assert team in said
    for number in latest.cut:
        if desk.state.players[number].entry.team == team:
            desk.do(SeatPlayer(number, ""), insist=True)
    (said,) = (one for one in notices_of(desk.state, latest) if one.startswith("After the cut"))
    assert team not in said
    assert said.endswith(" play.")
