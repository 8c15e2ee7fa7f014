"""The forms for issues are such as GitHub takes (docs.github.com, syntax for issue forms)."""

from pathlib import Path

import pytest
import yaml

FOLDER = Path(__file__).parents[2] / ".github" / "ISSUE_TEMPLATE"
FORMS = sorted(file for file in FOLDER.glob("*.yml") if file.name != "config.yml")
KINDS = {"checkboxes", "dropdown", "input", "markdown", "textarea"}


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.stem)
def test_every_form_has_what_github_requires(file: Path) -> None:
    form = yaml.safe_load(file.read_text("utf-8"))

    assert (
        {"name", "description", "body"} <= form.keys() <= {"name", "description", "labels", "body"}
    )
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in form["body"]} <= KINDS
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_there_is_a_form_for_faults_rules_and_wishes() -> None:
    assert [file.stem for file in FORMS] == ["fault", "rule", "wish"]
