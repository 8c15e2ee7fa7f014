"""What the rehearsal in Firefox makes of a report, and that the tests it names are there."""

from pathlib import Path

import pytest

from tools.rehearsals.firefox import CASES, PAGES, ROOT, outcomes, table

REPORT = """<testsuites><testsuite>
<testcase classname="tests.web_page.test_encrypted" name="test_plays"/>
<testcase classname="tests.web_page.test_encrypted" name="test_warns[eo]">
  <failure message="AssertionError: blank&#10;more">trace</failure></testcase>
<testcase classname="tests.web_page.test_encrypted" name="test_leads_on"><skipped/></testcase>
</testsuite></testsuites>"""


def test_every_test_named_by_the_rehearsal_exists() -> None:
    for names in CASES.values():
        for name in names:
            file, _, test = name.partition("::")
            assert f"def {test}" in Path(ROOT, PAGES, file).read_text("utf-8"), name


def test_a_case_passes_only_if_all_its_tests_ran_and_passed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(CASES, "HTTPS", ("test_encrypted.py",))
    reasons = outcomes(REPORT)
    assert reasons == {
        "test_encrypted.py::test_plays": "",
        "test_encrypted.py::test_warns[eo]": "AssertionError: blank",
        "test_encrypted.py::test_leads_on": "skipped",
    }
    rows = {case: (ran, faults) for case, ran, faults in table(reasons)}
    ran, faults = rows["HTTPS"]
    assert ran == 3
    assert faults == [
        "test_encrypted.py::test_warns[eo]: AssertionError: blank",
        "test_encrypted.py::test_leads_on: skipped",
    ]
    ran, faults = rows["The browser forbids storage"]
    assert ran == 0
    assert faults[0].endswith(": did not run")


def test_a_case_whose_tests_passed_has_no_fault() -> None:
    rows = table({name: "" for names in CASES.values() for name in names})
    assert all(ran and not faults for _, ran, faults in rows)
