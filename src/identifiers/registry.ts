import * as z from "zod/mini";

/** A text that stands for every value. */
export type Redact = { readonly kind: "redact"; readonly text?: string | undefined };

/** HMAC-SHA-256 of the value, in hexadecimal. */
export type Hash = {
  readonly kind: "hash";
  readonly length?: number | undefined;
  readonly domain?: string | undefined;
};

/** A short name that is the same wherever the same value is met under the same key. */
export type Pseudonym = {
  readonly kind: "pseudonym";
  readonly prefix?: string | undefined;
  readonly length?: number | undefined;
  readonly domain?: string | undefined;
};

/** Other characters of the same classes. */
export type Format = { readonly kind: "format"; readonly domain?: string | undefined };

/** Days moved by as much for all dates of a person. */
export type ShiftDates = {
  readonly kind: "shift-dates";
  readonly by: string;
  readonly days?: number | undefined;
  readonly domain?: string | undefined;
};

/** Signs in place of the characters from one end on. */
export type Mask = {
  readonly kind: "mask";
  readonly from?: "left" | "right" | undefined;
  readonly keep: number;
  readonly with?: string | undefined;
};

/** What an identifying column is published as, instead of being left out. */
export type Replacement = Redact | Hash | Pseudonym | Format | ShiftDates | Mask;

/** A replacement as the registry knows it. */
export type ReplacementEntry = {
  /** What it does, in one sentence for people. */
  readonly sentence: string;
  /** Whether it needs a key. */
  readonly keyed: boolean;
  readonly schema: z.ZodMiniType;
};

const domain = z.optional(z.string());
const oneCharacter = z.string().check(z.refine((text) => [...text].length === 1, "must be one character"));

/** Every replacement by name; the spec, the command line and the docs read this. */
export const replacements: Readonly<Record<Replacement["kind"], ReplacementEntry>> = {
  redact: {
    sentence: "One text stands for every value.",
    keyed: false,
    schema: z.strictObject({ kind: z.literal("redact"), text: z.optional(z.string()) }),
  },
  hash: {
    sentence: "HMAC-SHA-256 of the value under the key, in hexadecimal.",
    keyed: true,
    schema: z.strictObject({
      kind: z.literal("hash"),
      length: z.optional(z.int().check(z.minimum(16), z.maximum(64))),
      domain,
    }),
  },
  pseudonym: {
    sentence: "A short name, the same for the same value in every column, file and release under the key.",
    keyed: true,
    schema: z.strictObject({
      kind: z.literal("pseudonym"),
      prefix: z.optional(z.string()),
      length: z.optional(z.int().check(z.minimum(6), z.maximum(51))),
      domain,
    }),
  },
  format: {
    sentence: "Digits become other digits and letters other letters; length and signs stay, and so do differences.",
    keyed: true,
    schema: z.strictObject({ kind: z.literal("format"), domain }),
  },
  "shift-dates": {
    sentence: "All dates of a person move by the same keyed number of days, so the time between them stays.",
    keyed: true,
    schema: z.strictObject({
      kind: z.literal("shift-dates"),
      by: z.string(),
      days: z.optional(z.int().check(z.minimum(1), z.maximum(36_500))),
      domain,
    }),
  },
  mask: {
    sentence: "Signs stand in place of the characters from one end on.",
    keyed: false,
    schema: z.strictObject({
      kind: z.literal("mask"),
      from: z.optional(z.enum(["left", "right"])),
      keep: z.int().check(z.minimum(0)),
      with: z.optional(oneCharacter),
    }),
  },
};
