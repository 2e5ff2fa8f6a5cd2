// Which puzzles the reader has solved: kept by the browser, by the key of the position.
const storage = "xq-puzzles";
let outcomes = null; // { key: "once", "again" or "shown" }

/** Read anew on each visit: another tab may have solved some. */
export function readProgress() {
  try {
    outcomes = JSON.parse(localStorage.getItem(storage) || "{}");
  } catch {
    outcomes ??= {};
  }
}

export const outcomeOf = key => outcomes?.[key];
export const isSolved = key => ["once", "again"].includes(outcomeOf(key));

/** The best that was reached counts: who solved a puzzle once has solved it. */
export function keepOutcome(key, outcome) {
  readProgress();
  const order = ["shown", "again", "once"];
  if (order.indexOf(outcome) <= order.indexOf(outcomes[key])) return;
  outcomes[key] = outcome;
  try {
    localStorage.setItem(storage, JSON.stringify(outcomes));
  } catch { /* for this page only then */ }
}

export function forgetProgress() {
  outcomes = {};
  try {
    localStorage.removeItem(storage);
  } catch { /* nothing was kept */ }
}
