"""The picture of the README, made anew: ten games are played and their page is shown to headless Chromium.

`make picture`, or `python -m tests.pages.picture [FILE]`.
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.pages.fixtures import chromium

PICTURE = Path(__file__).parents[2] / "docs/page.png"
WIDTH, HEIGHT = 1180, 1255
MATCH = ("--seed", "1", "othello-bot", "othello-bot --level 1", "10")


def main() -> int:
    """Make it; give the exit status: 1 if there is no browser."""
    browser, service = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or service is None:
        print("make picture: chromium and chromedriver must both be installed", file=sys.stderr)
        return 1
    installed = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "games.html"
        with page.open("wb") as output:
            subprocess.run(["arbiter", *MATCH], stdout=output, env=installed, check=True)
        with chromium(browser, service, Path(folder) / "profile") as driver:
            metrics = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
            driver.get(page.as_uri())
            picture = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    file.write_bytes(base64.b64decode(picture))
    print(f"{file} is new")
    return 0


if __name__ == "__main__":
    sys.exit(main())
