"""What the pad of a turn says (Steamroller 2026)."""

import pytest

from app.engine.acts.table import CallJudge, Counted, Tap
from app.engine.frozen import replace
from app.engine.side import Side
from app.views.table import turn_pad
from app.views.table import turn_pad_words as words
from app.views.table.turn_pad import Stage
from tests.engine.event import MINUTE
from tests.views.table.turn_tables import held, table

R, B = Side.RED, Side.BLUE
ON_50 = [("objective-50", R)]
BEGUN = [Counted("flag-first", 3)]


def test_column_headings_use_the_packets_words_for_first_and_second_player_or_ours() -> None:
    game = table("Two Fronts").game()
    assert [words.side_heading(game, side) for side in Side] == [
        *(("Red", "First player"), ("Blue", "Second player")),
    ]


def test_the_fuse_step_says_who_chooses_and_has_no_button() -> None:
    game = table("High Stakes", holds=ON_50, counted=BEGUN).game()
    draft = turn_pad.new_draft(game, 8)
    assert words.title(game, draft) == ("Light the fuse", "before scoring")
    assert words.fuse_hint(game, draft) == (
        "Red chooses what loses d3 tokens: tap the number, or the d3 to roll it here"
    )
    assert words.go_words(game, draft) == ""
    assert words.asks_kill_box(game, draft)
    nobody = turn_pad.tap_cell(draft, "objective-50", R)
    assert "the d3 chooses" in words.fuse_hint(game, nobody)
    assert words.go_words(game, nobody) == "Roll it here"


def test_fuse_texts_do_not_fail_for_a_scenario_without_a_fuse() -> None:
    game = table("Two Fronts").game()
    draft = turn_pad.new_draft(game, 8)
    assert words.fuse_hint(game, draft).startswith("Nobody controls it")
    assert words.boom_words(game, draft) == ("", "", "")


def test_the_fuses_effect_is_shown_above_the_scoring() -> None:
    desk = table("High Stakes", holds=ON_50, counted=BEGUN)
    draft = turn_pad.lit(desk.game(), turn_pad.new_draft(desk.game(), 8), "flag-second", 2)
    desk.do(Tap(1, R))
    assert words.title(desk.game(), draft) == (
        *("Red’s turn 3 is over", "Defender’s terrain: 5 → 3"),
    )
    assert not words.asks_kill_box(desk.game(), draft), "it came with the fuse"
    assert words.go_words(desk.game(), draft) == "Done"


def test_a_blast_says_what_goes_off_and_what_the_element_scores_afterwards() -> None:
    game = table("High Stakes", holds=ON_50, counted=BEGUN).game()
    draft = turn_pad.lit(game, turn_pad.new_draft(game, 8), "flag-first", 3)
    goes, befalls, scores = words.boom_words(game, draft)
    assert goes == "Attacker’s terrain goes off"
    assert "POW 14" in befalls
    assert scores == "From now on it scores 2."
    assert words.go_words(game, draft) == "Rolled. Now score"
    rows = turn_pad.pad_rows(game, replace(draft, stage=Stage.SCORE))
    assert ("Attacker’s terrain", "has gone off") in [words.row_name(row) for row in rows]
    assert ("50 mm objective", "5 left") in [words.row_name(row) for row in rows]


def test_a_row_for_elements_of_the_opponent_is_named_accordingly() -> None:
    game = table("Trench Warfare").game()
    shown = turn_pad.pad_rows(game, turn_pad.new_draft(game, 8))
    named = [words.row_name(row) for row in shown]
    assert ("The opponent’s terrain", "") in named
    assert ("The opponent’s cache", "") in named or len(named) == 6
    assert not words.looks_alike(shown)
    shared = next(row for row in shown if row.shared)
    assert not words.both_may(game, shared)
    assert words.both_may(game, shown[0])


def test_similar_terrain_is_recognized_as_needing_its_position() -> None:
    game = table("Pressure Point").game()
    assert words.looks_alike(turn_pad.pad_rows(game, turn_pad.new_draft(game, 8)))


def test_who_may_hold_an_element_is_explained_for_its_base_size() -> None:
    game = table("Two Fronts").game()
    shown = turn_pad.pad_rows(game, turn_pad.new_draft(game, 8))
    forty = next(row for row in shown if row.element.base_mm == 40)
    control, contest = words.who_may(game, forty)
    assert control.startswith("A 40 mm objective")
    assert contest.startswith("Any enemy model")
    silent = replace(game.terms, briefing=replace(game.terms.briefing, reference=()))
    assert words.who_may(replace(game, terms=silent), forty) == ("", "")


def test_the_kill_box_is_named_with_its_depth() -> None:
    game = table("Wolves at Our Heels").game()
    assert words.box_words(game, 8) == ("Kill box 14″", "Red’s caster in it")


def test_tokens_are_the_step_after_scoring_and_show_what_they_are_worth() -> None:
    holds = [("objective-40-first", R)]
    desk = table("Wolves at Our Heels", holds=holds)
    desk.do(Tap(1, R))
    game = desk.game()
    draft = turn_pad.new_draft(game, 8)
    assert words.go_words(game, draft) == "Next: tokens"
    after = turn_pad.begin_after(game, draft)
    assert words.title(game, after) == ("Tokens", "after scoring")
    red, blue = cards = turn_pad.list_after(game, after)
    if red.side is B:
        red, blue = blue, red
    assert words.after_number(red) == "●○○"
    assert words.after_note(red, cards) == ("", "")
    assert words.after_note(blue, cards) == ("Blue does not control it: no token", "")
    third = replace(red, stands=2)
    assert words.after_note(third, (third, blue)) == ("First with 3: +3", "")
    both = replace(blue, stands=3, held=True)
    assert words.after_note(third, (third, both)) == ("Both have 3: no points", "")


def test_the_payload_step_shows_the_distance_and_its_button_the_move() -> None:
    game = table("Payload", holds=[("objective-50-first", R), ("objective-40-first", R)]).game()
    draft = turn_pad.new_draft(game, 8)
    assert words.waits(game, draft)
    assert words.title(game, draft)[0] == "Red’s turn 3 is over"
    assert words.go_words(game, draft) == "Next: move"
    after = turn_pad.begin_after(game, draft)
    assert words.title(game, after) == ("Move", "after scoring")
    mover = words.sole_mover(game, after)
    assert mover is not None
    assert words.after_number(mover) == "4″"
    assert words.after_note(mover, ()) == (
        *("3 + 1 towards Defender’s terrain", "about 12 inches to go"),
    )
    assert words.after_note(replace(mover, to_go=0), ())[1] == ""
    assert words.after_note(replace(mover, held=False), ())[0].endswith("it stays")
    assert words.go_words(game, after) == "Moved 4″"
    there = turn_pad.with_count(after, mover, 4, arrived=True)
    arrived = words.sole_mover(game, there)
    assert arrived is not None
    assert words.after_note(arrived, ())[1] == "It leaves the table"
    assert words.go_words(game, there) == "Arrived +3"


def test_with_two_payloads_the_button_names_the_next_turn() -> None:
    holds = [("objective-50-first", R), ("objective-50-second", B)]
    game = table("Payload", holds=holds).game()
    after = turn_pad.begin_after(game, turn_pad.new_draft(game, 8))
    assert words.go_words(game, after) == "Done: Blue’s turn"


def test_the_button_of_a_deciding_turn_ends_the_game() -> None:
    desk = table("Two Fronts", step=9, holds=[("flag", R)])
    desk.now_ms += MINUTE
    desk.do(Tap(1, B))
    game = desk.game()
    draft = turn_pad.new_draft(game, 9)
    assert words.go_words(game, draft) == "Done"
    lead = replace(draft, holdings=held(("flag", R), ("objective-40-second", R)))
    assert words.go_words(game, lead) == "End the game"


def test_after_a_clock_out_the_pad_says_whose_clock_it_was_and_who_scores() -> None:
    desk = table("Two Fronts", step=8)
    desk.now_ms += 60 * MINUTE
    desk.do(CallJudge(1, R))
    game = desk.game()
    assert game.play.flag is not None
    draft = turn_pad.new_draft(game, 8)
    assert words.title(game, draft) == ("Red’s clock ran out", "What does Blue score now?")
    assert words.go_words(game, draft) == "End the game"
    assert not words.asks_kill_box(game, draft)


@pytest.mark.parametrize("over", [True, False])
def test_an_unfinished_turn_is_not_called_over(over: bool) -> None:
    desk = table("Two Fronts")
    if over:
        desk.do(Tap(1, R))
    draft = turn_pad.new_draft(desk.game(), 8)
    assert words.title(desk.game(), draft) == (
        "Red’s turn 3 is over" if over else "Red’s turn 3",
        "",
    )
