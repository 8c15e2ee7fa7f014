"""Bulletins go out in order, each once, whatever the network and the servers do."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.undo import Undo
from app.engine.side import Side
from app.store.outlets import Outlet, OutletKind, keep_secret, read_sent
from app.store.own_folder import own_folder
from app.web.outlets.failures import Stopped
from app.web.outlets.sender import OutletStage, OutletState, Sender, Surroundings
from tests.engine.event import Desk, registered
from tests.patience import until
from tests.web.outlets.hook import Answer, Hook

EVENT = "0123456789abcdef"
PNG = b"\x89PNG picture"


def draw(desk: Desk, seed: int) -> None:
    desk.do(DrawRound(seed, seed - 4), insist=True)
    desk.do(PublishRound())


def play(desk: Desk) -> None:
    desk.do(StartRound(0))
    latest = desk.state.latest
    assert latest is not None
    for game in desk.state.games_of(latest):
        desk.report(game.table, Side.RED, How.SCENARIO, (5, 3), (20, 10))
    desk.do(FinishRound())


class Publishing:
    """A sender whose pauses are short."""

    def __init__(self, *, settle_s: float = 0.0) -> None:
        self.heard = 0
        self.sender = Sender(
            EVENT,
            Surroundings(
                lambda _state, _bulletin: PNG,
                lambda: 1_000,
                lambda _state: "now",
                self._hear,
                settle_s=settle_s,
                pauses_s=(0.01,),
            ),
        )

    def _hear(self) -> None:
        self.heard += 1

    def begin(self, desk: Desk, *outlets: Outlet) -> None:
        self.sender.offer(desk.state)
        self.sender.use(outlets)

    def begin_with_draw(self, desk: Desk, *outlets: Outlet) -> None:
        """Draw the first round once the outlets are in use, so that it goes out by itself."""
        self.begin(desk, *outlets)
        draw(desk, 7)
        self.sender.offer(desk.state)

    def state(self, outlet: Outlet) -> OutletState:
        return self.sender.state_of(outlet)

    def waits_for(self, outlet: Outlet, stage: OutletStage) -> None:
        until(lambda: self.state(outlet).stage is stage, lambda: self.state(outlet))


@pytest.fixture
def publishing() -> Iterator[Publishing]:
    made = Publishing()
    yield made
    made.sender.close()


def chat(hook: Hook, *, by_itself: bool = True) -> Outlet:
    outlet = Outlet("chat", OutletKind.DISCORD, events=(EVENT,) if by_itself else ())
    keep_secret(outlet, hook.address)
    return outlet


def titles(hook: Hook) -> list[str]:
    return [posted.title for posted in hook.posted]


def has_posted(hook: Hook, count: int) -> Callable[[], bool]:
    return lambda: len(hook.posted) == count


def settled(outlet: Outlet, count: int) -> Callable[[], bool]:
    """Return a condition: so many bulletins are noted as done, and nothing is under way."""

    def holds() -> bool:
        sent = read_sent(EVENT).get(outlet.id)
        return sent is not None and len(sent.done) == count and not sent.sending

    return holds


def test_each_bulletin_is_posted_once_and_in_order(publishing: Publishing, hook: Hook) -> None:
    desk, outlet = registered(4), chat(hook)
    publishing.begin_with_draw(desk, outlet)
    until(has_posted(hook, 1))
    play(desk)
    draw(desk, 8)
    for _ in range(3):
        publishing.sender.offer(desk.state)
    until(settled(outlet, 3))
    assert titles(hook) == [
        "Open – pairings of round 1",
        "Open – standings after round 1",
        "Open – pairings of round 2",
    ]
    assert hook.posted[1].pictures[0][1] == PNG
    assert publishing.state(outlet).sent_ms == 1_000
    assert publishing.heard


def test_bulletins_from_before_an_outlet_was_switched_on_are_not_sent(
    publishing: Publishing, hook: Hook
) -> None:
    desk, outlet = registered(4), chat(hook)
    draw(desk, 7)
    play(desk)
    publishing.sender.offer(desk.state)
    publishing.sender.use([replace(outlet, events=())])
    publishing.sender.use([outlet])
    until(settled(outlet, 2))
    draw(desk, 8)
    publishing.sender.offer(desk.state)
    until(settled(outlet, 3))
    assert titles(hook) == ["Open – pairings of round 2"]


def test_pressing_send_posts_the_latest_bulletins_once(publishing: Publishing, hook: Hook) -> None:
    desk, outlet = registered(4), chat(hook, by_itself=False)
    draw(desk, 7)
    publishing.begin(desk, outlet)
    for _ in range(3):
        publishing.sender.publish(outlet)
    until(settled(outlet, 1))
    publishing.sender.publish(outlet)
    play(desk)
    publishing.sender.offer(desk.state)
    publishing.sender.publish(outlet)
    until(settled(outlet, 2))
    assert titles(hook) == ["Open – pairings of round 1", "Open – standings after round 1"]


@pytest.mark.parametrize(
    "answers",
    [
        [Answer(429, {"Retry-After": "0"})] * 3,
        [Answer(500, {}, "rollup_error")] * 4,
        [Answer(429, {"Retry-After": "0"}), Answer(503), Answer(429)],
    ],
)
def test_a_busy_hook_gets_everything_later_once_and_in_order(
    publishing: Publishing, hook: Hook, answers: list[Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.outlets.requests.PAUSE_S", 0.01)
    hook.answers.extend(answers)
    desk, outlet = registered(4), chat(hook)
    publishing.begin(desk, outlet)
    draw(desk, 7)
    play(desk)
    publishing.sender.offer(desk.state)
    until(settled(outlet, 2))
    assert titles(hook) == ["Open – pairings of round 1", "Open – standings after round 1"]
    assert hook.asked == 2 + len(answers)


def test_after_a_connection_broke_while_sending_the_organizer_is_asked_and_the_rest_waits(
    publishing: Publishing, hook: Hook
) -> None:
    hook.answers.append(Answer(breaks=True))
    desk, outlet = registered(4), chat(hook)
    publishing.begin(desk, outlet)
    draw(desk, 7)
    play(desk)
    publishing.sender.offer(desk.state)
    publishing.waits_for(outlet, OutletStage.DOUBTFUL)
    assert "“Open – pairings of round 1”" in publishing.state(outlet).sentence
    publishing.sender.publish(outlet)
    publishing.sender.settle_doubt(outlet, came=True)
    until(settled(outlet, 2))
    assert titles(hook) == ["Open – pairings of round 1", "Open – standings after round 1"]


def test_a_message_that_did_not_arrive_is_sent_again(publishing: Publishing, hook: Hook) -> None:
    hook.answers.append(Answer(breaks=True, takes=False))
    desk, outlet = registered(4), chat(hook)
    publishing.begin_with_draw(desk, outlet)
    publishing.waits_for(outlet, OutletStage.DOUBTFUL)
    publishing.sender.settle_doubt(outlet, came=False)
    publishing.sender.settle_doubt(outlet, came=False)
    until(settled(outlet, 1))
    assert titles(hook) == ["Open – pairings of round 1"]


def test_a_program_that_ended_while_sending_asks_after_its_restart(hook: Hook) -> None:
    desk, outlet = registered(4), chat(hook)
    first = Publishing()
    first.begin(desk, outlet)
    draw(desk, 7)
    hook.held.clear()
    first.sender.offer(desk.state)
    until(lambda: hook.asked == 1)
    first.sender.close()
    hook.held.set()
    second = Publishing()
    second.begin(desk, outlet)
    second.waits_for(outlet, OutletStage.DOUBTFUL)
    second.sender.settle_doubt(outlet, came=False)
    until(settled(outlet, 1))
    second.sender.close()


def test_a_program_that_ended_between_messages_continues_where_it_stopped(hook: Hook) -> None:
    desk, outlet = registered(4), chat(hook)
    first = Publishing()
    first.begin_with_draw(desk, outlet)
    until(settled(outlet, 1))
    first.sender.close()
    first.sender.offer(desk.state)  # nobody is there any more
    play(desk)
    draw(desk, 8)
    second = Publishing()
    second.begin(desk, outlet)
    until(settled(outlet, 3))
    second.sender.close()
    assert titles(hook) == [
        "Open – pairings of round 1",
        "Open – standings after round 1",
        "Open – pairings of round 2",
    ]


def test_a_bulletin_undone_in_time_is_never_posted(hook: Hook) -> None:
    publishing = Publishing(settle_s=3_600)
    desk, outlet = registered(4), chat(hook)
    pressed = replace(chat(hook, by_itself=False), id="pressed")
    keep_secret(pressed, hook.address)
    publishing.begin_with_draw(desk, outlet, pressed)
    publishing.sender.publish(pressed)
    until(settled(pressed, 1))  # whose turn comes after the other's
    desk.do(Undo())
    publishing.sender.offer(desk.state)
    publishing.sender.close()
    assert read_sent(EVENT)[outlet.id].done == {}
    assert hook.asked == 1


def test_pairings_that_are_drawn_again_are_posted_as_changed(
    publishing: Publishing, hook: Hook
) -> None:
    desk, outlet = registered(8), chat(hook)
    publishing.begin_with_draw(desk, outlet)
    until(settled(outlet, 1))
    before = desk.state.games
    desk.do(DrawRound(12, 3, again=True), insist=True)
    desk.do(PublishRound())
    assert [g.players for g in desk.state.games.values()] != [g.players for g in before.values()]
    publishing.sender.offer(desk.state)
    until(has_posted(hook, 2))
    assert titles(hook)[1] == "Changed: Open – pairings of round 1"


def test_a_deleted_webhook_waits_for_the_organizer(publishing: Publishing, hook: Hook) -> None:
    hook.answers.append(Answer(404))
    desk, outlet = registered(4), chat(hook)
    publishing.begin_with_draw(desk, outlet)
    publishing.waits_for(outlet, OutletStage.STOPPED)
    assert publishing.state(outlet).needs_organizer
    publishing.sender.offer(desk.state)
    publishing.sender.publish(outlet)
    until(settled(outlet, 1))
    assert hook.asked == 2
    assert len(hook.posted) == 1


def test_files_go_to_a_folder_and_chat_messages_link_to_them(
    publishing: Publishing, hook: Hook, tmp_path: Path
) -> None:
    desk = registered(4)
    there = tmp_path / "site"
    there.mkdir()
    folder = Outlet(
        "folder", OutletKind.FOLDER, str(there), public="https://a.example/open", events=(EVENT,)
    )
    slack = Outlet("chat", OutletKind.SLACK, events=(EVENT,))
    keep_secret(slack, hook.address)
    publishing.begin_with_draw(desk, slack, folder)
    until(settled(slack, 1))
    names = sorted(path.name for path in there.iterdir())
    assert [name for name in names if name.endswith(".html")] == [
        "pairings.html", "results.html", "standings.html",
    ]  # fmt: skip
    picture = next(path for path in there.iterdir() if path.suffix == ".png")
    assert picture.read_bytes() == PNG
    text, image = hook.posted[0].body["blocks"]
    assert image["image_url"] == f"https://a.example/open/{picture.name}"
    link = text["elements"][0]["elements"][-1]
    assert link == {"type": "link", "url": "https://a.example/open/results.html"}


def test_an_unavailable_folder_receives_its_files_when_it_is_back(
    publishing: Publishing, tmp_path: Path
) -> None:
    desk, there = registered(4), tmp_path / "stick"
    outlet = Outlet("folder", OutletKind.FOLDER, str(there), events=(EVENT,))
    publishing.begin_with_draw(desk, outlet)
    publishing.waits_for(outlet, OutletStage.WAITING)
    assert str(there) in publishing.state(outlet).sentence
    there.mkdir()
    publishing.waits_for(outlet, OutletStage.IDLE)
    until((there / "results.html").exists)


def test_messages_are_held_back_while_their_record_cannot_be_written(
    publishing: Publishing, hook: Hook
) -> None:
    desk, outlet = registered(4), chat(hook, by_itself=False)
    draw(desk, 7)
    publishing.begin(desk, outlet)
    own_folder("publish").parent.mkdir(exist_ok=True)
    own_folder("publish").write_text("no folder")
    publishing.sender.publish(outlet)
    publishing.waits_for(outlet, OutletStage.WAITING)
    assert hook.asked == 0
    own_folder("publish").unlink()
    until(settled(outlet, 1))
    assert len(hook.posted) == 1


def test_trying_out_an_outlet_sends_a_test_message(
    publishing: Publishing, hook: Hook, tmp_path: Path
) -> None:
    publishing.sender.try_out(chat(hook)).result(60)
    assert hook.posted[0].title == "A test from Flagfall"
    publishing.sender.try_out(Outlet("f", OutletKind.FOLDER, str(tmp_path))).result(60)
    assert "A test from Flagfall" in (tmp_path / "flagfall-test.html").read_text("utf-8")


@pytest.mark.parametrize("address", ["", "site", "~/site"])
def test_files_are_never_written_to_the_current_directory(
    publishing: Publishing, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sent = publishing.sender.try_out(Outlet("f", OutletKind.FOLDER, address))
    with pytest.raises(Stopped, match="Choose a folder"):
        sent.result(60)
    assert not list(tmp_path.iterdir())


def test_a_program_error_stops_only_one_outlet(hook: Hook) -> None:
    def fail(*_given: object) -> bytes:
        raise ZeroDivisionError

    sender = Sender(EVENT, Surroundings(fail, lambda: 0, str, lambda: None, 0.0, (0.01,)))
    desk, outlet = registered(4), chat(hook, by_itself=False)
    draw(desk, 7)
    sender.offer(desk.state)
    sender.use([outlet])
    sender.publish(outlet)
    until(lambda: sender.state_of(outlet).stage is OutletStage.STOPPED)
    assert "ZeroDivisionError" in sender.state_of(outlet).sentence
    sender.close()


def test_a_requested_bulletin_that_could_not_be_sent_is_sent_after_a_restart(hook: Hook) -> None:
    desk, outlet = registered(4), chat(hook, by_itself=False)
    draw(desk, 7)
    hook.answers.extend([Answer(404)])
    first = Publishing()
    first.begin(desk, outlet)
    first.sender.publish(outlet)
    first.waits_for(outlet, OutletStage.STOPPED)
    first.sender.close()
    assert read_sent(EVENT)[outlet.id].is_open
    second = Publishing()
    second.begin(desk, outlet)
    until(settled(outlet, 1))
    second.sender.close()
    assert not read_sent(EVENT)[outlet.id].is_open
    assert titles(hook) == ["Open – pairings of round 1"]


def test_a_stopped_outlet_resumes_on_request(publishing: Publishing, hook: Hook) -> None:
    hook.answers.append(Answer(410))
    desk, outlet = registered(4), chat(hook)
    publishing.begin_with_draw(desk, outlet)
    publishing.waits_for(outlet, OutletStage.STOPPED)
    publishing.sender.resume(outlet)
    until(settled(outlet, 1))
    assert len(hook.posted) == 1
