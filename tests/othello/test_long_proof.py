"""A question that takes days goes on after a kill from what it had kept, and keeps nothing that is not true."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.games.othello import law
from bots.othello.game import bitboards
from bots.othello.proof import certificate, leaves, solve, verify
from bots.othello.proof.boards import Moves
from bots.othello.proof.leaves import Leaf
from bots.othello.proof.parts import Parts
from bots.othello.proof.store import Question, Store
from native.othello.engine import Othello, canonical

HARD = law.parse_position("--O-------O-X----OOXXO--XOOXXOXXXOOXXO--XOOXXOOOXOOOOO--XXXX---- black")
VALUE, SLICE = 22, 5_000
QUESTION = Question(canonical(*bitboards(HARD)), VALUE, 10**9)


class KilledError(Exception):
    """Stands for SIGKILL: nothing happens after it."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Give an empty file; searches keep what they have shown in it every few thousand nodes."""
    monkeypatch.setattr(leaves, "SLICE_NODES", SLICE)
    return Store(tmp_path / "proof.sqlite")


def search_until(store: Store, nodes: int) -> int | None:
    """Go on with the question; killed after so many nodes. Give the answer, None if it came to being killed."""

    def keep(question: Question, used: int, parts: Parts) -> None:
        store.keep_parts(question, used, parts.bounds)
        if used >= nodes:
            raise KilledError

    used, known = store.parts(QUESTION)
    try:
        return Leaf(4).answer(QUESTION, used, known, keep).score
    except KilledError:
        return None


def test_a_killed_search_goes_on_where_it_was(store: Store) -> None:
    whole = Leaf(4).answer(QUESTION).nodes
    assert search_until(store, whole * 3 // 4) is None
    used, known = store.parts(QUESTION)
    answer = Leaf(4).answer(QUESTION, used, known)
    assert answer.score is not None
    assert answer.score <= VALUE
    assert answer.nodes - used < whole // 2


def test_a_search_that_is_killed_again_and_again_comes_to_its_end(store: Store) -> None:
    for nodes in range(2 * SLICE, 100 * SLICE, 2 * SLICE):
        if (score := search_until(store, nodes)) is not None:
            break
    assert score is not None
    assert score <= VALUE


def test_every_bound_that_is_kept_is_true(store: Store) -> None:
    search_until(store, 10 * SLICE)
    engine, (_, known) = Othello(16), store.parts(QUESTION)
    assert len(known) > 20
    for part in known[:: len(known) // 20]:
        value = engine.solve(*part.board).score
        assert value >= part.score if part.greater else value <= part.score


def test_a_killed_plan_goes_on_where_it_was(store: Store) -> None:
    def keep(question: Question, moves: Moves) -> None:
        store.keep_draft(question, moves)
        raise KilledError

    with pytest.raises(KilledError):
        Leaf(4).plan(QUESTION, False, keep=keep)
    draft = store.draft(QUESTION)
    assert draft
    plan = Leaf(4).plan(QUESTION, False, (), draft).moves
    assert draft.items() <= plan.items()
    lines = solve.lines_of(plan, [(QUESTION.board, HARD.mover)])
    claim = certificate.Certificate(law.WHITE, -VALUE, (HARD,), lines)
    assert all(done.confirmed for done in verify.solve(claim, verify.walk(claim).solved, 1, 10**9))


def test_threads_that_work_on_one_question_together_defend_their_answer(tmp_path: Path) -> None:
    store = Store(tmp_path / "proof.sqlite")
    prover = solve.Prover(HARD, store, jobs=3, hash_mib=4, allowed=10**9)
    for alpha in (VALUE, VALUE - 1):
        made = prover.prove(alpha, None, lambda _: None)
        assert made is not None
        assert made.margin == (-VALUE if alpha == VALUE else VALUE)
        assert all(done.confirmed for done in verify.solve(made, verify.walk(made).solved, 1, 10**9))
    prover.close()


def test_six_by_six_is_solved_within_two_seconds() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "bots.othello", "solve", "--size", "6"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.stdout.startswith("margin of the side to move\t+7 to +7\n")
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2


@pytest.mark.parametrize("words", ["--alpha 3", "--nodes 5", "--file nowhere/x", "--output nowhere"])
def test_six_by_six_is_solved_from_the_start_only(words: str) -> None:
    command = [sys.executable, "-m", "bots.othello", "solve", "--size", "6", *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
