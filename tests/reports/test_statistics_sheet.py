"""The statistics on paper and to paste: each chart shows what its table says."""

import re
from base64 import b64decode
from fractions import Fraction
from xml.etree import ElementTree

from app.engine.acts.players import EditPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import FinishRound
from app.engine.acts.table import StartClock, Tap
from app.engine.side import Side
from app.engine.state import State
from app.reports.bar_chart import LEFT, RIGHT, Bar, Chart, Piece, Tone, chart_svg, stack
from app.reports.statistics_sheet import UNBROKEN, percent, statistics_page, statistics_text
from tests.engine.event import MINUTE, Desk, under_way

SVG = "{http://www.w3.org/2000/svg}"


def event() -> Desk:
    """Four players of two factions; a clock ran at table 1, and somebody's ran out at table 2."""
    desk = under_way(4)
    for number in range(1, 5):
        desk.do(EditPlayer(number, Entry(f"P{number}", faction="Cryx" if number < 3 else "Skorne")))
    game = desk.game(1).number
    desk.do(StartClock(game, Side.RED))
    desk.now_ms += 12 * MINUTE
    desk.do(Tap(game, Side.RED))
    desk.now_ms += 18 * MINUTE
    desk.do(Tap(game, Side.BLUE))
    desk.report(1, Side.BLUE)
    desk.report(2, None, How.TIE)
    desk.do(FinishRound())
    return desk


def charts(state: State) -> list[ElementTree.Element]:
    sources = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)"', statistics_page(state))
    return [ElementTree.fromstring(b64decode(source)) for source in sources]


def words(chart: ElementTree.Element) -> list[str]:
    return [str(text.text) for text in chart.iter(f"{SVG}text")]


def test_each_question_has_a_chart_and_a_table() -> None:
    state = event().state
    html = statistics_page(state)
    titles = re.findall("<h2>(.*)</h2>", html)
    assert titles == [
        "How games ended", "Factions", "First and second turn", "Scenarios", "Time used",
    ]  # fmt: skip
    ended, factions, turns, scenarios, times = charts(state)
    assert html.count("<table") == 5
    assert "1 of 2" in words(ended)
    assert words(factions)[:3] == ["Won", "Tied", "Lost"]
    assert words(turns)[:2] == ["Won", "Lost"]
    assert "0\u00a0% of 1" in words(turns)
    assert len(scenarios.findall(f"{SVG}rect")) == 1
    assert {"12 min on average", "18 min on average"} <= {*words(times)}
    assert "20 min" in words(times)


def test_clock_outs_and_upsets_have_a_chart_only_if_there_were_any() -> None:
    desk = under_way(2)
    desk.report(1, Side.RED, How.CLOCK_OUT)
    desk.do(FinishRound())
    assert "Clock-outs" not in statistics_page(desk.state)  # nobody has a faction
    loser = desk.game(1).players.blue
    desk.do(EditPlayer(loser, Entry("Ben", faction="Cryx")))
    assert "<h2>Clock-outs</h2>" in statistics_page(desk.state)


def test_the_numbers_can_be_pasted_into_a_spreadsheet() -> None:
    lines = statistics_text(event().state, "\t").split("\r\n")
    assert lines[:4] == ["How games ended", "Way\tGames\tShare", lines[2], lines[3]]
    assert {*lines[2:4]} == {"Scenario\t1\t50 %", "Tie\t1\t50 %"}
    place = lines.index("Time used")
    assert lines[place + 2 : place + 4] == [
        "First turn\t1\t12:00\t12:00\t12:00",
        "Second turn\t1\t18:00\t18:00\t18:00",
    ]


def test_the_length_of_each_bar_matches_its_numbers() -> None:
    bars = (Bar("Cryx", stack(2, 1, 1), "50 %"), Bar("<&>", stack(0, 0, 0), "none"))
    svg = ElementTree.fromstring(chart_svg(Chart(bars, ((Fraction(1, 2), "half"),))))
    drawn = [
        (float(rect.get("x", 0)), float(rect.get("width", 0))) for rect in svg.iter(f"{SVG}rect")
    ]
    quarter = (RIGHT - LEFT) / 4
    assert drawn == [
        (LEFT, 2 * quarter), (LEFT + 2 * quarter, quarter), (LEFT + 3 * quarter, quarter),
    ]  # fmt: skip
    assert words(svg) == ["half", "Cryx", "50 %", "<&>", "none"]
    assert stack(0, 3) == (Piece(Fraction(0), Fraction(1), Tone.HALF),)


def test_half_a_percent_is_rounded_up() -> None:
    halves = [Fraction(1, 8), Fraction(3, 8), Fraction(1, 3)]
    assert [percent(share).split(UNBROKEN)[0] for share in halves] == ["13", "38", "33"]
