"""A cable between a desk and a server that can be pulled: bytes that are on their way are lost."""

import contextlib
import socket
import threading
from typing import Self


class Cable:
    """Listens at ``port`` and passes on to another port, while it is plugged in."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._lines: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.plugged = True
        self.swallows = 0
        """The number of answers still to be lost on their way back."""
        self.lost = 0
        self._threads = [threading.Thread(target=self._listen)]

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):  # Windows knows none of a door, and closing it wakes
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.pull()
        for thread in self._threads:
            thread.join()

    def pull(self) -> None:
        with self._lock:
            self.plugged = False
            for line in self._lines:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)

    def plug_in(self) -> None:
        with self._lock:
            self.plugged = True

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            with self._lock:
                if not self.plugged:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self._to))
                except OSError:
                    near.close()
                    continue
                self._lines |= {near, far}
            for pair in ((near, far, False), (far, near, True)):
                thread = threading.Thread(target=self._carry, args=pair)
                self._threads.append(thread)
                thread.start()

    def _carry(self, source: socket.socket, target: socket.socket, back: bool) -> None:
        with contextlib.suppress(OSError):
            while some := source.recv(65_536):
                if back and self.swallows:
                    self.swallows -= 1
                    self.lost += 1
                    break
                target.sendall(some)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self._lock:
            for end in (source, target):
                if end in self._lines and source is end:
                    self._lines.discard(end)
                    end.close()
