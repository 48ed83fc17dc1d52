"""File dialogs with a script in place of the system's: answers, failures and clean-up."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from boche.viewer.session import Session
from boche.viewer.window.records.native_dialogs import PLAIN, FileDialog, ask_file
from tests.viewer.window.user import User

Fake = Callable[[str], FileDialog]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Return a function that opens a dialog whose program is a shell script."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv(PLAIN, raising=False)
    monkeypatch.delenv("XDG_CURRENT_DESKTOP", raising=False)

    def ask(script: str) -> FileDialog:
        program = tmp_path / "zenity"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        dialog = ask_file("Open", tmp_path, save=False)
        assert dialog is not None
        return dialog

    return ask


def answer(dialog: FileDialog) -> str:
    end = time.monotonic() + 120
    while (chosen := dialog.poll()) is None:
        assert time.monotonic() < end
        time.sleep(0.01)
    return chosen


def is_gone(dialog: FileDialog) -> bool:
    """Return whether the process is gone, with its exit status already collected."""
    try:
        os.kill(dialog.process.pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize(
    ("script", "chosen"),
    [
        ("echo /tmp/a.sgf", "/tmp/a.sgf"),
        ("echo /tmp/a.sgf; exit 1", "/tmp/a.sgf"),
        ("exit 1", ""),
        (r"printf '/tmp/\344.sgf\n'", "/tmp/\udce4.sgf"),
        (r"printf '/tmp/two\nlines\n'", "/tmp/two\nlines"),
    ],
)
def test_what_was_chosen(fake: Fake, script: str, chosen: str) -> None:
    dialog = fake(script)
    assert answer(dialog) == chosen
    assert is_gone(dialog)


def test_a_dialog_that_leaves_others_behind_holds_nothing_up(fake: Fake, tmp_path: Path) -> None:
    """Leave a service running that keeps the output open, as dialogs of some desktops do."""
    dialog = fake(f"sleep 60 & echo $! > {tmp_path}/pid; echo /tmp/a.sgf")
    assert answer(dialog) == "/tmp/a.sgf"
    os.kill(int((tmp_path / "pid").read_text()), 9)


def test_one_that_fails_is_told(fake: Fake) -> None:
    dialog = fake("exit 7")
    with pytest.raises(OSError, match="the file dialog failed"):
        answer(dialog)
    assert is_gone(dialog)


@pytest.mark.parametrize("script", ["exec sleep 60", "trap '' TERM; echo on; while :; do :; done"])
def test_closed_it_is_gone_at_once(fake: Fake, script: str) -> None:
    dialog = fake(script)
    assert dialog.poll() is None
    if "trap" in script:
        assert dialog.process.stdout is not None
        assert dialog.process.stdout.readline() == b"on\n"
    start = time.monotonic()
    dialog.close()
    assert time.monotonic() - start < 30, "it waits for the dialog's end"
    assert is_gone(dialog)


def test_one_that_is_over_can_be_closed(fake: Fake) -> None:
    dialog = fake("exit 0")
    dialog.process.wait(10)
    dialog.close()
    assert is_gone(dialog)


def test_without_a_program_there_is_none(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", fail)
    (tmp_path / "zenity").write_text("")
    assert ask_file("Open", tmp_path, save=True) is None


@pytest.mark.parametrize("pressed", ["library", "Ctrl+Shift+O"])
def test_from_the_window_s_own_dialog_a_press_leads_to_the_library(
    pressed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PLAIN, "1")
    monkeypatch.chdir(tmp_path)
    user = User(Session.new("boku"))

    def leave() -> None:
        if "+" in pressed:
            user.key(pressed)
        else:
            user.form.press(pressed)

    user.opening.open()
    assert user.form.name == "files"
    leave()
    assert user.form.name == "library"
    user.form.press("file")
    assert user.form.name == "files"
    leave()
    assert user.form.name == "library"
    user.key("Escape")
    assert user.desk.hud.open_form is None, "it comes back to itself"
    user.new()
    user.opening.open(user.games.again)
    leave()
    user.key("Escape")
    assert user.form.name == "new"
    user.saving.save_as()
    assert "library" not in [each.name for each in user.form.buttons]
    user.key("Ctrl+Shift+O")
    assert user.form.name == "files"


def test_from_the_note_on_the_system_s_dialog_a_press_leads_to_the_library(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake("exec sleep 60").close()
    monkeypatch.chdir(tmp_path)
    user = User(Session.new("boku"))
    user.opening.open()
    assert user.form.name == "waiting"
    user.form.press("library")
    user.pass_time()
    assert user.form.name == "library"
