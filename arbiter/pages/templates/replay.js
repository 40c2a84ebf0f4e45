// One game that can be stepped through: board, moves, chart, clocks, and the controls. Whatever page it is on, it stands
// in a card: an element with `.replay figure` for the picture, `.moves` for the list, and `.about` beside it.

/**
 * A move of a game: as it is written, who made it (0 moved first), its time in milliseconds if that is known, and what
 * the picture after it is called.
 * @typedef {{text: string, by: number, ms: number | null, caption: string}} Move
 */
/**
 * What a replay shows. `colours` are the classes of who moved first and of the other, `names` what they are called,
 * `counted` what points count; `begins` is the caption of the start. `picture` is null if there is nothing to draw.
 * @typedef {{number: number, moves: Move[], begins: string, picture: Picture | null, colours: [string, string],
 *   names: [string, string], counted: string}} Game
 */

const STEP_MS = 700;
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

class Replay {
  /**
   * @param {HTMLElement} card
   * @param {Game} game
   * @param {(replay: Replay) => void} moved  hears of each position that a person asked for
   */
  constructor(card, game, moved) {
    this.card = card;
    this.game = game;
    this.moved = moved;
    this.last = game.moves.length;
    this.at = this.last;
    this.node = one(card, ".replay");
    for (const [name, value] of [["role", "group"], ["tabindex", "0"], ["aria-label", `Positions of game ${game.number}`]])
      this.node.setAttribute(name, value);
    this.figure = one(this.node, "figure");
    this.caption = element("figcaption");
    this.figure.replaceChildren(...(game.picture ? [game.picture.node] : []), this.caption);
    this.node.append(copied("controls"));
    this.slider = /** @type {HTMLInputElement} */ (one(this.node, "input"));
    this.slider.max = String(this.last);
    this.output = one(this.node, "output");
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.links = this.list();
    const chart = this.course();
    /** Whatever follows the position that is shown. */
    this.charts = chart ? [chart] : [];
    this.shown = () => {};
    /** Hears of moves that have come. */
    this.grown = () => {};
    this.node.addEventListener("click", ({ target }) => {
      const button = target instanceof Element && target.closest("[data-go]");
      if (button) this.go(button.getAttribute("data-go") ?? "");
    });
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    this.show(this.last);
  }

  /** Make links of the list of moves, or of one of steps where a move is more than that. */
  list() {
    const { number, moves } = this.game;
    let list = one(this.card, ".moves");
    if (list.children.length !== this.last) {
      // The page lists what programs wrote, which is something else.
      const written = list;
      list = element("ol", "", { class: "moves steps" });
      list.append(...moves.map(({ text }) => element("li", text)));
      written.before(list);
      written.classList.replace("moves", "written");
    }
    list.setAttribute("aria-label", `Moves of game ${number}`);
    list.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.jump(this.links.indexOf(link) + 1);
    });
    return moves.map((move, at) => this.link(list.children[at], move, at));
  }

  /**
   * @param {Element} item  of the list of moves
   * @param {Move} move
   * @param {number} at
   */
  link(item, { by, ms }, at) {
    const link = element("a", "", { href: `#g${this.game.number}-${at + 1}`, class: by ? "second" : "first" });
    link.append(...item.childNodes);
    if (!link.textContent) link.textContent = "–";
    if (ms !== null) item.setAttribute("title", time(ms));
    item.append(link);
    return link;
  }

  /**
   * The game goes on: after position `at` these moves follow, and nothing else. Shows the last of them, unless a person
   * shall go on looking at an earlier one.
   * @param {number} at
   * @param {Move[]} moves
   * @param {string[][]} boards
   * @param {boolean} [follow]
   */
  grow(at, moves, boards, follow = true) {
    const { game } = this;
    game.moves.splice(at, this.last, ...moves);
    if (game.picture instanceof Board) game.picture.grow(at, boards);
    this.last = game.moves.length;
    this.slider.max = String(this.last);
    const list = one(this.card, ".moves");
    for (const link of this.links.splice(at)) link.parentElement?.remove();
    for (const move of moves) {
      const item = element("li", move.text);
      list.append(item);
      this.links.push(this.link(item, move, this.links.length));
    }
    this.card.querySelectorAll(".course").forEach((figure) => figure.remove());
    const chart = this.course();
    this.charts = chart ? [chart] : [];
    this.grown();
    this.show(follow ? this.last : Math.min(this.at, this.last));
  }

  /** Draw who was ahead, if there are points in the middle of the game. */
  course() {
    const { picture, colours, names, counted } = this.game;
    const points = picture && Array.from({ length: this.last + 1 }, (_, at) => picture.points(at));
    if (!points?.some(Boolean)) return null;
    const above = colours[0] === "a" ? 1 : -1;
    const chart = new Chart(points.map((pair) => (pair ? above * (pair[0] - pair[1]) : 0)), (at) => this.jump(at));
    const figure = element("figure", "", { class: "course" });
    const caption = element("figcaption", `${counted} ahead, by move: `);
    const [a, b] = above > 0 ? names : [names[1], names[0]];
    caption.append(element("span", `${a} above`, { class: "a" }), ", ", element("span", `${b} below`, { class: "b" }));
    figure.append(caption, chart.node);
    one(this.card, ".moves").before(figure);
    return chart;
  }

  /**
   * Show a position, as a person asked.
   * @param {number} at
   */
  jump(at) {
    this.pause();
    this.show(at);
    this.moved(this);
  }

  /** @param {number} at */
  show(at) {
    this.links[this.at - 1]?.removeAttribute("aria-current");
    this.at = Math.min(Math.max(at, 0), this.last);
    this.links[this.at - 1]?.setAttribute("aria-current", "step");
    const told = this.tell();
    const { picture, number } = this.game;
    if (picture) {
      picture.draw(this.at);
      const title = picture.node.querySelector("title");
      if (title) title.textContent = `Game ${number}, position ${this.at}: ${told}`;
    }
    for (const chart of this.charts) chart.point(this.at);
    this.shown();
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", told);
    this.output.textContent = `${this.at} / ${this.last}`;
    for (const name of ["first", "previous"]) this.button(name).setAttribute("aria-disabled", String(this.at === 0));
    for (const name of ["next", "last"]) this.button(name).setAttribute("aria-disabled", String(this.at === this.last));
  }

  /** Write what is shown, and the clocks, under the picture. */
  tell() {
    const { moves, begins, picture, names, colours } = this.game;
    const move = moves[this.at - 1];
    const points = picture?.points(this.at);
    const told = move ? move.caption : begins;
    const parts = [element("b", String(this.at)), " ", told];
    if (points) parts.push(" ", element("i", `${points[0]}–${points[1]}`));
    if (move && move.ms !== null) parts.push(" ", element("small", time(move.ms)));
    const used = [0, 0];
    for (const { by, ms } of moves.slice(0, this.at)) used[by] += ms ?? 0;
    const clock = element("span", "", { class: "clock" });
    if (moves.some(({ ms }) => ms !== null))
      clock.append(...names.map((name, by) => element("span", `${name} ${time(used[by])}`, { class: colours[by] })));
    this.caption.replaceChildren(...parts, clock);
    return told;
  }

  /** Draw all positions, one after another: paper cannot be stepped through. */
  spread() {
    const { picture, begins, moves } = this.game;
    if (!picture) return;
    const list = element("ol", "", { class: "positions" });
    for (let at = 0; at <= this.last; at++) {
      picture.draw(at);
      const figure = element("figure");
      const points = picture.points(at);
      figure.append(picture.node.cloneNode(true), element("figcaption", `${at} ${moves[at - 1]?.caption ?? begins} ${points?.join("–") ?? ""}`));
      const item = element("li");
      item.append(figure);
      list.append(item);
    }
    picture.draw(this.at);
    this.node.append(list);
    this.node.classList.add("spread");
  }

  /** Put them away again. */
  gather() {
    this.node.querySelector(".positions")?.remove();
    this.node.classList.remove("spread");
  }

  /** @param {string} name */
  button(name) {
    return one(this.node, `[data-go=${name}]`);
  }

  /** @param {string} name */
  go(name) {
    const playing = this.timer !== undefined;
    if (name === "play" && playing) this.pause();
    else if (name === "play") this.play();
    else this.jump({ first: 0, previous: this.at - 1, next: this.at + 1 }[name] ?? this.last);
  }

  play() {
    if (this.at === this.last) this.show(0);
    this.face("pause", "Pause");
    this.timer = setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.last) this.pause();
    }, STEP_MS);
    this.moved(this);
  }

  pause() {
    clearInterval(this.timer);
    if (this.timer !== undefined) this.face("play", "Play");
    this.timer = undefined;
  }

  /**
   * @param {string} icon
   * @param {string} label
   */
  face(icon, label) {
    const button = this.button("play");
    button.setAttribute("aria-label", label);
    one(button, "use").setAttribute("href", `#i-${icon}`);
  }
}
