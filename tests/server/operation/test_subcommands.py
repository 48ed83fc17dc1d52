"""The subcommands of ``serve``: what each takes, their helps, and the spellings of before."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.engine.languages.current import use
from boche.server.database.connect import open_store
from boche.viewer.cli import main
from boche.viewer.cli.command import build_parser
from boche.viewer.cli.commands import serve_actions
from boche.viewer.cli.commands.serve import GROUPS, SUBCOMMANDS
from boche.viewer.cli.commands.serve_spelling import with_subcommand

LINES, COLUMNS = 40, 80
OPTIONS = {
    option
    for words in ("--days 3", "--until 2090-01-01", "--most 3", "--uses 3", "--off", "--yes",
                  "--json", "--overwrite", "--migrate", "--port 0", "--reason x", "--note x",
                  "--address http://x", "--user x", "--mail x@y.example", "--workers 0",
                  "--smtp h:25", "--log-json")
    for option in [tuple(words.split())]
}  # fmt: skip
NEEDED = {"file": "copy.db", "name": "ann", "number": "17", "verdict": "draw"}
"""What stands for each positional argument that cannot be left out."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use("en")


@pytest.fixture
def data(tmp_path: Path) -> list[str]:
    """Return the options that name a database of a server."""
    open_store(f"sqlite:///{tmp_path / 'server.db'}").close()
    return ["--data", str(tmp_path)]


def words_of(name: str) -> list[str]:
    """Return a subcommand's words with what it needs."""
    needed = [NEEDED[each.name] for each in SUBCOMMANDS[name].options
              if hasattr(each, "name") and each.name in NEEDED]  # fmt: skip
    return [*name.split(), *needed]


# -- helps


@pytest.mark.parametrize("code", ["en", "de", "fr"])
@pytest.mark.parametrize("name", ["", *GROUPS, *SUBCOMMANDS])
def test_a_help_fits_a_terminal(
    code: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("BOCHE_LANGUAGE", code)
    assert main(["serve", *name.split(), "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= LINES
    assert [line for line in lines if len(line) > COLUMNS] == []
    assert f"boche serve {name}".rstrip() in lines[0]


def test_the_help_of_a_subcommand_has_its_options_and_no_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    where = {"--help", "--data", "--database", "--database-file"}
    wanted = {
        "backup": where, "restore": where | {"--overwrite"}, "user ban":
        where | {"--reason", "--days", "--until"}, "user operator": where | {"--off"},
        "log": where | {"--most", "--json"}, "invite list": where,
    }  # fmt: skip
    for name, options in wanted.items():
        main(["serve", *name.split(), "--help"])
        assert set(re.findall(r"^  (?:-h, )?(--[\w-]+)", capsys.readouterr().out, re.M)) == options


# -- what each takes


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_an_option_that_means_nothing_to_a_subcommand_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = build_parser("serve").parse_args(["serve", *words_of(name)]).parser.format_help()
    taken = set(re.findall(r"(?m)^ +(?:-\w, )?(--[\w-]+)", listed))
    foreign = [each for each in sorted(OPTIONS) if each[0] not in taken]
    if name == "maintenance":
        foreign.remove(("--off",))  # which was a spelling of ``maintenance off``
    assert foreign
    for option in foreign:
        words = [*words_of(name), *option, "--data", str(tmp_path / "none")]
        assert main(["serve", *words]) == 2
        shown = capsys.readouterr()
        assert shown.err == (
            f"boche serve {name}: unrecognized arguments: {option[0]}; "
            f"see boche serve {name} --help\n"
        )
        assert shown.out == ""
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("chek", "boche serve: argument WHAT: invalid choice: 'chek', did you mean 'check'?"),
        ("--data x chek", "invalid choice: 'chek', did you mean 'check'?"),
        ("game adjudicat 17 draw", "boche serve game: argument WHAT: invalid choice: "
         "'adjudicat', did you mean 'adjudicate'?"),
        ("qqq", "invalid choice: 'qqq' (choose from run, check, "),
        ("user", "boche serve user: say which: list, add, "),
        ("game --data x", "boche serve game: say which: list, adjudicate, "),
        ("invite add --uses", "boche serve invite add: argument --uses: expected one argument"),
        ("--port 65536", "boche serve run: argument --port: '65536' is not a whole number from 0 "
         "to 65,535; see boche serve run --help"),
        ("check --workers -1", "--workers: '-1' is not a whole number from 0 to 256"),
        ("check --workers 4000", "--workers: '4000' is not a whole number from 0 to 256"),
        ("run --patience 0", "--patience: '0' is not a number above 0 and up to 3,600 (seconds)"),
        ("run --ratings glicko", "--ratings: invalid choice: 'glicko', did you mean 'glicko2'?"),
        ("run --sign-up all", "(choose from open, invitation, closed)"),
        ("run --smtp nowhere", "--smtp: 'nowhere': expected HOST:PORT, such as 127.0.0.1:25"),
        ("run --metrics h:99999", "--metrics: 'h:99999': expected HOST:PORT"),
        ("run --smtp a:25 --mail-folder x", "--mail-folder: not allowed with argument --smtp"),
        ("log --database postgresql:///x --database-file x", "--database-file"),
        ("log --database-file none", "--database-file: 'none': No such file or directory"),
        ("log --data=", "argument --data: name a folder"),
        ("user ban eve --until soon", "'soon': expected a day, such as 2027-03-01"),
        ("user list --data none", "there is no database yet: "),
        ("maintenance onn", "'onn', did you mean 'on'?"),
    ],
)  # fmt: skip
def test_what_is_wrong_gets_one_line(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["serve", *words.split()]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert said in shown.err
    assert list(tmp_path.iterdir()) == []


def test_the_url_of_a_file_is_the_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "database"
    file.write_text("postgresql://ann@db.example/games\n")
    args = build_parser("serve").parse_args(["serve", "log", "--database-file", str(file)])
    assert args.database == "postgresql://ann@db.example/games"
    file.write_text("games.db")
    assert main(["serve", "log", "--database-file", str(file)]) == 2
    assert "expected one line, postgresql://..." in capsys.readouterr().err
    file.write_bytes(b"\xff")
    assert main(["serve", "log", "--database-file", str(file)]) == 2
    assert "it is not text" in capsys.readouterr().err


# -- spellings


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("operator ann", "user operator ann"), ("password ann", "user password ann"),
        ("operator ann --off", "user operator ann --off"),
        ("invite", "invite add"), ("invite --uses 3 --days 2", "invite add --uses 3 --days 2"),
        ("user invite --note club", "invite add --note club"),
        ("user invite --list", "invite list"),
        ("invite --list --data X", "invite list --data X"),
        ("invite --data X --revoke 1f", "invite revoke --data X 1f"),
        ("invite --revoke=1f", "invite revoke 1f"),
        ("maintenance --off", "maintenance off"),
        ("maintenance --data X --off", "maintenance off --data X"),
        ("--data X check", "check --data X"), ("--data=X --json log", "log --data=X --json"),
        ("--data X user ban eve --days 3", "user ban --data X eve --days 3"),
        ("user --data X list", "user list --data X"),
        ("--behind-proxy run --port 5", "run --behind-proxy --port 5"),
    ],
)  # fmt: skip
def test_a_spelling_of_before_goes_on_and_names_the_new_one(
    old: str, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert with_subcommand(old.split()) == new.split()
    line = capsys.readouterr().err
    path = next(name for name in sorted([*SUBCOMMANDS, "maintenance off"], key=len, reverse=True)
                if new.startswith(name))  # fmt: skip
    assert line == (
        f"boche: this spelling ends with the next release: write 'boche serve {path}', "
        "then options\n"
    )


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("", "run"), ("--port 5", "run --port 5"), ("--port 5 --help", "run --port 5 --help"),
        ("--help", "--help"), ("-h", "-h"), ("chek", "chek"), ("--data X chek", "chek --data X"),
        ("user", "user"), ("user --help", "user --help"), ("invite --help", "invite --help"),
        ("invite -h", "invite -h"), ("invite list --data X", "invite list --data X"),
        ("user ban --days 3 eve", "user ban --days 3 eve"), ("banner off", "banner off"),
        ("banner -- --off", "banner -- --off"), ("log --most 3", "log --most 3"),
        ("- check", "- check"),
        ("maintenance on --data X", "maintenance on --data X"),
    ],
)  # fmt: skip
def test_other_words_stay_and_nothing_is_said(
    words: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert with_subcommand(words.split()) == meant.split()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_the_example_of_a_help_is_understood(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*name.split(), *shlex.split(SUBCOMMANDS[name].example)]
    assert with_subcommand(words) == words
    args = build_parser("serve").parse_args(["serve", *words])
    assert callable(getattr(serve_actions, args.does))
    assert capsys.readouterr().err == ""


def test_old_spellings_do_what_the_new_ones_do(
    data: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["invite", "--note", "club", *data], [*data, "invite", "--list"],
                  ["user", "add", "ann", *data], ["operator", "ann", *data],
                  ["password", "ann", *data], ["maintenance", "--off", *data]):  # fmt: skip
        assert main(["serve", *words]) == 0
    shown = capsys.readouterr()
    link, listed, *_ = shown.out.splitlines()
    assert "/sign-up?invite=" in link
    assert listed.endswith("club")
    assert shown.err.count("this spelling ends with the next release") == 5
    assert main(["serve", "user", "list", *data]) == 0
    assert capsys.readouterr().out.endswith("ann  operator\n")
