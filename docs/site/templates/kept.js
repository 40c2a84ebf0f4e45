// Colours that were chosen on one page of the site are those of the others, where the browser keeps anything.

class Kept {
  static read() {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // a browser may refuse, and then each page is as the system is
    }
  }

  /** @param {string} theme */
  static write(theme) {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // as above
    }
  }

  /** Before anything is drawn, so that nothing flashes. */
  static begin() {
    const theme = Kept.read();
    if (theme) document.documentElement.dataset.theme = theme;
    document.addEventListener("DOMContentLoaded", () => {
      const input = document.getElementById(`theme-${theme}`);
      if (input instanceof HTMLInputElement) input.checked = true;
      document.addEventListener("change", ({ target }) => {
        if (target instanceof HTMLInputElement && target.name === "theme") Kept.write(target.id.slice("theme-".length));
      });
    });
  }
}

Kept.begin();
