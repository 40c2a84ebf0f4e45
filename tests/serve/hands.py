"""Somebody who knows of a page what is there for everybody: roles and names, where they stand, and what is said.

Nothing but a mouse's clicks and a keyboard's keys goes to the page.
"""

from __future__ import annotations

import random
import re
import time
from pathlib import Path
from typing import Any, Protocol

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys

from tests.pages.firefox import KEYS
from tests.serve.server import HANG_S

KNOWN = (Path(__file__).parent / "known.js").read_text("utf-8")
WAY = re.compile(r"[A-Z] (\d+) (\d+)")
"""What buttons are called that lay a tile."""
TABS = 400
"""More than any page has."""

Thing = dict[str, Any]


class Window(Protocol):
    """A browser."""

    def get(self, address: str) -> None: ...
    def execute_script(self, script: str, *words: Any) -> Any: ...
    def type(self, text: str) -> None: ...
    def tab_back(self) -> None: ...
    def click(self, x: float, y: float) -> None: ...


class Chromium:
    """Chromium, as a person has it."""

    def __init__(self, driver: Chrome) -> None:
        self._driver, self.get, self.execute_script = driver, driver.get, driver.execute_script

    def type(self, text: str) -> None:
        ActionChains(self._driver, 0).send_keys(text).perform()

    def tab_back(self) -> None:
        ActionChains(self._driver, 0).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()

    def click(self, x: float, y: float) -> None:
        actions = ActionBuilder(self._driver, duration=0)
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()


class Person:
    """Plays by mouse, or by keys alone."""

    def __init__(self, window: Window, rng: random.Random, *, keys: bool) -> None:
        self.window, self.rng, self.keys = window, rng, keys

    def said(self, role: str = "status") -> str:
        return str(self.window.execute_script(f"return document.querySelector('[role={role}]')?.textContent ?? ''"))

    def moves(self) -> list[str]:
        """Read the list of moves."""
        script = "return [...document.querySelectorAll('ol[aria-label^=Moves] li')].map((li) => li.textContent)"
        found: list[str] = self.window.execute_script(script)
        return found

    def things(self) -> list[Thing]:
        found: list[Thing] = self.window.execute_script(f"{KNOWN} return all().map(known);")
        return found

    def find(self, role: str, name: str, nth: int = 0) -> Thing:
        """Give the thing of that role whose name begins so."""
        until = time.monotonic() + HANG_S
        while True:
            found = [one for one in self.things() if one["role"] == role and one["name"].startswith(name)]
            if len(found) > nth:
                return found[nth]
            assert time.monotonic() < until, (role, name, self.said())

    # ---- pointing --------------------------------------------------------------------------------------------------

    def use(self, thing: Thing) -> None:
        """Click on a thing, or go to it by Tab and press Enter."""
        if not self.keys:
            at = next(at for at, one in enumerate(self.things()) if same(one, thing))
            found = self.window.execute_script(f"{KNOWN} return shown(arguments[0]);", at)
            self.window.click(found["x"], found["y"])
            return
        self.go(thing)
        self.window.type(KEYS["Enter"])

    def go(self, thing: Thing) -> None:
        """Press Tab, or Shift and Tab, until the thing has the focus; not beyond the page, to the window."""
        for _ in range(TABS):
            focused = self.window.execute_script(f"{KNOWN} return focused();")
            if focused and same(focused, thing):
                return
            if focused and thing["role"] != "radio":
                order = [one for one in self.things() if same(one, focused) or same(one, thing)]
                if order and same(order[-1], focused):
                    self.window.tab_back()
                    continue
            if thing["role"] == "radio" and focused and focused["group"] == thing["group"]:
                self.window.type(KEYS["ArrowRight"])
            else:
                self.window.type(KEYS["Tab"])
        raise AssertionError(f"no Tab leads to {thing}")

    def choose(self, name: str, nth: int, value: str) -> None:
        """Choose of a list, by keys."""
        self.keys, keys = True, self.keys
        self.go(self.find("combobox", name, nth))
        self.keys = keys
        for key in ["ArrowUp"] * 20 + ["ArrowDown"] * 20:
            if self.find("combobox", name, nth)["value"] == value:
                return
            self.window.type(KEYS[key])
        raise AssertionError(f"{name} has no {value}")

    def write(self, name: str, nth: int, text: str) -> None:
        """Write into a field."""
        field = self.find("textbox", name, nth)
        if self.keys:
            self.go(field)
        else:
            self.use(field)
        self.window.type(text)

    # ---- playing ---------------------------------------------------------------------------------------------------

    def choose_game(self, address: str, game: str) -> None:
        """Choose a game on the first page."""
        self.window.get(address)
        radio = self.find("radio", game)
        if self.keys:
            self.go(radio)
        else:
            self.use(radio)

    def sit_down(self, address: str, game: str, rival: str, command: str = "", protocol: str = "") -> None:
        """Begin a game as A, who moves first."""
        self.choose_game(address, game)
        self.choose("Who", 1, rival)
        if command:
            self.write("Command line", 0, command)
            self.choose("Protocol", 0, protocol)
        self.use(self.find("button", "Sit down"))

    def wait(self, move: int) -> bool:
        """Wait until it is to make move number `move`; tell whether the game goes on."""
        until = time.monotonic() + HANG_S
        while True:
            said = self.said()
            if "is over" in said or (f"move {move}: " in said and "to move" in said):
                return "is over" not in said
            assert time.monotonic() < until, (said, self.said("log"))

    def move(self) -> None:
        """Make a move on the board: a square, or a piece and then where it goes; or pass."""
        until = time.monotonic() + HANG_S
        while not (offered := [one for one in self.things() if one["board"] or one["name"] == "Pass"]):
            assert time.monotonic() < until, self.said()
        chosen = self.rng.choice(offered)
        self.use(chosen)
        if chosen["pressed"] is None:
            return
        while not (goals := [one for one in self.things() if one["board"] and one["pressed"] is None]):
            assert time.monotonic() < until, chosen
        self.use(self.rng.choice(goals))

    # ---- a hand alone ----------------------------------------------------------------------------------------------

    def take_a_hand(self, address: str) -> None:
        """Begin a hand of Domino, alone."""
        self.choose_game(address, "Domino")
        self.use(self.find("button", "Sit down"))
        until = time.monotonic() + HANG_S
        while " points after 0 tiles" not in self.said():
            assert time.monotonic() < until, self.said()

    def lay(self) -> None:
        """Lay a tile of the hand; if there are several ways, one of those that are offered then."""
        before, until, chosen = self.said(), time.monotonic() + HANG_S, False
        tile = self.rng.choice([one for one in self.things() if one["board"]])
        self.use(tile)
        while self.said() == before:
            assert time.monotonic() < until, (tile, before)
            offered = [one for one in self.things() if one["role"] == "button" and WAY.fullmatch(one["name"])]
            ways = [one for one in offered if tiles_of(one["name"]) == sorted(tile["name"].split("|"))]
            if len(ways) == len(offered) > 1 and not chosen:
                self.use(self.rng.choice(ways))
                chosen = True


def tiles_of(way: str) -> list[str]:
    """Give the two numbers of a tile, as a hand has them."""
    found = WAY.fullmatch(way)
    assert found
    return sorted(found.groups())


def same(one: Thing, other: Thing) -> bool:
    """Tell whether this is that, wherever the page was scrolled meanwhile."""
    return all(one[name] == other[name] for name in ("role", "name", "group", "board", "pressed"))
