"""A player alone, with small shell scripts as programs: what it answers, what it is caught at, what it has used."""

from __future__ import annotations

import contextlib
import functools
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.players import End, PlayerError
from arbiter.host.channel import Channel
from arbiter.host.guards import Guards
from arbiter.host.launch import Program
from arbiter.host.limits import Limits
from arbiter.play.patience import PatientExpense, Span
from arbiter.play.player import Player
from tests.play.court import HANG_S
from tests.play.shells import Make, shells

LIMITS = Limits(time_s=60.0, memory_mib=200.0)
ECHO = "while read line; do echo $line; done"
FOREVER = "sleep 60"


@pytest.fixture
def make() -> Iterator[Make]:
    """Make players that run shell scripts."""
    with shells(LIMITS) as player:
        yield player


def begun(player: Player) -> Player:
    player.begin()
    return player


def offence(of: Callable[[], object]) -> tuple[End, str, bytes]:
    """Give an offence, which may show a moment later."""
    give_up = time.monotonic() + HANG_S
    while time.monotonic() < give_up:
        try:
            of()
        except PlayerError as error:
            return error.end, error.reason, error.evidence
        time.sleep(0.001)
    raise AssertionError("no offence")


# ---- lines -----------------------------------------------------------------------------------------------------------


def test_a_line_is_answered_by_a_line(make: Make) -> None:
    player = begun(make(ECHO))
    for text in (b"2 3", b"", b"\xff"):
        answer, seconds = player.ask(text + b"\n")
        assert answer == text
        assert 0 < seconds < HANG_S
        player.check()


def test_lines_of_any_length_come_whole(make: Make) -> None:
    player = begun(make("exec cat"))
    for length in (1, 254, 255, 256, 257, 1000):  # more than 255 are no quick answer
        for _ in range(3):
            assert player.ask(b"x" * length + b"\n")[0] == b"x" * length


def test_patience_begins_before_the_question_is_asked(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    player, order = make("read x; echo a"), list[str]()
    player.expense = PatientExpense()
    ask = Channel.ask

    def spanned(program: Program) -> Span:
        order.append("span")
        return Span(program)

    def asked(channel: Channel, *words: Any, **more: Any) -> int:
        order.append("question")
        return ask(channel, *words, **more)

    monkeypatch.setattr("arbiter.play.patience.Span", spanned)
    monkeypatch.setattr(Channel, "ask", asked)
    begun(player).ask(b"\n")
    assert order[:2] == ["span", "question"]


def test_a_program_lives_on_from_game_to_game_and_its_costs_do_not(make: Make) -> None:
    player = begun(make("while read line; do echo said $line >&2; echo $$; done"))
    first, seconds = player.ask(b"a\n")
    turn = player.turn("m", seconds)
    assert (turn.move, turn.time_s) == ("m", seconds)
    cost = player.cost()
    assert cost.wall_s == seconds
    assert cost.stderr == "said a\n"
    assert 0 < cost.peak_mib < 50
    assert cost.protections == player.expense.protections.value
    player.begin()
    assert player.ask(b"b\n")[0] == first
    assert player.cost().stderr == "said b\n"
    player.kill()
    player.begin()
    assert player.ask(b"c\n")[0] != first


def wait_for(holds: Callable[[], bool]) -> None:
    give_up = time.monotonic() + HANG_S
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.001)


def test_cpu_time_is_that_of_the_move_and_of_the_game(make: Make) -> None:
    work = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"
    player = begun(make(f"read x; {work}; echo a; read x; echo b; {FOREVER}"))
    first = player.turn("a", player.ask(b"\n")[1])
    second = player.turn("b", player.ask(b"\n")[1])
    assert first.cpu_s > 0.01
    assert second.cpu_s < first.cpu_s
    assert player.cost().cpu_s >= first.cpu_s


def test_what_a_program_says_beside_is_kept_with_the_move_to_its_last_bytes(make: Make) -> None:
    say = "printf '%05000d\\n' 7 >&2; echo x >&2"
    player = begun(make(f"read x; {say}; echo a; read x; echo b; {FOREVER}"))
    wait_for(lambda: player.ask(b"\n")[0] == b"a")
    first = player.turn("a", 0.0)
    wait_for(lambda: player.cost().stderr.endswith("7\nx\n"))
    assert len(player.cost().stderr) == 4096
    said = first.stderr or player.turn("a", 0.0).stderr
    assert said.endswith("7\nx\n")
    assert len(said) == 1024
    player.ask(b"\n")
    assert player.turn("b", 0.0).stderr == ""


def test_more_than_was_asked_for_is_an_offence(make: Make) -> None:
    player = begun(make(f"read x; printf 'a\\nb\\n'; {FOREVER}"))
    assert offence(lambda: (player.ask(b"\n"), offence(player.check))) == (
        End.EXTRA_OUTPUT,
        "wrote when it was not asked for a move",
        b"b\n",
    )


def test_a_line_before_the_question_is_an_offence(make: Make) -> None:
    player = begun(make(f"echo early; {FOREVER}"))
    assert offence(player.check) == (End.EXTRA_OUTPUT, "wrote when it was not asked for a move", b"early\n")


@pytest.mark.parametrize(
    ("script", "reason", "evidence"),
    [
        ("exit 3", "ended by itself with exit status 3", b""),
        ("printf 2; exit 0", "ended by itself with exit status 0", b"2"),
        ("kill -9 $$", "was killed by signal 9 (SIGKILL)", b""),
        ("sleep 60 & exit 5", "ended by itself with exit status 5", b""),
        (f"exec >&-; {FOREVER}", "closed its standard output but did not end", b""),
    ],
)
def test_a_program_that_can_answer_no_more_has_crashed(make: Make, script: str, reason: str, evidence: bytes) -> None:
    player = begun(make(f"read x; {script}"))
    assert offence(lambda: player.ask(b"\n")) == (End.CRASH, reason, evidence)
    asleep = begun(make(script))
    found = offence(asleep.check)
    assert found[:2] == (End.CRASH, reason) if not evidence else found[0] is End.EXTRA_OUTPUT
    asleep.kill()
    dead = begun(make("exit 0"))
    wait_for(lambda: offence(dead.check)[0] is End.CRASH)
    dead.check(alive=False)


def test_a_closed_input_is_told_as_that(make: Make) -> None:
    player = begun(make(f"exec <&-; echo closed >&2; {FOREVER}"))
    wait_for(lambda: "closed" in player.cost().stderr)
    assert offence(lambda: player.ask(b"\n")) == (End.CRASH, "closed its standard input but did not end", b"")


def test_the_longest_answer_is_1024_bytes(make: Make) -> None:
    longest = begun(make(f"read x; printf %01024d 7; sleep 0.05; echo; {FOREVER}"))
    assert len(longest.ask(b"\n")[0]) == 1024
    longer = begun(make(f"read x; printf %01025d 7; {FOREVER}"))
    assert offence(lambda: longer.ask(b"\n")) == (End.MALFORMED, "a line of more than 1024 bytes", b"0" * 200)


def test_who_is_silent_is_late(make: Make) -> None:
    player = begun(make(FOREVER, time_s=0.05, start_s=0.05))
    end, reason, _ = offence(lambda: player.ask(b"\n"))
    assert end is End.TIMEOUT
    assert reason.startswith("no move within 0.05 s (CPU time it used for it: 0.0")
    slow = begun(make(f"read x; sleep 0.2; echo a; {FOREVER}", time_s=0.05))
    assert slow.ask(b"\n", time_s=60.0)[0] == b"a"


def test_what_a_program_computes_to_start_is_no_cpu_time_of_its_first_move(make: Make) -> None:
    player = begun(make(f"i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; read x; echo a; {FOREVER}"))
    answer, seconds = player.ask(b"\n")
    assert player.turn(answer.decode(), seconds).cpu_s < player.cost().cpu_s / 2


def test_a_question_may_be_larger_than_a_pipe_and_one_that_is_not_read_is_found_later(make: Make) -> None:
    player = begun(make(f"sleep 0.05; head -c 300001 | wc -c; {FOREVER}"))
    assert player.ask(b"x" * 300_000 + b"\n")[0].strip() == b"300001"
    deaf = begun(make(FOREVER))
    deaf.tell(b"x" * 300_000)
    assert offence(deaf.check) == (End.TIMEOUT, "did not read what it was told", b"")
    deaf.kill()
    begun(deaf).check()


# ---- talk ------------------------------------------------------------------------------------------------------------


def pick(line: bytes) -> bytes | None:
    return line.removeprefix(b"move ") if line.startswith(b"move ") else None


def test_talk_is_kept_and_the_first_answer_counts(make: Make) -> None:
    player = begun(make(f"read x; echo hello; echo move a; echo bye; read x; echo move b; {FOREVER}"))
    assert player.ask(b"\n", pick)[0] == b"a"
    assert player.ask(b"\n", pick)[0] == b"b"
    assert player.cost().stderr == "hello\nbye\n"


def test_an_answer_to_no_question_is_an_offence_even_where_talk_is_none(make: Make) -> None:
    player = begun(make(f"read x; echo move a; echo talk; echo move b; {FOREVER}"))
    assert player.ask(b"\n", pick)[0] == b"a"
    assert offence(lambda: player.check(pick=pick)) == (
        End.EXTRA_OUTPUT,
        "wrote when it was not asked for a move",
        b"b",
    )


@pytest.mark.parametrize("line", ["talk", ""])
def test_endless_talk_is_no_answer(make: Make, line: str) -> None:
    player = begun(make(f"read x; yes '{line}'"))
    found = offence(lambda: player.ask(b"\n", pick))
    assert found[:2] == (End.MALFORMED, "more than 1048576 bytes without an answer")
    assert line.encode().startswith(found[2])


# ---- whole outputs, and players that are watched ---------------------------------------------------------------------


def test_a_whole_input_is_exchanged_for_a_whole_output(make: Make) -> None:
    player = begun(make("cat; echo end"))
    output, seconds = player.exchange(b"line\n" * 60_000)
    assert output == b"line\n" * 60_000 + b"end\n"
    assert seconds > 0


@pytest.mark.parametrize(
    ("script", "end", "reason"),
    [
        ("cat > /dev/null", End.CRASH, "ended by itself with exit status 0"),
        (f"exec >&-; {FOREVER}", End.CRASH, "closed its standard output but did not end"),
        ("cat /dev/zero", End.MALFORMED, "more than 1048576 bytes of output"),
    ],
)
def test_no_output_or_too_much_is_an_offence(make: Make, script: str, end: End, reason: str) -> None:
    player = begun(make(script))
    assert offence(lambda: player.exchange(b"\n"))[:2] == (end, reason)


def test_a_program_that_is_watched_answers_by_what_is_seen(make: Make, tmp_path: Path) -> None:
    player = begun(make(f"echo noise; echo more >&2; {FOREVER}"))
    looks = iter([None, None, "seen"])
    assert player.wait(lambda: next(looks))[0] == "seen"

    def heard() -> bool:
        player.wait(lambda: True)
        return set(player.cost().stderr.split()) == {"noise", "more"}

    wait_for(heard)
    late = begun(make(FOREVER, time_s=0.05, start_s=0.05))
    assert offence(lambda: late.wait(lambda: None))[0] is End.TIMEOUT
    gone = begun(make("exit 4"))
    assert offence(lambda: gone.wait(lambda: None))[:2] == (End.CRASH, "ended by itself with exit status 4")


def test_what_is_seen_counts_from_when_it_was_done(make: Make) -> None:
    looked = 0.0

    def after_a_stall() -> bool:
        nonlocal looked
        looked = time.monotonic()
        time.sleep(0.4)
        return True

    player = begun(make(FOREVER, time_s=0.2))
    seen, seconds = player.wait(after_a_stall, lambda: time.monotonic() - looked)  # done before the stall, however long
    assert seen
    assert seconds < 0.2
    assert player.wait(lambda: True, lambda: -5.0)[1] < 0.2  # the clock of the machine was put back
    late = begun(make(FOREVER, time_s=0.2, start_s=0.0))
    assert offence(lambda: late.wait(after_a_stall, lambda: 0.1))[0] is End.TIMEOUT


# ---- limits and ends -------------------------------------------------------------------------------------------------


def test_memory_and_processes_of_the_whole_tree_are_limited(make: Make) -> None:
    big = "(head -c 60000000 /dev/zero; sleep 60) | tail -c 50000000"
    for script in (f"read x; {big}; {FOREVER}", f"read x; ({big}) & {FOREVER}"):
        fat = begun(make(script, memory_mib=30.0))
        end, reason, _ = offence(functools.partial(fat.ask, b"\n"))
        assert end is End.MEMORY
        assert reason.endswith("MiB of memory where 30 are allowed")
    many = begun(make(f"read x; for i in 1 2 3 4; do sleep 60 & done; {FOREVER}", processes=4))
    assert offence(lambda: many.ask(b"\n"))[:2] == (End.PROCESSES, "more than 4 processes at once")
    few = begun(make(f"read x; for i in 1 2; do sleep 60 & done; echo a; {FOREVER}", processes=4))
    assert few.ask(b"\n")[0] == b"a"


def test_a_peak_in_the_middle_of_a_game_is_not_forgotten(make: Make) -> None:
    player = begun(make(f"read x; exec 3>&1; head -c 60000000 /dev/zero | tail -c 1 > /dev/null; echo a; {FOREVER}"))
    player.ask(b"\n")
    peak = player.cost().peak_mib
    assert peak > 1
    player.kill()
    assert player.cost().peak_mib >= peak
    player.check_memory()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program", "no-such-program is not a program in PATH (one in this folder: ./no-such-program)"),
        ("./nobody", "./nobody: No such file or directory"),
        ("/", "/: Permission denied"),
    ],
)
def test_a_program_that_is_not_there_is_told_by_name(command: str, reason: str) -> None:
    with contextlib.closing(Guards()) as guards:
        player = Player(command, LIMITS, environment={"PATH": os.environ["PATH"]}, guards=guards)
        with pytest.raises(PlayerError) as caught:
            player.begin()
        assert (caught.value.end, caught.value.reason) == (End.NOT_STARTED, reason)
        assert player.program() is None


def test_a_program_gets_further_words_and_a_folder_of_its_own(make: Make, tmp_path: Path) -> None:
    player = make('echo "$0"; pwd; echo "$TMPDIR" >&2; read x')
    player.begin(["word"], tmp_path)
    output, _ = player.exchange(b"\n")
    assert output == f"word\n{tmp_path}\n".encode()


def test_who_is_dismissed_may_end_by_itself_and_who_is_killed_may_not(make: Make, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    guards = Guards(sandbox=False)
    polite = Player(
        f"/bin/sh -c 'cat; echo over > {mark}'", LIMITS, environment={"PATH": os.environ["PATH"]}, guards=guards
    )
    polite.begin()
    polite.dismiss(time.monotonic() + HANG_S)
    assert mark.read_text() == "over\n"
    assert polite.program() is None
    stubborn = begun(make(f"trap '' TERM; {FOREVER}"))
    program = stubborn.program()
    assert program
    stubborn.dismiss(time.monotonic() + 0.01)
    assert not Path(f"/proc/{program.pid}").exists()
    guards.close()


def test_a_game_has_its_own_peak_of_a_program_that_lives_on(make: Make) -> None:
    program = "import sys\nfor line in sys.stdin:\n x = b'x' * (int(line) << 20)\n del x\n print('done', flush=True)"
    player = begun(make(f"exec {shlex.quote(sys.executable)} -c {shlex.quote(program)}"))
    player.ask(b"80\n")
    large = player.cost().peak_mib
    assert large > 80
    player.begin()
    player.ask(b"1\n")
    assert player.cost().peak_mib < large - 40


def test_a_program_that_is_watched_is_looked_at_many_times_a_second(make: Make) -> None:
    player = begun(make(FOREVER, time_s=2.0))
    looks = iter(range(100))
    assert player.wait(lambda: next(looks) == 50 or None)[0]
