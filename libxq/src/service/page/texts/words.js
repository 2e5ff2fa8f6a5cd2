// The words of the explorer beside those that it has in common with the report.
import { languages } from "./texts.js";
import { moreEn } from "./more_en.js";
import { moreHans } from "./more_zh_hans.js";
import { moreHant } from "./more_zh_hant.js";

export function addWords() {
  for (const [name, words] of Object.entries({ en: moreEn, "zh-Hans": moreHans, "zh-Hant": moreHant })) Object.assign(languages[name], words);
}
