// Numbers along the sides of a grid that is zoomed, and whatever lies over it, moved along.

import { svg } from "../dom.js";

/** About so many numbers stand along a side. */
const TICKS = 6;

/**
 * Return a round step, by which few enough numbers stand along so long a side.
 * @param {number} span
 * @param {number} base
 */
export function roundStep(span, base) {
  const parts = [1, 2, base / 2].filter((part) => Number.isInteger(part) && part < base);
  for (let power = 1; ; power *= base) {
    const found = parts.map((part) => part * power).find((step) => span / step <= TICKS);
    if (found) return found;
  }
}

/**
 * Number the sides of what is seen, and let what is drawn over the points follow them.
 * @param {import("./points.js").Points} points
 * @param {import("./points.js").View} view
 */
export function axesOf(points, { left, low, span }) {
  const { grid, field } = points;
  const drawing = field.querySelector(".map-drawing");
  if (!drawing) return;
  drawing.querySelector(".ticks")?.remove();
  const unit = grid.length / span;
  const bottom = grid.top + grid.length;
  const times = grid.side / span;
  const shift = [grid.left - (left * grid.length) / span - grid.left * times, bottom + (low * grid.length) / span - bottom * times];
  for (const walked of drawing.querySelectorAll(".walked")) walked.setAttribute("transform", `translate(${shift[0]} ${shift[1]}) scale(${times})`);
  field.style.setProperty("--zoom", String(times));
  if (span === grid.side) return;
  const step = roundStep(span, grid.base);
  const numbers = (/** @type {number} */ first) => {
    const lowest = Math.ceil((first + 0.5) / step) * step;
    return Array.from({ length: Math.floor((first + span + 0.5 - lowest) / step) + 1 }, (_, place) => lowest + place * step);
  };
  drawing.append(svg("g", { class: "ticks" },
    numbers(left).map((number) => svg("text", { class: "tick", x: grid.left + (number - 0.5 - left) * unit, y: bottom + 24, "text-anchor": "middle" }, points.written(number))),
    numbers(low).map((number) => svg("text", { class: "tick", x: grid.left - 10, y: bottom - (number - 0.5 - low) * unit + 5, "text-anchor": "end" }, points.written(number)))));
}
