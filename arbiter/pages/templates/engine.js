// The engine that a page carries, as promises. It lies in the page as data, and its worker begins with the first
// question, so that a page which asks nothing costs nothing.
//
//   const engine = Engine.here();                       // null: this page has none, or this browser cannot run it
//   const found = await engine.search(position, { depth: 8, signal });

/**
 * What a search found. `value` is for the side to move; `exact` says that it is proved; `depth` is in plies; nothing
 * better than `bound` is possible, where that is known; `line` is how it goes on, `move` first; `winner` is 1 where it is
 * proved that the side to move wins, -1 where it is proved that it loses.
 * @typedef {{value: number, move: string | null, depth: number, exact: boolean, nodes: number, bound: number | null,
 *   line: string[], winner: number}} Found
 */
/**
 * When a search stops: seconds, nodes, plies. `fresh` first forgets earlier searches; `estimate` passes over what is
 * known without a search, so that values of a whole game can be compared. `signal` ends it early: then the promise is
 * rejected as the signal says.
 * @typedef {{time?: number, nodes?: number, depth?: number, fresh?: boolean, estimate?: boolean, lines?: number,
 *   signal?: AbortSignal}} Asked
 */
/**
 * As arbiter/pages/engine.py writes it into the page.
 * @typedef {{game: string, unit: string, says: string, start: string, hashMiB: number, levels: Record<string, object>,
 *   module: string, weights: string | null, proved: string | null, worker: string, writing: Writing}} Carried
 */
/** @typedef {{method: string, words: unknown[], signal?: AbortSignal, answer: (result: any) => void,
 *   refuse: (error: unknown) => void}} Question */

class Engine {
  /** @type {Engine | null | undefined} */
  static #here;

  /**
   * The engine of this page. null if there is none, or the browser lacks something it needs.
   * @returns {Engine | null}
   */
  static here() {
    if (Engine.#here === undefined) {
      const data = document.getElementById("engine");
      const able = [globalThis.WebAssembly, globalThis.Worker, globalThis.DecompressionStream].every(Boolean);
      Engine.#here = data && able ? new Engine(JSON.parse(data.textContent ?? "")) : null;
    }
    return Engine.#here;
  }

  /** @type {Carried} */ #carried;
  /** @type {Promise<[Uint8Array, Uint8Array | null, Uint8Array | null, Uint8Array]> | null} */ #parts = null;
  /** @type {Worker | null} */ #worker = null;
  /** @type {Question[]} */ #waiting = [];
  /** @type {Question | null} */ #asked = null;

  /** @param {Carried} carried */
  constructor(carried) {
    this.#carried = carried;
    /** The game by its name; what values count; what data the engine has, a sentence; the position at the start. */
    const { game, unit, says, start, writing } = carried;
    this.game = game;
    this.unit = unit;
    this.says = says;
    this.start = start;
    /** How positions and moves name squares and pieces. */
    this.writing = writing;
    /** The levels that there are. */
    this.levels = Object.keys(carried.levels).length ? Array.from({ length: 11 }, (_, level) => level) : [];
  }

  /**
   * The legal moves of a position; none if the game is over.
   * @param {string} position
   * @returns {Promise<string[]>}
   */
  moves(position) {
    return this.#ask("moves", [position]);
  }

  /**
   * The position after moves.
   * @param {string} position
   * @param {string[]} moves
   * @returns {Promise<string>}
   */
  play(position, ...moves) {
    return this.#ask("play", [position, ...moves]);
  }

  /**
   * The evaluation of a position without search, for the side to move, in the engine's own unit.
   * @param {string} position
   * @returns {Promise<number>}
   */
  evaluate(position) {
    return this.#ask("evaluate", [position]);
  }

  /**
   * The best move and its value for the side to move.
   * @param {string} position
   * @param {Asked} [asked]
   * @returns {Promise<Found>}
   */
  search(position, { signal, ...limits } = {}) {
    return this.#ask("search", [position, limits], signal);
  }

  /**
   * A proof that the side to move gets `least` or more, or that it does not: if `exact`, the value is a bound on that
   * side of it, and the move keeps it.
   * @param {string} position
   * @param {{least: number, time?: number, signal?: AbortSignal}} asked
   * @returns {Promise<Found>}
   */
  prove(position, { signal, ...asked }) {
    return this.#ask("prove", [position, asked], signal);
  }

  /**
   * The best moves, three unless `lines` says otherwise, the best first, all searched equally deep.
   * @param {string} position
   * @param {Asked} [asked]
   * @returns {Promise<Found[]>}
   */
  lines(position, { signal, ...limits } = {}) {
    return this.#ask("lines", [position, limits], signal);
  }

  /**
   * Search deeper and deeper: after each ply what has been found, until `depth` or the end of the time, or a proof.
   * @param {string} position
   * @param {Asked} [asked]
   * @returns {AsyncGenerator<Found[]>}
   */
  async *deepen(position, { time = Infinity, depth = 64, lines = 1, signal } = {}) {
    const end = performance.now() + 1000 * time;
    for (let plies = 1; plies <= depth && performance.now() < end; plies++) {
      const limits = { depth: plies, signal };
      const found = lines > 1 ? await this.lines(position, { ...limits, lines }) : [await this.search(position, limits)];
      yield found;
      if (found.every((line) => line.exact || !line.move)) return;
    }
  }

  /**
   * The move that a level from 0 to 10 plays, as the bot of the game defines it.
   * @param {string} position
   * @param {number} level
   * @param {{signal?: AbortSignal, random?: () => number}} [how]
   * @returns {Promise<string>}
   */
  choose(position, level, { signal, random = Math.random } = {}) {
    return this.#ask("choose", [position, level, [random(), random()]], signal);
  }

  /** Forget earlier searches, as between two games. */
  clear() {
    return this.#ask("clear", []);
  }

  /** End the worker, and with it whatever is asked; the next question begins a new one. */
  stop() {
    this.#end();
    for (const question of this.#waiting.splice(0)) question.refuse(new DOMException("stopped", "AbortError"));
  }

  /**
   * @param {string} method
   * @param {unknown[]} words
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  #ask(method, words, signal) {
    return new Promise((answer, refuse) => {
      if (signal?.aborted) return refuse(signal.reason);
      const question = { method, words, signal, answer, refuse };
      signal?.addEventListener("abort", () => this.#abort(question), { once: true });
      this.#waiting.push(question);
      this.#next();
    });
  }

  /** One question at a time: those that wait can be given up without ending the worker. */
  #next() {
    if (this.#asked || !this.#waiting.length) return;
    this.#asked = this.#waiting.shift() ?? null;
    const question = this.#asked;
    this.#begun().then(
      (worker) => this.#asked === question && worker.postMessage({ method: question?.method, words: question?.words }),
      (error) => this.#settle(question, "refuse", error),
    );
  }

  /**
   * @param {Question | null} question
   * @param {"answer" | "refuse"} how
   * @param {unknown} what
   */
  #settle(question, how, what) {
    if (!question || this.#asked !== question) return;
    this.#asked = null;
    question[how](what);
    this.#next();
  }

  /** @param {Question} question */
  #abort(question) {
    if (question === this.#asked) this.#end(question.signal?.reason);
    else if (this.#waiting.includes(question)) {
      this.#waiting.splice(this.#waiting.indexOf(question), 1);
      question.refuse(question.signal?.reason);
    }
  }

  /** @param {unknown} [reason] */
  #end(reason = new DOMException("stopped", "AbortError")) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#settle(this.#asked, "refuse", reason);
  }

  /** @returns {Promise<Worker>} */
  async #begun() {
    const { module, weights, proved, hashMiB, levels, worker: source, writing } = this.#carried;
    this.#parts ??= Promise.all([
      unpacked(module),
      weights ? unpacked(weights).then(woven) : null,
      proved ? unpacked(proved) : null,
      unpacked(source),
    ]);
    const [bytes, data, table, script] = await this.#parts;
    const squares = [...writing.squares];
    if (this.#worker) return this.#worker;
    const address = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (script)], { type: "text/javascript" }));
    const worker = new Worker(address);
    this.#worker = worker;
    await new Promise((begun, failed) => {
      worker.addEventListener("error", (event) => failed(new Error(event.message || "the worker cannot begin")));
      worker.addEventListener("message", ({ data: { error } }) => (error ? failed(new Error(error)) : begun(true)), {
        once: true,
      });
      worker.postMessage({ method: "begin", words: [{ module: bytes, weights: data, hashMiB, levels, proved: table, squares }] });
    }).catch((error) => {
      if (worker === this.#worker) this.#worker = null;
      throw error;
    });
    URL.revokeObjectURL(address);
    worker.addEventListener("message", ({ data: { result, error } }) => {
      if (worker !== this.#worker) return;
      this.#settle(this.#asked, error === undefined ? "answer" : "refuse", error === undefined ? result : new Error(error));
    });
    return worker;
  }
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%.()*+-;,=/?@^_`{|}~";

/**
 * What zlib, or gzip, packed, and was written to base 85: five digits are four bytes.
 * @param {string} text
 * @param {CompressionFormat} [format]
 * @returns {Promise<Uint8Array>}
 */
async function unpacked(text, format = "deflate") {
  const [values, whole] = [new Map([...DIGITS].map((digit, at) => [digit, at])), Math.ceil(text.length / 5)];
  const words = new DataView(new ArrayBuffer(4 * whole));
  for (let word = 0; word < whole; word++) {
    const digits = [...text.slice(5 * word, 5 * word + 5).padEnd(5, "~")];
    words.setUint32(4 * word, digits.reduce((sum, digit) => 85 * sum + (values.get(digit) ?? 0), 0));
  }
  const bytes = new Uint8Array(words.buffer, 0, 4 * whole - (5 * whole - text.length));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Numbers of two bytes, as `_planes` of arbiter/pages/engine.py gives them.
 * @param {Uint8Array} planes
 * @returns {Uint8Array}
 */
function woven(planes) {
  const half = planes.length / 2;
  const words = new DataView(new ArrayBuffer(planes.length));
  for (let at = 0; at < half; at++) {
    const folded = planes[at] + 256 * planes[half + at];
    words.setInt16(2 * at, folded % 2 ? -(folded + 1) / 2 : folded / 2, true);
  }
  return new Uint8Array(words.buffer);
}

Object.assign(globalThis, { Engine }); // so that a script can ask whether it is there
