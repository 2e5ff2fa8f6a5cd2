// Two people, or a reader and the engine, changed the same game: what both did is kept.
import { Game } from "./tree.js";

const of = (node, uci) => node?.children.find(c => c.uci === uci);
const movesOf = node => (node?.children || []).map(c => c.uci);
const text = value => JSON.stringify(value ?? null);

/** A subtree as text, to tell whether it was changed. */
const whole = node => (node ? text([node.remark, node.nags, node.children.map(c => [c.uci, whole(c)])]) : "");

/** What one of two says that differs from what was there; `both(base, mine, theirs)` where both do. */
function either(base, mine, theirs, both) {
  if (text(mine) === text(base)) return theirs;
  return text(theirs) === text(base) || text(mine) === text(theirs) ? mine : both(base, mine, theirs);
}

function bothTexts(base, mine, theirs) {
  if (base && theirs.includes(base)) return theirs.replace(base, () => mine);
  if (base && mine.includes(base)) return mine.replace(base, () => theirs);
  return mine && theirs ? `${mine}\n${theirs}` : mine || theirs;
}

/** The moves that follow, a list of lines each. */
function mergeNode(base, mine, theirs) {
  const first = movesOf(mine)[0] === movesOf(base)[0] ? [theirs, mine] : [mine, theirs];
  const moves = [];
  for (const uci of new Set(first.flatMap(movesOf))) {
    const [b, m, t] = [base, mine, theirs].map(node => of(node, uci));
    if (b && ((!m && whole(b) === whole(t)) || (!t && whole(b) === whole(m)))) continue; // one took it away, the other left it as it was
    const known = t || m, judged = [t, m].find(n => n && n.score !== null && n.score !== undefined);
    const move = { uci, san: known.san || m?.san, wxf: known.wxf || m?.wxf, score: judged?.score ?? null, depth: judged?.depth ?? null,
      comment: either(b?.remark || "", m ? m.remark : b?.remark || "", t ? t.remark : b?.remark || "", bothTexts),
      nags: either(b?.nags || [], m ? m.nags : b?.nags || [], t ? t.nags : b?.nags || [], (x, own) => own) };
    const [next, ...variations] = mergeNode(b, m, t);
    moves.push({ move, line: next || [], variations });
  }
  // as toJson() has it: the first move goes on, the others stand beside it
  return moves.map(({ move, line, variations }) => {
    const [follower, ...rest] = line;
    return [move, ...(follower ? [{ ...follower, ...(variations.length && { variations }) }, ...rest] : [])];
  });
}

/** `mine` and `theirs` both came from `base` (three games); the game that has the changes of both, with what else is known of `mine`. */
export function merged(base, mine, theirs) {
  const [main = [], ...others] = mergeNode(base.root, mine.root, theirs.root);
  const [first, ...rest] = main;
  const tags = {};
  for (const name of new Set([...Object.keys(theirs.tags), ...Object.keys(mine.tags)])) {
    const value = either(base.tags[name], mine.tags[name], theirs.tags[name], (x, own) => own);
    if (value !== undefined) tags[name] = value;
  }
  const game = new Game({ ...mine.data, tags, fen: mine.fen, score: undefined,
    comment: either(base.root.remark, mine.root.remark, theirs.root.remark, bothTexts),
    moves: first ? [{ ...first, ...(others.length && { variations: others }) }, ...rest] : [] });
  game.root.score = theirs.root.score ?? mine.root.score;
  game.version = mine.version + 1;
  return game;
}
