// A position in an address, so that it can be sent to somebody: ?position=...&option=name:value

/**
 * Return the address of an analysis.
 * @param {string} game
 * @param {Record<string, unknown>} options
 * @param {?string} position
 */
export function analysisLink(game, options, position) {
  const query = new URLSearchParams();
  if (position) query.set("position", position);
  for (const [name, value] of Object.entries(options)) query.append("option", `${name}:${JSON.stringify(value)}`);
  return `/analysis/${encodeURIComponent(game)}?${query}`;
}

/**
 * Return what an address says; what cannot be read is left out.
 * @param {string} search
 */
export function readAddress(search) {
  const query = new URLSearchParams(search);
  /** @type {import("./options.js").Values} */
  const options = {};
  for (const text of query.getAll("option")) {
    const [, name, value] = text.match(/^([^:]+):(true|false|null|-?\d+)$/) ?? [];
    if (name) options[name] = JSON.parse(value);
  }
  return { position: query.get("position"), options };
}
