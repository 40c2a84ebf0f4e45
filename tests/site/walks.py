"""Walks through a certificate: a side of Othello that claims nothing plays at random, the other one as it is told."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome

from arbiter.games.othello import law
from bots.othello.proof.certificate import SIDES, SYMMETRIES, Certificate, smallest
from tests.play.court import HANG_S

CLICKS = """
    const [seed, done] = arguments;
    let state = seed;
    const random = (count) => (state = (state * 48271) % 2147483647) % count;
    const pause = () => new Promise((next) => setTimeout(next, 2));
    const told = document.querySelector(".told");
    const said = [];
    (async () => {
        while (!globalThis.explorer) await pause();
        for (;;) {
            const buttons = [...told.querySelectorAll("[data-move]")];
            while (!explorer.offered.length && !told.textContent.includes("The game is over,")) await pause();
            said.push(told.textContent);
            if (!explorer.offered.length) break;
            const before = explorer.replay.last;
            const [square] = explorer.offered.length > 1 ? [random(explorer.offered.length)] : [0];
            told.querySelector(`[data-move="${explorer.offered[square]}"]`).click();
            while (explorer.replay.last === before) await pause();
        }
        return [explorer.replay.game.moves.map((move) => move.text), said];
    })().then(done, (error) => done(String(error)));
"""


def by_clicks(driver: Chrome, page: Path, seed: int) -> tuple[list[str], list[str]]:
    """Walk to the end of a game; give all its moves, and what the page said at each choice."""
    driver.set_script_timeout(HANG_S)
    driver.get("about:blank")
    driver.get(page.as_uri())
    found: Any = driver.execute_async_script(CLICKS, seed)
    assert isinstance(found, list), found
    moves, said = found
    return moves, said


def move_in(certificate: Certificate, position: law.Position) -> int | None:
    """Give the certificate's move as it is on the board, the first of equal ones; None where it says none."""
    least, _ = smallest(position)
    move = certificate.lines.get(least)
    if move is None:
        return None
    copies = (copy for copy in SYMMETRIES if tuple(position.board[square] for square in copy) == tuple(least.board))
    return min(copy[move] for copy in copies)


def at_random(certificate: Certificate, chance: random.Random) -> list[law.Position]:
    """Give the positions of a walk, as far as the certificate goes, and some that it does not know."""
    position, reached = certificate.roots[0], []
    while moves := position.legal_moves():
        reached.append(position)
        move = move_in(certificate, position)
        if move is None and position.mover == certificate.side:
            break
        position = position.play(chance.choice(moves) if move is None else move)
    return reached


def margin(moves: list[str], side: str) -> int:
    """Play moves by the law to the end of the game; give the margin of a side, `black` or `white`."""
    position = law.Position()
    for text in moves:
        position = position.play(law.parse_move(text))
    assert not position.legal_moves()
    black, white = position.score()
    return black - white if SIDES[side] == law.BLACK else white - black
