"""A calling peer made of somebody else's media stack and the small Verto client."""

import asyncio
import uuid

from audio import ToneMeter, tone_track
from verto import VertoClient


class Peer:
    def __init__(self, stack, client, frequency):
        self.stack = stack
        self.client = client
        self.connection = stack.RTCPeerConnection()
        self.connection.addTrack(tone_track(stack, frequency))
        self.meter = None
        self.call_id = None
        self.connection.on("track", self._track)

    @classmethod
    async def registered(cls, stack, url, user, password, frequency):
        client = await VertoClient.connect(url)
        await client.login(user, password)
        return cls(stack, client, frequency)

    def _track(self, track):
        self.meter = ToneMeter(track)

    async def _gathered(self):
        while self.connection.iceGatheringState != "complete":
            await asyncio.sleep(0.02)
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
        offer = self.stack.RTCSessionDescription(sdp=invite["sdp"], type="offer")
        await self.connection.setRemoteDescription(offer)
        await self.connection.setLocalDescription(await self.connection.createAnswer())
        await self.client.request("verto.answer", sdp=await self._gathered(), dialogParams=self.client.dialog(self.call_id))

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
