"""The command line in other languages: which one it speaks, and that all of it does."""

from __future__ import annotations

import argparse
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from boche.engine.games.registry import GAMES
from boche.engine.languages.catalogue import PSEUDO, pseudo
from boche.engine.languages.current import current, use
from boche.viewer.cli import command
from boche.viewer.cli.argparse_words import COUNTED, WORDS
from boche.viewer.cli.commands import FILES
from boche.viewer.cli.language import speak
from boche.viewer.games.registry import view_of
from tests import ROOT
from tests.viewer.export.unpacked import Unpacked

COMMANDS = [name for names in FILES.values() for name in names]
SUBCOMMANDS = ["serve run", "serve user", "serve user ban", "serve game list", "serve maintenance"]
RECORD = str(ROOT / "assets" / "records" / "boche-path.sgf")
WORD = re.compile(r"[A-Za-z]*[aceinosuyzACEINOSUYZ][A-Za-z]*")
"""A word that would have accents."""

MOVES = re.compile(r"(?m)^([a-k]:[a-k]\d+ ?)+$")
"""A line of moves."""

KEPT = {"boche", "SGF", "Che", "Boku", "Octi", "JSON"} | {game.title for game in GAMES.values()}
"""Names that stay."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use("en")


@pytest.fixture
def says(boche, monkeypatch: pytest.MonkeyPatch):
    """Run the command in a language; return (exit code, standard output, standard error)."""

    def run(code: str, *args: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setenv("BOCHE_LANGUAGE", code)
        monkeypatch.setenv("COLUMNS", "80")
        return boche(*args, stdin=stdin)

    return run


def plain_lines(text: str, kept: set[str] | None = None) -> list[str]:
    """Return the lines that have words but no accent."""
    names = KEPT | (kept or set())
    lines = []
    for line in text.splitlines():
        words = set(WORD.findall(line)) - names
        if words and line.isascii():
            lines.append(line)
    return lines


def names_in(parser: argparse.ArgumentParser) -> set[str]:
    """Return the words of a parser's options, values and their choices, which stay English."""
    commands = getattr(parser, "commands", {})
    options = re.findall(r"--[\w-]+", parser.format_help())
    return set(WORD.findall(" ".join([parser.prog, parser.format_usage(), *options, *commands])))


def told(text: str) -> str:
    """Return a help without its usage, which has names only, and its examples."""
    text = re.sub(r"^(=+.*\n)?\S+ .*\n( .*\n)*", "", text, count=1)
    heading = "|".join(re.escape(pseudo(each)) for each in ("example:", "examples:"))
    return re.sub(rf"^(?:{heading})\n(  .*\n)*", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", [*COMMANDS, *SUBCOMMANDS])
def test_each_line_of_a_help_is_translated(says, name: str) -> None:
    code, out, _ = says(PSEUDO, *name.split(), "--help")
    assert code == 0
    assert out.startswith(pseudo("usage: "))
    parser = command.build_parser(name.split()[0])
    for word in name.split():
        parser = parser.commands[word]
    kept = names_in(parser)
    assert plain_lines(told(out), kept) == []


def test_the_program_s_own_help_is_translated(says) -> None:
    code, out, _ = says(PSEUDO, "--help")
    assert code == 0
    assert plain_lines(told(out), names_in(command.build_parser())) == []


@pytest.mark.parametrize("code", ["de", "fr"])
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_no_line_of_a_help_is_wider_than_the_terminal(says, code: str, name: str) -> None:
    _, out, _ = says(code, *[name] * bool(name), "--help")
    example = re.compile(rf"^  {re.escape(f'boche {name}')} |^ +\[?\{{")
    wide = [line for line in out.splitlines() if len(line) > 80 and not example.match(line)]
    assert wide == []


@pytest.mark.parametrize(
    "line",
    [
        ("show", RECORD, "--move", "5"), ("legal", RECORD, "--move", "3", "--limit", "2"),
        ("check", RECORD), ("rules",), ("show", RECORD, "--move", "999"),
        ("show", RECORD, "--number", "7"), ("show", RECORD, "--line", "9"), ("show",), ("nothing",),
        ("show", RECORD, "--size", "3", "--move", "5"), ("show", RECORD, "--size", "x"),
        ("convert", RECORD, "-z"), ("match", "1"), ("match", "1", "2", "--sprt", "5", "3"),
        ("puzzles", "list", "--seed"), ("puzzles", "check"), ("perft", "--depth", "-1"),
        ("new", "--date", "x"), ("new", "--cluster"), ("model", "-o", "x.png"),
        ("model", "-o", "x.stl"), ("shot", RECORD, "-o", "-", "--lens", "2"),
        ("film", RECORD, "-o", "x.gif", "--speed", "99"), ("explore", "--folder", "/nowhere"),
        ("serve", "user"), ("serve", "game", "list", "more"), ("serve", "copy", "more"),
        ("--language", "tlh", "rules"), ("tournament", "--resume", "x", "1"),
        ("page", RECORD, "-o", "-", "--collection"), ("play", RECORD, "--players", "A", "B"),
        ("remote", "help"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_a_command_prints_is_translated(says, tmp_path, monkeypatch, line) -> None:
    monkeypatch.chdir(tmp_path)
    _, out, err = says(PSEUDO, *line)
    assert out or err
    below = out.rpartition("\n\n")[2] if line[0] == "show" else out  # below the drawing
    assert plain_lines(MOVES.sub("", below) + err) == []


def test_what_the_program_wrote_in_a_comment_is_shown_in_the_language(says, tmp_path) -> None:
    record = tmp_path / "game.sgf"
    line = "[boche] light 61%, dark 39%; best: b:a2"
    written = f"mine\n{line}".replace("]", "\\]")
    record.write_text(f"(;GM[boche]SZ[4]CA[UTF-8]C[{written}])", "utf-8")
    assert line in says("en", "show", str(record))[1]
    assert "mine\n[boche] Hell 61\u00a0%, Dunkel 39\u00a0%" in says("de", "show", str(record))[1]
    page = tmp_path / "game.html"
    assert says("de", "page", str(record), "-o", str(page))[0] == 0
    assert "[boche] Hell 61" in Unpacked(page.read_text("utf-8")).story["nodes"][0]["comment"]
    assert written in says("de", "convert", str(record))[1], "the record stays as it is"


def test_what_a_part_of_a_set_is_is_said_in_german(says) -> None:
    told = " ".join(says("de", "model", "--help")[1].split())
    assert "cube (in seinen zwei Teilen), board" in told
    english = [
        part.about
        for game in GAMES
        if (printed := view_of(game).printed) is not None
        for part in printed().parts.values()
        if part.about and part.about in told
    ]
    assert english == []


def test_what_stands_for_values_is_in_the_language(says) -> None:
    out = says("de", "play", "--help")[1]
    assert "[SPIEL|PARTIE]" in out
    assert "--players ERSTER ZWEITER" in out
    assert "GAME" not in out
    assert "Argument BEFEHL: ungültige Wahl: „zeige“" in says("de", "zeige")[2]


def test_thousands_are_grouped_as_in_the_language(says) -> None:
    assert "6 (Wertung 1480): 2.500 Simulationen" in says("de", "match", "--list")[1]
    assert "6 (rating 1480): 2,500 playouts" in says("en", "match", "--list")[1]


def test_a_tournament_says_how_its_games_ended(says, tmp_path) -> None:
    folder = str(tmp_path / "games")
    line = ("tournament", "random", "greedy", "--size", "2", "-o", folder)
    _, _, err = says("de", *line)
    assert re.search(r"1 von 1: (\w+) - (\w+): (\1|\2) hat .*gewonnen", err)
    assert "+Path" not in err


def test_a_table_of_what_was_played_is_translated(says, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_bytes(Path(RECORD).read_bytes())
    _, out, err = says(PSEUDO, "explore", "--size", "6", "--folder", str(tmp_path))
    rows = [line for line in (out + err).splitlines() if not re.match(r"[a-z]:[a-z]\d", line)]
    assert len(rows) > 2
    assert plain_lines("\n".join(rows)) == []
    _, out, _ = says("de", "explore", "--size", "6", "--folder", str(tmp_path))
    assert " hat gewonnen: die drei Seiten verbunden" in out
    heads = next(line for line in out.splitlines() if "gewonnen" in line)
    rows = out.split(heads)[1].split("\n\n")[0].splitlines()[1:]
    assert {len(row.split("  ge")[0]) for row in rows} == {len(heads)}


@pytest.mark.parametrize(
    "line",
    [
        ("show", RECORD, "--json"), ("check", RECORD, "--json"), ("legal", RECORD, "--json"),
        ("new", "--date", "2026-01-02"), ("convert", RECORD), ("convert", RECORD, "--to", "moves"),
        ("puzzles", "list", "boku", "--json"), ("check", RECORD, "/nowhere", "--json"),
    ],
    ids=lambda line: " ".join(line),
)  # fmt: skip
def test_what_is_for_programs_stays_english(says, line: tuple[str, ...]) -> None:
    assert says(PSEUDO, *line)[1] == says("en", *line)[1]


def test_gtp_stays_english(says) -> None:
    lines = b"name\nlist_commands\nplay black nonsense\nquit\n"
    english = says("en", "gtp", "--player", "random", stdin=lines)
    assert says(PSEUDO, "gtp", "--player", "random", stdin=lines)[1] == english[1]


def test_what_is_wrong_with_a_start_of_gtp_is_said_in_the_language(says) -> None:
    code, out, err = says("de", "gtp", "--player", "kein")
    assert (code, out) == (2, "")
    assert err.startswith("boche gtp: kein Spieler „kein“; es gibt: random, ")


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("--language de show x", "show x"), ("show --language=de x", "show x"),
        ("show x --language de", "show x"), ("--language fr --language de", ""),
        ("remote --language de help", "remote help"), ("--language de remote help", "remote help"),
        ("remote --server --x --language de me", "remote --server --x me"),
        ("remote --server x --json --language de y", "remote --server x --json y"),
        ("--language de-AT", ""), ("--language DE play -- --language fr", "play -- --language fr"),
    ],
)  # fmt: skip
def test_the_option_stands_anywhere(monkeypatch: pytest.MonkeyPatch, line: str, rest: str) -> None:
    monkeypatch.setenv("BOCHE_LANGUAGE", "fr")
    assert speak(line.split()) == rest.split()
    assert current() == "de"


@pytest.mark.parametrize(
    "line", ["remote chat 1 --language de", "remote --server x go --language=x"]
)
def test_words_for_a_server_are_not_taken(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setenv("BOCHE_LANGUAGE", "fr")
    assert speak(line.split()) == line.split()
    assert current() == "fr"


@pytest.mark.parametrize("line", ["--language tlh", "rules --language=tlh", "rules --language"])
def test_an_unknown_language_is_one_line(says, line: str) -> None:
    code, out, err = says("en", *line.split())
    assert (code, out) == (2, "")
    asked = "tlh" if "tlh" in line else ""
    assert err == f"boche: --language unknown language {asked!r} (choose from en, de, fr)\n"


def test_an_unknown_language_of_the_environment_is_told_and_no_more(says) -> None:
    code, out, err = says("tlh", "rules")
    assert code == 0
    assert out == says("en", "rules")[1]
    assert err == "boche: BOCHE_LANGUAGE: unknown language 'tlh' (choose from en, de, fr)\n"


def test_the_system_s_language_is_the_last_that_counts(boche, monkeypatch) -> None:
    monkeypatch.delenv("BOCHE_LANGUAGE")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    assert "Argumente" in boche("show")[2]
    assert "arguments" in boche("show", "--language", "en")[2]
    monkeypatch.setenv("BOCHE_LANGUAGE", "fr")
    assert "arguments requis" in boche("show")[2]


def test_argparse_speaks_german(says) -> None:
    assert (
        says("de", "show")[2]
        == "boche show: es fehlen Argumente: PARTIE; siehe boche show --help\n"
    )
    assert "Argument --size: „x“ ist keine ganze Zahl" in says("de", "new", "--size", "x")[2]
    assert "ungültige Wahl: „go“ (möglich: boche" in says("de", "new", "--game", "go")[2]
    assert "2 Argumente werden erwartet" in says("de", "new", "--players", "A")[2]
    assert "expected 2 arguments" in says("en", "new", "--players", "A")[2]


def test_words_of_argparse_are_those_of_this_python() -> None:
    source = Path(argparse.__file__).read_text("utf-8")
    known = [text for text in (*WORDS, *COUNTED) if text in source or repr(text) in source]
    assert len(known) > 15


@pytest.mark.parametrize("code", ["de", "fr"])
def test_gaps_of_argparse_are_kept(code: str) -> None:
    path = ROOT / "assets" / "languages" / code / "commands.po"
    gap = re.compile(r"%(?:\(\w+\))?[srdg%]")
    wrong = []
    for message in read_po(io.BytesIO(path.read_bytes()), locale=code):
        text = message.id[-1] if isinstance(message.id, tuple) else message.id
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if "%" in text and message.id:
            wrong += [
                s for s in strings if s and sorted(gap.findall(s)) != sorted(gap.findall(text))
            ]
    assert wrong == []


def test_json_of_a_refusal_is_json(says) -> None:
    _, out, _ = says(PSEUDO, "check", "/nowhere", "--json")
    assert json.loads(out)["unreadable"] == 1


def test_a_positional_is_not_called_by_an_internal_name(says) -> None:
    assert "Argument WAS: ungültige Wahl: „foo“" in says("de", "serve", "foo")[2]


def test_a_system_s_reason_and_a_check_of_a_server_are_translated(says, tmp_path: Path) -> None:
    assert says("de", "show", "nix.sgf")[2].endswith(": Datei oder Ordner nicht gefunden\n")
    out = says(PSEUDO, "serve", "check", "--data", str(tmp_path))[1]
    assert len(out.splitlines()) > 5
    assert [line for line in plain_lines(out) if "UTC" not in line] == []
