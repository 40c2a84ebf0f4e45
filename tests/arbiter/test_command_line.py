"""What a user types and gets: streams, exit status, the final score, the seats, the dialogue to the byte."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from arbiter.host.protection import gaps
from tests.league.files import run, write
from tests.play.court import HANG_S, PLAYERS, TWO_CORES, Court, python, told


@pytest.mark.machine
def test_the_page_is_on_standard_output_and_the_score_on_standard_error(court: Court, instant: str) -> None:
    """Before the score there is at most a line about what this machine cannot prevent, as it is in a container."""
    outcome = court.judge(instant, f"{instant}  ", "3")
    assert outcome.page.lower().startswith("<!doctype html>")
    assert outcome.page.rstrip().endswith("</html>")
    scores = [game["scores"] for game in outcome.games]
    unprevented = gaps(cost["protections"] for game in outcome.games for cost in game["costs"])
    lines = [f"arbiter: {unprevented}\n"] if unprevented else []
    for player, command in enumerate((instant, f"{instant}  ")):
        wins, losses = (sum(pair[player] > pair[1 - player] for pair in scores) for player in (player, 1 - player))
        lines.append(f"{command}\t{sum(pair[player] for pair in scores)}\t{wins} wins 0 draws {losses} losses\n")
    assert outcome.errors == "".join(lines)
    assert scores[0][0] != scores[0][1]


def test_one_game_is_played_if_no_number_is_given_and_match_is_the_long_name(court: Court, instant: str) -> None:
    assert len(court.judge(instant, instant).games) == 1
    assert len(court.judge("match", instant, instant).games) == 1
    assert len(court.judge("-v", "match", instant, instant, "2", "--time", "5").games) == 2


def test_pages_carry_the_engine_of_their_game_unless_they_shall_be_small(
    court: Court, instant: str, tmp_path: Path
) -> None:
    assert 'id="engine"' in run(court, instant, instant)[1]
    assert "wasm" not in run(court, instant, instant, "--no-engine")[1]
    file, journal = write(tmp_path / "two.toml", {"a": instant, "b": instant}, "pairs = 1"), str(tmp_path / "two.db")
    run(court, "league", str(file))
    for words in (["report", journal], ["replay", journal, "1"]):
        assert 'id="engine"' in run(court, *words)[1]
        assert "wasm" not in run(court, *words, "--no-engine")[1]


def test_colours_alternate_and_a_begins(court: Court, instant: str) -> None:
    outcome = court.judge(instant, instant, "4")
    assert [game["first"] for game in outcome.games] == [0, 1, 0, 1]
    blacks, whites = outcome.games[0]["scores"]
    assert [game["scores"] for game in outcome.games] == [[blacks, whites], [whites, blacks]] * 2


@pytest.mark.machine
def test_both_players_hear_the_same_game_to_the_byte(court: Court, tmp_path: Path) -> None:
    logs = [tmp_path / "a.log", tmp_path / "b.log"]
    a, b = (python("plain.py", "--log", str(log)) for log in logs)
    outcome = court.judge(a, b, "2", "--no-sandbox")  # so that their logs can be read
    heard = [[ast.literal_eval(line) for line in log.read_text().splitlines() if line != "started"] for log in logs]
    told: list[list[str]] = [[], []]
    for game in outcome.games:
        first, moves = game["first"], [turn["move"] + "\n" for turn in game["turns"]]
        told[first] += ["1\n", *moves[1::2]]
        told[1 - first] += ["0\n", *moves[0::2]]
        stuck = (first + len(moves)) % 2
        told[stuck].pop()  # -1 -1 comes in place of the last move
        for player in (0, 1):
            told[player].append("-1 -1\n")
    assert heard == [[*told[0], ""], [*told[1], ""]]


@TWO_CORES
@pytest.mark.machine
def test_two_games_at_once_are_the_same_games(court: Court, instant: str) -> None:
    def essence(words: list[str]) -> list[tuple[int, int, list[int], list[str]]]:
        games = court.judge(*words).games
        return [(g["number"], g["first"], g["scores"], [turn["move"] for turn in g["turns"]]) for g in games]

    words = [instant, python("plain.py"), "9"]
    assert essence([*words, "--jobs", "2"]) == essence(words)


def test_the_seed_reaches_the_players(court: Court) -> None:
    player = python("plain.py", "--report")
    outcome = court.judge(player, player, "1", "--seed", "41")
    assert [cost["stderr"].split()[1] for cost in outcome.games[0]["costs"]] == ["41", "42"]
    outcome = court.judge(player, player, "1")
    assert [cost["stderr"].split()[1] for cost in outcome.games[0]["costs"]] == ["None", "None"]


@pytest.mark.machine
def test_costs_are_those_of_the_game(court: Court, instant: str) -> None:
    outcome = court.judge(instant, python("plain.py", "--delay", "0.02"), "2")
    for game in outcome.games:
        quick, slow = game["costs"]
        mine = [turn["time_s"] for turn in game["turns"][1 - game["first"] :: 2]]
        assert slow["wall_s"] == pytest.approx(sum(mine), rel=0.05)
        assert slow["wall_s"] >= 0.02 * (len(mine) - 1)
        assert slow["wall_s"] > quick["wall_s"]
        assert slow["cpu_s"] < slow["wall_s"]
        assert 0 < quick["peak_mib"] < slow["peak_mib"] < 100


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "two players and perhaps a number of games are expected, not 0 words"),
        (["a"], "two players and perhaps a number of games are expected, not 1 words"),
        (["a", "b", "3", "c"], "two players and perhaps a number of games are expected, not 4 words"),
        (["a", "b", "0"], "'0' is not a positive integer"),
        (["a", "b", "ten"], "'ten' is not a positive integer"),
        (["a", "b", "--time", "0"], "argument --time: '0' is not a positive number of seconds"),
        (["a", "b", "--time", "inf"], "argument --time: 'inf' is not a positive number of seconds"),
        (["a", "b", "--memory", "-1"], "argument --memory: '-1' is not a positive integer"),
        (["a", "b", "--files-b", "no/such"], "argument --files-b: there is no 'no/such'"),
        (["a", "b", "--environment-a", "=x"], "argument --environment-a: '=x' is no variable; expected NAME=VALUE"),
        (["a", "b", "--environment-b", "NO_SUCH"], "argument --environment-b: 'NO_SUCH' is not set"),
        (["a", "b", "--jobs", "100000"], "--jobs 100000: each game needs a core to itself, and there are "),
        (["a", "b", "--game", "chess"], "argument --game: invalid choice: 'chess'"),
        (["a 'b", "c"], 'the command line "a \'b" cannot be split: no closing quotation'),
        (["", "c"], "a player is a command line such as ./bot, not an empty text"),
        (["a", "b", "--frobnicate"], "unrecognized arguments: --frobnicate"),
        (["a", "b", "--json", "/no/such/folder/x"], "--json /no/such/folder/x: there is no folder /no/such/folder"),
        (["a", "b", "--json", "/"], "--json /: expected a file, this is a folder"),
        (["a", "b", "--blocks", "b2"], "--blocks: belongs to ataxx, and the game is othello"),
        (["a", "b", "--game", "ataxx", "--allow-early-stop"], "--allow-early-stop: belongs to domino, and the game is"),
    ],
)
def test_a_wrong_command_line_is_refused_in_one_line(words: list[str], complaint: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "arbiter", *words], check=False, capture_output=True, text=True, timeout=HANG_S
    )
    assert done.returncode == 2
    assert done.stdout == ""
    *usage, last = done.stderr.splitlines()
    assert last.startswith(f"arbiter: error: {complaint}")
    assert usage == ["usage: arbiter [options] PLAYER_A PLAYER_B [N]"]


@pytest.mark.machine
def test_a_program_that_is_not_there_is_told_by_name_and_the_machine_is_not_blamed(court: Court, instant: str) -> None:
    outcome = court.judge(instant, "nope", "2")
    why = "nope is not a program in PATH (one in this folder: ./nope)"
    assert f"arbiter: nope could not be started in 2 of 2 games: {why}" in outcome.errors.splitlines()
    seen = {cost["protections"] for game in outcome.games for cost in game["costs"]}
    assert len(seen) == 1  # the same for who is there and for who is not


@pytest.mark.parametrize("words", [["{0}", "{0}"], ["export", "{1}"], ["report", "{1}"]])
def test_a_full_disk_is_told_in_one_line(court: Court, instant: str, tmp_path: Path, words: list[str]) -> None:
    journal = tmp_path / "league.db"
    if "{1}" in words:
        file = write(tmp_path / "league.toml", {"a": instant, "b": f"{instant} random"})
        assert run(court, "league", str(file), "--db", str(journal))[0] == 0
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "arbiter", *(word.format(instant, journal) for word in words)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
            env=court.environment,
            timeout=HANG_S,
        )
    first, *others = told(done.stderr).splitlines()
    assert first in {
        "arbiter: cannot write to standard output: No space left on device",
        "arbiter: the page cannot be written: No space left on device",
    }
    assert len(others) == (2 if words[0] == "{0}" else 0)  # the score, which is not lost
    assert done.returncode == 1


def test_version_and_help() -> None:
    for option, begins in (("--version", "arbiter 0."), ("--help", "usage: arbiter [options] PLAYER_A PLAYER_B [N]")):
        done = subprocess.run(
            [sys.executable, "-P", "-m", "arbiter", option], check=False, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(begins)


def test_on_a_terminal_there_is_a_bar_and_no_page(court: Court, instant: str) -> None:
    slow = python("plain.py", "--delay", "0.02")
    command = ["-P", "-m", "arbiter", instant, slow, "3"]
    environment = court.environment | {"TERM": "xterm"}
    terminal = pexpect.spawn(sys.executable, command, env=environment, encoding="utf-8", timeout=HANG_S)
    terminal.expect("1/3")
    terminal.expect("add > games.html to keep it\r\n")
    terminal.expect_exact(f"{instant}\t")
    terminal.expect_exact(f"{slow}\t")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


@pytest.mark.machine
def test_namespaces_are_used_where_the_system_allows_them(court: Court) -> None:
    """The superuser may make PID namespaces; others may in user namespaces, on most systems."""
    player = python("plain.py", "--report")
    pids = [cost["stderr"].split()[0] for cost in court.judge(player, player).games[0]["costs"]]
    if os.geteuid() == 0 and may_make_namespaces():
        assert pids == ["2", "2"]  # 1 is the guard
    outside = court.judge(player, player, "--no-namespace").games[0]["costs"]
    assert all(int(cost["stderr"].split()[0]) > 2 for cost in outside)


@pytest.mark.machine
def test_a_match_whose_players_both_fail_counts_both(court: Court, tmp_path: Path) -> None:
    outcome = court.judge("./nobody", "./nothing", "3", "-v")
    why = "No such file or directory"
    for number, game in enumerate(outcome.games):
        first, second = ("nothing", "nobody") if number % 2 else ("nobody", "nothing")
        assert (game["end"], game["offender"], game["scores"]) == ("NOT_STARTED", number % 2, [0, 0])
        assert game["reason"] == f"./{first}: {why}"
        assert game["also"] == {"end": "NOT_STARTED", "reason": f"./{second}: {why}", "evidence": ""}
    assert told(outcome.errors).splitlines()[-6:] == [
        f"arbiter: ./nobody could not be started in 3 of 3 games: ./nobody: {why}",
        f"arbiter: ./nothing could not be started in 3 of 3 games: ./nothing: {why}",
        "./nobody: 3 forfeits: NOT_STARTED",
        "./nothing: 3 forfeits: NOT_STARTED",
        "./nobody\t0\t0 wins 3 draws 0 losses",
        "./nothing\t0\t0 wins 3 draws 0 losses",
    ]
    assert outcome.page.count('<strong class="bad">3</strong>') == 2
    assert outcome.page.count(f"./nothing: {why}") == outcome.page.count(f"./nobody: {why}") == 3 + 1


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("a\nb", r"a\nb"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("a\tb\r", r"a\tb\r"),
        ("\x7f\x9b", r"\x7f\u009b"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}\N{SNOWMAN}é\\ \N{COMBINING ACUTE ACCENT}",) * 2,
    ],
)
def test_only_control_characters_of_a_command_line_are_escaped(
    court: Court, instant: str, word: str, shown: str
) -> None:
    outcome = court.judge(f"{instant} '{word}'", f"./no-{word.strip()}x", "1")
    *_, failed, forfeits, first, second = told(outcome.errors).removesuffix("\n").split("\n")
    assert first.startswith(f"{instant} '{shown}'\t64\t1 wins")
    assert second.count("\t") == 2
    assert failed.startswith("arbiter: ./no-")
    assert forfeits.endswith("x: 1 forfeit: NOT_STARTED")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", outcome.errors)


def may_make_namespaces() -> bool:
    unshare = shutil.which("unshare")
    return unshare is not None and subprocess.run([unshare, "--pid", "--fork", "true"], check=False).returncode == 0


@pytest.mark.machine
def test_without_privileges_nobody_is_left_either(court: Court, tmp_path: Path) -> None:
    """Without the right to make namespaces directly, be it in a user namespace or in none."""
    setpriv = shutil.which("setpriv")
    if os.geteuid() != 0 or setpriv is None:
        pytest.skip("only the superuser can drop privileges")
    sleepy = python("hostile.py", "grandchild_and_silent")
    result = tmp_path / "unprivileged.json"
    words = [sleepy, python("plain.py"), "2", "--time", "1", "--json", str(result)]
    words += [f"--files-a={PLAYERS}", f"--files-b={PLAYERS}"]
    run = subprocess.run(
        [setpriv, "--bounding-set", "-sys_admin", sys.executable, "-P", "-m", "arbiter", *words],
        check=False,
        env=court.environment,
        capture_output=True,
        text=True,
        timeout=HANG_S,
    )
    assert run.returncode == 0, run.stderr
    records = json.loads(result.read_text())["records"]
    assert [game["end"] for game in records] == ["TIMEOUT"] * 2
    assert court.left() == []
