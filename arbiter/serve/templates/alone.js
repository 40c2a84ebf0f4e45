// A hand that a person plays alone: tiles of the hand are touched, the engine of the page says what is possible and what
// the optimum is. Of a game that it does not know, such as that in two dimensions, the server says what is possible.

/**
 * As arbiter/serve/alone.py deals it.
 * @typedef {{start: string, seed: string, goal: number | null, position: string, layings: Layings | null, svg: string}} Dealt
 */

/** What stands in place of an engine: the server knows the law, and searches nothing. */
class Law {
  /** @param {string} start */
  constructor(start) {
    this.start = start;
    this.svg = "";
  }

  /** @param {string[]} moves */
  async look(moves) {
    const seen = await post("moves", { start: this.start, moves });
    this.svg = seen.svg;
    return seen;
  }
}

/**
 * @param {string} where
 * @param {Record<string, unknown>} what
 */
async function post(where, what) {
  const answer = await fetch(where, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

class AlonePage {
  constructor() {
    /** @type {Looks} */
    this.looks = JSON.parse(one(document, "#looks").textContent ?? "");
    this.place = one(document, ".cards");
    this.turn = one(document, ".turn");
    this.told = one(document, ".told");
    /** @type {Dealt | null} */
    this.dealt = null;
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {string[]} */
    this.moves = [];
    /** @type {string[]} */
    this.legal = [];
    this.turns = 0;
    this.law = new Law("");
    /** @type {HTMLElement | null} */
    this.figure = null;
    const deals = document.querySelector(".deals");
    deals?.addEventListener("click", ({ target }) => {
      const what = target instanceof Element && target.getAttribute("data-deal");
      if (what) this.act(() => this.deal(this.wish(what)));
    });
    addEventListener("hashchange", () => this.act(() => this.deal(this.asked())));
    this.act(() => this.deal(this.asked()));
  }

  /** @param {() => Promise<unknown>} work */
  act(work) {
    work().catch((error) => this.say(String(error.message)));
  }

  /** @param {string} text */
  say(text) {
    this.told.textContent = text;
  }

  /** What the address asks for. */
  asked() {
    const found = /** @type {Record<string, unknown>} */ ({});
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      const text = ["hand", "day", "seed"].includes(name); // a seed may have more digits than numbers here keep
      found[name] = text ? value.replaceAll("_", " ") : /^-?\d+$/.test(value) && name === "size" ? Number(value) : value === "1";
    }
    return found;
  }

  /** @param {string} what */
  wish(what) {
    const now = new Date();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
    if (what === "day") return { day };
    const { value } = /** @type {HTMLSelectElement} */ (one(document, "[name=size]"));
    const ticked = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (one(document, `[name="${name}"]`)).checked;
    const special = ticked("special");
    return what === "puzzle" ? { puzzle: true, special } : { size: Number(value), special, "2d": ticked("2d") };
  }

  /** @param {Record<string, unknown>} wish */
  async deal(wish) {
    const turns = ++this.turns;
    const dealt = /** @type {Dealt} */ (await post("hands", wish));
    if (turns !== this.turns) return;
    this.dealt = dealt;
    this.say("");
    const words = Object.entries("day" in wish ? wish : { ...wish, seed: dealt.seed });
    const named = words.map(([name, value]) => `${name}=${typeof value === "boolean" ? Number(value) : String(value).replaceAll(" ", "_")}`);
    history.replaceState(null, "", `#${named.join("&")}`);
    for (const [name, value] of Object.entries(wish)) {
      const field = document.querySelector(`.deals [name="${name}"]`);
      if (field instanceof HTMLInputElement) field.checked = Boolean(value);
      else if (field instanceof HTMLSelectElement) field.value = String(value);
    }
    this.begin(dealt);
    performance.mark("dealt");
    await this.go([]);
  }

  /** @param {Dealt} dealt */
  begin({ layings, svg, position, start }) {
    const card = /** @type {HTMLElement} */ (copied("card").firstElementChild);
    this.place.replaceChildren(card);
    this.place.classList.toggle("tiles", Boolean(layings));
    const picture = layings ? Tiles.laid(layings, this.looks.sides, []).picture : new Album([AlonePage.drawing(svg)], []);
    const { sides, counted } = this.looks;
    const game = { number: 1, moves: [], begins: "the hand", picture, names: sides, counted };
    const replay = new Replay(card, { ...game, colours: ["a", "b"] }, () => {});
    this.figure = replay.figure;
    const hand = typeof study === "function" && layings ? study(replay, this.looks, position, layings) : null;
    this.hand = hand instanceof Hand ? hand : null;
    this.law = new Law(start);
    if (this.hand) this.hand.laid = (moves, legal, points) => this.show(moves, legal, points);
    if (this.hand) this.hand.own = { by: 0, moves: [] };
    card.addEventListener("click", ({ target }) => {
      const button = target instanceof Element && target.closest("[data-order], .passes [data-move]");
      if (!button) return;
      const move = button.getAttribute("data-move");
      const acts = /** @type {Record<string, () => Promise<unknown>>} */ ({
        back: () => this.go(this.moves.slice(0, -1)),
        again: () => this.go([]),
        hint: () => this.hint(),
        goal: () => this.goal(),
      });
      if (!move) this.act(acts[button.getAttribute("data-order") ?? ""]);
      else if (!this.hand) this.act(() => this.go([...this.moves, move]));
    });
    const form = /** @type {HTMLFormElement} */ (one(card, ".type"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (one(form, "input"));
      const move = input.value.trim().toUpperCase().split(/\s+/).join(" ");
      input.value = "";
      const turned = move.replace(/^S (\d) (\d)$/, "S $2 $1"); // the first tile may lie either way, which is the same
      if (this.legal.includes(move) || this.legal.includes(turned)) this.act(() => this.go([...this.moves, move]));
      else this.say(`${move} cannot be laid here; expected one of ${this.legal.join(", ") || "nothing: the row is finished"}`);
    });
    if (!this.hand) one(card, ".replay").append(element("div", "", { class: "study tools passes" }));
  }

  /**
   * SVG of the server's own.
   * @param {string} text
   */
  static drawing(text) {
    const xml = text.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
    return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(new DOMParser().parseFromString(xml, "image/svg+xml").documentElement, true)));
  }

  /**
   * Lay a row as far as this.
   * @param {string[]} moves
   */
  async go(moves) {
    this.say("");
    if (this.hand) return this.hand.go(moves);
    const turns = ++this.turns;
    const { moves: legal, points, svg } = await this.law.look(moves);
    if (turns !== this.turns) return;
    this.figure?.querySelector(".board")?.replaceWith(AlonePage.drawing(svg));
    const buttons = legal.map((/** @type {string} */ move) => element("button", move, { type: "button", "data-move": move }));
    one(this.place, ".passes").replaceChildren(...buttons);
    this.show(moves, legal, points);
  }

  /**
   * Say how it stands; of the goal nothing, unless the row is finished.
   * @param {string[]} moves
   * @param {string[]} legal
   * @param {number} points
   */
  show(moves, legal, points) {
    const { dealt } = this;
    if (!dealt) return;
    [this.moves, this.legal] = [moves, legal];
    one(this.place, ".moves").replaceChildren(...moves.map((move) => element("li", move)));
    one(this.place, "[data-order=back]").setAttribute("aria-disabled", String(!moves.length));
    const wanted = dealt.goal === null ? "lay what scores most" : `finish with exactly ${dealt.goal} points`;
    this.turn.textContent = `${points} points after ${moves.length} ${moves.length === 1 ? "tile" : "tiles"}: ${wanted}.`;
    if (!legal.length) this.act(() => this.end(points));
  }

  /** @param {number} points */
  async end(points) {
    const { dealt, moves } = this;
    if (!dealt) return;
    const said = `The row is finished: ${points} points`;
    if (dealt.goal !== null) {
      this.turn.textContent = points === dealt.goal ? `Solved: exactly ${points} points.` : `${said}, and ${dealt.goal} are wanted.`;
      return;
    }
    this.turn.textContent = `${said}.`;
    if (!this.hand) return;
    const { value, exact, bound } = await this.hand.engine.search(dealt.position);
    if (moves !== this.moves) return;
    if (points >= (bound ?? value)) this.turn.textContent = `${said}, the optimum.`;
    else if (points >= value) this.turn.textContent = `${said}; nobody knows a better row.`;
    else this.turn.textContent = `${said}; more can be had${exact ? "" : ", perhaps much more"}: Goal tells how much.`;
  }

  async hint() {
    const { dealt, moves, hand } = this;
    if (!dealt) return;
    let move = this.legal[0];
    if (dealt.goal !== null) {
      const { way } = await post("moves", { start: dealt.start, moves, goal: dealt.goal });
      if (!way) return this.say(`From here ${dealt.goal} points cannot be had; take moves back.`);
      move = way[0];
    } else if (hand) move = (await hand.engine.search(hand.text(moves))).line[0];
    else move = await this.greedy();
    if (moves === this.moves) this.say(move ? `Hint: ${move}.` : "No tile fits.");
  }

  /** The move after which there are most points. */
  async greedy() {
    const all = await Promise.all(this.legal.map(async (move) => ({ move, points: (await this.law.look([...this.moves, move])).points })));
    return all.sort((one, other) => other.points - one.points)[0]?.move;
  }

  async goal() {
    const { dealt, hand } = this;
    if (!dealt) return;
    if (dealt.goal !== null) return this.say(`Finish the row with exactly ${dealt.goal} points.`);
    if (!hand) return this.say("The most that can be had: nobody on this page knows how much that is.");
    const { value, exact, bound, line } = await hand.engine.search(dealt.position);
    this.say(`${exact ? `The optimum is ${value} points` : `${value} points can be had, more than ${bound} cannot`}: ${line.join(", ")}.`);
  }
}

document.addEventListener("DOMContentLoaded", () => new AlonePage());
