"""The command line: `arbiter check PROGRAM`."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from arbiter.check import text
from arbiter.check.desk import Desk
from arbiter.check.report import Report, Result, Status
from arbiter.games import catalogue
from arbiter.games.dialogues import Examination
from arbiter.host.launch import LaunchError
from arbiter.host.words import command_parser, existing
from arbiter.play import options as settings

DESCRIPTION = """\
Examine whether a program speaks the protocol of its game to the byte: by scripted and random dialogues, each with a
fresh process. For each failure it says what was sent, what the program did, and what the protocol demands. The exit
status is 0 if all is well, 1 if the program failed, 2 for a wrong command line."""

WIDTHS = (60, 110)
"""Least and most characters of a line of text."""
STYLES = {Status.PASSED: "green", Status.FAILED: "bold red", Status.NOT_REACHED: "yellow"}
TO_STDOUT = Path("-")


def main(argv: Sequence[str]) -> int:
    """Run `arbiter check`; exit status 0 all is well, 1 the program failed, 2 wrong command line."""
    game = settings.chosen(argv[1:])
    parser = _parser(argv[1:])
    options = parser.parse_args(argv[1:])
    protocol = options.protocol or game.protocols[0]
    if protocol not in game.protocols:
        parser.error(f"--protocol {protocol}: {game.name} knows {', '.join(game.protocols)}")
    examinations = game.examinations(protocol)
    if not examinations:
        parser.error(f"--protocol {protocol}: {game.title} has no examinations of programs that speak it")
    if options.html not in (None, TO_STDOUT) and not options.html.parent.is_dir():
        parser.error(f"--html {options.html}: there is no folder {options.html.parent}")
    if options.html == TO_STDOUT and sys.stdout.isatty():
        parser.error("--html: the page is not shown on a terminal; name a file, or add > page.html")
    limits = dataclasses.replace(settings.limits(game, options), start_s=0.0)  # it counts as time for the first answer
    try:
        desk = Desk(
            options.program,
            limits,
            options.seed,
            namespaces=not options.no_namespace,
            sandbox=options.sandbox != "none",
            read_all=options.sandbox == "read-all",
            files=tuple(options.files),
        )
    except ValueError as error:
        parser.error(str(error))
    stream = sys.stderr if options.html == TO_STDOUT else sys.stdout
    console = Console(file=stream, highlight=False, soft_wrap=True)
    try:
        results = _examine(desk, examinations, console)
    except LaunchError as error:
        print(f"arbiter: {error}", file=sys.stderr)
        return 1
    shown = (("protocol", protocol), *limits.shown("time for an answer"), ("seed", str(options.seed)))
    report = Report(options.program, options.game, shown, tuple(results))
    console.print(text.summary(report), markup=False)
    if options.html is not None and not _write_page(report, options.html):
        return 1
    return 1 if report.count(Status.FAILED) else 0


def _examine(desk: Desk, examinations: Sequence[Examination], console: Console) -> list[Result]:
    width = min(max(shutil.get_terminal_size((WIDTHS[1], 0)).columns, WIDTHS[0]), WIDTHS[1])
    results = []
    try:
        for result in desk.examine(examinations):
            results.append(result)
            first, *others = text.lines(len(results), result, width)
            word = result.status.value
            console.print(Text.assemble((word, STYLES[result.status]), first.removeprefix(word)))
            for line in others:
                console.print(Text(line))
    finally:
        desk.close()
    return results


def _write_page(report: Report, where: Path) -> bool:
    render = importlib.import_module("arbiter.check.page").render
    page = render(report, catalogue.game(report.game)).encode("utf-8", "replace")
    if where == TO_STDOUT:
        sys.stdout.buffer.write(page)
        sys.stdout.buffer.flush()
        return True
    try:
        where.write_bytes(page)
    except OSError as error:
        print(f"arbiter: --html {where}: {error.strerror}", file=sys.stderr)
        return False
    return True


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = command_parser("arbiter check", DESCRIPTION)
    parser.add_argument("program", metavar="PROGRAM", help='a command line, such as ./my_bot or "python3 my_bot.py"')
    settings.add_game(parser, words)
    parser.add_argument("--protocol", metavar="P", help=f"what it speaks: {settings.protocols()}")
    settings.add_limits(parser, playing=False)
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="decides the opponent's moves and other chance (%(default)s)"
    )
    parser.add_argument(
        "--html",
        type=Path,
        nargs="?",
        const=TO_STDOUT,
        metavar="FILE",
        help="also write a page; without FILE to standard output, and the text to standard error",
    )
    settings.add_guard_options(parser)
    parser.add_argument(
        "--files",
        action="append",
        type=existing,
        default=[],
        metavar="PATH",
        help="the program may read this too; repeatable",
    )
    return parser
