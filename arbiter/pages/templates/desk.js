// All replays of a page: which of them a key is meant for, and the address of what is shown (`#g3-12`: game 3, position
// 12). A replay is made when it is first needed, so that a page of a thousand games is there at once.

const ADDRESS = /^#g(?:ame-)?(\d+)(?:-(\d+))?$/;
const REST_MS = 200; // browsers refuse more than some new addresses a second

class Desk {
  /**
   * `cards` gives those of the page, in order; `make` the replay of one, null if there is nothing to step through; `find`
   * the card of a game by its number.
   * @param {{cards: () => HTMLElement[], make: (card: HTMLElement) => Replay | null,
   *   find: (number: number) => HTMLElement | null}} page
   */
  constructor({ cards, make, find }) {
    this.cards = cards;
    this.make = make;
    this.find = find;
    /** @type {WeakMap<Element, Replay | null>} */
    this.made = new WeakMap();
    /** @type {Replay | null} */
    this.active = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
    addEventListener("beforeprint", () => this.cards().forEach((card) => this.of(card)?.spread()));
    addEventListener("afterprint", () => this.cards().forEach((card) => this.made.get(card)?.gather()));
  }

  /**
   * The replay of a card, made now if it has not been.
   * @param {HTMLElement} card
   */
  of(card) {
    let replay = this.made.get(card);
    if (replay === undefined) {
      replay = this.make(card);
      this.made.set(card, replay);
    }
    return replay;
  }

  /**
   * What a person has just moved is what keys are meant for, and the address is its own.
   * @param {Replay} replay
   */
  moved(replay) {
    this.active = replay;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => history.replaceState(null, "", `#g${replay.game.number}-${replay.at}`), REST_MS);
  }

  /** Nothing is shown any more of what was: another game takes its place. */
  close() {
    this.active?.pause();
    this.active = null;
    clearTimeout(this.rest);
  }

  /** Show what the address names. */
  follow() {
    const named = ADDRESS.exec(location.hash);
    const card = named && this.find(Number(named[1]));
    const replay = card && this.of(card);
    if (!named || !replay) return;
    this.active = replay;
    replay.pause();
    replay.show(named[2] === undefined ? replay.last : Number(named[2]));
    if (named[2] === undefined) card.scrollIntoView({ block: "nearest" });
    else Desk.bring(replay);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const name = KEYS[event.key] ?? (event.key === " " ? "play" : undefined);
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const { target } = event;
    if (!(target instanceof Element) || target.matches("input, select, textarea")) return; // which have keys of their own
    if (name === "play" && !target.matches(".replay")) return;
    const arrow = event.key.startsWith("Arrow");
    const replay = this.wanted(target, arrow);
    if (!replay) return;
    event.preventDefault();
    replay.go(name);
    Desk.bring(replay);
  }

  /**
   * The replay that a key is meant for: around the focus, else the last one used if still in sight; else, for arrows, the
   * first in sight or of all. Only boxes of cards are asked for: what is in a card that is out of sight has no layout,
   * and to ask for it would make one.
   * @param {Element} target
   * @param {boolean} any
   */
  wanted(target, any) {
    const around = /** @type {HTMLElement | null} */ (target.closest(".card"));
    if (around && this.of(around)) return this.of(around);
    if (this.active && Desk.seen(this.active.card)) return this.active;
    if (!any) return null;
    const cards = this.cards();
    const first = cards.find(Desk.seen) ?? cards[0];
    return first ? this.of(first) : null;
  }

  /**
   * Whether a good part of something is in the window.
   * @param {Element} node
   */
  static seen(node) {
    const box = node.getBoundingClientRect();
    return box.height > 0 && box.bottom > 80 && box.top < innerHeight - 80;
  }

  /**
   * Bring the picture of a replay into the window, if it is not there.
   * @param {Replay} replay
   */
  static bring({ figure }) {
    const { top, bottom, height } = figure.getBoundingClientRect();
    const hidden = Math.max(0, -top) + Math.max(0, bottom - innerHeight);
    if (hidden > 0.25 * height) figure.scrollIntoView({ block: height < innerHeight ? "center" : "start" });
  }
}
