import { parseJsonc } from "./jsonc.ts";
import { type PlaceLookup, placesIn } from "./place.ts";
import type { Spec } from "./schema.ts";
import { withoutShorthand } from "./shorthand.ts";
import { refuseBeyond, validateSpec } from "./validate.ts";

/** A spec and where its parts stand in the text it was read from; a spec made in code simply has no places. */
export type ParsedSpec = {
  readonly spec: Spec;
  /** Where the key at a path stands: `kohort.json:7:5   attributes.zipp`. */
  readonly placeOf: PlaceLookup;
};

/** A spec as it was written, before anybody judged it, and where its parts stand. */
export type WrittenSpec = { readonly written: unknown; readonly places: ReturnType<typeof placesIn> };

/** Reads JSON with comments that is meant for a spec and reaches no host; `judgeSpec` or `validateSpec` judge it. */
export function readSpec(text: string, where = "kohort.json"): WrittenSpec {
  const root = parseJsonc(text, where);
  const settled = withoutShorthand(root.value);
  const places = placesIn(text, where, root);
  const written = "fault" in settled ? root.value : settled.value;
  refuseBeyond(written, places);
  return { written, places };
}

/** Reads a spec from JSON with comments; every fault is a KohortError with its line and column. */
export function parseSpec(text: string, where = "kohort.json"): ParsedSpec {
  const { written, places } = readSpec(text, where);
  return { spec: validateSpec(written, places), placeOf: places.key };
}
