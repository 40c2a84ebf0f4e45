// A table: the replay of a game that grows as it is played. What happens comes as events of the server; what a person
// wants goes there as posts. The page judges nothing: the legal moves come with the question.

/**
 * A position, as arbiter/serve/story.py tells it.
 * @typedef {{caption: string, board?: string, svg?: string, marks?: [string, string], points?: [number, number]}} Seen
 */
/**
 * @typedef {Seen & {text: string, by: number, ms: number, stderr: string}} Told
 */
/**
 * @typedef {{seat: number, moves: string[], left: number | null}} Wanted
 */
/**
 * @typedef {{number: number, first: number, players: [string, string], begins: Seen, position: string, turns: Told[],
 *   asked: Wanted | null, said: [string, string], left: (number | null)[], memory: (number | null)[], paused: boolean,
 *   result: string, persons?: number[], closed?: string}} State  `persons`: their seats at a table; `closed`: why nothing
 *   more will come, if that is so
 */

const HINT_TIME_S = 0.5;

class TablePage {
  constructor() {
    /** @type {Looks} */
    this.looks = JSON.parse(one(document, "#looks").textContent ?? "");
    /** @type {Writing | null} */
    this.writing = JSON.parse(one(document, "#writing").textContent ?? "");
    this.place = one(document, ".cards");
    this.turn = one(document, ".turn");
    this.told = one(document, ".told");
    /** @type {State | null} */
    this.state = null;
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {Seen[]} */
    this.seen = [];
    this.desk = new Desk({
      cards: () => (this.replay ? [this.replay.card] : []),
      make: () => this.replay,
      find: () => this.replay?.card ?? null,
    });
    this.hearing = new Hearing((event) => this.hear(event), (text) => this.say(text));
  }

  /** @param {any} event */
  hear(event) {
    const { state } = this;
    if (event.kind === "state") return this.renew(event);
    if (event.kind === "closed") return this.close(event.text);
    if (!state) return undefined;
    if (event.kind === "turn") return this.grow(event, state);
    if (event.kind === "said") return (this.say(event.text), this.aim()); // what cannot be played leaves the question
    if (event.kind === "stderr") state.said[event.seat] = event.text;
    if (event.kind === "asked") state.asked = event.asked;
    if (event.kind === "paused") state.paused = event.paused;
    if (event.kind === "over") Object.assign(state, { result: event.result, memory: event.memory, asked: null });
    return event.kind === "stderr" ? this.voices() : this.show();
  }

  /**
   * Show what there is. Of the game that is shown, told as a whole once more because the connection was lost or nobody
   * saw the page, only what is new is shown: what a person looks at, tries out or types stays.
   * @param {State} next
   */
  renew(next) {
    const { state } = this;
    const same = state && next.number === state.number && state.turns.every(({ text }, at) => next.turns[at]?.text === text);
    if (state && same) {
      const { left, memory, asked, said, paused, result } = next;
      next.turns.slice(state.turns.length).forEach((turn) => this.grow({ ...turn, at: state.turns.length, left, memory }, state));
      Object.assign(state, { left, memory, asked, said, paused, result });
      this.show();
      this.voices();
    } else this.begin(next);
    if (next.closed) this.close(next.closed);
  }

  /** @param {string} why */
  close(why) {
    this.hearing.end();
    if (this.state) Object.assign(this.state, { asked: null, closed: why });
    this.show();
    this.say(why);
  }

  /**
   * Show a game from what there is of it.
   * @param {State} state
   */
  begin(state) {
    this.state = state;
    this.told.textContent = "";
    const { begins, turns } = state;
    this.seen = [begins, ...turns];
    const card = /** @type {HTMLElement} */ (copied("card").firstElementChild);
    const typed = /** @type {HTMLInputElement | null} */ (this.place.querySelector("[name=move]"))?.value ?? "";
    this.desk.close();
    redrawn(this.place, () => this.fill(card, state));
    const input = /** @type {HTMLInputElement | null} */ (card.querySelector("[name=move]"));
    if (input) input.value = typed;
  }

  /**
   * Put a card there in place of another one, with what a game is so far.
   * @param {HTMLElement} card
   * @param {State} state
   */
  fill(card, { number, first, turns, begins, position }) {
    const { squares, counted } = this.looks;
    this.place.replaceChildren(card);
    const boards = this.seen.map(({ board }) => [...(board ?? "")]);
    /** @type {Picture | null} */
    let picture = null;
    if (squares && begins.board) {
      const marks = (/** @type {number} */ at) => this.seen[at].marks?.map(pictured) ?? null;
      picture = new Board(squares, boards, { marks, points: this.points() });
    } else if (begins.svg) picture = new Album(this.seen.map(({ svg }) => pictured(svg ?? "")), this.points());
    const list = one(card, ".moves");
    list.append(...turns.map(({ text }) => element("li", text)));
    this.replay = new Replay(
      card,
      {
        number,
        moves: turns.map((turn) => TablePage.move(turn)),
        begins: begins.caption,
        picture,
        colours: first ? ["b", "a"] : ["a", "b"],
        names: first ? ["B", "A"] : ["A", "B"],
        counted,
      },
      (moved) => (this.desk.active = moved),
    );
    const seat = typeof study === "function" ? study(this.replay, this.looks, position || undefined) : undefined;
    this.study = seat instanceof Study ? seat : null;
    const left = this.replay.shown;
    this.replay.shown = () => (left.call(this.replay), this.aim());
    this.targets = null;
    const orders = card.querySelector(".orders");
    if (orders) this.listen(/** @type {HTMLElement} */ (orders), squares);
    this.show();
    this.voices();
  }

  /** Points where the page cannot count them. */
  points() {
    return /** @type {[number, number][]} */ (this.seen.map(({ points }) => points).filter(Boolean));
  }

  /** @param {Told} turn */
  static move({ text, by, ms, caption }) {
    return { text, by, ms, caption };
  }

  /**
   * A move has been made.
   * @param {Told & {at: number, left: (number | null)[], memory: (number | null)[]}} turn
   * @param {State} state
   */
  grow(turn, state) {
    const { replay } = this;
    if (!replay || turn.at !== state.turns.length) return;
    const follow = replay.at === replay.last && !this.study?.own;
    state.turns.push(turn);
    Object.assign(state, { left: turn.left, memory: turn.memory });
    state.asked = null;
    state.said[turn.by === 0 ? state.first : 1 - state.first] = "";
    this.seen.push(turn);
    const { picture } = replay.game;
    if (picture instanceof Board && turn.points) picture.counted.push(turn.points);
    if (picture instanceof Album && turn.svg) {
      picture.pictures.push(pictured(turn.svg));
      picture.last++;
      if (turn.points) picture.counted.push(turn.points);
    }
    if (this.study?.own) this.study.leave = () => {}; // what a person tries out stays until it is put away
    replay.grow(turn.at, [TablePage.move(turn)], [[...(turn.board ?? "")]], follow);
    if (this.study) delete /** @type {any} */ (this.study).leave;
    this.show();
    this.voices();
  }

  // ---- what is shown beside the board ------------------------------------------------------------------------------

  /** @param {string} text */
  say(text) {
    this.told.textContent = text;
  }

  show() {
    const { state, replay } = this;
    if (!state || !replay) return;
    const { asked, first, turns, result, paused, closed } = state;
    const { sides } = this.looks;
    const by = turns.length % 2;
    this.turn.textContent = result
      ? `Game ${state.number} is over. ${result}`
      : closed
      ? `Game ${state.number} has come to move ${turns.length + 1}; the table is closed.`
      : `Game ${state.number}, move ${turns.length + 1}: ${sides[asked ? (asked.seat + first) % 2 : by]} ${asked ? "to move" : "thinks"}${paused ? ", paused" : ""}.`;
    this.sitters(state, replay);
    this.aim();
    const orders = replay.card.querySelector(".orders");
    if (!orders) return;
    const set = (/** @type {string} */ name, /** @type {boolean} */ can) => one(orders, `[data-order=${name}]`).setAttribute("aria-disabled", String(!can));
    set("back", !closed && this.plies() >= 0);
    set("hint", Boolean(asked));
    set("resign", Boolean(!closed && !result && this.mine() >= 0));
    set("step", !closed && paused && !result);
    set("review", state.number > 1 || Boolean(result));
    for (const name of ["pause", "rematch", "swap"]) set(name, !closed);
    const pause = one(orders, "[data-order=pause]");
    pause.setAttribute("aria-pressed", String(paused));
    pause.textContent = paused ? "Go on" : "Pause";
    one(orders, ".type").hidden = Boolean(closed || result) || !this.persons().length; // who types stays there
  }

  /**
   * Who sits there, and what they have used.
   * @param {State} state
   * @param {Replay} replay
   */
  sitters({ first, turns, players, left, memory, asked }, replay) {
    const list = one(replay.card, ".sitters");
    list.replaceChildren();
    for (const index of [0, 1]) {
      const seat = index ? 1 - first : first;
      const used = turns.filter((turn) => turn.by === index).reduce((sum, { ms }) => sum + ms, 0);
      const clock = asked?.seat === seat && asked.left !== null ? asked.left : left[seat];
      const told = [`${time(used)} used`];
      if (clock !== null) told.push(`${clock.toFixed(1)} s left`);
      const peak = memory[seat];
      if (peak) told.push(`${peak.toFixed(0)} MiB at most`);
      list.append(
        element("dt", `${"AB"[seat]}, ${this.looks.sides[index]}`, { class: "ab"[seat] }),
        element("dd", `${players[seat]}: ${told.join(", ")}`),
      );
    }
  }

  /** What programs say, beside their moves. */
  voices() {
    const { state, replay } = this;
    if (!state || !replay) return;
    const place = one(replay.card, ".voices");
    const now = state.said.map((text, seat) => ({ who: `${"AB"[seat]}, now`, text }));
    const letters = state.first ? "BA" : "AB";
    const moved = state.turns.map(({ stderr, by, text }, at) => ({ who: `${letters[by]}, move ${at + 1} (${text})`, text: stderr }));
    const lines = [...moved, ...now].filter(({ text }) => text).slice(-20);
    const follow = place.scrollTop + place.clientHeight >= place.scrollHeight - SLIP;
    // What is there already stays, with the focus, and as a person has opened or shut it.
    const there = new Map([...place.children].map((details) => [one(details, "summary").textContent, details]));
    for (const [who, details] of there) if (!lines.some((line) => line.who === who)) details.remove();
    lines.forEach(({ who, text }, at) => {
      const details = there.get(who) ?? element("details", "", { open: "" });
      if (!details.childElementCount) details.append(element("summary", who), element("pre", "", { class: "raw", tabindex: 0 }));
      const said = one(details, "pre");
      if (said.textContent !== text) said.textContent = text;
      if (place.children[at] !== details) place.insertBefore(details, place.children[at] ?? null);
    });
    place.hidden = !lines.length;
    if (follow) place.scrollTop = place.scrollHeight;
  }

  // ---- what a person does ------------------------------------------------------------------------------------------

  /** Show where a move can go, if somebody is asked and looks at the position that is on the board. */
  aim() {
    const { state, replay, targets } = this;
    if (!state || !replay) return;
    const asked = replay.at === replay.last && !this.study?.own ? state.asked : null;
    const here = replay.card.querySelector("[data-order=here]");
    here?.setAttribute("aria-disabled", String(Boolean(state.closed) || replay.at >= state.turns.length || Boolean(this.study?.own)));
    targets?.aim(asked?.moves ?? []);
    if (targets || !this.offered) return;
    const buttons = (asked?.moves ?? []).map((move) => element("button", move, { type: "button", "data-move": move }));
    redrawn(this.offered, () => this.offered?.replaceChildren(...buttons));
  }

  /**
   * @param {HTMLElement} orders
   * @param {Squares | null} squares
   */
  listen(orders, squares) {
    const replay = /** @type {Replay} */ (this.replay);
    this.offered = one(orders, ".offered");
    if (this.writing && squares) {
      const notation = new Notation(this.writing, squares);
      this.targets = new Targets(notation, squares, replay.figure, this.offered, { play: (move) => this.play(move) });
    } else
      this.offered.addEventListener("click", ({ target }) => {
        const move = target instanceof Element && target.getAttribute("data-move");
        if (move) this.play(move);
      });
    orders.addEventListener("click", ({ target }) => {
      const button = target instanceof Element && target.closest("[data-order]");
      if (button && button.getAttribute("aria-disabled") !== "true") this.act(button.getAttribute("data-order") ?? "");
    });
    const form = /** @type {HTMLFormElement} */ (one(orders, ".type"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (one(form, "input"));
      if (!this.state?.asked) return this.say("It is not your turn yet; what you have typed stays.");
      this.play(input.value.trim());
      input.value = "";
      return undefined;
    });
  }

  /** @param {string} move */
  play(move) {
    const seat = this.state?.asked?.seat;
    if (seat === undefined) return;
    this.say("");
    this.targets?.aim([]);
    this.order({ do: "move", seat, move }).catch((error) => this.say(error.message));
  }

  /** The seat of a person who plays, that of who is asked before others; -1 if there is none. */
  mine() {
    return this.state?.asked?.seat ?? this.persons().at(0) ?? -1;
  }

  /** Seats of persons. */
  persons() {
    return this.state?.persons ?? [];
  }

  /** After how many plies the game goes on when a move is taken back: where who takes back was to move; -1 if nowhere. */
  plies() {
    if (!this.state) return -1;
    const { turns, first } = this.state;
    for (let at = turns.length - 1; at >= 0; at--) if (this.persons().includes((first + at) % 2)) return at;
    return -1;
  }

  /** @param {string} what */
  act(what) {
    const { state } = this;
    if (!state) return;
    const acts = /** @type {Record<string, () => Promise<unknown>>} */ ({
      back: () => this.order({ do: "back", at: this.plies() }),
      here: () => this.order({ do: "back", at: this.replay?.at ?? 0 }),
      hint: () => this.hint(),
      pause: () => this.order({ do: state.paused ? "go" : "pause" }),
      step: () => this.order({ do: "step" }),
      resign: () => this.order({ do: "resign", seat: this.mine() }),
      rematch: () => this.order({ do: "new", at: state.first }),
      swap: () => this.order({ do: "new", at: 1 - state.first }),
      review: () => this.order({ do: "review" }),
    });
    acts[what]?.().catch((error) => this.say(error.message));
  }

  async hint() {
    const { study } = this;
    if (!study || !this.replay) return;
    study.texts.length = Math.min(study.texts.length, this.replay.at + 1);
    const found = await study.engine.search(await study.here(), { time: HINT_TIME_S });
    if (!found.move) return;
    this.say(`Hint: ${found.move}, ${study.meter.told(found, study.mover())}.`);
    study.arrows([found]);
  }

  /** @param {Record<string, unknown>} order */
  async order(order) {
    const answer = await fetch("orders", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(order) });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

document.addEventListener("DOMContentLoaded", () => new TablePage());
