// What a person can do with the engine in a replay: see what it thinks, see the whole game as it sees it, play on from any
// position against a level or for both sides, take back, ask for a hint, and set a position up.

const THINK_S = 3; // of a position that is looked at
const GLANCE_NODES = 20000; // of each position of a game
const HINT_S = 0.5;

class Study {
  /**
   * @param {Replay} replay
   * @param {Engine} engine
   * @param {Squares} squares
   * @param {{sides: [string, string], start: string | null}} game  its position at the start, null for the usual one
   */
  constructor(replay, engine, squares, { sides, start }) {
    this.replay = replay;
    this.engine = engine;
    this.squares = squares;
    this.sides = sides;
    this.notation = new Notation(engine.writing, squares);
    this.meter = new Meter(engine, sides, replay.game.colours);
    /** @type {string[]} */
    this.texts = [start ?? engine.start];
    /** @type {{texts: string[], boards: string[][], moves: string[], by: number} | null} */
    this.own = null;
    this.setting = false;
    /** @type {number[] | null} */
    this.values = null;
    this.turn = 0;
    this.panel = /** @type {HTMLElement} */ (copied("study").firstElementChild);
    this.said = one(this.panel, ".said");
    const pick = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (one(this.panel, `[name=${name}]`));
    this.count = pick("count");
    this.side = pick("side");
    this.level = pick("level");
    sides.forEach((side, at) => this.side.prepend(element("option", sides[1 - at], { value: 1 - at })));
    this.level.append(...engine.levels.map((level) => element("option", String(level), { value: level })));
    this.level.value = "3";
    this.side.value = "0";
    this.targets = new Targets(this.notation, squares, replay.figure, one(this.panel, ".passes"), {
      play: (move) => this.play(move).catch((error) => this.tell(error)),
      put: (square) => this.put(square),
    });
    /** Hears of each move of a game that is played here. */
    this.played = () => {};
    this.panel.append(this.meter.node);
    this.meter.node.hidden = true;
    replay.node.append(this.panel);
    replay.shown = () => this.leave();
    replay.grown = () => this.forget();
    this.panel.addEventListener("click", ({ target }) => {
      const button = target instanceof Element && target.closest("[data-do]");
      if (button) this.act(button.getAttribute("data-do") ?? "");
    });
    for (const select of [this.count, this.side]) select.addEventListener("change", () => this.look());
    this.side.addEventListener("change", () => {
      if (this.own && !this.setting) this.step().catch((error) => this.tell(error));
    });
  }

  /** @param {string} what */
  act(what) {
    const acts = /** @type {Record<string, () => unknown>} */ ({
      analyse: () => this.analyse(),
      course: () => this.course(),
      play: () => (this.own ? this.replay.show(this.replay.at) : this.begin()),
      back: () => this.back(),
      hint: () => this.hint(),
      setup: () => this.setup(),
    });
    Promise.resolve(acts[what]?.()).catch((error) => this.tell(error));
  }

  /** @param {unknown} error */
  tell(error) {
    if (!(error instanceof DOMException && error.name === "AbortError"))
      this.said.textContent = error instanceof Error ? error.message : String(error);
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  press(name, on) {
    one(this.panel, `[data-do=${name}]`).setAttribute("aria-pressed", String(on));
  }

  // ---- the position ------------------------------------------------------------------------------------------------

  /** The position that is on the board, as the engine writes it. */
  async here() {
    if (this.own) return this.own.texts[this.own.texts.length - 1];
    const { at, game } = this.replay;
    while (this.texts.length <= at) {
      const before = this.texts.length - 1;
      this.texts.push(await this.engine.play(this.texts[before], game.moves[before].text));
    }
    return this.texts[at];
  }

  /** Who is to move there. */
  mover() {
    return this.own ? (this.own.by + this.own.moves.length) % 2 : this.replay.at % 2;
  }

  /** The person looks at another position of the game: whatever was played is put away. */
  leave() {
    this.turn++;
    if (this.own) {
      this.own = null;
      this.setting = false;
      this.press("play", false);
      this.press("setup", false);
      this.said.textContent = "";
      const { picture } = this.replay.game;
      if (picture) this.replay.figure.querySelector(".board")?.replaceWith(picture.node);
    }
    this.targets.aim([]);
    this.look();
  }

  // ---- what the engine thinks --------------------------------------------------------------------------------------

  analyse() {
    this.meter.node.hidden = !this.meter.node.hidden;
    this.press("analyse", !this.meter.node.hidden);
    if (this.meter.node.hidden) this.meter.stop();
    if (this.meter.node.hidden) this.arrows([]);
    this.look();
  }

  /** Look at what is on the board, if that is wanted. */
  look() {
    this.arrows([]);
    if (this.meter.node.hidden || this.setting) return; // what is being set up need not be a position
    this.meter.stop();
    const [turn, count, by] = [this.turn, Number(this.count.value), this.mover()];
    this.here()
      .then((position) => {
        if (turn !== this.turn) return undefined;
        return this.meter.watch(position, { by, count, seconds: THINK_S, found: (lines) => turn === this.turn && this.arrows(lines) });
      })
      .catch((error) => this.tell(error));
  }

  /**
   * Mark the best moves on the board: a ring where one goes, an arrow where it comes from.
   * @param {Found[]} lines
   */
  arrows(lines) {
    const board = this.board();
    board?.querySelector(".best")?.remove();
    if (!lines.length) return;
    const group = drawn("g", { class: "best" });
    lines.forEach(({ move }, rank) => {
      const places = this.notation.squares(move ?? "").map((square) => this.squares.points[square].split(" ").map(Number));
      const [from, to] = places.length > 1 ? places : [null, places[0]];
      if (from) group.append(drawn("path", { class: `arrow rank-${rank}`, d: `M${from.join(" ")}L${to.join(" ")}` }));
      if (to) group.append(drawn("circle", { class: `goal rank-${rank}`, cx: to[0], cy: to[1], r: 0.44 - 0.06 * rank }));
    });
    board?.append(group);
  }

  board() {
    return this.replay.figure.querySelector(".board");
  }

  /** The game has grown, or its values are not to be had: it can be evaluated again. */
  forget() {
    this.values = null;
    one(this.panel, "[data-do=course]").removeAttribute("aria-disabled");
  }

  /** Ask for the value of each position of the game, and draw them as a chart. */
  async course() {
    if (this.values) return;
    this.meter.stop();
    const values = (this.values = /** @type {number[]} */ ([]));
    one(this.panel, "[data-do=course]").setAttribute("aria-disabled", "true");
    try {
      await this.evaluate(values);
    } finally {
      this.said.textContent = "";
      if (this.values === values && values.length <= this.replay.last) this.forget();
    }
    if (this.values === values) this.draw(values);
  }

  /**
   * @param {number[]} values  gets those of each position, until the game grows
   */
  async evaluate(values) {
    const { replay, engine } = this;
    const above = replay.game.colours[0] === "a" ? 1 : -1;
    let position = this.texts[0];
    for (let at = 0; at <= replay.last; at++) {
      if (at) position = await engine.play(position, replay.game.moves[at - 1].text);
      // All values are of a kind: else whoever was proved to win would seem to err where the table of proofs ends.
      const { value } = await engine.search(position, { nodes: GLANCE_NODES, estimate: true });
      if (this.values !== values) return;
      values.push(above * (at % 2 ? -value : value));
      this.said.textContent = `${at} of ${replay.last} positions`;
    }
  }

  /** @param {number[]} values */
  draw(values) {
    const { replay, engine } = this;
    const above = replay.game.colours[0] === "a" ? 1 : -1;
    // A proved win is worth thousands; the chart shows who is better rather than how many moves that takes.
    const shown = values.map((value) => 100 * (2 / (1 + Math.exp(-value / engine.writing.even)) - 1));
    const chart = new Chart(shown, (at) => replay.jump(at));
    const figure = element("figure", "", { class: "course thought" });
    const [a, b] = above > 0 ? replay.game.names : [replay.game.names[1], replay.game.names[0]];
    const caption = element("figcaption", "What the engine thinks, by move: ");
    caption.append(element("span", `${a} above`, { class: "a" }), ", ", element("span", `${b} below`, { class: "b" }));
    figure.append(caption, chart.node);
    one(replay.card, ".moves").before(figure);
    replay.charts.push(chart);
    chart.point(replay.at);
  }

  // ---- playing on --------------------------------------------------------------------------------------------------

  async begin() {
    const turn = ++this.turn;
    this.meter.stop();
    const position = await this.here();
    if (turn !== this.turn) return;
    this.from(position, this.mover());
    await this.step();
  }

  /**
   * Go on from a position.
   * @param {string} position
   * @param {number} by
   */
  from(position, by) {
    this.own = { texts: [position], boards: [this.notation.board(position)], moves: [], by };
    this.press("play", true);
    this.paint();
  }

  /** Draw what has been played. */
  paint() {
    if (!this.own) return;
    const board = new Board(this.squares, this.own.boards);
    board.draw(board.last);
    board.title.textContent = `Played on: ${this.own.moves.join(", ")}`;
    this.board()?.replaceWith(board.node);
    const { moves, by } = this.own;
    const told = moves.length ? `${this.sides[(by + moves.length - 1) % 2]} ${moves[moves.length - 1]}` : this.replay.last ? "played on from here" : this.replay.game.begins;
    const score = board.points(board.last)?.join("–") ?? "";
    this.replay.caption.replaceChildren(element("b", `+${moves.length}`), ` ${told} `, element("i", score));
    this.played();
  }

  /** Show what can be played, or have the engine play. */
  async step() {
    const turn = ++this.turn;
    this.meter.stop();
    if (!this.own) return;
    const position = await this.here();
    const moves = await this.engine.moves(position);
    if (turn !== this.turn) return;
    const by = this.mover();
    const played = this.own.moves.length ? ` after ${this.own.moves.at(-1)}` : "";
    this.targets.aim([]);
    if (!moves.length) {
      const score = new Board(this.squares, [this.own.boards.at(-1) ?? []]).points(0);
      this.said.textContent = `The game is over${score ? `, ${score.join("–")}` : ""}.`;
      return;
    }
    if (this.side.value === "both" || Number(this.side.value) === by) {
      this.said.textContent = `${this.sides[by]} to move${played}`;
      this.targets.aim(moves);
      this.look();
      return;
    }
    this.said.textContent = `${this.sides[by]} thinks${played}`;
    const move = await this.engine.choose(position, Number(this.level.value));
    if (turn === this.turn) await this.play(move);
  }

  /** @param {string} move */
  async play(move) {
    const turn = ++this.turn;
    this.meter.stop();
    this.targets.aim([]);
    if (!this.own) return;
    const position = await this.engine.play(await this.here(), move);
    if (turn !== this.turn || !this.own) return;
    this.own.texts.push(position);
    this.own.boards.push(this.notation.board(position));
    this.own.moves.push(move);
    this.paint();
    await this.step();
  }

  /** Take back what the person played last, and the answer to it. */
  async back() {
    if (this.setting || !this.own?.moves.length) return;
    const { texts, boards, moves } = this.own;
    const one = () => [texts, boards, moves].forEach((list) => list.pop());
    one();
    while (moves.length && this.side.value !== "both" && this.mover() !== Number(this.side.value)) one();
    this.paint();
    await this.step();
  }

  async hint() {
    if (this.setting) return;
    if (!this.own) await this.begin();
    const turn = this.turn;
    this.meter.stop();
    const found = await this.engine.search(await this.here(), { time: HINT_S });
    if (turn !== this.turn || !found.move) return;
    this.said.textContent = `${found.move}, ${this.meter.told(found, this.mover())}`;
    this.arrows([found]);
  }

  // ---- setting up --------------------------------------------------------------------------------------------------

  /** Set a position up: each touch of a square puts the next kind of piece there; again, and it is played on from it. */
  async setup() {
    if (!this.setting) {
      const turn = ++this.turn; // an engine that thinks plays no move into it
      this.meter.stop();
      if (!this.own) {
        const position = await this.here();
        if (turn !== this.turn) return;
        this.from(position, this.mover());
      }
      this.arrows([]);
      this.setting = true;
      this.press("setup", true);
      this.said.textContent = "Touch squares to change them; “Set up” again plays on, “I play” says who is to move.";
      this.targets.offer();
      return;
    }
    const by = this.side.value === "1" ? 1 : 0;
    const position = this.notation.text(this.own?.boards.at(-1) ?? [], by);
    await this.engine.moves(position); // which refuses what is no position
    this.setting = false;
    this.press("setup", false);
    this.from(position, by);
    await this.step();
  }

  /** @param {number} square */
  put(square) {
    if (!this.own) return;
    const empty = this.engine.writing.pieces["1"] ?? this.notation.board(this.engine.start).find((piece) => !(piece in this.squares.shapes)) ?? ".";
    const kinds = [empty, ...Object.keys(this.squares.shapes)];
    const board = [...(this.own.boards.at(-1) ?? [])];
    board[square] = kinds[(kinds.indexOf(board[square]) + 1) % kinds.length];
    Object.assign(this.own, { texts: [""], boards: [board], moves: [] });
    const picture = new Board(this.squares, [board]);
    picture.draw(0);
    this.board()?.replaceWith(picture.node);
    this.targets.offer(square);
  }
}
