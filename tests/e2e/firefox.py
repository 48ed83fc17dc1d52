"""A real headless Firefox, driven by its own protocol (Marionette): JSON over TCP."""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 120.0  # timeout in seconds; a busy machine is slow
PREFERENCES = {
    "marionette.port": 0,  # any free port; a file in the profile then names it
    "webgl.force-enabled": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class NoFirefoxError(Exception):
    """A missing Firefox, or one that does not start."""


class DrivenError(Exception):
    """A command that Firefox could not carry out."""


class Firefox:
    """A running Firefox, which runs requests for pages in their tabs, one at a time."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._file = self._socket.makefile("rb")
        self._numbers = itertools.count(1)
        self._shown: str | None = None
        self._read()  # the greeting
        self.ask("WebDriver:NewSession", strictFileInteractability=False)
        self.ask("WebDriver:SetTimeouts", script=int(PATIENCE * 1000))

    def _read(self) -> Any:
        length = b""
        while (byte := self._file.read(1)) != b":":
            if not byte:
                raise DrivenError("Firefox has ended")
            length += byte
        return json.loads(self._file.read(int(length)))

    def ask(self, command: str, **values: Any) -> Any:
        """Send a command of the protocol and return its answer. Raises ``DrivenError``."""
        data = json.dumps([0, next(self._numbers), command, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, value = self._read()
        if error:
            raise DrivenError(f"{command}: {error['error']}: {error['message']}")
        return value

    def in_tab(self, handle: str, command: str, **values: Any) -> Any:
        """Send a command in a tab, which is brought to the front first."""
        if self._shown != handle:
            self.ask("WebDriver:SwitchToWindow", handle=handle, focus=True)
            self._shown = handle
        return self.ask(command, **values)

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def new_page(self) -> Page:
        """Open a new tab."""
        return Page(self, self.ask("WebDriver:NewWindow", type="tab")["handle"])


class Page:
    """A browser tab."""

    def __init__(self, browser: Firefox, handle: str) -> None:
        self._browser, self._handle = browser, handle

    def ask(self, command: str, **values: Any) -> Any:
        """Send a command of the protocol in this tab and return its value."""
        answer = self._browser.in_tab(self._handle, command, **values)
        return answer.get("value") if isinstance(answer, dict) else answer

    def goto(self, url: str) -> None:
        self.ask("WebDriver:Navigate", url=url)

    def evaluate(self, expression: str, *given: Any) -> Any:
        """Return an expression's value, with ``given`` as ``arguments``; promises are awaited."""
        script = f"return ({expression});"
        return self.ask("WebDriver:ExecuteScript", script=script, args=list(given), sandbox=None)

    def wait_for(self, expression: str, *given: Any) -> Any:
        """Wait until an expression is true, as for ``evaluate``, and return its value."""
        end = time.monotonic() + PATIENCE
        while not (found := self.evaluate(expression, *given)):
            if time.monotonic() > end:
                raise DrivenError(f"never true: {expression}")
            time.sleep(0.05)
        return found

    def sees(self, where: str, text: str) -> None:
        """Wait until an element of the page contains a text."""
        script = "document.querySelector(arguments[0])?.textContent.includes(arguments[1])"
        self.wait_for(script, where, text)

    def click(self, selector: str) -> None:
        """Click the element that matches a selector."""
        self.ask("WebDriver:ElementClick", id=self.find(selector))

    def fill(self, selector: str, text: str) -> None:
        """Replace a field's value by typing."""
        found = self.find(selector)
        self.ask("WebDriver:ElementClear", id=found)
        self.ask("WebDriver:ElementSendKeys", id=found, text=text)

    def find(self, selector: str) -> str:
        found = self.ask("WebDriver:FindElement", using="css selector", value=selector)
        return str(next(iter(found.values())))

    def screenshot(self, path: Path) -> None:
        """Save the visible page as PNG."""
        path.write_bytes(base64.b64decode(self.ask("WebDriver:TakeScreenshot", full=False)))

    def close(self) -> None:
        self.ask("WebDriver:CloseWindow")


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Yield a Firefox with its own profile until the block ends. Raises ``NoFirefoxError``."""
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    if found is None:
        raise NoFirefoxError("there is no firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = Path(folder)
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        process = subprocess.Popen(
            [found, "--headless", "--marionette", "--no-remote", "--profile", folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": folder, "MOZ_CRASHREPORTER_DISABLE": "1"},
        )  # fmt: skip
        try:
            with closing(Firefox(_port(process, profile))) as made:
                yield made
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _port(process: subprocess.Popen[bytes], profile: Path) -> int:
    """Return the port that it listens on, once it does."""
    told = profile / "MarionetteActivePort"
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        if told.exists() and (text := told.read_text()):
            return int(text)
        time.sleep(0.05)
    raise NoFirefoxError("Firefox does not start")
