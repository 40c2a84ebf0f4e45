"""The engine in a page (docs/page-engine.md), in headless Chromium, against the same engine as a process with the same
data and a table of 32 MiB: value, move, depth, nodes and variation of positions of random games at a fixed depth,
forgotten in between, and the optimum of hands of Domino. Speed: of the same nodes, in searches five plies deeper, page
and process in turns, of each position the best of several rounds; the process has the instructions that this processor
has beyond those of WebAssembly. Start: from the question of a page that has just been loaded to the first answer, the
median of several.
"""

from __future__ import annotations

import shutil
import statistics
from pathlib import Path

from selenium.webdriver import Chrome

from arbiter.games.domino.law import judge, read_hand
from tests.evidence.findings import Findings, Run, Table, Target
from tests.pages import engines
from tests.pages.fixtures import chromium

MOST_START_MS = 1000


def measure(run: Run) -> Findings:
    """Ask everything of one browser."""
    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    browser, service = (name or "" for name in programs)
    number, deep, rounds = run.either((200, 20, 7), (10, 2, 1))
    rows, starts, targets = [], [], []
    with chromium(browser, service, run.folder / "profile") as driver:
        for name, depth in engines.BOARDS.items():
            engines.open_engine(driver, name, run.folder)
            asked = engines.positions(name, number, seed=7)
            same = sum(
                page == process
                for page, process in zip(
                    engines.searched(driver, asked, depth), engines.analysed(name, asked, depth), strict=True
                )
            )
            ratio = speed(driver, name, asked[:deep], depth + 5, rounds)
            start = statistics.median(start_ms(driver, name, run.folder) for _ in range(2 * rounds + 1))
            rows.append((name, depth, f"{same} of {number}", f"{100 * ratio:.0f} %", f"{start:.0f} ms"))
            starts.append(start)
            targets.append(Target(f"{name}: the same in every position", f"{same} of {number}", same == number, True))
        same = optima(driver, engines.hands(number, seed=7), run.folder)
        targets.append(Target("Domino: the optimum of every hand", f"{same} of {number}", same == number, True))
    most = max(starts)
    targets.append(Target("a page answers within 1 s", f"{most:.0f} ms", most < MOST_START_MS))
    header = ("game", "plies", "as the process", "speed of the process", "first answer")
    return Findings([Table(header, rows)], targets)


def speed(driver: Chrome, name: str, asked: list[str], depth: int, rounds: int) -> float:
    """Give the seconds of the process by those of the page."""
    script = """
        const seconds = [];
        for (const position of words[0]) {
            const begin = performance.now();
            await engine.search(position, { depth: words[1], fresh: true });
            seconds.push((performance.now() - begin) / 1000);
        }
        return seconds;
    """
    page: list[list[float]] = []
    process: list[list[float]] = []
    for _ in range(rounds):
        page.append(engines.ask(driver, script, asked, depth))
        words = ("analyse", "--depth", str(depth), *engines.SAME_DATA[name])
        written = engines.bot(name, *words, given="\n".join(asked))
        process.append([float(line.split("\t")[4]) for line in written.splitlines()])
    best = [sum(min(times) for times in zip(*rounds_of, strict=True)) for rounds_of in (process, page)]
    return float(best[0] / best[1])


def start_ms(driver: Chrome, name: str, folder: Path) -> float:
    """Load the page and ask for the first time."""
    engines.open_engine(driver, name, folder)
    script = """
        const begin = performance.now();
        await engine.search(engine.start, { depth: 1 });
        return performance.now() - begin;
    """
    return float(engines.ask(driver, script))


def optima(driver: Chrome, hands: list[str], folder: Path) -> int:
    """Count the hands of which the page has a row that is proved and as good as that of the process."""
    engines.open_engine(driver, "domino", folder)
    same = 0
    for hand, found in zip(hands, engines.solved(driver, hands), strict=True):
        verdict = judge(read_hand(hand), " ".join(found["line"]))
        best = judge(read_hand(hand), engines.bot("domino", "--challenge", given=hand))
        same += not verdict.reason and verdict.score == found["value"] == best.score and found["exact"]
    return same
