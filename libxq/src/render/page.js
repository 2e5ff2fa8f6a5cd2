"use strict";
(() => {
  // Each line of the data: a summary, a tab, the details; details are read when a game is opened.
  const rows = document.getElementById("games").textContent.split("\n").filter(Boolean).map(line => {
    const tab = line.indexOf("\t");
    const s = JSON.parse(line.slice(0, tab));
    return { n: s[0], red: s[1], black: s[2], result: s[3], date: s[4], event: s[5], ecco: s[6], opening: s[7],
      plies: s[8], players: [s[9], s[10]], detail: line.slice(tab + 1) };
  });
  const main = document.getElementById("main");
  const files = "abcdefghi";
  const markClass = { "!": "m1", "?!": "m2", "?": "m3", "??": "m4" };
  const shownAtOnce = 200;

  function element(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes || {})) {
      if (k.startsWith("on")) e.addEventListener(k.slice(2), v); else if (v !== null) e.setAttribute(k, v);
    }
    e.append(...children.filter(c => c !== null));
    return e;
  }
  const ns = "http://www.w3.org/2000/svg";
  function svg(tag, attributes, ...children) {
    const e = document.createElementNS(ns, tag);
    for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
    e.append(...children);
    return e;
  }

  // ---- positions -------------------------------------------------------------------------------
  // A board is a list of 90 letters, a0 first, rank by rank.
  function boardOf(fen) {
    const board = Array(90).fill("");
    fen.split(" ")[0].split("/").forEach((text, i) => {
      let file = 0;
      for (const c of text) {
        if (c >= "1" && c <= "9") file += Number(c); else board[(9 - i) * 9 + file++] = c;
      }
    });
    return board;
  }
  const square = text => files.indexOf(text[0]) + 9 * Number(text[1]);
  function played(board, move) {
    const next = board.slice();
    next[square(move.slice(2))] = next[square(move)];
    next[square(move)] = "";
    return next;
  }
  const cut = text => text.match(/..../g) || [];

  function drawBoard(board, move, alternative) {
    const out = svg("svg", { viewBox: "0 0 380 420", class: "board", role: "img" }, svg("use", { href: "#board" }));
    const x = s => 30 + 40 * (s % 9), y = s => 30 + 40 * (9 - Math.floor(s / 9));
    board.forEach((letter, s) => {
      if (letter) out.append(svg("use", { href: "#p" + letter, x: x(s), y: y(s) }));
    });
    if (move) {
      for (const s of [square(move), square(move.slice(2))]) {
        const [a, b] = [x(s), y(s)];
        out.append(svg("path", { d: `M${a - 19} ${b - 11}v-8h8M${a + 11} ${b - 19}h8v8M${a + 19} ${b + 11}v8h-8M${a - 11} ${b + 19}h-8v-8`,
          fill: "none", stroke: "#1565c0", "stroke-width": 2 }));
      }
    }
    if (alternative) {
      const [s, t] = [square(alternative), square(alternative.slice(2))];
      const dx = x(t) - x(s), dy = y(t) - y(s), l = Math.hypot(dx, dy), ux = dx / l, uy = dy / l;
      const [ex, ey] = [x(t) - 10 * ux, y(t) - 10 * uy];
      out.append(svg("path", { d: `M${x(s) + 12 * ux} ${y(s) + 12 * uy}L${ex - 8 * ux} ${ey - 8 * uy}`, stroke: "#1b7f3b",
        "stroke-width": 5, opacity: .75, fill: "none" }));
      out.append(svg("path", { d: `M${ex + 5 * ux} ${ey + 5 * uy}L${ex - 9 * ux - 8 * uy} ${ey - 9 * uy + 8 * ux}L${ex - 9 * ux + 8 * uy} ${ey - 9 * uy - 8 * ux}Z`,
        fill: "#1b7f3b", opacity: .75 }));
    }
    return out;
  }

  // ---- values ----------------------------------------------------------------------------------
  function valueText(score) {
    if (score === null) return "book";
    const size = Math.abs(score);
    if (size > 29000) return (score < 0 ? "-" : "") + "#" + Math.floor((30000 - size + 1) / 2);
    const shown = Math.min(size, 9999);
    return (score < 0 ? "-" : "+") + (shown / 100).toFixed(2);
  }
  const probability = score => Math.abs(score) >= 28000 ? (score > 0 ? 1 : 0) : 1 / (1 + Math.exp(-score / 189));

  // ---- the table of games ----------------------------------------------------------------------
  const columns = [
    ["No", "n", r => r.n, "n wide"], ["Red", "", r => r.red, "who"], ["Black", "", r => r.black, "who"],
    ["Result", "n", r => r.result, ""], ["Date", "", r => r.date, "wide"], ["Event", "", r => r.event, "wide"],
    ["Opening", "", r => r.ecco + r.opening, "wide"], ["Plies", "n", r => r.plies, "n wide"],
    ["Accuracy", "n", r => ((r.players[0][0] ?? 100) + (r.players[1][0] ?? 100)) / 2, "n"],
    ["??", "n", r => r.players[0][5] + r.players[1][5], "n"]];
  const state = { filter: "", sort: 0, down: false, shown: shownAtOnce, scroll: 0 };

  function cellsOf(r) {
    const accuracy = r.players.map(p => p[0] === null ? "–" : p[0].toFixed(0)).join(" / ");
    const blunders = r.players.map(p => p[5]).join(" / ");
    const where = element("span", {}, element("span", { class: "redname" }, r.red || "?"), element("span", { class: "small" }, [r.date, r.event].filter(Boolean).join(" ").slice(0, 24)));
    return [r.n, where, r.black || "?", r.result.replace("1/2-1/2", "½–½"), r.date, r.event,
      r.opening ? `${r.ecco} ${r.opening.slice(0, 14)}${r.opening.length > 14 ? "…" : ""}` : r.ecco, r.plies, accuracy, blunders];
  }
  function chosen() {
    const words = state.filter.toLowerCase().split(/\s+/).filter(Boolean);
    const list = rows.filter(r => {
      const text = `${r.red} ${r.black} ${r.event} ${r.date} ${r.ecco} ${r.opening} ${r.result}`.toLowerCase();
      return words.every(w => text.includes(w));
    });
    const key = columns[state.sort][2];
    list.sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      const order = typeof x === "number" ? x - y : String(x).localeCompare(String(y));
      return (state.down ? -order : order) || a.n - b.n;
    });
    return list;
  }
  function listPage() {
    const body = element("tbody"), count = element("span", { class: "count" });
    const more = element("button", { class: "more", onclick: () => { state.shown += shownAtOnce; fill(); } }, "Show more");
    const head = element("tr", {}, ...columns.map(([title, , , cls], i) =>
      element("th", { class: cls, scope: "col" }, element("button", { onclick: () => {
        state.down = state.sort === i ? !state.down : false; state.sort = i; fill();
      } }, title))));
    function fill() {
      const list = chosen();
      body.replaceChildren(...list.slice(0, state.shown).map(r => {
        const open = () => { location.hash = "g" + r.n; };
        return element("tr", { tabindex: 0, onclick: open, onkeydown: e => { if (e.key === "Enter") open(); } },
          ...cellsOf(r).map((c, i) => element("td", { class: columns[i][3] }, typeof c === "object" ? c : String(c))));
      }));
      [...head.children].forEach((th, i) => {
        th.classList.toggle("up", state.sort === i && !state.down);
        th.classList.toggle("down", state.sort === i && state.down);
      });
      count.textContent = list.length === rows.length ? `${rows.length} games` : `${list.length} of ${rows.length} games`;
      more.style.display = list.length > state.shown ? "" : "none";
    }
    const search = element("input", { type: "search", placeholder: "Player, event, year, opening …", value: state.filter, "aria-label": "Filter",
      oninput: e => { state.filter = e.target.value; state.shown = shownAtOnce; fill(); } });
    fill();
    main.replaceChildren(element("div", { class: "tools" }, search, count),
      element("table", { class: "games" }, element("thead", {}, head), body), more);
    scrollTo(0, state.scroll);
  }

  // ---- one game --------------------------------------------------------------------------------
  function gamePage(row, wantedPly) {
    const g = row.game || (row.game = JSON.parse(row.detail));
    const moves = cut(g.moves);
    const boards = [boardOf(g.fen)];
    moves.forEach(m => boards.push(played(boards[boards.length - 1], m)));
    const fields = g.fen.split(" ");
    const blackFirst = fields[1] === "b" ? 1 : 0, firstRound = Number(fields[5]) || 1;
    const roundOf = ply => firstRound + Math.floor((ply + blackFirst) / 2); // of the move with this index
    const isRed = ply => (ply + blackFirst) % 2 === 0;
    const nameOf = ply => `${roundOf(ply)}${isRed(ply) ? "." : "…"} ${g.names[ply]}`;
    let at = 0, side = null; // side: {ply, at} within the engine's line instead of the move `ply`

    const boardBox = element("div"), now = element("div", { class: "now", "aria-live": "polite" });
    const buttons = [];
    const marked = mark => mark ? element("span", { class: "mark " + markClass[mark] }, mark) : null;

    function lineButtons(ply) {
      const line = g.lines[ply];
      const names = line[2].split(" ");
      return element("span", { class: "line" }, `${valueText(line[0])}: `, ...names.map((name, i) => {
        const b = element("button", { onclick: e => { e.stopPropagation(); side = { ply, at: i + 1 }; show(); } }, name);
        b.dataset.line = ply + ":" + (i + 1);
        return b;
      }));
    }
    function talk(ply) {
      const parts = [];
      if (g.words[ply]) parts.push(g.words[ply]);
      if (g.marks[ply] && g.lines[ply] && g.marks[ply] !== "!") parts.push(lineButtons(ply));
      return parts;
    }
    function curve() {
      const w = 600, h = 150, n = Math.max(moves.length, 1);
      const out = svg("svg", { viewBox: `0 0 ${w} ${h}`, preserveAspectRatio: "none", class: "curve", role: "img", "aria-label": "Evaluation by move" });
      const px = i => i * w / n, py = s => h - probability(s) * h;
      let path = "", first = null, last = 0;
      g.values.forEach((v, i) => {
        if (v === null) return;
        first = first ?? i; last = i;
        path += `${path ? "L" : "M"}${px(i).toFixed(1)} ${py(v).toFixed(1)}`;
      });
      if (first !== null) {
        out.append(svg("path", { d: `${path}L${px(last)} ${h}L${px(first)} ${h}Z`, fill: "#f3d9d5" }));
        out.append(svg("path", { d: path, fill: "none", stroke: "#b3140d", "stroke-width": 1.6, "vector-effect": "non-scaling-stroke" }));
      }
      out.append(svg("line", { x1: 0, x2: w, y1: h / 2, y2: h / 2, stroke: "#999", "stroke-dasharray": "4 4", "vector-effect": "non-scaling-stroke" }));
      g.marks.forEach((m, i) => {
        if (m && m !== "!" && m !== "?!") out.append(svg("line", { x1: px(i + 1), x2: px(i + 1), y1: 0, y2: h, stroke: m === "??" ? "#c21807" : "#d3541c", opacity: .45, "vector-effect": "non-scaling-stroke" }));
      });
      const cursor = svg("line", { y1: 0, y2: h, stroke: "#1565c0", "stroke-width": 2, "vector-effect": "non-scaling-stroke" });
      out.append(cursor);
      const go = e => {
        const box = out.getBoundingClientRect();
        side = null; at = Math.max(0, Math.min(moves.length, Math.round((e.clientX - box.left) / box.width * n))); show();
      };
      out.addEventListener("pointerdown", go);
      out.addEventListener("pointermove", e => { if (e.buttons) go(e); });
      return { out, move: () => { cursor.setAttribute("x1", px(at)); cursor.setAttribute("x2", px(at)); } };
    }
    const graph = curve();

    function show(scroll) {
      let board = boards[at], move = at > 0 ? moves[at - 1] : null;
      if (side) {
        const line = cut(g.lines[side.ply][1]);
        board = boards[side.ply];
        for (let i = 0; i < side.at; ++i) { board = played(board, line[i]); move = line[i]; }
        now.replaceChildren(element("b", {}, "Engine's line "), lineButtons(side.ply));
      } else {
        const parts = at === 0 ? ["Start"] : [element("b", {}, nameOf(at - 1) + " "), marked(g.marks[at - 1])];
        now.replaceChildren(...parts.filter(Boolean), ` ${valueText(g.values[at])}`, g.depths[at] ? ` (depth ${g.depths[at]})` : "",
          ...(at > 0 ? talk(at - 1).flatMap(t => [element("br"), t]) : []));
      }
      boardBox.replaceChildren(drawBoard(board, move));
      document.querySelectorAll(".at").forEach(e => e.classList.remove("at"));
      if (side) {
        document.querySelectorAll(`[data-line="${side.ply}:${side.at}"]`).forEach(e => e.classList.add("at"));
      } else if (at > 0) {
        buttons[at - 1].classList.add("at");
        if (scroll && innerWidth > 820) buttons[at - 1].scrollIntoView({ block: "nearest" });
      }
      graph.move();
      history.replaceState(null, "", `#g${row.n}${at ? "-" + at : ""}`);
    }
    function step(by) {
      if (side) {
        const to = side.at + by;
        if (to < 1) { at = side.ply; side = null; } else side.at = Math.min(to, cut(g.lines[side.ply][1]).length);
      } else at = Math.max(0, Math.min(moves.length, at + by));
      show(true);
    }

    function humans(ply) {
      return g.notes.filter(n => n[0] === ply).map(n => element("span", { class: "human" }, n[1] + " "));
    }
    function moveList() {
      const out = element("div", { class: "moves" });
      const intro = humans(0);
      if (intro.length) out.append(element("div", { class: "talk" }, ...intro));
      let due = true; // a number, because the row before has ended
      moves.forEach((m, i) => {
        if (isRed(i) || due) {
          out.append(element("span", { class: "no" }, roundOf(i) + "."));
          if (!isRed(i)) out.append(element("span", { class: "mv" }, "…"));
        }
        due = false;
        const b = element("button", { class: "mv", onclick: () => { side = null; at = i + 1; show(); if (innerWidth <= 820) boardBox.scrollIntoView({ block: "start" }); } },
          element("span", {}, g.names[i] + " ", marked(g.marks[i])), element("span", { class: "val" }, g.values[i + 1] === null ? "" : valueText(g.values[i + 1])));
        buttons.push(b);
        out.append(b);
        const words = talk(i).flatMap((t, k) => k ? [" · ", t] : [t]).concat(humans(i + 1));
        if (words.length) {
          if (isRed(i)) out.append(element("span"));
          out.append(element("div", { class: "talk" }, ...words));
          due = true;
        }
      });
      return out;
    }
    function players() {
      const line = (name, p) => element("tr", {}, element("th", { scope: "row" }, name),
        ...[p[0] === null ? "–" : p[0].toFixed(1), p[1].toFixed(1) + " %", p[2], p[3], p[4], p[5], p[6]].map(v => element("td", {}, String(v))));
      const head = ["", "accuracy", "loss", "!", "?!", "?", "??", "missed mates"];
      return element("table", { class: "players" }, element("thead", {}, element("tr", {}, ...head.map(h => element("th", { scope: "col" }, h)))),
        element("tbody", {}, line(element("span", { class: "redname" }, row.red || "Red"), row.players[0]), line(row.black || "Black", row.players[1])));
    }
    // The moves that lost most, in the order of the game: each with the board before it and an arrow for the better move.
    function moments() {
      const list = moves.map((m, i) => i).filter(i => g.lines[i] && g.marks[i] && g.marks[i] !== "!")
        .sort((a, b) => g.losses[b] - g.losses[a] || a - b).slice(0, 6).sort((a, b) => a - b);
      if (!list.length) return null;
      return element("section", { class: "top" }, element("h3", {}, "Critical moments"), element("div", { class: "moments" }, ...list.map(i =>
        element("div", { class: "moment", onclick: () => { side = null; at = i + 1; show(); scrollTo({ top: 0 }); } },
          drawBoard(boards[i], moves[i], g.lines[i][1].slice(0, 4)),
          element("p", {}, element("b", {}, nameOf(i) + " "), marked(g.marks[i]), ` ${g.words[i]}`),
          element("p", {}, `Better: ${g.lines[i][2].split(" ").slice(0, 4).join(" ")} (${valueText(g.lines[i][0])})`)))));
    }

    const index = rows.indexOf(row);
    const to = (r, text) => element("button", { disabled: r ? null : "", onclick: () => { location.hash = "g" + r.n; } }, text);
    const opening = [row.ecco, row.opening].filter(Boolean).join(" ");
    main.replaceChildren(element("div", { class: "game" },
      element("div", { class: "top" },
        element("nav", { class: "nav" }, element("button", { onclick: () => { location.hash = ""; } }, "☰ All games"), element("span", { class: "grow" }),
          to(rows[index - 1], "◀ Before"), to(rows[index + 1], "Next ▶")),
        element("h2", {}, element("span", { class: "redname" }, row.red || "?"), ` – ${row.black || "?"}  ${row.result.replace("1/2-1/2", "½–½")}`),
        element("p", { class: "facts" }, [row.event, row.date, opening].filter(Boolean).join(" · "))),
      element("div", { class: "boardbox" }, boardBox,
        element("div", { class: "steps" }, ...[["|◀", -1e6], ["◀", -1], ["▶", 1], ["▶|", 1e6]].map(([t, by]) => element("button", { onclick: () => step(by), "aria-label": by < 0 ? "back" : "forward" }, t))), now),
      element("div", {}, graph.out, element("div", { class: "legend" }, element("span", {}, "Red wins ▲ / Black wins ▼"), element("span", {}, `${moves.length} plies`)),
        element("h3", {}, "Players"), players(), element("h3", {}, "Moves"), moveList()),
      moments()));
    document.onkeydown = e => {
      if (e.target.tagName === "INPUT") return;
      if (e.key === "ArrowLeft") { step(-1); e.preventDefault(); }
      if (e.key === "ArrowRight") { step(1); e.preventDefault(); }
    };
    at = Math.max(0, Math.min(moves.length, wantedPly));
    show();
    scrollTo(0, 0);
  }

  let listed = false;
  function route() {
    const wanted = location.hash.match(/^#g(\d+)(?:-(\d+))?$/);
    const row = wanted && rows.find(r => r.n === Number(wanted[1]));
    document.onkeydown = null;
    if (row) {
      if (listed) state.scroll = scrollY;
      listed = false;
      gamePage(row, Number(wanted[2] || 0));
    } else {
      listed = true;
      listPage();
    }
  }
  addEventListener("hashchange", route);
  route();
})();
