import type { Spec } from "./schema.ts";

/** A spec as the text of `kohort.json`, a line per column, with the reason for each as a comment above it. */
export function specText(spec: Spec, reasons: ReadonlyMap<string, string> = new Map()): string {
  const parts = Object.entries(spec)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      if (key === "attributes") return `  "attributes": ${attributesText(spec.attributes, reasons)}`;
      return `  ${JSON.stringify(key)}: ${inline(value)}`;
    });
  return `{\n${parts.join(",\n")}\n}\n`;
}

function attributesText(attributes: Spec["attributes"], reasons: ReadonlyMap<string, string>): string {
  const lines = Object.entries(attributes).map(([name, attribute]) => {
    const reason = reasons.get(name);
    const comment = reason === undefined ? "" : `    // ${reason.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")}\n`;
    return `${comment}    ${JSON.stringify(name)}: ${inline(attribute)}`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n  }`;
}

/** A value on one line, with room to breathe. */
function inline(value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.map(inline);
    return items.some((item) => item.startsWith("{")) ? `[ ${items.join(", ")} ]` : `[${items.join(", ")}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return "{}";
  return `{ ${members.map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`).join(", ")} }`;
}
