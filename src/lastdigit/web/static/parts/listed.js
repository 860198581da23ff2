// A match as one line of a list.

import { h } from "../dom.js";

/** Return who played what, how it stands, and the way there. */
export function listedMatch({ code, title: game, names, result, yourTurn, changed }) {
  const when = new Date(changed);
  return h("li", { class: "listed" },
    h("a", { href: `/match/${code}` }, `${game}: ${names.join(" and ")}`),
    h("span", { class: yourTurn ? "label" : "soft" }, result ?? (yourTurn ? "Your turn." : "The other player's turn.")),
    result && h("a", { href: `/review/${code}`, "aria-label": `Review of ${game}, ${code}` }, "Review"),
    h("time", { class: "end small soft", datetime: changed },
      Number.isNaN(when.getTime()) ? changed : when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" })));
}
