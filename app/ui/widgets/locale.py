"""Qt in the program's language: its dates, and its own words."""

from PySide6.QtCore import QCoreApplication, QDateTime, QLibraryInfo, QLocale, QTranslator

from app.engine.language import language_code
from app.store.languages import ENGLISH


def locale() -> QLocale:
    """Return the program's, whatever the system speaks."""
    return QLocale(language_code())


def language_name(code: str) -> str:
    """Return a language's name in that language: "Deutsch"."""
    return "English" if code == ENGLISH else QLocale(code).nativeLanguageName()


def format_date(at_ms: int, form: str) -> str:
    """Return an instant by the clock on the wall, in the program's language."""
    return locale().toString(QDateTime.fromMSecsSinceEpoch(at_ms), form)


def translate_qt(app: QCoreApplication) -> None:
    """Translate Qt's own words, such as the menu of a field, where it has them in the program's
    language.
    """
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(locale(), "qtbase", "_", folder):
        app.installTranslator(translator)
