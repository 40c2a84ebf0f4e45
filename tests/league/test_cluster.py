"""A league on a cluster is the league that one machine plays, whatever happens to the machines."""

from __future__ import annotations

import shutil
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.league.dask_cluster import WORKERS, Cluster, command, running, sidecars
from tests.league.files import count, finish, lasting, rows, run, write
from tests.play.court import PLAYERS, TWO_CORES, Court, python
from tests.play.test_end_of_the_arbiter import wait_until

GAMES = 96


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Give a cluster with two workers."""
    with running(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture
def league(tmp_path: Path, instant: str) -> str:
    """Give a league of four, some of whom forfeit now and then."""
    players = {"first": instant} | {f"random {errors}": f"{instant} random {errors}" for errors in (0, 5, 20)}
    return str(write(tmp_path / "league.toml", players, f"seed = 7\npairs = {GAMES // 12}"))


@TWO_CORES
def test_a_worker_killed_in_the_middle_costs_nothing_but_time(
    court: Court, cluster: Cluster, tmp_path: Path, league: str
) -> None:
    undisturbed, journal = tmp_path / "undisturbed.db", tmp_path / "killed.db"
    status, table, _ = run(court, "league", league, "--db", str(undisturbed))
    assert status == 0
    arbiter = court.command("league", league, "--db", str(journal), *cluster.words())
    wait_until(lambda: count(journal) > 0 and len(sidecars(cluster.court)) == 2)
    cluster.kill_a_worker()
    assert 0 < count(journal) < GAMES
    assert finish(arbiter) == (0, table, "")
    assert court.left() == []
    assert lasting(journal) == lasting(undisturbed)
    assert rows(journal, "SELECT COUNT(*), COUNT(DISTINCT number) FROM result") == [(GAMES, GAMES)]


@pytest.mark.long
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_games_that_nobody_waits_for_end_and_the_league_goes_on_without_a_cluster(
    court: Court, cluster: Cluster, tmp_path: Path, instant: str, ending: signal.Signals
) -> None:
    slow = python("plain.py", "--wait-for", str(tmp_path / "go"))
    league = str(write(tmp_path / "league.toml", {"slow": slow, "random": f"{instant} random"}, "time = 100"))
    arbiter = court.command("league", league, *cluster.words())
    wait_until(lambda: len(players(cluster)) == 2 * WORKERS)
    arbiter.send_signal(ending)
    status, output, errors = finish(arbiter)
    if ending == signal.SIGINT:
        assert status == 130
        assert errors == "arbiter: interrupted after 0 of 2 games; go on: same command\n"
        assert "random" in output
    court.wait_until_nothing_is_left()
    wait_until(lambda: players(cluster) == [])
    (tmp_path / "go").touch()
    assert run(court, "league", league)[::2] == (0, "")
    assert rows(tmp_path / "league.db", "SELECT COUNT(*), SUM(end = 'FINISHED') FROM result") == [(2, 2)]


def players(cluster: Cluster) -> list[int]:
    pids = [int(stat.split()[0]) for stat in cluster.court.left()]
    return [pid for pid in pids if command(pid).endswith(b"random\0") or b"plain.py" in command(pid)]


@pytest.mark.parametrize(
    ("settings", "words", "shown"),
    [
        ("format = 'knockout'", [], "has won the knockout"),
        pytest.param("format = 'swiss'\nrounds = 2", [], "random 20", marks=pytest.mark.long),
    ],
)
@pytest.mark.long
def test_formats_whose_rounds_depend_on_results_are_played(
    court: Court, cluster: Cluster, tmp_path: Path, league: str, settings: str, words: list[str], shown: str
) -> None:
    file = Path(league)
    file.write_text(f"{settings}\n" + file.read_text().replace(f"pairs = {GAMES // 12}", ""))
    status, output, errors = run(court, "league", league, *words, *cluster.words())
    assert (status, errors) == (0, "")
    assert shown in output
    assert rows(tmp_path / "league.db", "SELECT COUNT(DISTINCT core) FROM result") == [(WORKERS,)]
    first = lasting(tmp_path / "league.db")
    assert run(court, "league", league, "--db", str(tmp_path / "local.db"))[1] == output
    assert lasting(tmp_path / "local.db") == first


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder that no worker has, with players of several files."""
    home = tmp_path / "home"
    (home / "bots").mkdir(parents=True)
    for script in ("plain.py", "hostile.py", "lateness.py"):
        shutil.copy(PLAYERS / script, home / "bots")
    monkeypatch.chdir(home)
    command = f"{sys.executable} bots/hostile.py noisy_but_honest"
    file = write(home / "league.toml", {"noisy": command, "plain": f"{sys.executable} bots/plain.py"})
    file.write_text(file.read_text().replace('noisy_but_honest"', "noisy_but_honest\"\nfiles = ['bots']"))
    return file


@pytest.mark.long
def test_players_are_shipped_with_all_their_files(court: Court, cluster: Cluster, at_home: Path) -> None:
    status, _, errors = run(court, "league", str(at_home), "--ship", *cluster.words())
    assert (status, errors) == (0, "")
    assert rows(at_home.with_suffix(".db"), "SELECT end, COUNT(*) FROM result") == [("FINISHED", 2)]
    known = {path for (path,) in rows(at_home.with_suffix(".db"), "SELECT path FROM program WHERE player = 'noisy'")}
    assert f"2 games played on {socket.gethostname()}, on " in run(court, "report", str(at_home.with_suffix(".db")))[1]
    assert known == {sys.executable, "bots/hostile.py", "bots/lateness.py", "bots/plain.py"}


@pytest.mark.long
def test_a_worker_whose_players_differ_refuses(court: Court, cluster: Cluster, at_home: Path) -> None:
    there = cluster.folder / "bots"
    there.mkdir()
    for script in ("plain.py", "lateness.py"):
        shutil.copy(at_home.parent / "bots" / script, there)
    (there / "hostile.py").write_text("import plain\n")
    status, _, errors = run(court, "league", str(at_home), *cluster.words())
    assert status == 1
    *refusals, last = errors.splitlines()
    assert len(refusals) == WORKERS
    for refusal in refusals:
        assert refusal.startswith("arbiter: the worker at tls://127.0.0.1:")
        assert "does not play: bots/hostile.py of 'noisy' differs: SHA-256 " in refusal
    assert last == "arbiter: no worker of the cluster can play this league"
    shutil.copy(at_home.parent / "bots/hostile.py", there)
    assert run(court, "league", str(at_home), *cluster.words())[::2] == (0, "")


@pytest.mark.long
def test_a_scheduler_that_is_gone_is_said_and_the_journal_stays(
    court: Court, cluster: Cluster, tmp_path: Path, instant: str
) -> None:
    slow = python("plain.py", "--delay", "0.01")
    league = write(tmp_path / "league.toml", {"slow": slow, "random": f"{instant} random"}, "pairs = 8")
    journal = tmp_path / "league.db"
    arbiter = court.command("league", str(league), *cluster.words())
    wait_until(lambda: count(journal) > 2)
    cluster.scheduler.kill()
    gone = f"arbiter: lost the scheduler at {cluster.address}; what is finished is in the journal\n"
    assert finish(arbiter) == (1, "", gone)
    before = count(journal)
    status, _, errors = run(court, "league", str(league), *cluster.words())
    assert (status, errors.count("\n")) == (1, 1)
    assert errors.startswith(f"arbiter: cannot connect to the cluster at {cluster.address}: ")
    assert 2 < before == count(journal) < 16
    assert run(court, "league", str(league))[::2] == (0, "")
    assert count(journal) == 16


@pytest.mark.long
@TWO_CORES
def test_a_cluster_of_this_machine_goes_with_the_arbiter_even_when_it_is_killed(
    court: Court, tmp_path: Path, league: str
) -> None:
    arbiter = court.command("league", league, "--cluster", "local:2")
    wait_until(lambda: count(tmp_path / "league.db") > 0)
    arbiter.kill()
    arbiter.communicate()
    court.wait_until_nothing_is_left()
    status, _, errors = run(court, "league", league, "--cluster", "local:2", "--sprt", "0", "1")
    assert status == 2
    assert "--sprt compares two players" in errors
    assert run(court, "league", league, "--cluster", "local:2")[::2] == (0, "")
    assert rows(tmp_path / "league.db", "SELECT COUNT(*) FROM result") == [(GAMES,)]


def test_the_library_is_needed_only_by_who_asks_for_a_cluster(court: Court, tmp_path: Path, league: str) -> None:
    (tmp_path / "distributed.py").write_text("raise ModuleNotFoundError('no', name='distributed')\n")
    court.environment["PYTHONPATH"] = str(tmp_path)
    status, _, errors = run(court, "league", league, "--cluster", "tcp://127.0.0.1:1")
    assert (status, errors) == (1, 'arbiter: --cluster needs dask.distributed; get it by: pip install ".[cluster]"\n')
    assert run(court, "league", league)[::2] == (0, "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--cluster", "here"], "expected tcp://HOST:PORT, tls://HOST:PORT or local:N, got 'here'"),
        (["--cluster", "local:0"], "expected tcp://HOST:PORT, tls://HOST:PORT or local:N, got 'local:0'"),
        (["--cluster", "local:9999"], "each worker needs a core to itself, and there are"),
        (["--cluster", "local:1", "--jobs", "1"], "--jobs is for this machine"),
        (["--ship"], "--ship goes with --cluster"),
        (["--tls-ca", "file"], "--tls-ca goes with --cluster"),
    ],
)
def test_a_wrong_command_is_said(court: Court, league: str, words: list[str], message: str) -> None:
    status, output, errors = run(court, "league", league, *words)
    assert (status, output) == (2, "")
    assert message in errors.splitlines()[-1]
    assert not Path(league).with_suffix(".db").exists()
