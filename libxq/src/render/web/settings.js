// What the reader has chosen; kept in localStorage where that is allowed.
import { languages, chooseLanguage, say, translatePage } from "./texts.js";
import { element } from "./dom.js";
import { showPieces } from "./pieces.js";

const storageKey = "xq";
const choices = {
  language: ["auto", ...Object.keys(languages)],
  theme: ["auto", "light", "dark"],
  pieces: ["auto", "traditional", "simplified", "alike", "letters", "symbols"],
  boardLook: ["wood", "green", "blue", "paper", "dark"],
  notation: ["auto", "chinese", "traditional", "wxf", "uci"],
  rules: ["wxf", "cxa"],
  flipped: ["no", "yes"],
  arrows: ["yes", "no"],
  sound: ["yes", "no"],
  engine: ["here", "server"]
};
const chosenValues = Object.fromEntries(Object.entries(choices).map(([name, all]) => [name, all[0]]));
const settingListeners = [];

/** The languages a page is in unless the reader chose one: that of the report, or the browser's. */
let currentLanguage = "en";

export const setting = name => chosenValues[name];

/** The notation in use; `preferred` is what "auto" stands for, by default what fits the language. */
export function notationInUse(preferred) {
  return chosenValues.notation !== "auto" ? chosenValues.notation : preferred || { en: "wxf", "zh-Hant": "traditional" }[currentLanguage] || "chinese";
}

export const languageInUse = () => currentLanguage;

function apply(preferredLanguages) {
  const root = document.documentElement;
  currentLanguage = chooseLanguage(chosenValues.language === "auto" ? preferredLanguages : [chosenValues.language]);
  root.lang = currentLanguage;
  if (chosenValues.theme === "auto") root.removeAttribute("data-theme"); else root.setAttribute("data-theme", chosenValues.theme);
  root.dataset.board = chosenValues.boardLook;
  showPieces(chosenValues.pieces === "auto" ? "traditional" : chosenValues.pieces);
  translatePage(document);
}

/** Reads what was kept. `preferredLanguages` are BCP 47 tags, the most wanted first. */
export function openSettings(preferredLanguages) {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) || "{}");
    for (const [name, all] of Object.entries(choices)) if (all.includes(kept[name])) chosenValues[name] = kept[name];
  } catch { /* no storage, or not ours: as if nothing had been chosen */ }
  apply(preferredLanguages);
  settingListeners.push(() => apply(preferredLanguages));
}

export const onSettings = listener => { settingListeners.push(listener); };

export function choose(name, value) {
  chosenValues[name] = value;
  try {
    localStorage.setItem(storageKey, JSON.stringify(chosenValues));
  } catch { /* for this page only then */ }
  settingListeners.forEach(f => f());
}

const choiceLabels = {
  language: { auto: "automatic", en: "=English", "zh-Hans": "=简体中文", "zh-Hant": "=繁體中文" },
  theme: { auto: "automatic", light: "themeLight", dark: "themeDark" },
  pieces: { auto: "automatic", traditional: "=帥 將 馬 車", simplified: "=帅 将 马 车", alike: "=將 將 馬 車", letters: "=K A E H R C P", symbols: "=♚ ♞ ♜" },
  arrows: { yes: "yes", no: "no" },
  boardLook: { wood: "boardWood", green: "boardGreen", blue: "boardBlue", paper: "boardPaper", dark: "themeDark" },
  sound: { yes: "yes", no: "no" },
  notation: { auto: "automatic", chinese: "=炮二平五", traditional: "=馬八進七", wxf: "=C2=5", uci: "=h2e2" }
};

/** A choice with its label, for a dialogue or a head. */
export function settingField(name) {
  const select = element("select", { id: "setting-" + name, onchange: e => choose(name, e.target.value) },
    Object.entries(choiceLabels[name]).map(([value, label]) => {
      const option = element("option", { value }, label[0] === "=" ? label.slice(1) : say(label));
      if (label[0] !== "=") option.dataset.text = label;
      return option;
    }));
  select.value = chosenValues[name];
  settingListeners.push(() => { select.value = chosenValues[name]; });
  const caption = element("span", { "data-text": name }, say(name));
  return element("label", { class: "setting" }, caption, select);
}
