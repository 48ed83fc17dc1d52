"""A Postfix for the tests, in their folder, on this machine only."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from tests.ports import free_port

HOST = "games.example"
PLAYERS = ("ann", "bob")

AS_ROOT = [] if os.geteuid() == 0 else ["sudo", "-n"]
"""Prefix that starts Postfix as root; it drops the privileges by itself."""

MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.{host}
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
queue_run_delay = 1s
# Sooner a mail may be looked at before the last try has let go of it, and then it waits long.
minimal_backoff_time = 3s
maximal_backoff_time = 3s
fast_flush_domains =
transport_retry_time = 1s
recipient_delimiter = +
smtpd_reject_unlisted_recipient = no
relay_domains = {host}
transport_maps = inline:{{ {host}=lmtp:inet:127.0.0.1:{lmtp} }}
lmtp_destination_recipient_limit = 1
virtual_mailbox_domains = example.org
virtual_mailbox_base = {folder}/mail
virtual_mailbox_maps = inline:{{ {boxes} }}
virtual_uid_maps = static:{user}
virtual_gid_maps = static:{group}
"""
MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def _boxes(*names: str) -> str:
    return ", ".join(f"{{{name}@example.org={name}/}}" for name in names)


class Postfix:
    """A mail server that passes mail to the server by LMTP and stores players' mail in maildirs."""

    def __init__(self, folder: Path) -> None:
        """Start it. ``folder`` must have a short path, as it holds the sockets."""
        self.folder, self.port, self.lmtp = folder, free_port(), free_port()
        config, mail = folder / "config", folder / "mail"
        owner = pwd.getpwnam("postfix")
        for each in (config, mail, folder / "queue", folder / "data"):
            each.mkdir(parents=True)
        folder.chmod(0o755)
        # Mailboxes belong to the user who runs the tests; Postfix does not deliver as root.
        reader = pwd.getpwuid(os.geteuid()) if AS_ROOT else owner
        for each, user in ((mail, reader), (folder / "data", owner)):
            self._as_root("chown", f"{user.pw_uid}:{user.pw_gid}", str(each))
        (config / "main.cf").write_text(
            MAIN.format(folder=folder, host=HOST, lmtp=self.lmtp, boxes=_boxes(*PLAYERS),
                        user=reader.pw_uid, group=reader.pw_gid)
        )  # fmt: skip
        (config / "master.cf").write_text(MASTER.format(port=self.port))
        self.run("start")

    def _as_root(self, *command: str) -> None:
        done = subprocess.run([*AS_ROOT, *command], capture_output=True, text=True, check=False)
        if done.returncode:
            said = f"{done.stdout}{done.stderr}{self.log()}"
            raise RuntimeError(
                f"{' '.join(command)}: {said} (the tests' Postfix needs root, or sudo)"
            )

    def run(self, what: str) -> None:
        """Start, stop, abort or reload Postfix."""
        postfix = shutil.which("postfix") or "/usr/sbin/postfix"
        self._as_root(postfix, "-c", str(self.folder / "config"), what)
        if what == "start":
            self._wait_for_port()

    def _wait_for_port(self) -> None:
        end = time.monotonic() + 120.0
        while time.monotonic() < end:
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise RuntimeError(f"Postfix does not listen: {self.log()}")

    def log(self) -> str:
        with suppress(OSError):
            return (self.folder / "log").read_text()
        return ""

    def count(self, *parts: str) -> int:
        """Return how many lines of its log contain all these parts."""
        return sum(all(part in line for part in parts) for line in self.log().splitlines())

    def mails(self, name: str) -> list[EmailMessage]:
        """Return a player's mails, the oldest first."""
        new = self.folder / "mail" / name / "new"
        files = sorted(new.iterdir(), key=lambda path: path.stat().st_mtime_ns) \
            if new.exists() else []  # fmt: skip
        found = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in files]
        return [each for each in found if isinstance(each, EmailMessage)]

    def keep_only(self, *names: str) -> None:
        """Close all other players' mailboxes: their mails are accepted and bounced later."""
        settings = self.folder / "config" / "main.cf"
        settings.write_text(settings.read_text().replace(_boxes(*PLAYERS), _boxes(*names)))
        self.run("reload")

    def close(self) -> None:
        self.run("stop")
        self._as_root("rm", "-rf", str(self.folder))
