import { parseJsonc } from "./jsonc.ts";
import { type PlaceLookup, placesIn } from "./place.ts";
import type { Spec } from "./schema.ts";
import { validateSpec } from "./validate.ts";

/** A spec and where its parts stand in the text it was read from; a spec made in code simply has no places. */
export type ParsedSpec = {
  readonly spec: Spec;
  /** Where the key at a path stands: `kohort.json:7:5   attributes.zipp`. */
  readonly placeOf: PlaceLookup;
};

/** Reads a spec from JSON with comments; every fault is a KohortError with its line and column. */
export function parseSpec(text: string, where = "kohort.json"): ParsedSpec {
  const root = parseJsonc(text, where);
  const places = placesIn(text, where, root);
  return { spec: validateSpec(root.value, places), placeOf: places.key };
}
