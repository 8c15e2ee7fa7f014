"""The event as plain tables."""

from fractions import Fraction

from app.engine.acts.phones import OpenToPhones, SignUp
from app.engine.acts.players import (
    DisqualifyPlayer,
    EditPlayer,
    EnterArmy,
    Entry,
    WarnPlayer,
)
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.table import ChangeLosses, ScoreTurn, Tap
from app.engine.acts.teams.roster import EnterTeam, SeatPlayer, SubstitutePlayer, Team
from app.engine.acts.undo import Undo
from app.engine.armies.army import ArmyRow, Kind, Loss
from app.engine.armies.army_list import ArmyList
from app.engine.armies.losses import changes_between
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.views.event.facts import FactTable, every_table, fact_tables, plain_number, worded_tables
from tests.engine.event import MINUTE, Desk, registered, start_clock, under_way
from tests.engine.players.test_rosters import teams

HALEY = ArmyList(
    (ArmyRow("Haley", Kind.CASTER, 6), ArmyRow("Long Gunners", Kind.UNIT, 10, 10)), name="Guns"
)


def tables_of(state: State) -> dict[str, FactTable]:
    return {table.key: table for table in fact_tables(state)}


def one(state: State, key: str, place: int = 0) -> dict[str, object]:
    return dict(tables_of(state)[key].objects[place])


def test_every_exported_row_has_a_value_for_every_column() -> None:
    desk = played()
    every = (*every_table(desk.state, desk.records),)
    apart = (*fact_tables(desk.state), *worded_tables(desk.state, desk.records))
    assert [(table.key, [*table.rows]) for table in every] == [
        (table.key, [*table.rows]) for table in apart
    ]
    for table in every:
        elsewhere = table.key in {"matches", "substitutions", "spells"}
        assert any(table.rows) is not elsewhere, table.key
        assert {len(row) for row in table.rows} <= {len(table.columns)}, table.key


def played() -> Desk:
    """Five players: a game with clock, points and losses, one by the desk, a bye, a sign-up."""
    desk = registered(5)
    desk.do(OpenToPhones(sign_up=True))
    desk.do(SignUp(Entry("Zoe", "Ravens", "Cryx")))
    for number in range(1, 6):
        desk.do(EditPlayer(number, Entry(f"P{number}", "Ravens", "Cygnar", "Foxes")))
        desk.do(EnterArmy(number, (HALEY,)), insist=True)
    desk.do(WarnPlayer(2, "Slow play"))
    desk.do(DrawRound(7, 3))
    desk.do(PublishRound())
    desk.do(StartRound(0))
    game = start_clock(desk)
    for turn in range(4):
        desk.now_ms += MINUTE
        desk.do(Tap(game, Side.BLUE if turn % 2 else Side.RED))
    desk.now_ms += MINUTE
    desk.do(ScoreTurn(game, by=None, step=4, holdings=(), reason=""))
    change = changes_between((), (Loss(), Loss(gone=3, name="Long Gunners")))
    desk.do(ChangeLosses(game, by=Side.BLUE, side=Side.BLUE, changes=change))
    desk.report(1, Side.RED, How.CLOCK_OUT, (5, 3), (20, 10))
    desk.report(2, None, How.TIE, (1, 1), (4, 4))
    desk.do(FinishRound())
    return desk


def test_a_game_has_its_players_result_and_times() -> None:
    game = one(played().state, "games")
    assert (game["round"], game["table"], game["bye"]) == (1, 1, False)
    assert (game["winner"], game["condition"], game["clocked_out"]) == (1, "clock_out", 2)
    assert (game["cp1"], game["cp2"], game["ap1"], game["ap2"]) == (5, 3, 20, 10)
    assert (game["first"], game["turn"]) == (1, 1)
    assert game["used1_ms"] == 2 * MINUTE
    assert game["time1_ms"] == 60 * MINUTE
    assert game["list1"] == 1


def test_a_game_without_a_clock_has_no_times_and_a_tie_no_winner() -> None:
    game = one(played().state, "games", 1)
    assert (game["winner"], game["condition"]) == (0, "tie")
    assert (game["first"], game["used1_ms"], game["clocked_out"]) == (None, None, None)


def test_a_bye_is_a_game_against_nobody() -> None:
    bye = one(played().state, "games", 2)
    assert (bye["bye"], bye["player2"], bye["number2"], bye["winner"]) == (True, "", None, None)
    assert bye["cp1"] is not None


def test_turns_and_losses_name_their_player() -> None:
    state = played().state
    turn, loss = one(state, "turns"), one(state, "losses")
    assert (turn["turn"], turn["by_organizer"]) == (1, True)
    assert (loss["entry"], loss["gone"], loss["models"]) == ("Long Gunners", 3, 10)


def test_players_have_their_warnings_and_lists() -> None:
    desk = played()
    desk.do(DisqualifyPlayer(3, "Loaded dice"), insist=True)
    assert one(desk.state, "players", 1)["warnings"] == "0: Slow play"
    assert one(desk.state, "players", 2)["disqualified_for"] == "Loaded dice"
    entry = one(desk.state, "lists", 1)
    assert (entry["list_name"], entry["entry"], entry["models"]) == ("Guns", "Long Gunners", 10)
    assert one(desk.state, "sign_ups")["name"] == "Zoe"


def test_an_unpublished_draw_is_left_out_of_the_fact_tables() -> None:
    desk = played()
    desk.do(DrawRound(7, 4))
    assert [row["round"] for row in tables_of(desk.state)["rounds"].objects] == [1]
    assert {row["round"] for row in tables_of(desk.state)["games"].objects} == {1}


def test_a_secret_length_is_left_out_until_the_round_is_over() -> None:
    desk = under_way(4, secret=5)
    assert one(desk.state, "rounds")["length_ms"] is None
    for table in (1, 2):
        desk.report(table, Side.RED)
    desk.do(FinishRound())
    assert one(desk.state, "rounds")["length_ms"] is not None


def test_a_game_under_way_has_no_result_yet() -> None:
    desk = under_way(4)
    start_clock(desk)
    game = one(desk.state, "games")
    assert (game["winner"], game["condition"], game["ended_at"]) == (None, "", None)


def test_exported_standings_contain_numbers_as_numbers() -> None:
    row = one(played().state, "standings")
    assert (row["place"], row["tp"], row["team"]) == (1, 1, "Foxes")
    assert plain_number(Fraction(3, 2)) == 1.5
    assert plain_number(Fraction(4, 2)) == 2
    assert len(str(one(played().state, "teams")["players"]).split()) == 5


def test_team_seats_substitutes_and_substitutions_are_exported() -> None:
    desk = teams(3, 2)
    desk.do(EnterTeam(Team("Oak", "Wales", 2, (1, 2, 3)), "Oak"))
    desk.do(SubstitutePlayer(1, 3))
    facts = tables_of(desk.state)
    assert (*facts["seats"].rows,)[:3] == (
        ("Oak", "Wales", 1, False, False, 3, "O3"),
        ("Oak", "Wales", 2, False, True, 2, "O2"),
        ("Oak", "Wales", 3, True, False, 1, "O1"),
    )
    assert facts["substitutions"].rows == ((1, "Oak", "O3", "O1"),)
    desk.do(SeatPlayer(3, ""))
    assert tables_of(desk.state)["substitutions"].rows == ((1, "", "O3", "O1"),)


def test_all_fact_tables_are_empty_before_the_event_is_created() -> None:
    assert all(not table.rows for table in fact_tables(State()))


def test_a_player_missing_from_a_damaged_log_has_an_empty_name() -> None:
    state = played().state
    lost = replace(state, players={n: p for n, p in state.players.items() if n != 1}, packet=None)
    rows = tables_of(lost)["rounds"].objects
    assert rows[0]["scenario_name"] == ""
    games = tables_of(lost)["games"].objects
    names = {row["player1"] for row in games} | {row["player2"] for row in games}
    assert names == {"", "P2", "P3", "P4", "P5"}


def test_the_exported_history_marks_undone_acts() -> None:
    desk = registered(2)
    desk.do(WarnPlayer(1, "Late"))
    desk.do(Undo())
    history = worded_tables(desk.state, desk.records)[1].objects
    assert [row["undone"] for row in history][-2:] == [True, False]
    assert all(row["what"] for row in history)
