"""Programs for `--challenge` that are subtly wrong, one for each word; `right` is right. They import nothing of ours.

python wrong_domino.py WAY --challenge
"""

import sys

WAY = sys.argv[1]
Pair = tuple[int, int]


def numbers() -> list[int]:
    """Read N and N pairs, as scanf does or in the way's own manner; leave at what is no hand."""
    if WAY == "by_line":
        lines = [sys.stdin.readline().split() for _ in range(int(sys.stdin.readline()))]
        return [int(word) for line in lines for word in line[:2]]
    if WAY == "to_the_end":
        words = sys.stdin.read().split()
        return [int(word) for word in words[1 : 2 * int(words[0]) + 1]]
    found: list[int] = []
    word = ""
    while not found or len(found) < 2 * found[0] + 1:
        letter = sys.stdin.read(1)
        if letter.strip() and letter:
            word += letter
        elif word:
            try:
                found.append(int(word))
            except ValueError:
                refuse("not a number")
            word = ""
        elif not letter:
            refuse("the hand ends too early")
        if found and found[0] < 0:
            refuse("a negative number of tiles")
    return found[1:]


def refuse(why: str) -> None:
    """Leave as one should, or not."""
    if WAY == "bad_on_stdout":
        print("error:", why)
    elif WAY != "bad_in_silence":
        print("error:", why, file=sys.stderr)
    sys.exit(0 if WAY == "bad_with_status_0" else 1)


def raised(digit: int) -> int:
    return digit % 6 + 1


def place(row: list[Pair], tile: Pair) -> tuple[str, Pair] | None:
    """Put a tile where it fits first; give how that is written."""
    if not row:
        if tile[0] > 6:
            return None
        row.append(tile)
        return "S", tile
    for letter in "RL":
        beside = row[-1] if letter == "R" else row[0]
        end = beside[1] if letter == "R" else beside[0]
        lies = None
        if tile == (11, 11):
            row[:] = [(raised(a), raised(b)) for a, b in row]
            lies = (raised(end), raised(end))
        elif tile == (12, 21):
            lies = beside[::-1]
        else:
            for a, b in (tile, tile[::-1]):
                touching = a if letter == "R" else b
                if touching == end or 0 in (touching, end):
                    lies = (a, b)
                    break
        if lies:
            row.insert(len(row) if letter == "R" else 0, lies)
            return letter, (tile if tile[0] > 6 or tile == (0, 0) else lies)
    return None


def main() -> None:
    found = numbers()
    hand = list(zip(found[::2], found[1::2], strict=True))
    if WAY != "turned":
        hand = [(min(pair), max(pair)) for pair in hand]
    if any(pair not in ((0, 0), (11, 11), (12, 21)) and not 1 <= pair[0] <= pair[1] <= 6 for pair in hand):
        refuse("no tile")
    row: list[Pair] = []
    text = ""
    moved = True
    while moved:
        moved = False
        for tile in list(hand):
            if WAY == "stops_early" and len(row) == 2:
                break
            put = place(row, tile)
            if put:
                hand.remove(tile)
                letter, (a, b) = put
                text += f"{letter} {b} {a} " if WAY == "as_in_hand" and row[1:] else f"{letter} {a} {b} "
                moved = True
                break
    if WAY == "title":
        print("The solution is:")
    if WAY == "no_last_blank":
        text = text.rstrip()
    sys.stdout.write(text.lower() if WAY == "small_letters" else text)
    if WAY == "nothing_for_none" and not text:
        sys.exit(0)
    sys.stdout.write({"no_newline": "", "cr_lf": "\r\n"}.get(WAY, "\n"))
    if WAY == "never_ends":
        sys.stdout.flush()
        sys.stdin.read()
        while True:
            sys.stdin.read()
            __import__("time").sleep(1)


main()
