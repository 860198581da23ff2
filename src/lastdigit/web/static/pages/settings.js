// What somebody may choose for this browser; each choice holds at once.

import { post, sentenceOf } from "../api.js";
import { h, patch } from "../dom.js";
import { isOn, setOn, setTheme, SETTINGS, theme } from "../settings.js";
import { title } from "../shell.js";
import { SETTING_WORDS, SETTINGS_PAGE as WORDS, THEME_CHOICES } from "../words.js";

/** @param {HTMLElement} main */
export function show(main) {
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
      }),
      answers()));
}

/** What the server keeps of this browser's puzzles, and how it is deleted: by the second press. */
function answers() {
  const said = h("span", { class: "soft", role: "status" }, WORDS.answersAbout);
  let sure = false;
  return h("div", { class: "setting" },
    h("span", {}, h("strong", {}, WORDS.answers), said),
    h("button", {
      class: "button", type: "button", id: "forget", onclick: async ({ currentTarget: button }) => {
        if (sure) said.textContent = await forget();
        sure = !sure;
        button.textContent = sure ? WORDS.sure : WORDS.forget;
      },
    }, WORDS.forget));
}

/** Delete them, and return what came of it. */
async function forget() {
  try {
    /** @type {import("../types").Forgotten} */
    const { count } = await post("/api/puzzles/forget");
    return WORDS.forgotten(count);
  } catch (problem) {
    return sentenceOf(problem);
  }
}
