// Pictures that the page has drawn, of which any can be shown.

class Album {
  /**
   * @param {Element[]} pictures
   * @param {[number, number][]} [counted]
   */
  constructor(pictures, counted = []) {
    this.pictures = pictures;
    this.counted = counted;
    this.last = pictures.length - 1;
    this.node = element("div", "", { class: "picture" });
  }

  /** @param {number} at */
  draw(at) {
    this.node.replaceChildren(this.pictures[at].cloneNode(true));
  }

  /** @param {number} at */
  text(at) {
    return this.pictures[at].querySelector("desc")?.textContent ?? "";
  }

  /** @param {number} at */
  points(at) {
    return this.counted[at] ?? null;
  }
}
