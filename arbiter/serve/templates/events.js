// What a page hears of its server, event after event, as long as somebody sees the page.

const AGAIN_MS = 3000; // after which browsers ask again, too, where nobody has answered

/**
 * A browser holds six connections to one server: a page that nobody sees leaves its own to the others. When it is seen
 * again it hears the whole state first.
 */
class Hearing {
  /**
   * @param {(event: any) => void} hear  events of the server; one of the kind `closed` is the last
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
    this.source = null;
    if (this.over || document.hidden) return;
    const source = (this.source = new EventSource("events"));
    source.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    source.addEventListener("open", () => {
      if (this.lost) this.say("");
      this.lost = false;
    });
    source.addEventListener("error", () => {
      this.lost = true;
      if (source.readyState === EventSource.CLOSED) this.refused(source);
      else this.say("The server does not answer; this page goes on when it does.");
    });
  }

  /**
   * A browser asks no more after an answer that is no events, and tells nobody what it was. What is wrong with the request
   * stays so; what is wrong with the server, or with who stands before it, may pass.
   * @param {EventSource} source
   */
  async refused(source) {
    const { status, why } = await Hearing.answer();
    if (source !== this.source) return;
    if (status >= 400 && status < 500 && status !== 408) {
      this.end();
      this.hear({ kind: "closed", text: `The server refuses this page: ${why || `status ${status}`}. It asks no more.` });
      return;
    }
    this.say(why ? `The server says: ${why}; this page asks again.` : "The server does not answer; this page goes on when it does.");
    setTimeout(() => source === this.source && this.listen(), AGAIN_MS);
  }

  /** Ask what a browser does not tell: the status, and in one line why it is that. */
  static async answer() {
    const asked = new AbortController();
    try {
      const answer = await fetch("events", { signal: asked.signal });
      const plain = !answer.ok && answer.headers.get("content-type")?.startsWith("text/plain"); // which a proxy's page is not
      return { status: answer.status, why: plain ? (await answer.text()).trim() : "" };
    } catch {
      return { status: 0, why: "" };
    } finally {
      asked.abort();
    }
  }

  /** Nothing more will come. */
  end() {
    this.over = true;
    this.source?.close();
  }
}
