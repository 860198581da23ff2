// Before a game: waiting for the friend, sitting down, or just watching.

import { post } from "../api.js";
import { h } from "../dom.js";
import { copyField } from "../components/share.js";
import { recall, remember } from "../memory.js";
import { problemLine, textIn } from "../components/fields.js";
import { here, linkTo } from "../host.js";
import { PLAYERS } from "../strings.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../types").Match} Match
 * @typedef {{name?: ?string, key?: string}} Wish to sit down under this name, or where this key leads
 */

/**
 * Whether somebody waits for a friend who may be anybody.
 * @param {Session} session
 */
export const isInviting = ({ match, seats }) =>
  seats.length > 0 && !match.begun && Boolean(match.may["0"]?.includes("sit"));

/**
 * Return a button that sends the link by whatever the device has for that.
 * @param {string} title
 * @param {string} url
 */
const shareButton = (title, url) =>
  h("button", {
    class: "button", type: "button",
    onclick: () => navigator.share({ title: `Play ${title} with me`, url }).catch(() => {}), // thought better of
  }, "Send the link");

/**
 * Return what the inviter sees until the friend has come.
 * @param {Session} session
 * @param {{sit: (wish: Wish) => void, rename: (name: string) => void, problem: string, spoken: import("./spoken-code.js").SpokenCode}} how
 */
export function waiting(session, { sit, rename, problem, spoken }) {
  const { code, title, may } = session.match;
  if (!isInviting(session)) return kept(session);
  const link = linkTo(`/match/${code}`);
  return card(title, [
    h("p", { class: "lead", role: "status" },
      "Waiting for your friend. The game begins by itself when the link is opened and the seat taken."),
    copyField("Link for your friend", link),
    "share" in navigator && h("div", {}, shareButton(title, link)),
    isHereOnly() && h("p", { class: "soft" }, "This address leads to this computer only. Others can come when the server is started with --host 0.0.0.0."),
    spoken.element(),
    ownName(session, { rename, problem }),
    h("p", { class: "soft" }, "The second visitor can sit down. The third visitor watches."),
    may["0"]?.includes("sit") && h("p", {},
      h("button", { class: "button", type: "button", "data-act": "sit", onclick: () => sit({ name: null }) },
        "Play the second seat on this device")),
    terms(session.match),
  ]);
}

/**
 * Ask the host for a name. It is optional, and saved when the host leaves the field, too.
 * @param {Session} session
 * @param {{rename: (name: string) => void, problem: string}} how
 */
function ownName({ match, seats }, { rename, problem }) {
  const { name } = match.players[seats[0] - 1];
  const known = !PLAYERS.includes(name);
  /** @param {string} text */
  const save = (text) => {
    if (text && text !== name) rename(text);
  };
  return h("form", {
    class: "stack", "data-key": "own-name", novalidate: true,
    onsubmit: (event) => {
      event.preventDefault();
      save(textIn(event.currentTarget, "name"));
    },
  },
    nameField("host-name", known ? name : "", ({ currentTarget }) => save(currentTarget.value.trim())),
    problemLine(problem),
    h("p", { class: "soft", role: "status" }, known ? `Your friend sees the name ${name}.` : "Optional: your friend sees it."),
    h("div", {}, h("button", { class: "button", type: "submit" }, "Save")));
}

/**
 * @param {string} id
 * @param {string} value
 * @param {import("../dom.js").Listener<HTMLInputElement, Event>} onchange
 */
const nameField = (id, value, onchange = null) =>
  h("div", { class: "field" },
    h("label", { for: id }, "Your name"),
    h("input", { id, name: "name", type: "text", maxlength: "40", autocomplete: "nickname", value, onchange }));

/**
 * A rematch waits for the player of the game before it.
 * @param {Session} session
 */
function kept({ match, seats }) {
  const { name } = match.players[2 - seats[0]];
  return card(match.title, [
    h("p", { class: "lead", role: "status" }, `Waiting for ${name}.`),
    terms(match),
  ]);
}

const isHereOnly = () => /^(localhost|127\..*|\[::1\])$/.test(here().hostname);

/**
 * Return what a visitor sees while a seat is free.
 * @param {Session} session
 * @param {{sit: (wish: Wish) => void, watch: () => void, bring: () => void, problem: string}} how
 */
export function invitation({ match }, { sit, watch, bring, problem }) {
  const host = match.players.find(({ joined }) => joined);
  /** @param {string} name */
  const sitAs = (name) => {
    if (name) remember("name", name);
    sit({ name: name || null });
  };
  return card(match.title, [
    h("p", { class: "lead" }, `${host && !PLAYERS.includes(host.name) ? host.name : "Your friend"} invites you to play ${match.title}.`),
    h("form", {
      class: "stack",
      onsubmit: (event) => {
        event.preventDefault();
        sitAs(textIn(event.currentTarget, "name"));
      },
    },
      nameField("sit-name", recall("name") ?? ""),
      problemLine(problem),
      h("div", { class: "row" },
        h("button", { class: "button primary", type: "submit" }, "Sit down"),
        h("button", { class: "button", type: "button", onclick: watch }, "Just watch"),
        h("button", { class: "quiet", type: "button", onclick: bring }, "I have a key"))),
    terms(match),
  ]);
}

/**
 * @param {string} title
 * @param {import("../dom.js").Child} parts
 */
export const card = (title, parts) =>
  h("section", { class: "card lobby", "data-key": "lobby" }, h("h1", {}, title), parts);

/**
 * The start, unusual rules and who begins, in the server's words.
 * @param {Match} match
 */
const terms = ({ agreed }) => agreed && h("p", { class: "soft", "data-key": "terms" }, agreed);

/**
 * Sit down, or bring a seat; the session then has the match as the new sitter sees it.
 * @param {Session} session
 * @param {Wish} wish
 */
export async function sitDown(session, wish) {
  const said = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== null));
  /** @type {import("../types").OwnMatch} */
  const { match } = await post(`${session.path}/seat`, said);
  session.take(match);
}
