"""The pages of an event online, as HTML without scripts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from html import escape

from msgspec import Struct

from app.engine import wording
from app.engine.acts.players import Entry
from app.engine.language import plural, say
from app.engine.subjects.phones.sign_up import MOST_LETTERS
from app.engine.text import name_order
from app.reports.public_page import page_style, page_table, plain_table, public_page, words_head
from app.reports.results_page import results_foot
from app.store.online.book import SignedUp
from app.views.event.online import Coming, OnlineEvent

STYLE = page_style("""
:root { --accent: #1d5fa8; --on: #ffffff; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) {
:root { --accent: #6cb0ff; --on: #0b1a2b; --wrong: #ff8a80; } }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 12px 0 16px; padding-bottom: 8px;
  border-bottom: 1px solid var(--rule); }
nav a { padding: 8px 0; font-weight: 600; text-decoration: none; }
nav a[aria-current] { color: var(--ink); border-bottom: 2px solid var(--accent); }
form { max-width: 34rem; }
label { display: block; margin: 16px 0 4px; font-weight: 600; }
input, select, textarea { width: 100%; min-height: 44px; padding: 8px 10px; font: inherit;
  color: var(--ink); background: var(--ground); border: 1px solid var(--muted);
  border-radius: 8px; }
input[type=radio] { width: 22px; min-height: 22px; margin: 0; flex: none; }
.choice { display: flex; gap: 10px; align-items: center; min-height: 44px; margin: 0;
  font-weight: 400; }
fieldset { margin: 24px 0 8px; padding: 4px 16px 16px; border: 1px solid var(--rule);
  border-radius: 8px; }
legend { font-weight: 600; padding: 0 6px; }
button, .button { display: inline-block; min-height: 44px; padding: 10px 20px; font: inherit;
  font-weight: 600; color: var(--on); background: var(--accent); border: 1px solid var(--accent);
  border-radius: 8px; text-decoration: none; cursor: pointer; }
.quiet { color: var(--ink); background: none; border-color: var(--muted); }
.press { margin: 20px 0 8px; }
td form { margin: 0; }
td button { min-height: 36px; padding: 4px 12px; white-space: nowrap; }
summary { cursor: pointer; padding: 4px 0; }
main > p:last-child { margin-top: 24px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.wrong { border-inline-start: 4px solid var(--wrong); padding: 8px 12px; margin: 16px 0; }
.good { border-inline-start: 4px solid var(--accent); padding: 8px 12px; margin: 16px 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0 0 8px; }
""")
AGAIN_S = 60
"""The seconds after which a page loads itself again during the day."""
HEAD = '<meta name="referrer" content="same-origin">\n<link rel="icon" href="data:,">'
REFRESH = f'\n<meta http-equiv="refresh" content="{AGAIN_S}">'
MOST_TEXT = 10_000
"""The most characters of all lists in one sign-up."""


class Shown(Enum):
    """The details of signed-up players that everybody can see."""

    COUNT = "count"
    FACTIONS = "factions"
    NAMES = "names"


class Rules(Struct, frozen=True):
    """The organizer's settings for the pages."""

    sign_up: bool = True
    shown: Shown = Shown.COUNT
    lists: bool = False
    """True if everybody can read the players' lists."""


class Site(Struct, frozen=True):
    """The data that every page of an event needs."""

    event: OnlineEvent
    rules: Rules
    base: str = ""
    """The beginning of every path, such as "/cup"."""
    results: bool = False
    """True if there is a round to show."""

    @property
    def open(self) -> bool:
        """Tell whether sign-up is open at present."""
        return bool(self.event.name) and self.rules.sign_up and not self.event.begun


def _page(
    site: Site, here: str, parts: Iterable[str], *, title: str = "", again: bool = False
) -> str:
    name = site.event.name or "Flagfall"
    about = " · ".join(filter(None, (site.event.invitation,)))
    return public_page(
        f"{name}: {title}" if title else name,
        name,
        about,
        [_links(site, here), *parts],
        results_foot() if here == "results" else say("Made with Flagfall."),
        head=HEAD + REFRESH * again,
        style=STYLE,
    )


def _links(site: Site, here: str) -> str:
    pages = [("", say("Event"))]
    if site.results:
        pages.append(("results", say("Pairings and results")))
    if site.rules.lists and site.event.armies:
        pages.append(("lists", say("Lists")))
    if site.open:
        pages.append(("sign-up", say("Sign up")))
    links = "".join(
        f'<a href="{site.base}/{path}"{" aria-current=page" if path == here else ""}>'
        f"{escape(words)}</a>"
        for path, words in pages
    )
    return f"<nav>{links}</nav>"


def _paragraph(words: str, kind: str = "") -> str:
    return f'<p dir="auto"{f" class={kind}" if kind else ""}>{escape(words)}</p>' if words else ""


def _note(words: str, kind: str) -> str:
    role = "alert" if kind == "wrong" else "status"
    return f'<p class="{kind}" role="{role}" dir="auto">{escape(words)}</p>' if words else ""


def event_page(site: Site, coming: Sequence[Coming]) -> str:
    """Return the first page: a description of the event, announcements, and who has signed up."""
    event = site.event
    if not event.name:
        words = say("The organizer has not sent the event yet. Check back later.")
        return _page(site, "", [_paragraph(words)])
    button = (
        f'<p class="press"><a class="button" href="{site.base}/sign-up">'
        f"{escape(wording.SIGN_UP_FOR_THIS)}</a></p>"
    )
    closed = "" if event.begun else _paragraph(say("Sign-up is closed."))
    news = "".join(_paragraph(words) for words in event.announcements)
    schedule = page_table(
        say("Schedule"),
        [words_head(say("Round")), words_head(say("Planned"))],
        [f"<td>{escape(name)}</td><td>{escape(when)}</td>" for name, when in event.schedule],
    )
    return _page(
        site,
        "",
        [
            _paragraph(event.format),
            button if site.open else closed,
            f"<h2>{escape(say('Announcements'))}</h2>{news}" if news else "",
            schedule if event.schedule else "",
            _coming(site, coming),
        ],
    )


def _coming(site: Site, coming: Sequence[Coming]) -> str:
    title = f"<h2>{escape(say('Who is coming'))}</h2>"
    if not coming:
        return title + _paragraph(say("Nobody has signed up yet."))
    count = plural(len(coming), "{count} player", "{count} players")
    head = title + _paragraph(count)
    if site.rules.shown is Shown.COUNT:
        return head
    if site.rules.shown is Shown.FACTIONS:
        factions = Counter(each.faction for each in coming)
        rows = sorted(factions.items(), key=lambda each: (not each[0], -each[1], each[0]))
        return head + _table(
            (say("Faction"), say("Players")),
            [(faction or say("not said yet"), str(number)) for faction, number in rows],
        )
    heads = [say("Name"), say("Faction"), say("Club")]
    if site.event.of_teams:
        heads.append(say("Team"))
    rows_ = [
        (each.name, each.faction, each.club, *([each.team] if site.event.of_teams else []))
        for each in sorted(coming, key=lambda each: name_order(each.name))
    ]
    return head + _table(heads, rows_)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = ["".join(f'<td dir="auto">{escape(cell)}</td>' for cell in row) for row in rows]
    return plain_table([*map(words_head, heads)], lines)


def results_page(site: Site, results: Sequence[str], *, still: bool) -> str:
    """Return pairings, results and standings as the desk sent them. The page reloads itself unless
    it is ``still``.
    """
    shown = [*results] or [_paragraph(say("No round is drawn yet."))]
    words, where = say("Read without reloading"), "?still"
    if still:
        words, where = say("Reload by itself"), ""
    link = f'<p class="small"><a href="{site.base}/results{where}">{escape(words)}</a></p>'
    title = say("Pairings and results")
    return _page(site, "results", [*shown, link], title=title, again=not still)


def lists_page(site: Site, sign_ups: Sequence[SignedUp]) -> str:
    """Return a page with the lists of all players who sent lists, in the players' own words."""
    parts = [
        f'<details><summary dir="auto">{escape(_who(each.entry))}</summary>'
        f'<pre dir="auto">{escape(each.lists)}</pre></details>'
        for each in sorted(sign_ups, key=lambda each: name_order(each.entry.name))
    ]
    none = _paragraph(say("Nobody has sent lists yet."))
    return _page(site, "lists", parts or [none], title=say("Lists"))


def _who(entry: Entry) -> str:
    about = " · ".join(filter(None, (entry.faction, entry.army)))
    return f"{entry.name} ({about})" if about else entry.name


class Filled(Struct, frozen=True):
    """A form with the player's input."""

    entry: Entry
    lists: str = ""


class Note(Struct, frozen=True):
    """A message about the player's input: that it was accepted, or why it was not."""

    fault: str = ""
    done: str = ""


class Stretch(Struct, frozen=True):
    """A part of the sign-ups, in the order of their numbers."""

    sign_ups: Sequence[SignedUp]
    after: int
    """The number after which this part begins."""
    following: int
    """The number after which the next part begins; 0 if this is the last part."""
    total: int
    """The number of all players who have signed up."""


def sign_up_page(site: Site, token: str, filled: Filled, fault: str) -> str:
    """Return the page with the sign-up form, filled in as before, and with ``fault`` if it was not
    accepted.
    """
    if not site.open:
        closed = _paragraph(say("Sign-up is closed. Ask the organizer."))
        return _page(site, "sign-up", [closed], title=say("Sign up"))
    fee = _paragraph(say("Entry: {fee}", fee=site.event.fee)) if site.event.fee else ""
    form = (
        f'<form method="post" action="{site.base}/sign-up">'
        f'<input type="hidden" name="token" value="{escape(token)}">'
        f"{_fields(site.event, filled)}"
        f'<p class="press"><button>{escape(say("Sign up"))}</button></p></form>'
    )
    seen = _paragraph(
        say("The organizer sees what you enter, and may show your name, faction and club here."),
        "small",
    )
    return _page(site, "sign-up", [fee, _note(fault, "wrong"), form, seen], title=say("Sign up"))


def own_page(site: Site, link: str, mine: SignedUp, filled: Filled, note: Note) -> str:
    """Return the page of one sign-up, which the player can change while sign-up is open."""
    here = f"{site.base}/mine/{escape(link)}"
    number = say("You are signed up, number {number}.", number=mine.number)
    if mine.out:
        number = say("You have withdrawn.")
    keep = say("Keep the address of this page: use it to change your sign-up or withdraw.")
    fee = ""
    if site.event.fee:
        fee = say("Entry: {fee}", fee=site.event.fee)
        fee += f" · {say('paid') if mine.paid else say('not paid yet')}"
    parts = [
        _note(note.done, "good"),
        f"<h2>{escape(number)}</h2>",
        _paragraph(keep),
        _paragraph(fee),
        _note(note.fault, "wrong"),
    ]
    if site.open:
        change = say("Sign up again") if mine.out else say("Save changes")
        parts.append(
            f'<form method="post" action="{here}">{_fields(site.event, filled)}'
            f'<p class="press"><button name="do" value="save">{escape(change)}</button></p></form>'
        )
        if not mine.out:
            parts.append(
                f'<form method="post" action="{here}"><p class="press"><button class="quiet"'
                f' name="do" value="withdraw">{escape(say("Withdraw your sign-up"))}</button>'
                "</p></form>"
            )
    else:
        parts.append(
            _paragraph(say("Sign-up is closed. If anything has to change, ask the organizer."))
        )
    return _page(site, "mine", parts, title=say("Your sign-up"))


def _fields(event: OnlineEvent, filled: Filled) -> str:
    entry = filled.entry
    fields = [
        _field("name", say("Your name"), entry.name, "required autocomplete=name"),
        _field("club", say("Club"), entry.club),
    ]
    if event.factions:
        names = [name for name, _ in event.factions]
        options = _options(names, entry.faction)
        fields.append(_add_label("faction", say("Faction"), _select("faction", options)))
        if any(armies for _, armies in event.factions):
            groups = "".join(
                f'<optgroup label="{escape(name)}">{_options(armies, entry.army, none=False)}'
                "</optgroup>"
                for name, armies in event.factions
                if armies
            )
            fields.append(_add_label("army", say("Army"), _select("army", _none() + groups)))
    elif event.armies:
        fields.append(_field("faction", say("Faction"), entry.faction))
    if event.of_teams:
        fields.append(_field("team", say("Team"), entry.team))
    if event.armies:
        hint = say("One entry a line, or paste a list builder’s text. You can do this later.")
        area = (
            f'<textarea id="lists" name="lists" rows="8" maxlength="{MOST_TEXT}"'
            f' spellcheck="false" aria-describedby="hint">{escape(filled.lists)}</textarea>'
            f'<p class="small" id="hint">{escape(hint)}</p>'
        )
        fields.append(_add_label("lists", say("Your lists"), area))
    return "".join(fields)


def _add_label(name: str, words: str, field: str) -> str:
    return f'<label for="{name}">{escape(words)}</label>{field}'


def _field(name: str, words: str, value: str, more: str = "autocomplete=off") -> str:
    field = (
        f'<input id="{name}" name="{name}" maxlength="{MOST_LETTERS}" value="{escape(value)}"'
        f" {more}>"
    )
    return _add_label(name, words, field)


def _select(name: str, options: str) -> str:
    return f'<select id="{name}" name="{name}">{options}</select>'


def _none() -> str:
    return f'<option value="">{escape(say("Not decided yet"))}</option>'


def _options(names: Iterable[str], chosen: str, *, none: bool = True) -> str:
    return _none() * none + "".join(
        f"<option{' selected' if name == chosen else ''}>{escape(name)}</option>" for name in names
    )


def enter_page(site: Site, fault: str, *, safe: bool) -> str:
    """Return the page on which the organizer enters the PIN. ``safe`` says whether the PIN is
    encrypted on its way, so that nobody can read it.
    """
    if not safe:
        fault = say(
            "This page does not ask for the PIN, because others can read this connection. Open"
            " it with https."
        )
        return _page(site, "organizer", [_note(fault, "wrong")], title=say("Organizer"))
    form = (
        f'<form method="post" action="{site.base}/organizer">'
        + _field("pin", say("PIN"), "", "type=password autocomplete=current-password required")
        + f'<p class="press"><button>{escape(say("Open the organizer’s page"))}</button></p></form>'
    )
    where = _paragraph(
        say("The PIN was shown when the server first started. The desk lets you in without one.")
    )
    return _page(site, "organizer", [where, _note(fault, "wrong"), form], title=say("Organizer"))


def organizer_page(site: Site, part: Stretch) -> str:
    """Return the organizer's page with a part of the sign-ups."""
    rules = site.rules
    here = f"{site.base}/organizer"
    choices = (
        _choices(
            "sign_up",
            say("Sign-up"),
            str(rules.sign_up),
            (("True", say("open")), ("False", say("closed"))),
        ),
        _choices(
            "shown",
            say("Who is coming: what everybody sees"),
            rules.shown.value,
            (
                (Shown.COUNT.value, say("how many")),
                (Shown.FACTIONS.value, say("how many of each faction")),
                (Shown.NAMES.value, say("names, factions and clubs")),
            ),
        ),
        _choices(
            "lists",
            say("Lists"),
            str(rules.lists),
            (("False", say("only you see them")), ("True", say("everybody sees them"))),
        ),
    )
    settings = (
        f'<form method="post" action="{here}">{"".join(choices)}<p class="press">'
        f'<button name="do" value="rules">{escape(say("Save"))}</button></p></form>'
    )
    rows = [_organizer_row(here, each, part.after) for each in part.sign_ups]
    heads = [*map(words_head, (say("No."), say("Name"), say("Fee")))]
    table = plain_table(heads, rows)
    more = (
        f'<p><a href="{here}?after={part.following}">{escape(say("Further sign-ups"))}</a></p>'
        if part.following
        else ""
    )
    leave = (
        f'<form method="post" action="{here}"><p class="press"><button class="quiet" name="do"'
        f' value="leave">{escape(say("Leave this page"))}</button></p></form>'
    )
    count = plural(part.total, "{count} sign-up", "{count} sign-ups")
    return _page(
        site,
        "organizer",
        [
            settings,
            f"<h2>{escape(count)}</h2>",
            table * bool(rows),
            more,
            leave,
        ],
        title=say("Organizer"),
    )


def _organizer_row(here: str, each: SignedUp, after: int) -> str:
    entry = each.entry
    name = f"<bdi>{escape(entry.name)}</bdi>"
    name = f"<s>{name}</s> {escape(say('withdrawn'))}" if each.out else name
    about = " · ".join(filter(None, (entry.faction, entry.army, entry.club, entry.team)))
    small = f'<small dir="auto">{escape(about)}</small>' if about else ""
    lists = ""
    if each.lists:
        lists = (
            f"<details><summary>{escape(say('Lists'))}</summary>"
            f'<pre dir="auto">{escape(each.lists)}</pre></details>'
        )
    words = say("Paid") if each.paid else say("Not paid")
    paid = (
        f'<form method="post" action="{here}?after={after}">'
        f'<input type="hidden" name="number" value="{each.number}">'
        f'<button name="do" value="{"unpaid" if each.paid else "paid"}"'
        f' aria-pressed="{"true" if each.paid else "false"}"'
        f"{'' if each.paid else ' class=quiet'}>{escape(words)}</button></form>"
    )
    return f"<td>{each.number}</td><td>{name}{small}{lists}</td><td>{paid}</td>"


def _choices(name: str, title: str, chosen: str, options: Sequence[tuple[str, str]]) -> str:
    boxes = "".join(
        f'<label class="choice"><input type="radio" name="{name}" value="{value}"'
        f"{' checked' if value == chosen else ''}>{escape(words)}</label>"
        for value, words in options
    )
    return f"<fieldset><legend>{escape(title)}</legend>{boxes}</fieldset>"


def refusal_page(site: Site, words: str) -> str:
    """Return a page that says why a request was refused."""
    return _page(site, "none", [_note(words, "wrong")])
