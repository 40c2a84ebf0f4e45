"""Certificates prove what they say, without the optimiser, and one with an error in it proves nothing."""

from __future__ import annotations

import copy
import json
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.domino.law import MIRROR, PLAIN, RAISE, SPECIAL, WILD, Options, Tile
from bots.domino import layers
from bots.domino.certificate import FORMAT, parts, verify
from bots.domino.certify import prove, write
from bots.domino.hands import counts
from bots.domino.layers import ProofError
from bots.domino.proof import CLASSES, COUNTED, HOSTS, KINDS, Case, Hand, check_part, exceeds
from native.domino.engine import rules_out, solve
from tests.domino.hard import draw_hard
from tests.domino.plain_row import best_score
from tests.many import each, many

HANDS: dict[str, tuple[list[Tile], Options]] = {
    "plain": ([(3, 4), (1, 3), (4, 5), (2, 2)], Options()),
    "two components": ([(1, 2), (1, 2), (3, 4), (3, 3)], Options()),
    "wild": ([(1, 2), (3, 4), (5, 5), WILD], Options()),
    "raises and mirrors": ([(2, 5), (2, 5), (6, 6), RAISE, RAISE, MIRROR], Options()),
    "a zero stays": ([(1, 5), (4, 4), WILD, RAISE, MIRROR], Options(zero_stays=True)),
    "may stop": ([(6, 6), RAISE], Options(early_stop=True)),
    "nothing can begin": ([RAISE, MIRROR], Options()),
    "wild alone": ([WILD, WILD, RAISE], Options(zero_stays=True)),
}


def certified(tmp_path: Path, hand: list[Tile], options: Options) -> Any:
    row = solve(counts(hand), 60.0, zero_stays=options.zero_stays, early_stop=options.early_stop)
    path = tmp_path / "proof"
    assert write(path, counts(hand), options, row.score, b"".join(row.text()).decode()), hand
    return json.loads(path.read_text(encoding="ascii"))


@pytest.mark.parametrize("name", HANDS)
def test_a_certificate_proves_the_optimum_of_an_exhaustive_search(tmp_path: Path, name: str) -> None:
    hand, options = HANDS[name]
    certificate = certified(tmp_path, hand, options)
    assert certificate["score"] == best_score(hand, options.zero_stays, options.early_stop)
    assert verify(hand, certificate).startswith("proved")


@pytest.mark.parametrize("number", [1, 2, 5, 7, 8, 14, 17, 18, 20])
def test_hard_hands_are_proved_by_prices_and_not_more_than_is_true(number: int) -> None:
    hand, zero_stays = draw_hard(number)
    row = solve(counts(hand), 60.0, zero_stays=zero_stays)
    trees = prove(counts(hand), Options(zero_stays), row.score, 1)
    assert trees is not None
    line = b"".join(row.text()).decode()
    rules = {"zero_stays": zero_stays, "early_stop": False}
    certificate = {"format": FORMAT, "hand": counts(hand), **rules, "score": row.score, "line": line, "parts": trees}
    assert verify(hand, certificate).startswith("proved")
    assert prove(counts(hand), Options(zero_stays), row.score - 1, 20) is None


@pytest.mark.parametrize("hands", each(2, [40, many(2000, 200)]))
def test_whatever_the_prices_no_row_that_exists_is_ruled_out(hands: int) -> None:
    draw = random.Random(23)
    for _ in range(hands):
        pool = draw.sample(PLAIN, draw.randint(1, 7))
        hand = [draw.choice(SPECIAL if draw.random() < 0.5 else pool) for _ in range(draw.randint(1, 6))]
        options = Options(draw.random() < 0.5, draw.random() < 0.2)
        price = [draw.choice((0, draw.randint(0, 12 * 256))) for _ in range(KINDS)]
        less = best_score(hand, options.zero_stays, options.early_stop) - 1
        held = [copies for copies, _ in parts(counts(hand), early_stop=options.early_stop)]
        none = [[0] * COUNTED] * CLASSES
        left = (exceeds(Hand(copies, options.zero_stays), Case.of(copies), price, none, less) for copies in held)
        assert less < 0 or any(left), (hand, options, price)


def nodes(tree: Any) -> list[Any]:
    """Give all cases of a tree, the root first."""
    return [tree] + (nodes(tree["most"]) + nodes(tree["more"]) if "split" in tree else [])


def random_tree(draw: random.Random, price: list[int] | None, splits: int) -> Any:
    """Give a tree of cases with these prices, or random ones, and with what tiles cost besides in some classes."""
    if splits:
        kind = draw.choice([kind for kind in range(COUNTED) if kind != 22])
        sides = {side: random_tree(draw, price, splits - 1) for side in ("most", "more")}
        return {"split": [draw.randrange(3), kind, draw.randrange(3)], **sides}
    extra = [[draw.choice((0, 0, 0, draw.randint(-500, 500))) for _ in range(COUNTED)] for _ in range(CLASSES)]
    random_price = [draw.choice((0, draw.randint(0, 12 * 256))) for _ in range(KINDS)]
    return {"price": price or random_price, "extra": extra if draw.random() < 0.5 else [[0] * COUNTED] * CLASSES}


@pytest.mark.parametrize("hands", each(2, [40, many(2000, 200)]))
def test_whatever_cases_are_told_apart_no_row_that_exists_is_ruled_out_in_all(hands: int) -> None:
    draw = random.Random(29)
    for _ in range(hands):
        pool = draw.sample(PLAIN, draw.randint(1, 7))
        hand = [draw.choice(SPECIAL if draw.random() < 0.5 else pool) for _ in range(draw.randint(1, 6))]
        held, zero_stays = counts(hand), draw.random() < 0.5
        if not (best := best_score(hand, zero_stays, False)):
            continue
        trees = prove(held, Options(zero_stays), best, 1)
        for price in (None, *([trees[0]["price"]] if trees else [])):
            for _ in range(8):
                with pytest.raises(ProofError, match="may allow"):
                    check_part(held, zero_stays, random_tree(draw, price, draw.randrange(3)), best - 1, "all")


@pytest.mark.parametrize("hands", each(2, [25, many(4000, 80)]))
def test_with_the_optimisers_own_prices_no_row_that_exists_is_ruled_out(hands: int) -> None:
    draw = random.Random(37)
    for _ in range(hands):
        pool, size = draw.sample(PLAIN, draw.randint(1, 7)), draw.randint(2, 6)
        share = draw.choice((0.3, 0.5, 0.7, 0.9))
        held = [draw.choice(SPECIAL if draw.random() < share else pool) for _ in range(size)]
        held += [RAISE] * draw.choice((0, 0, 0, 6))
        hand = Hand(counts(held), zero_stays=draw.random() < 0.5)
        if best := best_score(held, hand.zero_stays, False):
            case, none = Case.of(hand.copies), [[0] * COUNTED] * CLASSES
            price = [draw.choice((0, draw.randint(0, 12 * 256))) for _ in range(KINDS)]
            trees = prove(hand.copies, Options(hand.zero_stays), best, 1)
            for prices in (price, *([trees[0]["price"]] if trees else [])):
                assert exceeds(hand, case, prices, none, best - 1), (held, hand.zero_stays, best)


@pytest.mark.parametrize(
    ("number", "optimum"),
    [(64, 537), (116, 214), (198, 299), (622, 432), (641, 494), (952, 204), (1903, 399)],
)
def test_one_list_of_prices_proves_hard_hands(number: int, optimum: int) -> None:
    hand, zero_stays = draw_hard(number)
    trees = prove(counts(hand), Options(zero_stays), optimum, 1)
    assert trees is not None
    assert check_part(counts(hand), zero_stays, trees[0], optimum, "all") == 1
    with pytest.raises(ProofError, match="more than"):
        check_part(counts(hand), zero_stays, trees[0], optimum - 1, "all")


def ends_by_playing(ends: tuple[int, ...], tiles: list[Tile]) -> set[tuple[int, ...]]:
    """Give the ends of the row after all these tiles, in every order and way; 0 fits everywhere."""
    if not tiles:
        return {tuple(sorted(ends, reverse=True))}
    found = set()
    for i, tile in enumerate(tiles):
        rest = tiles[:i] + tiles[i + 1 :]
        for inner, outer in {tile, tile[::-1]}:
            if not ends:
                found |= ends_by_playing((inner, outer), rest)
                continue
            for here, there in {ends, ends[::-1]}:
                if inner == here or not inner or not here:
                    found |= ends_by_playing((outer, there), rest)
    return found


@pytest.mark.parametrize("phases", each(2, [1000, many(20000, 4000)]))
def test_every_way_to_play_a_phase_is_followed(phases: int) -> None:
    draw = random.Random(41)
    followed = reached = 0
    for _ in range(phases):
        ends = tuple(sorted(draw.choices(range(7), k=2), reverse=True)) if draw.random() < 0.8 else ()
        pool = [WILD, *draw.sample(PLAIN, 3)]
        tiles = [draw.choice(pool) for _ in range(draw.randint(0 if ends else 1, 4))]
        odd = 0
        for a, b in tiles:
            odd ^= (1 << a ^ 1 << b) if a != b else 0
        edges = [1 << a | 1 << b if a else 0 for a, b in tiles]
        wild = draw.choice((0, 3))
        played = {tuple(sorted((end or wild for end in after), reverse=True)) for after in ends_by_playing(ends, tiles)}
        all_ = set(layers.reached(ends, tuple(edges), odd, wild))
        assert played <= all_, (ends, tiles, wild)
        followed, reached = followed + len(all_), reached + len(played)
    assert followed <= 1.05 * reached  # and hardly more


@pytest.mark.parametrize("digits", [(2, 5), (4, 4)])
def test_no_number_of_copies_and_mirrors_gains_more_than_what_stands_for_it(digits: tuple[int, int]) -> None:
    draw = random.Random(43)
    for _ in range(300):
        copies, mirrors = draw.randint(0, 7), draw.randint(0, 6)
        gain, mirror = draw.randint(-3, 3), draw.randint(-3, 3)
        uses = layers.Kind(digits, copies, 0).uses(list(digits), copies, gain, mirrors, mirror)
        for n, m in [(n, m) for n in range(copies + 1) for m in range(mirrors + 1) if n or not m]:
            odd = 0b100100 if (n + m) % 2 and digits == (2, 5) else 0
            step = 2 if digits == (2, 5) else 1
            likes = [
                gained
                for use, gained in uses.items()
                if use.odd == odd and len(use.edges) == (n if n < 4 else 3 if n % 2 or step == 1 else 2)
            ]
            assert max(likes) >= n * gain + m * mirror, (digits, n, m)


def test_looking_for_ends_counts_as_work(monkeypatch: pytest.MonkeyPatch) -> None:
    held, tree = counts([(2, 5), (2, 5), (6, 6), RAISE, RAISE, MIRROR]), {"price": [0] * KINDS}
    with pytest.raises(ProofError, match="may allow"):
        check_part(held, False, tree, 34, "all")
    monkeypatch.setattr(layers, "MOST_WAYS", 1000)  # ways are 117, ends are looked for 68 times
    with pytest.raises(ProofError, match="can be followed"):
        check_part(held, False, tree, 34, "all")


def test_what_each_raise_keeps_is_less_than_a_kibibyte() -> None:
    """It was 37 KiB of ways to use each kind of tile, which soon are the same from phase to phase."""
    peaks = dict[int, int]()
    for raises in (300, 900):
        hand = Hand([*[2] * 21, 1, raises, 1], zero_stays=False)
        tracemalloc.start()
        assert not exceeds(hand, Case.of(hand.copies), [100] * KINDS, [[0] * COUNTED] * CLASSES, 10**9)
        peaks[raises] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peaks[900] - peaks[300] < 600 * 1024


def test_prices_that_leave_everything_open_are_refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "MOST_WAYS", 20_000)
    hand = [tile for tile in PLAIN for _ in range(40)] + [WILD] * 9 + [RAISE] * 40 + [MIRROR] * 30
    with pytest.raises(ProofError, match="more open than can be followed"):
        check_part(counts(hand), False, {"price": [0] * KINDS}, 2000, "all")


@pytest.mark.parametrize(("number", "optimum"), [(80, 271), (139, 303), (502, 434), (1062, 137)])
def test_each_case_is_ruled_out_by_its_own_prices_and_copies(number: int, optimum: int) -> None:
    hand, zero_stays = draw_hard(number)
    trees = prove(counts(hand), Options(zero_stays), optimum, 200)
    assert trees is not None
    assert "split" in trees[0]
    assert check_part(counts(hand), zero_stays, trees[0], optimum, "all") > 1


@pytest.mark.parametrize("wilds", range(1, 6))
def test_wild_tiles_join_as_many_parts_as_there_can_be(wilds: int) -> None:
    hand = counts([(digit, digit) for digit in range(1, wilds + 2)] + [WILD] * wilds)
    best, free = (wilds + 1) * (wilds + 2), {"price": [0] * KINDS}
    assert check_part(hand, False, free, best, "all") == 1
    with pytest.raises(ProofError, match="may allow"):
        check_part(hand, False, free, best - 1, "all")


def test_for_a_certificate_the_optimiser_asks_no_more_than_the_checker() -> None:
    """That two phases need two mirrors, of which there is one, only the optimiser knows."""
    held = counts([(1, 6), (2, 4), (3, 6), (4, 5), RAISE, RAISE, MIRROR])
    assert rules_out(held, 68, zero_stays=True)
    trees = prove(held, Options(zero_stays=True), 68)
    assert trees is not None
    assert check_part(held, True, trees[0], 68, "all") > 1


def test_no_mirror_lies_beside_what_phase_0_does_not_end_with() -> None:
    """In a case that demands mirrors there, they are paid for."""
    held = counts([(5, 5), WILD, RAISE, RAISE, MIRROR, MIRROR])
    trees = prove(held, Options(), 22)
    assert trees is not None
    assert check_part(held, False, trees[0], 22, "all") > 1


def test_no_row_is_between_the_two_cases_of_a_split() -> None:
    extra = [[0] * COUNTED for _ in range(CLASSES)]
    extra[0][1] = -2560  # paid back for three copies of which there are two
    more = {"price": [0] * KINDS, "extra": extra}
    tree = {"split": [0, 1, 2], "most": {"price": [0] * KINDS}, "more": more}
    held = counts([(1, 2), (1, 2)])
    assert check_part(held, False, tree, 6, "all") == 2
    with pytest.raises(ProofError, match="at most 2"):
        check_part(held, False, tree, 5, "all")


def test_what_a_case_demands_is_allowed_there_and_nowhere_else() -> None:
    hand = Hand(counts([(1, 2), (1, 3), MIRROR, MIRROR, MIRROR]), zero_stays=False)
    case = Case.of(hand.copies)
    beside, others = HOSTS + PLAIN.index((1, 2)), HOSTS + PLAIN.index((1, 3))
    case.low[0][beside] = 2
    here, elsewhere = case.caps(hand, 0), case.caps(hand, 1)
    assert (here[beside], here[others], here[KINDS - 1]) == (3, 1, 3)
    assert (elsewhere[beside], elsewhere[KINDS - 1]) == (1, 1)


def test_mirrors_are_told_apart_by_what_they_lie_beside() -> None:
    """One phase, five mirrors: as long as each kind may have all of them, prices allow two points too many."""
    hand, zero_stays = draw_hard(388)
    assert prove(counts(hand), Options(zero_stays), 267, 1) is None
    trees = prove(counts(hand), Options(zero_stays), 267, 100)
    assert trees is not None
    assert any(node["split"][1] >= HOSTS for node in nodes(trees[0]) if "split" in node)
    assert check_part(counts(hand), zero_stays, trees[0], 267, "all") > 1
    with pytest.raises(ProofError, match="more than 266"):
        check_part(counts(hand), zero_stays, trees[0], 266, "all")


def test_where_prices_do_not_do_all_cases_are_none_of_which_can_be_left_out() -> None:
    hand, zero_stays = draw_hard(388)
    row = solve(counts(hand), 60.0, zero_stays=zero_stays)
    trees = prove(counts(hand), Options(zero_stays), row.score)
    assert trees is not None
    assert "split" in trees[0]
    line = b"".join(row.text()).decode()
    rules = {"zero_stays": zero_stays, "early_stop": False}
    certificate: Any = {
        "format": FORMAT,
        "hand": counts(hand),
        **rules,
        "score": row.score,
        "line": line,
        "parts": trees,
    }
    assert verify(hand, certificate).startswith("proved")
    for where in [node for node in nodes(trees[0]) if "split" in node]:
        for side in ("most", "more"):
            left_out = where.pop(side)
            with pytest.raises(ProofError, match="the case is missing"):
                verify(hand, certificate)
            where[side] = left_out
    root = dict(trees[0])
    most, more = nodes(root["most"])[-1], root["more"]
    certificate["parts"] = [most]  # what holds in one case does not hold in all
    with pytest.raises(ProofError, match="more than"):
        verify(hand, certificate)
    certificate["parts"] = [{**root, "most": more, "more": root["most"]}]
    with pytest.raises(ProofError):
        verify(hand, certificate)


def one_less(certificate: Any) -> None:
    certificate["score"] -= 1


def one_more(certificate: Any) -> None:
    certificate["score"] += 1


def free_tiles(certificate: Any) -> None:
    leaf = next(node for node in nodes(certificate["parts"][0]) if "price" in node)
    leaf["price"] = [0] * 24


def negative_price(certificate: Any) -> None:
    leaf = next(node for node in nodes(certificate["parts"][0]) if "price" in node)
    leaf["price"][22] = -1


def no_part(certificate: Any) -> None:
    certificate["parts"].pop()


def another_hand(certificate: Any) -> None:
    certificate["hand"][0] += 1


def another_rule(certificate: Any) -> None:
    certificate["early_stop"] = None


def shorter_row(certificate: Any) -> None:
    certificate["line"] = certificate["line"].rsplit(maxsplit=3)[0]


def fractions(certificate: Any) -> None:
    leaf = next(node for node in nodes(certificate["parts"][0]) if "price" in node)
    leaf["price"][1] = 0.5


@pytest.mark.parametrize(
    "spoil",
    [one_less, one_more, free_tiles, negative_price, no_part, another_hand, another_rule, shorter_row, fractions],
)
def test_every_planted_error_is_caught(tmp_path: Path, spoil: Callable[[Any], None]) -> None:
    hand, options = HANDS["raises and mirrors"]
    certificate = certified(tmp_path, hand, options)
    spoiled = copy.deepcopy(certificate)
    spoil(spoiled)
    with pytest.raises(ProofError):
        verify(hand, spoiled)
    verify(hand, certificate)


def test_a_proof_for_one_hand_proves_nothing_of_another(tmp_path: Path) -> None:
    hand, options = HANDS["raises and mirrors"]
    with pytest.raises(ProofError, match="another hand"):
        verify([*hand, (6, 6)], certified(tmp_path, hand, options))
