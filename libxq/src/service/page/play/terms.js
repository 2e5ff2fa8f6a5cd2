// What players agree on, in words: clocks and handicaps.
import { say } from "./texts.js";

const handicapWords = { horse: "giveHorse", cannon: "giveCannon", rook: "giveRook", "two-horses": "giveTwoHorses", "two-cannons": "giveTwoCannons",
  "horse-cannon": "giveHorseCannon", "rook-horse": "giveRookHorse", "two-rooks": "giveTwoRooks" };
export const handicapNames = Object.keys(handicapWords);
export const handicapName = word => (handicapWords[word] ? say(handicapWords[word]) : word);
export const handicapText = ({ pieces, giver }) => say("gives", say(giver), handicapName(pieces));

/** Of seconds and days: "10 min + 5 s, then 30 s a move". */
export function clockTerms({ base, increment, step, byoyomi, days }) {
  if (days) return say(days === 1 ? "dayAMove" : "daysAMove", days);
  if (!base && !step) return say("noClock");
  const parts = [];
  if (base) parts.push(say("minutes", +(base / 60).toFixed(1)) + (increment ? " + " + say("seconds", increment) : ""));
  if (byoyomi) parts.push(say("byoyomiShort", byoyomi));
  if (step) parts.push(say("stepShort", step));
  return parts.join(say("comma"));
}

/** A state has milliseconds, and no more what a side had at the beginning. */
export function clockNotes({ increment, step, byoyomi, days }) {
  if (days) return say(days === 1 ? "dayAMove" : "daysAMove", days);
  return [increment && "+" + say("seconds", increment / 1000), byoyomi && say("byoyomiShort", byoyomi / 1000), step && say("stepShort", step / 1000)].filter(Boolean).join(say("comma"));
}

/** "9:58", "1:02:03", "2 d 5 h"; below ten seconds with tenths. */
export function clockText(ms) {
  const seconds = Math.max(0, ms) / 1000, whole = Math.floor(seconds), pad = n => String(n).padStart(2, "0");
  if (whole >= 86400) return say("daysHours", Math.floor(whole / 86400), Math.floor(whole / 3600) % 24);
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
  const text = `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
  return seconds < 10 ? text + "." + Math.floor(seconds * 10 % 10) : text;
}
