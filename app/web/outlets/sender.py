"""Sends an event's bulletins to its outlets, in a separate thread, in order and each once.

The bulletins follow from the event, so nothing can be lost here. Each message is noted on the disk
before and after it is sent. Sending a file twice does no harm, but a message must not be sent
twice: if nobody can know whether it arrived, the organizer looks and says so.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from app.engine.frozen import replace
from app.engine.language import say
from app.engine.state import State
from app.reports.published_files import RESULTS, published_files
from app.store.errors import StoreError
from app.store.faults import faults
from app.store.outlets import (
    Outlet,
    OutletKind,
    Sent,
    checksum,
    keep_sent,
    read_sent,
    secret_of,
)
from app.views.event.bulletins import Bulletin, bulletins
from app.web.outlets.failures import DOUBTFUL, GivenUp, Later, MaybeSent, Stopped, UnknownKey
from app.web.outlets.messages import Message

if TYPE_CHECKING:
    from concurrent.futures import Future

REST_S = 0.2
"""The seconds in which several changes are handled together."""
PAUSES_S = (5.0, 15.0, 60.0, 300.0)
PICTURED = 2
"""The number of latest bulletins whose pictures are published with the pages."""
CHANGED = say("Changed: {title}")
UNFORESEEN = say("Something is wrong in Flagfall itself ({why}). Publish it again.")


class OutletStage(Enum):
    """The stages of publishing at an outlet."""

    IDLE = "idle"
    SENDING = "sending"
    WAITING = "waiting"
    """Sending failed, and the sender will try again."""
    STOPPED = "stopped"
    """Sending failed, and the organizer has to do something."""
    DOUBTFUL = "doubtful"
    """A message may have arrived, and the organizer has to say whether it did."""


class OutletState(Struct, frozen=True):
    """The state of publishing at an outlet at an instant."""

    stage: OutletStage = OutletStage.IDLE
    sentence: str = ""
    """A sentence that says what is wrong and what to do about it; empty if nothing is wrong."""
    title: str = ""
    """The title of the last bulletin that was sent."""
    sent_ms: int | None = None
    """The time at which the last bulletin was sent, on the event's timeline."""
    key: str = ""
    """The key that an SFTP server showed, for the organizer to trust."""

    @property
    def needs_organizer(self) -> bool:
        return self.stage in {OutletStage.STOPPED, OutletStage.DOUBTFUL}


IDLE = OutletState()


class Surroundings(Struct, frozen=True):
    """The functions and times that the sender needs from the program."""

    draw_picture: Callable[[State, Bulletin], bytes]
    """Paints a bulletin as a PNG, in the sender's thread; returns empty bytes if no picture can be
    painted.
    """
    now_ms: Callable[[], int]
    as_of: Callable[[State], str]
    """Returns the words for the time at which a page was made."""
    heard: Callable[[], None]
    """Called in the sender's thread after a change."""
    settle_s: float
    """The seconds in which a mistake can be undone before it is published automatically."""
    pauses_s: Sequence[float] = PAUSES_S


class _Work(Struct):
    """An outlet and the state of the sender's work there."""

    outlet: Outlet
    tries: int = 0
    not_before_s: float = 0.0
    asked: bool = False


class Sender:
    """The thread that publishes. All data here belongs to that thread; other threads post calls to
    it.
    """

    def __init__(self, event: str, around: Surroundings) -> None:
        """Begin to publish the event with the key ``event``. Raises StoreError if the record of
        what was sent for this event cannot be read.
        """
        self._key, self._around = event, around
        self._sent = read_sent(event)
        self._unwritten = False
        self._event, self._bulletins = State(), tuple[Bulletin, ...]()
        self._since_s: dict[str, float] = {}  # what may be sent, and since when
        self._work: dict[str, _Work] = {}
        self._states: dict[str, OutletState] = {}
        self._loop = asyncio.new_event_loop()
        self._wake = asyncio.Event()
        self._main: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="publishes", daemon=True)
        self._thread.start()

    def offer(self, state: State) -> None:
        """Pass on the current state of the event, whose new bulletins are published."""
        self._post(self._take_event, state)

    def use(self, outlets: Sequence[Outlet]) -> None:
        """Publish to these outlets from now on. If automatic publishing begins at one of them now,
        existing bulletins count as published there.
        """
        self._post(self._take_outlets, tuple(outlets))

    def state_of(self, outlet: Outlet) -> OutletState:
        return self._states.get(outlet.id, IDLE)

    def publish(self, outlet: Outlet) -> None:
        """Publish everything now, whether or not automatic publishing is on."""
        self._post(self._ask, outlet)

    def resume(self, outlet: Outlet) -> None:
        """Try again after a failure that the organizer has dealt with."""
        self._post(self._resume, outlet)

    def settle_doubt(self, outlet: Outlet, *, came: bool) -> None:
        """Record whether a doubtful message arrived, as the organizer says."""
        self._post(self._settle, outlet, came)

    def try_out(self, outlet: Outlet) -> "Future[None]":
        """Send a test. The future raises Later, Stopped or MaybeSent."""
        from app.web.outlets.trial import send_trial

        return asyncio.run_coroutine_threadsafe(send_trial(outlet, secret_of(outlet)), self._loop)

    def close(self) -> None:
        """Stop at once. Whatever is just being sent is cancelled, and this is recorded."""
        self._post(self._stop)
        self._thread.join()

    def _post(self, act: Callable[..., object], *given: object) -> None:
        with suppress(RuntimeError):  # its loop is closed
            self._loop.call_soon_threadsafe(act, *given)

    def _run(self) -> None:
        try:
            self._main = self._loop.create_task(self._serve())
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._main)
            if rest := asyncio.all_tasks(self._loop):
                for task in rest:
                    task.cancel()
                self._loop.run_until_complete(asyncio.wait(rest))
        finally:
            self._loop.close()

    def _stop(self) -> None:
        if self._main is not None:
            self._main.cancel()

    def _take_event(self, state: State) -> None:
        self._event = state
        self._wake.set()

    def _take_outlets(self, outlets: tuple[Outlet, ...]) -> None:
        self._look()
        before, self._work = self._work, {}
        for outlet in outlets:
            known = before.get(outlet.id)
            asked = self._sent.get(outlet.id, Sent()).asked
            self._work[outlet.id] = (
                replace(known, outlet=outlet) if known else _Work(outlet, asked=asked)
            )
            if self._key in outlet.events and self._is_new(known, outlet):
                self._pass_over(outlet)
            if known is not None and known.outlet != outlet:
                self._forget_failure(self._work[outlet.id])
        self._states = {key: state for key, state in self._states.items() if key in self._work}
        self._wake.set()

    def _is_new(self, known: _Work | None, outlet: Outlet) -> bool:
        """Tell whether automatic publishing begins at an outlet just now. An outlet that published
        automatically before a restart continues where it was.
        """
        if known is None:
            return outlet.id not in self._sent
        return self._key not in known.outlet.events

    def _pass_over(self, outlet: Outlet) -> None:
        sent = self._sent.get(outlet.id, Sent())
        there = {one.key: checksum(one.facts) for one in self._bulletins}
        done = {**there, **sent.done}
        self._note(outlet, structs.replace(sent, done=done, files=self._of_files()))

    def _ask(self, outlet: Outlet) -> None:
        if (work := self._work.get(outlet.id)) is not None:
            work.asked = True
            sent = self._sent.get(outlet.id, Sent())
            self._note(outlet, structs.replace(sent, asked=True))
            self._forget_failure(work)
            self._wake.set()

    def _resume(self, outlet: Outlet) -> None:
        if (work := self._work.get(outlet.id)) is not None:
            self._forget_failure(work)
            self._wake.set()

    def _forget_failure(self, work: _Work) -> None:
        work.not_before_s, work.tries = 0.0, 0
        state = self.state_of(work.outlet)
        if state.stage in {OutletStage.STOPPED, OutletStage.WAITING}:
            self._show(work.outlet, replace(state, stage=OutletStage.IDLE, sentence="", key=""))

    def _settle(self, outlet: Outlet, came: bool) -> None:
        sent = self._sent.get(outlet.id, Sent())
        if not sent.sending:
            return
        facts = {one.key: checksum(one.facts) for one in self._bulletins}
        done = {**sent.done, sent.sending: facts.get(sent.sending, "")} if came else sent.done
        self._note(outlet, structs.replace(sent, done=done, sending=""))
        self._show(outlet, replace(self.state_of(outlet), stage=OutletStage.IDLE, sentence=""))
        if not came:
            self._ask(outlet)
        self._wake.set()

    def _note(self, outlet: Outlet, sent: Sent) -> None:
        """Record what was sent to an outlet. If the disk refuses, the record is written later."""
        self._sent[outlet.id] = sent
        self._unwritten = True
        with suppress(StoreError):
            self._write()

    def _write(self) -> None:
        if self._unwritten:
            keep_sent(self._key, self._sent)
            self._unwritten = False

    def _show(self, outlet: Outlet, state: OutletState) -> None:
        if self.state_of(outlet) != state:
            self._states = {**self._states, outlet.id: state}
            self._around.heard()

    async def _serve(self) -> None:
        while True:
            self._wake.clear()
            self._look()
            waits = [await self._serve_outlet(work) for work in self._in_order()]
            wait_s = min((each for each in waits if each is not None), default=None)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._wake.wait()
            await asyncio.sleep(REST_S)

    def _in_order(self) -> list[_Work]:
        """Return the outlets for files first, because chats show their pictures and link to their
        pages.
        """
        return sorted(self._work.values(), key=lambda work: work.outlet.kind.is_chat)

    def _look(self) -> None:
        """List the bulletins that may be published, and record the time since when each of them
        could be published.
        """
        self._bulletins = bulletins(self._event)
        now_s = time.monotonic()
        names = {_name(one) for one in self._bulletins} | {self._of_files()}
        self._since_s = {name: self._since_s.get(name, now_s) for name in names}

    def _of_files(self) -> str:
        return checksum(tuple((one.key, one.facts) for one in self._bulletins))

    async def _serve_outlet(self, work: _Work) -> float | None:
        """Send what is due at an outlet. Return the seconds after which the outlet has to be served
        again; None to wait for a change.
        """
        outlet = work.outlet
        if self._sent.get(outlet.id, Sent()).sending:
            self._doubt(outlet)
        if self.state_of(outlet).needs_organizer:
            return None
        if (left_s := work.not_before_s - time.monotonic()) > 0:
            return left_s
        try:
            if outlet.kind.is_chat:
                return await self._serve_chat(work)
            return await self._serve_files(work)
        except UnknownKey as failure:
            self._fail(work, OutletStage.STOPPED, str(failure), key=failure.key)
        except Stopped as failure:
            self._fail(work, OutletStage.STOPPED, str(failure))
        except MaybeSent:
            self._doubt(outlet)
        except (Later, StoreError) as failure:
            pauses_s = self._around.pauses_s
            pause_s = pauses_s[min(work.tries, len(pauses_s) - 1)]
            pause_s = max(pause_s, failure.after_s if isinstance(failure, Later) else 0.0)
            work.tries += 1
            work.not_before_s = time.monotonic() + pause_s
            self._fail(work, OutletStage.WAITING, str(failure))
            return pause_s
        except Exception as error:  # one outlet must not stop the others
            faults.note(say("publishing"), error)
            self._fail(work, OutletStage.STOPPED, UNFORESEEN.format(why=type(error).__name__))
        return None

    def _fail(self, work: _Work, stage: OutletStage, sentence: str, *, key: str = "") -> None:
        state = self.state_of(work.outlet)
        self._show(work.outlet, replace(state, stage=stage, sentence=sentence, key=key))

    def _doubt(self, outlet: Outlet) -> None:
        sending = self._sent.get(outlet.id, Sent()).sending
        titles = {one.key: one.title for one in self._bulletins}
        words = DOUBTFUL.format(title=titles.get(sending, sending), place=outlet.kind.words)
        state = self.state_of(outlet)
        self._show(outlet, replace(state, stage=OutletStage.DOUBTFUL, sentence=words))

    def _finish(self, work: _Work, title: str, sent: Sent) -> None:
        work.tries = 0
        self._note(work.outlet, sent)
        now_ms = self._around.now_ms()
        self._show(work.outlet, OutletState(title=title, sent_ms=now_ms))

    async def _serve_files(self, work: _Work) -> float | None:
        outlet, wanted = work.outlet, self._of_files()
        self._write()
        sent = self._sent.get(outlet.id, Sent())
        by_itself = self._key in outlet.events and bool(self._bulletins)
        if not work.asked:
            if not by_itself or sent.files == wanted:
                return None
            if (left_s := self._left_s(wanted)) > 0:
                return left_s
        from app.web.outlets.trial import send_files

        state = self._event
        files = {}
        for bulletin in self._bulletins[-PICTURED:]:
            if picture := self._around.draw_picture(state, bulletin):
                files[picture_name(bulletin)] = picture
        files |= published_files(state, self._around.as_of(state))
        title = self._bulletins[-1].title if self._bulletins else ""
        self._show(outlet, replace(self.state_of(outlet), stage=OutletStage.SENDING, sentence=""))
        await send_files(outlet, secret_of(outlet), files)
        work.asked = False
        self._finish(work, title, structs.replace(sent, files=wanted, asked=False))
        return 0.0

    def _left_s(self, name: str) -> float:
        """Return for how many seconds more the bulletin or the set of files with this name is held
        back before it is published automatically; zero or less if it is due.
        """
        since_s = self._since_s.get(name, time.monotonic())
        return since_s + self._around.settle_s - time.monotonic()

    async def _serve_chat(self, work: _Work) -> float | None:
        outlet = work.outlet
        self._write()
        sent = self._sent.get(outlet.id, Sent())
        wanted = self._wanted(work, sent)
        if not wanted:
            if work.asked or sent.asked:
                work.asked = False
                self._note(outlet, structs.replace(sent, asked=False))
            return None
        bulletin = wanted[0]
        if not work.asked and (left_s := self._left_s(_name(bulletin))) > 0:
            return left_s
        from app.web.outlets.chats import post_message

        message = self._message(outlet, bulletin, again=bulletin.key in sent.done)
        self._sent[outlet.id] = structs.replace(sent, sending=bulletin.key)
        try:
            self._unwritten = True
            self._write()  # before anything is sent
        except StoreError:
            self._sent[outlet.id] = sent
            raise
        self._show(outlet, replace(self.state_of(outlet), stage=OutletStage.SENDING, sentence=""))
        try:
            await post_message(outlet.kind, secret_of(outlet), message)
        except (Later, Stopped, GivenUp):
            self._note(outlet, sent)
            raise
        done = {**sent.done, bulletin.key: checksum(bulletin.facts)}
        left = sent.asked and len(wanted) > 1
        self._finish(work, bulletin.title, structs.replace(sent, done=done, asked=left))
        return 0.0

    def _wanted(self, work: _Work, sent: Sent) -> list[Bulletin]:
        """Return the bulletins to send to a chat, in order: new ones, and the latest again if it
        has changed.
        """
        if not self._bulletins:
            return []
        latest = self._bulletins[-1]
        by_itself = self._key in work.outlet.events
        wanted = [one for one in self._bulletins if by_itself and one.key not in sent.done]
        changed = sent.done.get(latest.key) != checksum(latest.facts)
        if (by_itself or work.asked) and changed and latest not in wanted:
            wanted.append(latest)
        return wanted

    def _message(self, outlet: Outlet, bulletin: Bulletin, *, again: bool) -> Message:
        name = picture_name(bulletin)
        page, address = "", ""
        for work in self._work.values():
            public = work.outlet.public.strip()
            sent = self._sent.get(work.outlet.id, Sent())
            if work.outlet.kind.is_chat or not public or not sent.files:
                continue
            folder = public if public.endswith("/") else f"{public}/"
            page = page or f"{folder}{RESULTS}"
            if sent.files == self._of_files() and bulletin in self._bulletins[-PICTURED:]:
                address = address or f"{folder}{name}"
        takes = outlet.kind is OutletKind.DISCORD
        picture = self._around.draw_picture(self._event, bulletin) if takes else b""
        title = CHANGED.format(title=bulletin.title) if again else bulletin.title
        return Message(title, bulletin.lines, page, picture, name, address)


def picture_name(bulletin: Bulletin) -> str:
    """Return the name of a bulletin's picture. A changed picture gets another name, because chats
    keep a copy of each address.
    """
    return f"{bulletin.kind.value}-{bulletin.round_number}-{checksum(bulletin.facts)[:6]}.png"


def _name(bulletin: Bulletin) -> str:
    return f"{bulletin.key} {checksum(bulletin.facts)}"
