import asyncio
import gc
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.faults import Fault, Faults

BYTES = 500_000


@pytest.fixture
def faults(tmp_path: Path) -> Iterator[Faults]:
    faults = Faults(tmp_path / "faults")
    stop = faults.watch()
    faults.watch_logs()
    yield faults
    stop()


@pytest.fixture
def told(faults: Faults) -> list[Fault]:
    told: list[Fault] = []
    faults.on_fault = told.append
    return told


def fail(words: str) -> None:
    raise ValueError(words)


def test_a_failure_in_a_thread_is_logged_and_reported(faults: Faults, told: list[Fault]) -> None:
    thread = threading.Thread(target=fail, args=("the cable",), name="a port")
    thread.start()
    thread.join()
    assert [(message.where, message.times) for message in told] == [("a port", 1)]
    assert "ValueError: the cable" in faults.file.read_text("utf-8")


def test_an_uncaught_exception_in_the_main_thread_is_logged(
    faults: Faults, told: list[Fault]
) -> None:
    try:
        fail("the window")
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
    assert "ValueError: the window" in told[0].text


def test_a_failing_callback_of_an_event_loop_is_logged(faults: Faults, told: list[Fault]) -> None:
    loop = asyncio.new_event_loop()
    loop.call_soon(fail, "in the loop")
    loop.call_soon(loop.stop)
    loop.run_forever()
    loop.close()
    assert "ValueError: in the loop" in told[0].text


def test_a_failure_during_garbage_collection_is_logged(faults: Faults, told: list[Fault]) -> None:
    class Leaving:
        def __del__(self) -> None:
            fail("too late")

    Leaving()
    gc.collect()
    assert "too late" in told[0].text


def test_the_same_fault_is_reported_once_and_counted(faults: Faults, told: list[Fault]) -> None:
    for _ in range(3):
        faults.note_text("the desk", "ValueError: again")
    faults.note_text("the desk", "ValueError: another")
    assert len(told) == 2
    assert "the desk, 3 times\nValueError: again" in faults.report()


def test_the_log_is_never_larger_than_a_few_files(faults: Faults) -> None:
    for number in range(60):
        faults.write_down("the desk", f"{number} {'x' * 50_000}")
    files = list(faults.file.parent.iterdir())
    assert 1 < len(files) <= 4
    assert all(file.stat().st_size <= BYTES for file in files)
    assert len(faults.report()) < 60 * 50_000


def test_only_the_latest_fifty_kinds_of_faults_are_counted(faults: Faults) -> None:
    for number in range(51):
        assert faults.write_down("the desk", f"fault {number}").times == 1
    assert faults.write_down("the desk", "fault 1").times == 2
    assert faults.write_down("the desk", "fault 0").times == 1


def test_a_log_folder_that_cannot_be_written_to_causes_no_further_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    faults = Faults(tmp_path / "file" / "faults")
    faults.note_text("the desk", "ValueError")
    assert "ValueError" in faults.report()


def test_a_fault_report_contains_no_names(faults: Faults) -> None:
    faults.note_text("the desk", f"KeyError: 'Żofia Underwood' of Iron Mill in {Path.home()}/cup")
    report = faults.report(["Żofia Underwood", "Iron Mill", " "])
    assert "KeyError: '[name]' of [name] in ~/cup" in report
    assert "Flagfall" in report
    assert "Żofia" in faults.report()


def test_the_log_folder_is_created_with_its_parents(tmp_path: Path) -> None:
    faults = Faults(tmp_path / "state" / "faults")
    stop = faults.watch()
    faults.note("drawing", ValueError("odd"))
    stop()
    assert "odd" in faults.file.read_text("utf-8")
