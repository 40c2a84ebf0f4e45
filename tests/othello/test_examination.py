"""An Othello player that is subtly wrong is told so, in the sentence that helps."""

from __future__ import annotations

import pytest

from arbiter.games.othello.examination import AS_BLACK, AS_WHITE, END_OF_GAME, ONE_LINE, WHOLE_GAMES, examinations
from arbiter.host.launch import Protection
from tests.check.examined import examine, failure, not_passed, protections
from tests.many import each

END_OF_INPUT = "end of input: silence and exit status 255"
WRONG = [
    (
        "buffered",
        AS_BLACK,
        "It answered 0 of 1 questions while its output is a pipe; it wrote `2 3\\n` only when its input ended: it does "
        "not flush. (To a terminal it answers at once.)",
        "Protocol",
    ),
    (
        "until_the_end",
        AS_BLACK,
        "It answered 0 of 1 questions; it wrote `2 3\\n` only when its input ended: it waited for more input",
        "Protocol",
    ),
    (
        "no_newline",
        AS_BLACK,
        "It wrote `2 3` and then nothing for 0.5 s: the newline that ends an answer is missing.",
        "Protocol",
    ),
    ("cr_lf", AS_BLACK, "It answered `2 3\\r\\n`: the line ends with CR LF", "Protocol"),
    ("extra_text", AS_BLACK, "It answered `My move: 2 3\\n`: there is other text around the move `2 3`", "Protocol"),
    ("thinks_aloud", AS_BLACK, "It answered `thinking...\\n`: other text stands before the move `2 3`", "Protocol"),
    ("twice", AS_BLACK, "Behind its answer, it wrote `2 3\\n`, which nobody had asked for.", "Protocol"),
    (
        "exchanged",
        AS_BLACK,
        "Told `1`, black, it waited; told `0`, white, it wrote `2 3\\n` at once: it exchanges the colours.",
        "Protocol",
    ),
    (
        "moves_for_the_other",
        AS_BLACK,
        "which is illegal: square 2 4 captures nothing. It would be legal for white, but it was told `1`, black.",
        "Rules",
    ),
    (
        "counts_from_1",
        AS_BLACK,
        "it answered `3 4`, which is illegal: square 3 4 is not empty. Counted from 1 all its moves would be legal",
        "Rules",
    ),
    (
        "always_black",
        AS_WHITE,
        "Told `0`, white, it wrote `2 3\\n` before black had moved. It plays black whatever it is told.",
        "Protocol",
    ),
    (
        "answers_the_end",
        END_OF_GAME,
        "After `-1 -1`, when the game was over, it wrote `-1 -1\\n`, which nobody had asked for.",
        "Protocol",
    ),
    (
        "one_game",
        END_OF_GAME,
        "After `-1 -1`, when the game was over, it ended by itself with exit status 0.",
        "Protocol",
    ),
    (
        "leaks",
        END_OF_GAME,
        "A fresh process, told the very same of this game only, answers `3 5`, which is legal: something is left of",
        "Protocol",
    ),
    ("diagonals", WHOLE_GAMES, "captures nothing. It captures along a diagonal, which does not count here", "Rules"),
    ("late_illegal", WHOLE_GAMES, "In move 23 of the game, as black, it answered `3 3`, which is illegal", "Rules"),
    ("column_first", WHOLE_GAMES, "Read column first all its moves would be legal, but the row comes first", "Rules"),
    (
        "by_line",
        ONE_LINE,
        "The same integers in the usual lines were answered: it reads whole lines",
        "Reading and ending",
    ),
    ("by_line", "one integer a line", "were answered: it reads whole lines (fgets, getline", "Reading and ending"),
    ("by_read", "one byte at a time", "it takes what one read() gives for a whole message", "Reading and ending"),
    (
        "by_read",
        "the end of a game and the next one at once",
        "The same lines one by one were answered: it takes what one read() gives for one message",
        "Reading and ending",
    ),
    (
        "status",
        END_OF_INPUT,
        "When its input ended before any game, it ended by itself with exit status 0; expected was exit status 255.",
        "Reading and ending",
    ),
    (
        "says_goodbye",
        END_OF_INPUT,
        "When its input ended before any game, it wrote `bye\\n` instead of ending in silence.",
        "Reading and ending",
    ),
]


TOLD_BY_A_TERMINAL = "buffered", "until_the_end"


@pytest.mark.parametrize(("way", "name", "sentence", "section"), each(4, WRONG), ids=[f"{w[0]}-{w[1]}" for w in WRONG])
def test_a_wrong_player_is_told_what_is_wrong(
    wrong_othello: str, way: str, name: str, sentence: str, section: str
) -> None:
    if way in TOLD_BY_A_TERMINAL and Protection.OWN_DEVICES not in protections():
        pytest.skip("this machine gives programs no terminals")
    finding = failure(examinations(), f"{wrong_othello} {way}", name)
    assert sentence in finding.sentence
    assert (finding.demand.document, finding.demand.section) == ("docs/protocol-othello.md", section)


def test_a_right_player_passes(wrong_othello: str) -> None:
    assert not_passed(examine(examinations(), f"{wrong_othello} right")) == []


def test_a_program_that_reads_by_line_passes_where_each_message_is_a_line(wrong_othello: str) -> None:
    results = examine(examinations(), f"{wrong_othello} by_line", WHOLE_GAMES, "one byte at a time")
    assert not_passed(results) == []


def test_what_is_wrong_in_every_layout_is_blamed_on_none(wrong_othello: str) -> None:
    (result,) = not_passed(examine(examinations(), f"{wrong_othello} column_first", ONE_LINE))
    assert result == (ONE_LINE, "the same in the usual layout fails too")


def test_the_same_seed_gives_the_same_examination(wrong_othello: str) -> None:
    def sent(seed: int) -> bytes:
        finding = failure(examinations(), f"{wrong_othello} late_illegal", WHOLE_GAMES, seed=seed)
        return b"".join(event.data for event in finding.events)

    assert sent(5) == sent(5) != sent(6)


def test_the_events_hold_the_exact_bytes_and_the_board_the_position(wrong_othello: str) -> None:
    finding = failure(examinations(), f"{wrong_othello} moves_for_the_other", AS_BLACK)
    assert [(event.what, event.data) for event in finding.events] == [("we sent", b"1\n"), ("it wrote", b"2 4\n")]
    assert "3 - - - O X - - -\n4 - - - X O - - -" in finding.board
