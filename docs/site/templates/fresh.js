// A game from its start against the bot: the study of a replay that has no moves yet. Looked back at, it is the replay of
// what was played. A row of tiles is laid from a random hand, which the bot then has as well.

/**
 * As docs/site/play.py writes it: what random hands are drawn from. One tile in `share` is special where there are any.
 * @typedef {{plain: [number, number][], special: [number, number][], share: number, kinds: Record<string, string>}} Hands
 */

class FreshGame {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {Looks} */
    this.looks = JSON.parse(one(document, "#looks").textContent ?? "");
    const hands = document.getElementById("hands");
    /** @type {Hands | null} */
    this.hands = hands && JSON.parse(hands.textContent ?? "");
    this.place = one(document, ".cards");
    this.again = one(document, "[data-go=again]");
    this.review = one(document, "[data-go=review]");
    /** @type {HTMLElement} */
    this.card = this.place;
    this.desk = new Desk({ cards: () => [this.card], make: () => this.replay ?? null, find: () => this.card });
    this.again.addEventListener("click", () => this.begin());
    this.review.addEventListener("click", () => this.lookBack());
    this.begin();
  }

  /** Put an empty game in the place of whatever was there; side and level stay as they were chosen. */
  begin() {
    const chosen = [...this.card.querySelectorAll("select")].map(({ name, value }) => ({ name, value }));
    this.card = /** @type {HTMLElement} */ (copied("card").firstElementChild);
    this.place.replaceChildren(this.card);
    this.place.classList.add("fresh");
    this.review.setAttribute("aria-disabled", "true");
    const { sides, squares, counted } = this.looks;
    const hand = this.hands && this.draw(this.hands);
    /** @type {Picture | null} */
    let picture = null;
    if (hand) picture = Tiles.laid(hand, sides, []).picture;
    else if (squares) picture = new Board(squares, [new Notation(this.engine.writing, squares).board(this.engine.start)]);
    this.replay = new Replay(
      this.card,
      { number: 1, moves: [], begins: hand ? "the hand" : "start", picture, colours: ["a", "b"], names: sides, counted },
      (moved) => (this.desk.active = moved),
    );
    const start = hand ? `${hand.hand.split(" ").length / 2} ${hand.hand}` : undefined;
    this.seat = study(this.replay, this.looks, start, hand ?? undefined);
    for (const { name, value } of chosen) {
      const select = this.card.querySelector(`[name=${name}]`);
      if (select instanceof HTMLSelectElement) select.value = value;
    }
    if (this.seat instanceof Study) this.seat.played = () => this.list();
    if (this.seat instanceof Hand) this.seat.played = () => this.answer(start ?? "");
    if (this.seat instanceof Study) this.seat.act("play");
    else this.seat?.begin();
  }

  /**
   * A random hand, as the arbiter draws them (arbiter/games/domino/referee.py).
   * @param {Hands} hands
   * @returns {Layings}
   */
  draw({ plain, special, share, kinds }) {
    const any = (/** @type {[number, number][]} */ tiles) => tiles[Math.floor(Math.random() * tiles.length)];
    const size = Number(/** @type {HTMLSelectElement} */ (one(document, "[name=size]")).value);
    const mixed = /** @type {HTMLInputElement} */ (one(document, "[name=special]")).checked;
    const tiles = Array.from({ length: size }, () => any(mixed && Math.random() * share < 1 ? special : plain));
    tiles.sort(([a, b], [c, d]) => a - c || b - d);
    return { hand: tiles.flat().join(" "), kinds, rows: [["", 0, ""]] };
  }

  /** Write the moves down as they are played. */
  list() {
    if (!(this.seat instanceof Study) || !this.seat.own) return;
    const { moves, texts } = this.seat.own;
    one(this.card, ".moves").replaceChildren(...moves.map((move) => element("li", move)));
    const whole = moves.length && texts[0] === this.engine.start;
    this.review.setAttribute("aria-disabled", String(!whole));
  }

  /** Show what was played as any game is shown. */
  lookBack() {
    const { seat, replay } = this;
    if (!(seat instanceof Study) || !replay || !seat.own || this.review.getAttribute("aria-disabled") === "true") return;
    const { moves, boards } = seat.own;
    const { sides } = this.looks;
    this.place.classList.remove("fresh");
    this.review.setAttribute("aria-disabled", "true");
    one(this.card, ".moves").replaceChildren();
    const told = moves.map((text, at) => ({ text, by: at % 2, ms: null, caption: `${sides[at % 2]} ${text}` }));
    replay.grow(0, told, boards.slice(1));
  }

  /**
   * Say what the bot lays of the same hand.
   * @param {string} start
   */
  async answer(start) {
    const { seat, card } = this;
    const { value, exact, bound, line } = await this.engine.search(start);
    if (seat !== this.seat) return;
    const known = exact ? "which is the optimum" : `and nothing has more than ${bound}`;
    one(card, ".bot").textContent = `The bot lays ${value} points, ${known}: ${line.join(", ")}`;
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const engine = Engine.here();
  if (engine) new FreshGame(engine);
  else one(document, ".unable").hidden = false;
});
