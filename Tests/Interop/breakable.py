"""A way to a server that a test can cut."""

import asyncio
from contextlib import asynccontextmanager


@asynccontextmanager
async def breakable(port):
    """A way to the exchange that can be cut. Gives its port, and what cuts it meanwhile."""
    open_now, writers = asyncio.Event(), set()
    open_now.set()

    async def pipe(reader, writer):
        writers.add(writer)
        try:
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass  # As a network that is cut.
        finally:
            writers.discard(writer)
            writer.close()

    async def connected(reader, writer):
        if not open_now.is_set():
            return writer.transport.abort()
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pipe(reader, back), pipe(there, writer))

    @asynccontextmanager
    async def cut():
        open_now.clear()
        for writer in list(writers):
            writer.transport.abort()
        yield
        open_now.set()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], cut
