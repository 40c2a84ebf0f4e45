// A walk through a certificate of Othello: a person plays the side that claims nothing, the certificate answers and says
// where that stands in it. Where it ends, the engine of the page solves on, and says so.

/** @typedef {Found & {seconds: number}} Solved */

const SOLVE_S = 10; // of 600 positions that the certificates leave open none took a tenth of a second
const LONGER_S = 60;
const WALK = /^#((?:[0-7][0-7])*)$/;

class Explorer {
  /**
   * @param {HTMLElement} card
   * @param {{name: string, certificate: Certificate, engine: Engine, looks: Looks, squares: Squares}} what
   */
  constructor(card, { name, certificate, engine, looks, squares }) {
    this.name = name;
    this.certificate = certificate;
    this.engine = engine;
    this.notation = new Notation(engine.writing, squares);
    this.sides = looks.sides;
    this.own = this.sides.indexOf(certificate.side);
    this.positions = [certificate.root];
    /** @type {Map<string, Solved>} */
    this.proofs = new Map();
    this.turn = 0;
    /** What can be played now: what is still shown of the position before cannot. */
    this.offered = /** @type {string[]} */ ([]);
    /** @type {AbortController | null} */
    this.asked = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    this.told = one(card, ".told");
    const picture = new Board(squares, [this.notation.board(certificate.root)]);
    const game = { number: 1, moves: [], begins: "start", picture, names: this.sides, counted: looks.counted };
    this.desk = new Desk({ cards: () => [card], make: () => this.replay, find: () => null });
    this.replay = new Replay(card, { ...game, colours: ["a", "b"] }, (moved) => {
      this.desk.active = moved;
      this.address();
    });
    this.targets = new Targets(this.notation, squares, this.replay.figure, element("div"), { play: (move) => this.answer(move) });
    this.replay.shown = () => this.act(() => this.look());
    this.told.addEventListener("click", ({ target }) => {
      const move = target instanceof Element && target.getAttribute("data-move");
      if (move) this.answer(move);
    });
    addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  /** Go where the address says. */
  follow() {
    const walked = WALK.exec(location.hash);
    if (walked || !location.hash) this.walk([...(walked?.[1] ?? "").matchAll(/../g)].map(([square]) => [...square].join(" ")));
  }

  /** The address is that of the position. */
  address() {
    clearTimeout(this.rest);
    const moves = this.replay.game.moves.slice(0, this.replay.at);
    const walk = moves.map(({ text }) => text.replace(" ", "")).join("");
    this.rest = setTimeout(() => history.replaceState(null, "", `#${walk}`), REST_MS);
  }

  /** @param {() => Promise<void>} work */
  act(work) {
    work().catch((error) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) this.tell(element("p", String(error.message)));
    });
  }

  /** @param {(string | Node)[]} what */
  tell(...what) {
    this.told.replaceChildren(...what);
  }

  // ---- walking -----------------------------------------------------------------------------------------------------

  /** @param {string} move */
  answer(move) {
    if (this.offered.includes(move)) this.act(() => this.go(this.replay.at, [move]));
  }

  /**
   * Walk from the start, and show the end of it, or the start itself.
   * @param {string[]} moves
   * @param {boolean} [back]
   */
  walk(moves, back = false) {
    this.act(() => this.go(0, moves).then(() => (back ? this.replay.jump(0) : undefined)));
  }

  /**
   * Play moves after a position, and what the certificate answers.
   * @param {number} at
   * @param {string[]} moves
   */
  async go(at, moves) {
    const turn = ++this.turn;
    this.offered = [];
    /** @type {string[]} */
    const played = [];
    const reached = [this.positions[at]];
    const play = async (/** @type {string} */ move) => {
      reached.push(await this.engine.play(reached[reached.length - 1], move));
      played.push(move);
    };
    for (const move of moves) await play(move);
    const claim = this.certificate.find(reached[reached.length - 1]);
    if (claim?.move) await play(claim.move);
    if (turn !== this.turn) return;
    const after = reached.slice(1);
    this.positions.splice(at + 1, this.positions.length, ...after);
    const told = played.map((text, i) => ({ text, by: (at + i) % 2, ms: null, caption: `${this.sides[(at + i) % 2]} ${text}` }));
    this.replay.grow(at, told, after.map((position) => this.notation.board(position)));
    this.address();
  }

  /** Say what is known of the position that is shown; what the certificate leaves open is solved, if that takes no longer. */
  async look(seconds = SOLVE_S) {
    const turn = ++this.turn;
    const { at } = this.replay;
    const position = this.positions[at];
    this.asked?.abort();
    this.asked = null;
    this.offered = [];
    this.targets.aim([]);
    const moves = await this.engine.moves(position);
    if (turn !== this.turn) return;
    const claim = this.certificate.find(position);
    const own = at % 2 === this.own;
    if (!moves.length) return this.tell(this.ending(at));
    if (claim?.move) return this.tell(...this.claimed(claim));
    if (claim) {
      const said = await this.solved(position, own, seconds, this.claimed(claim));
      if (turn !== this.turn) return;
      const move = own && this.proofs.get(position)?.move;
      if (move) said.append(element("button", `Go on with ${move}`, { type: "button", "data-move": move }));
      if (move) this.offered = [move];
    } else if (own) {
      await this.solved(position, own, seconds);
      const move = this.proofs.get(position)?.move;
      if (turn === this.turn && move && at === this.replay.last) return this.go(at, [move]);
      if (turn !== this.turn) return;
    }
    if (own) return;
    const before = this.positions[at - 1];
    const earlier = before ? this.certificate.find(before) : null;
    const parts = claim ? [...this.told.childNodes] : [];
    if (!claim && earlier) parts.push(...this.claimed(earlier));
    else if (!claim && before && this.proofs.has(before)) parts.push(await this.solved(before, true, seconds));
    const replies = await this.replies(position, moves);
    if (turn !== this.turn) return;
    this.tell(...parts, replies);
    this.offered = moves;
    this.targets.aim(moves);
  }

  // ---- in words ----------------------------------------------------------------------------------------------------

  /** @param {string} side */
  static called(side) {
    return side[0].toUpperCase() + side.slice(1);
  }

  /**
   * @param {number} margin
   * @param {boolean} [least]  that it may be more, too
   */
  result(margin, least = false) {
    const side = Explorer.called(this.certificate.side);
    if (margin > 0) return `${side} wins by ${margin}${least ? " or more" : ""}`;
    return margin < 0 ? `${side} loses by ${least ? "no more than " : ""}${-margin}` : `${side} ${least ? "does not lose" : "draws"}`;
  }

  /** @param {Claim} claim */
  claimed({ line, text, move, turned }) {
    const { certificate, name } = this;
    const says = element("p", "", { class: "says", role: "status" });
    says.append(element("strong", `${this.result(certificate.margin, true)}${move ? ` with ${move}` : ""}.`));
    if (!move) says.append(" Here the certificate ends, and leaves the rest to a solver.");
    const place = element("p", "", { class: "place" });
    const number = (/** @type {number} */ count) => count.toLocaleString("en");
    place.append(`${name}, line ${number(line)} of ${number(certificate.lines)}: `, element("code", text, { class: "raw" }));
    if (turned) place.append(` The eight symmetric copies of a position are one: the line holds another one than the board${move ? ", and the move as it is there" : ""}.`);
    return [says, place];
  }

  /** @param {number} at */
  ending(at) {
    const [black, white] = this.replay.game.picture?.points(at) ?? [0, 0];
    const margin = this.own ? white - black : black - white;
    const holds = margin >= this.certificate.margin ? "which keeps the claim" : "which breaks the claim";
    return element("p", `The game is over, ${black} to ${white}. ${this.result(margin)}, ${holds}.`, { class: "says", role: "status" });
  }

  /**
   * What the engine of the page proves, or has proved, in place of the certificate.
   * @param {string} position
   * @param {boolean} own  whether the side that claims is to move
   * @param {number} seconds
   * @param {Node[]} before  what is told before it
   */
  async solved(position, own, seconds, before = []) {
    const said = element("p", "", { class: "engine", role: "status" });
    if (!this.proofs.has(position)) this.tell(...before, said);
    const { exact, value, move, nodes, seconds: used } = this.proofs.get(position) ?? (await this.solve(position, own, seconds, said));
    const { margin } = this.certificate;
    const effort = `${nodes.toLocaleString("en")} positions, ${used.toFixed(2)}\u00a0s`;
    const result = this.result(margin, true).toLowerCase();
    if (exact && own === value >= this.least(own)) {
      said.textContent = `The engine of this page proves it: ${result}${own ? ` with ${move}` : ""} (${effort}). `;
    } else if (exact) {
      said.textContent = `The engine of this page contradicts the certificate (${effort}).`;
    } else {
      said.textContent = `The engine of this page has not proved in ${seconds} s that ${result}; the check by the other program, othello-bot verify-proof, has. `;
      const longer = element("button", "Go on for a minute", { type: "button" });
      longer.addEventListener("click", () => this.act(() => this.look(LONGER_S)));
      said.append(longer);
    }
    return said;
  }

  /**
   * What the side to move must get for the claim to hold, or must not get where the other one claims.
   * @param {boolean} own
   */
  least(own) {
    return own ? this.certificate.margin : 1 - this.certificate.margin;
  }

  /**
   * @param {string} position
   * @param {boolean} own
   * @param {number} seconds
   * @param {HTMLElement} said
   * @returns {Promise<Solved>}
   */
  async solve(position, own, seconds, said) {
    said.textContent = "The engine of this page solves the position …";
    this.asked = new AbortController();
    const begin = performance.now();
    const found = await this.engine.prove(position, { least: this.least(own), time: seconds, signal: this.asked.signal });
    const solved = { ...found, seconds: (performance.now() - begin) / 1000 };
    if (found.exact) this.proofs.set(position, solved);
    return solved;
  }

  /**
   * All replies, each with the answer and its place.
   * @param {string} position
   * @param {string[]} moves
   */
  async replies(position, moves) {
    const other = Explorer.called(this.sides[1 - this.own]);
    const table = element("table", "", { class: "replies" });
    table.append(element("caption", `${other} to move: each reply, and what is said of it`));
    for (const move of moves) {
      const after = await this.engine.play(position, move);
      const claim = this.certificate.find(after);
      const over = !claim && !(await this.engine.moves(after)).length;
      const row = element("tr");
      const head = element("th", "", { scope: "row" });
      head.append(element("button", move, { type: "button", "data-move": move }));
      const answer = claim?.move ? `${this.certificate.side} ${claim.move}` : claim ? "left to a solver" : over ? "the game is over" : "the engine answers";
      row.append(head, element("td", answer), element("td", claim ? `line ${claim.line.toLocaleString("en")}` : ""));
      table.append(row);
    }
    return table;
  }
}

/** @param {Engine} engine */
async function explore(engine) {
  const { name, data, main } = JSON.parse(one(document, "#proof").textContent ?? "");
  /** @type {Looks} */
  const looks = JSON.parse(one(document, "#looks").textContent ?? "");
  const certificate = new Certificate(new TextDecoder().decode(await unpacked(data, "gzip")));
  if (!looks.squares) return;
  const explorer = new Explorer(one(document, ".card"), { name, certificate, engine, looks, squares: looks.squares });
  one(document, "[data-go=main]").addEventListener("click", () => explorer.walk(main, true));
  one(document, "[data-go=start]").addEventListener("click", () => explorer.walk([]));
  Object.assign(globalThis, { explorer }); // so that a script can ask it
}

document.addEventListener("DOMContentLoaded", () => {
  const engine = Engine.here();
  if (!engine) one(document, ".unable").hidden = false;
  else explore(engine).catch((error) => (one(document, ".told").textContent = String(error.message)));
});
