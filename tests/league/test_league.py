"""The league as a user runs it: formats, limits, protocols, resuming, refusing, tests that stop by themselves."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import sys
import time
from pathlib import Path
from unittest.mock import ANY

import pexpect
import pytest

from tests.league.files import children, count, finish, lasting, rows, run, write
from tests.many import each
from tests.play.court import HANG_S, PLAYERS, Court, python, sheets
from tests.play.test_end_of_the_arbiter import close_when_shown, on_a_terminal, sighup_ignored, wait_until


@pytest.mark.parametrize(
    ("format_", "games"), each(3, [("round-robin", 12), ("gauntlet", 6), ("swiss", 8), ("knockout", 6)])
)
def test_each_format_is_played_to_its_end(court: Court, tmp_path: Path, instant: str, format_: str, games: int) -> None:
    players = {f"player {number}": f"{instant} random" for number in range(4)}
    file = write(tmp_path / "players.toml", players, f'format = "{format_}"\nseed = 3')
    status, output, errors = run(court, "league", str(file))
    assert (status, errors) == (0, "")
    found = rows(tmp_path / "players.db", "SELECT COUNT(*), SUM(end = 'FINISHED') FROM result")
    if format_ == "knockout":
        assert found[0][0] >= games  # an encounter may be drawn
    else:
        assert found == [(games, games)]
    assert all(name in output for name in players)
    assert rows(tmp_path / "players.db", "PRAGMA journal_mode") == [("wal",)]


@pytest.mark.parametrize(
    ("game", "players", "settings"),
    each(
        3,
        [
            ("ataxx", ["ataxx-bot --depth 1", "ataxx-bot uai"], "openings = 2\nmovetime = 0.002"),
            ("dama", ["dama-bot --nodes 100", "dama-bot play --nodes 100"], "openings = 4\nplies = 12"),
            ("domino", ["domino-bot", "domino-bot"], "hand-size = 6\nspecial = true"),
        ],
    ),
)
def test_every_game_is_played_whatever_protocol_a_player_speaks(
    court: Court, tmp_path: Path, game: str, players: list[str], settings: str
) -> None:
    protocols = {"ataxx": ("course", "uai"), "dama": ("pipe", "course"), "domino": ("course", "course")}[game]
    folder = Path(sys.executable).parent
    tables = [
        f"[[player]]\nname = 'p{at}'\ncommand = '{folder}/{players[at]}'\nprotocol = '{protocols[at]}'\n"
        for at in (0, 1)
    ]
    file = tmp_path / "players.toml"
    file.write_text(f"game = '{game}'\npairs = 2\n[options]\n{settings}\n" + "\n".join(tables))
    status, _, errors = run(court, "league", str(file))
    assert (status, errors) == (0, "")
    found = rows(tmp_path / "players.db", "SELECT start, end, reason FROM result ORDER BY number")
    assert [end for _, end, _ in found] == ["FINISHED"] * 4, found
    starts = [start for start, _, _ in found]
    if game == "domino":
        assert len(set(starts)) == 4  # both play each hand in one game: a second one would tell nothing new
    else:
        assert starts[0] == starts[1] != starts[2] == starts[3]
    assert run(court, "report", str(tmp_path / "players.db"))[0] == 0


def test_limits_are_those_of_each_player(court: Court, tmp_path: Path, instant: str) -> None:
    late = python("plain.py", "--delay", "0.4")
    players = {"patient": late, "hurried": late, "instant": instant}
    file = write(tmp_path / "players.toml", players, "time = 60\nsuspend = 0")
    file.write_text(file.read_text().replace('name = "hurried"', 'name = "hurried"\ntime = 0.2\nmemory = 64'))
    file.write_text(file.read_text().replace('name = "patient"', 'name = "patient"\nmemory = 2'))
    assert run(court, "league", str(file))[0] == 0
    query = "SELECT a, b, offender, end FROM game JOIN result USING (number) WHERE offender IS NOT NULL"
    found = set(rows(tmp_path / "players.db", query))
    # The patient one is too big for 2 MiB, the hurried one too slow for 0.2 s.
    assert found >= {(0, 2, 0, "MEMORY"), (1, 2, 0, "TIMEOUT")}
    assert {(a, b, end) for a, b, _, end in found} <= {
        (0, 1, "MEMORY"),
        (0, 1, "TIMEOUT"),
        (0, 2, "MEMORY"),
        (1, 2, "TIMEOUT"),
    }


def test_standard_error_is_tied_to_the_move(court: Court, tmp_path: Path, instant: str) -> None:
    talker = tmp_path / "talker.py"
    code = (PLAYERS / "plain.py").read_text()
    assert "write(move_line(game))" in code
    talker.write_text(code.replace("    row, column = game.first_move()", TALK))
    file = write(tmp_path / "players.toml", {"talker": f"{sys.executable} {talker}", "instant": instant})
    assert run(court, "league", str(file))[0] == 0
    moves = rows(tmp_path / "players.db", "SELECT ply, move, stderr FROM move WHERE number = 1 ORDER BY ply")
    assert len(moves) > 10
    for ply, move, stderr in moves:
        assert stderr == (f"I play {move}\n" if ply % 2 else "")
    assert rows(tmp_path / "players.db", "SELECT SUM(cpu_s) > 0 FROM move WHERE ply % 2 AND number = 1") == [(1,)]


TALK = """    row, column = game.first_move()
    sys.stderr.write(f"I play {row} {column}\\n")
    sys.stderr.flush()"""


def test_ctrl_c_keeps_what_is_played_and_the_same_command_goes_on(court: Court, tmp_path: Path, instant: str) -> None:
    players = {f"player {number}": f"{instant} random" for number in range(4)}
    file, journal = write(tmp_path / "players.toml", players, "pairs = 100"), tmp_path / "some.db"
    arbiter = court.command("league", str(file), "--db", str(journal))
    wait_until(lambda: journal.exists() and b"SQLite" in journal.read_bytes()[:16] and count(journal) > 3)
    arbiter.send_signal(signal.SIGINT)
    status, output, errors = finish(arbiter)
    assert court.left() == []
    assert status == 130
    assert errors.startswith("arbiter: interrupted after ")
    assert "player 3" in output
    before = lasting(journal)["move"]
    arbiter = court.command("league", str(file), "--db", str(journal))
    wait_until(lambda: count(journal) > 50)
    arbiter.kill()
    arbiter.communicate()
    court.wait_until_nothing_is_left()
    assert lasting(journal)["move"][: len(before)] == before


def test_a_worker_that_is_killed_is_replaced(court: Court, tmp_path: Path, instant: str) -> None:
    slow = python("plain.py", "--wait-for", str(tmp_path / "go"))
    file = write(tmp_path / "players.toml", {"slow": slow, "instant": instant}, "time = 60\nsandbox = false")
    arbiter = court.command("league", str(file))
    wait_until(lambda: len(court.left()) >= 6)  # main process, worker, two guards, two players
    (worker,) = children(arbiter.pid)
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: worker not in children(arbiter.pid) and len(court.left()) >= 6)
    (tmp_path / "go").touch()
    assert finish(arbiter)[0] == 0
    assert rows(tmp_path / "players.db", "SELECT COUNT(*), SUM(end = 'FINISHED') FROM result") == [(2, 2)]
    assert court.left() == []


def test_two_arbiters_do_not_play_the_same_league(court: Court, tmp_path: Path, instant: str) -> None:
    slow = python("plain.py", "--wait-for", str(tmp_path / "go"))
    file = write(tmp_path / "players.toml", {"slow": slow, "instant": instant}, "time = 60\nsandbox = false")
    arbiter = court.command("league", str(file))
    wait_until(lambda: len(court.left()) >= 6)
    status, _, errors = finish(court.command("league", str(file)))
    assert status == 1
    assert errors.endswith("another arbiter is playing this league\n")
    (tmp_path / "go").touch()
    assert finish(arbiter)[0] == 0


def test_a_journal_of_another_league_is_left_alone(court: Court, tmp_path: Path, instant: str) -> None:
    file = write(tmp_path / "players.toml", {"one": instant, "two": instant})
    assert run(court, "league", str(file))[0] == 0
    before = lasting(tmp_path / "players.db")
    write(file, {"one": instant, "two": instant}, "pairs = 2")
    status, _, errors = run(court, "league", str(file))
    assert (status, "pairs is 1 there and 2 here" in errors, errors.count("\n")) == (1, True, 1)
    write(file, {"one": instant, "two": f"{instant} random"})
    assert "player 'two' is not as it was" in run(court, "league", str(file))[2]
    assert lasting(tmp_path / "players.db") == before


def test_a_program_that_has_changed_is_said(court: Court, tmp_path: Path, instant: str) -> None:
    program = tmp_path / "bot"
    program.write_bytes(Path(instant).read_bytes())
    program.chmod(0o755)
    file = write(tmp_path / "players.toml", {"one": str(program), "two": instant})
    assert run(court, "league", str(file))[0] == 0
    with program.open("ab") as end:
        end.write(b"\0")
    assert run(court, "league", str(file))[2] == f"arbiter: {program} of 'one' has changed since it played before\n"


def test_a_test_stops_by_itself_with_the_same_verdict_however_many_games_are_played_at_once(
    court: Court, tmp_path: Path, instant: str
) -> None:
    players = {"good": f"{instant} random", "bad": f"{instant} random 100"}
    file = write(tmp_path / "players.toml", players, "suspend = 0")
    verdicts = []
    for jobs in ["1", "2"][: len(os.sched_getaffinity(0))]:
        journal = str(tmp_path / f"{jobs}.db")
        status, output, _ = run(court, "league", str(file), "--db", journal, "--jobs", jobs, "--sprt", "0", "100")
        assert status == 0
        assert "elo1 (100) accepted" in output
        assert "normalised Elo" in output
        verdicts.append(output.splitlines()[-1])
        games = rows(Path(journal), "SELECT COUNT(*) FROM result")[0][0]
        assert 10 < games < 200
        assert "elo1 (100) accepted" in run(court, "league", str(file), "--db", journal, "--sprt", "0", "100")[1]
        assert rows(Path(journal), "SELECT COUNT(*) FROM result")[0][0] == games
    assert len(set(verdicts)) == 1


def test_who_forfeits_again_and_again_is_suspended_until_it_is_pardoned(
    court: Court, tmp_path: Path, instant: str
) -> None:
    bot = tmp_path / "bot"
    bot.write_text("#!/bin/sh\nexit 3\n")
    bot.chmod(0o755)
    players = {"bad": str(bot)} | {f"random {at}": f"{instant} random" for at in (1, 2)}
    file = write(tmp_path / "players.toml", players, "pairs = 4\nsuspend = 2")
    ends = "SELECT end, COUNT(*) FROM result GROUP BY end ORDER BY end"
    found = set()
    for jobs in ["1", "2"][: len(os.sched_getaffinity(0))]:
        journal = tmp_path / f"{jobs}.db"
        status, output, errors = run(court, "league", str(file), "--db", str(journal), "--jobs", jobs)
        assert (status, errors) == (0, "")
        assert rows(journal, ends) == [("CRASH", 2), ("FINISHED", 8), ("SUSPENDED", 14)]
        found.add(output)
    (output,) = found
    told = (
        "bad is suspended, for it ended by itself again and again: 14 games are lost unplayed (after a mend: --pardon)"
    )
    assert output.splitlines()[-1] == told
    assert re.search(r"forfeits  unplayed  margin", output.splitlines()[0])
    page = run(court, "report", str(journal))[1]
    assert told in page
    assert page.count('"not played"]') == 14
    replayed = run(court, "replay", str(journal), str(rows(journal, "SELECT MAX(number) FROM game")[0][0]))[1]
    assert "is suspended" in replayed
    exported = run(court, "export", str(journal))[1]
    assert exported.count("it ended by itself in 2 games, the last of them game ") == 14

    words = ["league", str(file), "--db", str(journal)]
    assert run(court, *words, "--pardon", "nobody")[::2] == (2, ANY)
    status, _, errors = run(court, *words, "--pardon", "random 1")
    assert (status, errors) == (1, f"arbiter: {journal}: 'random 1' is not suspended\n")
    shutil.copy(instant, tmp_path / "own")  # a rival's program it may not read
    bot.write_text(f"#!/bin/sh\nexec {tmp_path}/own random\n")
    status, output, errors = run(court, *words, "--pardon", "bad")
    assert (status, "suspended" in output, errors) == (0, False, ANY)
    assert rows(journal, ends) == [("CRASH", 2), ("FINISHED", 22)]
    assert run(court, *words, "--suspend", "3")[2] == (
        f"arbiter: {journal} holds another league: suspend is 2 there and 3 here; give this one a file of its own with "
        "--db\n"
    )


def test_duplicate_games_are_found_and_said(court: Court, tmp_path: Path, instant: str) -> None:
    file = write(tmp_path / "players.toml", {"one": instant, "two": instant}, "pairs = 5")
    _, output, _ = run(court, "league", str(file))
    assert "8 of 10 games repeat another one move by move" in output
    assert "8 games repeat another one move by move" in run(court, "report", str(tmp_path / "players.db"))[1]


def test_export_and_replay_hold_what_the_journal_holds(court: Court, tmp_path: Path, instant: str) -> None:
    file = write(
        tmp_path / "players.toml", {"one": f"{instant} random", 'two, "2"': f"{instant} random 30"}, "pairs = 4"
    )
    assert run(court, "league", str(file))[0] == 0
    journal = str(tmp_path / "players.db")
    table = list(csv.DictReader(io.StringIO(run(court, "export", journal)[1])))
    records = [json.loads(line) for line in run(court, "export", journal, "--format", "jsonl")[1].splitlines()]
    kept = rows(tmp_path / "players.db", "SELECT number, score_a, score_b, end FROM result ORDER BY number")
    assert [(int(r["number"]), int(r["score_a"]), int(r["score_b"]), r["end"]) for r in table] == kept
    assert [(r["number"], *r["scores"], r["end"]) for r in records] == kept
    moves = rows(tmp_path / "players.db", "SELECT move FROM move WHERE number = 1 ORDER BY ply")
    assert [turn["move"] for turn in records[0]["turns"]] == [move for (move,) in moves]
    page = run(court, "replay", journal, "1")[1]
    assert [len(positions) for positions in sheets(page)] == [len(moves) + 1]
    status, _, errors = run(court, "replay", journal, "99")
    assert (status, errors.count("\n")) == (1, 1)


def test_a_terminal_shows_standings_while_games_are_played(court: Court, tmp_path: Path, instant: str) -> None:
    file = write(tmp_path / "players.toml", {"alpha": f"{instant} random", "beta": f"{instant} random"}, "pairs = 40")
    words = ["-P", "-m", "arbiter", "league", str(file)]
    terminal = pexpect.spawn(
        sys.executable, words, env=court.environment, encoding="utf-8", timeout=HANG_S, dimensions=(40, 160)
    )
    terminal.expect("games.*/80")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert "normalised Elo" in (terminal.before or "")
    terminal = pexpect.spawn(
        sys.executable,
        ["-P", "-m", "arbiter", "replay", str(tmp_path / "players.db"), "1"],
        env=court.environment,
        encoding="utf-8",
        timeout=HANG_S,
    )
    terminal.expect("Game 1: alpha moves first, against beta")
    terminal.expect(pexpect.EOF)


def test_a_league_whose_terminal_is_closed_without_a_word_is_played_to_its_end(court: Court, tmp_path: Path) -> None:
    waiting = python("plain.py", "--wait-for", str(tmp_path / "go"))
    file = write(tmp_path / "players.toml", {"alpha": waiting, "beta": waiting}, "pairs = 2")
    court.environment["PYTHONUNBUFFERED"] = "1"  # or the standings that nobody can see might stay in a buffer
    with sighup_ignored():
        arbiter, terminal = on_a_terminal(court, tmp_path / "table.txt", "league", str(file), "--no-sandbox")
    close_when_shown(terminal, "0/?")
    (tmp_path / "go").touch()
    assert arbiter.wait(HANG_S) == 0
    assert count(tmp_path / "players.db") == 4
    assert "alpha against beta" in (tmp_path / "table.txt").read_text("utf-8")
    assert court.left() == []


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_the_status_of_a_league_says_what_has_ended_it(
    court: Court, tmp_path: Path, number: signal.Signals, status: int
) -> None:
    waiting = python("plain.py", "--wait-for", str(tmp_path / "go"))
    file = write(tmp_path / "players.toml", {"alpha": waiting, "beta": waiting}, "time = 600")
    arbiter = court.command("league", str(file), "--no-sandbox")
    wait_until(lambda: len(children(arbiter.pid)) > 0)
    time.sleep(0.3)
    arbiter.send_signal(number)
    _, errors = arbiter.communicate(timeout=HANG_S)
    assert (arbiter.returncode, errors) == (
        status,
        "arbiter: interrupted after 0 of 2 games; go on: same command\n",
    )
    assert court.left() == []


def test_of_players_in_one_folder_one_line_says_what_they_may_not_read(
    court: Court, tmp_path: Path, instant: str
) -> None:
    for name in "abc":
        shutil.copy(instant, tmp_path / name)
    file = write(tmp_path / "players.toml", {name: f"{tmp_path / name} random" for name in "abc"}, "pairs = 1")
    arbiter = court.command("league", str(file))
    _, errors = arbiter.communicate(timeout=HANG_S)
    lines = [line for line in errors.splitlines() if "may read of" in line]
    assert (arbiter.returncode, len(lines)) == (0, 1)
    assert f"{tmp_path} only a, as another player's program lies there (and so for 2 other players)" in errors
