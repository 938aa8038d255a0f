export { keyFrom } from "./key.ts";
export { type Replacement, type ReplacementEntry, replacements } from "./registry.ts";
export { type ReplacedTable, replaceIdentifiers } from "./replace.ts";
