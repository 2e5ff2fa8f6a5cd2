// The one dialogue of the page: help, settings, opening a file, a new game.
import { byId, element } from "./dom.js";
import { say } from "./texts.js";

export function closeDialog() {
  byId("dialog").close();
}

export function showDialog(title, ...content) {
  const dialog = byId("dialog");
  dialog.replaceChildren(element("header", {}, element("h2", { id: "dialog-title" }, title),
    element("button", { class: "close", "aria-label": say("close"), title: say("close"), onclick: closeDialog }, "✕")), ...content.filter(Boolean));
  dialog.setAttribute("aria-labelledby", "dialog-title");
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("textarea, select, input, .primary")?.focus();
}

/** A click beside it closes it. */
export function openDialogs() {
  byId("dialog").addEventListener("click", e => { if (e.target === byId("dialog")) closeDialog(); });
}
