// The engine of a page, in a worker: one WebAssembly module (native/wasm/page/page.h) and what is asked of it. Positions
// and moves are texts, as the game's `analyse` writes them; nothing here knows a game. Each request names its position,
// so that a worker which was ended and begun again answers as the first one would, but for what it remembered. What is
// proved of the first positions of a game is known by a table.

/**
 * What a search found. `value` is for the side to move; `exact` says that it is proved; `depth` is in plies; nothing
 * better than `bound` is possible, where that is known; `winner` is 1 where it is proved that the side to move wins, -1
 * where it is proved that it loses.
 * @typedef {{value: number, move: string | null, depth: number, exact: boolean, nodes: number, bound: number | null,
 *   line: string[], winner: number}} Found
 */
/**
 * When a search stops: seconds, nodes, plies. `fresh` first forgets earlier searches, so that the answer depends on the
 * position alone; `estimate` passes over what is known without a search. `lines` asks for so many best moves.
 * @typedef {{time?: number, nodes?: number, depth?: number, fresh?: boolean, estimate?: boolean, lines?: number}} Limits
 */
/**
 * How a level plays: it searches so many plies, or seconds; by a chance of `slip` it moves at random instead; `plain` knows pieces alone.
 * @typedef {{depth?: number, time?: number, slip?: number, plain?: boolean}} Level
 */
/**
 * `proved` is what class Proved reads, `squares` are the names of squares in moves, in the order of the board's characters.
 * @typedef {{module: Uint8Array, weights: Uint8Array | null, hashMiB: number, levels: Record<string, Level>,
 *   proved: Uint8Array | null, squares: string[]}} Parts
 */

const USUAL_S = 1; // where nobody says when to stop, as `analyse`
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

class EngineModule {
  /**
   * Begin an engine. An Error says why there can be none.
   * @param {Parts} parts
   */
  constructor({ module, weights, hashMiB, levels, proved, squares }) {
    const clock = (/** @type {number} */ _id, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
      new DataView(this.memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    };
    // A system has more to offer than a clock; files, for one. Whoever asks for them hears that there is no such thing.
    const missing = () => 52;
    const system = new Proxy({}, { get: (_, name) => (name === "clock_time_get" ? clock : missing) });
    const compiled = new WebAssembly.Module(/** @type {BufferSource} */ (module));
    const { exports } = new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: system });
    /** @type {Record<string, any>} */
    this.c = exports;
    this.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    this.levels = levels;
    this.proved = proved && new Proved(DECODER.decode(proved), squares);
    this.c._initialize();
    this.page = this.c.page_new(hashMiB);
    if (!this.page) throw new Error(`no memory for a table of ${hashMiB} MiB`);
    this.text = this.c.page_text(this.page);
    if (weights) {
      const room = this.c.page_room(this.page, weights.length);
      new Uint8Array(this.memory.buffer).set(weights, room);
      if (!this.c.page_weigh(this.page)) throw new Error(`${weights.length} bytes are no weights of this engine`);
    }
  }

  /** @param {string} text */
  #write(text) {
    const bytes = ENCODER.encode(text);
    if (bytes.length >= 1 << 17) throw new Error("this text is too long");
    const memory = new Uint8Array(this.memory.buffer);
    memory.set(bytes, this.text);
    memory[this.text + bytes.length] = 0;
  }

  /** @returns {string} */
  #read() {
    const memory = new Uint8Array(this.memory.buffer);
    return DECODER.decode(memory.subarray(this.text, memory.indexOf(0, this.text)));
  }

  /** @param {string} position */
  #go(position) {
    this.#write(position);
    if (!this.c.page_read(this.page)) throw new Error(`this is no position: ${position}`);
  }

  /** @param {string} move */
  #play(move) {
    this.#write(move);
    if (!this.c.page_play(this.page)) throw new Error(`${move} is not legal`);
  }

  /**
   * @param {Limits} limits
   * @param {boolean} [plain]
   * @returns {Found}
   */
  #search({ time, nodes, depth, fresh }, plain = false) {
    if (fresh) this.clear();
    const seconds = time || (nodes || depth ? 0 : USUAL_S);
    this.c.page_search(this.page, seconds, nodes ?? 0, depth ?? 0, Number(plain));
    return this.#found();
  }

  /** @returns {Found} */
  #found() {
    const [value, move, plies, exact, count, bound, line] = this.#read().split("\t");
    if (move === undefined) throw new Error("the engine cannot search this position");
    return {
      value: Number(value),
      move: move || null,
      depth: Number(plies),
      exact: exact === "1",
      nodes: Number(count),
      bound: bound ? Number(bound) : null,
      line: line ? line.split(",") : [],
      winner: 0,
    };
  }

  /**
   * What is proved of the position that the engine is at.
   * @returns {Bounds | null}
   */
  #known() {
    if (!this.proved) return null;
    this.c.page_write(this.page);
    return this.proved.of(this.#read());
  }

  /**
   * What is proved of a position whose margin is, with the moves of both sides as far as they are known to keep it.
   * @param {string} position
   * @param {Bounds} known
   * @returns {Found}
   */
  #told(position, { least, move }) {
    const line = [];
    this.#go(position);
    for (let next = move; next; ) {
      line.push(next);
      this.#play(next);
      const reached = this.#known();
      next = reached && reached.least === reached.most ? reached.move : null;
    }
    return { value: least, move, depth: 0, exact: true, nodes: 0, bound: null, line, winner: Math.sign(least) };
  }

  /**
   * What a search has found, but no value that is proved to be wrong, nor a move: of a won position one that is proved
   * to win, if there is one.
   * @param {string} position
   * @param {Bounds} known
   * @param {Found} found
   * @returns {Found}
   */
  #within(position, { least, most, move }, found) {
    const value = Math.max(least, Math.min(most, found.value));
    const winner = least > 0 ? 1 : most < 0 ? -1 : 0;
    if (move && found.move && !found.exact) {
      this.#go(position);
      this.#play(found.move);
      const reply = this.#known();
      const ended = this.c.page_moves(this.page) ? null : this.#search({ depth: 1 }).value;
      const wrong = -(ended ?? reply?.least ?? -most) < least;
      const unsure = least > 0 && (ended ?? reply?.most ?? 0) >= 0;
      if (wrong || unsure) return { ...found, value, move, line: [move], winner };
    }
    return { ...found, value, winner };
  }

  /**
   * The legal moves; none if the game is over.
   * @param {string} position
   * @returns {string[]}
   */
  moves(position) {
    this.#go(position);
    return this.c.page_moves(this.page) ? this.#read().split("\n") : [];
  }

  /**
   * The position after moves.
   * @param {string} position
   * @param {string[]} moves
   * @returns {string}
   */
  play(position, ...moves) {
    this.#go(position);
    for (const move of moves) this.#play(move);
    this.c.page_write(this.page);
    return this.#read();
  }

  /**
   * The evaluation without search, in the engine's own unit.
   * @param {string} position
   * @returns {number}
   */
  evaluate(position) {
    this.#go(position);
    return this.c.page_value(this.page);
  }

  /**
   * @param {string} position
   * @param {Limits} [limits]
   * @returns {Found}
   */
  search(position, limits = {}) {
    this.#go(position);
    const known = limits.estimate ? null : this.#known();
    if (known && known.least === known.most) return this.#told(position, known);
    const found = this.#search(limits);
    return known ? this.#within(position, known, found) : found;
  }

  /**
   * Prove that the side to move gets `least` or more, or that it does not: the value is a bound on that side, if `exact`.
   * @param {string} position
   * @param {{least: number, time?: number}} asked
   * @returns {Found}
   */
  prove(position, { least, time = USUAL_S }) {
    this.#go(position);
    if (!this.c.page_prove(this.page, time, least)) throw new Error("this engine proves no bounds");
    return this.#found();
  }

  /**
   * The best moves, the best first, each searched as deeply as the others: the plies that `limits` names, two at least,
   * or what its time or nodes allow. A round that is cut short counts for nothing.
   * @param {string} position
   * @param {Limits} [limits]
   * @returns {Found[]}
   */
  lines(position, { time = 0, nodes = 0, depth = time || nodes ? 64 : 6, lines = 3, fresh = false } = {}) {
    const limited = time > 0 || nodes > 0;
    const begin = performance.now();
    let used = 0;
    const isOver = () => (time && performance.now() - begin >= 1000 * time) || (nodes && used >= nodes);
    if (fresh) this.clear();
    const moves = this.moves(position);
    const known = this.#known();
    /** @type {Found[]} */
    let found = [];
    for (let plies = limited ? 1 : Math.max(1, depth - 1); plies < Math.max(2, depth); plies++) {
      const round = [];
      for (const move of moves) {
        const left = { time: time && time - (performance.now() - begin) / 1000, nodes: nodes && nodes - used };
        const answer = this.search(this.play(position, move), { ...(plies > 1 ? left : {}), depth: plies });
        used += answer.nodes;
        if (plies > 1 && isOver()) return found.slice(0, lines);
        const least = known?.move === move ? known.least : -Infinity; // nothing else may be known of what comes then
        const value = Math.max(least, Math.min(known?.most ?? Infinity, -answer.value));
        const winner = least > 0 ? 1 : known && known.most < 0 ? -1 : -answer.winner;
        round.push({ ...answer, value, winner, move, depth: plies + 1, line: [move, ...answer.line] });
      }
      found = round.sort((a, b) => b.value - a.value || b.winner - a.winner);
      if (isOver() || found.every((line) => line.exact)) break;
    }
    return found.slice(0, lines);
  }

  /**
   * The move of a level from 0 to 10, as the bot defines it. `random` are two numbers from 0 to 1.
   * @param {string} position
   * @param {number} level
   * @param {[number, number]} random
   * @returns {string}
   */
  choose(position, level, [first, second]) {
    const moves = this.moves(position);
    if (!moves.length) throw new Error("there is no legal move");
    const any = (/** @type {string[]} */ some) => some[Math.floor(second * some.length)];
    const plan = this.levels[level];
    if (moves.length === 1) return moves[0];
    if (level === 1) {
      const gains = moves.map((move) => {
        this.#go(position);
        this.#write(move);
        return this.c.page_gain(this.page);
      });
      return any(moves.filter((_, i) => gains[i] === Math.max(...gains)));
    }
    if (!plan || first < (plan.slip ?? 0)) return any(moves);
    if (plan.time) return this.search(position, plan).move ?? any(moves); // full strength
    this.#go(position);
    return this.#search({ depth: plan.depth }, plan.plain).move ?? any(moves);
  }

  /** Forget everything learned from earlier searches. */
  clear() {
    this.c.page_clear(this.page);
  }
}

/** @type {EngineModule | undefined} */
let engine;

addEventListener("message", ({ data: { method, words } }) => {
  try {
    if (method === "begin") engine = new EngineModule(words[0]);
    postMessage({ result: method === "begin" ? null : /** @type {any} */ (engine)[method](...words) });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
