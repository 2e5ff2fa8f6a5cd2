// Values are centipawns from Red's side; mates are 30000 minus plies.

export const isMate = score => Math.abs(score) > 29000;

export function valueText(score) {
  const size = Math.abs(score);
  if (isMate(score)) return (score < 0 ? "-" : "") + "#" + Math.floor((30000 - size + 1) / 2);
  return (score < 0 ? "-" : "+") + (Math.min(size, 9999) / 100).toFixed(2);
}

/** Red's chance to win, 0 to 1. */
export const probability = score => Math.abs(score) >= 28000 ? (score > 0 ? 1 : 0) : 1 / (1 + Math.exp(-score / 202));
