"""`arbiter check` as a user types it: what it says, its status, its page, and what it survives."""

from __future__ import annotations

import re
import signal
import sys
import time
from pathlib import Path

import pytest

from arbiter.check import cli, page
from arbiter.check.report import Report, Result, Status
from arbiter.games import catalogue, demands
from arbiter.games.dialogues import Event, Finding
from arbiter.host.launch import Protection
from tests.check.examined import check, protections
from tests.many import each
from tests.play.court import HANG_S, Court, python

pytestmark = pytest.mark.machine


def test_a_failure_is_told_with_bytes_demand_and_place(court: Court, wrong_othello: str) -> None:
    status, output, errors = check(court, f"{wrong_othello} cr_lf", "--time", "0.5")
    assert (status, errors) == (1, "")
    lines = output.splitlines()
    assert lines[0] == "FAILED        1  a first move as black"
    text = " ".join(output.split())
    assert r"It answered `2 3\r\n`: the line ends with CR LF, `\r\n`, where one newline, `\n`, is expected" in text
    assert 'The protocol: "An answer is the row, one space, the column, one newline' in text
    assert '(docs/protocol-othello.md, "Protocol")' in text
    assert re.search(r"\d\.\d{3} s  we sent   1\\n\n +\d\.\d{3} s  it wrote  2 3\\r\\n\n", output)
    assert sum(line.startswith("not reached") and line.endswith("(needs 1)") for line in lines) == 18
    assert lines[-1] == "19 examinations: 1 failed, 18 not reached"


def test_the_page_holds_the_findings_and_nothing_that_programs_wrote_as_markup(court: Court, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    evil = r"</script><b onclick=x>2 3\u202e\x1b[2J\n"
    status, output, _ = check(court, python("hostile.py", "says", evil), "--time", "1", "--html", str(page))
    html = page.read_text("utf-8")
    assert status == 1
    assert "\x1b" not in output + html
    assert "\u202e" not in output + html
    assert "<b onclick" not in html
    assert html.count("</script>") == 1
    assert "&lt;/script&gt;&lt;b onclick=x&gt;2 3" in html
    assert "\\u202e\\x1b</span>[2J" in html
    assert "there is other text around the move `2 3`" in html
    assert "docs/protocol-othello.md" in html
    assert "default-src &#39;none&#39;" in html
    assert not re.search(r"\b(?:src|href)=|https?://(?!www\.w3\.org)", html)


def test_the_page_goes_to_standard_output_where_no_file_is_named(court: Court, wrong_othello: str) -> None:
    status, output, errors = check(court, f"{wrong_othello} buffered", "--time", "0.5", "--html")
    assert status == 1
    assert output.startswith("<!DOCTYPE html>")
    assert "it does not flush" in output
    assert errors.startswith("FAILED        1  a first move as black\n")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], "the following arguments are required: PROGRAM"),
        (["--html", "./bot"], "the following arguments are required: PROGRAM"),
        (["./bot", "--game", "chess"], "invalid choice: 'chess'"),
        (["./bot", "--protocol", "uai"], "--protocol uai: othello knows course"),
        (["./bot", "--game", "dama", "--protocol", "uai"], "dama knows course, pipe"),
        (["./bot 'x"], "cannot be split"),
        (["./bot", "--time", "0"], "'0' is not a positive number of seconds"),
        (["./bot", "--html", "nowhere/page.html"], "there is no folder nowhere"),
        (["./bot", "--files", "no/such"], "argument --files: there is no 'no/such'"),
    ],
)
def test_a_wrong_command_line_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["check", *words])
    output, errors = capsys.readouterr()
    assert (left.value.code, output) == (2, "")
    assert expected in errors.splitlines()[-1]


def test_a_program_that_cannot_be_started_fails(court: Court) -> None:
    status, output, _ = check(court, "./no_such_bot")
    assert status == 1
    assert "It could not be started: ./no_such_bot: No such file or directory." in " ".join(output.split())


HOSTILE = {
    "silent": "It answered 0 of 1 questions; for the last one it wrote nothing for 0.5 s",
    "endless_line": "It wrote a line of more than 1024 bytes",
    "endless_lines": "which nobody had asked for",
    "exits": "It ended by itself with exit status 3 when it was to answer question 1",
    "half_a_line_then_exit": "It wrote `2 ` without a newline and ended by itself with exit status 0",
    "closes_output": "It closed its standard output but did not end when it was to answer question 1",
    "floods_stderr": "it wrote nothing for 0.5 s",
    "leaves_grandchild": "It ended by itself with exit status 5",
    "eats_memory": "MiB of memory where 200 are allowed",
}


@pytest.mark.parametrize("way", each(4, HOSTILE))
def test_a_hostile_program_is_diagnosed_and_leaves_nothing_behind(court: Court, way: str) -> None:
    time_s = "5" if way == "eats_memory" else "0.5"  # its first 200 MiB take the time that the machine takes
    status, output, _ = check(court, python("hostile.py", way), "--time", time_s, "--memory", "200")
    assert status == 1
    assert HOSTILE[way] in " ".join(output.split())


@pytest.mark.parametrize(("words", "limit"), [((), 256), (("--processes", "20"), 20)], ids=["usual", "own"])
def test_a_fork_bomb_is_diagnosed_and_leaves_nothing_behind(
    court: Court, fork_bomb: str, words: tuple[str, ...], limit: int
) -> None:
    status, output, _ = check(court, fork_bomb, "--time", "5", *words)
    assert status == 1
    assert f"more than {limit} processes at once" in " ".join(output.split())


def test_a_game_without_examinations_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(catalogue.game("domino")), "examinations", lambda self, protocol: ())
    with pytest.raises(SystemExit) as left:
        cli.main(["check", "./bot", "--game", "domino"])
    assert left.value.code == 2
    assert "Domino has no examinations of programs that speak it" in capsys.readouterr().err.splitlines()[-1]


def test_ctrl_c_ends_it_and_its_program(court: Court) -> None:
    process = court.command("check", python("hostile.py", "silent"), "--time", "60")
    until = time.monotonic() + HANG_S
    while len(court.left()) < 3:  # the arbiter, a guard and the program
        assert time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=HANG_S)
    assert (process.returncode, errors) == (130, "")
    court.wait_until_nothing_is_left()


def test_missing_flushes_show_even_where_python_is_told_not_to_buffer(court: Court, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys\nsys.stdin.readline()\nprint('2 3')\nsys.stdin.readline()\n")
    court.environment["PYTHONUNBUFFERED"] = "1"
    status, output, _ = check(court, f"{sys.executable} {bot}", "--time", "1")
    assert status == 1
    assert "only when its input ended: it does not flush" in " ".join(output.split())


WRITES = """
import sys
for path in sys.argv[1:]:
    try:
        open(path, "w").close()
    except OSError:
        pass
while sys.stdin.readline():
    print("2 3")
"""


@pytest.mark.parametrize("options", [[], ["--no-namespace"]], ids=["namespaces", "no-namespaces"])
def test_who_does_not_flush_writes_nowhere_while_that_is_found_out(
    court: Court, tmp_path: Path, options: list[str]
) -> None:
    bot, outside = tmp_path / "bot.py", tmp_path / "outside"
    bot.write_text(WRITES)
    status, output, _ = check(court, f"{sys.executable} {bot} {outside}", "--time", "0.5", *options)
    assert status == 1
    assert "only when its input ended: it does not flush" in " ".join(output.split())
    if not protections(namespaces=not options) & (Protection.READ_ONLY_MOUNTS | Protection.LANDLOCK_FILES):
        pytest.skip("this machine keeps programs from writing nowhere")
    assert not outside.exists()


def test_every_game_has_a_page() -> None:
    finding = Finding("It wrote `<i>`.", demands.START, (Event(0.5, "it wrote", b"<i>\n"),), "a\nb", "<u>")
    for game in catalogue.names():
        results = (Result("one", Status.FAILED, finding), Result("two", Status.NOT_REACHED, why="needs 1"))
        html = page.render(Report("./<b>", game, (("seed", "1"),), results), catalogue.game(game))
        assert f"<title>{catalogue.game(game).title}: a program failed its examination</title>" in html
        assert not re.search("<[iub]>", html)
        assert '&lt;i&gt;<span class="esc">\\n</span>' in html
