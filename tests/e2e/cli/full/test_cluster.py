"""Work on a cluster: the same games as here, whatever its workers do; refusals in one line."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from distributed import Security

from boche.engine.match.series import match
from tests import ROOT
from tests.e2e.cli.clusters import environment, games_in, local_cluster, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

QUICK = ("match", "random", "greedy", "--size", "3")
GAMES = 36
MATCH = ("match", "2", "3", "--size", "4", "--games", str(GAMES), "--seed", "5", "-o")


def start(*args: str, settings: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "boche", *args],
        env={**environment(), **(settings or {})}, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def run(*args: str, settings: Mapping[str, str] | None = None) -> tuple[int, str, str]:
    """Return the exit code, the output, and the last line of what is said beside it."""
    process = start(*args, settings=settings)
    out, err = process.communicate(timeout=240)
    assert "Traceback" not in err, err
    return process.returncode, out, err.rpartition("\r")[2].splitlines()[-1] if err else ""


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_workers_come_and_go_and_no_game_is_lost_or_differs(boche, tmp_path: Path) -> None:
    far = tmp_path / "far"
    with local_cluster(tmp_path) as cluster:
        others = ("b", "c", "d")
        for name in ("a", *others):
            cluster.begin_worker(name)
        for name in ("a", *others):
            cluster.wait_for(name)
        process = start(*MATCH, str(far), "--cluster", cluster.address)
        until(lambda: games_in(far) >= 6, "games")

        cluster.send(signal.SIGSTOP, "a")  # so that it is lost with games that it has begun
        so_far = games_in(far)
        until(lambda: games_in(far) >= so_far + 6, "games of three workers")

        cluster.send(signal.SIGSTOP, *others)
        cluster.worker("e")
        # Only now: what it had begun would else wait for the others, and leave no room for more.
        cluster.send(signal.SIGKILL, "a")
        so_far = games_in(far)
        until(lambda: games_in(far) >= so_far + 2, "games of the worker that came later")
        cluster.send(signal.SIGCONT, *others)
        out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    code, local_out, err = boche(*MATCH, str(tmp_path / "here"), "--jobs", "1")
    assert (code, out) == (0, local_out)
    assert games_in(far) == GAMES
    assert files_in(far) == files_in(tmp_path / "here")


def test_a_lost_scheduler_is_one_line_and_the_match_goes_on_later(tmp_path: Path) -> None:
    far = tmp_path / "far"
    with local_cluster(tmp_path) as cluster:
        cluster.worker("a")
        process = start(*QUICK, "--games", "999999", "-o", str(far), "--cluster", cluster.address)
        until(lambda: games_in(far) >= 5, "games")
        cluster.send(signal.SIGSTOP, "scheduler")  # questions to it are under way when it ends
        time.sleep(2)
        cluster.send(signal.SIGKILL, "scheduler")
        out, err = process.communicate(timeout=240)
    assert (process.returncode, out) == (2, "")
    assert (
        err.rpartition("\r")[2]
        .splitlines()[-1]
        .startswith(f"boche match: the cluster at {cluster.address}: the connection was lost")
    )
    assert "Traceback" not in err, err
    played = games_in(far)
    again = (*QUICK, "--games", str(played + 2), "-o", str(far))
    code, out, _ = run(*again, "--jobs", "1")
    assert code == 0
    assert games_in(far) == played + 2


def test_a_worker_with_another_version_is_named(tmp_path: Path) -> None:
    other = tmp_path / "other"
    compiled = shutil.ignore_patterns("__pycache__")  # other tests write there meanwhile
    shutil.copytree(ROOT / "engine", other / "boche" / "engine", ignore=compiled)
    for path in (ROOT / "boche").iterdir():
        if path.is_file():
            shutil.copy(path, other / "boche")
    with (other / "boche" / "engine" / "words.py").open("a") as file:
        file.write("# changed\n")
    with local_cluster(tmp_path) as cluster:
        match = (*QUICK, "--games", "9999", "-o", str(tmp_path / "m"), "--cluster")
        cluster.worker("other", other)
        code, _, said = run(*match, cluster.address)
        assert code == 2
        assert "has boche's engine " in said
        assert said.endswith("; install the same version on all machines")

        cluster.send(signal.SIGKILL, "other")
        cluster.worker("same")
        process = start(*match, cluster.address)
        until(lambda: games_in(tmp_path / "m") >= 2, "games")
        cluster.begin_worker("late", other)
        _, err = process.communicate(timeout=240)
        assert process.returncode == 2
        assert "has boche's engine " in err.splitlines()[-1]


def test_a_match_of_a_script_has_the_same_games_on_a_cluster(tmp_path: Path) -> None:
    with local_cluster(tmp_path) as cluster:
        cluster.worker("a")
        far = match("random", "greedy", size=3, games=6, cluster=cluster.address)
    assert far.records == match("random", "greedy", size=3, games=6).records


def test_a_tournament_is_played_on_a_cluster(tmp_path: Path) -> None:
    with local_cluster(tmp_path) as cluster:
        cluster.worker("a")
        words = ("tournament", "random", "greedy", "random", "--size", "3", "--csv")
        here = run(*words, "-o", str(tmp_path / "1" / "cup"))
        there = run(*words, "-o", str(tmp_path / "2" / "cup"), "--cluster", cluster.address)
    assert here[:2] == there[:2]
    assert here[0] == 0
    assert files_in(tmp_path / "1" / "cup") == files_in(tmp_path / "2" / "cup")


def test_ctrl_c_leaves_the_cluster_and_keeps_the_games(tmp_path: Path) -> None:
    far = tmp_path / "far"
    with local_cluster(tmp_path) as cluster:
        cluster.worker("a")
        match = (*QUICK, "-o", str(far), "--cluster", cluster.address, "--games")
        process = start(*match, "999999")
        until(lambda: games_in(far) >= 5, "games")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=240)
        assert process.returncode == 130
        assert err.rpartition("\r")[2].splitlines()[-1].startswith("boche match: stopped; ")
        assert "Traceback" not in err, err
        played = games_in(far)
        assert run(*match, str(played + 3))[0] == 0
    assert games_in(far) == played + 3


def tls_settings(folder: Path) -> dict[str, str]:
    """Return the settings for a new certificate that all members share."""
    folder.mkdir()
    made = Security.temporary()
    (folder / "ca.pem").write_text(made.tls_ca_file)
    (folder / "key.pem").write_text(made.tls_client_key)
    tls = "DASK_DISTRIBUTED__COMM__TLS__"
    settings = {
        "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "true",
        f"{tls}CA_FILE": str(folder / "ca.pem"),
    }
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        settings[f"{tls}{role}__CERT"] = str(folder / "ca.pem")
        settings[f"{tls}{role}__KEY"] = str(folder / "key.pem")
    return settings


def test_only_who_has_a_certificate_may_connect(tmp_path: Path) -> None:
    settings = tls_settings(tmp_path / "members")
    match = (*QUICK, "--games", "2", "-o", str(tmp_path / "m"), "--cluster")
    with local_cluster(tmp_path, settings) as cluster:
        assert cluster.address.startswith("tls://")
        cluster.worker("a")
        code, _, said = run(*match, cluster.address, settings=tls_settings(tmp_path / "others"))
        assert (code, games_in(tmp_path / "m")) == (2, 0)
        assert said.startswith(f"boche match: cannot reach the cluster at {cluster.address}: ")
        code, _, said = run(*match, cluster.address, settings=settings)
        assert (code, games_in(tmp_path / "m")) == (0, 2), said


def test_certificates_that_are_not_there_are_named_as_settings(tmp_path: Path) -> None:
    settings = dict.fromkeys(tls_settings(tmp_path / "members"), str(tmp_path / "no.pem"))
    settings["DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION"] = "true"
    match = (*QUICK, "-o", str(tmp_path / "m"), "--cluster", "tls://127.0.0.1:1")
    code, _, said = run(*match, settings=settings)
    assert code == 2
    assert "set DASK_DISTRIBUTED__COMM__TLS__CA_FILE," in said


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("127.0.0.1:8786", "not a cluster address: give tcp://HOST:PORT"),
        ("tcp://127.0.0.1:99999", "not a cluster address"),
        ("tcp://127.0.0.1:1", "cannot reach the cluster at tcp://127.0.0.1:1: "),
        ("tls://127.0.0.1:1", "certificates: set DASK_DISTRIBUTED__COMM__TLS__CA_FILE,"),
        ("tcp://8.8.8.8:8786", "is a public address"),
    ],
)
def test_an_address_that_cannot_be_used_is_one_line(
    tmp_path: Path, address: str, problem: str
) -> None:
    process = start(*QUICK, "-o", str(tmp_path / "m"), "--cluster", address)
    out, err = process.communicate(timeout=240)
    assert (process.returncode, out, err.count("\n")) == (2, "", 1)
    assert problem in err


def test_a_missing_package_is_named(boche, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "boche.engine.tasks.cluster", raising=False)
    code, _, err = boche(*QUICK, "-o", str(tmp_path / "m"), "--cluster", "tcp://127.0.0.1:1")
    assert code == 2
    assert err == (
        "boche match: a cluster needs Dask, which is not installed: pip install distributed "
        "(packages that bring their own Python cannot have it)\n"
    )
    assert os.listdir(tmp_path / "m") == ["match.json"]
