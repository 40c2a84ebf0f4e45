// What all scripts of a page make elements with. All text goes in as text.
"use strict";

/**
 * @param {string} name
 * @param {string} [text]
 * @param {Record<string, unknown>} [attributes]
 */
function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * An element of a picture.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {string} [text]
 */
function drawn(name, attributes = {}, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  return made;
}

/**
 * What a page must have.
 * @param {ParentNode} root
 * @param {string} selector
 */
function one(root, selector) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`this page has no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * A copy of what stands in a template.
 * @param {string} id
 */
function copied(id) {
  const template = /** @type {HTMLTemplateElement} */ (one(document, `#${id}`));
  return /** @type {DocumentFragment} */ (template.content.cloneNode(true));
}

const MARKS = ["data-move", "data-order", "data-go", "data-do", "data-square", "href", "name", "aria-label"];

/**
 * Draw anew what is in a place, and leave the focus of the keyboard on what bears the same mark there; who is thrown out
 * has to come all the way again.
 * @param {Element} place
 * @param {() => void} draw
 */
function redrawn(place, draw) {
  const focused = document.activeElement;
  const mark = focused && place.contains(focused) ? MARKS.find((name) => focused.hasAttribute(name)) : undefined;
  const value = mark && focused?.getAttribute(mark);
  draw();
  if (!mark || document.activeElement === focused) return;
  /** @type {HTMLElement | null} */ (place.querySelector(`[${mark}="${CSS.escape(value ?? "")}"]`))?.focus({ preventScroll: true });
}

/**
 * Milliseconds as arbiter/pages/text.py writes seconds.
 * @param {number} ms
 */
function time(ms) {
  if (ms === 0) return "0\u00a0s";
  if (ms < 0.9995) return `${(1000 * ms).toFixed(0)}\u00a0µs`;
  if (ms < 999.5) return `${ms.toFixed(ms < 9.95 ? 1 : 0)}\u00a0ms`;
  if (ms < 59950) return `${(ms / 1000).toFixed(ms < 9995 ? 2 : 1)}\u00a0s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}\u00a0min ${String(seconds % 60).padStart(2, "0")}\u00a0s`;
}
