// A board of squares, of which any position can be shown. It knows no game: which character of a board is drawn by which
// marker, and where squares lie, the page says (arbiter/pages/scenes.py).

/**
 * As `Squares` of arbiter/games/contract.py has it.
 * @typedef {{view: string, points: string[], shapes: Record<string, string>, counts: [string, string] | null}} Squares
 */
/**
 * What texts of boards are made of, as arbiter/pages/sheets.py writes it: which piece each attribute stands for, first
 * that of an empty board.
 * @typedef {Record<string, string>} Sheets
 */
/**
 * As arbiter/pages/scenes.py writes it, for all games of a page.
 * @typedef {{sides: [string, string], counted: string, numbers: Packing, squares: Squares | null, sheets?: Sheets}} Looks
 */
/**
 * What can be shown of a game: positions from 0, the start, to `last`. `points` are those of who moved first and of the
 * other, if the game counts any before its end; `text` is for those who do not see the picture.
 * @typedef {{last: number, node: Element, draw: (at: number) => void, points: (at: number) => [number, number] | null,
 *   text: (at: number) => string}} Picture
 */

class Board {
  /**
   * `boards` are all of a game; `marks` gives SVG under and over the pieces where it is not the usual; `points` those of
   * a game that counts something else than pieces.
   * @param {Squares} squares
   * @param {string[][]} boards
   * @param {{marks?: (at: number) => Element[] | null, points?: [number, number][]}} [more]
   */
  constructor(squares, boards, { marks = () => null, points = [] } = {}) {
    this.squares = squares;
    this.boards = boards;
    this.last = boards.length - 1;
    this.rows = Board.rows(squares);
    this.marks = marks;
    this.counted = points;
    this.node = drawn("svg", { class: "board", viewBox: squares.view, role: "img" });
    this.title = drawn("title");
    this.desc = drawn("desc");
    /** @type {Element} */
    this.under = drawn("g");
    /** @type {Element} */
    this.over = drawn("g");
    /** @type {[string, Element][]} */
    this.lines = Object.entries(squares.shapes).map(([piece, name]) => [piece, drawn("polyline", { class: name })]);
    const pieces = this.lines.map(([, line]) => line);
    this.node.append(this.title, this.desc, drawn("use", { href: "#board" }), this.under, ...pieces, this.over);
  }

  /**
   * Squares in rows as one sees them, the top one first: squares that follow each other at the same height are a row.
   * @param {Squares} squares
   * @returns {number[][]}
   */
  static rows({ points }) {
    /** @type {[number, number[]][]} */
    const rows = [];
    points.forEach((point, square) => {
      const y = Number(point.split(" ")[1]);
      if (rows.at(-1)?.[0] !== y) rows.push([y, []]);
      rows.at(-1)?.[1].push(square);
    });
    return rows.sort(([y], [z]) => y - z).map(([, row]) => row);
  }

  /**
   * Boards that a page shows without scripts, a paragraph each: its attributes name the squares that change.
   * @param {Squares} squares
   * @param {Sheets} pieces
   * @param {Element} sheet
   * @returns {string[][]}
   */
  static read({ points }, pieces, sheet) {
    let board = points.map(() => Object.values(pieces)[0]);
    return [...sheet.children].map((position) => {
      board = [...board];
      for (const { name, value } of position.attributes) for (const letter of value) board[Packed.square(letter)] = pieces[name];
      return board;
    });
  }

  /**
   * Marks of moves that are not the usual ones: each number has SVG under and SVG over the pieces.
   * @param {(number | null)[] | undefined} numbers
   */
  static marked(numbers) {
    return (/** @type {number} */ at) => {
      const number = numbers?.[at - 1];
      if (number === undefined || number === null) return null;
      const groups = one(copied("marks"), "svg").children;
      return [groups[2 * number], groups[2 * number + 1]];
    };
  }

  /**
   * After position `at` these follow, and nothing else.
   * @param {number} at
   * @param {string[][]} boards
   */
  grow(at, boards) {
    this.boards.splice(at + 1, this.boards.length, ...boards);
    this.last = this.boards.length - 1;
  }

  /** @param {number} at */
  draw(at) {
    const board = this.boards[at];
    for (const [piece, line] of this.lines) line.setAttribute("points", this.places(board, piece).join(" "));
    const [under, over] = this.marks(at) ?? this.usual(at);
    this.under.replaceWith(under);
    this.over.replaceWith(over);
    [this.under, this.over] = [under, over];
    this.desc.textContent = this.text(at);
  }

  /** @param {number} at */
  text(at) {
    return this.rows.map((row) => row.map((square) => this.boards[at][square]).join("")).join(" ");
  }

  /** @param {number} at */
  points(at) {
    const { counts } = this.squares;
    if (!counts) return this.counted[at] ?? null;
    const [first, second] = counts.map((pieces) => this.boards[at].filter((piece) => pieces.includes(piece)).length);
    return /** @type {[number, number]} */ ([first, second]);
  }

  /**
   * @param {string[]} board
   * @param {string} piece
   */
  places(board, piece) {
    return this.squares.points.filter((_, square) => board[square] === piece);
  }

  /**
   * The way of a piece that moved, under the pieces; what a move turned over or took, and where it went, over them.
   * @param {number} at
   */
  usual(at) {
    const [under, over] = [drawn("g"), drawn("g")];
    if (!at) return [under, over];
    const { points, shapes, counts } = this.squares;
    const [before, after] = [this.boards[at - 1], this.boards[at]];
    const changed = after.map((_, square) => square).filter((square) => before[square] !== after[square]);
    let left = changed.filter((square) => !(after[square] in shapes));
    let reached = changed.filter((square) => !left.includes(square) && !(before[square] in shapes));
    let lost = changed.filter((square) => !left.includes(square) && !reached.includes(square));
    if (!reached.length) [reached, lost] = [lost, reached]; // a piece was taken where it stood
    if (reached.length === 1 && left.length > 1) {
      const owner = (/** @type {string} */ piece) => counts?.find((pieces) => pieces.includes(piece)) ?? piece;
      const mine = (/** @type {number} */ square) => owner(before[square]) === owner(after[reached[0]]);
      lost = [...lost, ...left.filter((square) => !mine(square))];
      left = left.filter(mine);
    }
    if (left.length === 1 && reached.length === 1)
      under.append(drawn("path", { class: "path", d: `M${points[left[0]]}L${points[reached[0]]}` }));
    if (lost.length) over.append(drawn("polyline", { class: "t", points: lost.map((to) => points[to]).join(" ") }));
    for (const square of reached) {
      const [x, y] = points[square].split(" ");
      over.append(drawn("use", { href: "#last", x, y }));
    }
    return [under, over];
  }
}
