"""Qt in the program's language: the form of its dates, and its own texts."""

from PySide6.QtCore import QCoreApplication, QDateTime, QLibraryInfo, QLocale, QTranslator

from app.engine.language import language_code
from app.store.languages import ENGLISH
from app.views.time_of_day import LATEST_MS


def locale() -> QLocale:
    """Return the locale of the program's language, whatever the system's locale is."""
    return QLocale(language_code())


def language_name(code: str) -> str:
    """Return the name of a language in that language, such as "Deutsch"."""
    return "English" if code == ENGLISH else QLocale(code).nativeLanguageName()


def date_time(at_ms: int) -> QDateTime:
    """Return the date and time of an instant in the local time zone. For an instant in a damaged
    file that is too late to have a date, return the last date.
    """
    return QDateTime.fromMSecsSinceEpoch(min(at_ms, LATEST_MS))


def format_date(at_ms: int, form: str) -> str:
    """Return the date and time of an instant in the program's language."""
    return locale().toString(date_time(at_ms), form)


def translate_qt(app: QCoreApplication) -> None:
    """Translate Qt's own texts, such as a field's menu, if Qt has them in the program's
    language.
    """
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(locale(), "qtbase", "_", folder):
        app.installTranslator(translator)
