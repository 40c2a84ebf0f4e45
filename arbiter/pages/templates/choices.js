// Radio buttons that change how the page looks: what is chosen of `theme`, `show` and so on is an attribute of the root, by
// which styles go (page.css). Without scripts these look at the buttons themselves.

class Choices {
  constructor() {
    for (const chosen of document.querySelectorAll(".choice :checked")) Choices.take(chosen);
    document.addEventListener("change", ({ target }) => target instanceof Element && Choices.take(target));
  }

  /** @param {Element} input */
  static take(input) {
    if (!input.closest(".choice") || !(input instanceof HTMLInputElement)) return;
    document.documentElement.dataset[input.name] = input.id.slice(input.name.length + 1);
  }
}

document.documentElement.classList.add("js"); // at once: what once depended on `:has` goes on to
document.addEventListener("DOMContentLoaded", () => new Choices());
