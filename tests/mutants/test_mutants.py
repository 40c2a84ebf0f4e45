"""Faults are what they say, known by what they are and not by where, and chosen the same each time."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants import in_c, in_python
from tests.mutants.journal import Journal, as_toml, read_reasons
from tests.mutants.mutant import Mutant
from tests.mutants.plan import fixed, proofs, rooms
from tests.mutants.report import Planted, holds, write
from tests.mutants.sample import faults_of, rank, shares
from tests.mutants.trial import DIED, SURVIVED, Verdict

PYTHON = [
    ("x = a < b", "off by one", "a <= b"),
    ("x = a is not b", "other relation", "a is b"),
    ("x = a in b", "other relation", "a not in b"),
    ("x = a and b or c", "other connective", "a or b"),
    ("x = (a) + (b)", "other arithmetic", "a) - (b"),
    ("x = not a", "sign dropped", "a"),
    ("x = 7", "constant off by one", "8"),
    ("x = True", "other constant", "False"),
    ("q = 'SELECT a, b, c'", "names exchanged", "'SELECT b, a, c'"),
    ("if a:\n    b()", "condition negated", "not (a)"),
    ("if a:\n    b()", "statement deleted", "pass"),
    ("def f() -> int:\n    return a", "constant returned", "0"),
    ("def f() -> bool:\n    return a", "constant returned", "not (a)"),
    ("f(a, b.c)", "arguments exchanged", "b.c, a"),
    ("x = a[i][j]", "indices exchanged", "a[j][i]"),
    ("x = a, b", "elements exchanged", "b, a"),
]
C = [
    ("int f(int a) { return a < 3; }", "off by one", "a <= 3"),
    ("int f(int a) { return a && b; }", "other connective", "a || b"),
    ("int f(int a) { return a << 3; }", "other arithmetic", "a >> 3"),
    ("int f(int a) { a |= 3; }", "other assignment", "a &= 3"),
    ("int f(int a) { g(); }", "statement deleted", ";"),
    ("int f(int a) { if (a) g(); }", "condition negated", "(!(a))"),
    ("int f(int a) { return -a; }", "sign dropped", "a"),
    ("enum { N = 0x1FULL };", "constant off by one", "0x20ULL"),
    ("double x = 1.5;", "constant off by one", "2.5"),
    ("bool f(int a) { return a; }", "constant returned", "!(a)"),
    ("int f(int a) { return g(a, b->c); }", "arguments exchanged", "b->c, a"),
    ("int f(int a) { return a[i][j + 1]; }", "indices exchanged", "j + 1][i"),
    ("int f(int a) { return a ? b : c; }", "branches exchanged", "c : b"),
    ("P p = {a, b};", "elements exchanged", "b, a"),
]


@pytest.mark.parametrize(("source", "operator", "after"), PYTHON)
def test_each_fault_in_python_is_planted_and_can_still_be_read(source: str, operator: str, after: str) -> None:
    found = in_python.faults("f.py", source.encode())
    assert after in [one.after for one in found if one.operator == operator]
    for one in found:
        ast.parse(one.planted(source.encode()))


@pytest.mark.parametrize(("source", "operator", "after"), C)
def test_each_fault_in_c_is_planted(source: str, operator: str, after: str) -> None:
    found = in_c.faults("f.c", source.encode())
    assert after in [one.after for one in found if one.operator == operator]
    planted = {one.planted(source.encode()) for one in found}
    assert len(planted) == len(found)
    assert source.encode() not in planted


def test_what_people_read_is_left_alone() -> None:
    source = '''"""Text 1."""\n@decorated(1)\ndef f(a: tuple[1]) -> 2:\n    raise E(f"{a + 1} is not {2}", 3)\n'''
    assert [one.operator for one in in_python.faults("f.py", source.encode())] == ["statement deleted"]
    assert in_c.faults("f.h", b"#include <x1.h>\n#if A > 1\n#endif\nint a[3];\n") == []


@pytest.mark.parametrize("file", ["arbiter/league/store.py", "native/common/search.h"])
def test_edits_elsewhere_leave_a_fault_what_it_is(file: str, tmp_path: Path) -> None:
    module = in_python if file.endswith(".py") else in_c
    source = (Path(__file__).parents[2] / file).read_bytes()
    moved = b"\n\n" + source if file.endswith(".h") else b"import os\n" + source
    before, after = module.faults(file, source), module.faults(file, moved)
    assert [one.key() for one in before] == [one.key() for one in after]
    assert [one.key() for one in rank(before)] == [one.key() for one in rank(list(reversed(after)))]
    assert before[5].start != after[5].start
    assert rank(before) != rank(before, seed="another")


def test_operators_take_turns() -> None:
    first = rank(faults_of("native/common/search.h"))[:8]
    assert len({one.operator for one in first}) == 8


def test_every_file_of_the_plan_is_there() -> None:
    for name in (name for room in rooms() for name in room.tests):
        assert (Path(__file__).parents[2] / name.partition("::")[0]).exists(), name


@pytest.mark.long
def test_there_are_enough_faults() -> None:
    planned = {"C": 0, "Python": 0}
    for room in rooms():
        planned[room.language] += sum(share.wanted for share in shares(room))
    assert min(planned.values()) >= 200


def test_chosen_faults_can_be_planted() -> None:
    assert len(fixed()) == 20
    for one in (*fixed(), *proofs()):
        source = (Path(__file__).parents[2] / one.mutant.file).read_bytes()
        assert one.mutant.planted(source) != source
        assert one.tests or one.selftests


def some_mutants() -> list[Mutant]:
    return in_python.faults("f.py", b"x = a < b\ny = a + 7\n")


def test_a_verdict_stands_until_a_survivor_is_to_be_tried_again(tmp_path: Path) -> None:
    dead, alive, explained = some_mutants()[:3]
    journal = Journal(tmp_path / "journal")
    journal.write(dead, Verdict(DIED, "test", 1.0))
    journal.write(alive, Verdict(SURVIVED, "", 1.0))
    journal.write(explained, Verdict(SURVIVED, "", 1.0))
    later = Journal(tmp_path / "journal")
    assert [found and found.what for found in (later.verdict(dead, False), later.verdict(alive, False))] == [
        DIED,
        SURVIVED,
    ]
    again = Journal(tmp_path / "journal", again=True)
    assert again.verdict(dead, False)
    assert again.verdict(alive, False) is None
    assert again.verdict(explained, True)
    again.write(alive, Verdict(SURVIVED, "", 1.0))
    assert again.verdict(alive, False)
    assert again.kills("f.py") == {"test": 1}
    assert again.kills("other.py") == {"test": 0}


def test_a_survivor_without_a_reason_or_too_many_with_one_break_the_promise(tmp_path: Path) -> None:
    mutant = some_mutants()[0]

    def planted(died: int, alive: int, reason: str) -> list[Planted]:
        dead = Planted("room", "C", mutant, Verdict(DIED, "t.py::x", 0), "")
        left = Planted("room", "C", mutant, Verdict(SURVIVED, "", 0), reason)
        return [dead] * died + [left] * alive

    assert holds(planted(95, 5, "only slower"))
    assert not holds(planted(94, 6, "only slower"))
    assert holds(planted(19, 20, "the same: ..."))  # which are no faults
    assert not holds(planted(18, 1, "only slower") + planted(0, 20, "the same: ..."))
    assert not holds(planted(99, 1, ""))
    assert "survived: only slower" in write(planted(95, 5, "only slower"))
    text = write(planted(99, 1, ""))
    assert as_toml(mutant) in text
    (tmp_path / "reasons.toml").write_text(as_toml(mutant).replace('reason = ""', 'reason = "why"'))
    assert read_reasons(tmp_path / "reasons.toml") == {mutant.key(): "why"}


def test_every_reason_is_one() -> None:
    assert all(reason.strip() for reason in read_reasons().values())
