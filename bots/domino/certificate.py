"""`check-proof`: certificates that say why no row of a hand scores more, checked without the optimiser."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from arbiter.games.domino.law import Options, judge
from bots.domino.hands import counts, load_hand
from bots.domino.layers import ProofError, connected
from bots.domino.proof import KINDS, PAIRS, RAISE, WILD, check_part, numbers

FORMAT = "domino certificate 3"
LEFT_OUT = 6
WRONG = 1
DEEPEST = 1000
"""Splits one in another that are written and read: of 2,000 cases 999 may be. Checking has no limit."""


def parts(hand: list[int], *, early_stop: bool) -> Iterator[tuple[list[int], str]]:
    """Give what rows may be played of, with a name: so many [11|11], or without them the digits where a row stays."""
    for left_out in range(min(LEFT_OUT, hand[RAISE] + 1) if early_stop else 1):
        played = list(hand)
        played[RAISE] -= left_out
        if played[WILD] or played[RAISE]:
            yield played, f"with {played[RAISE]} of 11 11"
            continue
        for part in connected(1 << a | 1 << b for kind, (a, b) in enumerate(PAIRS) if hand[kind]):
            left = [n if kind >= WILD or part >> PAIRS[kind][0] & 1 else 0 for kind, n in enumerate(played)]
            yield left, f"with the digits {' '.join(str(digit) for digit in range(1, 7) if part >> digit & 1)}"


def verify(hand: Sequence[tuple[int, int]], certificate: Any) -> str:
    """Check a certificate against a hand; say what it proves. Raises ProofError."""
    if not isinstance(certificate, dict) or certificate.get("format") != FORMAT:
        raise ProofError(f"expected a {FORMAT!r}")
    held = counts(hand)
    if numbers(certificate.get("hand"), KINDS, 0) != held:
        raise ProofError("it is for another hand")
    zero_stays, early_stop = certificate.get("zero_stays"), certificate.get("early_stop")
    score, line, trees = certificate.get("score"), certificate.get("line"), certificate.get("parts")
    if not isinstance(zero_stays, bool) or not isinstance(early_stop, bool) or type(score) is not int:
        raise ProofError("expected the rules and the score")
    verdict = judge(hand, str(line), Options(zero_stays, early_stop))
    if verdict.reason:
        raise ProofError(f"its row is illegal: move {verdict.at}: {verdict.reason}")
    if verdict.score != score:
        raise ProofError(f"its row scores {verdict.score}, not {score}")
    expected = list(parts(held, early_stop=early_stop))
    if not isinstance(trees, list) or len(trees) != len(expected):
        raise ProofError(f"expected {len(expected)} parts")
    pairs = zip(expected, trees, strict=True)
    cases = sum(check_part(part, zero_stays, tree, score, name) for (part, name), tree in pairs)
    rules = [word for word, given in (("zero-stays", zero_stays), ("early-stop", early_stop)) if given]
    return f"proved{''.join(f', {rule}' for rule in rules)}: {score} is the optimum; cases: {cases}"


@contextlib.contextmanager
def room_for_trees() -> Iterator[None]:
    """Let `json` go as deep as a tree may be: it calls itself for each bracket, and Python allows that 1,000 times."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + DEEPEST)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def read(path: Path) -> Any:
    """Read a file of JSON. Raises OSError, ProofError."""
    try:
        with room_for_trees():
            return json.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        raise ProofError("brackets in brackets, deeper than any proof's") from None
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ProofError(str(error)) from None
    except ValueError:  # Python reads no integer of more than 4,300 digits
        raise ProofError("a number with more digits than any proof's") from None


def check(given: argparse.Namespace) -> int:
    """Serve `check-proof`; give the exit status. Raises OSError, HandError."""
    hand = load_hand(given.hand_file)
    try:
        print(verify(hand, read(given.proof_file)))
    except (ProofError, RecursionError) as error:
        print(f"not proved: {given.proof_file}: {' '.join(str(error).split())}")
        return WRONG
    return 0
