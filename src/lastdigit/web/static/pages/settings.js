// What somebody may choose for this browser; each choice holds at once.

import { h, patch } from "../dom.js";
import { PersonCard } from "../person/card.js";
import { isOn, setOn, setTheme, SETTINGS, theme } from "../memory.js";
import { title } from "../shell.js";
import { SETTING_WORDS, SETTINGS_PAGE as WORDS, THEME_CHOICES } from "../strings.js";

/** @param {HTMLElement} main */
export async function show(main) {
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
