"""Which processes have mail at all."""

from __future__ import annotations

from pathlib import Path

from boche.server.mail.service import MailSettings, mail_service
from tests.server.desk import Desk


def test_without_a_way_of_mail_there_is_none(desk: Desk) -> None:
    with mail_service(MailSettings(), desk.store, "https://play.example") as inbound:
        assert inbound is None


def test_a_process_that_carries_none_queues_mails_for_the_one_that_does(
    desk: Desk, tmp_path: Path
) -> None:
    settings = MailSettings(host="play.example", folder=tmp_path / "out")
    with mail_service(settings, desk.store, "https://play.example") as inbound:
        assert inbound is not None
    with mail_service(MailSettings(), desk.store, "https://play.example") as inbound:
        assert inbound is not None
        assert inbound.keys.host == "play.example"
