"""A round under way as matches: a row for each above its tables, folded or open."""

import pytest

from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.state import Round
from app.views.round.live import LiveRow, Order, card_words, live_row, sort_rows
from app.views.table.table import TableCondition
from app.views.teams.live import group_matches, match_rows
from app.views.teams.matches import team_round_view
from tests.engine.event import Desk
from tests.engine.standings.test_matches import play, team_event
from tests.views.looking import looked

FOUR = ("Iron", "Iron", "Brass", "Brass", "Gold", "Gold", "Tin", "Tin", "", "")


@pytest.fixture
def desk() -> Desk:
    """Iron meets Brass, Gold meets Tin, and two without a team play at the last table."""
    made = team_event(roster=FOUR)
    play(made, ((1, 3), (4, 2), (5, 7), (6, 8), (9, 10)))
    return made


def rows_of(desk: Desk) -> tuple[LiveRow, ...]:
    rows = (live_row(seen.view, 0) for seen in looked(desk.state, round_of(desk)).values())
    return sort_rows(rows, Order.TABLE)


def round_of(desk: Desk) -> Round:
    return desk.state.rounds[0]


def matches(desk: Desk) -> tuple[LiveRow, ...]:
    return match_rows(team_round_view(desk.state, round_of(desk)))


def test_a_match_row_shows_the_current_state_of_the_match(desk: Desk) -> None:
    before, _ = matches(desk)
    assert (before.word, before.condition, before.cp) == ("2 out", TableCondition.WAITING, "")
    assert (before.place, before.left) == ("1–2", Pair("0", "0"))
    desk.report(1, Side.RED, cp=(3, 1), apd=(10, 5))
    going, _ = matches(desk)
    assert (going.word, going.condition, going.cp, going.ap) == (
        "1 out", TableCondition.PLAYING, "3–1", "10–5",
    )  # fmt: skip
    desk.report(2, Side.RED)
    drawn, _ = matches(desk)
    assert (drawn.word, drawn.condition, drawn.left) == (
        "Drawn",
        TableCondition.DONE,
        Pair("1", "1"),
    )
    desk.report(2, Side.BLUE)
    won, _ = matches(desk)
    assert (won.word, won.won, won.over) == ("Won", Side.RED, True)
    assert card_words(won) == "Tables 1–2. Iron – Brass. Iron won 2–0"


def test_tables_are_grouped_below_their_match_in_order_of_the_first_table(desk: Desk) -> None:
    rows = rows_of(desk)
    assert [row.game for row in group_matches(rows, matches(desk), ())] == [-1, 1, 2, -3, 3, 4, 5]
    turned = (rows[4], rows[3], rows[0], rows[2], rows[1])
    assert [row.game for row in group_matches(turned, matches(desk), ())] == [5, -3, 4, 3, -1, 1, 2]
    assert group_matches(rows, (), ()) == rows


def test_a_collapsed_match_is_a_single_row(desk: Desk) -> None:
    shown = group_matches(rows_of(desk), matches(desk), {-3})
    assert [row.game for row in shown] == [-1, 1, 2, -3, 5]
    assert shown[3].folded
    assert card_words(shown[3]).endswith("2 games out. Its games are folded")
    assert replace(shown[3], folded=False) == matches(desk)[1]
