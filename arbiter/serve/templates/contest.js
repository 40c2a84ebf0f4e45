// A league or match while it is played: boards that move, standings that grow, and finished games. Each game leads to
// the page on which it is followed.

/**
 * As arbiter/serve/contest.py tells it.
 * @typedef {{slot: number, number: number, players: [string, string], first: number, plies: number, before: string | null,
 *   caption: string, board?: string, svg?: string, marks?: [string, string], points?: [number, number], result: string}} Mini
 */
/**
 * @typedef {{columns: string[], rows: string[][], lines: string[], finished: number, scheduled: number,
 *   decided?: boolean, games: [number, string, string, number, number, number, string][]}} Summary
 */

class ContestPage {
  constructor() {
    /** @type {Looks} */
    this.looks = JSON.parse(one(document, "#looks").textContent ?? "");
    this.place = one(document, ".minis");
    this.running = false;
    /** @type {Summary | null} */
    this.summary = null;
    /** @type {Map<number, {mini: Mini, item: HTMLElement, picture: Board | null}>} */
    this.slots = new Map();
    const orders = document.querySelector("form.orders");
    if (orders instanceof HTMLFormElement) this.listen(orders);
    this.hearing = new Hearing((event) => this.hear(event), (text) => this.say(text));
  }

  /** @param {any} event */
  hear(event) {
    if (event.kind === "said" || event.kind === "closed") this.say(event.text);
    if (event.kind === "boards") event.boards.forEach((/** @type {Mini} */ mini) => this.show(mini));
    if (event.kind === "summary") this.sums(event.summary);
    if (event.kind === "state") {
      this.running = event.running;
      this.say(event.said);
      const kept = new Set(event.boards.map((/** @type {Mini} */ { slot }) => slot));
      for (const [slot, { item }] of this.slots)
        if (!kept.has(slot)) {
          item.remove();
          this.slots.delete(slot);
        }
      event.boards.forEach((/** @type {Mini} */ mini) => this.show(mini));
      this.sums(event.summary);
    }
  }

  /** @param {string} text */
  say(text) {
    one(document, ".told").textContent = text;
  }

  /** @param {Mini} mini */
  show(mini) {
    const old = this.slots.get(mini.slot);
    const item = old?.item ?? element("li");
    if (!old) {
      const link = element("a");
      link.append(element("figure"), element("span", "", { class: "who" }));
      item.append(link, element("span", "", { class: "caption" }));
      const after = [...this.slots].find(([slot]) => slot > mini.slot);
      this.place.insertBefore(item, after ? after[1].item : null);
    }
    const picture = this.draw(mini, one(item, "figure"), old?.picture ?? null);
    const [a, b] = mini.first ? [mini.players[1], mini.players[0]] : mini.players;
    one(item, "a").setAttribute("href", `${mini.number}/`);
    one(item, ".who").textContent = `Game ${mini.number}: ${a} and ${b}`;
    one(item, ".caption").textContent = mini.result || `${mini.plies}: ${mini.caption}`;
    this.slots.set(mini.slot, { mini, item, picture });
    this.slots = new Map([...this.slots].sort(([one], [two]) => one - two));
  }

  /**
   * @param {Mini} mini
   * @param {HTMLElement} figure
   * @param {Board | null} known
   */
  draw(mini, figure, known) {
    const { squares } = this.looks;
    if (!squares || mini.board === undefined) {
      figure.replaceChildren(...(mini.svg ? [pictured(mini.svg)] : []));
      return null;
    }
    const boards = [mini.before, mini.board].filter((text) => text !== null).map((text) => [...(text ?? "")]);
    const picture = known ?? new Board(squares, boards);
    if (!known) figure.replaceChildren(picture.node);
    picture.boards = boards;
    picture.marks = () => mini.marks?.map(pictured) ?? null;
    picture.draw(boards.length - 1);
    picture.title.textContent = `Game ${mini.number}, position ${mini.plies}: ${mini.caption}`;
    return picture;
  }

  /** @param {Summary} summary */
  sums(summary) {
    this.summary = summary;
    const { finished, scheduled, decided, columns, rows, lines, games } = summary;
    const ended = decided ? "Over by its verdict" : scheduled > finished ? "Stopped" : "Played to its end";
    const state = this.running ? "Played now" : !scheduled ? "Not begun" : ended;
    const told = `${state}: ${finished} of ${scheduled} games are finished.`;
    const turn = one(document, ".turn");
    if (turn.textContent !== told) turn.textContent = told;
    const table = one(document, ".sums");
    one(table, "thead tr").replaceChildren(...["#", ...columns].map((text) => element("th", text, { scope: "col" })));
    one(table, "tbody").replaceChildren(
      ...rows.map(([name, ...cells], at) => {
        const row = element("tr");
        row.append(element("td", String(at + 1)), element("th", name, { scope: "row" }), ...cells.map((text) => element("td", text)));
        return row;
      }),
    );
    one(document, ".lines").textContent = lines.join(" ");
    const items = games.map(([number, a, b, first, one, two, what]) => {
      const item = element("li");
      const names = [`${a}${first ? "" : " (first)"}`, `${b}${first ? " (first)" : ""}`];
      item.append(element("a", `Game ${number}`, { href: `${number}/` }), element("span", ` ${names[0]} ${one}–${two} ${names[1]}${what ? `; ${what}` : ""}`));
      return item;
    });
    const list = one(document, ".finished");
    redrawn(list, () => list.replaceChildren(...items));
    this.aim();
  }

  /** Say what can be ordered now. */
  aim() {
    if (!this.summary) return;
    const { scheduled, finished, decided } = this.summary;
    const set = (/** @type {string} */ name, /** @type {boolean} */ can) => {
      const button = document.querySelector(`[data-order=${name}]`);
      button?.setAttribute("aria-disabled", String(!can));
      return button;
    };
    const start = set("start", !this.running && !decided);
    if (start) start.textContent = scheduled ? "Resume" : "Start";
    set("stop", this.running);
    set("review", finished > 0);
  }

  /** @param {HTMLFormElement} form */
  listen(form) {
    const order = (/** @type {Record<string, unknown>} */ wish) => this.order(wish).catch((error) => this.say(error.message));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.running && !this.summary?.decided) order({ do: "start", jobs: Number(new FormData(form).get("jobs")) });
    });
    for (const what of ["stop", "review"]) {
      const button = form.querySelector(`[data-order=${what}]`);
      button?.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && order({ do: what }));
    }
  }

  /** @param {Record<string, unknown>} wish */
  async order(wish) {
    this.say("");
    const answer = await fetch("orders", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

document.addEventListener("DOMContentLoaded", () => new ContestPage());
