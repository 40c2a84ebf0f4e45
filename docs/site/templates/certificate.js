// A certificate of Othello as bots/othello/proof/certificate.py describes it: a text whose first line is the claim; each
// other line is a position, the smallest of its eight symmetric copies, with the claiming side's move, or `solved`.

/**
 * What a certificate says of a position: in which line, what stands there, the move for the position as it was asked for
 * (null: it is solved), and whether the line holds another one of the copies.
 * @typedef {{line: number, text: string, move: string | null, turned: boolean}} Claim
 */

const CLAIM = /^(black|white) gets at least ([+-]\d+): (.{64} (?:black|white))$/;

class Certificate {
  /** Of each symmetry, for each square the one whose piece comes to lie there. */
  static SYMMETRIES = [true, false].flatMap((straight) =>
    [1, -1].flatMap((down) =>
      [1, -1].map((right) =>
        Array.from({ length: 64 }, (_, square) => {
          const [i, j] = [Math.floor(square / 8), square % 8];
          const [row, column] = [down > 0 ? i : 7 - i, right > 0 ? j : 7 - j];
          return straight ? 8 * row + column : 8 * column + row;
        }),
      ),
    ),
  );

  /** @param {string} text  the lines after the first one are sorted */
  constructor(text) {
    this.text = text;
    this.begins = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.begins.push(at + 1);
    /** How many lines there are. */
    this.lines = this.begins.length - 1;
    const claim = CLAIM.exec(this.line(0));
    if (!claim) throw new Error("this is no certificate");
    this.side = claim[1];
    this.margin = Number(claim[2]);
    this.root = claim[3];
  }

  /** @param {number} at  from 0 */
  line(at) {
    return this.text.slice(this.begins[at], this.begins[at + 1] - 1);
  }

  /**
   * @param {string} position  `BOARD MOVER`
   * @returns {Claim | null}
   */
  find(position) {
    const [board, mover] = position.split(" ");
    const copies = Certificate.SYMMETRIES.map((squares) => squares.map((square) => board[square]).join(""));
    const smallest = copies.reduce((least, copy) => (copy < least ? copy : least));
    const begin = `${smallest} ${mover} `;
    let [low, high] = [1, this.lines];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.line(middle).slice(0, begin.length) < begin) low = middle + 1;
      else high = middle;
    }
    const text = this.line(low);
    if (!text.startsWith(begin)) return null;
    const [row, column] = text.slice(begin.length).split(" ").map(Number);
    // A symmetric board has several moves that are one and the same: the first of them, as elsewhere.
    const squares = Certificate.SYMMETRIES.filter((_, at) => copies[at] === smallest).map((copy) => copy[8 * row + column]);
    const square = text.endsWith("solved") ? null : Math.min(...squares);
    const move = square === null ? null : `${Math.floor(square / 8)} ${square % 8}`;
    return { line: low + 1, text, move, turned: board !== smallest };
  }
}
