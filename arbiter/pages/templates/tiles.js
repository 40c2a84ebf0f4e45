// Rows of tiles, of which any position can be shown: a hand, and what players laid of it.

/** @typedef {[number, number, string]} Tile  two numbers and the class of their kind */
/** @typedef {[string, Tile[]]} TileRow  a label and tiles */
/**
 * A game tile by tile, as arbiter/pages/scenes.py packs it: `hand` is a text of numbers; each row has moves apart by
 * commas, such as `R 6 3`, behind which `=` and digits stand if the row is then another one than it would be; its points
 * in the end, and why they are none.
 * @typedef {{hand: string, kinds: Record<string, string>, rows: [string, number, string][]}} Layings
 */

const ACROSS = 10; // tiles in a line of the picture
const HIGH = 1.4;

class Tiles {
  /**
   * @param {TileRow[][]} positions  what is there at the start and after each step
   * @param {[number, number][]} [counted]  the points there
   */
  constructor(positions, counted = []) {
    this.positions = positions;
    this.counted = counted;
    this.last = positions.length - 1;
    this.node = drawn("svg", { class: "board dominoes", role: "img" });
    this.title = drawn("title");
    this.desc = drawn("desc");
    const high = Math.max(...positions.map((rows) => rows.reduce((sum, [, tiles]) => sum + Tiles.high(tiles), 0)));
    this.node.setAttribute("viewBox", `-.3 -1 ${2 * ACROSS + 0.6} ${high + 0.6}`);
  }

  /**
   * A game in which a row appears with each move.
   * @param {TileRow[]} rows  the first is there at the start
   * @param {number} last
   */
  static whole(rows, last) {
    return new Tiles(Array.from({ length: last + 1 }, (_, at) => rows.slice(0, at + 1)));
  }

  /**
   * A game tile by tile, and its moves. Of the time of a whole row its last tile tells.
   * @param {Layings} layings
   * @param {string[]} sides
   * @param {(number | null)[]} ms
   * @returns {{picture: Tiles, moves: Move[]}}
   */
  static laid({ hand, kinds, rows }, sides, ms) {
    const numbers = hand.split(" ").filter(Boolean).map(Number);
    const tiles = numbers.filter((_, i) => i % 2 === 0).map((a, i) => /** @type {[number, number]} */ ([a, numbers[2 * i + 1]]));
    /** @type {(a: number, b: number) => string} */
    const kind = (a, b) => kinds[`${a} ${b}`] ?? "plain";
    /** @type {(left: string[]) => TileRow} */
    const held = (left) => [
      "hand",
      tiles.map(([a, b]) => {
        const there = left.indexOf(`${a} ${b}`);
        if (there >= 0) left.splice(there, 1);
        return [a, b, `${kind(a, b)}${a > 9 || b > 9 ? " code" : ""}${there < 0 ? " used" : ""}`];
      }),
    ];
    const all = tiles.map(([a, b]) => `${a} ${b}`);
    const positions = [[held([...all])]];
    /** @type {[number, number][]} */
    const counted = [[0, 0]];
    /** @type {Move[]} */
    const moves = [];
    /** @type {TileRow[]} */
    const done = [];
    rows.forEach(([text, points, fault], by) => {
      const left = [...all];
      /** @type {Tile[]} */
      let row = [];
      let last = `${sides[by]}: ${points}`;
      const steps = text.split(",").filter(Boolean);
      steps.forEach((step, at) => {
        const [move, digits] = step.split("=");
        const [end, x, y] = move.split(" ");
        const [a, b] = [Number(x), Number(y)];
        left.splice(left.indexOf(`${Math.min(a, b)} ${Math.max(a, b)}`), 1);
        /** @type {Tile} */
        const tile = [a, b, kind(a, b)];
        row = end === "L" ? [tile, ...row] : [...row, tile];
        if (digits) row = row.map(([, , look], i) => [Number(digits[2 * i]), Number(digits[2 * i + 1]), look]);
        const sum = row.reduce((total, [p, q]) => total + p + q, 0);
        const ends = at === steps.length - 1;
        const label = ends && fault ? `${sides[by]}: ${points}, but ${sum} so far` : `${sides[by]}: ${sum}`;
        if (ends) last = label;
        counted.push(/** @type {[number, number]} */ ([0, 1].map((side) => (side === by ? (ends ? points : sum) : by ? rows[0][1] : 0))));
        positions.push([held([...left]), ...done, [label, row]]);
        moves.push({ text: move, by, ms: ends ? (ms[by] ?? null) : null, caption: `${sides[by]} ${move}` });
      });
      done.push([last, row]);
    });
    positions[positions.length - 1] = [positions[positions.length - 1][0], ...done]; // a row that never began, too
    return { picture: new Tiles(positions, counted), moves };
  }

  /**
   * Moves as `Layings` has them: what a tile that raises all digits, or mirrors its neighbour, makes of the row.
   * @param {string[]} moves
   * @param {Layings} layings
   * @param {boolean} zeroStays
   */
  static written(moves, { kinds }, zeroStays) {
    /** @type {number[]} */
    let row = [];
    return moves
      .map((move) => {
        const [end, ...words] = move.split(" ");
        const kind = kinds[words.join(" ")];
        if (kind === "raise") row = row.map((digit) => (digit ? (digit % 6) + 1 : Number(!zeroStays)));
        const beside = end === "L" ? row.slice(0, 2) : row.slice(-2);
        const outer = end === "L" ? beside[0] : beside[1];
        const tile = kind === "raise" ? [outer, outer] : kind === "mirror" ? [...beside].reverse() : words.map(Number);
        row = end === "L" ? [...tile, ...row] : [...row, ...tile];
        return `${move}=${row.join("")}`;
      })
      .join(",");
  }

  /** @param {Tile[]} tiles */
  static high(tiles) {
    return HIGH * Math.max(1, Math.ceil(tiles.length / ACROSS)) + 0.9;
  }

  /** @param {number} at */
  draw(at) {
    const shapes = [];
    let y = 0;
    for (const [label, tiles] of this.positions[at]) {
      shapes.push(drawn("text", { class: "label", x: 0, y: y - 0.15 }, label));
      tiles.forEach(([a, b, kind], i) => {
        const [x, top] = [2 * (i % ACROSS), y + HIGH * Math.floor(i / ACROSS)];
        const tile = drawn("g", { class: kind });
        tile.append(drawn("use", { href: "#tile", x, y: top }));
        tile.append(drawn("text", { x: x + 0.5, y: top + 0.71 }, String(a)), drawn("text", { x: x + 1.5, y: top + 0.71 }, String(b)));
        shapes.push(tile);
      });
      y += Tiles.high(tiles);
    }
    this.desc.textContent = this.text(at);
    this.node.replaceChildren(this.title, this.desc, ...shapes);
  }

  /** @param {number} at */
  text(at) {
    return this.positions[at].map(([label, tiles]) => `${label} ${tiles.map(([a, b]) => `${a}|${b}`).join(" ")}`).join(" / ");
  }

  /** @param {number} at */
  points(at) {
    return this.counted[at] ?? null;
  }
}
