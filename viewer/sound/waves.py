"""Sounds as WAV files: a piece set down on wood, pieces taken, the end, and a call.

A struck piece of wood sounds like a few vibrations that fade within some hundredths of a second,
the higher the sooner, after a noise of a few thousandths. A bar of a marimba has one that lasts,
and one two octaves above.
"""

from __future__ import annotations

import io
import wave
from functools import cache

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]

RATE = 44_100
"""Samples a second."""

SILENCE = 1.0
"""Seconds of silence at the end: PulseAudio plays nothing before its buffer is full."""

WOOD = ((310.0, 1.0, 0.045), (640.0, 0.6, 0.03), (1130.0, 0.35, 0.02), (2100.0, 0.2, 0.012))
"""Vibrations of a block on a board: hertz, loudness, and seconds until a third is left."""

BAR = ((1.0, 1.0, 0.35), (3.93, 0.22, 0.09))
"""Vibrations of a marimba's bar: how often its pitch, loudness, and seconds as above."""

STRUCK = 0.004
"""Seconds of the noise as it is struck."""

SWELL = 0.0005
"""Seconds until a sound is as loud as it gets, so that it does not click."""

CHORD = (261.6, 329.6, 392.0, 523.3)
"""Pitches of the end, one after another, in hertz: C major."""

APART = 0.12
"""Seconds between these."""

CALL = (660.0, 880.0)
"""Pitches of the call, in hertz."""


def _faded(sound: Samples) -> Samples:
    """Return the sound swelling at its beginning and fading at its end."""
    swell, fade = round(SWELL * RATE), round(0.02 * RATE)
    sound[:swell] *= np.linspace(0.0, 1.0, swell, endpoint=False)
    sound[-fade:] *= np.linspace(1.0, 0.0, fade)
    return sound


def _ringing(vibrations: tuple[tuple[float, float, float], ...], seconds: float) -> Samples:
    t = np.arange(round(seconds * RATE)) / RATE
    rows = [loud * np.exp(-t / last) * np.sin(2 * np.pi * hz * t) for hz, loud, last in vibrations]
    return np.asarray(np.sum(rows, axis=0))


def knock(pitch: float = 1.0) -> Samples:
    """Return a quarter of a second of a piece set down; ``pitch`` is a factor, above 1 smaller."""
    sound = _ringing(tuple((hz * pitch, loud, last) for hz, loud, last in WOOD), 0.25)
    count = round(STRUCK * RATE)
    noise = np.random.default_rng(1).uniform(-1.0, 1.0, count)
    sound[:count] += 0.4 * noise * np.linspace(1.0, 0.0, count) ** 2
    return _faded(sound)


def bar(pitch: float) -> Samples:
    """Return a second and a half of a bar that is struck softly; ``pitch`` is in hertz."""
    return _faded(_ringing(tuple((pitch * of, loud, last) for of, loud, last in BAR), 1.5))


def together(*parts: tuple[float, Samples]) -> Samples:
    """Return sounds that begin at given seconds, mixed."""
    starts = [round(start * RATE) for start, _ in parts]
    whole = np.zeros(max(at + len(part) for at, (_, part) in zip(starts, parts, strict=True)))
    for at, (_, part) in zip(starts, parts, strict=True):
        whole[at : at + len(part)] += part
    return whole


def swelling(pitch: float, seconds: float) -> Samples:
    """Return a tone that comes and goes; ``pitch`` is in hertz."""
    t = np.arange(round(seconds * RATE)) / RATE
    loud = np.minimum(t / 0.01, 1.0) * (1.0 + np.cos(np.pi * t / seconds)) / 2.0
    return np.asarray(loud * np.sin(2.0 * np.pi * pitch * t))


def file_of(sound: Samples, peak: float) -> bytes:
    """Return a WAV file of a sound whose loudest sample is ``peak``, at most 1."""
    whole = np.rint(sound / abs(sound).max() * peak * 32_767).astype("<i2")
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(whole.tobytes())
        file.writeframes(bytes(2 * round(SILENCE * RATE)))
    return data.getvalue()


@cache
def down(turn: int = 0) -> bytes:
    """Return a piece set down on wood; ``turn`` varies it a little, as no two sound the same."""
    return file_of(knock((1.0, 1.04, 0.97, 1.02)[turn % 4]), 0.7)


@cache
def capture_sound() -> bytes:
    """Return pieces that are taken off: two light knocks, then the piece that took them."""
    return file_of(
        together((0.0, 0.5 * knock(1.5)), (0.07, 0.6 * knock(1.35)), (0.16, knock())), 0.7
    )


@cache
def over() -> bytes:
    """Return the end of a game: four bars, from low to high."""
    return file_of(
        together(*((APART * place, bar(pitch)) for place, pitch in enumerate(CHORD))), 0.5
    )


@cache
def call() -> bytes:
    """Return two soft tones that call somebody who looks elsewhere."""
    return file_of(np.concatenate([swelling(pitch, 0.15) for pitch in CALL]), 0.2)
