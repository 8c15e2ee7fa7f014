"""Tests the manual's promises about tablets in a real Firefox, against the real server.

    python -m tools.rehearsals.firefox [--browser chromium]

It runs the pages' own tests of each promise in Firefox without a screen (`apt-get install
firefox-esr`), prints the results, and fails if a promise does not hold. CI does not run it, because
Firefox is large and the same tests run there in Chromium.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
PAGES = "tests/web_page"
CASES = {
    "The code is scanned again out of touch": (
        "test_loaded_again.py::test_a_code_scanned_again_out_of_touch_brings_back_the_running_clock",
        "test_loaded_again.py::test_opening_the_same_code_again_changes_nothing_and_another_waits"
        "_for_the_server",
    ),
    "The page is reloaded out of touch": (
        "test_loaded_again.py::test_a_page_reloaded_while_offline_asks_and_comes_back_with_its"
        "_clock_running",
        "test_loaded_again.py::test_who_leaves_long_after_a_tap_gets_the_clock_back_at_the_latest"
        "_by_the_code",
        "test_loaded_again.py::test_leaving_again_soon_while_a_clock_runs_asks_and_does_as_is_said",
        "test_loaded_again.py::test_a_page_whose_clock_stands_asks_nothing",
        "test_loaded_again.py::test_a_page_in_touch_asks_nothing",
        "test_loaded_again.py::test_who_reloads_twice_leaves_and_the_code_brings_the_clock_back",
        "test_away.py::test_a_reload_in_the_middle_goes_on_with_the_game_and_the_queue",
    ),
    "Ten minutes out of touch lose and double nothing": (
        "test_away.py::test_ten_minutes_without_the_network_are_as_if_nothing_had_happened",
        "test_away.py::test_nothing_is_lost_or_doubled_by_a_connection_that_breaks_and_breaks",
        "test_away.py::test_a_server_that_is_started_again_gets_the_presses",
    ),
    "Two devices of a table are both away": (
        "test_loaded_again.py::test_two_devices_of_a_table_that_are_both_away_stay_usable",
        "test_away.py::test_two_devices_at_one_table_show_the_same",
    ),
    "The browser forbids storage": (
        "test_loaded_again.py::test_where_storage_is_forbidden_the_page_plays_on_and_says_so",
    ),
    "HTTPS: the warning, the way on, the refused line": (
        "test_encrypted.py::test_a_browser_without_trust_refuses_the_page",
        "test_encrypted.py::test_a_browser_that_accepts_the_certificate_plays",
        "test_encrypted.py::test_a_code_scanned_with_http_leads_on_to_the_encrypted_table",
        "test_encrypted.py::test_a_browser_that_refuses_only_the_socket_is_told_what_to_do",
        "test_encrypted.py::test_an_unreachable_server_is_not_mistaken_for_a_refused_connection",
        "test_encrypted.py::test_a_page_kept_from_before_encryption_asks_to_scan_the_new_code",
    ),
    "PINs: wrong ones, strangers' guesses, a code from the desk": (
        "test_strangers.py::test_strangers_who_guess_pins_keep_only_themselves_out",
        "test_strangers.py::test_wrong_pins_lock_a_page_for_a_minute_and_a_code_from_the_desk_opens"
        "_it",
        "test_eo_page.py::test_nothing_is_shown_before_the_pin_and_a_wrong_one_is_refused",
        "test_eo_page.py::test_a_new_pin_locks_what_the_old_one_opened",
    ),
    "Silent sockets from two addresses": (
        "test_strangers.py::test_silent_sockets_from_two_addresses_keep_no_page_out",
    ),
    "The organizer at a player's tablet": (
        "test_organizer_at_table.py::test_with_the_pin_the_organizer_pauses_resumes_adjusts_and_rules",
        "test_organizer_at_table.py::test_their_rights_end_with_the_line_and_the_clock_goes_on",
    ),
    "1280 × 800 and 1024 × 600, also upright": (
        "test_page.py::test_buttons_stay_in_their_frames_where_turns_are_timed_and_lists_are_open",
        "test_page.py::test_a_pad_that_hides_rows_says_so_until_they_are_seen",
        "test_page.py::test_nothing_is_cut_off",
    ),
}


def outcomes(report: str) -> dict[str, str]:
    """Return why each test in pytest's report failed, by file and name; an empty text for each test
    that passed.
    """
    reasons: dict[str, str] = {}
    for test in ElementTree.fromstring(report).iter("testcase"):
        file = test.get("classname", "").rpartition(".")[2]
        faults = [*test.iter("failure"), *test.iter("error"), *test.iter("skipped")]
        reason = "; ".join(fault.get("message", fault.tag).partition("\n")[0] for fault in faults)
        name = f"{file}.py::{test.get('name')}"
        reasons[name] = "; ".join(filter(None, (reasons.get(name, ""), reason)))
    return reasons


def table(reasons: Mapping[str, str]) -> list[tuple[str, int, list[str]]]:
    """Return each promise of the manual, the number of its tests that ran, and the reasons why the
    promise does not hold. A test that did not run counts as failed.
    """
    rows = []
    for case, names in CASES.items():
        faults, ran = [], 0
        for name in names:
            mine = {each: why for each, why in reasons.items() if each.startswith(name)}
            ran += len(mine)
            faults += [f"{each}: {why}" for each, why in mine.items() if why]
            faults += [] if mine else [f"{name}: did not run"]
        rows.append((case, ran, faults))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--browser", default="firefox", choices=("firefox", "chromium"))
    browser = parser.parse_args().browser
    tests = [f"{PAGES}/{name}" for names in CASES.values() for name in names]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        subprocess.run(
            [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-p", "no:pytest-qt",
             f"--browser={browser}", f"--junitxml={report}", *tests],
            cwd=ROOT, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, check=False,
        )  # fmt: skip
        reasons = outcomes(report.read_text("utf-8")) if report.exists() else {}
    rows = table(reasons)
    print(f"\nIn {browser}:")
    for case, ran, faults in rows:
        print(f"  {'does not hold' if faults else 'holds':14}{ran:3} tests  {case}")
        for fault in faults:
            print(f"{'':18}{fault}")
    return 1 if any(faults for _, _, faults in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
