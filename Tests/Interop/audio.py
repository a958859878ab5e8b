"""A tone to send and a meter for what arrives, for media stacks that speak aiortc's interface."""

import asyncio
import fractions
import time
import wave
from contextlib import suppress

import av
import numpy

from patience import PATIENCE

RATE = 48_000
FRAME = 960  # 20 ms


def write_tone(path, frequency, seconds, amplitude=0.3):
    """A WAV file, mono, 16 bits, that sounds `frequency`."""
    positions = numpy.arange(RATE * seconds)
    samples = amplitude * 32767 * numpy.sin(2 * numpy.pi * frequency * positions / RATE)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())


def loudest_level(path, frequency):
    """The amplitude 0…1 of a tone in the 200 ms of a WAV file in which it is loudest."""
    with wave.open(str(path)) as file:
        rate, channels = file.getframerate(), file.getnchannels()
        samples = numpy.frombuffer(file.readframes(file.getnframes()), "<i2")[::channels] / 32768.0
    window = rate // 5
    starts = range(0, len(samples) - window, window)
    return max(level(samples[start:start + window], frequency, rate) for start in starts)


def level(samples, frequency, rate):
    """The amplitude 0…1 of a tone in samples."""
    wave_form = numpy.exp(-2j * numpy.pi * frequency * numpy.arange(len(samples)) / rate)
    return float(2 * abs(numpy.dot(samples, wave_form)) / len(samples))


def tone_track(stack, frequency, amplitude=0.3):
    """A track of `stack` (aiortc or webrtc.aiortc) that sounds `frequency` until it is stopped."""

    class ToneTrack(stack.MediaStreamTrack):
        kind = "audio"

        def __init__(self):
            super().__init__()
            self.frames = 0
            self.started = None

        async def recv(self):
            if self.started is None:
                self.started = time.monotonic()
            due = self.started + self.frames * FRAME / RATE
            # on purpose: a track has its frames when their time is
            await asyncio.sleep(max(0, due - time.monotonic()))
            positions = numpy.arange(self.frames * FRAME, (self.frames + 1) * FRAME)
            samples = amplitude * 32767 * numpy.sin(2 * numpy.pi * frequency * positions / RATE)
            frame = av.AudioFrame.from_ndarray(samples.astype(numpy.int16).reshape(1, -1), format="s16", layout="mono")
            frame.sample_rate = RATE
            frame.pts = self.frames * FRAME
            frame.time_base = fractions.Fraction(1, RATE)
            self.frames += 1
            return frame

    return ToneTrack()


class ToneMeter:
    """Reads a remote track; `level(frequency)` is the amplitude 0…1 of that tone over the last 200 ms."""

    WINDOW = RATE // 5
    SILENCE = 0.3

    def __init__(self, track):
        self.recent = numpy.zeros(self.WINDOW)
        self.rate = RATE
        self.latest = time.monotonic()
        self.looks = []
        self.task = asyncio.ensure_future(self._read(track))

    async def _read(self, track):
        while True:
            try:
                frame = await track.recv()
            except Exception:  # the stacks end a track with errors of their own
                return
            samples = frame.to_ndarray()
            channels = len(frame.layout.channels)
            mono = samples.reshape(-1, channels)[:, 0] if samples.shape[0] == 1 else samples[0]
            scale = 32768.0 if samples.dtype.kind == "i" else 1.0
            self.rate = frame.sample_rate
            self.recent = numpy.concatenate([self.recent, mono / scale])[-self.WINDOW:]
            self.latest = time.monotonic()
            for look in self.looks:
                look()

    def level(self, frequency):
        if time.monotonic() - self.latest > self.SILENCE:
            return 0.0  # no frame comes any more: that is silence too
        return level(self.recent, frequency, self.rate)

    async def hears(self, frequency, limit=PATIENCE):
        await self._until(lambda: self.level(frequency) > 0.1, limit, f"hears {frequency} Hz")

    async def loses(self, frequency, limit=PATIENCE):
        await self._until(lambda: self.level(frequency) < 0.01, limit, f"loses {frequency} Hz")

    async def hears_both(self, low, high, limit=PATIENCE):
        """Both tones of a key at once. What libwebrtc plays for a telephone event is short and rather soft."""
        await self._until(lambda: min(self.level(low), self.level(high)) > 0.04, limit, f"hears {low} and {high} Hz")

    async def _until(self, condition, limit, what):
        """Looks at each frame: on a busy machine several come at once, and a tone is over after the last."""
        found = asyncio.Event()

        def look():
            if condition():
                found.set()

        self.looks.append(look)
        deadline = time.monotonic() + limit
        look()
        try:
            while not found.is_set():
                assert time.monotonic() < deadline, f"within {limit} s no peer {what}"
                with suppress(asyncio.TimeoutError):  # That no frame comes is silence.
                    await asyncio.wait_for(found.wait(), self.SILENCE + 0.05)
                look()
        finally:
            self.looks.remove(look)
