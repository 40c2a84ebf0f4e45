"""A game that came as a package of its own has all that ours have: match, page, openings, verdicts, league, check."""

from __future__ import annotations

import csv
import json
import re
import signal
import time
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.check.examined import check
from tests.league.files import count, finish, lasting, rows, run, write
from tests.many import each
from tests.outside.players.player import LATE
from tests.outside.strangers import GAMES, Stranger, cards
from tests.pages.drawn import points
from tests.pages.test_browser import current, press
from tests.play.court import HANG_S, Court, Outcome, sheets

SHORTEST = "connect-four"
EACH = pytest.mark.parametrize("stranger", GAMES, ids=[game.name for game in GAMES])
MOSTLY_LONG = pytest.mark.parametrize(
    "stranger",
    [pytest.param(g, id=g.name, marks=() if g.name == SHORTEST else pytest.mark.long) for g in GAMES],
)
OFFENCES = {
    "illegal": "ILLEGAL",
    "malformed": "MALFORMED",
    "twice": "EXTRA_OUTPUT",
    "crash": "CRASH",
    "sleep": "TIMEOUT",
}
FAULTS = {
    "buffered": ("a first move as {}", "it does not flush."),
    "early": ("as {1}: wait for {0}'s move", "before {0} had moved."),
    "leaks": ("", "something is left of the games before"),
    "beginner": ("whole games in one process", "which is illegal"),
}
KILL = 5
"""Games of twelve after which the arbiter of a league is killed."""


def match(outside: Court, stranger: Stranger, seed: int = 1, games: int = 8, plies: int = 4) -> Outcome:
    """Play a match of two right players whose games differ by their openings."""
    options = ["-v", "--seed", str(seed), "--openings", str(plies), "--game", stranger.name]
    return outside.judge(*options, stranger.player(salt="a"), stranger.player(salt="b"), str(games))


# ---- a match, and its page -----------------------------------------------------------------------------------------


@MOSTLY_LONG
def test_a_match_is_refereed_and_its_page_shows_every_position(outside: Court, stranger: Stranger) -> None:
    outcome = match(outside, stranger)
    shown = cards(outcome.page)
    assert len(outcome.games) == len(shown) == 8
    assert {game["end"] for game in outcome.games} == {"FINISHED"}
    assert [game["first"] for game in outcome.games] == [0, 1] * 4
    assert {game["scores"][0] > game["scores"][1] for game in outcome.games} == {True, False}
    for game, card, positions in zip(outcome.games, shown, sheets(outcome.page), strict=True):
        assert card.count('<svg class="board"') == 1
        assert len(positions) == len(stranger.replayed(game)) == len(game["turns"]) + 1
        (sheet,) = re.findall(r"<div class=sheet tabindex=0>(.*?)</div>", card, re.DOTALL)
        assert re.findall(r"<p[^>]*>([^<]*)", sheet) == ["", *(turn["move"] for turn in game["turns"])]
    (foot,) = re.findall(r"<footer>.*?</footer>", outcome.page, re.DOTALL)
    assert stranger.written in foot
    assert f"<title>{stranger.title}: " in outcome.page
    totals = [sum(game["scores"][player] for game in outcome.games) for player in (0, 1)]
    assert [line.split("\t")[1] for line in outcome.errors.splitlines()[-2:]] == [str(total) for total in totals]


@MOSTLY_LONG
def test_a_reader_steps_through_the_positions_of_a_game(
    outside: Court, stranger: Stranger, browser: Chrome, tmp_path: Path
) -> None:
    outcome = match(outside, stranger, games=1)
    page = tmp_path / "page.html"
    page.write_text(outcome.page, encoding="utf-8")
    browser.get(page.as_uri())
    pictures = stranger.replayed(outcome.games[0])
    sides = stranger.rules.Game.sides
    for ply, picture in reversed(list(enumerate(pictures))):
        assert drawn(browser) == picture
        caption = current(browser).find_element(By.TAG_NAME, "figcaption").text
        move = outcome.games[0]["turns"][ply - 1]["move"]
        assert caption.startswith(f"{ply} {sides[(ply - 1) % 2]} {move} " if ply else "0 after the opening")
        press(browser, Keys.ARROW_LEFT)
    press(browser, Keys.ARROW_RIGHT)
    assert drawn(browser) == pictures[1]
    assert browser.get_log("browser") == []


def drawn(browser: Chrome) -> dict[tuple[int, int], int]:
    """Read what lies where out of the picture that is shown."""
    lines = points(current(browser))
    return {square: side for side in (0, 1) for square in lines.get(f"p{side}", [])}


@MOSTLY_LONG
def test_both_programs_hear_an_opening_which_a_pair_shares_and_the_seed_repeats(
    outside: Court, stranger: Stranger
) -> None:
    games = match(outside, stranger, games=4).games
    starts = [game["start"] for game in games]
    assert starts[::2] == starts[1::2]
    assert len(set(starts)) > 1
    for game in games:
        assert len(game["start"].split()) == 4
        for word, turn in zip(("first", "second"), game["turns"], strict=False):
            assert f"heard {word} {game['start']}\n" in turn["stderr"]
    again, other = (match(outside, stranger, seed, games=4).games for seed in (1, 2))
    assert [[turn["move"] for turn in game["turns"]] for game in again] == [
        [turn["move"] for turn in game["turns"]] for game in games
    ]
    assert [game["start"] for game in again] == starts != [game["start"] for game in other]


@MOSTLY_LONG
@pytest.mark.parametrize("way", each(2, OFFENCES))
def test_an_offence_gets_its_verdict_and_the_innocent_wins(
    outside: Court, stranger: Stranger, way: str, tmp_path: Path
) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text(stranger.opening, encoding="utf-8")
    words = ["--game", stranger.name, "--openings", str(openings)]
    words += ["--time", "1", "--start-time", "1"] if way == "sleep" else []
    outcome = outside.judge(*words, stranger.player(way), stranger.player(), "2")
    for number, game in enumerate(outcome.games):
        assert (game["end"], game["offender"], game["first"]) == (OFFENCES[way], 0, number)
        assert tuple(game["scores"]) == stranger.forfeit
        assert len(game["turns"]) == LATE - len(stranger.opening.split()) + number  # all that was played before
        stranger.replayed(game, over=False)


# ---- a league ------------------------------------------------------------------------------------------------------


def league_file(stranger: Stranger, folder: Path) -> str:
    """Write a league of twelve games."""
    players = {salt: stranger.player(salt=salt) for salt in ("ann", "bob")} | {"eve": stranger.player("malformed")}
    settings = f'game = "{stranger.name}"\npairs = 2\nseed = 7\nsuspend = 0\n[options]\nopenings = 2'
    return str(write(folder / "league.toml", players, settings))


@MOSTLY_LONG
@pytest.mark.long
def test_a_league_is_played_through_a_kill_of_the_arbiter_and_reported(
    outside: Court, stranger: Stranger, tmp_path: Path
) -> None:
    league = league_file(stranger, tmp_path)
    undisturbed, killed = tmp_path / "undisturbed.db", tmp_path / "killed.db"
    status, standings, errors = run(outside, "league", league, "--db", str(undisturbed))
    assert (status, errors) == (0, "")
    assert {line.split()[1] for line in standings.splitlines()[-3:]} == {"ann", "bob", "eve"}
    assert rows(undisturbed, "SELECT COUNT(*) FROM result") == [(12,)]

    arbiter = outside.command("league", league, "--db", str(killed))
    end = time.monotonic() + HANG_S
    while not killed.exists() or count(killed) < KILL:
        assert time.monotonic() < end
        assert arbiter.poll() is None
        time.sleep(0.005)
    arbiter.send_signal(signal.SIGKILL)
    arbiter.communicate()
    outside.wait_until_nothing_is_left()
    assert KILL <= count(killed) < 12
    assert finish(outside.command("league", league, "--db", str(killed)))[0] == 0
    assert rows(killed, "SELECT COUNT(*) FROM session") == [(2,)]
    assert lasting(killed) == lasting(undisturbed)

    status, page, errors = run(outside, "report", str(killed))
    assert (status, errors) == (0, "")
    assert f"<title>{stranger.title}: a league of 3</title>" in page
    for side in stranger.rules.Game.sides:
        assert f'<th scope="col"><button type="button">{side}</button></th>' in page
    assert stranger.written in page
    status, table, _ = run(outside, "export", str(killed))
    assert status == 0
    assert len(list(csv.DictReader(table.splitlines()))) == 12
    exported = run(outside, "export", str(killed), "--format", "jsonl")[1].splitlines()
    games = [game for line in exported if (game := json.loads(line)).get("end") == "FINISHED"]
    assert len(games) >= 4  # those of ann and bob
    for game in games:
        stranger.replayed(game)
    text = run(outside, "replay", "--text", str(killed), str(games[0]["number"]))[1]
    assert text.count(" a b c d e f g") == len(games[0]["turns"]) + 1


# ---- an examination ------------------------------------------------------------------------------------------------


@pytest.mark.long
@MOSTLY_LONG
def test_a_right_program_passes_the_examination(outside: Court, stranger: Stranger) -> None:
    status, output, errors = check(outside, "--game", stranger.name, stranger.player())
    assert (status, errors) == (0, "")
    assert re.fullmatch(r"(\d+) examinations: \1 passed", output.splitlines()[-1])


@MOSTLY_LONG
@pytest.mark.parametrize("way", each(2, FAULTS))
def test_a_planted_fault_is_found_and_named(outside: Court, stranger: Stranger, way: str) -> None:
    status, output, errors = check(outside, "--game", stranger.name, stranger.player(way), "--time", "1")
    assert (status, errors) == (1, "")
    text = " ".join(output.split())
    examination, sentence = (part.format(*stranger.rules.Game.sides) for part in FAULTS[way])
    assert re.search(rf"FAILED +\d+ .*{re.escape(examination)}", text)
    assert sentence in text


def test_a_game_that_names_no_engine_cannot_be_reviewed(outside: Court, tmp_path: Path) -> None:
    outside.judge("--game", "connect-four", GAMES[1].player(), GAMES[1].player(), "1")
    arbiter = outside.command("review", str(tmp_path / "result.json"))
    output, errors = arbiter.communicate(timeout=HANG_S)
    told = "arbiter: Connect Four cannot be reviewed: it says nothing of how engines write it\n"
    assert (arbiter.returncode, output, errors) == (2, "", told)
