"""What is proved of the first eight plies is kept to the end of the game, whatever the replies."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Callable

import pytest

from arbiter.games.othello import law
from bots.options import Options
from bots.othello.player import Player
from bots.othello.proof.certificate import smallest
from native.common.context import Limits
from native.othello.engine import Othello
from tests.bots.driver import Bot
from tests.native.boards import discs, margin
from tests.othello.test_openings import Line, layers, table

Game = tuple[law.Position, ...]
Reply = Callable[[law.Position, random.Random], int]


@functools.cache
def openings() -> list[tuple[Game, Line]]:
    """Give a way to each of the last positions of the table, first to those that took most to decide."""
    ways: dict[law.Position, Game] = {smallest(law.Position())[0]: (law.Position(),)}
    for layer in layers()[1:]:
        games = [(*game, game[-1].play(move)) for game in ways.values() for move in game[-1].legal_moves()]
        ways = {here: game for game in games if (here := smallest(game[-1])[0]) in layer}
    return sorted(((game, table()[here]) for here, game in ways.items()), key=lambda one: -one[1].nodes)


def at_random(position: law.Position, luck: random.Random) -> int:
    return luck.choice(position.legal_moves())


def few_replies(position: law.Position, luck: random.Random) -> int:
    """Leave the other side few moves."""
    return min(position.legal_moves(), key=lambda move: (len(position.play(move).legal_moves()), luck.random()))


def reached(game: Game, mine: str, reply: Callable[[law.Position], int], options: Options) -> int:
    """Play an opening to the end, and give the margin of the bot, which plays `mine`."""
    bot, position = Player(options), game[-1]
    bot.resume(map(discs, game))
    while not position.is_over():
        move = bot.choose(*discs(position)).move if position.mover == mine else reply(position)
        assert move is not None
        position = position.play(move)
    return margin(position) if position.mover == mine else -margin(position)


@pytest.mark.parametrize("reply", [at_random, few_replies])
def test_what_the_openings_have_decided_stays_so_to_the_end_however_little_may_be_searched(reply: Reply) -> None:
    luck, played = random.Random(0), 0
    for game, line in openings()[:150]:
        for mine, least in ((game[-1].mover, line.least), (law.OPPONENT[game[-1].mover], -line.most)):
            if least >= 0:
                found = reached(game, mine, lambda here: reply(here, luck), Options(nodes=1000, hash_mib=1, seed=1))
                assert found >= min(least, 1), game[-1]
                played += 1
    assert played >= 150


def test_an_opening_that_is_told_is_played_on_like_one_of_its_own() -> None:
    """White has won by its fourth move, and is asked for the fifth; to prove that again takes millions of nodes."""
    told, answer, refuted = "2 3 2 4 2 5 3 2 5 4 5 3 4 2 5 2", "5 1", "4 5"
    with Bot("opening", "--nodes", "1000") as bot:
        bot.send(f"0 8 {told}\n{answer}\n".encode())
        reply = bot.line().decode().strip()
    wins = []
    for last in (reply, refuted):
        position = law.Position()
        for move in re.findall(r"\d \d", f"{told} {answer} {last}"):
            position = position.play(law.parse_move(move))
        verdict = Othello(1).solve(*discs(position), -1, 0, Limits(nodes=100_000))
        wins.append(verdict.exact and verdict.score >= 0)
    assert wins == [False, True]


def test_what_the_openings_have_decided_is_kept_by_who_stops_after_each_move() -> None:
    """White wins this one, which a loaded game alone does not show of its moves: it ended 10 discs behind."""
    board, luck = "--------------------------XXX------OOO----XOXX-----OO-----------", random.Random(0)
    game = next(game for game, _ in openings() if game[-1].board == board)
    while not game[-1].is_over():
        move: int | None = few_replies(game[-1], luck)
        if game[-1].mover == law.WHITE:
            bot = Player(Options(nodes=1000, hash_mib=1, seed=1))
            bot.resume(map(discs, game))
            move = bot.choose(*discs(game[-1])).move
        assert move is not None
        game = (*game, game[-1].play(move))
    black, white = game[-1].score()
    assert white > black
