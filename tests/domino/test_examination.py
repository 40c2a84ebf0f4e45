"""A Domino program that is subtly wrong is told so, in the sentence that helps."""

from __future__ import annotations

import pytest

from arbiter.games.domino.examination import FIRST, examinations
from tests.check.examined import failure, wrong

NO_HAND = "what is no hand: one line on standard error, a status other than 0"
TO_THE_BYTE = "the line, to the byte"
CHALLENGE = "Challenge: a hand in, a line out"
LINE = "S 3 4 L 1 3 R 4 5 "
WRONG = [
    ("title", FIRST, f"that is 2 lines where one is expected, and only `{LINE}\\n` belongs there.", CHALLENGE),
    ("cr_lf", FIRST, f"It wrote `{LINE}\\r\\n`: the line ends with CR LF", CHALLENGE),
    ("small_letters", FIRST, "the letters are S, L and R, in capitals.", CHALLENGE),
    ("as_in_hand", FIRST, "move 2 of that is wrong: 'L 3 1': 1 does not match the 3 at that end.", "The row"),
    ("stops_early", FIRST, "the line ends although 'R 4 5' can still be played.", "The row"),
    ("never_ends", FIRST, f"It wrote `{LINE}\\n`, but did not end within 0.5 s.", "The referee"),
    ("no_newline", TO_THE_BYTE, f"It wrote `{LINE}`: the newline at the end is missing", CHALLENGE),
    ("no_last_blank", TO_THE_BYTE, "the last number, too, is followed by one space before the newline", CHALLENGE),
    ("nothing_for_none", "no tile at all: an empty line", "exit status 0 and wrote nothing", CHALLENGE),
    ("turned", "tiles written the other way round", "ended by itself with exit status 1 and wrote nothing", CHALLENGE),
    ("by_line", "all integers on one line", "were answered: it reads whole lines (fgets, getline", CHALLENGE),
    (
        "to_the_end",
        "an answer before the end of the input",
        f"It wrote `{LINE}\\n` only when its input ended: it reads on behind the last pair.",
        CHALLENGE,
    ),
    ("bad_on_stdout", NO_HAND, "Given no input at all, it wrote `error: the hand ends too early\\n` to", CHALLENGE),
    ("bad_in_silence", NO_HAND, "it wrote no lines to standard error, where one is expected.", CHALLENGE),
    ("bad_with_status_0", NO_HAND, "Given no input at all, it ended by itself with exit status 0.", CHALLENGE),
]


@pytest.mark.parametrize(("way", "name", "sentence", "section"), WRONG, ids=[w[0] for w in WRONG])
def test_a_wrong_program_is_told_what_is_wrong(way: str, name: str, sentence: str, section: str) -> None:
    finding = failure(examinations(), wrong("wrong_domino.py", way), name)
    assert sentence in finding.sentence
    assert (finding.demand.document, finding.demand.section) == ("docs/protocol-domino.md", section)
