// What a player can do besides moving, as buttons. Which ones, the server says in `may`.

import { post } from "../api.js";
import { h } from "../dom.js";
import { copyButton } from "../parts/copy.js";

const GRACE = 40_000;
const SURE_FOR = 5000;

/** Always there during a game, so that the list does not jump from turn to turn. */
const STEADY = ["undo", "offer", "resign"];

/** `may` is what must be allowed, where it is called otherwise. */
const ACTS = [
  { act: "undo", label: "Undo", command: { do: "undo" } },
  { act: "hint", label: "Hint", command: { do: "hint", kind: "hint" } },
  { act: "values", may: "hint", label: "Values of all moves", command: { do: "hint", kind: "values" } },
  { act: "offer", label: "Offer a draw", command: { do: "offer" } },
];

export class Actions {
  #sure = 0;
  #seen = new Set(STEADY);

  /**
   * @param {import("./session.js").Session} session
   * @param {{changed: () => void, sent: (done: object) => void, lend: () => void, bring: () => void}} calls
   *   `lend`: take this seat to another device; `bring`: bring one here
   */
  constructor(session, calls) {
    this.session = session;
    this.calls = calls;
    setInterval(() => this.#awaySeat() && calls.changed(), 1000);
  }

  drawn() {
    const { match, seats } = this.session;
    const buttons = match.result ? this.#afterwards() : seats.length ? this.#during() : this.#watching();
    return h("section", { class: "card", "aria-label": "Actions", "data-key": "actions", id: "actions" },
      h("div", { class: "stack" }, buttons));
  }

  #during() {
    for (const { act, may = act } of ACTS) if (this.session.seatFor(may)) this.#seen.add(act);
    return [
      this.#claim(),
      ACTS.filter(({ act }) => this.#seen.has(act)).map(({ act, may, label, command }) =>
        this.#button(act, label, async () => this.calls.sent(await this.session.send(command)), "button", may)),
      this.#resign(),
      this.session.seatFor("key") && this.#button("key", "Take this seat to another device", this.calls.lend, "quiet"),
    ];
  }

  #button(act, label, press, look = "button", may = act) {
    const able = this.session.seatFor(may) !== null && !this.session.busy;
    return h("button", {
      class: look, type: "button", "data-key": act, "data-act": act,
      "aria-disabled": able ? null : "true", onclick: () => able && press(),
    }, label);
  }

  /** Resigning takes a second press, soon after the first. */
  #resign() {
    const sure = Date.now() - this.#sure < SURE_FOR;
    const press = () => {
      this.#sure = sure ? 0 : Date.now();
      if (sure) this.session.send({ do: "resign" });
      else setTimeout(this.calls.changed, SURE_FOR + 50);
      this.calls.changed();
    };
    return this.#button("resign", sure ? "Press again to resign" : "Resign", press, sure ? "button danger" : "quiet");
  }

  /** The seat of the other player, when that player is away. */
  #awaySeat() {
    const { match, seats } = this.session;
    if (!match || match.result || seats.length !== 1) return null;
    const other = 3 - seats[0];
    return match.players[other - 1].away === null ? null : other;
  }

  #claim() {
    const other = this.#awaySeat();
    const able = this.session.seatFor("claim") !== null;
    if (!other && !able) return null;
    const { match, arrived } = this.session;
    const away = other ? match.players[other - 1].away + performance.now() - arrived : GRACE;
    const left = able ? 0 : Math.ceil((GRACE - away) / 1000);
    return h("button", {
      class: "button primary", type: "button", "data-key": "claim", "data-act": "claim",
      "aria-disabled": left > 0 ? "true" : null, onclick: () => left <= 0 && this.session.send({ do: "claim" }),
    }, left > 0 ? `The other player is away. Claim the win in ${left} s` : "Claim the win");
  }

  #afterwards() {
    const { code } = this.session.match;
    return [
      h("a", {
        class: "button", href: `/api/matches/${code}/record`, download: `${code}.jsonl`, "data-key": "record",
      }, "Download record"),
      copyButton("Copy link", () => new URL(`/match/${code}`, location.href).href),
    ];
  }

  #watching() {
    return [
      h("p", { class: "label", "data-key": "watching" }, "You are watching."),
      h("button", {
        class: "button", type: "button", "data-key": "bring", onclick: this.calls.bring,
      }, "I have a key"),
      copyButton("Copy link", () => location.href),
    ];
  }
}

/** Return the way to the next game: the rematch that there is, or the wish for one. */
export function rematchButton(session, look) {
  const { code, rematch } = session.match;
  if (rematch) return h("a", {
    class: look, href: `/match/${rematch}`, "data-key": "to rematch",
  }, "Go to the rematch");
  if (!session.seatFor("rematch")) return null;
  const ask = async () => {
    try {
      const { match } = await post(`/api/matches/${encodeURIComponent(code)}/rematch`);
      location.assign(`/match/${match.code}`);
    } catch (refusal) {
      session.warn(refusal.message);
    }
  };
  return h("button", {
    class: look, type: "button", "data-key": "rematch", "data-act": "rematch", onclick: ask,
  }, "Rematch");
}
