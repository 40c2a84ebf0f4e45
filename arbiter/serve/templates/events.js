// What a page hears of its server, event after event, as long as somebody sees the page.

/**
 * A browser holds six connections to one server: a page that nobody sees leaves its own to the others. When it is seen
 * again it hears the whole state first.
 */
class Hearing {
  /**
   * @param {(event: any) => void} hear
   * @param {(text: string) => void} say  what the connection is like
   */
  constructor(hear, say) {
    this.hear = hear;
    this.say = say;
    this.over = this.lost = false;
    /** @type {EventSource | null} */
    this.source = null;
    document.addEventListener("visibilitychange", () => this.listen());
    this.listen();
  }

  listen() {
    this.source?.close();
    if (this.over || document.hidden) return;
    const source = (this.source = new EventSource("events"));
    source.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    source.addEventListener("open", () => {
      if (this.lost) this.say("");
      this.lost = false;
    });
    source.addEventListener("error", () => {
      this.lost = true;
      this.say("The server does not answer; this page goes on when it does.");
    });
  }

  /** Nothing more will come. */
  end() {
    this.over = true;
    this.source?.close();
  }
}
