"""What a turn's pad asks of tokens, countdowns and moves."""

from app.engine.acts.table import Holding
from app.engine.packet.scenario import Held
from app.engine.side import Side
from app.views.table.scoring_pad import pad, press_holding
from tests.engine.script import Script

UNTIL = "packet sr2026\nscenario {name}\n0:00 red first until blue turn 2\n"


def counts(name: str, *lines: str) -> list[tuple[str, int, int]]:
    script = Script(UNTIL.format(name=name) + "".join(f"{line}\n" for line in lines))
    script.play()
    shown = pad(script.game, 7).counts
    return [(one.words, one.number, one.most) for one in shown]


def test_countdown_limits_depend_on_who_holds_the_objective() -> None:
    words = [
        "Defender’s terrain, 5 left: tokens removed",
        "Attacker’s terrain, 5 left: tokens removed",
        "50 mm objective, 5 left: tokens removed",
    ]
    assert counts("High Stakes") == [(said, 0, 1) for said in words]
    held = counts("High Stakes", "7:10 score red objective-50 flag-first=2")
    assert held == [(words[0], 0, 3), (words[1], 2, 3), (words[2], 0, 3)]


def test_only_the_owner_holding_the_objective_can_add_a_token() -> None:
    shown = counts("Wolves at Our Heels", "7:10 score red objective-40-first objective-40-second")
    assert shown == [
        ("Defender’s 40 mm objective, 0 so far: token added", 0, 0),
        ("Attacker’s 40 mm objective, 0 so far: token added", 0, 1),
    ]


def test_a_payload_may_move_farther_if_other_objectives_are_held() -> None:
    shown = counts("Payload", "7:10 score red objective-50-first objective-40-first")
    assert shown == [
        ("Defender’s 50 mm objective, 0 inches so far: inches moved", 0, 0),
        ("Attacker’s 50 mm objective, 0 inches so far: inches moved", 0, 4),
    ]


def test_no_counts_are_asked_before_the_first_scored_turn() -> None:
    script = Script("packet sr2026\nscenario Payload\n0:00 red first until red turn 2\n")
    script.play()
    assert pad(script.game, 6).counts == ()


def test_a_payload_marked_as_arrived_is_also_held_and_unmarking_clears_both() -> None:
    held = (Holding("objective-50-first", Side.RED),)
    arrived = press_holding(held, "objective-50-first", Side.RED, Held.ARRIVED)
    assert {one.held for one in arrived} == {Held.CONTROLLED, Held.ARRIVED}
    assert press_holding(arrived, "objective-50-first", Side.RED, Held.ARRIVED) == held
    assert press_holding(arrived, "objective-50-first", Side.RED, Held.CONTROLLED) == ()


def test_only_the_opponent_scores_after_a_clock_out_in_a_players_own_turn() -> None:
    script = Script(
        "packet sr2026\nscenario Pressure Point\nsize 30\n0:00 start red first\n"
        "0:00 taps until blue turn 2, every 0:30\n22:10 expect flag blue\n"
    )
    script.play()
    shown = pad(script.game, 7)
    assert shown.kill_box_of is None
    assert all(row.offers.red and not row.offers.blue for row in shown.rows)


def test_a_cache_is_on_the_pad_only_in_the_turn_of_the_player_who_scores_it() -> None:
    script = Script(UNTIL.format(name="Trench Warfare"))
    script.play()
    rows = {step: {row.key for row in pad(script.game, step).rows} for step in (7, 8)}
    assert "cache-first" in rows[7]
    assert "cache-second" not in rows[7]
    assert "cache-second" in rows[8]
    assert "cache-first" not in rows[8]
