export { keyFrom } from "./key.ts";
export { type FormatScheme, type Replacement, type ReplacementEntry, replacements } from "./registry.ts";
export { type ReplacedTable, replaceIdentifiers } from "./replace.ts";
