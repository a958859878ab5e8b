"""Gaps in recorded sound: how long a tone was not heard."""

import wave

import numpy

from audio import level

FRAME = 0.01
LEAST = 0.06
"""Seconds. A shorter one is a packet or two, which any network loses."""
SILENT = 0.05


def gaps(path, frequencies):
    """Seconds of each stretch in which none of the tones sounds, after the first of them did."""
    found, since, heard = [], None, False
    for start, sounds in sounding(path, frequencies):
        heard = heard or sounds
        if not heard:
            continue
        if not sounds and since is None:
            since = start
        if sounds and since is not None:
            found.append(start - since)
            since = None
    return [round(gap, 2) for gap in found if gap >= LEAST]


def sounding(path, frequencies):
    with wave.open(str(path)) as file:
        rate, channels = file.getframerate(), file.getnchannels()
        samples = numpy.frombuffer(file.readframes(file.getnframes()), "<i2")[::channels] / 32768.0
    size = int(rate * FRAME)
    for start in range(0, len(samples) - size, size):
        frame = samples[start:start + size]
        yield start / rate, any(level(frame, frequency, rate) > SILENT for frequency in frequencies)
