// Four short tones, made when they are needed; and a light touch on phones. Both are settings.

import { isOn, mayMove } from "../memory.js";

/** The peak of every tone, about -18 dB, and how quickly it rises, in seconds: so nothing clicks. */
const [PEAK, RISE] = [0.125, 0.004];
const SEMITONE = 2 ** (1 / 12);
const THIRD = 2 ** (4 / 12);
const FIFTH = 2 ** (7 / 12);

/** @type {?AudioContext} */
let context = null;

/**
 * @param {{type?: OscillatorType, from: number, to?: number, ms: number, at?: number, part?: number, below?: number}} how
 *   Hertz, milliseconds; `at`: when from now on; `part` of the usual loudness; `below`: what is higher is taken away
 */
function tone({ type = "sine", from, to = from, ms, at = 0, part = 1, below }) {
  if (!isOn("sound")) return;
  context ??= new AudioContext();
  const [start, length] = [context.currentTime + at / 1000, ms / 1000];
  const [source, volume] = [new OscillatorNode(context, { type, frequency: from }), new GainNode(context, { gain: 0 })];
  source.frequency.setValueAtTime(from, start);
  if (to !== from) source.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.linearRampToValueAtTime(PEAK * part, start + RISE);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const filter = below ? source.connect(new BiquadFilterNode(context, { type: "lowpass", frequency: below })) : source;
  filter.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

/**
 * Vibrate, if the player has touched this page. Before that browsers block it and log an error.
 * @param {number} ms
 */
function touch(ms) {
  const touched = navigator.userActivation?.hasBeenActive ?? true;
  if (touched && isOn("vibration") && mayMove()) navigator.vibrate?.(ms);
}

export const sounds = {
  /**
   * A tile is chosen: each digit has its own pitch.
   * @param {string | null | undefined} text
   */
  tap(text) {
    tone({ type: "triangle", from: 660 * SEMITONE ** (Number(text) || 0), ms: 45 });
    touch(8);
  },
  /**
   * A tile is set down; each further digit that changes is heard too, higher and softer.
   * @param {number} steps
   */
  land(steps) {
    for (let step = 0; step < Math.max(1, steps); step += 1) {
      const higher = THIRD ** step;
      tone({ from: 220 * higher, to: 165 * higher, ms: 110, at: step * 70, part: step ? 0.5 : 1 });
    }
    touch(12);
  },
  refused() {
    for (const at of [0, 110]) tone({ type: "triangle", from: 140, ms: 60, at, below: 500 });
    touch(20);
  },
  won() {
    [523, 659, 784, 1047].forEach((from, index) => {
      const ms = index === 3 ? 500 : 90;
      tone({ from, ms, at: index * 90 });
      tone({ from: from * 2, ms, at: index * 90, part: 0.25 });
    });
    touch(40);
  },
  lost() {
    tone({ from: 220 / FIFTH, to: 165 / FIFTH, ms: 110 });
  },
};
