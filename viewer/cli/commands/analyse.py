"""The ``analyse`` command, which evaluates a record."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boche.engine.comments import certainty
from boche.engine.game import colour_of, line_texts
from boche.engine.languages.current import tr, tr_count, tr_word, translate
from boche.engine.languages.formats import grouped, number
from boche.engine.program import PROGRAM
from boche.engine.record import dump_sgf
from boche.engine.search.analysis import MOST_CANDIDATES, SECONDS, sureness
from boche.engine.words import EVERY_MOVE_LOSES
from boche.viewer.cli.arguments import (
    SEED,
    THREADS,
    add_command,
    add_json,
    add_overwrite,
)
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.first_use import compile_first
from boche.viewer.cli.numbers import Number, at_once, positive, seconds
from boche.viewer.cli.output import (
    check_new,
    percent,
    print_json,
    progress,
    warn,
    write_output,
)
from boche.viewer.cli.record_flags import Line, add_record, read_line

if TYPE_CHECKING:  # the search takes a while to load, and most commands do not need it
    from boche.engine.review.accuracy import Accuracy
    from boche.engine.review.reasons import Reason
    from boche.engine.search.analysis import Evaluation, Mistake
    from boche.engine.search.params import Budget


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "analyse",
        run_analyse,
        tr("evaluate every position of a record"),
        f"{PROGRAM} analyse game.sgf --seconds 0.5 --write game-with-comments.sgf",
    )
    add_record(parser)
    _add_effort(parser)
    parser.add_argument(
        "--write", metavar="FILE",
        help=tr(
            "the record with the evaluations, also as comments; -: to standard output, no table"
        ),
    )  # fmt: skip
    add_overwrite(parser)
    parser.add_argument(
        "--no-comments", action="store_true", help=tr("write the evaluations without comments")
    )
    parser.add_argument(
        "--fresh", action="store_true",
        help=tr(
            "search all positions again (default: not those that the record knows as well)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--candidates", type=Number(1, MOST_CANDIDATES), default=0, metavar="N",
        help=tr(
            "list the N best moves of each position (1 to {most}) with their lines",
            most=MOST_CANDIDATES
        ),
    )  # fmt: skip
    add_json(parser)


def run_analyse(args: argparse.Namespace) -> int:
    """Evaluate, print, write."""
    if args.json and args.write == "-":
        raise CommandError(tr("--json and --write -: only one goes to standard output"))
    check_new(args.write, overwrite=args.overwrite)
    line = read_line(args)
    from boche.engine.review.known import CANDIDATES
    from boche.engine.review.proof import with_proof
    from boche.engine.search.analysis import analyse, mistakes

    compile_first(line.positions[0])
    moves = [str(node.move) for node in line.moves]
    analysis = analyse(
        line.positions, moves, _budget(args), seed=args.seed, threads=args.threads,
        candidates=max(args.candidates, CANDIDATES if args.write else 0), known=_known(args, line),
        led=with_proof,
    )  # fmt: skip
    evaluations: list[Evaluation] = []
    try:
        evaluations.extend(progress(analysis, len(line.positions), tr_word("position")))
    finally:  # after Ctrl+C, keep the results so far
        if evaluations:
            _tell(args, line, evaluations, mistakes(evaluations))
    return 0


def _known(args: argparse.Namespace, line: Line) -> Mapping[int, Evaluation]:
    """Return the evaluations that the record keeps and that are good enough, by ply."""
    from boche.engine.review.known import known_along

    if args.fresh:
        return {}
    budget = _budget(args)
    nodes = [line.record.root, *line.moves]
    known = known_along(nodes, line.positions, budget.seconds, budget.simulations)
    searched = sum(evaluation.result is not None for evaluation in known.values())
    if searched:
        count = len(line.positions)
        warn(
            tr(
                "{searched} of {count} positions are known already; --fresh searches them again",
                searched=searched, count=count,
            )
        )  # fmt: skip
    return known


def _tell(
    args: argparse.Namespace,
    line: Line,
    evaluations: list[Evaluation],
    missed: list[Mistake],
) -> None:
    try:
        if args.write:
            _write(args, line, evaluations)
    finally:  # show the results even if they cannot be written
        _show(args, line, [_with_candidates(e, args.candidates) for e in evaluations], missed)


def _with_candidates(evaluation: Evaluation, candidates: int) -> Evaluation:
    """Return an evaluation with as many candidates as were asked for."""
    result = evaluation.result
    if result is None:
        return evaluation
    fewer = replace(result, candidates=result.candidates[:candidates])
    return replace(evaluation, result=fewer)


def _show(
    args: argparse.Namespace,
    line: Line,
    evaluations: list[Evaluation],
    missed: list[Mistake],
) -> None:
    from boche.engine.review.accuracy import accuracies
    from boche.engine.search.analysis import settled

    players = list(zip(_names(line), accuracies(evaluations), strict=True))
    if args.json:
        print_json({
            "evaluations": [e.as_data() for e in evaluations],
            "mistakes": [
                mistake.as_data() | {"reasons": [one.as_data() for one in _reasons(line, mistake)]}
                for mistake in missed
            ],
            "players": [{"name": name, **(how.as_data() if how else {})} for name, how in players],
        })  # fmt: skip
    elif args.write != "-":
        for row in [
            *_table(line, settled(evaluations), missed),
            *_missed(line, missed),
            *_players(_named(line, players)),
        ]:
            print(row)


def _names(line: Line) -> list[str]:
    """Return the two players, in order of play, by name or else by colour at the end."""
    last = line.positions[-1]
    return [name or colour_of(last, seat) for seat, name in enumerate(line.record.names)]


def _named(line: Line, players: list[tuple[str, Accuracy | None]]) -> list[tuple[str, Accuracy]]:
    """Return the players whose accuracy is known, a colour in the current language."""
    return [
        (name if own else tr_word(name), how)
        for own, (name, how) in zip(line.record.names, players, strict=True)
        if how is not None
    ]


def _players(players: list[tuple[str, Accuracy]]) -> list[str]:
    """Return a paragraph on how accurate the players were."""
    if not players:
        return []
    wide = max(len(name) for name, _ in players)
    return ["", tr("accuracy"), *(f"     {name:{wide}}  {_accuracy(how)}" for name, how in players)]


def _accuracy(how: Accuracy) -> str:
    accuracy = f"{number(how.accuracy, 1):>5}"
    return tr_count(
        "{accuracy}%, average loss {loss} points in {count} move",
        "{accuracy}%, average loss {loss} points in {count} moves",
        how.moves,
        accuracy=accuracy,
        loss=number(100 * how.loss, 1),
    )


def _reasons(line: Line, mistake: Mistake) -> tuple[Reason, ...]:
    """Return why a move was bad, by what stood on the board or by the lines that were found."""
    from boche.engine.review.reasons import reasons_of_mistake

    return reasons_of_mistake(line.positions[mistake.ply - 1], mistake)


def _missed(line: Line, missed: list[Mistake]) -> list[str]:
    """Return a paragraph on missed chances: each mistake, why it is one, and what was better."""
    rows = ["", tr("what was missed")] if missed else []
    for mistake in missed:
        move = line.written(mistake.ply)
        rows.append(f"{mistake.ply:4} {move}{mistake.sign}  {_mistake(mistake)}")
        rows += [f"     {translate(reason.text)}" for reason in _reasons(line, mistake)]
        better = line_texts(line.positions[mistake.ply - 1], mistake.line)
        rows.append("     " + tr("better: {moves}", moves=" ".join(better)))
    return rows


def _mistake(mistake: Mistake) -> str:
    before, after = round(100 * mistake.before), round(100 * mistake.after)
    return tr(
        "{colour} lost {points} points of winning chance ({before}% to {after}%)",
        colour=tr_word(mistake.colour), points=before - after, before=before, after=after,
    )  # fmt: skip


def _table(line: Line, evaluations: Sequence[Evaluation], missed: list[Mistake]) -> list[str]:
    colours, signs = list(evaluations[0].win), {mistake.ply: mistake.sign for mistake in missed}
    moves = [(line.written(e.ply) or "-") + signs.get(e.ply, "") for e in evaluations]
    move_width = max(8, *map(len, moves))
    best = [_best(e) for e in evaluations]
    wide = max(8, *map(len, best))
    heads = "".join(f"{tr_word(colour):>8}" for colour in colours)
    ply, word, advice, playouts = tr("ply"), tr("move"), tr("best"), tr("playouts")
    rows = [f"{ply:>4} {word:{move_width}}{heads}  {advice:{wide}} {playouts:>10}"]
    for e, move, good in zip(evaluations, moves, best, strict=True):
        shares = "".join(f"{percent(e.win[colour]):>8}" for colour in colours)
        count = grouped(e.result.playouts) if e.result else "-"
        note = ""
        if e.result and e.proven:
            note = "  " + _proven(e, e.proven)
        rows.append(f"{e.ply:4} {move:{move_width}}{shares}  {good:{wide}} {count:>10}{note}")
        rows += _candidates(e)
    return rows


def _proven(e: Evaluation, proven: str) -> str:
    """Return what is proven of a position, as a note beside it."""
    if e.wins_in is not None:
        return translate(certainty(proven, e.wins_in, e.written(e.winning_line)))
    return translate(EVERY_MOVE_LOSES()) if e.result and e.result.lost else tr("certain")


def _candidates(e: Evaluation) -> list[str]:
    """Return a line for each candidate of a position, and one on how sure their chances are."""
    if e.result is None or not e.result.candidates:
        return []
    from boche.engine.review.words import length_told

    rows = []
    for rank, candidate in enumerate(e.result.candidates, 1):
        chance = length_told(candidate) or percent(candidate.value)
        visits = grouped(candidate.visits)
        depth = tr("depth {depth:<2}", depth=candidate.depth)
        line = " ".join(e.written(candidate.line))
        rows.append(f"       {rank}. {chance:>6} {visits:>10} {depth} {line}")
    return [*rows, *([f"       {translate(sureness(e.spread))}"] if not e.proven else [])]


def _best(e: Evaluation) -> str:
    """Return the best move, or ``-`` if the game is over or no move is worth advising."""
    return e.written(e.result.advice[:1])[0] if e.result and e.result.advice else "-"


def _write(args: argparse.Namespace, line: Line, evaluations: list[Evaluation]) -> None:
    """Write the record with what was found, also in its comments unless that is not wanted."""
    from boche.engine.comments import with_line
    from boche.engine.record.evaluation import keep_evaluation
    from boche.engine.review.known import kept_of

    nodes = [line.record.root, *line.moves]
    for node, evaluation in zip(nodes, evaluations, strict=False):
        keep_evaluation(node, kept_of(evaluation, _budget(args).seconds))
        if not args.no_comments:
            node.comment = with_line(node.comment, evaluation.text)
    write_output(args.write, dump_sgf(line.record))


def _add_effort(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds",
        type=seconds,
        metavar="S",
        help=tr("for each position (default: {seconds:g})", seconds=SECONDS),
    )
    parser.add_argument(
        "--playouts",
        type=positive,
        metavar="N",
        help=tr("simulated games for each position, instead of a time"),
    )
    parser.add_argument("--threads", type=at_once, default=1, metavar="N", help=tr(THREADS))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=tr(SEED))


def _budget(args: argparse.Namespace) -> Budget:
    from boche.engine.search.params import Budget

    limit = args.seconds or (None if args.playouts else SECONDS)
    return Budget(seconds=limit, simulations=args.playouts)
