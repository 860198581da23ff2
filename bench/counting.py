"""A proxy that counts the bytes in both directions."""

from __future__ import annotations

import asyncio
import threading


class CountingProxy:
    """Forwards connections from its own port to a server, and counts the bytes."""

    def __init__(self, port: int) -> None:
        self._server = port
        self.up = self.down = 0
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    def reset(self) -> None:
        self.up = self.down = 0

    def _run(self, ready: threading.Event) -> None:
        asyncio.run(self._listen(ready))

    async def _listen(self, ready: threading.Event) -> None:
        listener = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = listener.sockets[0].getsockname()[1]
        ready.set()
        await listener.serve_forever()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self._server)
        await asyncio.gather(self._pass(reader, outer, "up"), self._pass(inner, writer, "down"))

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str
    ) -> None:
        try:
            while piece := await reader.read(65_536):
                setattr(self, way, getattr(self, way) + len(piece))
                writer.write(piece)
                await writer.drain()
        except ConnectionError:
            pass  # one side closed the connection
        writer.close()
