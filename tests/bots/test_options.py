"""Every option does what it says, and a wrong command line gets one clear line and exit status 2."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from bots.options import Options
from native.common.context import Limits
from tests.bots.driver import Bot, environment, run
from tests.many import each

WHITE = b"0\n2 3\n3 5\n"  # two answers, both searched with a limit on depth
LONGER = b"0\n2 3\n5 4\n4 1\n"  # two that are known by heart without such a limit, and a third one, which is searched


def searched(*arguments: str, text: bytes = WHITE) -> dict[str, str]:
    """Give what --verbose says of the last search, by name."""
    done = run("--verbose", *arguments, text=text)
    last = done.stderr.decode().splitlines()[-1]
    worth = r"(?:[+-]\d+, proved,|(?:a (?:win|loss), proved, )?depth \d+ value [+-]\d+)"
    said = rf"({worth}) nodes (\d+) seconds ([\d.]+) pv (.*)"
    match = re.fullmatch(said, last)
    assert match, last
    return dict(zip(("worth", "nodes", "seconds", "pv"), match.groups(), strict=True))


def test_depth_limits_the_plies() -> None:
    for plies in (3, 9):
        assert searched("--depth", str(plies))["pv"].count(",") == plies - 1


def test_nodes_limit_the_nodes_and_make_it_deterministic() -> None:
    first, second = (searched("--nodes", "20000", text=LONGER) for _ in range(2))
    assert int(first["nodes"]) <= 20_000
    assert {**first, "seconds": ""} == {**second, "seconds": ""}


def test_more_time_is_used() -> None:
    reports = [
        run("--verbose", "--time", time_s, "--seed", "11", text=LONGER).stderr.decode() for time_s in ("0.01", "1")
    ]
    short, long = (int(report.rpartition(" nodes ")[2].split()[0]) for report in reports)
    assert short < long  # though others need the machine too, and nothing but a bound may be known after so little


def test_the_principal_variation_begins_with_the_move() -> None:
    done = run("--verbose", "--depth", "6", text=WHITE)
    moves, reports = done.stdout.decode().splitlines(), done.stderr.decode().splitlines()
    assert [f" pv {move}," in report for move, report in zip(moves, reports, strict=True)] == [True, True]


def test_nothing_is_said_unless_asked_for() -> None:
    assert run("--depth", "3", text=WHITE).stderr == b""


def test_the_hash_option_sizes_the_table() -> None:
    used = []
    for mib in ("1", "64"):
        with Bot("--hash", mib, "--nodes", "1000") as bot:
            bot.send(LONGER + b"-1 -1\n" + LONGER)  # between the games the table is cleared, hence touched
            first, second = ([bot.line() for _ in range(3)] for _ in range(2))
            assert first == second
            used.append(bot.status("VmRSS") // 1024)
    assert used[1] - used[0] > 40


@pytest.mark.parametrize("level", ["0", "1", "2", "5", "10"])
def test_a_seed_makes_random_choices_the_same_each_time(level: str) -> None:
    text = b"0 2 3 -1 -1 " * 40
    one, again, other = (run("--level", level, "--seed", seed, text=text).stdout for seed in ("7", "7", "8"))
    assert one == again
    assert one != other


def test_without_a_seed_random_choices_differ() -> None:
    text = b"1 -1 -1 " * 100
    assert run("--level", "0", text=text).stdout != run("--level", "0", text=text).stdout


def test_nobody_beats_full_strength_by_one_game_learnt_by_heart_unless_it_sets_no_traps() -> None:
    text = b"0 2 3 -1 -1 " * 150
    replies = run(text=text).stdout.split(b"\n")[:-1]
    assert set(replies) == {b"4 2", b"2 4"}
    assert 12 <= replies.count(b"2 4") <= 70  # of 150, one in four
    for certain in (["--no-traps"], ["--nodes", "1000"]):
        assert set(run(*certain, text=text).stdout.split(b"\n")[:-1]) == {b"4 2"}


def test_version_and_help_are_printed() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"othello-bot {version('arbitro')}\n".encode(), b"")
    assert run("play", "--version").stdout == done.stdout
    text = run("--help").stdout.decode()
    for option in ("time", "depth", "nodes", "level", "seed", "hash", "verbose", "version", "help"):
        assert f"--{option}" in text
    for command in ("play", "perft", "bench", "analyse"):
        assert command in text
        assert run(command, "--help").returncode == 0


WRONG = {
    "--time 0": "--time: expected seconds above 0",
    "--time nan": "--time: expected seconds above 0",
    "--time fast": "got 'fast'",
    "--depth 0": "--depth: expected a whole number from 1",
    "--depth 1.5": "got '1.5'",
    "--nodes -1": "--nodes: expected a whole number from 1",
    "--nodes 99999999999999999999": "--nodes: expected a whole number from 1",
    "--level 11": "--level: expected a whole number from 0 to 10, got '11'",
    "--level -1": "--level: expected a whole number from 0 to 10, got '-1'",
    "--seed x": "--seed: expected a whole number, got 'x'",
    "--hash 0": "--hash: expected a whole number from 1",
    "--lev 3": "unrecognized arguments: --lev 3",
    "--depth": "--depth: expected one argument",
    "--nonsense": "--nonsense",
    "unknown": "there is no command 'unknown'; expected one of analyse, bench, opening, perft, play, solve, solve-op",
    "--level 3 unknown play": "there is no command 'unknown'",
    "--level 3 play --colour white": "play comes before its options: othello-bot play ...",
    "perft": "perft: DEPTH: expected a whole number from 0 to 60, found nothing",
    "perft --nonsense": "unrecognized arguments: --nonsense",
    "perft x": "DEPTH: expected a whole number from 0",
    "perft -1": "",
    "perft 3 XO black": "POSITION: a board has 64 characters, this one 2",
    "perft 3 white": "POSITION: expected two words",
    "analyse --time 1 --depth 2": "not allowed with",
    "analyse --exact --depth 2": "not allowed with",
    "analyse /nowhere/at/all": "cannot read /nowhere/at/all: No such file or directory",
    "analyse /": "cannot read /: Is a directory",
    "play --colour red": "--colour: invalid choice: 'red'",
    "bench 3": "unrecognized arguments: 3",
}


@pytest.mark.parametrize("line", each(2, WRONG))
def test_a_wrong_command_line_gets_one_line(line: str) -> None:
    done = run(*line.split(), text=b"1\n")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"othello-bot")
    assert done.stderr.count(b"\n") == 1
    assert WRONG[line] in done.stderr.decode()


@pytest.mark.parametrize(
    ("bot", "line", "why"),
    [
        ("ataxx", "--hash 8 uai", "uai comes before its options: ataxx-bot uai ..."),
        ("dama", "--time 0.01 play 1", "play comes before its options: dama-bot play ..."),
        ("dama", "--idle 1 play 1", "play comes before its options: dama-bot play ..."),
        ("dama", "3", "there is no command '3'; expected one of analyse, bench, perft, play, tablebase, terminal, tra"),
    ],
)
def test_a_command_that_is_not_the_first_word_is_told_where_it_belongs(bot: str, line: str, why: str) -> None:
    done = run(*line.split(), program=(sys.executable, "-m", f"bots.{bot}"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"{bot}-bot: {why}")
    assert done.stderr.count(b"\n") == 1


def test_help_says_that_options_of_a_command_stand_behind_it() -> None:
    for bot in ("othello", "ataxx", "dama"):
        text = run("--help", program=(sys.executable, "-m", f"bots.{bot}")).stdout.decode()
        files = " [FILE ...]" if bot == "ataxx" else ""
        assert text.startswith(f"usage: {bot}-bot [options]{files}\n       {bot}-bot COMMAND [options]\n")
    assert "options of `play`" in text


def test_a_table_that_does_not_fit_is_refused_in_one_line() -> None:
    limited = "import resource, runpy; resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29)); "
    program = (
        limited + "import sys; sys.argv[1:] = ['--hash', '4096']; runpy.run_module('bots.othello', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment(), check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"othello-bot: no memory for a transposition table of 4096 MiB\n"


def test_the_default_time_holds_only_where_no_limit_is_set() -> None:
    assert Options().limits(0.2) == Limits(time_s=0.2)
    assert Options(depth=4).limits(0.2) == Limits(depth=4)
    assert Options(nodes=9, time_s=3.0).limits(0.2) == Limits(time_s=3.0, nodes=9)


def test_what_starts_slowly_is_not_imported_to_play_games() -> None:
    program = "import sys, bots.othello.cli; print(sorted({'rich', 'importlib.metadata', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment(), check=True)
    assert done.stdout == b"[]\n"
