"""A player's own phone in a real browser, against the real server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.phones import OpenToPhones, ReportByPhone, SettleSignUps
from app.engine.acts.players import CheckIn, EditPlayer, Entry
from app.engine.acts.results import How, Result
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Undo
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.table.verdict import final_result
from app.store.packets.files import packets
from app.web.phones.codes import PlayerCodes, space_code
from app.web.protocol.seal import MARK_LETTERS
from tests.events import LONG_NAME
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser, Page
from tests.web_page.every_sheet import SIZES, wrong
from tests.web_page.fake_server import WEB
from tests.web_page.room import on_a_plain_line

pytestmark = pytest.mark.undrawn

WIDE = "document.documentElement.scrollWidth"
SENT = """[...document.querySelectorAll('.own p')]
    .find((words) => words.innerText.startsWith('You reported'))"""
NOW = """\
Dusk - House Kallyss
Grand Melee - 100 pts
PC CARD
Trapdoor

Scyra, Issyr of Dawns
61 Eidolon 1
39 Vanguard
"""
ARMY = "Haley; caster; 5\nLong Gunners; unit; 10; 10\nThorn; jack; 13"


@pytest.fixture
def page(browser: Browser, tables: Venue) -> Iterator[Page]:
    page = browser.open(f"{tables.base}/room", 360, 640)
    page.until("!!window.room?.own && room.latest?.players.length === 8")
    yield page
    page.do("localStorage.clear()")
    page.close()


def test_a_player_s_section_that_failed_to_load_appears_after_a_reload_a_minute_later(
    browser: Browser, tables: Venue
) -> None:
    """Browsers do not ask for a module again that once could not be loaded."""
    page = browser.open("about:blank", 360, 640)
    page.before_each_load("""const later = setTimeout;
        window.setTimeout = (call, ms) => {
            window.waits = window.waits || ms === 60_000;
            return later(call, ms === 60_000 ? 1_000 : ms);
        };""")
    page.call("Network.enable")
    page.call("Network.setBlockedURLs", urls=["*own.js*"])
    page.go(f"{tables.base}/room")
    page.until("!!window.waits")
    page.call("Network.setBlockedURLs", urls=[])
    page.until("!!window.room?.own")
    page.do("localStorage.clear()")
    page.close()


def fill(page: Page, label: str, words: str) -> None:
    """Type into the field of that label, as the player would."""
    field = f"""[...document.querySelectorAll('label')]
        .filter((label) => label.getClientRects().length)
        .find((label) => label.innerText.startsWith({label!r})).querySelector('input, textarea')"""
    page.do(f"{field}.focus(); {field}.select()")
    page.write(words)


def choose(page: Page, number: int) -> None:
    page.do(f"room.own.who.value = '{number}'")


def sign_in(page: Page, tables: Venue, number: int) -> None:
    page.press("Sign in to your page")
    choose(page, number)
    fill(page, "Your code", space_code(PlayerCodes(tables.keys).code(number)).lower())
    page.press("Sign in", ".own form")
    page.until("!!room.own.own?.page")


@pytest.mark.usefixtures("language")
def test_no_word_on_a_phone_s_page_is_broken_and_no_button_is_too_small(
    browser: Browser, tmp_path: Path
) -> None:
    found = []
    with tables_under_way(tmp_path, pages=WEB, rounds_before=1) as venue:
        venue.do(OpenToPhones(sign_up=True, check_in=True))
        player = venue.game(1).players.red
        code = PlayerCodes(venue.keys).code(player)
        said = f"{{ type: 'sign_in', player: {player}, code: '{code}' }}"
        page = browser.open(f"{venue.base}/room", *SIZES[-1], drawn=True)
        page.until("!!window.room?.own && room.latest?.players.length === 8")
        for state, shows in (
            ("open('')", "!!document.querySelector('.own .choices')"),
            ("open('in')", "!!document.querySelector('.own select')"),
            ("open('up')", "!!document.querySelector('.own textarea')"),
            (f"around.say({said})", "!!room.own.own?.page"),
        ):
            page.do(f"room.own.{state}")
            page.until(shows)
            for width, high in SIZES:
                found += [f"{state}, {width}: {what}" for what in wrong(page, width, high)]
        page.do("localStorage.clear()")
        page.close()
    assert [what for what in found if ": broken" in what or " × " in what] == []


def test_on_plain_wifi_no_code_can_be_typed_before_the_sign_is_scanned(
    browser: Browser, tables: Venue
) -> None:
    """Else somebody in between could have what is typed."""
    page = browser.open("about:blank", 360, 640)
    on_a_plain_line(page)
    other = "0" * MARK_LETTERS  # another computer's, that was scanned here before
    for typed in ("/room", f"/room?#key={other}"):
        page.go(f"{tables.base}{typed}")
        page.until("document.querySelector('.own')?.innerText.includes('scan the sign for phones')")
        buttons = "[...document.querySelectorAll('.own:not([hidden]) button')]"
        assert page.do(f"{buttons}.filter((one) => one.getClientRects().length).length") == 0
    page.go(f"{tables.base}/room#key={tables.keys.mark()}")
    page.reload()
    page.until("!!window.room?.own && room.latest?.players.length === 8")
    sign_in(page, tables, 1)
    page.go(f"{tables.base}/room?")  # the same phone is known by what it scanned
    page.until("!!window.room?.own?.own?.page")
    page.do("localStorage.clear()")
    page.close()


def test_a_player_signs_in_reports_and_is_known_again(page: Page, tables: Venue) -> None:
    game = tables.game(1)
    page.press("Sign in to your page")
    choose(page, game.players.red)
    fill(page, "Your code", "WRONG2")
    page.press("Sign in", ".own form")
    page.until("document.querySelector('.spoken').innerText.includes('not the code')")
    page.do("room.own.code.value = ''")
    fill(page, "Your code", PlayerCodes(tables.keys).code(game.players.red))
    page.press("Sign in", ".own form")
    page.until("document.querySelector('.own .number')?.innerText === 'Table 1'")
    text = page.text(".own[aria-label]")
    assert game.terms.scenario.name in text
    assert tables.state.name(game.players.blue) in text
    page.press("Send result")
    page.until("room.own.report.said.innerText.includes('who won')")
    page.press("I won")
    page.press("Send result")
    page.until("room.own.report.said.innerText.includes('how it was won')")
    page.do("room.own.report.how.value = 'scenario'")
    page.do("room.own.report.cp.red.value = 5; room.own.report.apd.red.value = 999")
    page.press("Send result")
    page.do("room.own.report.button.scrollIntoView({ block: 'start' })")
    page.press("Send it anyway")
    page.until("document.body.innerText.includes('has to confirm it')")
    page.until(f"{SENT}.getBoundingClientRect().top >= 0")
    assert page.do(WIDE) <= 360
    reported = tables.game(1).phoned.red
    assert reported is not None
    assert (reported.winner, reported.apd.red) == (Side.RED, 999)
    page.reload()
    page.until("document.body.innerText.includes('has to confirm it')")
    tables.do(ReportByPhone(game.number, game.players.blue, reported))
    page.until("!!document.querySelector('.own .result')")
    assert final_result(tables.game(1)) == reported
    page.press("Sign out")
    page.until("document.body.innerText.includes('Sign in to your page')")
    assert page.do("localStorage.getItem('flagfall-phone')") is None


@pytest.mark.parametrize("side", Side)
def test_a_player_s_own_points_come_first_in_a_report(
    page: Page, tables: Venue, side: Side
) -> None:
    game = tables.game(1)
    sign_in(page, tables, game.players.of(side))
    page.until("document.querySelectorAll('.own .points tr').length === 3")
    columns = page.do("""[...document.querySelectorAll('.own .points tr')].map((row) =>
        [...row.cells].slice(1).map((cell) =>
            cell.innerText || cell.querySelector('input').getAttribute('aria-label')))""")
    colours = [side.name.title(), side.other.name.title()]
    assert columns == [
        ["You", "Opponent"],
        [f"Control points of {colour}" for colour in colours],
        [f"Army points destroyed by {colour}" for colour in colours],
    ]


def test_the_opponent_can_confirm_or_contradict_a_result(page: Page, tables: Venue) -> None:
    game = tables.game(2)
    said = Result(Side.BLUE, How.ASSASSINATION, Pair(1, 2), Pair(10, 30))
    tables.do(ReportByPhone(game.number, game.players.blue, said))
    sign_in(page, tables, game.players.red)
    page.press("That is not right")
    page.press("Tie")
    page.press("Send result")
    page.until("document.body.innerText.includes('Your reports differ')")
    assert tables.game(2).contradicted
    page.press("Confirm this result")
    page.until("!!document.querySelector('.own .result')")
    assert final_result(tables.game(2)) == said


def test_lists_are_read_while_they_are_typed_and_nothing_typed_is_lost(
    page: Page, tables: Venue
) -> None:
    number = tables.game(3).players.red
    tables.do(CheckIn((number,), present=False))
    tables.do(OpenToPhones(check_in=True))
    sign_in(page, tables, number)
    page.press("Check in")
    page.until("!document.body.innerText.includes('Are you in the hall?')")
    assert tables.state.players[number].plays
    fill(page, "Your lists", ARMY)
    page.until("document.querySelector('.reading').innerText.includes('List 1 (Haley)')")
    page.reload()
    page.until("room.own?.own?.page && room.own.lists.area.value.includes('Thorn')")
    page.do(
        "room.own.lists.area.value = 'x'.repeat(100000); room.own.lists.edited();"
        "room.own.sendLists()"
    )
    page.until("document.querySelector('.reading').innerText.includes('100000 characters')")
    assert page.do("room.own.lists.area.value.length") == 100_000
    assert page.do("room.link.state") == "in touch"
    page.do(f"room.own.lists.area.value = {ARMY!r}; room.own.lists.edited()")
    page.press("Send lists")
    page.until("room.own.own.page.list_titles.length === 1")
    assert tables.state.players[number].lists
    assert page.do("room.own.lists.area.value") == ""
    page.do("document.querySelectorAll('.own details').forEach((part) => (part.open = true))")
    assert page.do(WIDE) <= 360
    page.press("Ask to drop")
    page.until("document.body.innerText.includes('You have asked to drop')")
    assert tables.state.players[number].asks_to_drop


def test_a_new_player_is_signed_in_as_soon_as_the_organizer_accepts(
    page: Page, tables: Venue
) -> None:
    tables.do(OpenToPhones(sign_up=True))
    page.press("Sign up for this event")
    fill(page, "Your name", "Zoe Adler")
    fill(page, "Your lists", ARMY)
    page.press("Sign up", ".own form")
    page.until("document.body.innerText.includes('You have signed up')")
    page.reload()
    page.until("document.body.innerText.includes('You have signed up')")
    tables.do(SettleSignUps((1,)))
    page.until("room.own.own?.page?.name === 'Zoe Adler'")
    page.until("document.querySelector('.own h2')?.innerText === 'Zoe Adler'")
    assert page.do("room.own.own.page.list_titles.length") == 1


def test_a_new_player_chooses_one_of_the_packet_s_factions_or_enters_another(
    page: Page, tables: Venue
) -> None:
    assert page.do("room.latest.factions.length") == 0
    tables.do(OpenToPhones(sign_up=True))
    page.press("Sign up for this event")
    page.until("document.querySelectorAll('#factions option').length === 15")
    assert page.do("room.own.fields.faction.list.id") == "factions"
    fill(page, "Your name", "Zoe Adler")
    fill(page, "Faction", "trollblood")
    page.press("Sign up", ".own form")
    page.until("document.body.innerText.includes('You have signed up')")
    assert [one.entry.faction for one in tables.state.applicants.values()] == ["Trollbloods"]


def test_a_new_player_chooses_one_of_their_faction_s_armies_or_enters_another(
    page: Page, tables: Venue
) -> None:
    while tables.state.rounds:
        tables.do(Undo(), insist=True)
    shown = "!!room.own.armyField?.getClientRects().length"
    tables.do(OpenToPhones(sign_up=True))
    page.press("Sign up for this event")
    page.until("document.querySelectorAll('#factions option').length === 15")
    assert not page.do(shown), "SR2017 has factions and no armies"
    before = tables.state.settings
    assert before is not None
    settings = replace(before, packet="sr2026", size=100)
    tables.do(ChangeSettings(settings, packets()["sr2026"]), insist=True)
    page.until(shown)
    fill(page, "Your name", "Zoe Adler")
    fill(page, "Faction", "dusk")
    page.until("document.querySelectorAll('#armies option').length === 2")
    fill(page, "Army", "house-kallyss")
    page.press("Sign up", ".own form")
    page.until("document.body.innerText.includes('You have signed up')")
    (applicant,) = tables.state.applicants.values()
    assert (applicant.entry.faction, applicant.entry.army) == ("Dusk", "House Kallyss")


def test_a_list_of_the_current_edition_can_be_read_from_a_phone(page: Page, tables: Venue) -> None:
    while tables.state.rounds:  # an event stays with its packet once a round is published
        tables.do(Undo(), insist=True)
    before = tables.state.settings
    assert before is not None
    settings = replace(before, packet="sr2026", size=100)
    tables.do(ChangeSettings(settings, packets()["sr2026"]), insist=True)
    sign_in(page, tables, 3)
    fill(page, "Your lists", f"{NOW}\n\nMade you look\nTOTAL POINTS 100/100\n")
    page.until("document.querySelectorAll('.reading details').length === 2")
    read = str(page.do("document.querySelector('.reading').textContent"))
    assert "Scyra, Issyr of Dawns" in read
    assert "Command cards:Trapdoor" in read
    assert "has 1 command card; 5 are needed." in read
    assert "List 2 (Made you look) has no Leader." in read
    page.press("Send lists")
    page.until("room.own.own?.page?.list_titles.length === 2")
    sent = tables.state.players[3].lists
    assert [(each.theme, each.name, each.points) for each in sent] == [
        ("House Kallyss", "", 100),
        ("", "Made you look", 100),
    ]


def test_in_a_team_event_a_new_player_names_their_team(page: Page, tables: Venue) -> None:
    shown = "!!room.own.teamField?.getClientRects().length"
    tables.do(OpenToPhones(sign_up=True))
    page.press("Sign up for this event")
    assert not page.do(shown)
    before = tables.state
    assert before.settings is not None
    assert before.packet is not None
    tables.do(EditPlayer(3, Entry("Carla", team="Ravens")))
    tables.do(ChangeSettings(replace(before.settings, team_seats=2), before.packet), insist=True)
    page.until(shown)
    page.until("document.querySelector('#teams option')?.value === 'Ravens'")
    fill(page, "Your name", "Zoe Adler")
    fill(page, "Team", "Ravens")
    page.press("Sign up", ".own form")
    page.until("document.body.innerText.includes('You have signed up')")
    assert [one.entry.team for one in tables.state.applicants.values()] == ["Ravens"]


def test_every_field_and_button_on_a_phone_has_a_label_and_is_large_enough(
    page: Page, tables: Venue
) -> None:
    tables.do(OpenToPhones(sign_up=True))
    page.press("Sign up for this event")
    nameless = """['input', 'select', 'textarea', 'button']
        .flatMap((kind) => [...document.querySelectorAll(`.own ${kind}`)])
        .filter((field) => field.getClientRects().length)
        .filter((field) => !field.closest('details:not([open]) > :not(summary)'))
        .filter((field) =>
            !(field.labels?.length || field.getAttribute('aria-label') || field.innerText) ||
            field.getBoundingClientRect().height < 44 || field.scrollWidth > field.clientWidth + 1)
        .map((field) => field.outerHTML)"""
    assert page.do(nameless) == []
    page.press("Cancel", ".own form")
    number = tables.game(4).players.red
    tables.do(EditPlayer(number, Entry(LONG_NAME[:200])))
    tables.do(EditPlayer(tables.game(4).players.blue, Entry("Donaudampfschifffahrt" * 9)))
    sign_in(page, tables, number)
    page.press("I won")
    assert page.do(WIDE) <= 360
    assert (
        page.do(
            "[...document.querySelectorAll('.own *')]"
            ".filter((part) => part.getClientRects().length &&"
            " part.getBoundingClientRect().right > 360).length"
        )
        == 0
    )
    assert page.do(nameless) == []
    assert page.do("document.activeElement.getAttribute('aria-pressed')") == "true"
    tables.do(StartClock(tables.game(4).number, Side.RED), insist=True)
    page.until("/ \\d+:\\d\\d · .* 1:00:00$/.test(room.own.clock.innerText)")
    page.until("document.body.innerText.includes('end the game there')")
