"""What may be published of an event."""

from app.engine.acts.players import DisqualifyPlayer, DropPlayer, EditPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.views.event.publish import (
    APART,
    TOGETHER,
    about_player,
    finish_rounds,
    pairings_words,
    published_awards,
    published_results,
    results_words,
    standings_words,
)
from tests.engine.event import Desk, registered, settings, under_way

HEBREW = "אברהם"


def finish(desk: Desk) -> None:
    latest = desk.state.latest
    assert latest is not None
    for table in range(1, len(latest.games) + 1):
        desk.report(table, Side.RED, How.SCENARIO, (5, 3), (20, 10))
    desk.do(FinishRound())


def test_the_standings_are_those_after_the_last_finished_round() -> None:
    desk = under_way(4)
    finish(desk)
    before = standings_words(desk.state)
    desk.do(DrawRound(7, 4))
    desk.do(PublishRound())
    desk.do(StartRound(0))
    desk.report(1, Side.RED, How.SCENARIO, (5, 3))
    assert standings_words(desk.state) == before
    assert before.splitlines()[0] == "Open – standings after round 1"
    assert before.splitlines()[1].startswith("1")
    assert "TP 1" in before
    assert len(finish_rounds(desk.state).rounds) == 1


def test_standings_lines_mark_dropped_and_disqualified_players() -> None:
    desk = under_way(5)
    desk.do(EditPlayer(1, Entry(HEBREW, "Ravens", "Cryx", "Foxes")))
    finish(desk)
    desk.do(DropPlayer(1))
    desk.do(DisqualifyPlayer(2, "Dice"), insist=True)
    words = standings_words(desk.state)
    assert f"{APART}{HEBREW}" in words
    assert "(Cryx)" in words
    assert " · dropped" in words
    assert "\nDQ " in words
    assert "Teams" in words


def test_a_round_as_text_has_a_line_for_each_table() -> None:
    desk = under_way(5)
    desk.report(1, Side.BLUE, How.ASSASSINATION, (1, 2), (30, 40))
    first, table1, table2, bye = results_words(desk.state, 1).splitlines()
    assert first.startswith("Open – Round 1: ")
    assert table1.startswith("Table 1: ")
    assert "* · Assassination · CP 1–2, AP 30–40" in table1
    assert table2.startswith("Table 2: ")
    assert "·" not in table2
    assert bye.startswith("Bye: ")


def test_a_tie_has_no_winner_mark() -> None:
    desk = under_way(2)
    desk.report(1, None, How.TIE, (1, 1), (2, 2))
    assert "*" not in results_words(desk.state, 1)


def test_the_scenario_is_shown_once_the_round_has_begun() -> None:
    desk = registered(4)
    desk.do(DrawRound(7, 3))
    assert results_words(desk.state, 1) == ""
    assert published_results(desk.state) == ()
    desk.do(PublishRound())
    assert results_words(desk.state, 1).splitlines()[0] == "Open – Round 1"
    desk.do(StartRound(0))
    assert published_results(desk.state)[0].scenario


def test_awards_are_published_only_after_the_last_round() -> None:
    desk = under_way(4, settings(rounds=1))
    assert published_awards(desk.state) == ()
    finish(desk)
    assert published_awards(desk.state)[0].award == "First place"


def test_standings_text_works_without_settings_or_players() -> None:
    assert standings_words(State()) == "standings before round 1\n"
    assert about_player(State(), 3) == ""


def test_direction_marks_in_an_old_files_name_do_not_reverse_a_pasted_line() -> None:
    state = under_way(2).state
    worst = "\u2069\u202eאברהם\u2066"
    player = replace(state.players[1], entry=Entry(worst, faction="Cr\u202eyx"))
    state = replace(state, players={**state.players, 1: player})
    for words in (results_words(state, 1), standings_words(state)):
        assert f"{APART}{HEBREW}{TOGETHER}" in words
        assert "\u202e" not in words
        assert words.count(APART) == words.count(TOGETHER) == 1


def test_the_pairings_text_does_not_change_when_results_come_in() -> None:
    desk = registered(5)
    desk.do(DrawRound(7, 3))
    assert pairings_words(desk.state, 1) == ""
    desk.do(PublishRound())
    before = pairings_words(desk.state, 1)
    title, table1, table2, bye = before.splitlines()
    assert title == "Open – pairings of round 1"
    assert table1.startswith("Table 1: ")
    assert " – " in table2
    assert bye.startswith("Bye: ")
    desk.do(StartRound(0))
    finish(desk)
    assert pairings_words(desk.state, 1) == before
