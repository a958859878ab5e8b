"""A small FreeSWITCH-dialect Verto client, written from the dialect as seen on the wire, without the project's code."""

import asyncio
import itertools
import json
import uuid

import websockets

from patience import PATIENCE


class VertoError(Exception):
    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.code = error.get("code")


class VertoClient:
    """Numeric ids, no Telnyx methods, complete candidates: what a FreeSWITCH client sends and expects."""

    def __init__(self, socket, session=None):
        self.socket = socket
        self.session = session or str(uuid.uuid4())
        self.ids = itertools.count(1)
        self.waiting = {}
        self.requests = asyncio.Queue()
        self.kept = []
        self.reader = asyncio.ensure_future(self._read())

    @classmethod
    async def connect(cls, url, session=None):
        """A new session, or another socket for one that lost its own."""
        return cls(await websockets.connect(url, open_timeout=PATIENCE, ping_timeout=PATIENCE), session)

    async def _read(self):
        async for text in self.socket:
            frame = json.loads(text)
            if "method" in frame:
                acknowledgement = {"jsonrpc": "2.0", "id": frame["id"], "result": {"method": frame["method"]}}
                await self.socket.send(json.dumps(acknowledgement))
                await self.requests.put((frame["method"], frame.get("params", {})))
            elif frame.get("id") in self.waiting:
                self.waiting.pop(frame["id"]).set_result(frame)

    async def request(self, method, **params):
        number = next(self.ids)
        answer = self.waiting[number] = asyncio.get_running_loop().create_future()
        frame = {"jsonrpc": "2.0", "id": number, "method": method, "params": {"sessid": self.session, **params}}
        await self.socket.send(json.dumps(frame))
        reply = await asyncio.wait_for(answer, PATIENCE)
        if "error" in reply:
            raise VertoError(reply["error"])
        return reply["result"]

    async def expect(self, method, limit=PATIENCE):
        """The next server request named `method`; others that come before it are kept for later."""
        for index, (name, params) in enumerate(self.kept):
            if name == method:
                del self.kept[index]
                return params
        deadline = asyncio.get_running_loop().time() + limit
        while True:
            left = deadline - asyncio.get_running_loop().time()
            assert left > 0, f"no {method} within {limit} s; there were {[name for name, _ in self.kept]}"
            name, params = await asyncio.wait_for(self.requests.get(), left)
            if name == method:
                return params
            self.kept.append((name, params))

    async def login(self, user, password):
        result = await self.request("login", login=user, passwd=password, loginParams={}, userVariables={})
        assert result["message"] == "logged in"
        return await self.expect("verto.clientReady")

    def dialog(self, call_id, destination=""):
        return {"callID": call_id, "destination_number": destination, "caller_id_name": "Peer", "caller_id_number": "peer"}

    async def cut(self):
        """The socket is gone without a word, as when a network goes."""
        self.reader.cancel()
        self.socket.transport.abort()
        await self.socket.wait_closed()

    async def close(self):
        self.reader.cancel()
        await self.socket.close()
