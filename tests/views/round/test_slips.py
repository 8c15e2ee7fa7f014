"""What stands on result slips and on the sheets for the wall."""

from app.engine.acts.players import Entry
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.side import Pair
from app.views.event.record import count_choices
from app.views.round.slips import WallRow, slips, wall_rows, wall_tables
from tests.engine.event import latest, under_way


def test_a_slip_has_both_players_and_every_way_to_end_a_game() -> None:
    desk = under_way(4)
    made = slips(desk.state, latest(desk), secret=False)
    assert [slip.table for slip in made] == [1, 2]
    game = desk.game()
    assert made[0].names == game.players.map(desk.state.name)
    assert made[0].lists == Pair(*(count_choices(desk.state, number) for number in game.players))
    assert made[0].scenario == desk.state.games[1].terms.scenario.name
    assert made[0].ways[0] == "Assassination"
    assert made[0].ways[-1] == "Tie"
    assert not {"Disqualification", "No-show", "Not recorded"} & {*made[0].ways}


def test_a_slip_omits_a_secret_scenario_but_shows_factions() -> None:
    desk = under_way(2)
    state = desk.state
    red = desk.game().players.red
    player = replace(state.players[red], entry=Entry("Ada", "Ravens", "Cryx"))
    state = replace(state, players={red: player})
    (slip,) = slips(state, latest(desk), secret=True)
    assert slip.scenario == ""
    assert slip.about.red == "Cryx · Ravens"
    assert slip.about.blue == ""
    assert count_choices(replace(state, packet=None), 99) == 0
    listed = replace(player, lists=(ArmyList(), ArmyList(), ArmyList()))
    assert count_choices(replace(state, players={red: listed}), red) == 3


def test_the_wall_list_is_sorted_by_name_and_includes_byes() -> None:
    desk = under_way(3)
    state, round_ = desk.state, latest(desk)
    (game,) = state.games_of(round_)
    red, blue = game.players.map(state.name)
    assert round_.bye is not None
    free = state.name(round_.bye.player)
    rows = wall_rows(state, round_)
    assert set(rows) == {WallRow(red, "1", blue), WallRow(blue, "1", red), WallRow(free, "Bye", "")}
    assert [row.name for row in rows] == sorted(row.name for row in rows)
    assert wall_tables(state, round_) == (("1", (red, blue)), ("Bye", (free,)))
    assert wall_tables(state, replace(round_, bye=None)) == (("1", (red, blue)),)
