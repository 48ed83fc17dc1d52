"""What health checks are told of the mail server."""

from __future__ import annotations

from boche.server.mail.delivery import PostponedError, RefusedError
from tests.server.mail.office import Mailer

REFUSED = ConnectionRefusedError(111, "Connection refused")


def test_a_mail_server_that_is_away_is_noted_until_it_is_back(mailer: Mailer) -> None:
    mailer.way.trouble = [REFUSED, REFUSED, REFUSED]
    mailer.board()
    mailer.carried()
    assert mailer.status.trouble == "Connection refused"
    mailer.way.trouble = [REFUSED]
    mailer.delivery.look_for_server()
    assert mailer.status.trouble == "Connection refused"
    mailer.way.trouble = []
    mailer.delivery.look_for_server()
    assert mailer.status.trouble == "", "although no mail is due yet"


def test_one_recipients_trouble_is_not_the_servers(mailer: Mailer) -> None:
    mailer.way.trouble = [
        PostponedError("450 later, please"), RefusedError("550 nobody", address=True)
    ]  # fmt: skip
    mailer.board()
    mailer.carried()
    assert mailer.status.trouble == ""
