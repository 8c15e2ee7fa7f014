"""A live device behind a TCP server on this machine, for URLs such as ``socket://127.0.0.1:port``.

This line is for systems without pseudo-terminals. It serves one program at a time; a second
connection is closed at once.
"""

import contextlib
import socket
import threading

from app.emulators.lines.live import LiveDevice
from app.emulators.lines.pump import Pump


class SocketLine:
    """A socket that carries an emulated clock. Programs open ``url``, which may change at each
    ``replug``.
    """

    def __init__(self, live: LiveDevice) -> None:
        self.live = live
        self._lock = threading.RLock()
        self._server: socket.socket | None = None
        self._peer: socket.socket | None = None
        self.url, self._port = "", 0
        self._listen()
        self._pump = Pump(live, self)
        self._pump.start()

    def __enter__(self) -> "SocketLine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the thread and close the server. The device itself stays."""
        self._pump.stop()
        self.lost()

    def unplug(self) -> None:
        self.live.pull()
        self.lost()

    def replug(self, *, elsewhere: bool = True) -> str:
        """Plug the device in again, and return its URL. With ``elsewhere`` the port is a new one,
        otherwise the same as before.
        """
        port = 0 if elsewhere else self._port
        with self.live.changed:
            self.lost()
            self._listen(port)
            self.live.plug_in()
        return self.url

    def pull(self) -> None:
        self.unplug()

    def plug_in(self) -> None:
        self.replug(elsewhere=False)

    def watched(self) -> list[int]:
        with self._lock:
            return [sock.fileno() for sock in (self._server, self._peer) if sock is not None]

    def read(self) -> bytes:
        with self._lock:
            came = self._hear()
            if not came:  # only now, because the same program may be back already
                self._accept()
            return came

    def write(self, data: bytes) -> None:
        with self._lock, contextlib.suppress(OSError):
            if self._peer is not None:
                self._peer.send(data)

    def lost(self) -> None:
        with self._lock:
            for sock in (self._peer, self._server):
                _shut(sock)
            self._peer = self._server = None

    def _listen(self, port: int = 0) -> None:
        server = socket.create_server(("127.0.0.1", port))
        server.setblocking(False)
        with self._lock:
            self._server = server
        self._port = int(server.getsockname()[1])
        self.url = f"socket://127.0.0.1:{self._port}"

    def _hear(self) -> bytes:
        if self._peer is None:
            return b""
        try:
            came = self._peer.recv(4096)
        except BlockingIOError:
            return b""
        except OSError:
            came = b""
        if not came:
            _shut(self._peer)
            self._peer = None
        return came

    def _accept(self) -> None:
        if self._server is None:
            return
        try:
            came, _ = self._server.accept()
        except BlockingIOError:
            return
        if self._peer is not None:
            _shut(came)
            return
        came.setblocking(False)
        came.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._peer = came
        with self.live.changed:
            now_ms = self.live.now_ms()
            self.live.line.send(now_ms)  # no program received this
            self.live.line.opened(now_ms)


def _shut(sock: socket.socket | None) -> None:
    if sock is not None:
        sock.close()
