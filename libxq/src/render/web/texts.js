// The page in three languages. A text is a key of the tables; {0}, {1} stand for values, {0|game|games} for the word that fits their number.
import { textsEn } from "./texts_en.js";
import { textsHans } from "./texts_zh_hans.js";
import { textsHant } from "./texts_zh_hant.js";

export const languages = { en: textsEn, "zh-Hans": textsHans, "zh-Hant": textsHant };
let textTable = textsEn;

/** The first of the wanted languages (BCP 47) that there is, English without any. */
function bestLanguage(wanted) {
  for (const tag of wanted) {
    const text = tag.toLowerCase().replace("_", "-");
    if (/^zh-(hant|tw|hk|mo)/.test(text)) return "zh-Hant";
    if (/^zh/.test(text)) return "zh-Hans";
    if (/^en/.test(text)) return "en";
  }
  return "en";
}

export function chooseLanguage(wanted) {
  const name = bestLanguage(wanted);
  textTable = languages[name];
  return name;
}

export function say(key, ...values) {
  return textTable[key].replace(/\{(\d)(?:\|(\w+)\|(\w+))?\}/g, (all, n, one, many) => (one ? (Number(values[n]) === 1 ? one : many) : values[n]));
}

/** Fills what carries a key: data-text (content), data-label (aria-label), data-hint (title), data-placeholder. */
export function translatePage(root) {
  for (const e of root.querySelectorAll("[data-text]")) e.textContent = say(e.dataset.text);
  for (const e of root.querySelectorAll("[data-label]")) e.setAttribute("aria-label", say(e.dataset.label));
  for (const e of root.querySelectorAll("[data-hint]")) e.title = say(e.dataset.hint);
  for (const e of root.querySelectorAll("[data-placeholder]")) e.placeholder = say(e.dataset.placeholder);
}
