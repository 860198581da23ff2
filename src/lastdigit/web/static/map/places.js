// The places of a drawn map: pointed at, reached by the arrow keys, pressed.

/**
 * @typedef {object} Doing
 * @property {(sentence: string, position?: string) => void} say
 * @property {(position: string) => void} press
 */

/** So many pixels beside a place a finger still means it. */
const NEAR = 28;

/**
 * Let every place of a drawing say what it is and lead where it leads; `field` has the keyboard.
 * @param {HTMLElement} field
 * @param {Doing} doing
 */
export function furnishPlaces(field, { say, press }) {
  const places = [...field.querySelectorAll("[data-position]")].filter((one) => one instanceof SVGGElement);
  /** @type {?SVGGElement} */
  let pointed = null;
  let touching = false;
  const point = (/** @type {?SVGGElement} */ place) => {
    if (!place || place === pointed) return;
    pointed?.removeAttribute("data-pointed");
    pointed = place;
    place.setAttribute("data-pointed", "");
    light(field, place);
    say(place.querySelector("title")?.textContent ?? "", place.dataset.position);
  };
  const under = (/** @type {MouseEvent} */ event) => {
    const place = event.target instanceof Element ? /** @type {?SVGGElement} */ (event.target.closest("[data-position]")) : null;
    return place ?? (touching ? nearestTo(event, places) : null);
  };
  field.onpointerdown = (event) => { touching = event.pointerType === "touch"; };
  field.onpointermove = (event) => point(under(event));
  field.onclick = (event) => {
    const place = under(event);
    point(place);
    if (!touching && place?.dataset.position) press(place.dataset.position);
  };
  field.onkeydown = (event) => {
    const way = WAYS[event.key];
    if (way) point(pointed ? nextOf(pointed, places, way) : places[0]);
    else if (event.key === "Enter" && pointed?.dataset.position) press(pointed.dataset.position);
    else return;
    event.preventDefault();
  };
}

/**
 * Show what a place has to do with: the lines that end there, and the places that one move reaches.
 * @param {HTMLElement} field
 * @param {SVGGElement} place
 */
function light(field, place) {
  const { name, near } = place.dataset;
  if (!name) return;
  const names = new Set((near ?? "").split(" "));
  for (const one of field.querySelectorAll("[data-name]")) {
    one.toggleAttribute("data-beside", one instanceof SVGElement && names.has(one.dataset.name ?? ""));
  }
  for (const one of field.querySelectorAll("[data-ends]")) {
    one.toggleAttribute("data-lit", one instanceof SVGElement && (one.dataset.ends ?? "").split(" ").includes(name));
  }
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {SVGGElement} place */
function middleOf(place) {
  const { left, top, width, height } = place.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/**
 * @param {{clientX: number, clientY: number}} event
 * @param {SVGGElement[]} places
 */
function nearestTo({ clientX, clientY }, places) {
  /** @type {?SVGGElement} */
  let best = null;
  let least = NEAR;
  for (const place of places) {
    const [x, y] = middleOf(place);
    const far = Math.hypot(x - clientX, y - clientY);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/**
 * Return the place that comes next in a direction; what is aside counts as further away.
 * @param {SVGGElement} from
 * @param {SVGGElement[]} places
 * @param {[number, number]} way
 */
function nextOf(from, places, [x, y]) {
  const [left, top] = middleOf(from);
  let best = from;
  let least = Infinity;
  for (const place of places) {
    const [across, down] = middleOf(place);
    const along = (across - left) * x + (down - top) * y;
    const aside = Math.abs((across - left) * y) + Math.abs((down - top) * x);
    const far = along + 3 * aside;
    if (along > 1 && far < least) [best, least] = [place, far];
  }
  return best;
}
