"""The sounds: short, without clicks, of the pitches that they are said to have."""

from __future__ import annotations

import io
import wave
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from boche.viewer.sound import waves
from boche.viewer.sound.waves import RATE


def heard(data: bytes) -> NDArray[np.float64]:
    """Return the samples of a WAV file, from -1 to 1, without the silence at its end."""
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        sound = np.frombuffer(file.readframes(file.getnframes()), np.int16) / 32_768
    sound, silence = np.split(sound, [np.flatnonzero(sound)[-1] + 1])
    assert len(silence) > RATE / 2, "or a sound server's buffer never fills"
    return np.asarray(sound)


@pytest.mark.parametrize(
    ("data", "shortest", "longest", "loudest"),
    [
        (waves.down(), 0.1, 0.3, 0.7), (waves.capture_sound(), 0.2, 0.5, 0.7),
        (waves.over(), 1.0, 2.0, 0.5), (waves.call(), 0.1, 0.5, 0.2),
    ],
    ids=["down", "taken", "over", "call"],
)  # fmt: skip
def test_sounds_begin_at_once_end_soon_and_do_not_click(
    data: bytes, shortest: float, longest: float, loudest: float
) -> None:
    sound = heard(data)
    assert shortest < len(sound) / RATE < longest
    assert abs(sound).max() == pytest.approx(loudest, abs=0.001)
    assert abs(sound[: round(0.01 * RATE)]).max() > loudest / 4, "it is heard within 10 ms"
    assert abs(sound[:2]).max() < loudest / 10
    assert abs(sound[-round(0.001 * RATE) :]).max() < 0.002


def test_no_two_pieces_in_a_row_sound_the_same() -> None:
    sounds = [waves.down(turn) for turn in range(8)]
    assert all(one != other for one, other in pairwise(sounds))


def test_the_call_has_two_pitches() -> None:
    for pitch, part in zip(waves.CALL, np.array_split(heard(waves.call()), 2), strict=True):
        found = abs(np.fft.rfft(part)).argmax() * RATE / len(part)
        assert abs(found - pitch) < 10


def test_the_end_rises() -> None:
    sound, step = heard(waves.over()), round(waves.APART * RATE)
    for place, pitch in enumerate(waves.CHORD):
        part = sound[place * step : (place + 1) * step]
        power = abs(np.fft.rfft(part, 4 * RATE))
        near = [power[4 * round(hz)] for hz in waves.CHORD]
        assert near[place] == max(near), pitch
