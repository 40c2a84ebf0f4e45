// The page of a league: sorts tables, lists games, and draws the one that is looked at. All text goes in as text.
(() => {
  const ROWS = 100;
  const SVG = "http://www.w3.org/2000/svg";
  const NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const square = (name) => (NAMES.includes(name) ? NAMES.indexOf(name) : name.codePointAt(0) - 0x100);
  // What a row of the index holds, in its order.
  const NUMBER = 0, ROUND = 1, A = 2, B = 3, FIRST = 4, SCORE = 5, PLIES = 7, LONGEST = 8, OFFENDER = 9, LABEL = 10;
  // The offender is a seat, 2 more where both failed, and -1 where nobody did.
  const $ = (id) => document.getElementById(id);
  let index;

  function element(name, text = "", attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function drawn(name, attributes, text = "") {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  }

  const time = (ms) => (ms < 1 ? `${(1000 * ms).toFixed(0)} µs` : ms < 1000 ? `${ms.toPrecision(3)} ms` : `${(ms / 1000).toPrecision(3)} s`);

  // ---- tables ------------------------------------------------------------------------------------------------------

  function sortable(table) {
    const body = table.tBodies[0];
    table.tHead.addEventListener("click", (event) => {
      const head = event.target.closest("button")?.closest("th");
      if (!head) return;
      const column = head.cellIndex;
      const value = (row) => {
        const cell = row.cells[column];
        const text = cell.dataset.value ?? cell.textContent.trim();
        const number = parseFloat(text);
        return Number.isNaN(number) || !/^[-+.\d]/.test(text) ? text : number;
      };
      const rows = [...body.rows].map((row) => [value(row), row]);
      const numbers = rows.some(([key]) => typeof key === "number");
      const up = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") === "descending" : !numbers || column === 0;
      mark(head, up);
      rows.sort(([x], [y]) => compare(x, y) * (up ? 1 : -1));
      body.append(...rows.map(([, row]) => row));
    });
  }

  const compare = (x, y) => (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true }));

  function mark(head, up) {
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
  }

  // ---- the list of games -------------------------------------------------------------------------------------------

  const first = (game) => game[game[FIRST] ? B : A];
  const second = (game) => game[game[FIRST] ? A : B];
  const firstScore = (game) => game[SCORE + game[FIRST]];
  const secondScore = (game) => game[SCORE + 1 - game[FIRST]];

  const KEYS = [
    (game) => game[NUMBER],
    (game) => game[ROUND],
    (game) => index.names[first(game)],
    (game) => index.names[second(game)],
    (game) => firstScore(game) - secondScore(game),
    (game) => game[PLIES],
    (game) => game[LONGEST],
  ];

  const list = { by: 0, up: true, page: 0, open: null };

  function chosen() {
    const [player, other, result] = ["by-player", "by-other", "by-result"].map((id) => $(id).value);
    return index.games.filter((game) => {
      const seat = player === "" ? null : game[A] === Number(player) ? 0 : game[B] === Number(player) ? 1 : -1;
      if (seat === -1 || (other !== "" && ![game[A], game[B]].includes(Number(other)))) return false;
      if (other !== "" && other === player) return false;
      const ahead = game[SCORE + (seat ?? 0)] - game[SCORE + 1 - (seat ?? 0)];
      if (result === "drawn") return ahead === 0;
      if (result === "forfeit") return game[OFFENDER] >= 0 && (seat === null || game[OFFENDER] >= 2 || game[OFFENDER] === seat);
      if (result === "won") return seat === null ? ahead !== 0 : ahead > 0;
      if (result === "lost") return seat === null ? ahead !== 0 : ahead < 0;
      return true;
    });
  }

  function show() {
    const games = chosen();
    const key = KEYS[list.by];
    games.sort((x, y) => compare(key(x), key(y)) * (list.up ? 1 : -1) || x[NUMBER] - y[NUMBER]);
    const pages = Math.max(1, Math.ceil(games.length / ROWS));
    list.page = Math.min(Math.max(list.page, 0), pages - 1);
    const begin = list.page * ROWS;
    const part = games.slice(begin, begin + ROWS);
    $("count").textContent = games.length ? `${begin + 1}–${begin + part.length} of ${games.length}` : "no such game";
    $("back").disabled = list.page === 0;
    $("forth").disabled = list.page === pages - 1;
    $("table").tBodies[0].replaceChildren(...part.map(line));
  }

  function line(game) {
    const row = element("tr");
    const cells = [null, game[ROUND], index.names[first(game)], index.names[second(game)]];
    cells.push(`${firstScore(game)}–${secondScore(game)}`, game[PLIES], game[PLIES] ? time(game[LONGEST]) : "–");
    cells.push(game[LABEL] || (game[OFFENDER] < 0 ? "" : "forfeit"));
    row.append(...cells.map((text) => element("td", text ?? "")));
    for (const [at, player] of [[2, first(game)], [3, second(game)]]) row.cells[at].replaceChildren(element("a", index.names[player], { href: `#player-${player}` }));
    row.cells[0].append(element("a", String(game[NUMBER]), { href: `#game-${game[NUMBER]}` }));
    if (game[OFFENDER] >= 0) row.className = "forfeit";
    if (game[NUMBER] === list.open) row.setAttribute("aria-current", "true");
    return row;
  }

  // ---- a game ------------------------------------------------------------------------------------------------------

  const chunks = new Map();
  let replay = null;

  // A text of numbers, the first digit of which tells how many follow.
  function numbers(text) {
    const { digits, first } = index.number;
    const found = [];
    for (let at = 0; at < text.length; ) {
      let value = digits.indexOf(text[at++]), follow = 0, below = 0;
      while (follow < first.length && value >= first[follow]) {
        value -= first[follow];
        below += first[follow] * digits.length ** follow++;
      }
      for (; follow > 0; follow--) value = value * digits.length + digits.indexOf(text[at++]);
      found.push(below + value);
    }
    return found;
  }

  function detail(position) {
    const number = Math.floor(position / index.chunk);
    if (!chunks.has(number)) chunks.set(number, JSON.parse($(`chunk-${number}`).textContent));
    const [packed, ...texts] = chunks.get(number)[position % index.chunk];
    const [start, board, ending] = texts.slice(0, 3).map((place) => index.texts[place]);
    const moves = numbers(packed).map((place) => index.moves[place]);
    return { start, board, ending, moves: moves.map(([move]) => move), changes: moves.map(([, change]) => change), ...texts[3] };
  }

  class LeagueReplay extends Replay {
    constructor(game, data) {
      super($("game"), data.moves.length);
      this.game = game;
      this.data = data;
      this.fill();
    }

    fill() {
      const { game, data } = this;
      const card = this.node;
      const points = `${firstScore(game)}–${secondScore(game)}`;
      card.querySelector("h3").textContent = `Game ${game[NUMBER]}: ${index.names[first(game)]} (${index.sides[0]}) against ${index.names[second(game)]} (${index.sides[1]}), ${points}`;
      const offender = game[OFFENDER] < 0 ? "" : index.names[game[A + (game[OFFENDER] % 2)]];
      const also = data.also ? `; ${index.names[game[B - (game[OFFENDER] % 2)]]} too: ${data.also}` : "";
      const how = game[LABEL] ? `Not played. ${offender} is suspended` : `Forfeit. ${offender}`;
      card.querySelector(".ending").textContent = offender ? `${how}: ${data.reason}${also}` : `${this.last} moves: ${data.ending}.`;
      const note = card.querySelector(".note");
      note.hidden = !data.note;
      note.textContent = data.note ?? "";
      const evidence = card.querySelector(".evidence");
      evidence.hidden = !data.evidence;
      evidence.querySelector("code").textContent = data.evidence ?? "";
      const stderr = card.querySelector(".stderr");
      stderr.hidden = !data.stderr;
      stderr.querySelector("summary").textContent = `Standard error of ${offender}`;
      stderr.querySelector("pre").textContent = data.stderr ?? "";
      const costs = (data.costs ?? []).map(([wall, cpu, mib, lag, idle], seat) => {
        const waiting = idle >= 0.01 ? ` (${time(1000 * idle)} on the other’s turn)` : "";
        const busy = lag >= 0.01 ? `, ${time(1000 * lag)} of waiting for a busy machine` : "";
        return `${index.names[game[A + seat]]}: ${time(1000 * wall)}, ${time(1000 * cpu)} of CPU${waiting}${busy}, ${mib} MiB`;
      });
      card.querySelector(".facts-line").textContent = [data.start && `Start: ${data.start}`, ...costs].filter(Boolean).join(" · ");
      card.querySelector(".moves").replaceChildren(
        ...data.moves.map((move, at) => {
          const item = element("li", "", data.ms ? { title: time(data.ms[at]) } : {});
          item.append(element("a", move || "–", { href: `#game-${game[NUMBER]}-${at + 1}` }));
          return item;
        }),
      );
      this.links = [null, ...card.querySelectorAll(".moves a")];
      card.hidden = false;
    }

    draw() {
      this.node.querySelector("#picture").replaceChildren(...(this.data.board ? [this.board()] : this.data.rows ? [this.rows()] : []));
      const side = index.sides[(this.at + 1) % 2];
      const caption = this.at ? `${this.at}. ${side} ${this.data.moves[this.at - 1]}${this.data.ms ? `, ${time(this.data.ms[this.at - 1])}` : ""}` : "start";
      this.node.querySelector("figcaption").textContent = caption;
    }

    board() {
      const { view, points, shapes } = index.squares;
      const board = [...this.data.board];
      let marked = [];
      for (const change of this.data.changes.slice(0, this.at)) {
        const [fresh, taken] = [[], []];
        const letters = [...change];
        for (let i = 0; i < letters.length; i += 2) {
          const at = square(letters[i]);
          const [before, after] = [board[at], letters[i + 1]];
          if (after in shapes) (before in shapes ? taken : fresh).push(at);
          board[at] = after;
        }
        marked = fresh.length ? fresh : taken;
      }
      const svg = drawn("svg", { class: "board", viewBox: view, role: "img" });
      const where = `Game ${this.game[NUMBER]}, position ${this.at}`;
      svg.append(drawn("title", {}, where), drawn("desc", {}, board.join("")), drawn("use", { href: "#board" }));
      for (const [piece, name] of Object.entries(shapes)) {
        const squares = points.filter((_, at) => board[at] === piece);
        if (squares.length) svg.append(drawn("polyline", { class: name, points: squares.join(" ") }));
      }
      for (const at of marked) {
        const [x, y] = points[at].split(" ");
        svg.append(drawn("circle", { class: "mark", cx: x, cy: y, r: 0.16 }));
      }
      return svg;
    }

    rows() {
      const across = 10, high = 1.4;
      const svg = drawn("svg", { class: "board dominoes", role: "img" });
      let y = 0;
      for (const [label, tiles] of this.data.rows.slice(0, this.at + 1)) {
        svg.append(drawn("text", { class: "label", x: 0, y: y - 0.15 }, label));
        tiles.forEach(([a, b, kind], at) => {
          const x = 2 * (at % across), top = y + high * Math.floor(at / across);
          const tile = drawn("g", { class: kind });
          tile.append(drawn("use", { href: "#tile", x, y: top }));
          tile.append(drawn("text", { x: x + 0.5, y: top + 0.71 }, a), drawn("text", { x: x + 1.5, y: top + 0.71 }, b));
          svg.append(tile);
        });
        y += high * Math.max(1, Math.ceil(tiles.length / across)) + 0.9;
      }
      svg.setAttribute("viewBox", `-.3 -1 ${2 * across + 0.6} ${y + 0.6}`);
      return svg;
    }
  }

  // A link to games (#list-3-5-forfeit: of player 3, against 5, by a result; each may be left out) lists them.
  function choose(address) {
    const found = /^#list-(\d*)-(\d*)-(\w*)$/.exec(address);
    if (!found) return;
    ["by-player", "by-other", "by-result"].forEach((id, at) => ($(id).value = found[at + 1]));
    list.page = 0;
    show();
    $("list").scrollIntoView();
  }

  // A link to a game (#game-17) or a position of it (#game-17-3) opens it.
  function follow() {
    const found = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    const position = found ? index.games.findIndex((game) => game[NUMBER] === Number(found[1])) : -1;
    if (position < 0) return;
    const same = replay?.game === index.games[position];
    replay?.pause();
    if (!same) replay = new LeagueReplay(index.games[position], detail(position));
    replay.show(found[2] === undefined ? replay.last : Number(found[2]));
    list.open = replay.game[NUMBER];
    show();
    if (!same) $("game").scrollIntoView({ block: "nearest" });
  }

  const ARROWS = { ArrowLeft: "previous", ArrowRight: "next" };

  function start() {
    for (const table of document.querySelectorAll(".sortable")) sortable(table);
    index = JSON.parse($("index").textContent);
    for (const id of ["by-player", "by-other"]) $(id).append(...index.names.map((name, at) => element("option", name, { value: at })));
    $("scriptless").hidden = true;
    $("list").hidden = false;
    for (const id of ["by-player", "by-other", "by-result"]) $(id).addEventListener("change", () => ((list.page = 0), show()));
    $("back").addEventListener("click", () => (list.page--, show()));
    $("forth").addEventListener("click", () => (list.page++, show()));
    $("table").tHead.addEventListener("click", (event) => {
      const button = event.target.closest("[data-by]");
      if (!button) return;
      const by = Number(button.dataset.by);
      list.up = by === list.by ? !list.up : true;
      list.by = by;
      list.page = 0;
      mark(button.closest("th"), list.up);
      show();
    });
    $("game").addEventListener("click", (event) => {
      const button = event.target.closest("[data-go]");
      if (button) replay.go(button.dataset.go);
    });
    $("game").querySelector("input").addEventListener("input", (event) => {
      replay.pause();
      replay.show(Number(event.target.value));
    });
    document.addEventListener("keydown", (event) => {
      const name = ARROWS[event.key];
      if (!name || !replay || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target.matches("input, select")) return;
      event.preventDefault();
      replay.go(name);
    });
    addEventListener("hashchange", follow);
    // A click on the link to where the page is already changes no address, but the choices may be others by now.
    document.addEventListener("click", (event) => choose(event.target.closest("a")?.hash));
    addEventListener("hashchange", () => choose(location.hash));
    show();
    follow();
    choose(location.hash);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
