// Sharing: copying a text, handing it to the device, QR codes, and painting a drawing as a PNG.

import { h } from "../dom.js";
import { here } from "../server.js";
import { COPIED, LINK, NO_COPY } from "../strings.js";
import { icon } from "./tile.js";

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
 * Return a button that opens the device's share dialog, or nothing if the browser has none.
 * @param {string} label
 * @param {() => ShareData | Promise<ShareData>} data
 */
export const sendButton = (label, data) =>
  "share" in navigator && h("button", {
    class: "button", type: "button", "data-key": "send",
    onclick: async () => navigator.share(await data()).catch(() => {}), // cancelled
  }, icon("share"), label);

/**
 * Return the QR code of a match's or class's link, drawn by the server.
 * @param {string} link
 */
export const qrCode = (link) =>
  h("img", { class: "qr", src: `/qr.svg?link=${encodeURIComponent(link)}`, alt: LINK.qr, width: 164, height: 164, "data-key": "qr" });

/**
 * Return the QR code of a link with instructions, and a warning if other devices cannot reach the address.
 * @param {string} link
 */
export const qrCard = (link) =>
  h("figure", { class: "qr-card", "data-key": "qr-card" },
    qrCode(link),
    h("figcaption", { class: "soft small" }, isHereOnly() ? LINK.hereOnly : LINK.scan));

const isHereOnly = () => /^(localhost|127\..*|\[::1\])$/.test(here().hostname);

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
