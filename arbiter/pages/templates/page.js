// The replays of a match. What they show is read from what the page shows without scripts: moves, boards as text, and
// beside them what cannot be seen there.

/**
 * As arbiter/pages/page.py writes it for a game: who moved first, times of the moves, captions that are not the usual ones, numbers of marks, points.
 * @typedef {{first: number, times: string, captions?: Record<string, string>, marks?: (number | null)[],
 *   points?: [number, number][], layings?: Layings, position?: string}} Scenes
 */

const SHOWN = 300; // characters of a move in a caption; a stranger may have written a megabyte

class Match {
  constructor() {
    /** @type {HTMLElement[]} */
    this.cards = [...document.querySelectorAll(".card")].map((card) => /** @type {HTMLElement} */ (card));
    /** @type {Looks} */
    this.looks = JSON.parse(one(document, "#looks").textContent ?? "");
    /** @type {Record<string, Scenes>} */
    this.scenes = JSON.parse(one(document, "#scenes").textContent ?? "");
    this.desk = new Desk({
      cards: () => this.cards,
      make: (card) => this.replay(card),
      find: (number) => document.getElementById(`game-${number}`),
    });
    // Cards get their replays shortly before they are seen; the first one at once.
    const watcher = new IntersectionObserver(
      (seen) => seen.forEach(({ isIntersecting, target }) => isIntersecting && this.desk.of(/** @type {HTMLElement} */ (target))),
      { rootMargin: "50%" },
    );
    for (const card of this.cards) watcher.observe(card);
    if (this.cards.length) this.desk.of(this.cards[0]);
    this.desk.follow();
  }

  /** @param {HTMLElement} card */
  replay(card) {
    const number = Number(card.id.slice("game-".length));
    const scenes = this.scenes[number];
    if (!scenes) return null;
    const replay = new Replay(card, this.game(number, card, scenes), (moved) => this.desk.moved(moved));
    if (typeof study === "function") study(replay, this.looks, scenes.position, scenes.layings);
    return replay;
  }

  /**
   * @param {number} number
   * @param {HTMLElement} card
   * @param {Scenes} scenes
   * @returns {Game}
   */
  game(number, card, { first, times, captions = {}, marks, points, layings, position }) {
    const { sides, counted, squares, sheets, numbers } = this.looks;
    const ms = Packed.times(times, numbers);
    const texts = Match.list(card).map((item) => item.textContent ?? "");
    const boards = card.querySelector(".boards");
    const laid = layings && Tiles.laid(layings, sides, ms);
    const sheet = card.querySelector(".sheet");
    const picture = laid
      ? laid.picture
      : squares && sheets && sheet
        ? new Board(squares, Board.read(squares, sheets, sheet), { marks: Board.marked(marks), points })
        : new Album([...(boards?.querySelectorAll(":scope > svg") ?? [])], points);
    const moves = laid
      ? laid.moves
      : texts.map((text, at) => ({ text, by: at % 2, ms: ms[at], caption: captions[at + 1] ?? `${sides[at % 2]} ${text.slice(0, SHOWN)}` }));
    return {
      number,
      moves,
      begins: captions[0] ?? (laid ? "the hand" : position ? "after the opening" : "start"),
      picture,
      colours: first ? ["b", "a"] : ["a", "b"],
      names: first ? ["B", "A"] : ["A", "B"],
      counted,
    };
  }

  /**
   * Make a list of the moves, which the page has before the boards that they led to, or in lines, apart by tabs, a number
   * in front of each.
   * @param {HTMLElement} card
   */
  static list(card) {
    const list = element("ol", "", { class: "moves" });
    const [boards, sheet] = [card.querySelector(".boards"), card.querySelector(".sheet")];
    if (boards && sheet) {
      for (const position of [...sheet.children].slice(1)) {
        const item = element("li");
        item.append(...position.childNodes);
        list.append(item);
      }
      boards.before(list);
      boards.append(sheet);
      return [...list.children];
    }
    const written = one(card, ".moves");
    /** @type {HTMLElement | null} */
    let item = null;
    for (const node of [...written.childNodes])
      if (!(node instanceof Text)) item?.append(node);
      else
        for (const [, before, text] of node.data.matchAll(/([\t\n]?)([^\t\n]*)/g)) {
          if (before) item = before === "\t" ? element("li") : null;
          if (before && item) list.append(item);
          if (text) item?.append(text);
        }
    written.replaceWith(list);
    return [...list.children];
  }
}

document.addEventListener("DOMContentLoaded", () => document.getElementById("looks") && new Match());
