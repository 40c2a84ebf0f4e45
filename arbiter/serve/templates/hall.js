// The page from which tables are opened: a form that is sent as JSON, since no form of a stranger's page can do that.

/**
 * As arbiter/serve/looks.py writes it for each game.
 * @typedef {{sides: [string, string], protocols: string[], levels: number[], bot: boolean, alone: boolean, time: number,
 *   memory: number}} Known
 */

class Hall {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    /** @type {Record<string, Known>} */
    this.known = JSON.parse(one(document, "#known").textContent ?? "");
    this.said = one(form, ".said");
    form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.name === "game") this.game();
      this.seats();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open().catch((error) => (this.said.textContent = error.message));
    });
    one(form, "[data-order=match]").addEventListener("click", () => {
      this.match().catch((error) => (this.said.textContent = error.message));
    });
    this.game();
    this.seats();
  }

  /** @param {string} name */
  value(name) {
    return String(new FormData(this.form).get(name) ?? "");
  }

  /** What can be chosen depends on the game. */
  game() {
    const { levels, protocols, time, memory, bot } = this.known[this.value("game")];
    for (const letter of "AB") {
      this.fill(`level-${letter}`, levels.map(String), "3");
      this.fill(`protocol-${letter}`, protocols, protocols[0]);
      const ours = /** @type {HTMLOptionElement} */ (one(this.form, `[name=kind-${letter}] [value=bot]`));
      ours.disabled = !bot;
    }
    one(this.form, "[name=time]").setAttribute("placeholder", String(time));
    one(this.form, "[name=memory]").setAttribute("placeholder", String(memory));
  }

  /**
   * @param {string} name
   * @param {string[]} values
   * @param {string} usual
   */
  fill(name, values, usual) {
    const select = /** @type {HTMLSelectElement} */ (one(this.form, `[name=${name}]`));
    select.replaceChildren(...values.map((value) => element("option", value, { value })));
    if (values.includes(usual)) select.value = usual;
  }

  /**
   * Show what belongs to who sits there. What a person plays alone has tables for one person only; programs play it in
   * matches.
   */
  seats() {
    const { alone, levels } = this.known[this.value("game")];
    const rival = /** @type {HTMLSelectElement} */ (one(this.form, "[name=kind-B]"));
    const guest = /** @type {HTMLOptionElement} */ (one(rival, "[value=person]"));
    guest.disabled = alone;
    if (alone && guest.selected) rival.value = "program";
    const lonely = alone && this.value("kind-A") === "person";
    /** @type {[string, boolean][]} */
    const left = [[".seat[data-seat=B], .fold", lonely], [".order, [data-for=start]", alone], ["[type=submit]", alone && !lonely]];
    for (const [what, hidden] of left)
      this.form.querySelectorAll(what).forEach((node) => (/** @type {HTMLElement} */ (node).hidden = hidden));
    for (const seat of this.form.querySelectorAll(".seat")) {
      const kind = /** @type {HTMLSelectElement} */ (one(seat, "select")).value;
      for (const label of seat.querySelectorAll("[data-for]"))
        /** @type {HTMLElement} */ (label).hidden = label.getAttribute("data-for") !== kind || (kind === "bot" && !levels.length);
    }
    one(this.form, ".match").hidden = [..."AB"].some((letter) => this.value(`kind-${letter}`) === "person");
  }

  /** @param {string} name */
  number(name) {
    return this.value(name) ? Number(this.value(name)) : null;
  }

  /** What is wanted, as arbiter/serve/plan.py reads it. */
  wish() {
    const seats = [..."AB"].map((letter) => ({
      kind: this.value(`kind-${letter}`),
      level: this.number(`level-${letter}`),
      command: this.value(`command-${letter}`),
      protocol: this.value(`protocol-${letter}`),
    }));
    return { game: this.value("game"), seats, time: this.number("time"), memory: this.number("memory"), clock: this.value("clock"), start: this.value("start") };
  }

  /**
   * @param {string} where
   * @param {Record<string, unknown>} wish
   */
  async post(where, wish) {
    const answer = await fetch(where, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  async match() {
    location.assign(`contest/${(await this.post("matches", { ...this.wish(), games: this.number("games") })).contest}/`);
  }

  async open() {
    const { alone } = this.known[this.value("game")];
    if (alone && this.value("kind-A") !== "person") return this.match();
    location.assign(alone ? `alone/${this.value("game")}/` : `table/${(await this.post("tables", this.wish())).table}/`);
    return undefined;
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("open");
  if (form instanceof HTMLFormElement) new Hall(form);
});
