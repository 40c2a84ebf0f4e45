// What everybody knows of a page: roles and names, and where things stand.
const ROLES = { BUTTON: "button", SELECT: "combobox", INPUT: "textbox" };

function labelled(label, node) {
  const others = [...label.childNodes].filter((child) => child !== node && !child.contains(node));
  return others.map((child) => child.textContent).join("");
}

function named(node) {
  const label = node.labels?.[0];
  const text = node.getAttribute("aria-label") ?? (label ? labelled(label, node) : node.textContent);
  return text.trim().replace(/\s+/g, " ");
}

const isRadio = (node) => node.type === "radio";
const role = (node) => node.getAttribute("role") ?? (isRadio(node) ? "radio" : ROLES[node.tagName]);

function known(node) {
  // A tile's number: Firefox takes a tile for as large as the symbol that it uses could be.
  const box = (isRadio(node) ? node.labels[0] : node.querySelector("text") ?? node).getBoundingClientRect();
  return {
    role: role(node),
    name: named(node),
    group: node.closest("fieldset")?.querySelector("legend")?.textContent ?? "",
    pressed: node.getAttribute("aria-pressed"),
    board: Boolean(node.closest('article[aria-label^="The "] figure')),
    value: node.selectedOptions?.[0]?.textContent ?? (isRadio(node) ? "" : node.value ?? ""),
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
  };
}

function all() {
  const seen = (node) => node.getClientRects().length > 0 && node.getAttribute("aria-disabled") !== "true";
  return [...document.querySelectorAll("button, select, input, [role=button]")].filter((node) => isRadio(node) || seen(node));
}

function focused() {
  const node = document.activeElement;
  return node && role(node) ? known(node) : null;
}

function shown(at) {
  const node = all()[at];
  (isRadio(node) ? node.labels[0] : node).scrollIntoView({ block: "center" });
  return known(node);
}
