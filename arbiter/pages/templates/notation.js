// Positions and moves as the engine writes them, seen as a board and its squares. It knows no game: names of squares, and
// what pieces are called, the page says (PageEngine of arbiter/games/contract.py).

/**
 * `squares` are the names of the board's squares; `pieces` what a character of a position is on the board, where that is
 * another one, and `1` an empty square; `movers` name who is to move, and `tail` follows in a position that is set up.
 * @typedef {{squares: string[], pieces: Record<string, string>, movers: [string, string], between: string, tail: string,
 *   even: number}} Writing
 */

class Notation {
  /**
   * @param {Writing} writing
   * @param {Squares} squares
   */
  constructor(writing, squares) {
    this.writing = writing;
    this.order = Board.rows(squares);
    this.names = new RegExp([...writing.squares].sort((a, b) => b.length - a.length).join("|"), "g");
  }

  /**
   * The board of a position: rows from the top, perhaps apart by `/`, perhaps with numbers of empty squares.
   * @param {string} position
   */
  board(position) {
    const { pieces } = this.writing;
    const [text] = position.split(" ");
    const rows = text.includes("/") ? text.replace(/\d/g, (digit) => "1".repeat(Number(digit))) : text;
    const found = [...rows.replaceAll("/", "")].map((piece) => pieces[piece] ?? piece);
    /** @type {string[]} */
    const board = [];
    this.order.flat().forEach((square, at) => (board[square] = found[at]));
    return board;
  }

  /**
   * The squares that a move names: none for a pass, one, or where it begins and ends.
   * @param {string} move
   */
  squares(move) {
    return (move.match(this.names) ?? []).map((name) => this.writing.squares.indexOf(name));
  }

  /**
   * A position that was set up.
   * @param {string[]} board
   * @param {number} mover  0 or 1
   */
  text(board, mover) {
    const { pieces, movers, between, tail } = this.writing;
    const back = Object.fromEntries(Object.entries(pieces).map(([written, piece]) => [piece, written]));
    const rows = this.order.map((row) => row.map((square) => back[board[square]] ?? board[square]).join(""));
    return `${rows.join(between)} ${movers[mover]}${tail}`;
  }
}
