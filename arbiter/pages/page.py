"""The page of a match: one self-contained HTML file, made from records only.

Players' programs are strangers: whatever they wrote goes through `visible` and the template engine's escaping, and a
content security policy lets nothing run or load but the two texts whose hashes it holds.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from arbiter.games.contract import Game, Squares
from arbiter.games.extras import PageEngine
from arbiter.host.visible import visible, visible_text
from arbiter.pages.amounts import amount, label, link, loss_text, short
from arbiter.pages.causes import Causes, offence_text
from arbiter.pages.compact import Register, script_json
from arbiter.pages.compiled import Beside
from arbiter.pages.engine import carried
from arbiter.pages.numbers import packed_times
from arbiter.pages.pictures import Pictures
from arbiter.pages.scenes import counted, looks, packed, tiles_text
from arbiter.pages.sheets import Sheets
from arbiter.pages.summary import leader, outcome, summarise
from arbiter.pages.text import coded, duration, memory, number
from arbiter.play.record import GameRecord, MatchRecord
from arbiter.ratings.elo import rounded

if TYPE_CHECKING:
    from arbiter.pages.verdicts import ReviewView

REPLAY = ("dom.js", "choices.js", "packed.js", "board.js", "tiles.js", "album.js", "chart.js", "replay.js", "desk.js")
"""The scripts of a replay, whatever page it is on; each has what the next one needs."""
UNSEEN = re.compile(r"^(?: *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n)* *", re.MULTILINE | re.DOTALL)
"""Comments and indents of scripts, two fifths of them; who reads scripts does so where they are written."""
STUDY = ("notation.js", "meter.js", "targets.js", "study.js", "hand.js", "engine.js")
"""The scripts of what a person does with an engine."""
TOLD = re.compile("<(title|desc)>[^<]*</\\1>")
"""What a picture says to those who do not see it."""
PIECES = re.compile(r'<polyline class="(\w+)" points="(\d+ \d+(?: \d+ \d+)*)"/>')
"""Pieces of a kind in a picture, on whole numbers."""
LONGEST = 12
"""Characters of a move that are always on one line."""
ACROSS = 10
"""Such moves in a line."""


def render(
    match: MatchRecord, game: Game, verbose: bool, *, engine: bool = False, review: ReviewView | None = None
) -> str:
    """Make the page of a match: the final position of each game, or with `verbose` all of them, in a replay.

    Of a game that has no drawing, or a record that cannot be drawn, it shows the moves. With `engine` it carries that
    of the game, if there is one, and with a `review` where games were lost.
    """
    told = _Told(game.drawing.squares if game.drawing else None) if verbose else None
    cards: Iterable[_Card] = (_Card.of(record, game, told) for record in match.records)
    if told:
        cards = list(cards)  # now, as style and scripts depend on what was told
    return fill(
        "page.html",
        game,
        _room(match) + (told.sheets.css() if told and told.sheets else ""),
        script("page.js"),
        engine=engine,
        review=review,
        match=match,
        verbose=verbose,
        players=summarise(match),
        leader=leader(match),
        causes=Causes.of(match.records),
        looks=script_json(looks(game) | ({"sheets": told.sheets.told()} if told and told.sheets else {})),
        marks=told.marks.things if told else [],
        counted=counted(game),
        cards=cards,
        scenes=script_json(told.scenes if told else {}),
    )


def write(text: str) -> None:
    """Write a page to standard output. Raises OSError."""
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()


def script(*names: str) -> str:
    """Give the scripts of replays, and those of a page."""
    return "".join(map(source, (*REPLAY, *names)))


def _room(match: MatchRecord) -> str:
    """Give moves the room that those of these games need, so that none breaks over two lines."""
    longest = max((max(map(len, record.moves()), default=0) for record in match.records), default=0)
    return f".moves {{ --move: {min(longest, LONGEST)}ch; }}\n"


def fill(
    template: str,
    game: Game,
    css: str,
    js: str,
    *,
    engine: bool = False,
    review: ReviewView | None = None,
    templates: jinja2.Environment | None = None,
    talks: bool = False,
    **values: object,
) -> str:
    """Make a page of a game, with looks of its own, a script, perhaps an engine; nothing else runs or loads there.

    The template is one of ours, or of others who have `templates`. A page that `talks` may ask its server.
    """
    looks, symbols = (game.drawing.css, game.drawing.symbols) if game.drawing else ("", "")
    css = source("page.css") + looks + css + (source("study.css") if engine and game.engine else "")
    css += source("review.css") if review else ""
    values["review"] = review
    data = carried(game, _worker(game.engine)) if engine and game.engine else None
    js += "".join(map(source, STUDY)) if data else ""
    symbols = Markup(symbols)
    values |= {"game": game, "engine": data, "symbols": symbols}
    return finish(templates or environment(), template, css, js, values, talks=talks)


def finish(
    templates: jinja2.Environment,
    template: str,
    css: str,
    js: str,
    values: dict[str, object],
    *,
    images: bool = False,
    talks: bool = False,
) -> str:
    """Make a page with these two texts, its style and its script, and perhaps an `engine`, or `images` as data; or one
    that `talks` to its server.
    """
    js = UNSEEN.sub("", js)
    policy = content_policy(css, js, engine=bool(values.get("engine")))
    policy += "; img-src data:" if images or talks else ""
    policy += "; connect-src 'self'" if talks else ""
    texts = {"css": Markup(css), "js": Markup(js), "csp": policy, "talks": talks}
    return templates.get_template(template).render({**values, **texts})


class _Told:
    """What a page tells of all positions, besides their texts: the marks of all games, how to read the texts of boards,
    and by its number what the replay of each game needs.
    """

    def __init__(self, squares: Squares | None) -> None:
        """Begin with nothing, of a game with these squares."""
        self.marks, self.scenes = Register(), dict[int, dict[str, Any]]()
        self.sheets = Sheets(squares) if squares else None


@dataclasses.dataclass(slots=True)
class _Card:
    """What the template shows of one game; without a picture its moves, and if something went wrong, a note.

    `picture` is the last position; of all positions there is a `sheet` of moves and boards, or a `text` of rows of
    tiles, or there are pictures.
    """

    record: GameRecord
    winner: int | None
    forfeit: bool
    picture: Markup | None = None
    sheet: Callable[[], Markup] | None = None
    text: str = ""
    pictures: list[Markup] = dataclasses.field(default_factory=list)
    note: str = ""
    ending: str = ""

    @classmethod
    def of(cls, record: GameRecord, game: Game, told: _Told | None) -> _Card:
        """Make the card of a game; if more is to be told, with all positions."""
        pictures = Pictures(game, record)
        card = cls(record, record.winner(), record.offender is not None)
        scene = card._tell(pictures, told) if told and game.drawing else None
        if not pictures.note:
            card.picture = next((frame.svg for frame in pictures.frames(every=False)), None)
        if (card.sheet or card.text) and card.picture:  # which say the same
            card.picture = _silent(card.picture)
        if told and scene and card.picture:
            told.scenes[record.number] = scene
        card.ending = record.reason if card.forfeit else pictures.ending()
        card.note = pictures.note
        return card

    def moves(self) -> Markup:
        """Write the moves in lines, each with the number of its first, as templates/page.js reads them."""
        moves = list(map(visible, self.record.moves()))
        across = ACROSS if max(map(len, moves), default=0) <= LONGEST else 1
        lines = ([str(at + 1), *moves[at : at + across]] for at in range(0, len(moves), across))
        return Markup("\n").join(map(Markup("\t").join, lines))

    def _tell(self, pictures: Pictures, told: _Told) -> dict[str, Any]:
        """Take the positions; give what a replay needs besides."""
        record, layings, scenes = self.record, pictures.layings(), pictures.scenes()
        scene: dict[str, Any] = {"first": record.first, "times": packed_times(record.times())}
        captions = {0: "after the opening" if record.start else "start"}
        scene |= {"position": position} if (position := pictures.position()) else {}
        if layings:
            self.text, scene["layings"], captions = tiles_text(layings), packed(layings), {}
        elif told.sheets and scenes and told.sheets.add(scenes.boards):
            self.sheet = partial(told.sheets.write, scenes.boards, self.record.moves())
            captions |= scenes.captions
            scene |= {"points": scenes.points} if scenes.points else {}
            if scenes.marks:
                scene["marks"] = [told.marks.place(scenes.marks[at]) for at in range(1, len(scenes.boards))]
        else:
            frames = pictures.frames(every=True)
            self.pictures = [frame.svg for frame in frames]
            captions = {at: frame.caption for at, frame in enumerate(frames)}
            points = [frame.points for frame in frames if frame.points]
            scene |= {"points": points} if points else {}
        if captions.get(0) == ("after the opening" if position else "start"):  # as the script says by itself
            del captions[0]
        scene |= {"captions": {at: visible_text(text) for at, text in captions.items()}} if captions else {}
        return scene


def _silent(svg: str) -> Markup:
    """Give a picture for those who see it, in fewer bytes: two for a piece to the right of another one."""

    def path(pieces: re.Match[str]) -> str:
        steps, before, height = "", 0, ""
        for x, y in re.findall(r"(\d+) (\d+)", pieces[2]):
            steps += f"h{int(x) - before}" if y == height else f"M{x} {y}"
            before, height = int(x), y
        return f'<path class={pieces[1]} d="{steps}"/>'

    silent = TOLD.sub("", svg).replace(' role="img"', " aria-hidden=true", 1)
    return Markup(PIECES.sub(path, silent))  # markup of a drawing, as before


def content_policy(css: str, js: str, *, engine: bool = False) -> str:
    """Give the content security policy of a page with these two texts and nothing else, but for an engine."""
    runs = f"{_hash(js)} 'wasm-unsafe-eval'; worker-src blob:" if engine else _hash(js)
    return f"default-src 'none'; style-src {_hash(css)}; script-src {runs}; base-uri 'none'; form-action 'none'"


@cache
def environment() -> jinja2.Environment:
    """Give the template engine of all pages."""
    found = jinja2.Environment(
        loader=jinja2.PackageLoader("arbiter.pages"),
        bytecode_cache=Beside(),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    texts = {"visible": visible, "visible_text": visible_text, "coded": coded}
    found.globals.update(
        amount=amount,
        loss_text=loss_text,
        link=link,
        label=label,
        short=short,
        offence_text=offence_text,
        outcome=outcome,
    )
    found.filters.update(**texts, duration=duration, memory=memory, number=number, rounded=rounded)
    return found


@cache
def source(name: str) -> str:
    """Read a static text of a page."""
    loader = environment().loader
    assert loader
    return loader.get_source(environment(), name)[0]


def _worker(engine: PageEngine) -> str:
    """Give the script of an engine's worker, which a page carries as data."""
    return UNSEEN.sub("", source("worker.js") + (source("proved.js") if engine.proved else ""))


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
