// Sharing: copying a text, handing it to the device, and painting a drawing as a PNG.

import { h } from "../dom.js";
import { COPIED, NO_COPY } from "../strings.js";

/**
 * Copy a text and return whether that worked. Without a secure context there is no clipboard API, hence the fallback.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { class: "unseen", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/**
 * Open the device's share dialog or copy the text. Return a word for the button that was pressed.
 * @param {string} text
 */
export async function share(text) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ text }).catch(() => {});
    return "";
  }
  return (await copy(text)) ? COPIED : NO_COPY;
}

/**
 * Return a button that copies a text and confirms it.
 * @param {string} label
 * @param {() => string} text
 */
export function copyButton(label, text, look = "button") {
  return h("button", {
    class: look, type: "button", "data-key": label, "aria-live": "polite",
    onclick: async ({ currentTarget: button }) => {
      const words = (await copy(text())) ? COPIED : NO_COPY;
      button.focus();
      button.textContent = words;
      setTimeout(() => (button.textContent = label), 2000);
    },
  }, label);
}

/**
 * Return a text in a field, with a button that copies it.
 * @param {string} label
 * @param {string} text
 */
export function copyField(label, text) {
  const id = `copy-${label.replaceAll(" ", "-").toLowerCase()}`;
  return h("div", { class: "field" },
    h("label", { for: id }, label),
    h("div", { class: "copying" },
      h("input", { id, type: "text", readonly: true, value: text, onclick: ({ currentTarget }) => currentTarget.select() }),
      copyButton("Copy", () => text, "button primary")));
}

/**
 * Render SVG source as a PNG.
 * @param {string} drawing
 * @returns {Promise<Blob>}
 */
export async function paint(drawing) {
  const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = h("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  URL.revokeObjectURL(address);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

/**
 * Resolve a CSS colour such as light-dark() or var(), for drawings outside the page.
 * @param {string} value
 */
export function resolveColour(value) {
  const probe = h("span");
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/**
 * Escape a text for SVG source.
 * @param {string} text
 */
export const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
