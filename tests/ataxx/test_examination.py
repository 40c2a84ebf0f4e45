"""An Ataxx program that is subtly wrong, of the course or a UAI engine, is told so, in the sentence that helps."""

from __future__ import annotations

import re

import pytest

from arbiter.games.ataxx import examination as ataxx
from arbiter.games.ataxx import examination_uai as uai
from tests.check.examined import examine, failure, not_passed, wrong
from tests.many import each

COMMANDS, OUTPUT = "The command language", "Output"
JUMPS, QUIT = "the end with the 25th jump in a row", "`quit` and `q`: silence and exit status 0"
LINES, START = "wrong lines have no effect", "Blue is automatic at the start"
COURSE = [
    ("buffered", ataxx.FIRST, "only when its input ended: it does not flush.", OUTPUT),
    ("dense_dump", ataxx.FIRST, "line 2 of `dump` is `  r-----b` instead of `  r - - - - - b`.", OUTPUT),
    ("auto_waits", ataxx.AS_RED, "It answered 0 of 1 questions; for the last one it wrote nothing", COMMANDS),
    ("talks_for_ever", ataxx.AS_RED, "within 0.5 s, none of which is an answer.", OUTPUT),
    ("talks", ataxx.AS_RED, "After `auto red\\n` it wrote `I think Red moves well\\n`", OUTPUT),
    ("no_full_stop", ataxx.AS_RED, "it wrote `* Red moves g1-e1\\n`: the full stop at the end is missing.", OUTPUT),
    ("uai_moves", ataxx.AS_RED, "it wrote `* Red moves g1e1.`: that is UAI's way to write a move", OUTPUT),
    ("capitals", ataxx.AS_RED, "its letters are small ones, `g1-e1` (which the referee forgives).", OUTPUT),
    ("crlf", ataxx.AS_RED, "where one newline, `\\n`, is expected (which the referee forgives).", OUTPUT),
    ("blank_at_end", ataxx.AS_RED, "moves a7-b7.`, alone on its line (which the referee forgives).", OUTPUT),
    ("blue_waits", START, "for the last one it wrote nothing for 0.5 s, not even when", COMMANDS),
    ("no_reflection", ataxx.BLOCKS, "After `block b2`, line 3 of `dump` is `  - - - - - - -` instead", COMMANDS),
    ("late_blocks", ataxx.BLOCKS, "After `block d2` behind the first move, line", COMMANDS),
    ("undoes_one", "`undo`", "the program's answer, and `undo`, it wrote `* Blue moves", COMMANDS),
    ("limit_26", JUMPS, "The game was over, 2 to 2, but no result came.", OUTPUT),
    ("result_twice", JUMPS, "Behind the result, it wrote `* Draw.\\n`, which nobody had asked for.", OUTPUT),
    ("leaks_jumps", JUMPS, "After some jumps, `new`, and 23 jumps, it wrote `* Draw.\\n`", "Rules"),
    ("loser_wins", ataxx.WHOLE_GAMES, "it wrote `* Red wins.` instead of `* Blue wins.`", OUTPUT),
    ("says_passes", ataxx.WHOLE_GAMES, "it wrote `* Blue passes.\\n`: a pass is written `* Blue moves -.`.", OUTPUT),
    ("complains_loudly", LINES, "After the wrong line `rubbish`, it wrote `error: Red moves nowhere\\n`", COMMANDS),
    ("complains_never", LINES, "The wrong line `rubbish` got no lines on standard error", COMMANDS),
    ("capitals_matter", "capitals, blanks, comments and empty lines", "line 3 of `dump` is", COMMANDS),
    ("seedless", "the same seed, the same moves", "Two processes were told the same, `seed 42` among it", COMMANDS),
    ("status", QUIT, "Told `quit`, it ended by itself with exit status 1; expected was exit status 0.", COMMANDS),
    ("says_goodbye", "end of input: the same", "it wrote `* bye\\n` instead of ending in silence.", COMMANDS),
]
UAI = [
    ("buffered", uai.FIRST, "it wrote `id name wrong\\nuaiok\\n` only when its input ended: it does not flush.", "UAI"),
    ("course_moves", uai.READY, "it answered `g1-e1`: that is the course's way to write a move, not UAI's.", "UAI"),
    ("both_squares", uai.READY, "it answered `a1a2`: UAI writes an extend by its destination, `a2`.", "UAI"),
    ("twice", uai.READY, "Behind its move, it wrote `bestmove g1e1\\n`", "UAI"),
    ("no_moves", uai.READY, "which is illegal: there is no blue piece on g1.", "Rules"),
    ("no_pass", "a pass where there is no move", "it answered `none`: a move of UAI is written `f2`, a jump", "UAI"),
    ("never_infinite", "`go infinite` until `stop`", "before `stop`, it wrote `bestmove g1e1\\n`", "UAI"),
    ("stays", "`quit` ends it", "Told `quit`, it did not end within 0.5 s.", "UAI"),
]


@pytest.mark.parametrize(("way", "name", "sentence", "section"), each(4, COURSE), ids=[w[0] for w in COURSE])
def test_a_wrong_program_of_the_course_is_told_what_is_wrong(way: str, name: str, sentence: str, section: str) -> None:
    finding = failure(ataxx.examinations(), wrong("wrong_ataxx.py", way), name)
    assert sentence in finding.sentence
    assert (finding.demand.document, finding.demand.section) == ("docs/protocol-ataxx.md", section)


@pytest.mark.parametrize(("way", "name", "sentence", "section"), UAI, ids=[w[0] for w in UAI])
def test_a_wrong_engine_is_told_what_is_wrong(way: str, name: str, sentence: str, section: str) -> None:
    finding = failure(uai.examinations(), wrong("wrong_ataxx.py", way, "uai"), name)
    assert sentence in finding.sentence
    assert (finding.demand.document, finding.demand.section) == ("docs/protocol-ataxx.md", section)


HONEST = ["once", "chatty", "floods", "late", "crlf", "pieces", "ponders", "longs"]


@pytest.mark.parametrize("manner", each(8, HONEST))
def test_an_engine_that_behaves_as_real_ones_do_passes(manner: str) -> None:
    assert not_passed(examine(uai.examinations(), wrong("uai_engine.py", "once", manner))) == []


def test_so_much_talk_that_a_game_ends_is_a_fault() -> None:
    finding = failure(uai.examinations(), wrong("uai_engine.py", "once", "drowns"), "a move from the start")
    assert finding.sentence == "It wrote more than 1048576 bytes without an answer, at which a game ends."


@pytest.mark.parametrize("manner", each(3, ["ponders deaf", "ponders silent", "deaf"]))
def test_who_takes_no_notice_of_stop_is_told_so_and_not_that_it_does_not_flush(manner: str) -> None:
    finding = failure(uai.examinations(), wrong("uai_engine.py", *manner.split()), "`go infinite` until `stop`")
    assert finding.sentence.startswith(
        "Searching without end, it took no notice of `stop`. It answered 2 of 3 questions"
    )
    assert "flush" not in finding.sentence
    assert finding.demand is uai.STOP


@pytest.mark.parametrize(
    ("manner", "name", "answered", "answer"),
    [
        ("yawns", uai.FIRST, "0 of 1", "uaiok"),
        ("tardy", "`go infinite` until `stop`", "2 of 3", "bestmove "),
        ("ponders tardy", "`go infinite` until `stop`", "2 of 3", "bestmove "),
    ],
)
def test_who_is_late_is_told_so_and_not_that_it_does_not_flush(
    manner: str, name: str, answered: str, answer: str
) -> None:
    sentence = failure(uai.examinations(), wrong("uai_engine.py", *manner.split()), name).sentence
    told = re.fullmatch(
        r"It answered (.*) questions; for the last one it took about (.*) s, and not 0\.5 s, to write `(.*)`\.",
        sentence,
    )
    assert told, sentence
    assert (told[1], told[3].startswith(answer)) == (answered, True)
    assert 0.7 < float(told[2]) < 1.6


@pytest.mark.parametrize("program", [("uai_engine.py", "yawns"), ("wrong_ataxx.py", "in_nothing")])
def test_who_does_not_greet_is_told_how_one_greets_and_not_how_one_moves(program: tuple[str, ...]) -> None:
    finding = failure(uai.examinations(), wrong(*program), uai.FIRST)
    assert finding.demand is uai.HANDSHAKE, finding.sentence


@pytest.mark.parametrize(("manner", "remarked"), [("tardy", True), ("once", False)])
def test_who_does_not_answer_stop_at_once_passes_with_a_remark(manner: str, remarked: bool) -> None:
    name = "`go infinite` until `stop`"
    results = examine(uai.examinations(), wrong("uai_engine.py", manner), name, time_s=5.0)
    assert not_passed(results) == []
    (why,) = [result.why for result in results if result.name == name]
    told = re.fullmatch(r"`stop` was answered after (\d+\.\d) s, not at once", why)
    assert bool(told) == remarked, why
    assert told is None or float(told[1]) >= uai.AT_ONCE_S  # a busy machine's share of it is not told
    assert [result.why for result in results if result.name != name] == ["", ""]


def test_who_logs_more_than_is_kept_of_standard_error_has_its_lines_counted() -> None:
    assert not_passed(examine(ataxx.examinations(), wrong("wrong_ataxx.py", "logs"), LINES)) == []


def test_banners_and_prompts_are_talk() -> None:
    assert not_passed(examine(ataxx.examinations(), wrong("wrong_ataxx.py", "prompts"), ataxx.WHOLE_GAMES)) == []
