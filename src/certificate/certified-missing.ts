/** @file The texts that verifiers take for a missing value; a longer list would let any two values be called one. */
import { spellingKey } from "../table/index.ts";

const missing = new Set(
  ["", "?", "-", "--", ".", "na", "n/a", "n.a.", "nan", "null", "none", "nil", "missing", "unknown"].concat([
    "not known",
    "not available",
  ]),
);

/** Whether a text means that a value is not known, whatever the spec says. */
export function meansMissing(text: string): boolean {
  return missing.has(spellingKey(text));
}
