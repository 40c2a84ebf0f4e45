// The replays of a match. Without scripts every position is simply there, one after another.
(() => {
  class MatchReplay extends Replay {
    constructor(node) {
      const positions = [...node.querySelectorAll(".positions > li")];
      node.append(document.getElementById("controls").content.cloneNode(true));
      super(node, positions.length - 1);
      this.positions = positions;
      this.card = node.closest(".card");
      this.links = [null, ...this.card.querySelectorAll(".moves a")];
      this.cursor = this.card.querySelector(".trend .cursor");
      this.show(this.last);
    }

    draw() {
      this.positions.forEach((position, i) => position.classList.toggle("current", i === this.at));
      this.cursor?.setAttribute("transform", `translate(${this.at})`);
      this.slider.setAttribute("aria-valuetext", this.positions[this.at].textContent);
    }
  }

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };

  function start() {
    const replays = new Map();
    for (const node of document.querySelectorAll(".replay")) replays.set(node, new MatchReplay(node));
    let active = null;

    // The replay that a key is meant for: around the focus, else the last one used if still in sight, else the first
    // in sight, else the first of all.
    const inSight = (node) => {
      const box = node.getBoundingClientRect();
      return box.height > 0 && box.bottom > 80 && box.top < innerHeight - 80;
    };
    const wanted = (target) => {
      const card = target.closest(".card");
      if (card) return replays.get(card.querySelector(".replay"));
      if (active && inSight(active.node)) return active;
      const nodes = [...replays.keys()];
      return replays.get(nodes.find(inSight) ?? nodes[0]);
    };

    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-go]");
      const link = event.target.closest(".moves a");
      if (button) {
        active = replays.get(button.closest(".replay"));
        active.go(button.dataset.go);
      } else if (link) {
        event.preventDefault();
        active = wanted(link);
        active.pause();
        active.show(active.links.indexOf(link));
      }
    });

    document.addEventListener("input", (event) => {
      const node = event.target.closest(".replay");
      if (!node) return;
      active = replays.get(node);
      active.pause();
      active.show(Number(event.target.value));
    });

    document.addEventListener("keydown", (event) => {
      const name = KEYS[event.key];
      if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target.matches("input")) return; // the slider and the choices have arrow keys of their own
      if (!event.key.startsWith("Arrow") && !event.target.matches(".replay")) return;
      const replay = wanted(event.target);
      if (!replay) return;
      event.preventDefault();
      active = replay;
      replay.go(name);
      if (!inSight(replay.node)) replay.node.scrollIntoView({ block: "center" });
    });

    // A link to a position (#g3-12) shows it in its replay.
    const follow = () => {
      const position = location.hash && document.getElementById(location.hash.slice(1));
      const node = position && position.closest(".replay");
      if (!node) return;
      active = replays.get(node);
      active.show(active.positions.indexOf(position));
      active.card.scrollIntoView();
    };
    addEventListener("hashchange", follow);
    follow();
  }

  document.documentElement.classList.add("js");
  document.addEventListener("DOMContentLoaded", start);
})();
