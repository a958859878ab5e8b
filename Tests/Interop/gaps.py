"""Gaps in recorded sound: how long a tone was not heard."""

import wave

import numpy

from audio import level

FRAME = 0.01
LEAST = 0.06
"""Seconds. A shorter one is a packet or two, which any network loses."""
SILENT = 0.05
CERTAIN = 10
"""Frames in a row with the other tone, after which it is another leg and no accident."""


def gaps(path, frequencies):
    """Seconds of each stretch in which none of the tones sounds, after the first of them did."""
    return stretches((start, tone is not None) for start, tone in sounding(path, frequencies))


def stretches(frames):
    found, since, heard = [], None, False
    for start, sounds in frames:
        heard = heard or sounds
        if not heard:
            continue
        if not sounds and since is None:
            since = start
        if sounds and since is not None:
            found.append(start - since)
            since = None
    return [round(gap, 2) for gap in found if gap >= LEAST]


def legs(path, frequencies):
    """The gaps of each leg of a recording. A leg begins when the other one of two tones sounds."""
    return split(sounding(path, frequencies))


def split(frames):
    found, leg, present, others = [], [], None, 0
    for start, tone in frames:
        present = tone if present is None else present
        leg.append((start, tone is not None))
        others = others + 1 if tone not in (None, present) else 0
        if others == CERTAIN:
            # With the first frame of the next leg, so that silence up to there counts.
            found.append(stretches(leg[:1 - CERTAIN]))
            leg, present, others = leg[-CERTAIN:], tone, 0
    return [*found, stretches(leg)]


def sounding(path, frequencies):
    """Of each frame its start, in seconds, and which tone sounds in it; an hour is read without being kept."""
    with wave.open(str(path)) as file:
        rate, channels = file.getframerate(), file.getnchannels()
        size = int(rate * FRAME)
        for number in range(file.getnframes() // size):
            samples = numpy.frombuffer(file.readframes(size), "<i2")[::channels] / 32768.0
            loudest = max(frequencies, key=lambda frequency: level(samples, frequency, rate))
            yield number * FRAME, loudest if level(samples, loudest, rate) > SILENT else None
