"""What the server answers: pages and events to who looks, orders of who plays."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from arbiter.host.visible import visible_text
from arbiter.serve import alone, looks, matches
from arbiter.serve.arena import Arena
from arbiter.serve.contest import Contest
from arbiter.serve.feed import Feed
from arbiter.serve.hall import Hall, Sitting, new_seed
from arbiter.serve.plan import PlanError, read
from arbiter.serve.sources import OfLeague

VIEWERS = 100
"""Pages that follow the games of one table."""
PROGRAMS = 200
"""Programs of a folder that a page offers."""
RUNS = {".py": "python3 {}", ".jar": "java -jar {}"}
"""How files are run that are no programs by themselves."""

Answer = Callable[[Request], Awaitable[Response]]


class Number(IntegerConvertor):
    """A number in a path, with no more digits than a journal can be asked for."""

    regex = "[0-9]{1,18}"


register_url_convertor("number", Number())


class Reception:
    """The answers."""

    def __init__(self, hall: Hall, arena: Arena, folder: Path | None) -> None:
        """Answer for the tables of a hall and for leagues and matches, and offer the programs of a folder."""
        self._hall, self._arena, self._folder = hall, arena, folder

    def routes(self) -> list[Route]:
        """Give what is answered where."""
        return [
            Route("/", _said(self.hall)),
            Route("/tables", _said(self.open), methods=["POST"]),
            Route("/matches", _said(self.match), methods=["POST"]),
            Route("/table/{number:number}/", _said(self.table)),
            Route("/table/{number:number}/events", _said(self.events)),
            Route("/table/{number:number}/orders", _said(self.order), methods=["POST"]),
            Route("/table/{number:number}/games.json", _said(self.json)),
            Route("/table/{number:number}/games.html", _said(self.page)),
            Route("/contest/{number:number}/", _said(self.contest)),
            Route("/contest/{number:number}/events", _said(self.contest_events)),
            Route("/contest/{number:number}/orders", _said(self.contest_order), methods=["POST"]),
            Route("/contest/{number:number}/page.html", _said(self.contest_page)),
            Route("/contest/{number:number}/{game:number}/", _said(self.game)),
            Route("/contest/{number:number}/{game:number}/events", _said(self.game_events)),
            Route("/contest/{number:number}/{game:number}/page.html", _said(self.game_page)),
            Route("/alone/{game}/", _said(self.alone)),
            Route("/alone/{game}/hands", _said(self.deal), methods=["POST"]),
            Route("/alone/{game}/moves", _said(self.look), methods=["POST"]),
        ]

    async def hall(self, request: Request) -> Response:
        """Give the page with all tables."""
        tables = [
            {
                "number": table.number,
                "title": table.game.title,
                "players": table.players,
                "games": len(table.records),
                "over": table.feed.over,
            }
            for table in reversed(self._hall.tables.values())
        ]
        contests = await asyncio.to_thread(self._arena.contests)
        found = [{"number": one.number, "name": one.source.name, "running": bool(one.running)} for one in contests]
        may_play = request.state.may_play
        programs = programs_of(self._folder) if self._folder and may_play else []
        return HTMLResponse(looks.hall_page(tables, found, programs, may_play=may_play))

    async def open(self, request: Request) -> Response:
        """Open a table."""
        table = self._hall.open(read(request.state.wish, new_seed()))
        return JSONResponse({"table": table.number}, status_code=201)

    async def match(self, request: Request) -> Response:
        """Begin a match of two programs."""
        wish = request.state.wish
        source = matches.begin(read(wish, new_seed()), wish.get("games"), self._hall.folder)
        return JSONResponse({"contest": self._arena.begin(source).number}, status_code=201)

    async def table(self, request: Request) -> Response:
        """Give the page of a table."""
        name = self._table(request).plan.game
        return HTMLResponse(looks.table_page(name, may_play=request.state.may_play))

    async def events(self, request: Request) -> Response:
        """Follow a table."""
        feed = self._table(request).feed
        if feed.viewers >= VIEWERS:
            return PlainTextResponse(f"{VIEWERS} pages follow this table already\n", 503)
        return StreamingResponse(feed.follow(), media_type="text/event-stream")

    async def order(self, request: Request) -> Response:
        """Take an order."""
        self._table(request).order(request.state.wish)
        return Response(status_code=204)

    async def json(self, request: Request) -> Response:
        """Give the finished games as `arbiter --json` writes them."""
        table = self._table(request)
        text = json.dumps(table.match().to_json(), indent=1) + "\n"
        return Response(text, media_type="application/json", headers=_attached(f"{table.name}.json"))

    async def page(self, request: Request) -> Response:
        """Give the finished games as the page of a match."""
        table = self._table(request)
        text = await asyncio.to_thread(table.page)
        return HTMLResponse(text, headers=_attached(f"{table.name}.html"))

    async def contest(self, request: Request) -> Response:
        """Give the page of a league or match."""
        contest = self._contest(request)
        may_play: bool = request.state.may_play
        can, judges = may_play and self._arena.steward.can(contest), may_play and isinstance(contest.source, OfLeague)
        alone = self._arena.only is contest
        source = contest.source
        text = await asyncio.to_thread(looks.contest_page, source.game(), source.name, can, judges, alone)
        return HTMLResponse(text)

    async def contest_events(self, request: Request) -> Response:
        """Follow a league or match."""
        contest = self._contest(request)
        await contest.fresh()
        return self._followed(contest, contest.feed)

    async def contest_order(self, request: Request) -> Response:
        """Start or stop a league."""
        self._arena.steward.order(self._contest(request), request.state.wish)
        return Response(status_code=204)

    async def contest_page(self, request: Request) -> Response:
        """Give the page of what is finished, as `arbiter report` makes it."""
        source = self._contest(request).source
        text = await asyncio.to_thread(source.page, None)
        return HTMLResponse(text, headers=_attached(f"{source.place.stem}.html"))

    async def game(self, request: Request) -> Response:
        """Give the page on which a game is followed."""
        contest = self._contest(request)
        await contest.game(request.path_params["game"])
        return HTMLResponse(looks.game_page(contest.source.game().name))

    async def game_events(self, request: Request) -> Response:
        """Follow a game."""
        contest = self._contest(request)
        shown = await contest.game(request.path_params["game"])
        return self._followed(contest, shown.feed)

    async def game_page(self, request: Request) -> Response:
        """Give the page of a finished game, as `arbiter replay` makes it."""
        contest, number = self._contest(request), request.path_params["game"]
        text = await asyncio.to_thread(contest.source.page, number)
        return HTMLResponse(text, headers=_attached(f"{contest.source.place.stem}-{number}.html"))

    def _followed(self, contest: Contest, feed: Feed) -> Response:
        if feed.viewers >= VIEWERS:
            return PlainTextResponse(f"{VIEWERS} pages follow this already\n", 503)
        return StreamingResponse(contest.follow(feed), media_type="text/event-stream")

    def _contest(self, request: Request) -> Contest:
        return self._arena.contest(request.path_params["number"])

    async def alone(self, request: Request) -> Response:
        """Give the page of what one person plays."""
        game = alone.game_of(request.path_params["game"])
        return HTMLResponse(looks.alone_page(game, may_play=request.state.may_play))

    async def deal(self, request: Request) -> Response:
        """Deal a hand."""
        return JSONResponse(await alone.dealt(alone.game_of(request.path_params["game"]), request.state.wish))

    async def look(self, request: Request) -> Response:
        """Say what is there after moves."""
        return JSONResponse(await alone.told(alone.game_of(request.path_params["game"]), request.state.wish))

    def _table(self, request: Request) -> Sitting:
        number = request.path_params["number"]
        if number not in self._hall.tables:
            raise LookupError(f"there is no table {number} any more")
        return self._hall.tables[number]


def application(hall: Hall, arena: Arena, folder: Path | None) -> Starlette:
    """Give the application that answers what the door lets in."""
    return Starlette(routes=Reception(hall, arena, folder).routes())


def programs_of(folder: Path) -> list[str]:
    """Give command lines of what can be run in a folder; an unreadable one has none."""
    found = []
    try:
        for path in sorted(folder.iterdir()):
            if not str(path).isprintable():  # neither a page nor a command line can have it
                continue
            name = shlex.quote(str(path))
            if path.suffix in RUNS and path.is_file():
                found.append(RUNS[path.suffix].format(name))
            elif path.is_file() and os.access(path, os.X_OK):
                found.append(name)
    except OSError:
        return []
    return found[:PROGRAMS]


def _said(answer: Answer) -> Answer:
    """Answer what cannot be done by a line that says why."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except PlanError as error:
            return PlainTextResponse(f"{visible_text(str(error))}\n", 400)
        except LookupError as error:
            return PlainTextResponse(f"{visible_text(str(error.args[0]))}\n", 404)

    return answered


def _attached(name: str) -> dict[str, str]:
    """Have a browser save it under a name, whatever is in that: headers are Latin-1, and a quote would end it."""
    return {"content-disposition": f"attachment; filename*=UTF-8''{quote(os.fsencode(name))}"}
