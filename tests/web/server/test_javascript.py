"""Texts and code of JavaScript are told apart, and it is sent without comments."""

import re

from app.web.server.http import read_pages
from app.web.server.javascript import as_sent, pieces, short_names, texts, with_short_names
from tests.web_page.fake_server import WEB

CODE = """
// "a comment" with `ticks`
const one = "first" + ' and "second"'; /* not "this" */
const two = `Red ${sides.map((side) => `${side} of ${{ a: 1 }.a}`)} wins`;
const three = four / "five".length / /["'`]/.exec(`six \\` seven`);
"""


def test_texts_are_extracted_with_their_placeholders() -> None:
    assert list(texts(CODE)) == [
        'first and "second"', "Red {} wins", "{} of {}", "five", "six ` seven"
    ]  # fmt: skip


def test_comments_and_regular_expressions_are_not_texts() -> None:
    found = [(piece.kind, CODE[piece.start : piece.end]) for piece in pieces(CODE)]
    others = [written for written in found if written[0] != "text"]

    assert others == [
        ("comment", '// "a comment" with `ticks`'),
        ("comment", '/* not "this" */'),
        ("regex", "/[\"'`]/"),
    ]


def test_the_code_sent_contains_every_text_and_statement_but_no_comment() -> None:
    files = list(WEB.rglob("*.js"))
    assert len(files) > 20
    for file in files:
        code = file.read_text("utf-8")
        sent = as_sent(code)
        assert list(texts(sent)) == list(texts(code)), file.name
        assert words(sent) == words(code), file.name
        assert "comment" not in {piece.kind for piece in pieces(sent)}
        assert len(sent) < len(code)


def words(code: str) -> str:
    """All but comments, spaces and commas that nothing follows."""
    bare = list(code)
    for piece in pieces(code):
        if piece.kind == "comment":
            bare[piece.start : piece.end] = " " * (piece.end - piece.start)
    return re.sub(r",(?=[}\])])", "", re.sub(r"\s+", "", "".join(bare)))


def test_necessary_line_breaks_and_spaces_in_templates_are_kept() -> None:
    code = "// top\nlet a = 1 // one\n  let b = `\n    ${ /* no */ a}\n  // in`\n\n    return\n  b"

    assert as_sent(code) == "let a=1 \nlet b=`\n    ${ /* no */ a}\n  // in`\nreturn\nb"


def test_unnecessary_line_breaks_are_removed() -> None:
    code = "f({\n  a,\n\n  b, // b\n});\nlet c\n++d\nif (e)\n{\n  g();\n}\nreturn\nh\n"

    assert as_sent(code) == "f({a,b,});let c\n++d\nif(e)\n{g();}\nreturn\nh\n"


def test_unnecessary_spaces_and_trailing_commas_are_removed() -> None:
    code = '[a + (b) * 2 - c[d] % e, , [f,,], "g",];h(i,);import * as j from k;l + -m;n++ + o'

    sent = '[a+(b)*2-c[d]%e,,[f,,],"g",];h(i);import*as j from k;l + -m;n++ + o'
    assert as_sent(code) == sent


def test_spaces_that_separate_words_and_operators_are_kept() -> None:
    code = (
        "if (a === b && c) { let { d } = e - -f + +g; return h in [i] ? `x ${ j } = y` : / k = / }"
    )
    sent = "if(a===b&&c){let{d}=e - -f + +g;return h in[i]?`x ${ j } = y`:/ k = /}"

    assert as_sent(code) == sent


def test_every_word_used_is_available_under_its_short_name() -> None:
    pages = read_pages(WEB)
    sent = {name: page.body.decode() for name, page in pages.items() if name.endswith(".js")}
    defined = {
        name: re.findall(r"(?:\n|,)([A-Z][A-Za-z0-9]{2})=(?=[\[{\"'])", sent[name])
        for name in ("words/wording.js", "words/turn_wording.js", "words/all_wording.js")
    }
    everything = [name for names in defined.values() for name in names]
    assert len(everything) == len(set(everything)) > 400
    inside = {"wording": 1, "turn_wording": 2, "all_wording": 3}
    for name, code in sent.items():
        said = set(re.findall(r"\bwording\.([A-Z]\w*)", code))
        if not said:
            continue
        (loaded,) = re.findall(r'import\*as wording from "\.\./words/(\w+)\.js"', code)
        there = {each for names in [*defined.values()][: inside[loaded]] for each in names}
        assert said <= there, name


def test_names_of_words_are_shortened_and_texts_are_unchanged() -> None:
    file = 'export const\n  WHO_WINS = /*_*/"WHO_WINS = {side}",\n  BACK = /*_*/["Back"];\n'
    names = short_names([file])
    wins, back = names["WHO_WINS"], names["BACK"]

    assert [*map(len, names.values())] == [3, 3]
    assert as_sent(with_short_names(file, names, words=True)) == (
        f'export const\n{wins}="WHO_WINS = {{side}}",{back}=["Back"];'
    )
    assert with_short_names("fill(wording.WHO_WINS, wording.BACKS)", names) == (
        f"fill(wording.{wins}, wording.BACKS)"
    )


def test_words_keep_their_short_names_when_others_are_added() -> None:
    files = [f"  NAME_{number} = 1,\n" for number in range(3000)]
    names = short_names(files)

    assert len(set(names.values())) == 3000
    kept = [name for name, short in short_names(files[1500:]).items() if names[name] == short]
    assert len(kept) > 1450  # but for the few that two would have
