// What steps through a game: buttons, slider, counter and the clock, whatever draws the positions.
"use strict";
class Replay {
  // `node` holds the controls; positions are numbered from 0, the start, to `last`.
  constructor(node, last) {
    this.node = node;
    this.last = last;
    this.links = []; // to the positions, from 1; who makes the list fills them in
    this.slider = node.querySelector("input");
    this.slider.max = last;
    this.output = node.querySelector("output");
    this.timer = null;
  }

  show(index) {
    this.at = Math.min(Math.max(index, 0), this.last);
    this.draw();
    this.links.forEach((link, i) => link && (i === this.at ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current")));
    this.slider.value = this.at;
    this.output.textContent = `${this.at} / ${this.last}`;
    for (const name of ["first", "previous"]) this.button(name).setAttribute("aria-disabled", this.at === 0);
    for (const name of ["next", "last"]) this.button(name).setAttribute("aria-disabled", this.at === this.last);
  }

  button(name) {
    return this.node.querySelector(`[data-go=${name}]`);
  }

  go(name) {
    const wasPlaying = this.timer !== null;
    this.pause();
    if (name !== "play") this.show({ first: 0, previous: this.at - 1, next: this.at + 1, last: this.last }[name]);
    else if (!wasPlaying) this.play();
  }

  play() {
    const STEP_MS = 700;
    if (this.at === this.last) this.show(0);
    this.face("pause", "Pause");
    this.timer = setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.last) this.pause();
    }, STEP_MS);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.face("play", "Play");
  }

  face(icon, label) {
    const button = this.button("play");
    button.setAttribute("aria-label", label);
    button.querySelector("use").setAttribute("href", `#i-${icon}`);
  }
}

