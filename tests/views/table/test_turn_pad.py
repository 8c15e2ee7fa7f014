"""The pad of a turn that both players score (Steamroller 2026)."""

from collections.abc import Sequence

import pytest

from app.engine.acts.results import How
from app.engine.acts.table import (
    Answer,
    CallJudge,
    Claim,
    Counted,
    Holding,
    Interrupt,
    MakeClaim,
    Question,
    ScoreTurn,
    TakeBackTurn,
    Tap,
)
from app.engine.frozen import replace
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.table.game import Ending, Game
from app.views.table import turn_pad
from app.views.table.turn_pad import Draft, Stage, TurnPadRow
from tests.engine.event import MINUTE, under_way
from tests.views.table.turn_tables import FIRST_SCORED, SR2026, held, table

R, B = Side.RED, Side.BLUE


def at_end(
    scenario: str, holds: Sequence[tuple[str, Side]] = (), counted: Sequence[Counted] = ()
) -> tuple[Game, Draft]:
    """A game whose Attacker has ended turn 3, and its pad."""
    desk = table(scenario, holds=holds, counted=counted)
    desk.do(Tap(1, R))
    return desk.game(), turn_pad.new_draft(desk.game(), 8)


def names(shown: Sequence[TurnPadRow]) -> list[str]:
    return [row.name for row in shown]


def test_only_packets_that_score_every_turn_use_the_turn_pad() -> None:
    assert table("Two Fronts").game().terms.scores_each_turn
    assert not under_way(2).game().terms.scores_each_turn


def test_a_finished_turn_waits_to_be_scored() -> None:
    desk = table("Two Fronts", 5)
    assert turn_pad.due_step(desk.game()) is None, "nothing scores in the first turns"
    desk = table("Two Fronts")
    assert turn_pad.due_step(desk.game()) is None
    desk.do(Tap(1, R))
    assert turn_pad.due_step(desk.game()) == 8
    desk.do(ScoreTurn(1, R, 8, ()))
    assert turn_pad.due_step(desk.game()) is None


def test_a_turn_that_continued_after_scoring_must_be_scored_again() -> None:
    desk = table("Two Fronts")
    desk.do(ScoreTurn(1, R, 8, ()))
    desk.do(Tap(1, R), desk.now_ms + MINUTE)
    assert turn_pad.due_step(desk.game()) == 8
    desk.do(ScoreTurn(1, None, 8, (), points=Pair(1, 0), reason="Agreed"), desk.now_ms)
    assert turn_pad.due_step(desk.game()) is None, "the organizer has set it"


def test_after_the_game_only_the_last_turn_may_still_have_to_be_scored() -> None:
    desk = table("Two Fronts")
    assert turn_pad.due_step(under_way(2, packet=SR2026).game()) is None
    desk.do(MakeClaim(1, R, Claim.CASTER, B))
    desk.do(Answer(1, B, Question.CLAIM, agrees=True))
    assert turn_pad.due_step(desk.game()) == 8, "one last turn for the record"
    over = desk.game()
    assert over.play.ending is not None
    for ending in (
        replace(over.play.ending, ruled=True),
        replace(over.play.ending, how=How.CONCESSION),
    ):
        gone = replace(over, play=replace(over.play, ending=ending))
        assert turn_pad.due_step(gone) is None
    beyond = replace(over, play=replace(over.play, ending=Ending(0, 99)))
    assert turn_pad.due_step(beyond) is None


def test_the_pad_starts_with_the_elements_held_before_except_caches() -> None:
    holds = [("objective-50-second", B), ("cache-first", B)]
    _, draft = at_end("Trench Warfare", holds)
    assert draft.holdings == held(("objective-50-second", B))
    assert draft.ended
    game, _ = at_end("Two Fronts")
    assert turn_pad.new_draft(game, 7).holdings == (), "it was scored: nobody had anything"


def test_a_tap_on_a_cell_marks_a_change_and_a_second_tap_reverts_it() -> None:
    game, draft = at_end("Two Fronts", [("objective-40-second", B)])
    moved = turn_pad.tap_cell(draft, "objective-40-second", R)
    cells = next(iter(turn_pad.pad_rows(game, moved))).cells
    assert (cells.red.on, cells.red.changed, cells.blue.on, cells.blue.changed) == (
        *(True, True),
        *(False, True),
    )
    back = turn_pad.tap_cell(turn_pad.tap_cell(moved, "flag", R), "flag", R)
    assert back.holdings == moved.holdings
    both = turn_pad.held_by_both(draft, "objective-40-second")
    assert len(both.holdings) == 2


def test_elements_scored_together_are_listed_together() -> None:
    game, draft = at_end("Two Fronts")
    assert names(turn_pad.pad_rows(game, draft))[:2] == [
        "Defender’s 40 mm objective",
        "Attacker’s 40 mm objective",
    ]
    game, draft = at_end("Fault Line")
    assert names(turn_pad.pad_rows(game, draft))[:3] == [
        *("Defender’s 40 mm objective 1", "Defender’s 50 mm objective"),
        "Defender’s 40 mm objective 2",
    ]
    game, draft = at_end("Payload")
    assert names(turn_pad.pad_rows(game, draft))[:2] == [
        *("Defender’s 50 mm objective", "Attacker’s 50 mm objective"),
    ]


def test_elements_that_belong_to_one_side_each_share_one_row() -> None:
    game, draft = at_end("Trench Warfare", [("cache-first", B)])
    shown = {row.element.kind.value: row for row in turn_pad.pad_rows(game, draft) if row.shared}
    assert set(shown) == {"flag", "cache"}
    cache, flag = shown["cache"].cells, shown["flag"].cells
    assert (cache.red.key, cache.red.offered) == ("cache-second", True)
    assert (cache.blue.taken, cache.blue.offered) == (True, False)
    assert (flag.red.key, flag.blue.key) == ("flag-second", "flag-first")
    assert flag.red.points == 2


def test_before_elements_score_the_pad_has_only_the_kill_box() -> None:
    game = table("Two Fronts", 7).game()
    draft = turn_pad.new_draft(game, 6)
    assert turn_pad.pad_rows(game, draft) == ()
    assert turn_pad.stages(game, 6) == (Stage.SCORE,)
    assert turn_pad.sum_turn(game, replace(draft, kill_box=True)).total == Pair(0, 2)


def test_bonuses_for_several_elements_are_shown_as_bridges() -> None:
    game, draft = at_end("Two Fronts")
    for key in ("objective-40-second", "objective-40-first"):
        draft = turn_pad.tap_cell(draft, key, R)
    (bridge,) = turn_pad.bridges(game, draft, turn_pad.pad_rows(game, draft))
    assert (bridge.side, bridge.at, bridge.words) == (R, "objective-40-second", "both +1")
    game, draft = at_end("Fault Line")
    for key in ("objective-40-first-1", "objective-50-first", "objective-40-first-2"):
        draft = turn_pad.tap_cell(draft, key, R)
    shown = turn_pad.bridges(game, draft, turn_pad.pad_rows(game, draft))
    assert [(one.at, one.words) for one in shown] == [
        ("objective-40-first-1", "2 own +1"),
        ("objective-50-first", "all 3 +1"),
    ]


def test_the_verdict_says_who_leads_and_when_a_lead_wins() -> None:
    game, draft = at_end("Two Fronts")
    assert turn_pad.verdict_words(game, draft) == ("Scores tied", "3 ahead after Blue’s turn wins")
    ahead = turn_pad.tap_cell(draft, "flag", B)
    assert turn_pad.verdict_words(game, ahead) == (
        *("Blue is 1 ahead", "3 ahead after Red’s turn wins"),
    )
    far = draft
    for key in ("objective-40-first", "objective-40-second"):
        far = turn_pad.tap_cell(far, key, R)
    assert turn_pad.verdict_words(game, far) == (
        *("Red is 3 ahead", "wins if still 3 ahead after Blue’s turn"),
    )
    won = draft
    for key in ("objective-40-first", "objective-40-second"):
        won = turn_pad.tap_cell(won, key, B)
    assert turn_pad.verdict_words(game, won) == ("Blue wins", "3 ahead after Red’s turn")
    assert turn_pad.sum_turn(game, won).over


def test_points_set_by_the_organizer_are_shown_with_their_reason() -> None:
    desk = table("Two Fronts")
    desk.do(ScoreTurn(1, None, 7, (), points=Pair(1, 0), reason="Agreed."))
    draft = turn_pad.new_draft(desk.game(), 7)
    assert turn_pad.verdict_words(desk.game(), draft)[0].endswith("Blue 0: Agreed.")


def test_the_verdict_names_the_last_turn_and_names_no_winning_lead_after_the_game() -> None:
    desk = table("Pressure Point", 17)
    desk.do(Tap(1, B))
    game = desk.game()
    draft = turn_pad.new_draft(game, 17)
    assert turn_pad.due_step(game) == 17
    assert turn_pad.verdict_words(game, draft) == ("Scores tied", "That was the last turn")
    desk = table("Two Fronts")
    desk.do(MakeClaim(1, R, Claim.CASTER, B))
    desk.do(Answer(1, B, Question.CLAIM, agrees=True))
    draft = turn_pad.new_draft(desk.game(), 8)
    assert turn_pad.verdict_words(desk.game(), draft) == ("Scores tied", "")


def test_after_a_clock_out_the_pad_starts_empty_and_decides_how_the_opponent_wins() -> None:
    desk = table("Two Fronts", 9, [("objective-40-second", B), ("flag", R)])
    desk.now_ms += 60 * MINUTE
    desk.do(CallJudge(1, R))
    game = desk.game()
    assert game.play.flag is not None
    draft = turn_pad.go_on(game, 9, None)
    assert draft.out
    assert draft.holdings == ()
    assert draft.was
    assert turn_pad.due_step(game) is None
    assert turn_pad.stages(game, 9) == (Stage.SCORE,)
    shown = turn_pad.pad_rows(game, draft)
    assert not any(row.cells.blue.offered or row.cells.blue.changed for row in shown)
    assert turn_pad.verdict_words(game, draft) == (
        *("Red wins by assassination", "with more points by scenario"),
    )
    more = turn_pad.tap_cell(turn_pad.tap_cell(draft, "flag", R), "objective-50-first", R)
    assert turn_pad.verdict_words(game, more) == (
        *("Red wins by scenario", "otherwise by assassination"),
    )


def test_a_manually_opened_pad_shows_the_waiting_turn_or_else_the_last_finished_one() -> None:
    desk = table("Two Fronts")
    assert turn_pad.choose_step(desk.game(), (8, 7)) == FIRST_SCORED
    assert turn_pad.choose_step(desk.game(), (8,)) == 8
    assert turn_pad.choose_step(desk.game(), ()) == 8
    desk.do(Tap(1, R))
    assert turn_pad.choose_step(desk.game(), (9, 8, 7)) == 8, "it waits"
    desk.do(ScoreTurn(1, None, 8, ()))
    desk.now_ms += 60 * MINUTE
    desk.do(CallJudge(1, R))
    assert turn_pad.choose_step(desk.game(), (9, 8, 7)) == 9, "only the opponent scores now"


def test_a_draft_is_kept_until_the_state_it_started_from_changes() -> None:
    desk = table("High Stakes")
    game = desk.game()
    draft = turn_pad.go_on(game, 8, None)
    assert draft.stage is Stage.FUSE
    fresh = turn_pad.go_on(game, 8, replace(draft, stage=Stage.SCORE))
    assert fresh.stage is Stage.SCORE, "nothing was entered: it is made anew in its place"
    entered = turn_pad.tap_cell(draft, "flag-first", R)
    assert turn_pad.go_on(game, 8, entered) == entered
    desk.do(Tap(1, R))
    over = turn_pad.go_on(desk.game(), 8, entered)
    assert over.ended
    desk.do(TakeBackTurn(1, ended_ms=desk.game().play.ended[-1].at_ms), insist=True)
    assert turn_pad.go_on(desk.game(), 8, over).holdings == (), "the turn was taken back"
    desk.do(ScoreTurn(1, None, 8, held(("flag-second", B))))
    assert turn_pad.go_on(desk.game(), 8, entered).holdings == held(("flag-second", B))


def test_the_fuse_is_handled_before_the_clock_passes() -> None:
    desk = table("High Stakes", holds=[("objective-50", R)], counted=[Counted("flag-first", 3)])
    game = desk.game()
    draft = turn_pad.new_draft(game, 8)
    assert turn_pad.stages(game, 8) == (Stage.FUSE, Stage.SCORE)
    assert turn_pad.comes_before_tap(game, draft, desk.now_ms)
    assert turn_pad.fuse_chooser(game, draft) is R
    assert [(one.left, one.takes, one.ends) for one in turn_pad.countdowns(game, draft, 2)] == [
        *((5, 2, False), (2, 2, True), (5, 2, False)),
    ]
    boom = turn_pad.lit(game, draft, "flag-first", 3)
    assert (boom.counted, boom.stage) == ((Counted("flag-first", 2),), Stage.BOOM)
    assert turn_pad.comes_before_tap(game, boom)
    assert "goes off" in turn_pad.told_beside(game, boom, B)
    scored = replace(boom, stage=Stage.SCORE)
    assert not turn_pad.comes_before_tap(game, scored)
    flag = next(row for row in turn_pad.pad_rows(game, scored) if row.element.key == "flag-first")
    assert (flag.left, flag.cells.red.points) == (0, 2)


def test_a_countdown_that_has_ended_cannot_lose_tokens() -> None:
    game, draft = at_end("High Stakes", counted=[Counted("flag-first", 1)])
    nobody = turn_pad.lit(game, draft, "objective-50", 1)
    assert (turn_pad.fuse_chooser(game, draft), nobody.stage) == (None, Stage.SCORE)
    assert turn_pad.countdowns(game, draft, 0)[0].takes == 0
    spent = replace(draft, base=None)
    none = turn_pad.lit(game, spent, "flag-first", 0)
    assert none.counted == ()


def both_hold(*taken: Counted) -> tuple[Game, Draft]:
    """A game whose Attacker’s turn is to end: both have only a Leader at the 50 mm objective."""
    holds = [("objective-50", R), ("objective-50", B)]
    game = table("High Stakes", holds=holds, counted=taken).game()
    return game, turn_pad.new_draft(game, 8)


def test_if_both_hold_the_fuse_the_player_whose_turn_ends_chooses_first() -> None:
    game, draft = both_hold()
    assert turn_pad.fuse_holders(game, draft) == (R, B)
    assert turn_pad.fuse_chooser(game, draft) is R
    once = turn_pad.lit(game, draft, "flag-first", 3)
    assert (once.stage, turn_pad.fuse_chooser(game, once)) == (Stage.FUSE, B)
    assert turn_pad.comes_before_tap(game, once)
    assert [one.left for one in turn_pad.countdowns(game, once, 0)] == [5, 2, 5]
    twice = turn_pad.lit(game, once, "objective-50", 1)
    assert twice.stage is Stage.SCORE
    assert twice.counted == (Counted("flag-first", 3), Counted("objective-50", 1))
    again = turn_pad.lit(game, replace(twice, stage=Stage.FUSE), "flag-second", 2)
    assert again.counted == (Counted("flag-second", 2),), "whoever goes back chooses anew"


def test_both_players_may_choose_the_same_countdown_and_it_goes_off_only_once() -> None:
    game, draft = both_hold()
    once = turn_pad.lit(game, draft, "flag-first", 3)
    twice = turn_pad.lit(game, once, "flag-first", 3)
    assert (twice.stage, twice.counted) == (Stage.BOOM, (Counted("flag-first", 5),))
    assert turn_pad.after_choice(game, twice).stage is Stage.SCORE


def test_a_blast_caused_by_the_first_choice_comes_before_the_second_choice() -> None:
    game, draft = both_hold(Counted("flag-first", 3))
    boom = turn_pad.lit(game, draft, "flag-first", 2)
    assert boom.stage is Stage.BOOM
    second = turn_pad.after_choice(game, boom)
    assert (second.stage, turn_pad.fuse_chooser(game, second)) == (Stage.FUSE, B)


def test_no_second_choice_is_asked_if_no_token_is_left() -> None:
    game, draft = both_hold(Counted("flag-first", 3))
    scenario = game.terms.scenario
    others = [replace(one, countdown=None) for one in scenario.elements if one.key != "flag-first"]
    last = [one for one in scenario.elements if one.key == "flag-first"]
    scenario = replace(scenario, elements=(*last, *others))
    game = replace(game, terms=replace(game.terms, scenario=scenario))
    boom = turn_pad.lit(game, draft, "flag-first", 2)
    assert turn_pad.after_choice(game, boom).stage is Stage.SCORE


def test_changing_the_holder_of_the_fuse_restarts_the_choice() -> None:
    game, draft = both_hold()
    once = turn_pad.lit(game, draft, "flag-first", 3)
    alone = turn_pad.tap_cell(once, "objective-50", B)
    assert (turn_pad.fuse_holders(game, alone), turn_pad.fuse_chooser(game, alone)) == ((R,), R)
    assert [one.left for one in turn_pad.countdowns(game, alone, 0)] == [5, 5, 5]
    both = turn_pad.held_by_both(alone, "objective-50")
    assert turn_pad.fuse_chooser(game, both) is R


@pytest.mark.parametrize("why", ["claim", "interrupt", "saved", "early", "other packet"])
def test_a_tap_passes_the_clock_at_once_if_nothing_has_to_be_done_first(why: str) -> None:
    desk = table("High Stakes")
    if why == "claim":
        desk.do(MakeClaim(1, B, Claim.CASTER, R))
    elif why == "interrupt":
        desk.do(Interrupt(1))
    elif why == "saved":
        desk.do(ScoreTurn(1, R, 8, ()))
    elif why == "early":
        desk = table("High Stakes", 6)
    else:
        desk = under_way(2)
    game = desk.game()
    draft = turn_pad.new_draft(game, game.play.step)
    assert not turn_pad.comes_before_tap(game, draft, desk.now_ms)


def test_a_payload_is_moved_before_the_clock_passes_and_a_token_after() -> None:
    game = table("Payload").game()
    assert turn_pad.comes_before_tap(game, turn_pad.new_draft(game, 8))
    game = table("Wolves at Our Heels").game()
    assert not turn_pad.comes_before_tap(game, turn_pad.new_draft(game, 8))


def test_a_token_is_added_unless_the_player_removes_it() -> None:
    game, draft = at_end("Wolves at Our Heels", [("objective-40-first", R)])
    assert turn_pad.stages(game, 8) == (Stage.SCORE, Stage.AFTER)
    assert turn_pad.asks_after(game, draft)
    begun = turn_pad.begin_after(game, draft)
    assert begun.counted == (Counted("objective-40-first", 1),)
    assert turn_pad.told_beside(game, begun, B) == "You may move: Attacker’s 40 mm objective"
    assert turn_pad.told_beside(game, begun, R) == ""
    assert turn_pad.told_beside(game, draft, B) == ""
    one = next(each for each in turn_pad.list_after(game, begun) if each.held)
    assert (one.most, one.others, one.to_go) == (1, 0, 0)
    assert turn_pad.with_count(begun, one, 0).counted == ()


def test_no_more_tokens_are_asked_for_once_the_race_is_over() -> None:
    holds = [("objective-40-first", R)]
    game, draft = at_end("Wolves at Our Heels", holds, [Counted("objective-40-first", 1)])
    scores = {
        step: ScoreTurn(1, None, step, held(*holds), counted=(Counted("objective-40-first", 1),))
        for step in (5, 6, 7)
    }
    scores = {step + 2: replace(score, step=step + 2) for step, score in scores.items()}
    late = replace(game, play=replace(game.play, scores=scores, step=11))
    assert turn_pad.stages(late, 10) == (Stage.SCORE,)
    assert not turn_pad.asks_after(late, draft=replace(draft, step=10))


def test_the_pad_knows_how_far_a_payload_may_move_and_still_has_to_go() -> None:
    holds = [("objective-50-first", R), ("objective-40-first", R)]
    game, draft = at_end("Payload", holds)
    begun = turn_pad.begin_after(game, draft)
    assert begun.counted == ()
    one = next(each for each in turn_pad.list_after(game, begun) if each.side is R)
    assert (one.most, one.others, one.target) == (4, 1, "Defender’s terrain")
    there = one.to_go
    moved = turn_pad.with_count(begun, one, 4)
    assert moved.counted == (Counted("objective-50-first", 4),)
    gone = next(each for each in turn_pad.list_after(game, moved) if each.side is R)
    assert gone.to_go == there - 4
    arrived = turn_pad.with_count(begun, one, 2, arrived=True)
    assert (
        turn_pad.sum_turn(game, arrived).total.red == turn_pad.sum_turn(game, begun).total.red + 3
    )
    assert turn_pad.with_count(arrived, one, 0).holdings == begun.holdings


def test_a_payloads_path_with_unknown_positions_has_no_length() -> None:
    game, draft = at_end("Payload", [("objective-50-first", R)])
    scenario = game.terms.scenario
    bare = replace(scenario, elements=tuple(replace(one, area=None) for one in scenario.elements))
    there = replace(game, terms=replace(game.terms, scenario=bare))
    assert {one.to_go for one in turn_pad.list_after(there, draft)} == {0}
    alone = replace(
        scenario, elements=tuple(one for one in scenario.elements if one.kind.value != "flag")
    )
    there = replace(game, terms=replace(game.terms, scenario=alone))
    assert {one.target for one in turn_pad.list_after(there, draft)} == {""}


def test_a_payload_that_has_arrived_is_removed_from_the_pad() -> None:
    desk = table("Payload")
    payload = "objective-50-second"
    there = (*held((payload, B)), Holding(payload, B, Held.ARRIVED))
    desk.do(ScoreTurn(1, None, 7, there))
    draft = turn_pad.new_draft(desk.game(), 8)
    assert draft.holdings == ()
    assert payload not in {row.element.key for row in turn_pad.pad_rows(desk.game(), draft)}
    assert [one.side for one in turn_pad.list_after(desk.game(), draft)] == [R]


def test_the_rule_for_holding_is_shown_for_one_base_size_only() -> None:
    (said,) = (one.control for one in SR2026.briefing.reference if one.at.value == "objective")
    of_50, of_40 = (turn_pad.of_size(said, base) for base in (50, 40))
    assert "battle engine" in of_50
    assert "unit" not in of_50
    assert "battle engine" not in of_40
    assert "unit" in of_40
    assert turn_pad.of_size(said, 0) == said
