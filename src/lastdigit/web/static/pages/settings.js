// The settings of this browser, and the data saved about the player.

import { EXACT, textIn } from "../components/fields.js";
import { copyField } from "../components/share.js";
import { h, patch } from "../dom.js";
import { isOn, setOn, setTheme, SETTINGS, theme } from "../memory.js";
import { alone, get, messageOf, post } from "../server.js";
import { openPage, title } from "../shell.js";
import { SETTING_WORDS } from "../strings.js";
import { PERSON, SETTINGS_PAGE as WORDS, THEME_CHOICES } from "../strings/player.js";

/** @param {HTMLElement} main */
async function show(main) {
  const person = new PersonCard();
  title(WORDS.title);
  patch(main,
    h("div", { class: "page-head" },
      h("h1", {}, WORDS.title),
      h("p", { class: "lead" }, WORDS.lead)),
    h("div", { class: "card settings" },
      h("fieldset", { class: "themes" },
        h("legend", {}, WORDS.theme),
        THEME_CHOICES.map(({ value, label }) =>
          h("label", { class: "check" },
            h("input", {
              type: "radio", name: "theme", checked: (theme() ?? "") === value,
              onchange: () => setTheme(value || null),
            }), label))),
      SETTINGS.map(({ name }) => {
        const { label, about } = SETTING_WORDS[name];
        return h("label", { class: "setting" },
          h("span", {}, h("strong", {}, label), h("span", { class: "soft" }, about)),
          h("input", {
            type: "checkbox", role: "switch", checked: isOn(name),
            onchange: ({ currentTarget }) => setOn(name, currentTarget.checked),
          }));
      })),
    person.node);
  await person.load();
}

/** @typedef {import("../types").Person} Person */

class PersonCard {
  /** @type {?Person} */
  #kept = null;
  #said = "";
  #sure = false;
  /** The open part: the key of this device, the form for another's, or none. @type {import("../types").Key | "type" | null} */
  #key = null;
  node = h("section", { class: "card settings person", "aria-labelledby": "person-title" });

  async load() {
    this.#kept = await get("/api/me");
    this.draw();
  }

  /**
   * Run an action and show its result.
   * @param {() => Promise<string>} work
   */
  async #attempt(work) {
    try {
      this.#said = await work();
      this.#kept = await get("/api/me");
    } catch (problem) {
      this.#said = messageOf(problem);
    }
    this.draw();
  }

  draw() {
    if (!this.#kept) return;
    const { answers, games, own } = this.#kept;
    patch(this.node,
      h("h2", { id: "person-title", "data-key": "title" }, PERSON.title),
      h("p", { class: "soft", "data-key": "kept" }, own && `${PERSON.own} `, (alone ? PERSON.keptHere : PERSON.kept)(answers, games)),
      h("p", { role: "status", "data-key": "said" }, this.#said),
      h("div", { class: "setting", "data-key": "file" },
        h("a", { class: "button", href: "/api/me/export", download: "lastdigit.json" }, PERSON.export)),
      !alone && h("div", { class: "setting", "data-key": "device" },
        h("span", {}, h("strong", {}, PERSON.device), h("span", { class: "soft" }, PERSON.deviceAbout)),
        h("span", { class: "row" },
          h("button", { class: "button", type: "button", id: "show-key", onclick: () => this.show() }, PERSON.show),
          h("button", { class: "button", type: "button", id: "type-key", onclick: () => this.type() }, PERSON.type))),
      this.#key === "type" ? this.form() : this.#key && h("div", { class: "stack", "data-key": "key" },
        h("p", {}, PERSON.shown(this.#key.seconds)), copyField(PERSON.key, this.#key.key)),
      h("div", { class: "setting", "data-key": "forget" },
        h("span", { class: "soft" }, alone ? PERSON.forgetHere : PERSON.forgetAbout),
        h("button", { class: "button", type: "button", id: "forget", onclick: () => this.forget() }, this.#sure ? PERSON.sure : PERSON.forget)));
  }

  show() {
    return this.#attempt(async () => {
      this.#key = await post("/api/me/key");
      return "";
    });
  }

  type() {
    this.#key = "type";
    this.draw();
    this.node.querySelector("input")?.focus();
  }

  form() {
    return h("form", {
      class: "stack", "data-key": "form", onsubmit: (event) => {
        event.preventDefault();
        this.take(textIn(event.currentTarget, "device-key"));
      },
    },
      h("div", { class: "field" }, h("label", { for: "device-key" }, PERSON.key),
        h("input", { id: "device-key", name: "device-key", type: "text", required: true, ...EXACT })),
      h("button", { class: "button primary", type: "submit" }, PERSON.take));
  }

  /** @param {string} key */
  take(key) {
    return this.#attempt(async () => {
      await post("/api/me/device", { key });
      this.#key = null;
      return PERSON.taken;
    });
  }

  /** Delete all data at the second press. */
  async forget() {
    if (!this.#sure) {
      this.#sure = true;
      this.draw();
      return;
    }
    this.#sure = false;
    await this.#attempt(async () => {
      /** @type {Person} */
      const { answers, games } = await post("/api/me/forget");
      return PERSON.forgotten(answers, games);
    });
  }
}

openPage(show);
