"""The workflows, as far as they can be held from here: what they name is there, and a program that
nobody sits at does not wait for an answer.
"""

import importlib.util
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml

import dev
from app.__main__ import MUTEXES
from tools.environment import ROOT
from tools.installer import portable

FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
INNO_SETUP = ROOT / "tools/installer/windows.iss"
ON_RUNNERS = {"ubuntu-latest", "ubuntu-22.04", "windows-latest", "macos-latest", "macos-15-intel"}


def workflow(file: Path) -> dict[Any, Any]:
    read: dict[Any, Any] = yaml.safe_load(file.read_text("utf-8"))
    return read


def jobs(file: Path) -> list[dict[str, Any]]:
    return list(workflow(file)["jobs"].values())


def steps(file: Path) -> list[dict[str, Any]]:
    return list(chain.from_iterable(job["steps"] for job in jobs(file)))


def scripts(file: Path) -> list[str]:
    return [step["run"] for step in steps(file) if "run" in step]


def test_there_are_workflows() -> None:
    assert {file.stem for file in FILES} == {"installers", "systems"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_workflow_has_only_read_access_and_a_time_limit(file: Path) -> None:
    assert workflow(file)["permissions"] == {"contents": "read"}
    assert all(job["timeout-minutes"] <= 60 for job in jobs(file))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_workflow_runs_on_machines_that_exist(file: Path) -> None:
    for job in jobs(file):
        strategy = job["strategy"]["matrix"]
        named = {job["runs-on"], *strategy.get("os", ())}
        named |= {each["os"] for each in strategy.get("include", ())}
        assert {name for name in named if "${{" not in name} <= ON_RUNNERS


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_command_and_path_a_workflow_uses_exists(file: Path) -> None:
    text = "\n".join(scripts(file))
    assert set(re.findall(r"python dev\.py (\w+)", text)) <= dev.COMMANDS.keys()
    for module in re.findall(r"-m (tools\.[\w.]+)", text):
        assert importlib.util.find_spec(module) is not None, module
    for place in re.findall(r"(?<![\w/\\])(?:tools|tests)[/\\][\w/\\.]+", text):
        assert (ROOT / place.replace("\\", "/")).exists(), place


def test_every_path_that_triggers_the_installer_workflow_exists() -> None:
    triggers = workflow(FOLDER / "installers.yml")[True]  # YAML 1.1 reads "on" as a truth
    for pattern in triggers["pull_request"]["paths"]:
        assert any(ROOT.glob(pattern)), pattern


def test_the_installer_workflow_keeps_every_file_it_builds() -> None:
    texts = "\n".join(scripts(FOLDER / "installers.yml")) + INNO_SETUP.read_text("utf-8")
    kept = steps(FOLDER / "installers.yml")[-1]["with"]["path"].split()
    assert {Path(name).suffix for name in kept} == {".exe", ".zip", ".dmg", ".xz", ".deb"}
    assert portable.name().endswith("-portable.zip")
    assert "tools.installer.portable" in texts
    assert "OutputBaseFilename=flagfall-{#Version}-windows" in texts
    assert "dist/flagfall-$VERSION-linux.tar.xz" in texts
    assert '"dist/flagfall-$VERSION-${{ matrix.name }}.dmg"' in texts


def test_a_silent_setup_asks_nothing() -> None:
    """Seen under Wine: without /CURRENTUSER it waits for who it shall install for."""
    assert "PrivilegesRequiredOverridesAllowed=dialog" in INNO_SETUP.read_text("utf-8")
    (script,) = (text for text in scripts(FOLDER / "installers.yml") if "/VERYSILENT" in text)
    assert "/SUPPRESSMSGBOXES" in script
    assert "/CURRENTUSER" in script
    for line in INNO_SETUP.read_text("utf-8").splitlines():
        if "Verb: runas" in line:  # an administrator is asked only by a setup that somebody sees
            assert "Check: AsksAdministrator;" in line
    assert "not WizardSilent" in INNO_SETUP.read_text("utf-8")


def test_uninstalling_the_program_removes_its_firewall_rule() -> None:
    text = INNO_SETUP.read_text("utf-8")
    (made,) = set(re.findall(r"firewall add rule (name=\w+)", text))
    removal = text[text.index("[UninstallRun]") : text.index("[Code]")]
    assert f"firewall delete rule {made}" in removal


def test_the_setup_checks_the_mutexes_held_by_a_running_program() -> None:
    (names,) = re.findall(r"^AppMutex=(.*)$", INNO_SETUP.read_text("utf-8"), re.MULTILINE)
    assert tuple(names.split(",")) == MUTEXES
    assert f"CheckForMutexes('{names}')" in INNO_SETUP.read_text("utf-8")


def test_secrets_are_checked_before_a_step_uses_them() -> None:
    for step in steps(FOLDER / "installers.yml"):
        uses = [value for value in step.get("env", {}).values() if "secrets." in str(value)]
        assert not uses or "!= ''" in step["if"], step["name"]


def test_only_linux_tests_the_database_server() -> None:
    """The runners of Windows and macOS need not have PostgreSQL, and there nothing is skipped."""
    systems = workflow(FOLDER / "systems.yml")["jobs"]["systems"]
    assert "ubuntu" not in str(systems["strategy"])
    for step in systems["steps"]:
        if "tests/store" in step.get("run", ""):
            assert "--ignore=tests/store/server" in step["run"]


def test_the_setup_for_windows_finds_its_files() -> None:
    """Its paths are read from its own folder; what is built first is in build and dist."""
    text = INNO_SETUP.read_text("utf-8")
    for place in re.findall(r"\.\.\\\.\.\\([\w\\.]+)", text):
        first = place.split("\\")[0]
        assert first in ("build", "dist") or (ROOT / place.replace("\\", "/")).exists(), place
    assert re.search(r"^SourceDir=\.$", text, re.MULTILINE)
