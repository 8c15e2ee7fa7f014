"""Every sheet and every state of a table's page, on a real page: all that players can come to see.

python -m tests.web_page.every_sheet FOLDER takes pictures of them in four sizes, in English and in
German, light and dark.
"""

import base64
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from app.engine.acts.players import ChooseList, EnterArmy
from app.engine.acts.results import How
from app.engine.acts.table import (
    Answer,
    CallJudge,
    ChooseSpells,
    Claim,
    ClockPaused,
    Counted,
    EnterTally,
    Interrupt,
    MakeClaim,
    PauseCause,
    PauseClock,
    PutDiceDown,
    Question,
    Rule,
    StartClock,
    Tap,
)
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.racks import Rack
from app.engine.formats.keywords import put_in_force
from app.engine.frozen import replace
from app.engine.language import use_words
from app.engine.packet.keywords import Artifice
from app.engine.side import Pair, Side
from app.store.languages import choose_language
from tests.engine.event import SR2017, settings
from tests.ports import kept_port
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import FakeServer
from tests.web_page.tablet import MINUTE, Tablet
from tests.web_page.turn_pads import at_turn
from tests.web_page.venue import Venue

SIZES = ((1024, 768), (768, 1024), (820, 1180), (390, 844))
LONG = Pair("Maximiliane Donaudampfer", "Bartholomew Featherstone")
"""Names of 24 letters."""
R, B = Side.RED, Side.BLUE
ARMY = (
    ArmyRow("Major Victoria Haley, the Prime", Kind.CASTER, 29),
    ArmyRow("Stormclad", Kind.JACK, 18),
    ArmyRow("Arcane Tempest Gun Mages", Kind.UNIT, 17, 10),
    ArmyRow("Arcane Tempest Gun Mage Officer", Kind.ATTACHMENT, 4),
    ArmyRow("Captain Arlan Strangewayes", Kind.SOLO, 4),
    ArmyRow("Knights Exemplar Bastions", Kind.UNIT, 20, 5),
)
LIST = ArmyList(
    ARMY,
    name="Storm Division",
    theme="Heavy Metal",
    specialists=(ArmyRow("Thorn", Kind.JACK, 18), ArmyRow("Squire", Kind.SOLO, 5)),
    reinforcements=(ArmyRow("Rangers", Kind.UNIT, 7, 6), ArmyRow("Hunter", Kind.JACK, 10)),
)
OTHER = ArmyList((ArmyRow("Captain Allister Caine, the Gunslinger", Kind.CASTER, 28), *ARMY[1:]))


class Sheet(Struct, frozen=True):
    name: str
    make: Callable[[FakeServer], Venue]
    show: str = ""
    """What players do to see it, as a script: the words of buttons differ by language."""
    there: str = ".sheet"
    """What is there once it is shown."""
    after_ms: int = 0
    """So much time passes before it is shown."""
    follows: bool = False
    """Whether it can be shown on the page of the sheet before it, which is of the same table."""


def table(
    server: FakeServer, *, packet: str = "sr2017", scenario: str = "", **more: object
) -> Venue:
    venue = Venue(server, packet=packet, scenario=scenario, names=LONG, **more)  # type: ignore[arg-type]
    venue.ahead_ms = -200 * MINUTE
    venue.next_round = 3
    venue.round_ends_ms = venue.now_ms() + 125 * MINUTE
    return venue


def with_armies(server: FakeServer, *lists: ArmyList, **more: object) -> Venue:
    venue = table(server, **more)  # type: ignore[arg-type]
    for number in (1, 2):
        venue.desk.do(EnterArmy(number, lists or (LIST,)), insist=True)
    return venue


def begun(venue: Venue, turns: int = 7) -> Venue:
    """Return the table with so many phases and turns ended, a minute each."""
    venue.eo(StartClock(1, R))
    for ended in range(turns):
        venue.pass_by(2 * MINUTE)
        venue.eo(Tap(1, R if ended % 2 == 0 else B))
        venue.eo(Tap(1, B if ended % 2 == 0 else R)) if venue.game.play.awaits_start else None
    venue.pass_by(2 * MINUTE)
    return venue


def under_way(server: FakeServer) -> Venue:
    return begun(with_armies(server, scenario="Spread the Net"))


def claimed(claim: Claim, by: Side = R, side: Side = B) -> Callable[[FakeServer], Venue]:
    def make(server: FakeServer) -> Venue:
        venue = under_way(server)
        venue.eo(MakeClaim(1, by, claim, side))
        return venue

    return make


def ended(claim: Claim = Claim.CASTER, *, tally: bool = False) -> Callable[[FakeServer], Venue]:
    def make(server: FakeServer) -> Venue:
        venue = claimed(claim)(server)
        venue.eo(Answer(1, B, Question.CLAIM, True))
        if tally:
            venue.eo(EnterTally(1, R, Pair(47, 12)))
        return venue

    return make


def answered(*agrees: tuple[Side, bool]) -> Callable[[FakeServer], Venue]:
    def make(server: FakeServer) -> Venue:
        venue = ended(tally=True)(server)
        for side, yes in agrees:
            venue.eo(Answer(1, side, Question.RESULT, yes))
        return venue

    return make


def paused(cause: PauseCause, gap_ms: int = 0) -> Callable[[FakeServer], Venue]:
    def make(server: FakeServer) -> Venue:
        venue = under_way(server)
        if cause is PauseCause.EO:
            venue.eo(PauseClock(1, "Terrain is measured again"))
        else:
            now = venue.now_ms()
            venue.desk.append([ClockPaused(1, now - gap_ms, cause, "", gap_ms)], now)
        return venue

    return make


def done(
    make: Callable[[FakeServer], Venue], act: Callable[[Venue], object]
) -> Callable[[FakeServer], Venue]:
    def made(server: FakeServer) -> Venue:
        venue = make(server)
        act(venue)
        return venue

    return made


def with_caches(server: FakeServer) -> Venue:
    return table(server, scenario="The Pit II")


def racks(server: FakeServer) -> Venue:
    venue = table(server, packet="sr2026", scenario="Pressure Point")
    lists = (
        ArmyList(
            (ArmyRow("Orla the Untamed", Kind.CASTER, None), ArmyRow("Vorn Beast", Kind.JACK, 75))
        ),
    )
    for number in (1, 2):
        venue.desk.do(EnterArmy(number, lists), insist=True)
    return venue


def racks_shown(server: FakeServer) -> Venue:
    venue = racks(server)
    for side in Side:
        venue.eo(
            ChooseSpells(1, side, side, (Rack("Orla the Untamed", ("Rush", "Fury", "Snipe")),))
        )
    return venue


def specialists(server: FakeServer) -> Venue:
    chosen = replace(
        put_in_force(SR2017, settings(75), "specialists"), artifices=(Artifice.REINFORCEMENTS,)
    )
    return with_armies(server, chosen=chosen)


def reinforced(server: FakeServer) -> Venue:
    chosen = replace(settings(75), artifices=(Artifice.REINFORCEMENTS,))
    return begun(with_armies(server, chosen=chosen))


def one_list_chosen(server: FakeServer) -> Venue:
    venue = with_armies(server, LIST, OTHER)
    venue.eo(ChooseList(1, venue.game.players.of(R), 1, at_table=True))
    return venue


def dice_down(server: FakeServer) -> Venue:
    venue = under_way(server)
    venue.eo(PutDiceDown(1))
    venue.eo(Tap(1, B))
    if venue.game.play.ending is None:
        venue.eo(Tap(1, R))
    return venue


def points(server: FakeServer) -> Venue:
    return begun(table(server, packet="points", chosen=replace(settings(0), packet="points")))


def points_over(server: FakeServer) -> Venue:
    venue = points(server)
    venue.eo(MakeClaim(1, R, Claim.OVER, R))
    venue.eo(Answer(1, B, Question.CLAIM, True))
    return venue


def time_moved(venue: Venue) -> None:
    venue.moved = "46 s moved from Blue to Red"
    venue.tell()


def time_moved_and_judge_called(venue: Venue) -> None:
    time_moved(venue)
    venue.eo(CallJudge(1, B))


def no_round_follows(venue: Venue) -> None:
    venue.next_round = 0
    venue.tell()


def tap_straight_back(venue: Venue) -> None:
    venue.eo(Tap(1, R))
    venue.pass_by(3000)
    with venue.lock:
        venue.desk.ask(Tap(1, B), venue.now_ms())
        venue.tell()


def turn(scenario: str, **more: object) -> Callable[[FakeServer], Venue]:
    def make(server: FakeServer) -> Venue:
        venue = at_turn(server, scenario, **more)  # type: ignore[arg-type]
        venue.names = LONG
        return venue

    return make


def open_(kind: str, side: str = "red", **local: object) -> str:
    told = "{" + ", ".join(f"{key}: {value}" for key, value in local.items()) + "}"
    return f"table.seats.open('{side}', '{kind}'); table.seats.leadsOf('{side}').set({told})"


def both(kind: str) -> str:
    return f"{open_(kind)}; {open_(kind, 'blue')}"


TAP = "table.tap('red', performance.now() + 999)"
NEXT = f"{TAP}; document.querySelector('.turnpad footer .go').click()"
LAST_TOKENS = f"{TAP}; document.querySelectorAll('.turnpad .face')[5].click()"
AWAY = """table.link.state = 'away';
table.link.sinceMs = Date.now() - 60000;
table.act('red', { type: 'tap', side: 'red' })"""

PAUSED = paused(PauseCause.EO)
ENDED = ended()
COUNTED = done(dice_down, lambda venue: venue.eo(EnterTally(1, R, Pair(30, 30), Pair(1, 1))))
WOLVES = turn("Wolves at Our Heels")

SHEETS: tuple[Sheet, ...] = (
    Sheet("lists", lambda server: with_armies(server, LIST, OTHER)),
    Sheet("list of one chosen", one_list_chosen),
    Sheet("list changed", one_list_chosen, open_("lists"), follows=True),
    Sheet("no list", table),
    Sheet("specialists", specialists),
    Sheet(
        "specialists marked",
        specialists,
        "table.seats.leadsOf('red').set({ marked: [0, 3] })",
        follows=True,
    ),
    Sheet("start", with_armies),
    Sheet(
        "start pressed",
        with_armies,
        "table.seats.leadsOf('red').set({ first: 'blue' })",
        follows=True,
    ),
    Sheet("start with objective", with_caches),
    Sheet("objective", with_caches, open_("objective"), follows=True),
    Sheet("start with racks", racks),
    Sheet("briefing before", racks, both("briefing"), follows=True),
    Sheet(
        "racks",
        racks,
        "document.querySelectorAll('.half.red footer button')[0].click()",
        "dialog.racks[open]",
        follows=True,
    ),
    Sheet("start with racks shown", racks_shown),
    Sheet("deployment", lambda server: begun(with_armies(server), 1), there=".digits"),
    Sheet("turn", under_way, there=".digits"),
    Sheet("pad", under_way, both("pad"), follows=True),
    Sheet("pad of one half", under_way, open_("pad"), follows=True),
    Sheet("losses", under_way, both("losses"), follows=True),
    Sheet("losses of one half", under_way, open_("losses", "blue"), follows=True),
    Sheet("brought", under_way, both("brought"), follows=True),
    Sheet("briefing", under_way, both("briefing"), follows=True),
    Sheet("menu", under_way, open_("menu"), follows=True),
    Sheet("claim", under_way, both("claim"), follows=True),
    Sheet("claim chosen", under_way, open_("claim", chosen=0), follows=True),
    Sheet(
        "refused on a sheet",
        under_way,
        open_("menu")
        + "; table.seats.say('red', 'The organizer’s computer is out of reach: this needs it.')",
        follows=True,
    ),
    Sheet("low time", under_way, there=".low", after_ms=47 * MINUTE),
    Sheet("last seconds", under_way, there=".low", after_ms=51 * MINUTE + 51_000),
    Sheet("interrupt", done(under_way, lambda venue: venue.eo(Interrupt(1))), there=".digits"),
    Sheet("judge called", done(under_way, lambda venue: venue.eo(CallJudge(1, B))), there=".judge"),
    Sheet(
        "time moved",
        done(under_way, time_moved),
        there=".moved",
    ),
    Sheet(
        "time moved, judge called",
        done(under_way, time_moved_and_judge_called),
        there=".moved",
    ),
    Sheet("paused", PAUSED, there=".digits"),
    Sheet("refused tap", PAUSED, "table.tap('red', performance.now())", ".digits", follows=True),
    Sheet("paused by a clock", paused(PauseCause.CLOCK), there=".digits"),
    Sheet("gap", paused(PauseCause.GAP, 90_000), there=".digits"),
    Sheet(
        "out of touch",
        under_way,
        AWAY,
        ".linked",
    ),
    Sheet(
        "turns timed",
        lambda server: begun(table(server, packet="sr2014", scenario="Destruction"), 5),
        there=".digits",
    ),
    Sheet(
        "turn not begun",
        done(
            lambda server: begun(table(server, packet="sr2014", scenario="Destruction"), 5),
            lambda venue: venue.eo(Tap(1, B)),
        ),
        there=".digits",
    ),
    Sheet(
        "start of a timed game",
        lambda server: table(server, packet="sr2014", scenario="Destruction"),
        "table.seats.leadsOf('red').set({ first: 'red' })",
    ),
    Sheet("pad with caches", lambda server: begun(with_caches(server)), both("pad")),
    Sheet("reinforcements", reinforced, open_("reinforcements")),
    Sheet("claim asked", claimed(Claim.CASTER)),
    Sheet("claim of both casters", claimed(Claim.BOTH_CASTERS, R, R)),
    Sheet("turn claimed back", claimed(Claim.TURN, R, R)),
    Sheet(
        "tapped straight back",
        done(lambda server: begun(with_armies(server), 6), tap_straight_back),
    ),
    Sheet("result to count", ENDED),
    Sheet("tally", ENDED, both("tally"), follows=True),
    Sheet("losses at the end", ENDED, both("losses"), follows=True),
    Sheet("result", ended(tally=True)),
    Sheet("result agreed", answered((R, True))),
    Sheet("result denied", answered((R, False))),
    Sheet("tally of dice down", dice_down, both("tally")),
    Sheet("result of dice down", COUNTED, there=".sheet"),
    Sheet("tally of an area", COUNTED, both("tally"), follows=True),
    Sheet("losses of an area", COUNTED, both("losses"), follows=True),
    Sheet("claim without armies", points, both("claim")),
    Sheet("result without armies", points_over),
    Sheet("points without armies", points_over, both("pad"), follows=True),
    Sheet("final", answered((R, True), (B, True)), there=".verdict"),
    Sheet(
        "final ruled",
        done(
            under_way,
            lambda venue: venue.eo(
                Rule(1, R, How.GAME_LOSS, "Dice were rolled again without a word")
            ),
        ),
        there=".verdict",
    ),
    Sheet(
        "final of the last round",
        done(answered((R, True), (B, True)), no_round_follows),
        there=".verdict",
    ),
    Sheet("clock-out", under_way, there=".sheet", after_ms=60 * MINUTE),
    Sheet(
        "clock-out agreed",
        under_way,
        "table.act('blue', { type: 'answer', side: 'blue', question: 'clock_out', agrees: false })",
        ".sheet",
        60 * MINUTE,
    ),
    Sheet("2026 turn", WOLVES, there=".digits"),
    Sheet("2026 briefing", WOLVES, both("briefing"), follows=True),
    Sheet("2026 menu, claim", WOLVES, f"{open_('menu')}; {open_('claim', 'blue')}", follows=True),
    *(
        Sheet(
            f"2026 pad of {name}",
            turn(name),
            TAP,
            ".turnpad",
        )
        for name in (
            "Trench Warfare",
            "Two Fronts",
            "Pressure Point",
            "Fault Line",
            "Payload",
            "Wolves at Our Heels",
            "High Stakes",
        )
    ),
    Sheet(
        "2026 fuse of somebody",
        turn("High Stakes", counted=[Counted("flag-first", 1)]),
        TAP,
        ".turnpad",
    ),
    Sheet(
        "2026 fuse of nobody",
        turn("High Stakes", holds=[]),
        TAP,
        ".turnpad",
    ),
    Sheet(
        "2026 blast",
        turn("High Stakes", counted=[Counted("flag-first", 3)]),
        LAST_TOKENS,
        ".turnpad",
    ),
    Sheet(
        "2026 pad with a tip",
        turn("Pressure Point"),
        f"{TAP}; document.querySelector('.turnpad .info').click()",
        ".tip",
    ),
    Sheet(
        "2026 tokens",
        turn("Wolves at Our Heels"),
        NEXT,
        ".cards",
    ),
    Sheet(
        "2026 move",
        turn("Payload"),
        NEXT,
        ".cards",
    ),
    Sheet("2026 pad of an earlier turn", turn("Pressure Point"), open_("pad"), ".turnpad"),
    Sheet("2026 clock-out", turn("Two Fronts", step=9), there=".turnpad", after_ms=60 * MINUTE),
    Sheet("no game", under_way, "table.game = () => null; table.draw()", ".notice"),
    Sheet("organizer’s PIN", under_way, "table.askOrganizer('red')", "dialog.asking"),
)


def waits(sheet: Sheet) -> str:
    all_ = f"[...document.querySelectorAll({sheet.there!r})]"
    return f"{all_}.some((one) => one.offsetParent || one.open)"


def shown(
    browser: Browser, server: FakeServer, sheet: Sheet, *, width: int = 820, high: int = 1180,
    drawn: bool = False,
) -> Tablet:  # fmt: skip
    """Open a table's page, in its packet's words, and bring it to the sheet."""
    tablet = Tablet(browser, laid_out(server, sheet), width, high, drawn=drawn)
    bring(tablet, sheet)
    return tablet


def laid_out(server: FakeServer, sheet: Sheet) -> Venue:
    """Make the sheet's table, and speak in the words of its packet."""
    venue = sheet.make(server)
    packet = venue.desk.state.packet
    use_words(packet.vocabulary if packet else ())
    return venue


def bring(tablet: Tablet, sheet: Sheet) -> None:
    """Bring a page of the sheet's table to the sheet."""
    page = tablet.page
    page.until(
        "!table.loads && (!!table.seats.pads || !table.standing.game.terms.victory.each_turn)"
    )
    if sheet.after_ms:
        tablet.skip(sheet.after_ms)
    page.do(sheet.show or "0")
    page.until(waits(sheet), 5)
    page.until("!document.querySelector('[data-fresh]')")


PUT_AWAY = "['red', 'blue'].forEach((side) => table.seats.open(side, null))"
IN_TOUCH = "table.link.state = 'in touch'"  # else a page goes to its spare copy instead


def all_shown(browser: Browser, server: FakeServer) -> Iterator[tuple[Sheet, Page]]:
    """Yield each sheet with an undrawn page that shows it. The page is the same one: it is loaded
    again for each table, and knows nothing of those before.
    """
    first = SHEETS[0]
    tablet = shown(browser, server, first)
    tablet.page.before_each_load("localStorage.clear(); sessionStorage.clear()")
    yield first, tablet.page
    for before, sheet in pairwise(SHEETS):
        if sheet.follows:
            assert sheet.make is before.make
            tablet.page.do(PUT_AWAY)
        else:
            tablet.page.do(IN_TOUCH)
            tablet.load_again(laid_out(server, sheet))
        bring(tablet, sheet)
        yield sheet, tablet.page
    close(tablet)


def resize(page: Page, width: int, high: int) -> None:
    is_so = f"innerWidth === {width} && innerHeight === {high}"
    page.do(f"window.heard = {is_so}; addEventListener('resize', () => (window.heard = true))")
    page.resize(width, high)
    page.until(f"{is_so} && window.heard")  # and so has the page, which listens for longer
    page.do("document.fonts.ready.then(() => new Promise((done) => setTimeout(done)))")


LOOK = (Path(__file__).parent / "legible.js").read_text(encoding="utf-8")


def wrong(page: Page, width: int, high: int) -> list[str]:
    """Return what of the page cannot be read or pressed at this size."""
    resize(page, width, high)
    letters = 14 if width < 500 else 16
    least = {"text": letters, "sheet": letters, "drawn": 9, "digits": 36}
    if not page.do("'legible' in window"):
        page.do(LOOK)
    found: list[str] = page.do(f"legible({least}, 44)")
    return found


def close(tablet: Tablet) -> None:
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def take_pictures(
    folder: Path, browser: Browser, server: FakeServer, sheet: Sheet, language: str
) -> None:
    tablet = shown(browser, server, sheet, drawn=True)
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        tablet.page.call("Emulation.setEmulatedMedia", features=features)
        for width, high in SIZES:
            resize(tablet.page, width, high)
            data = tablet.page.call("Page.captureScreenshot", format="png")["data"]
            number = SHEETS.index(sheet)
            name = f"{number:02}-{sheet.name.replace(' ', '_')}-{width}-{language}-{scheme}.png"
            (folder / name).write_bytes(base64.b64decode(data))
    close(tablet)


def main(folder: Path, *names: str) -> None:
    """``names``: parts of the names of the sheets to take; all without any."""
    folder.mkdir(parents=True, exist_ok=True)
    kept, port = kept_port()
    server = FakeServer(port)
    try:
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
            Browser(Path(profile)) as browser,
        ):
            for language in ("en", "de"):
                choose_language(language)
                for sheet in SHEETS:
                    if not names or any(name in sheet.name for name in names):
                        take_pictures(folder, browser, server, sheet, language)
    finally:
        server.close()
        kept.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
