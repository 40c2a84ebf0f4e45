"""How soon a page answers a person, in headless Chromium: the engine's first move on a page that has just been loaded,
from the click on "Play on from here" after ten moves to the move on the board, the median of several; and keys of the
replay on a page of 1,000 games of Othello with every position and with the engine, from the key to the end of the next
frame. Of the keys besides, what does not depend on what else the machine does: how often the page was laid out, and the
milliseconds of processor time of its process, a key.
"""

from __future__ import annotations

import dataclasses
import shutil
import statistics
from pathlib import Path

from selenium.webdriver import Chrome

from arbiter.games import catalogue
from arbiter.pages.page import render
from tests.evidence.findings import Findings, Run, Table, Target
from tests.pages.fixtures import chromium
from tests.pages.matches import game, match
from tests.pages.test_study import BOARDS, choose, open_study

LEVELS = (3, 9, 10)
MOST_MOVE_MS, MOST_KEY_MS = 1000, 50
KEYS = ("ArrowLeft", "ArrowLeft", "ArrowRight", "Home", "ArrowRight", "End")
MOVE = """
    const done = arguments[0], begin = performance.now();
    const caption = document.querySelector(".card figcaption");
    new MutationObserver(() => caption.textContent.startsWith("+1") && done(performance.now() - begin))
        .observe(caption, { childList: true });
    document.querySelector("[data-do=play]").click();
"""
KEY = """
    const [key, done] = arguments;
    const begin = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const { port1, port2 } = new MessageChannel(); // what it brings comes after the frame
    port1.onmessage = () => done(performance.now() - begin);
    requestAnimationFrame(() => port2.postMessage(0));
"""


def measure(run: Run) -> Findings:
    """Ask one browser."""
    rounds, games, presses = run.either((9, 1000, 20), (1, 50, 1))
    browser, service = (shutil.which(name) or "" for name in ("chromium", "chromedriver"))
    rows, slowest = [], 0.0
    with chromium(browser, service, run.folder / "profile") as driver:
        for name in BOARDS:
            times = {level: [first_move_ms(driver, run.folder, name, level) for _ in range(rounds)] for level in LEVELS}
            medians = [statistics.median(of_level) for of_level in times.values()]
            rows.append((name, *(f"{median:.0f} ms" for median in medians)))
            slowest = max(slowest, *medians)
        one = game(1)
        records = [dataclasses.replace(one, number=number) for number in range(1, games + 1)]
        file = run.folder / "thousand.html"
        file.write_text(render(match(*records), catalogue.game("othello"), True, engine=True), encoding="utf-8")
        keys, layouts, work_ms = keys_ms(driver, file, presses)
    keys.sort()
    middle, high, most = statistics.median(keys), keys[int(0.95 * (len(keys) - 1))], keys[-1]
    cells = (
        f"{games:,}",
        len(keys),
        *(f"{ms:.0f} ms" for ms in (middle, high, most)),
        f"{layouts:.1f}",
        f"{work_ms:.0f}",
    )
    return Findings(
        [
            Table(("game", *(f"first move, level {level}" for level in LEVELS)), rows),
            Table(
                ("games", "keys", "median", "95 of 100", "slowest", "layouts a key", "processor time a key, ms"),
                [cells],
            ),
        ],
        [
            Target("the engine's first move within 1 s", f"{slowest:.0f} ms", slowest < MOST_MOVE_MS),
            Target(f"a key is answered within {MOST_KEY_MS} ms", f"{high:.0f} ms, 95 of 100", high < MOST_KEY_MS),
        ],
    )


def first_move_ms(driver: Chrome, folder: Path, name: str, level: int) -> float:
    """Load the page; give the milliseconds until the engine has moved."""
    open_study(driver, folder, name, at=10)
    choose(driver, "side", 1)
    choose(driver, "level", level)
    return float(driver.execute_async_script(MOVE))


def keys_ms(driver: Chrome, file: Path, rounds: int) -> tuple[list[float], float, float]:
    """Press keys; give the milliseconds of each, and a key's layouts and milliseconds of processor time."""
    driver.get(f"{file.as_uri()}#g7-20")
    driver.execute_async_script("setTimeout(arguments[0], 1000)")  # until the page has settled
    driver.execute_cdp_cmd("Performance.enable", {})
    before = metrics(driver)
    found = [float(driver.execute_async_script(KEY, key)) for _ in range(rounds) for key in KEYS]
    after = metrics(driver)
    layouts, seconds = ((after[name] - before[name]) / len(found) for name in ("LayoutCount", "ProcessTime"))
    return found, layouts, 1000 * seconds


def metrics(driver: Chrome) -> dict[str, float]:
    """Give what the browser counts of a page."""
    return {one["name"]: one["value"] for one in driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]}
