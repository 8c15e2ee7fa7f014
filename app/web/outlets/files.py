"""Writes files to a folder of this computer. Each file is written under another name and then
renamed, so that it exists whole or not at all. Writing the same file twice changes nothing.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from app.engine.language import say
from app.store.os_errors import FULL_ERRORS, os_sentence
from app.store.outlets import Outlet
from app.store.whole_file import write_whole_file
from app.web.outlets.failures import Later, Stopped

NO_FOLDER = say("This needs the full path of a folder. Choose a folder, then send a test.")


async def send_to_folder(outlet: Outlet, files: Mapping[str, bytes]) -> None:
    """Write files to the folder of an outlet. Raises Later or Stopped."""
    folder = Path(outlet.address)
    if not folder.is_absolute():  # a relative path depends on where the program was started
        raise Stopped(NO_FOLDER)
    await asyncio.to_thread(_write, folder, files)


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    path = folder
    try:
        for name, content in files.items():
            path = folder / name
            write_whole_file(path, content)
    except OSError as error:
        sentence = os_sentence(path, error)
        if error.errno in FULL_ERRORS:
            raise Stopped(sentence) from error
        # A stick or a share may come back without the organizer.
        raise (Later if not folder.is_dir() else Stopped)(sentence) from error
