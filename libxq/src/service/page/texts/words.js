// The words of the explorer beside those that it has in common with the report.
import { languages } from "./texts.js";
import { moreEn } from "./more_en.js";
import { moreHans } from "./more_zh_hans.js";
import { moreHant } from "./more_zh_hant.js";
import { playEn } from "./more_play_en.js";
import { playHans } from "./more_play_zh_hans.js";
import { playHant } from "./more_play_zh_hant.js";

export function addWords() {
  for (const [name, words] of Object.entries({ en: [moreEn, playEn], "zh-Hans": [moreHans, playHans], "zh-Hant": [moreHant, playHant] })) Object.assign(languages[name], ...words);
}
