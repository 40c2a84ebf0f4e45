// The page of a league: sorts tables, lists games, and draws the one that is looked at. All text goes in as text.
(() => {
  const ROWS = 100;
  const $ = (id) => document.getElementById(id);
  let index;

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

  let stored, desk, opened = null;

  // Give the card of a game, which takes the place of the one before.
  function open(number) {
    const position = index.games.findIndex((game) => game[NUMBER] === number);
    if (position < 0) return null;
    if (number !== list.open) {
      desk.close();
      const game = index.games[position];
      const detail = stored.detail(position);
      const card = stored.card(game, detail);
      opened = { card, game: stored.game(game, detail), position: detail.position, layings: detail.more.layings };
      list.open = number;
      $("game").replaceChildren(card);
      show();
    }
    return opened.card;
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
    stored = new Stored(index);
    desk = new Desk({
      cards: () => (opened ? [opened.card] : []),
      make: (card) => {
        const replay = new Replay(card, opened.game, (moved) => desk.moved(moved));
        if (typeof study === "function") study(replay, index.looks, opened.position, opened.layings);
        return replay;
      },
      find: open,
    });
    // A click on the link to where the page is already changes no address, but the choices may be others by now.
    document.addEventListener("click", (event) => choose(event.target.closest("a")?.hash));
    addEventListener("hashchange", () => choose(location.hash));
    show();
    desk.follow();
    choose(location.hash);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
