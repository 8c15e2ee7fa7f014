"""What is on the wall, and that nothing is on it too early."""

from decimal import Decimal
from math import hypot

import msgspec
import pytest
from msgspec import structs

from app.engine.acts.awards import GiveAward
from app.engine.acts.display import (
    USUAL_DISPLAY,
    Announce,
    ArrangeDisplay,
    Slide,
    TakeBackAnnouncement,
    TimedSlide,
)
from app.engine.acts.draw import EditPairings
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import (
    CallDiceDown,
    DrawRound,
    FinishRound,
    PublishRound,
    SetRoundLength,
    StartRound,
)
from app.engine.acts.setup import ChangeSettings, CreateEvent, ShiftTimes
from app.engine.acts.table import CallJudge
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.packet import Packet
from app.engine.packet.reference import Deployment, DeploymentZone, ReinforcementLine
from app.engine.packet.scenario import Area, Scenario, Seat
from app.engine.rounds.match_ups import published_round
from app.engine.side import Side
from app.engine.state import Stage, State
from app.store.packets.files import packets
from app.views.round.display_pages import LAYOUT
from app.views.round.room_display import (
    DisplaySlide,
    RoomDisplay,
    public_end,
    room_display,
)
from tests.engine.event import (
    MINUTE,
    PACKETS,
    SR2017,
    Desk,
    play_round,
    registered,
    settings,
    under_way,
)
from tests.views.table.turn_tables import table as table_in_turn

ALL = ArrangeDisplay(tuple(TimedSlide(slide, 10) for slide in Slide), judge_calls=True)


def time_of(shown_ms: int) -> str:
    return f"{shown_ms // (60 * MINUTE)}:{shown_ms // MINUTE % 60:02}"


def on_wall(desk: Desk) -> RoomDisplay:
    return room_display(desk.state, time_of)


def slides(desk: Desk) -> dict[str, DisplaySlide]:
    return {slide.kind: slide for slide in on_wall(desk).slides}


def everything(state: State) -> str:
    """All that any screen is sent."""
    return msgspec.json.encode(room_display(state, time_of)).decode()


def test_before_the_first_round_the_display_welcomes_players() -> None:
    desk = registered(4)
    assert list(slides(desk)) == ["clock"]
    welcome = slides(desk)["clock"]
    assert (welcome.title, welcome.large) == ("Welcome", "Open")
    assert welcome.notes == ("Pairings appear here when round 1 is published.",)
    assert on_wall(desk).clock_words == ""
    assert on_wall(Desk()).event == "Flagfall"


def test_a_published_round_is_found_by_name_and_by_table() -> None:
    desk = registered(5)
    desk.do(DrawRound(7, 3))
    assert list(slides(desk)) == ["clock"]
    assert published_round(desk.state) is None
    desk.do(PublishRound())
    assert published_round(desk.state) is desk.state.rounds[-1]
    shown = slides(desk)
    assert list(shown) == ["clock", "by_name", "by_table"]
    assert shown["clock"].large == "Round 1"
    names = [row[0] for row in shown["by_name"].rows]
    assert names == sorted(names)
    assert len(names) == 5
    places = dict(shown["by_name"].rows)
    (bye,) = (name for name, place in places.items() if place == "Bye")
    assert shown["by_table"].rows[-1] == ("–", bye, "Bye")
    for table, red, blue in shown["by_table"].rows[:-1]:
        assert places[red] == places[blue] == table
    assert [column.heading for column in shown["by_table"].columns] == ["Table", "Red", "Blue"]


def test_a_redrawn_round_is_shown_first_again() -> None:
    desk = registered(4)
    desk.do(DrawRound(7, 3))
    desk.do(PublishRound())
    first = slides(desk)["by_name"].occasion
    desk.do(DrawRound(8, 3), insist=True)
    assert "by_name" not in slides(desk)
    desk.do(PublishRound())
    assert slides(desk)["by_name"].occasion != first


def test_the_clock_of_a_round_shows_its_expected_end() -> None:
    desk = under_way(4)
    clock = slides(desk)["clock"]
    assert clock.ticks
    assert clock.title == "Round 1"
    assert clock.notes == ("Started 0:00", "Expected end 2:00")
    running = on_wall(desk).clock
    assert running is not None
    assert (running.from_ms, running.to_ms) == (0, 120 * MINUTE)
    desk.now_ms += 90 * MINUTE
    desk.do(ShiftTimes(60 * MINUTE))
    assert slides(desk)["clock"].notes == ("Started 1:00", "Expected end 3:00")


def test_the_scenario_is_shown_first_when_the_round_starts() -> None:
    desk = registered(4)
    desk.do(DrawRound(7, 3))
    desk.do(PublishRound())
    assert "scenario" not in slides(desk)
    desk.do(StartRound())
    scenario = slides(desk)["scenario"]
    assert scenario.title == "Scenario: Spread the Net"
    assert scenario.occasion == "1 3"
    assert ("•", "Flag 1: control 1.") in scenario.rows
    assert ("How this game ends",) in scenario.rows
    assert scenario.picture is None  # the packet does not say where things stand
    assert sum(words[-1].startswith("Flag 1:") for words in scenario.rows) == 1


SR2026 = packets()["sr2026"]


def test_element_states_at_the_tables_are_listed_below_the_scenario() -> None:
    desk = table_in_turn("Trench Warfare", holds=[("cache-first", Side.BLUE)])
    rows = slides(desk)["scenario"].rows
    assert rows[-2:] == (("At the tables",), ("1", "Attacker’s cache (Red): taken"))
    assert ("At the tables",) not in slides(table_in_turn("Trench Warfare"))["scenario"].rows


def with_places(packet: Packet, deployment: str) -> Packet:
    """The third scenario with everything in its place."""
    areas = {
        "zone-1": Area(Decimal(6), Decimal(18), Decimal(6), Decimal(12)),
        "zone-3": Area(Decimal(24), Decimal(24), Decimal(12), Decimal(0), circle=True),
        "flag-1": Area(Decimal(12), Decimal(36)),
    }
    played = packet.scenario(3)
    assert played is not None
    elements = tuple(replace(element, area=areas.get(element.key)) for element in played.elements)
    scenario = replace(played, elements=elements, deployment=deployment)
    known = Deployment(
        "corners",
        "In a corner.",
        (
            DeploymentZone(Seat.FIRST, Area(Decimal(0), Decimal(0), Decimal(24), Decimal(8))),
            DeploymentZone(Seat.SECOND, Area(Decimal(48), Decimal(48), Decimal(30), circle=True)),
        ),
        (ReinforcementLine(Seat.FIRST, Decimal(0), Decimal(0), Decimal(48), Decimal(0)),),
    )
    briefing = replace(packet.briefing, deployments=(known,))
    others = (other for other in packet.scenarios if other.number != 3)
    return replace(packet, scenarios=(scenario, *others), briefing=briefing)


def test_the_displays_map_shows_everything_in_its_place() -> None:
    desk = under_way(4, packet=with_places(SR2017, "corners"))
    picture = slides(desk)["scenario"].picture
    assert picture is not None
    assert (picture.size, picture.below, picture.above) == (480, "First player", "Second player")
    assert [structs.astuple(shape) for shape in picture.shapes] == [
        ("rectangle", 0, 400, 240, 80, "", False, "", None),
        ("circle", 330, -150, 300, 300, "", False, "", None),
        ("line", 0, 480, 480, 0, "", False, "", None),
        ("line", 0, 120, 480, 0, "Kill box 12″", False, "", (170, 120)),
        ("line", 0, 360, 480, 0, "Kill box 12″", False, "", (5, 332)),
        ("rectangle", 60, 180, 60, 120, "1", True, "", None),
        ("circle", 180, 180, 120, 120, "2", True, "", None),
        ("flag", 105, 105, 30, 30, "3", False, "", None),
    ]
    assert slides(desk)["scenario"].rows[0] == ("1", "Rectangle 1: control 1.")


def test_the_map_shows_only_deployment_zones_named_by_the_packet() -> None:
    desk = under_way(4, packet=with_places(SR2017, "standard"))
    picture = slides(desk)["scenario"].picture
    assert picture is not None
    assert [shape.label for shape in picture.shapes] == ["Kill box 12″"] * 2 + ["1", "2", "3"]


def test_a_kill_box_measured_from_every_edge_is_not_drawn_as_a_line() -> None:
    desk = under_way(4, Settings("Open", "sr2014", 50, 1), 1, packet=PACKETS["sr2014"])
    picture = slides(desk)["scenario"].picture
    assert picture is not None
    assert not any(shape.kind == "line" and shape.label for shape in picture.shapes)


def test_bases_are_drawn_to_scale_with_their_reach_around_them() -> None:
    """Steamroller 2026, Trench Warfare: a 50 mm base is 1.97 inches wide and counts within 3
    inches; the Defender's lies 12 inches from the left and 21 from the upper edge.
    """
    desk = under_way(4, packet=SR2026, scenario=1)
    picture = slides(desk)["scenario"].picture
    assert picture is not None
    shapes = [structs.astuple(shape) for shape in picture.shapes]
    assert shapes[:2] == [
        ("rectangle", 0, 420, 480, 60, "", False, "", None),
        ("rectangle", 0, 0, 480, 110, "", False, "", None),
    ]
    assert ("circle", 120, 210, 20, 20, "1", False, "second", None) in shapes
    assert ("circle", 90, 180, 80, 80, "", False, "", None) in shapes
    assert ("line", 0, 120, 480, 0, "Kill box 12″", False, "", (5, 120)) in shapes
    assert ("line", 0, 360, 480, 0, "Kill box 12″", False, "", (295, 332)) in shapes
    numbered = [shape for shape in picture.shapes if shape.kind != "line"]
    assert [shape.whose for shape in numbered if shape.label] == ["second"] * 4 + ["first"] * 4
    assert sum(kind == "flag" and wide == 30 for kind, _, _, wide, *_ in shapes) == 2


@pytest.mark.parametrize("scenario", SR2026.scenarios, ids=lambda one: one.name)
def test_line_labels_on_the_map_do_not_overlap_anything(scenario: Scenario) -> None:
    """Neither the circle around an element nor a base nor its number is where they are."""
    picture = slides(under_way(4, packet=SR2026, scenario=scenario.number))["scenario"].picture
    assert picture is not None
    inch = (LAYOUT.area - 2 * LAYOUT.pitch) / picture.size
    lines = [shape for shape in picture.shapes if shape.words is not None]
    circles = [shape for shape in picture.shapes if shape.kind == "circle" and not shape.label]
    points = [shape for shape in picture.shapes if shape.label and shape.kind != "line"]
    assert (len(lines), len(points)) == (2, len(scenario.elements))
    for line in lines:
        assert line.words is not None
        left, top = line.words
        right, low = left + LAYOUT.label(line.label) / inch, top + LAYOUT.pitch / inch
        for ring in circles:
            radius, across = ring.width / 2, [left, (left + right) / 2, right]
            x, y = ring.x + radius, ring.y + radius
            near = [min(max(x, left), right), *across]
            ways = [hypot(a - x, b - y) for a in near for b in (top, (top + low) / 2, low)]
            assert max(ways) < radius or min(ways) > radius, ring
        for point in points:
            end = point.x + point.width + LAYOUT.label(point.label) / inch
            bottom = point.y + max(point.height, LAYOUT.pitch / inch)
            assert end < left or right < point.x or bottom < top or low < point.y, point


def test_between_rounds_the_standings_are_shown() -> None:
    desk = registered(4)
    play_round(desk)
    shown = slides(desk)
    assert list(shown) == ["clock", "standings"]
    assert shown["clock"].large == "Round 1 is over"
    assert shown["clock"].notes == ("Pairings of round 2 appear here.",)
    standings = shown["standings"]
    assert standings.title == "Standings after 1 round"
    headings = [column.heading for column in standings.columns]
    assert headings == ["Place", "Player", "TP", "SoS", "CP", "APD"]
    assert standings.rows[0][0] == "1="
    assert len(standings.rows) == 4


def test_the_standings_stay_those_of_the_last_finished_round() -> None:
    desk = registered(4)
    play_round(desk)
    before = slides(desk)["standings"]
    desk.do(DrawRound(5), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.report(1, Side.BLUE, cp=(0, 7), apd=(1, 30))
    assert slides(desk)["standings"] == before


def test_awards_are_shown_after_the_last_round_if_the_organizer_chose_to() -> None:
    desk = registered(4, settings(75, rounds=2))
    desk.do(ALL)
    desk.do(GiveAward("Best Sport", 2))
    play_round(desk)
    assert "awards" not in slides(desk)
    play_round(desk, 10)
    shown = slides(desk)
    assert shown["clock"].notes == ("That was the last round. Thank you for playing.",)
    awards = dict(shown["awards"].rows)
    assert awards["Best Sport"] == desk.state.name(2)
    assert "First place" in awards
    assert "Best Painted" not in awards  # nobody has it yet
    desk.do(USUAL_DISPLAY)
    assert "awards" not in slides(desk)
    desk.do(ALL)
    desk.do(DrawRound(11), insist=True)
    assert "awards" in slides(desk)  # nobody knows yet that it goes on
    desk.do(PublishRound())
    assert "awards" not in slides(desk)


def test_without_a_winner_there_are_no_awards() -> None:
    desk = registered(2, settings(75, rounds=1))
    desk.do(ALL)
    play_round(desk)
    shown = room_display(desk.state, time_of)
    assert [slide.kind for slide in shown.slides] == ["clock", "standings", "awards"]
    nobody = room_display(replace(desk.state, players={}), time_of)
    assert [slide.kind for slide in nobody.slides] == ["clock", "standings"]


def test_announcements_are_listed_newest_first_and_new_ones_are_shown_at_once() -> None:
    desk = registered(2)
    assert "announcements" not in slides(desk)
    desk.do(Announce("Lunch"))
    first = slides(desk)["announcements"]
    assert (first.title, first.texts) == ("Announcement", ("Lunch",))
    desk.do(Announce("Gate"))
    second = slides(desk)["announcements"]
    assert (second.title, second.texts) == ("Announcements", ("Gate", "Lunch"))
    assert second.occasion != first.occasion
    desk.do(TakeBackAnnouncement(2))
    assert slides(desk)["announcements"] == first


def test_slides_follow_the_organizers_order_and_durations() -> None:
    desk = under_way(4)
    desk.do(ArrangeDisplay((TimedSlide(Slide.BY_TABLE, 7), TimedSlide(Slide.CLOCK, 9))))
    assert [(slide.kind, slide.seconds) for slide in on_wall(desk).slides] == [
        ("by_table", 7),
        ("clock", 9),
    ]


def test_the_wall_is_never_empty() -> None:
    desk = registered(4)
    desk.do(ArrangeDisplay((TimedSlide(Slide.STANDINGS, 9),)))
    assert [slide.kind for slide in on_wall(desk).slides] == ["clock"]


def test_judge_calls_are_displayed_only_if_the_organizer_chose_to() -> None:
    desk = under_way(4)
    desk.do(CallJudge(desk.game(2).number, None))
    assert on_wall(desk).judge == ""
    desk.do(ALL)
    assert on_wall(desk).judge == "Judge called to table 2"
    desk.do(CallJudge(desk.game(1).number, None))
    assert on_wall(desk).judge == "Judge called to tables 1 and 2"


def test_table_numbers_given_by_hand_are_shown_on_the_display() -> None:
    """Numbers of tables that were given by hand are those on the wall."""
    desk = registered(4)
    desk.do(DrawRound(7, 3))
    pairs = tuple((game.players.red, game.players.blue) for game in desk.state.games.values())
    desk.do(EditPairings(pairs, (9, 4), None, "By hand"), insist=True)
    desk.do(PublishRound())
    assert [row[0] for row in slides(desk)["by_table"].rows] == ["4", "9"]


# What must not be on the wall.

SECRET_SCENARIO = "Zanzibar Causeway"
LENGTH_MS = 111 * MINUTE


def secretive(packet: str = "sr2014") -> Desk:
    """Players with names found nowhere else; a packet whose rounds have a secret length."""
    desk = Desk()
    rules = PACKETS[packet]
    scenario = replace(rules.scenarios[0], name=SECRET_SCENARIO, area=SECRET_SCENARIO)
    rules = replace(rules, scenarios=(scenario, *rules.scenarios[1:]))
    desk.do(CreateEvent(replace(settings(50), packet=packet), rules))
    desk.do(AddPlayers(tuple(Entry(f"Quixote{n}") for n in range(1, 5))))
    desk.do(CheckIn((1, 2, 3, 4)))
    desk.do(ALL)
    return desk


def test_a_draw_is_not_on_the_wall_before_it_is_published() -> None:
    desk = secretive()
    desk.do(DrawRound(7, 1))
    assert "Quixote" not in everything(desk.state)
    desk.do(PublishRound())
    assert "Quixote" in everything(desk.state)


def test_no_scenario_is_on_the_wall_before_the_round_starts() -> None:
    desk = secretive()
    desk.do(DrawRound(7, 1))
    assert SECRET_SCENARIO not in everything(desk.state)
    desk.do(PublishRound())
    assert SECRET_SCENARIO not in everything(desk.state)
    desk.do(StartRound(4))
    assert SECRET_SCENARIO in everything(desk.state)


def test_a_secret_length_is_never_on_the_wall() -> None:
    desk = secretive()
    desk.do(DrawRound(7, 1))
    desk.do(PublishRound())
    desk.do(StartRound(4))
    rolled = everything(desk.state)
    (round_,) = desk.state.rounds
    assert round_.length_ms
    desk.do(SetRoundLength(LENGTH_MS))
    assert everything(desk.state) == rolled  # whatever it is
    clock = on_wall(desk).clock
    assert clock is not None
    assert clock.to_ms is None
    assert slides(desk)["clock"].notes == ("Started 0:00",)
    desk.do(CallDiceDown(), insist=True)
    down = slides(desk)["clock"]
    assert down.large == "Dice down"
    assert "direct" in down.notes[0]
    assert "end of the turn" in down.notes[1]
    assert "not in play" in down.notes[1]
    assert on_wall(desk).clock is None


def test_a_public_round_length_counts_down() -> None:
    fixed = next(
        timing for timing in PACKETS["sr2012"].timings if timing.dice_down and not timing.variable
    )
    desk = registered(
        4, replace(settings(50), packet="sr2012", timing=fixed.key), PACKETS["sr2012"]
    )
    desk.do(DrawRound(7, 1))
    desk.do(PublishRound())
    desk.do(StartRound(4))
    (round_,) = desk.state.rounds
    end_ms = public_end(desk.state, round_)
    assert end_ms
    assert slides(desk)["clock"].notes == ("Started 0:00", f"Dice down at {time_of(end_ms)}")
    desk.do(SetRoundLength(LENGTH_MS))
    assert public_end(desk.state, round_) == end_ms  # what the organizer sets is secret


def test_the_next_draw_changes_nothing_on_the_wall() -> None:
    desk = secretive()
    play_round(desk)
    before = everything(desk.state)
    desk.do(DrawRound(11), insist=True)
    assert everything(desk.state) == before


def test_no_list_is_on_the_wall() -> None:
    desk = under_way(4)
    desk.do(ChangeSettings(replace(settings(), lists_hidden=True), SR2017))
    assert "lists" not in everything(desk.state)


def test_only_a_round_under_way_has_a_public_end() -> None:
    desk = registered(2)
    desk.do(DrawRound(7, 3))
    desk.do(PublishRound())
    assert public_end(desk.state, desk.state.rounds[0]) is None


def test_a_finished_round_has_no_clock() -> None:
    desk = under_way(2)
    desk.report(1, Side.RED)
    desk.do(FinishRound(), insist=True)
    assert on_wall(desk).clock is None
    assert desk.state.rounds[0].stage is Stage.FINISHED
