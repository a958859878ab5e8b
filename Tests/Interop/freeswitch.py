"""An exchange of FreeSWITCH's kind for pages: its dialect of Verto as mod_verto speaks it on the wire, and aiortc's media.

Written from the dialect as seen on the wire, without the project's code. Each call is with the exchange itself, which
sounds a tone and measures the sound that it hears."""

import asyncio
import itertools
import json
import re
import uuid

import aiortc
import websockets

from audio import ToneMeter, tone_track
from patience import PATIENCE

CAUSES = {"unallocated": (1, "UNALLOCATED_NUMBER"), "busy": (17, "USER_BUSY")}
"""What becomes of a call to these; any other number rings until the test answers."""
CLEARING = (16, "NORMAL_CLEARING")
UNNAMED = re.compile(r"a=(mid|group|extmap|msid-semantic|extmap-allow-mixed)\b.*\r\n")


def plain(sdp):
    """A description as FreeSWITCH's: it names no media, bundles nothing and has no header extensions."""
    return UNNAMED.sub("", sdp)


def offered(sdp):
    """An offer of FreeSWITCH's names the profile without its transport."""
    return plain(sdp).replace("UDP/TLS/RTP/SAVPF", "RTP/SAVPF")


class Refusal(Exception):
    """An error of JSON-RPC."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code, self.message = code, message


class Call:
    """One call with a page, and the sound at this end of it."""

    def __init__(self, switch, session, call_id):
        self.switch, self.session, self.id = switch, session, call_id
        self.connection = self.meter = self.offer = None
        self.is_up, self.digits, self.held = False, "", False
        loop = asyncio.get_running_loop()
        self.taken, self.transferred, self.ended = (loop.create_future() for _ in range(3))
        self.connect()

    def connect(self, certificates=None):
        self.connection = aiortc.RTCPeerConnection(aiortc.RTCConfiguration(iceServers=[]))
        if certificates:
            # Before the first track, which makes the transport.
            self.connection._RTCPeerConnection__certificates = certificates
        self.connection.addTrack(tone_track(aiortc, self.switch.tone))
        self.connection.on("track", self.heard)

    def heard(self, track):
        self.meter = ToneMeter(track)

    async def renew(self):
        """Another connection under the certificate of the one before, as at each attach of FreeSWITCH."""
        before = self.connection
        self.connect(before._RTCPeerConnection__certificates)
        await before.close()

    async def describe(self):
        await self.connection.setLocalDescription(await self.connection.createOffer())
        return offered(self.connection.localDescription.sdp)

    async def answer_to(self, sdp):
        await self.connection.setRemoteDescription(aiortc.RTCSessionDescription(UNNAMED.sub("", sdp), "offer"))
        await self.connection.setLocalDescription(await self.connection.createAnswer())
        return plain(self.connection.localDescription.sdp)

    async def accept(self, sdp):
        """The answer to an offer, under the name that aiortc gave the media which the page was not told."""
        name = self.connection.getTransceivers()[0].mid
        named = re.sub(r"(m=audio .*\r\n)", rf"\1a=mid:{name}\r\n", UNNAMED.sub("", sdp))
        await self.connection.setRemoteDescription(aiortc.RTCSessionDescription(named, "answer"))
        self.is_up = True

    async def tell(self, method, **params):
        await self.switch.push(self.session, method, callID=self.id, **params)

    async def answer(self):
        """Of a call that a page makes: its sound was there before, so the answer has no description."""
        self.is_up = True
        await self.tell("verto.answer")
        await self.tell("verto.display", display_name="Tone", display_number="9664")

    async def hang_up(self):
        await self.tell("verto.bye", causeCode=CLEARING[0], cause=CLEARING[1])
        await self.end(CLEARING)

    async def end(self, why):
        self.switch.calls.pop(self.id, None)
        self.ended.set_result(why)
        await self.connection.close()


class FreeSwitch:
    """passwords: of each user. tone: what every call sounds."""

    def __init__(self, passwords, tone):
        self.passwords, self.tone = passwords, tone
        self.calls, self.sockets = {}, {}
        # One counter for the whole process: on a socket the numbers have gaps and may be those of the client's requests.
        self.numbers = itertools.count(1)
        self.placed = asyncio.Queue()
        """Calls that pages make, from the moment they ring."""
        self.attached = asyncio.Queue()
        """Calls that pages took up again."""

    async def __aenter__(self):
        self.server = await websockets.serve(self.serve, "127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{self.server.sockets[0].getsockname()[1]}/"
        return self

    async def __aexit__(self, *_):
        self.server.close()
        for call in list(self.calls.values()):
            await call.connection.close()

    async def ring(self, session, name):
        """A call to the page of that session."""
        call = Call(self, session, str(uuid.uuid4()))
        self.calls[call.id] = call
        await call.tell(
            "verto.invite", sdp=await call.describe(), caller_id_name=name, caller_id_number="9664",
            callee_id_name="Outbound Call", callee_id_number="page", display_direction="outbound", variables={})
        return call

    async def push(self, session, method, **params):
        await self.send(self.sockets[session], id=next(self.numbers), method=method, params=params)

    async def send(self, socket, **frame):
        await socket.send(json.dumps({"jsonrpc": "2.0", **frame}))

    async def serve(self, socket):
        session = None
        try:
            async for text in socket:
                frame = json.loads(text)
                if "method" not in frame:
                    continue  # What a page replies is not looked at.
                params = frame.get("params", {})
                try:
                    if session is None and frame["method"] != "login":
                        raise Refusal(-32000, "Authentication Required")
                    result, after = await self.take(session, frame["method"], params)
                except Refusal as refusal:
                    error = {"code": refusal.code, "message": refusal.message}
                    await self.send(socket, id=frame["id"], error=error)
                    continue
                session = params["sessid"]
                self.sockets[session] = socket
                await self.send(socket, id=frame["id"], result={**result, "sessid": session})
                await after()
        except websockets.ConnectionClosed:
            pass  # A page that is loaded anew says no word; its calls are kept.

    async def take(self, session, method, params):
        """The result of a request, and what follows it."""
        takes = {
            "login": self.log_in, "verto.ping": self.ping, "verto.invite": self.invited, "verto.answer": self.answered,
            "verto.attach": self.attaching, "verto.bye": self.released, "verto.modify": self.modified,
            "verto.info": self.informed}
        if method not in takes:
            raise Refusal(-32601, "Invalid Method, Missing Method or Permission Denied")
        return await takes[method](session, params)

    def call(self, params):
        try:
            return self.calls[params["dialogParams"]["callID"]]
        except KeyError:
            raise Refusal(-32002, "CALL DOES NOT EXIST") from None

    async def log_in(self, _, params):
        if "login" not in params:
            raise Refusal(-32000, "Authentication Required")
        password = self.passwords.get(params["login"])
        if password is None or password != params.get("passwd"):
            raise Refusal(-32001, "Login Incorrect" if password is None else "Authentication Failure")
        session = params["sessid"]
        standing = [call for call in self.calls.values() if call.session == session and call.is_up]

        async def ready():
            for call in standing:
                await call.renew()
                await call.tell("verto.attach", sdp=await call.describe())
            await self.push(session, "verto.clientReady", reattached_sessions=[call.id for call in standing])

        return {"message": "logged in"}, ready

    async def ping(self, *_):
        return {"message": "PONG"}, nothing

    async def invited(self, session, params):
        dialog = params["dialogParams"]
        call = Call(self, session, dialog["callID"])
        self.calls[call.id] = call
        failure = CAUSES.get(dialog["destination_number"])

        async def ring():
            if failure:
                await call.tell("verto.bye", causeCode=failure[0], cause=failure[1])
                return await call.end(failure)
            await call.tell("verto.media", sdp=await call.answer_to(params["sdp"]))
            await self.placed.put(call)

        return {"message": "CALL CREATED", "callID": call.id}, ring

    async def answered(self, _, params):
        call = self.call(params)
        await call.accept(params["sdp"])
        call.taken.set_result(None)
        return {}, nothing

    async def attaching(self, _, params):
        call = self.call(params)
        await call.accept(params["sdp"])
        await self.attached.put(call)
        return {}, nothing

    async def released(self, _, params):
        call = self.call(params)
        why = (params["causeCode"], params["cause"])
        await call.end(why)
        return {"callID": call.id, "message": "CALL ENDED", "causeCode": why[0], "cause": why[1]}, nothing

    async def modified(self, _, params):
        call, action = self.call(params), params["action"]
        if action == "transfer":
            return await self.transferring(call, params.get("destination"))
        if action in ("hold", "unhold"):
            call.held = action == "hold"
        state = "held" if call.held else "active"
        return {"callID": call.id, "action": action, "holdState": state}, nothing

    async def transferring(self, call, destination):
        """The other side of a call that stands goes to the destination, and the page's leg ends."""
        if not destination:
            raise Refusal(-32002, "destination missing")
        if not call.is_up:
            raise Refusal(-32002, "call is not bridged")
        call.transferred.set_result(destination)
        return {"callID": call.id, "action": "transfer", "message": "CALL TRANSFERRED"}, call.hang_up

    async def informed(self, _, params):
        self.call(params).digits += params["dtmf"]
        return {"message": "SENT"}, nothing


async def nothing():
    """What follows most requests."""


async def soon(awaited):
    return await asyncio.wait_for(awaited, PATIENCE)
