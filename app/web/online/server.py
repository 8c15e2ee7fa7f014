"""The server of an event before and after the day: one process with one book, with or without a
proxy. ``app.web.online.desk_door`` answers the desk's messages.
"""

import asyncio
import time
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from http import HTTPStatus
from typing import TypeVar
from urllib.parse import parse_qs

import deflate
from aiohttp import web
from msgspec import Struct

from app.engine.acts.players import Entry
from app.engine.language import say
from app.store.errors import StoreError
from app.store.online.book import Book, Twice
from app.views.event.online import Coming
from app.web.online import pages
from app.web.online.callers import Callers, Where
from app.web.online.channel import MOST_BYTES, PATH
from app.web.online.desk_door import DeskDoor
from app.web.online.entries import (
    OLD_FORM,
    Form,
    entry_fault,
    is_token,
    new_token,
    read_filled,
    sign_up_number,
    tidy_sign_up,
    twice_words,
)
from app.web.online.pages import STYLE, Filled, Rules, Shown, Site
from app.web.online.parts import COMING, EVENT, read_coming, read_event, results_in
from app.web.online.pin import is_pin
from app.web.protocol.seal import hash_secret
from app.web.server.crowd import Crowd
from app.web.server.http import BACKLOG, CannotServe, PortTaken, make_runner
from app.web.server.secrets import TOKEN_S, PinGate

T = TypeVar("T")
FORM_BYTES = 200_000
"""The most bytes of a form: the longest lists, with nine bytes for each letter, and the other
fields.
"""
STYLE_CODE = b64encode(sha256(STYLE.encode()).digest()).decode()
CONNECTIONS, FROM_ONE_ADDRESS = 4000, 500
SWEEP_S = 1.0
STALE_S = 1.0
"""The seconds that a page may be out of date while sign-ups arrive."""
SIGN_UPS_SHOWN = 200
COOKIE = "flagfall"
PACKED = 6
KINDS = {"html": "text/html"}
TOO_MANY = say("Too many requests come from your address. Wait a minute, then try again.")
TOO_LONG = say("That is more than this form can take. Shorten it, then send it again.")
NO_FORM = say("This form cannot be read. Open the page again and fill it in again.")
OTHER_PAGE = say("This form was sent from another page. Open the page here and fill it in again.")


class Made(Struct, frozen=True):
    """A page in the form in which it is sent."""

    body: bytes
    packed: bytes
    mark: str
    version: int
    made_s: float


class OnlineServer:
    """Serves the event and the sign-ups of one book, the server's file. Everything runs in the loop
    that starts the server, except for the work on the book.
    """

    def __init__(
        self,
        book: Book,
        where: Where,
        *,
        steady: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._book, self._where = book, where
        self._steady, self._wall = steady, wall
        self._work = ThreadPoolExecutor(1, "book")
        self._gate = PinGate(steady)
        self._door = DeskDoor(book, wall, self._gate.let_in)
        self._crowd = Crowd(steady)
        self._callers = Callers(where, steady)
        self._made: dict[str, Made] = {}
        self._version = 0
        self._runner: web.AppRunner | None = None
        self._listener: asyncio.Server | None = None
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> int:
        """Start the server and return its port. Raises CannotServe if the server cannot start."""
        app = web.Application(client_max_size=FORM_BYTES)
        app.router.add_route("*", "/{path:.*}", self._answer)
        runner = await make_runner(app)
        where = self._where
        assert runner.server is not None
        try:
            self._listener = await asyncio.get_running_loop().create_server(
                runner.server, where.host, where.port, ssl=where.tls, backlog=BACKLOG
            )
        except OSError as error:
            await runner.cleanup()
            if isinstance(error, PermissionError):
                raise CannotServe(
                    say("Port {port} needs more rights: choose one above 1023.", port=where.port)
                ) from error
            raise PortTaken(
                say("The server cannot start at {host}, port {port}: {why}.",
                    host=where.host, port=where.port, why=error.strerror or error)
            ) from error  # fmt: skip
        self._runner = runner
        self._sweeping = asyncio.create_task(self._sweep())
        return int(self._listener.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        if self._listener is not None:
            self._listener.close()
        if self._runner is not None:
            await self._runner.cleanup()
        self._work.shutdown()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            server = self._runner.server if self._runner else None
            if server is not None:
                one = CONNECTIONS if self._where.proxies else FROM_ONE_ADDRESS
                self._crowd.look(server.connections, CONNECTIONS, one, ())

    async def _do(self, work: Callable[[], T]) -> T:
        """Run ``work`` in the book's thread and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._work, work)

    # Who asks, and what for.

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        """Answer a request. Every answer gets the security headers."""
        try:
            response = await self._find_answer(request)
        except web.HTTPRequestEntityTooLarge:
            response = await self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LONG)
        except web.HTTPBadRequest:
            response = await self._refuse(HTTPStatus.BAD_REQUEST, NO_FORM)
        except StoreError as error:
            response = await self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, str(error))
        for name, value in self._headers().items():
            response.headers.setdefault(name, value)
        self._crowd.hear(request.transport)
        return response

    async def _find_answer(self, request: web.Request) -> web.StreamResponse:
        path, reads = self._callers.path_of(request), request.method in {"GET", "HEAD"}
        of_desk = path == PATH and request.method == "POST"  # identified by its code
        if not of_desk and not self._callers.is_ours(request):
            return web.Response(status=421, text="Misdirected request\n")
        writes = not reads and not of_desk
        if not self._callers.allow(self._callers.address_of(request), writes=writes):
            response = await self._refuse(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY)
            response.headers["Retry-After"] = "60"
            return response
        if reads:
            return await self._read(request, path)
        if of_desk:
            return await self._hear_desk(request)
        if request.method != "POST":
            return web.Response(status=405, text="Method not allowed\n")
        if not self._callers.is_own_form(request):
            return await self._refuse(HTTPStatus.FORBIDDEN, OTHER_PAGE)
        return await self._take_form(request, path)

    async def _read(self, request: web.Request, path: str) -> web.StreamResponse:
        if path in {"/", "/results", "/lists"}:
            return await self._public(request, path)
        if path == "/sign-up":
            page = await self._do(lambda: self._empty_form(""))
            return _html(page)
        if path.startswith("/mine/"):
            link = path.removeprefix("/mine/")
            return await self._mine(link, done="new" in request.query)
        if path == "/organizer":
            return await self._organizer(request)
        if path.startswith("/organizer/in/"):
            return self._enter(request, path.removeprefix("/organizer/in/"))
        return await self._refuse(HTTPStatus.NOT_FOUND, say("There is nothing here."))

    async def _take_form(self, request: web.Request, path: str) -> web.StreamResponse:
        form = await _read_form(request)
        if path == "/sign-up":
            return await self._sign_up(form)
        if path.startswith("/mine/"):
            return await self._change(path.removeprefix("/mine/"), form)
        if path == "/organizer":
            return await self._organize(request, form)
        return await self._refuse(HTTPStatus.NOT_FOUND, say("There is nothing here."))

    def _headers(self) -> dict[str, str]:
        headers = {
            "Content-Security-Policy": (
                f"default-src 'none'; style-src 'sha256-{STYLE_CODE}'; img-src data:;"
                " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            ),
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
            "Server": "Flagfall",
        }
        if self._where.address.startswith("https:"):
            headers["Strict-Transport-Security"] = "max-age=31536000"
        return headers

    async def _refuse(self, status: HTTPStatus, words: str) -> web.Response:
        page = await self._do(lambda: pages.refusal_page(self._site(), words))
        return _html(page, status)

    # Pages.

    def _site(self) -> Site:
        parts = self._book.parts()
        return Site(
            event=read_event(parts.get(EVENT, "")),
            rules=self._rules(),
            base=self._where.base,
            results=bool(results_in(parts)) and read_event(parts.get(EVENT, "")).begun,
        )

    def _rules(self) -> Rules:
        kept = self._book.kept
        return Rules(
            sign_up=kept("sign_up", "True") == "True",
            shown=Shown(kept("shown", Shown.COUNT.value)),
            lists=kept("lists", "False") == "True",
        )

    async def _public(self, request: web.Request, path: str) -> web.StreamResponse:
        """Return a page that everybody can see. After a change the page is rendered again, but at
        most once a second.
        """
        if path == "/results" and "still" in request.query:
            path += "?still"
        made = self._made.get(path)
        now_s = self._steady()
        if made is None or (made.version != self._version and now_s - made.made_s >= STALE_S):
            version = self._version
            made = await self._do(lambda: _pack(self._render(path), version, now_s))
            self._made[path] = made
        headers = {"ETag": made.mark, "Vary": "Accept-Encoding", "Cache-Control": "no-cache"}
        if request.headers.get("If-None-Match") == made.mark:
            return web.Response(status=304, headers=headers)
        body = made.body
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            body, headers = made.packed, {**headers, "Content-Encoding": "gzip"}
        return web.Response(body=body, content_type=KINDS["html"], charset="utf-8", headers=headers)

    def _render(self, path: str) -> str:
        site = self._site()
        if path == "/":
            return pages.event_page(site, self._coming())
        if path.startswith("/results"):
            still = path.endswith("?still")
            return pages.results_page(site, results_in(self._book.parts()), still=still)
        if not site.rules.lists:
            return pages.refusal_page(site, say("The organizer has not opened the lists yet."))
        sign_ups = [each for each in self._book.sign_ups() if each.lists and not each.out]
        return pages.lists_page(site, sign_ups)

    def _coming(self) -> list[Coming]:
        """Return the players of the event, followed by those who signed up and are not in it
        yet.
        """
        there = read_coming(self._book.parts().get(COMING, ""))
        known = {each.sign_up for each in there}
        waiting = [
            Coming(each.entry.name, each.entry.club, each.entry.faction, each.entry.team)
            for each in self._book.sign_ups()
            if not each.out and sign_up_number(each.number) not in known
        ]
        return [*(each for each in there if not each.left), *waiting]

    # Sign-up.

    def _empty_form(self, fault: str, filled: Filled | None = None) -> str:
        token = new_token(self._book.secret, self._wall())
        return pages.sign_up_page(self._site(), token, filled or Filled(Entry("")), fault)

    async def _sign_up(self, form: Form) -> web.StreamResponse:
        token = form.get("token", "")
        return await self._do(lambda: self._do_sign_up(token, form))

    def _do_sign_up(self, token: str, form: Form) -> web.StreamResponse:
        filled, site = read_filled(form), self._site()
        fault = "" if is_token(token, self._book.secret, self._wall()) else OLD_FORM
        fault = fault or entry_fault(site.event, filled)
        if fault or not site.open:
            return _html(self._empty_form(fault, filled), HTTPStatus.UNPROCESSABLE_ENTITY)
        try:
            number = self._book.sign_up(token, tidy_sign_up(site.event, filled.entry), filled.lists)
        except Twice:
            return _html(self._empty_form(twice_words(filled.entry), filled), HTTPStatus.CONFLICT)
        self._version += 1
        return _go_to(f"{self._where.base}/mine/{self._book.address_of(number)}?new")

    async def _mine(
        self, link: str, *, done: bool = False, filled: Filled | None = None, fault: str = ""
    ) -> web.StreamResponse:
        def make() -> web.StreamResponse:
            mine = self._book.find(link)
            if mine is None:
                words = say("This is not the address of a sign-up. Copy the whole address.")
                return _html(pages.refusal_page(self._site(), words), HTTPStatus.NOT_FOUND)
            words = say("Saved.") if done else ""
            shown = filled or Filled(mine.entry, mine.lists)
            status = HTTPStatus.UNPROCESSABLE_ENTITY if fault else HTTPStatus.OK
            note = pages.Note(fault, words)
            return _html(pages.own_page(self._site(), link, mine, shown, note), status)

        return await self._do(make)

    async def _change(self, link: str, form: Form) -> web.StreamResponse:
        filled = read_filled(form)

        def change() -> str | None:
            """Change or withdraw the sign-up. Return an empty text if that is done, a sentence if
            it cannot be done, or None if there is no such sign-up.
            """
            mine, site = self._book.find(link), self._site()
            if mine is None:
                return None
            if not site.open:
                return say("Sign-up is closed. If anything has to change, ask the organizer.")
            out = form.get("do") == "withdraw"
            if out:
                self._book.change(mine.number, mine.entry, mine.lists, out=True)
            elif fault := entry_fault(site.event, filled):
                return fault
            else:
                entry = tidy_sign_up(site.event, filled.entry)
                try:
                    self._book.change(mine.number, entry, filled.lists, out=False)
                except Twice:
                    return twice_words(filled.entry)
            self._version += 1
            return ""

        fault = await self._do(change)
        if fault is None or fault:
            return await self._mine(link, filled=filled, fault=fault or "")
        return _go_to(f"{self._where.base}/mine/{link}?new")

    # The organizer.

    async def _organizer(self, request: web.Request) -> web.StreamResponse:
        if not self._is_in(request):
            safe = self._callers.is_safe(request)
            return _html(await self._do(lambda: pages.enter_page(self._site(), "", safe=safe)))
        after = _number(request.query.get("after", ""))

        def make() -> str:
            every = self._book.sign_ups(after, SIGN_UPS_SHOWN + 1)
            shown = every[:SIGN_UPS_SHOWN]
            following = shown[-1].number if len(every) > len(shown) else 0
            part = pages.Stretch(shown, after, following, self._book.count())
            return pages.organizer_page(self._site(), part)

        return _html(await self._do(make))

    def _is_in(self, request: web.Request) -> bool:
        until_s, _ = self._gate.tokens.get(hash_secret(request.cookies.get(COOKIE, "")), (0.0, ""))
        return until_s > self._steady()

    def _enter(self, request: web.Request, given: str) -> web.StreamResponse:
        """Let one browser in with a pass that the desk asked for; the pass works once."""
        good = self._gate.passes.pop(hash_secret(given), 0.0) > self._steady()
        response = _go_to(f"{self._where.base}/organizer")
        if good:
            self._let_in(request, response, self._gate.note_right("desk"))
        return response

    def _let_in(self, request: web.Request, response: web.Response, token: str) -> None:
        secure = request.secure or self._where.address.startswith("https:")
        response.set_cookie(
            COOKIE,
            token,
            max_age=int(TOKEN_S),
            path=self._where.base or "/",
            httponly=True,
            secure=secure,
            samesite="Strict",
        )

    async def _organize(self, request: web.Request, form: Form) -> web.StreamResponse:
        if not self._is_in(request):
            return await self._try_pin(request, form.get("pin", ""))
        match form.get("do"):
            case "leave":
                self._gate.forget(hash_secret(request.cookies.get(COOKIE, "")))
                return _go_to(f"{self._where.base}/organizer")
            case "rules":
                await self._do(lambda: self._set_rules(form))
            case "paid" | "unpaid" as paid:
                number = _number(form.get("number", ""))
                await self._do(lambda: self._book.note_paid(number, paid=paid == "paid"))
            case _:
                pass
        self._version += 1
        after = _number(request.query.get("after", ""))
        return _go_to(f"{self._where.base}/organizer{f'?after={after}' if after else ''}")

    def _set_rules(self, form: Form) -> None:
        """Store the settings of the form, ignoring invalid values."""
        if form.get("shown") in {each.value for each in Shown}:
            self._book.keep("shown", form["shown"])
        for name in ("sign_up", "lists"):
            if form.get(name) in {"True", "False"}:
                self._book.keep(name, form[name])

    async def _try_pin(self, request: web.Request, pin: str) -> web.StreamResponse:
        who, safe = self._callers.address_of(request), self._callers.is_safe(request)
        wait_s = self._gate.wait_s(who)
        fault = say("That PIN is wrong.")
        if wait_s > 0:
            minutes = -(-int(wait_s) // 60) or 1
            fault = say("Too many wrong PINs. Try again in {minutes} min.", minutes=minutes)
        elif safe and await self._do(lambda: is_pin(self._book, pin)):
            response = _go_to(f"{self._where.base}/organizer")
            self._let_in(request, response, self._gate.note_right(who))
            return response
        elif safe:
            self._gate.note_wrong(who)
        page = await self._do(lambda: pages.enter_page(self._site(), fault, safe=safe))
        return _html(page, HTTPStatus.FORBIDDEN)

    async def _hear_desk(self, request: web.Request) -> web.StreamResponse:
        known = await self._do(lambda: self._door.is_known(request.headers))
        body = await _read_body(request, MOST_BYTES if known else FORM_BYTES)
        headers, answer = await self._do(lambda: self._door.hear(request.headers, body))
        self._version += 1
        return web.Response(body=answer, content_type="application/json", headers=headers)


def _pack(page: str, version: int, made_s: float) -> Made:
    body = page.encode()
    packed = bytes(deflate.gzip_compress(body, PACKED))
    return Made(body, packed, f'"{sha256(body).hexdigest()[:20]}"', version, made_s)


def _html(page: str, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
    return web.Response(text=page, status=status, content_type=KINDS["html"])


def _go_to(place: str) -> web.Response:
    return web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": place})


def _number(words: str) -> int:
    return int(words) if words.isascii() and words.isdecimal() and len(words) < 10 else 0


async def _read_form(request: web.Request) -> dict[str, str]:
    """Return the fields of a form. Raises HTTPException if the body is not a form."""
    body = await _read_body(request, FORM_BYTES)
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=40)
    except ValueError as error:
        raise web.HTTPBadRequest from error
    return {name: values[0] for name, values in fields.items()}


async def _read_body(request: web.Request, most: int) -> bytes:
    """Return the body of a request. Raises HTTPException if it has more than ``most`` bytes."""
    body = bytearray()
    async for piece in request.content.iter_any():
        body += piece
        if len(body) > most:
            raise web.HTTPRequestEntityTooLarge(most, len(body))
    return bytes(body)
