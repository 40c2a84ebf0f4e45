// Pictures that come as text, of a game whose drawing makes them in a way of its own.

/**
 * @param {string} text  SVG: a whole picture, or what stands in one
 */
function pictured(text) {
  const whole = text.startsWith("<svg") ? text : `<svg>${text || "<g/>"}</svg>`;
  const xml = whole.includes("xmlns=") ? whole : whole.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  const root = document.importNode(new DOMParser().parseFromString(xml, "image/svg+xml").documentElement, true);
  if (text.startsWith("<svg")) return root;
  const group = drawn("g");
  group.append(...root.childNodes);
  return group;
}
