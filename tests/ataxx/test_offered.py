"""What engines say of their options, and which values those take."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.games.ataxx.offered import Offered
from arbiter.games.players import End, PlayerError
from tests.ataxx.test_referee_alone import play, settings
from tests.play.scripted import pair

HASH = "spin default 16 min 1 max 32"
RULE = "combo default 25 jumps var 25 jumps var 50 Moves"


@pytest.mark.parametrize(
    ("kind", "value", "takes"),
    [
        *((HASH, value, "") for value in ("1", "32", "032")),
        *(
            (HASH, value, "a whole number from 1 to 32")
            for value in ("0", "33", "-1", "", "x", "1_0", "1.5", "9" * 400)
        ),
        ("spin default -1 min -5 max -1", "-5", ""),
        ("spin default -1 min -5 max -1", "0", "a whole number from -5 to -1"),
        ("spin default 0", "7", ""),
        ("spin default 0", "seven", "a whole number"),
        ("spin min 2", "1", "a whole number from 2"),
        (f"spin min 1 max {'9' * 5000}", "7", ""),
        ("spin min x max", "7", ""),
        ("spin", "7", ""),
        *(("check default false", value, "") for value in ("true", "False")),
        *(("check default false", value, "true or false") for value in ("1", "")),
        *((RULE, value, "") for value in ("25 jumps", "50 moves")),
        (RULE, "50", "25 jumps or 50 Moves"),
        ("combo", "x", "nothing"),
        ("button", "", ""),
        ("button", "1", "no value"),
        ("string default <empty>", "any", ""),
        ("string", "", ""),
        ("vector", "1", ""),
        ("", "1", ""),
    ],
)
def test_a_value_is_taken_as_the_type_says(kind: str, value: str, takes: str) -> None:
    assert Offered("Any", kind).takes(value) == takes


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("option name Hash type spin default 16", ("Hash", "spin default 16")),
        ("  option  name Clear Hash  type button \r", ("Clear Hash", "button")),
        ("option name type type string", ("type", "string")),
        ("option name Node type type combo default A var A", ("Node type", "combo default A var A")),
        ("option name Node type type slider", ("Node", "type slider")),
        ("option name Node type", ("Node", "")),
        (f"option name A{30_000 * ' type'}", ("A", " ".join(29_999 * ["type"]))),
        ("info string option name Hash type spin", None),
        ("option Hash type spin", None),
        ("uaiok", None),
        (f"option name{3000 * ' '}", None),  # for hours, if time grows with its cube
        (f"option name {' x' * 30_000}", None),
        (f"option name A{30_000 * ' '}type{30_000 * ' '}spin", ("A", "spin")),
    ],
)
def test_an_option_is_told_from_talk(line: str, read: tuple[str, str] | None) -> None:
    assert Offered.read(line) == read


@pytest.mark.parametrize("words", [{"option": (("hash", "64"),)}, {"option_a": (("Hash", "64"),)}])
def test_an_engine_that_says_that_it_does_not_take_a_value_does_not_play(words: dict[str, Any]) -> None:
    players = pair([f"option name Hash type {HASH}\nuaiok"], ["uaiok", "readyok"])
    with pytest.raises(PlayerError) as caught:
        play(players, settings("uai", "uai", **words))
    assert (caught.value.player, caught.value.end) == (players[0], End.NOT_STARTED)
    assert caught.value.reason == "its option 'Hash' takes a whole number from 1 to 32, not '64'"
    assert len(players[0].log) == 1


def test_what_an_engine_offers_is_told_in_a_thousand_characters_however_much_it_is() -> None:
    players = pair([f"option name {'x' * 60_000} type check\nuaiok"], ["uaiok", "readyok"])
    with pytest.raises(PlayerError) as caught:
        play(players, settings("uai", "uai", option_a=(("Hash", "64"),)))
    assert caught.value.reason == f"it has no option 'Hash'; it has {'x' * 60_000}"[:1000] + "..."


def test_an_option_is_known_and_told_by_a_name_that_is_not_ascii() -> None:
    players = pair(["option name Größe type spin min 1 max 9\nuaiok", "readyok", "bestmove a6"], ["uaiok", "readyok"])
    play(players, settings("uai", "uai", option_a=(("größe", "9"),)), plies=1)
    assert players[0].log[1] == "A asked setoption name Größe value 9\nuainewgame\nisready within 10 s"
