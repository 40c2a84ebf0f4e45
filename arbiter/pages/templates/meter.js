// What the engine thinks of a position: a bar of who is better, the best moves in words and as marks on the board.

class Meter {
  /**
   * @param {Engine} engine
   * @param {[string, string]} sides
   * @param {[string, string]} colours
   */
  constructor(engine, sides, colours) {
    this.engine = engine;
    this.sides = sides;
    this.node = element("div", "", { class: "meter" });
    this.bar = element("div", "", { class: `bar ${colours[1]}` });
    this.share = element("span", "", { class: colours[0] });
    this.bar.append(this.share);
    this.lines = element("ol", "", { class: "lines" });
    this.node.append(this.bar, this.lines);
    /** @type {AbortController | null} */
    this.asked = null;
  }

  stop() {
    this.asked?.abort();
    this.asked = null;
    this.lines.replaceChildren();
  }

  /**
   * Search deeper and deeper; `found` hears of the best moves after each ply.
   * @param {string} position
   * @param {{by: number, count: number, seconds: number, found: (lines: Found[]) => void}} how
   */
  async watch(position, { by, count, seconds, found }) {
    this.stop();
    const asked = new AbortController();
    this.asked = asked;
    try {
      for await (const lines of this.engine.deepen(position, { lines: count, time: seconds, signal: asked.signal })) {
        if (asked !== this.asked) return;
        this.show(lines, by);
        found(lines.filter((line) => line.move));
      }
    } catch (error) {
      if (!asked.signal.aborted) throw error;
    }
  }

  /**
   * @param {Found[]} lines
   * @param {number} by  who is to move
   */
  show(lines, by) {
    const [best] = lines;
    if (!best) return;
    const first = by ? -best.value : best.value;
    this.share.style.inlineSize = `${(100 / (1 + Math.exp(-first / this.engine.writing.even))).toFixed(1)}%`;
    this.bar.setAttribute("title", this.told(best, by));
    this.lines.replaceChildren(
      ...lines.map((line) => {
        const item = element("li");
        item.append(element("b", this.told(line, by)), ` ${line.line.slice(0, 8).join("  ") || line.move || "the game is over"}`);
        return item;
      }),
    );
  }

  /**
   * @param {Found} found
   * @param {number} by
   */
  told({ value, exact, depth, winner }, by) {
    const first = by ? -value : value;
    const who = first === 0 ? "even" : `${this.sides[first > 0 ? 0 : 1]} +${Math.abs(first)}`;
    if (exact) return `${who} proved`;
    return `${who} depth ${depth}${winner ? ", a win proved" : ""}`;
  }
}
