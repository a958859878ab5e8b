"""Heard speech compared with the spoken one, by PESQ for wide band (ITU-T P.862.2)."""

import math
import statistics
import wave

import numpy
from pesq import PesqError, pesq
from scipy.signal import fftconvolve, resample_poly

RATE = 16_000
PIECE = 8
"""Seconds: PESQ is made for sentences."""
FIRST = 8
"""Seconds into the recording: until then the sent sound follows the network."""
PIECES = 4


def load(path, rate=RATE):
    with wave.open(str(path)) as file:
        its, channels = file.getframerate(), file.getnchannels()
        samples = numpy.frombuffer(file.readframes(file.getnframes()), "<i2")[::channels].astype(float)
    common = math.gcd(rate, its)
    return resample_poly(samples, rate // common, its // common)


def resample(path, other, rate):
    samples = load(path, rate)
    with wave.open(str(other), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(numpy.clip(samples, -32_767, 32_767).astype("<i2").tobytes())


def envelope(samples):
    level = numpy.abs(samples)[:len(samples) // 80 * 80].reshape(-1, 80).mean(1)
    return level - level.mean()


def score(said, heard):
    """The mean over pieces. Each is compared with the part of the spoken sound which it resembles: where that is, gaps and
    stretched sound do not tell.

    No more of the spoken sound is taken than was heard: PESQ counts a margin of 50 ms as loss, and scores even the speech
    itself 3.9 then, which hides what lies above."""
    said, heard = load(said), load(heard)
    said = numpy.concatenate([said, said])
    scores = []
    for number in range(PIECES):
        start = (FIRST + number * PIECE) * RATE
        piece = heard[start:start + PIECE * RATE]
        if len(piece) < PIECE * RATE:
            break
        if numpy.abs(piece).max() < 30:
            scores.append(1.0)
            continue
        place = int(numpy.argmax(fftconvolve(envelope(said), envelope(piece)[::-1], mode="valid"))) * 80
        part = said[place:place + len(piece)]
        try:
            scores.append(pesq(RATE, part / 32_768, piece / 32_768, "wb"))
        except PesqError:
            scores.append(1.0)
    return statistics.mean(scores) if scores else float("nan")
