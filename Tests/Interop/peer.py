"""A calling peer made of another maker's media stack and the small Verto client."""

import asyncio
import uuid

from audio import ToneMeter, tone_track
from patience import PATIENCE
from verto import VertoClient


def fingerprints(sdp):
    return {line for line in sdp.splitlines() if line.startswith("a=fingerprint")}


class Peer:
    def __init__(self, stack, client, frequency):
        self.stack = stack
        self.client = client
        self.frequency = frequency
        self.call_id = None
        self._connect()

    def _connect(self, certificates=None):
        # Without servers: those it would take are not reached here, and are waited for five seconds at each description.
        self.connection = self.stack.RTCPeerConnection(self.stack.RTCConfiguration(iceServers=[]))
        if certificates:
            # Before the first track, which makes the transport.
            self.connection._RTCPeerConnection__certificates = certificates
        self.connection.addTrack(tone_track(self.stack, self.frequency))
        self.meter = None
        self.connection.on("track", self._track)
        self.gathering = asyncio.Event()
        self.connection.on("icegatheringstatechange", self.gathering.set)

    @classmethod
    async def registered(cls, stack, url, user, password, frequency):
        client = await VertoClient.connect(url)
        await client.login(user, password)
        return cls(stack, client, frequency)

    def _track(self, track):
        self.meter = ToneMeter(track)

    async def _gathered(self):
        while self.connection.iceGatheringState != "complete":
            self.gathering.clear()
            await asyncio.wait_for(self.gathering.wait(), PATIENCE)
        return self.connection.localDescription.sdp

    async def call(self, destination):
        self.call_id = str(uuid.uuid4())
        await self.connection.setLocalDescription(await self.connection.createOffer())
        result = await self.client.request(
            "verto.invite", sdp=await self._gathered(), dialogParams=self.client.dialog(self.call_id, destination))
        assert result["message"] == "CALL CREATED" and result["callID"] == self.call_id
        answer = await self.client.expect("verto.answer")
        sdp = answer.get("sdp") or (await self.client.expect("verto.media"))["sdp"]
        await self.connection.setRemoteDescription(self.stack.RTCSessionDescription(sdp=sdp, type="answer"))

    async def answer(self):
        invite = await self.client.expect("verto.invite")
        self.call_id = invite["callID"]
        sdp = await self._answer_to(invite["sdp"])
        await self.client.request("verto.answer", sdp=sdp, dialogParams=self.client.dialog(self.call_id))

    async def _answer_to(self, sdp):
        await self.connection.setRemoteDescription(self.stack.RTCSessionDescription(sdp=sdp, type="offer"))
        await self.connection.setLocalDescription(await self.connection.createAnswer())
        return await self._gathered()

    async def come_back(self, url, user, password):
        """Another socket for the session, over which the exchange offers the call; returns that offer."""
        self.client = await VertoClient.connect(url, self.client.session)
        ready = await self.client.login(user, password)
        assert ready["reattached_sessions"] == [self.call_id]
        # It comes before the word that the session is ready.
        attach = await self.client.expect("verto.attach", limit=0.1)
        assert attach["callID"] == self.call_id
        return attach["sdp"]

    async def attach(self, offer, frequency, keeps_certificate=False):
        """Takes the call up with a new peer connection and another tone; returns the one before, which knows nothing.

        keeps_certificate: as FreeSWITCH, which begins DTLS anew under the certificate it had. Of aiortc only."""
        before, self.frequency = self.connection, frequency
        self._connect(before._RTCPeerConnection__certificates if keeps_certificate else None)
        sdp = await self._answer_to(offer)
        assert not keeps_certificate or fingerprints(sdp) == fingerprints(before.localDescription.sdp)
        await self.accept(sdp)
        return before

    async def accept(self, sdp):
        await self.client.request("verto.attach", sdp=sdp, dialogParams=self.client.dialog(self.call_id))

    async def modify(self, action):
        return await self.client.request("verto.modify", action=action, dialogParams=self.client.dialog(self.call_id))

    async def digits(self, digits):
        return await self.client.request("verto.info", dtmf=digits, dialogParams=self.client.dialog(self.call_id))

    def send_tones(self, digits):
        """As telephone events among the media; only libwebrtc has them, behind the interface it shares with aiortc."""
        self.connection.getSenders()[0]._native.dtmf.insert_dtmf(digits)

    async def hang_up(self):
        dialog = self.client.dialog(self.call_id)
        return await self.client.request("verto.bye", cause="NORMAL_CLEARING", causeCode=16, dialogParams=dialog)

    async def close(self):
        await self.connection.close()
        await self.client.close()
