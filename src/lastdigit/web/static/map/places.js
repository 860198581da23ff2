// The places of a drawn map: pointed at, reached by the arrow keys, pressed.

/**
 * @typedef {object} Doing
 * @property {(sentence: string) => void} say
 * @property {(position: string) => void} press
 */

/**
 * Let every place of a drawing say what it is and lead where it leads; `field` has the keyboard.
 * @param {HTMLElement} field
 * @param {Doing} doing
 */
export function furnishPlaces(field, { say, press }) {
  const places = [...field.querySelectorAll("[data-position]")].filter((one) => one instanceof SVGGElement);
  /** @type {?SVGGElement} */
  let pointed = null;
  const point = (/** @type {?SVGGElement} */ place) => {
    if (!place || place === pointed) return;
    pointed?.removeAttribute("data-pointed");
    pointed = place;
    place.setAttribute("data-pointed", "");
    say(place.querySelector("title")?.textContent ?? "");
  };
  const under = (/** @type {Event} */ event) =>
    event.target instanceof Element ? /** @type {?SVGGElement} */ (event.target.closest("[data-position]")) : null;
  field.onpointermove = (event) => point(under(event));
  field.onclick = (event) => {
    const place = under(event);
    if (place?.dataset.position) press(place.dataset.position);
  };
  field.onkeydown = (event) => {
    const way = WAYS[event.key];
    if (way) point(pointed ? nearest(pointed, places, way) : places[0]);
    else if (event.key === "Enter" && pointed?.dataset.position) press(pointed.dataset.position);
    else return;
    event.preventDefault();
  };
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the place that comes next in a direction; what is aside counts as further away.
 * @param {SVGGElement} from
 * @param {SVGGElement[]} places
 * @param {[number, number]} way
 */
function nearest(from, places, [x, y]) {
  const middle = (/** @type {SVGGElement} */ place) => {
    const box = place.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [left, top] = middle(from);
  let best = from;
  let least = Infinity;
  for (const place of places) {
    const [across, down] = middle(place);
    const along = (across - left) * x + (down - top) * y;
    const aside = Math.abs((across - left) * y) + Math.abs((down - top) * x);
    const far = along + 3 * aside;
    if (along > 1 && far < least) [best, least] = [place, far];
  }
  return best;
}
