// The games of a league as the page has them packed (arbiter/pages/compact.py), and the card that shows one.

/** What a row of the index holds, in its order. The offender is a seat, 2 more where both failed, -1 where nobody did. */
const NUMBER = 0, ROUND = 1, A = 2, B = 3, FIRST = 4, SCORE = 5, PLIES = 7, LONGEST = 8, OFFENDER = 9, LABEL = 10;

/** @typedef {(number | string)[]} Row */
/**
 * @typedef {{names: string[], games: any[][], moves: [string, string, (number | null)?, string?][], texts: string[],
 *   chunk: number, looks: Looks}} Index
 */

class Stored {
  /** @param {Index} index */
  constructor(index) {
    this.index = index;
    /** @type {Map<number, any[]>} */
    this.chunks = new Map();
  }

  /**
   * What is stored of a game besides its row.
   * @param {number} position  among the rows
   */
  detail(position) {
    const number = Math.floor(position / this.index.chunk);
    if (!this.chunks.has(number)) this.chunks.set(number, JSON.parse(one(document, `#chunk-${number}`).textContent ?? ""));
    const [packed, start, board, ending, begins, place, more] = this.chunks.get(number)?.[position % this.index.chunk];
    const moves = Packed.numbers(packed, this.index.looks.numbers).map((at) => this.index.moves[at]);
    const [from, first, end, caption, text] = [start, board, ending, begins, place].map((at) => this.index.texts[at]);
    return { start: from, board: first, ending: end, begins: caption, position: text, moves, more: more ?? {} };
  }

  /**
   * @param {any[]} row
   * @param {ReturnType<Stored["detail"]>} detail
   * @returns {Game}
   */
  game(row, { board, begins, moves, more }) {
    const { sides, counted, squares, numbers } = this.index.looks;
    const times = Packed.times(more.times ?? "", numbers);
    const laid = more.layings && Tiles.laid(more.layings, sides, times);
    const picture = laid
      ? laid.picture
      : more.rows
        ? Tiles.whole(more.rows, moves.length)
        : squares && board
          ? new Board(squares, Stored.boards(board, moves), { marks: Board.marked(moves.map(([, , mark]) => mark ?? null)), points: more.points })
          : null;
    /** @type {(at: number) => number | null} */
    const ms = (at) => times[at] ?? null;
    /** @type {Move[]} */
    const played = moves.map(([text, , , caption], at) => ({ text, by: at % 2, ms: ms(at), caption: caption ?? `${sides[at % 2]} ${text}` }));
    const names = [A, B].map((seat) => this.index.names[row[seat]]);
    return {
      number: row[NUMBER],
      moves: laid ? laid.moves : played,
      begins: begins || "start",
      picture,
      colours: row[FIRST] ? ["b", "a"] : ["a", "b"],
      names: /** @type {[string, string]} */ (row[FIRST] ? names.reverse() : names),
      counted,
    };
  }

  /**
   * All boards of a game: each move names squares, and what is on them then.
   * @param {string} board
   * @param {[string, string, ...unknown[]][]} moves
   */
  static boards(board, moves) {
    const boards = [[...board]];
    for (const [, change] of moves) {
      const [next, letters] = [[...boards[boards.length - 1]], [...change]];
      for (let i = 0; i < letters.length; i += 2) next[Packed.square(letters[i])] = letters[i + 1];
      boards.push(next);
    }
    return boards;
  }

  /**
   * The card of a game, without its replay.
   * @param {any[]} row
   * @param {ReturnType<Stored["detail"]>} detail
   */
  card(row, { start, ending, moves, more }) {
    const { index } = this;
    const card = /** @type {HTMLElement} */ (copied("card").firstElementChild);
    const name = (/** @type {number} */ seat) => index.names[row[A + seat]];
    const first = row[FIRST];
    const [title, ended, note, evidence, stderr] = ["h3", ".ending", ".note", ".evidence", ".stderr"].map((what) => one(card, what));
    title.textContent = `Game ${row[NUMBER]}: ${name(first)} (${index.looks.sides[0]}) against ${name(1 - first)} (${index.looks.sides[1]}), ${row[SCORE + first]}–${row[SCORE + 1 - first]}`;
    const offender = row[OFFENDER] < 0 ? "" : name(row[OFFENDER] % 2);
    const also = more.also ? `; ${name(1 - (row[OFFENDER] % 2))} too: ${more.also}` : "";
    const how = row[LABEL] ? `Not played. ${offender} is suspended` : `Forfeit. ${offender}`;
    ended.textContent = offender ? `${how}: ${more.reason}${also}` : `${moves.length} ${moves.length === 1 ? "move" : "moves"}: ${ending}.`;
    for (const [node, text] of /** @type {[HTMLElement, string | undefined][]} */ ([[note, more.note], [evidence, more.evidence], [stderr, more.stderr]])) node.hidden = !text;
    note.textContent = more.note ?? "";
    one(evidence, "code").textContent = more.evidence ?? "";
    one(stderr, "summary").textContent = `Standard error of ${offender}`;
    one(stderr, "pre").textContent = more.stderr ?? "";
    const costs = (more.costs ?? []).map((/** @type {number[]} */ [wall, cpu, mib, lag, idle], /** @type {number} */ seat) => {
      const waiting = idle >= 0.01 ? ` (${time(1000 * idle)} on the other’s turn)` : "";
      const busy = lag >= 0.01 ? `, ${time(1000 * lag)} of waiting for a busy machine` : "";
      return `${name(seat)}: ${time(1000 * wall)}, ${time(1000 * cpu)} of CPU${waiting}${busy}, ${mib} MiB`;
    });
    one(card, ".facts-line").textContent = [start && `Start: ${start}`, ...costs].filter(Boolean).join(" · ");
    one(card, ".moves").append(...moves.map(([text]) => element("li", text)));
    return card;
  }
}
