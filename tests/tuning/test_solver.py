"""Numbers of Othello's solver: what tuning them asks, counts, finds and says."""

from __future__ import annotations

import json
import math
import random
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import fmean

import pytest

from native.othello.engine import Othello
from tests.native.boards import discs, random_positions
from tests.tuning import solver
from tests.tuning.contest import HERE, build, read_numbers
from tests.tuning.solver import HASH_MIB, Question, Search, Solver, Solvers
from tests.tuning.spsa import Number

TABLE = {name: Number(**row) for name, row in tomllib.loads((HERE / "solver.toml").read_text(encoding="utf-8")).items()}
NUMBERS = read_numbers("solver", TABLE)
BOARDS = [discs(position) for position in random_positions(7, 30, 40, seed=8)]
MANY = 10**9


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a solver whose numbers can be set."""
    return build(tmp_path_factory.mktemp("solver"), "solver", list(TABLE), "-O1", [solver.COUNTED])


def test_every_number_of_the_solver_that_is_tuned_lies_within_its_bounds() -> None:
    assert all(TABLE[name].least <= value <= TABLE[name].most for name, value in NUMBERS.items())


def test_with_the_numbers_of_the_sources_it_is_the_solver_of_the_bot(library: Path) -> None:
    tuned, engine = Solver(library), Othello(HASH_MIB)
    for board in BOARDS:
        for alpha in (-1, 0):
            engine.clear()
            report = engine.solve(*board, alpha, alpha + 1)
            answer = tuned.answer(board, alpha, list(NUMBERS.values()), MANY)
            assert (answer.greater, answer.nodes) == (report.score > alpha, report.nodes)
            assert 0.12 * report.nodes < answer.work <= report.nodes


def test_each_number_changes_the_search_and_none_the_answer(library: Path) -> None:
    tuned, inert = Solver(library), set(TABLE)
    for board in BOARDS:
        usual = tuned.answer(board, 0, list(NUMBERS.values()), MANY)
        for name, number in TABLE.items():
            for value in (number.least, number.most):
                other = tuned.answer(board, 0, list({**NUMBERS, name: value}.values()), 40 * usual.nodes)
                assert other.greater in (usual.greater, None)
                if other.nodes != usual.nodes:
                    inert.discard(name)
    assert not inert


def test_questions_that_are_found_take_what_they_say_and_bad_numbers_take_more(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "LEAST", 5_000)
    monkeypatch.setattr(solver, "MOST", 100_000)
    old, engine = list(NUMBERS.values()), Othello(HASH_MIB)
    with closing(Solvers(library, 2)) as solvers:
        questions = solvers.find(old, 8, seed=4)
        assert questions == solvers.find(old, 8, seed=4)
        assert solvers.ratios(questions, old) == [1] * 8
        flat = list({**NUMBERS, "PROOF_DISC": 0, "PROOF_CLOSE": 0}.values())
        assert math.prod(solvers.ratios(questions, flat)) > 2**8
    assert {question.alpha for question in questions} == {0, -1}
    for own, opp, alpha, nodes, _ in questions:
        assert 5_000 <= nodes <= 100_000
        assert 34 <= 64 - (own | opp).bit_count() <= 48
        engine.clear()
        assert engine.solve(own, opp, alpha, alpha + 1).nodes == nodes
        if alpha:  # whether it is lost is asked where it is not won
            assert engine.solve(own, opp, 0, 1).score <= 0


def test_a_question_that_is_given_up_has_no_answer(library: Path) -> None:
    answer = Solver(library).answer(BOARDS[0], 0, list(NUMBERS.values()), 200)
    assert answer.greater is None
    assert 200 <= answer.nodes < 300


def test_the_best_numbers_are_found() -> None:
    numbers = {name: Number(step, 0, 200) for name, step in (("high", 5), ("low", 0.7), ("idle", 5))}
    best, chance = {"high": 120, "low": 3}, random.Random(2)
    search = Search(numbers, {"high": 60, "low": 8, "idle": 100}, 10, seed=3)
    for _ in range(60):
        candidates = search.ask()
        costs = []
        for candidate in candidates:
            found = dict(zip(numbers, search.numbers(candidate), strict=True))
            away = sum(((found[name] - value) / numbers[name].step) ** 2 for name, value in best.items())
            costs.append(away * chance.uniform(0.9, 1.1))
        search.tell(candidates, costs)
    found = dict(zip(numbers, search.numbers(), strict=True))
    assert abs(found["high"] - 120) <= 3
    assert abs(found["low"] - 3) <= 1


def test_what_is_said_of_other_questions_is_their_mean_with_its_error_and_their_sum() -> None:
    questions = [Question(1, 2, 0, 1000, work) for work in (100.0, 100.0, 100.0, 700.0)]
    said = solver.compared(questions, [0.5, 0.5, 0.5, 2.0])
    # doublings -1, -1, -1 and 1: mean -0.5, error 0.5; (3 * 50 + 1400) / 1000
    assert said == "4 other questions: 0.707 times the work (0.358 to 1.395), in sum 1.550"
    assert solver.cost(questions, [0.5, 0.5, 0.5, 2.0]) == pytest.approx(-0.5 + math.log2(1.55) / 2)


class Made:
    """Solvers whose questions and work are made up, and who stop when so often has been asked for work."""

    left = MANY

    def __init__(self, *_: object) -> None:
        """Solve for anybody."""

    def find(self, numbers: Sequence[int], count: int, seed: int) -> list[Question]:
        """Give questions that a file can keep."""
        return [Question(at + 1, abs(seed), 0, 100, 10.0 + at) for at in range(count)]

    def ratios(self, questions: Sequence[Question], numbers: Sequence[int]) -> list[float]:
        """Find numbers the better the nearer they are to 40."""
        Made.left -= 1
        if Made.left < 0:
            raise KeyboardInterrupt
        return [1 + sum(abs(number - 40) for number in numbers) / question.work for question in questions]

    def close(self) -> None:
        """There is nothing to let go."""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Let a tuning have made-up solvers."""
    monkeypatch.setattr(solver, "build", lambda *_, **__: tmp_path)
    monkeypatch.setattr(solver, "Solvers", Made)
    yield
    Made.left = MANY


def tune(monkeypatch: pytest.MonkeyPatch, file: Path, left: int, *words: str) -> int:
    """Tune until so often has been asked for work; give the exit status."""
    most = ["--generations", "6", "--candidates", "5", "--questions", "4", "--others", "3", "--file", str(file)]
    Made.left = left
    monkeypatch.setattr(sys, "argv", ["solver", *most, *words])
    return solver.main()


@pytest.mark.usefixtures("made")
def test_after_ctrl_c_no_generation_that_was_done_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, stopped = tmp_path / "whole.json", tmp_path / "stopped.json"
    assert tune(monkeypatch, whole, 6 * 5 + 1) == 0  # and the other questions
    said = capsys.readouterr().out
    assert [line.split(" = ")[0] for line in said.splitlines()[:-1]] == list(TABLE)
    assert said.splitlines()[-1].startswith("3 other questions: ")
    first, *_, last = json.loads(whole.read_text(encoding="utf-8"))["costs"]
    assert fmean(last) < min(first)
    assert tune(monkeypatch, stopped, 2 * 5 + 3) == 130
    assert len(json.loads(stopped.read_text(encoding="utf-8"))["costs"]) == 2
    assert tune(monkeypatch, stopped, 4 * 5 + 1) == 0
    assert (capsys.readouterr().out, stopped.read_bytes()) == (said, whole.read_bytes())


@pytest.mark.usefixtures("made")
def test_a_file_of_another_tuning_of_the_solver_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "solver.json"
    assert tune(monkeypatch, file, MANY) == 0
    kept = file.read_bytes()
    assert tune(monkeypatch, file, MANY, "--seed", "2") == 1
    assert capsys.readouterr().err == f"tuning: {file}: of another tuning; name another --file, or remove it\n"
    assert file.read_bytes() == kept
    whole = json.loads(kept)
    parts: list[dict[str, object]] = [{"costs": 5}, {"costs": [5]}, {"costs": [["a"] * 5]}, {"costs": [[1.0]]}]
    parts += [{"questions": [5]}, {"questions": [[1, 2]]}, {"questions": [[1, 2, 3, 4, None]]}]
    damaged = [json.dumps(whole | part) for part in parts]
    for wrong in ("", "{}", "[]", '{"question": {}}', "\0", *damaged):
        file.write_text(wrong, encoding="utf-8")
        assert tune(monkeypatch, file, MANY) == 1
        assert capsys.readouterr().err == f"tuning: {file}: not of a tuning\n"
