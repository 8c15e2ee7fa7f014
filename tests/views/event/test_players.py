from app.engine.acts.players import AddPlayers, DisqualifyPlayer, DropPlayer, Entry, WarnPlayer
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.side import Side
from app.views.event.players import (
    PlayerColumn,
    added_words,
    count_words,
    matching,
    player_rows,
    sort_players,
    warnings_words,
)
from tests.engine.event import Desk, registered, under_way


def numbers(rows: object) -> list[int]:
    assert isinstance(rows, tuple)
    return [row.number for row in rows]


def mixed() -> Desk:
    """Five players in round 1; one warned twice, one dropped, one disqualified, one late."""
    desk = registered(5)
    desk.do(WarnPlayer(1, "Late"))
    desk.do(DropPlayer(5))
    desk.do(DrawRound(7, 3), insist=True)
    return desk


def test_a_players_row_shows_their_status_and_warnings() -> None:
    desk = under_way(5)
    desk.report(1, Side.RED)
    desk.report(2, None, How.TIE)
    desk.do(FinishRound())
    desk.do(WarnPlayer(1, "Slow play"))
    desk.do(DropPlayer(2))
    desk.do(DisqualifyPlayer(3, "Loaded dice"), insist=True)
    desk.do(AddPlayers((Entry("Zoe", "Ravens", "Cryx"),)))
    rows = {row.number: row for row in player_rows(desk.state)}
    assert rows[1].cell(PlayerColumn.WARNINGS) == "1"
    assert rows[1].cell(PlayerColumn.STATUS) == "Checked in"
    assert rows[2].cell(PlayerColumn.STATUS) == "Dropped after round 1"
    assert rows[3].cell(PlayerColumn.STATUS) == "Disqualified"
    assert rows[6].name == "Zoe"
    assert rows[2].out
    assert rows[3].out
    assert rows[6].cells == ("6", "Zoe", "Ravens", "Cryx", "", "", "Registered", "", "")
    records = sorted(row.cell(PlayerColumn.RECORD) for row in rows.values())
    assert records == ["", "0–0–0 + 1 bye", "0–0–1", "0–0–1", "0–1–0", "1–0–0"]


def test_the_counts_include_every_player() -> None:
    desk = registered(3)
    assert count_words(player_rows(desk.state)) == "3 registered · 3 checked in · 0 dropped"
    desk.do(DropPlayer(1))
    desk.do(DisqualifyPlayer(2, "Loaded dice"), insist=True)
    rows = player_rows(desk.state)
    assert count_words(rows) == "3 registered · 1 checked in · 1 dropped · 1 disqualified"
    assert rows[0].cell(PlayerColumn.STATUS) == "Dropped"


def test_every_word_of_a_search_must_be_found() -> None:
    desk = registered(2)
    desk.do(AddPlayers((Entry("Anna", "Ravens", "Cryx"),)))
    rows = player_rows(desk.state)
    assert numbers(matching(rows, "")) == [1, 2, 3]
    assert numbers(matching(rows, "anna")) == [1, 3]
    assert numbers(matching(rows, "RAV ann")) == [3]
    assert numbers(matching(rows, "ravens ben")) == []


def test_rows_are_sorted_by_any_column() -> None:
    rows = player_rows(mixed().state)
    assert numbers(sort_players(rows, PlayerColumn.WARNINGS, descending=True))[0] == 1
    assert numbers(sort_players(rows, PlayerColumn.STATUS, descending=False)) == [1, 2, 3, 4, 5]
    assert numbers(sort_players(rows, PlayerColumn.NAME, descending=True)) == [5, 4, 3, 2, 1]


def test_warnings_are_shown_with_their_round() -> None:
    desk = under_way()
    desk.do(WarnPlayer(1, "Slow play"))
    early = registered()
    early.do(WarnPlayer(1, "Late"))
    assert warnings_words(desk.state.players[1]) == "Round 1: Slow play"
    assert warnings_words(early.state.players[1]) == "Late"


def test_adding_players_normally_produces_no_extra_notice() -> None:
    desk = registered(3)
    desk.do(AddPlayers((Entry("Zoe"),)))
    assert added_words(desk.state, (4,)) == ""
    assert added_words(desk.state, (3, 4)) == ""


def test_adding_a_player_with_an_existing_name_mentions_the_other_number() -> None:
    desk = registered(3)
    desk.do(AddPlayers((Entry("anna"),)))
    said = "Number 1 has the same name, too."
    assert added_words(desk.state, (4,)) == said


def test_adding_a_late_player_mentions_the_next_round() -> None:
    desk = under_way()
    desk.do(AddPlayers((Entry("Zoe"),)))
    said = "Check in to play from round 2 on."
    assert added_words(desk.state, (5,)) == said


def test_adding_a_player_during_an_unpublished_draw_produces_no_notice() -> None:
    desk = mixed()
    desk.do(AddPlayers((Entry("Zoe"),)))
    assert added_words(desk.state, (6,)) == ""


def test_a_player_is_found_with_or_without_accents() -> None:
    desk = registered(2)
    desk.do(AddPlayers((Entry("Łukasz Żółć", "Kraków"),)))
    rows = player_rows(desk.state)
    for typed in ("lukasz zolc", "Żółć", "krakow"):
        assert numbers(matching(rows, typed)) == [3]
