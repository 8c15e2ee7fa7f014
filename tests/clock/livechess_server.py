"""The emulated LiveChess behind a real WebSocket, in real time."""

import asyncio
import threading
import time

from aiohttp import WSMsgType, web

from app.emulators.device import DeviceSide
from app.emulators.livechess import EmulatedLiveChess

TICK_SECONDS = 0.05


class LiveChessServer:
    """``stop`` and ``start`` are LiveChess closed and started again, at the same port."""

    def __init__(self, emulated: EmulatedLiveChess | None = None) -> None:
        self.emulated = emulated or EmulatedLiveChess()
        self._began_s = time.monotonic()
        self._lock = threading.Lock()
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/v1.0"

    def now_ms(self) -> int:
        return int((time.monotonic() - self._began_s) * 1000)

    def plug(self, serialnr: str) -> None:
        with self._lock:
            self.emulated.plug(serialnr, self.now_ms())

    def lever(self, serialnr: str, side: DeviceSide | None) -> None:
        with self._lock:
            self.emulated.run(serialnr, side, self.now_ms())

    def state(self, serialnr: str, state: str) -> None:
        with self._lock:
            self.emulated.boards[serialnr].state = state

    def start(self) -> None:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="emulated LiveChess")
        self._thread.start()
        assert self._ready.wait(60)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def _serve(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        app = web.Application()
        app.router.add_get("/api/v1.0", self._talk)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self.port, reuse_address=True).start()
        self.port = runner.addresses[0][1]
        self._ready.set()
        await self._over.wait()
        await runner.cleanup()

    async def _talk(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        with self._lock:
            self.emulated.opened()
        ticking = asyncio.ensure_future(self._tick(socket))
        over = asyncio.ensure_future(self._close(socket))
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                with self._lock:
                    texts = self.emulated.receive(message.data, self.now_ms())
                for text in texts:
                    await socket.send_str(text)
        ticking.cancel()
        over.cancel()
        return socket

    async def _tick(self, socket: web.WebSocketResponse) -> None:
        while True:
            with self._lock:
                texts = self.emulated.tick(self.now_ms())
            for text in texts:
                await socket.send_str(text)
            await asyncio.sleep(TICK_SECONDS)

    async def _close(self, socket: web.WebSocketResponse) -> None:
        await self._over.wait()
        await socket.close()
