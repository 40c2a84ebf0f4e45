"""The command line: `arbiter [-v] PLAYER_A PLAYER_B [N]`."""

from __future__ import annotations

import argparse
import dataclasses
import functools
import importlib
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from arbiter import __version__
from arbiter.games.catalogue import GameError
from arbiter.games.contract import Game
from arbiter.games.players import End
from arbiter.host import protection
from arbiter.host.command import split
from arbiter.host.launch import LaunchError
from arbiter.host.visible import one_line
from arbiter.host.words import existing, positive_integer, variable
from arbiter.play import options as settings
from arbiter.play.adjudication import FAILED
from arbiter.play.interrupt import Interrupt
from arbiter.play.live import Broadcast
from arbiter.play.match import Match, play
from arbiter.play.pool import WorkerError
from arbiter.play.progress import progress
from arbiter.play.record import GameRecord, MatchRecord
from arbiter.play.showing import add_options as add_showing
from arbiter.play.showing import shown
from arbiter.process import Interruptible, set_up_streams

DESCRIPTION = """\
Make two programs play each other over pipes. The page with the final boards goes to standard output (HTML), the final
score to standard error. A player is a command line in any language, such as ./bot or "python bot.py --level 3".
`arbiter match A B N` is the same. Other commands, each with a --help of its own: check, league, report, export, replay,
openings, review, serve. A player whose name is that of a command is written ./match."""


COMMANDS = {"league": "arbiter.league.cli", "report": "arbiter.pages.cli", "export": "arbiter.pages.cli"}
COMMANDS |= {"replay": "arbiter.pages.cli", "check": "arbiter.check.cli", "openings": "arbiter.openings.cli"}
COMMANDS |= {"review": "arbiter.pages.review", "serve": "arbiter.serve.cli"}
"""The module of each sub-command, whose `main` takes the words of the command line; imported when it is used."""


def main() -> int:
    """Run the command line; give the exit status: 0 refereed, 1 failed, 2 wrong command line, 130 after Ctrl-C.

    Of a match that SIGTERM has ended early it is 143, and 129 of one whose terminal has gone.
    """
    words = sys.argv[1:]
    if not set_up_streams():
        print("arbiter: standard output is closed", file=sys.stderr)
        return 1
    try:
        command = importlib.import_module(COMMANDS[words[0]]).main if words[:1] and words[0] in COMMANDS else _match
        with Interruptible():
            status = int(command(words))
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except GameError as error:
        print(f"arbiter: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the page has gone, which is their right.
        _abandon_output()
        return 0
    except OSError as error:  # a full disk, mostly
        _abandon_output()
        if isinstance(error, FileNotFoundError) and error.filename is None:  # of all calls, that for its name
            print("arbiter: the current folder was removed; go to one that is there", file=sys.stderr)
            return 1
        what = error.filename or "cannot write to standard output"
        print(f"arbiter: {what}: {error.strerror}", file=sys.stderr)
        return 1


def _abandon_output() -> None:
    """Let what cannot be written go nowhere, or Python would try again, and complain, when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _match(argv: Sequence[str]) -> int:
    game = settings.chosen(argv)
    parser = settings.with_games(game, functools.partial(_parser, argv))
    options = parser.parse_intermixed_args(argv)
    words: list[str] = options.words
    if words[:1] == ["match"]:
        words = words[1:]
    if not 2 <= len(words) <= 3:
        parser.error(f"two players and perhaps a number of games are expected, not {len(words)} words")
    try:
        games = positive_integer(words[2]) if len(words) == 3 else 1
        for word in words[:2]:
            split(word)
        referee = settings.referee(game, options)
        adjudication = settings.adjudication(game, options)
        limits = settings.limits(game, options)
    except (ValueError, argparse.ArgumentTypeError) as error:
        parser.error(str(error))
    settings.check_jobs(parser, options.jobs)
    if options.json is not None and not options.json.parent.is_dir():
        parser.error(f"--json {options.json}: there is no folder {options.json.parent}")
    if options.json is not None and options.json.is_dir():
        parser.error(f"--json {options.json}: expected a file, this is a folder")
    match = Match(
        commands=(words[0], words[1]),
        games=games,
        game=game.name,
        limits=limits,
        jobs=options.jobs,
        seed=options.seed,
        namespaces=not options.no_namespace,
        sandbox=options.sandbox != "none",
        read_all=options.sandbox == "read-all",
        files=(tuple(options.files_a), tuple(options.files_b)),
        environments=(tuple(options.environment_a), tuple(options.environment_b)),
        referee=referee,
        adjudication=adjudication,
    )
    if match.sandbox and not match.read_all:
        for view in (match.seat(0).sees(), match.seat(1).sees()):
            if view and view.note:
                print(f"arbiter: {view.note}; --files-a and --files-b give more", file=sys.stderr)
    with Interrupt() as interrupt:  # until all is written: a signal that comes then shall cost nothing
        return _referee(match, game, options, interrupt)


def _referee(match: Match, game: Game, options: argparse.Namespace, interrupt: Interrupt) -> int:
    """Play a match, write what comes of it; give the exit status."""
    try:
        with shown(options, lambda: Broadcast.of_match(game.name, match.commands, match.games), None, _say) as live:
            if live:
                match = dataclasses.replace(match, live=str(live.folder))
            with progress(match.games) as advance:

                def on_game(record: GameRecord) -> None:
                    if live:
                        live.played(record)
                    advance()

                result = play(match, on_game, interrupt)
    except (WorkerError, LaunchError) as error:
        print(f"arbiter: {error}", file=sys.stderr)
        return 1
    interrupt.finish()
    written = _write(result, game, options)
    for player, name in enumerate(result.players):
        found = [offence for r in result.records if (offence := r.offences().get(player))]
        if missing := [offence for offence in found if offence.end is End.NOT_STARTED]:
            count = f"{len(missing)} of {len(result.records)} games"
            _say(f"{name} could not be started in {count}: {missing[0].reason}")
    if void := [record for record in result.records if record.end is End.VOID]:
        listed = ", ".join(str(record.number) for record in void)
        _say(f"void, and not counted: game {listed}, because {void[0].reason}")
    if failed := [record for record in result.records if FAILED in record.reason]:
        why = failed[0].reason.partition(FAILED)[2]
        told = f"adjudication failed in {len(failed)} of {len(result.records)} games"
        print(f"arbiter: {told}, in game {failed[0].number} because {why}", file=sys.stderr)
    seen = (cost.protections for record in result.records for cost in record.costs)
    if match.sandbox and match.namespaces and (gaps := protection.gaps(seen, read_all=match.read_all)):
        print(f"arbiter: {gaps}", file=sys.stderr)
    for line in (*forfeit_lines(result), *score_lines(result)):
        print(line, file=sys.stderr)
    if result.failure:
        print(f"arbiter: {result.failure}", file=sys.stderr)
        return 1
    return interrupt.status if interrupt.number else 0 if written else 1


def _say(text: str) -> None:
    print(f"arbiter: {one_line(text)}", file=sys.stderr)


def _write(result: MatchRecord, game: Game, options: argparse.Namespace) -> bool:
    """Write the page and the result for programs; tell whether both could be, and say why not."""
    written = True
    if options.json is not None:
        try:
            options.json.write_text(json.dumps(result.to_json(), indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            print(f"arbiter: --json {options.json}: {error.strerror}", file=sys.stderr)
            written = False
    if sys.stdout.isatty():
        print("arbiter: the page is not shown on a terminal; add > games.html to keep it", file=sys.stderr)
        return written
    try:
        page = importlib.import_module("arbiter.pages.page")  # templates take as long to import as all else
        page.write(page.render(result, game, options.verbose, engine=options.engine))
    except BrokenPipeError:  # whoever read it has gone; the score is for others
        _abandon_output()
    except (OSError, GameError) as error:
        _abandon_output()
        reason = getattr(error, "strerror", None) or error
        print(f"arbiter: the page cannot be written: {reason}", file=sys.stderr)
        return False
    return written


def forfeit_lines(match: MatchRecord) -> list[str]:
    """Say who has forfeited how many games, one line for each player and cause."""
    lines = []
    for player, command in enumerate(map(one_line, match.players)):
        found = Counter(offence.end for record in match.records if (offence := record.offences().get(player)))
        for end in filter(found.get, End):
            lines.append(f"{command}: {found[end]} forfeit{'s' * (found[end] > 1)}: {end.name}")
    return lines


def score_lines(match: MatchRecord) -> list[str]:
    """Give the final score, one line for each player: command line, sum of points, games; separated by tabs."""
    lines = []
    for player, command in enumerate(map(one_line, match.players)):
        points = sum(record.scores[player] for record in match.records)
        winners = [record.winner() for record in match.records if record.end is not End.VOID]
        wins, draws, losses = winners.count(player), winners.count(None), winners.count(1 - player)
        lines.append(f"{command}\t{points}\t{wins} wins {draws} draws {losses} losses")
    return lines


def _parser(words: Sequence[str], games: list[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="arbiter",
        usage="arbiter [options] PLAYER_A PLAYER_B [N]",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        parents=games,
    )
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="two command lines and a number of games, 1 if left out"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="show every board, move by move")
    settings.add_engine(parser)
    settings.add_limits(parser)
    parser.add_argument("--ponder", action="store_true", help="let players compute while the other is to move")
    parser.add_argument(
        "--jobs", type=positive_integer, default=1, metavar="N", help="games played at once, each on its own core (1)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="tell the players a seed, in the environment variable ARBITER_SEED"
    )
    settings.add_game(parser, words)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the result for programs")
    add_showing(parser)
    settings.add_guard_options(parser)
    for player in "ab":
        for name, read, word, what in (
            ("files", existing, "PATH", "may read this too"),
            ("environment", variable, "NAME[=VALUE]", "finds this variable"),
        ):
            told = f"player {player.upper()} {what}; repeatable"
            parser.add_argument(f"--{name}-{player}", action="append", type=read, default=[], metavar=word, help=told)
    settings.add_options(parser)
    parser.add_argument("--version", action="version", version=f"arbiter {__version__}")
    return parser
