"""Every link of the site leads somewhere, and the documents say there what they say here."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.site.__main__ import main, pages_of, write
from docs.site.documents import Library, anchors
from docs.site.links import follow
from tests.play.court import HANG_S

HOUSE = Path(__file__).parents[2]
INTERRUPTED = """
import runpy, signal
from docs.site import play
play.all_pages = lambda: signal.raise_signal(signal.SIGINT)
runpy.run_module("docs.site", run_name="__main__", alter_sys=True)
"""


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """The site without examples."""
    return pages_of(HOUSE, with_examples=False)


def test_all_documents_are_there_and_every_link_leads_somewhere(made: dict[str, str]) -> None:
    documents = {path.relative_to(HOUSE) for path in [*HOUSE.glob("*.md"), *HOUSE.glob("docs/*.md")]}
    assert {str(path.with_suffix(".html")) for path in documents} <= set(made)
    links = follow(made)
    assert links.broken == []
    assert links.outside
    for link in links.outside:
        assert any(link in (HOUSE / path).read_text("utf-8") for path in documents), link


def test_what_leads_nowhere_is_named(made: dict[str, str]) -> None:
    page = '<a id="here" href="#here"></a><a href="#there"></a><a href="../b.html"></a><a href="b.html#g1-2"></a>'
    other = '<a id="game-1"></a><a href="https://example.org"></a><a href="a/a.html#game-2"></a><a href="a/a.html"></a>'
    links = follow({"a/a.html": page, "b.html": other})
    assert links.outside == ["https://example.org"]
    assert links.broken == [
        "a/a.html: nothing is called #there",
        "a/a.html: there is no page b.html#g1-2",
        "b.html: nothing is called a/a.html#game-2",
    ]


def test_no_page_asks_for_anything_but_what_it_holds(made: dict[str, str]) -> None:
    for to, text in made.items():
        policy = re.search('Content-Security-Policy" content="([^"]*)"', text)
        assert policy, to
        assert policy[1].startswith("default-src"), to
        assert "unsafe-inline" not in policy[1].replace("&#39;", "'"), to
        assert "'unsafe-eval'" not in html.unescape(policy[1]), to
        assert not re.search(r"<script[^>]* src|<link|<iframe|@import|url\((?!#)|<[^>]* (?:style|on\w+)=", text), to


def test_anchors_are_those_of_the_repository() -> None:
    assert anchors(["What is *not* prevented?", "`--clock` and `-v`", "Tests", "Tests", "a_b 5 %"]) == [
        "what-is-not-prevented",
        "--clock-and--v",
        "tests",
        "tests-1",
        "a_b-5-",
    ]


def test_documents_are_listed_once_each_and_say_what_they_are() -> None:
    library = Library(HOUSE)
    listed = [document.path for documents in library.groups.values() for document in documents]
    assert sorted(listed) == sorted(set(listed))
    assert library.find("README.md").title == "arbitro"
    assert library.find("README.md").begins.endswith("one HTML page.")


def test_nothing_is_overwritten_that_is_no_site(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(OSError, match="neither empty nor a site"):
        write({"index.html": ""}, tmp_path)
    assert (tmp_path / "mine").read_text() == "precious"


def test_a_folder_that_cannot_be_written_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("docs.site.__main__.pages_of", lambda *_, **__: {"index.html": ""})
    monkeypatch.setattr("sys.argv", ["site", str(tmp_path / "file")])
    (tmp_path / "file").write_text("")
    assert main() == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_ctrl_c_is_quiet_and_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    words = [sys.executable, "-P", "-c", INTERRUPTED, str(tmp_path / "site")]
    done = subprocess.run(words, cwd=HOUSE, capture_output=True, text=True, timeout=HANG_S, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 130)
    assert not (tmp_path / "site").exists()
