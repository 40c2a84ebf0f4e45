// The page of a league: lists games, and draws the one that is looked at. All text goes in as text.

const LINES = 100;
const CHOICES = ["by-player", "by-other", "by-result"];

class GameList {
  /** @param {Index} index */
  constructor(index) {
    this.index = index;
    this.by = 0;
    this.up = true;
    this.page = 0;
    /** @type {number | null} */
    this.open = null;
    this.table = /** @type {HTMLTableElement} */ (found("table"));
    this.selects = CHOICES.map((id) => /** @type {HTMLSelectElement} */ (found(id)));
    const [back, forth] = ["back", "forth"].map((id) => /** @type {HTMLButtonElement} */ (found(id)));
    this.back = back;
    this.forth = forth;
    for (const select of this.selects.slice(0, 2)) select.append(...index.names.map((name, at) => element("option", name, { value: at })));
    for (const select of this.selects) select.addEventListener("change", () => this.turn(0));
    back.addEventListener("click", () => this.turn(this.page - 1));
    forth.addEventListener("click", () => this.turn(this.page + 1));
    this.table.tHead?.addEventListener("click", ({ target }) => {
      const button = target instanceof Element && target.closest("[data-by]");
      if (button) this.sort(Number(button.getAttribute("data-by")), button.closest("th"));
    });
  }

  /**
   * @param {any[]} game
   * @param {number} order  who moved first, or second
   */
  player(game, order) {
    return game[A + (game[FIRST] ^ order)];
  }

  /**
   * @param {any[]} game
   * @param {number} order
   */
  score(game, order) {
    return game[SCORE + (game[FIRST] ^ order)];
  }

  /**
   * What a column is sorted by.
   * @param {any[]} game
   * @returns {string | number}
   */
  key(game) {
    const names = [0, 1].map((order) => this.index.names[this.player(game, order)]);
    return [game[NUMBER], game[ROUND], ...names, this.score(game, 0) - this.score(game, 1), game[PLIES], game[LONGEST]][this.by];
  }

  /**
   * @param {number} by
   * @param {Element | null} head
   */
  sort(by, head) {
    this.up = by === this.by ? !this.up : true;
    this.by = by;
    if (head) Sorting.mark(head, this.up);
    this.turn(0);
  }

  /** @param {number} page */
  turn(page) {
    this.page = page;
    this.show();
  }

  /** The games of the players and with the result that are asked for. */
  chosen() {
    const [player, other, result] = this.selects.map((select) => select.value);
    return this.index.games.filter((game) => {
      const seat = player === "" ? null : game[A] === Number(player) ? 0 : game[B] === Number(player) ? 1 : -1;
      if (seat === -1 || (other !== "" && ![game[A], game[B]].includes(Number(other)))) return false;
      if (other !== "" && other === player) return false;
      const ahead = game[SCORE + (seat ?? 0)] - game[SCORE + 1 - (seat ?? 0)];
      const both = game[LABEL] === "not played" && game[OFFENDER] >= 2; // are suspended: each has lost it
      if (result === "drawn") return ahead === 0 && !game[LABEL];
      if (result === "forfeit") return game[OFFENDER] >= 0 && (seat === null || game[OFFENDER] >= 2 || game[OFFENDER] === seat);
      if (result === "won") return seat === null ? ahead !== 0 : ahead > 0;
      if (result === "lost") return both || (seat === null ? ahead !== 0 : ahead < 0);
      return true;
    });
  }

  show() {
    const games = this.chosen();
    games.sort((x, y) => Sorting.compare(this.key(x), this.key(y)) * (this.up ? 1 : -1) || x[NUMBER] - y[NUMBER]);
    const pages = Math.max(1, Math.ceil(games.length / LINES));
    this.page = Math.min(Math.max(this.page, 0), pages - 1);
    const begin = this.page * LINES;
    const part = games.slice(begin, begin + LINES);
    found("count").textContent = games.length ? `${begin + 1}–${begin + part.length} of ${games.length}` : "no such game";
    this.back.disabled = this.page === 0;
    this.forth.disabled = this.page === pages - 1;
    this.table.tBodies[0].replaceChildren(...part.map((game) => this.line(game)));
  }

  /** @param {any[]} game */
  line(game) {
    const row = element("tr");
    const link = (/** @type {number} */ player) => element("a", this.index.names[player], { href: `#player-${player}` });
    const [first, second] = [this.player(game, 0), this.player(game, 1)];
    const texts = [`${this.score(game, 0)}–${this.score(game, 1)}`, game[PLIES], game[PLIES] ? time(game[LONGEST]) : "–"];
    const nodes = [element("a", String(game[NUMBER]), { href: `#game-${game[NUMBER]}` }), game[ROUND], link(first), link(second), ...texts];
    nodes.push(game[LABEL] || (game[OFFENDER] < 0 ? "" : "forfeit"));
    for (const node of nodes) {
      const cell = element("td");
      cell.append(node instanceof Node ? node : String(node ?? ""));
      row.append(cell);
    }
    if (game[OFFENDER] >= 0) row.className = "forfeit";
    if (game[NUMBER] === this.open) row.setAttribute("aria-current", "true");
    return row;
  }

  /**
   * List what a link names: #list-3-5-forfeit is of player 3, against 5, by a result; each may be left out.
   * @param {string | undefined} address
   */
  choose(address) {
    const named = /^#list-(\d*)-(\d*)-(\w*)$/.exec(address ?? "");
    if (!named) return;
    this.selects.forEach((select, at) => (select.value = named[at + 1]));
    this.turn(0);
    found("list").scrollIntoView();
  }
}

class LeaguePage {
  constructor() {
    /** @type {Index} */
    this.index = JSON.parse(found("index").textContent ?? "");
    for (const table of document.querySelectorAll(".sortable")) Sorting.of(/** @type {HTMLTableElement} */ (table));
    found("scriptless").hidden = true;
    found("list").hidden = false;
    this.list = new GameList(this.index);
    this.stored = new Stored(this.index);
    /** @type {{card: HTMLElement, game: Game, position: string, layings?: Layings} | null} */
    this.opened = null;
    this.desk = new Desk({
      cards: () => (this.opened ? [this.opened.card] : []),
      make: (card) => this.replay(card),
      find: (number) => this.open(number),
    });
    // A click on the link to where the page is already changes no address, but the choices may be others by now.
    document.addEventListener("click", ({ target }) => target instanceof Element && this.list.choose(target.closest("a")?.hash));
    addEventListener("hashchange", () => this.list.choose(location.hash));
    this.list.show();
    this.desk.follow();
    this.list.choose(location.hash);
  }

  /** @param {HTMLElement} card */
  replay(card) {
    if (!this.opened) return null;
    const { game, position, layings } = this.opened;
    const replay = new Replay(card, game, (moved) => this.desk.moved(moved));
    if (typeof study === "function") study(replay, this.index.looks, position, layings);
    return replay;
  }

  /**
   * Give the card of a game, which takes the place of the one before.
   * @param {number} number
   */
  open(number) {
    const place = this.index.games.findIndex((game) => game[NUMBER] === number);
    const row = this.index.games[place];
    if (!row) return null;
    if (!this.opened || number !== this.list.open) {
      this.desk.close();
      const detail = this.stored.detail(place);
      const card = this.stored.card(row, detail);
      this.opened = { card, game: this.stored.game(row, detail), position: detail.position, layings: detail.more.layings };
      this.list.open = number;
      found("game").replaceChildren(card);
      this.list.show();
    }
    return this.opened.card;
  }
}

document.addEventListener("DOMContentLoaded", () => new LeaguePage());
