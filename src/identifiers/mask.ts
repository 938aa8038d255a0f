import { append, type Rewrite } from "./relabel.ts";

/** Signs in place of all characters but those to keep at one end; `from` says where the signs begin. */
export function masking(from: "left" | "right", keep: number, sign: string): Rewrite {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return (bytes, start, end, text) => {
    const characters = [...decoder.decode(bytes.subarray(start, end))];
    const hidden = Math.max(0, characters.length - keep);
    const signs = sign.repeat(hidden);
    const shown = from === "right" ? characters.slice(0, keep) : characters.slice(hidden);
    append(text, encoder.encode(from === "right" ? shown.join("") + signs : signs + shown.join("")));
  };
}

/** The same text for every value. */
export function redacting(stated: string): Rewrite {
  const bytes = new TextEncoder().encode(stated);
  return (_bytes, _from, _to, text) => append(text, bytes);
}
