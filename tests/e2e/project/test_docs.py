"""Examples in the pages and in the commands' help, which work as printed."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.gtp.engine import Engine
from boche.engine.level import Level
from boche.engine.players.levels import LEVELS, level_of
from boche.engine.players.registry import REGISTRY
from boche.engine.record import check, dump_moves, dump_sgf, load, loads
from boche.testing import tutorial
from boche.viewer.cli import command
from tests import ROOT

PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "assets" / "rules").glob("*.md")),
]
RECORDS = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", RECORDS, re.DOTALL | re.MULTILINE)
SGF = [text for text in BLOCKS if text.startswith("(;")]
LISTS = [text for text in BLOCKS if text.partition(" ")[0] in GAMES]


def commands_in(text: str) -> list[str]:
    """Return the command lines in code blocks and inline code, without the text around them."""
    lines = re.findall(r"^(?:    |  )?(?:.*\| )?(?:\.venv/bin/)?boche( .*|)$", text, re.MULTILINE)
    lines += re.findall(r"`boche ([^`]*)`", text)
    return [re.split(r" {2,}|\s#|\s\|\s", line.strip())[0] for line in lines]


EXAMPLES = {
    name: commands_in(re.sub(r"^examples?:\n", "", parser.epilog or ""))
    for name, parser in command.build_parser().commands.items()
}


def test_each_command_is_found_without_the_others() -> None:
    for name, parser in command.build_parser().commands.items():
        alone = command.build_parser(name)
        assert name in alone.format_help()
        assert len(alone.commands) < len(EXAMPLES)
        assert alone.commands[name].format_help() == parser.format_help()
    assert command.build_parser("neither").commands.keys() == EXAMPLES.keys()


def test_every_command_has_examples() -> None:
    assert all(EXAMPLES.values())
    assert {example.split()[0] for examples in EXAMPLES.values() for example in examples} == set(
        EXAMPLES
    )


# The commands of the tutorial know a game that tests/plugins/push/test_own_game.py installs.
TYPED = [page for page in PAGES if page != tutorial.PAGE]


@pytest.mark.parametrize("page", [*TYPED, *EXAMPLES], ids=lambda page: getattr(page, "name", page))
def test_commands_can_be_typed_as_they_are_shown(
    page: Path | str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = EXAMPLES[page] if isinstance(page, str) else commands_in(page.read_text("utf-8"))
    for line in shown:
        if re.search(r"\[|\.\.\.$|--help$|^(challenge|move) |^\w+=", line):
            continue  # a synopsis; help, which ends; the mail server's commands; a position
        words = shlex.split(line)
        named = words[0] if words and words[0] in EXAMPLES else "play"
        assert command.parsed(words).command == named, line
        assert "this spelling ends" not in capsys.readouterr().err, line


FOLDERS = ("assets", "benchmarks", "engine", "examples", "scripts", "server", "testing", "tests",
           "training", "viewer")  # fmt: skip


def test_every_source_that_a_page_names_is_there() -> None:
    """Pages name files by their last parts; GAME stands for a game, NAME for any name."""
    sources = [
        path.as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.[jp][sy]")
    ]
    sources += [f"/{file}" for file in tutorial.files_for(tutorial.NAME)]
    all_of_them = "\n".join(sources)
    lost = []
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for name in re.findall(r"`([\w/.]+\.(?:py|js))`", page.read_text(encoding="utf-8")):
            pattern = re.sub("GAME|NAME", r"\\w+", re.escape(name))
            if not re.search(rf"(?m)/{pattern}$", all_of_them):
                lost.append(f"{page.relative_to(ROOT)}: {name}")
    assert lost == []


def test_every_picture_is_shown_and_every_one_shown_is_there() -> None:
    """Check both ways, so that no unused picture is kept."""
    shown = {
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text("utf-8"))
    }
    kept = set((ROOT / "docs" / "pictures").iterdir())
    assert kept <= shown
    assert all(picture.is_file() for picture in shown)


QUICK = ("show", "legal", "check", "convert", "new", "perft")


@pytest.mark.parametrize("line", [line for name in QUICK for line in EXAMPLES[name]])
def test_examples_of_the_help_run(line: str, boche, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    sample = ROOT / "assets" / "records" / "boche-figure-size-4.sgf"
    (tmp_path / "games").mkdir()
    for name in ("game.sgf", "games/one.sgf"):
        if f"-o {name}" in line:
            continue
        shutil.copy(sample, tmp_path / name)
    (tmp_path / "moves.txt").write_text("c:a1 swap")
    words = shlex.split(line.replace("games/*.sgf", "games/one.sgf"))
    code, _, err = boche(*words, stdin=b"c:a1")
    assert (code, err) == (0, "")


def test_there_is_an_example_of_each_game() -> None:
    assert {load(text.encode()).game_name for text in SGF} == set(GAMES)
    assert len(LISTS) == 2


@pytest.mark.parametrize("text", [*SGF, *LISTS], ids=lambda text: text.split("\n")[0][:30])
def test_records_are_read_and_written_as_they_are_shown(text: str) -> None:
    record = loads(text)
    assert (list(record.problems), check(record)) == ([], [])
    assert loads(dump_sgf(record).decode()) == record
    if record.setup is None:  # a list of moves cannot hold the others
        again = loads(dump_moves(record))
        assert (again.moves(), again.options) == (record.moves(), record.options)


def test_the_same_game_from_both_ends_of_the_board() -> None:
    north, south = (load(text.encode()) for text in SGF if "GM[19]" in text and "AB[" not in text)
    assert north.moves() == south.moves()
    assert north.options == south.options == {"bases": 3, "wrap": True}


def test_the_python_example(tmp_path: Path, monkeypatch) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", RECORDS, re.DOTALL | re.MULTILINE)
    shutil.copy(ROOT / "assets" / "records" / "boche-swap.sgf", tmp_path / "game.sgf")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(code, names)
    assert names["record"] == load("game.sgf")


def test_the_results_of_the_rules_are_listed() -> None:
    """Look up the ending of each sample record in the table of results."""
    for path in (ROOT / "assets" / "records").iterdir():
        if path.suffix == ".sgf":
            kind = load(path).result.partition("+")[2]
            assert f"+{kind}`" in RECORDS, path.name


def test_the_options_of_gtp() -> None:
    page = (ROOT / "docs" / "gtp.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^    boche-options\n((?:    .*\n)+)", page, re.MULTILINE)
    assert Engine().answer("boche-options") == re.sub("^    ", "", shown, flags=re.M) + "\n"


def test_the_players_are_those_there_are() -> None:
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    for name in REGISTRY:
        assert name.isdigit() or f"| `{name}" in page
    assert f"| level | {' | '.join(game.title for game in GAMES.values())} |" in page
    for number in LEVELS:
        cells = [level_cell(level_of(game, number)) for game in GAMES.values()]
        assert f"| {number} | {' | '.join(cells)} |" in page
        ratings = [rf"{level_of(game, number).rating} ± \d+" for game in GAMES.values()]
        assert re.search(r" \| ".join([rf"\| {number}", *ratings]) + r" \|", page)


def level_cell(level: Level) -> str:
    """Return a level as the table writes it."""
    effort = "all the time" if level.playouts is None else f"{level.playouts:,}"
    if level.learned:
        effort += ", learned"
    if not level.is_fallible:
        return effort
    return f"{effort}; {level.temperature:g}; {level.oversight:.1%}; {level.breadth:.0%}".replace(
        ".0%", "%"
    )
