// What a person can do with the engine in a replay of tiles: see the optimum of the hand and what each tile lost, and finish
// a row from any position.

class Hand {
  /**
   * @param {Replay} replay
   * @param {Engine} engine
   * @param {Layings} layings
   * @param {{sides: [string, string], start: string}} game  the hand as the engine reads it
   */
  constructor(replay, engine, layings, { sides, start }) {
    this.replay = replay;
    this.engine = engine;
    this.layings = layings;
    this.sides = sides;
    this.start = start;
    /** @type {{moves: string[], by: number} | null} */
    this.own = null;
    /** @type {string[]} */
    this.legal = [];
    /** Hears of each row of one's own that is finished. */
    this.played = () => {};
    /** Hears how a row of one's own stands: its moves, those that are possible now, its points. */
    this.laid = (/** @type {string[]} */ _moves, /** @type {string[]} */ _legal, /** @type {number} */ _points) => {};
    this.turn = 0;
    this.panel = /** @type {HTMLElement} */ (copied("hand-study").firstElementChild);
    this.said = one(this.panel, ".said");
    this.offered = one(this.panel, ".passes");
    replay.node.append(this.panel);
    replay.shown = () => this.leave();
    this.panel.addEventListener("click", ({ target }) => {
      const button = target instanceof Element && target.closest("[data-do], [data-move]");
      if (!button) return;
      const move = button.getAttribute("data-move");
      const acts = /** @type {Record<string, () => Promise<void>>} */ ({
        optimum: () => this.optimum(),
        losses: () => this.losses(),
        play: () => this.begin(),
        back: () => this.go((this.own?.moves ?? []).slice(0, -1)),
      });
      (move ? this.go([...(this.own?.moves ?? []), move]) : acts[button.getAttribute("data-do") ?? ""]())
        .catch((error) => (this.said.textContent = error.message));
    });
    replay.figure.addEventListener("click", ({ target }) => this.touch(target));
    replay.figure.addEventListener("keydown", (event) => {
      if (["Enter", " "].includes(event.key) && this.touch(event.target)) event.preventDefault();
    });
  }

  /**
   * A tile of the hand: where it can be laid in one way it is; else its ways are offered.
   * @param {EventTarget | null} target
   */
  touch(target) {
    const tile = target instanceof Element && target.closest("[data-tile]")?.getAttribute("data-tile");
    if (!tile || !this.own) return false;
    const ways = this.legal.filter((move) => Hand.tile(move) === tile);
    if (ways.length === 1) {
      this.go([...this.own.moves, ways[0]]).catch((error) => (this.said.textContent = error.message));
      return true;
    }
    this.offer(ways);
    /** @type {HTMLElement | null} */ (this.offered.firstElementChild)?.focus();
    return true;
  }

  /**
   * The tile of a move, as it is in the hand.
   * @param {string} move
   */
  static tile(move) {
    return move.split(" ").slice(1).map(Number).sort((a, b) => a - b).join(" ");
  }

  /**
   * Make buttons of the tiles of the hand that can be laid.
   * @param {SVGElement} picture
   */
  arm(picture) {
    const tiles = new Set(this.legal.map(Hand.tile));
    const numbers = this.layings.hand.split(" ");
    picture.querySelectorAll("g").forEach((node, at) => {
      const tile = numbers.slice(2 * at, 2 * at + 2).join(" ");
      if (!tile || node.classList.contains("used") || !tiles.has(tile)) return;
      picture.setAttribute("role", "group");
      node.classList.add("offered");
      const told = { role: "button", tabindex: "0", "aria-label": tile.replace(" ", "|"), "data-tile": tile };
      for (const [name, value] of Object.entries(told)) node.setAttribute(name, value);
    });
  }

  /** @param {string[]} moves */
  offer(moves) {
    this.offered.replaceChildren(...moves.map((move) => element("button", move, { type: "button", "data-move": move })));
  }

  /** The moves of the row that is being laid where the replay stands, and whose it is. */
  row() {
    const { moves } = this.replay.game;
    const by = moves[this.replay.at - 1]?.by ?? 0;
    return this.own ?? { by, moves: moves.slice(0, this.replay.at).filter((move) => move.by === by).map(({ text }) => text) };
  }

  /** @param {string[]} moves */
  text(moves) {
    return [this.start, ...moves].join(" ");
  }

  /** Another position of the game is looked at. */
  leave() {
    this.turn++;
    this.offered.replaceChildren();
    this.said.textContent = "";
    if (this.own && this.replay.game.picture) this.replay.figure.querySelector(".board")?.replaceWith(this.replay.game.picture.node);
    this.own = null;
  }

  async optimum() {
    const turn = this.turn;
    const { moves } = this.row();
    const found = await this.engine.search(this.text(moves));
    if (turn !== this.turn) return;
    const known = found.exact ? "the optimum" : `at most ${found.bound}`;
    this.said.textContent = `From here ${found.value} points, ${known}: ${found.line.join(", ") || "nothing can be laid"}`;
  }

  /** Say of the row what each tile lost, by what was possible before and after it. */
  async losses() {
    const turn = this.turn;
    const by = this.row().by;
    const moves = this.own?.moves ?? this.replay.game.moves.filter((move) => move.by === by).map(({ text }) => text);
    const told = [];
    let before = await this.engine.search(this.text([]));
    const whole = before;
    for (let at = 1; at <= moves.length; at++) {
      const after = await this.engine.search(this.text(moves.slice(0, at)));
      const lost = before.value - after.value;
      if (lost > 0) told.push(`${at}. ${moves[at - 1]} lost ${before.exact && after.exact ? "" : "about "}${lost}`);
      before = after;
    }
    if (turn !== this.turn) return;
    const best = `${whole.exact ? "The optimum" : "The best row found"} of the hand is ${whole.value}`;
    this.said.textContent = `${best}; ${this.sides[by]}: ${told.join(", ") || "no tile lost anything"}.`;
  }

  async begin() {
    const { moves, by } = this.row();
    this.own = { moves, by };
    await this.go(moves);
  }

  /**
   * Show a row of one's own, and what can be laid then.
   * @param {string[]} moves
   */
  async go(moves) {
    const turn = ++this.turn;
    if (!this.own) return;
    this.own.moves = moves;
    const legal = await this.engine.moves(this.text(moves));
    if (turn !== this.turn) return;
    const rows = /** @type {[string, number, string][]} */ ([[Tiles.written(moves, this.layings, this.start.includes("zero-stays")), 0, ""]]);
    const { picture } = Tiles.laid({ ...this.layings, rows }, ["your row"], []);
    picture.draw(picture.last);
    picture.title.textContent = "Your row";
    this.legal = legal;
    this.arm(picture.node);
    this.replay.figure.querySelector(".board")?.replaceWith(picture.node);
    const points = await this.engine.evaluate(this.text(moves));
    if (turn !== this.turn) return;
    this.said.textContent = legal.length ? `Your row of ${moves.length}: ${points} points. What comes next?` : `Your row of ${moves.length} is finished: ${points} points.`;
    this.offer(legal);
    this.laid(moves, legal, points);
    if (!legal.length) this.played();
  }
}

/**
 * Give a replay the engine of its page, if there is one and it knows the game's positions.
 * @param {Replay} replay
 * @param {Looks} looks
 * @param {string} [start]  where the game begins, if that is not as usual
 * @param {Layings} [layings]
 */
function study(replay, { sides, squares }, start, layings) {
  const engine = Engine.here();
  if (engine && layings && start) return new Hand(replay, engine, layings, { sides, start });
  if (engine && squares && engine.writing.squares.length) return new Study(replay, engine, squares, { sides, start: start || null });
  return null;
}
