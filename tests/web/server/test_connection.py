"""What the server says arrives as it was said, whatever its length."""

import aiohttp
from aiohttp import web

from app.web.server.connection import Connection, new_socket
from tests.web.venue import on_line

SIZES = (0, 1, 125, 126, 65_535, 65_536, 300_000)


def test_messages_of_every_length_arrive_as_they_were_sent() -> None:
    texts = [letter * size for size in SIZES for letter in ("a", "é")]

    async def serve(request: web.Request) -> web.WebSocketResponse:
        socket = new_socket()
        await socket.prepare(request)
        connection = Connection(socket, "", request.transport)
        for text in texts:
            connection.say(text)
        await socket.close()
        connection.say("too late")
        return socket

    async def story() -> list[str]:
        app = web.Application()
        app.router.add_get("/", serve)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
        async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
            sentences = [message.data async for message in socket]
        await runner.cleanup()
        return sentences

    assert on_line(story) == texts
