// What fingers and a mouse do on a picture that can be zoomed: hover, tap, drag, pinch, wheel.

/**
 * Places are shares of the element: {x: 0, y: 0} is its left top corner.
 * @typedef {{x: number, y: number}} Place
 * @typedef {object} Meant
 * @property {(place: Place) => void} hover
 * @property {(place: Place, byTouch: boolean) => void} tap
 * @property {(right: number, down: number) => void} drag
 * @property {(times: number, place: Place) => void} zoom
 */

/** So many pixels a finger may tremble. */
const STILL = 6;

export class Gestures {
  /** @type {Map<number, {x: number, y: number}>} */
  #held = new Map();
  #moved = false;
  #from = { x: 0, y: 0 };

  /**
   * @param {HTMLElement} field
   * @param {Meant} meant
   */
  constructor(field, meant) {
    this.field = field;
    this.meant = meant;
    field.onpointerdown = (event) => this.#hold(event);
    field.onpointermove = (event) => this.#move(event);
    field.onpointerup = (event) => this.#release(event, true);
    field.onpointercancel = (event) => this.#release(event, false);
    field.addEventListener("wheel", (event) => {
      event.preventDefault();
      meant.zoom(event.deltaY < 0 ? 1.5 : 1 / 1.5, this.#place(event));
    }, { passive: false });
  }

  /** @param {{clientX: number, clientY: number}} event */
  #place({ clientX, clientY }) {
    const box = this.field.getBoundingClientRect();
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  }

  /** @param {PointerEvent} event */
  #hold(event) {
    this.field.setPointerCapture(event.pointerId);
    this.#held.set(event.pointerId, this.#place(event));
    if (this.#held.size === 1) [this.#moved, this.#from] = [false, { x: event.clientX, y: event.clientY }];
    else this.#moved = true;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#held.get(event.pointerId);
    const place = this.#place(event);
    // A page that moves under a mouse at rest points at nothing: what keys have chosen stays.
    if (!before) return event.movementX || event.movementY ? this.meant.hover(place) : undefined;
    if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > STILL) this.#moved = true;
    if (!this.#moved) return;
    const [other] = [...this.#held].filter(([id]) => id !== event.pointerId).map(([, held]) => held);
    if (other) this.#pinch(before, place, other);
    else this.meant.drag(place.x - before.x, place.y - before.y);
    this.#held.set(event.pointerId, place);
  }

  /**
   * @param {Place} before
   * @param {Place} place
   * @param {Place} other
   */
  #pinch(before, place, other) {
    const apart = Math.hypot(before.x - other.x, before.y - other.y);
    const now = Math.hypot(place.x - other.x, place.y - other.y);
    if (apart > 0 && now > 0) this.meant.zoom(now / apart, { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 });
    this.meant.drag((place.x - before.x) / 2, (place.y - before.y) / 2);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} meantIt a browser that scrolls takes the finger away
   */
  #release(event, meantIt) {
    if (!this.#held.delete(event.pointerId) || this.#held.size || this.#moved || !meantIt || event.button > 0) return;
    this.meant.tap(this.#place(event), event.pointerType === "touch");
  }
}
