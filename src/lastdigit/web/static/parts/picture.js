// A drawing of our own as a picture that can be saved or sent: painted here, nothing is fetched.

import { h } from "../dom.js";

/**
 * Return a drawing, given as SVG, as a PNG.
 * @param {string} drawing
 * @returns {Promise<Blob>}
 */
export async function painted(drawing) {
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
 * A colour as a picture that stands alone knows it: light-dark() and the like are worked out by the browser.
 * @param {string} value
 */
export function plainColour(value) {
  const probe = h("span");
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/**
 * Return a text that stands in a drawing for itself.
 * @param {string} text
 */
export const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
