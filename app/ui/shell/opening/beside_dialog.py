"""A helper that does a dialog's slow work in a thread."""

import threading
from collections.abc import Callable
from typing import TypeVar

from app.engine.language import say
from app.engine.progress import Cancelled
from app.store.errors import StoreError
from app.ui.deliveries import deliver_to

T = TypeVar("T")

CANCELLED = say("Cancelled. Nothing was copied.")
UNFORESEEN = say("That did not work: {why}.")


def work_beside(work: Callable[[], T], show: Callable[[T | None, str], None]) -> None:
    """Do the work in a thread. Afterwards call ``show``, a method of the dialog, with the result,
    or with None and the reason for a failure. Do not call it if the dialog has been deleted by
    then.
    """
    deliver = deliver_to(show)

    def run() -> None:
        found, fault = None, ""
        try:
            found = work()
        except Cancelled:
            fault = CANCELLED
        except StoreError as error:
            fault = f"{error}"
        except Exception as error:  # the dialog must not wait forever
            why = getattr(error, "strerror", "") or type(error).__name__
            fault = UNFORESEEN.format(why=why)
        deliver(found, fault)

    threading.Thread(target=run, name="beside a dialog", daemon=True).start()
