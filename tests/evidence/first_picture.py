"""How soon a page is seen: from the begin of its loading, out of a file, to the first contentful paint of headless
Chromium, the median of several; and to the end of its loading, by when scripts have made the list of games. Matches of
ten games of Othello, random ones, and a league of 3,000; as a person gets them, with the engine.
"""

from __future__ import annotations

import shutil
import statistics
from pathlib import Path

from selenium.webdriver import Chrome

from arbiter.games import catalogue
from arbiter.pages import league
from arbiter.pages.page import render
from tests.evidence.findings import Findings, Run, Table, Target
from tests.league import make_believe
from tests.league.test_tables import journal
from tests.pages.fixtures import chromium
from tests.pages.matches import game, match

MOST_MATCH_MS, MOST_LEAGUE_MS = 300, 1000
TEN, EVERY = "ten games", "ten games, every position"


def measure(run: Run) -> Findings:
    """Make the pages and load them by turns."""
    pairs, loads = run.either((500, 15), (10, 1))
    found = catalogue.game("othello")
    store = journal(run.folder / "picture.db", make_believe.league(3, pairs=pairs, suspend=0))
    games, _ = store.counts()
    large = f"a league of {games:,} games"
    ten = match(*map(game, range(1, 11)))
    texts = {
        TEN: render(ten, found, False, engine=True),
        EVERY: render(ten, found, True, engine=True),
        large: league.render(store, found, engine=True),
    }
    store.close()
    for name, text in texts.items():
        (run.folder / f"{name}.html").write_text(text, encoding="utf-8")
    browser, service = (shutil.which(name) or "" for name in ("chromium", "chromedriver"))
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in texts}
    with chromium(browser, service, run.folder / "profile") as driver:
        for _ in run.track(range(loads + 1), "loading pages"):
            for name in texts:
                times[name].append(load_ms(driver, run.folder / f"{name}.html"))
    # The first load of each is not counted: Chromium itself is still busy with its own start.
    medians = {
        name: [statistics.median(both) for both in zip(*found[1:], strict=True)] for name, found in times.items()
    }
    rows = [(n, f"{len(texts[n]) / 1024:,.0f}", f"{first:.0f}", f"{last:.0f}") for n, (first, last) in medians.items()]
    limits = {TEN: MOST_MATCH_MS, EVERY: MOST_MATCH_MS, large: MOST_LEAGUE_MS}
    return Findings(
        [Table(("page", "KiB", "first picture, ms", "loaded, ms"), rows)],
        [
            Target(f"{name}: seen within {limits[name]} ms", f"{first:.0f} ms", first < limits[name])
            for name, (first, _) in medians.items()
        ],
    )


def load_ms(driver: Chrome, file: Path) -> tuple[float, float]:
    """Load a page; give the milliseconds to the first contentful paint and to the end of the loading."""
    driver.get("about:blank")
    driver.get(file.as_uri())
    script = """
        const done = arguments[0];
        new PerformanceObserver((list, observer) => {
            const [paint] = list.getEntriesByName("first-contentful-paint");
            if (paint) done([paint.startTime, performance.getEntriesByType("navigation")[0].loadEventEnd]);
        }).observe({ type: "paint", buffered: true });
    """
    first, last = driver.execute_async_script(script)
    return float(first), float(last)
