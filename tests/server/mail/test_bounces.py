"""Mails that bounce after the mail server has accepted them."""

from __future__ import annotations

from boche.engine.durations import DAY
from tests.server.mail.office import Mailer, mail_of


def bounce(status: str = "5.1.1", action: str = "failed", count: int = 0) -> bytes:
    """Return a report as Postfix writes it."""
    lines = [
        "Return-Path: <>", "From: MAILER-DAEMON@example.org (Mail Delivery System)",
        f"Message-ID: <{status}-{action}-{count}@example.org>",
        "Subject: Undelivered Mail Returned to Sender", "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0", 'Content-Type: multipart/report; report-type=delivery-status;',
        '\tboundary="b"', "", "--b", "Content-Description: Notification",
        "Content-Type: text/plain; charset=us-ascii", "", "<bob@example.org>: unknown user", "",
        "--b", "Content-Description: Delivery report", "Content-Type: message/delivery-status", "",
        "Reporting-MTA: dns; mx.example.org", "", "Final-Recipient: rfc822; bob@example.org",
        "Original-Recipient: rfc822;bob@example.org", f"Action: {action}", f"Status: {status}",
        "Diagnostic-Code: X-Postfix; unknown user", "", "--b--", "",
    ]  # fmt: skip
    return "\n".join(lines).encode()


class Bounced:
    """A post office whose mails to Bob bounce, each to the address that its envelope named."""

    def __init__(self, mailer: Mailer) -> None:
        self.mailer = mailer
        _, self.ann, self.bob = mailer.board()
        mailer.carried()
        self.count = 0

    def writes(self) -> str | None:
        """Write from Ann to Bob; return the mail's bounce address, or None if none goes out."""
        self.mailer.desk.do("message bob", "hello", user=self.ann)
        return self.mailer.way.senders[-1] if self.mailer.carried() else None

    def takes(self, to: str, status: str = "5.1.1", action: str = "failed") -> str:
        """Take a report; return the outcome."""
        self.count += 1
        return self.mailer.post.take(bounce(status, action, self.count), "", [to])


def test_an_address_from_which_mails_come_back_gets_no_more(mailer: Mailer) -> None:
    bounced = Bounced(mailer)
    for _ in range(3):
        to = bounced.writes()
        assert to is not None
        assert bounced.takes(to.upper()) == "came back: 5.1.1"
        assert bounced.takes(to) == "again", "each mail comes back once"
    assert bounced.writes() is None
    assert "refused our mail" in mailer.desk.do("mail", user=bounced.bob)
    mailer.confirm("bob")
    assert bounced.writes() is not None


def test_one_that_comes_back_a_week_is_borne(mailer: Mailer) -> None:
    bounced = Bounced(mailer)
    for _ in range(6):
        to = bounced.writes()
        assert to is not None
        assert bounced.takes(to, "5.2.2").startswith("came back")
        mailer.desk.pass_time(7 * DAY)


def test_nobody_is_silenced_by_a_forged_or_a_passing_bounce(mailer: Mailer) -> None:
    bounced = Bounced(mailer)
    for n in range(4):
        to = bounced.writes()
        assert to is not None
        name, _, host = to.partition("@")
        wrong = name[:-1] + ("a" if name[-1] != "a" else "b")
        other = f"bounce+999999-{name[-20:]}"
        for forged in (name[:-1], wrong, other, "bounce+1", "bounce", "play"):
            assert bounced.takes(f"{forged}@{host}").startswith("ignored"), forged
        assert bounced.takes(to, "4.4.1").startswith("ignored"), "it is given up, not refused"
        assert bounced.takes(to, "5.1.1", "delayed").startswith("ignored")
        away = mail_of("I am away", to=to, extra=["Auto-Submitted: auto-replied"])
        assert mailer.post.take(away, "", [to]).startswith("ignored")
        assert mailer.send(f"boche show {n}", to=to) == "done", "a person gets an answer, no more"
    assert "refused our mail" not in mailer.desk.do("mail", user=bounced.bob)
