"""The saved language: read alone, whatever the file of the settings is like."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boche.engine.languages.catalogue import codes
from boche.viewer.storage.language import language_of, saved_language
from boche.viewer.storage.settings import Settings, load_settings, save_settings, settings_file


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    return tmp_path


def test_what_is_saved_is_read() -> None:
    assert saved_language() == ""
    for code in ("de", "fr", "en", ""):
        assert save_settings(Settings(language=code)) == ""
        assert saved_language() == code == load_settings()[0].language


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"7", b"null", b"\xff", b"[" * 100_000, b'{"language": 7}',
        b'{"language": null}', b'{"language": ["de"]}', b'{"language": "tlh"}', b'{"theme": "x"}',
        b'{"language": "en-XA"}',
    ],
)  # fmt: skip
def test_damage_means_the_system_s_language(content: bytes) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_bytes(content)
    assert saved_language() == ""


def test_a_folder_in_its_place_means_the_system_s_language() -> None:
    settings_file().mkdir(parents=True)
    assert saved_language() == ""


def test_an_unknown_language_is_told_and_replaced() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(json.dumps({"language": "tlh", "theme": "dark"}))
    settings, problems = load_settings()
    assert (settings.language, settings.theme) == ("", "dark")
    assert len(problems) == 1
    assert f"language must be one of {', '.join(codes())}, not 'tlh'" in problems[0]


def test_the_system_s_language_stands_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_LANGUAGE", "fr")
    assert [language_of(code) for code in ("", "de", "en")] == ["fr", "de", "en"]
