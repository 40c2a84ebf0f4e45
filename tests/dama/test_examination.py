"""A Dama player that is subtly wrong, by files or by pipe, is told so, in the sentence that helps."""

from __future__ import annotations

import pytest

from arbiter.games.dama import examination_files as dama_files
from arbiter.games.dama import examination_pipe as dama_pipe
from tests.check.examined import failure, wrong
from tests.many import each

FIRST, SECOND = dama_files.FIRST, dama_files.SECOND
SLOW, BEHIND = "boards written slowly, byte by byte", "boards with a newline after the last row"
STUCK, KINGS = "no legal move: the same board again", "a man beside kings"
FILES = [
    ("strips_blanks", FIRST, "found 13. Blanks at the end of a row are part of it.", "Board files"),
    ("cr_lf", FIRST, "found 16. It ends its rows with CR LF, `\\r\\n`", "Board files"),
    ("other_name", FIRST, "did not store board_2.txt; it wrote `board2.txt` instead", "A game by files"),
    ("log", FIRST, "It wrote a file that is not a board of its own: 'log.txt'.", "Under the arbiter"),
    ("does_not_move", FIRST, "As player 1 it stored the same board again although it can move.", "Rules"),
    ("moves_for_the_other", SECOND, "As player 2 it stored board_2.txt, which is player 1's.", "A game by files"),
    ("newline_behind", "a board is a file of exactly 127 bytes", "128 bytes: there is a newline", "Board files"),
    ("stays_a_man", "a man that reaches the last row", "left the man a man; it must become a king at once.", "Rules"),
    ("man_takes_king", KINGS, "it played `c4-e6`, with which a man captures the king on d5", "Rules"),
    ("takes_two", "games, to their end or for some moves", "captured 2 pieces in one move, b5, a8", "Rules"),
    (
        "dies_when_stuck",
        STUCK,
        "ended by itself with exit status 2 when it was to store board_2.txt",
        "A game by files",
    ),
    ("reads_at_once", SLOW, "The boards were written slowly, 16 bytes at a time", "A game by files"),
    ("no_newline_behind", BEHIND, "written with a newline after the last row; others it has answered", "Board files"),
]
PIPE = [
    (
        "buffered",
        dama_pipe.AS_FIRST,
        "it wrote `b3-a4\\n` only when its input ended: it does not flush.",
        "A game by pipe",
    ),
    (
        "always_first",
        dama_pipe.AS_SECOND,
        "Told `2 100`, player 2, it wrote `b3-a4\\n` before player 1 had moved.",
        "A game by pipe",
    ),
    ("answers_end", dama_pipe.END_OF_GAME, "After `end`, when the game was over, it wrote `ok\\n`", "A game by pipe"),
    (
        "leaks",
        dama_pipe.END_OF_GAME,
        "answers `b3-a4`, which is legal: something is left of the games",
        "A game by pipe",
    ),
    (
        "no_openings",
        "games after an opening",
        "ended by itself with exit status 1 when it was to answer",
        "A game by pipe",
    ),
    ("man_takes_king", dama_pipe.WHOLE_GAMES, "cannot move there: men capture men only, not kings.", "Rules"),
]


@pytest.mark.parametrize(("way", "name", "sentence", "section"), each(4, FILES), ids=[w[0] for w in FILES])
def test_a_wrong_player_by_files_is_told_what_is_wrong(way: str, name: str, sentence: str, section: str) -> None:
    finding = failure(dama_files.examinations(), wrong("wrong_dama.py", way), name)
    assert sentence in finding.sentence
    assert (finding.demand.document, finding.demand.section) == ("docs/protocol-dama.md", section)


@pytest.mark.parametrize(("way", "name", "sentence", "section"), PIPE, ids=[w[0] for w in PIPE])
def test_a_wrong_player_by_pipe_is_told_what_is_wrong(way: str, name: str, sentence: str, section: str) -> None:
    finding = failure(dama_pipe.examinations(), wrong("wrong_dama.py", way), name)
    assert sentence in finding.sentence
    assert (finding.demand.document, finding.demand.section) == ("docs/protocol-dama.md", section)
