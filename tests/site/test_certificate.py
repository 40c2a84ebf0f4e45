"""Othello solved, in the page: what it reads in a certificate stands there, and whoever follows it keeps the claim."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from arbiter.games.othello import law
from bots.othello.game import bitboards
from bots.othello.proof import certificate
from docs.site import solved
from native.common.context import Limits
from native.othello.engine import Othello
from tests.many import each, many
from tests.site import walks

HOUSE = Path(__file__).parents[2]
WALKS, CLICKED = 20, many(100, 3)
FIND = """
    const found = arguments[0].map((position) => explorer.certificate.find(position));
    return found.map((claim) => claim && [claim.line, claim.text, claim.move, claim.turned]);
"""


def pages(folder: Path, *sides: str) -> dict[str, Path]:
    """Write the pages of these certificates; give their places."""
    proofs = [solved.Proof.read(HOUSE, side) for side in sides]
    found = {}
    for proof, text in zip(proofs, solved.all_pages(HOUSE, proofs).values(), strict=True):
        found[proof.side] = folder / f"{proof.side}.html"
        found[proof.side].write_text(text, encoding="utf-8")
    return found


def test_the_page_reads_the_certificate_as_the_checker_does(browser: Chrome, tmp_path: Path) -> None:
    path = HOUSE / "bots/othello/black.txt.gz"
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    places = {
        line.rsplit(" solved", 1)[0] if line.endswith(" solved") else line[:-4]: at for at, line in enumerate(lines)
    }
    read, chance = certificate.read(path), random.Random(1)
    reached = [position for _ in range(WALKS) for position in walks.at_random(read, chance)]
    expected = []
    for position in reached:
        least, _ = certificate.smallest(position)
        at = places.get(law.format_position(least))
        move = walks.move_in(read, position)
        text = None if move is None else law.TEXT[move]
        expected.append(None if at is None else [at + 1, lines[at], text, least != position])
    assert sum(claim is not None for claim in expected) > 10 * WALKS
    assert None in expected

    walks.by_clicks(browser, pages(tmp_path, "black")["black"], 1)  # so that it is read
    found = browser.execute_script(FIND, list(map(law.format_position, reached)))
    assert found == expected
    assert browser.execute_script("return [explorer.certificate.lines, explorer.certificate.margin]") == [
        len(lines),
        31,
    ]
    assert browser.get_log("browser") == []


@pytest.mark.long
@pytest.mark.parametrize(("sides", "count"), each(2, [(("black",), 1), (("black", "white"), CLICKED)]))
def test_whatever_the_other_side_replies_the_claim_is_kept_to_the_end(
    browser: Chrome, tmp_path: Path, sides: tuple[str, ...], count: int
) -> None:
    for side, page in pages(tmp_path, *sides).items():
        read = certificate.read(HOUSE / f"bots/othello/{side}.txt.gz")
        for seed in range(2, 2 + count):
            moves, said = walks.by_clicks(browser, page, seed)
            assert walks.margin(moves, side) >= read.margin
            assert "keeps the claim" in said[-1]
            assert any("Here the certificate ends" in told or "engine" not in told for told in said)
            position = law.Position()
            for text in moves:
                told = walks.move_in(read, position)
                if told is None and position.mover == read.side:
                    break
                assert told is None or law.TEXT[told] == text
                position = position.play(law.parse_move(text))
            assert not any("contradicts" in told or "has not proved" in told for told in said)
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("count", each(2, [20, many(300, 100)]))
@pytest.mark.parametrize("side", solved.SIDES)
def test_what_a_certificate_leaves_open_is_small_for_the_engine(side: str, count: int) -> None:
    lines = gzip.decompress((HOUSE / f"bots/othello/{side}.txt.gz").read_bytes()).decode().splitlines()
    claimed, least, _ = certificate.claim(lines[0])
    left = [line.removesuffix(" solved") for line in lines if line.endswith(" solved")]
    engine, nodes = Othello(), []
    for text in random.Random(7).sample(left, count):
        position = law.parse_position(text)
        asked = least if position.mover == claimed else 1 - least
        engine.clear()
        found = engine.solve(*bitboards(position), asked - 1, asked, Limits(nodes=200_000))
        assert found.exact
        assert (found.score >= asked) == (position.mover == claimed)
        nodes.append(found.nodes)
    assert count < 100 or sorted(nodes)[count // 2] < 3000


def test_the_main_line_is_shown_and_shared_by_its_address(browser: Chrome, tmp_path: Path) -> None:
    page = pages(tmp_path, "black")["black"]
    main = solved.main_line(HOUSE)
    assert walks.margin(main, "black") == 31
    walk = "".join(main[:8]).replace(" ", "")
    browser.get(f"{page.as_uri()}#{walk}")
    script = """
        const [count, done] = arguments;
        const moves = () => globalThis.explorer?.replay.game.moves.map((move) => move.text) ?? [];
        const wait = () => (moves().length >= count ? done(moves()) : setTimeout(wait, 5));
        wait();
    """
    assert browser.execute_async_script(script, 9) == main[:9]  # and black's answer
    browser.find_element("css selector", "[data-go=main]").click()
    assert browser.execute_async_script(script, len(main)) == main


def test_the_figures_are_those_of_the_certificate(tmp_path: Path) -> None:
    proof = solved.Proof.read(HOUSE, "black")
    read = certificate.read(HOUSE / proof.file)
    assert (proof.margin, proof.lines) == (read.margin, len(read.lines) + 1)
    assert proof.solved == sum(move is None for move in read.lines.values())
    assert re.fullmatch(r"[\d,]+ positions that the law walks, [\d,]+ to be solved again", proof.checked)
    assert f"{proof.solved:,} to be" in proof.checked
