"""One side of a call of libwebrtc that plays speech and records: `voice_peer.py offer|answer FOLDER SPEECH SECONDS`.

The two sides find each other's descriptions in the folder, for no signaling of ours is to be measured here.
"""

import asyncio
import fractions
import os
import pathlib
import sys
import time
import wave

import av
import numpy
import webrtc.aiortc as stack

from audio import FRAME, RATE


class Speech(stack.MediaStreamTrack):
    kind = "audio"

    def __init__(self, path):
        super().__init__()
        with wave.open(path) as file:
            self.samples = numpy.frombuffer(file.readframes(file.getnframes()), "<i2")
        self.count, self.started = 0, None

    async def recv(self):
        self.started = self.started or time.monotonic()
        # on purpose: a track has its frames when their time is
        await asyncio.sleep(max(0, self.started + self.count * FRAME / RATE - time.monotonic()))
        at = self.count * FRAME % (len(self.samples) - FRAME)
        frame = av.AudioFrame.from_ndarray(
            self.samples[at:at + FRAME].reshape(1, -1).copy(), format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE, self.count * FRAME, fractions.Fraction(1, RATE)
        self.count += 1
        return frame


async def record(track, path):
    file = None
    while True:
        frame = await track.recv()
        samples = frame.to_ndarray().reshape(-1, len(frame.layout.channels))[:, 0]
        if file is None:
            file = wave.open(str(path), "wb")
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(frame.sample_rate)
        file.writeframes(samples.astype("<i2").tobytes())


def put(path, text):
    path.with_suffix(".new").write_text(text)
    path.with_suffix(".new").rename(path)


async def get(path):
    while not path.exists():
        # on purpose: another process writes the file, and nothing tells of it
        await asyncio.sleep(0.02)
    return path.read_text()


async def talk(role, folder, speech, seconds):
    connection = stack.RTCPeerConnection()
    connection.addTrack(Speech(speech))
    recordings = []
    connection.on("track", lambda track: recordings.append(asyncio.ensure_future(record(track, folder / f"{role}.wav"))))
    gathered = asyncio.Event()
    connection.on("icegatheringstatechange", gathered.set)

    async def described():
        while connection.iceGatheringState != "complete":
            gathered.clear()
            await gathered.wait()
        return connection.localDescription.sdp

    async def hear(name):
        sdp = await get(folder / name)
        await connection.setRemoteDescription(stack.RTCSessionDescription(sdp=sdp, type=name))

    if role == "offer":
        await connection.setLocalDescription(await connection.createOffer())
        put(folder / "offer", await described())
        await hear("answer")
    else:
        await hear("offer")
        await connection.setLocalDescription(await connection.createAnswer())
        put(folder / "answer", await described())
    # on purpose: so long is the recording
    await asyncio.sleep(seconds)
    # The library's threads do not end by themselves.
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(talk(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], float(sys.argv[4])))
