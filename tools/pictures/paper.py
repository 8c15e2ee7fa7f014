"""Prints every sheet of an event of 11 and of 128 players, and takes pictures of the pages.

    python -m tools.pictures.paper [--letter] [folder]

The pictures are made from the PDFs by a program other than the one that wrote them, so they show
what a printer gets: the first two pages of each sheet and the last one. Nothing is shown on the
screen. Without a folder, the pictures go to `out/paper`.
"""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pypdfium2
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.ui.clients.tablets import Stage, TabletsClient
from app.ui.printing.pages import Paper
from app.ui.printing.sheets import KINDS, REPORT_PARTS, Subject
from app.ui.widgets.theme import styled_application
from tests.patience import until
from tests.ui.printing.on_paper import PRINTED_MS, pdf_of, played_event, printed

OUT = Path(__file__).resolve().parents[2] / "out" / "paper"
FIELDS = (11, 128)
DOTS_PER_POINT = 1.5


def main(arguments: list[str]) -> int:
    paper = Paper.LETTER if "--letter" in arguments else Paper.A4
    named = [argument for argument in arguments if not argument.startswith("-")]
    app = styled_application([])
    for players in FIELDS:
        folder = (Path(named[0]) if named else OUT) / f"{players}"
        folder.mkdir(parents=True, exist_ok=True)
        print_all(app, players, folder, paper)
    return 0


def print_all(app: QApplication, players: int, folder: Path, paper: Paper) -> None:
    with tempfile.TemporaryDirectory(prefix="flagfall-") as made:
        file = Path(made) / "event.flagfall"
        event = played_event(file, players)
        tablets = TabletsClient(event.desk, file, Path(made), port=0)
        tablets.switch_on(only_here=True)

        def on() -> bool:
            app.processEvents()
            return tablets.picture.stage is Stage.ON

        until(on)
        state = event.state
        subject = Subject(state, paper.size, PRINTED_MS, state.latest, tablets)
        for key, kind in KINDS.items():
            if missing := kind.missing(subject):
                print(f"{players}  {key}: {missing}")
                continue
            printout = printed(state, key, paper, tablets, parts=REPORT_PARTS)
            pdf = pdf_of(printout, folder / f"{key}.pdf", paper)
            print(f"{players}  {key}: {take_pictures(pdf)} pages", flush=True)
        tablets.stop()
        event.close()


def take_pictures(pdf: Path) -> int:
    """Save pictures of the first, the second and the last page beside the PDF. Return the number of
    its pages.
    """
    document = pypdfium2.PdfDocument(str(pdf))
    pages = len(document)
    for number in sorted({0, min(1, pages - 1), pages - 1}):
        bitmap = document[number].render(scale=DOTS_PER_POINT)
        image = QImage(
            bytes(bitmap.buffer),
            bitmap.width,
            bitmap.height,
            bitmap.stride,
            QImage.Format.Format_BGR888,
        )
        image.save(str(pdf.with_name(f"{pdf.stem} {number + 1}.png")))
    document.close()
    return pages


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
