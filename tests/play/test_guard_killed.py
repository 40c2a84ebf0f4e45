"""A guard that somebody kills from outside costs nobody a game: it is played again, twice at most, and then it is void.

Only where no program could have done it: elsewhere the player is charged whose guard is dead, and the reason says so.
"""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from arbiter.games.players import End, PlayerError
from arbiter.host import guards as guards_module
from arbiter.host.guards import Guards
from arbiter.host.launch import Guard, GuardError, LaunchError, Protection
from arbiter.host.limits import Limits
from arbiter.play import player as player_module
from arbiter.play.player import Player
from tests.league.files import children, finish, rows, run, write
from tests.play.court import Court, python, told
from tests.play.test_end_of_the_arbiter import wait_until

pytestmark = pytest.mark.machine

THINKS = python("plain.py", "--delay", "1")
BARE = ["--no-namespace", "--no-sandbox"]


@pytest.fixture
def out_of_reach() -> None:
    """Go on only where a machine can keep guards out of reach of programs."""
    with contextlib.closing(Guards()) as guards:
        guards.give_back(guards.take(100.0))
        if not guards.out_of_reach:
            pytest.skip("this machine has neither PID namespaces nor Landlock's scope of signals")


def guarding(court: Court) -> list[int]:
    """Give the guards whose programs run."""
    pids = [int(stat.split()[0]) for stat in court.left() if "(arbiter-guard)" in stat]
    return [pid for pid in pids if children(pid)]


def kill_a_guard(court: Court, done: set[int]) -> None:
    """Kill a guard with its program, once both programs run, and none that was killed before is there."""
    found: list[int] = []

    def both_run() -> bool:
        found[:] = guarding(court)
        return len(found) == 2 and not done & {*found}

    wait_until(both_run)
    done.add(min(found))
    os.kill(min(found), signal.SIGKILL)


def test_a_game_is_played_again_when_a_guard_was_killed_from_outside(
    court: Court, out_of_reach: None, instant: str
) -> None:
    arbiter = court.start(python("plain.py", "--think", "4"), instant, "2", "--time", "60")
    kill_a_guard(court, set())
    outcome = court.finish(arbiter)
    assert [game["end"] for game in outcome.games] == ["FINISHED"] * 2, outcome.errors
    assert all(len(game["turns"]) > 40 for game in outcome.games)
    assert court.left() == []


def test_a_game_that_is_spoiled_a_third_time_is_void_listed_and_counts_nowhere(
    court: Court, out_of_reach: None, instant: str
) -> None:
    arbiter, done = court.start(THINKS, THINKS, "1", "--time", "60"), set[int]()
    for _ in range(3):
        kill_a_guard(court, done)
    outcome = court.finish(arbiter)
    (game,) = outcome.games
    assert (game["end"], game["offender"], game["scores"], game["also"]) == ("VOID", None, [0, 0], None)
    assert game["reason"] == "the arbiter's guard of a program was killed from outside"
    *_, said, first, second = told(outcome.errors).splitlines()
    assert said == f"arbiter: void, and not counted: game 1, because {game['reason']}"
    assert first == second == f"{THINKS}\t0\t0 wins 0 draws 0 losses"
    assert "Game 1 is void</strong> and counts nowhere" in outcome.page
    assert court.left() == []


@pytest.mark.long
def test_a_void_game_of_a_league_is_listed_and_the_league_goes_on(
    court: Court, out_of_reach: None, tmp_path: Path, instant: str
) -> None:
    waits = python("plain.py", "--think", "4")
    file = write(tmp_path / "league.toml", {"waits": waits, "instant": instant}, "time = 60")
    arbiter, done = court.command("league", str(file)), set[int]()
    for _ in range(3):
        kill_a_guard(court, done)
    status, output, errors = finish(arbiter)
    assert (status, errors) == (0, "")
    assert "void, for the arbiter's guards were killed from outside, and counted nowhere: game 1\n" in output
    found = rows(tmp_path / "league.db", "SELECT number, end, offender FROM result ORDER BY number")
    assert found == [(1, "VOID", None), (2, "FINISHED", None)]
    page = run(court, "report", str(tmp_path / "league.db"))[1]
    assert "counted nowhere: game 1" in page
    assert '"void"]' in page


def test_where_a_program_could_have_done_it_its_player_is_charged_and_told_that_nobody_can_tell(court: Court) -> None:
    arbiter = court.start(THINKS, THINKS, "1", "--time", "60", *BARE)
    kill_a_guard(court, set())
    (game,) = court.finish(arbiter).games
    assert game["end"] == "CRASH"
    told = "the arbiter's guard was killed; this machine cannot tell whether the program did it or somebody else"
    assert game["reason"] == told
    assert court.left() == []


# ---- at a start ------------------------------------------------------------------------------------------------------


def player(guards: Guards, command: str = "/bin/sh -c 'while read x; do echo $x; done'") -> Player:
    return Player(command, Limits(time_s=60.0), environment={"PATH": os.environ["PATH"]}, guards=guards)


def test_a_guard_that_was_killed_while_it_was_idle_is_replaced(out_of_reach: None) -> None:
    with contextlib.closing(Guards()) as guards:
        one = player(guards)
        pids = set()
        for _ in range(3):
            one.begin()
            assert one.ask(b"a\n")[0] == b"a"
            program = one.program()
            assert program
            pids.add(program.guard.pid)
            one.kill()
            os.kill(program.guard.pid, signal.SIGKILL)
        assert len(pids) == 3


@pytest.mark.parametrize(("reach", "end"), [(False, End.VOID), (True, End.NOT_STARTED)])
def test_guards_that_are_killed_again_and_again_at_a_start_end_no_league(
    monkeypatch: pytest.MonkeyPatch, reach: bool, end: End
) -> None:
    tried = []

    def dies(guard: Guard, *_: object, **__: object) -> None:
        tried.append(guard.pid)
        raise GuardError("no program can be started: the arbiter's guard was killed")

    monkeypatch.setattr(player_module, "Program", dies)
    with contextlib.closing(Guards()) as guards:
        guards.give_back(guards.take(100.0))
        guards.out_of_reach = not reach
        with pytest.raises(PlayerError) as caught:
            player(guards).begin()
        assert caught.value.end is end
    assert len(set(tried)) == 3


LACKING = [errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM]


@pytest.mark.parametrize("number", [*LACKING, errno.ENOENT, errno.EACCES, errno.ENOEXEC], ids=errno.errorcode.get)
def test_what_the_machine_lacks_at_a_start_is_no_players_offence(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(player_module, "Program", fails)
    before = children(os.getpid())
    with contextlib.closing(Guards()) as guards:
        with pytest.raises(LaunchError if number in LACKING else PlayerError, match=os.strerror(number)):
            player(guards).begin()
        guards.close()
        assert children(os.getpid()) == before


def test_descriptors_that_are_used_up_at_a_start_are_no_players_offence_and_stay_as_many() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.closing(Guards()) as guards, contextlib.ExitStack() as stack:
        one, free = player(guards), []
        guards.give_back(guards.take(one.limits.memory_mib))
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, before[1]))
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        with contextlib.suppress(OSError):
            while True:  # until there is no room left
                free.append(stack.enter_context(Path(os.devnull).open()))
        for _ in range(5):
            free.pop().close()  # for two pipes, not for three
        held = len([*Path("/proc/self/fd").iterdir()])
        with pytest.raises(LaunchError, match="no program can be started: Too many open files"):
            one.begin()
        assert len([*Path("/proc/self/fd").iterdir()]) == held


@pytest.mark.parametrize(("deaths", "kind"), [(2, None), (3, GuardError)])
def test_a_guard_that_is_killed_while_it_starts_is_no_refusal_of_namespaces(
    monkeypatch: pytest.MonkeyPatch, deaths: int, kind: type[LaunchError] | None
) -> None:
    started: list[int] = []
    real: Callable[..., Guard] = Guard

    def killed(wishes: int, *words: object) -> Guard:
        started.append(wishes)
        if len(started) <= deaths:
            raise InterruptedError(4, "Interrupted system call")
        return real(wishes, *words)

    with contextlib.closing(Guards()) as guards:
        guards.give_back(guards.take(100.0))  # finds out what the system grants
        guards.close()
        monkeypatch.setattr(guards_module, "Guard", killed)
        with pytest.raises(kind) if kind else contextlib.nullcontext():
            guards.give_back(guards.take(100.0))
        assert len(set(started)) == 1


def test_who_is_out_of_reach_has_no_privileges_and_a_wall_around_it() -> None:
    guard = object.__new__(Guard)
    scope = Protection.LANDLOCK_FILES | Protection.LANDLOCK_SCOPE
    for has, expected in (
        (Protection.OWN_PIDS | Protection.NO_PRIVILEGES, True),
        (scope | Protection.NO_PRIVILEGES, True),
        (Protection.OWN_PIDS, False),
        (Protection.LANDLOCK_FILES | Protection.NO_PRIVILEGES, False),
        (Protection(0), False),
    ):
        guard.protections = has
        assert guard.is_out_of_reach() == expected
