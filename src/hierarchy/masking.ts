import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import type { BuildContext } from "./context.ts";
import { byCodeUnit } from "./context.ts";
import { stack } from "./from-columns.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** Masking as `kohort.json` states it: characters of a code are covered one after the other. */
export type MaskingSetting = {
  readonly kind: "masking";
  /** The end at which covering starts; right unless stated. */
  readonly from?: "right" | "left";
  /** What covers a character; `*` unless stated. */
  readonly character?: string;
  /** The end at which values of different length stand flush; the one opposite to `from` unless stated. */
  readonly align?: "left" | "right";
  /** What fills up shorter values; the covering character unless stated (`0` gives lost leading zeros back). */
  readonly padding?: string;
  /** How many characters each level covers; 1 unless stated. */
  readonly step?: number;
  /** How many levels of covering at most, before `*`. */
  readonly levels?: number;
};

const oneCharacter = z.string().check(z.refine((text) => [...text].length === 1, "must be one character"));

/** Checks a masking setting. */
export const maskingSchema: z.ZodMiniType<MaskingSetting> = z.strictObject({
  kind: z.literal("masking"),
  from: explained("The end at which covering starts.", z.optional(z.enum(["right", "left"])), "right"),
  character: explained("What covers a character.", z.optional(oneCharacter), "*"),
  align: explained(
    "The end at which values of different length stand flush; opposite to where covering starts unless stated.",
    z.optional(z.enum(["left", "right"])),
  ),
  padding: explained(
    "What fills up shorter values; the covering character unless stated, 0 gives lost leading zeros back.",
    z.optional(oneCharacter),
  ),
  step: explained("How many characters each level covers.", z.optional(z.int().check(z.minimum(1))), 1),
  levels: explained("How many levels of covering at most, before *.", z.optional(z.int().check(z.minimum(1)))),
});

/** States masking: `masking({ from: "right" })` is `{ kind: "masking", from: "right" }`. */
export function masking(options: Omit<MaskingSetting, "kind"> = {}): MaskingSetting {
  return { kind: "masking", ...options };
}

/**
 * Covers the characters of codes: `02139`, `0213*`, `021**`, … `*`. Shorter values are filled up to the longest first,
 * so that each level covers the same places of every value. Values stand in code unit order.
 */
export function maskingHierarchy(
  values: readonly string[],
  options: MaskingSetting = { kind: "masking" },
  _context: BuildContext = {},
): Hierarchy {
  const { from = "right", character = "*", step = 1, levels = Number.POSITIVE_INFINITY } = options;
  const align = options.align ?? (from === "right" ? "left" : "right");
  const padding = options.padding ?? character;
  const sorted = [...values].sort(byCodeUnit);
  const spelled = sorted.map((value) => [...value]);
  const length = spelled.reduce((longest, characters) => Math.max(longest, characters.length), 0);
  const padded = spelled.map((characters) => {
    const fill = new Array<string>(length - characters.length).fill(padding);
    return align === "left" ? [...characters, ...fill] : [...fill, ...characters];
  });
  const groupings: string[][] = [];
  for (let covered = step; covered < length && groupings.length < levels; covered += step) {
    const cover = character.repeat(covered);
    groupings.push(
      padded.map((characters) =>
        from === "right"
          ? characters.slice(0, length - covered).join("") + cover
          : cover + characters.slice(covered).join(""),
      ),
    );
  }
  return stack(sorted, groupings);
}
