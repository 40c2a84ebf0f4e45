"""`solve-openings` proves what it says, defends it, and goes on where it was killed; what can be shared is."""

from __future__ import annotations

import gzip
import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.othello import law
from bots.othello.proof import certificate, openings, verify
from bots.othello.proof.boards import REPLIES, law_position, mover_of, moves
from bots.othello.proof.leaves import HardError, Leaf
from bots.othello.proof.openings import Bounds, Extent, Openings
from bots.othello.proof.solve import questions_around
from bots.othello.proof.store import Answer, Question, Store
from bots.othello.proof.table import packed
from native.othello.check import Checker
from native.othello.engine import Othello, after, canonical
from tests.native.boards import discs, random_positions
from tests.othello.test_proof import run

ROOT = random_positions(1, 20, 20, seed=83)[0]
EXTENT = Extent(discs(ROOT), plies=3, margin_plies=1, budget=1000)  # which asks in several rounds
FOREVER = 10**9


class KilledError(Exception):
    """Stands for SIGKILL: nothing happens after it."""


def solved(path: Path, kill_after: int = FOREVER, extent: Extent = EXTENT) -> Openings:
    """Do all the work; killed after so many answers and plans that were not yet in the file."""
    left = kill_after

    def told(what: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KilledError(what)

    work = Openings(Store(path), 1, 1, told=told, extent=extent)
    work.decide_winners(FOREVER, 0)
    work.find_margins(FOREVER)
    work.defend(FOREVER)
    return work


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Openings:
    return solved(tmp_path_factory.mktemp("openings") / "file.sqlite")


def test_what_is_told_of_each_position_is_true_by_the_second_solver(work: Openings) -> None:
    checker, kinds = Checker(), set()
    for board, (bounds, move, _) in work.table().items():
        assert bounds.least == -64 or checker.gets(*board, bounds.least).yes
        assert bounds.most == 64 or checker.gets(*board, bounds.most + 1).yes is False
        assert bounds.least == bounds.most or bounds.least > 0 or bounds.most < 0
        plies = (board[0] | board[1]).bit_count() - (EXTENT.root[0] | EXTENT.root[1]).bit_count()
        assert bounds.least == bounds.most or plies > EXTENT.margin_plies
        if move is not None:
            assert checker.gets(*after(*board, move), 1 - bounds.least).yes is False
        assert (move is None) == (bounds.least == -64)
        kinds.add(bounds.least > 0)
    assert len(kinds) == 2


def test_what_is_too_hard_as_a_whole_is_decided_by_its_moves(tmp_path: Path) -> None:
    checker, kinds, deep = Checker(), set(), False
    for at, position in enumerate(random_positions(70, 18, 18, seed=83)):
        root, store = canonical(*discs(position)), Store(tmp_path / f"{at}.sqlite")
        whole, work = (Openings(store, 1, 1, extent=Extent(root, 0, 0, budget=100)) for _ in range(2))
        whole.decide_winners(100, 0)
        work.decide_winners(100, 800)
        ((told, (bounds, move, nodes)),) = work.table().items()
        assert (told, nodes) == (root, store.work()[1])
        if bounds == whole.table()[root].bounds:
            continue
        assert bounds.least == -64 or checker.gets(*root, bounds.least).yes
        assert bounds.most == 64 or checker.gets(*root, bounds.most + 1).yes is False
        assert (move is None) == (bounds.least == -64)
        assert move is None or checker.gets(*after(*root, move), 1 - bounds.least).yes is False
        work.defend(FOREVER)
        claims = {(proof.side, proof.margin) for proof in work.certificates()}
        mover = mover_of(root)
        assert ((mover, bounds.least) in claims) == (bounds.least > -64)
        assert ((law.OPPONENT[mover], -bounds.most) in claims) == (bounds.most < 64)
        for proof in work.certificates():
            assert proof.roots == (certificate.smallest(law_position(root, mover))[0],)
            assert None in proof.lines.values()
            assert all(one.confirmed for one in verify.solve(proof, verify.walk(proof).solved, 1, FOREVER))
        kinds.add(bounds)
        deep |= any((board[0] | board[1]).bit_count() == 64 - 16 for board in work.bounds)
    assert kinds >= {(1, 64), (0, 0), (-64, -1)}
    assert deep


def test_every_bound_that_was_asked_for_has_a_certificate_that_holds(work: Openings) -> None:
    made = work.certificates()
    claims = {(proof.side, proof.margin, root) for proof in made for root in proof.roots}
    for board in openings.layers(EXTENT)[-1]:
        known, (position, _) = work.bounds[board], certificate.smallest(law_position(board, mover_of(board)))
        if known.least > -64:
            assert (position.mover, known.least, position) in claims
        if known.most < 64:
            assert (law.OPPONENT[position.mover], -known.most, position) in claims
    assert len(made) > 2
    for proof in made:
        again = certificate.parse(certificate.packed(proof), "again")
        assert again == proof
        top = verify.walk(again)
        assert all(one.confirmed for one in verify.solve(again, top.solved, 1, FOREVER))


def asked_around(guess: int, margin: int, hard: Callable[[int], float], most: int = FOREVER) -> list[tuple[int, int]]:
    """Ask until a margin is known, where an answer takes so many nodes; give the questions and their budgets."""
    known, asked = [Bounds()], list[tuple[int, int]]()
    for alpha, budget in questions_around(guess, lambda: known[-1], 10, most):
        assert known[-1].least <= alpha < known[-1].most
        assert (alpha, budget) not in asked
        asked.append((alpha, budget))
        if hard(alpha) <= budget:
            known.append(known[-1]._replace(**{"least": alpha + 1} if margin > alpha else {"most": alpha}))
    assert known[-1] == (margin, margin) or most < FOREVER
    return asked


def test_questions_around_a_guess_find_every_margin_and_nothing_is_asked_twice() -> None:
    rng = random.Random(29)
    for _ in range(300):
        hard = {alpha: 10 ** rng.uniform(0, 5) for alpha in range(-64, 64)}
        asked_around(rng.randint(-64, 64), rng.randint(-64, 64), hard.__getitem__)


def test_the_last_round_has_all_nodes_that_a_question_may_take() -> None:
    for most in (9, 10, 11, 80, 500, 640):
        budgets = sorted({budget for _, budget in asked_around(3, 3, lambda alpha: FOREVER, most)})
        assert budgets == [*(10 * 8**n for n in range(3) if 10 * 8**n < most), *([most] if most >= 10 else [])]


def test_a_margin_that_was_guessed_takes_two_questions() -> None:
    assert asked_around(7, 7, lambda alpha: 0) == [(7, 10), (6, 10)]
    assert asked_around(-30, -31, lambda alpha: 0) == [(-30, 10), (-31, 10), (-32, 10)]


def test_a_margin_that_is_not_known_has_no_certificate_of_its_bounds(tmp_path: Path) -> None:
    work = Openings(Store(tmp_path / "file.sqlite"), 1, 1, extent=EXTENT._replace(budget=2000))
    work.find_margins(2000)
    boards = openings.layers(EXTENT)[EXTENT.margin_plies]
    assert any(-64 < work.bounds[board].least < work.bounds[board].most for board in boards)
    work.defend(FOREVER)
    known = {certificate.smallest(law_position(b, mover_of(b)))[0] for b in boards if len({*work.bounds[b]}) == 1}
    assert {root for proof in work.certificates() for root in proof.roots} <= known


def test_killed_again_and_again_it_ends_like_an_undisturbed_work(work: Openings, tmp_path: Path) -> None:
    kills, again = 0, None
    while again is None and kills < 100:
        try:
            again = solved(tmp_path / "file.sqlite", kill_after=7)
        except KilledError:
            kills += 1
    assert again
    assert kills > 3
    assert packed(again.table(), "") == packed(work.table(), "")
    assert [*map(certificate.packed, again.certificates())] == [*map(certificate.packed, work.certificates())]


def test_what_was_hard_to_answer_is_defended_with_the_table_that_answered_it(
    work: Openings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used, answer = [], Leaf.answer

    def noted(leaf: Leaf, question: Question, *more: Any, **named: Any) -> Answer:
        used.append(leaf)
        return answer(leaf, question, *more, **named)

    monkeypatch.setattr(Leaf, "answer", noted)
    solved(tmp_path / "usual.sqlite")
    assert len(set(used)) == 2
    used.clear()
    monkeypatch.setattr(openings, "HARD_NODES", 0)
    hard = solved(tmp_path / "file.sqlite")
    assert len(set(used)) == 1
    assert packed(hard.table(), "") == packed(work.table(), "")
    again = solved(tmp_path / "file.sqlite")
    assert [*map(certificate.packed, again.certificates())] == [*map(certificate.packed, hard.certificates())]
    for proof in hard.certificates():
        assert all(one.confirmed for one in verify.solve(proof, verify.walk(proof).solved, 1, FOREVER))


def test_what_is_too_hard_to_defend_is_not_claimed(
    work: Openings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings, "LEAF_NODES", 20)  # or there would be few moves to find
    monkeypatch.setattr(openings, "MOVE_NODES", 60)
    some = solved(tmp_path / "file.sqlite")
    assert packed(some.table(), "") == packed(work.table(), "")
    made = some.certificates()
    claims, all_of_them = (
        {(proof.side, proof.margin, root) for proof in one.certificates() for root in proof.roots}
        for one in (some, work)
    )
    assert claims < all_of_them
    assert len(claims) > 10
    for proof in made:
        assert all(one.confirmed for one in verify.solve(proof, verify.walk(proof).solved, 1, FOREVER))


def test_nothing_searches_on_for_an_answer_that_is_given_up() -> None:
    begun, ended = [], []

    class Hard(Leaf):
        def _defend(self, *work: Any) -> tuple[int, int]:
            begun.append(work)
            if len(begun) == 2:  # a reply to the first position, beside another
                raise HardError
            time.sleep(0.05)
            ended.append(work)
            return REPLIES, 0

    board = canonical(*discs(random_positions(1, 20, 20, seed=83)[0]))
    with pytest.raises(HardError):
        Hard(1, threads=4).plan(Question(board, 0, FOREVER), False)
    assert len(begun) > 2
    assert len(ended) == len(begun) - 1


@pytest.mark.long
def test_what_lies_below_several_positions_stands_in_a_certificate_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings, "LEAF_NODES", 20)  # or there would be few lines below the roots
    shared = max(solved(tmp_path / "all.sqlite").certificates(), key=lambda proof: len(proof.roots))
    lines = 0
    for at, root in enumerate(shared.roots):
        alone = Openings(Store(tmp_path / f"{at}.sqlite"), 1, 1, extent=Extent(discs(root), 0, 0, budget=1000))
        alone.decide_winners(FOREVER, 0)
        alone.defend(FOREVER)
        lines += sum(len(proof.lines) for proof in alone.certificates() if proof.side == shared.side)
    assert len(shared.roots) < len(shared.lines) < lines
    assert all(one.confirmed for one in verify.solve(shared, verify.walk(shared).solved, 1, FOREVER))


def test_no_position_is_defended_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "LEAF_NODES", 20)
    work = solved(tmp_path / "file.sqlite")
    with sqlite3.connect(tmp_path / "file.sqlite") as file:
        plans = [row[0] for row in file.execute("SELECT plan FROM plans")]
    boards = sum(len(plan) // 17 for plan in plans)  # a board and its move
    assert len(plans) > 10
    assert boards == sum(len(moves) for moves in work.plans.values())


def test_a_move_to_where_another_position_has_been_defended_is_taken_first() -> None:
    wins = 0
    for position in random_positions(20, 12, 12, seed=84):
        board = canonical(*discs(position))
        below = {square: canonical(*after(*board, square)) for square in moves(*board)}
        winning = [square for square, child in below.items() if moves(*child) and Othello(1).solve(*child).score < 0]
        for square in winning:
            leaf = Leaf(1, most_checked=1)
            plan = leaf.plan(Question(board, 0, FOREVER), True, done={below[square]: REPLIES})
            assert below[plan.moves[board]] == below[square]
            assert below[square] not in plan.moves
        wins += len(winning) > 1
    assert wins > 3


def test_a_claim_that_a_certificate_does_not_defend_is_caught(work: Openings, tmp_path: Path) -> None:
    proof = max(work.certificates(), key=lambda proof: len(proof.roots))
    path, name = tmp_path / "planted.txt.gz", certificate.NAMES[proof.side]
    last = [certificate.smallest(law_position(b, mover_of(b)))[0] for b in openings.layers(EXTENT)[-1]]
    lost = next(position for position in last if position not in proof.roots)
    path.write_bytes(certificate.packed(proof._replace(roots=(*proof.roots, lost))))
    done = run("verify-proof", path)
    assert done.returncode == 1
    assert "WRONG" in done.stderr
    path.write_bytes(certificate.packed(proof))
    done = run("verify-proof", path)
    claimed = f"proved: {name} gets at least {proof.margin:+d} from each of {len(proof.roots)} positions ("
    assert done.stdout.startswith(claimed)


def test_claims_of_another_margin_are_refused(work: Openings, tmp_path: Path) -> None:
    proof = next(proof for proof in work.certificates() if len(proof.roots) > 1)
    path, text = tmp_path / "planted.txt.gz", gzip.decompress(certificate.packed(proof)).decode()
    first, second, rest = text.split("\n", 2)
    other = second.replace(f"at least {proof.margin:+d}", f"at least {proof.margin + 1:+d}")
    for planted in (other, first):
        path.write_bytes(gzip.compress("\n".join([first, planted, rest]).encode()))
        done = run("verify-proof", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "line 2: expected the same claim of another position" in done.stderr


def test_what_follows_is_the_best_that_the_moves_lead_to() -> None:
    root = law.Position()
    boards = openings.layers(Extent(discs(root), 1, 0))
    assert [len(layer) for layer in boards] == [1, 1]
    ((child,),) = boards[1:]
    known = openings.derived(boards, {child: Bounds(-31, -5)})
    assert known[boards[0][0]] == Bounds(5, 31)
