"""A saved web page as the tree of its elements."""

import plistlib

import pytest

from app.store.errors import StoreError
from app.store.tables import web_page
from app.store.tables.web_page import PageElement, is_web_page, page_text, read_page, table_sheets


def shape(element: PageElement) -> str:
    """What is in an element, each one's contents in brackets."""
    return "".join(
        part if isinstance(part, str) else f"{part.tag}({shape(part)})" for part in element.inside
    )


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("<p>One<p>Two", "p(One)p(Two)"),
        ("<ul><li>One<li>Two</ul>", "ul(li(One)li(Two))"),
        ("<tr><td>1<th>2<tr><td>3", "tr(td(1)th(2))tr(td(3))"),
        ("<select><option>a<option>b</select>", "select(option(a)option(b))"),
        ("<p>a<br>b<img>c</p>", "p(abr()bimg()c)"),
        ("<p>a<br/>b<i/>c</p>", "p(abr()bi()c)"),
        ("<b>a</i>b</b>c", "b(ab)c"),
        ("<div><b>a</div>c", "div(b(a))c"),
        ("</p>a</p>", "a"),
        ("a &amp; b", "a & b"),
        ("<p><span><p>a", "p(span(p(a)))"),
    ],
)
def test_a_page_is_read_as_a_browser_does(text: str, tree: str) -> None:
    assert shape(read_page(text, "")) == tree


def test_an_element_has_its_attributes_and_classes() -> None:
    (element,) = read_page("<A HREF='x' class=' a  b ' hidden href=y>go</A>", "").every()
    assert element.tag == "a"
    assert element.values == {"href": "x", "class": " a  b ", "hidden": ""}
    assert element.classes == ["a", "b"]
    assert PageElement("p").classes == []


def test_elements_are_given_in_page_order() -> None:
    root = read_page("<div><p><b></b></p><i></i></div><p></p>", "")
    assert [element.tag for element in root.every()] == ["div", "p", "b", "i", "p"]
    outermost = root.outermost(lambda element: element.tag in {"p", "b", "i"})
    assert [element.tag for element in outermost] == ["p", "i", "p"]


PAGE = "<div>Ana\n <b>Lind</b><script>x()</script></div><p>one<br>two \u00a0 three</p>"


def test_text_is_read_as_one_line_or_as_separate_lines() -> None:
    root = read_page(PAGE, "")
    assert root.words() == "Ana Lind one two three"
    assert root.lines() == "Ana Lind\none\ntwo three"
    (bold,) = root.outermost(lambda element: element.tag == "b")
    assert root.words([bold]) == "Ana one two three"


@pytest.mark.parametrize(
    ("text", "is_page"),
    [
        ("<!DOCTYPE html><p>", True),
        ("\ufeff <?xml version='1.0'?> <!-- saved --> <html>", True),
        ("<table><tr>", True),
        ("<!--StartFragment--><b>", True),
        ("Version:0.9 StartHTML:000", True),
        ("<tables>", False),
        ("Name,Club", False),
        ("<doWMEvent>", False),
    ],
)
def test_a_page_is_known_by_its_beginning(text: str, is_page: bool) -> None:
    assert is_web_page(text) is is_page


def test_each_table_with_rows_on_a_page_becomes_a_sheet() -> None:
    text = (
        "<table><tr><td>Menu</table>"
        "<table><tr><th>Name<th>Club<tr><td> <tr><td>Ana<td>Oslo</table>"
        "<table><tr><td>Bo<tr><td><table><tr><td>in<tr><td>side</table></table>"
    )
    one, other = table_sheets(read_page(text, ""))
    assert (one.name, other.name) == ("1. table of the page", "2. table of the page")
    assert [(row.line, row.cells) for row in one.rows] == [
        (1, ("Name", "Club")),
        (3, ("Ana", "Oslo")),
    ]
    assert [row.cells[0] for row in other.rows] == ["Bo", "in side"]


@pytest.mark.parametrize(("deep", "is_read"), [(399, True), (400, False)])
def test_a_page_with_endlessly_nested_elements_is_refused(deep: int, is_read: bool) -> None:
    text = "<div>" * deep
    if is_read:
        assert len([*read_page(text, "Cup.html").every()]) == deep
    else:
        with pytest.raises(StoreError, match=r"^Cup\.html is not a web page as a browser saves it"):
            read_page(text, "Cup.html")


@pytest.mark.parametrize("text", ["<br>", "</p>", "<b></b>", "a<br>"])
def test_a_page_with_more_elements_than_any_real_page_is_refused(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = 1 if text in {"<br>", "</p>"} else 2
    monkeypatch.setattr(web_page, "MOST_PARTS", 4 * parts)
    read_page(text * 4, "")
    with pytest.raises(StoreError, match=r"^What was copied is not a web page"):
        read_page(text * 5, "")


HEAD = "<html><head><meta charset={}></head>"


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "windows-1250", "utf-16"])
def test_a_saved_page_is_read_in_its_declared_encoding_unless_that_is_utf_16(encoding: str) -> None:
    text = f"{HEAD.format(encoding)}Müller"
    content = text.encode("utf-8" if encoding == "utf-16" else encoding)
    if encoding == "utf-16":  # a page that can be read at all does not use it
        assert page_text(content, "Cup.html") != text
    else:
        assert page_text(content, "Cup.html") == text


@pytest.mark.parametrize("content", [b"Name,Club\nAna,Oslo\n", b"", b"<meta>", b"charset=utf-8"])
def test_other_files_are_not_taken_for_saved_pages(content: bytes) -> None:
    assert page_text(content, "Cup.html") == ""


MAIL = (
    b"MIME-Version: 1.0\r\n"
    b'Content-Type: multipart/related; boundary="cut"\r\n\r\n'
    b"--cut\r\nContent-Type: text/css\r\n\r\np {}\r\n"
    b"--cut\r\nContent-Type: text/html; charset=windows-1252\r\n\r\n<p>M\xfcller\r\n--cut--\r\n"
)


def test_a_page_with_its_pictures_in_one_file_is_read() -> None:
    assert page_text(MAIL, "Cup.mhtml").strip() == "<p>Müller"
    with pytest.raises(StoreError, match="is not a web page as a browser saves it"):
        page_text(MAIL.replace(b"text/html", b"text/plain"), "Cup.mhtml")


@pytest.mark.parametrize("encoding", ["windows-1252", "utf-8"])
def test_a_web_archive_is_read(encoding: str) -> None:
    main = {
        "WebResourceData": "<p>Müller".encode(encoding),
        "WebResourceTextEncodingName": encoding,
    }
    content = plistlib.dumps({"WebMainResource": main}, fmt=plistlib.FMT_BINARY)
    assert page_text(content, "Cup.webarchive") == "<p>Müller"
    for broken in (content[:20], plistlib.dumps({}, fmt=plistlib.FMT_BINARY)):
        with pytest.raises(StoreError, match="is not a web page as a browser saves it"):
            page_text(broken, "Cup.webarchive")


@pytest.mark.parametrize(("begins", "name"), [(4000, "Νίκος"), (4001, "Íßêïò")])
def test_a_page_must_declare_its_encoding_in_its_first_four_kilobytes(
    begins: int, name: str
) -> None:
    head = b'<meta charset="cp1253'
    content = b"<html>".ljust(begins - len(head)) + head + b'">' + "Νίκος".encode("cp1253")
    text = page_text(content, "Cup.html")
    assert text.endswith(f">{name}")


@pytest.mark.parametrize(("ends", "is_mail"), [(4000, True), (4001, False)])
def test_a_page_saved_with_pictures_is_recognized_by_its_first_four_kilobytes(
    ends: int, is_mail: bool
) -> None:
    kind = b"Content-Type: multipart/related"
    before = b"MIME-Version: 1.0\r\nX-More: "
    filling = b"x" * (ends - len(before) - 2 - len(kind))
    content = before + filling + MAIL.removeprefix(b"MIME-Version: 1.0")
    assert content.index(kind) + len(kind) == ends
    assert bool(page_text(content, "Cup.mhtml")) is is_mail
