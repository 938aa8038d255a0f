export { keyFrom } from "./key.ts";
export { type Replacement, type ReplacementEntry, replacements } from "./registry.ts";
export { type Replaced, replaceIdentifiers } from "./replace.ts";
