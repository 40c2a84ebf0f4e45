// The course of a game as a small chart: who was ahead, and by how much, after each move. A click shows the position.

class Chart {
  /**
   * @param {number[]} margins  how far the first of both players is ahead, at the start and after each move
   * @param {(at: number) => void} show
   */
  constructor(margins, show) {
    const reach = Math.max(4, ...margins.map(Math.abs));
    const [width, height] = [margins.length, 2 * reach];
    this.node = drawn("svg", { class: "trend", viewBox: `0 ${-reach} ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": true });
    this.cursor = drawn("path", { class: "cursor", d: `M.5 ${-reach}v${height}` });
    this.node.append(
      drawn("path", { class: "a", d: Chart.bars(margins.map((margin) => Math.min(0, -margin))) }),
      drawn("path", { class: "b", d: Chart.bars(margins.map((margin) => Math.max(0, -margin))) }),
      drawn("path", { class: "zero", d: `M0 0h${width}` }),
      this.cursor,
    );
    this.node.addEventListener("pointerdown", (event) => {
      const { clientX } = /** @type {PointerEvent} */ (event);
      const box = this.node.getBoundingClientRect();
      show(Math.floor(((clientX - box.left) / box.width) * width));
    });
  }

  /**
   * A path of bars that stand on zero.
   * @param {number[]} heights
   */
  static bars(heights) {
    return `M0 0${heights.map((height) => `V${height}h1`).join("")}V0z`;
  }

  /** @param {number} at */
  point(at) {
    this.cursor.setAttribute("transform", `translate(${at})`);
  }
}
