import * as z from "zod/mini";
import { explained } from "../base/index.ts";

/** A text that stands for every value. */
export type Redaction = { readonly kind: "redact"; readonly text?: string };

/** HMAC-SHA-256 of the value, in hexadecimal. */
export type Hash = {
  readonly kind: "hash";
  readonly length?: number;
  readonly domain?: string;
};

/** A short name that is the same wherever the same value is met under the same key. */
export type Pseudonym = {
  readonly kind: "pseudonym";
  readonly prefix?: string;
  readonly length?: number;
  readonly domain?: string;
};

/** How characters are drawn that keep a format. */
export type FormatScheme = (typeof formatSchemes)[number];

const formatSchemes = ["ff1", "feistel-sha256"] as const;

/** Other characters of the same classes. */
export type Format = { readonly kind: "format"; readonly scheme?: FormatScheme; readonly domain?: string };

/** Days moved by as much for all dates of a person. */
export type ShiftDates = {
  readonly kind: "shift-dates";
  readonly by: string;
  readonly days?: number;
  readonly domain?: string;
};

/** Signs in place of the characters from one end on. */
export type Mask = {
  readonly kind: "mask";
  readonly from?: "left" | "right";
  readonly keep: number;
  readonly with?: string;
};

/** What an identifying column is published as, instead of being left out. */
export type Replacement = Redaction | Hash | Pseudonym | Format | ShiftDates | Mask;

/** A replacement as the registry knows it. */
export type ReplacementEntry = {
  /** What it does, in one sentence for people. */
  readonly sentence: string;
  /** Whether it needs a key. */
  readonly keyed: boolean;
  readonly schema: z.ZodMiniType;
};

const domain = explained(
  "A word that keeps replacements apart: the same value under another word is replaced by another.",
  z.optional(z.string()),
);
const oneCharacter = z.string().check(z.refine((text) => [...text].length === 1, "must be one character"));

/** Every replacement by name; the spec, the command line and the docs read this. */
export const replacements: Readonly<Record<Replacement["kind"], ReplacementEntry>> = {
  redact: {
    sentence: "One text stands for every value.",
    keyed: false,
    schema: z.strictObject({
      kind: z.literal("redact"),
      text: explained("The text that stands for every value.", z.optional(z.string()), "[redacted]"),
    }),
  },
  hash: {
    sentence: "HMAC-SHA-256 of the value under the key, in hexadecimal.",
    keyed: true,
    schema: z.strictObject({
      kind: z.literal("hash"),
      length: explained(
        "How many hexadecimal digits are kept.",
        z.optional(z.int().check(z.minimum(16), z.maximum(64))),
        64,
      ),
      domain,
    }),
  },
  pseudonym: {
    sentence: "A short name, the same for the same value in every column, file and release under the key.",
    keyed: true,
    schema: z.strictObject({
      kind: z.literal("pseudonym"),
      prefix: explained("What every pseudonym begins with.", z.optional(z.string())),
      length: explained(
        "How many characters follow the prefix.",
        z.optional(z.int().check(z.minimum(6), z.maximum(51))),
        16,
      ),
      domain,
    }),
  },
  format: {
    sentence: "Digits become other digits and letters other letters; length and signs stay, and so do differences.",
    keyed: true,
    schema: z.strictObject({
      kind: z.literal("format"),
      scheme: explained(
        "What draws the characters: FF1 of NIST SP 800-38G, or the scheme of releases before it, which takes short values too.",
        z.optional(z.enum(formatSchemes)),
        "ff1",
      ),
      domain,
    }),
  },
  "shift-dates": {
    sentence: "All dates of a person move by the same keyed number of days, so the time between them stays.",
    keyed: true,
    schema: z.strictObject({
      kind: z.literal("shift-dates"),
      by: explained("The column that says whose dates they are; all of a person move alike.", z.string()),
      days: explained(
        "How far dates move at most, in days.",
        z.optional(z.int().check(z.minimum(1), z.maximum(36_500))),
        365,
      ),
      domain,
    }),
  },
  mask: {
    sentence: "Signs stand in place of the characters from one end on.",
    keyed: false,
    schema: z.strictObject({
      kind: z.literal("mask"),
      from: explained("The end at which the signs begin.", z.optional(z.enum(["left", "right"])), "right"),
      keep: explained(
        "How many characters stay at the other end; every value has to be longer.",
        z.int().check(z.minimum(0)),
      ),
      with: explained("The sign that stands for a character.", z.optional(oneCharacter), "*"),
    }),
  },
};
