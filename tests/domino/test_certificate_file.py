"""Certificates as files: the bot writes them, `check-proof` reads them, damaged ones and very deep ones, too."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arbiter.games.domino.law import MIRROR, RAISE, Options, Tile
from bots.domino import certify
from bots.domino.certificate import FORMAT
from bots.domino.certify import MOST_CASES, write
from bots.domino.hands import counts
from bots.domino.proof import KINDS
from native.domino import engine
from tests.domino.driver import hand_text, run

HAND: list[Tile] = [(2, 5), (2, 5), (6, 6), RAISE, RAISE, MIRROR]


def deep_tree(splits: int) -> Any:
    leaf = {"price": [3072] * KINDS}
    tree: Any = leaf
    for _ in range(splits):
        tree = {"split": [0, 0, 0], "most": leaf, "more": tree}
    return tree


def test_a_proof_of_as_many_cases_as_there_may_be_is_written_and_read_however_deep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    splits = (MOST_CASES - 1) // 2
    monkeypatch.setattr(certify, "prove", lambda *_: [deep_tree(splits)])
    hand, proof = tmp_path / "hand", tmp_path / "proof"
    hand.write_text("1 6 6", encoding="ascii")
    assert write(proof, counts([(6, 6)]), Options(), 12, "S 6 6 ")
    done = run("check-proof", str(hand), str(proof))
    told = f"proved: 12 is the optimum; cases: {splits + 1}\n"
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, told, b"")


def test_cases_that_are_split_very_often_are_taken_from_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_deep(*given: Any) -> int:
        nodes, most = given[3:]
        for at in range(0, most - 2, 2):
            parent = at - 1 if at else 0
            nodes[parent].child = at + 1
        return 1

    monkeypatch.setattr(engine, "lib", SimpleNamespace(domino_prove=give_deep))
    tree, depth = engine.prove([0] * KINDS, 0, MOST_CASES), 0
    assert tree is not None
    while "split" in tree:
        tree, depth = tree["most"] if "split" in tree["most"] else tree["more"], depth + 1
    assert depth == (MOST_CASES - 1) // 2


def test_the_bot_writes_and_checks_certificates(tmp_path: Path) -> None:
    hand, proof = tmp_path / "hand", tmp_path / "proof"
    text = hand_text(HAND)
    hand.write_text(text, encoding="ascii")
    assert run("--challenge", "--certificate", str(proof), text=text.encode()).returncode == 0
    checked = run("check-proof", str(hand), str(proof))
    assert (checked.returncode, checked.stdout[:6]) == (0, b"proved")
    proof.write_text("{", encoding="ascii")
    wrong = run("check-proof", str(hand), str(proof))
    assert (wrong.returncode, wrong.stdout[:10], wrong.stderr) == (1, b"not proved", b"")
    proof.write_text("[" * 100_000, encoding="ascii")
    deep = run("check-proof", str(hand), str(proof))
    told = f"not proved: {proof}: brackets in brackets, deeper than any proof's\n"
    assert (deep.returncode, deep.stdout, deep.stderr) == (1, told.encode(), b"")
    for number, why in (
        ("9" * 5000, "a number with more digits than any proof's"),
        ("1e999", "expected the rules and"),
    ):
        damaged = {"format": FORMAT, "hand": counts(HAND), "score": 0}
        proof.write_text(json.dumps(damaged).replace('"score": 0', f'"score": {number}'), encoding="ascii")
        done = run("check-proof", str(hand), str(proof))
        assert (done.returncode, done.stderr) == (1, b""), number
        assert done.stdout.decode().startswith(f"not proved: {proof}: {why}")
    missing = run("check-proof", str(hand), str(tmp_path / "none"))
    assert (missing.returncode, missing.stdout, missing.stderr.count(b"\n")) == (2, b"", 1)
    assert run("--certificate", str(proof), text=b"").returncode == 2
