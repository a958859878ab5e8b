"""Gaps in recorded sound: how long a tone was not heard."""

import wave

import numpy

from audio import level

FRAME = 0.01
LEAST = 0.06
"""Seconds. A shorter one is a packet or two, which any network loses."""
SILENT = 0.05
CERTAIN = 40
"""Frames with the other tone, and none with the present one between, after which it is another leg and no accident."""


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
    """What sounds like the other tone for a moment only was made up by a phone that misses packets, and is a gap too."""
    found, leg, present = [], [], None
    begin, others = None, 0
    for start, tone in frames:
        present = tone if present is None else present
        if tone == present:
            begin, others = None, 0
        elif tone is not None:
            begin, others = len(leg) if begin is None else begin, others + 1
        leg.append((start, tone))
        if others == CERTAIN:
            found.append(of_leg(leg[:begin], present, leg[begin][0]))
            leg, present, begin, others = leg[begin:], tone, None, 0
    return [*found, of_leg(leg, present)]


def of_leg(frames, tone, end=None):
    """end: when the next leg begins, up to which silence counts."""
    heard = [(start, one == tone) for start, one in frames]
    return stretches(heard if end is None else [*heard, (end, True)])


def sounding(path, frequencies):
    """Of each frame its start, in seconds, and which tone sounds in it; an hour is read without being kept."""
    with wave.open(str(path)) as file:
        rate, channels = file.getframerate(), file.getnchannels()
        size = int(rate * FRAME)
        for number in range(file.getnframes() // size):
            samples = numpy.frombuffer(file.readframes(size), "<i2")[::channels] / 32768.0
            loudest = max(frequencies, key=lambda frequency: level(samples, frequency, rate))
            yield number * FRAME, loudest if level(samples, loudest, rate) > SILENT else None
