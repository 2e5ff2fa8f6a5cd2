// Elements and small helpers. Texts from games reach the page by element() as text nodes only.

const svgNamespace = "http://www.w3.org/2000/svg";

function fill(e, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (value === true) e.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) e.setAttribute(name, value);
  }
  e.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
  return e;
}

/** element("p", { class: "a", onclick: f }, "text", other): attributes that are null or false are left out. */
export function element(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

export const byId = id => document.getElementById(id);

/** Puts `text` on the clipboard, also where the page was opened as a file; false when that is not allowed. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { class: "away", readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Saves `content` (text or Blob) as a file of that name. */
export function download(name, content, type = "text/plain;charset=utf-8") {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Whether keys that are pressed there belong to a field, not to the page. */
export function isField(target) {
  return target instanceof HTMLElement && (["TEXTAREA", "SELECT"].includes(target.tagName) || target.isContentEditable ||
    (target.tagName === "INPUT" && !["checkbox", "radio", "button", "range"].includes(target.type)));
}
