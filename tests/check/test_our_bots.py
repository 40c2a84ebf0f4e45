"""Our own bots pass the examination of every game and protocol, as a user types it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from arbiter.games import catalogue
from tests.many import each
from tests.play.court import HANG_S, Court

BOTS = {
    ("othello", "course"): "bots.othello --level 1",
    ("othello", "opening"): "bots.othello opening --level 1",
    ("ataxx", "course"): "bots.ataxx --nodes 200",
    ("ataxx", "uai"): "bots.ataxx uai",
    ("dama", "course"): "bots.dama play --nodes 200",
    ("dama", "pipe"): "bots.dama --nodes 200",
    ("domino", "course"): "bots.domino --time 0.2",
    ("domino", "2d"): "bots.domino --time 0.2",
}


Running = dict[tuple[str, str], tuple[Court, subprocess.Popen[str]]]


@pytest.fixture(scope="module")
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Give an examination of each bot that is asked for; all are started at once, as they mostly wait."""
    started = {}
    for item in request.session.items:
        if isinstance(item, pytest.Function) and item.originalname == test_our_bots_pass.__name__:
            game, protocol = (str(item.callspec.params[name]) for name in ("game", "protocol"))
            court = Court(tmp_path_factory.mktemp("bots"))
            words = (f"{sys.executable} -m {BOTS[game, protocol]}", "--game", game, "--protocol", protocol)
            started[game, protocol] = court, court.command("check", *words)
    yield started
    for _, process in started.values():
        process.kill()
        process.communicate()


@pytest.mark.parametrize(("game", "protocol"), each(8, BOTS))
def test_our_bots_pass(running: Running, game: str, protocol: str) -> None:
    court, process = running[game, protocol]
    output, errors = process.communicate(timeout=len(BOTS) * HANG_S)  # they share the machine
    assert (process.returncode, errors, court.left()) == (0, "", []), output
    assert "FAILED" not in output
    examinations, passed = map(int, re.findall(r"(\d+) examinations: (\d+) passed", output)[0])
    assert passed >= examinations - 2  # a program that always wins gives no occasion to see it lose


def test_every_game_and_protocol_has_an_examination_that_our_bot_passes() -> None:
    assert set(BOTS) == {(game.name, protocol) for game in catalogue.ours() for protocol in game.protocols}
