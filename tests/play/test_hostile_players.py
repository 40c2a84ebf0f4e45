"""Whatever a program does costs it that game, for the right reason, and costs nobody else anything."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from tests.many import each
from tests.play.court import Court, python

GAMES = 2
MEMORY = ["--memory", "100"]
ONE_SECOND = ["--time", "1", "--start-time", "0.5"]
NOTES = "--no-sandbox"
"""For programs that tell the test by a file what they have seen or done."""

Way = tuple[list[str], str, str, bytes | None, list[str]]
# way, verdict, pattern of the reason, evidence (None: see elsewhere), options
WAYS: list[Way] = [
    (["silent"], "TIMEOUT", r"no move within 1 s \(CPU", b"", ONE_SECOND),
    (["one_byte_at_a_time"], "TIMEOUT", "no move within 1 s", None, ONE_SECOND),
    (["late"], "TIMEOUT", "no move within 1 s", None, ONE_SECOND),
    (["never_reads"], "TIMEOUT", "no move within 1 s", b"", ONE_SECOND),
    (["ignores_signals"], "TIMEOUT", "no move within 1 s", b"", ONE_SECOND),
    (["stops_itself"], "TIMEOUT", "no move within 1 s", b"", ONE_SECOND),
    (["grandchild_and_silent"], "TIMEOUT", "no move within 1 s", b"", ONE_SECOND),
    (["floods_stderr"], "TIMEOUT", "no move within 1 s", b"", ONE_SECOND),
    (["endless_line"], "MALFORMED", "a line of more than 1024 bytes", b"2" * 200, []),
    (["endless_lines"], "EXTRA_OUTPUT", "not asked", (b"2 3\n" * 50)[:200], []),
    (["two_moves"], "EXTRA_OUTPUT", "not asked", None, []),
    (["exits"], "CRASH", "ended by itself with exit status 3", b"", []),
    (["exits_before_reading"], "CRASH", "ended by itself with exit status 4", b"", []),
    (["half_a_line_then_exit"], "CRASH", "ended by itself with exit status 0", b"2 ", []),
    (["leaves_grandchild"], "CRASH", "ended by itself with exit status 5", b"", []),
    (["crashes"], "CRASH", r"killed by signal 11 \(SIGSEGV\)", b"", []),
    (["kills_its_group"], "CRASH", r"killed by signal 9 \(SIGKILL\)", b"", []),
    (["closes_output"], "CRASH", "closed its standard output but did not end", b"", []),
    (["wants_a_terminal"], "CRASH", "ended by itself with exit status 1", b"", []),
    (["eats_memory"], "MEMORY", r"\d+ MiB of memory where 100 are allowed", b"", MEMORY),
    (["grandchild_eats_memory"], "MEMORY", r"\d+ MiB of memory where 100 are allowed", b"", MEMORY),
]
TEXTS: list[Way] = [
    (["bytes_of_all_kinds"], "MALFORMED", "two integers", b"\0\xff\xfe\x1b[2J\x1b]0;title\x07</script><b>2 3", []),
    (["says", r"2,3\n"], "MALFORMED", "two integers", b"2,3", []),
    (["says", r"2  3\n"], "MALFORMED", "two integers", b"2  3", []),
    (["says", r"2 3\r\n"], "MALFORMED", "two integers", b"2 3\r", []),
    (["says", r"\n"], "MALFORMED", "two integers", b"", []),
    (["says", r"3 3\n"], "ILLEGAL", "square 3 3 is not empty", b"3 3", []),
    (["says", r"0 0\n"], "ILLEGAL", "square 0 0 captures nothing", b"0 0", []),
    (["says", r"8 0\n"], "ILLEGAL", "not on the board", b"8 0", []),
    (["says", r"-1 -1\n"], "ILLEGAL", "not on the board", b"-1 -1", []),
]


@pytest.mark.parametrize("way", each(4, ((way,) for way in WAYS)), ids=["_".join(way[0]) for way in WAYS])
@pytest.mark.parametrize("guard", each(2, [[], ["--no-namespace"]]), ids=["in", "without"])
def test_an_offence_loses_the_game_and_nothing_else(court: Court, tmp_path: Path, guard: list[str], way: Way) -> None:
    judge_offender(court, tmp_path / "opponent.log", guard, way)


@pytest.mark.parametrize("way", each(2, ((way,) for way in TEXTS)), ids=["_".join(way[0]) for way in TEXTS])
def test_a_text_that_is_no_legal_move_loses_the_game(court: Court, tmp_path: Path, way: Way) -> None:
    judge_offender(court, tmp_path / "opponent.log", [], way)


@pytest.mark.parametrize(
    "words", [r"in a\0b.py", r"/\0", r"\xff\xfe/\xe9 ", "x/" * 500], ids=["zero", "/", "bytes", "long"]
)
def test_the_last_words_of_a_program_that_may_not_read_all_lose_its_game_and_nothing_else(
    court: Court, guard: list[str], instant: str, words: str
) -> None:
    outcome = court.judge(python("hostile.py", "dumps", words), instant, str(GAMES), *guard)
    assert [(game["end"], game["offender"]) for game in outcome.games] == [("CRASH", 0)] * GAMES
    assert {game["reason"] for game in outcome.games} == {"ended by itself with exit status 3"}


def judge_offender(court: Court, log: Path, guard: list[str], way: Way) -> None:
    words, verdict, reason, evidence, options = way
    opponent = python("plain.py", "--log", str(log))
    outcome = court.judge(python("hostile.py", *words), opponent, str(GAMES), *guard, *options, NOTES)
    assert [game["end"] for game in outcome.games] == [verdict] * GAMES
    for number, game in enumerate(outcome.games):
        assert game["offender"] == 0, game["reason"]
        assert game["scores"] == [0, 64]
        assert re.search(reason, game["reason"]), game["reason"]
        if evidence is not None:
            assert outcome.evidence(number) == evidence
    assert outcome.errors.splitlines()[-1] == f"{opponent}\t{64 * GAMES}\t{GAMES} wins 0 draws 0 losses"
    dialogue = log.read_text().splitlines()
    # The opponent was started once, was told its colour and the end of each game, and then its input ended.
    assert dialogue.count("started") == 1
    told = [line for line in dialogue if line in (r"'0\n'", r"'1\n'", r"'-1 -1\n'", "''")]
    games = [[r"'0\n'", r"'-1 -1\n'"], [r"'1\n'", r"'-1 -1\n'"]]
    if words == ["exits_before_reading"]:  # perhaps before the opponent is told anything of that game
        games = [game for game in games if game[0] in told]
    assert told == [*itertools.chain(*games), "''"]


def test_a_fork_bomb_is_stopped(court: Court, instant: str, fork_bomb: str, guard: list[str]) -> None:
    outcome = court.judge(fork_bomb, instant, "2", *guard)
    assert [game["end"] for game in outcome.games] == ["PROCESSES"] * 2
    assert [game["reason"] for game in outcome.games] == ["more than 256 processes at once"] * 2


def test_the_evidence_of_a_slow_line_is_what_came(court: Court, instant: str) -> None:
    outcome = court.judge(python("hostile.py", "one_byte_at_a_time"), instant, *ONE_SECOND)
    assert re.fullmatch(b"2+", outcome.evidence(0))


def test_memory_eaten_while_the_opponent_thinks_is_seen(court: Court) -> None:
    eater = python("hostile.py", "eats_memory_while_the_other_thinks")
    outcome = court.judge(python("plain.py", "--delay", "0.5"), eater, "1", *MEMORY)
    assert outcome.games[0]["end"] == "MEMORY"
    assert outcome.games[0]["offender"] == 1


def test_a_peak_of_a_moment_is_not_missed(court: Court) -> None:
    eater = python("hostile.py", "peaks_with_its_last_move")
    (game,) = court.judge(eater, eater, "1", *MEMORY).games
    assert game["end"] == "MEMORY"


def test_the_tail_of_standard_error_is_kept_and_noise_is_no_offence(court: Court, instant: str) -> None:
    outcome = court.judge(python("hostile.py", "noisy_but_honest"), instant, "2")
    assert [game["end"] for game in outcome.games] == ["FINISHED"] * 2
    kept = outcome.games[0]["costs"][0]["stderr"]
    assert kept.endswith("line of noise\nlast words\n")
    assert len(kept) == 4096
    assert outcome.games[1]["costs"][0]["stderr"] == ""


def test_a_program_cannot_kill_its_guard_in_a_namespace(court: Court, instant: str) -> None:
    outcome = court.judge(python("hostile.py", "kills_its_guard"), instant, "1")
    assert outcome.games[0]["end"] == "FINISHED"


def test_a_program_that_kills_its_guard_dies_with_it(court: Court, instant: str) -> None:
    bare = ["--no-namespace", "--no-sandbox"]
    outcome = court.judge(python("hostile.py", "kills_its_guard"), instant, "1", *bare)
    assert outcome.games[0]["end"] == "CRASH"
    assert outcome.games[0]["reason"].startswith("the arbiter's guard was killed; this machine cannot tell whether")


def test_output_before_the_question_is_an_offence(court: Court, tmp_path: Path) -> None:
    mark = str(tmp_path / "written")
    early = python("hostile.py", "writes_before_it_is_asked", mark)
    outcome = court.judge(python("plain.py", "--wait-for", mark), early, NOTES)
    assert outcome.games[0]["end"] == "EXTRA_OUTPUT"
    assert outcome.games[0]["offender"] == 1
    assert outcome.evidence(0) == b"2 2\n"
    assert len(outcome.games[0]["turns"]) == 1


def test_a_closed_input_is_the_end_of_the_game(court: Court, tmp_path: Path) -> None:
    mark = str(tmp_path / "closed")
    deaf = python("hostile.py", "closes_input", mark)
    outcome = court.judge(python("plain.py", "--wait-for", mark), deaf, NOTES)
    assert (outcome.games[0]["end"], outcome.games[0]["offender"]) == ("CRASH", 1)
    assert outcome.games[0]["reason"] == "closed its standard input but did not end"


def test_output_after_the_end_costs_the_next_game(court: Court) -> None:
    outcome = court.judge(python("hostile.py", "writes_after_the_end"), python("plain.py", "--delay", "0.01"), "2")
    finished, forfeited = outcome.games
    assert finished["end"] == "FINISHED"
    assert (forfeited["end"], forfeited["offender"]) in (("EXTRA_OUTPUT", 0), ("MALFORMED", 0))
    assert outcome.evidence(1).strip() == b"good game"


def test_the_last_move_of_a_dying_program_counts(court: Court, instant: str, guard: list[str]) -> None:
    dying = python("hostile.py", "dies_after_its_last_move")
    outcome = court.judge(dying, instant, "3", *guard)
    first, second, third = outcome.games
    assert first["end"] == third["end"] == "FINISHED"
    assert len(first["turns"]) % 2 == 1  # the dying program, black, made the last move
    assert (second["end"], second["offender"]) == ("CRASH", 0)
    assert second["reason"] == "ended by itself with exit status 6"


def test_a_program_that_cannot_be_started_loses_and_says_why(
    court: Court, tmp_path: Path, instant: str, guard: list[str]
) -> None:
    reasons = {
        "./nobody": "./nobody: No such file or directory",
        "no-such-bot": "no-such-bot is not a program in PATH (one in this folder: ./no-such-bot)",
        f"{tmp_path}": f"{tmp_path}: Permission denied",
        f"{tmp_path}/text": f"{tmp_path}/text: Permission denied",
        f"{tmp_path}/data": f"{tmp_path}/data: Exec format error",
    }
    (tmp_path / "text").write_text("#!/bin/sh\n")
    (tmp_path / "data").write_text("no program\n")
    (tmp_path / "data").chmod(0o755)
    for command, reason in reasons.items():
        outcome = court.judge(command, instant, "2", *guard)
        assert [(game["end"], game["reason"]) for game in outcome.games] == [("NOT_STARTED", reason)] * 2
        assert [game["scores"] for game in outcome.games] == [[0, 64]] * 2
