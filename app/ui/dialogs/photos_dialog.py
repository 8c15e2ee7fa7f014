"""The photos of a game's slip, one at a time, as large as the window allows."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine import wording
from app.engine.acts.photos import LeaveOutPhoto
from app.engine.language import say
from app.store.errors import StoreError
from app.store.photos import Photos
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, column_of, foot, grow, row_of
from app.ui.widgets.theme import DIALOG, Space
from app.views.table.photos import PhotoRow, photo_rows

LARGE = QSize(900, 600)
LEAST = QSize(240, 180)


def opens(picture: bytes) -> bool:
    """Tell whether a photo can be decoded. May run in any thread."""
    return not QImage.fromData(picture).isNull()


class PhotoPicture(QWidget):
    """A photo, as large as its widget allows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image = QImage()
        self.setMinimumSize(LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_photo(self, image: QImage, words: str) -> None:
        self.image = image
        self.setAccessibleName(words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.image.isNull():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        size = self.image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.width() - size.width()) // 2, (self.height() - size.height()) // 2
        painter.drawImage(self.rect().adjusted(left, top, -left, -top), self.image)


class PhotosDialog(Dialog):
    """The photos of a game. Arrow buttons lead from one photo to the next."""

    def __init__(
        self, client: DeskClient, photos: Photos, game: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._client, self._photos, self._game = client, photos, game
        self._rows: tuple[PhotoRow, ...] = ()
        self._place = 0
        self.picture = PhotoPicture()
        self.words = label("", "heading")
        self.problem = label("", wraps=True)
        self.back = button(say("&Previous"), lambda: self._go(-1))
        self.on = button(say("&Next"), lambda: self._go(1))
        self.leave_out = button(say("&Leave it out"), self._leave_out, kind="quiet")
        self.close_button = button(say("&Close"), self.accept, kind="primary")
        self.close_button.setDefault(True)
        column_of(
            row_of(self.words, STRETCH, self.back, self.on),
            grow(self.picture),
            self.problem,
            foot(self.leave_out, self.close_button),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        self.resize(LARGE)
        client.changed.connect(self.show_photos)
        self.show_photos()
        self.close_button.setFocus()

    @classmethod
    def show_for(cls, client: DeskClient, game: int, parent: QWidget) -> None:
        """Show a game's photos if there are any."""
        if client.photos is None:
            return
        dialog = cls(client, client.photos, game, parent)
        if dialog.has_photos:
            dialog.exec()
        client.changed.disconnect(dialog.show_photos)
        dialog.deleteLater()

    @property
    def has_photos(self) -> bool:
        return bool(self._rows)

    def show_photos(self) -> None:
        """Show the photos that exist now. Close the dialog if none is left."""
        state = self._client.state
        game = state.games.get(self._game)
        rows = photo_rows(state, game) if game else ()
        if game is None or not rows:
            self.reject()
            return
        self.setWindowTitle(say("Table {table}: photos of the slip", table=game.table))
        if rows != self._rows:
            self._rows, self._place = rows, min(self._place, len(rows) - 1)
            self._show()

    def _go(self, step: int) -> None:
        self._place = (self._place + step) % len(self._rows)
        self._show()

    def _show(self) -> None:
        row = self._rows[self._place]
        image, problem = QImage(), ""
        try:
            image = QImage.fromData(self._photos.read(row.sha256))
        except StoreError as error:
            problem = str(error)
        self.words.setText(row.words)
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.picture.show_photo(image, wording.PHOTO_OF_THE_SLIP.format(words=row.words))
        for part in (self.back, self.on):
            part.setVisible(len(self._rows) > 1)

    def _leave_out(self) -> None:
        self._client.ask(LeaveOutPhoto(self._game, self._rows[self._place].sha256))
