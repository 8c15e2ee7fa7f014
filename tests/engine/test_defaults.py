"""Values of fields that nobody has given: those that a file or a packet leaves out, and those
before anything has happened. An older file opens with them, so they stay as they are.
"""

import re
from importlib import import_module

import pytest
from msgspec import structs

LEFT_OUT = """
acts.chess_clock HoldTime: at_ms=-1
acts.chess_clock AdoptTimes: at_ms=-1
acts.chess_clock RelabelPress: at_ms=-1
acts.chess_clock PressLever: uncertain_ms=0
acts.commands Refused: insistable=0
acts.commands NoticeGap: known=1
acts.display ArrangeDisplay: judge_calls=0
acts.late HandIn: follows=0 doubted=0
acts.phones OpenToPhones: sign_up=0 check_in=0 results=1
acts.phones SettleSignUps: accept=1
acts.phones AskToDrop: wanted=1
acts.players TickOff: done=1
acts.players ChooseList: at_table=0
acts.players CheckIn: present=1
acts.players DropPlayer: opponent_wins=0
acts.room ActAtTables: delta_ms=0
acts.rounds DrawRound: again=0
acts.rounds EnterPairings: again=0
acts.rounds StartRound: secret=0
acts.rounds RoundStarted: length_ms=0
acts.setup ShiftTimes: since_ms=0 computer_ahead_ms=0
acts.teams.match_up ChooseInMatchUp: captain=0
acts.teams.roster Team: captain=0
acts.teams.roster SeatPlayer: seat=0
acts.teams.roster SubstitutePlayer: leaves=0 at_once=0
acts.table StartClock: by_lever=0 uncertain_ms=0
acts.table Interrupt: at_ms=-1 uncertain_ms=0
acts.table HandBack: at_ms=-1 uncertain_ms=0
acts.table ClockPaused: gap_ms=0 gap_known=1
acts.table ResumeClock: at_ms=-1
acts.table AdjustClock: at_ms=-1
acts.table ScoreTurn: at_ms=-1 kill_box=0 caster_left=0
acts.table RemoveElement: at_ms=-1
acts.table TakeExtension: at_ms=-1
acts.table PutDiceDown: at_ms=-1
acts.table Claimed: army_points=0 tapped=0
acts.table Answer: at_ms=-1
acts.table CallJudge: at_ms=-1
acts.table DismissJudge: at_ms=-1
acts.table EnterTally: at_ms=-1
acts.table CountLosses: at_ms=-1
acts.table ChangeLosses: at_ms=-1
acts.table SwapSpecialists: at_ms=-1
acts.table ChooseObjective: at_ms=-1
acts.table BringReinforcements: at_ms=-1
acts.table Ruled: army_points=0
acts.table RuleOnStop: at_ms=-1
acts.table ReopenGame: at_ms=-1
acts.table WithdrawResult: at_ms=-1
acts.table RequestedMark: at_ms=-1
acts.table ClockStarted: uncertain_ms=0
acts.table Tap: uncertain_ms=0
acts.table TurnStarted: uncertain_ms=0
acts.table TurnEnded: uncertain_ms=0
armies.army ArmyRow: models=1 character=0 free=0 size_guessed=0
armies.army Loss: gone=0 again=0 out=0 inside=0 followed=0
armies.army_list ArmyList: tier=0 points=0
armies.parse.sheets Sheet: tier=0 points=0
draw.wishes ApartRule: first_round_only=0
draw.wishes HallTable: in_use=1
draw.wishes Plan: top_tables_first=1 no_show_minutes=0 fresh_tables_first=1 clubs_asked=0
draw.wishes SetPair: round_number=0
formats.settings Settings: tables=0 rounds=0 lead=0 extensions=1 reinforcements=1
    finals_tables=0 cut=0 cut_by_seed=1 kill_box=1 assassination=1 tiebreakers=1 battlegroup=0
    in_order=0 scenarios_public=0 absences=2 starts=600 turnaround=15 lists_hidden=0
    team_seats=0 drawn_match_half=0 team_substitutes=2 team_casters_differ=0
    team_characters_differ=0 lists_to_captains=0 disputed_wins=1
match_up.procedure Step: count=1 stays_up=0
packet.army_points Counting: half_units=0 strays_count=0 half_inside=0 free_vehicle=0
    free_solo=0 lesser=0
packet.army_points Holders: base_mm=0
packet.keywords Variant: least_size=0 sets_rounds=0 short=0
packet.keywords Preset: players=0
packet.list_rules ListRules: short=2 most=2 characters_differ=1 free_stay=1 one_army=0 bonus=1
    command_cards=0 two_casters_at=0 spell_racks=0
packet.packet Advice: least=0 most=0
packet.packet Award: cp=0 win_percent=0 apd_percent=0 or_more=0 of_list=0 finished_turns=0
packet.packet KillBox: points=0 own_edge=0 destroys=0
packet.packet Victory: last_turn=0 capped=0 assassination=1 battlegroup=0 one_domination=0
    dice_down_is_length=0 on_opponents_turn=0 each_turn=0 both_secure=0 leading_is_scenario=1
    armies=1 points_at_end=0 by_agreement=0
packet.packet Packet: one_a_group=0 own_painting=0 adjustable=0
packet.ranking Points: win=1 tie=0 loss=0 bye=1 narrow=0 narrow_below=0
packet.reference Reference: reach=0
packet.scenario Area: circle=0
packet.scenario Element: control=0 dominate=0 own_control=0 own_dominate=0 own_dominate_takes=0
    destroyed=0 once=0 across=0 base_mm=0
packet.scenario Scenario: most_a_turn=0 reopens=0 reinforcements=0 table=48 wins=1
    win_disputed=0
packet.scenario Countdown: at_zero=0
packet.scenario Journey: each=0 points=0
packet.scenario Way: least=0 adds=0
packet.terrain_rules Count: advised=0
packet.terrain_rules SetupRules: core=0 apart=0 deviation=0
packet.terrain_rules TerrainRules: flag_base_mm=40 objective_base_mm=50 least_blockers=0
    mostly_unrestricted=0
packet.timing TimeRow: clock=0 reinforced_clock=0 round=0 reinforced_round=0 turn=0 extension=0
packet.timing Timing: dice_down=0 variable=0 variable_minutes=0 minimum_turn_seconds=0
    play_on_below_minutes=0 reinforced_extensions=1 most_extensions=0 clock_out_loses=0
    reinforced_from=0 clock_out_kills=1 pause_excuses=1 player_starts_turn=0 pauses_lose=0
    clock_out_scores=0
packet.timing TableTime: clock_ms=0 turn_ms=0 extension_ms=0 extensions=0 dice_down=0
    minimum_turn_ms=0 play_on_below_ms=0 clock_out_loses=0 clock_out_kills=1 pause_excuses=1
    player_starts_turn=0 pauses_lose=0 clock_out_scores=0
terrain.layout Layout: seed=0
terrain.layout Breach: other=0 advice=0
"""

AT_FIRST = """
armies.parse.entries ArmyLine: attached=0 copies=1
armies.parse.entries Size: is_said=1 is_guess=0 is_first=0
armies.parse.phrases Cost: is_caster=0 is_free=0
draw.graph CostGraph: thin=0
draw.request Hall: fresh_tables_first=1
draw.tables Table: in_use=1
draw.values Apart: first_round_only=0
draw.values Entrant: is_team=0
match_up.faults Fault: number=0
match_up.progress Met: table=0
match_up.progress Ask: count=1 secret=0
match_up.progress Progress: asked=0 passes=0
players.list_choice ListChoice: made=1 racks_round=0
rounds.outlook Outlook: at_most=0 level=0
rounds.schedule PlanRow: unplanned=0 waits=0 over=0
standings.awards AwardRow: by_rank=0
standings.matches Match: out=0
standings.scores MetOpponent: adds=0
standings.scores Standing: place=0 shared=0 tp=0 sos=0 cp=0 apd=0 wins=0 losses=0 ties=0 byes=0
    assassinations=0 by_final=0 win_rates=0 missed=0
standings.teams TeamStanding: losses=0 draws=0 byes=0 win_rates=0 by_final=0
state Player: asks_to_drop=0
state Applicant: player=0 declined=0
state MatchUp: complete=0 typed=0 drawn_at=0
state Round: length_ms=0
state Vote: is_open=1
state State: next_game=1 next_player=1
state TableActs: act=0 undoable=0
table.game Pause: gap_ms=0 gap_known=1
table.game OpenClaim: army_points=0 tapped=0
table.game Ending: length=0 casters_gone=0 disagreed=0 ruled=0 army_points=0 scores_on=0
table.game Play: step=0 step_since_ms=0 step_paused_ms=0 interrupted=0 awaits_start=0
    eo_paused_ms=0 players_paused_ms=0 extended=0 judge_called=0 clock_holds=0 clock_left=0
table.game Game: alone=0 phones_call=0
table.game EndedTurn: settled=0
table.scoring Tableau: further=0 race_is_over=0
terrain.check Ground: sure=1
terrain.propose Body: circle=0
terrain.shapes Shape: radius=0
armies.models Known: models=0
armies.models Model: models=0
armies.parse.kind_guess Bonus: left=0
armies.parse.kind_guess ListContext: leads=0 plus_leads=1 war_room=0 beside=0 jacks_too=0
armies.parse.points_first Line: adds_up=0
armies.parse.points_first Current: size=0
subjects.act Undoing: asks=1 can_be_redone=1
subjects.act Act: stops_games=0
subjects.act Request: stops_games=0 for_good=0
"""

CLASSES = re.findall(r"^(\S+) (\w+): (.*(?:\n    .*)*)", LEFT_OUT + AT_FIRST, re.MULTILINE)


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "name", "values"), CLASSES, ids=[f"{module}.{name}" for module, name, _ in CLASSES]
)
def test_a_field_that_is_not_given_has_its_default_value(
    module: str, name: str, values: str
) -> None:
    found = structs.fields(getattr(import_module(f"app.engine.{module}"), name))
    given = dict(value.split("=") for value in values.split())
    assert {one.name: str(int(one.default)) for one in found if one.name in given} == given
