// Squares that a person can point at, by mouse, touch or keyboard: where a move goes, or first where it begins; and pieces
// that can be dragged from there.

const SLIP = 4; // pixels that a hand moves when it means to click

class Targets {
  /**
   * @param {Notation} notation
   * @param {Squares} squares
   * @param {HTMLElement} figure  where a board is, perhaps now and then another one
   * @param {HTMLElement} passes  where moves go that name no square
   * @param {{play: (move: string) => void, put?: (square: number) => void}} heard  of the move that was pointed at, or
   *   of the square where all are offered
   */
  constructor(notation, squares, figure, passes, { play, put = () => {} }) {
    this.notation = notation;
    this.squares = squares;
    this.figure = figure;
    this.passes = passes;
    this.play = play;
    this.put = put;
    this.all = false;
    /** @type {string[]} */
    this.moves = [];
    /** @type {number | null} */
    this.chosen = null;
    this.marks = drawn("g", { class: "targets" });
    passes.addEventListener("click", ({ target }) => {
      const move = target instanceof Element && target.getAttribute("data-move");
      if (move) play(move);
    });
    figure.addEventListener("click", ({ target }) => this.touch(target));
    /** @type {{pointer: number, from: number, x: number, y: number, piece: SVGElement | null} | null} */
    this.held = null;
    figure.addEventListener("pointerdown", (event) => this.take(event));
    figure.addEventListener("pointermove", (event) => this.drag(event));
    figure.addEventListener("pointerup", (event) => this.drop(event));
    figure.addEventListener("pointercancel", () => this.release());
    // A finger that drags a piece scrolls nothing; shapes in a picture heed no touch-action.
    figure.addEventListener("touchmove", (event) => this.held && event.preventDefault(), { passive: false });
    figure.addEventListener("keydown", (event) => {
      if (["Enter", " "].includes(event.key) && this.touch(event.target)) event.preventDefault();
    });
  }

  /**
   * Offer moves; none takes away what was offered.
   * @param {string[]} moves
   */
  aim(moves) {
    const focused = this.marks.contains(document.activeElement) ? document.activeElement?.getAttribute("data-square") : null;
    this.moves = moves;
    this.all = false;
    this.clear();
    /** @type {HTMLElement[]} */
    const passes = [];
    /** @type {Map<number, string>} */
    const buttons = new Map();
    for (const move of moves) {
      const [from, to] = this.notation.squares(move);
      if (from === undefined) passes.push(element("button", "Pass", { type: "button", "data-move": move }));
      else if (to === undefined) buttons.set(from, "target");
      else if (this.chosen === from) buttons.set(to, "target").set(from, "origin chosen");
      else if (!buttons.has(from)) buttons.set(from, "origin");
    }
    redrawn(this.passes, () => this.passes.replaceChildren(...passes));
    for (const [square, look] of buttons) this.button(square, look);
    this.show();
    if (focused) this.focus(Number(focused)); // the same moves may be offered anew while somebody looks for one by keyboard
  }

  /**
   * Offer every square, as for setting up.
   * @param {number} [focused]
   */
  offer(focused) {
    this.moves = [];
    this.all = true;
    this.clear();
    this.squares.points.forEach((_, square) => this.button(square, "empty"));
    this.show();
    if (focused !== undefined) this.focus(focused);
  }

  clear() {
    this.marks.parentElement?.setAttribute("role", "img");
    this.marks.remove();
    this.marks.replaceChildren();
  }

  /** A picture with buttons in it is none to who does not see it. */
  show() {
    const board = this.figure.querySelector(".board");
    if (this.marks.childElementCount) board?.setAttribute("role", "group");
    board?.append(this.marks);
  }

  /** @param {number} square */
  focus(square) {
    /** @type {HTMLElement | null} */ (this.marks.querySelector(`[data-square="${square}"]`))?.focus();
  }

  /**
   * @param {number} square
   * @param {string} look
   */
  button(square, look) {
    const [cx, cy] = this.squares.points[square].split(" ");
    const label = this.notation.writing.squares[square];
    const named = { role: "button", "aria-label": label, "data-square": square };
    // Who does not see it is told by this where a move begins, and which piece is chosen.
    const chosen = look.startsWith("origin") ? { "aria-pressed": String(look.endsWith("chosen")) } : {};
    this.marks.append(drawn("circle", { class: look, cx, cy, r: 0.45, tabindex: 0, ...named, ...chosen }));
  }

  // ---- dragging: nothing that was pressed leaves the page meanwhile, or a finger would be lost --------------------------

  /** @param {PointerEvent} event */
  take({ target, isPrimary, button, pointerId, clientX, clientY }) {
    if (!(target instanceof Element) || !this.marks.contains(target)) return; // there may be targets of another's, too
    const origin = target.classList.contains("origin") && target.getAttribute("data-square");
    if (!origin || this.all || !isPrimary || button) return;
    this.held = { pointer: pointerId, from: Number(origin), x: clientX, y: clientY, piece: null };
  }

  /** @param {PointerEvent} event */
  drag({ pointerId, clientX, clientY }) {
    const { held } = this;
    const board = /** @type {SVGSVGElement | null} */ (this.figure.querySelector(".board"));
    if (held?.pointer !== pointerId || !board) return;
    if (!held.piece) {
      if (Math.hypot(clientX - held.x, clientY - held.y) < SLIP) return;
      this.figure.setPointerCapture(pointerId);
      held.piece = this.lift(board, held.from);
    }
    const at = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM()?.inverse());
    held.piece.setAttribute("points", `${at.x} ${at.y}`);
  }

  /**
   * Show where a piece can go, and a copy of it that follows.
   * @param {SVGSVGElement} board
   * @param {number} from
   */
  lift(board, from) {
    const point = this.squares.points[from];
    const shapes = [...board.children].filter((node) => node.localName === "polyline");
    const pairs = (/** @type {Element} */ node) => /** @type {string[]} */ (node.getAttribute("points")?.match(/[^ ]+ [^ ]+/g) ?? []);
    const look = shapes.find((node) => pairs(node).includes(point))?.getAttribute("class") ?? "";
    this.marks.querySelectorAll(".target").forEach((node) => node.remove()); // of a piece that was chosen before
    const goals = this.moves.map((move) => this.notation.squares(move)).filter(([start, to]) => start === from && to !== undefined);
    for (const [, to] of goals) this.button(to, "target");
    const piece = drawn("polyline", { class: `${look} dragged`, points: point });
    board.append(piece);
    return piece;
  }

  /** @param {PointerEvent} event */
  drop({ pointerId, clientX, clientY }) {
    const { held } = this;
    if (held?.pointer !== pointerId || !held.piece) return this.release();
    held.piece.remove();
    const goal = document.elementFromPoint(clientX, clientY)?.getAttribute("data-square");
    this.release();
    const move = this.moves.find((text) => {
      const [from, to] = this.notation.squares(text);
      return goal && from === held.from && to === Number(goal);
    });
    this.chosen = null;
    if (move) this.play(move);
    else this.aim(this.moves);
  }

  release() {
    this.held?.piece?.remove();
    this.held = null;
  }

  /**
   * Whatever was pointed at; true if it meant something.
   * @param {EventTarget | null} target
   */
  touch(target) {
    const named = target instanceof Element ? target.getAttribute("data-square") : null;
    if (named === null) return false;
    const square = Number(named);
    if (this.all) {
      this.put(square);
      return true;
    }
    const move = this.moves.find((text) => {
      const squares = this.notation.squares(text);
      return squares[squares.length - 1] === square && (squares.length === 1 || squares[0] === this.chosen);
    });
    this.chosen = move || this.chosen === square ? null : square;
    if (move) {
      this.play(move);
    } else {
      this.aim(this.moves);
      this.focus(square);
    }
    return true;
  }
}
