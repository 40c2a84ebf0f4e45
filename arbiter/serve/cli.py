"""The command line: `arbiter serve [PLACE]`."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import shlex
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from arbiter.host.paths import absolute

if TYPE_CHECKING:
    from arbiter.serve.hall import Hall

EXTRA = ("starlette", "uvicorn")
MISSING = "arbiter: serve needs starlette and uvicorn; install them by: pip install 'arbitro[web]'"
DESCRIPTION = """\
Open a page on this machine where persons play against programs and against each other, and let programs play. It prints
one address, which has a token: who knows it may play, which means to run programs as you."""


def main(words: Sequence[str]) -> int:
    """Serve; give the exit status."""
    options = _parser().parse_args(words[1:])
    missing = [name for name in EXTRA if importlib.util.find_spec(name) is None]
    if missing:
        print(MISSING, file=sys.stderr)
        return 1
    server = importlib.import_module("arbiter.serve.server")
    hall = importlib.import_module("arbiter.serve.hall")
    service = server.Service(
        options.host,
        options.port,
        options.public_url or "",
        options.readonly,
        options.place,
        None if options.no_save else options.save or hall.usual_folder(),
        options.while_input,
    )

    def begun(address: str, keys: tuple[str, str]) -> None:
        own = address.format(keys[0])
        print(own, flush=True)
        if options.public_url or options.audience or options.readonly:
            print(f"for an audience: {address.format(keys[1])}", flush=True)
        if options.browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            webbrowser.open(own)

    try:
        server.run(service, begun, lambda tables: _seated(tables, options))
    except KeyboardInterrupt:
        return 130
    except ValueError as error:
        print(f"arbiter: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"arbiter: cannot listen on {options.host}:{options.port}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _seated(hall: Hall, options: argparse.Namespace) -> str:
    """Open the table that the command line asks for, if any; give its page. Raises ValueError."""
    if not options.game:
        return ""
    found = importlib.import_module("arbiter.games.catalogue").game(options.game)
    if found.solitaire:
        address: str = importlib.import_module("arbiter.serve.alone").address(
            found, found.solitaire.wish(shlex.split(options.bot or ""))
        )
        return address
    plan = importlib.import_module("arbiter.serve.plan")
    opponent = {"kind": "program" if options.against else "person", "command": options.against}
    opponent["protocol"] = options.protocol or ""
    if options.bot is not None:
        bot = plan.command_of(found, max(found.bot.levels, default=None) if found.bot else None)
        opponent = {"kind": "program", "command": f"{bot} {options.bot}".strip(), "protocol": found.bot.protocol}
    seats = [{"kind": "person"}, opponent]
    wish = {"game": options.game, "seats": seats[::-1] if options.second else seats}
    seed = importlib.import_module("arbiter.serve.hall").new_seed()
    return f"table/{hall.open(plan.read(wish, seed)).number}/"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arbiter serve", description=DESCRIPTION, allow_abbrev=False)
    parser.add_argument(
        "place",
        nargs="?",
        type=_place,
        metavar="PLACE",
        help="a folder, whose programs are offered and whose leagues are listed; or LEAGUE.toml, or JOURNAL.db",
    )
    parser.add_argument("--game", metavar="GAME", help="begin with a table of this game, at which you move first")
    parser.add_argument("--second", action="store_true", help="or second")
    parser.add_argument("--against", metavar="COMMAND", default="", help="against this program, not another person")
    parser.add_argument("--bot", metavar="OPTIONS", help="against our bot, which gets these options")
    parser.add_argument("--protocol", metavar="P", help="which speaks this protocol")
    parser.add_argument("--host", default="127.0.0.1", help="listen on this address (%(default)s: this machine only)")
    parser.add_argument("--port", type=_port, default=0, help="listen on this port (any free one)")
    parser.add_argument("--public-url", type=_url, metavar="URL", help="how others reach it by your proxy")
    parser.add_argument("--readonly", action="store_true", help="nobody can play or start anything")
    parser.add_argument("--audience", action="store_true", help="print an address for those who may only look, too")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep finished games there")
    parser.add_argument("--no-save", action="store_true", help="keep no games")
    parser.add_argument("--while-input", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--browser", action=argparse.BooleanOptionalAction, default=True, help="open a browser")
    return parser


def _place(text: str) -> Path:
    path = Path(absolute(text))
    if path.is_dir():
        return path
    try:
        if importlib.import_module("arbiter.serve.sources").source_of(path):
            return path
    except importlib.import_module("arbiter.league.store").StoreError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    raise argparse.ArgumentTypeError(f"expected a folder, LEAGUE.toml or JOURNAL.db, got {text!r}")


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


def _url(text: str) -> str:
    parts = urlsplit(text)
    more = parts.query or parts.fragment or parts.path.strip("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or more:
        raise argparse.ArgumentTypeError(f"expected such as https://games.example.org, got {text!r}")
    return text
