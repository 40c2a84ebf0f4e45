// What is proved of the first positions of a game, where pages know it: a part of worker.js.

/**
 * What is proved of a position: the side to move gets `least`, by `move` where one is known that keeps it, and no more
 * than `most`.
 * @typedef {{least: number, most: number, move: string | null}} Bounds
 */

/** What is proved of positions on a square board, of which turned and mirrored ones are one. */
class Proved {
  /**
   * @param {string} text  lines: the board, who is to move, the least and the most, and the move, or `- -`
   * @param {string[]} squares
   */
  constructor(text, squares) {
    this.squares = squares;
    /** @type {Map<string, Bounds>} */
    this.known = new Map();
    for (const line of text.split("\n")) {
      const [board, mover, least, most, ...move] = line.split(" ");
      const best = move[0] === "-" ? null : move.join(" ");
      this.known.set(`${board} ${mover}`, { least: Number(least), most: Number(most), move: best });
    }
    const width = Math.sqrt(squares.length);
    /** For each symmetry, the square that comes to lie on each square. */
    this.turns = Array.from({ length: 8 }, (_, turn) =>
      squares.map((_, at) => {
        const [row, column] = [Math.floor(at / width), at % width];
        const [down, across] = [turn & 1 ? width - 1 - row : row, turn & 2 ? width - 1 - column : column];
        return turn & 4 ? width * across + down : width * down + across;
      }),
    );
  }

  /**
   * @param {string} position
   * @returns {Bounds | null}
   */
  of(position) {
    const [board, mover] = position.split(" ");
    const copies = this.turns.map((turn) => ({ turn, known: this.known.get(`${turn.map((at) => board[at]).join("")} ${mover}`) }));
    const known = copies.find((copy) => copy.known)?.known;
    if (!known) return null;
    // A symmetric board has several moves that are one and the same: the first of them.
    const at = known.move === null ? -1 : this.squares.indexOf(known.move);
    const moves = copies.filter((copy) => copy.known).map((copy) => copy.turn[at]);
    return { ...known, move: at < 0 ? null : this.squares[Math.min(...moves)] };
  }
}
