// The page of an annotated collection: a table of games, and a game with its critical moments, board, curve and moves.
import { Board, columnsOf } from "./board.js";
import { curve, ValueBar } from "./curve.js";
import { byId, copyText, element, isField } from "./dom.js";
import { moveName, unpackMoves } from "./notation.js";
import { boardOf, fenOf, played, Rounds, startFen, turnOf } from "./position.js";
import { choose, languageInUse, notationInUse, onSettings, openSettings, setting, settingField } from "./settings.js";
import { say, translatePage } from "./texts.js";
import { valueText } from "./values.js";

const markClass = { "!": "m1", "?!": "m2", "?": "m3", "??": "m4" };
const shownAtOnce = 200;
const main = byId("main");
const resultText = result => result.replace("1/2-1/2", "½–½");

// Each line of the data: a summary, a tab, the details; details are read when a game is opened.
const games = byId("games").textContent.split("\n").filter(Boolean).map(line => {
  const tab = line.indexOf("\t");
  const [n, red, black, result, date, event, ecco, opening, plies, first, second, otherScripts] = JSON.parse(line.slice(0, tab));
  const text = `${red} ${black} ${event} ${date} ${ecco} ${opening} ${result} ${otherScripts || ""}`.toLowerCase();
  return { n, red, black, result, date, event, ecco, opening, plies, players: [first, second], text, detail: line.slice(tab + 1) };
});

/** What a game's data are made of, spelled out once. */
function detailOf(row) {
  if (row.game) return row.game;
  const g = JSON.parse(row.detail);
  g.fen = g.fen || startFen;
  const redBegins = turnOf(g.fen) === "red";
  g.moves = unpackMoves(g, redBegins);
  g.judged = g.moves.map((m, i) => g.judged[i] || {});
  g.judged.forEach((j, i) => {
    j.side = (i % 2 === 0) === redBegins ? "red" : "black";
    if (j.line) j.line = { score: j.score, moves: unpackMoves(j.line, (i % 2 === 0) === redBegins) };
    if (j.reply) j.reply = unpackMoves(j.reply, (i % 2 === 1) === redBegins)[0];
  });
  return (row.game = g);
}

const pieceKeys = {
  "": { rook: ["rook", "rooks"], cannon: ["cannon", "cannons"], horse: ["horse", "horses"],
    elephant: ["elephant", "elephants"], advisor: ["advisor", "advisors"], pawn: ["pawn", "pawns"] },
  red: { elephant: ["elephantRed", "elephantsRed"], advisor: ["advisorRed", "advisorsRed"], pawn: ["pawnRed", "pawnsRed"] },
  black: { elephant: ["elephantBlack", "elephantsBlack"], advisor: ["advisorBlack", "advisorsBlack"],
    pawn: ["pawnBlack", "pawnsBlack"] } };

/** "a rook and 2 pawns" of a side ("" where it is not known) in the page's language. */
function pieces(text, side) {
  if (text === "a bare king") return say("bareKing");
  return text.split(/, | and /).map(piece => {
    const [, count, kind] = piece.match(/^(an?|\d+) (\w+?)s?$/);
    return say((pieceKeys[side][kind] || pieceKeys[""][kind])[/\d/.test(count) ? 1 : 0], count);
  }).join(say("listComma"));
}

/** "a rook for a cannon": what was the other's, and what is given for it. */
function exchange(text, wonFrom, lostBy) {
  const [won, lost] = text.split(" for ");
  return lost ? say("exchange", pieces(won, wonFrom), pieces(lost, lostBy)) : pieces(won, wonFrom);
}

/** "loses 24 %; overlooks h2h9, which wins a rook" in the page's language, its moves as `name` calls them. */
function remark({ words, line, reply, side }, name) {
  const other = side === "red" ? "black" : "red";
  const number = text => text, theReply = () => name(reply), better = () => name(line.moves[0]);
  const of = whose => text => pieces(text, whose);
  const gained = text => exchange(text, other, side), taken = text => exchange(text, side, other);
  const forms = [[/^leaves the book$/, "leavesBook"], [/^the only move$/, "onlyMove"], [/^loses (\d+) %$/, "loses", number],
    [/^misses mate in (\d+)$/, "missesMate", number], [/^allows mate in (\d+)$/, "allowsMate", number], [/^mate in (\d+)$/, "mateIn", number],
    [/^runs into a forbidden repetition$/, "forbidden"], [/^overlooks (\S+) with the empty central cannon$/, "overlooksCannon", theReply],
    [/^runs into a lost ending: (.+) against (.+)$/, "lostEnding", of(other), of(side)],
    [/^runs into a drawn ending: (.+) against (.+)$/, "drawnEnding", of(""), of("")],
    [/^(\S+) reaches a won ending: (.+) against (.+)$/, "reachesWon", better, of(side), of(other)],
    [/^(\S+) reaches a drawn ending: (.+) against (.+)$/, "reachesDrawn", better, of(""), of("")],
    [/^overlooks (\S+), which wins (.+)$/, "overlooksPieces", theReply, taken], [/^(\S+) wins by the rules on repetition$/, "winsByRule", better],
    [/^(\S+) takes the empty central cannon$/, "takesCannon", better], [/^(\S+) wins (.+)$/, "winsPieces", better, gained]];
  return words.split("; ").map(part => {
    for (const [form, key, ...values] of forms) {
      const found = part.match(form);
      if (found) return say(key, ...values.map((value, i) => value(found[i + 1])));
    }
    return part;
  }).join(say("semicolon"));
}
const scoreText = score => (score === null ? say("book") : valueText(score));

// ---- the table of games ----------------------------------------------------------------------
const mean = r => ((r.players[0][0] ?? 100) + (r.players[1][0] ?? 100)) / 2;
const tableColumns = [ // text, key to sort by, class
  ["number", r => r.n, "n wide"], ["red", r => r.red, "who"], ["black", r => r.black, "who"], ["result", r => r.result, "n"],
  ["date", r => r.date, "wide"], ["event", r => r.event, "wide"], ["opening", r => r.ecco + r.opening, "wide"],
  ["plies", r => r.plies, "n wide"], ["accuracy", mean, "n"], ["blunders", r => r.players[0][5] + r.players[1][5], "n"]];
const listState = { filter: "", sort: 0, down: false, shown: shownAtOnce, scroll: 0 };

/** A name of an opening for a narrow column; Latin letters take half of the room. */
function shortened(name) {
  const most = /^[ -~]*$/.test(name) ? 28 : 14;
  return name.length > most ? `${name.slice(0, most)}…` : name;
}

function cellsOf(r) {
  const accuracy = r.players.map(p => p[0] === null ? "–" : p[0].toFixed(0)).join(" / ");
  const who = element("span", {}, element("span", { class: "redname" }, r.red || "?"),
    element("span", { class: "small" }, [r.date, r.event].filter(Boolean).join(" ").slice(0, 24)));
  return [r.n, who, r.black || "?", resultText(r.result), r.date, r.event,
    r.opening ? `${r.ecco} ${shortened(r.opening)}` : r.ecco, r.plies, accuracy,
    r.players.map(p => p[5]).join(" / ")];
}

function wantedGames() {
  const words = listState.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const list = games.filter(r => words.every(w => r.text.includes(w)));
  const key = tableColumns[listState.sort][1];
  return list.sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    const order = typeof x === "number" ? x - y : String(x).localeCompare(String(y));
    return (listState.down ? -order : order) || a.n - b.n;
  });
}

function listPage() {
  const body = element("tbody"), count = element("span", { class: "count", role: "status" });
  const more = element("button", { class: "more", onclick: () => { listState.shown += shownAtOnce; fillRows(); } }, say("showMore"));
  const heads = tableColumns.map(([key, , cls], i) => element("th", { class: cls, scope: "col" }, element("button", { onclick: () => {
    listState.down = listState.sort === i ? !listState.down : false;
    listState.sort = i;
    fillRows();
  } }, key === "blunders" ? "??" : say(key))));
  function fillRows() {
    const list = wantedGames();
    body.replaceChildren(...list.slice(0, listState.shown).map(r => {
      const open = () => { location.hash = "g" + r.n; };
      return element("tr", { tabindex: 0, onclick: open, onkeydown: e => { if (e.key === "Enter") open(); } },
        cellsOf(r).map((c, i) => element("td", { class: tableColumns[i][2] }, typeof c === "object" ? c : String(c))));
    }));
    heads.forEach((th, i) => {
      const way = listState.sort !== i ? "none" : listState.down ? "descending" : "ascending";
      th.setAttribute("aria-sort", way);
    });
    count.textContent = list.length === games.length ? say("gamesCount", games.length) : say("gamesOf", list.length, games.length);
    more.hidden = list.length <= listState.shown;
  }
  const search = element("input", { type: "search", id: "search", placeholder: say("filterHint"), "aria-label": say("filter"),
    oninput: e => { listState.filter = e.target.value; listState.shown = shownAtOnce; fillRows(); } });
  search.value = listState.filter;
  fillRows();
  main.replaceChildren(element("div", { class: "tools" }, search, count),
    element("table", { class: "games", "aria-label": say("games") }, element("thead", {}, element("tr", {}, heads)), body), more);
  scrollTo(0, listState.scroll);
}

// ---- one game --------------------------------------------------------------------------------
class GamePage {
  constructor(row, ply) {
    this.row = row;
    this.game = detailOf(row);
    this.notation = notationInUse(this.game.style || (languageInUse() === "en" ? "chinese" : "")); // as its comments have them
    this.rounds = new Rounds(this.game.fen);
    this.boards = [boardOf(this.game.fen)];
    this.game.moves.forEach(m => this.boards.push(played(this.boards.at(-1), m.uci)));
    this.at = Math.max(0, Math.min(this.game.moves.length, ply));
    this.side = null; // { ply, at } within the engine's line instead of the move `ply`
    this.buttons = [];
    this.board = new Board();
    this.bar = new ValueBar();
    this.graph = curve(this.game.values, this.game.judged.map(j => j.mark), i => { this.side = null; this.at = i; this.show(); });
    this.now = element("div", { class: "now", "aria-live": "polite" });
    this.draw();
    this.show();
  }

  name(move) { return moveName(move, this.notation); }
  fullName(ply) { return this.rounds.label(ply) + " " + this.name(this.game.moves[ply]); }
  mark(ply) {
    const { mark } = this.game.judged[ply];
    return mark ? element("span", { class: "mark " + markClass[mark] }, mark) : null;
  }

  lineButtons(ply) {
    const { line } = this.game.judged[ply];
    return element("span", { class: "line" }, `${scoreText(line.score)}: `, line.moves.map((m, i) => {
      const b = element("button", { onclick: e => { e.stopPropagation(); this.side = { ply, at: i + 1 }; this.show(); } }, this.name(m));
      b.dataset.line = ply + ":" + (i + 1);
      return b;
    }));
  }
  talk(ply) {
    const judged = this.game.judged[ply], parts = [], { words, line } = judged;
    if (words) parts.push(remark(judged, m => this.name(m)));
    if (line) parts.push(this.lineButtons(ply));
    return parts;
  }
  humans(ply) {
    return this.game.notes.filter(n => n[0] === ply).map(n => element("span", { class: "human" }, n[1] + " "));
  }

  show(scroll) {
    const g = this.game;
    let board = this.boards[this.at], move = this.at > 0 ? g.moves[this.at - 1].uci : null, score = g.values[this.at];
    if (this.side) {
      const { line } = g.judged[this.side.ply];
      board = this.boards[this.side.ply];
      score = line.score;
      for (let i = 0; i < this.side.at; ++i) { move = line.moves[i].uci; board = played(board, move); }
      this.now.replaceChildren(element("b", {}, say("engineLine") + " "), this.lineButtons(this.side.ply));
    } else if (this.at === 0) {
      this.now.replaceChildren(say("start"), ` ${scoreText(score)}`);
    } else {
      const depth = g.depths[this.at] ? " " + say("depthOf", g.depths[this.at]) : "";
      this.now.replaceChildren(element("b", {}, this.fullName(this.at - 1) + " "), this.mark(this.at - 1) || "", ` ${scoreText(score)}${depth}`,
        ...this.talk(this.at - 1).flatMap(t => [element("br"), t]));
    }
    this.shown = board;
    const flipped = setting("flipped") === "yes";
    this.board.show({ board, lastMove: move, flipped, columns: columnsOf(this.notation), label: say("board") });
    this.bar.show(score, flipped);
    main.querySelectorAll(".at").forEach(e => e.classList.remove("at"));
    if (this.side) {
      main.querySelectorAll(`[data-line="${this.side.ply}:${this.side.at}"]`).forEach(e => e.classList.add("at"));
    } else if (this.at > 0) {
      const button = this.buttons[this.at - 1];
      button.classList.add("at");
      if (scroll && innerWidth > 820) button.scrollIntoView({ block: "nearest" });
    }
    this.graph.move(this.at);
    history.replaceState(null, "", `#g${this.row.n}${this.at ? "-" + this.at : ""}`);
  }

  step(by) {
    if (this.side) {
      const to = this.side.at + by;
      if (to < 1) { this.at = this.side.ply; this.side = null; } else this.side.at = Math.min(to, this.game.judged[this.side.ply].line.moves.length);
    } else {
      this.at = Math.max(0, Math.min(this.game.moves.length, this.at + by));
    }
    this.show(true);
  }

  fen() {
    const plies = this.side ? this.side.ply + this.side.at : this.at;
    return fenOf(this.shown, this.game.fen, plies);
  }
  /** The game as PGN with moves as squares, which every program for Xiangqi reads. */
  pgn() {
    const r = this.row, g = this.game;
    const tags = [["Game", "Chinese Chess"], ["Event", r.event], ["Date", r.date], ["Red", r.red], ["Black", r.black], ["Result", r.result || "*"],
      ["ECCO", r.ecco], ["Opening", r.opening], ["Format", "ICCS"], ["FEN", g.fen.startsWith(startFen.slice(0, -4)) ? "" : g.fen]];
    const quoted = text => text.replace(/[\\"]/g, "\\$&").replace(/\s+/g, " ");
    const head = tags.filter(([, value]) => value).map(([name, value]) => `[${name} "${quoted(value)}"]\n`).join("");
    const words = g.moves.map((m, i) => (this.rounds.isRed(i) || i === 0 ? this.rounds.label(i).replace("…", "...") + " " : "") +
      `${m.uci.slice(0, 2)}-${m.uci.slice(2)}`.toUpperCase());
    return `${head}\n${[...words, r.result || "*"].join(" ").replace(/(.{1,76})( |$)/g, "$1\n")}\n`;
  }

  moveList() {
    const g = this.game, out = element("div", { class: "moves" });
    const intro = this.humans(0);
    if (intro.length) out.append(element("div", { class: "talk" }, intro));
    let due = true; // a number, because the row before has ended
    g.moves.forEach((m, i) => {
      if (this.rounds.isRed(i) || due) {
        out.append(element("span", { class: "no" }, this.rounds.of(i) + "."));
        if (!this.rounds.isRed(i)) out.append(element("span", { class: "mv" }, "…"));
      }
      due = false;
      const b = element("button", { class: "mv", onclick: () => this.goTo(i + 1) },
        element("span", {}, this.name(m) + " ", this.mark(i)), element("span", { class: "val" }, g.values[i + 1] === null ? "" : scoreText(g.values[i + 1])));
      this.buttons.push(b);
      out.append(b);
      const words = this.talk(i).flatMap((t, k) => k ? [" · ", t] : [t]).concat(this.humans(i + 1));
      if (words.length) {
        if (this.rounds.isRed(i)) out.append(element("span"));
        out.append(element("div", { class: "talk" }, words));
        due = true;
      }
    });
    return out;
  }
  goTo(ply) {
    this.side = null;
    this.at = ply;
    this.show();
    if (innerWidth <= 820) this.board.element.scrollIntoView({ block: "start" });
  }

  playersTable() {
    const line = (name, p) => element("tr", {}, element("th", { scope: "row" }, name),
      [p[0] === null ? "–" : p[0].toFixed(1), p[1].toFixed(1) + " %", p[2], p[3], p[4], p[5], p[6]].map(v => element("td", {}, String(v))));
    const head = ["", say("accuracy"), say("loss"), "!", "?!", "?", "??", say("missedMates")];
    return element("table", { class: "players", "aria-label": say("players") }, element("thead", {}, element("tr", {}, head.map(h => element("th", { scope: "col" }, h)))),
      element("tbody", {}, line(element("span", { class: "redname" }, this.row.red || say("red")), this.row.players[0]),
        line(this.row.black || say("black"), this.row.players[1])));
  }

  /** The moves that lost most, in the order of the game: each with the board before it and an arrow for the better move. */
  moments() {
    const g = this.game;
    const list = g.moves.map((m, i) => i).filter(i => g.judged[i].line)
      .sort((a, b) => g.judged[b].loss - g.judged[a].loss || a - b).slice(0, 6).sort((a, b) => a - b);
    if (!list.length) return null;
    return element("section", { class: "critical" }, element("h3", {}, say("criticalMoments")), element("div", { class: "moments" }, list.map(i => {
      const picture = new Board(), { line, words } = g.judged[i];
      picture.show({ board: this.boards[i], lastMove: g.moves[i].uci, flipped: setting("flipped") === "yes", label: this.fullName(i),
        arrows: [{ move: line.moves[0].uci, weight: .4 }] });
      return element("button", { class: "moment", onclick: () => this.goTo(i + 1) }, picture.element, element("span", { class: "caption" },
        element("b", {}, this.fullName(i) + " "), this.mark(i), words ? ` ${remark(g.judged[i], m => this.name(m))}` : ""),
      element("span", { class: "caption" }, say("better", this.name(line.moves[0]), scoreText(line.score))));
    })));
  }

  draw() {
    const { row, game } = this, index = games.indexOf(row);
    const link = (r, key) => element("button", { disabled: !r, onclick: () => { location.hash = "g" + r.n; } }, say(key));
    const steps = [["|◀", -1e6, "first"], ["◀", -1, "back"], ["▶", 1, "forward"], ["▶|", 1e6, "last"]].map(([t, by, key]) =>
      element("button", { onclick: () => this.step(by), "aria-label": say(key), title: say(key) }, t));
    const copy = (key, text) => element("button", { class: "copy", onclick: async e => {
      const { target } = e;
      target.textContent = say(await copyText(text()) ? "copied" : "notCopied");
      setTimeout(() => { target.textContent = say(key); }, 1500);
    } }, say(key));
    main.replaceChildren(element("div", { class: "game" },
      element("div", { class: "top" },
        element("nav", { class: "nav" }, element("button", { onclick: () => { location.hash = ""; } }, say("allGames")), element("span", { class: "grow" }),
          link(games[index - 1], "gameBefore"), link(games[index + 1], "gameAfter")),
        element("h2", {}, element("span", { class: "redname" }, row.red || "?"), ` – ${row.black || "?"}  ${resultText(row.result)}`),
        element("p", { class: "facts" }, [row.event, row.date, [row.ecco, row.opening].filter(Boolean).join(" ")].filter(Boolean).join(" · "))),
      this.moments(),
      element("div", { class: "boardbox" }, element("div", { class: "withbar" }, this.bar.element, this.board.element),
        element("div", { class: "steps" }, steps, element("button", { onclick: flip, "aria-label": say("flip"), title: say("flip") + " (f)" }, "⇅")),
        this.now, element("div", { class: "copies" }, copy("copyFen", () => this.fen()), copy("copyPgn", () => this.pgn()))),
      element("div", { class: "sheet" }, this.graph.element,
        element("div", { class: "legend" }, element("span", {}, say("curveLegend")), element("span", {}, say("pliesCount", game.moves.length))),
        element("h3", {}, say("players")), this.playersTable(), element("h3", {}, say("moves")), this.moveList())));
  }
}

// ---- pages, keys -----------------------------------------------------------------------------
let gamePage = null;
let listed = false;

function flip() {
  choose("flipped", setting("flipped") === "yes" ? "no" : "yes");
}

function route() {
  const wanted = location.hash.match(/^#g(\d+)(?:-(\d+))?$/);
  const row = wanted && games.find(r => r.n === Number(wanted[1]));
  if (row) {
    if (listed) listState.scroll = scrollY;
    listed = false;
    gamePage = new GamePage(row, Number(wanted[2] || 0));
    scrollTo(0, 0);
  } else {
    gamePage = null;
    listPage();
    listed = true;
  }
}

/** The same place again, because language, notation or side changed. */
function redraw() {
  const y = scrollY;
  if (gamePage) {
    const { row, at, side } = gamePage;
    gamePage = new GamePage(row, at);
    gamePage.side = side;
    gamePage.show();
  } else {
    listPage();
  }
  scrollTo(0, y);
}

document.addEventListener("keydown", e => {
  if (isField(e.target) || e.ctrlKey || e.metaKey || e.altKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 }[e.key];
  if (gamePage && step) gamePage.step(step);
  else if (gamePage && e.key === "f") flip();
  else if (gamePage && e.key === "Escape") location.hash = "";
  else if (e.key === "/") {
    if (gamePage) { location.hash = ""; setTimeout(() => byId("search").focus(), 0); } else byId("search").focus();
  } else return;
  e.preventDefault();
});

openSettings([document.documentElement.lang]);
byId("settings").append(...["language", "notation", "pieces", "theme"].map(settingField));
translatePage(document);
onSettings(redraw);
addEventListener("hashchange", route);
route();
