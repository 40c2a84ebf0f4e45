// Tables whose heads are buttons that sort them, by numbers or by words.

/** @param {string} id */
function found(id) {
  return one(document, `#${id}`);
}

class Sorting {
  /** @param {HTMLTableElement} table */
  static of(table) {
    const body = table.tBodies[0];
    table.tHead?.addEventListener("click", ({ target }) => {
      const head = target instanceof Element && target.closest("button")?.closest("th");
      if (!head) return;
      const column = head.cellIndex;
      const rows = [...body.rows].map((row) => ({ key: Sorting.key(row.cells[column]), row }));
      const numbers = rows.some(({ key }) => typeof key === "number");
      const up = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") === "descending" : !numbers || column === 0;
      Sorting.mark(head, up);
      rows.sort((x, y) => Sorting.compare(x.key, y.key) * (up ? 1 : -1));
      body.append(...rows.map(({ row }) => row));
    });
  }

  /** @param {HTMLTableCellElement} cell */
  static key(cell) {
    const text = cell.dataset.value ?? cell.textContent?.trim() ?? "";
    const number = parseFloat(text);
    return Number.isNaN(number) || !/^[-+.\d]/.test(text) ? text : number;
  }

  /**
   * @param {string | number} x
   * @param {string | number} y
   */
  static compare(x, y) {
    return typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
  }

  /**
   * Say by which column a table is sorted.
   * @param {Element} head
   * @param {boolean} up
   */
  static mark(head, up) {
    for (const other of head.parentElement?.children ?? []) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
  }
}
